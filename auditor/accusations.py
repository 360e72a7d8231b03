"""Whether rules accuse most of what a file tells: then it is read wrongly, and not played so."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from auditor.engine.locality import ColumnsUsed
from auditor.findings.dependencies import kinds_by_rule
from auditor.judging import judged_by
from auditor.language.core import ANY_EVENT
from auditor.language.facts import facts_of
from auditor.log.coded import CodedColumn

if TYPE_CHECKING:
    from auditor.findings.finding import Judged
    from auditor.language.core import Program
    from auditor.log.table import Table

ROWS = 600
"""Events of the longest table that are judged; of the others as large a share."""

FEW = 3
"""Subjects that a rule has judged before anything is said of most of them."""


@dataclass(frozen=True, slots=True)
class Accusation:
    """A rule that `accused` most of the `subjects` that it judged, or something in most coups, with
    the fields that it asks for and the kinds of event that it looks at: one of these is read
    wrongly.
    """

    rule: str
    subjects: int
    accused: int
    fields: frozenset[str]
    kinds: frozenset[str]


def accusing(
    program: Program, tables: Sequence[Table], kinds: Collection[str] = ()
) -> tuple[Accusation, ...]:
    """The rules that accuse most of what the tables of a reading tell, the worst first.

    The absence of the `kinds` means that they did not happen.  A column that bounds a scope and is
    nowhere filled is taken to be the same in all rows: what is asked about it is another question.
    Raises CannotAuditError.
    """
    return accused_by(tried(program, tables, kinds))


def tried(program: Program, tables: Sequence[Table], kinds: Collection[str] = ()) -> Judged:
    """The verdicts on the first rows of some tables.  Raises CannotAuditError."""
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
    """The tables with one value in each column that bounds a scope and that no row fills."""
    filled = {
        name for own in tables for at, name in enumerate(own.header) if own.body.said(at) - {""}
    }
    lacking = [own for own in program.vocabulary.context if own not in filled]
    names = tuple(facts_of(program).unscoped(lacking))
    return [_with_constants(own, names) for own in tables]


def _with_constants(table: Table, names: tuple[str, ...]) -> Table:
    rows = table.body.held()
    one = CodedColumn(np.zeros(len(rows), np.uint8), ["1"])
    kept = [at for at, name in enumerate(table.header) if name not in names]
    header = (*(table.header[at] for at in kept), *names)
    columns = [*(rows.column(at) for at in kept), *(one for _ in names)]
    return replace(table, header=header, rows=rows.with_columns(columns))
