"""The header of a file that has a row for a whole coup."""

from __future__ import annotations

from collections.abc import Sequence

from auditor.log.convert import numbers as amounts
from auditor.log.convert.lexicon import Lexicon
from auditor.log.header import Heading, headings
from auditor.log.infer.column_names import known
from auditor.log.table import Record

FEW = 2
"""Columns of which one that is known is enough: a list of numbers has no more."""


def wide_header(records: Sequence[Record], lexicon: Lexicon) -> Heading | None:
    """The row, or two, in which most columns are known by name; None where hardly any is."""
    best, most = None, 0
    for head in headings(records):
        if head.first != head.last and _numbers_below_names(records, head):
            continue
        both = zip(head.names, _below(head), strict=True)
        score = sum(known(name, lexicon) or known(own, lexicon) for name, own in both)
        few = score == 1 and (head.first != head.last or sum(head.named) > FEW)
        if score > most and not few:
            best, most = head, score
    return best


def _numbers_below_names(records: Sequence[Record], head: Heading) -> bool:
    """True where most numbers of the lower row stand below a name that no other column has: it is
    the first row of the table, for in a header they tell columns of one name apart.
    """
    upper, lower = records[head.first][1], records[head.last][1]
    numbers = [at for at, own in enumerate(lower) if amounts.whole(own) is not None]
    alone = [
        at
        for at in numbers
        if at < len(upper) and upper[at].strip() and upper.count(upper[at]) == 1
        if not (at + 1 < len(lower) and lower[at + 1].strip() and not any(upper[at + 1 : at + 2]))
    ]
    return len(alone) * 2 > len(numbers)


def _below(head: Heading) -> Sequence[str]:
    """The names of the lower of two rows, where the upper one names other columns by itself: a
    title above a header does not.
    """
    alone = (
        not own and not name.startswith("column ")
        for name, own in zip(head.names, head.short, strict=True)
    )
    return head.short if head.first != head.last and any(alone) else ("",) * len(head.names)
