"""The request for an audit: which rules for which rows, parameters, what the log records."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Literal

from pydantic import JsonValue

from auditor.authoring.kept import load_program
from auditor.case import StatedCase
from auditor.case_file import CaseFile
from auditor.engine.store.columns import Ledger
from auditor.findings.accepted import NOTHING, Accepted
from auditor.findings.finding import is_known_as
from auditor.findings.outcome import ALL, PAYMENTS, Terms
from auditor.findings.pseudonyms import key_id
from auditor.judge.verdict import Detail, Verdict
from auditor.language.core import Param, Program
from auditor.language.resolve.search_path import NotFoundError, available, listed, locate
from auditor.log.assemble import Everything
from auditor.log.attribution import (
    Split,
    establishments_named,
    games_named,
    of_establishment,
    split,
)
from auditor.log.table import Refusal, Table
from auditor.messages.message import CannotError, Message, before_more, chained, message, suggestion
from auditor.report.model import Language
from auditor.values import UnreadableError, Value, read_value, show

Records = Literal["all"] | Collection[str]

MOST_DERIVED = 2000
"""Findings of one rule that come with their derivation; `auditor explain` works out the others."""


class CannotAuditError(CannotError):
    """A log or rules that cannot be used, or an argument that means nothing: a paragraph for each
    reason.
    """


@dataclass(frozen=True, slots=True)
class Request:
    """The request for an audit, beside the log; bounds are gaming days, both included.

    `must_verify` are provisions, `payments` or `all`, of which every subject has to be verified.
    `finding` is the id of the one that is to have its derivation wherever it stands.  With a `key`
    people are given pseudonyms.  `rules_anyway` judges a log of another game all the same.
    """

    records: Records
    params: Mapping[str, object]
    start: date | None
    end: date | None
    language: Language
    finding: str | None = None
    must_verify: tuple[str, ...] = ()
    case: CaseFile | None = None
    casino: str | None = None
    accepted: Accepted = NOTHING
    key: bytes | None = None
    rules_anyway: bool = False

    @property
    def establishment(self) -> str | None:
        """The establishment that is audited, by its name in the logs; None for all of them."""
        return self.casino or (self.about.establishment.casino if self.about else None)

    def params_of(self, program: Program) -> dict[str, object]:
        """The values of parameters that are meant for one ruleset; asked for by name, or given in
        the case file.
        """
        given = {} if self.case is None else self.case.case.given_to(program.name)
        every = {**given, **self.params}
        return {name: value for name, value in every.items() if name in program.params}

    def with_period_of_case(self) -> Request:
        """The request for the days that the case is about, where no others were asked for."""
        if self.about is None or (self.start, self.end) != (None, None):
            return self
        return replace(self, start=self.about.period.start, end=self.about.period.end)

    @property
    def about(self) -> StatedCase | None:
        """The case that the audit belongs to."""
        return None if self.case is None else self.case.case

    def terms(self, programs: Iterable[Program]) -> Terms:
        """All that decides the outcome of the audit by these rulesets, beside its findings."""
        given = {
            program.name: {name: _text(own) for name, own in self.params_of(program).items()}
            for program in programs
        }
        return Terms(self.start, self.end, self.must_verify, self.about, given)

    @property
    def detail(self) -> Detail:
        """The violations whose evidence is kept whole."""
        known = None if self.finding is None else partial(is_known_as, self.finding)
        return Detail(known or self.within, MOST_DERIVED)

    def within(self, verdict: Verdict) -> bool:
        """True where the gaming day of a finding's first row lies in the period asked for."""
        if self.start is None and self.end is None:
            return True
        start, end = self.start or date.min, self.end or date.max
        return verdict.day is not None and start <= verdict.day <= end


@dataclass(frozen=True, slots=True)
class Parts:
    """Each ruleset with the tables that it judges, and the rows that none does."""

    games: tuple[tuple[Program, tuple[Table, ...]], ...]
    left: Split


# ---- which rules --------------------------------------------------------------------------------
def by_game(
    tables: Sequence[Table], rules: str | Path | None, *, rules_anyway: bool = False
) -> Parts:
    """The ruleset asked for, else those that the log names.  Raises CannotAuditError."""
    named, own = games_named(tables), frozenset[str]()
    if rules is None:
        programs = [ruleset(known) for known in _known(named)]
    else:
        programs = [program] = [ruleset(rules)]
        own = named_as(program, named)
        if not own:
            others = refuse_other_game(program, named, rules_anyway=rules_anyway)
            return Parts(((program, tuple(tables)),), Split({}, (), (), others))
    parts = split(tables, [program.name for program in programs], own)
    return Parts(tuple((program, parts.tables[program.name]) for program in programs), parts)


