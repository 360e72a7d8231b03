"""From the rows of a game back to the game, and on from there another way."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from heapq import merge
from random import Random

from auditor_simulators.common.clock import iso, seconds
from auditor_simulators.common.edits import choose
from auditor_simulators.parlour.faults.steps import GoneWrong
from auditor_simulators.parlour.play.course import Taking, UnforeseenError
from auditor_simulators.parlour.play.record import row_of
from auditor_simulators.parlour.play.variant import JOKERS, Variant
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
    found: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        found.setdefault((row["casino"], row["session"]), []).append(row)
    every = [Played(game) for game in found.values()]
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


def somewhere(
    variant: Variant, way: Way, spot: Spot, *, last: bool
) -> Callable[[list[Row], Random], list[Row]]:
    """A fault in the course of a game, at one of the tricks that may offer the occasion.

    `last`: in the last trick of a game only; otherwise in any but the last.
    """

    def apply(rows: list[Row], rng: Random) -> list[Row]:
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

    return apply
