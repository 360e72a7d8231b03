"""Why a requirement does not hold: the parts that fail, their values, and the rows behind them.

The values come from the same code that judged; here it only notes what it looks at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction

from auditor.judge.frame import Frame, Result, Seen
from auditor.judge.items import Absent, Group, Item, Span, Viewed, events_of, kind_of
from auditor.judge.reference import Reference
from auditor.judge.verdict import Evidence, Part, Sum
from auditor.language import core
from auditor.language.payments import payments_in
from auditor.log.event import Event
from auditor.types import MONEY
from auditor.values import IN_FRENCH, Unknown, show

_MIRROR = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


class Witness:
    """Gathers the evidence of one violation."""

    def __init__(self, reference: Reference, frame: Frame) -> None:
        self._reference, self._frame = reference, frame

    def evidence(self, rule: core.Rule) -> Evidence:
        """The requirement that is violated, the values found instead, and the rows.

        The events behind the conditions under which the rule applies come last.
        """
        parts: list[Part] = []
        says: list[tuple[str, str]] = []
        gaps: list[Event] = []
        sums: list[Sum] = []
        for failing in self._failing(rule.require):
            parts += self._parts(failing)
            says.append(self._comparison(failing))
            gaps += self._gap(failing)
            sums += self._sums(failing, rule)
        expected, found = says[0] if says else ("", "")
        reasons = [self._part(condition) for condition in rule.applies]
        events = self._ordered([event for part in parts for event in part.events])
        also = self._ordered([event for part in reasons for event in part.events])
        every = (*parts, *(part for part in reasons if part.events))
        rows = tuple(dict.fromkeys((*gaps, *events, *also)))
        return Evidence(expected, found, every, rows, self._names(rule), tuple(sums))

    # ---- which parts fail -------------------------------------------------------------------
    def _failing(self, node: core.Expression) -> Iterator[core.Expression]:
        """The smallest parts of a false condition that make it false."""
        match node:
            case core.AllOf(parts=parts):
                for part in parts:
                    if self._reference.truth(part, self._frame) is False:
                        yield from self._failing(part)
            case core.AnyOf(parts=parts):
                for part in parts:
                    yield from self._failing(part)
            case core.Choose(cases=cases, otherwise=otherwise):
                taken = otherwise
                for when, then in cases:
                    if self._reference.truth(when, self._frame) is True:
                        taken = then
                        break
                yield from self._failing(taken)
            case _:
                yield node

    def _parts(self, node: core.Expression) -> list[Part]:
        """The sides of a comparison, or the whole of anything else, with their rows."""
        sides: list[core.Expression]
        match node:
            case core.Compare(left=left, right=right):
                sides = [left, right]
            case core.IsIn(element=element):
                sides = [element]
            case core.Not(part=part):
                return self._parts(part)
            case _:
                sides = [node]
        return [self._part(side) for side in sides if not isinstance(side, core.Literal_)]

    def _part(self, node: core.Expression) -> Part:
        result, events = self._look(node)
        match node:
            case core.Every():
                events = _events(self._exceptions(node)) or events
            case core.Quantify(quantity="no"):
                chosen = self._reference.selected(node.selection, self._frame)
                events = (*events, *_events(chosen))
            case core.Match():
                events = self._leaving(node) or events
            case core.Continuous():
                events = (*self._gap(node), *events)
        text = node.span.text
        return Part(text, self._shown(result), tuple(dict.fromkeys(events)))

    def _look(self, node: core.Expression) -> tuple[Result, tuple[Event, ...]]:
        frame = self._frame
        seen = Seen()
        result = self._reference.evaluate(
            node, Frame(frame.subject, frame.lets, frame.day, frame.element, frame.known, seen)
        )
        rests_on = {event for item in seen for event in events_of(item)}
        return result, tuple(sorted(rests_on, key=lambda event: event.place))

    def _shown(self, result: Result) -> str:
        match result:
            case Absent():
                return "none"
            case Unknown():
                return "?"
            case Event() | Viewed() | Span() | Group():
                return kind_of(result)
            case _:
                return show(result)

    # ---- expected and found -----------------------------------------------------------------
    def _comparison(  # noqa: C901 - one line for every form
        self, node: core.Expression
    ) -> tuple[str, str]:
        """The expected value, and the one found instead."""
        match node:
            case core.Compare():
                return self._says_compare(node)
            case core.IsIn(element=element, within=within):
                return (self._value_of(within), self._value_of(element))
            case core.Not(part=core.IsIn(element=element, within=within)):
                return (f"not {self._value_of(within)}", self._value_of(element))
            case core.Quantify(quantity="no", selection=selection):
                return ("none", str(len(self._reference.selected(selection, self._frame))))
            case core.Quantify():
                return ("at least one", "none")
            case core.Exists(part=part):
                return (self._kinds(part), "none")
            case core.Every(has=has):
                return (has.span.text, f"{len(self._exceptions(node))} without")
            case core.Match():
                return self._says_match(node)
            case core.Continuous():
                return self._says_gap(node)
            case core.Not(part=part):
                return self._says_not(part)
            case core.Filled():
                return ("recorded", "?")
            case _:
                return ("true", self._value_of(node))

    def _value_of(self, node: core.Expression) -> str:
        return self._shown(self._reference.evaluate(node, self._frame))

    def _says_compare(self, node: core.Compare) -> tuple[str, str]:
        left, right, sign = node.left, node.right, str(node.sign)
        if isinstance(left, core.Literal_):
            left, right, sign = right, left, _MIRROR[node.sign]
        asked = self._value_of(right)
        return (asked if sign == "=" else f"{sign} {asked}", self._value_of(left))

    def _sums(self, node: core.Expression, rule: core.Rule) -> Iterator[Sum]:
        """What was due and what was done, where a sum of payments is to equal another.

        Nothing where more than equality is asked: then nobody can tell what was due.
        """
        if not isinstance(node, core.Compare) or str(node.sign) != "=":
            return
        done, due = node.left, node.right
        kinds = self._payments(done, rule)
        if not kinds:
            done, due = due, done
            kinds = self._payments(done, rule)
        if kinds and MONEY in (done.type, due.type):
            values = [self._reference.evaluate(part, self._frame) for part in (due, done)]
            if all(isinstance(value, int | Fraction) for value in values):
                yield Sum(kinds, *map(self._shown, values))

    def _payments(self, node: core.Expression, rule: core.Rule) -> tuple[str, ...]:
        return payments_in(self._reference.program, rule, node)

    def _says_not(self, part: core.Expression) -> tuple[str, str]:
        match part:
            case core.Exists(part=item):
                return ("none", self._kinds(item))
            case core.Filled(part=field):
                return ("empty", self._value_of(field))
            case _:
                return (f"not {part.span.text}", part.span.text)

    def _says_gap(self, node: core.Continuous) -> tuple[str, str]:
        gap = self._reference.intervals.gap(node, self._frame)
        when = gap.time if isinstance(gap, Event) else None
        found = "none" if node.least == 1 else "fewer"
        return ("at every moment", f"{found} from {show(when)}" if when else "a gap")

    def _kinds(self, node: core.Expression) -> str:
        match node:
            case core.Pick(selection=selection):
                return " or ".join(selection.sources)
            case _:
                return node.span.text

    def _says_match(self, node: core.Match) -> tuple[str, str]:
        result = self._reference.sequences.run(node, self._frame)
        if isinstance(result, Unknown):
            return ("", "")
        items, index = result
        if index is None:
            return ("", "")
        machine = self._reference.sequences.machine(node)
        meets = self._reference.sequences.meets(items, self._frame)
        expected, may_end = machine.expected(index, meets)
        words = [*expected, *(["nothing more"] if may_end else [])]
        found = kind_of(items[index]) if index < len(items) else "nothing more"
        return (" or ".join(words), found)

    # ---- rows -------------------------------------------------------------------------------
    def _exceptions(self, node: core.Every) -> list[Item]:
        """The items that do not have what every one must have."""
        return [
            item
            for item in self._reference.selected(node.selection, self._frame)
            if self._reference.truth(node.has, self._frame.at(item)) is False
        ]

    def _leaving(self, node: core.Match) -> tuple[Event, ...]:
        """The event that leaves the pattern first, then those before it."""
        result = self._reference.sequences.run(node, self._frame)
        if isinstance(result, Unknown):
            return ()
        items, index = result
        if index is None:
            return ()
        ordered = [*items[index : index + 1], *items[:index]]
        return tuple(event for item in ordered for event in events_of(item))

    def _gap(self, node: core.Expression) -> tuple[Event, ...]:
        """The event from which on nothing is open any more: where to look first."""
        if not isinstance(node, core.Continuous):
            return ()
        gap = self._reference.intervals.gap(node, self._frame)
        return (gap,) if isinstance(gap, Event) else ()

    def _ordered(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """The subject's own event first, then those of its scope, then the others."""
        subject = self._frame.subject
        own = [subject] if isinstance(subject, Event) else []
        members = set(events_of(subject))
        rest = sorted(dict.fromkeys(events), key=lambda event: event.place)
        inside = [event for event in rest if event in members and event not in own]
        outside = [event for event in rest if event not in members]
        if not own and not inside:
            own = list(events_of(subject)[:1])
        return tuple(dict.fromkeys((*own, *inside, *outside)))

    def _names(self, rule: core.Rule) -> dict[str, str]:
        """Values that the message may quote: the names let, and the fields of the subject."""
        names: dict[str, str] = {}
        wanted = {blank[1] for blank in _BLANK.finditer(rule.message.fr + rule.message.en)}
        for name, _ in rule.lets:
            if name in wanted:
                local = core.Local(rule.span, rule.require.type, name)
                names[name] = self._shown(self._reference.evaluate(local, self._frame))
        return names | self._fields(wanted, names)

    def _fields(self, wanted: set[str], names: dict[str, str]) -> dict[str, str]:
        found: dict[str, str] = {}
        for word in wanted - names.keys() - {"found", "expected"}:
            result = self._reference.field(self._frame.subject, word)
            found[word] = self._shown(result)
        return found


