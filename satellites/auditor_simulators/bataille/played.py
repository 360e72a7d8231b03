"""Lawful rows read back as coups, shoes and sittings, and edits that leave the rest consistent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import dropwhile, groupby, islice, pairwise
from operator import itemgetter
from random import Random

from auditor_simulators.bataille.table import CARDS, DECKS
from auditor_simulators.common.notation import DECK, RANKS, strength, text_of
from auditor_simulators.common.places import (
    Place,
    beside,
    choose,
    chosen,
    grouped,
    insert_before,
    place_of,
    price,
    set_price,
    whereabouts,
)
from auditor_simulators.protocol import Row


def shoe_key(row: Row) -> tuple[str, ...]:
    return *whereabouts(row), row.get("shoe", "")


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """One hand of a coup; margins are its card's strength less the dealer's."""

    seat: str
    first: Row
    margin: int
    choice: str  # war, surrender, or empty
    war: Row | None
    war_margin: int
    mains: tuple[Row, ...]  # stakes that stood when the cards came, the decider's first
    ties: tuple[Row, ...]


@dataclass(slots=True)
class Coup(Place):
    """A coup played to its end, with a hand of it and a stake on that: the first or another."""

    opened: Row  # the table's table_open
    seated: dict[str, str]  # seat to player
    chiefs: tuple[str, ...]
    hands: tuple[PlayedHand, ...]  # by rising seat
    dealer: Row  # the deal of the dealer's first card
    hand: PlayedHand
    stake: Row

    def of(self, event: str, **cells: str) -> list[Row]:
        return chosen(self.rows, event, **cells)

    def money(self, event: str, stake: Row, bet: str = "") -> list[Row]:
        """Payments and the like that belong to the stake, or to another bet of its player."""
        where = {"seat": stake["seat"], "player": stake["player"]}
        return self.of(event, **where, bet=bet or stake["bet"])

    @property
    def minimum(self) -> Decimal:
        return Decimal(self.opened["minimum"])

    @property
    def maximum(self) -> Decimal:
        return Decimal(self.opened["maximum"])

    def unchanged(self, stake: Row) -> bool:
        return not self.money("stake_change", stake)

    @property
    def at_war(self) -> list[PlayedHand]:
        return [hand for hand in self.hands if hand.choice == "war"]

    @property
    def settled_first(self) -> list[PlayedHand]:
        return [hand for hand in self.hands if hand.choice != "war"]


_ONCE = ("bets_open", "no_more_bets", "announce")  # in every coup played to its end


def coups_of(rows: list[Row], rng: Random | None = None) -> list[Coup]:
    """The coups played to their end, and followed by another row, in the order in which they end.

    No cancelled one, and none in which some other fault has left no order of the cards.
    """
    found: list[tuple[int, Coup]] = []
    at_tables = (own for own in enumerate(rows) if own[1].get("table"))
    for sitting in grouped(at_tables, lambda own: whereabouts(own[1])):
        begun = dropwhile(lambda own: own[1]["event"] != "table_open", sitting)
        for _, opened in islice(begun, 1):
            parts = [[*part] for _, part in groupby(begun, lambda own: own[1].get("coup", ""))]
            found += _coups_at(rows, rng or Random(0), opened, parts)
    return [coup for _, coup in sorted(found, key=itemgetter(0))]


def _coups_at(
    log: list[Row], rng: Random, opened: Row, parts: list[list[tuple[int, Row]]]
) -> Iterator[tuple[int, Coup]]:
    """The coups of a table, each with the place of the row that follows it."""
    seated: dict[str, str] = {}
    chiefs: list[str] = []
    for part, following in pairwise(parts):
        rows = tuple(row for _, row in part)
        if not rows[0].get("coup"):
            _follow(rows, seated, chiefs)
        elif _is_played(rows):
            hands, dealer = _hands(rows)
            around = opened, dict(seated), tuple(chiefs), hands, dealer
            yield following[0][0], Coup(log, rng, rows, *around, hands[0], stake_on(hands[0]))


def stake_on(hand: PlayedHand) -> Row:
    """The first; of a hand on which another fault has left none, an empty row."""
    return next(iter(hand.mains), {})


def _follow(rows: Sequence[Row], seated: dict[str, str], chiefs: list[str]) -> None:
    """Who comes and goes between two coups."""
    for row in rows:
        match row["event"]:
            case "sit":
                seated[row["seat"]] = row["player"]
            case "leave":
                seated.pop(row["seat"], None)
            case "chief_arrive":
                chiefs.append(row["staff"])
            case "chief_leave":
                chiefs.remove(row["staff"])


def _is_played(rows: Sequence[Row]) -> bool:
    once = all(len(chosen(rows, event)) == 1 for event in _ONCE)
    known = all(row.get("card", "2S") in DECK for row in rows)
    return once and known and bool(chosen(rows, "deal", to="dealer"))


def _hands(rows: Sequence[Row]) -> tuple[tuple[PlayedHand, ...], Row]:
    """The hands by rising seat, and the dealer's first card."""
    standing: dict[tuple[str, str, str], Row] = {}
    for row in rows:
        key = (row.get("seat", ""), row.get("player", ""), row.get("bet", ""))
        if row["event"] == "stake":
            standing[key] = row
        elif row["event"] == "stake_withdraw":
            standing.pop(key, None)
    stakes, dealers = list(standing.values()), chosen(rows, "deal", to="dealer")
    choices = {row["seat"]: row["choice"] for row in chosen(rows, "choice")}
    firsts: dict[str, Row] = {}
    wars: dict[str, Row] = {}
    for row in chosen(rows, "deal", to="player"):
        (wars if row["seat"] in firsts else firsts)[row["seat"]] = row
    hands = (
        PlayedHand(
            seat=seat,
            first=first,
            margin=_margin(first, dealers[0]),
            choice=choices.get(seat, ""),
            war=wars.get(seat),
            war_margin=_margin(wars[seat], dealers[-1]) if seat in wars else 0,
            mains=tuple(chosen(stakes, "stake", seat=seat, bet="main")),
            ties=tuple(chosen(stakes, "stake", seat=seat, bet="tie")),
        )
        for seat, first in firsts.items()
    )
    return tuple(hands), dealers[0]


