"""The standard parlour game and its variants: what each changes, and how it is dealt."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache
from random import Random
from typing import Any, Final

from auditor_simulators.common.notation import DECK, RANKS, SUITS, rank, strength

JOKERS: Final = ("JK1", "JK2")
PICTURES: Final = ("J", "Q", "K")
BLACK: Final = ("S", "C")
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
        """By what a list of faults or situations tells variants apart."""
        flags = ("adds", "open_hand", "pictures", "capture_ends")
        return frozenset({self.dealing.value, *(flag for flag in flags if getattr(self, flag))})

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
class Setup:
    """The material and the company of one game."""

    players: tuple[str, ...]  # by seat
    decks: int
    size: int


@dataclass(frozen=True, slots=True)
class Layout:
    """The cards before the players when the game begins."""

    removed: tuple[str, ...]
    hands: dict[str, list[str]]  # from top to bottom


def full_deck(size: int) -> list[str]:
    """52 cards, or the 32 from the sevens up."""
    return [card for card in DECK if size == 52 or strength(card) >= RANKS.index("7")]


def lay_out(variant: Variant, table: Setup, rng: Random) -> Layout:
    """Cards taken out (`parlour.deck`) and cards dealt (`parlour.deal`)."""
    cards = full_deck(table.size) * table.decks
    if variant.pictures:
        removed = [card for card in cards if rank(card) not in PICTURES]
    else:
        twos = [card for card in cards if rank(card) == "2"]
        removed = rng.sample(twos, len(cards) % len(table.players))
    for card in removed:
        cards.remove(card)
    rng.shuffle(cards)
    return Layout(tuple(removed), _hands(variant, table.players, cards, rng))


def _hands(
    variant: Variant, players: tuple[str, ...], cards: list[str], rng: Random
) -> dict[str, list[str]]:
    count = len(players)
    match variant.dealing:
        case Dealing.SHUFFLED:
            return {player: cards[seat::count] for seat, player in enumerate(players)}
        case Dealing.JOKERS:
            hands = {player: cards[seat::count] for seat, player in enumerate(players)}
            for hand, joker in zip(hands.values(), rng.sample(JOKERS, 2), strict=True):
                hand.insert(rng.randrange(len(hand) + 1), joker)
            return hands
        case Dealing.COLOURS:
            suits = rng.sample(SUITS, 4)
            groups = [{suit} for suit in suits]
            if count == 2:
                groups = rng.sample([set(BLACK), set(SUITS) - set(BLACK)], 2)
            return {
                player: [card for card in cards if card[-1] in group]
                for player, group in zip(players, groups, strict=True)
            }


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
