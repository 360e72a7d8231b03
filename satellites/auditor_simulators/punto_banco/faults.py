"""Named faults of punto banco, and where in a shoe they are put."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from decimal import Decimal
from random import Random
from typing import Final

from auditor_simulators.common.integrity import integrity_faults
from auditor_simulators.common.notation import DECK, SUITS, rank, text_of
from auditor_simulators.common.places import *
from auditor_simulators.protocol import NoPlaceError, Row
from auditor_simulators.punto_banco.table import (
    COMMISSION,
    DECKS,
    SIDES,
    banker_draws,
    player_draws,
    score,
    value,
    winner,
    winnings,
)

SETTLING: Final = ("collect", "pay", "commission", "give_back")
DEALS: Final = of("deal")
LAST_DEAL: Final = last(DEALS)


@dataclass(slots=True)
class DealtCoup(Place):
    """A coup that came to a result, and a row that settles a stake of it, where one is asked."""

    outcome: Row = field(default_factory=dict)

    def hand(self, side: str) -> list[str]:
        return [row["card"] for row in chosen(self.rows, "deal", to=side)]

    @property
    def scores(self) -> tuple[int, int]:
        """Of the first two cards, the player's first."""
        return score(self.hand("player")[:2]), score(self.hand("banker")[:2])

    @property
    def natural(self) -> bool:
        return max(self.scores) >= 8

    @property
    def announcement(self) -> Row:
        return events(self.rows, "announce")[0]

    @property
    def won(self) -> str:
        return self.announcement["winner"]


def played(rows: list[Row], rng: Random) -> list[DealtCoup]:
    """The coups with a result, without those in which another fault put a card of no value."""
    return [
        DealtCoup(rows, rng, coup)
        for coup in coups(rows)
        if events(coup, "announce") and all(row["card"] in DECK for row in events(coup, "deal"))
    ]


coup_with: Final = among(played)


def about(event: str) -> Pick[DealtCoup]:
    """All rows of that event on the bet of the player of the outcome."""
    return lambda place: chosen(place.rows, event, **cells_of(place.outcome, "player", "bet"))


STAKES: Final = about("stake")


def lone(place: DealtCoup) -> bool:
    """The player has no other stake on that bet."""
    return len(STAKES(place)) == 1


def settled(event: str, *bets: str, wanted: Wanted[DealtCoup] = lone) -> Where[DealtCoup]:
    """One of the rows of that event on these bets."""

    def where(rows: list[Row], rng: Random) -> DealtCoup:
        every = ((coup, row) for coup in played(rows, rng) for row in events(coup.rows, event))
        places = (replace(coup, outcome=row) for coup, row in every if row["bet"] in bets)
        return drawn(rng, places, [wanted])

    return where


PUSHED: Final = settled("stake", *SIDES, wanted=lambda place: place.won == "tie")
call, outcome = those("announcement"), those("outcome")


PLAYERS, BANKERS = (of("deal", to=side) for side in SIDES)


@on_place
def draws(place: DealtCoup, side: str, after: Pick[Place] = LAST_DEAL) -> None:
    """One card more, worth nothing, of which the shoe has not given all copies."""
    [anchor] = after(place)
    seen = [row["card"] for row in dealt(place.log, shoe_of(anchor))]
    tens = (rank + suit for rank in ("10", "J", "Q", "K") for suit in SUITS)
    card = min(tens, key=seen.count)
    if seen.count(card) == DECKS:
        raise NoPlaceError
    place.after(anchor, beside(anchor, "deal", to=side, card=card, face="up"))


@on_place
def stands(place: DealtCoup, side: str) -> None:
    """Without the third card of that side: announcement and settlement by the cards left."""
    third = of("deal", to=side)(place)[2]
    now = replace(place, rows=[row for row in place.rows if row is not third])
    called, points = now.announcement, (score(now.hand("player")), score(now.hand("banker")))
    result = winner(*points)
    called.update(
        winner=result,
        player_score=str(points[0]),
        banker_score=str(points[1]),
        text=f"{result}, {points[0]} à {points[1]}",
    )
    remove(place.log, third, *events(now.rows, *SETTLING))
    insert_after(place.log, called, *_settlement(now))


def staked(row: Row) -> Row:
    return cells_of(row, "seat", "player", "bet", "amount")


def _settlement(coup: DealtCoup) -> list[Row]:
    """A second stake on the same hand is settled by another hand, so that no rows are alike."""
    called, found = coup.announcement, list[Row]()
    seen: list[Row] = []
    for stake in events(coup.rows, "stake"):
        cells = staked(stake)
        twin = {"staff": called["staff"] + "b"} if cells in seen else {}
        seen.append(cells)
        if stake["bet"] == coup.won:
            due = winnings(coup.won, Decimal(stake["amount"]))
            found.append({**beside(called, "pay", **cells), "amount": text_of(due), **twin})
            if coup.won == "banker":
                fee = text_of(due * COMMISSION)
                found.append({**beside(called, "commission", **cells), "amount": fee, **twin})
        elif coup.won != "tie":
            found.append({**beside(called, "collect", **cells), **twin})
    return found


