"""Named faults of punto banco, and the places of a shoe where they are put."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import Final

from auditor_simulators.common.integrity import integrity_faults
from auditor_simulators.common.notation import DECK, SUITS, rank, text_of
from auditor_simulators.common.places import (
    Apply,
    Edit,
    Pick,
    Place,
    Wanted,
    Where,
    at,
    beside,
    choose,
    copied,
    coups,
    drawn,
    drop,
    events,
    fault,
    first,
    here,
    insert_after,
    last,
    of,
    part,
    put,
    remove,
    row_with,
    told,
    whereabouts,
)
from auditor_simulators.protocol import Fault, NoPlaceError, Row
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


# The shoe and the deal


def _one(event: str, **cells: str) -> Apply:
    """One row of that event with other cells."""
    return at(row_with(lambda row: row["event"] == event), put(here, **cells), here)


def _other_decks(place: Place) -> list[Row]:
    [deck] = place.rows
    decks = [row for row in events(place.log, "deck") if row is not deck]
    return [row for row in decks if whereabouts(row) == whereabouts(deck)]


def _counts_nothing(row: Row) -> bool:
    return row["event"] == "deal" and value(row["card"]) == 0


def ninth_copy(rows: list[Row], rng: Random) -> list[Row]:
    """One card more than eight times in a shoe, in the place of others of its rank."""
    shoes = sorted({shoe_of(row) for row in events(rows, "deal")})
    rng.shuffle(shoes)
    for shoe in shoes:
        out = dealt(rows, shoe)
        cards = sorted({row["card"] for row in out})
        rng.shuffle(cards)
        for card in cards:
            same = [row for row in out if rank(row["card"]) == rank(card)]
            copies = [row for row in same if row["card"] == card]
            if len(same) > DECKS:
                changed = [row for row in same if row["card"] != card][: DECKS + 1 - len(copies)]
                for row in changed:
                    row["card"] = card
                ninth = [row for row in same if row["card"] == card][DECKS]
                return [ninth, *(row for row in changed if row is not ninth)]
    raise NoPlaceError


def hand_by_hand(rows: list[Row], rng: Random) -> list[Row]:
    """Every coup of a table: the player's cards written first, then the banker's."""
    here = whereabouts(choose(rng, events(rows, "deal")))
    sitting = [row for row in rows if whereabouts(row) == here and row.get("coup")]
    coups: dict[tuple[str, str], list[Row]] = {}
    for row in events(sitting, "deal"):
        coups.setdefault((row["shoe"], row["coup"]), []).append(row)
    if len(coups) < 2:  # of one coup it may be an error of the deal
        raise NoPlaceError
    for deals in coups.values():
        written = sorted(((row["to"], row["card"]) for row in deals), key=_of_the_banker)
        for row, (to, card) in zip(deals, written, strict=True):
            row["to"], row["card"] = to, card
    return sitting


def _of_the_banker(written: tuple[str, str]) -> bool:
    return written[0] == "banker"


def _player_first(place: DealtCoup) -> None:
    """Player, player, banker, banker; each keeps the cards that were his."""
    second, third = DEALS(place)[1:3]
    for column in ("to", "card"):
        second[column], third[column] = third[column], second[column]


# The drawing and the announcement


def more_than_four_cards(place: DealtCoup) -> bool:
    """Cards by which the score would be another without the first."""
    first, *_ = place.cards("player")
    return len(events(place.rows, "deal")) > 4 and value(first["card"]) > 0


def player_has_three(place: DealtCoup) -> bool:
    return len(place.hand("player")) == 3


def not_a_tie(place: DealtCoup) -> bool:
    """So that another point of the player gives the same result."""
    return place.won != "tie" and not (
        (place.won == "player" and place.announcement["banker_score"] == "8")
        or (place.won == "banker" and place.announcement["banker_score"] == "1")
    )


def loses_to_natural(place: DealtCoup) -> bool:
    return place.natural and place.first_score("player") <= 5


def banker_against_natural(place: DealtCoup) -> bool:
    return place.first_score("player") >= 8 and place.first_score("banker") <= 5


def player_could_stand(place: DealtCoup) -> bool:
    """The banker does what he would do had the player stood."""
    stood = banker_draws(place.first_score("player"), place.first_score("banker"), None)
    return player_has_three(place) and stood is (len(place.hand("banker")) == 3)


def player_could_draw(place: DealtCoup) -> bool:
    """The player stood, and the banker does what he would do had the player drawn a king."""
    scores = place.first_score("player"), place.first_score("banker")
    if place.natural or player_draws(*scores):
        return False
    return banker_draws(*scores, 0) is (len(place.hand("banker")) == 3)


def banker_stood(place: DealtCoup) -> bool:
    return not place.natural and len(place.hand("banker")) == 2


def banker_drew(place: DealtCoup) -> bool:
    return len(place.hand("banker")) == 3


def banker_by_the_total(place: DealtCoup) -> bool:
    """The banker drew, and would not have by the player's total taken for the third card."""
    if not (player_has_three(place) and banker_drew(place)):
        return False
    total = sum(map(value, place.hand("player"))) % 10
    return not banker_draws(place.first_score("player"), place.first_score("banker"), total)


