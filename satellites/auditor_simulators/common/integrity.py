"""Faults of the record itself, at any casino table (log.*)."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from itertools import chain
from random import Random
from typing import Final

from auditor_simulators.common.notation import text_of
from auditor_simulators.common.places import *
from auditor_simulators.protocol import Row

Free = Callable[[list[Row], Row], bool]
"""Decides by its `table_close` whether a table may close earlier without breaking a duty."""


SETTLED: Final = ("seat", "player", "bet", "number", "amount")


def anywhere(_rows: list[Row], _close: Row) -> bool:
    return True


def _time_goes_back(rows: list[Row], rng: Random) -> list[Row]:
    before, after = choose(rng, _in_a_row(rows, 2))
    after[0]["time"] = before[0]["time"]
    return [after[0]]


def _runs(rows: list[Row]) -> list[list[list[Row]]]:
    """The coups of every table and shoe, in order."""
    return grouped(coups(rows), lambda coup: (*whereabouts(coup[0]), coup[0].get("shoe", "")))


def _in_a_row(rows: list[Row], many: int) -> list[tuple[list[Row], ...]]:
    """So many coups one after the other, at every place."""
    shifted = ([run[at:] for at in range(many)] for run in _runs(rows))
    return [some for own in shifted for some in zip(*own, strict=False)]


def _coup_missing(rows: list[Row], rng: Random) -> list[Row]:
    """The numbers before and after show the hole."""
    trios = [trio for trio in _in_a_row(rows, 3) if not events(trio[1], "stop_card_seen")]
    before, gone, after = choose(rng, trios)
    remove(rows, *gone)
    return [after[0], before[0]]


def first_coup_is_two(rows: list[Row], rng: Random) -> list[Row]:
    """From the first coup of a table and its session on, the numbers run one higher."""
    tables = grouped(_runs(rows), lambda run: whereabouts(run[0][0]))
    run = choose(rng, [first for first, *_ in tables if first[0][0]["coup"] == "1"])
    for row in chain(*run):
        row["coup"] = str(int(row["coup"]) + 1)
    return run[0]


def _coup_number_twice(rows: list[Row], rng: Random) -> list[Row]:
    """A coup bears the number of the one before it; its own is missing."""
    before, twice, after = choose(rng, _in_a_row(rows, 3))
    for row in twice:
        row["coup"] = before[0]["coup"]
    return [*events(twice, "bets_open"), before[0], after[0]]


@on_log
def _coup_after_close(rows: list[Row], rng: Random, free: Free) -> list[Row]:
    tables = {whereabouts(own[0][0]): own for own in grouped(coups(rows), _table_of)}
    closes = [
        row
        for row in events(rows, "table_close")
        if len(tables.get(whereabouts(row), ())) > 1 and free(rows, row)
    ]
    close = choose(rng, closes)
    coup = tables[whereabouts(close)][-1]
    move_before(rows, close, coup[0])
    return coup


def _table_of(coup: list[Row]) -> tuple[str, ...]:
    return whereabouts(coup[0])


def _house_closes_early(rows: list[Row], rng: Random) -> list[Row]:
    """The house is closed while the last table still plays its last coup."""
    close = choose(rng, events(rows, "house_close"))
    tonight = [row for row in rows if whereabouts(row)[:2] == whereabouts(close)[:2]]
    begun = coups(tonight)[-1][0]
    move_before(rows, close, begun)
    return [row for row in tonight[place_of(tonight, begun) :] if row is not close]


@on_log
def _paid_too(rows: list[Row], rng: Random, *, winner: bool) -> list[Row]:
    """A payment once more, to who staked nothing, or to the winner: then by another employee, since
    otherwise it would be the same event recorded twice.
    """
    pays = events(rows, "pay")
    pay = choose(rng, [row for row in pays if not winner or row["bet"] != "banker"])
    changed = {"staff": pay["staff"] + "b"} if winner else {"player": "J999"}
    second = beside(pay, "pay", **cells_of(pay, *SETTLED) | changed)
    insert_after(rows, pay, second)
    return [second, pay] if winner else [second]


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
    laid = [row for row in mine if row["event"].startswith("stake") and row.get("amount")]
    too_much = sum(Decimal(row["amount"]) for row in [*laid, pay])
    cells = cells_of(pay, *SETTLED) | {"amount": text_of(Decimal(too_much))}
    back = beside(pay, "give_back", **cells)
    insert_after(rows, pay, back)
    return [back, *events(mine, "stake", "give_back")]


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


def integrity_faults(free: Free = anywhere) -> dict[str, Apply]:
    """Faults in the record of any casino game (section E of the obligations)."""
    return {
        "time-goes-back": _time_goes_back,
        "coup-missing": _coup_missing,
        "first-coup-is-two": first_coup_is_two,
        "coup-number-twice": _coup_number_twice,
        "event-twice": at(a_row("bets_open"), copied(here), traces, here),
        "coup-after-close": _coup_after_close(free),
        "house-closes-early": _house_closes_early,
        "paid-without-stake": _paid_too(winner=False),
        "cancelled-and-collected": cancelled_and_collected,
        "cancelled-after-its-result": cancelled_after_its_result,
        "settled-too-early": _settled_too_early,
        "paid-twice": _paid_too(winner=True),
        "given-back-too-much": given_back_too_much,
    }
