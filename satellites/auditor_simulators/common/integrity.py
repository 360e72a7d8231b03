"""Faults of the record itself, at any casino table (log.*)."""

from __future__ import annotations

from decimal import Decimal
from itertools import chain
from random import Random
from typing import Final

from auditor_simulators.common.notation import text_of
from auditor_simulators.common.places import *
from auditor_simulators.protocol import Row


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


def _its_coups(place: Place) -> list[list[Row]]:
    """The coups of the table and session of a row."""
    [here] = map(whereabouts, place.rows)
    return coups(row for row in place.log if whereabouts(row) == here)


def _last_coup(place: Place) -> list[Row]:
    return _its_coups(place)[-1]


def _house_closes_early(rows: list[Row], rng: Random) -> list[Row]:
    """The house is closed while the last table still plays its last coup."""
    close = choose(rng, events(rows, "house_close"))
    tonight = [row for row in rows if whereabouts(row)[:2] == whereabouts(close)[:2]]
    begun = coups(tonight)[-1][0]
    move_before(rows, close, begun)
    return [row for row in tonight[place_of(tonight, begun) :] if row is not close]


def _another_employee(place: Place) -> str:
    """Otherwise it would be the same event recorded twice."""
    return place.rows[0]["staff"] + "b"


def given_back_too_much(rows: list[Row], rng: Random) -> list[Row]:
    """A winner is paid once more, as if it were his stake that comes back."""
    pay = choose(rng, events(rows, "pay"))
    [coup] = [each for each in coups(rows) if any(row is pay for row in each)]
    mine = [row for row in coup if row.get("player") == pay["player"]]
    laid = [row for row in mine if row["event"].startswith("stake") and row.get("amount")]
    too_much = sum(map(price, [*laid, pay]), Decimal(0))
    back = beside(pay, "give_back", **cells_of(pay, *BET), amount=text_of(too_much))
    insert_after(rows, pay, back)
    return [back, *events(mine, "stake", "give_back")]


CANCEL: Final = of("cancel")
SETTLED: Final = of("pay", "collect")
RESULT: Final = of("spin", "deal")


def _known(place: Place) -> list[Row]:
    """The row by which the result is known: the first of a spin that two cloths write down."""
    return of("spin")(place)[:1] or of("deal")(place)[-1:]


def _after_the_result(place: Place) -> list[Row]:
    rest = place.rows[place_of(place.rows, RESULT(place)[-1]) :]
    return events(rest, "pay", "collect", "commission", "give_back")


# A stake of a cancelled coup is collected instead of handed back.
CANCELLED_AND_COLLECTED: Final = at(
    a_row_of(of("give_back"), some(CANCEL)), put(here, event="collect"), here
)
# A coup with a winner is cancelled, instead of settled, when its result is known.
CANCELLED_AFTER_ITS_RESULT: Final = at(
    a_coup(some(of("pay")), none(of("cancel", "choice", "stop_card_seen"))),
    do(added("cancel", _after_the_result, reason="erreur", before=True), drop(_after_the_result)),
    traces,
    last(RESULT),
)


def integrity_faults(*free: Wanted[Place]) -> dict[str, Apply]:
    """Faults in the record of any casino game (section E of the obligations).

    `free` decides by its `table_close` whether a table may close earlier without breaking a duty.
    """
    return {
        "time-goes-back": _time_goes_back,
        "coup-missing": _coup_missing,
        "first-coup-is-two": first_coup_is_two,
        "coup-number-twice": _coup_number_twice,
        "event-twice": at(a_row("bets_open"), copied(here), traces, here),
        "coup-after-close": at(
            a_row("table_close", lambda place: len(_its_coups(place)) > 1, *free),
            happening_before(here, _last_coup),
            _last_coup,
        ),
        "house-closes-early": _house_closes_early,
        "paid-without-stake": at(
            a_row("pay"), added("pay", here, here, "amount", player="J999"), traces
        ),
        "cancelled-and-collected": CANCELLED_AND_COLLECTED,
        "cancelled-after-its-result": CANCELLED_AFTER_ITS_RESULT,
        "settled-too-early": at(
            a_coup(none(CANCEL), some(SETTLED), some(_known)),
            happening_before(SETTLED, _known),
            first(SETTLED),
            _known,
        ),
        "paid-twice": at(
            a_row("pay", lambda place: place.rows[0]["bet"] != "banker"),
            added("pay", here, here, "amount", staff=_another_employee),
            traces,
            here,
        ),
        "given-back-too-much": given_back_too_much,
    }
