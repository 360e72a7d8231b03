"""Games of the log played again: from one trick on, or from another deal."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from heapq import merge
from itertools import takewhile
from random import Random

from auditor_simulators.common.notation import DECK, RANKS, iso, rank, seconds, strength
from auditor_simulators.common.places import T, cells_of, choose, events, grouped, on_log
from auditor_simulators.parlour.course import NAMES, Taking, UnforeseenError, preamble, timed
from auditor_simulators.parlour.variant import (
    JOKERS,
    PICTURES,
    VARIANTS,
    Dealing,
    Dealt,
    Variant,
    full_deck,
    in_turn,
    insert_jokers,
    is_black,
    lay_out,
)
from auditor_simulators.parlour.wrong_steps import AsDealt, GoneWrong
from auditor_simulators.protocol import NoPlaceError, Row

TRIES = 200
LONGER = 200  # tricks that the game may take more than it did
OF_GAME = ("casino", "session", "table", "game")


@dataclass(frozen=True, slots=True)
class Played:
    """The rows of one game."""

    rows: list[Row]

    @property
    def setup(self) -> Row:
        return self.rows[0]

    @property
    def variant(self) -> Variant:
        return next(own for own in VARIANTS if own.name == self.setup["game"])

    @property
    def dealt(self) -> list[Row]:
        return self.named("deal")

    @property
    def last(self) -> int:
        """The number of the last trick."""
        return max(map(trick_of, self.rows))

    @property
    def players(self) -> list[str]:
        """By seat."""
        return list(dict.fromkeys(row["player"] for row in self.dealt))

    @property
    def context(self) -> Row:
        return cells_of(self.setup, *OF_GAME)

    def named(self, event: str) -> list[Row]:
        return events(self.rows, event)

    def tricks(self) -> dict[int, list[Row]]:
        played = (row for row in self.rows if row.get("coup"))
        return {trick_of(own[0]): own for own in grouped(played, trick_of)}


def trick_of(row: Row) -> int:
    """0 outside tricks."""
    return int(row.get("coup", "0"))


def games(rows: Iterable[Row]) -> list[Played]:
    """But for those in which a fault has left one player without an opponent."""
    every = map(Played, grouped(rows, lambda row: (row["casino"], row["session"])))
    return [game for game in every if len(game.players) > 1]


def every(rows: Iterable[Row], event: str) -> list[tuple[Played, Row]]:
    """The rows of that event, with their games."""
    return [(game, row) for game in games(rows) for row in game.named(event)]


def every_trick(rows: Iterable[Row]) -> list[list[Row]]:
    return [trick for game in games(rows) for trick in game.tricks().values()]


def piles_before(game: Played, trick: int) -> dict[str, deque[str]] | None:
    """The piles of everybody still in when that trick begins; None if they cannot be known."""
    try:
        return _followed(game, trick)
    except (KeyError, ValueError):  # by another fault, a card is not held or a player is out
        return None


def _followed(game: Played, trick: int) -> dict[str, deque[str]]:
    piles: dict[str, deque[str]] = {}
    for row in takewhile(lambda row: trick_of(row) < trick and row["event"] != "end", game.rows):
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
                if not game.variant.pays:  # otherwise the card is taken like those of the trick
                    piles[row["to"]].append(card)
            case "out":
                del piles[player]
    return piles


Way = Callable[..., GoneWrong]
Spot = Callable[[Variant, list[Row]], bool]
"""Decides, given the rows of a trick, whether it offers a place for the fault."""


def continued(game: Played, trick: int, way: Way, rng: Random) -> GoneWrong | None:
    """The game from that trick on, played again; None where it runs into what nobody foresaw."""
    piles = piles_before(game, trick)
    if piles is None:
        return None
    jokers: dict[str, set[str]] = {player: set() for player in game.players}
    for row in game.dealt:
        jokers[row["player"]] |= {row["card"]}.intersection(JOKERS)
    course = way(
        variant=game.variant,
        piles=piles,
        rng=rng,
        taking=Taking.RANDOM,
        longest=game.last + LONGER,
        trick=trick - 1,
        at=trick,
        own_jokers=jokers,
    )
    try:
        course.run()
    except UnforeseenError:
        return None
    return course


def put_in(rows: list[Row], game: Played, trick: int, course: GoneWrong, rng: Random) -> list[Row]:
    """The new course from that trick on in the place of the old; returns its rows."""
    kept = [row for row in game.rows if trick_of(row) < trick and row["event"] != "end"]
    start = seconds(kept[-1]["time"]) + 5
    played = [row for _, row in timed(course.events, game.context, start, rng)]
    _replace(rows, game, [*kept, *played])
    return played


def _replace(rows: list[Row], game: Played, new: list[Row]) -> None:
    """The new rows in the place of the old; later games of the table begin later, if need be."""
    delay = max(seconds(new[-1]["time"]) - seconds(game.rows[-1]["time"]), 0)
    casino, session, table = (game.setup[column] for column in ("casino", "session", "table"))
    kept = [row for row in rows if (row["casino"], row["session"]) != (casino, session)]
    for row in kept:
        here, at = (row["casino"], row["table"]) == (casino, table), seconds(row["time"])
        if here and at > seconds(game.setup["time"]):
            row["time"] = iso(at + delay)
    rows[:] = merge(new, kept, key=lambda row: seconds(row["time"]))


def insisted(attempt: Callable[[], T | None]) -> T:
    """The first success of many attempts."""
    for _ in range(TRIES):
        if (found := attempt()) is not None:
            return found
    raise NoPlaceError


@on_log
def somewhere(
    rows: list[Row], rng: Random, way: Way, spot: Spot = lambda *_: True, *, last: bool = False
) -> list[Row]:
    """A fault in the course of a game, at one of the tricks that may offer the occasion.

    `last`: in the last trick of a game only; otherwise in any but the last.
    """
    spots = [
        (game, trick)
        for game in games(rows)
        for end in (game.last,)
        for trick, played in game.tricks().items()
        if (trick == end) is last and spot(game.variant, played)
    ]

    def attempt() -> list[Row] | None:
        game, trick = choose(rng, spots)
        course = continued(game, trick, way, rng)
        if not (course and course.blame):
            return None
        put_in(rows, game, trick, course, rng)
        return course.blame

    return insisted(attempt)


Deal = Callable[[Variant, Random], Dealt]
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


@on_log
def redealt(
    rows: list[Row],
    rng: Random,
    deal: Deal,
    blamed: Blamed = lambda fresh, _: fresh,
    *,
    way: type[AsDealt] = Anew,
) -> list[Row]:
    """One game of the log played again from another deal."""
    game = choose(rng, games(rows))

    def attempt() -> list[Row] | None:
        at = seconds(game.setup["time"])
        dealt = preamble(game.variant, deal(game.variant, rng), game.context, at)
        fresh = [row for _, row in dealt]
        other = Played(fresh + [r for r in game.rows if trick_of(r) or r["event"] == "end"])
        course = continued(other, 1, way, rng)
        return blamed(fresh, put_in(rows, other, 1, course, rng)) if course else None

    return insisted(attempt)


def _seats(rng: Random, count: int) -> tuple[str, ...]:
    return tuple(rng.sample(NAMES, count))


def _shared(
    variant: Variant, players: Sequence[str], cards: list[str], rng: Random
) -> dict[str, list[str]]:
    """Equal hands, dealt in the way of the variant where its cards allow it."""
    rng.shuffle(cards)
    if variant.dealing is Dealing.COLOURS and len(players) == 2:
        halves = ([card for card in cards if is_black(card) is black] for black in (True, False))
        return dict(zip(players, halves, strict=True))
    hands = in_turn(players, cards)
    if variant.dealing is Dealing.JOKERS:
        insert_jokers(sorted(hands.values(), key=len)[:2], JOKERS, rng)
    return hands


def _company(variant: Variant, rng: Random, count: int, size: int = 52) -> Dealt:
    """So many players with the decks that the variant asks of any number."""
    return lay_out(variant, _seats(rng, count), 4 if variant.pictures else 1, size, rng)


def _between_two(
    variant: Variant, rng: Random, cards: list[str], removed: Sequence[str] = (), size: int = 52
) -> Dealt:
    players = _seats(rng, 2)
    return Dealt(players, 1, size, tuple(removed), _shared(variant, players, cards, rng))


def other_company(variant: Variant, rng: Random) -> Dealt:
    """More players than the game is for, or three at one for two or four."""
    count = 3 if variant.players in {(2,), (2, 4)} else max(variant.players) + 1
    players = _seats(rng, count)
    if variant.pictures:
        return _company(variant, rng, 6)  # 48 pictures go into six, and not into five
    if variant.dealing is Dealing.SHUFFLED:
        return lay_out(variant, players, 1, 52, rng)
    jokers = 2 * (variant.dealing is Dealing.JOKERS)
    cards = full_deck(52)
    removed = [card for card in cards if rank(card) == "2"][: (52 + jokers) % count]
    left = [card for card in cards if card not in removed]
    return Dealt(players, 1, 52, tuple(removed), _shared(variant, players, left, rng))


def other_deck(variant: Variant, rng: Random) -> Dealt:
    """A deck from the sixes up; at clones the pictures of decks of 32."""
    if variant.pictures:
        return _company(variant, rng, 2, 32)
    cards = [card for card in DECK if strength(card) >= RANKS.index("6")]
    return _between_two(variant, rng, cards, size=36)


def three_decks(variant: Variant, rng: Random) -> Dealt:
    players = _seats(rng, rng.choice(variant.players))
    return lay_out(variant, players, 3, 52, rng)


def taken_out(of_rank: str) -> Deal:
    """Two cards of that rank taken out for two players, who need none taken out."""
    removed = (f"{of_rank}S", f"{of_rank}H")
    return lambda variant, rng: _between_two(
        variant, rng, [card for card in DECK if card not in removed], removed
    )


def six_among_32(variant: Variant, rng: Random) -> Dealt:
    """The six of hearts in the place of the seven."""
    cards = ["6H" if card == "7H" else card for card in full_deck(32)]
    return _between_two(variant, rng, cards, size=32)


def where_the_six_is(fresh: list[Row], _played: list[Row]) -> list[Row]:
    return [*(row for row in fresh if row.get("card") == "6H"), fresh[0]]


def player_left_out(variant: Variant, rng: Random) -> Dealt:
    """All the cards go to the others."""
    several = [count for count in variant.players if count > 2]
    count = rng.choice(several or [2]) if variant.dealing is Dealing.SHUFFLED else 2
    dealt = _company(variant, rng, count)
    cards = [card for hand in dealt.hands.values() for card in hand]
    rng.shuffle(cards)
    return replace(dealt, hands=in_turn(dealt.players[1:], cards))


def mirrored(variant: Variant, rng: Random) -> Dealt:
    """Two players whose piles have the same ranks in the same order."""
    suits = dict(zip("SC", "HD", strict=True))
    decks = 4 if variant.pictures else 1
    dealt = lay_out(variant, ("", " "), decks, 52, rng)  # what is taken out
    cards = [card for card in full_deck(52) * decks if card[-1] in suits]
    if variant.pictures:
        cards = [card for card in cards if rank(card) in PICTURES]
    rng.shuffle(cards)
    players = _seats(rng, 2)
    hands = [cards, [card[:-1] + suits[card[-1]] for card in cards]]
    if variant.dealing is Dealing.JOKERS:
        place = rng.randrange(len(cards) + 1)
        for hand, joker in zip(hands, JOKERS, strict=True):
            hand.insert(place, joker)
    return replace(dealt, players=players, hands=dict(zip(players, hands, strict=True)))


def draw_is_won(fresh: list[Row], played: list[Row]) -> list[Row]:
    """The draw is given to one of the two."""
    end = played[-1]
    end["player"] = fresh[-1]["player"]
    return [end, *events(played, "play")]
