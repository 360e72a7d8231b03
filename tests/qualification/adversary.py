"""One edit of a lawful log: the nearest that breaks the words, and the farthest that does not.

Faults and lawful situations are thought of by somebody.  These are not: every row of settlement,
every card and every stake of an evening is a place, and each edit says for itself whether the
article still holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from auditor_simulators.bataille.played import Coup, coups_of
from auditor_simulators.common.places import beside, insert_after, insert_before, place_of, remove
from auditor_simulators.protocol import Row

CENT = Decimal("0.01")


@dataclass(frozen=True)
class Edit:
    """`make` edits the rows of a coup in place; `breaks` is the provision, empty where none is."""

    name: str
    breaks: str
    make: Callable[[list[Row]], None]


def edits(rows: list[Row]) -> Iterator[Edit]:
    """Of every coup of the evening; they are made in a copy, by the places of the rows."""
    for coup in coups_of(rows):
        if not coup.of("stake_refuse") and not coup.of("stake_withdraw"):
            yield from _money(rows, coup)
            yield from _lawful(rows, coup)


def _money(rows: list[Row], coup: Coup) -> Iterator[Edit]:
    """A cent more or less, and nothing at all, wherever money moves."""
    for row in (*coup.of("pay"), *coup.of("collect")):
        breaks = _provision(coup, row)
        for cents in (CENT, -CENT):
            yield Edit(f"{row['event']} {cents:+}", breaks, _amount(place_of(rows, row), cents))
        yield Edit(f"no {row['event']}", breaks, _gone(place_of(rows, row)))
    for row in coup.of("stake", bet="war"):
        yield Edit("war stake of a cent more", "55-19.25", _amount(place_of(rows, row), CENT))


def _provision(coup: Coup, row: Row) -> str:
    hand = next(each for each in coup.hands if each.seat == row["seat"])
    if row["bet"] == "tie":
        return "55-19.32 55-19.30"
    if hand.choice == "war":
        return {1: "55-19.26", 0: "55-19.27", -1: "55-19.28"}[_sign(hand.war_margin)]
    return {1: "55-19.20", 0: "55-19.24", -1: "55-19.21"}[_sign(hand.margin)]


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _amount(place: int, more: Decimal) -> Callable[[list[Row]], None]:
    def make(rows: list[Row]) -> None:
        rows[place]["amount"] = str(Decimal(rows[place]["amount"]) + more)

    return make


def _gone(place: int) -> Callable[[list[Row]], None]:
    def make(rows: list[Row]) -> None:
        remove(rows, rows[place])

    return make


def _lawful(rows: list[Row], coup: Coup) -> Iterator[Edit]:
    """What changes nothing of what is owed, and to whom."""
    for stake in coup.of("stake", bet="main"):
        if coup.unchanged(stake):
            place = place_of(rows, stake)
            yield Edit("a stake in two parts", "", _in_two(place))
            yield Edit("a stake refused before it", "", _refused(place))
    for paid in coup.of("pay"):
        if not coup.of("give_back", seat=paid["seat"], player=paid["player"], bet=paid["bet"]):
            yield Edit("the stake is handed back", "", _handed_back(place_of(rows, paid)))
    for dealt in coup.of("deal"):
        yield Edit("a card of another suit", "", _other_suit(place_of(rows, dealt)))


def _in_two(place: int) -> Callable[[list[Row]], None]:
    def make(rows: list[Row]) -> None:
        stake = rows[place]
        rest = dict(stake)
        stake["amount"] = "0.50"
        rest["amount"] = str(Decimal(rest["amount"]) - Decimal("0.50"))
        insert_after(rows, stake, rest)

    return make


def _refused(place: int) -> Callable[[list[Row]], None]:
    def make(rows: list[Row]) -> None:
        stake = rows[place]
        laid = stake | {"amount": str(Decimal(stake["amount"]) + 100_000), "form": "cash"}
        cells = {name: laid[name] for name in ("seat", "player", "bet", "amount", "form")}
        refused = beside(stake, "stake_refuse", **cells, reason="over_maximum")
        insert_before(rows, stake, laid, refused)

    return make


def _handed_back(place: int) -> Callable[[list[Row]], None]:
    def make(rows: list[Row]) -> None:
        paid = rows[place]
        names = ("seat", "player", "bet")
        cells = {name: paid[name] for name in names}
        mine = [
            row
            for row in rows
            if row["event"] in {"stake", "stake_change"}
            and row.get("coup") == paid["coup"]
            and row.get("shoe") == paid["shoe"]
            and all(row.get(name) == paid[name] for name in names)
        ]
        insert_after(rows, paid, beside(paid, "give_back", **cells, amount=mine[-1]["amount"]))

    return make


def _other_suit(place: int) -> Callable[[list[Row]], None]:
    """One suit for another where the shoe holds it; suits decide nothing."""

    def make(rows: list[Row]) -> None:
        card = rows[place]["card"]
        out = [row.get("card") for row in rows if row.get("shoe") == rows[place]["shoe"]]
        rows[place]["card"] = min((card[:-1] + suit for suit in "SHDC"), key=out.count)

    return make
