"""Ways to change a log by hand that leave all else in it consistent.

Rows keep their identity. A place in the file keeps its time, and a place in the
shoe its position, whichever row comes to stand there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from random import Random

from auditor_simulators.bataille.faults.situations import Coup, shoe_key
from auditor_simulators.bataille.play.table import CARDS, DECKS
from auditor_simulators.common.cards import DECK, RANKS
from auditor_simulators.common.edits import beside, choose, insert_before, place_of
from auditor_simulators.common.money import text_of
from auditor_simulators.common.places import chosen
from auditor_simulators.protocol import Row

_SETTLING = {"pay", "collect", "give_back", "discard", "burn"}  # a burn begins the war


def by_player(row: Row, event: str, **cells: str) -> Row:
    """A new row of the same moment and coup, of something that a player does: nobody signs it."""
    return beside(row, event, staff="", **cells)


def shift_before(rows: list[Row], row: Row, anchor: Row) -> None:
    """Takes the row to the place before the anchor; the rows between them at its table move up.

    Each place keeps its time and its position in the shoe: `move_before` gives the row the
    anchor's time and leaves all others where they are.
    """
    _shift(rows, row, anchor, after=False)


def shift_after(rows: list[Row], row: Row, anchor: Row) -> None:
    _shift(rows, row, anchor, after=True)


def _shift(rows: list[Row], row: Row, anchor: Row, *, after: bool) -> None:
    """Only what stands between the two places is moved up or down by one."""
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


def price(row: Row) -> Decimal:
    return Decimal(row["amount"])


def set_price(row: Row, amount: Decimal) -> None:
    row["amount"] = text_of(amount)
    if row.get("form") in {"chip", "plaque"}:
        row["form"] = "plaque" if amount >= 100 else "chip"


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