def _events(items: Iterable[Item]) -> tuple[Event, ...]:
    return tuple(event for item in items for event in events_of(item))


def fill(words: core.Bilingual, evidence: Evidence) -> core.Bilingual:
    """A message with what was found, expected and named, numbers as each language writes them."""
    values = {"found": evidence.found, "expected": evidence.expected, **evidence.names}
    plain = {name: _SIGN.sub(lambda s: _SIGNS[s.group()], text) for name, text in values.items()}
    french = {
        name: IN_FRENCH.get(text) or _DECIMAL.sub(r"\1,\2", text) for name, text in plain.items()
    }

    # In one pass, so that braces in a text of the log stay what they are.
    return core.Bilingual(
        _BLANK.sub(lambda blank: _quoted(blank, french, plain, "fr"), words.fr),
        _BLANK.sub(lambda blank: _quoted(blank, plain, plain, "en"), words.en),
    )


def _quoted(
    blank: re.Match[str], shown: dict[str, str], plain: dict[str, str], language: str
) -> str:
    """What stands in a message for a name: its value, and the noun that agrees with its number.

    What is less than two is singular in French, in English nothing but one.
    """
    name, one, many = blank.groups()
    if name not in shown or one is None:
        return shown.get(name, blank[0])
    number = Fraction(plain[name]) if _NUMBER.fullmatch(plain[name]) else None
    single = number is not None and (abs(number) < 2 if language == "fr" else abs(number) == 1)
    return f"{shown[name]} {one if single else many}"


_BLANK = re.compile(r"\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}")
_NUMBER = re.compile(r"-?\d+([./]\d+)?")
_SIGNS = {"<=": "≤", ">=": "≥", "!=": "≠"}
_SIGN = re.compile(r"<=|>=|!=")
_DECIMAL = re.compile(r"(?<![\w.:-])(\d+)\.(\d+)(?![\w.:-])")
