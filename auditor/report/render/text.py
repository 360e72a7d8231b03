"""The report on a terminal: one finding a paragraph, ready for a click on file:row."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

from auditor.messages.message import abridged
from auditor.report.labels import (
    file_name,
    in_force,
    legal_text,
    parameter_values,
    row_name,
    source_state,
    subject_line,
)
from auditor.report.layout import Numbered, severity_sections
from auditor.report.model import CLASSES, Bilingual, Finding, Language, Report, Rule
from auditor.report.sections.acceptance import acceptance, acceptances
from auditor.report.sections.case_lines import case_lines
from auditor.report.sections.fitness import fitness_lines
from auditor.report.sections.statement import conclusion, reservations
from auditor.report.typography import number, quantity, spaced, span, value_said, visible
from auditor.report.words.table import Words

STYLES = {
    "critical": "bold red",
    "major": "bold yellow",
    "minor": "bold cyan",
    "violations": "bold red",
    "to_confirm": "bold yellow",
    "record": "bold yellow",
    "incomplete": "bold yellow",
    "nothing_checked": "bold yellow",
    "compliant": "bold green",
}

StyledLine = tuple[tuple[str, str], ...]
"""The pieces of a line, each with its style; none where it is plain."""


def text(
    report: Report,
    language: Language | None = None,
    *,
    colour: bool = False,
    findings: int | None = 50,
    set_aside: int | None = 20,
) -> str:
    """The report for a terminal; at most so many findings and rows set aside (None: all of them).

    Where the log lacks a column or kind of event that the rules need, that is said before all.

    Lines are not wrapped: a terminal does it, and a pipe wants them whole.
    """
    words = Words(language or report.run.language, report.names)
    head, fitness = tuple(_head(report, words)), tuple(_fitness(report, words))
    lines = (
        *((*fitness[1:], _line(), *head) if report.fitness.lacks_much else (*head, *fitness)),
        *_findings(report, words, findings),
        *_not_verifiable(report, words),
        *_set_aside(report, words, set_aside),
        *(_readings(report, words) if findings is None else ()),
        *_close(report, words),
    )
    if colour:
        return _painted(lines)
    return "".join("".join(piece for piece, _ in line) + "\n" for line in lines)


def text_bytes(report: Report, language: Language | None = None) -> bytes:
    """The whole report as a UTF-8 file, without colours."""
    content = text(report, language, findings=None, set_aside=None)
    return content.encode("utf-8", errors="backslashreplace")


def _painted(lines: tuple[StyledLine, ...]) -> str:
    # Rich is slow to import, and a pipe has no colours.
    from rich.console import Console  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    out = StringIO()
    console = Console(
        file=out, force_terminal=True, color_system="standard", highlight=False, soft_wrap=True
    )
    for line in lines:
        console.print(Text.assemble(*line))
    return out.getvalue()


def _line(said: str = "", style: str = "") -> StyledLine:
    return ((said, style),)


def _head(report: Report, words: Words) -> Iterator[StyledLine]:
    place = visible(", ".join(report.establishments)) or words("no_establishment")
    yield _line(f"{words('title')} – {place}", style="bold")
    if report.period.start or report.period.end:
        yield _line(f"{words('period')} {span(report.period, words.language)}")
    for label, said in case_lines(report, words):
        yield _line(
            visible(
                spaced(
                    f"{label} : {said}" if words.language == "fr" else f"{label}: {said}",
                    words.language,
                )
            )
        )
    for ruleset in report.rulesets:
        title = spaced(ruleset.title.in_language(words.language), words.language)
        parts = [f"{title} {ruleset.version}", in_force(ruleset, words)]
        yield _line(visible(", ".join(parts)))
        for source in ruleset.sources:
            yield _line(f"  {legal_text(source, words)} – {source_state(source, words)}")
        if ruleset.not_shipped:
            yield _line(f"  {visible(words('not_shipped', files=', '.join(ruleset.not_shipped)))}")
    for read in report.inputs:
        counts = {
            "read": read.rows_read,
            "evaluated": read.rows_evaluated,
            "set_aside": read.rows_set_aside,
        }
        yield _line(f"{file_name(read.file, read.sheet)}  {words('ledger_line', **counts)}")
        for note in read.notes:
            yield _line(f"  {visible(spaced(note.in_language(words.language), words.language))}")


def _fitness(report: Report, words: Words) -> Iterator[StyledLine]:
    yield from _heading(words("fitness"))
    for line in fitness_lines(report.fitness, words, most=5):
        style = "yellow" if line.open else "dim"
        said = visible(spaced(line.says, words.language))
        yield (f"{line.label}  ", style), (said, "")
        for case in line.cases:
            yield _line(f"  {visible(spaced(case, words.language))}")


def _findings(report: Report, words: Words, most: int | None) -> Iterator[StyledLine]:
    sections = severity_sections(report, len(report.findings) if most is None else most)
    for severity in sections:
        if severity.first:
            yield from _heading(words(f"class.{severity.class_}"))
        yield from _heading(f"{words(f'findings.{severity.severity}')} ({severity.total})")
        for section in severity.rules:
            for numbered in section.shown:
                yield from _finding(numbered, section.rule, words)
            for reading in section.readings if section.shown else ():
                said = spaced(reading.text.in_language(words.language), words.language)
                head = f"{words('reading')} ({visible(reading.id)}){words('colon')}"
                yield _line(f"  {head} {visible(said)}")
    left = sum(len(rule.listed) for severity in sections for rule in severity.rules)
    if left:
        yield _line(words("more_findings", count=left), style="dim")


def _finding(numbered: Numbered, rule: Rule, words: Words) -> Iterator[StyledLine]:
    finding, language = numbered.finding, words.language
    where = row_name(finding.rows[0]) if finding.rows else subject_line(finding.subject, words)
    yield (
        (where, "bold"),
        ("  ", ""),
        (visible(" ".join(finding.provisions)), STYLES[finding.severity]),
        ("  ", ""),
        (visible(spaced(finding.message.in_language(language), language)), ""),
    )
    yield _line(f"  {subject_line(finding.subject, words)}", style="dim")
    yield _line("  " + " · ".join([*_values(finding, words), visible(rule.rule), finding.id]))
    for label, said in acceptance(finding, words):
        yield _line(visible(f"  {label}{words('colon') if said else ''} {said}".rstrip()))


def _values(finding: Finding, words: Words) -> Iterator[str]:
    for key, value, said in (
        ("expected", finding.expected, finding.expected_said),
        ("found", finding.found, finding.found_said),
    ):
        if value is not None and (own := value_said(value, said, words.language)):
            yield f"{words(key)} {visible(own)}"


def _not_verifiable(report: Report, words: Words) -> Iterator[StyledLine]:
    unsure = [rule for rule in report.rules if rule.not_verifiable]
    if not unsure:
        return
    yield from _heading(words("why_not_verifiable"))
    for rule in unsure:
        count = number(rule.not_verifiable, words.language)
        cites = visible(" ".join(rule.provisions))
        yield _line(f"{cites}  {visible(rule.rule)}  {count}")
        for reason in rule.not_verifiable_reasons:
            why = visible(spaced(reason.reason.in_language(words.language), words.language))
            yield _line(f"  {number(reason.count, words.language)} × {why}")


def _set_aside(report: Report, words: Words, most: int | None) -> Iterator[StyledLine]:
    if not report.set_aside:
        return
    yield from _heading(f"{words('set_aside')} ({len(report.set_aside)})")
    shown = report.set_aside[:most]
    for row in shown:
        cell = f"{row.column}=`{abridged(row.value or '')}`  " if row.column is not None else ""
        yield _line(visible(f"{row_name(row)}  {cell}{row.reason}"))
    if left := len(report.set_aside) - len(shown):
        yield _line(words("more_set_aside", count=left), style="dim")


def _readings(report: Report, words: Words) -> Iterator[StyledLine]:
    """The annex: every reading that was used, and the value of every parameter."""

    def said(own: Bilingual) -> str:
        return visible(spaced(own.in_language(words.language), words.language))

    def labelled(key: str, value: str) -> StyledLine:
        return _line(f"  {words(key)}{words('colon')} {value}")

    if report.readings:
        yield from _heading(words("readings"))
    for own in report.readings:
        where = visible(" ".join(own.provisions))
        yield _line(f"{where}  {said(own.text)}  ({visible(f'{own.ruleset}/{own.id}')})")
        yield labelled("reading.because", said(own.because))
        yield labelled("reading.other", said(own.other))
        if own.parameter is not None:
            yield labelled("reading.parameter", visible(own.parameter))
        yield labelled("reading.rules", visible(", ".join(own.rules)) or words("reading.no_rule"))
    if report.parameters:
        yield from _heading(words("parameters_used"))
    for parameter in report.parameters:
        name = visible(f"{parameter.ruleset}/{parameter.name}")
        yield _line(f"{name}  {said(parameter.text) if parameter.text else ''}".rstrip())
        yield labelled("parameter.default", parameter_values(parameter, words))
        if parameter.given is not None:
            yield labelled("parameter.given", visible(quantity(parameter.given, words.language)))


def _close(report: Report, words: Words) -> Iterator[StyledLine]:
    summary = report.summary
    answers = ("compliant", "violations", "not_verifiable", "not_applicable")
    yield _line()
    yield _line(conclusion(report, words), style=STYLES[report.opinion])
    for said in (*reservations(report, words), *acceptances(report, words)):
        yield _line(visible(said))
    for name in CLASSES:
        own = summary.by_class.of(name)
        counts = {answer: getattr(own, answer) for answer in answers}
        if any(counts.values()):
            said = " · ".join(
                f"{words(f'answer.{answer}')} {number(count, words.language)}"
                for answer, count in counts.items()
            )
            yield _line(f"{words(f'class.{name}')}{words('colon')} {said}")


def _heading(said: str) -> Iterator[StyledLine]:
    yield _line()
    yield _line(said, style="bold underline")
