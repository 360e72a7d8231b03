"""A conversation about how a casino's files are to be read: columns that are recognised, questions,
and what each answer makes of the files.

    proposal = propose("evening.csv", rules="…")
    for question in proposal.questions:
        print(question.said("en"), question.candidates, question.price)
    proposal = proposal.answered({proposal.questions[0].id: "PB1"})
    reading = read_log("evening.csv", mapping=proposal.mapping)
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

from auditor.accusations import doubted
from auditor.findings.dependencies import Lacking, fields_read, kinds_read, lacking, words_read
from auditor.language.core import Bilingual
from auditor.language.facts import facts_of
from auditor.language.wording import in_both
from auditor.log.convert.lexicon import Lexicon
from auditor.log.files.discover import found_files
from auditor.log.files.open import read_tables
from auditor.log.mapping.bind import columns_of_events
from auditor.log.mapping.coups import joined
from auditor.log.mapping.file import Mapping as MappingFile
from auditor.log.mapping.file import MappingError, mappings_of
from auditor.log.mapping.schema import OF_COUP
from auditor.log.match.roles import SENSES
from auditor.log.propose.draft import OF_THE_HOUSE, Draft, id_of, path_of, together
from auditor.log.propose.propose import FileProposal, by_columns, proposal
from auditor.log.propose.question import Candidate, Column, Price, Question, column_list
from auditor.log.propose.trial import Probe, probe
from auditor.log.shape import read_options
from auditor.log.table import Table, Unreadable
from auditor.messages.message import Language, Message, message
from auditor.preview import Aside, Preview, judged
from auditor.reading import words_of
from auditor.request import CannotAuditError, refusal, ruleset
from auditor.source import Frozen
from auditor.types import Enumeration
from auditor.values import UnreadableError, read_value

__all__ = [
    "Aside",
    "Candidate",
    "Column",
    "Preview",
    "Price",
    "Proposal",
    "Question",
    "propose",
    "verifiable",
]


class _Seen(Frozen):
    """Sheets of a file that have the same columns, with those of their names that tell them from
    others.
    """

    file: str
    probe: Probe
    sheets: tuple[str, ...] = ()
    is_asked: bool = False
    """Whether a person has to say that it is read: other sheets tell more of what happened."""
    is_list: bool = False
    """Whether the only sheet is a list within the objects of the file, named by a person."""

    @property
    def read(self) -> str:
        """The id of the question whether it is read."""
        return id_of(self.name, ("read",))

    @property
    def name(self) -> str:
        is_whole = self.is_list or not self.sheets
        return self.file if is_whole else f"{self.file}[{self.sheets[0]}]"


class Proposal:
    """A reading that is proposed for some files: a value, of which `answered` gives another one."""

    def __init__(
        self,
        seen: Sequence[_Seen],
        rules: str | Path | None,
        as_they_are: Sequence[Table],
        answers: Mapping[str, str],
        paths: Sequence[str | Path],
    ) -> None:
        # The files as they were looked at: few answers open them again.
        self._all, self._rules, self._as_they_are = seen, rules, as_they_are
        self._paths = paths
        self.answers = dict(answers)
        self._words = words_for(rules or self.game)
        self._program = ruleset(own) if (own := rules or self.game) is not None else None
        self._seen = [own for own in seen if not own.is_asked or self.answers.get(own.read)]
        self._parts = tuple(self._proposed())
        if self._program is not None:
            self._parts = doubted(self._parts, self._program)

    @property
    def game(self) -> str | None:
        """The ruleset by which a person said that the files are to be judged."""
        return self.answers.get("columns.game") or None

    @property
    def is_needed(self) -> bool:
        """Whether some file needs a mapping; others are read as they stand."""
        return bool(self._parts)

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The columns of all files, in their order."""
        return tuple(own for part in self._parts for own in part.columns)

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """Questions that are open, each with its price."""
        found = {own.id: own for own in (*self._of_clocks(), *self._of_sheets(), *self._of_keys())}
        for part in self._parts:
            for own in part.questions:
                asked = self._of_the_rules(self._of_the_coup(own, part))
                found.setdefault(own.id, replace(asked, price=self.preview.price(own)))
        return tuple(sorted(found.values(), key=_by_price))

    @property
    def remarks(self) -> tuple[Message, ...]:
        """Things to know of the files, which no answer changes."""
        every = [says for part in self._parts for says in part.draft.remarks]
        if LOOKED_AT in {len(own.records) for seen in self._seen for own in seen.probe.grids}:
            every.append(message("remark.first_rows", count=LOOKED_AT))
        return tuple(dict.fromkeys(every))

    @cached_property
    def preview(self) -> Preview:
        """A look at what the answers so far make of the files."""
        tables = (*joined([own for part in self._parts for own in part.tables]), *self._as_they_are)
        records = {kind for part in self._parts for kind in part.says.records}
        return Preview(tables, self._words, judged(tables, self._program, records))

    @property
    def set_aside(self) -> tuple[Aside, ...]:
        """The rows that are not read, each with the reason."""
        return self.preview.set_aside

    @property
    def mapping(self) -> MappingFile | None:
        """The mapping as far as it is answered, which `read_log` takes; None where none is needed.

        Raises CannotAuditError.
        """
        if not self._parts:
            return None
        text, name = self._toml("en"), f"{self._parts[0].draft.file}.toml"
        try:
            parts = mappings_of(text, name, self._words)
        except MappingError as error:
            raise CannotAuditError(error.says) from None
        return MappingFile(name, hashlib.sha256(text.encode()).hexdigest(), parts)

    def answered(self, answers: Mapping[str, str]) -> Proposal:
        """The proposal with more answers, by the ids of their questions; `""` says that it is
        nothing.  Raises CannotAuditError for an answer that means nothing.
        """
        told = self.answers | dict(answers)
        if any(own.place in (LIST, ENCODING) and answers.get(own.id) for own in self.questions):
            return propose(self._paths, self._rules, answers=told)  # the rows are others
        return Proposal(self._all, self._rules, self._as_they_are, told, self._paths)

    def text(self, language: Language) -> str:
        """The mapping as TOML: settings, questions (`# ? key = value`), and remarks."""
        lists = (column_list(part.columns, language) for part in self._parts)
        return "\n".join([self._toml(language), *lists])

    def _toml(self, language: Language) -> str:
        return together(_distinct([*zip(self._seen, self._parts, strict=True)]), language)

    def _proposed(self) -> Iterator[FileProposal]:
        """A proposal for each file; one with the columns of an earlier one shares its questions."""
        leads: dict[tuple[str, ...], str] = {}
        for seen in self._seen:
            part = self._part(seen.name, seen)
            lead = leads.setdefault(tuple(own.name for own in part.columns), seen.name)
            yield part if lead == seen.name else self._part(lead, seen)

    def _of_the_coup(self, question: Question, part: FileProposal) -> Question:
        """The question where a row happened, where another table may tell it of the same coup."""
        place, name = question.place[0], question.place[-1]
        others = [
            own.draft.file for own in self._parts if own is not part and own.says_of_coups(name)
        ]
        if place != "columns" or not others or not part.says_of_coups("coup"):
            return question
        says = message("ask.of_the_coup", file=others[0])
        offered = Candidate(OF_COUP, in_both(says))
        return replace(question, candidates=(offered, *question.candidates))

    def _of_clocks(self) -> Iterator[Question]:
        """A question for each file whose times name a clock that several places call so."""
        for own in self.set_aside:
            names = dict(own.reason.values)
            lead = next((p.draft.file for p in self._parts if p.tables[0].file == own.file), None)
            if own.reason.code != "value.clock" or lead is None:
                continue
            name, place = str(names["name"]), ("timezone",)
            says = message("ask.timezone", name=name)
            zones = tuple(Candidate(zone, Bilingual(zone, zone)) for zone in _zones(name))
            yield Question(
                id_of(lead, place), place, says, column="", values=(own.value,), candidates=zones
            )

    def _of_keys(self) -> Iterator[Question]:
        """A question for each file in which another finds none of its coups, though some columns
        have the texts by which that one knows them.
        """
        bare = [(part, own) for part in self._parts for own in part.tables]
        for (part, own), table in zip(bare, self.preview.tables, strict=False):
            if all(aside.reason.code != "row.no_such_coup" for aside in table.set_aside):
                continue
            texts = {*own.body.held().column(own.header.index("coup")).texts}
            says = message("ask.key_of_coups", file=part.draft.file)
            for other in self._parts:
                keys = [one for one in other.columns if one.samples and {*one.samples} <= texts]
                if any(one.of_coups for one in other.tables) or not keys:
                    continue
                lead, place = other.draft.file, ("columns", "coup")
                offered = [(f"{{{one.name}}}", one.name) for one in keys]
                yield Question(
                    id_of(lead, place),
                    place,
                    says,
                    offered[0][0],
                    *(keys[0].name, keys[0].samples),
                    tuple(Candidate(source, Bilingual(name, name)) for source, name in offered),
                )

    def _of_sheets(self) -> Iterator[Question]:
        """A question for the sheets of a file that have other columns than most of its rows."""
        for own in self._all:
            if own.is_asked and own.read not in self.answers:
                says = message("ask.read", sheets=", ".join(f"`{one}`" for one in own.sheets))
                yes = Candidate("yes", in_both(message("choice.same_coups")))
                yield Question(own.read, ("read",), says, "yes", candidates=(yes,))

    def _of_the_rules(self, question: Question) -> Question:
        """The question what a word means, with the words that the rules have for it."""
        above, name = question.place[0], question.place[-1]
        words = above == "columns" and isinstance(self._words.type_of("", name), Enumeration)
        if self._program is None or not (words or above in ("values", "column")):
            return question
        known = words_read(self._program) | kinds_read(self._program) | SENSES.keys()
        offered = tuple(
            own
            for own in question.candidates
            if own.answer.rpartition(":")[2] in known or own.answer.startswith("{")
        )
        return replace(question, candidates=offered or question.candidates)

    def _part(self, lead: str, seen: _Seen) -> FileProposal:
        of_all = {path_of(("columns", name)) for name in OF_THE_HOUSE}
        own = {
            id_.removeprefix(f"{lead}#"): answer
            for id_, answer in self.answers.items()
            if id_ in of_all or id_.startswith(f"{lead}#")
        }
        asks, alone = self._rules is None, len(self._seen) == 1
        try:
            return proposal(
                seen.probe, self._words, lead, asks_for_game=asks, answers=own, is_alone=alone
            )
        except Unreadable as error:
            raise CannotAuditError(refusal(error.refusal(seen.name))) from None
        except MappingError as error:
            raise CannotAuditError(error.says) from None


