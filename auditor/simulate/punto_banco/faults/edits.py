"""Reading and rewriting a coup of punto banco."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from random import Random

from auditor.simulate.common.cards import DECK, SUITS
from auditor.simulate.common.edits import (
    Apply,
    beside,
    choose,
    coups,
    events,
    insert_after,
    remove,
    whereabouts,
)
from auditor.simulate.common.money import text_of
from auditor.simulate.protocol import NoPlaceError, Row
from auditor.simulate.punto_banco.play.rules import (
    COMMISSION,
    DECKS,
    SIDES,
    score,
    winner,
    winnings,
)

SETTLING = ("collect", "pay", "commission", "give_back")
STAKED = ("seat", "player", "bet", "amount")


@dataclass(frozen=True, slots=True)
class DealtCoup:
    """A coup that came to a result."""

    rows: list[Row]

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


def played(rows: Iterable[Row]) -> list[DealtCoup]:
    """The coups with a result, without those in which another fault put a card of no value."""
    return [
        DealtCoup(coup)
        for coup in coups(rows)
        if events(coup, "announce") and all(row["card"] in DECK for row in events(coup, "deal"))
    ]


def at_coup(
    where: Callable[[DealtCoup], bool], edit: Callable[[list[Row], DealtCoup], list[Row]]
) -> Apply:
    def apply(rows: list[Row], rng: Random) -> list[Row]:
        return edit(rows, choose(rng, [coup for coup in played(rows) if where(coup)]))

    return apply


@dataclass(frozen=True, slots=True)
class Settlement:
    """A row that settles a stake, and its coup."""

    coup: DealtCoup
    outcome: Row

    @property
    def stakes(self) -> list[Row]:
        """All stakes of that player on that hand."""
        return [
            row
            for row in events(self.coup.rows, "stake")
            if (row["player"], row["bet"]) == (self.outcome["player"], self.outcome["bet"])
        ]

    @property
    def amount(self) -> Decimal:
        return Decimal(self.outcome["amount"])


def at_settlement(
    event: str, bets: Sequence[str], edit: Callable[[list[Row], Settlement], list[Row]]
) -> Apply:
    """A fault in a settlement by this event of one of these bets."""

    def apply(rows: list[Row], rng: Random) -> list[Row]:
        places = [
            Settlement(coup, row)
            for coup in played(rows)
            for row in events(coup.rows, event)
            if row["bet"] in bets
        ]
        return edit(rows, choose(rng, [place for place in places if len(place.stakes) == 1]))

    return apply


def staked(row: Row) -> Row:
    return {column: row[column] for column in STAKED}


def settle_again(rows: list[Row], coup: DealtCoup) -> None:
    """Announcement and settlement by the cards as they now are."""
    mine = {id(row) for row in coup.rows}
    now = DealtCoup([row for row in rows if id(row) in mine])
    call = now.announcement
    points = score(now.hand("player")), score(now.hand("banker"))
    result = winner(*points)
    call.update(
        winner=result,
        player_score=str(points[0]),
        banker_score=str(points[1]),
        text=f"{result}, {points[0]} à {points[1]}",
    )
    remove(rows, *events(now.rows, *SETTLING))
    anchor = call
    for new in _settlement(now, call, result):
        insert_after(rows, anchor, new)
        anchor = new


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


def deal_nothing(rows: list[Row], coup: DealtCoup, to: str, after: Row) -> Row:
    """One more card, worth nothing, of which the shoe has not given all copies."""
    seen = [row["card"] for row in dealt(rows, shoe_of(coup.rows[0]))]
    card = min((rank + suit for rank in ("10", "J", "Q", "K") for suit in SUITS), key=seen.count)
    if seen.count(card) == DECKS:
        raise NoPlaceError
    row = beside(after, "deal", to=to, card=card, face="up")
    insert_after(rows, after, row)
    return row
