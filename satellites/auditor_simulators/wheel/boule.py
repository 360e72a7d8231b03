"""Named faults of boule (article 47), with those of its minimum: authorised or doubled."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from decimal import Decimal
from random import Random
from typing import Final

from auditor_simulators.common.integrity import integrity_faults
from auditor_simulators.common.notation import iso, seconds, text_of
from auditor_simulators.protocol import NoPlaceError, Row
from auditor_simulators.wheel.limits import limit_faults
from auditor_simulators.wheel.play import BOULE
from auditor_simulators.wheel.settlement import *

Session = tuple[str, str]
LONG_BEFORE = 3000  # seconds


def _sessions(rows: list[Row]) -> dict[Session, list[Posted]]:
    """The openings of each session of each house."""
    found: dict[Session, list[Posted]] = defaultdict(list)
    for item in posted(rows):
        found[item.opening["casino"], item.opening["session"]].append(item)
    return found


def doubling(rows: list[Row]) -> dict[Session, list[Posted]]:
    """Sessions in which a table opened at twice the authorised minimum."""
    found = _sessions(rows)
    return {key: items for key, items in found.items() if any(item.doubled for item in items)}


def _tonight(rows: Iterable[Row], session: Session) -> list[Row]:
    return [row for row in rows if (row["casino"], row["session"]) == session]


def _left_alone(rows: list[Row], minimum: Decimal) -> Row | None:
    """The first row after which no table in service has that minimum, but another is open."""
    service: dict[str, bool] = {}
    for row in events(rows, "table_open", "table_close"):
        if row["event"] == "table_close":
            service.pop(row["table"], None)
        else:
            service[row["table"]] = amount_of(row, "minimum") == minimum
        if service and not any(service.values()):
            return row
    return None


def may_close(rows: list[Row], close: Row) -> bool:
    """The table may close earlier: no doubled table is then left alone."""
    items = doubling(rows).get((close["casino"], close["session"]), [])
    return not items or any(
        item.doubled and whereabouts(item.opening) == whereabouts(close) for item in items
    )


def minimum_too_low(rows: list[Row], rng: Random) -> list[Row]:
    """A table opens at half the authorised minimum, where the others keep 47.16."""
    doubled = doubling(rows)
    free = (
        item
        for key, items in _sessions(rows).items()
        for item in items
        if not item.doubled and (key not in doubled or _spared(rows, item))
    )
    item = choose(rng, free)
    item.opening["minimum"] = text_of(item.authorised / 2)
    return [item.opening, item.authorisation]


def _spared(rows: list[Row], item: Posted) -> bool:
    """The house keeps a table at the authorised minimum without this one."""
    tonight = _tonight(rows, (item.opening["casino"], item.opening["session"]))
    raised = [{**row, "minimum": "0"} if row is item.opening else row for row in tonight]
    return _left_alone(raised, item.authorised) is None


def doubled_not_exactly(rows: list[Row], rng: Random) -> list[Row]:
    """One and a half times the authorised minimum, at a table that doubles for the first time."""
    doubled = [item for item in posted(rows) if item.doubled]
    item = choose(rng, [first for first, *_ in grouped(doubled, _table_of)])
    item.opening["minimum"] = text_of(item.authorised * 3 / 2)
    return [item.opening, item.authorisation]


def _table_of(item: Posted) -> tuple[str, ...]:
    """Of one season."""
    return *house_of(item.opening), item.opening["table"]


@on_log
def _cut(rows: list[Row], rng: Random, *, to_the_end: bool) -> list[Row]:
    """A table at the authorised minimum closes early, and doubled ones are alone.

    `to_the_end`: none at the authorised minimum is open again afterwards, and they still play.
    """
    places = [
        (session, item)
        for session, items in doubling(rows).items()
        for item in items
        if not item.doubled
    ]
    rng.shuffle(places)
    for session, item in places:
        played = coups(item.tonight)
        for number in rng.sample(range(1, len(played)), max(len(played) - 1, 0)):
            gone = [row for coup in played[number:] for row in coup]
            last = played[number - 1][-1]
            if _alone(rows, session, item, last, to_the_end=to_the_end):
                [close] = events(item.tonight, "table_close")
                remove(rows, *gone)
                move_after(rows, close, last)
                doubled = [table for table in _sessions(rows)[session] if table.doubled]
                return [close, *(table.opening for table in doubled)]
    raise NoPlaceError


def _alone(rows: list[Row], session: Session, item: Posted, last: Row, *, to_the_end: bool) -> bool:
    """47.16 would be broken if that table closed after that row."""
    [close] = events(item.tonight, "table_close")
    moved = dict(close)
    tonight = [row for row in _tonight(rows, session) if row is not close]
    move_after(tonight, moved, last)
    if _left_alone(tonight, item.authorised) is not moved:
        return False
    rest = tonight[place_of(tonight, moved) :]
    opened = events(rest, "table_open")
    reopens = any(amount_of(row, "minimum") == item.authorised for row in opened)
    played = any(row["table"] != close["table"] for row in events(rest, "spin"))
    return played and not reopens if to_the_end else reopens


def doubled_opens_first(rows: list[Row], rng: Random) -> list[Row]:
    """A doubled table opens with the house, most of an hour before one at the minimum."""
    items = choose(rng, list(doubling(rows).values()))
    double = choose(rng, [item for item in items if item.doubled])
    houses = {(row["casino"], row["session"]): row for row in events(rows, "house_open")}
    opened = houses[double.opening["casino"], double.opening["session"]]
    opened["time"] = iso(seconds(opened["time"]) - LONG_BEFORE)
    move_after(rows, double.opening, opened)
    return [double.opening, items[0].opening]


def doors_long_before(rows: list[Row], rng: Random) -> list[Row]:
    """The house is open for most of an hour before the first table, on a day with a doubled one."""
    session = choose(rng, doubling(rows))
    [opened] = events(_tonight(rows, session), "house_open")
    opened["time"] = iso(seconds(opened["time"]) - LONG_BEFORE)
    first = events(_tonight(rows, session), "table_open")[0]
    return [opened, first]


def doubled_comes_down(rows: list[Row], rng: Random) -> list[Row]:
    """In the third session or later a doubled table is back at the authorised minimum."""
    sessions = sorted({row["session"] for row in events(rows, "house_open")})
    firsts: dict[tuple[str, ...], Posted] = {}
    late: list[tuple[Posted, Row]] = []
    for item in posted(rows):
        if item.doubled:
            start = firsts.setdefault(_table_of(item), item).opening
            if item.opening is not start and item.opening["session"] not in sessions[:2]:
                late.append((item, start))
    item, start = choose(rng, late)
    item.opening["minimum"] = text_of(item.authorised)
    small = events(item.tonight, "stake_refuse")
    remove(rows, *[row for row in small if row["reason"] == "under_minimum"])
    return [item.opening, start]


FAULTS: Final = {
    "ten-numbers": at(a_row("table_open"), put(here, numbers="10"), here),
    "result-out-of-range": result_out_of_range(10),
    "straight-pays-eight": settled(straight(), settled_as("pay", 8)),
    "straight-unpaid": forgotten(straight()),
    "even-chance-pays-double": settled(even_won, settled_as("pay", 2)),
    "even-chance-unpaid": forgotten(even_won),
    "loser-paid": settled(lost(never=5), settled_as("pay")),
    "unlawful-bet": on_another_bet("dozen"),
    "stake-on-ten": on_another_number(10),
    "five-saves-odd": forgotten(lost("odd", result=5)),
    "five-pays-low": settled(lost("low", result=5), settled_as("pay")),
    "loser-given-back": given_back(lost(never=5)),
    "five-given-back": given_back(lost("odd", result=5)),
    "winner-taken-for-lost": settled(won, settled_as("collect", 1)),
    "winner-collected": collected_too(won),
    "number-taken-for-lost": settled(straight(), settled_as("collect", 1)),
    "number-paid-and-collected": collected_too(straight()),
    "minimum-too-low": minimum_too_low,
    "doubled-not-exactly": doubled_not_exactly,
    "doubled-left-alone": _cut(to_the_end=True),
    "hand-over-with-gap": _cut(to_the_end=False),
    "doubled-opens-first": doubled_opens_first,
    "doors-long-before": doors_long_before,
    "doubled-comes-down": doubled_comes_down,
    **limit_faults(BOULE),
    **integrity_faults(may_close),
}
