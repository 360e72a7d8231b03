"""The report value: what an audit found, frozen, in the shape of findings.json.

Everything that a reader learns stands here; the renderers only lay it out.
Numbers of checks are numbers of subjects (a shoe, a coup, a hand ...) judged by a rule:
`checked` counts those with a definite answer, so checked = compliant + violations,
and what could not be verified or does not apply is counted apart.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    NonNegativeInt,
    PositiveInt,
    model_validator,
    with_config,
)

from auditor.case import StatedCase
from auditor.language.core import Bilingual as Bilingual  # noqa: PLC0414 - a part of the model

Language = Literal["fr", "en"]
Severity = Literal["critical", "major", "minor"]
State = Literal[
    "compliant", "violated", "not_verifiable", "not_applicable", "not_auditable", "refers_to"
]
FindingClass = Literal["departure", "to_confirm", "record"]
"""Departures from a law that is cited, as the ruleset paraphrases it; findings on a text that is
abrogated or not read, or on usage; and what is wrong in the record itself.  No report adds them up.
"""
Nature = Literal["law", "called-in", "usage", "record"]
Opinion = Literal[
    "violations", "to_confirm", "record", "incomplete", "compliant", "nothing_checked"
]

Position = tuple[str, str | None, int]
LANGUAGES: tuple[Language, ...] = ("fr", "en")
SEVERITIES: tuple[Severity, ...] = ("critical", "major", "minor")
STATES: tuple[State, ...] = (
    "violated",
    "not_verifiable",
    "compliant",
    "not_applicable",
    "not_auditable",
    "refers_to",
)
CLASSES: tuple[FindingClass, ...] = ("departure", "to_confirm", "record")


# A report holds the text of a rule file without where it stands there: as it is read back.
with_config(ConfigDict(extra="forbid", revalidate_instances="subclass-instances"))(Bilingual)

_NO_NAMES: set[str] = set()


class ReportModel(BaseModel):
    """The base of each piece of the report: frozen; a name that is not declared is an error."""

    model_config = ConfigDict(
        frozen=True,
        defer_build=True,
        extra="forbid",
        serialize_by_alias=True,
        validate_by_name=True,
        json_schema_serialization_defaults_required=True,
    )

    def model_post_init(self, _context: object, /) -> None:
        # A set of names in each of hundreds of thousands of pieces, of which nobody asks.
        object.__setattr__(self, "__pydantic_fields_set__", _NO_NAMES)


Iso = Annotated[str, BeforeValidator(lambda own: own.isoformat() if isinstance(own, date) else own)]
"""A day or a moment in ISO 8601, which may be given as one."""


class Period(ReportModel):
    """Bounds in ISO 8601, both included; none where the bound is open or unknown."""

    start: Iso | None = Field(default=None, validation_alias="from", serialization_alias="from")
    end: Iso | None = Field(default=None, validation_alias="to", serialization_alias="to")


class Auditor(ReportModel):
    """The program that made the report; `libraries` names what judged and rendered it."""

    version: str
    libraries: dict[str, str] = {}


class Run(ReportModel):
    """How the audit was asked for. `started` is ISO 8601 and given by the caller."""

    started: str
    parameters: dict[str, JsonValue]
    language: Language

    @property
    def started_at(self) -> datetime:
        """The date that documents bear, in UTC; 1980 where `started` is not ISO 8601."""
        try:
            return datetime.fromisoformat(self.started).astimezone(UTC)
        except ValueError:
            return datetime(1980, 1, 1, tzinfo=UTC)


class Input(ReportModel):
    """One file (or sheet) of the log and its row count, the header row not counted."""

    file: str
    sheet: str | None
    sha256: str
    rows_read: NonNegativeInt
    rows_evaluated: NonNegativeInt
    rows_set_aside: NonNegativeInt
    notes: tuple[Bilingual, ...] = ()  # hidden rows, formulas without a value and the like

    @model_validator(mode="after")
    def _nothing_is_lost(self) -> Self:
        if self.rows_read != self.rows_evaluated + self.rows_set_aside:
            raise ValueError(
                f"{self.file}: {self.rows_read} rows read, but {self.rows_evaluated} evaluated "
                f"and {self.rows_set_aside} set aside"
            )
        return self


class Compared(ReportModel):
    """With which edition a text was compared, on which day (ISO 8601), and by whom."""

    edition: Bilingual
    day: Iso
    by: str


class LawSource(ReportModel):
    """A text that provisions come from, and its state, as the ruleset gives them.

    Days are in ISO 8601. `transcribed` says from what copy the provisions were taken; where
    `compared` is null, nobody has compared them with an edition of the text.
    """

    text: Bilingual
    article: Annotated[str | None, BeforeValidator(lambda own: own or None)] = None
    edition: Iso | None = None
    nature: Nature = Field(default="law", validation_alias="class", serialization_alias="class")
    transcribed: Bilingual | None = None
    compared: Compared | None = None
    in_force: Period = Period()
    abrogated: bool = False
    abrogated_on: Iso | None = None
    replaced_by: Bilingual | None = None


class Reading(ReportModel):
    """How provisions are read, why, and the other reading; `parameter` chooses between them.

    `rules` are those that rest on it: none where the reading is the reason why there is no rule.
    """

    ruleset: str
    id: str
    provisions: tuple[str, ...]
    text: Bilingual
    because: Bilingual
    other: Bilingual
    parameter: str | None = None
    rules: tuple[str, ...] = ()


class DatedValue(ReportModel):
    value: str
    start: str | None = Field(default=None, validation_alias="from", serialization_alias="from")


class Parameter(ReportModel):
    """A parameter of a ruleset: its default values, and the one that the audit was given."""

    ruleset: str
    name: str
    text: Bilingual | None = None
    values: tuple[DatedValue, ...]
    given: str | None = None


class Given(ReportModel):
    """A value that the rules leave to the inspector; none where it was not given."""

    name: str
    text: Bilingual
    value: str | None


class Ruleset(ReportModel):
    """The rules applied; `source` names its texts in the language of the run, `sources` each.

    `not_shipped` are the files of rules that do not come with the program as they are.
    """

    name: str
    version: str
    sha256: str
    source: str
    title: Bilingual
    sources: tuple[LawSource, ...] = ()
    in_force: Period = Period()
    given: tuple[Given, ...] = ()
    not_shipped: tuple[str, ...] = ()


class Counts(ReportModel):
    """Answers of a rule, of a provision, or of the whole audit."""

    checked: NonNegativeInt
    violations: NonNegativeInt
    not_verifiable: NonNegativeInt
    compliant: NonNegativeInt
    not_applicable: NonNegativeInt = 0
    suspended: NonNegativeInt = 0  # of those not verifiable: they wait for a finding to be settled

    @property
    def unknown(self) -> int:
        """How many subjects could not be verified for want of information."""
        return self.not_verifiable - self.suspended

    @model_validator(mode="after")
    def _answers_add_up(self) -> Self:
        if self.checked != self.compliant + self.violations:
            raise ValueError(
                f"{self.checked} checked is not {self.compliant} compliant "
                f"and {self.violations} violations"
            )
        if self.suspended > self.not_verifiable:
            raise ValueError(
                f"{self.suspended} suspended is more than {self.not_verifiable} not verifiable"
            )
        return self


class BySeverity(ReportModel):
    critical: NonNegativeInt = 0
    major: NonNegativeInt = 0
    minor: NonNegativeInt = 0

    def of(self, severity: Severity) -> int:
        return {"critical": self.critical, "major": self.major, "minor": self.minor}[severity]


class ClassCounts(Counts):
    """The answers of the rules of one class, and its findings by severity."""

    by_severity: BySeverity = BySeverity()


NONE = ClassCounts(checked=0, violations=0, not_verifiable=0, compliant=0)
"""The counts of a class that no rule is of."""


class ByClass(ReportModel):
    departure: ClassCounts = NONE
    to_confirm: ClassCounts = NONE
    record: ClassCounts = NONE

    def of(self, name: FindingClass) -> ClassCounts:
        own: ClassCounts = getattr(self, name)
        return own


class Summary(Counts):
    """The whole audit in numbers; `by_severity` counts findings, `set_aside` rows.

    `by_class` says how many are departures, to be confirmed, or faults of the record: that is
    what a reader is told. The counts beside it are those of all answers.
    `nothing_verified` says why where nothing at all could be verified.
    """

    by_severity: BySeverity
    by_class: ByClass = ByClass()
    set_aside: NonNegativeInt = 0
    nothing_verified: Bilingual | None = None

    @property
    def opinion(self) -> Opinion:
        """The overall statement: what was not verified never counts as compliant."""
        if self.by_class.departure.violations:
            return "violations"
        if self.by_class.to_confirm.violations:
            return "to_confirm"
        if self.by_class.record.violations:
            return "record"
        if not self.checked or self.nothing_verified is not None:
            return "nothing_checked"
        return "incomplete" if self.not_verifiable or self.set_aside else "compliant"


class PaymentCounts(ReportModel):
    """How many payments there are, and how many had their sum checked; and the money of each.

    Amounts are exact decimals; `without_amount` are payments whose sum could not be read.
    """

    count: NonNegativeInt = 0
    checked: NonNegativeInt = 0
    amount: str = "0"
    amount_checked: str = "0"
    without_amount: NonNegativeInt = 0

    @property
    def unchecked(self) -> int:
        """The payments of which nobody knows whether their sum is right."""
        return self.count - self.checked


class _EventName(ReportModel):
    event: str


class PaymentsOf(PaymentCounts, _EventName):
    """The payments of one kind of event."""


class Payments(PaymentCounts):
    """All payments in the log, of the kinds that a vocabulary declares to be such.

    Rows set aside that may be payments, or something else, are counted (`of_unknown_kind`), but
    their amounts are not.
    """

    by_event: tuple[PaymentsOf, ...] = ()
    of_unknown_kind: NonNegativeInt = Field(default=0, exclude_if=lambda own: not own)


class Demand(ReportModel):
    """A provision that was to be verified, and could not be `not_verifiable` times; of `payments`
    that were to be, `unchecked` were not.  Payments of one ruleset stand here unasked, where none
    of them was checked.
    """

    asked: str
    ruleset: str | None = None
    provision: str | None = None
    not_verifiable: NonNegativeInt = 0
    unchecked: NonNegativeInt = 0
    reasons: tuple[Bilingual, ...] = ()

    @property
    def is_unasked(self) -> bool:
        """Whether it stands here because not one payment of a ruleset was checked."""
        return self.ruleset is not None and self.provision is None


class ReasonCount(ReportModel):
    """Why `count` subjects of a rule could not be verified.

    `waits_for` are rules that were broken: where there are any, nothing else stood in the way.
    `without_result` says that the log lacks nothing: what it says has no result by the rules.
    """

    reason: Bilingual
    count: NonNegativeInt
    waits_for: tuple[str, ...] = ()
    without_result: bool = Field(default=False, exclude_if=lambda own: not own)


class _RuleName(ReportModel):
    rule: str
    provisions: tuple[str, ...]
    class_: FindingClass = Field(
        default="departure", validation_alias="class", serialization_alias="class"
    )
    severity: Severity


class Rule(Counts, _RuleName):  # the last base's fields are written first
    """One rule and how often it was exercised.

    `vouched_for` are the kinds of event that it looks for and that no row records: that they did
    not happen is known from a declaration alone.
    """

    title: Bilingual
    message: Bilingual  # as written in the ruleset, its {blanks} included
    readings: tuple[str, ...] = ()
    not_verifiable_reasons: tuple[ReasonCount, ...] = ()
    vouched_for: tuple[str, ...] = Field(default=(), exclude_if=lambda own: not own)


class _ProvisionName(ReportModel):
    ruleset: str
    id: str
    text: Bilingual
    state: State


class Provision(Counts, _ProvisionName):
    """One provision of a ruleset and its state, over all the rules that cite it."""

    reasons: tuple[Bilingual, ...] = ()
    rules: tuple[str, ...] = ()
    source: LawSource | None = None
    refers_to: tuple[str, ...] = ()


class FieldName(ReportModel):
    """The type of a field, and what a reader calls it."""

    type: str
    said: Bilingual | None = Field(default=None, exclude_if=lambda own: own is None)


class LogNames(ReportModel):
    """Names of what stands in the log, by the labels of the vocabularies; the words of
    each type that lists its own. What has no label is called as the log calls it.
    """

    events: dict[str, Bilingual] = {}
    fields: dict[str, FieldName] = {}
    words: dict[str, dict[str, Bilingual]] = {}
    report: dict[str, Bilingual] = {}
    """The name of the report, and of the law where it has one to name."""


class KeySaid(ReportModel):
    """A key of a subject and its value, as a vocabulary labels them."""

    name: Bilingual
    value: Bilingual


class Subject(ReportModel):
    """The coup, hand or shift that a finding is about; keys of other scopes stand in `others`, and
    in `others_said` those that the vocabulary labels.
    """

    casino: str | None = None
    season: str | None = None
    session: str | None = None
    table: str | None = None
    shoe: int | str | None = None
    coup: int | str | None = None
    seat: int | str | None = None
    player: str | None = None
    others: dict[str, str] = {}
    others_said: dict[str, KeySaid] = Field(default={}, exclude_if=lambda own: not own)


class RowRef(ReportModel):
    """A row as a spreadsheet numbers it, the header included; `line` is where it stands in an
    editor, said where that is another number, below a cell that holds a line break.
    """

    file: str
    sheet: str | None
    row: int
    line: int | None = Field(default=None, exclude_if=lambda line: line is None)

    @property
    def position(self) -> Position:
        """The file, the sheet and the row, by which two pieces name the same row."""
        return self.file, self.sheet, self.row

    @property
    def place(self) -> str:
        """`17`, or `17 (L19)` where it stands on line 19."""
        return str(self.row) if self.line is None else f"{self.row} (L{self.line})"


class CitedRow(RowRef):
    """A row with the kind of event that it holds and its time in ISO 8601, as far as it is kept."""

    event: str | None = Field(default=None, exclude_if=lambda own: own is None)
    time: str | None = Field(default=None, exclude_if=lambda own: own is None)


class EvidenceRow(CitedRow):
    """A row that a finding rests on, with the raw text of its filled cells, and what the rule read
    in them, by the names of the vocabulary.
    """

    cells: dict[str, str] = {}
    read: dict[str, str] | None = Field(default=None, exclude_if=lambda own: own is None)


class LookedFor(ReportModel):
    """A search in vain: for events of these kinds, among so many `rows` from the first to
    the last that agree in the fields `within`. Of these `others` are of the kinds, and not wanted;
    those in `near` are nearest to the finding.
    """

    events: tuple[str, ...]
    within: tuple[str, ...]
    first: RowRef
    last: RowRef
    rows: NonNegativeInt
    others: NonNegativeInt
    near: tuple[EvidenceRow, ...] = Field(default=(), exclude_if=lambda own: not own)


class Step(ReportModel):
    """The value of one part of the requirement, the rows that it was computed from, and what was
    looked for and is not there; or of a `condition` under which the rule applies.
    """

    text: str
    value: str
    rows: tuple[RowRef, ...] = ()
    condition: bool = Field(default=False, exclude_if=lambda own: not own)
    missed: tuple[LookedFor, ...] = Field(default=(), exclude_if=lambda own: not own)


class Money(ReportModel):
    """Money due and money moved, in exact decimals, by payments of some kinds of event: a balance
    takes off those in `less`.  Where several sums would have done, that nearest to what was done is
    due, and the difference is so much `at_least`.
    """

    events: tuple[str, ...]
    less: tuple[str, ...] = ()
    due: str
    done: str
    difference: str  # done less due
    at_least: bool = Field(default=False, exclude_if=lambda own: not own)


class Move(RowRef):
    """A row with the sums that its event moved, in the words of the ledger that it is of."""

    said: Bilingual


class CoupEvent(RowRef):
    """One event of a coup, with the values of its fields by their names in the vocabulary."""

    event: str
    values: dict[str, str]


class Waiver(ReportModel):
    """Why findings are accepted, by whom, and until which day (ISO 8601)."""

    reason: str
    author: str
    expires: Iso


class AskedFor(Waiver):
    """A waiver as its file states it, and what it came to.

    Only those `in_use` waive anything: one that is `expired`, or covers more findings than it
    allows (`too_broad`), leaves them as they are. `elsewhere` are those of a gaming day, a
    ruleset or an establishment that the audit is not about; `findings` are the ids of all that fit
    it.
    """

    file: str
    rule: str | None
    provision: str | None
    subject: dict[str, str]
    at_most: int
    state: Literal["in_use", "expired", "unused", "too_broad", "elsewhere"]
    findings: tuple[str, ...]

    @property
    def is_wrong(self) -> bool:
        """True of a waiver that has to be mended or removed."""
        return self.state in ("expired", "unused", "too_broad")


class Gone(ReportModel):
    """A finding of the baseline that is not found again.

    `answered` where its rule was judged on all subjects and does not find it any more, `open`
    where something could not be verified or was set aside, `not_judged` where the rule is not
    among those applied.
    """

    id: str
    rule: str
    severity: Severity
    message: Bilingual
    why: Literal["answered", "open", "not_judged"]
    number: int | None = Field(default=None, exclude_if=lambda own: own is None)  # in that report


class Baseline(ReportModel):
    """An earlier report whose findings are known; `elsewhere` counts those of gaming days or
    establishments that the audit is not about.
    """

    file: str
    sha256: str
    known: NonNegativeInt
    new: NonNegativeInt
    gone: tuple[Gone, ...]
    elsewhere: NonNegativeInt


class FollowUp(Baseline):
    """An earlier report of which this one follows up the findings; `report` is its id.

    `same_logs` where this audit was given the same bytes: then other rules or other values, and
    not the logs, make the difference.
    """

    report: str
    started: str
    same_logs: bool


class Earlier(ReportModel):
    """Whether a finding stands in the report that is followed up, and its number there."""

    number: int | None


class Finding(ReportModel):
    """One violation. The first of `rows` stands for it; `decisive` are those that are wrong, none
    where a payment is lacking.  Those `beside` it say that it came too early or too late.  Where it
    is `unpriced` a sum is wrong, and no rule says what was due.

    `evidence` may be cut short: `rows_total` says how many rows the finding rests on.  Where a
    rule has thousands of findings the later ones have neither `derivation` nor `evidence`:
    `auditor explain` works them out.  `moves` are what the events of a ledger moved, where its
    balance is wrong.  `coup` are all events of the coup in which the first row
    stands, for the first findings of each rule.  `players` are those whom `decisive` rows name,
    where its subject names none.  `expected` and `found` are as rules write them;
    `expected_said` and `found_said` say them to people, where these are words: none of a condition,
    which the message has told.
    """

    id: str
    rule: str
    provisions: tuple[str, ...]
    class_: FindingClass = Field(
        default="departure", validation_alias="class", serialization_alias="class"
    )
    severity: Severity
    subject: Subject
    players: tuple[str, ...] = Field(default=(), exclude_if=lambda own: not own)
    rows: tuple[CitedRow, ...]
    decisive: tuple[CitedRow, ...] = ()
    beside: tuple[CitedRow, ...] = Field(default=(), exclude_if=lambda own: not own)
    message: Bilingual
    expected: str | None
    found: str | None
    time: str | None = None
    derivation: tuple[Step, ...] | None = ()
    evidence: tuple[EvidenceRow, ...] = ()
    rows_total: NonNegativeInt = 0
    money: tuple[Money, ...] = ()
    unpriced: bool = Field(default=False, exclude_if=lambda own: not own)
    moves: tuple[Move, ...] = Field(default=(), exclude_if=lambda own: not own)
    coup: tuple[CoupEvent, ...] = ()
    expected_said: Bilingual | None = None
    found_said: Bilingual | None = None
    known: bool = Field(default=False, exclude_if=lambda own: not own)  # by the baseline
    waiver: Waiver | None = Field(default=None, exclude_if=lambda own: own is None)
    earlier: Earlier | None = Field(default=None, exclude_if=lambda own: own is None)

    @property
    def concerned(self) -> tuple[str, ...]:
        """The players that it is about, and none who was merely there."""
        return self.players if self.subject.player is None else (self.subject.player,)

    @property
    def is_new(self) -> bool:
        """True where it is neither known nor waived."""
        return not self.known and self.waiver is None


class SetAside(RowRef):
    """A row that was not evaluated; `reason` is in the language of the run."""

    column: str | None
    value: str | None
    reason: str


class SequenceBreak(ReportModel):
    """A number that does not follow the one before it (none where it is the first of its run).

    `missing` numbers are left out between them; 0 where the numbers go back.
    """

    column: str
    within: dict[str, str]
    before: int | None
    number: int
    missing: NonNegativeInt
    row: RowRef


class TimeBack(ReportModel):
    """A row whose time lies before that of the row above it at the same table."""

    before: str
    time: str
    row: RowRef


class Duplicate(ReportModel):
    """A row that says the same as an earlier one, its time included."""

    event: str
    row: RowRef
    original: RowRef


class Unfilled(ReportModel):
    """A column that is never filled: in no row at all where no events are named, else in theirs."""

    column: str
    events: tuple[str, ...] = ()


class Unscoped(ReportModel):
    """A column that no row fills, without which nobody knows what belongs to one `scope` (a coup,
    a shoe).
    """

    column: str
    scopes: tuple[str, ...]


class Unrecorded(ReportModel):
    """A kind of event that rules look at and no row records.

    Its absence means that it did not happen where it was declared to be recorded, or where most
    logs do not have it (`exceptional`); else nothing follows from it.
    """

    event: str
    declared: bool
    exceptional: bool


class Unverifiable(ReportModel):
    """A provision that the log leaves unverifiable `not_verifiable` times, and why; `others` are
    those times for which nothing in the log is to blame.
    """

    ruleset: str
    provision: str
    checked: NonNegativeInt
    not_verifiable: NonNegativeInt
    others: NonNegativeInt = Field(default=0, exclude_if=lambda own: not own)
    reasons: tuple[Bilingual, ...]


class MovedBy(_EventName):
    """Events of one kind that have a sum of money, and the sum; that of some may be unreadable."""

    count: NonNegativeInt
    amount: str
    without_amount: NonNegativeInt = 0

    @property
    def is_read(self) -> bool:
        """Whether the sum of any could be read: that of none is not zero."""
        return self.count == 0 or self.without_amount < self.count


class ControlTotals(ReportModel):
    """Sums of a table and evening, to be tied to the books of the house; `within`
    names them.
    """

    ruleset: str
    within: dict[str, str]
    rows: NonNegativeInt
    coups: NonNegativeInt
    events: tuple[MovedBy, ...]


class Result(ReportModel):
    """How often a result was observed; `ways` of all ways in which results come about are its."""

    value: str
    said: Bilingual
    ways: PositiveInt
    count: NonNegativeInt


class Take(ReportModel):
    """Money: what was wagered, what the house gained, what chance lets expect of it and by how
    much that scatters (its standard deviation); the last two to a ten thousandth.
    """

    wagered: str
    gained: str
    expected: str
    deviation: str


class Share(ReportModel):
    """The share of regular games in which chance alone makes a difference at least as large, to a
    ten thousandth: `alone`, and `corrected` (Holm) for all the comparisons of the report.
    """

    alone: str
    corrected: str


class Measure(ReportModel):
    """The counts or sums of a statistic in one instance of a scope, which `within` names.

    `left_out` are those of which the log does not say for certain whether, or how, they count.
    `draws` are the results as so many that are independent of one another: fewer where nothing is
    put back.  Where there are `too_few`, nothing follows from a comparison, and there is no `p`.
    """

    ruleset: str
    statistic: str
    title: Bilingual
    scope: str
    within: dict[str, str]
    count: NonNegativeInt
    left_out: NonNegativeInt
    results: tuple[Result, ...] = ()
    draws: str | None = None
    take: Take | None = None
    too_few: bool
    p: Share | None = None


class Unlooked(ReportModel):
    """A kind of event, or a column of events that rules look at, of which no rule of a ruleset asks
    anything, and how many are recorded: nothing is said of it, for or against.
    """

    ruleset: str
    event: str | None = None
    column: str | None = None
    count: NonNegativeInt


class Information(ReportModel):
    """Information beside the findings, which accuses nobody; it was not `measured` on a cluster."""

    measured: bool = True
    measures: tuple[Measure, ...] = ()
    unlooked: tuple[Unlooked, ...] = ()


class AskedPeriod(ReportModel):
    """The days that the audit is about, and those of them on which nothing is recorded.

    `silent` has the first stretches of such days; `silent_days` counts all.
    """

    period: Period
    days: PositiveInt
    silent_days: NonNegativeInt = 0
    silent: tuple[Period, ...] = ()


class Assumed(ReportModel):
    """Two kinds of event of which the log shows no order: the first was taken to come before."""

    first: str
    second: str


class OneInstant(ReportModel):
    """Rows of one instant in several files, which were put in their usual order; of the kinds in
    `assumed` the log shows none.
    """

    rows: NonNegativeInt
    assumed: tuple[Assumed, ...] = ()


class Fitness(ReportModel):
    """How far the logs can bear a verdict, said before any.

    Lists of cases hold the first of them; the totals count all.
    """

    events: NonNegativeInt = 0
    untimed: NonNegativeInt = 0
    sessions: NonNegativeInt = 0
    tables: NonNegativeInt = 0
    coups: NonNegativeInt = 0
    players: NonNegativeInt = 0
    period: Period = Period()
    days: NonNegativeInt = 0
    silent_days: tuple[str, ...] = ()  # within the period, and without any event
    silent_days_total: NonNegativeInt = 0
    asked: AskedPeriod | None = Field(default=None, exclude_if=lambda own: own is None)
    sequence_breaks: tuple[SequenceBreak, ...] = ()
    sequence_breaks_total: NonNegativeInt = 0
    numbers_missing: NonNegativeInt = 0
    times_back: tuple[TimeBack, ...] = ()
    times_back_total: NonNegativeInt = 0
    one_instant: OneInstant | None = Field(default=None, exclude_if=lambda own: own is None)
    duplicates: tuple[Duplicate, ...] = ()
    duplicates_total: NonNegativeInt = 0
    unscoped: tuple[Unscoped, ...] = ()
    unfilled: tuple[Unfilled, ...] = ()
    unknown_columns: tuple[str, ...] = ()  # which no vocabulary declares: they are not read
    unrecorded: tuple[Unrecorded, ...] = ()
    unverifiable: tuple[Unverifiable, ...] = ()

    @property
    def lacks_much(self) -> bool:
        """True where a column of a scope, or a kind of event that most logs have, is lacking."""
        usual = [own for own in self.unrecorded if not own.exceptional and not own.declared]
        return bool(self.unscoped or usual)


class Stretch(ReportModel):
    """From a time to another in ISO 8601, none where the log tells none; `of` is what it is of: a
    number, a name, or how many numbers are missing.
    """

    start: str = Field(validation_alias="from", serialization_alias="from")
    end: str | None = Field(default=None, validation_alias="to", serialization_alias="to")
    of: int | str | None = None


class Lane(ReportModel):
    """Stretches of one sort, the first of so many: those of a numbered column, the numbers that it
    lacks, or those of an interval that the rules declare, by the column that names whom or what.
    """

    name: str
    said: Bilingual
    column: str | None = None
    stretches: tuple[Stretch, ...]
    total: NonNegativeInt


class Band(ReportModel):
    """A table during one gaming day along the clock, by its rows that have a time.

    `coups` are counted in equal parts of the time from start to end, by the part in which they
    begin; `backs` lead from the time of a row to the later one above it.  `findings` are the ids of
    those that name the table.
    """

    ruleset: str
    within: dict[str, str]
    day: str
    start: str
    end: str
    coups: tuple[NonNegativeInt, ...] = ()
    runs: tuple[Lane, ...] = ()
    holes: tuple[Lane, ...] = ()
    present: tuple[Lane, ...] = ()
    backs: tuple[Stretch, ...] = ()
    backs_total: NonNegativeInt = 0
    findings: tuple[str, ...] = Field(default=(), exclude_if=lambda own: not own)


class Timeline(ReportModel):
    """The bands of tables and gaming days, of which some are left out, those first in which nothing
    was found.
    """

    bands: tuple[Band, ...]
    left_out: NonNegativeInt = 0
    left_out_with_findings: NonNegativeInt = 0


class Report(ReportModel):
    """The whole audit. Findings come sorted by their first row, set-aside rows by file and row."""

    schema_: Literal[1] = Field(default=1, validation_alias="schema", serialization_alias="schema")
    auditor: Auditor
    run: Run
    case: StatedCase | None = None
    establishments: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    period: Period = Period()
    inputs: tuple[Input, ...]
    fitness: Fitness = Fitness()
    timeline: Timeline | None = Field(default=None, exclude_if=lambda own: own is None)
    rulesets: tuple[Ruleset, ...]
    names: LogNames = LogNames()
    summary: Summary
    payments: Payments = Payments()
    totals: tuple[ControlTotals, ...] = ()
    information: Information | None = Field(default=None, exclude_if=lambda own: own is None)
    not_verified: tuple[Demand, ...] = ()  # of `run.parameters.must_verify`, and all payments
    provisions: tuple[Provision, ...] = ()
    readings: tuple[Reading, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    rules: tuple[Rule, ...]
    findings: tuple[Finding, ...]
    set_aside: tuple[SetAside, ...]
    waivers: tuple[AskedFor, ...] = Field(default=(), exclude_if=lambda own: not own)
    baseline: Baseline | None = Field(default=None, exclude_if=lambda own: own is None)
    follow_up: FollowUp | None = Field(default=None, exclude_if=lambda own: own is None)

    @property
    def opinion(self) -> Opinion:
        """The overall statement; what was paid and not checked is never passed over."""
        own = self.summary.opinion
        return "incomplete" if own == "compliant" and self.payments.unchecked else own

    @model_validator(mode="after")
    def _counts_agree_with_lists(self) -> Self:
        for severity in SEVERITIES:
            counted = self.summary.by_severity.of(severity)
            listed = sum(finding.severity == severity for finding in self.findings)
            if counted != listed:
                raise ValueError(f"{counted} {severity} findings counted, {listed} listed")
        for name in CLASSES:
            counted = self.summary.by_class.of(name).violations
            listed = sum(finding.class_ == name for finding in self.findings)
            if counted != listed:
                raise ValueError(f"{counted} findings counted of class {name}, {listed} listed")
        counts = {self.summary.set_aside, sum(own.rows_set_aside for own in self.inputs)}
        if counts != {len(self.set_aside)}:
            raise ValueError(f"{len(self.set_aside)} rows set aside listed, {counts} counted")
        if unknown := {own.rule for own in self.findings} - {own.rule for own in self.rules}:
            raise ValueError(f"findings of rules that are not listed: {', '.join(sorted(unknown))}")
        return self


def report_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of findings.json."""
    schema = Report.model_json_schema(by_alias=True, mode="serialization")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
