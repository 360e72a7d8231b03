"""The settings of an audit: which rules for which rows, parameters, what the log records."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict, TypeVar

from pydantic import JsonValue

from auditor.authoring.kept import load_program
from auditor.case import StatedCase
from auditor.case_file import CaseFile
from auditor.findings.accepted import NOTHING, Accepted
from auditor.findings.assembly import in_file
from auditor.findings.finding import is_known_as
from auditor.findings.outcome import ALL, PAYMENTS, Terms
from auditor.findings.pseudonyms import key_id
from auditor.judge.verdict import Detail, Verdict
from auditor.language.core import ALWAYS, InForce, Param, Program
from auditor.language.resolve.search_path import NotFoundError, available, listed, locate
from auditor.log.attribution import (
    Split,
    establishments_named,
    games_named,
    of_establishment,
    split,
)
from auditor.log.store.columns import Intake
from auditor.log.store.columns_of_tables import Everything
from auditor.log.table import Refusal, Table
from auditor.messages.message import CannotError, Message, before_more, chained, message, suggestion
from auditor.report.model import Language, Run
from auditor.source import Frozen
from auditor.values import UnreadableError, Value, read_value, show

if TYPE_CHECKING:
    from auditor.log.mapping.file import Mapping as MappingFile

Mappings: TypeAlias = "str | Path | MappingFile | Iterable[str | Path | MappingFile]"
"""One mapping or several, each in its file or read already."""
Records = Literal["all"] | Collection[str]
Moment = TypeVar("Moment", date, datetime)

MOST_DERIVED = 2000
"""Findings of one rule that come with their derivation; `auditor explain` works out the others."""


class CannotAuditError(CannotError):
    """A log or rules that cannot be used, or an argument that means nothing: a paragraph for each
    reason.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All that is asked of an audit beside its log: by options, by the library, or by the report of
    an audit that is repeated.  `auditor.audit.audit_log` says what each of them means.

    `mapping` and `rules` are those of `read_log` too.  `accepted` is what the files that are named
    here say of findings, once they are read.
    """

    mapping: Mappings | None = None
    rules: str | Path | None = None
    rules_anyway: bool = False
    records: Records = ()
    params: Mapping[str, object] = field(default_factory=dict)
    period: tuple[date | None, date | None] = (None, None)
    case: str | Path | CaseFile | StatedCase | None = None
    casino: str | None = None
    baseline: str | Path | None = None
    earlier: str | Path | None = None
    must_verify: str | Collection[str] = ()
    language: Language = "fr"
    started: datetime | None = None
    finding: str | None = None
    key: bytes | None = None
    accepted: Accepted = NOTHING

    @property
    def demands(self) -> tuple[str, ...]:
        """The provisions, or their families, that have to be verified."""
        own = self.must_verify
        return (own,) if isinstance(own, str) else tuple(own)

    @property
    def about(self) -> StatedCase | None:
        """The case that the audit belongs to, once its file is read."""
        return self.case.case if isinstance(self.case, CaseFile) else None

    @property
    def establishment(self) -> str | None:
        """The establishment that is audited, by its name in the logs; None for all of them."""
        return self.casino or (self.about.establishment.casino if self.about else None)

    def params_of(self, program: Program) -> dict[str, object]:
        """The values of parameters that are meant for one ruleset; asked for by name, or given in
        the case file.
        """
        given = self.about.given_to(program.name) if self.about else {}
        every = {**given, **self.params}
        return {name: value for name, value in every.items() if name in program.params}

    def terms(self, programs: Iterable[Program]) -> Terms:
        """All that decides the outcome of the audit by these rulesets, beside its findings."""
        given = {
            program.name: {name: _text(own) for name, own in self.params_of(program).items()}
            for program in programs
        }
        return Terms(*self.period, self.demands, self.about, given)

    @property
    def detail(self) -> Detail:
        """The violations whose evidence is kept whole."""
        known = None if self.finding is None else partial(is_known_as, self.finding)
        return Detail(known or self.within, MOST_DERIVED)

    def within(self, verdict: Verdict) -> bool:
        """True where the gaming day of a finding's first row lies in the period asked for."""
        asked, day = InForce(*self.period), verdict.day
        return asked == ALWAYS or (day is not None and asked.holds(day))


class SettingsAsked(TypedDict, total=False):
    """The settings that a library user may name; `auditor.audit.audit_log` says what they mean."""

    mapping: Mappings | None
    rules: str | Path | None
    rules_anyway: bool
    records: Records
    params: Mapping[str, object]
    period: tuple[date | None, date | None]
    case: str | Path | CaseFile | StatedCase | None
    casino: str | None
    baseline: str | Path | None
    earlier: str | Path | None
    must_verify: str | Collection[str]
    language: Language
    started: datetime | None
    finding: str | None
    key: bytes | None


