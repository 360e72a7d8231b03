"""Play that is lawful by the words of article 47, and rare."""

from __future__ import annotations

from random import Random
from typing import Final

from auditor_simulators.common.notation import iso, seconds, text_of
from auditor_simulators.common.places import (
    beside,
    choose,
    events,
    insert_after,
    insert_before,
    whereabouts,
)
from auditor_simulators.protocol import Row
from auditor_simulators.wheel import settlement as settling
from auditor_simulators.wheel.boule import doubling
from auditor_simulators.wheel.limits import beside_it, second_cloth
from auditor_simulators.wheel.play import BOULE, Bet
from auditor_simulators.wheel.settlement import (
    all_settled,
    amount_of,
    at_settlement,
    is_result,
    lone_stake,
    openings_by_table,
    played,
    posted,
    stake_cells,
)

MINUTES: Final = 600  # that the doors may open before the tables, in seconds


def laid_in_two(rows: list[Row], rng: Random) -> list[Row]:
    """A chip below the minimum, and one on top of it that makes it good."""
    item, _ = lone_stake(rows, rng)
    whole = amount_of(item.stake)
    item.stake["amount"] = text_of(whole / 4)
    rest = dict(item.stake, amount=text_of(whole * 3 / 4))
    insert_after(rows, item.stake, rest)
    return [item.stake, rest]


def taken_off(rows: list[Row], rng: Random) -> list[Row]:
    """A winner who is paid takes his stake off."""
    item = choose(rng, (item for item in all_settled(rows) if item.won))
    own = {name: cell for name, cell in stake_cells(item.stake).items() if name != "amount"}
    gone = beside(item.outcome, "stake_withdraw", **own)
    insert_after(rows, item.outcome, gone)
    return [gone]


def collected_by_mistake(rows: list[Row], rng: Random) -> list[Row]:
    """A winning stake is taken, handed back at once, and paid."""
    item = choose(rng, (item for item in all_settled(rows) if item.won))
    own = stake_cells(item.stake)
    taken, back = (beside(item.outcome, event, **own) for event in ("collect", "give_back"))
    insert_before(rows, item.outcome, taken, back)
    return [taken, back]


def paid_too_much(rows: list[Row], rng: Random) -> list[Row]:
    """A winner is paid his stake as well, and the excess is taken back."""
    item = choose(rng, (item for item in all_settled(rows) if item.won))
    excess = amount_of(item.stake)
    item.outcome["amount"] = text_of(amount_of(item.outcome) + excess)
    back = dict(item.outcome, event="collect", amount=text_of(excess))
    insert_after(rows, item.outcome, back)
    return [item.outcome, back]


def loser_paid(rows: list[Row], rng: Random) -> list[Row]:
    """A lost stake is paid once by mistake; payment and stake are taken."""
    item = choose(rng, (item for item in all_settled(rows) if not item.won))
    wrong = dict(item.outcome, event="pay")
    item.outcome["amount"] = text_of(amount_of(item.outcome) * 2)
    insert_before(rows, item.outcome, wrong)
    return [wrong, item.outcome]


def paid_in_parts(rows: list[Row], rng: Random) -> list[Row]:
    """A quarter of the winnings and then the rest, as chips come to hand."""
    item = choose(rng, (item for item in all_settled(rows) if item.won))
    whole = amount_of(item.outcome)
    item.outcome["amount"] = text_of(whole / 4)
    rest = dict(item.outcome, amount=text_of(whole * 3 / 4))
    insert_after(rows, item.outcome, rest)
    return [item.outcome, rest]


def excess_pushed_back(rows: list[Row], rng: Random) -> list[Row]:
    """The excess alone of a stake beyond the maximum is refused."""
    item, evening = lone_stake(rows, rng)
    lies, own = amount_of(item.stake), stake_cells(item.stake)
    most = amount_of(
        evening.opening, "maximum_straight" if item.stake["bet"] == "straight" else "maximum_even"
    )
    item.stake["amount"] = text_of(lies + most)
    refused = beside(item.stake, "stake_refuse", **own | {"amount": text_of(most)})
    refused["reason"] = "over_maximum"
    insert_after(rows, item.stake, refused)
    return [item.stake, refused]


def two_cloths(rows: list[Row], rng: Random) -> list[Row]:
    """One device serves two cloths, and a player has stakes on both."""
    item, evening = lone_stake(rows, rng)
    opening, closing = second_cloth(rows, evening)
    whole = amount_of(item.stake)
    if whole / 2 < evening.minimum:
        return [opening, closing]
    again = beside_it(rows, item)
    for half in (item, again):
        for row in (half.stake, half.outcome):
            row["amount"] = text_of(amount_of(row) / 2)
    return [opening, closing, item.stake, again.stake]


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
    opening, closing = second_cloth(rows, evening)
    opening["minimum"] = text_of(evening.authorised * 2)
    return [opening, closing]


