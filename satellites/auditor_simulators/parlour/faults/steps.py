"""Games in which one step of one trick goes wrong, and everything after it follows the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from auditor_simulators.parlour.play.course import CardOnTable, Course, UnforeseenError


@dataclass(slots=True)
class GoneWrong(Course):
    """`at` is the trick; `blame` are the places of the events that show the fault."""

    BLAMED: ClassVar[tuple[str, ...]] = ()  # events of that trick that are blamed as they happen

    at: int = 0
    armed: bool = True
    blaming: bool = False
    blame: list[int] = field(default_factory=list)

    @property
    def here(self) -> bool:
        return self.armed and self.trick == self.at

    def note(
        self, event: str, player: str = "", card: str = "", face: str = "", to: str = ""
    ) -> None:
        Course.note(self, event, player, card, face, to)
        if self.blaming and event in self.BLAMED and self.trick == self.at:
            self.blame_last()

    def play_trick(self) -> None:
        if self.trick >= self.at and not self.blame:
            raise UnforeseenError  # the trick did not offer the occasion
        Course.play_trick(self)

    def blame_last(self) -> None:
        self.blame.append(len(self.events) - 1)

    def go_wrong(self) -> None:
        self.armed, self.blaming = False, True

    def enough(self, players: Iterable[str]) -> bool:
        """All of them have more cards than a tie asks for."""
        return all(len(self.piles[player]) > self.variant.tie_cards + 1 for player in players)


@dataclass(slots=True)
class AsDealt(GoneWrong):
    """Nothing goes wrong but the deal."""

    def play_trick(self) -> None:
        Course.play_trick(self)


@dataclass(slots=True)
class WrongWinner(GoneWrong):
    """The trick goes to another player (`parlour.trick`)."""

    BLAMED = ("win",)

    def contest(self, shown: dict[str, int]) -> str:
        winner = Course.contest(self, shown)
        others = [player for player in self.piles if player != winner and self.piles[player]]
        if self.here and winner and others:
            self.go_wrong()
            return self.rng.choice(others)
        return winner


@dataclass(slots=True)
class OutOfOrder(GoneWrong):
    """The second card of the pile is played instead of the first (`parlour.play`)."""

    BLAMED = ("play",)

    def draw(self, player: str) -> str:
        pile = self.piles[player]
        self.blaming = self.here and len(pile) > 2 and pile[0] != pile[1]
        if self.blaming:
            self.armed = False
            pile[0], pile[1] = pile[1], pile[0]
        return Course.draw(self, player)


@dataclass(slots=True)
class CardsExchanged(GoneWrong):
    """Two players each play a card that the other holds (`parlour.play`)."""

    BLAMED = ("play",)

    def turn_up(self) -> dict[str, int]:
        if not self.here:
            return Course.turn_up(self)
        first, second, *_ = self.rng.sample(list(self.piles), 2)
        mine, other = self.piles[first], self.piles[second]
        if self.variant.open_hand:
            mine.rotate(self.rng.randrange(len(mine)))
            other.rotate(self.rng.randrange(len(other)))
        if other[0] in mine or mine[0] in other:
            return Course.turn_up(self)
        mine[0], other[0] = other[0], mine[0]
        self.go_wrong()
        shown: dict[str, int] = {}
        for player in self.piles:
            self.blaming = player in {first, second}
            shown |= self.show_top(player)
        return shown

    def show_top(self, player: str) -> dict[str, int]:
        """The card on top, in the open game too; in the additions the next one with it."""
        worth = 0
        for _ in range(self.variant.up):
            card = self.piles[player].popleft()
            self.table.append(CardOnTable(player, card))
            self.note("play", player, card, "up")
            self.blaming = False
            worth += self.worth(card)
        return {player: worth}


@dataclass(slots=True)
class CardLost(GoneWrong):
    """A card of the trick is taken by nobody (`parlour.take`)."""

    def take(self, winner: str, cards: Sequence[str]) -> None:
        if self.here and len(cards) > 1:
            self.go_wrong()
            lost = cards[0]
            events = enumerate(self.events)
            self.blame += [
                place
                for place, entry in events
                if entry.trick == self.at
                and (
                    entry.event == "win" or (entry.event in {"play", "give"} and entry.card == lost)
                )
            ]
            cards = cards[1:]
        Course.take(self, winner, cards)


@dataclass(slots=True)
class CardDoubled(GoneWrong):
    """A card of the trick is taken twice (`parlour.take`)."""

    def take(self, winner: str, cards: Sequence[str]) -> None:
        if self.here and cards:
            self.go_wrong()
            Course.take(self, winner, [*cards, cards[0]])
            self.blame_last()
        else:
            Course.take(self, winner, cards)


@dataclass(slots=True)
class PlayerSkips(GoneWrong):
    """A player who is still in does not play in the trick (`parlour.play`)."""

    BLAMED = ("play", "win")

    def in_turn(self) -> list[str]:
        players = Course.in_turn(self)
        if self.here:
            self.go_wrong()
            players.remove(self.rng.choice(players))
        return players


@dataclass(slots=True)
class LoserTakes(GoneWrong):
    """Another than the winner puts the trick under his pile (`parlour.take`); no tie in it."""

    BLAMED = ("take",)

    def take(self, winner: str, cards: Sequence[str]) -> None:
        others = [player for player in self.piles if player != winner]
        if self.here and others and not self.battles:
            self.go_wrong()
            winner = self.rng.choice(others)
        Course.take(self, winner, cards)
