"""Named faults of vingt-trois (article 47)."""

from __future__ import annotations

from random import Random
from typing import Final

from auditor_simulators.common.edits import (
    Apply,
    beside,
    choose,
    coups,
    events,
    house_of,
    insert_after,
    remove,
    whereabouts,
)
from auditor_simulators.common.integrity import integrity_faults
from auditor_simulators.common.money import text_of
from auditor_simulators.common.places import fault
from auditor_simulators.protocol import Fault, Row
from auditor_simulators.wheel.faults import device
from auditor_simulators.wheel.faults import settlement as settling
from auditor_simulators.wheel.faults.edits import (
    all_settled,
    amount_of,
    at_settlement,
    is_result,
    key_of,
    openings_by_table,
    played,
    posted,
)
from auditor_simulators.wheel.faults.limits import limit_faults
from auditor_simulators.wheel.play.rules import STRAIGHT, VINGT_TROIS, Bet, Wheel

WHEEL: Final[Wheel] = VINGT_TROIS


def _late(rows: list[Row], rng: Random, *, win: bool, refused: bool = False) -> list[Row]:
    """A stake after the closing of the bets that takes part, pushed back or not (47.7)."""
    coup = choose(rng, [coup for coup in played(rows) if events(coup, "no_more_bets")])
    closing = events(coup, "no_more_bets")[0]
    came = int(next(filter(is_result, coup))["number"])
    number = came if win else came % WHEEL.numbers + 1
    least = amount_of(openings_by_table(rows)[whereabouts(closing)], "minimum")
    bet = {"player": "J099", **Bet(STRAIGHT, number).cells}
    stake = beside(closing, "stake", **bet, amount=text_of(least), form="chip")
    insert_after(rows, closing, stake)
    pushed_back = [{**stake, "event": "stake_refuse", "reason": "late"}] if refused else []
    for row in pushed_back:
        insert_after(rows, stake, row)
    due = WHEEL.payout(Bet(STRAIGHT, number), least) if win else least
    outcome = beside(coup[-1], "pay" if win else "collect", **bet, amount=text_of(due))
    insert_after(rows, coup[-1], outcome)
    return [stake, outcome, *pushed_back, closing]


def late_stake_accepted(rows: list[Row], rng: Random) -> list[Row]:
    return _late(rows, rng, win=False)


def late_stake_paid(rows: list[Row], rng: Random) -> list[Row]:
    return _late(rows, rng, win=True)


def half_of_a_late_stake_refused(rows: list[Row], rng: Random) -> list[Row]:
    """The croupier pushes back half of it; the rest plays, and loses."""
    stake, outcome, refused, closing = _late(rows, rng, win=False, refused=True)
    half = text_of(amount_of(refused) / 2)
    refused["amount"] = outcome["amount"] = half
    return [stake, refused, outcome, closing]


def late_stake_refused_and_paid(rows: list[Row], rng: Random) -> list[Row]:
    return _late(rows, rng, win=True, refused=True)


def minimum_doubled(rows: list[Row], rng: Random) -> list[Row]:
    """Twice the authorised minimum, which boule alone may ask; smaller stakes are taken out.

    At the last opening of a table, so that nothing comes down again afterwards.
    """
    last = {(*house_of(item.opening), item.opening["table"]): item for item in posted(rows)}
    item = choose(rng, list(last.values()))
    item.opening["minimum"] = text_of(item.authorised * 2)
    gone: list[Row] = []
    for coup in coups(item.tonight):
        stakes = events(coup, "stake", "stake_change")
        small = {key_of(row) for row in stakes if amount_of(row) < item.authorised * 2}
        gone += [row for row in coup if row.get("player") and key_of(row) in small]
    remove(rows, *gone)
    return [item.opening, item.authorisation]


def minimum_too_low(rows: list[Row], rng: Random) -> list[Row]:
    item = choose(rng, posted(rows))
    item.opening["minimum"] = text_of(item.authorised / 2)
    return [item.opening, item.authorisation]


def colour_of_the_number(rows: list[Row], rng: Random) -> list[Row]:
    """A number that stands in both colours pays the colour that did not come."""
    lost = [
        item
        for item in all_settled(rows)
        if not item.won and item.number in range(5, 12) and item.stake["bet"] in {"red", "black"}
    ]
    item = choose(rng, lost)
    item.outcome["event"] = "pay"
    return [item.outcome, item.stake, item.spin]


def _straight(numbers: range, times: int) -> Apply:
    return at_settlement(settling.straight(*numbers), settling.pays_times(times))


def _unpaid(numbers: range) -> Apply:
    return at_settlement(settling.straight(*numbers), settling.forgets)


