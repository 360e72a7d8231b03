"""Conditions that are decided beforehand: no log can make them false, or none can make them true.

A requirement that cannot fail checks nothing, and one that cannot hold accuses everybody.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, islice, permutations

from auditor.authoring.formulas import Formula, Formulas, can_be, clauses_of
from auditor.authoring.linear import Constraint, possible
from auditor.authoring.unknowns import Known, is_narrower
from auditor.diagnostic import Diagnostic
from auditor.language import core
from auditor.language.core import conjuncts, parts_of, parts_within
from auditor.messages.message import Message, message
from auditor.source import Span
from auditor.types import BOOLEAN, INTEGER, TEXT, Item


# ---- conditions of a `where` that ask nothing of the events -------------------------------------
# `no deal where seat = 1 and not done` reads as two conditions, and as one ban: where `done` holds,
# nothing is forbidden.  A field that the events do not have is that of the subject, silently.
def beside_the_element(nodes: object) -> Iterator[Diagnostic]:
    """The parts of each `where` that are about the subject alone."""
    for node in parts_of(nodes):
        match node:
            case core.Selection(where=where, also=also, sources=sources):
                parts = (*conjuncts(where), *conjuncts(also))
            case _:
                continue
        for part in parts:
            looks_at = {type(own) for own in parts_of(part)}
            if core.Element not in looks_at and looks_at & {core.Subject, core.Local}:
                what = message("W606.nothing_of", sources="`, `".join(sources))
                yield Diagnostic(what, part.span, message("W606.outside"))


# ---- windows in which nothing can lie -----------------------------------------------------------
# Each event that is named is a place in the log; what bounds a window are inequalities of places.
def empty_windows(node: object, formulas: Formulas) -> Iterator[Diagnostic]:
    """A selection whose bounds exclude one another, or exclude what it selects."""
    if not isinstance(node, core.Selection) or not node.bounds:
        return
    if any(side == "at" for side, _ in node.bounds):
        return
    window = _Window(formulas)
    window.item(object(), node, None)
    for (place, selection, _), (other, among, end) in permutations(window.items, 2):
        if end in ("first", "last") and is_narrower(selection, among):
            window.before(*((other, place) if end == "first" else (place, other)), strictly=False)
    if not possible(window.constraints, {}):
        bounds = tuple((message("E507.bound"), moment.span) for _, moment in node.bounds)
        yield Diagnostic(message("E507.empty"), node.span, None, bounds)


@dataclass(slots=True)
class _Window:
    """Events by their places in the log, each with the selection that it is one of, and whether it
    is the first or the last of it; which place is before which.
    """

    formulas: Formulas
    constraints: list[Constraint] = field(default_factory=list)
    items: list[tuple[int, core.Selection, str | None]] = field(default_factory=list)
    _places: dict[object, int] = field(default_factory=dict)

    def item(self, key: object, selection: core.Selection, end: str | None) -> int:
        """The place of an event that stands within the bounds of a selection."""
        place = self._places[key] = len(self._places)
        for side, moment in selection.bounds:
            by = self.place(moment)
            if side in ("before", "until"):
                self.before(place, by, strictly=side == "before")
            elif side in ("after", "since"):
                self.before(by, place, strictly=side == "after")
        self.items.append((place, selection, end))
        return place

    def place(self, moment: core.Expression) -> int:
        """The place of an event that is named, with what bounds it."""
        plain = self.formulas.unknowns.plainly(moment)
        if plain not in self._places and isinstance(plain, core.Pick):
            return self.item(plain, plain.selection, plain.end)
        return self._places.setdefault(plain, len(self._places))

    def before(self, one: int, other: int, *, strictly: bool) -> None:
        """One place is no later than another."""
        factors = () if one == other else tuple(sorted(((one, 1), (other, -1))))
        self.constraints.append(Constraint(factors, "<" if strictly else "<=", 0))


# ---- values that do not exist or fit no cell ----------------------------------------------------
def undefined(  # noqa: C901 - one case for every form
    node: object, formulas: Formulas
) -> Iterator[Diagnostic]:
    """The diagnostics of one node of a rule or of a record."""
    match node:
        case core.Operation(sign="/" | "div" | "mod" as sign, arguments=(_, by)):
            if formulas.constant(by) == 0:
                yield Diagnostic(message("E505.by_zero", sign=sign), node.span)
        case core.Pick(end="nth", index=index) if index is not None:
            place = formulas.constant(index)
            if place is not None and place < 1:
                yield Diagnostic(message("E505.nth"), index.span)
        case core.Compare(left=left, right=right):
            yield from _never_read(left, right, formulas)
            yield from _never_read(right, left, formulas)
        case core.IsIn(element=element, within=core.Literal_(value=frozenset() as values)):
            if _is_cell(element, formulas) and any(map(_is_blank, values)):
                yield Diagnostic(message("E506.in_set"), node.within.span, message("E506.cells"))
            if element.type == INTEGER and any(
                getattr(own, "denominator", 1) != 1 for own in values
            ):
                yield Diagnostic(message("E506.whole"), node.within.span)
        case core.Match():
            for part in parts_of(node.pattern):
                among = part.alternatives if isinstance(part, core.PatternGroup) else ()
                if isinstance(part, core.Step | core.PatternGroup) and part.most == 0:
                    yield Diagnostic(message("E509.never"), node.span)
                elif len({*among}) < len(among):
                    yield Diagnostic(message("E509.alike"), node.span)


def _is_cell(node: core.Expression, formulas: Formulas) -> bool:
    """True of a text that stands in a log, and is not made up by a column."""
    match formulas.unknowns.plainly(node):
        case core.Field(type=kind, name=name, of=core.Expression(type=Item(sources=sources))):
            records = map(formulas.known.records.get, sources)
            made = any(name in dict(own.columns) for own in records if own is not None)
            return kind == TEXT and not made
        case _:
            return False


def _never_read(
    word: core.Expression, compared: core.Expression, formulas: Formulas
) -> Iterator[Diagnostic]:
    """A text that no cell is read as, or none of the cases of a column gives: a slip of the hand
    that no log would ever show.
    """
    if not isinstance(word, core.Literal_):
        return
    if _is_blank(word.value) and _is_cell(compared, formulas):
        yield Diagnostic(message("E506.text"), word.span, message("E506.cells"))
    made = formulas.unknowns.plainly(compared)
    if isinstance(made, core.Lookup) and (own := formulas.known.records.get(made.record)):
        made = dict(own.columns).get(made.column, made)
    if word.type != TEXT or not isinstance(made, core.Choose):
        return
    results = [*(then for _, then in made.cases), made.otherwise]
    texts = [own.value for own in results if isinstance(own, core.Literal_)]
    if len(texts) == len(results) and word.value not in texts:
        given = tuple(f"`{text}`" for text in dict.fromkeys(map(str, texts)))
        what = message("E506.no_result", text=str(word.value))
        yield Diagnostic(what, word.span, message("E506.results", texts=given))


def _is_blank(value: object) -> bool:
    """True of a text that no cell is read as: empty, blank at an end, accents apart."""
    text = str(value)
    return not text or text != text.strip() or text != unicodedata.normalize("NFC", text)


# ---- conditions decided beforehand --------------------------------------------------------------
Related = tuple[tuple[Message, Span], ...]


def of_rule(rule: core.Rule, known: Known) -> list[Diagnostic]:
    """Conditions of a rule that no log can make true, or false: each clause by itself, then the
    clauses together.
    """
    clauses = (rule.where, rule.lets, rule.applies, rule.verifiable, rule.require)
    judge = _Conditions(Formulas(known, dict(rule.lets)))
    return [*beside_the_element(clauses), *(judge.alone(clauses) or judge.of_rule(rule))]


def of_record(record: core.Record, known: Known) -> list[Diagnostic]:
    """Conditions in the columns of a record that no log can make true, or false."""
    own = record.columns
    judge = _Conditions(Formulas(known, dict(own)))
    found = judge.alone(own) or [d for _, value in own for d in judge.inside(value)]
    return [*beside_the_element(own), *found]


def _said_twice(parts: Iterable[core.Expression]) -> Iterator[Diagnostic]:
    """A condition that another one beside it says word for word."""
    said: dict[core.Expression, core.Expression] = {}
    for part in parts:
        first = said.setdefault(part, part)
        if first is not part:
            beside = ((message("W602.said_here"), first.span),)
            yield Diagnostic(message("W602.needless"), part.span, None, beside)


@dataclass(slots=True)
class _Conditions:
    formulas: Formulas

    def alone(self, nodes: object) -> list[Diagnostic]:
        """The faults of expressions by themselves."""
        found = list[Diagnostic]()
        for node in parts_of(nodes):
            found += [*undefined(node, self.formulas), *empty_windows(node, self.formulas)]
        return found

    def of_rule(self, rule: core.Rule) -> list[Diagnostic]:
        """Conditions that are decided beforehand."""
        clauses = list(clauses_of(rule))
        found = [d for clause in clauses for d in self.of(clause)]
        found += self.of(rule.require, asked=True)
        found += _said_twice(clauses)
        found += [d for _, value in rule.lets for d in self.inside(value)]
        return found or self.together(clauses, rule.require)

    def _is_sound(self, clauses: list[core.Expression], require: core.Expression) -> bool:
        """Whether some log suits a rule, and another violates it: so it is with most."""
        held = [self.formulas.of(clause) for clause in clauses]
        asked = (self.formulas.of(require, holds=holds) for holds in (True, False))
        return all(can_be(self.formulas, [*held, own], in_doubt=False) for own in asked)

    def of(self, node: core.Expression, *, asked: bool = False) -> list[Diagnostic]:
        """The condition itself where it is decided, else what is decided inside it."""
        if isinstance(node, core.Not) and node.part.span == node.span:
            return self.of(node.part)  # a gap is written as what is lacking
        if isinstance(node, core.AllOf) and (excluded := self._compared_and_empty(node)):
            what = message("E504.requirement" if asked else "E504.condition")
            return [Diagnostic(what, node.span, None, excluded)]
        parts = node.parts if isinstance(node, core.AllOf | core.AnyOf) else ()
        never, always = self._never(node), self._always(node)
        if not (never or always):
            inner = [d for part in _conditions_in(node) for d in self.of(part)]
            arms = self._choice(node) if isinstance(node, core.Choose) else ()
            return [*inner, *arms, *_said_twice(parts), *self._inside_values(node)]
        decisive = [p for p in parts if (self._never(p) if never else self._always(p))]
        if decisive and not asked:
            return self.of(decisive[0])
        what = message("E504.condition") if never else message("E503.condition")
        if asked:
            what = message("E504.requirement") if never else message("E503.never_fails")
        return [Diagnostic(what, node.span, None, self._clash(parts, never=never))]

    def inside(self, value: core.Expression) -> list[Diagnostic]:
        """The conditions that stand in a value; a truth that is named is one itself."""
        if value.type == BOOLEAN and not isinstance(value, core.Literal_):
            return self.of(value)
        return self._inside_values(value)

    def together(
        self, clauses: list[core.Expression], require: core.Expression
    ) -> list[Diagnostic]:
        """The first no to: can the clauses all hold, and the requirement beside them, and fail?"""
        if self._is_sound(clauses, require):
            return []
        held = [(clause.span, self.formulas.of(clause)) for clause in clauses]
        asked = [("E504.with_the_others", held[:place], *held[place]) for place in range(len(held))]
        for code, holds in (("E504.where_it_applies", True), ("E503.where_it_applies", False)):
            own = self.formulas.of(require, holds=holds)
            asked += [(code, held, require.span, own)] if held else []
        for code, others, span, own in asked:
            if self.never(*(other for _, other in others), own):
                return [Diagnostic(message(code), span, None, self._because(others, own))]
        return []

    def never(self, *parts: Formula) -> bool:
        """Whether no log makes all of the parts true."""
        return not can_be(self.formulas, parts)

    def _because(self, others: Iterable[tuple[Span, Formula]], own: Formula) -> Related:
        """The first of the others that excludes it alone."""
        found = (span for span, other in others if self.never(other, own))
        return tuple((message("E504.because"), span) for span in islice(found, 1))

    # ---- one condition ----------------------------------------------------------------------
    def _never(self, node: core.Expression) -> bool:
        return self.never(self.formulas.of(node))

    def _always(self, node: core.Expression) -> bool:
        return self.never(self.formulas.of(node, holds=False))

    def _compared_and_empty(self, node: core.AllOf) -> Related:
        """A part that asks for an empty cell, and one that compares what is in it."""
        plainly = self.formulas.unknowns.plainly
        compared = list[tuple[core.Expression, Span]]()
        for part in conjuncts(node):
            match part:
                case core.Compare(left=left, right=right):
                    compared += [(plainly(left), part.span), (plainly(right), part.span)]
                case core.IsIn(element=element):
                    compared.append((plainly(element), part.span))
        for part in conjuncts(node):
            if isinstance(part, core.Not) and isinstance(part.part, core.Filled):
                cell = plainly(part.part.part)
                beside = next((span for own, span in compared if own == cell), None)
                if beside is not None:
                    return (message("E503.this"), part.span), (message("E504.and_this"), beside)
        return ()

    def _clash(self, parts: Iterable[core.Expression], *, never: bool) -> Related:
        """The two parts of an `and` that exclude each other, or of an `or` that leave nothing."""
        made = [(part.span, self.formulas.of(part, holds=never)) for part in parts]
        for (one, own), (two, other) in combinations(made, 2):
            if self.never(own, other):
                beside = message("E504.and_this") if never else message("E503.and_this")
                return ((message("E503.this"), one), (beside, two))
        return ()

    # ---- inside values ------------------------------------------------------------------------
    def _inside_values(self, node: core.Expression) -> list[Diagnostic]:
        found: list[Diagnostic] = []
        if _conditions_in(node) and node.type == BOOLEAN:
            return found  # each of these conditions is asked for itself
        for part in _pieces(node):
            match part:
                case core.Selection():
                    found += self._selection(part)
                case core.Step(where=where) if where is not None:
                    found += self.of(where)
                case core.Choose():
                    found += self._choice(part)
        return found

    def _selection(self, selection: core.Selection) -> list[Diagnostic]:
        """The condition of a `where`: its parts, and then all of them together."""
        parts = [*_joins(selection), *conjuncts(selection.where), *conjuncts(selection.also)]
        if len(parts) < 2:
            return [d for part in parts for d in self.of(part)]
        ordered = sorted(parts, key=lambda p: (p.span.line, p.span.column))
        beside = all(part.span.source == selection.span.source for part in ordered)
        span = ordered[0].span.to(ordered[-1].span) if beside else selection.span
        return self.of(core.AllOf(span, BOOLEAN, tuple(ordered)))

    def _choice(self, choice: core.Choose) -> list[Diagnostic]:
        """Arms that are never reached, and arms that all give the same."""
        found = list[Diagnostic]()
        before = list[tuple[Span, Formula]]()
        for when, _ in choice.cases:
            own, asked = self.of(when), self.formulas.of(when)
            found += own
            if not own and self.never(*(other for _, other in before), asked):
                beside = self._because(before, asked)
                found.append(Diagnostic(message("E508.unreachable"), when.span, None, beside))
            before.append((when.span, self.formulas.of(when, holds=False)))
        if not found and self.never(*(other for _, other in before)):
            found.append(Diagnostic(message("E508.else_unreachable"), choice.otherwise.span))
        if len({arm for _, arm in choice.cases} | {choice.otherwise}) == 1:
            found.append(Diagnostic(message("E508.all_alike"), choice.span))
        return found


def _joins(selection: core.Selection) -> Iterator[core.Expression]:
    """The equalities with the subject that a selection keeps as joins."""
    for name, value in (*selection.joins, *selection.same):
        element = core.Element(value.span, Item(selection.sources))
        own = core.Field(value.span, value.type, element, name)
        yield core.Compare(value.span, BOOLEAN, "=", own, value, None)


def _conditions_in(node: core.Expression) -> tuple[core.Expression, ...]:
    """The conditions that a condition is made of."""
    match node:
        case core.AllOf(parts=parts) | core.AnyOf(parts=parts):
            return parts
        case core.Not(part=part):
            return (part,)
        case core.Choose(cases=cases, otherwise=otherwise):
            arms = (*(then for _, then in cases), otherwise)
            return tuple(arm for arm in arms if not isinstance(arm, core.Literal_))
        case _:
            return ()


def _pieces(node: object) -> Iterator[object]:
    """The nodes with conditions of their own, without what stands in these conditions."""
    waiting = [node]
    while waiting:
        found = waiting.pop()
        if isinstance(found, core.Selection | core.Step | core.Choose):
            yield found
        match found:
            case core.Selection(keys=keys, bounds=bounds):
                waiting += [keys, bounds]
            case core.Choose(cases=cases, otherwise=otherwise):
                waiting += [*(then for _, then in cases), otherwise]
            case core.Step():
                pass
            case _:
                waiting += parts_within(found)
