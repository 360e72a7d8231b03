"""Stakes and how they were settled, read from the rows of a coup, and faults in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import Final

from auditor_simulators.common.notation import text_of
from auditor_simulators.common.places import *
from auditor_simulators.protocol import Row
from auditor_simulators.wheel.play import BOULE, STRAIGHT, VINGT_TROIS, Wheel

STRAIGHT_COLUMN: Final = "maximum_straight"
EVEN_COLUMN: Final = "maximum_even"
HALF: Final = Decimal("0.5")
KNOWN_TO: Final = 4  # at vingt-trois a higher number stands on places of both colours

Key = tuple[str, str, str]
"""Player, bet and number."""


def key_of(row: Row) -> Key:
    return row["player"], row["bet"], row.get("number", "")


def wheel_of(row: Row) -> Wheel:
    """The game that is played in that row."""
    return BOULE if row["game"] == BOULE.name else VINGT_TROIS


def column_of(row: Row) -> str:
    """The limit that a stake is under."""
    return STRAIGHT_COLUMN if row["bet"] == STRAIGHT else EVEN_COLUMN


# Coups and their stakes


def played(rows: Iterable[Row]) -> list[list[Row]]:
    """The coups that came to a result."""
    return [coup for coup in coups(rows) if any(map(is_result, coup))]


def is_result(row: Row) -> bool:
    return row["event"] == "spin" and bool(row.get("number"))


@among
def coup_with(rows: list[Row], rng: Random) -> Iterable[Place]:
    """A coup that came to a result."""
    return (Place(rows, rng, coup) for coup in played(rows))


def results(place: Place) -> list[Row]:
    return list(filter(is_result, place.rows))


def came_out(place: Place) -> int:
    return int(results(place)[-1]["number"])


def laid_late(place: Place, like: Row, after: Row, number: int) -> Row:
    """The least stake of a player whom nobody has seen before, on a number."""
    cells = {"player": "J099", "bet": STRAIGHT, "number": str(number)}
    least = text_of(price(openings_by_table(place.log)[whereabouts(after)], "minimum"))
    row = beside(like, "stake", **cells, amount=least, form="chip")
    place.after(after, row)
    return row


def result_out_of_range(number: int) -> Apply:
    """In a coup that everybody loses, so that the payments stay right."""
    edit = do(put(results, number=str(number)), without(results, "place"))
    return at(coup_with(none(of("pay"))), edit, results)


@dataclass(slots=True)
class AtStake(Place):
    """A coup, and a stake of it that was settled."""

    opening: Row  # the table's
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

    @property
    def amount(self) -> Decimal:
        return price(self.stake)

    @property
    def total(self) -> Decimal:
        """All that the player has on this number or chance."""
        same = [row for row in events(self.rows, "stake") if key_of(row) == key_of(self.stake)]
        return sum(map(price, same), Decimal(0))

    @property
    def minimum(self) -> Decimal:
        return price(self.opening, "minimum")

    @property
    def most(self) -> Decimal:
        """The maximum of one player's stakes on this number or chance."""
        return price(self.opening, column_of(self.stake))

    def due(self, amount: Decimal) -> Decimal:
        """The payment of a stake of that amount if it wins."""
        return wheel_of(self.stake).payout(self.stake, amount)


@among
def stake_with(rows: list[Row], rng: Random) -> Iterator[AtStake]:
    """Stakes with their settlement, but for those changed, withdrawn or refused on the way."""
    openings = openings_by_table(rows)
    for coup in played(rows):
        spin = next(filter(is_result, coup))
        unclear = set(map(key_of, events(coup, "stake_change", "stake_withdraw", "stake_refuse")))
        outcomes: dict[Key, list[Row]] = defaultdict(list)
        for row in events(coup, "pay", "collect"):
            outcomes[key_of(row)].append(row)
        for stake in events(coup, "stake"):
            if key_of(stake) not in unclear and outcomes[key_of(stake)]:
                outcome = outcomes[key_of(stake)].pop(0)
                yield AtStake(rows, rng, coup, openings[whereabouts(stake)], spin, stake, outcome)


def won(place: AtStake) -> bool:
    return place.won


def even_won(place: AtStake) -> bool:
    return place.won and place.stake["bet"] != STRAIGHT


def straight(*numbers: int) -> Wanted[AtStake]:
    """Won stakes on one of these numbers, of any where none is named."""
    asked = tuple(map(str, numbers or range(1, 15)))
    return lambda place: place.won and place.stake.get("number") in asked


