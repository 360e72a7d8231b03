"""One edit of a lawful log: the nearest that breaks the words, and the farthest that does not.

Faults and lawful situations are thought of by somebody.  These are not: every row of settlement,
every card and every stake of an evening is a place, and each edit says for itself whether the
article still holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import partial

from auditor_simulators.bataille.played import Coup, coups_of
from auditor_simulators.common.places import beside, insert_after, insert_before, remove
from auditor_simulators.protocol import Row

CENT = Decimal("0.01")


@dataclass(frozen=True)
class Edit:
    """`edit` changes a log at the row of that number; `breaks` is the provision, or empty."""

    name: str
    breaks: str
    place: int
    edit: Callable[[list[Row], Row], None]

    def make(self, rows: list[Row]) -> None:
        self.edit(rows, rows[self.place])


def edits(rows: list[Row]) -> Iterator[Edit]:
    """Of every coup of the evening; they are made in a copy, by the places of the rows."""
    places = {id(row): place for place, row in enumerate(rows)}
    for coup in coups_of(rows):
        if not coup.of("stake_refuse") and not coup.of("stake_withdraw"):
            for name, breaks, row, edit in (*_money(coup), *_lawful(coup)):
                yield Edit(name, breaks, places[id(row)], edit)


At = tuple[str, str, Row, Callable[[list[Row], Row], None]]


def _money(coup: Coup) -> Iterator[At]:
    """A cent more or less, and nothing at all, wherever money moves."""
    for row in (*coup.of("pay"), *coup.of("collect")):
        breaks = _provision(coup, row)
        for cents in (CENT, -CENT):
            yield f"{row['event']} {cents:+}", breaks, row, partial(_amount, more=cents)
        yield f"no {row['event']}", breaks, row, remove
    for row in coup.of("stake", bet="war"):
        yield "war stake of a cent more", "55-19.25", row, partial(_amount, more=CENT)


def _provision(coup: Coup, row: Row) -> str:
    hand = next(each for each in coup.hands if each.seat == row["seat"])
    if row["bet"] == "tie":
        return "55-19.32 55-19.30"
    if hand.choice == "war":
        return {1: "55-19.26", 0: "55-19.27", -1: "55-19.28"}[_sign(hand.war_margin)]
    return {1: "55-19.20", 0: "55-19.24", -1: "55-19.21"}[_sign(hand.margin)]


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _lawful(coup: Coup) -> Iterator[At]:
    """What changes nothing of what is owed, and to whom."""
    for stake in filter(coup.unchanged, coup.of("stake", bet="main")):
        yield "a stake in two parts", "", stake, _in_two
        yield "a stake refused before it", "", stake, _refused
    for paid in coup.of("pay"):
        if not coup.of("give_back", seat=paid["seat"], player=paid["player"], bet=paid["bet"]):
            yield "the stake is handed back", "", paid, _handed_back
    for dealt in coup.of("deal"):
        yield "a card of another suit", "", dealt, _other_suit


# What is done to the rows of a coup: the first is the place


def _amount(_rows: list[Row], row: Row, more: Decimal) -> None:
    row["amount"] = str(Decimal(row["amount"]) + more)


def _in_two(rows: list[Row], stake: Row) -> None:
    rest = stake | {"amount": str(Decimal(stake["amount"]) - Decimal("0.50"))}
    stake["amount"] = "0.50"
    insert_after(rows, stake, rest)


def _refused(rows: list[Row], stake: Row) -> None:
    laid = stake | {"amount": str(Decimal(stake["amount"]) + 100_000), "form": "cash"}
    cells = {name: laid[name] for name in ("seat", "player", "bet", "amount", "form")}
    refused = beside(stake, "stake_refuse", **cells, reason="over_maximum")
    insert_before(rows, stake, laid, refused)


def _handed_back(rows: list[Row], paid: Row) -> None:
    cells = {name: paid[name] for name in ("seat", "player", "bet")}
    same = {**cells, "coup": paid["coup"], "shoe": paid["shoe"]}
    mine = [
        row
        for row in rows
        if row["event"] in {"stake", "stake_change"} and same.items() <= row.items()
    ]
    insert_after(rows, paid, beside(paid, "give_back", **cells, amount=mine[-1]["amount"]))


def _other_suit(rows: list[Row], dealt: Row) -> None:
    """One suit for another where the shoe holds it; suits decide nothing."""
    out = [row.get("card") for row in rows if row.get("shoe") == dealt["shoe"]]
    dealt["card"] = min((dealt["card"][:-1] + suit for suit in "SHDC"), key=out.count)
