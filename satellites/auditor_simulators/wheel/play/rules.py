"""Boule and vingt-trois as article 47 describes them: devices, bets, odds and limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from random import Random

STRAIGHT = "straight"
COLOURS = ("red", "black")


@dataclass(frozen=True, slots=True)
class WheelPlace:
    """One hole or compartment of a device."""

    number: int
    colour: str


@dataclass(frozen=True, slots=True)
class Bet:
    """A number or an even chance on which players stake; `number` is 0 for an even chance."""

    name: str
    number: int = 0

    @property
    def cells(self) -> dict[str, str]:
        return {"bet": self.name} | ({"number": str(self.number)} if self.number else {})


@dataclass(frozen=True, slots=True)
class Wheel:
    """The numbers by which the two games of article 47 differ."""

    name: str
    numbers: int  # 47.2
    odds: tuple[int, ...]  # net odds of a straight stake, by number from 1: 47.3-5, 47.9 to 47.11
    chances: Mapping[
        str, frozenset[int]
    ]  # even chances decided by the number; colours by the place
    neutral: int  # the number on which every even chance loses: 47.6, 47.13
    straight_ratios: tuple[int, int]  # 47.18
    even_ratios: tuple[int, int]  # 47.19
    alternates: bool  # 47.7: opposite directions, and no late stakes
    doubles: bool  # 47.16

    @property
    def even_bets(self) -> tuple[str, ...]:
        return (*COLOURS, *self.chances)

    def wins(self, bet: Bet, landed: WheelPlace) -> bool:
        if bet.name == STRAIGHT:
            return bet.number == landed.number
        if landed.number == self.neutral:
            return False
        if bet.name in COLOURS:
            return bet.name == landed.colour
        return landed.number in self.chances.get(bet.name, frozenset())

    def payout(self, bet: Bet, amount: Decimal) -> Decimal:
        """Winnings of a winning stake, the stake itself not included."""
        return amount * (self.odds[bet.number - 1] if bet.name == STRAIGHT else 1)


BOULE = Wheel(
    name="boule",
    numbers=9,
    odds=(7,) * 9,
    chances={
        "even": frozenset({2, 4, 6, 8}),
        "odd": frozenset({1, 3, 7, 9}),
        "high": frozenset({6, 7, 8, 9}),
        "low": frozenset({1, 2, 3, 4}),
    },
    neutral=5,
    straight_ratios=(40, 100),
    even_ratios=(200, 500),
    alternates=False,
    doubles=True,
)

VINGT_TROIS = Wheel(
    name="vingt-trois",
    numbers=14,
    odds=(23,) * 4 + (11,) * 7 + (7,) * 3,
    chances={},
    neutral=13,
    straight_ratios=(20, 50),
    even_ratios=(100, 250),
    alternates=True,
    doubles=False,
)


def boule_device(rng: Random) -> tuple[WheelPlace, ...]:
    """Nine holes, or every number twice or four times; the colours are usage, not law."""
    red = {2, 4, 7, 9}
    return tuple(
        WheelPlace(number, "none" if number == 5 else "red" if number in red else "black")
        for _ in range(rng.choice((1, 1, 2, 4)))
        for number in (1, 6, 3, 8, 5, 2, 7, 4, 9)
    )


def vingt_trois_device(rng: Random) -> tuple[WheelPlace, ...]:
    """27 places (47.2): 1-4 once, 5-11 twice, in both colours, 12-14 three times.

    1 and 3 are red, 2 and 4 black, 13 neither; of the places of 12 and 14 three
    are red and three black, but which ones differs from device to device.
    """
    reds_of_twelve = rng.randint(0, 3)
    twelve = ["red"] * reds_of_twelve + ["black"] * (3 - reds_of_twelve)
    fourteen = ["black"] * reds_of_twelve + ["red"] * (3 - reds_of_twelve)
    places = [
        *(WheelPlace(number, COLOURS[1 - number % 2]) for number in (1, 2, 3, 4)),
        *(WheelPlace(number, colour) for number in range(5, 12) for colour in COLOURS),
        *(WheelPlace(12, colour) for colour in twelve),
        *(WheelPlace(13, "none") for _ in range(3)),
        *(WheelPlace(14, colour) for colour in fourteen),
    ]
    rng.shuffle(places)
    return tuple(places)
