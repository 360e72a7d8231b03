"""Play in ways that the parlour game's sources leave open and that usual play does not take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from auditor_simulators.common.notation import rank
from auditor_simulators.common.places import choose, events, move_after, remove
from auditor_simulators.parlour.course import NAMES, CardOnTable, Course, Sorted
from auditor_simulators.parlour.edits import tricks_with_gifts
from auditor_simulators.parlour.games import Table, at_tie, with_discard, with_gift
from auditor_simulators.parlour.replay import Anew, Deal, every_trick, games, redealt, somewhere
from auditor_simulators.parlour.variant import PICTURES, Dealt, Variant, full_deck, in_turn, lay_out
from auditor_simulators.parlour.wrong_steps import GoneWrong, ShortPlaysOn
from auditor_simulators.protocol import Row

HALF: Final = 0.5


class RefillLate(GoneWrong, blames="give"):
    """Pat, second form: the last card is laid face down, and only then the missing one given."""

    def battle(self, tied: list[str]) -> dict[str, int]:
        short = [player for player in tied if len(self.piles[player]) == 1]
        others = [player for player in self.piles if player not in short]
        once = len(short) == 1 and self.variant.down_at_tie == 1 and self.enough(others)
        if not self.goes_wrong(once):
            return Course.battle(self, tied)
        [needy], [other] = short, others
        self.lay(needy, "down")
        self.give(other, needy)
        self.blaming = False
        self.cover([other])
        return self.show(tied, self.variant.up_at_tie)


class OneLoserPays(GoneWrong, blames="give"):
    """Payante: one of several losers pays."""

    def collect_gifts(self, winner: str) -> list[str]:
        losers = self.losers(winner)
        if not self.goes_wrong(len(losers) > 1):
            return Course.collect_gifts(self, winner)
        given = [self.give(self.rng.choice(losers), winner)]
        self.blaming = False
        return given


@dataclass(slots=True)
class PaidBeforeTheWin(GoneWrong, blames="give"):
    """Payante: the losers pay before the win is called."""

    early: list[str] = field(default_factory=list)

    def award(self, winner: str, going: str) -> None:
        if self.goes_wrong(True):
            self.early = Course.collect_gifts(self, winner)
            self.blaming = False
        Course.award(self, winner, going)

    def collect_gifts(self, winner: str) -> list[str]:
        early, self.early = self.early, []
        return early or Course.collect_gifts(self, winner)


class HiddenKept(GoneWrong, blames="take"):
    """Speed: a card of the rank to go that lay face down is taken like the others."""

    def sort_out(self, order: list[CardOnTable], going: str) -> Sorted:
        gone, kept = Course.sort_out(self, order, going)
        every = self.played_by(self.piles)
        hidden = {row["card"] for row in every if row["face"] == "down"}
        staying = [entry for entry in gone if entry.card in hidden]
        if not self.goes_wrong(staying):
            return gone, kept
        return [entry for entry in gone if entry not in staying], [*staying, *kept]


class OutWithOne(Anew):
    """In the additions who has a single card left goes out with it."""

    def play_trick(self) -> None:
        for player, pile in self.piles.items():
            if len(pile) == 1:
                [other] = [each for each in self.piles if each != player]
                self.note("out", player)
                self.finish(other)
                return
        Anew.play_trick(self)


def without_pictures(size: int) -> Deal:
    """The additions with the pictures left out of the deck, or taken from it."""

    def deal(_variant: Variant, rng: Random) -> Dealt:
        whole = full_deck(52)
        cards = [card for card in whole if rank(card) not in PICTURES]
        rng.shuffle(cards)
        players = tuple(rng.sample(NAMES, 2))
        taken = tuple(card for card in whole if rank(card) in PICTURES) if size == 52 else ()
        return Dealt(players, 1, size, taken, in_turn(players, cards))

    return deal


def between_two(variant: Variant, rng: Random) -> Dealt:
    return lay_out(variant, tuple(rng.sample(NAMES, 2)), 1, 52, rng)


def packs_of_twelve(rows: list[Row], rng: Random) -> list[Row]:
    """The size of the decks is said without the cards that are left out."""
    game = choose(rng, games(rows))
    game.setup["deck_size"] = "12"
    remove(rows, *game.named("remove"))
    return [game.setup]


def three_with_32(_variant: Variant, rng: Random) -> Dealt:
    """Of 32 cards two stay beside the table, or two players have one more."""
    cards = full_deck(32)
    rng.shuffle(cards)
    players = tuple(rng.sample(NAMES, 3))
    if rng.random() < HALF:
        return Dealt(players, 1, 32, (), in_turn(players, cards))
    return Dealt(players, 1, 32, tuple(cards[30:]), in_turn(players, cards[:30]))


def recorded_in_another_order(rows: list[Row], rng: Random) -> list[Row]:
    """The cards of a trick without a tie, which fall at the same time, from the last seat on."""
    every_plays = (events(trick, "play") for trick in every_trick(rows))
    single = [own for own in every_plays if len({row["player"] for row in own}) == len(own) > 1]
    plays = choose(rng, single)
    cells = [(row["player"], row["card"]) for row in reversed(plays)]
    for row, (player, card) in zip(plays, cells, strict=True):
        row["player"], row["card"] = player, card
    return plays


def gift_after_the_taking(rows: list[Row], rng: Random) -> list[Row]:
    trick = choose(rng, tricks_with_gifts(rows, 1))
    gives, takes = events(trick, "give"), events(trick, "take")
    for give in reversed(gives):
        move_after(rows, give, takes[-1])
    return [*gives, *takes]


def gifts_out_of_turn(rows: list[Row], rng: Random) -> list[Row]:
    """Two losers give in the wrong order; under the pile their cards go as they should."""
    gives = events(choose(rng, tricks_with_gifts(rows, 2)), "give")
    place = rng.randrange(len(gives) - 1)
    first, second = gives[place : place + 2]
    for column in ("player", "card"):
        first[column], second[column] = second[column], first[column]
    return [second, first]


class ShortAtOnce(ShortPlaysOn):
    """Whoever lacks cards for a tie is out at once with what he has, which is lawful."""

    def decide_between(self, fit: list[str]) -> dict[str, int]:
        self.leave(self.short)
        if len(fit) > 1:
            return ShortPlaysOn.decide_between(self, fit)
        return {fit[0]: 0}


@dataclass(slots=True)
class GiftOnTop(GoneWrong):
    """Payante: the cards given go under the pile before the trick's, which is lawful."""

    gifts: int = 0

    def collect_gifts(self, winner: str) -> list[str]:
        gifts = Course.collect_gifts(self, winner)
        self.gifts = len(gifts)
        return gifts

    def take(self, winner: str, cards: Sequence[str]) -> None:
        on_top, taken = self.goes_wrong(self.gifts), len(self.events)
        if on_top:
            cards = [*cards[-self.gifts :], *cards[: -self.gifts]]
        Course.take(self, winner, cards)
        self.blame += self.events[taken : taken + self.gifts] if on_top else []


