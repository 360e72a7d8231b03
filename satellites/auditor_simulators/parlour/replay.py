"""Games of the log played again: from one trick on, or from another deal."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from heapq import merge
from random import Random

from auditor_simulators.common.notation import DECK, RANKS, iso, rank, seconds, strength
from auditor_simulators.common.places import choose, grouped, on_log
from auditor_simulators.parlour.course import NAMES, Taking, UnforeseenError, preamble, row_of
from auditor_simulators.parlour.variant import (
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
from auditor_simulators.parlour.wrong_steps import AsDealt, GoneWrong
from auditor_simulators.protocol import NoPlaceError, Row

TRIES = 200
LONGER = 200  # tricks that the game may take more than it did
CONTEXT = ("casino", "session", "table", "game")


@dataclass(frozen=True, slots=True)
class Played:
    """The rows of one game."""

    rows: list[Row]

    @property
    def setup(self) -> Row:
        return self.rows[0]

    @property
    def dealt(self) -> list[Row]:
        return self.named("deal")

    @property
    def last(self) -> int:
        """The number of the last trick."""
        return max(trick_of(row) for row in self.rows)

    @property
    def players(self) -> list[str]:
        """By seat."""
        return list(dict.fromkeys(row["player"] for row in self.dealt))

    def named(self, *events: str) -> list[Row]:
        return [row for row in self.rows if row["event"] in events]

    def tricks(self) -> dict[int, list[Row]]:
        found: dict[int, list[Row]] = {}
        for row in self.rows:
            if row.get("coup"):
                found.setdefault(int(row["coup"]), []).append(row)
        return found


def trick_of(row: Row) -> int:
    """0 outside tricks."""
    return int(row.get("coup", "0"))


def games(rows: Iterable[Row]) -> list[Played]:
    """But for those in which a fault has left one player without an opponent."""
    every = map(Played, grouped(rows, lambda row: (row["casino"], row["session"])))
    return [game for game in every if len(game.players) > 1]


def piles_before(variant: Variant, game: Played, trick: int) -> dict[str, deque[str]] | None:
    """The piles of everybody still in when that trick begins; None if they cannot be known."""
    try:
        return _followed(variant, game, trick)
    except (KeyError, ValueError):  # by another fault, a card is not held or a player is out
        return None


def _followed(variant: Variant, game: Played, trick: int) -> dict[str, deque[str]]:
    piles: dict[str, deque[str]] = {}
    for row in game.rows:
        if trick_of(row) >= trick or row["event"] == "end":
            break
        player, card = row.get("player", ""), row.get("card", "")
        match row["event"]:
            case "deal":
                piles.setdefault(player, deque()).append(card)
            case "play":
                piles[player].remove(card)
            case "take":
                piles[player].append(card)
            case "give":
                piles[player].remove(card)
                if not variant.pays:  # otherwise the card is taken like those of the trick
                    piles[row["to"]].append(card)
            case "out":
                del piles[player]
    return piles


Way = Callable[..., GoneWrong]
Spot = Callable[[Variant, list[Row]], bool]
"""Decides, given the rows of a trick, whether it offers a place for the fault."""


def continued(
    variant: Variant, game: Played, trick: int, way: Way, rng: Random
) -> GoneWrong | None:
    """The game from that trick on, played again; None where it runs into what nobody foresaw."""
    hands: dict[str, set[str]] = {player: set() for player in game.players}
    for row in game.dealt:
        hands[row["player"]].add(row["card"])
    piles = piles_before(variant, game, trick)
    if piles is None:
        return None
    course = way(
        variant=variant,
        piles=piles,
        rng=rng,
        taking=Taking.RANDOM,
        longest=game.last + LONGER,
        trick=trick - 1,
        at=trick,
        own_jokers={player: hand.intersection(JOKERS) for player, hand in hands.items()},
    )
    try:
        course.run()
    except UnforeseenError:
        return None
    return course


def put_in(rows: list[Row], game: Played, trick: int, course: GoneWrong, rng: Random) -> list[Row]:
    """The new course from that trick on in the place of the old; returns its rows."""
    kept = [row for row in game.rows if trick_of(row) < trick and row["event"] != "end"]
    context = {column: game.setup[column] for column in CONTEXT}
    at = seconds(kept[-1]["time"]) + 5
    played: list[Row] = []
    for event in course.events:
        at += 1 + int(rng.random() * 3)
        played.append(row_of(event, context, at))
    _replace(rows, game, [*kept, *played])
    return played


def _replace(rows: list[Row], game: Played, new: list[Row]) -> None:
    """The new rows in the place of the old; later games of the table begin later, if need be."""
    casino, table = game.setup["casino"], game.setup["table"]
    delay = seconds(new[-1]["time"]) - seconds(game.rows[-1]["time"])
    session = game.setup["session"]
    here: list[Row] = []
    elsewhere: list[Row] = []
    started = False
    for row in rows:
        if (row["casino"], row["session"]) == (casino, session):
            here += [] if started else new
            started = True
        elif (row["casino"], row["table"]) == (casino, table):
            if started and delay > 0:
                row["time"] = iso(seconds(row["time"]) + delay)
            here.append(row)
        else:
            elsewhere.append(row)
    rows[:] = merge(here, elsewhere, key=lambda row: seconds(row["time"]))


def anywhere(_variant: Variant, _trick: list[Row]) -> bool:
    return True


@on_log
def somewhere(
    rows: list[Row],
    rng: Random,
    variant: Variant,
    way: Way,
    spot: Spot = anywhere,
    *,
    last: bool = False,
) -> list[Row]:
    """A fault in the course of a game, at one of the tricks that may offer the occasion.

    `last`: in the last trick of a game only; otherwise in any but the last.
    """
    spots: list[tuple[Played, int]] = []
    for game in games(rows):
        tricks, end = game.tricks(), game.last
        spots += [
            (game, trick)
            for trick, played in tricks.items()
            if (trick == end) is last and spot(variant, played)
        ]
    for _ in range(TRIES):
        game, trick = choose(rng, spots)
        course = continued(variant, game, trick, way, rng)
        if course and course.blame:
            new = put_in(rows, game, trick, course, rng)
            return [new[place] for place in course.blame]
    raise NoPlaceError


Deal = Callable[[Variant, Random], tuple[Setup, Layout]]
Blamed = Callable[[list[Row], list[Row]], list[Row]]
"""The rows that show a fault, given those of setup and deal, and those of play."""


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


class Mirrored(AsDealt):
    """Both play their cards from top to bottom, all of them in one tie."""

    def draw(self, player: str) -> str:
        return self.piles[player].popleft()

    def refill(self, tied: list[str]) -> None:
        """Nobody has a card to spare when one is missing."""


def all_before_play(fresh: list[Row], _played: list[Row]) -> list[Row]:
    return fresh


@on_log
def redealt(
    rows: list[Row],
    rng: Random,
    variant: Variant,
    deal: Deal,
    blamed: Blamed = all_before_play,
    *,
    way: type[AsDealt] = Anew,
) -> list[Row]:
    """One game of the log played again from another deal."""
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


def the_setup(fresh: list[Row], _played: list[Row]) -> list[Row]:
    return fresh[:1]


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