def named_as(program: Program, named: Collection[str]) -> frozenset[str]:
    """The games of a log that are this one: by its name, else a game that it extends, or that
    extends it.
    """
    if program.name in named:
        return frozenset((program.name,))
    known = available()
    return frozenset(
        name
        for name in named
        if name in program.lineage or (name in known and program.name in ruleset(name).lineage)
    )


def refuse_other_game(
    program: Program, named: Collection[str], *, rules_anyway: bool = False
) -> bool:
    """Whether a log names other games that there are rules for; refused unless it is meant.

    The rules of one game accuse whoever plays another.  Rules that extend none of those shipped
    may be for any game.
    """
    known = available()
    others = tuple(f"`{name}`" for name in sorted(named) if name in known)
    if not others or known.keys().isdisjoint(program.lineage):
        return False
    if not rules_anyway:
        raise CannotAuditError(message("request.other_game", named=others, asked=program.name))
    return True


def rules_named(tables: Sequence[Table]) -> list[str]:
    """The rulesets that the log itself names.  Raises CannotAuditError where it names none."""
    return _known(games_named(tables))


def _known(named: Sequence[str]) -> list[str]:
    known = available()
    if found := [name for name in named if name in known]:
        return found
    says = message("request.game_missing")
    if named:
        says = message("request.game_unknown", names=tuple(f"`{name}`" for name in named))
    near = (suggestion(name, known) for name in named)
    every = [message("request.hint", hint=hint) for hint in near if hint is not None]
    hints = chained("both", every) if every else ""
    names = listed(known)
    raise CannotAuditError(message("request.which_rules", says=says, hints=hints, known=names))


def ruleset(given: str | Path) -> Program:
    """The checked ruleset of this name or at this path.  Raises CannotAuditError."""
    try:
        found = load_program(locate(given))
    except NotFoundError as error:
        raise CannotAuditError(*error.says) from None
    if isinstance(found, Program):
        return found
    first = message("request.rules_declare_none")
    if found:
        where, what = str(found[0].span), found[0].message
        first = message("refusal.file", file=where, says=what)
    raise CannotAuditError(message("request.rules_invalid", rules=str(given), first=first))


# ---- whose rows ---------------------------------------------------------------------------------
def only_of(tables: Sequence[Table], casino: str | None) -> tuple[Table, ...]:
    """The tables of one establishment, where one is asked for.  Raises CannotAuditError.

    Editors and reports curve apostrophes, and logs mostly do not: they tell no names apart.
    """
    if casino is None:
        return tuple(tables)
    known = establishments_named(tables)
    straight = {name.replace("’", "'"): name for name in known}
    casino = straight.get(casino.replace("’", "'"), casino)
    if known and casino not in known:
        hint = before_more(suggestion(casino, known))
        named = tuple(f"`{name}`" for name in known)
        raise CannotAuditError(message("establishment.none", name=casino, hint=hint, known=named))
    return of_establishment(tables, casino)


# ---- which values -------------------------------------------------------------------------------
def recorded(programs: Sequence[Program], records: Records) -> Collection[str] | Everything:
    """The kinds of event declared to be recorded.  Raises CannotAuditError for one unknown."""
    if records == "all":
        return Everything()
    asked = {records} if isinstance(records, str) else set(records)
    kinds = {kind for program in programs for kind in program.vocabulary.kinds}
    for name in sorted(asked - kinds):
        hint = suggestion(name, kinds) or message("request.kinds", kinds=tuple(sorted(kinds)))
        raise CannotAuditError(message("request.no_kind", name=name, hint=hint))
    return asked


def demanded(programs: Sequence[Program], must_verify: Sequence[str]) -> None:
    """Refuses a demand that names no provision of the rules.  Raises CannotAuditError."""
    known = {provision.id: None for program in programs for provision in program.provisions}
    for name in must_verify:
        if name not in (*known, PAYMENTS, ALL):
            games = tuple(f"`{program.name}`" for program in programs)
            hint = before_more(suggestion(name, (*known, PAYMENTS, ALL)))
            says = message(
                "must.no_provision", name=name, games=games, hint=hint, known=tuple(known)
            )
            raise CannotAuditError(says)


def parameters(programs: Sequence[Program], request: Request) -> dict[str, dict[str, Value]]:
    """Values for parameters, each of its declared type, by ruleset.  Raises CannotAuditError."""
    known = {name: param for program in programs for name, param in program.params.items()}
    for name in (*request.params, *(request.case.case.given_to_all if request.case else ())):
        if name not in known:
            raise CannotAuditError(_no_parameter(name, known))
    return {
        program.name: {
            name: _parameter(name, value, program.params[name])
            for name, value in request.params_of(program).items()
        }
        for program in programs
    }


