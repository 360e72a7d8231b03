"""The smallest log that shows how two rules contradict each other: what one asks the other forbids.

A contradiction is first concluded from the text of both rules.  Nothing convinces like a log that
suits the one and not the other, and one that is judged cannot be concluded wrongly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice

from auditor.authoring.contradictions import RulePair, days_of
from auditor.authoring.examples import MistakenError, cell_text, log_of
from auditor.diagnostic import Diagnostic
from auditor.judge.frame import Frame
from auditor.judge.items import Item
from auditor.judge.reference import Reference
from auditor.judge.replay import replay
from auditor.judge.verdict import Answer
from auditor.language import core
from auditor.log.event import Event, Log, Row
from auditor.messages.message import Message, message
from auditor.values import Value, show

_MOST_TRIED = 20  # logs of examples, those of the two rules first
_MOST_EVENTS = 60  # of an example that is made smaller


def contradictions(program: core.Program, pairs: Iterable[RulePair]) -> Iterator[Diagnostic]:
    """Rules of a ruleset that contradict each other, or say the same twice."""
    for pair in pairs:
        other = ((message("E412.other", rule=pair.first.name), pair.first.span),)
        name, former = pair.second.name, pair.first.name
        if pair.finding != "apart":
            said = message("W416.less", rule=name, other=former)
            yield Diagnostic(said, pair.second.span, _both_in_force(pair), other)
            continue
        # Where no log shows it, what the rules apply to may exclude each other after all.
        if log := smallest_log(program, pair):
            shown = message("E412.log", log="".join(f"\n      {line}" for line in log))
            what = message("E412.contradicts", rule=name, other=former)
            yield Diagnostic(what, pair.second.span, shown, other)


def _both_in_force(pair: RulePair) -> Message | None:
    """The days of both, where these are others than those of each."""
    (start, end), (own, own_end) = (days_of(r.in_force) for r in (pair.first, pair.second))
    if start <= own and own_end <= end:
        return None
    days = str(max(start, own)), str(min(end, own_end))
    return message("W416.days", start=days[0], end=days[1])


def smallest_log(program: core.Program, pair: RulePair) -> tuple[str, ...]:
    """Lines of the smallest log that both rules judge, and not both find compliant.

    Nothing where no example shows it.
    """
    judged = replace(
        program,
        rules=tuple(
            replace(rule, presumes=(), underlies=None, report_for=(), in_force=core.ALWAYS)
            for rule in (pair.first, pair.second)
        ),
        in_force=core.ALWAYS,
        provisions=tuple(replace(own, in_force=core.ALWAYS) for own in program.provisions),
    )
    logs = islice(_of_examples(program, pair), _MOST_TRIED)
    tried = [(log, _answers(judged, log)) for log in logs]
    for shows in (_suits_one, _suits_never):
        if (log := next((log for log, found in tried if shows(found)), None)) is not None:
            return tuple(map(_line, _smaller(judged, log, shows).events))
    return ()


# ---- what a log shows ---------------------------------------------------------------------------
Shown = set[tuple[bool, bool]]
"""Whether subjects that two rules judge suit the one and the other."""


def _suits_one(found: Shown) -> bool:
    return found in ({(True, False)}, {(False, True)})


def _suits_never(found: Shown) -> bool:
    return bool(found) and (True, True) not in found


def _answers(program: core.Program, log: Log) -> Shown:
    """Which of the two rules the subjects suit that both judge: two rows, each of which one rule
    alone judges, show nothing.
    """
    found: dict[str, dict[Item, bool]] = {rule.name: {} for rule in program.rules}

    def note(rule: core.Rule, frame: Frame, answer: object, _reference: Reference) -> None:
        if answer in (Answer.COMPLIANT, Answer.VIOLATION):
            found[rule.name][frame.subject] = answer is Answer.COMPLIANT

    replay(program, log, watch=note)
    first, second = found.values()
    return {(suits, second[subject]) for subject, suits in first.items() if subject in second}


def _smaller(program: core.Program, log: Log, shows: Callable[[Shown], bool]) -> Log:
    """The log without events, and cells, that it does not need."""
    events = list(log.events)

    def tried(fewer: Iterable[tuple[str, Mapping[str, Value]]]) -> None:
        nonlocal events
        own = [Event(at, *said, Row("", None, at + 1, (), ())) for at, said in enumerate(fewer)]
        if shows(_answers(program, Log(tuple(own), log.recorded, (), ()))):
            events = own

    for place in range(len(events) - 1, -1, -1):
        tried((own.kind, own.values) for at, own in enumerate(events) if at != place)
    for name in dict.fromkeys(name for event in events for name in event.values):
        tried((own.kind, _without(own, name)) for own in events)
    for place, event in enumerate(events):
        for name in event.values:
            tried(
                (own.kind, _without(own, name) if at == place else own.values)
                for at, own in enumerate(events)
            )
    return Log(tuple(events), log.recorded, (), ())


def _without(event: Event, name: str) -> dict[str, Value]:
    return {own: value for own, value in event.values.items() if own != name}


def _line(event: Event) -> str:
    cells = (f"{name}={cell_text(show(value))}" for name, value in event.values.items())
    return " ".join(("|", event.kind, *cells))


# ---- logs to try --------------------------------------------------------------------------------
def _of_examples(program: core.Program, pair: RulePair) -> Iterator[Log]:
    """The logs of the examples of both rules, and then those of others about the same subjects."""
    names, subjects = (pair.first.name, pair.second.name), (pair.first.subject, pair.second.subject)
    beside = {rule.name for rule in program.rules if rule.subject in subjects}
    ordered = sorted(program.examples, key=lambda e: (e.rule.text not in names, len(e.lines)))
    for example in ordered:
        if example.of_parent or example.rule.text not in beside:
            continue  # an inherited one may speak of words that are replaced
        try:
            log = log_of(example, program)
        except MistakenError:
            continue
        if len(log.events) <= _MOST_EVENTS:
            yield Log(log.events, frozenset(program.vocabulary.kinds), (), ())