OUT_WITH_ONE: Final = redealt(between_two, lambda _, played: played[-2:], way=OutWithOne)
SITUATIONS: Final[Table] = (
    ("recorded-in-another-order", "!adds", recorded_in_another_order),
    # Between two the tie in which one runs short is the last.
    ("short-goes-out-at-once", "puts_out_the_short", somewhere(ShortAtOnce, at_tie)),
    (
        "short-goes-out-at-once",
        "puts_out_the_short !several",
        somewhere(ShortAtOnce, at_tie, last=True),
    ),
    ("three-with-32-cards", "three !pictures", redealt(three_with_32)),
    ("refilled-after-the-last-card", "refill", somewhere(RefillLate, with_gift)),
    ("one-loser-pays", "pays", somewhere(OneLoserPays, with_gift)),
    ("paid-before-the-win", "pays", somewhere(PaidBeforeTheWin, with_gift)),
    ("paid-cards-first", "pays", somewhere(GiftOnTop, with_gift)),
    ("paid-after-the-taking", "pays", gift_after_the_taking),
    ("paid-in-another-order", "pays", gifts_out_of_turn),
    ("hidden-card-kept", "sheds", somewhere(HiddenKept, with_discard)),
    ("packs-of-twelve", "pictures", packs_of_twelve),
    ("pictures-left-out", "adds", redealt(without_pictures(40))),
    ("pictures-taken-out", "adds", redealt(without_pictures(52))),
    ("out-with-one-card", "adds", OUT_WITH_ONE),
)
