"""The syntax of a rule file, as it is written: one class for each rule of the grammar.

Spans are required and do not count in comparisons, so that two texts that say the
same are equal.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import chain
from typing import Literal

from auditor.language.syntax.words import Compared, InForce, Node, ReplacedBy, Transcribed, Words

__all__ = ["Compared", "InForce", "Node", "ReplacedBy", "Transcribed", "Words"]


class Expression(Node):
    """A condition, or a value."""


class Declaration(Node):
    """A declaration, which begins in the first column."""


# ---- words --------------------------------------------------------------------------------------
class Name(Expression):
    text: str


class Label(Node):
    """The name of a ruleset, a rule or a provision; it may hold dots and dashes."""

    text: str


# ---- expressions --------------------------------------------------------------------------------
class Number(Expression):
    value: int | Fraction


class Duration(Expression):
    seconds: int


class TextLiteral(Expression):
    value: str


class RangeOf(Expression):
    low: Number | Name
    high: Number | Name


class SetOf(Expression):
    elements: tuple[Literals, ...]


class Day(Expression):
    value: date


class This(Expression):
    pass


class Disjunction(Expression):
    parts: tuple[Expression, ...]


class Conjunction(Expression):
    parts: tuple[Expression, ...]


class Negation(Expression):
    part: Expression


class Comparison(Expression):
    """A chain: `a < b <= c` has two signs and three parts."""

    signs: tuple[str, ...]
    parts: tuple[Expression, ...]


class Membership(Expression):
    element: Expression
    negated: bool
    within: Expression


class Test(Expression):
    part: Expression
    asks: Literal["exists", "recorded", "empty", "given"]


class Same(Expression):
    """Element and subject agree in these fields, as keys do."""

    names: tuple[Name, ...]


class Arithmetic(Expression):
    left: Expression
    sign: Literal["+", "-", "times", "/", "div", "mod"]
    right: Expression


class Minus(Expression):
    part: Expression


class Access(Expression):
    of: Expression
    name: Name


class Call(Expression):
    name: Name
    arguments: tuple[Expression, ...]


class Case(Node):
    when: Expression
    then: Expression


class SameCells(Expression):
    """Two events agree in kind and in every cell."""

    left: Expression
    right: Expression


class Choice(Expression):
    cases: tuple[Case, ...]
    otherwise: Expression


class Bound(Node):
    """A moment before or after which something lies; `within` so long by the clock, if it says."""

    side: Literal["before", "after", "since", "until", "at"]
    moment: Expression
    within: Expression | None = None


class Selection(Node):
    kinds: tuple[Name, ...]
    within: Name | None
    bounds: tuple[Bound, ...]
    where: Expression | None


class Aggregate(Expression):
    """`count of …`, or `sum`, `min`, `max` and `count of distinct` of one field or of a value."""

    function: Literal["count", "distinct", "sum", "min", "max"]
    selection: Selection
    field: Name | None
    value: Expression | None = None


class Quantifier(Expression):
    quantity: Literal["any", "no"]
    selection: Selection


class Pick(Expression):
    end: Literal["first", "last", "nth"]
    selection: Selection
    index: Expression | None = None


class Quantity(Node):
    least: int
    most: int | None


class Step(Node):
    kind: Name
    where: Expression | None
    quantity: Quantity | None


class PatternGroup(Node):
    alternatives: tuple[Pattern, ...]
    quantity: Quantity | None


class Pattern(Node):
    steps: tuple[Step | PatternGroup, ...]


class Sequence(Expression):
    selection: Selection
    pattern: Pattern


class Goes(Expression):
    """Each element of the selection stands, by some keys, where the order wants it."""

    selection: Selection
    way: Literal["up", "down"]
    strictly: bool
    keys: tuple[Expression, ...]


class Continuous(Expression):
    """At every moment of a stretch, so many intervals of the selection are open at least."""

    start: Expression
    end: Expression
    least: int
    selection: Selection


class Balance(Expression):
    """The balance of a place of a ledger at a moment, in the row at hand or in another."""

    place: Name | Access
    side: Literal["before", "until", "at"]
    moment: Expression


Literals = Number | Day | TextLiteral | Name | RangeOf | SetOf


# ---- files and the law --------------------------------------------------------------------------
class Vocabulary(Declaration):
    label: Label
    words: Words


class Ruleset(Declaration):
    label: Label
    extends: Label | None
    version: str
    title: Words
    in_force: InForce | None


class Use(Declaration):
    labels: tuple[Label, ...]


class NotCompared(Node):
    pass


class Abrogated(Node):
    day: date | None


class SourceOfLaw(Declaration):
    label: Label
    words: Words
    article: str | None
    edition: date | None
    nature: Literal["law", "called-in", "usage", "record"]
    transcribed: Transcribed | None
    comparison: Compared | NotCompared | None
    in_force: InForce | None
    abrogated: Abrogated | None
    replaced_by: ReplacedBy | None


class Provision(Declaration):
    label: Label
    source: Label | None
    words: Words
    in_force: InForce | None
    not_auditable: Words | None
    refers_to: tuple[Label, ...]
    not_applicable: Words | None = None  # said by a ruleset that extends the provision's own


class NotApplicable(Declaration):
    """A provision of a parent that does not apply to the game that extends it."""

    label: Label
    words: Words


class Reading(Declaration):
    """How provisions are read where their words admit another reading too."""

    label: Label
    provisions: tuple[Label, ...]
    words: Words
    because: Words
    other: Words
    param: Name | None
    without_rule: bool


# ---- vocabularies -------------------------------------------------------------------------------
class Enumeration(Declaration):
    """`=` a closed list; `open` one that a log may go beyond; `also` more words for a known one."""

    name: Name
    form: Literal["=", "open", "also"]
    members: tuple[Name, ...]


class Sets(Node):
    """The type of cells that hold several values of another."""

    element: Name


class Context(Declaration):
    """Columns that every event may fill."""

    names: tuple[Name, ...]
    type: Name | Sets


class Field(Declaration):
    names: tuple[Name, ...]
    type: Name | Sets


class EventField(Node):
    name: Name
    may_be_empty: bool


class Bears(Node):
    """`in SCOPE`: which columns an event fills; of `in SCOPE?`, which it may."""

    scope: EventField


class Lacks(Node):
    """`outside SCOPE`: which columns an event leaves empty."""

    scope: Name


class Event(Declaration):
    """Kinds of event; `also` says more of those that are known."""

    names: tuple[Name, ...]
    fields: tuple[EventField, ...]
    exceptional: bool | None  # None where nothing is said of it
    payment: bool
    also: bool
    columns: tuple[Bears | Lacks, ...]


class Scope(Declaration):
    name: Name
    fields: tuple[EventField, ...]


class Law(Declaration):
    scope: Name


class Interval(Declaration):
    name: Name
    start: Name
    end: Name
    keys: tuple[Name, ...]


class StreamPart(Node):
    kind: Name
    renamed: tuple[tuple[Name, Name], ...]  # (name in the stream, field of the kind)


class Stream(Declaration):
    name: Name
    parts: tuple[StreamPart, ...]


class Labelled(Node):
    name: Name
    words: Words


class Labels(Declaration):
    """Labels of the names of a family, such as `event`, or of the words of a type."""

    family: Name
    entries: tuple[Labelled, ...]


# ---- constants ----------------------------------------------------------------------------------
class Order(Declaration):
    name: Name
    elements: tuple[Name | Number, ...]  # highest first


class Constant(Declaration):
    name: Name
    type: Name | None
    value: Literals
    usage: bool


class Dated(Node):
    value: Literals
    start: date | None


class Param(Declaration):
    name: Name
    type: Name
    values: tuple[Dated, ...]
    words: Words | None


class Wildcard(Node):
    pass


class Domain(Node):
    name: Name
    values: Name | RangeOf


Cell = Wildcard | Name | Number | RangeOf | SetOf


class Row(Node):
    cells: tuple[Cell, ...]  # none: it holds for what no other row holds for
    result: Name | Number


class Table(Declaration):
    name: Name
    domains: tuple[Domain, ...]
    gives: Name
    rows: tuple[Row, ...]


# ---- records, rules and their examples ----------------------------------------------------------
class Let(Node):
    name: Name
    value: Expression


class Record(Declaration):
    name: Name
    keys: tuple[Name, ...]
    over: tuple[Name, ...]
    lets: tuple[Let, ...]


class Flow(Node):
    """The places from which a sum is taken, one after the other, and the one to which it goes."""

    origins: tuple[Name, ...]
    to: Name


class Move(Node):
    """A sum that flows between places; the last of them gives whatever is asked.

    One that `fills` brings to the one place whatever it lacks of the sum, or takes what is more.
    """

    amount: Expression
    flows: tuple[Flow, ...]
    fills: bool = False


class Undoing(Node):
    """A return of the sum of an earlier entry, each once, to where it came from."""

    earlier: Selection


class Stay(Node):
    """Nothing moves."""


class Doing(Node):
    """Moves that are made together, one after the other."""

    steps: tuple[Move | Undoing | Stay, ...]


class Entry(Node):
    """The doings of a kind of event in a ledger; of several doings nobody knows which was meant."""

    kind: Name
    where: Expression | None
    doings: tuple[Doing, ...]


class Likewise(Node):
    """Another ledger, whose entries move a ledger too where the condition holds of the event."""

    ledger: Name
    where: Expression | None


class Ledger(Record):
    """A record whose rows have balances of some places, which events move.

    One that says `also` adds to the ledger of that name, and has other keys.
    """

    also: bool
    likewise: Likewise | None
    places: tuple[Name, ...]
    of: Name
    entries: tuple[Entry, ...]

    def with_former(self, former: Ledger) -> Ledger:
        """The ledger with the places, entries and columns of the one to which it adds."""
        anew = {let.name.text: let for let in self.lets}
        lets = (*(anew.pop(let.name.text, let) for let in former.lets), *anew.values())
        entries, places = (*self.entries, *former.entries), (*former.places, *self.places)
        return replace(
            self, likewise=former.likewise, places=places, of=former.of, entries=entries, lets=lets
        )

    def moved_as(self, other: Ledger) -> Ledger:
        """The ledger with the places of another, and behind its own entries those of the other."""
        where = self.likewise.where if self.likewise else None
        entries = (
            replace(own, where=_both(where, own.where)) if where else own for own in other.entries
        )
        return replace(
            self,
            places=(*other.places, *self.places),
            of=other.of,
            entries=(*self.entries, *entries),
        )


def _both(one: Expression, other: Expression | None) -> Expression:
    """Conditions of both, as one list."""
    if other is None:
        return one
    parts = (own.parts if isinstance(own, Conjunction) else (own,) for own in (one, other))
    return Conjunction(other.span, tuple(chain.from_iterable(parts)))


class ForEach(Node):
    subject: Name
    where: Expression | None


class Verifiable(Node):
    when: Expression
    otherwise: Words


class Unless(Node):
    """Not verifiable in the gaps of these names."""

    gaps: tuple[Name, ...]


class Suspend(Declaration):
    """No rule that stands below is applicable in an instance of the scope where this holds."""

    scope: Name
    when: Expression


class Argument(Node):
    name: Name
    type: Name | Sets


class Define(Declaration):
    """A name for an expression, which stands in its place wherever the name does.

    `of` is the record, the scope or the kind of event from whose point of view it is written.
    """

    name: Name
    arguments: tuple[Argument, ...]
    of: Name | None
    value: Expression


class Gap(Declaration):
    """Why a requirement cannot be verified, said once for all the rules that it concerns."""

    name: Name
    when: Expression
    words: Words


class Subject(Declaration):
    """A name for the items that several rules are about."""

    name: Name
    of: Name
    where: Expression


class RuleGroup(Declaration):
    """A name for rules that others are judged after."""

    label: Label
    rules: tuple[Label, ...]


class Rule(Declaration):
    label: Label
    severity: Literal["critical", "major", "minor"]
    cites: tuple[Label, ...]
    rests_on: tuple[Label, ...]
    underlies: Name | None
    for_each: ForEach
    lets: tuple[Let, ...]
    applies: tuple[Expression, ...]
    verifiable: tuple[Verifiable | Unless, ...]
    presumes: tuple[Label, ...]
    require: Expression
    report: tuple[Name, ...]
    message: Words | None
    in_force: InForce | None
    even_when_suspended: bool
    as_logged: bool = False
    suspensions: tuple[Name, ...] = ()  # the scopes of which suspended instances are left out


class Ways(Node):
    """The table that says in how many ways each result comes about.

    What shares an instance of the scope shares one result; or, `without_return`, what is drawn in
    one is not put back.
    """

    table: Name
    without_return: bool
    within: Name | None


class Statistic(Declaration):
    """Results that are counted, or money that is added up, beside what chance lets expect."""

    label: Label
    words: Words
    for_each: ForEach
    lets: tuple[Let, ...]
    applies: tuple[Expression, ...]
    observed: Expression | None
    wagered: Expression | None
    gained: Expression | None
    foreseen: Expression | None
    ways: Ways
    per: tuple[Name, ...]
    suspensions: tuple[Name, ...] = ()  # the scopes of which suspended instances are left out


class Replace(Declaration):
    declaration: Declaration


class Drop(Declaration):
    kind: Literal["rule", "record", "statistic"]
    label: Label


GIVEN = "given"
"""The word that begins an example's line of parameters: a word of the language, so no event."""

RECORDED, EVERY_KIND = "recorded", "all"
"""The words of such a line for the kinds of event that a log records, one of the language; and for
all of them.
"""


class Line(Node):
    """One event of an example: its kind and its cells, as they would stand in a log."""

    kind: str
    cells: tuple[tuple[str, str], ...]
    times: int


class Given(Declaration):
    """Lines with which each example below begins, up to the next of these in the file."""

    lines: tuple[Line, ...]


class Example(Declaration):
    """`lines` begin with those given above it in the file."""

    title: str
    rule: Label
    outcome: Literal["violates", "complies", "unverifiable", "inapplicable"]
    rows: tuple[int, ...]
    lines: tuple[Line, ...]
    of_parent: bool = False  # it speaks of words that a child has replaced
    of_former: bool = False  # it shows a rule that a child has replaced
    is_edge: bool = False  # it stands among those that a tool wrote, to notice changes


# ---- what cannot be read ------------------------------------------------------------------------
class Broken(Declaration):
    """A declaration that cannot be read: what it was to be, and every name that stands in it.

    Its error has been reported; nothing is said of what only rests on it.
    """

    keyword: str
    names: tuple[str, ...]