def _margin(card: Row, dealer: Row) -> int:
    return strength(card["card"]) - strength(dealer["card"])


def shoes(rows: Sequence[Row]) -> list[list[Row]]:
    """Rows of each shoe, its preparation in front."""
    return grouped((row for row in rows if row.get("shoe")), shoe_key)


def sittings(rows: Sequence[Row]) -> list[list[Row]]:
    """Rows of each table on each gaming day."""
    return grouped((row for row in rows if row.get("table")), whereabouts)


_SETTLING = {"pay", "collect", "give_back", "discard", "burn"}  # a burn begins the war


def by_player(row: Row, event: str, **cells: str) -> Row:
    """A new row of the same moment and coup, of something that a player does: nobody signs it."""
    return beside(row, event, staff="", **cells)


def shift(rows: list[Row], row: Row, anchor: Row, *, after: bool = False) -> None:
    """Takes the row to the place before the anchor, or after it: only the rows of the table between
    the two places move, by one.

    Each place keeps its time and its position in the shoe: `move_before` gives the row the
    anchor's time and leaves all others where they are.
    """
    start, end = sorted((place_of(rows, row), place_of(rows, anchor)))
    house = (row["casino"], row.get("table") or anchor.get("table"))
    between = [
        other
        for other in rows[start : end + 1]
        if (other["casino"], other.get("table") or house[1]) == house
    ]
    wanted = [other for other in between if other is not row]
    wanted.insert(place_of(wanted, anchor) + after, row)
    rearrange(rows, wanted)


def rearrange(rows: list[Row], wanted: Sequence[Row]) -> None:
    """Puts rows that are in the log into this order, in the places that they have together."""
    names = set(map(id, wanted))
    places = [place for place, row in enumerate(rows) if id(row) in names]
    times = [rows[place]["time"] for place in places]
    positions = [rows[place].get("position", "") for place in places if _is_card(rows[place])]
    for place, time, row in zip(places, times, wanted, strict=True):
        rows[place] = row
        row["time"] = time
    for position, card in zip(positions, filter(_is_card, wanted), strict=True):
        if position:
            card["position"] = position


def _is_card(row: Row) -> bool:
    return row["event"] in {"deal", "burn"}


def recount(rows: Sequence[Row], shoe: Row) -> None:
    """Positions run 1, 2, 3 … again, and the stop card lies where it came to be seen."""
    mine = [row for row in rows if shoe_key(row) == shoe_key(shoe)]
    numbered = any(row.get("position") for row in mine if _is_card(row))
    left = 0
    for row in mine:
        if _is_card(row):
            left += 1
            if numbered:
                row["position"] = str(left)
        elif row["event"] == "stop_card_seen":
            for stop in chosen(mine, "stop_card_place"):
                stop["behind"] = str(CARDS - left)


def spare_card(rows: Sequence[Row], shoe: Row, rng: Random, ranks: Sequence[str] = RANKS) -> str:
    """A card of one of the ranks that the shoe can still hold."""
    out = Counter(row["card"] for row in rows if _is_card(row) and shoe_key(row) == shoe_key(shoe))
    return choose(rng, (card for card in DECK if card[:-1] in ranks and out[card] < DECKS))


def reprice(coup: Coup, stake: Row, amount: Decimal) -> None:
    """Another amount for the stake, and in proportion for all that follows from it."""
    before = price(stake)
    bets = ("main", "war") if stake["bet"] == "main" else (stake["bet"],)
    for event in ("stake", "stake_change", "pay", "collect", "give_back"):
        for bet in bets:
            for row in coup.money(event, stake, bet):
                set_price(row, price(row) * amount / before)


def add_hand(
    rows: list[Row], coup: Coup, seat: str, player: str, rng: Random, **cells: str
) -> list[Row]:
    """A hand that loses: its stake, its card, its collection and discard; returns these rows.

    The seat is to be higher than every other of the coup, the dealer's card above a two.
    """
    stakes = coup.of("stake", bet="main")
    amount = text_of(coup.minimum)
    mine = {"seat": seat, "player": player, "bet": "main", "amount": amount}
    stake = by_player(stakes[-1], "stake", **mine, form="chip", standing="false", **cells)
    ranks = RANKS[: RANKS.index(coup.dealer["card"][:-1])]
    card = spare_card(rows, coup.dealer, rng, ranks)
    deal = beside(coup.dealer, "deal", to="player", seat=seat, card=card, face="up")
    [announced] = coup.of("announce")
    settled = next((row for row in coup.rows if row["event"] in _SETTLING), announced)
    collect = beside(settled, "collect", **mine)
    tray = beside(settled, "discard", to="player", seat=seat)
    insert_before(rows, coup.of("no_more_bets")[0], stake)
    insert_before(rows, coup.dealer, deal)
    insert_before(rows, settled, collect, tray)
    recount(rows, coup.dealer)
    return [stake, deal, collect, tray]
