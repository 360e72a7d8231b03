"""Checked rules: every name resolved, every expression with its type.

This is the form that both engines read.  A rule looks at the log from one subject;
conditions on other events are written from the point of view of one element of a
selection.  `Subject` and `Element` are these two points.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import field, fields, is_dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cache, cached_property
from operator import attrgetter, is_
from typing import TYPE_CHECKING, Any, Literal

from auditor.source import Bilingual, Frozen, InForce, Source, Span, Spanned
from auditor.types import BOOLEAN, CARD, Type
from auditor.values import Range, Value

if TYPE_CHECKING:
    from auditor.language.syntax.nodes import Example
    from auditor.language.syntax.words import Compared

__all__ = ["Bilingual", "InForce"]

ANY_EVENT = "event"
"""The name under which a rule looks at events of every kind; also the field that tells the kind."""


Sign = Literal["=", "!=", "<", "<=", ">", ">="]


CLOSED_BY = "closed_by"
"""The field of an interval that is the event which closes it; absent while it is open."""


# ---- expressions --------------------------------------------------------------------------------
class Expression(Spanned):
    """An expression: its type, and where it stands."""

    type: Type


class Literal_(Expression):  # noqa: N801 - typing has the plain name
    value: Value


class Parameter(Expression):
    """The value in force at the time of the subject."""

    name: str


class Subject(Expression):
    """The item that the rule, or the row of a record, is about."""


class Element(Expression):
    """The event, row or interval that a condition is tested on."""


class Local(Expression):
    """A value that a `let` of the same rule or record names."""

    name: str


class Field(Expression):
    """A field of an event, a column of a row, a field of the event that opens an interval."""

    of: Expression
    name: str


class Lookup(Expression):
    """A column of the row of a record with these keys; of a record of events, with this event."""

    record: str
    column: str
    keys: tuple[Expression, ...]

    @cached_property
    def of_subject(self) -> tuple[str, ...] | None:
        """The fields of the subject that its keys are; None where some are not."""
        return _of_subject(self.keys)


class Operation(Expression):
    sign: str
    arguments: tuple[Expression, ...]


class Compare(Expression):
    """One sign; where an order is named, its places are compared."""

    sign: Sign
    left: Expression
    right: Expression
    order: tuple[str, ...] | None  # highest first


class IsIn(Expression):
    """In a constant set, or in a range (bounds included)."""

    element: Expression
    within: Expression


class Size(Expression):
    """How many values a set holds."""

    part: Expression


class AllOf(Expression):
    parts: tuple[Expression, ...]


class AnyOf(Expression):
    parts: tuple[Expression, ...]


class Not(Expression):
    """The opposite; it is `implied` of what a gap or a suspension says."""

    part: Expression
    implied: bool = False


class Exists(Expression):
    """True where an item was found."""

    part: Expression


class Recorded(Expression):
    """True where a log has such events, or its audit is told that it records them."""

    kind: str


class Filled(Expression):
    """True where a field is filled; unknown where it is not certain whose field it is."""

    part: Expression


class Alike(Expression):
    """True where two events agree in every field."""

    left: Expression
    right: Expression


class Same(Expression):
    """True where an element and the subject have the same key: a cell that is empty by nature is a
    value like any other.
    """

    element: Field
    subject: Field


class Choose(Expression):
    cases: tuple[tuple[Expression, Expression], ...]
    otherwise: Expression


class Decide(Expression):
    """The result of a decision table."""

    table: str
    arguments: tuple[Expression, ...]


Bounds = tuple[tuple[Literal["before", "after", "since", "until", "at"], "Expression"], ...]
"""The moments between which a selection looks, each with its side."""


class Window(Frozen):
    """A stretch by the clock before or after a moment: `fits` compares the time of the element with
    its end.
    """

    side: Literal["before", "after"]
    fits: Compare


class Selection(Frozen):
    """The items of some sources that agree with the subject in the scope's fields, in bounds.

    `same` are the fields in which element and subject agree as keys do, `joins` the equalities
    between a field of the element and something of the subject, `where` the conditions on the
    element alone, `also` the conditions on both.
    """

    span: Span = field(compare=False, repr=False)
    sources: tuple[str, ...]
    # The scope's name, for messages; empty where a record's row bounds the selection.  What it
    # selects is said by the keys.
    scope: str = field(compare=False)
    keys: tuple[tuple[str, Expression], ...]
    same: tuple[tuple[str, Expression], ...] = ()
    joins: tuple[tuple[str, Expression], ...] = ()
    where: Expression | None = None
    also: Expression | None = None
    bounds: Bounds = ()
    windows: tuple[Window, ...] = ()

    @cached_property
    def of_subject(self) -> tuple[str, ...] | None:
        """The fields of the subject that its keys are; None where some are not."""
        return _of_subject([node for _, node in self.keys])


def _of_subject(keys: Collection[Expression]) -> tuple[str, ...] | None:
    """The fields of the subject among keys; a card, which may lack its suit, counts as none."""
    own = (node for node in keys if isinstance(node, Field) and isinstance(node.of, Subject))
    names = tuple(node.name for node in own if node.type != CARD)
    return names if len(names) == len(keys) else None


def place_of(selection: Selection) -> Selection:
    """All events where a selection looks: they tell whether its windows are over."""
    return Selection(selection.span, (ANY_EVENT,), selection.scope, selection.keys)


class Aggregate(Expression):
    """Of a `field` of each item, or of a `value` that is worked out for each."""

    function: Literal["count", "distinct", "sum", "min", "max"]
    selection: Selection
    field: str | None
    value: Expression | None = None


class Quantify(Expression):
    quantity: Literal["any", "no"]
    selection: Selection


class Pick(Expression):
    """The first or last item of a selection, or the one at an index counted from 1."""

    end: Literal["first", "last", "nth"]
    selection: Selection
    index: Expression | None


class Step(Frozen):
    """One kind of event in a pattern, repeated from `least` to `most` times."""

    kind: str
    where: Expression | None
    least: int
    most: int | None
    text: str


class PatternGroup(Frozen):
    alternatives: tuple[Pattern, ...]
    least: int
    most: int | None


Pattern = tuple[Step | PatternGroup, ...]


class Match(Expression):
    """The selected events, in their order, follow the pattern from first to last."""

    selection: Selection
    pattern: Pattern


class Balance(Expression):
    """The balance of a place in a row of a ledger, of the subject if not looked up: at a moment, or
    in the end.

    `moves` are the events that move it, as rows of the ledger's records of events, and `columns`
    those that are asked of these; `if_any` lets the end stand for a moment that is absent.
    """

    place: str
    ledger: str
    moves: Selection
    columns: tuple[Expression, ...]
    side: Literal["before", "at"] | None
    moment: Expression | None
    if_any: bool
    row: Lookup | None = None


class SortKey(Frozen):
    """A value by which elements are ordered, and the order of its type where one is declared."""

    value: Expression
    order: tuple[str, ...] | None  # highest first


class Goes(Expression):
    """The selected items, in their order, go up or down by some keys: by the first, where that is
    the same by the second …; `strictly` where no two may be the same in all.
    """

    selection: Selection
    way: Literal["up", "down"]
    strictly: bool
    keys: tuple[SortKey, ...]

    def compared(self, key: SortKey, *, same: bool) -> Compare:
        """Whether of two elements the first has the same key, or that which comes before."""
        sign: Literal["=", "<", ">"] = "=" if same else "<" if self.way == "up" else ">"
        order = None if same else key.order
        return Compare(self.span, BOOLEAN, sign, key.value, key.value, order)


class Continuous(Expression):
    """At every moment from one item to another `least` intervals of the selection are open."""

    start: Expression
    end: Expression
    least: int
    selection: Selection


# ---- vocabulary ---------------------------------------------------------------------------------
class Kind(Frozen):
    """A kind of event; `may_be_empty` fields are empty by nature, not for want of a record.

    `payment` is the field that holds its sum, where the kind settles what was staked.  Of the
    columns of scopes it fills those that it `bears`, may fill those that are `free`, and leaves
    empty those that it `lacks`; of the others nothing is declared.
    """

    name: str
    fields: tuple[str, ...]
    may_be_empty: frozenset[str]
    exceptional: bool
    payment: str | None = None
    bears: frozenset[str] = frozenset()
    free: frozenset[str] = frozenset()
    lacks: frozenset[str] = frozenset()

    def ends(self, record: Record) -> bool:
        """Whether it comes last in a row of a ledger: a payment, and the row lies in its scopes."""
        return self.payment is not None and self.bears <= {*record.keys}


REPORT_LABELS = ("title", "law")
"""The texts of a report that a vocabulary may say otherwise."""


class Scope(Frozen):
    """A stretch of play: the events that agree on these fields; those in `needs` are filled, and
    those in `may_be_empty` need not be.
    """

    name: str
    fields: tuple[str, ...]
    needs: tuple[str, ...]
    may_be_empty: frozenset[str] = frozenset()


class Interval(Frozen):
    """From one event to the next closing one with the same keys."""

    name: str
    start: str
    end: str
    keys: tuple[str, ...]


class Stream(Frozen):
    """Kinds of event seen as one; each part gives the field behind each name of the stream."""

    name: str
    parts: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


Labels = dict[tuple[str, str], Bilingual]
"""Labels of a name of a family (`event`, `field`, …) or of a word of a type: one, or
`one|many`."""


class Vocabulary(Frozen):
    """The words of logs: the type of every column, and the kinds of event; `keyed` are fields that
    an event may leave empty, by which rules tell rows of records apart.
    """

    fields: dict[str, Type]
    context: tuple[str, ...]
    kinds: dict[str, Kind]
    scopes: dict[str, Scope]
    intervals: dict[str, Interval]
    streams: dict[str, Stream]
    law_scope: str | None
    labels: Labels = field(default_factory=dict)
    keyed: frozenset[str] = frozenset()

    def behind(self, source: str) -> tuple[tuple[str, dict[str, str]], ...]:
        """The kinds of event behind a source, each with its own names for some fields: an interval
        is what opens it.  None where any kind may be, or a record knows.
        """
        if source in self.kinds:
            return ((source, {}),)
        if source in self.streams:
            return tuple((kind, dict(names)) for kind, names in self.streams[source].parts)
        return ((self.intervals[source].start, {}),) if source in self.intervals else ()

    def kinds_of(self, source: str) -> tuple[str, ...]:
        """The kinds of event behind a source, and that which closes an interval."""
        closed = self.intervals.get(source)
        ends = () if closed is None else (closed.end,)
        return (*(kind for kind, _ in self.behind(source)), *ends)


# ---- rulesets -----------------------------------------------------------------------------------
class Move(Frozen):
    """A sum that flows from places to others, in this order; the last gives whatever is asked.

    One that `fills` brings to the one place whatever it lacks of the sum, or takes what is more.
    """

    amount: str
    flows: tuple[tuple[str, str], ...]
    fills: bool


class Undoing(Frozen):
    """A return of the last of some earlier entries that is not undone, and whose sum was as asked:
    what it moved goes back to where it came from.
    """

    earlier: Selection
    moved: tuple[Guard, ...]


class Guard(Frozen):
    """A comparison with a balance, or with what an earlier entry moved."""

    place: str
    sign: Sign
    value: str


class Entry(Frozen):
    """The doings of a kind of event in a ledger.

    Amounts and conditions are columns of the record `of`, which has a row for each event of the
    kind.  A doing is made of steps, and moves nothing where it has none; of several doings nobody
    knows which was meant.
    """

    of: str
    where: str | None
    guards: tuple[Guard, ...]
    doings: tuple[tuple[Move | Undoing, ...], ...]

    @property
    def steps(self) -> Iterator[Move | Undoing]:
        """The steps of all its doings, in the order of the file."""
        return (step for doing in self.doings for step in doing)

    @cached_property
    def places(self) -> frozenset[str]:
        """The places that it may change, but for those that an entry changed which it undoes."""
        moves = (step for step in self.steps if isinstance(step, Move))
        return frozenset(name for move in moves for flow in move.flows for name in flow)

    def hanging(self, places: Collection[str]) -> Iterator[str]:
        """The places that it changes by as much as these let it: a sum is taken from the next one
        for want of what one holds, and what sets one takes the difference from another.
        """
        if any(guard.place in places for guard in self.guards):
            yield from self.places
        for step in self.steps:
            match step:
                case Move(flows=flows) if any(origin in places for origin, _ in flows[:-1]):
                    takers = {to for _, to in flows}
                    yield from (origin for origin, _ in flows)
                    yield from takers if len(takers) > 1 else ()
                case Move(flows=((origin, place),), fills=True) if place in places:
                    yield origin


class Ledger(Frozen):
    """Balances of some places, moved by the first entry of each event that applies."""

    places: tuple[str, ...]
    entries: tuple[Entry, ...]

    @cached_property
    def behind(self) -> Mapping[str, tuple[str, ...]]:
        """The sources of the events on which each place hangs, whether or not they move it."""
        found: dict[str, tuple[str, ...]] = dict.fromkeys(self.places, ())
        for source in dict.fromkeys(entry.of for entry in self.entries):
            moved, reached = set[str](), set[str]()
            for entry in self.entries:
                reached |= entry.places if entry.of == source else frozenset()
            while moved != reached:
                moved = {*reached}
                for entry in self.entries:
                    reached |= {*entry.hanging(moved)}
            found |= {place: (*found[place], source) for place in self.places if place in reached}
        return found


class Composite(Frozen):
    """A rule or a record, whose parts are looked through again and again."""

    @cached_property
    def parts(self) -> Sequence[object]:
        """Every node inside it, itself included, in the order of the file."""
        return (self, *parts_of(parts_within(self)))

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        """It goes to other processes without what was found in it."""
        return type(self), tuple(getattr(self, own.name) for own in fields(self))


class Record(Composite):
    """One row for every value of the keys that any of the kinds shows.

    A record `of_events` has one row for every event of its one kind, and gives it columns.
    """

    name: str
    keys: tuple[str, ...]
    over: tuple[str, ...]
    columns: tuple[tuple[str, Expression], ...]
    needs: tuple[str, ...]  # keys without which there is no row
    of_events: bool
    span: Span = field(compare=False, repr=False)
    ledger: Ledger | None = None


ALWAYS = InForce(None, None)


class Rule(Composite):
    name: str
    ruleset: str
    severity: Literal["critical", "major", "minor"]
    cites: tuple[str, ...]
    rests_on: tuple[str, ...]  # the readings without which the rule would ask something else
    underlies: str | None  # the scope in which no other rule is judged where this one is violated
    subject: str
    where: Expression | None
    lets: tuple[tuple[str, Expression], ...]
    applies: tuple[Expression, ...]
    verifiable: tuple[tuple[Expression, Bilingual], ...]
    presumes: tuple[str, ...]
    require: Expression
    report_for: tuple[str, ...]
    message: Bilingual
    in_force: InForce
    as_logged: bool  # judged by the rows that there are, though the log shows that some are missing
    span: Span = field(compare=False, repr=False)

    @property
    def id(self) -> str:
        return f"{self.ruleset}/{self.name}"


Nature = Literal["law", "called-in", "usage", "record"]


class LawSource(Frozen):
    """Where a provision stands, as data: nothing here is worked out by the program."""

    name: str
    text: Bilingual
    article: str
    edition: date | None
    nature: Nature
    transcribed: Bilingual | None
    compared: Compared | None
    in_force: InForce
    abrogated: bool
    abrogated_on: date | None
    replaced_by: Bilingual | None


class Provision(Frozen):
    id: str
    source: LawSource | None
    text: Bilingual
    in_force: InForce
    not_auditable: Bilingual | None
    refers_to: tuple[str, ...]
    not_applicable: Bilingual | None
    span: Span = field(compare=False, repr=False)

    @property
    def is_audited(self) -> bool:
        """True of a provision that rules have to cite."""
        return self.not_auditable is None and self.not_applicable is None and not self.refers_to


class Reading(Frozen):
    """How provisions are read where their words admit another reading too.

    `param` names the parameter that chooses between the two, where there is one.
    """

    id: str
    provisions: tuple[str, ...]
    text: Bilingual
    because: Bilingual
    other: Bilingual
    param: str | None
    span: Span = field(compare=False, repr=False)


class Param(Frozen):
    """Dated values, the earliest first; a start of None means always before the next.

    One without values is left to whoever asks for the audit.
    """

    name: str
    type: Type
    values: tuple[tuple[date | None, Value], ...]
    text: Bilingual | None

    @property
    def is_given(self) -> bool:
        """True for a value that no ruleset states and the inspector gives."""
        return not self.values


class DecisionTable(Frozen):
    """A decision table: the first row whose cells all hold gives the result."""

    name: str
    inputs: tuple[tuple[str, Type], ...]
    gives: Type
    rows: tuple[tuple[tuple[Value | None, ...], Value], ...]  # None: any value
    domains: tuple[tuple[Value, ...] | None, ...]  # None: its values cannot be listed

    def decide(self, arguments: tuple[Value, ...]) -> Value | None:
        """The result for the arguments, or None where no row holds."""
        for cells, result in self.rows:
            if all(map(holds, cells, arguments)):
                return result
        return None


def holds(cell: Value | None, value: Value) -> bool:
    """True where a cell of a decision table holds for a value; None holds for any."""
    match cell:
        case None:
            return True
        case Range(low=low, high=high):
            assert isinstance(value, int | Fraction)
            return (low is None or low <= value) and (high is None or value <= high)
        case frozenset():
            return value in cell
        case _:
            return value == cell


class Ways(Frozen):
    """The results that chance has, each with in how many equal ways it comes about.

    What shares an instance of the scope `within` shares one result; or, `without_return`, what is
    drawn in one is not put back.
    """

    results: tuple[tuple[Value, int], ...]
    type: Type
    within: Scope | None
    without_return: bool


class Statistic(Frozen):
    """Results that are counted, or money that is added up, beside what chance lets expect.

    `rule` has the subjects and the names let; it asks nothing.  Of results `observed` is their
    value, and the rest is None.  Of money, `wagered` and `gained` are sums, `foreseen` is what is
    gained where the name `drawn` stands for one of the results.
    """

    name: str
    text: Bilingual
    rule: Rule
    observed: Expression | None
    wagered: Expression | None
    gained: Expression | None
    foreseen: Expression | None
    drawn: str
    ways: Ways
    per: tuple[Scope, ...]


class Program(Frozen):
    """A ruleset, checked, with all that it extends and uses.

    `telling` are for each kind of event the fields without which two of them cannot be told from
    one that is written twice.
    """

    name: str
    version: str
    title: Bilingual
    in_force: InForce
    sha256: str
    sources: tuple[LawSource, ...]
    vocabulary: Vocabulary
    provisions: tuple[Provision, ...]
    readings: tuple[Reading, ...]
    params: dict[str, Param]
    tables: dict[str, DecisionTable]
    records: dict[str, Record]
    rules: tuple[Rule, ...]
    examples: tuple[Example, ...]
    shorthand: tuple[tuple[str, Span], ...] = ()  # names that rules use in short, and where
    files: tuple[Source, ...] = field(default=(), repr=False)  # all of which `sha256` is the hash
    telling: dict[str, tuple[str, ...]] = field(default_factory=dict)
    statistics: tuple[Statistic, ...] = ()
    not_shipped: tuple[str, ...] = ()  # files of rules that do not come with the program
    lineage: tuple[str, ...] = ()  # the rulesets that it extends, and its own name


def parts_of(node: object) -> Iterator[object]:
    """Every node of the checked core inside `node`, itself included, in the order of the file."""
    waiting = [node]
    while waiting:
        found = waiting.pop()
        if isinstance(found, tuple):
            waiting.extend(reversed(found))
        elif isinstance(found, Composite):
            yield from found.parts
        elif (values := _values_inside(type(found))) is not None:
            yield found
            waiting.extend(reversed(values(found)))


def parts_within(node: object) -> Sequence[object]:
    """The nodes and tuples that stand right inside a node or a tuple."""
    if isinstance(node, tuple):
        return node
    values = _values_inside(type(node))
    return () if values is None else values(node)


def conjuncts(condition: Expression | None) -> tuple[Expression, ...]:
    """The conditions that all have to hold for one to hold."""
    if isinstance(condition, AllOf):
        return tuple(part for inner in condition.parts for part in conjuncts(inner))
    return () if condition is None else (condition,)


def _names_inside(kind: type) -> tuple[str, ...]:
    """The fields of a class of nodes in which more may stand, in their order; none of others."""
    own = fields(kind) if is_dataclass(kind) else ()
    inside = (part for part in own if part.name not in ("span", "type"))
    return tuple(part.name for part in inside if not _PLAIN.fullmatch(str(part.type)))


names_inside: Callable[[type], tuple[str, ...]] = cache(_names_inside)
_PLAIN = re.compile(r"(?:str|int|bool|Literal\[[^]]*\])(?: \| None)?")
"""Types, as they are written, whose values hold no nodes."""


def _getter(kind: type) -> Callable[[Any], tuple[object, ...]] | None:
    """The values of a class of nodes in which more may stand; None of other classes."""
    if not is_dataclass(kind):
        return None
    match names_inside(kind):
        case ():
            return lambda _node: ()
        case (name,):
            return lambda node: (getattr(node, name),)
        case names:
            return attrgetter(*names)


_values_inside: Callable[[type], Callable[[Any], tuple[object, ...]] | None] = cache(_getter)


def rewritten(whole: Any, change: Callable[[Any], Any]) -> Any:
    """The whole with each part for which `change` gives another, not None; the outermost first."""
    if (new := change(whole)) is not None:
        return new
    if isinstance(whole, tuple) and not isinstance(whole, Range):
        inside = tuple(rewritten(part, change) for part in whole)
        return whole if all(map(is_, inside, whole)) else inside
    if not is_dataclass(whole) or type(whole).__module__ != __name__:
        return whole
    own = {name: getattr(whole, name) for name in names_inside(type(whole))}
    other = {name: rewritten(part, change) for name, part in own.items()}
    other = {name: part for name, part in other.items() if part is not own[name]}
    return replace(whole, **other) if other else whole  # type: ignore[type-var]  # an instance