def shoe_of(row: Row) -> tuple[str, ...]:
    return (*whereabouts(row), row["shoe"])


def dealt(rows: Iterable[Row], shoe: tuple[str, ...]) -> list[Row]:
    """The cards that left a shoe, in order."""
    return [row for row in events(rows, "deal") if shoe_of(row) == shoe]


# The shoe and the deal


def _one(event: str, **cells: str) -> Apply:
    """One row of that event with other cells."""
    return at(a_row(event), put(here, **cells), here)


def _other_decks(place: Place) -> list[Row]:
    [deck] = place.rows
    decks = [row for row in events(place.log, "deck") if row is not deck]
    return [row for row in decks if whereabouts(row) == whereabouts(deck)]


def ninth_copy(rows: list[Row], rng: Random) -> list[Row]:
    """One card more than eight times in a shoe, in the place of others of its rank."""
    shoes = sorted({shoe_of(row) for row in events(rows, "deal")})
    rng.shuffle(shoes)
    for out in (dealt(rows, shoe) for shoe in shoes):
        cards = sorted({row["card"] for row in out})
        rng.shuffle(cards)
        for card in cards:
            same = [row for row in out if rank(row["card"]) == rank(card)]
            others = [row for row in same if row["card"] != card]
            if len(same) > DECKS:
                changed = others[: DECKS + 1 - (len(same) - len(others))]
                for row in changed:
                    row["card"] = card
                ninth = chosen(same, "deal", card=card)[DECKS]
                return [ninth, *(row for row in changed if row is not ninth)]
    raise NoPlaceError


def hand_by_hand(rows: list[Row], rng: Random) -> list[Row]:
    """Every coup of a table: the player's cards written first, then the banker's."""
    here = whereabouts(choose(rng, events(rows, "deal")))
    sitting = [row for row in rows if whereabouts(row) == here and row.get("coup")]
    coups = grouped(events(sitting, "deal"), lambda row: (row["shoe"], row["coup"]))
    if len(coups) < 2:  # of one coup it may be an error of the deal
        raise NoPlaceError
    for deals in coups:
        written = sorted(
            ((row["to"], row["card"]) for row in deals), key=lambda own: own[0] == "banker"
        )
        for row, (to, card) in zip(deals, written, strict=True):
            row["to"], row["card"] = to, card
    return sitting


# The drawing and the announcement


def more_than_four_cards(place: DealtCoup) -> bool:
    """Cards by which the score would be another without the first."""
    return len(DEALS(place)) > 4 and value(place.hand("player")[0]) > 0


def player_has_three(place: DealtCoup) -> bool:
    return len(place.hand("player")) == 3


def not_a_tie(place: DealtCoup) -> bool:
    """So that another point of the player gives the same result."""
    return place.won != "tie" and not (
        (place.won == "player" and place.announcement["banker_score"] == "8")
        or (place.won == "banker" and place.announcement["banker_score"] == "1")
    )


def banker_against_natural(place: DealtCoup) -> bool:
    player, banker = place.scores
    return player >= 8 and banker <= 5


def player_could_stand(place: DealtCoup) -> bool:
    """The banker does what he would do had the player stood."""
    return player_has_three(place) and banker_draws(*place.scores, None) is banker_drew(place)


def player_could_draw(place: DealtCoup) -> bool:
    """The player stood, and the banker does what he would do had the player drawn a king."""
    if place.natural or player_draws(*place.scores):
        return False
    return banker_draws(*place.scores, 0) is banker_drew(place)


def banker_stood(place: DealtCoup) -> bool:
    return not place.natural and not banker_drew(place)


def banker_drew(place: DealtCoup) -> bool:
    return len(place.hand("banker")) == 3


def banker_by_the_total(place: DealtCoup) -> bool:
    """The banker drew, and would not have by the player's total taken for the third card."""
    total = score(place.hand("player"))
    drew = player_has_three(place) and banker_drew(place)
    return drew and not banker_draws(*place.scores, total)


def _wrong_score(place: DealtCoup) -> str:
    """A wrong point called, by which the same hand wins."""
    called = place.announcement
    same = (p for p in range(10) if winner(p, int(called["banker_score"])) == place.won)
    return next(str(points) for points in same if str(points) != called["player_score"])


def _wrong_winner(place: DealtCoup) -> str:
    return "banker" if place.won == "player" else "player"


# Settlement


def _paid(bet: str, factor: Decimal) -> Apply:
    """A stake on that bet paid so many times over."""
    return at(settled("pay", bet), times(outcome, factor), outcome, STAKES, call)


def _unpaid(bet: str) -> Apply:
    return at(settled("pay", bet), drop(about("pay"), about("commission")), STAKES, call)


