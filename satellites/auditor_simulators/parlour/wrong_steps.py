"""Games in which one step of one trick goes wrong, and everything after it follows the rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from auditor_simulators.common.notation import rank
from auditor_simulators.parlour.course import CardOnTable, Course, Sorted, UnforeseenError
from auditor_simulators.parlour.variant import JOKERS
from auditor_simulators.protocol import Row


@dataclass(slots=True)
class GoneWrong(Course):
    """`at` is the trick; `blame` are the events that show the fault."""

    BLAMED: ClassVar[tuple[str, ...]] = ()  # events of that trick that are blamed as they happen

    at: int = 0
    armed: bool = True
    blaming: bool = False
    blame: list[Row] = field(default_factory=list)

    def __init_subclass__(cls, blames: str = "") -> None:
        cls.BLAMED = (*blames.split(), *cls.BLAMED)

    @property
    def here(self) -> bool:
        return self.armed and self.trick == self.at

    @property
    def afterwards(self) -> bool:
        """In the trick after that in which a step went wrong."""
        return not self.armed and self.trick == self.at + 1

    def goes_wrong(self, occasion: object) -> bool:
        """Whether the step does, for which there may be an occasion here."""
        if not (self.here and occasion):
            return False
        self.armed, self.blaming = False, True
        return True

    def noted(self, row: Row) -> None:
        if self.blaming and row["event"] in self.BLAMED and self.trick == self.at:
            self.blame.append(row)

    def play_trick(self) -> None:
        if self.trick >= self.at and not self.blame:
            raise UnforeseenError  # the trick did not offer the occasion
        Course.play_trick(self)

    def blame_last(self) -> None:
        self.blame.append(self.events[-1])

    def played_by(self, players: Collection[str]) -> list[Row]:
        """All cards that these have laid in the trick."""
        trick = (row for row in self.events if row.get("coup") == str(self.trick))
        return [row for row in trick if row["event"] == "play" and row["player"] in players]

    def exchange_first(self, player: str, least: int) -> None:
        """The second card of a pile of so many comes before the first, and is blamed."""
        pile = self.piles[player]
        self.blaming = False
        if self.goes_wrong(len(pile) >= least and pile[0] != pile[1]):
            pile[0], pile[1] = pile[1], pile[0]

    def short_of(self, tied: Sequence[str]) -> list[str]:
        """Those who lack cards for a tie."""
        return [player for player in tied if self.missing(player) > 0]

    def enough(self, players: Iterable[str]) -> bool:
        """All of them have more cards than a tie asks for."""
        return all(len(self.piles[player]) > self.variant.tie_cards + 1 for player in players)


class AsDealt(GoneWrong):
    """Nothing goes wrong but the deal."""

    def play_trick(self) -> None:
        Course.play_trick(self)


class WrongWinner(GoneWrong, blames="win"):
    """The trick goes to another player (`parlour.trick`)."""

    def contest(self, shown: dict[str, int]) -> str:
        winner = Course.contest(self, shown)
        others = self.losers(winner)
        return self.rng.choice(others) if self.goes_wrong(winner and others) else winner


class OutOfOrder(GoneWrong, blames="play"):
    """The second card of the pile is played instead of the first (`parlour.play`)."""

    def draw(self, player: str) -> str:
        self.exchange_first(player, 3)
        return Course.draw(self, player)


class CardsExchanged(GoneWrong, blames="play"):
    """Two players each play a card that the other holds (`parlour.play`)."""

    def turn_up(self) -> dict[str, int]:
        if not self.here:
            return Course.turn_up(self)
        first, second, *_ = self.rng.sample(list(self.piles), 2)
        mine, other = self.piles[first], self.piles[second]
        if self.variant.open_hand:
            mine.rotate(self.rng.randrange(len(mine)))
            other.rotate(self.rng.randrange(len(other)))
        if not self.goes_wrong(other[0] not in mine and mine[0] not in other):
            return Course.turn_up(self)
        mine[0], other[0] = other[0], mine[0]
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
            self.note("play", player, card=card, face="up")
            self.blaming = False
            worth += self.worth(card)
        return {player: worth}


class CardLost(GoneWrong):
    """A card of the trick is taken by nobody (`parlour.take`)."""

    def take(self, winner: str, cards: Sequence[str]) -> None:
        if self.goes_wrong(len(cards) > 1):
            lost, *cards = cards
            self.blame += [
                row
                for row in self.events
                if row.get("coup") == str(self.at)
                and row["event"] in {"win", "play", "give"}
                and row.get("card", lost) == lost
            ]
        Course.take(self, winner, cards)


class CardDoubled(GoneWrong):
    """A card of the trick is taken twice (`parlour.take`)."""

    def take(self, winner: str, cards: Sequence[str]) -> None:
        doubled = self.goes_wrong(cards)
        Course.take(self, winner, [*cards, cards[0]] if doubled else cards)
        if doubled:
            self.blame_last()


class PlayerSkips(GoneWrong, blames="play win"):
    """A player who is still in does not play in the trick (`parlour.play`)."""

    def in_turn(self) -> list[str]:
        players = Course.in_turn(self)
        if self.goes_wrong(players):
            players.remove(self.rng.choice(players))
        return players


class LoserTakes(GoneWrong, blames="take"):
    """Another than the winner puts the trick under his pile (`parlour.take`); no tie in it."""

    def take(self, winner: str, cards: Sequence[str]) -> None:
        others = [player for player in self.piles if player != winner]
        if self.goes_wrong(others and not self.battles):
            winner = self.rng.choice(others)
        Course.take(self, winner, cards)


class OtherCover(GoneWrong, blames="play"):
    """A tie with another number of face-down cards than there should be (`parlour.tie`)."""

    def battle(self, tied: list[str]) -> dict[str, int]:
        self.goes_wrong(self.enough(tied))
        return Course.battle(self, tied)

    def cover(self, tied: Sequence[str]) -> None:
        if self.trick > self.at or self.battles > 1:
            self.blaming = False
        if not self.blaming:
            Course.cover(self, tied)
        elif self.variant.down_at_tie != 1:
            for player in tied:
                self.lay(player, "down")


class UntiedJoins(GoneWrong, blames="play"):
    """A player who is not tied puts cards into the tie (`parlour.tie`)."""

    def battle(self, tied: list[str]) -> dict[str, int]:
        others = [player for player in self.piles if player not in tied]
        if self.goes_wrong(others and self.enough([*tied, *others])):
            intruder = self.rng.choice(others)
            for _ in range(self.variant.down_at_tie):
                self.lay(intruder, "down")
            self.lay(intruder, "up")
            self.blaming = False
        return Course.battle(self, tied)


class TieNotPlayed(GoneWrong, blames="win"):
    """One of the tied players takes the trick without more ado (`parlour.tie`)."""

    def battle(self, tied: list[str]) -> dict[str, int]:
        if self.goes_wrong(self.enough(tied)):
            return {self.rng.choice(tied): 0}
        return Course.battle(self, tied)


@dataclass(slots=True)
class TieLeft(GoneWrong):
    """The tie is not played: its cards stay on the table, and the next trick begins."""

    leaving: bool = False

    def may_be_left(self, tied: list[str]) -> bool:
        return self.enough(tied)

    def battle(self, tied: list[str]) -> dict[str, int]:
        if not self.goes_wrong(self.may_be_left(tied)):
            return Course.battle(self, tied)
        self.leaving = True
        self.blame += self.played_by(tied)
        self.give_way()
        return {}

    def give_way(self) -> None:
        """Nobody has the cards any more."""

    def finish(self, winner: str) -> None:
        if not self.leaving:
            Course.finish(self, winner)
            return
        self.leaving = False
        self.leave([player for player, pile in self.piles.items() if not pile])


class TieTakenBack(TieLeft):
    """The tie is not played: everybody takes his own cards back; in speed none that has to go."""

    def may_be_left(self, tied: list[str]) -> bool:
        shown = [self.worth(entry.card) for entry in self.table]
        kept = [self.worth(card) for pile in self.piles.values() for card in pile]
        return self.enough(tied) and not (self.variant.sheds and min(shown) <= min(kept))

    def give_way(self) -> None:
        for entry in self.table:
            self.note("take", entry.player, card=entry.card)
            self.piles[entry.player].append(entry.card)


class TieInvented(GoneWrong, blames="play"):
    """A trick that is decided, and two players put down cards as for a tie (`parlour.tie`)."""

    def contest(self, shown: dict[str, int]) -> str:
        winner = Course.contest(self, shown)
        others = [player for player in self.piles if player != winner]
        if not (self.here and winner and others and not self.battles):
            return winner
        pair = [winner, self.rng.choice(others)]
        if self.goes_wrong(self.enough(pair)):
            self.cover(pair)
            self.show(pair, self.variant.up_at_tie)
            self.blaming = False
        return winner


class TiedStaysOut(GoneWrong, blames="play"):
    """One of the tied puts down no card, and the others go on without him (`parlour.tie`)."""

    def battle(self, tied: list[str]) -> dict[str, int]:
        if not self.goes_wrong(self.enough(tied)):
            return Course.battle(self, tied)
        absent = self.rng.choice(tied)
        self.blame.append(self.played_by([absent])[-1])
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
        short = self.short_of(tied)
        fit = [player for player in tied if player not in short]
        could = all(len(self.piles[player]) >= self.variant.up for player in short)
        if not self.goes_wrong(short and fit and could):
            return Course.battle(self, tied)
        self.short = short
        self.blame += self.played_by(short)
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
        others = [player for player in self.losers(winner) if player not in self.short]
        if not others:
            raise UnforeseenError
        return [self.give(player, winner) for player in others]

    def noted(self, row: Row) -> None:
        if row["event"] == "play" and self.afterwards and row["player"] in self.short:
            self.blame.append(row)


class StuckAndOn(TieLeft):
    """Pat: a player is stuck, the tie is left, and the next trick begins (`parlour.pat.draw`)."""

    def may_be_left(self, tied: list[str]) -> bool:
        return bool(self.short_of(tied)) and all(self.piles.values())

    def noted(self, row: Row) -> None:
        if row["event"] == "play" and self.afterwards:
            self.blame.append(row)


class JokerBeaten(WrongWinner):
    """A joker turned up alone loses to another card (`parlour.jokers.rank`)."""

    def contest(self, shown: dict[str, int]) -> str:
        jokers = [entry for entry in self.table if entry.card in JOKERS]
        if len(jokers) == 1 and self.here:
            return WrongWinner.contest(self, shown)
        return Course.contest(self, shown)


class OneCardTurned(GoneWrong, blames="play"):
    """In the additions a player turns up one card only (`parlour.additions.play`)."""

    def turn_up(self) -> dict[str, int]:
        if not self.goes_wrong(True):
            return Course.turn_up(self)
        first, second = self.piles
        shown = self.show([first], 1)
        self.blaming = False
        return shown | self.show([second], 2)


class AceHigh(GoneWrong, blames="win"):
    """In the additions an ace counts fourteen, and another wins by it (`parlour.additions.sum`)."""

    def turn_up(self) -> dict[str, int]:
        shown = Course.turn_up(self)
        high = dict.fromkeys(shown, 0)
        for entry in self.table:
            high[entry.player] += 14 if rank(entry.card) == "A" else self.worth(entry.card)
        (first, second), (third, fourth) = shown.values(), high.values()
        return high if self.goes_wrong((first - second) * (third - fourth) < 0) else shown


class LowestKept(GoneWrong, blames="take"):
    """Speed: cards of the rank to go are taken all the same (`parlour.speed.discard`)."""

    def sort_out(self, order: list[CardOnTable], going: str) -> Sorted:
        gone, kept = Course.sort_out(self, order, going)
        return ([], [*gone, *kept]) if self.goes_wrong(gone) else (gone, kept)


class WrongDiscard(GoneWrong):
    """Speed: a higher card leaves the game (`parlour.speed.discard`)."""

    def sort_out(self, order: list[CardOnTable], going: str) -> Sorted:
        gone, kept = Course.sort_out(self, order, going)
        if self.goes_wrong(len(kept) > 1):
            return [*gone, kept[0]], kept[1:]
        return gone, kept

    def noted(self, row: Row) -> None:
        if self.blaming and row["event"] == "discard" and self.trick == self.at:
            self.blame = [row]  # the last one is the wrong one


@dataclass(slots=True)
class PlaysOn(GoneWrong, blames="play"):
    """Short form of the jokers: one more trick after the capture (`parlour.jokers-courte.end`)."""

    capturer: str = ""

    def captured(self, winner: str) -> bool:
        captured = bool(self.capturer) or Course.captured(self, winner)
        if not self.goes_wrong(captured and len(self.piles) > 1):
            return captured
        self.at += 1
        self.capturer = winner
        return False

    def finish(self, winner: str) -> None:
        Course.finish(self, self.capturer or winner)


class PatIgnored(GoneWrong, blames="win"):
    """Pat: the player who is stuck loses instead (`parlour.pat.draw`)."""

    def battle(self, tied: list[str]) -> dict[str, int]:
        short = self.short_of(tied)
        if not self.goes_wrong(len(short) == 1):
            return Course.battle(self, tied)
        self.cover(tied)
        return self.without(tied, short)

    def finish(self, winner: str) -> None:
        Course.finish(self, winner)
        if self.blaming:
            self.blame_last()


class RefillRefused(GoneWrong, blames="out"):
    """Pat, second form: the player who is stuck goes out (`parlour.pat-recharge.refill`)."""

    def refill(self, tied: list[str]) -> None:
        if not self.goes_wrong(self.short_of(tied)):
            Course.refill(self, tied)


class RefillTooMuch(GoneWrong):
    """Pat, second form: one card more than is missing (`parlour.pat-recharge.refill`)."""

    def missing(self, player: str) -> int:
        lacking = Course.missing(self, player)
        return lacking + 1 if self.here and lacking > 0 else lacking

    def give(self, player: str, to: str) -> str:
        card = Course.give(self, player, to)
        if self.goes_wrong(Course.missing(self, to) < 0):
            self.blame_last()
        return card

    def award(self, winner: str, going: str) -> None:
        if self.trick == self.at and self.battles > 1:
            self.blame.clear()  # what is too much in one tie may be missing in the next
        Course.award(self, winner, going)


class GiftForNothing(GoneWrong):
    """Pat, second form: a card given although none is missing (`parlour.pat-recharge.refill`)."""

    def turn_up(self) -> dict[str, int]:
        shown = Course.turn_up(self)
        giver, taker = self.rng.sample(list(self.piles), 2)
        if self.goes_wrong(len(set(shown.values())) > 1 and len(self.piles[giver]) > 1):
            self.give(giver, taker)
            self.blame_last()
        return shown


class GiftFromBelow(GoneWrong, blames="give"):
    """The second card of the pile is handed over instead of the first."""

    def give(self, player: str, to: str) -> str:
        self.exchange_first(player, 2)
        return Course.give(self, player, to)


class GiftMissing(GoneWrong):
    """Payante: no loser gives his next card (`parlour.payante.give`)."""

    def collect_gifts(self, winner: str) -> list[str]:
        if not self.goes_wrong(len([pile for pile in self.piles.values() if pile]) > 1):
            return Course.collect_gifts(self, winner)
        self.blame_last()  # the `win` that no gift follows
        return []
