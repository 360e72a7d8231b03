"""Cells that are empty where they should not be: of which scope a row is, its column does not say.

Whoever deletes the cells of a column over some rows takes payments out of their coup.  Which cells
these are the other rows show: those of the same kind, and those before and after.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from auditor.log.damage.suspects import Habits, ScopeColumns, Suspect


def without(suspect: Suspect, names: Collection[str]) -> Suspect:
    """A row in doubt, of which some cells are not believed either."""
    if not names:
        return suspect
    values = {name: value for name, value in suspect.values.items() if name not in names}
    return replace(suspect, values=values, lost=suspect.lost.union(names))


def unplaced(suspect: Suspect, columns: ScopeColumns, habits: Habits) -> Suspect:
    """A row in doubt, without the scopes that it does not name and rows of its kind do."""
    kinds = [*habits.rows] if suspect.kind is None else [suspect.kind]
    unsaid = frozenset(
        name
        for name in columns.all
        for kind in kinds
        if name not in suspect.values and habits.expects(kind, name, columns)
    )
    return suspect if unsaid <= suspect.lost else replace(suspect, lost=suspect.lost | unsaid)
