"""The standard parlour game and its variants: what each changes, and how it is dealt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from random import Random
from typing import Any, Final

from auditor_simulators.common.notation import DECK, RANKS, SUITS, rank, strength

JOKERS: Final = ("JK1", "JK2")
PICTURES: Final = ("J", "Q", "K")
HIGHEST: Final = len(RANKS)  # the strength of a joker


class Short(Enum):
    """The fate of a player who cannot put down all the cards that a tie asks for."""

    OUT = "out"
    DRAW = "draw"  # pat
    REFILL = "refill"  # its twin: the missing cards come from the other's pile


class Dealing(Enum):
    SHUFFLED = "shuffled"
    COLOURS = "colours"  # couleurs: black and red, or a suit each
    JOKERS = "jokers"  # a joker each, the rest as it falls


@dataclass(frozen=True, slots=True)
class Variant:
    """One form of the game; the defaults are those of the standard one."""

    name: str  # of the ruleset
    players: tuple[int, ...] = (2, 3, 4, 5)
    sizes: tuple[int, ...] = (32, 52)
    decks: tuple[int, ...] = (1,)
    up: int = 1  # cards that each player turns up in a trick
    down_at_tie: int = 1
    up_at_tie: int = 1
    adds: bool = False  # the cards turned up are added
    sheds: bool = False  # speed: the lowest rank leaves the game
    pays: bool = False  # payante: the losers give their next card
    open_hand: bool = False
    pictures: bool = False  # clones: nothing but pictures
    capture_ends: bool = False  # the first to capture the other's joker wins
    short: Short = Short.OUT
    dealing: Dealing = Dealing.SHUFFLED

    @property
    def label(self) -> str:
        """The cell `setup.variant`."""
        label = self.name.removeprefix("bataille-")
        return "standard" if label == "familiale" else label

    @property
    def tie_cards(self) -> int:
        return self.down_at_tie + self.up_at_tie

    @property
    def puts_out_the_short(self) -> bool:
        """Whether a player may be out who has cards, but not as many as a tie asks for."""
        return self.short is Short.OUT and self.tie_cards > 1

    @property
    def traits(self) -> frozenset[str]:
        """By what tables and lists of faults or situations tell variants apart."""
        flags = ("adds", "sheds", "pays", "open_hand", "pictures", "capture_ends")
        found = [flag for flag in (*flags, "puts_out_the_short") if getattr(self, flag)]
        found += ["several"] * (max(self.players) > 2) + ["three"] * (3 in self.players)
        return frozenset({*found, self.dealing.value, self.short.value, f"down-{self.down_at_tie}"})

    def worth(self, card: str) -> int:
        return points(card) if self.adds else height(card)


@cache
def height(card: str) -> int:
    """Order of the ranks, 2 low and ace high; a joker is above all."""
    return HIGHEST if card in JOKERS else strength(card)


@cache
def points(card: str) -> int:
    """In the additions: an ace one, pictures eleven to thirteen."""
    return 1 if rank(card) == "A" else strength(card) + 2


@dataclass(frozen=True, slots=True)
class Dealt:
    """The material and the company of one game, and the cards before it begins."""

    players: tuple[str, ...]  # by seat
    decks: int
    size: int
    removed: tuple[str, ...]
    hands: dict[str, list[str]]  # from top to bottom


def full_deck(size: int) -> list[str]:
    """52 cards, or the 32 from the sevens up."""
    return [card for card in DECK if size == 52 or strength(card) >= RANKS.index("7")]


def is_black(card: str) -> bool:
    return card[-1] in "SC"


def lay_out(
    variant: Variant, players: tuple[str, ...], decks: int, size: int, rng: Random
) -> Dealt:
    """Cards taken out (`parlour.deck`) and cards dealt (`parlour.deal`)."""
    cards = full_deck(size) * decks
    if variant.pictures:
        removed = [card for card in cards if rank(card) not in PICTURES]
    else:
        twos = [card for card in cards if rank(card) == "2"]
        removed = rng.sample(twos, len(cards) % len(players))
    for card in removed:
        cards.remove(card)
    rng.shuffle(cards)
    return Dealt(players, decks, size, tuple(removed), _hands(variant, players, cards, rng))


def in_turn(players: Sequence[str], cards: Sequence[str]) -> dict[str, list[str]]:
    """The cards dealt one by one round the table."""
    return {player: [*cards[seat :: len(players)]] for seat, player in enumerate(players)}


def insert_jokers(hands: Iterable[list[str]], jokers: Iterable[str], rng: Random) -> None:
    """One joker anywhere in each hand."""
    for hand, joker in zip(hands, jokers, strict=True):
        hand.insert(rng.randrange(len(hand) + 1), joker)


def _hands(
    variant: Variant, players: tuple[str, ...], cards: list[str], rng: Random
) -> dict[str, list[str]]:
    if variant.dealing is Dealing.COLOURS:
        groups = [{suit} for suit in rng.sample(SUITS, 4)]
        if len(players) == 2:
            groups = rng.sample([{"S", "C"}, {"H", "D"}], 2)
        return {
            player: [card for card in cards if card[-1] in group]
            for player, group in zip(players, groups, strict=True)
        }
    hands = in_turn(players, cards)
    if variant.dealing is Dealing.JOKERS:
        insert_jokers(hands.values(), rng.sample(JOKERS, 2), rng)
    return hands


def _with_jokers(name: str, **changes: Any) -> Variant:
    return Variant(name, (2,), sizes=(52,), dealing=Dealing.JOKERS, **changes)


VARIANTS: Final = (
    Variant("bataille-familiale", decks=(1, 1, 1, 2)),
    Variant("bataille-additions", (2,), up=2, down_at_tie=3, up_at_tie=2, adds=True),
    Variant("bataille-speed", sheds=True),
    Variant("bataille-clones", (2, 3, 4), sizes=(52,), pictures=True),
    Variant("bataille-sans-carte-cachee", down_at_tie=0),
    _with_jokers("bataille-jokers"),
    _with_jokers("bataille-jokers-courte", capture_ends=True),
    Variant("bataille-couleurs", (2, 4), dealing=Dealing.COLOURS),
    Variant("bataille-pat", short=Short.DRAW),
    Variant("bataille-pat-recharge", (2,), short=Short.REFILL),
    Variant("bataille-payante", pays=True),
    Variant("bataille-ouverte", open_hand=True),
    _with_jokers("bataille-sans-carte-cachee-jokers", down_at_tie=0),
    _with_jokers("bataille-sans-carte-cachee-jokers-courte", down_at_tie=0, capture_ends=True),
)