def both_stood(place: DealtCoup) -> bool:
    return banker_stood(place) and not player_has_three(place)


def banker_drew_alone(place: DealtCoup) -> bool:
    return banker_drew(place) and not player_has_three(place)


def _wrong_score(place: DealtCoup) -> None:
    """A wrong point called, by which the same hand wins."""
    banker = int(place.announcement["banker_score"])
    place.announcement["player_score"] = next(
        str(points)
        for points in range(10)
        if winner(points, banker) == place.won and str(points) != place.announcement["player_score"]
    )


def _wrong_winner(place: DealtCoup) -> None:
    place.announcement["winner"] = "banker" if place.won == "player" else "player"


# Settlement


def _times(factor: Decimal) -> Edit[Settlement]:
    """Multiplies the amount that is paid or taken."""

    def edit(place: Settlement) -> None:
        place.outcome["amount"] = text_of(place.amount * factor)

    return edit


def _paid(bet: str, factor: Decimal) -> Apply:
    """A stake on that bet paid so many times over."""
    return at(settled("pay", bet), _times(factor), outcome, STAKES, call)


def _unpaid(bet: str) -> Apply:
    return at(settled("pay", bet), drop(about("pay"), about("commission")), STAKES, call)


def _loser_paid(bet: str) -> Apply:
    def edit(place: Settlement) -> None:
        due = winnings(bet, place.amount)
        place.outcome.update(event="pay", amount=text_of(due))

    return at(settled("collect", bet), edit, outcome, STAKES, call)


def _commission(place: Settlement) -> None:
    copied(outcome, event="commission", amount=text_of(place.amount * Decimal("0.05")))(place)


def _a_cent_more(place: Settlement) -> None:
    place.outcome["amount"] = text_of(place.amount + Decimal("0.01"))


def _push(event: str) -> Apply:
    """On a tie, a stake on one of the hands is settled instead of handed back."""

    def edit(place: Settlement) -> None:
        given = [row for row in place.about("give_back") if staked(row) == staked(place.outcome)]
        remove(place.log, *given[:1])
        place.told.append(beside(place.announcement, event, **staked(place.outcome)))
        insert_after(place.log, place.announcement, *place.told)

    return at(pushed, edit, told, outcome, call)


