"""Play in ways that the parlour game's sources leave open and that usual play does not take."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Final

from auditor_simulators.common.notation import rank
from auditor_simulators.common.places import Apply, choose, named, remove
from auditor_simulators.parlour import edits, faults
from auditor_simulators.parlour.course import NAMES, CardOnTable, Course, Sorted
from auditor_simulators.parlour.replay import Anew, Deal, games, redealt, somewhere
from auditor_simulators.parlour.variant import (
    PICTURES,
    Layout,
    Setup,
    Short,
    Variant,
    full_deck,
    lay_out,
)
from auditor_simulators.parlour.wrong_steps import GiftOnTop, GoneWrong, ShortAtOnce
from auditor_simulators.protocol import Row, Situation

HALF: Final = 0.5


class RefillLate(GoneWrong, blames="give"):
    """Pat, second form: the last card is laid face down, and only then the missing one given."""

    def battle(self, tied: list[str]) -> dict[str, int]:
        short = [player for player in tied if len(self.piles[player]) == 1]
        if not (self.here and len(short) == 1 and self.variant.down_at_tie == 1):
            return Course.battle(self, tied)
        [needy] = short
        [other] = [player for player in self.piles if player != needy]
        if not self.enough([other]):
            return Course.battle(self, tied)
        self.lay(needy, "down")
        self.go_wrong()
        self.give(other, needy)
        self.blaming = False
        self.cover([other])
        return self.show(tied, self.variant.up_at_tie)


class OneLoserPays(GoneWrong, blames="give"):
    """Payante: one of several losers pays."""

    def collect_gifts(self, winner: str) -> list[str]:
        losers = [player for player in self.piles if player != winner and self.piles[player]]
        if not (self.here and len(losers) > 1):
            return Course.collect_gifts(self, winner)
        self.go_wrong()
        given = [self.give(self.rng.choice(losers), winner)]
        self.blaming = False
        return given


@dataclass(slots=True)
class PaidBeforeTheWin(GoneWrong, blames="give"):
    """Payante: the losers pay before the win is called."""

    early: list[str] = field(default_factory=list)

    def award(self, winner: str, going: str) -> None:
        if self.here:
            self.go_wrong()
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
        hidden = {e.card for e in self.events if e.trick == self.trick and e.face == "down"}
        staying = [entry for entry in gone if entry.card in hidden]
        if not (self.here and staying):
            return gone, kept
        self.go_wrong()
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

    def deal(_variant: Variant, rng: Random) -> tuple[Setup, Layout]:
        whole = full_deck(52)
        cards = [card for card in whole if rank(card) not in PICTURES]
        rng.shuffle(cards)
        first, second = rng.sample(NAMES, 2)
        taken = tuple(card for card in whole if rank(card) in PICTURES) if size == 52 else ()
        hands = {first: cards[::2], second: cards[1::2]}
        return Setup((first, second), 1, size), Layout(taken, hands)

    return deal


def between_two(variant: Variant, rng: Random) -> tuple[Setup, Layout]:
    first, second = rng.sample(NAMES, 2)
    table = Setup((first, second), 1, 52)
    return table, lay_out(variant, table, rng)


def packs_of_twelve(rows: list[Row], rng: Random) -> list[Row]:
    """The size of the decks is said without the cards that are left out."""
    game = choose(rng, games(rows))
    game.setup["deck_size"] = "12"
    remove(rows, *game.named("remove"))
    return [game.setup]


def three_with_32(_variant: Variant, rng: Random) -> tuple[Setup, Layout]:
    """Of 32 cards two stay beside the table, or two players have one more."""
    cards = full_deck(32)
    rng.shuffle(cards)
    players = tuple(rng.sample(NAMES, 3))
    hands = {player: cards[:30][seat::3] for seat, player in enumerate(players)}
    aside = tuple(cards[30:])
    if rng.random() < HALF:
        hands[players[0]].append(aside[0])
        hands[players[1]].append(aside[1])
        aside = ()
    return Setup(players, 1, 32), Layout(aside, hands)


def recorded_in_another_order(rows: list[Row], rng: Random) -> list[Row]:
    """The cards of a trick without a tie, which fall at the same time, from the last seat on."""
    open_tricks = [
        plays
        for game in games(rows)
        for trick in game.tricks().values()
        for plays in [[row for row in trick if row["event"] == "play"]]
        if len({row["player"] for row in plays}) == len(plays) > 1
    ]
    plays = choose(rng, open_tricks)
    cells = [(row["player"], row["card"]) for row in reversed(plays)]
    for row, (player, card) in zip(plays, cells, strict=True):
        row["player"], row["card"] = player, card
    return plays


def situations_of(variant: Variant) -> tuple[Situation, ...]:
    step, redeal = partial(somewhere, variant), partial(redealt, variant)
    found: dict[str, Apply] = {}
    if variant.up == 1:
        found["recorded-in-another-order"] = recorded_in_another_order
    if variant.puts_out_the_short:
        # Between two the tie in which one runs short is the last.
        last = max(variant.players) == 2
        found["short-goes-out-at-once"] = step(ShortAtOnce, faults.at_tie, last=last)
    if 3 in variant.players and not variant.pictures:
        found["three-with-32-cards"] = redeal(three_with_32)
    if variant.short is Short.REFILL:
        found["refilled-after-the-last-card"] = step(RefillLate, faults.with_gift)
    if variant.pays:
        found |= {
            "one-loser-pays": step(OneLoserPays, faults.with_gift),
            "paid-before-the-win": step(PaidBeforeTheWin, faults.with_gift),
            "paid-cards-first": step(GiftOnTop, faults.with_gift),
            "paid-after-the-taking": edits.gift_after_the_taking,
            "paid-in-another-order": edits.gifts_out_of_turn,
        }
    if variant.sheds:
        found["hidden-card-kept"] = step(HiddenKept, faults.with_discard)
    if variant.pictures:
        found["packs-of-twelve"] = packs_of_twelve
    if variant.adds:
        found |= {
            "pictures-left-out": redeal(without_pictures(40)),
            "pictures-taken-out": redeal(without_pictures(52)),
            "out-with-one-card": redeal(between_two, lambda _, played: played[-2:], way=OutWithOne),
        }
    return named(Situation, "parlour", found, variant.traits)