FAULTS: Final[tuple[Fault, ...]] = (
    fault("thirteen-numbers", "47.2", "a device posted with thirteen numbers").by(
        device.wrong_layout("numbers", 13)
    ),
    fault("twenty-six-places", "47.2", "a board posted with 26 places").by(
        device.wrong_layout("places", 26)
    ),
    fault("result-out-of-range", "47.2", "a result that is not on the device").by(
        device.result_out_of_range(15)
    ),
    fault("place-of-another-colour", "47.2.places", "a place recorded in the other colour").by(
        device.place_of_another_colour
    ),
    fault("place-of-another-number", "47.2.places", "a number on a place where another stands").by(
        device.place_of_another_number
    ),
    fault("same-direction", "47.7", "two spins in a row in the same direction").by(
        device.same_direction(across_sessions=False)
    ),
    fault(
        "same-direction-across-sessions",
        "47.7",
        "the first spin of a session in the direction of the last one before",
    ).by(device.same_direction(across_sessions=True)),
    fault("spun-again", "47.7", "spun a second time in one coup, in the same direction").by(
        device.spun_again
    ),
    fault("announced-after-spin", "47.7", "the bets closed after the spin").by(
        device.announced_after_spin
    ),
    fault("not-announced", "47.7", "a spin without the closing of the bets").by(
        device.not_announced
    ),
    fault("late-stake-accepted", "47.7", "a late stake kept in play").by(late_stake_accepted),
    fault("late-stake-paid", "47.7", "a late stake paid").by(late_stake_paid),
    fault(
        "half-of-a-late-stake-refused",
        "47.7",
        "of a late stake half is pushed back, and the rest plays",
    ).by(half_of_a_late_stake_refused),
    fault(
        "late-stake-refused-and-paid", "47.7", "a late stake pushed back, and paid all the same"
    ).by(late_stake_refused_and_paid),
    fault("low-number-pays-eleven", "47.9", "a number from 1 to 4 paid eleven times").by(
        _straight(range(1, 5), 11)
    ),
    fault("low-number-unpaid", "47.9", "a winning number from 1 to 4 not paid").by(
        _unpaid(range(1, 5))
    ),
    fault("middle-number-pays-twelve", "47.10", "a number from 5 to 11 paid twelve times").by(
        _straight(range(5, 12), 12)
    ),
    fault("high-number-pays-eleven", "47.11", "a number from 12 to 14 paid eleven times").by(
        _straight(range(12, 15), 11)
    ),
    fault("thirteen-straight-unpaid", "47.11", "a winning straight stake on 13 not paid").by(
        _unpaid(range(13, 14))
    ),
    fault("colour-pays-double", "47.12", "a colour paid twice").by(
        at_settlement(settling.even_won, settling.pays_times(2))
    ),
    fault("colour-of-the-number", "47.12", "the colour that did not come is paid").by(
        colour_of_the_number
    ),
    fault("unlawful-bet", "47.8 47.12", "a stake on even, which does not exist here").by(
        at_settlement(settling.lost("straight"), settling.renames("even"))
    ),
    fault(
        "stake-on-fifteen",
        "47.8 47.9 47.10 47.11",
        "a straight stake on a number that is not there",
    ).by(at_settlement(settling.lost("straight"), settling.on_number(15))),
    fault("thirteen-saves-red", "47.13", "on 13, a stake on red is left to its player").by(
        at_settlement(settling.lost("red", result=13), settling.forgets)
    ),
    fault("thirteen-pays-black", "47.13", "on 13, a stake on black is paid").by(
        at_settlement(settling.lost("black", result=13), settling.pays_a_loser)
    ),
    fault(
        "colour-taken-for-lost", "47.12 47.14", "a stake on the colour that came is collected"
    ).by(at_settlement(settling.even_won, settling.takes_for_lost)),
    fault(
        "colour-by-custom-taken-for-lost",
        "47.12 47.14",
        "the spin does not say the colour, and a stake on that of 1 to 4 is collected",
    ).by(
        at_settlement(
            lambda item: item.won and settling.of_known_colour(item),
            settling.by_custom(settling.takes_for_lost),
        )
    ),
    fault("loser-given-back", "47.12", "a losing stake is collected and handed back").by(
        at_settlement(settling.lost("red", never=13), settling.gives_back_a_loser)
    ),
    fault("winner-collected", "47.14", "the stake of a winner is collected").by(
        at_settlement(settling.won, settling.collects_a_winner)
    ),
    fault("minimum-too-low", "47.15", "a table opened at half the authorised minimum").by(
        minimum_too_low
    ),
    fault("minimum-doubled", "47.15 47.16", "a table opened at twice the authorised minimum").by(
        minimum_doubled
    ),
    *limit_faults(WHEEL),
    *integrity_faults(),
)
