"""Faults of the deck, the company and the deal: games that are dealt anew and played to the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from auditor_simulators.common.cards import DECK, RANKS, rank, strength
from auditor_simulators.common.clock import seconds
from auditor_simulators.common.edits import Apply, choose
from auditor_simulators.parlour.faults.replay import (
    CONTEXT,
    TRIES,
    Played,
    continued,
    games,
    put_in,
    trick_of,
)
from auditor_simulators.parlour.faults.steps import AsDealt
from auditor_simulators.parlour.play.course import UnforeseenError
from auditor_simulators.parlour.play.record import NAMES, preamble
from auditor_simulators.parlour.play.variant import (
    BLACK,
    JOKERS,
    PICTURES,
    Dealing,
    Layout,
    Setup,
    Variant,
    full_deck,
    lay_out,
)
from auditor_simulators.protocol import NoPlaceError, Row

Deal = Callable[[Variant, Random], tuple[Setup, Layout]]
Blamed = Callable[[list[Row], list[Row]], list[Row]]
"""The rows that show a fault, given those of setup and deal, and those of play."""


@dataclass(slots=True)
class Anew(AsDealt):
    """A game from such a deal; nobody can be refilled where there are not two players."""

    def refill(self, tied: list[str]) -> None:
        if len(self.piles) == 2:
            AsDealt.refill(self, tied)
        elif any(self.missing(player) > 0 for player in tied):
            raise UnforeseenError

    def run(self) -> None:
        if len(self.piles) == 1:
            self.finish(*self.piles)
        AsDealt.run(self)


@dataclass(slots=True)
class Mirrored(AsDealt):
    """Both play their cards from top to bottom, all of them in one tie."""

    def draw(self, player: str) -> str:
        return self.piles[player].popleft()

    def refill(self, tied: list[str]) -> None:
        """Nobody has a card to spare when one is missing."""


def redealt(variant: Variant, deal: Deal, blamed: Blamed, way: type[AsDealt] = Anew) -> Apply:
    """One game of the log played again from another deal."""

    def apply(rows: list[Row], rng: Random) -> list[Row]:
        game = choose(rng, games(rows))
        context = {column: game.setup[column] for column in CONTEXT}
        for _ in range(TRIES):
            table, layout = deal(variant, rng)
            begun = preamble(variant, table, layout, context, seconds(game.setup["time"]))
            fresh = [row for _, row in begun]
            rest = [row for row in game.rows if trick_of(row) or row["event"] == "end"]
            other = Played([*fresh, *rest])
            course = continued(variant, other, 1, way, rng)
            if course:
                return blamed(fresh, put_in(rows, other, 1, course, rng))
        raise NoPlaceError

    return apply


def the_setup(fresh: list[Row], _played: list[Row]) -> list[Row]:
    return fresh[:1]


def all_before_play(fresh: list[Row], _played: list[Row]) -> list[Row]:
    return fresh


def _seats(rng: Random, count: int) -> tuple[str, ...]:
    return tuple(rng.sample(NAMES, count))


def _shared(
    variant: Variant, players: Sequence[str], cards: list[str], rng: Random
) -> dict[str, list[str]]:
    """Equal hands, dealt in the way of the variant where its cards allow it."""
    rng.shuffle(cards)
    count = len(players)
    if variant.dealing is Dealing.COLOURS and count == 2:
        halves = (
            [card for card in cards if (card[-1] in BLACK) is black] for black in (True, False)
        )
        return dict(zip(players, halves, strict=True))
    hands = {player: cards[seat::count] for seat, player in enumerate(players)}
    if variant.dealing is Dealing.JOKERS:
        short = sorted(hands.values(), key=len)[:2]
        for hand, joker in zip(short, JOKERS, strict=True):
            hand.insert(rng.randrange(len(hand) + 1), joker)
    return hands


def other_company(variant: Variant, rng: Random) -> tuple[Setup, Layout]:
    """More players than the game is for, or three at one for two or four."""
    count = 3 if variant.players in {(2,), (2, 4)} else max(variant.players) + 1
    table = Setup(_seats(rng, count), 4 if variant.pictures else 1, 52)
    if variant.pictures:
        table = Setup(_seats(rng, 6), 4, 52)  # 48 pictures go into six, and not into five
    if variant.dealing is Dealing.SHUFFLED:
        return table, lay_out(variant, table, rng)
    jokers = 2 * (variant.dealing is Dealing.JOKERS)
    cards = full_deck(52)
    removed = [card for card in cards if rank(card) == "2"][: (52 + jokers) % count]
    left = [card for card in cards if card not in removed]
    return table, Layout(tuple(removed), _shared(variant, table.players, left, rng))


def other_deck(variant: Variant, rng: Random) -> tuple[Setup, Layout]:
    """A deck from the sixes up; at clones the pictures of decks of 32."""
    if variant.pictures:
        table = Setup(_seats(rng, 2), 4, 32)
        return table, lay_out(variant, table, rng)
    cards = [card for card in DECK if strength(card) >= RANKS.index("6")]
    players = _seats(rng, 2)
    return Setup(players, 1, 36), Layout((), _shared(variant, players, cards, rng))


def three_decks(variant: Variant, rng: Random) -> tuple[Setup, Layout]:
    table = Setup(_seats(rng, rng.choice(variant.players)), 3, 52)
    return table, lay_out(variant, table, rng)


def taken_out(of_rank: str) -> Deal:
    """Two cards of that rank taken out for two players, who need none taken out."""

    def deal(variant: Variant, rng: Random) -> tuple[Setup, Layout]:
        players = _seats(rng, 2)
        removed = (f"{of_rank}S", f"{of_rank}H")
        cards = [card for card in DECK if card not in removed]
        return Setup(players, 1, 52), Layout(removed, _shared(variant, players, cards, rng))

    return deal


def six_among_32(variant: Variant, rng: Random) -> tuple[Setup, Layout]:
    """The six of hearts in the place of the seven."""
    cards = ["6H" if card == "7H" else card for card in full_deck(32)]
    players = _seats(rng, 2)
    return Setup(players, 1, 32), Layout((), _shared(variant, players, cards, rng))


def where_the_six_is(fresh: list[Row], _played: list[Row]) -> list[Row]:
    return [*(row for row in fresh if row.get("card") == "6H"), fresh[0]]


def player_left_out(variant: Variant, rng: Random) -> tuple[Setup, Layout]:
    """All the cards go to the others."""
    several = [count for count in variant.players if count > 2]
    count = rng.choice(several or [2]) if variant.dealing is Dealing.SHUFFLED else 2
    table = Setup(_seats(rng, count), 4 if variant.pictures else 1, 52)
    layout = lay_out(variant, table, rng)
    cards = [card for hand in layout.hands.values() for card in hand]
    rng.shuffle(cards)
    hands = {player: cards[seat :: count - 1] for seat, player in enumerate(table.players[1:])}
    return table, Layout(layout.removed, hands)


def mirrored(variant: Variant, rng: Random) -> tuple[Setup, Layout]:
    """Two players whose piles have the same ranks in the same order."""
    suits = dict(zip("SC", "HD", strict=True))
    decks = 4 if variant.pictures else 1
    layout = lay_out(variant, Setup(("", " "), decks, 52), rng)  # what is taken out
    cards = [card for card in full_deck(52) * decks if card[-1] in suits]
    if variant.pictures:
        cards = [card for card in cards if rank(card) in PICTURES]
    rng.shuffle(cards)
    players = _seats(rng, 2)
    hands = [cards, [card[:-1] + suits[card[-1]] for card in cards]]
    if variant.dealing is Dealing.JOKERS:
        place = rng.randrange(len(cards) + 1)
        hands = [
            [*hand[:place], joker, *hand[place:]] for hand, joker in zip(hands, JOKERS, strict=True)
        ]
    return (
        Setup(players, decks, 52),
        Layout(layout.removed, dict(zip(players, hands, strict=True))),
    )


def draw_is_won(fresh: list[Row], played: list[Row]) -> list[Row]:
    """The draw is given to one of the two."""
    end = played[-1]
    end["player"] = fresh[-1]["player"]
    return [end, *(row for row in played if row["event"] == "play")]
