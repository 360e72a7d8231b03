"""The two sides of a requirement that does not hold, expected and found: as values and in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Literal

from auditor.judge.forms import expected as expected_next
from auditor.judge.frame import Frame, Result
from auditor.judge.items import Absent, Group, IntervalItem, Item, Viewed, events_of, kind_of
from auditor.judge.reference import Reference
from auditor.judge.verdict import Quoted
from auditor.language import core
from auditor.language.wording import Wording, fixed, of, one_of, signed
from auditor.log.event import Event
from auditor.source import Frozen
from auditor.types import Type
from auditor.values import Unknown, show

_Sign = Literal["=", "!=", "<", "<=", ">", ">="]
MIRROR: dict[str, _Sign] = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_OPPOSITE: dict[str, _Sign] = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", "<=": ">", ">": "<="}
_MORE = "nothing more"


class ExpectedAndFound(Frozen):
    """The two sides; `instead` says both in one: `2 burned cards instead of 3`."""

    expected: Quoted
    found: Quoted
    instead: core.Bilingual


def _plain(text: str) -> Quoted:
    return Quoted(text, fixed(text))


def _condition(text: str) -> Quoted:
    """A condition as its rule writes it, or that it holds or does not."""
    return Quoted(text, fixed(text), tells=False)


NOTHING = ExpectedAndFound(_plain(""), _plain(""), core.Bilingual("", ""))


def either(every: Sequence[ExpectedAndFound]) -> ExpectedAndFound:
    """The value that was found, and all that might have been expected of it.  A value that a bound
    includes (`>= 4`, and 4) is told by the bound alone.
    """
    found = every[0].found
    included = {
        sides.expected.plain[3:]
        for sides in every
        if sides.expected.plain.startswith((">= ", "<= "))
    }
    might = [sides.expected for sides in every if sides.expected.plain not in included]
    plain = " or ".join(dict.fromkeys(sides.plain for sides in might))
    expected = Quoted(plain, one_of(sides.words for sides in might))
    return ExpectedAndFound(expected, found, _instead(found.words, expected.words))


def plain_text(result: Result) -> str:
    """A value as programs read it, or the kind of an item."""
    match result:
        case Absent():
            return "none"
        case Event() | Viewed() | IntervalItem() | Group():
            return kind_of(result)
        case _:
            return show(result)


class Expectation:
    """Speaks of the conditions of one subject."""

    def __init__(self, reference: Reference, frame: Frame) -> None:
        self._reference, self._frame = reference, frame
        self._wording = Wording(reference.program.vocabulary.labels)
        events = events_of(frame.subject)[:1]
        self._beside: datetime | None = events[0].time if events else None

    def of(self, node: core.Expression) -> ExpectedAndFound:
        """The two sides of a condition that is false: expected and found."""
        if isinstance(node, core.Match):
            return self._match(node)
        expected, found = self._sides(node)
        return ExpectedAndFound(expected, found, _instead(found.words, expected.words))

    def _sides(  # noqa: C901 - one line for every form
        self, node: core.Expression
    ) -> tuple[Quoted, Quoted]:
        match node:
            case core.Compare():
                return self._compare(node)
            case core.IsIn(element=element, within=within):
                return (self.value_of(within), self.value_of(element))
            case core.Not(part=core.IsIn(element=element, within=within)):
                asked = self.value_of(within)
                other = Quoted(f"not {asked.plain}", signed("!=", asked.words))
                return (other, self.value_of(element))
            case core.Quantify(quantity="no", selection=selection):
                count = len(self._reference.certain(selection, self._frame))
                return (_plain("none"), _plain(str(count)))
            case core.Quantify(selection=selection):
                return (Quoted("at least one", self._some(selection)), _plain("none"))
            case core.Exists(part=part):
                return (self._kinds(part), _plain("none"))
            case core.Continuous():
                return self._gap(node)
            case core.Goes():
                return self._against(node)
            case core.Not(part=part):
                return self._denied(part)
            case core.Filled():
                return (_plain("recorded"), _plain("?"))
            case _:
                return (_condition("true"), replace(self.value_of(node), tells=False))

    def value_of(self, node: core.Expression) -> Quoted:
        return self.quoted(self._reference.evaluate(node, self._frame), node.type)

    def quoted(self, result: Result, kind: Type | None) -> Quoted:
        """A value of the given type, or an item by its kind."""
        text = plain_text(result)
        match result:
            case Absent():
                return _plain(text)
            case Event() | Viewed() | IntervalItem() | Group():
                return Quoted(text, self._wording.kind(text))
            case _:
                return Quoted(text, self._wording.value(result, kind, self._beside))

    def _compare(self, node: core.Compare) -> tuple[Quoted, Quoted]:
        left, right, sign = node.left, node.right, str(node.sign)
        if isinstance(left, core.Literal_):
            left, right, sign = right, left, MIRROR[node.sign]
        asked = self.value_of(right)
        plain = asked.plain if sign == "=" else f"{sign} {asked.plain}"
        return (Quoted(plain, signed(sign, asked.words)), self.value_of(left))

    def _denied(self, part: core.Expression) -> tuple[Quoted, Quoted]:
        match part:
            case core.Exists(part=core.Pick() as item):
                return (_plain("none"), self._kinds(item))
            case core.Exists(part=item):
                return (_plain("none"), self.value_of(item))
            case core.Compare(sign=sign):
                return self._compare(replace(part, sign=_OPPOSITE[sign]))
            case core.AllOf(parts=parts):  # any of them had to be otherwise
                return self._denied(parts[0])
            case core.Filled(part=field):
                return (_plain("empty"), self.value_of(field))
            case _:
                return (_condition(f"not {part.span.text}"), _condition(part.span.text))

    def _some(self, selection: core.Selection) -> core.Bilingual:
        """The kinds of which one was wanted; a name of the rules, without a label, says nothing."""
        named = [self._wording.kind(name) for name in selection.sources]
        if any(noun == fixed(name) for noun, name in zip(named, selection.sources, strict=True)):
            return fixed("at least one")
        return one_of(named)

    def _against(self, node: core.Goes) -> tuple[Quoted, Quoted]:
        """The key by which an item stands against the order, and what the one before it allows."""
        against = self._reference.against(node, self._frame)
        if against is None or isinstance(against, Unknown):
            return (_condition(node.span.text), _plain("?"))
        key = node.keys[against.key]
        strictly = node.strictly and against.key == len(node.keys) - 1
        sign = {"up": ">", "down": "<"}[node.way] + ("" if strictly else "=")
        asked, found = (
            Expectation(self._reference, self._frame.at(item)).value_of(key.value)
            for item in (against.before, against.item)
        )
        return (Quoted(f"{sign} {asked.plain}", signed(sign, asked.words)), found)

    def _gap(self, node: core.Continuous) -> tuple[Quoted, Quoted]:
        gap = self._reference.gap(node, self._frame)
        when = gap.time if isinstance(gap, Event) else None
        if when is None:
            return (_plain("at every moment"), _plain("a gap"))
        found, french = ("none", "aucun") if node.least == 1 else ("fewer", "moins")
        said = self._wording.value(when, None, self._beside)
        since = "du" if "/" in said.fr else "de"  # a day, or the hour alone
        words = core.Bilingual(f"{french} à partir {since} {said.fr}", f"{found} from {said.en}")
        return (_plain("at every moment"), Quoted(f"{found} from {show(when)}", words))

    def _kinds(self, node: core.Expression) -> Quoted:
        match node:
            case core.Pick(selection=selection):
                names = selection.sources
                words = one_of(map(self._wording.kind, names))
                return Quoted(" or ".join(names), words)
            case core.Local(name=name):
                return self._kinds(dict(self._frame.lets)[name])
            case _:
                return _condition(node.span.text)

    # ---- sequences --------------------------------------------------------------------------
    def _match(self, node: core.Match) -> ExpectedAndFound:
        result = self._reference.run(node, self._frame)
        if isinstance(result, Unknown):
            return NOTHING
        items, index = result
        if index is None:
            return NOTHING
        meets = self._reference.meets(items, self._frame)
        ways, may_end = expected_next(node.pattern, index, meets)
        steps = list({step.text: step for step, _ in ways}.values())
        plain = [step.text for step in steps] + ([_MORE] if may_end else [])
        words = [self._step(step) for step in steps] + ([fixed(_MORE)] if may_end else [])
        expected = Quoted(" or ".join(plain), one_of(words))
        left = items[index] if index < len(items) else None
        found = _plain(_MORE) if left is None else self._item(left, steps)
        counted = self._counted(*ways[0]) if len(ways) == 1 and not may_end else None
        return ExpectedAndFound(expected, found, counted or _instead(found.words, expected.words))

    def _step(self, step: core.Step) -> core.Bilingual:
        """A step of a pattern: so many of a kind, with the words that its condition asks for."""
        noun = self._wording.kind(step.kind, max(step.least, 1))
        if step.least > 1:
            noun = core.Bilingual(f"{step.least} {noun.fr}", f"{step.least} {noun.en}")
        asked = (self._wording.value(word.value, kind) for _, word, kind in _required(step))
        return _detailed(noun, asked)

    def _item(self, item: Item, steps: Iterable[core.Step]) -> Quoted:
        """An item by its kind, with its values in the fields by which steps of its kind differ."""
        kind = kind_of(item)
        asked = dict.fromkeys(
            (name, type_)
            for step in steps
            if step.kind == kind
            for name, _, type_ in _required(step)
        )
        field = self._reference.of_item
        values = (self._wording.value(field(item, name), type_) for name, type_ in asked)
        return Quoted(kind, _detailed(self._wording.kind(kind), values))

    def _counted(self, step: core.Step, done: int) -> core.Bilingual | None:
        """So many of one kind, where more were needed before anything else."""
        if step.least < 2 or done >= step.least:
            return None
        noun = self._wording.kind(step.kind, done)
        french = f"{done} {noun.fr}" if done else f"pas {of(noun.fr)}"
        english = f"{done or 'no'} {noun.en}"
        least = f"{step.least}" if step.least == step.most else f"{step.least} au moins"
        most = f"{step.least}" if step.least == step.most else f"at least {step.least}"
        return core.Bilingual(f"{french} au lieu de {least}", f"{english} instead of {most}")


def _required(step: core.Step) -> Iterator[tuple[str, core.Literal_, Type]]:
    """The fields that the condition of a step asks to have a certain value."""
    parts = step.where.parts if isinstance(step.where, core.AllOf) else (step.where,)
    for part in parts:
        match part:
            case core.Compare(sign="=", left=core.Field() as field, right=core.Literal_() as word):
                if isinstance(field.of, core.Element):
                    yield field.name, word, field.type


def _detailed(noun: core.Bilingual, details: Iterable[core.Bilingual]) -> core.Bilingual:
    words = list(details)
    if not words:
        return noun
    french, english = (", ".join(part) for part in ((w.fr for w in words), (w.en for w in words)))
    return core.Bilingual(f"{noun.fr} ({french})", f"{noun.en} ({english})")


def _instead(found: core.Bilingual, expected: core.Bilingual) -> core.Bilingual:
    if expected == fixed(_MORE):
        return core.Bilingual(f"{found.fr} de trop", f"one {found.en} too many")
    if found == expected:  # they differ in what no label says
        return core.Bilingual(f"autre {found.fr} qu’attendu", f"another {found.en} than expected")
    return core.Bilingual(
        f"{found.fr} au lieu {of(expected.fr)}", f"{found.en} instead of {expected.en}"
    )
