"""Ties in which one step goes wrong, and those that are none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from auditor_simulators.parlour.faults.steps import GoneWrong
from auditor_simulators.parlour.play.course import Course, UnforeseenError


@dataclass(slots=True)
class OtherCover(GoneWrong):
    """A tie with another number of face-down cards than there should be (`parlour.tie`)."""

    BLAMED = ("play",)

    def battle(self, tied: list[str]) -> dict[str, int]:
        if self.here and self.enough(tied):
            self.go_wrong()
        return Course.battle(self, tied)

    def cover(self, tied: Sequence[str]) -> None:
        if self.trick > self.at or self.battles > 1:
            self.blaming = False
        if not self.blaming:
            Course.cover(self, tied)
        elif self.variant.down_at_tie != 1:
            for player in tied:
                self.lay(player, "down")


@dataclass(slots=True)
class UntiedJoins(GoneWrong):
    """A player who is not tied puts cards into the tie (`parlour.tie`)."""

    BLAMED = ("play",)

    def battle(self, tied: list[str]) -> dict[str, int]:
        others = [player for player in self.piles if player not in tied]
        if not (self.here and others and self.enough([*tied, *others])):
            return Course.battle(self, tied)
        self.go_wrong()
        intruder = self.rng.choice(others)
        for _ in range(self.variant.down_at_tie):
            self.lay(intruder, "down")
        self.lay(intruder, "up")
        self.blaming = False
        return Course.battle(self, tied)


@dataclass(slots=True)
class TieNotPlayed(GoneWrong):
    """One of the tied players takes the trick without more ado (`parlour.tie`)."""

    BLAMED = ("win",)

    def battle(self, tied: list[str]) -> dict[str, int]:
        if not (self.here and self.enough(tied)):
            return Course.battle(self, tied)
        self.go_wrong()
        return {self.rng.choice(tied): 0}


@dataclass(slots=True)
class TieLeft(GoneWrong):
    """The tie is not played: its cards stay on the table, and the next trick begins."""

    leaving: bool = False

    def battle(self, tied: list[str]) -> dict[str, int]:
        if not (self.here and self.enough(tied)):
            return Course.battle(self, tied)
        self.abandon(tied)
        return {}

    def abandon(self, tied: list[str]) -> None:
        self.go_wrong()
        self.leaving = True
        played = enumerate(self.events)
        self.blame += [
            place
            for place, each in played
            if (each.event, each.trick) == ("play", self.trick) and each.player in tied
        ]
        self.give_way()

    def give_way(self) -> None:
        """Nobody has the cards any more."""

    def finish(self, winner: str) -> None:
        if not self.leaving:
            Course.finish(self, winner)
            return
        self.leaving = False
        self.leave([player for player, pile in self.piles.items() if not pile])


@dataclass(slots=True)
class TieTakenBack(TieLeft):
    """The tie is not played: everybody takes his own cards back; in speed none that has to go."""

    def battle(self, tied: list[str]) -> dict[str, int]:
        shown = [self.worth(entry.card) for entry in self.table]
        kept = [self.worth(card) for pile in self.piles.values() for card in pile]
        if self.variant.sheds and min(shown) <= min(kept):
            return Course.battle(self, tied)
        return TieLeft.battle(self, tied)

    def give_way(self) -> None:
        for entry in self.table:
            self.note("take", entry.player, entry.card)
            self.piles[entry.player].append(entry.card)


@dataclass(slots=True)
class TieInvented(GoneWrong):
    """A trick that is decided, and two players put down cards as for a tie (`parlour.tie`)."""

    BLAMED = ("play",)

    def contest(self, shown: dict[str, int]) -> str:
        winner = Course.contest(self, shown)
        others = [player for player in self.piles if player != winner]
        if not (self.here and winner and others and not self.battles):
            return winner
        pair = [winner, self.rng.choice(others)]
        if self.enough(pair):
            self.go_wrong()
            self.cover(pair)
            self.show(pair, self.variant.up_at_tie)
            self.blaming = False
        return winner


@dataclass(slots=True)
class TiedStaysOut(GoneWrong):
    """One of the tied puts down no card, and the others go on without him (`parlour.tie`)."""

    BLAMED = ("play",)

    def battle(self, tied: list[str]) -> dict[str, int]:
        if not (self.here and self.enough(tied)):
            return Course.battle(self, tied)
        absent = self.rng.choice(tied)
        events = [(event.event, event.player) for event in self.events]
        self.blame.append(len(events) - 1 - events[::-1].index(("play", absent)))
        self.go_wrong()
        rest = [player for player in tied if player != absent]
        self.cover(rest)
        shown = self.show(rest, self.variant.up_at_tie)
        self.blaming = False
        return shown


@dataclass(slots=True)
class ShortPlaysOn(GoneWrong):
    """Whoever lacks cards for a tie keeps what he has, and plays on (`parlour.out`)."""

    short: list[str] = field(default_factory=list)

    def battle(self, tied: list[str]) -> dict[str, int]:
        short = [player for player in tied if len(self.piles[player]) < self.variant.tie_cards]
        fit = [player for player in tied if player not in short]
        could = all(len(self.piles[player]) >= self.variant.up for player in short)
        if not (self.here and short and fit and could):
            return Course.battle(self, tied)
        self.armed, self.short = False, short
        self.blame += [
            place
            for place, event in enumerate(self.events)
            if event.player in short and (event.event, event.trick) == ("play", self.trick)
        ]
        return self.decide_between(fit)

    def decide_between(self, fit: list[str]) -> dict[str, int]:
        """The tie goes on without those who are short."""
        if len(fit) == 1:
            return {fit[0]: 0}
        self.cover(fit)
        return self.show(fit, self.variant.up_at_tie)

    def collect_gifts(self, winner: str) -> list[str]:
        """Payante: another loser pays, so that the short keep their card."""
        if self.trick != self.at or not self.short:
            return Course.collect_gifts(self, winner)
        others = [p for p in self.piles if p not in {winner, *self.short} and self.piles[p]]
        if not others:
            raise UnforeseenError
        return [self.give(player, winner) for player in others]

    def note(
        self, event: str, player: str = "", card: str = "", face: str = "", to: str = ""
    ) -> None:
        GoneWrong.note(self, event, player, card, face, to)
        if event == "play" and self.trick == self.at + 1 and player in self.short:
            self.blame_last()


@dataclass(slots=True)
class ShortAtOnce(ShortPlaysOn):
    """Whoever lacks cards for a tie is out at once with what he has, which is lawful."""

    def decide_between(self, fit: list[str]) -> dict[str, int]:
        self.leave(self.short)
        if len(fit) > 1:
            return ShortPlaysOn.decide_between(self, fit)
        return {fit[0]: 0}


@dataclass(slots=True)
class StuckAndOn(TieLeft):
    """Pat: a player is stuck, the tie is left, and the next trick begins (`parlour.pat.draw`)."""

    def battle(self, tied: list[str]) -> dict[str, int]:
        short = [player for player in tied if len(self.piles[player]) < self.variant.tie_cards]
        if not (self.here and short and all(self.piles.values())):
            return Course.battle(self, tied)
        self.abandon(tied)
        return {}

    def note(
        self, event: str, player: str = "", card: str = "", face: str = "", to: str = ""
    ) -> None:
        GoneWrong.note(self, event, player, card, face, to)
        if event == "play" and self.trick == self.at + 1 and not self.armed:
            self.blame_last()
