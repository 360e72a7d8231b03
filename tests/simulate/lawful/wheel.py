"""Play that is lawful by the words of article 47, and rare."""

from __future__ import annotations

from random import Random
from typing import Final

from auditor_simulators.common.notation import text_of
from auditor_simulators.protocol import Row
from auditor_simulators.wheel.boule import doors_before
from auditor_simulators.wheel.play import BOULE
from auditor_simulators.wheel.settlement import *

WON: Final = stake_with(won)
PAYING: Final = coup_with(some(of("pay")))
CLOSED: Final = coup_with(some(both(of("no_more_bets"), of("pay"))))
MINUTES: Final = 600  # that the doors may open before the tables, in seconds


def _too_much(place: AtStake) -> None:
    """A winner is paid his stake as well, and the excess is taken back."""
    copied(outcome, event="collect", amount=like(stake, "amount"))(place)
    set_price(place.outcome, price(place.outcome) + price(place.stake))


def _excess(place: AtStake) -> str:
    return text_of(place.most)


def _two_cloths(place: AtStake) -> None:
    """One device serves two cloths, and a player has stakes on both."""
    place.traces += second_cloth(place.log, place.opening)
    if price(place.stake) / 2 >= place.minimum:
        again = laid_again(place, cloth="2")
        for half in (place, again):
            times(laid_and_settled, HALF)(half)
        place.traces += [place.stake, again.stake]


def a_cloth_at_the_double(rows: list[Row], rng: Random) -> list[Row]:
    """The second cloth of a device doubles, the first stays at the authorised minimum."""
    evenings = posted(rows, rng)
    houses = [whereabouts(item.opening)[:2] for item in evenings]
    lone = (
        item
        for item, house in zip(evenings, houses, strict=True)
        if houses.count(house) == 1 and not item.doubled
    )
    evening = choose(rng, lone)
    opening, closing = second_cloth(rows, evening.opening)
    opening["minimum"] = text_of(evening.authorised * 2)
    return [opening, closing]


def _staked_after_the_number(place: Place) -> None:
    """At boule the article knows no close of bets: what is laid late plays, and is paid."""
    laid = laid_late(place, results(place)[0], of("spin")(place)[-1], came_out(place))
    added("pay", here, traces, amount=text_of(BOULE.payout(laid, price(laid))))(place)


def _handed_back(place: Place) -> None:
    """Who stakes on the number that has come out has the stake handed back at once."""
    laid_late(place, results(place)[-1], of("spin")(place)[-1], came_out(place))
    added("give_back", traces, traces, "amount")(place)


def _too_late(place: Place) -> None:
    """A stake laid after the close, on a number that does not come out."""
    closed = of("no_more_bets")(place)[-1]
    laid_late(place, closed, closed, came_out(place) % 9 + 1)


COMMON: Final = {
    "laid-in-two": at(LONE, in_two(stake), stake, traces),
    "taken-off": at(WON, added("stake_withdraw", outcome, stake), traces),
    # Taken, handed back at once, and paid.
    "collected-by-mistake": at(
        stake_with(won, alone),
        do(
            added("collect", outcome, stake, "amount", before=True),
            added("give_back", outcome, stake, "amount", before=True),
        ),
        traces,
    ),
    "paid-too-much-put-right": at(WON, _too_much, outcome, traces),
    "loser-paid-put-right": at(
        stake_with(lost()), do(preceded(outcome, event="pay"), times(outcome, 2)), traces, outcome
    ),
    "paid-in-parts": at(WON, in_two(outcome), outcome, traces),
    # The excess alone of a stake beyond the maximum is refused.
    "excess-pushed-back": at(
        LONE,
        do(
            added("stake_refuse", stake, stake, amount=_excess, reason="over_maximum"),
            put(stake, amount=lambda place: text_of(price(place.stake) + place.most)),
        ),
        stake,
        traces,
    ),
    "two-cloths": at(LONE, _two_cloths, traces),
}
AT_VINGT_TROIS: Final = {
    **COMMON,
    "colour-by-custom": settled(of_known_colour, without(of("spin"), "colour")),
    "handed-back-after-the-number": at(PAYING, _handed_back, traces),
    "late-and-taken-off": at(
        CLOSED, do(_too_late, added("stake_withdraw", traces, traces)), traces
    ),
    "late-and-handed-back": at(
        CLOSED, do(_too_late, added("give_back", of("spin"), traces, "amount")), traces
    ),
}
AT_BOULE: Final = {
    **COMMON,
    "a-cloth-at-the-double": a_cloth_at_the_double,
    "doors-before-tables": doors_before(MINUTES),
    "staked-after-the-number": at(PAYING, _staked_after_the_number, traces),
}
