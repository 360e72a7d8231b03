"""The whole report: what was judged, by which rules, on which rows."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version

from auditor.findings.finding import Judged
from auditor.findings.fitness import control_totals, fitness
from auditor.findings.information import information
from auditor.findings.money import off_in_one_way, payments, together
from auditor.findings.outcome import Terms, not_verified, nothing_verified, provisions, rules
from auditor.findings.profile import named, told
from auditor.findings.timeline import timeline
from auditor.language import core
from auditor.language.wording import Wording, in_both
from auditor.log.attribution import Split
from auditor.log.event import Input, SetAside
from auditor.messages.message import Message, say
from auditor.report import model
from auditor.report.model import Bilingual, FieldName, LogNames
from auditor.types import Enumeration
from auditor.values import show


def log_names(programs: Iterable[core.Program]) -> LogNames:
    """The labels of all vocabularies, of two the first; an unlabelled word is its own label."""
    events: dict[str, Bilingual] = {}
    fields: dict[str, FieldName] = {}
    words: dict[str, dict[str, Bilingual]] = {}
    report: dict[str, Bilingual] = {}
    for program in programs:
        own = program.vocabulary
        for (family, name), label in own.labels.items():
            if family == "report":
                report.setdefault(name, label)
        say = Wording(own.labels)
        for name in own.kinds:
            if ("event", name) in own.labels:
                events.setdefault(name, say.kind(name))
        for name, kind in own.fields.items():
            called = say.field(name) if ("field", name) in own.labels else None
            fields.setdefault(name, FieldName(type=str(kind), said=called))
            if isinstance(kind, Enumeration):
                known = words.setdefault(kind.name, {})
                if any((kind.name, word) in own.labels for word in kind.members):
                    for word in kind.members:
                        known.setdefault(word, say.value(word, kind))
    return LogNames(events=events, fields=fields, words=words, report=report)


def readings(program: core.Program) -> Iterator[model.Reading]:
    """The readings of a ruleset, each with the rules that rest on it."""
    for own in program.readings:
        rules = tuple(rule.id for rule in program.rules if own.id in rule.rests_on)
        yield told(model.Reading, own, ruleset=program.name, parameter=own.param, rules=rules)


def parameters(part: Judged) -> Iterator[model.Parameter]:
    """The parameters of a ruleset, with their defaults and what the audit was given instead."""
    for own in part.program.params.values():
        values = tuple(
            model.DatedValue(value=show(value), start=start.isoformat() if start else None)
            for start, value in own.values
        )
        given = show(part.given[own.name]) if own.name in part.given else None
        yield told(model.Parameter, own, ruleset=part.program.name, values=values, given=given)


def report_of(
    judged: Sequence[Judged],
    findings: Sequence[model.Finding],
    left: Split,
    run: model.Run,
    terms: Terms,
) -> model.Report:
    """All that the audit says; `left` are the rows that no ruleset judged."""
    intakes = [part.intake for part in judged]
    by_game = {part.program.name: rules(part, findings) for part in judged}
    every = [rule for part in judged for rule in by_game[part.program.name]]
    fit = fitness(judged, (terms.start, terms.end))
    aside = [*left.set_aside, *(row for own in intakes for row in own.set_aside)]
    nothing = nothing_verified(judged, sum(rule.checked for rule in every), terms)
    return model.Report(
        auditor=auditor(),
        run=run,
        case=terms.case,
        establishments=tuple(sorted({name for own in intakes for name in own.casinos})),
        games=tuple(by_game),
        period=fit.period,
        inputs=intake(
            [*left.inputs, *(line for own in intakes for line in own.inputs)],
            off_in_one_way(findings),
        ),
        fitness=fit,
        timeline=timeline(judged, findings),
        rulesets=tuple(ruleset(part.program, run.language, terms) for part in judged),
        names=log_names(part.program for part in judged),
        summary=summary(every, findings, len(aside), nothing),
        payments=payments(together(part.paid for part in judged)),
        totals=tuple(
            own for part in judged for own in control_totals(part.program, part.profile.totals)
        ),
        information=information(judged),
        not_verified=not_verified(judged, terms),
        provisions=tuple(
            own for part in judged for own in provisions(part, by_game[part.program.name])
        ),
        readings=tuple(own for part in judged for own in readings(part.program)),
        parameters=tuple(own for part in judged for own in parameters(part)),
        rules=tuple(every),
        findings=tuple(findings),
        set_aside=set_aside(aside, run.language),
    )


def auditor() -> model.Auditor:
    """The version of the program, and of what it ran on."""
    return model.Auditor(
        version=version("auditor"), libraries={"Python": platform.python_version()}
    )


def ruleset(program: core.Program, language: model.Language, terms: Terms) -> model.Ruleset:
    """The rules applied, and the law that they say they write down."""
    named = {own.source.name: own.source for own in program.provisions if own.source is not None}
    return told(
        model.Ruleset,
        program,
        source=" ; ".join(source.text.in_language(language) for source in named.values()),
        sources=tuple(named.values()),
        given=tuple(given(program, terms.given.get(program.name, {}))),
    )


def given(program: core.Program, values: Mapping[str, str]) -> Iterator[model.Given]:
    """The values that the rules leave to the inspector, and those he gave."""
    for name, param in program.params.items():
        if param.is_given:
            assert param.text is not None
            yield model.Given(name=name, text=param.text, value=values.get(name))


def intake(parts: Iterable[Input], first: Message | None = None) -> tuple[model.Input, ...]:
    """One line for each file or sheet; `first` is a note on all of them."""
    files: dict[tuple[str, str], list[Input]] = {}
    for part in parts:
        files.setdefault((part.file, part.sheet or ""), []).append(part)
    every = () if first is None else (first,)
    return tuple(_line(files[key], every) for key in sorted(files))


def _line(parts: Sequence[Input], first: Sequence[Message]) -> model.Input:
    notes = dict.fromkeys((*first, *(note for part in parts for note in part.notes)))
    rows = {
        name: sum(getattr(part, name) for part in parts)
        for name in ("rows_read", "rows_evaluated", "rows_set_aside")
    }
    return told(model.Input, parts[0], **rows, notes=tuple(map(in_both, notes)))


def set_aside(rows: Iterable[SetAside], language: model.Language) -> tuple[model.SetAside, ...]:
    """The rows that were not evaluated, by file, sheet and row."""
    return tuple(
        told(model.SetAside, own, **named(own.row), reason=say(own.reason, language))
        for own in sorted(rows, key=in_file)
    )


def in_file(own: SetAside) -> tuple[str, str, int]:
    """The order of rows that were set aside: by file, sheet and row."""
    return own.row.file, own.row.sheet or "", own.row.number


def summary(
    judged: Sequence[model.Rule],
    findings: Sequence[model.Finding],
    aside: int,
    nothing: model.Bilingual | None,
) -> model.Summary:
    """The whole audit in numbers, and those of each class of findings."""
    by_class = {
        name: model.ClassCounts(
            **_counts(rule for rule in judged if rule.class_ == name),
            by_severity=_by_severity(own for own in findings if own.class_ == name),
        )
        for name in model.CLASSES
    }
    return model.Summary(
        **_counts(judged),
        by_severity=_by_severity(findings),
        by_class=model.ByClass.model_validate(by_class),
        set_aside=aside,
        nothing_verified=nothing,
    )


def _counts(judged: Iterable[model.Rule]) -> dict[str, int]:
    every = tuple(judged)
    return {name: sum(getattr(rule, name) for rule in every) for name in model.Counts.model_fields}


def _by_severity(findings: Iterable[model.Finding]) -> model.BySeverity:
    counted = Counter(finding.severity for finding in findings)
    return model.BySeverity.model_validate({name: counted[name] for name in model.SEVERITIES})
