"""Play that is lawful by the words of article 47, and rare."""

from __future__ import annotations

from decimal import Decimal
from random import Random
from typing import Final

from auditor_simulators.common.notation import iso, seconds, text_of
from auditor_simulators.protocol import Row
from auditor_simulators.wheel.boule import doubling
from auditor_simulators.wheel.limits import LONE, laid_again, second_cloth
from auditor_simulators.wheel.play import BOULE, Bet
from auditor_simulators.wheel.settlement import *

WON: Final = stake_with(won)
PAYING: Final = coup_with(some(of("pay")))
CLOSED: Final = coup_with(some(both(of("no_more_bets"), of("pay"))))
MINUTES: Final = 600  # that the doors may open before the tables, in seconds


def _by_mistake(place: AtStake) -> None:
    """A winning stake is taken, handed back at once, and paid."""
    cells = stake_cells(place.stake)
    place.before(
        place.outcome,
        *[beside(place.outcome, event, **cells) for event in ("collect", "give_back")],
    )


def _too_much(place: AtStake) -> None:
    """A winner is paid his stake as well, and the excess is taken back."""
    excess = place.amount
    place.outcome["amount"] = text_of(amount_of(place.outcome) + excess)
    copied(outcome, event="collect", amount=text_of(excess))(place)


def _excess_refused(place: AtStake) -> None:
    """The excess alone of a stake beyond the maximum is refused."""
    cells = stake_cells(place.stake) | {"amount": text_of(place.most)}
    place.traces.append(beside(place.stake, "stake_refuse", **cells, reason="over_maximum"))
    place.stake["amount"] = text_of(place.amount + place.most)
    insert_after(place.log, place.stake, *place.traces)


def _two_cloths(place: AtStake) -> None:
    """One device serves two cloths, and a player has stakes on both."""
    place.traces += second_cloth(place.log, place.opening)
    if place.amount / 2 >= place.minimum:
        again = laid_again(place, cloth="2")
        for half in (place, again):
            times(laid_and_settled, Decimal("0.5"))(half)
        place.traces += [place.stake, again.stake]


def a_cloth_at_the_double(rows: list[Row], rng: Random) -> list[Row]:
    """The second cloth of a device doubles, the first stays at the authorised minimum."""
    evenings = posted(rows)
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


def doors_before_tables(rows: list[Row], rng: Random) -> list[Row]:
    """The house opens some minutes before the first table, on a day with a doubled one."""
    session = choose(rng, doubling(rows))
    [opened] = [row for row in events(rows, "house_open") if whereabouts(row)[:2] == session]
    opened["time"] = iso(seconds(opened["time"]) - MINUTES)
    return [opened]


def _staked_after_the_number(place: Place) -> None:
    """At boule the article knows no close of bets: what is laid late plays, and is paid."""
    laid = laid_late(place, results(place)[0], of("spin")(place)[-1], came_out(place))
    due = BOULE.payout(Bet("straight", came_out(place)), amount_of(laid))
    end = place.rows[-1]
    place.after(end, beside(end, "pay", **stake_cells(laid) | {"amount": text_of(due)}))


def _handed_back(place: Place) -> None:
    """Who stakes on the number that has come out has the stake handed back at once."""
    laid = laid_late(place, results(place)[-1], of("spin")(place)[-1], came_out(place))
    place.after(laid, beside(laid, "give_back", **stake_cells(laid)))


@on_place
def _too_late(place: Place, event: str) -> None:
    """A stake laid after the close, on a number that does not come out, is gone at once or after
    the spin.
    """
    closed = of("no_more_bets")(place)[-1]
    laid = laid_late(place, closed, closed, came_out(place) % 9 + 1)
    at_once = event == "stake_withdraw"
    cells = cells_of(laid, "player", "bet", "number", *([] if at_once else ["amount"]))
    after = laid if at_once else of("spin")(place)[-1]
    place.after(after, beside(after, event, **cells))


COMMON: Final = {
    "laid-in-two": at(LONE, in_two(stake), stake, traces),
    "taken-off": at(WON, followed_by("stake_withdraw", amount=False), traces),
    "collected-by-mistake": at(stake_with(won, alone), _by_mistake, traces),
    "paid-too-much-put-right": at(WON, _too_much, outcome, traces),
    "loser-paid-put-right": at(
        stake_with(lost()), do(preceded(outcome, event="pay"), times(outcome, 2)), traces, outcome
    ),
    "paid-in-parts": at(WON, in_two(outcome), outcome, traces),
    "excess-pushed-back": at(LONE, _excess_refused, stake, traces),
    "two-cloths": at(LONE, _two_cloths, traces),
}
AT_VINGT_TROIS: Final = {
    **COMMON,
    "colour-by-custom": settled(of_known_colour, without(of("spin"), "colour")),
    "handed-back-after-the-number": at(PAYING, _handed_back, traces),
    "late-and-taken-off": at(CLOSED, _too_late("stake_withdraw"), traces),
    "late-and-handed-back": at(CLOSED, _too_late("give_back"), traces),
}
AT_BOULE: Final = {
    **COMMON,
    "a-cloth-at-the-double": a_cloth_at_the_double,
    "doors-before-tables": doors_before_tables,
    "staked-after-the-number": at(PAYING, _staked_after_the_number, traces),
}
