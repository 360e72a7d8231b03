"""Faults of the record itself, at any casino table (log.*)."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from itertools import pairwise
from random import Random

from auditor_simulators.common.notation import text_of
from auditor_simulators.common.places import (
    Apply,
    beside,
    choose,
    coups,
    events,
    grouped,
    insert_after,
    insert_before,
    move_before,
    on_log,
    place_of,
    remove,
    whereabouts,
)
from auditor_simulators.protocol import Row

Free = Callable[[list[Row], Row], bool]
"""Decides by its `table_close` whether a table may close earlier without breaking a duty."""


def anywhere(_rows: list[Row], _close: Row) -> bool:
    return True


def _time_goes_back(rows: list[Row], rng: Random) -> list[Row]:
    before, after = choose(rng, [pair for run in _runs(rows) for pair in pairwise(run)])
    after[0]["time"] = before[0]["time"]
    return [after[0]]


def _runs(rows: list[Row]) -> list[list[list[Row]]]:
    """The coups of every table and shoe, in order."""
    return grouped(coups(rows), lambda coup: (*whereabouts(coup[0]), coup[0].get("shoe", "")))


def _coup_missing(rows: list[Row], rng: Random) -> list[Row]:
    """The numbers before and after show the hole."""
    neighbours = [
        trio
        for run in _runs(rows)
        for trio in zip(run, run[1:], run[2:], strict=False)
        if not events(trio[1], "stop_card_seen")
    ]
    before, gone, after = choose(rng, neighbours)
    remove(rows, *gone)
    return [after[0], before[0]]


def first_coup_is_two(rows: list[Row], rng: Random) -> list[Row]:
    """From the first coup of a table and its session on, the numbers run one higher."""
    first: dict[tuple[str, ...], list[list[Row]]] = {}
    for run in _runs(rows):
        first.setdefault(whereabouts(run[0][0]), run)
    run = choose(rng, [run for run in first.values() if run[0][0]["coup"] == "1"])
    for coup in run:
        for row in coup:
            row["coup"] = str(int(row["coup"]) + 1)
    return run[0]


def _coup_number_twice(rows: list[Row], rng: Random) -> list[Row]:
    """A coup bears the number of the one before it; its own is missing."""
    neighbours = [trio for run in _runs(rows) for trio in zip(run, run[1:], run[2:], strict=False)]
    before, twice, after = choose(rng, neighbours)
    for row in twice:
        row["coup"] = before[0]["coup"]
    return [*events(twice, "bets_open"), before[0], after[0]]


def _event_twice(rows: list[Row], rng: Random) -> list[Row]:
    row = choose(rng, events(rows, "bets_open"))
    copy = dict(row)
    insert_after(rows, row, copy)
    return [copy, row]


@on_log
def _coup_after_close(rows: list[Row], rng: Random, free: Free) -> list[Row]:
    last: dict[tuple[str, ...], list[list[Row]]] = {}
    for coup in coups(rows):
        last.setdefault(whereabouts(coup[0]), []).append(coup)
    closes = [
        row
        for row in events(rows, "table_close")
        if len(last.get(whereabouts(row), ())) > 1 and free(rows, row)
    ]
    close = choose(rng, closes)
    coup = last[whereabouts(close)][-1]
    move_before(rows, close, coup[0])
    return coup


def _house_closes_early(rows: list[Row], rng: Random) -> list[Row]:
    """The house is closed while the last table still plays its last coup."""
    close = choose(rng, events(rows, "house_close"))
    tonight = [row for row in coups(rows) if row[0]["session"] == close["session"]]
    coup = [coup for coup in tonight if coup[0]["casino"] == close["casino"]][-1]
    place = place_of(rows, coup[0])
    rest = [
        row
        for row in rows[place:]
        if whereabouts(row)[:2] == whereabouts(close)[:2] and row is not close
    ]
    move_before(rows, close, coup[0])
    return rest


def _paid_without_stake(rows: list[Row], rng: Random) -> list[Row]:
    pay = choose(rng, events(rows, "pay"))
    stranger = beside(pay, "pay", **_settlement(pay), player="J999")
    insert_after(rows, pay, stranger)
    return [stranger]


def _paid_twice(rows: list[Row], rng: Random) -> list[Row]:
    """By another employee: otherwise it would be the same event recorded twice."""
    pay = choose(rng, [row for row in events(rows, "pay") if row["bet"] != "banker"])
    second = beside(pay, "pay", **_settlement(pay), player=pay["player"])
    second["staff"] = pay["staff"] + "b"
    insert_after(rows, pay, second)
    return [second, pay]


def _settled_too_early(rows: list[Row], rng: Random) -> list[Row]:
    """A stake is paid or collected while its result is not known."""
    played = [coup for coup in coups(rows) if not events(coup, "cancel")]
    places = [
        (settled, known)
        for coup in played
        for settled in events(coup, "pay", "collect")[:1]
        for known in (events(coup, "spin")[:1] or events(coup, "deal")[-1:])
    ]
    settled, known = choose(rng, places)
    move_before(rows, settled, known)
    return [settled, known]


def given_back_too_much(rows: list[Row], rng: Random) -> list[Row]:
    """A winner is paid once more, as if it were his stake that comes back."""
    pay = choose(rng, events(rows, "pay"))
    [coup] = [each for each in coups(rows) if any(row is pay for row in each)]
    mine = [row for row in coup if row.get("player") == pay["player"]]
    laid = sum(
        Decimal(row["amount"])
        for row in mine
        if row["event"].startswith("stake") and row.get("amount")
    )
    too_much = text_of(laid + Decimal(pay["amount"]))
    back = beside(pay, "give_back", **_settlement(pay) | {"amount": too_much}, player=pay["player"])
    insert_after(rows, pay, back)
    return [back, *(row for row in mine if row["event"] in {"stake", "give_back"})]


def cancelled_and_collected(rows: list[Row], rng: Random) -> list[Row]:
    """A stake of a cancelled coup is collected instead of handed back."""
    cancelled = [coup for coup in coups(rows) if events(coup, "cancel")]
    back = choose(rng, [row for coup in cancelled for row in events(coup, "give_back")])
    back["event"] = "collect"
    return [back]


def cancelled_after_its_result(rows: list[Row], rng: Random) -> list[Row]:
    """A coup with a winner is cancelled, instead of settled, when its result is known."""
    played = [
        coup
        for coup in coups(rows)
        if events(coup, "pay") and not events(coup, "cancel", "choice", "stop_card_seen")
    ]
    coup = choose(rng, played)
    result = events(coup, "spin", "deal")[-1]
    after = coup[place_of(coup, result) :]
    settled = events(after, "pay", "collect", "commission", "give_back")
    cancel = beside(settled[0], "cancel", reason="erreur")
    insert_before(rows, settled[0], cancel)
    remove(rows, *settled)
    return [cancel, result]


def _settlement(pay: Row) -> Row:
    return {column: pay[column] for column in ("seat", "bet", "number", "amount") if column in pay}


def integrity_faults(free: Free = anywhere) -> dict[str, Apply]:
    """Faults in the record of any casino game (section E of the obligations)."""
    return {
        "time-goes-back": _time_goes_back,
        "coup-missing": _coup_missing,
        "first-coup-is-two": first_coup_is_two,
        "coup-number-twice": _coup_number_twice,
        "event-twice": _event_twice,
        "coup-after-close": _coup_after_close(free),
        "house-closes-early": _house_closes_early,
        "paid-without-stake": _paid_without_stake,
        "cancelled-and-collected": cancelled_and_collected,
        "cancelled-after-its-result": cancelled_after_its_result,
        "settled-too-early": _settled_too_early,
        "paid-twice": _paid_twice,
        "given-back-too-much": given_back_too_much,
    }