FAULTS: Final[tuple[Fault, ...]] = (
    fault("deck-missing", "baccarat.decks", "seven decks put in play").at(
        row_with(lambda row: row["event"] == "deck"), drop(here), _other_decks
    ),
    fault("deck-of-51", "baccarat.decks", "a deck that lacks a card").by(_one("deck", cards="51")),
    fault("pile-not-shuffled", "baccarat.decks", "a pile put into the shoe unshuffled").by(
        _one("pile", shuffles="0")
    ),
    fault("dealt-from-the-hand", "baccarat.decks", "the cards are dealt from the hand").by(
        _one("load", device="hand")
    ),
    fault("joker-dealt", "baccarat.decks", "a joker among the cards").at(
        row_with(_counts_nothing), put(here, card="JK1"), here
    ),
    fault("ninth-copy", "baccarat.decks log.cards", "a card seen a ninth time in a shoe").by(
        ninth_copy
    ),
    fault("deal-order", "baccarat.deal", "both cards of the player dealt first").at(
        coup_with(), _player_first, part(DEALS, 1, 3)
    ),
    fault("first-card-missing", "baccarat.deal", "the first card has no row").at(
        coup_with(more_than_four_cards), drop(first(DEALS)), part(DEALS, 1), call
    ),
    fault("hand-by-hand", "baccarat.deal", "every coup of a table written hand by hand").by(
        hand_by_hand
    ),
    fault("face-down", "baccarat.deal", "a card dealt face down").at(
        coup_with(), put(part(cards("banker"), 1, 2), face="down"), part(cards("banker"), 1, 2)
    ),
    fault("fourth-card", "baccarat.deal", "a fourth card for the player's hand").at(
        coup_with(player_has_three), draws("player"), told, cards("player")
    ),
    fault("wrong-score", "baccarat.values", "a wrong point called").at(
        coup_with(not_a_tie), _wrong_score, call
    ),
    fault("draws-against-natural", "baccarat.natural", "the player draws against a natural").at(
        coup_with(loses_to_natural), draws("player"), told, cards("banker")
    ),
    fault(
        "banker-draws-against-natural", "baccarat.natural", "the banker draws against a natural"
    ).at(coup_with(banker_against_natural), draws("banker"), told, cards("player")),
    fault("player-stands", "baccarat.player-draw", "the player stands on five or less").at(
        coup_with(player_could_stand),
        stands("player"),
        part(cards("player"), 1, 2),
        first(cards("player")),
    ),
    fault("player-draws-wrongly", "baccarat.player-draw", "the player draws on six or seven").at(
        coup_with(player_could_draw), draws("player", part(DEALS, 3, 4)), told, cards("player")
    ),
    fault("banker-draws-wrongly", "baccarat.banker-draw", "the banker draws where he stands").at(
        coup_with(banker_stood), draws("banker"), told, cards("banker")
    ),
    fault("banker-stands-wrongly", "baccarat.banker-draw", "the banker stands where he draws").at(
        coup_with(banker_drew),
        stands("banker"),
        part(cards("banker"), 1, 2),
        first(cards("banker")),
    ),
    fault(
        "banker-draws-after-a-stand",
        "baccarat.banker-draw",
        "the player stood, and the banker draws on six or seven",
    ).at(coup_with(both_stood), draws("banker"), told, cards("banker")),
    fault(
        "banker-stands-after-a-stand",
        "baccarat.banker-draw",
        "the player stood, and the banker stands on five or less",
    ).at(
        coup_with(banker_drew_alone),
        stands("banker"),
        part(cards("banker"), 1, 2),
        first(cards("banker")),
    ),
    fault(
        "banker-by-the-total",
        "baccarat.banker-draw",
        "the banker stands by the player's total, not by his third card",
    ).at(
        coup_with(banker_by_the_total),
        stands("banker"),
        part(cards("banker"), 1, 2),
        first(cards("banker")),
    ),
    fault("wrong-winner", "baccarat.winner", "the wrong hand announced").at(
        coup_with(), _wrong_winner, call
    ),
    fault("player-pays-double", "baccarat.pay-player", "a player bet paid twice its amount").by(
        _paid("player", Decimal(2))
    ),
    fault("player-unpaid", "baccarat.pay-player", "a winning player bet not paid").by(
        _unpaid("player")
    ),
    fault("player-loser-paid", "baccarat.pay-player", "a losing player bet paid").by(
        _loser_paid("player")
    ),
    fault(
        "player-loser-given-back",
        "baccarat.pay-player",
        "a losing player bet collected and handed back",
    ).at(settled("collect", "player"), copied(outcome, event="give_back"), STAKES, told),
    fault("commission-from-player", "baccarat.pay-player", "commission taken from a player bet").at(
        settled("pay", "player"), _commission, told, outcome
    ),
    fault("banker-pays-double", "baccarat.pay-banker", "a banker bet paid twice its amount").by(
        _paid("banker", Decimal(2))
    ),
    fault("banker-unpaid", "baccarat.pay-banker", "a winning banker bet not paid").by(
        _unpaid("banker")
    ),
    fault("banker-loser-paid", "baccarat.pay-banker", "a losing banker bet paid").by(
        _loser_paid("banker")
    ),
    fault(
        "commission-on-loss", "baccarat.pay-banker", "commission taken from a losing banker bet"
    ).at(settled("collect", "banker"), _commission, told, outcome),
    fault("commission-missing", "baccarat.pay-banker", "no commission on a banker win").at(
        settled("commission", "banker"), drop(outcome), about("pay"), STAKES
    ),
    fault(
        "commission-of-a-cent-more",
        "baccarat.pay-banker",
        "a commission of one cent more than is due",
    ).at(settled("commission", "banker"), _a_cent_more, outcome, STAKES),
    fault("commission-of-four", "baccarat.pay-banker", "a commission of four per cent").at(
        settled("commission", "banker"), _times(Decimal("0.8")), outcome, STAKES, call
    ),
    fault("tie-pays-nine", "baccarat.pay-tie", "a tie bet paid nine to one").by(
        _paid("tie", Decimal(9) / 8)
    ),
    fault("tie-unpaid", "baccarat.pay-tie", "a winning tie bet not paid").by(_unpaid("tie")),
    fault("tie-loser-paid", "baccarat.pay-tie", "a losing tie bet paid").by(_loser_paid("tie")),
    fault("push-collected", "baccarat.push", "on a tie, a bet on a hand is collected").by(
        _push("collect")
    ),
    fault("push-paid", "baccarat.push", "on a tie, a bet on a hand is paid").by(_push("pay")),
    *integrity_faults(),
)