def propose(
    paths: str | Path | Iterable[str | Path],
    rules: str | Path | None = None,
    *,
    answers: Mapping[str, str] | None = None,
) -> Proposal:
    """The reading of files, or of those in folders, for the game of `rules`, and else for any.

    `answers` are those of earlier questions by their ids.  Raises CannotAuditError.
    """
    named = [paths] if isinstance(paths, str | Path) else [*paths]
    found = found_files(map(Path, named))
    words = words_for(rules)
    seen: list[_Seen] = []
    as_they_are: list[Table] = []
    refused = list(found.refusals)
    for path, name in found.named():
        if (tables := _as_it_is(path, name, words_of(rules), words.bounds)) is not None:
            as_they_are += tables
            continue
        within = (answers or {}).get(id_of(name, LIST), "")
        encoding = (answers or {}).get(id_of(name, ENCODING)) or None
        own = probe(Path(f"{path}:{within}") if within else path, name, encoding)
        refused += own.refusals
        if not own.refusals and not own.grids:
            raise CannotAuditError(message("file.is_empty", path=name))
        begins = (replace(one, records=one.records[:LOOKED_AT]) for one in own.grids)
        kinds = by_columns(replace(own, grids=tuple(begins)), words)
        largest = sorted(kinds, key=lambda kind: -sum(len(one.records) for one in kind.grids))
        first = largest[0]
        if len(kinds) > 1:
            first = next((kind for kind in largest if _tells(kind, words)), first)
        for kind in kinds:
            sheets = tuple(grid.origin.sheet or "" for grid in kind.grids)
            told = (within,) if within else sheets if len(kinds) > 1 else ()
            seen.append(_Seen(name, kind, told, kind is not first, bool(within)))
    if refused:
        raise CannotAuditError(*map(refusal, refused))
    return Proposal(seen, rules, as_they_are, answers or {}, named)


