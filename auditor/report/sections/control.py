"""Control totals as a reader ties them to the books: by table and evening, and for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from auditor.report.model import ControlTotals, MovedBy, Report
from auditor.report.tables import Cell, ReportTable, amount, column
from auditor.report.typography import counted_up, day
from auditor.report.words import Words
from auditor.values import exact, show

MOST_LINES = 60
"""Lines on paper; of more tables and evenings those of one table are put together."""
_ALWAYS = frozenset({"session", "table"})
_ASIDE = frozenset({"season"})  # said by the day of the session


@dataclass(frozen=True, slots=True)
class ControlLine:
    """The totals of a table and evening; `moved` by kind of event."""

    place: tuple[str, ...]
    rows: int
    coups: int
    moved: Mapping[str, MovedBy]


@dataclass(frozen=True, slots=True)
class ControlSheet:
    """The totals on paper; `put_together` is how many tables and evenings these lines stand for,
    none where each has its own.
    """

    names: tuple[str, ...]
    kinds: tuple[str, ...]
    lines: tuple[ControlLine, ...]
    whole: ControlLine
    put_together: int


def control_sheet(report: Report, words: Words) -> ControlSheet | None:
    """The totals; None where the log names no table."""
    if not report.totals:
        return None
    every = report.totals
    names = _names(every)
    if many := len(every) if len(every) > MOST_LINES else 0:
        names = tuple(name for name in names if name != "session")
    groups: dict[tuple[str, ...], list[ControlTotals]] = {}
    for own in every:
        groups.setdefault(tuple(own.within.get(name, "") for name in names), []).append(own)
    places = sorted(groups, key=lambda place: tuple(map(counted_up, place)))
    lines = tuple(_line(_place(names, place, words), groups[place]) for place in places)
    return ControlSheet(names, _kinds(every), lines, _line((), every), many)


def _names(every: Iterable[ControlTotals]) -> tuple[str, ...]:
    """The columns that tell tables and evenings apart, and those that name them anyhow."""
    found: dict[str, set[str]] = {}
    for own in every:
        for name, value in own.within.items():
            found.setdefault(name, set()).add(value)
    told = (name for name, values in found.items() if len(values) > 1 or name in _ALWAYS)
    return tuple(name for name in told if name not in _ASIDE)


def _place(names: Sequence[str], place: Sequence[str], words: Words) -> tuple[str, ...]:
    return tuple(
        day(own, words.language) if name == "session" else own
        for name, own in zip(names, place, strict=True)
    )


def _kinds(every: Iterable[ControlTotals]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(by.event for own in every for by in own.events if by.count))


def _line(place: tuple[str, ...], own: Sequence[ControlTotals]) -> ControlLine:
    moved: dict[str, list[MovedBy]] = {}
    for by in (by for totals in own for by in totals.events):
        moved.setdefault(by.event, []).append(by)
    return ControlLine(
        place,
        sum(totals.rows for totals in own),
        sum(totals.coups for totals in own),
        {kind: _together(kind, by) for kind, by in moved.items()},
    )


def _together(kind: str, own: Sequence[MovedBy]) -> MovedBy:
    total = sum((Fraction(by.amount) for by in own), Fraction())
    return MovedBy(
        event=kind,
        count=sum(by.count for by in own),
        amount=show(exact(total)),
        without_amount=sum(by.without_amount for by in own),
    )


def control_table(report: Report, words: Words) -> ReportTable:
    """Each table and evening, then all of them: a sheet."""
    every = report.totals
    names = tuple(dict.fromkeys(name for own in every for name in own.within))
    kinds = _kinds(every)
    columns = [column(words(name), 16) for name in names]
    columns += [column(words("totals.rows"), 10), column(words("totals.coups"), 8)]
    for kind in kinds:
        said = words.event(kind)
        columns.append(column(words("totals.number", event=said), 12))
        columns.append(column(words("totals.sum", event=said), 14, "money"))

    def rows() -> Iterator[tuple[Cell, ...]]:
        for own in every:
            place = tuple(own.within.get(name, "") for name in names)
            yield *place, *_cells(_line(place, [own]), kinds)
        if every:
            blank = ("",) * max(0, len(names) - 1)
            yield words("total"), *blank, *_cells(_line((), every), kinds)

    return ReportTable(words("totals"), columns, rows())


def _cells(line: ControlLine, kinds: Iterable[str]) -> Iterator[Cell]:
    yield from (line.rows, line.coups)
    for kind in kinds:
        own = line.moved.get(kind)
        yield "" if own is None else own.count
        yield amount(own.amount) if own is not None and own.is_read else ""
