"""Faults in paying and collecting, common to boule and vingt-trois."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from auditor_simulators.common.edits import beside, events, insert_after, remove
from auditor_simulators.common.money import text_of
from auditor_simulators.protocol import Row
from auditor_simulators.wheel.faults.edits import (
    SettledStake,
    amount_of,
    bet_of,
    stake_cells,
    wheel_of,
)
from auditor_simulators.wheel.play.rules import STRAIGHT

KNOWN_TO: Final = 4  # at vingt-trois a higher number stands on places of both colours

Edit = Callable[[list[Row], SettledStake], list[Row]]


def pays_times(factor: int) -> Edit:
    """Paid so many times the stake."""

    def edit(_rows: list[Row], item: SettledStake) -> list[Row]:
        item.outcome["amount"] = text_of(amount_of(item.stake) * factor)
        return [item.outcome, item.stake, item.spin]

    return edit


def forgets(rows: list[Row], item: SettledStake) -> list[Row]:
    """Neither paid nor collected: the stake and the result show it."""
    remove(rows, item.outcome)
    return [item.stake, item.spin]


def pays_a_loser(_rows: list[Row], item: SettledStake) -> list[Row]:
    due = wheel_of(item.stake).payout(bet_of(item.stake), amount_of(item.stake))
    item.outcome.update(event="pay", amount=text_of(due))
    return [item.outcome, item.stake, item.spin]


def collects_a_winner(rows: list[Row], item: SettledStake) -> list[Row]:
    """The stake of a winner who was paid is taken too (47.14)."""
    stake = stake_cells(item.stake)
    taken = beside(item.outcome, "collect", **stake)
    insert_after(rows, item.outcome, taken)
    return [taken, item.outcome, item.stake]


def by_custom(edit: Edit) -> Edit:
    """The spin does not say the colour, which custom alone tells."""

    def silent(rows: list[Row], item: SettledStake) -> list[Row]:
        for spin in events(item.coup, "spin"):
            spin.pop("colour", None)
        return edit(rows, item)

    return silent


def as_it_was(_rows: list[Row], item: SettledStake) -> list[Row]:
    """Settled rightly."""
    return [item.outcome, item.stake, item.spin]


def gives_back_a_loser(rows: list[Row], item: SettledStake) -> list[Row]:
    """A losing stake is collected, and handed back."""
    back = beside(item.outcome, "give_back", **stake_cells(item.stake))
    insert_after(rows, item.outcome, back)
    return [item.stake, back]


def takes_for_lost(_rows: list[Row], item: SettledStake) -> list[Row]:
    """A winning stake is collected instead of paid."""
    item.outcome.update(event="collect", amount=item.stake["amount"])
    return [item.outcome, item.stake, item.spin]


def renames(bet: str) -> Edit:
    """The stake is on something that the game does not have."""

    def edit(_rows: list[Row], item: SettledStake) -> list[Row]:
        for row in (item.stake, item.outcome):
            row["bet"] = bet
            row.pop("number", None)
        return [item.stake, item.outcome]

    return edit


def on_number(number: int) -> Edit:
    """The stake is on a number that the device does not have."""

    def edit(_rows: list[Row], item: SettledStake) -> list[Row]:
        for row in (item.stake, item.outcome):
            row["number"] = str(number)
        return [item.stake, item.outcome]

    return edit


def straight(*numbers: int) -> Callable[[SettledStake], bool]:
    """Won stakes on one of these numbers, of any where none is named."""

    def where(item: SettledStake) -> bool:
        bet = bet_of(item.stake)
        return item.won and bet.name == STRAIGHT and (not numbers or bet.number in numbers)

    return where


def of_known_colour(item: SettledStake) -> bool:
    """A colour, and a number whose colour everybody knows."""
    return item.stake["bet"] != STRAIGHT and item.number <= KNOWN_TO


def even_won(item: SettledStake) -> bool:
    return item.won and item.stake["bet"] != STRAIGHT


def won(item: SettledStake) -> bool:
    return item.won


def lost(bet: str = "", result: int = 0, never: int = 0) -> Callable[[SettledStake], bool]:
    """Lost stakes: on this bet, at this result, not at that one."""

    def where(item: SettledStake) -> bool:
        return (
            not item.won
            and bet in {"", item.stake["bet"]}
            and result in {0, item.number}
            and item.number != never
        )

    return where