def _tells(kind: Probe, words: Lexicon) -> bool:
    """Whether sheets of the same columns tell what their rows are."""
    try:
        return proposal(kind, words, "").draft.is_understood
    except Unreadable:
        return False


LIST = ("sheets",)
ENCODING = ("encoding",)
"""The places of the questions whether the objects of a list are the rows, and what bytes mean."""

FIRST = (
    ENCODING,
    ("columns", "game"),
    LIST,
    ("read",),
    ("timezone",),
    ("cards",),
    ("dates",),
    ("decimal",),
    ("columns", "time"),
    ("columns", "coup"),
)
"""Places on which the meaning of others hangs, in the order in which they are asked."""


def _by_price(question: Question) -> tuple[int, bool, int, int]:
    """The order in which questions are best asked: what others hang on, then words, then what
    costs most to leave.
    """
    place, price = question.place, question.price
    first = FIRST.index(place) if place in FIRST else len(FIRST)
    first += place[0] == "events"  # once a column makes an event, no row has to be one
    return first, place[0] != "values", -price.payments, -len(price.provisions)


def _distinct(parts: Sequence[tuple[_Seen, FileProposal]]) -> list[Draft]:
    """The mappings that differ, each once; where one fits other tables too, all name files."""
    kept: list[tuple[list[_Seen], FileProposal, Draft]] = []
    for seen, part in parts:
        for of, _, draft in kept:
            if draft.takes_in(part.draft):
                of.append(seen)
                break
        else:
            kept.append(([seen], part, part.draft.copy()))
    if any(
        one is not other and {*columns_of_events(one.says)} <= {own.name for own in other.columns}
        for _, one, _ in kept
        for _, other, _ in kept
    ):
        for of, _, draft in kept:
            files = [*dict.fromkeys(seen.file for seen in of)]
            draft.set_first("file", files[0] if len(files) == 1 else files)
    for of, _, draft in kept:
        if sheets := [*dict.fromkeys(sheet for seen in of for sheet in seen.sheets)]:
            draft.set_first("sheets", sheets)
    return [draft for _, _, draft in kept]