class Parts(Frozen):
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


def given_by(programs: Sequence[Program]) -> dict[str, tuple[str, str]]:
    """The values that rules leave to the inspector, each with what it is in both languages."""
    return {
        name: (param.text.fr, param.text.en)
        for program in programs
        for name, param in program.params.items()
        if param.is_given and param.text is not None
    }


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


def parameters(programs: Sequence[Program], settings: Settings) -> dict[str, dict[str, Value]]:
    """Values for parameters, each of its declared type, by ruleset.  Raises CannotAuditError."""
    known = {name: param for program in programs for name, param in program.params.items()}
    for name in (*settings.params, *(settings.about.given_to_all if settings.about else ())):
        if name not in known:
            raise CannotAuditError(_no_parameter(name, known))
    return {
        program.name: {
            name: _parameter(name, value, program.params[name])
            for name, value in settings.params_of(program).items()
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


# ---- the settings as a report writes them down --------------------------------------------------
_RUN = (
    *("records", "records_by_mapping", "from", "to", "must_verify", "casino"),
    *("case", "mapping", "baseline", "earlier", "waivers", "pseudonyms", "rules_anyway"),
)
"""Entries of `run.parameters` that are no parameters of rules."""


def run_parameters(
    settings: Settings, mappings: Sequence[MappingFile], *, of_others: bool
) -> dict[str, JsonValue]:
    """The settings as the report writes them down; `of_others` where the log names other games."""
    told: dict[str, JsonValue] = {"rules_anyway": True} if of_others else {}
    if records := settings.records:
        told["records"] = records if isinstance(records, str) else [*sorted(records)]
    for name, day in zip(("from", "to"), settings.period, strict=True):
        if day is not None:
            told[name] = day.isoformat()
    if settings.establishment is not None:
        told["casino"] = settings.establishment
    if isinstance(settings.case, CaseFile):
        told["case"] = f"{settings.case.name} ({settings.case.sha256})"
    if settings.demands:
        told["must_verify"] = [*settings.demands]
    told |= settings.accepted.files
    if settings.key is not None:
        told["pseudonyms"] = key_id(settings.key)
    told |= {name: _text(value) for name, value in sorted(settings.params.items())}
    if mappings:
        told["mapping"] = ", ".join(f"{own.name} ({own.sha256})" for own in mappings)
    if by_mapping := frozenset(kind for own in mappings for kind in own.records):
        told["records_by_mapping"] = "all" if "all" in by_mapping else [*sorted(by_mapping)]
    return told


def settings_of(run: Run, given: Settings) -> Settings:
    """The settings that a report wrote down, with files and a key, which it names, as they are
    given.  Raises CannotAuditError.
    """
    told: Any = run.parameters
    must = told.get("must_verify")
    return replace(
        given,
        records=told.get("records", ()),
        params={name: value for name, value in told.items() if name not in _RUN},
        period=(
            _read(date, "from", told.get("from"), "value.day"),
            _read(date, "to", told.get("to"), "value.day"),
        ),
        language=run.language,
        started=_read(datetime, "started", run.started or None, "value.time"),
        must_verify=[str(own) for own in must] if isinstance(must, list) else (),
        casino=None if given.case is not None or "casino" not in told else str(told["casino"]),
        rules_anyway=told.get("rules_anyway") is True,
    )


def _read(kind: type[Moment], name: str, text: object, code: str) -> Moment | None:
    """A day or a time of a report; of one that means nothing, CannotAuditError."""
    try:
        return None if text is None else kind.fromisoformat(str(text))
    except ValueError:
        says = message("request.parameter_value", name=name, text=str(text), says=message(code))
        raise CannotAuditError(says) from None


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


def refuse_outside(days: Collection[date], period: tuple[date | None, date | None]) -> None:
    """Raises CannotAuditError for a period without a row: a report on it would say nothing.

    `days` are days of the log, among them the first and the last.
    """
    start, end = period
    if days and (max(days) < (start or date.min) or (end or date.max) < min(days)):
        from_ = message("nothing.from", day=str(start)) if start else ""
        to = message("nothing.to", day=str(end)) if end else ""
        first, last = str(min(days)), str(max(days))
        raise CannotAuditError(
            message("request.outside", start=from_, end=to, first=first, last=last)
        )


def refuse_nothing(logs: Sequence[Intake], left: Split) -> None:
    """Where no row at all could be evaluated, a report would look as if nothing were wrong."""
    if any(own.rows_evaluated for log in logs for own in log.inputs):
        return
    aside = [*left.set_aside, *(own for log in logs for own in log.set_aside)]
    if not aside:
        raise CannotAuditError(message("request.nothing"))
    first = min(aside, key=in_file)
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
