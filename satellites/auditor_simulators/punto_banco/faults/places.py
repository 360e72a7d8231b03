"""Places of punto banco where a fault is put, and coups that are rewritten from their cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import Final

from auditor_simulators.common.cards import DECK, SUITS
from auditor_simulators.common.edits import (
    beside,
    coups,
    events,
    insert_after,
    remove,
    whereabouts,
)
from auditor_simulators.common.money import text_of
from auditor_simulators.common.places import Edit, Pick, Place, Wanted, Where, drawn, last, of
from auditor_simulators.protocol import NoPlaceError, Row
from auditor_simulators.punto_banco.play.rules import (
    COMMISSION,
    DECKS,
    SIDES,
    score,
    winner,
    winnings,
)

SETTLING: Final = ("collect", "pay", "commission", "give_back")
STAKED: Final = ("seat", "player", "bet", "amount")
DEALS: Final = of("deal")
LAST_DEAL: Final = last(DEALS)


@dataclass(slots=True)
class DealtCoup(Place):
    """A coup that came to a result."""

    def cards(self, side: str) -> list[Row]:
        return [row for row in events(self.rows, "deal") if row["to"] == side]

    def hand(self, side: str) -> list[str]:
        return [row["card"] for row in self.cards(side)]

    def first_score(self, side: str) -> int:
        """The score of the first two cards."""
        return score(self.hand(side)[:2])

    @property
    def natural(self) -> bool:
        return max(map(self.first_score, SIDES)) >= 8

    @property
    def announcement(self) -> Row:
        return events(self.rows, "announce")[0]

    @property
    def won(self) -> str:
        return self.announcement["winner"]


@dataclass(slots=True)
class Settlement(DealtCoup):
    """A row that settles a stake, or the stake of a push, and its coup."""

    outcome: Row

    def about(self, event: str) -> list[Row]:
        """All rows of that event on the player's bet."""
        mine = self.outcome["player"], self.outcome["bet"]
        return [row for row in events(self.rows, event) if (row["player"], row["bet"]) == mine]

    @property
    def amount(self) -> Decimal:
        return Decimal(self.outcome["amount"])


def played(rows: list[Row], rng: Random) -> list[DealtCoup]:
    """The coups with a result, without those in which another fault put a card of no value."""
    return [
        DealtCoup(rows, rng, coup)
        for coup in coups(rows)
        if events(coup, "announce") and all(row["card"] in DECK for row in events(coup, "deal"))
    ]


def settlements(rows: list[Row], rng: Random, event: str, *bets: str) -> list[Settlement]:
    """Every row of that event on one of these bets."""
    return [
        Settlement(rows, rng, coup.rows, row)
        for coup in played(rows, rng)
        for row in events(coup.rows, event)
        if row["bet"] in bets
    ]


def coup_with(*wanted: Wanted[DealtCoup]) -> Where[DealtCoup]:
    return lambda rows, rng: drawn(rng, played(rows, rng), wanted)


def settled(event: str, bet: str) -> Where[Settlement]:
    """The only stake of a player on that bet, settled by that event."""
    return lambda rows, rng: drawn(rng, settlements(rows, rng, event, bet), [_only])


def _only(place: Settlement) -> bool:
    return len(place.about("stake")) == 1


def pushed(rows: list[Row], rng: Random) -> Settlement:
    """A stake on one of the hands, on a tie."""
    return drawn(rng, settlements(rows, rng, "stake", *SIDES), [_tie])


def _tie(place: Settlement) -> bool:
    return place.won == "tie"


def call(place: DealtCoup) -> list[Row]:
    return [place.announcement]


def outcome(place: Settlement) -> list[Row]:
    return [place.outcome]


def about(event: str) -> Pick[Settlement]:
    return lambda place: place.about(event)


STAKES: Final = about("stake")


def cards(side: str) -> Pick[DealtCoup]:
    return lambda place: place.cards(side)


def draws(side: str, after: Pick[Place] = LAST_DEAL) -> Edit[DealtCoup]:
    """One card more, worth nothing, of which the shoe has not given all copies."""

    def edit(place: DealtCoup) -> None:
        [anchor] = after(place)
        seen = [row["card"] for row in dealt(place.log, shoe_of(anchor))]
        tens = (rank + suit for rank in ("10", "J", "Q", "K") for suit in SUITS)
        card = min(tens, key=seen.count)
        if seen.count(card) == DECKS:
            raise NoPlaceError
        place.told.append(beside(anchor, "deal", to=side, card=card, face="up"))
        insert_after(place.log, anchor, *place.told)

    return edit


def stands(side: str) -> Edit[DealtCoup]:
    """Without the third card of that side, and all else by the cards that are left."""

    def edit(place: DealtCoup) -> None:
        third = place.cards(side)[2]
        remove(place.log, third)
        settle_again(place, [row for row in place.rows if row is not third])

    return edit


def settle_again(place: DealtCoup, rows: list[Row]) -> None:
    """Announcement and settlement by the cards of these rows."""
    now = DealtCoup(place.log, place.rng, rows)
    called = now.announcement
    points = score(now.hand("player")), score(now.hand("banker"))
    result = winner(*points)
    called.update(
        winner=result,
        player_score=str(points[0]),
        banker_score=str(points[1]),
        text=f"{result}, {points[0]} à {points[1]}",
    )
    remove(place.log, *events(rows, *SETTLING))
    insert_after(place.log, called, *_settlement(now, called, result))


def staked(row: Row) -> Row:
    return {column: row[column] for column in STAKED}


def _settlement(coup: DealtCoup, anchor: Row, won: str) -> list[Row]:
    """A second stake on the same hand is settled by another hand, so that no rows are alike."""
    found: list[Row] = []
    seen: list[Row] = []
    for stake in events(coup.rows, "stake"):
        cells = staked(stake)
        twin = {"staff": anchor["staff"] + "b"} if cells in seen else {}
        seen.append(cells)
        if stake["bet"] == won:
            due = winnings(won, Decimal(stake["amount"]))
            found.append({**beside(anchor, "pay", **cells), "amount": text_of(due), **twin})
            if won == "banker":
                fee = text_of(due * COMMISSION)
                found.append({**beside(anchor, "commission", **cells), "amount": fee, **twin})
        elif won != "tie":
            found.append({**beside(anchor, "collect", **cells), **twin})
    return found


def shoe_of(row: Row) -> tuple[str, ...]:
    return (*whereabouts(row), row["shoe"])


def dealt(rows: Iterable[Row], shoe: tuple[str, ...]) -> list[Row]:
    """The cards that left a shoe, in order."""
    return [row for row in events(rows, "deal") if shoe_of(row) == shoe]
