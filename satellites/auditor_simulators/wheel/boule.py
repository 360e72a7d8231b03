"""Named faults of boule (article 47), with those of its minimum: authorised or doubled."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from random import Random
from typing import Final

from auditor_simulators.common.integrity import integrity_faults
from auditor_simulators.common.notation import iso, seconds, text_of
from auditor_simulators.protocol import NoPlaceError, Row
from auditor_simulators.wheel.play import BOULE
from auditor_simulators.wheel.settlement import *

Session = tuple[str, str]
LONG_BEFORE = 3000  # seconds


def doubling(rows: list[Row], rng: Random) -> dict[Session, list[Posted]]:
    """The openings of each session of each house in which a table opened at twice the minimum."""
    sessions = grouped(posted(rows, rng), lambda item: whereabouts(item.opening)[:2])
    return {_session(own[0]): own for own in sessions if any(item.doubled for item in own)}


def _session(item: Posted) -> Session:
    return item.opening["casino"], item.opening["session"]


def _tonight(rows: Iterable[Row], session: Session) -> list[Row]:
    return [row for row in rows if (row["casino"], row["session"]) == session]


def _left_alone(rows: list[Row], minimum: Decimal) -> Row | None:
    """The first row after which no table in service has that minimum, but another is open."""
    service: dict[str, bool] = {}
    for row in events(rows, "table_open", "table_close"):
        if row["event"] == "table_close":
            service.pop(row["table"], None)
        else:
            service[row["table"]] = price(row, "minimum") == minimum
        if service and not any(service.values()):
            return row
    return None


def may_close(place: Place) -> bool:
    """The table may close earlier: no doubled table is then left alone."""
    [close] = place.rows
    items = doubling(place.log, place.rng).get((close["casino"], close["session"]), [])
    return not items or any(
        item.doubled and whereabouts(item.opening) == whereabouts(close) for item in items
    )


def _spared(item: Posted) -> bool:
    """The house keeps a table at the authorised minimum without this one (47.16)."""
    if item.doubled or _session(item) not in doubling(item.log, item.rng):
        return not item.doubled
    raised = [
        {**row, "minimum": "0"} if row is item.opening else row
        for row in _tonight(item.log, _session(item))
    ]
    return _left_alone(raised, item.authorised) is None


def _first_doubled(item: Posted) -> bool:
    """A table that doubles for the first time."""
    doubled = (own for own in posted(item.log, item.rng) if own.doubled and own.table == item.table)
    return item.doubled and next(doubled).opening is item.opening


@on_log
def _cut(rows: list[Row], rng: Random, *, to_the_end: bool) -> list[Row]:
    """A table at the authorised minimum closes early, and doubled ones are alone.

    `to_the_end`: none at the authorised minimum is open again afterwards, and they still play.
    """
    places = [
        (session, item)
        for session, items in doubling(rows, rng).items()
        for item in items
        if not item.doubled
    ]
    rng.shuffle(places)
    for session, item in places:
        played = coups(item.rows)
        for number in rng.sample(range(1, len(played)), max(len(played) - 1, 0)):
            gone = [row for coup in played[number:] for row in coup]
            last = played[number - 1][-1]
            if _alone(rows, session, item, last, to_the_end=to_the_end):
                [close] = events(item.rows, "table_close")
                remove(rows, *gone)
                move_after(rows, close, last)
                tables = doubling(rows, rng)[session]
                return [close, *(table.opening for table in tables if table.doubled)]
    raise NoPlaceError


def _alone(rows: list[Row], session: Session, item: Posted, last: Row, *, to_the_end: bool) -> bool:
    """47.16 would be broken if that table closed after that row."""
    [close] = events(item.rows, "table_close")
    moved = dict(close)
    tonight = [row for row in _tonight(rows, session) if row is not close]
    move_after(tonight, moved, last)
    if _left_alone(tonight, item.authorised) is not moved:
        return False
    rest = tonight[place_of(tonight, moved) :]
    opened = events(rest, "table_open")
    reopens = any(price(row, "minimum") == item.authorised for row in opened)
    played = any(row["table"] != close["table"] for row in events(rest, "spin"))
    return played and not reopens if to_the_end else reopens


def doubled_opens_first(rows: list[Row], rng: Random) -> list[Row]:
    """A doubled table opens with the house, most of an hour before one at the minimum."""
    items = choose(rng, doubling(rows, rng).values())
    double = choose(rng, [item for item in items if item.doubled])
    houses = {(row["casino"], row["session"]): row for row in events(rows, "house_open")}
    opened = houses[double.opening["casino"], double.opening["session"]]
    opened["time"] = iso(seconds(opened["time"]) - LONG_BEFORE)
    move_after(rows, double.opening, opened)
    return [double.opening, items[0].opening]


@on_log
def doors_before(rows: list[Row], rng: Random, by: int) -> list[Row]:
    """The house opens so many seconds earlier, on a day with a doubled table."""
    tonight = _tonight(rows, choose(rng, doubling(rows, rng)))
    [opened] = events(tonight, "house_open")
    opened["time"] = iso(seconds(opened["time"]) - by)
    return [opened, events(tonight, "table_open")[0]]


def doubled_comes_down(rows: list[Row], rng: Random) -> list[Row]:
    """In the third session or later a doubled table is back at the authorised minimum."""
    early = sorted({row["session"] for row in events(rows, "house_open")})[:2]
    doubled = [item for item in posted(rows, rng) if item.doubled]
    first = {item.table: item for item in reversed(doubled)}
    again = [item for item in doubled if item is not first[item.table]]
    item = choose(rng, [item for item in again if item.opening["session"] not in early])
    item.opening["minimum"] = text_of(item.authorised)
    remove(rows, *chosen(item.rows, "stake_refuse", reason="under_minimum"))
    return [item.opening, first[item.table].opening]


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
    "minimum-too-low": with_minimum(HALF, _spared),
    "doubled-not-exactly": with_minimum(Decimal("1.5"), _first_doubled),
    "doubled-left-alone": _cut(to_the_end=True),
    "hand-over-with-gap": _cut(to_the_end=False),
    "doubled-opens-first": doubled_opens_first,
    "doors-long-before": doors_before(LONG_BEFORE),
    "doubled-comes-down": doubled_comes_down,
    **limit_faults(BOULE),
    **integrity_faults(may_close),
}
