"""Faults of the log itself, and of cards that leave the shoe otherwise than in order (58)."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import datetime, timedelta
from random import Random

from auditor.simulate.bataille.faults.edits import shift_after, shift_before
from auditor.simulate.bataille.faults.situations import Coup, chosen, coups, shoes, sittings
from auditor.simulate.bataille.play.table import DECKS
from auditor.simulate.common.cards import rank
from auditor.simulate.common.edits import beside, choose, insert_after, insert_before, place_of
from auditor.simulate.common.integrity import (
    FIRST_COUP_IS_TWO,
    GIVEN_BACK_TOO_MUCH,
    cancelled_and_collected,
)
from auditor.simulate.protocol import Fault, Row


def time_goes_back(rows: list[Row], rng: Random) -> list[Row]:
    """One row stamped ten minutes early, between others that are right."""
    coup = choose(rng, coups(rows))
    place = rng.randrange(1, len(coup.rows))
    before, row = coup.rows[place - 1 : place + 1]
    early = datetime.fromisoformat(row["time"]) - timedelta(minutes=10)
    row["time"] = early.isoformat()
    return [row, before]


def coup_skipped(rows: list[Row], rng: Random) -> list[Row]:
    """From one coup on, the numbers of a shoe run one higher."""
    shoe = choose(rng, (shoe for shoe in shoes(rows) if chosen(shoe, "bets_open", coup="2")))
    number = rng.randint(2, len({row["coup"] for row in shoe if row.get("coup")}))
    later = [row for row in shoe if row.get("coup") and int(row["coup"]) >= number]
    last = [row for row in shoe if row.get("coup") == str(number - 1)][-1]
    for row in later:
        row["coup"] = str(int(row["coup"]) + 1)
    return [later[0], last]


def coup_repeated(rows: list[Row], rng: Random) -> list[Row]:
    """One coup bears the number of the coup before last, and its own is missing."""
    shoe = choose(rng, (shoe for shoe in shoes(rows) if chosen(shoe, "bets_open", coup="3")))
    number = rng.randint(3, len({row["coup"] for row in shoe if row.get("coup")}))
    mine = [row for row in shoe if row.get("coup") == str(number)]
    first = next(row for row in shoe if row.get("coup") == str(number - 2))
    for row in mine:
        row["coup"] = str(number - 2)
    return [mine[0], first]


def row_twice(rows: list[Row], rng: Random) -> list[Row]:
    """The announcement: no count of cards, stakes or payments rests on it."""
    [row] = choose(rng, coups(rows)).of("announce")
    again = dict(row)
    insert_after(rows, row, again)
    return [again, row]


def table_open_too_early(rows: list[Row], rng: Random) -> list[Row]:
    """The house opens when a table, the first of the evening, is open already."""
    house = choose(rng, (row for row in rows if row["event"] == "house_open"))
    opened = next(
        row
        for row in rows[place_of(rows, house) :]
        if row["event"] == "table_open" and row["casino"] == house["casino"]
    )
    shift_after(rows, house, opened)
    return [opened, house]


def played_after_house_close(rows: list[Row], rng: Random) -> list[Row]:
    """The house closes before the last table of the evening."""
    house = choose(rng, (row for row in rows if row["event"] == "house_close"))
    closed = next(
        row
        for row in rows[place_of(rows, house) :: -1]
        if row["event"] == "table_close" and row["casino"] == house["casino"]
    )
    shift_before(rows, house, closed)
    return [closed, house]


def coup_at_closed_table(rows: list[Row], rng: Random) -> list[Row]:
    """The table's closing is entered before its last coup."""
    sitting = choose(rng, sittings(rows))
    closed = chosen(sitting, "table_close")[-1]
    opening = chosen(sitting, "bets_open")[-1]
    shift_before(rows, closed, opening)
    return [opening, closed]


def _settled(rows: list[Row], rng: Random) -> tuple[Coup, Row]:
    return choose(rng, ((coup, row) for coup in coups(rows) for row in coup.of("pay")))


def pay_without_stake(rows: list[Row], rng: Random) -> list[Row]:
    """Beside a winner, somebody who staked nothing is paid on the same hand."""
    _, paid = _settled(rows, rng)
    gift = dict(paid, player="J9003")
    insert_after(rows, paid, gift)
    return [gift, paid]