def lost(bet: str = "", result: int = 0, never: int = 0) -> Wanted[AtStake]:
    """Lost stakes: on this bet, at this result, not at that one."""
    return lambda place: (
        not place.won
        and bet in {"", place.stake["bet"]}
        and result in {0, place.number}
        and place.number != never
    )


def alone(place: AtStake) -> bool:
    """The player has no other stake on this number or chance."""
    return place.total == place.amount


def of_known_colour(place: AtStake) -> bool:
    """A colour, and a number whose colour everybody knows."""
    return place.stake["bet"] != STRAIGHT and place.number <= KNOWN_TO


# Which rows

stake, outcome, spin, opening = map(those, ("stake", "outcome", "spin", "opening"))
laid_and_settled: Final = both(stake, outcome)


# What is done


def settled_as(event: str, times: int = 0) -> Edit[AtStake]:
    """So many times the stake is paid or collected, or else what would be due if it won."""

    def sum_of(place: AtStake) -> str:
        return text_of(place.amount * times if times else place.due(place.amount))

    return put(outcome, event=event, amount=sum_of)


def of_amount(amount: Callable[[AtStake], Decimal]) -> Edit[AtStake]:
    """Another stake, rightly settled."""
    return lambda place: set_amount(place, amount(place))


def set_amount(place: AtStake, amount: Decimal) -> None:
    place.stake["amount"] = text_of(amount)
    place.outcome["amount"] = text_of(place.due(amount) if place.won else amount)


def settled(wanted: Wanted[AtStake], edit: Edit[AtStake]) -> Apply:
    """A stake settled otherwise than it should be."""
    return at(stake_with(wanted), edit, outcome, stake, spin)


def forgotten(wanted: Wanted[AtStake]) -> Apply:
    """Neither paid nor collected: the stake and the result show it."""
    return at(stake_with(wanted), drop(outcome), stake, spin)


def collected_too(wanted: Wanted[AtStake]) -> Apply:
    """The stake of a winner who was paid is taken too (47.14)."""
    edit = added("collect", outcome, stake, "amount")
    return at(stake_with(wanted), edit, traces, outcome, stake)


def given_back(wanted: Wanted[AtStake]) -> Apply:
    """A losing stake is collected, and handed back."""
    return at(stake_with(wanted), added("give_back", outcome, stake, "amount"), stake, traces)


def on_another_bet(bet: str) -> Apply:
    """The stake is on something that the game does not have."""
    edit = do(put(laid_and_settled, bet=bet), without(laid_and_settled, "number"))
    return at(stake_with(lost(STRAIGHT)), edit, laid_and_settled)


def on_another_number(number: int) -> Apply:
    """The stake is on a number that the device does not have."""
    edit = put(laid_and_settled, number=str(number))
    return at(stake_with(lost(STRAIGHT)), edit, laid_and_settled)


# Tables and what they post


@dataclass(slots=True)
class Posted(Place):
    """A table's opening, its authorisation and the rows of its session at that table."""

    opening: Row
    authorisation: Row

    @property
    def table(self) -> tuple[str, ...]:
        """The table in its season."""
        return *house_of(self.opening), self.opening["table"]

    @property
    def minimum(self) -> Decimal:
        return price(self.opening, "minimum")

    @property
    def authorised(self) -> Decimal:
        return price(self.authorisation, "minimum")

    @property
    def doubled(self) -> bool:
        return self.minimum == 2 * self.authorised


def posted(rows: list[Row], rng: Random) -> list[Posted]:
    """Every opening of a table."""
    by_table: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in rows:
        by_table[whereabouts(row)].append(row)
    authorisations = {house_of(row): row for row in events(rows, "authorisation")}
    return [
        Posted(rows, rng, by_table[whereabouts(row)], row, authorisations[house_of(row)])
        for row in events(rows, "table_open")
    ]


posted_with = among(posted)
authorisation: Final = those("authorisation")


def authorised_times(factor: Decimal | int) -> Callable[[Posted], str]:
    """So many times the authorised minimum."""
    return lambda item: text_of(item.authorised * factor)


def with_minimum(factor: Decimal | int, *wanted: Wanted[Posted]) -> Apply:
    """A table opens at so many times the authorised minimum."""
    edit = put(opening, minimum=authorised_times(factor))
    return at(posted_with(*wanted), edit, opening, authorisation)


def openings_by_table(rows: list[Row]) -> dict[tuple[str, ...], Row]:
    """The first opening of each table, by the `whereabouts` of its rows."""
    return {whereabouts(row): row for row in reversed(events(rows, "table_open"))}
