"""A look at what a reading makes of files, before anybody believes it: its first events, one coup
laid out, and how many payments can be checked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice

from auditor.audit import judged_by
from auditor.findings.dependencies import kinds_by_rule
from auditor.findings.finding import Judged
from auditor.findings.money import payments, together
from auditor.language.core import Bilingual, Program
from auditor.language.wording import Wording, fixed
from auditor.log.convert.lexicon import Lexicon
from auditor.log.propose.question import Price, Question, wording_of
from auditor.log.table import RANK, Table
from auditor.messages.message import Language, Message
from auditor.report.model import Payments
from auditor.request import CannotAuditError
from auditor.source import Frozen
from auditor.values import UnreadableError, read_value

FIRST = 12
"""Events that are shown."""

JUDGED = 5000
"""Events that are judged for a preview, at most."""


class Told(Frozen):
    """An event that a row tells, in words."""

    file: str
    row: int
    kind: str
    fields: Mapping[str, str]
    words: Bilingual

    def said(self, language: Language) -> str:
        """The event as a line: its kind, and what it says of each field."""
        return self.words.in_language(language)


class Aside(Frozen):
    """A row that is set aside, the cell that is to blame if one is, and why."""

    file: str
    row: int
    column: str | None
    value: str
    reason: Message


class Preview(Frozen):
    """Events of some files as they are read; `coup` is one that has most of them."""

    tables: tuple[Table, ...]
    words: Lexicon
    judged: Judged | None

    @property
    def rows(self) -> int:
        """The rows that tell an event."""
        return sum(own.rows_read - len(own.set_aside) for own in self.tables)

    @property
    def count(self) -> int:
        """The events."""
        return sum(len(own.rows) for own in self.tables)

    @cached_property
    def set_aside(self) -> tuple[Aside, ...]:
        """Rows that are not read, or whose cells cannot be, each with the reason."""
        found = {
            (table.file, own.row): Aside(table.file, own.row, own.column, own.value, own.reason)
            for table in self.tables
            for own in table.set_aside
        }
        for one in () if self.judged is None else self.judged.intake.set_aside:
            place = one.row.file, one.row.number
            found.setdefault(place, Aside(*place, one.column, one.value or "", one.reason))
        return tuple(found[place] for place in sorted(found))

    @cached_property
    def events(self) -> tuple[Told, ...]:
        """The first events."""
        own = ((table, place) for table in self.tables for place in range(len(table.rows)))
        return tuple(self._told(*event) for event in islice(own, FIRST))

    @cached_property
    def coup(self) -> tuple[Told, ...]:
        """The events of one coup, in their order, whichever tables tell them."""
        found: dict[tuple[str, ...], list[tuple[Table, int]]] = {}
        names = [name for name in COUP if all(name in own.header for own in self.tables)]
        for table in self.tables if "coup" in names else ():
            at = [table.header.index(name) for name in names]
            for place, (_, cells) in enumerate(islice(table.rows, JUDGED)):
                if cells[at[-1]]:
                    found.setdefault(tuple(cells[own] for own in at), []).append((table, place))
        if not found:
            return ()
        own = max(found.values(), key=len)
        context = self.words.context()
        own.sort(key=lambda event: int(_cell(event[0], event[1], RANK) or 0))
        return tuple(self._told(*event, context) for event in own)

    @cached_property
    def _wording(self) -> Wording:
        return wording_of(self.words)

    def _told(self, table: Table, place: int, left_out: Collection[str] = ()) -> Told:
        """An event in the words of the vocabularies, but for some fields."""
        row, cells = table.rows[place]
        named = zip(table.header, cells, strict=True)
        fields = {name: own for name, own in named if own and not name.startswith("@")}
        kind = fields.pop("event", "")
        pairs = [
            (self._wording.field(name), self._value(kind, name, own))
            for name, own in fields.items()
            if name not in left_out
        ]
        said = self._wording.kind(kind) if kind else fixed("?")
        french = ", ".join(f"{name.fr} : {value.fr}" for name, value in pairs)
        english = ", ".join(f"{name.en}: {value.en}" for name, value in pairs)
        both = Bilingual(f"{said.fr} – {french}", f"{said.en} – {english}") if pairs else said
        return Told(table.file, row, kind, fields, both)

    def _value(self, kind: str, name: str, text: str) -> Bilingual:
        of = self.words.type_of(kind, name)
        try:
            return self._wording.value(read_value(text, of), of)
        except UnreadableError:
            return Bilingual(text, text)

    @cached_property
    def payments(self) -> Payments | None:
        """Payments that can be checked; None where no rules are known, or no row is read."""
        return None if self.judged is None else payments(together([self.judged.paid]))

    def price(self, question: Question) -> Price:
        """The price of leaving a question open."""
        return self._prices.get("".join(question.place[1:2]), Price())

    @cached_property
    def _prices(self) -> Mapping[str, Price]:
        """Prices by the field that is lacking."""
        if self.judged is None or self.payments is None:
            return {}
        program, tallies = self.judged.program, self.judged.tallies
        paying = {own.name for own in program.vocabulary.kinds.values() if own.payment}
        looked_at = kinds_by_rule(program)
        open_rules: dict[str, dict[str, tuple[str, ...]]] = {}
        for rule in (tally.rule for tally in tallies):
            for reason in self.judged.causes.in_log(rule.name):
                if reason.cause in ("empty", "not_recorded"):
                    open_rules.setdefault(reason.subject, {})[rule.name] = rule.cites
        unchecked = self.payments.count - self.payments.checked
        prices: dict[str, Price] = {}
        for field, rules in open_rules.items():
            cited = {own for cites in rules.values() for own in cites}
            named = tuple(own.id for own in program.provisions if own.id in cited)
            pays = any(looked_at[rule] & paying for rule in rules)
            prices[field] = Price(named, unchecked if pays else 0)
        return prices


def judged(
    tables: Sequence[Table], program: Program | None, records: Collection[str]
) -> Judged | None:
    """The verdicts on the first events of some tables; `records` are the kinds of event whose
    absence means that they did not happen.
    """
    left, cut = JUDGED, []
    for table in tables:
        if left and len(table.rows):
            cut.append(replace(table, rows=table.body.held()[:left]))
            left = max(0, left - len(table.rows))
    if not cut or program is None:
        return None
    try:
        return judged_by(program, cut, records)
    except CannotAuditError:
        return None


COUP = ("session", "table", "shoe", "coup")


def _cell(table: Table, place: int, name: str) -> str:
    at = table.header.index(name) if name in table.header else None
    return "" if at is None else table.rows[place][1][at]
