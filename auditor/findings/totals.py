"""Control totals: what a log holds of each table and evening, to tie to the books of the house."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

import numpy as np

from auditor.engine.evaluate.catalog import eligible, firsts
from auditor.engine.store.columns import Columns
from auditor.engine.store.keys import Keys, stable_order
from auditor.engine.store.vector import Ints
from auditor.findings.money import Sums
from auditor.findings.profile import Key, MoneyTotal, Totals, coup, sitting
from auditor.language.core import Program, Vocabulary
from auditor.report import model
from auditor.values import exact, show


def moving(vocabulary: Vocabulary) -> dict[str, str]:
    """The kinds of event that move money, each with the field of its sum: payments, and whatever
    has its sum where payments have it.
    """
    sums = dict.fromkeys(own.payment for own in vocabulary.kinds.values() if own.payment)
    return {
        kind.name: name
        for kind in vocabulary.kinds.values()
        for name in sums
        if name in kind.fields
    }


def totals(columns: Columns, vocabulary: Vocabulary, coups_: Ints) -> dict[Key, Totals]:
    """The totals of the rows that are evaluated, by the columns of a sitting; `coups_` is a row of
    each coup.
    """
    fields, rows = sitting(vocabulary), eligible(columns, ())
    if not fields or not len(rows):
        return {}
    keys = columns.numbered(fields)
    coups = np.bincount(keys.ids[coups_], minlength=keys.count)
    counts = np.bincount(keys.ids[rows], minlength=keys.count)
    moved = _moved(columns, vocabulary, keys)
    firsts_ = rows[firsts(keys.ids[rows], keys.count)]
    return {
        tuple(columns.value(name, vocabulary, int(row)) for name in fields): Totals(
            int(counts[id_]), int(coups[id_]), moved[id_]
        )
        for row, id_ in zip(firsts_, keys.ids[firsts_].tolist(), strict=True)
    }


def _moved(
    columns: Columns, vocabulary: Vocabulary, keys: Keys
) -> dict[int, dict[str, MoneyTotal]]:
    """The money of each sitting, by its number."""
    moved: dict[int, dict[str, MoneyTotal]] = defaultdict(dict)
    for kind, name in moving(vocabulary).items():
        if kind not in columns.kinds:
            continue
        rows = columns.rows_of(kind)
        if columns.doubtful is not None:
            rows = rows[~columns.doubtful[rows]]
        sums = Sums(columns, vocabulary, name)
        for id_, own in _rows_by_number(keys, rows):
            moved[id_][kind] = MoneyTotal(len(own), sums.of(own), int(sums.unreadable(own).sum()))
    return moved


def one_of_each_coup(columns: Columns, vocabulary: Vocabulary) -> Ints:
    """A row of each coup that has a number."""
    fields = coup(vocabulary)
    if not fields:
        return np.empty(0, np.int64)
    rows, keys = eligible(columns, fields[-1:]), columns.numbered(fields)
    return rows[firsts(keys.ids[rows], keys.count)]


def _rows_by_number(keys: Keys, rows: Ints) -> Iterator[tuple[int, Ints]]:
    """The rows of each number."""
    if len(rows):
        ids = keys.ids[rows]
        order = stable_order(ids, keys.count)
        for part in np.split(order, np.flatnonzero(np.diff(ids[order])) + 1):
            yield int(ids[part[0]]), rows[part]


# ---- as the report says them --------------------------------------------------------------------
def control_totals(program: Program, found: Mapping[Key, Totals]) -> Iterator[model.ControlTotals]:
    """One for each table and evening, in their order."""
    names = sitting(program.vocabulary)
    for key in sorted(found, key=lambda own: tuple("" if v is None else show(v) for v in own)):
        own = found[key]
        yield model.ControlTotals(
            ruleset=program.name,
            within={
                name: show(value)
                for name, value in zip(names, key, strict=True)
                if value is not None
            },
            rows=own.rows,
            coups=own.coups,
            events=tuple(
                model.MovedBy(
                    event=kind,
                    count=moved.count,
                    amount=show(exact(moved.sum)),
                    without_amount=moved.unreadable,
                )
                for kind, moved in own.moved.items()
            ),
        )
