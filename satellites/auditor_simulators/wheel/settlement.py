"""Stakes and how they were settled, read from the rows of a coup, and faults in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import Final

from auditor_simulators.common.notation import text_of
from auditor_simulators.common.places import (
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
from auditor_simulators.protocol import Row
from auditor_simulators.wheel.play import BOULE, STRAIGHT, VINGT_TROIS, Bet, Wheel

STRAIGHT_COLUMN: Final = "maximum_straight"
EVEN_COLUMN: Final = "maximum_even"

Key = tuple[str, str, str]
"""Player, bet and number."""


def key_of(row: Row) -> Key:
    return row["player"], row["bet"], row.get("number", "")


def bet_of(row: Row) -> Bet:
    return Bet(row["bet"], int(row.get("number", "0")))


def wheel_of(row: Row) -> Wheel:
    """The game that is played in that row."""
    return BOULE if row["game"] == BOULE.name else VINGT_TROIS


def stake_cells(stake: Row) -> dict[str, str]:
    """Who staked, upon what, and how much."""
    columns = ("player", "bet", "number", "amount")
    return {column: stake[column] for column in columns if column in stake}


def amount_of(row: Row, column: str = "amount") -> Decimal:
    return Decimal(row[column])


@dataclass(frozen=True, slots=True)
class SettledStake:
    """A stake and what became of it."""

    coup: list[Row]
    spin: Row
    stake: Row
    outcome: Row  # `pay` or `collect`

    @property
    def won(self) -> bool:
        return self.outcome["event"] == "pay"

    @property
    def number(self) -> int:
        """The result of the spin."""
        return int(self.spin["number"])

    def total(self) -> Decimal:
        """All that the player has on this number or chance."""
        same = [row for row in events(self.coup, "stake") if key_of(row) == key_of(self.stake)]
        return sum(map(amount_of, same), Decimal(0))


def played(rows: Iterable[Row]) -> list[list[Row]]:
    """The coups that came to a result."""
    return [coup for coup in coups(rows) if any(map(is_result, coup))]


def is_result(row: Row) -> bool:
    return row["event"] == "spin" and bool(row.get("number"))


def settled(coup: list[Row]) -> list[SettledStake]:
    """Stakes with their settlement, but for those changed, withdrawn or refused on the way."""
    spin = next(row for row in coup if is_result(row))
    unclear = {
        key_of(row) for row in events(coup, "stake_change", "stake_withdraw", "stake_refuse")
    }
    outcomes: dict[Key, list[Row]] = defaultdict(list)
    for row in events(coup, "pay", "collect"):
        outcomes[key_of(row)].append(row)
    return [
        SettledStake(coup, spin, stake, outcomes[key_of(stake)].pop(0))
        for stake in events(coup, "stake")
        if key_of(stake) not in unclear and outcomes[key_of(stake)]
    ]


def all_settled(rows: Iterable[Row]) -> list[SettledStake]:
    return [item for coup in played(rows) for item in settled(coup)]


def only(item: SettledStake) -> bool:
    """The player has no other stake on this number or chance."""
    return item.total() == amount_of(item.stake)


def at_settlement(
    where: Callable[[SettledStake], bool], edit: Callable[[list[Row], SettledStake], list[Row]]
) -> Apply:
    """A fault in the settlement of one stake."""

    def apply(rows: list[Row], rng: Random) -> list[Row]:
        return edit(rows, choose(rng, [item for item in all_settled(rows) if where(item)]))

    return apply


@dataclass(frozen=True, slots=True)
class Posted:
    """A table's opening, its authorisation and the rows of its session at that table."""

    opening: Row
    authorisation: Row
    tonight: list[Row]

    @property
    def minimum(self) -> Decimal:
        return amount_of(self.opening, "minimum")

    @property
    def authorised(self) -> Decimal:
        return amount_of(self.authorisation, "minimum")

    @property
    def doubled(self) -> bool:
        return self.minimum == 2 * self.authorised


def posted(rows: list[Row]) -> list[Posted]:
    """Every opening of a table."""
    by_table: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in rows:
        by_table[whereabouts(row)].append(row)
    authorisations = {house_of(row): row for row in events(rows, "authorisation")}
    return [
        Posted(row, authorisations[house_of(row)], by_table[whereabouts(row)])
        for row in events(rows, "table_open")
    ]


def column_of(row: Row) -> str:
    """The limit that a stake is under."""
    return STRAIGHT_COLUMN if row["bet"] == "straight" else EVEN_COLUMN


def openings_by_table(rows: list[Row]) -> dict[tuple[str, ...], Row]:
    """The opening of each table, by the `whereabouts` of its rows."""
    return {whereabouts(row): row for row in events(rows, "table_open")}


def set_amount(item: SettledStake, amount: Decimal) -> None:
    """Another stake, rightly settled."""
    item.stake["amount"] = text_of(amount)
    due = wheel_of(item.stake).payout(bet_of(item.stake), amount) if item.won else amount
    item.outcome["amount"] = text_of(due)


def at_lone_stake(edit: Callable[[list[Row], SettledStake, Posted], list[Row]]) -> Apply:
    """A fault in a stake alone on its number or chance, by what its table posts."""

    def apply(rows: list[Row], rng: Random) -> list[Row]:
        return edit(rows, *lone_stake(rows, rng))

    return apply


def lone_stake(rows: list[Row], rng: Random) -> tuple[SettledStake, Posted]:
    item = choose(rng, [item for item in all_settled(rows) if only(item)])
    table = whereabouts(item.stake)
    return item, next(each for each in posted(rows) if whereabouts(each.opening) == table)


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
