"""The syntax of a rule file, as it is written: one class for each rule of the grammar.

Spans are required and do not count in comparisons, so that two texts that say the
same are equal.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Literal

from auditor.source import Spanned


class Node(Spanned):
    """Anything that stands somewhere in a rule file."""


# ---- words --------------------------------------------------------------------------------------
class Name(Node):
    text: str


class Label(Node):
    """The name of a ruleset, a rule or a provision; it may hold dots and dashes."""

    text: str


class Words(Node):
    fr: str
    en: str


class InForce(Node):
    start: date
    end: date | None


# ---- expressions --------------------------------------------------------------------------------
class Number(Node):
    value: int | Fraction


class Duration(Node):
    seconds: int


class TextLiteral(Node):
    value: str


class RangeOf(Node):
    low: Number | Name
    high: Number | Name


class SetOf(Node):
    elements: tuple[Literals, ...]


class Day(Node):
    value: date


class This(Node):
    pass


class Disjunction(Node):
    parts: tuple[Expression, ...]


class Conjunction(Node):
    parts: tuple[Expression, ...]


class Negation(Node):
    part: Expression


class Comparison(Node):
    """A chain: `a < b <= c` has two signs and three parts."""

    signs: tuple[str, ...]
    parts: tuple[Expression, ...]


class Membership(Node):
    element: Expression
    within: Expression
    negated: bool


class Test(Node):
    part: Expression
    asks: Literal["exists", "recorded", "empty", "given"]


class Same(Node):
    """Element and subject agree in these fields, as keys do."""

    names: tuple[Name, ...]


class Arithmetic(Node):
    sign: str
    left: Expression
    right: Expression


class Minus(Node):
    part: Expression


class Access(Node):
    of: Expression
    name: Name


class Call(Node):
    name: Name
    arguments: tuple[Expression, ...]


class Case(Node):
    when: Expression
    then: Expression


class SameCells(Node):
    """Two events agree in kind and in every cell."""

    left: Expression
    right: Expression


class Choice(Node):
    cases: tuple[Case, ...]
    otherwise: Expression


class Nearest(Node):
    """`first deal` or `last deal` as the edge of a stretch of the log."""

    end: Literal["first", "last"]
    kind: Name


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


class Aggregate(Node):
    """`count of …`, or `sum`, `min`, `max` and `count of distinct` of one field or of a value."""

    function: Literal["count", "distinct", "sum", "min", "max"]
    selection: Selection
    field: Name | None
    value: Expression | None = None


class Quantifier(Node):
    quantity: Literal["any", "no"]
    selection: Selection


class Universal(Node):
    selection: Selection
    has: Expression


class Pick(Node):
    end: Literal["first", "last", "previous", "next"]
    selection: Selection


class Nth(Node):
    index: Expression
    selection: Selection


class Position(Node):
    selection: Selection


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


class Sequence(Node):
    selection: Selection
    pattern: Pattern


class Goes(Node):
    """Each element of the selection stands, by some keys, where the order wants it."""

    selection: Selection
    way: Literal["up", "down"]
    strictly: bool
    keys: tuple[Expression, ...]


class Continuous(Node):
    """At every moment of a stretch, so many intervals of the selection are open at least."""

    start: Expression
    end: Expression
    least: int
    selection: Selection


class Balance(Node):
    """The balance of a place of a ledger at a moment, in the row at hand or in another."""

    place: Name | Access
    side: Literal["before", "until", "at"]
    moment: Expression


Literals = Number | Day | TextLiteral | Name | RangeOf | SetOf
Expression = (
    Number
    | Day
    | Duration
    | TextLiteral
    | RangeOf
    | SetOf
    | This
    | Name
    | Disjunction
    | Conjunction
    | Negation
    | Comparison
    | Membership
    | Test
    | Same
    | Arithmetic
    | Minus
    | Access
    | Call
    | SameCells
    | Choice
    | Aggregate
    | Quantifier
    | Universal
    | Pick
    | Nearest
    | Nth
    | Position
    | Sequence
    | Goes
    | Continuous
    | Balance
)


# ---- files and the law --------------------------------------------------------------------------
class Vocabulary(Node):
    label: Label
    words: Words


class Ruleset(Node):
    label: Label
    extends: Label | None
    version: str
    title: Words
    in_force: InForce | None


class Use(Node):
    labels: tuple[Label, ...]


Nature = Literal["law", "called-in", "usage", "record"]
"""Classes of sources: a law paraphrased, one called in and not read, usage, the record itself."""


class Compared(Node):
    """With which edition a source was compared, when, and by whom."""

    edition: Words
    day: date
    by: str


class Abrogated(Node):
    day: date | None


class SourceOfLaw(Node):
    label: Label
    words: Words
    article: str
    edition: date | None
    nature: Nature
    transcribed: Words | None
    compared: Compared | None
    says_whether_compared: bool
    in_force: InForce | None
    abrogated: Abrogated | None
    replaced_by: Words | None


class Provision(Node):
    label: Label
    source: Label | None
    words: Words
    in_force: InForce | None
    not_auditable: Words | None
    refers_to: tuple[Label, ...]
    not_applicable: Words | None = None  # said by a ruleset that extends the provision's own


class NotApplicable(Node):
    """A provision of a parent that does not apply to the game that extends it."""

    label: Label
    words: Words


class Reading(Node):
    """How provisions are read where their words admit another reading too."""

    label: Label
    provisions: tuple[Label, ...]
    words: Words
    because: Words
    other: Words
    param: Name | None
    without_rule: bool


# ---- vocabularies -------------------------------------------------------------------------------
class Enumeration(Node):
    """`=` a closed list; `open` one that a log may go beyond; `also` more words for a known one."""

    name: Name
    members: tuple[Name, ...]
    form: Literal["=", "open", "also"]


class Sets(Node):
    """The type of cells that hold several values of another."""

    element: Name


class Context(Node):
    """Columns that every event may fill."""

    names: tuple[Name, ...]
    type: Name | Sets


class Field(Node):
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


class Event(Node):
    """Kinds of event; `also` says more of those that are known."""

    names: tuple[Name, ...]
    fields: tuple[EventField, ...]
    exceptional: bool | None  # None where nothing is said of it
    payment: bool
    also: bool
    columns: tuple[Bears | Lacks, ...]


class Scope(Node):
    name: Name
    fields: tuple[EventField, ...]


class Law(Node):
    scope: Name


class Interval(Node):
    name: Name
    start: Name
    end: Name | Duration  # what closes it, or how long it lasts
    keys: tuple[Name, ...]


class StreamPart(Node):
    kind: Name
    renamed: tuple[tuple[Name, Name], ...]  # (name in the stream, field of the kind)


class Stream(Node):
    name: Name
    parts: tuple[StreamPart, ...]


class Labelled(Node):
    name: Name
    words: Words


class Labels(Node):
    """Labels of the names of a family, such as `event`, or of the words of a type."""

    family: Name
    entries: tuple[Labelled, ...]


# ---- constants ----------------------------------------------------------------------------------
class Order(Node):
    name: Name
    elements: tuple[Name | Number, ...]  # highest first


class Constant(Node):
    name: Name
    type: Name | None
    value: Literals
    usage: bool


class Dated(Node):
    value: Literals
    start: date | None


class Param(Node):
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


class Table(Node):
    name: Name
    domains: tuple[Domain, ...]
    gives: Name
    rows: tuple[Row, ...]


# ---- records, rules and their examples ----------------------------------------------------------
class Let(Node):
    name: Name
    value: Expression


class Record(Node):
    name: Name
    keys: tuple[Name, ...]
    over: tuple[Name, ...]
    lets: tuple[Let, ...]


class Flow(Node):
    """The places from which a sum is taken, one after the other, and the one to which it goes."""

    origins: tuple[Name, ...]
    to: Name


class Move(Node):
    """A sum that flows between places; the last of them gives whatever is asked."""

    amount: Expression
    flows: tuple[Flow, ...]


class Setting(Node):
    """A sum that a place holds from now on, whatever it held."""

    place: Name
    amount: Expression
    origin: Name


class Undoing(Node):
    """A return of the sum of an earlier entry, each once, to where it came from."""

    earlier: Selection


class Stay(Node):
    """Nothing moves."""


class Doing(Node):
    """Moves that are made together, one after the other."""

    steps: tuple[Move | Setting | Undoing | Stay, ...]


class Entry(Node):
    """The doings of a kind of event in a ledger; of several doings nobody knows which was meant."""

    kind: Name
    where: Expression | None
    doings: tuple[Doing, ...]


class Ledger(Record):
    """A record whose rows have balances of some places, which events move.

    One that says `also` adds to the ledger of that name, and has other keys.
    """

    also: bool
    places: tuple[Name, ...]
    of: Name
    entries: tuple[Entry, ...]

    def with_former(self, former: Ledger) -> Ledger:
        """The ledger with the places, entries and columns of the one to which it adds."""
        anew = {let.name.text: let for let in self.lets}
        lets = (*(anew.pop(let.name.text, let) for let in former.lets), *anew.values())
        entries, places = (*self.entries, *former.entries), (*former.places, *self.places)
        return replace(self, places=places, of=former.of, entries=entries, lets=lets)


class ForEach(Node):
    subject: Name
    where: Expression | None


class Verifiable(Node):
    when: Expression
    otherwise: Words


class Unless(Node):
    """Not verifiable in the gaps of these names."""

    gaps: tuple[Name, ...]


class Suspend(Node):
    """No rule that stands below is applicable in an instance of the scope where this holds."""

    scope: Name
    when: Expression


class Argument(Node):
    name: Name
    type: Name | Sets


class Define(Node):
    """A name for an expression, which stands in its place wherever the name does.

    `of` is the record, the scope or the kind of event from whose point of view it is written.
    """

    name: Name
    arguments: tuple[Argument, ...]
    of: Name | None
    value: Expression


class Gap(Node):
    """Why a requirement cannot be verified, said once for all the rules that it concerns."""

    name: Name
    when: Expression
    words: Words


class Subject(Node):
    """A name for the items that several rules are about."""

    name: Name
    of: Name
    where: Expression


class RuleGroup(Node):
    """A name for rules that others are judged after."""

    label: Label
    rules: tuple[Label, ...]


class Rule(Node):
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


class Statistic(Node):
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


class Replace(Node):
    declaration: Rule | Record | Ledger | Define | Stream | Constant | Param | Table | Statistic


class Drop(Node):
    kind: Literal["rule", "record", "statistic"]
    label: Label


GIVEN = "given"
"""The word that begins an example's line of parameters: a word of the language, so no event."""


class Line(Node):
    """One event of an example: its kind and its cells, as they would stand in a log."""

    kind: str
    cells: tuple[tuple[str, str], ...]
    times: int


class Given(Node):
    """Lines with which each example below begins, up to the next of these in the file."""

    lines: tuple[Line, ...]


class Example(Node):
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
class Broken(Node):
    """A declaration that cannot be read: what it was to be, and every name that stands in it.

    Its error has been reported; nothing is said of what only rests on it.
    """

    keyword: str
    names: tuple[str, ...]


Declaration = (
    Vocabulary
    | Ruleset
    | Use
    | SourceOfLaw
    | Provision
    | NotApplicable
    | Reading
    | Enumeration
    | Context
    | Field
    | Event
    | Scope
    | Law
    | Interval
    | Stream
    | Order
    | Constant
    | Param
    | Table
    | Record
    | Ledger
    | Suspend
    | Define
    | Gap
    | Subject
    | RuleGroup
    | Statistic
    | Labels
    | Rule
    | Replace
    | Drop
    | Given
    | Example
    | Broken
)
