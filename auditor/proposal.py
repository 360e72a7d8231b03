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
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from auditor.findings.dependencies import fields_read, kinds_read, words_read
from auditor.language.core import Program
from auditor.language.facts import facts_of
from auditor.log.convert.lexicon import Lexicon
from auditor.log.files.discover import found_files
from auditor.log.files.open import read_tables
from auditor.log.mapping.file import Mapping as MappingFile
from auditor.log.mapping.file import MappingError, mappings_of
from auditor.log.propose.propose import FileProposal, proposal
from auditor.log.propose.question import Candidate, Column, Price, Question
from auditor.log.propose.trial import Probe, probe_by_words
from auditor.log.shape import read_options
from auditor.log.table import Table, UnfitRow, Unreadable
from auditor.messages.message import Language, message
from auditor.preview import Preview, preview_of
from auditor.reading import words_of
from auditor.request import CannotAuditError, refusal, ruleset

__all__ = ["Candidate", "Column", "Preview", "Price", "Proposal", "Question", "propose"]


@dataclass(frozen=True, slots=True)
class _Files:
    """The files as they were looked at, so that an answer need not open them again."""

    seen: tuple[tuple[str, Probe], ...]
    words: Lexicon
    program: Program | None
    as_they_are: tuple[Table, ...]


class Proposal:
    """A reading that is proposed for some files: a value, of which `answered` gives another one."""

    def __init__(self, files: _Files, answers: Mapping[str, str]) -> None:
        self._files = files
        self.answers = dict(answers)
        self._parts = tuple(_part(name, seen, files, answers) for name, seen in files.seen)

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
        prices = self.preview.prices
        return tuple(
            replace(own, price=prices(own)) for part in self._parts for own in part.questions
        )

    @cached_property
    def preview(self) -> Preview:
        """A look at what the answers so far make of the files."""
        tables = [*self._files.as_they_are, *(part.preview for part in self._parts)]
        records = {kind for part in self._parts for kind in part.records}
        return preview_of(tables, self._program(), self._files.words, records)

    @property
    def set_aside(self) -> tuple[UnfitRow, ...]:
        """The rows that are no events, each with the reason."""
        return tuple(own for part in self._parts for own in part.preview.set_aside)

    @property
    def mapping(self) -> MappingFile | None:
        """The mapping as far as it is answered, which `read_log` takes; None where none is needed.

        Raises CannotAuditError.
        """
        if not self._parts:
            return None
        text, name = self.text("en"), f"{self._parts[0].draft.file}.toml"
        try:
            parts = mappings_of(text, name, self._files.words)
        except MappingError as error:
            raise CannotAuditError(error.says) from None
        return MappingFile(name, hashlib.sha256(text.encode()).hexdigest(), parts)

    def answered(self, answers: Mapping[str, str]) -> Proposal:
        """The proposal with more answers, by the ids of their questions; `""` says that it is
        nothing.  Raises CannotAuditError for an answer that means nothing.
        """
        return Proposal(self._files, self.answers | dict(answers))

    def text(self, language: Language) -> str:
        """The mapping as TOML: settings, questions (`# ? key = value`), and remarks."""
        return "\n".join(part.text(language) for part in self._parts)

    def _program(self) -> Program | None:
        if self._files.program is not None:
            return self._files.program
        named = (own for id_, own in self.answers.items() if id_.endswith("#columns.game"))
        game = next(named, None)
        return None if not game else ruleset(game)


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
    seen: list[tuple[str, Probe]] = []
    as_they_are: list[Table] = []
    refused = list(found.refusals)
    for path, name in found.named():
        if (tables := _as_it_is(path, name, words_of(rules))) is not None:
            as_they_are += tables
            continue
        own = probe_by_words(path, name, words)
        refused += own.refusals
        if not own.refusals and not own.grids:
            raise CannotAuditError(message("file.is_empty", path=name))
        seen.append((name, own))
    if refused:
        raise CannotAuditError(*map(refusal, refused))
    program = None if rules is None else ruleset(rules)
    return Proposal(_Files(tuple(seen), words, program, tuple(as_they_are)), answers or {})


def _part(name: str, seen: Probe, files: _Files, answers: Mapping[str, str]) -> FileProposal:
    own = {
        path: answer
        for id_, answer in answers.items()
        for of, _, path in [id_.partition("#")]
        if of == name
    }
    try:
        asks_for_game = files.program is None
        return proposal(seen, files.words, name, asks_for_game=asks_for_game, answers=own)
    except Unreadable as error:
        raise CannotAuditError(refusal(error.refusal(name))) from None
    except MappingError as error:
        raise CannotAuditError(error.says) from None


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


def _as_it_is(path: Path, name: str, words: Lexicon) -> list[Table] | None:
    """The tables of a file that needs no mapping: all columns are known, each row is an event."""
    tables, refusals = read_tables(path, name, read_options(words))
    known = {*words.fields(), "event"}

    def is_known(table: Table) -> bool:
        kinds = {cells[table.header.index("event")] for _, cells in table.rows}
        doubtful = any(note.code == "note.ambiguous" for note in table.notes)
        whole = bool(kinds) and not table.set_aside and not doubtful
        return whole and known >= {*table.header} and all(map(words.has_kind, kinds))

    return tables if tables and not refusals and all(map(is_known, tables)) else None
