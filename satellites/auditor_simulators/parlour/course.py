"""The course of a game, and its rows in the log; each step is a method that a fault can replace."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum
from itertools import chain, zip_longest
from random import Random
from typing import NamedTuple

from auditor_simulators.common.house import Timed
from auditor_simulators.common.notation import instant, iso, local_date, rank
from auditor_simulators.parlour.variant import JOKERS, Dealt, Short, Variant, lay_out
from auditor_simulators.protocol import Plan, Row

MOST_TRICKS = 4000  # some orders of taking never end


class UnforeseenError(Exception):
    """The sources do not say how such a game goes on; it is dealt again."""


class CardOnTable(NamedTuple):
    """A card on the table."""

    player: str
    card: str


Sorted = tuple[list[CardOnTable], list[CardOnTable]]
"""The cards that leave the game, and those that the winner of the trick keeps."""


class Taking(Enum):
    """The order in which the winner puts the cards under the pile."""

    AS_PLAYED = "as played"
    REVERSED = "reversed"
    WINNER_FIRST = "the winner's first"
    LOSERS_FIRST = "the losers' first"
    RANDOM = "at random"


@dataclass(slots=True)
class Course:
    """A game from the deal to its end, writing down its events."""

    variant: Variant
    piles: dict[str, deque[str]]  # of the players still in, by seat; the top is on the left
    rng: Random
    taking: Taking
    longest: int = MOST_TRICKS
    trick: int = 0
    over: bool = False
    battles: int = 0  # ties in the trick
    table: list[CardOnTable] = field(default_factory=list)
    events: list[Row] = field(default_factory=list)
    own_jokers: dict[str, set[str]] = field(default_factory=dict)

    def note(self, event: str, player: str = "", **cells: str) -> None:
        who = {"player": player} if player else {}
        self.events.append({"coup": str(self.trick), "event": event, **who, **cells})
        self.noted(self.events[-1])

    def noted(self, row: Row) -> None:
        """Nothing follows from an event; where a step goes wrong, something may."""

    def run(self) -> None:
        while not self.over:
            if self.trick == self.longest:
                raise UnforeseenError
            self.play_trick()

    def play_trick(self) -> None:
        self.trick += 1
        self.table.clear()
        self.battles = 0
        going = self.lowest_rank() if self.variant.sheds else ""
        winner = self.contest(self.turn_up())
        if winner:
            self.award(winner, going)
        else:
            self.finish("")

    def worth(self, card: str) -> int:
        return self.variant.worth(card)

    def lowest_rank(self) -> str:
        """Speed: the rank to go is the lowest with a card still in the game."""
        return rank(min((card for pile in self.piles.values() for card in pile), key=self.worth))

    # Playing

    def draw(self, player: str) -> str:
        """The card on top of the pile; in the open game any card of the hand (`parlour.play`)."""
        pile = self.piles[player]
        if self.variant.open_hand:
            pile.rotate(-self.rng.randrange(len(pile)))
        return pile.popleft()

    def lay(self, player: str, face: str) -> str:
        card = self.draw(player)
        self.table.append(CardOnTable(player, card))
        self.note("play", player, card=card, face=face)
        return card

    def in_turn(self) -> list[str]:
        """Who plays in the trick: everybody still in (`parlour.play`)."""
        return list(self.piles)

    def turn_up(self) -> dict[str, int]:
        return self.show(self.in_turn(), self.variant.up)

    def show(self, players: Iterable[str], cards: int) -> dict[str, int]:
        """So many cards face up from each; what they are worth together."""
        shown = {}
        for player in players:
            if len(self.piles[player]) < cards:
                raise UnforeseenError
            shown[player] = sum(self.worth(self.lay(player, "up")) for _ in range(cards))
        return shown

    # Deciding

    def contest(self, shown: dict[str, int]) -> str:
        """The player who takes the trick (`parlour.trick`), or nobody at a draw."""
        while True:
            best = max(shown.values())
            tied = [player for player, worth in shown.items() if worth == best]
            if len(tied) == 1 or self.over:
                return tied[0]
            self.battles += 1
            shown = self.battle(tied)
            if not shown:
                return ""

    def battle(self, tied: list[str]) -> dict[str, int]:
        """One tie (`parlour.tie`): what those still in it show, nothing at a draw."""
        need = self.variant.tie_cards
        if self.variant.short is Short.REFILL:
            self.refill(tied)
        short = [player for player in tied if len(self.piles[player]) < need]
        if short and self.variant.short is Short.DRAW:
            self.stalemate(tied)
            return {}
        self.cover(tied)
        if not short:
            return self.show(tied, self.variant.up_at_tie)
        return self.without(tied, short)

    def cover(self, tied: Sequence[str]) -> None:
        """The face-down cards of a tie, as many as there are."""
        for player in tied:
            for _ in range(min(self.variant.down_at_tie, len(self.piles[player]))):
                self.lay(player, "down")

    def without(self, tied: list[str], short: list[str]) -> dict[str, int]:
        """The tie goes on without those who ran out of cards in it (`parlour.out`)."""
        for player in short:
            while self.piles[player]:
                self.lay(player, "up")
        fit = [player for player in tied if player not in short]
        if not fit:
            return self.last_cards(tied)
        self.leave(short)
        return self.show(fit, self.variant.up_at_tie) if len(fit) > 1 else {fit[0]: 0}

    def last_cards(self, tied: list[str]) -> dict[str, int]:
        """All threw their last card in the same tie: the highest wins, equal ones are a draw."""
        if len(tied) < len(self.piles):
            raise UnforeseenError
        laid = [entry.player for entry in self.table]
        if len({laid.count(player) for player in tied}) > 1:
            raise UnforeseenError
        last = {entry.player: self.worth(entry.card) for entry in self.table}
        highest = [player for player in tied if last[player] == max(last.values())]
        return {highest[0]: 0} if len(highest) == 1 else {}

    def stalemate(self, tied: list[str]) -> None:
        """Pat: whoever still has a card for the tie puts it down, and nobody wins."""
        if all(self.piles[player] for player in tied):
            self.cover(tied)

    def refill(self, tied: list[str]) -> None:
        """Pat, second form: missing cards come from the top of the other's pile."""
        for player in tied:
            [other] = [rival for rival in self.piles if rival != player]
            for _ in range(self.missing(player)):
                if len(self.piles[other]) <= self.variant.tie_cards:
                    raise UnforeseenError
                self.give(other, player)

    def missing(self, player: str) -> int:
        """How many cards the player lacks for a tie."""
        return self.variant.tie_cards - len(self.piles[player])

    def give(self, player: str, to: str) -> str:
        card = self.piles[player].popleft()
        self.note("give", player, card=card, to=to)
        if self.variant.short is Short.REFILL:
            self.piles[to].append(card)
        return card

    # Taking

    def award(self, winner: str, going: str) -> None:
        self.note("win", winner)
        gifts = self.collect_gifts(winner) if self.variant.pays else []
        gone, kept = self.sort_out(self.in_order(winner), going)
        for entry in gone:
            self.note("discard", card=entry.card)
        self.take(winner, [*(entry.card for entry in kept), *gifts])
        self.leave([player for player, pile in self.piles.items() if not pile])
        if winner not in self.piles:
            raise UnforeseenError
        if len(self.piles) == 1 or (self.variant.capture_ends and self.captured(winner)):
            self.finish(winner)

    def collect_gifts(self, winner: str) -> list[str]:
        """Payante: the next card of every loser, in seat order."""
        return [self.give(player, winner) for player in self.losers(winner)]

    def losers(self, winner: str) -> list[str]:
        """Those who have a card to give."""
        return [player for player in self.piles if player != winner and self.piles[player]]

    def sort_out(self, order: list[CardOnTable], going: str) -> Sorted:
        """The cards that leave the game, and those that the winner keeps."""
        gone = [entry for entry in order if going and rank(entry.card) == going]
        return gone, [entry for entry in order if entry not in gone] if gone else order

    def in_order(self, winner: str) -> list[CardOnTable]:
        order = list(self.table)
        match self.taking:
            case Taking.REVERSED:
                order.reverse()
            case Taking.WINNER_FIRST:
                order.sort(key=lambda entry: entry.player != winner)
            case Taking.LOSERS_FIRST:
                order.sort(key=lambda entry: entry.player == winner)
            case Taking.RANDOM:
                self.rng.shuffle(order)
        return order

    def take(self, winner: str, cards: Sequence[str]) -> None:
        """Everything on the table goes under the winner's pile (`parlour.take`)."""
        for card in cards:
            self.note("take", winner, card=card)
        self.piles[winner].extend(cards)

    def captured(self, winner: str) -> bool:
        """Short form of the jokers: the other's joker, taken in a tie."""
        taken = {entry.card for entry in self.table if entry.card in JOKERS}
        return self.battles > 0 and bool(taken - self.own_jokers[winner])

    # Leaving

    def leave(self, players: Iterable[str]) -> None:
        for player in players:
            self.note("out", player)
            del self.piles[player]

    def finish(self, winner: str) -> None:
        self.over = True
        self.events.append({"event": "end", **({"player": winner} if winner else {})})