def _loser_paid(bet: str) -> Apply:
    paid = do(put(outcome, event="pay"), times(outcome, winnings(bet, Decimal(1))))
    return at(settled("collect", bet), paid, outcome, STAKES, call)


def _fee(place: DealtCoup) -> str:
    return text_of(price(place.outcome) * COMMISSION)


def _a_cent_more(place: DealtCoup) -> str:
    return text_of(price(place.outcome) + Decimal("0.01"))


def _handed_back(place: DealtCoup) -> list[Row]:
    given = about("give_back")(place)
    return [row for row in given if staked(row) == staked(place.outcome)][:1]


def _push(event: str) -> Apply:
    """On a tie, a stake on one of the hands is settled instead of handed back."""
    edit = do(drop(_handed_back), added(event, call, outcome, "amount"))
    return at(PUSHED, edit, traces, outcome, call)


FAULTS: Final = {
    "deck-missing": at(a_row("deck"), drop(here), _other_decks),
    "deck-of-51": _one("deck", cards="51"),
    "pile-not-shuffled": _one("pile", shuffles="0"),
    "dealt-from-the-hand": _one("load", device="hand"),
    "joker-dealt": at(
        a_row("deal", lambda place: value(place.rows[0]["card"]) == 0), put(here, card="JK1"), here
    ),
    "ninth-copy": ninth_copy,
    # Player, player, banker, banker; each keeps the cards that were his.
    "deal-order": at(coup_with(), exchanged(part(DEALS, 1, 3), "to", "card"), part(DEALS, 1, 3)),
    "first-card-missing": at(
        coup_with(more_than_four_cards), drop(first(DEALS)), part(DEALS, 1), call
    ),
    "hand-by-hand": hand_by_hand,
    "face-down": at(coup_with(), put(part(BANKERS, 1, 2), face="down"), part(BANKERS, 1, 2)),
    "fourth-card": at(coup_with(player_has_three), draws("player"), traces, PLAYERS),
    "wrong-score": at(coup_with(not_a_tie), put(call, player_score=_wrong_score), call),
    "draws-against-natural": at(
        coup_with(lambda place: place.natural and place.scores[0] <= 5),
        draws("player"),
        traces,
        BANKERS,
    ),
    "banker-draws-against-natural": at(
        coup_with(banker_against_natural), draws("banker"), traces, PLAYERS
    ),
    "player-stands": at(
        coup_with(player_could_stand), stands("player"), part(PLAYERS, 1, 2), first(PLAYERS)
    ),
    "player-draws-wrongly": at(
        coup_with(player_could_draw), draws("player", part(DEALS, 3, 4)), traces, PLAYERS
    ),
    "banker-draws-wrongly": at(coup_with(banker_stood), draws("banker"), traces, BANKERS),
    "banker-stands-wrongly": at(
        coup_with(banker_drew), stands("banker"), part(BANKERS, 1, 2), first(BANKERS)
    ),
    "banker-draws-after-a-stand": at(
        coup_with(lambda place: banker_stood(place) and not player_has_three(place)),
        draws("banker"),
        traces,
        BANKERS,
    ),
    "banker-stands-after-a-stand": at(
        coup_with(lambda place: banker_drew(place) and not player_has_three(place)),
        stands("banker"),
        part(BANKERS, 1, 2),
        first(BANKERS),
    ),
    "banker-by-the-total": at(
        coup_with(banker_by_the_total), stands("banker"), part(BANKERS, 1, 2), first(BANKERS)
    ),
    "wrong-winner": at(coup_with(), put(call, winner=_wrong_winner), call),
    "player-pays-double": _paid("player", Decimal(2)),
    "player-unpaid": _unpaid("player"),
    "player-loser-paid": _loser_paid("player"),
    "player-loser-given-back": at(
        settled("collect", "player"), copied(outcome, event="give_back"), STAKES, traces
    ),
    "commission-from-player": at(
        settled("pay", "player"), copied(outcome, event="commission", amount=_fee), traces, outcome
    ),
    "banker-pays-double": _paid("banker", Decimal(2)),
    "banker-unpaid": _unpaid("banker"),
    "banker-loser-paid": _loser_paid("banker"),
    "commission-on-loss": at(
        settled("collect", "banker"),
        copied(outcome, event="commission", amount=_fee),
        traces,
        outcome,
    ),
    "commission-missing": at(settled("commission", "banker"), drop(outcome), about("pay"), STAKES),
    "commission-of-a-cent-more": at(
        settled("commission", "banker"), put(outcome, amount=_a_cent_more), outcome, STAKES
    ),
    "commission-of-four": at(
        settled("commission", "banker"), times(outcome, Decimal("0.8")), outcome, STAKES, call
    ),
    "tie-pays-nine": _paid("tie", Decimal(9) / 8),
    "tie-unpaid": _unpaid("tie"),
    "tie-loser-paid": _loser_paid("tie"),
    "push-collected": _push("collect"),
    "push-paid": _push("pay"),
    **integrity_faults(),
}
