"""Steps that go wrong in one variant only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from auditor_simulators.common.cards import rank
from auditor_simulators.parlour.faults.steps import GoneWrong, WrongWinner
from auditor_simulators.parlour.play.course import CardOnTable, Course
from auditor_simulators.parlour.play.variant import JOKERS


@dataclass(slots=True)
class JokerBeaten(WrongWinner):
    """A joker turned up alone loses to another card (`parlour.jokers.rank`)."""

    def contest(self, shown: dict[str, int]) -> str:
        jokers = [entry for entry in self.table if entry.card in JOKERS]
        if len(jokers) == 1 and self.here:
            return WrongWinner.contest(self, shown)
        return Course.contest(self, shown)


@dataclass(slots=True)
class OneCardTurned(GoneWrong):
    """In the additions a player turns up one card only (`parlour.additions.play`)."""

    BLAMED = ("play",)

    def turn_up(self) -> dict[str, int]:
        if not self.here:
            return Course.turn_up(self)
        first, second = self.piles
        self.go_wrong()
        shown = self.show([first], 1)
        self.blaming = False
        return shown | self.show([second], 2)


@dataclass(slots=True)
class AceHigh(GoneWrong):
    """In the additions an ace counts fourteen, and another wins by it (`parlour.additions.sum`)."""

    BLAMED = ("win",)

    def turn_up(self) -> dict[str, int]:
        shown = Course.turn_up(self)
        if not self.here:
            return shown
        high = dict.fromkeys(shown, 0)
        for entry in self.table:
            high[entry.player] += 14 if rank(entry.card) == "A" else self.worth(entry.card)
        (first, second), (third, fourth) = shown.values(), high.values()
        if (first - second) * (third - fourth) >= 0:
            return shown
        self.go_wrong()
        return high


@dataclass(slots=True)
class LowestKept(GoneWrong):
    """Speed: cards of the rank to go are taken all the same (`parlour.speed.discard`)."""

    BLAMED = ("take",)

    def sort_out(
        self, order: list[CardOnTable], going: str
    ) -> tuple[list[CardOnTable], list[CardOnTable]]:
        gone, kept = Course.sort_out(self, order, going)
        if not (self.here and gone):
            return gone, kept
        self.go_wrong()
        return [], [*gone, *kept]


@dataclass(slots=True)
class WrongDiscard(GoneWrong):
    """Speed: a higher card leaves the game (`parlour.speed.discard`)."""

    def sort_out(
        self, order: list[CardOnTable], going: str
    ) -> tuple[list[CardOnTable], list[CardOnTable]]:
        gone, kept = Course.sort_out(self, order, going)
        if self.here and len(kept) > 1:
            self.go_wrong()
            self.blame.append(len(self.events) + len(gone))
            return [*gone, kept[0]], kept[1:]
        return gone, kept


@dataclass(slots=True)
class PlaysOn(GoneWrong):
    """Short form of the jokers: one more trick after the capture (`parlour.jokers-courte.end`)."""

    BLAMED = ("play",)
    capturer: str = ""

    def captured(self, winner: str) -> bool:
        if self.here and Course.captured(self, winner) and len(self.piles) > 1:
            self.go_wrong()
            self.at += 1
            self.capturer = winner
            return False
        return bool(self.capturer) or Course.captured(self, winner)

    def finish(self, winner: str) -> None:
        Course.finish(self, self.capturer or winner)


@dataclass(slots=True)
class PatIgnored(GoneWrong):
    """Pat: the player who is stuck loses instead (`parlour.pat.draw`)."""

    BLAMED = ("win",)

    def battle(self, tied: list[str]) -> dict[str, int]:
        short = [player for player in tied if len(self.piles[player]) < self.variant.tie_cards]
        if not (self.here and len(short) == 1):
            return Course.battle(self, tied)
        self.go_wrong()
        self.cover(tied)
        return self.without(tied, short)

    def finish(self, winner: str) -> None:
        Course.finish(self, winner)
        if self.blaming:
            self.blame_last()


@dataclass(slots=True)
class RefillRefused(GoneWrong):
    """Pat, second form: the player who is stuck goes out (`parlour.pat-recharge.refill`)."""

    BLAMED = ("out",)

    def refill(self, tied: list[str]) -> None:
        if self.here and any(self.missing(player) > 0 for player in tied):
            self.go_wrong()
        else:
            Course.refill(self, tied)


@dataclass(slots=True)
class RefillTooMuch(GoneWrong):
    """Pat, second form: one card more than is missing (`parlour.pat-recharge.refill`)."""

    def missing(self, player: str) -> int:
        lacking = Course.missing(self, player)
        return lacking + 1 if self.here and lacking > 0 else lacking

    def give(self, player: str, to: str) -> str:
        card = Course.give(self, player, to)
        if self.here and Course.missing(self, to) < 0:
            self.go_wrong()
            self.blame_last()
        return card

    def award(self, winner: str, going: str) -> None:
        if self.trick == self.at and self.battles > 1:
            self.blame.clear()  # what is too much in one tie may be missing in the next
        Course.award(self, winner, going)


@dataclass(slots=True)
class GiftForNothing(GoneWrong):
    """Pat, second form: a card given although none is missing (`parlour.pat-recharge.refill`)."""

    def turn_up(self) -> dict[str, int]:
        shown = Course.turn_up(self)
        giver, taker = self.rng.sample(list(self.piles), 2)
        if self.here and len(set(shown.values())) > 1 and len(self.piles[giver]) > 1:
            self.go_wrong()
            self.give(giver, taker)
            self.blame_last()
        return shown


@dataclass(slots=True)
class GiftFromBelow(GoneWrong):
    """The second card of the pile is handed over instead of the first."""

    BLAMED = ("give",)

    def give(self, player: str, to: str) -> str:
        pile = self.piles[player]
        self.blaming = self.here and len(pile) > 1 and pile[0] != pile[1]
        if self.blaming:
            self.armed = False
            pile[0], pile[1] = pile[1], pile[0]
        return Course.give(self, player, to)


@dataclass(slots=True)
class GiftMissing(GoneWrong):
    """Payante: no loser gives his next card (`parlour.payante.give`)."""

    def collect_gifts(self, winner: str) -> list[str]:
        if not self.here or len([pile for pile in self.piles.values() if pile]) < 2:
            return Course.collect_gifts(self, winner)
        self.go_wrong()
        self.blame_last()  # the `win` that no gift follows
        return []


@dataclass(slots=True)
class GiftOnTop(GoneWrong):
    """Payante: the cards given go under the pile before the trick's, which is lawful."""

    gifts: int = 0

    def collect_gifts(self, winner: str) -> list[str]:
        gifts = Course.collect_gifts(self, winner)
        self.gifts = len(gifts)
        return gifts

    def take(self, winner: str, cards: Sequence[str]) -> None:
        if self.here and self.gifts:
            self.go_wrong()
            self.blame += range(len(self.events), len(self.events) + self.gifts)
            cards = [*cards[-self.gifts :], *cards[: -self.gifts]]
        Course.take(self, winner, cards)