COLUMNS = (
    *("time", "casino", "session", "table", "coup", "game", "event"),
    *("players", "decks", "deck_size", "variant"),
    *("player", "card", "face", "to"),
)
NAMES = ("Zoé", "Malo", "Inès", "Théo", "Lou", "Anaïs", "Côme", "Maëlle", "Noé", "Léa")


def preamble(variant: Variant, dealt: Dealt, context: Row, at: int) -> Iterator[Timed]:
    """The material and the deal; a card a second, for with several decks cards are alike."""
    setup = {
        "event": "setup",
        "players": str(len(dealt.players)),
        "decks": str(dealt.decks),
        "deck_size": str(dealt.size),
        "variant": variant.label,
    }
    removed = [{"event": "remove", "card": card} for card in dealt.removed]
    round_the_table = zip_longest(*([(own, card) for card in h] for own, h in dealt.hands.items()))
    deals = [
        {"event": "deal", "player": given[0], "card": given[1]}
        for given in chain(*round_the_table)
        if given
    ]
    for second, cells in enumerate([setup, *removed, *deals], start=at):
        yield second, {"time": iso(second), **context, **cells}


def play_game(variant: Variant, rng: Random, longest: int) -> tuple[Dealt, list[Row]]:
    """A whole game in which nothing happens on which the sources are silent."""
    while True:
        count = rng.choice(variant.players)
        decks, size = rng.choice(variant.decks), rng.choice(variant.sizes)
        if count not in {2, 4}:  # the sources say what to take out of 52 cards only
            decks, size = 1, 52
        seats = tuple(rng.sample(NAMES, count))
        dealt = lay_out(variant, seats, 4 if variant.pictures else decks, size, rng)
        piles = {player: deque(hand) for player, hand in dealt.hands.items()}
        jokers = {player: {*JOKERS}.intersection(hand) for player, hand in dealt.hands.items()}
        taking = rng.choice(tuple(Taking))
        course = Course(variant, piles, rng, taking, longest, own_jokers=jokers)
        with suppress(UnforeseenError):
            course.run()
            return dealt, course.events


