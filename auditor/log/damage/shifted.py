"""Cells that stand in the column beside their own from some row on, as where a cell was inserted.

Where a number stands in place of a word it shows, and the row is set aside.  In the rows among
these, and beside them, what is shifted may read well, and say something else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from auditor.log.damage.suspects import Member, Suspect
from auditor.log.event import Event

FEW = 3
"""Rows near one another, at least, that show it, before it is no slip in each of them."""

NEAR = 20
"""Rows, at most, from one that shows it to one that may be shifted as well."""


def beside_shifted(
    members: Sequence[Member], shifted: Sequence[int], behind: Collection[str]
) -> list[Member]:
    """The members, of which those near rows with these numbers are in doubt: what they say in the
    columns `behind` the one of their event.
    """
    near = {number for rows in _stretches(sorted(shifted)) for number in rows}
    return [_in_doubt(own, behind) if own.row.number in near else own for own in members]


def _stretches(numbers: Sequence[int]) -> Iterator[range]:
    stretch: list[int] = []
    for number in (*numbers, None):
        if stretch and (number is None or number - stretch[-1] > NEAR):
            if len(stretch) >= FEW:
                yield range(stretch[0] - NEAR, stretch[-1] + NEAR + 1)
            stretch = []
        stretch += [] if number is None else [number]


def _in_doubt(member: Member, behind: Collection[str]) -> Member:
    if not isinstance(member, Event):
        return member
    values = {name: value for name, value in member.values.items() if name not in behind}
    return Suspect(member.row, member.kind, values, frozenset(behind))