def doors_before_tables(rows: list[Row], rng: Random) -> list[Row]:
    """The house opens some minutes before the first table, on a day with a doubled one."""
    session = choose(rng, doubling(rows))
    [opened] = [row for row in events(rows, "house_open") if whereabouts(row)[:2] == session]
    opened["time"] = iso(seconds(opened["time"]) - MINUTES)
    return [opened]


def staked_after_the_number(rows: list[Row], rng: Random) -> list[Row]:
    """At boule the article knows no close of bets: what is laid late plays, and is paid."""
    coup = choose(rng, (coup for coup in played(rows) if events(coup, "pay")))
    spin = next(filter(is_result, coup))
    least = amount_of(openings_by_table(rows)[whereabouts(spin)], "minimum")
    bet = Bet("straight", int(spin["number"]))
    cells = {"player": "J099", **bet.cells}
    stake = beside(spin, "stake", **cells, amount=text_of(least), form="chip")
    insert_after(rows, events(coup, "spin")[-1], stake)
    due = BOULE.payout(bet, least)
    paid = beside(coup[-1], "pay", **cells, amount=text_of(due))
    insert_after(rows, coup[-1], paid)
    return [stake, paid]


def handed_back_after_the_number(rows: list[Row], rng: Random) -> list[Row]:
    """Who stakes on the number that has come out has the stake handed back at once."""
    coup = choose(rng, (coup for coup in played(rows) if events(coup, "pay")))
    spin = [row for row in coup if is_result(row)][-1]
    cells = {"player": "J099", **Bet("straight", int(spin["number"])).cells}
    cells["amount"] = openings_by_table(rows)[whereabouts(spin)]["minimum"]
    stake = beside(spin, "stake", **cells, form="chip")
    back = beside(spin, "give_back", **cells)
    insert_after(rows, events(coup, "spin")[-1], stake, back)
    return [stake, back]


def _too_late(rows: list[Row], rng: Random) -> tuple[Row, Row]:
    """A stake laid between the close of bets and the spin, on a number that does not come out."""
    coup = choose(rng, (coup for coup in played(rows) if events(coup, "no_more_bets", "pay")))
    closed, spin = events(coup, "no_more_bets")[-1], [row for row in coup if is_result(row)][-1]
    number = int(spin["number"]) % 9 + 1
    cells = {"player": "J099", **Bet("straight", number).cells}
    cells["amount"] = openings_by_table(rows)[whereabouts(spin)]["minimum"]
    stake = beside(closed, "stake", **cells, form="chip")
    insert_after(rows, closed, stake)
    return stake, events(coup, "spin")[-1]


def late_and_taken_off(rows: list[Row], rng: Random) -> list[Row]:
    """Who lays too late takes the stake off again before the wheel is spun."""
    stake, _ = _too_late(rows, rng)
    own = {name: cell for name, cell in stake_cells(stake).items() if name != "amount"}
    off = beside(stake, "stake_withdraw", **own)
    insert_after(rows, stake, off)
    return [stake, off]


def late_and_handed_back(rows: list[Row], rng: Random) -> list[Row]:
    """A stake laid too late is handed back when the number is out, and never settled."""
    stake, spin = _too_late(rows, rng)
    back = beside(spin, "give_back", **stake_cells(stake))
    insert_after(rows, spin, back)
    return [stake, back]


COMMON: Final = {
    "laid-in-two": laid_in_two,
    "taken-off": taken_off,
    "collected-by-mistake": collected_by_mistake,
    "paid-too-much-put-right": paid_too_much,
    "loser-paid-put-right": loser_paid,
    "paid-in-parts": paid_in_parts,
    "excess-pushed-back": excess_pushed_back,
    "two-cloths": two_cloths,
}
AT_VINGT_TROIS: Final = {
    **COMMON,
    "colour-by-custom": at_settlement(
        settling.of_known_colour, settling.by_custom(settling.as_it_was)
    ),
    "handed-back-after-the-number": handed_back_after_the_number,
    "late-and-taken-off": late_and_taken_off,
    "late-and-handed-back": late_and_handed_back,
}
AT_BOULE: Final = {
    **COMMON,
    "a-cloth-at-the-double": a_cloth_at_the_double,
    "doors-before-tables": doors_before_tables,
    "staked-after-the-number": staked_after_the_number,
}