def timed(events: Iterable[Row], context: Row, start: int, rng: Random) -> Iterator[Timed]:
    """The events become rows of a log, which begin after the start."""
    at = start
    for row in events:
        at += 1 + int(rng.random() * 3)
        row |= {"time": iso(at), **context}
        yield at, row


def at_table(
    plan: Plan, variant: Variant, longest: int, casino: int, table: int
) -> Iterator[Timed]:
    """The games of one table, day after day, none of more than `longest` tricks."""
    rng = Random(f"{plan.seed}/{variant.name}/{casino}/{table}")
    share = -(-plan.events // (plan.casinos * plan.sessions * plan.tables))
    free = 0
    for day in range(plan.sessions):
        free = max(free, instant(plan.opening + timedelta(days=day)) + 30 * table)
        written = number = 0
        while not number or written < share:
            number += 1
            context = {
                "casino": f"Cercle {casino + 1}",
                "session": f"{local_date(free):%Y%m%d}-{table + 1}-{day + 1:02d}{number:03d}",
                "table": str(table + 1),
                "game": variant.name,
            }
            dealt, events = play_game(variant, rng, longest)
            rows = [*preamble(variant, dealt, context, free)]
            rows += timed(events, context, rows[-1][0] + 10, rng)
            yield from rows
            written += len(rows)
            free = rows[-1][0] + rng.randint(30, 300)
