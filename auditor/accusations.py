"""Whether rules accuse most of what a file tells: then it is read wrongly, and not played so.

A proposal is tried against its own files, and what the accusations rest on is asked about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

import numpy as np

from auditor.audit import judged_by
from auditor.engine.locality import ColumnsUsed
from auditor.findings.dependencies import kinds_by_rule
from auditor.findings.finding import Judged
from auditor.findings.profile import coup
from auditor.language.core import ANY_EVENT, Program
from auditor.language.facts import facts_of
from auditor.log.coded import CodedColumn
from auditor.log.mapping.coups import joined
from auditor.log.mapping.file import MappingError
from auditor.log.propose.draft import COLUMNS, HAPPENS, OF_THE_HOUSE, READS, Place, path_of
from auditor.log.propose.propose import FileProposal
from auditor.log.table import Table, Unreadable
from auditor.messages.message import Message, message
from auditor.request import CannotAuditError
from auditor.source import Frozen

MOST = 6
"""Settings that are asked about."""

TRIED = 12
"""Settings that are tried for each of them."""

ROWS = 600
"""Events of the longest table that are judged; of the others as large a share."""

FEW = 3
"""Subjects that a rule has judged before anything is said of most of them."""


class Accusation(Frozen):
    """A rule that `accused` most of the `subjects` that it judged, or something in most coups, with
    the fields that it asks for and the kinds of event that it looks at: one of these is read
    wrongly.
    """

    rule: str
    subjects: int
    accused: int
    fields: frozenset[str]
    kinds: frozenset[str]


def tried(program: Program, tables: Sequence[Table], kinds: Collection[str] = ()) -> Judged:
    """The verdicts on the first rows of some tables; the absence of the `kinds` means that they did
    not happen.  Raises CannotAuditError.

    A column that bounds a scope and is nowhere filled is taken to be the same in all rows: what is
    asked about it is another question.
    """
    return judged_by(program, _bounded(program, _beginning(tables)), kinds)


def accused_by(judged: Judged) -> tuple[Accusation, ...]:
    """The rules that accuse most of what was judged, the worst first."""
    program, vocabulary = judged.program, judged.program.vocabulary
    looked_at, columns, facts = kinds_by_rule(program), ColumnsUsed(program), facts_of(program)
    found = []
    for tally in judged.tallies:
        rule, accused = tally.rule, len(tally.violations)
        subjects = tally.compliant + accused
        if subjects >= FEW and (2 * accused > subjects or 2 * accused > judged.profile.coups):
            fields = columns.by(rule) & vocabulary.fields.keys()
            any_kind = rule.subject == ANY_EVENT
            own = vocabulary.kinds if any_kind else facts.kinds_behind(rule.subject)
            of_kinds = looked_at[rule.name].union(own)
            found.append(Accusation(rule.name, subjects, accused, fields, of_kinds))
    return tuple(sorted(found, key=lambda own: (-own.accused, own.rule)))


def _beginning(tables: Sequence[Table]) -> list[Table]:
    """The first rows of each: as large a share of every table, so that they tell the same coups."""
    longest = max((len(own.rows) for own in tables), default=0)
    if longest <= ROWS:
        return list(tables)
    shares = (-(-len(own.rows) * ROWS // longest) for own in tables)
    return [
        replace(own, rows=own.body.held()[:many]) for own, many in zip(tables, shares, strict=True)
    ]


def _bounded(program: Program, tables: Sequence[Table]) -> list[Table]:
    """The tables with one value in each column that bounds a scope and that no row fills: another
    one in each of those that have the same columns, which tell other coups.
    """
    filled = {
        name for own in tables for at, name in enumerate(own.header) if own.body.said(at) - {""}
    }
    lacking = [own for own in program.vocabulary.context if own not in filled]
    names = tuple(facts_of(program).unscoped(lacking))
    bounded: list[Table] = []
    alike = Counter[tuple[str, ...]]()
    for table in tables:
        alike[table.header] += 1
        rows = table.body.held()
        one = CodedColumn(np.zeros(len(rows), np.uint8), [str(alike[table.header])])
        kept = [at for at, name in enumerate(table.header) if name not in names]
        header = (*(table.header[at] for at in kept), *names)
        columns = [*(rows.column(at) for at in kept), *(one for _ in names)]
        bounded.append(replace(table, header=header, rows=rows.with_columns(columns)))
    return bounded


# ---- what they rest on ---------------------------------------------------------------------------
Parts = tuple[FileProposal, ...]


def doubted(parts: Parts, program: Program) -> Parts:
    """The proposals, with a question for each setting without which fewer rules accuse most."""
    for _ in range(MOST):
        own = _Trial.of(parts, program)
        if own is None or not own.accused:
            return parts
        better = (_Trial.of(other, program) for other in own.without_one())
        tried_ones = [other for other in better if other is not None and other.weight < own.weight]
        if not tried_ones:
            return parts
        parts = min(tried_ones, key=lambda other: (other.weight, -other.compliant)).parts
    return parts


class _Trial(Frozen):
    """Proposals, the verdicts on what they make of the files, and what is accused."""

    parts: Parts
    judged: Judged
    accused: tuple[Accusation, ...]

    @classmethod
    def of(cls, parts: Parts, program: Program) -> _Trial | None:
        """The trial of some proposals; None where nothing can be judged."""
        records = {kind for part in parts for kind in part.says.records}
        every = joined([own for part in parts for own in part.tables])
        tables = [own for own in every if len(own.rows)]
        told = {name for own in tables for name in own.header}
        if not told.issuperset(coup(program.vocabulary)[-1:]) or not tables:
            return None  # all rows would be of one coup
        try:
            judged = tried(program, tables, records)
        except CannotAuditError:
            return None
        return cls(parts, judged, accused_by(judged))

    @property
    def weight(self) -> int:
        """How much is accused by rules that accuse most."""
        return sum(own.accused for own in self.accused)

    @property
    def compliant(self) -> int:
        """The answers that a reading allows."""
        return sum(tally.compliant for tally in self.judged.tallies)

    def without_one(self) -> Iterator[Parts]:
        """The proposals, each with one setting that the accusations rest on asked about."""
        for number, place in self._settings()[:TRIED]:
            part = self.parts[number]
            try:
                other = part.again(part.draft.doubting(place, self._says(place)))
            except (MappingError, Unreadable):
                continue
            yield (*self.parts[:number], other, *self.parts[number + 1 :])

    def _settings(self) -> Sequence[tuple[int, Place]]:
        """The settings on which most accusations rest, of each proposal."""
        found = Counter[tuple[int, Place]]()
        for own in self.accused:
            for number, part in enumerate(self.parts):
                for place in _places(part, own):
                    found[number, place] += own.accused
        return [own for own, _ in found.most_common()]

    def _says(self, place: Place) -> Message:
        own = next(own for own in self.accused if place[1] in own.fields | own.kinds)
        rule = next(tally.rule for tally in self.judged.tallies if tally.rule.name == own.rule)
        return message(
            "ask.accused",
            accused=own.accused,
            subjects=own.subjects,
            provisions=", ".join(rule.cites),
        )


def _places(part: FileProposal, own: Accusation) -> Iterator[Place]:
    """The settings of a proposal on which an accusation rests, if nobody has confirmed one."""
    draft = part.draft
    columns = (
        name
        for name, line in draft.of(COLUMNS).items()
        if not line.is_question and "{" in line.answer and name not in OF_THE_HOUSE
    )
    places = [(*HAPPENS, kind) for kind in sorted({*draft.kinds()} & own.kinds)]
    places += [(*READS, name) for name in columns if name in own.fields]
    return iter([] if any(path_of(place) in draft.answers for place in places) else places)