def refuse_case(
    case: StatedCase, programs: Sequence[Program], establishments: Collection[str]
) -> None:
    """A value that no rule asks for would be taken for one that was used, and its establishment for
    that of all findings: CannotAuditError.
    """
    if len(establishments) > 1:
        known = tuple(f"`{own}`" for own in sorted(establishments))
        raise CannotAuditError(message("establishment.several", known=known))
    rulesets = {program.name: program for program in programs}
    for name, given in case.given_by_ruleset.items():
        if name not in rulesets and name not in available():
            hint = before_more(suggestion(name, available()))
            raise CannotAuditError(message("case.no_ruleset", name=name, hint=hint))
        for own in given if name in rulesets else ():
            if own not in rulesets[name].params:
                raise CannotAuditError(_no_parameter(own, rulesets[name].params))


def _no_parameter(name: str, known: Mapping[str, Param]) -> Message:
    there = tuple(f"`{own}` ({param.type})" for own, param in known.items())
    hint = before_more(suggestion(name, known))
    named = there or message("request.no_parameters")
    return message("request.no_parameter", name=name, hint=hint, known=named)


def _parameter(name: str, value: object, param: Param) -> Value:
    text = _text(value)
    try:
        return read_value(text, param.type)
    except UnreadableError as error:
        says = message("request.parameter_value", name=name, text=text, says=error.says)
        raise CannotAuditError(says) from None


def parameters_asked(request: Request, *, of_others: bool) -> dict[str, JsonValue]:
    """The request as the report writes it down; `of_others` where the log names other games."""
    words: dict[str, JsonValue] = {"rules_anyway": True} if of_others else {}
    if request.records:
        records = request.records
        named: list[JsonValue] = [*sorted(records)]
        words["records"] = records if isinstance(records, str) else named
    for name, day in (("from", request.start), ("to", request.end)):
        if day is not None:
            words[name] = day.isoformat()
    if request.establishment is not None:
        words["casino"] = request.establishment
    if request.case is not None:
        words["case"] = f"{request.case.name} ({request.case.sha256})"
    if request.must_verify:
        words["must_verify"] = [*request.must_verify]
    words |= request.accepted.files
    if request.key is not None:
        words["pseudonyms"] = key_id(request.key)
    return words | {name: _text(value) for name, value in sorted(request.params.items())}


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else show(value)


# ---- which files --------------------------------------------------------------------------------
_MOST_REFUSALS = 10


def refuse(refusals: Sequence[Refusal]) -> None:
    """An audit without a file that it was asked to read would mislead: none begins."""
    if refusals:
        shown = [refusal(refused) for refused in refusals[:_MOST_REFUSALS]]
        if len(refusals) > len(shown):
            shown.append(message("refusal.more", count=len(refusals) - len(shown)))
        raise CannotAuditError(*shown)


def refuse_outside(days: Collection[date], request: Request) -> None:
    """Refuses a period in which no row of a log lies, of which these are days, among them the first
    and the last: a report on it would say nothing.  Raises CannotAuditError.
    """
    start, end = request.start or date.min, request.end or date.max
    if days and (max(days) < start or end < min(days)):
        from_ = message("nothing.from", day=str(start)) if request.start else ""
        to = message("nothing.to", day=str(end)) if request.end else ""
        first, last = str(min(days)), str(max(days))
        raise CannotAuditError(
            message("request.outside", start=from_, end=to, first=first, last=last)
        )


def refuse_nothing(logs: Sequence[Ledger], left: Split) -> None:
    """Where no row at all could be evaluated, a report would look as if nothing were wrong."""
    if any(own.rows_evaluated for log in logs for own in log.inputs):
        return
    aside = [*left.set_aside, *(own for log in logs for own in log.set_aside)]
    if not aside:
        raise CannotAuditError(message("request.nothing"))
    first = min(aside, key=lambda own: (own.row.file, own.row.sheet or "", own.row.number))
    file, row = first.row.file, first.row.number
    place = message("request.place_row", file=file, row=row)
    if first.column:
        place = message("request.place_cell", file=file, row=row, column=first.column)
    raise CannotAuditError(
        message(
            "request.none_evaluated",
            rows=len(aside),
            place=place,
            value=first.value or "",
            why=first.reason,
        )
    )


def refusal(refused: Refusal) -> Message:
    """Where and why a file was refused: `evening.csv: row 3: …`."""
    file = refused.file if refused.sheet is None else f"{refused.file}[{refused.sheet}]"
    row, column, says = refused.row, refused.column, refused.says
    if row is not None and column is not None:
        return message("refusal.cell", file=file, row=row, column=column, says=says)
    if row is not None:
        return message("refusal.row", file=file, row=row, says=says)
    if column is not None:
        return message("refusal.column", file=file, column=column, says=says)
    return message("refusal.file", file=file, says=says)