def paid_twice(rows: list[Row], rng: Random) -> list[Row]:
    """At the end of the hand's turn and as a second event, not as a row written twice."""
    coup, paid = choose(
        rng,
        (
            (coup, paid)
            for coup in coups(rows)
            for hand in coup.hands
            for paid in coup.of("pay", seat=hand.seat, bet="main")
            if hand.margin > 0 and coup.rows[place_of(coup.rows, paid) + 1]["time"] != paid["time"]
        ),
    )
    following = coup.rows[place_of(coup.rows, paid) + 1]
    second = beside(paid, "pay", **{c: paid[c] for c in ("seat", "player", "bet", "amount")})
    insert_before(rows, following, second)
    return [second, paid, *coup.money("stake", paid)]


def seventh_card(rows: list[Row], rng: Random) -> list[Row]:
    """Suits alone are changed, so that every comparison ends as it did."""
    places = []
    for shoe in shoes(rows):
        if not chosen(shoe, "load", device="continuous"):
            out = Counter(rank(row["card"]) for row in shoe if row.get("card"))
            places += [(shoe, name) for name, number in out.items() if number > DECKS]
    shoe, name = choose(rng, places)
    alike: defaultdict[str, list[Row]] = defaultdict(list)
    for row in shoe:
        if row.get("card") and rank(row["card"]) == name:
            alike[row["card"]].append(row)
    card = max(alike, key=lambda each: len(alike[each]))
    others = [row for each, held in alike.items() if each != card for row in held]
    for row in others[: DECKS + 1 - len(alike[card])]:
        row["card"] = card
    return [row for row in shoe if row.get("card") == card][::-1]


def _neighbours(rows: list[Row], rng: Random) -> tuple[Row, Row]:
    """Two cards that leave the shoe one after the other in one coup."""
    return choose(
        rng,
        (
            pair
            for coup in coups(rows)
            for pair in zip(coup.of("deal"), coup.of("deal")[1:], strict=False)
            if pair[0].get("position") and int(pair[0]["position"]) + 1 == int(pair[1]["position"])
        ),
    )


def card_out_of_order(rows: list[Row], rng: Random) -> list[Row]:
    first, second = _neighbours(rows, rng)
    first["position"], second["position"] = second["position"], first["position"]
    return [second, first]


def same_position(rows: list[Row], rng: Random) -> list[Row]:
    first, second = _neighbours(rows, rng)
    second["position"] = first["position"]
    return [second, first]


FAULTS = (
    Fault("time-goes-back", ("log.order",), "a row is ten minutes early", time_goes_back),
    Fault("coup-skipped", ("log.gap",), "a coup number is left out", coup_skipped),
    FIRST_COUP_IS_TWO,
    Fault("coup-repeated", ("log.gap",), "a coup number occurs twice", coup_repeated),
    Fault("row-twice", ("log.duplicate",), "an event is recorded twice", row_twice),
    Fault(
        "table-open-before-house",
        ("log.orphan",),
        "a table opens before its house",
        table_open_too_early,
    ),
    Fault(
        "table-close-after-house",
        ("log.orphan",),
        "a table closes after its house",
        played_after_house_close,
    ),
    Fault(
        "coup-at-closed-table",
        ("log.orphan",),
        "a coup is played at a table that is closed",
        coup_at_closed_table,
    ),
    Fault(
        "pay-without-stake",
        ("log.stakes",),
        "somebody is paid who staked nothing",
        pay_without_stake,
    ),
    Fault(
        "cancelled-and-collected",
        ("log.stakes",),
        "a stake of a cancelled coup is collected",
        cancelled_and_collected,
    ),
    Fault(
        "paid-twice",
        ("log.stakes", "55-19.20"),
        "a winning stake is paid two times over",
        paid_twice,
    ),
    GIVEN_BACK_TOO_MUCH,
    Fault("seventh-card", ("log.cards",), "a card leaves the shoe seven times", seventh_card),
    Fault("card-out-of-order", ("58.shoe",), "a card leaves before its turn", card_out_of_order),
    Fault("same-position", ("58.shoe",), "two cards leave from one position", same_position),
)