def verifiable(
    rules: str | Path, columns: Collection[str], kinds: Collection[str]
) -> dict[str, Lacking]:
    """The provisions of a ruleset that a log with some columns and kinds of event leaves
    unverified, at least in part, each with what is lacking.  Raises CannotAuditError.
    """
    return lacking(ruleset(rules), columns, kinds)


LOOKED_AT = 20_000
"""Rows of a sheet that are looked at: each answer is to show at once what it makes of them."""


def _zones(name: str) -> list[str]:
    """Zones of cities whose clock has a name, in winter or in summer."""
    days = datetime(2026, 1, 1), datetime(2026, 7, 1)
    cities = sorted(own for own in available_timezones() if own.partition("/")[0] in CONTINENTS)
    return [own for own in cities if name in {ZoneInfo(own).tzname(day) for day in days}][:MOST]


CONTINENTS = ("Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
MOST = 12
"""Zones that are offered."""


def words_for(rules: str | Path | None) -> Lexicon:
    """The words by which a log is understood; with rules, no events but those of their games."""
    words = words_of(rules)
    if rules is None:
        return words
    own = ruleset(rules)
    said = words_read(own) | fields_read(own)
    proposing = words.proposing(kinds_read(own), own.vocabulary, said)
    bounds = facts_of(own).unscoped(own.vocabulary.context)
    return replace(proposing, bounds=tuple(bounds))


def _as_it_is(path: Path, name: str, words: Lexicon, bounds: Collection[str]) -> list[Table] | None:
    """The tables of a file that needs no mapping: all columns are known, those that bound scopes
    are there, each row is an event.
    """
    tables, refusals = read_tables(path, name, read_options(words))
    known = {*words.fields(), "event"}

    def is_known(table: Table) -> bool:
        kinds = {cells[table.header.index("event")] for _, cells in table.rows}
        doubtful = any(note.code == "note.ambiguous" for note in table.notes)
        whole = bool(kinds) and not table.set_aside and not doubtful and _are_values(table, words)
        columns = {*table.header}
        return whole and known >= columns >= {*bounds} and all(map(words.has_kind, kinds))

    return tables if tables and not refusals and all(map(is_known, tables)) else None


def _are_values(table: Table, words: Lexicon) -> bool:
    """Whether the first cell of each column is a value of its type."""
    event = table.header.index("event")
    for at, name in enumerate(table.header):
        first = next((cells for _, cells in table.rows if at != event and cells[at]), None)
        try:
            if first is not None:
                read_value(first[at], words.type_of(first[event], name))
        except UnreadableError:
            return False
    return True
