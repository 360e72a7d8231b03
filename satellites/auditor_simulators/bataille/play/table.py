"""A table of bataille: its limits, its company, its ways, and the shoe it deals from."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from random import Random
from typing import Final

from auditor_simulators.bataille.play.recorder import Recorder

DECKS: Final = 6
CARDS: Final = 312


@dataclass(frozen=True, slots=True)
class Limits:
    minimum: Decimal
    maximum: Decimal

    def stake(self, rng: Random) -> Decimal:
        """Mostly small multiples of the minimum, with halves; now and then all that is allowed."""
        if rng.random() < 0.01:
            return self.maximum
        units = rng.choice((2, 2, 2, 4, 4, 6, 8, 10, 20, 3, 5))
        return min(self.minimum * units / 2, self.maximum)


@dataclass(frozen=True, slots=True)
class TableHabits:
    """Choices that the article leaves to each house."""

    device: str  # shoe, shuffler, continuous
    tie_bet: bool
    gives_back: bool  # stakes that are won or void are seen handed back
    late_discards: bool  # hands go to the tray at the end of their round of settlement
    ties_before_war: bool  # tie bets of hands at war are settled in the first round
    behind: tuple[int, int]  # least and most cards left behind the stop card
    positions: bool  # the shoe reports the place of every card that leaves it


@dataclass(slots=True)
class Company:
    """Who is at the table: seat to player, players standing behind, chiefs present."""

    spots: int
    seated: dict[int, str] = field(default_factory=dict)
    standing: list[str] = field(default_factory=list)
    chiefs: list[str] = field(default_factory=list)
    arrived: int = 0

    def vacant(self) -> list[int]:
        return [seat for seat in range(1, self.spots + 1) if seat not in self.seated]


@dataclass(slots=True)
class Shoe:
    """The cards in the order in which they leave; `stop` have left when the stop card shows."""

    cards: list[str]
    stop: int  # 0: no stop card
    left: int = 0

    def draw(self) -> str:
        card = self.cards[self.left]
        self.left += 1
        return card


@dataclass(slots=True)
class GamingTable:
    recorder: Recorder
    rng: Random
    limits: Limits
    habits: TableHabits
    company: Company
    decks: tuple[tuple[str, str], ...]  # number in the card register, back colour
    number: int
    shoe: Shoe = field(default_factory=lambda: Shoe([], 0))
    stopped: bool = False
    coups: int = 0  # played from this shoe
    changed: int = 0  # decks brought during the session

    def turn(self, event: str, **fields: str) -> str:
        """The next card of the shoe, burned or dealt; the stop card may show behind it."""
        shoe = self.shoe
        card = shoe.draw()
        if self.habits.positions and self.habits.device != "continuous":
            fields["position"] = str(shoe.left)
        else:
            self.recorder.now += 1  # nothing else tells two burned cards of one face apart
        self.recorder.act(event, card=card, **fields)
        if shoe.left == shoe.stop:
            self.recorder.act("stop_card_seen")
            self.stopped = True
        return card
