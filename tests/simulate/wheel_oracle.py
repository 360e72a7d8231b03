"""Article 47 a second time, written without a look at the simulator: what a log breaks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from tests.simulate.log_oracle import (
    Breach,
    Row,
    coups,
    handed_back,
    instant,
    integrity,
    key,
    only,
    returned,
    settled_early,
)

TABLE = ("casino", "session", "table")
PAID = {
    "boule": {str(number): 7 for number in range(1, 10)},
    "vingt-trois": {str(n): 23 if n < 5 else 11 if n < 12 else 7 for n in range(1, 15)},
}
BOUNDS = {
    "boule": {"47.18": (40, 100), "47.19": (200, 500)},
    "vingt-trois": {"47.18": (20, 50), "47.19": (100, 250)},
}
GROUPS = {
    "odd": "1379",
    "even": "2468",
    "low": "1234",
    "high": "6789",
    "red": "2479",
    "black": "1368",
}


def breaches(rows: list[Row]) -> list[Breach]:
    game = rows[0]["game"]
    found = list(integrity(rows))
    found += minima(rows, game)
    found += maxima(rows, game)
    tables = {key(row, *TABLE): row for row in only(rows, "table_open")}
    for coup in coups(rows):
        found += handed_back(coup)
        found += settlement(coup, game)
        found += stakes(coup, tables[key(coup[0], *TABLE)], game)
    if game == "vingt-trois":
        found += directions(rows)
        found += board(rows)
    numbers = str(len(PAID[game]))
    for row in tables.values():
        if row["numbers"] != numbers or (game != "boule" and row["places"] != "27"):
            found.append(("47.2", row))
    return found


def authorised(rows: list[Row]) -> dict[tuple[str, ...], Decimal]:
    granted = only(rows, "authorisation")
    return {key(row, "casino", "season"): Decimal(row["minimum"]) for row in granted}


def minima(rows: list[Row], game: str) -> Iterator[Breach]:
    allowed = authorised(rows)
    doubled: set[Any] = set()
    sessions: dict[Any, list[Row]] = defaultdict(list)
    for row in rows:
        if row["event"] == "authorisation" and Decimal(row["minimum"]) == 0:
            yield "47.15", row
        if row["event"] in {"table_open", "table_close", "house_open"}:
            sessions[key(row, "casino", "session")].append(row)
        if row["event"] == "table_open" and allowed[key(row, "casino", "season")]:
            ratio = Decimal(row["minimum"]) / allowed[key(row, "casino", "season")]
            yield from opening(row, ratio, game, doubled)
    if game == "boule":
        for tonight in sessions.values():
            base = allowed[key(tonight[0], "casino", "season")]
            tables = [row for row in tonight if row["event"] != "house_open"]
            if base and doubled_tonight(tables, base):
                yield from alone(tables, base)
                yield from opened_late(tonight[0], tables[0])


def doubled_tonight(tables: list[Row], base: Decimal) -> bool:
    return any(Decimal(row["minimum"]) == 2 * base for row in tables if "minimum" in row)


def opened_late(house: Row, first: Row) -> Iterator[Breach]:
    if instant(first) - instant(house) > 15 * 60:
        yield "47.16", house


def opening(row: Row, ratio: Decimal, game: str, doubled: set[Any]) -> Iterator[Breach]:
    table = key(row, "casino", "season", "table")
    if ratio not in ({1, 2} if game == "boule" else {1}):
        yield "47.15", row
        if ratio > 1:
            yield "47.16", row
    elif ratio == 2:
        doubled.add(table)
    elif table in doubled:
        yield "47.16", row


def alone(tonight: list[Row], base: Decimal) -> Iterator[Breach]:
    opens = only(tonight, "table_open")
    ratio = {key(row, "table", "cloth"): Decimal(row["minimum"]) / base for row in opens}
    service: set[tuple[str, ...]] = set()
    if 2 not in ratio.values():
        return
    for row in tonight:
        service = service ^ {key(row, "table", "cloth")}
        if service and not any(ratio[cloth] == 1 for cloth in service):
            yield "47.16", row
            return


def maxima(rows: list[Row], game: str) -> Iterator[Breach]:
    allowed = authorised(rows)
    first: dict[Any, Row] = {}
    for row in only(rows, "table_open"):
        house = key(row, "casino", "season")
        if not allowed[house]:
            continue
        start = first.setdefault(house, row)
        for provision, column in (("47.18", "maximum_straight"), ("47.19", "maximum_even")):
            low, high = BOUNDS[game][provision]
            if not low <= Decimal(row[column]) / allowed[house] <= high:
                yield provision, row
            if row[column] != start[column]:
                yield "47.17", row


def directions(rows: list[Row]) -> Iterator[Breach]:
    """A spin that two cloths write down is one; another number at one cloth is another spin."""
    last: dict[Any, Row] = {}
    for row in only(rows, "spin"):
        device = key(row, "casino", "table")
        before = last.get(device, {})
        if key(row, "session", "coup") == key(before, "session", "coup"):
            one = key(row, "cloth") != key(before, "cloth")
            if one or not row.get("number") or before.get("number") in {None, row["number"]}:
                last[device] = before | row
                continue
        later = before.get("session") == row["session"]
        hole = later and int(row["coup"]) - int(before["coup"]) > 1
        if before.get("direction") == row["direction"] and not hole:
            yield "47.7", row
        last[device] = row


def board(rows: list[Row]) -> Iterator[Breach]:
    shown: dict[Any, str] = {}
    coloured: dict[Any, str] = {}
    for row in rows:
        if row["event"] == "spin" and row.get("number"):
            place = key(row, "casino", "table", "place")
            if shown.setdefault(place, row["number"]) != row["number"]:
                yield "47.2.places", row
            colour = row.get("colour") if row["number"] != "13" and row.get("place") else ""
            if colour and coloured.setdefault(place, colour) != colour:
                yield "47.2.places", row


def cancelled(coup: list[Row]) -> Iterator[Breach]:
    """Nothing is settled in it, and no number was out."""
    yield from (("log.stakes", row) for row in coup if row["event"] in {"pay", "collect"})
    if any(row.get("number") for row in only(coup, "spin")):
        yield from (("cancel.void", row) for row in only(coup, "cancel"))


def settlement(coup: list[Row], game: str) -> Iterator[Breach]:
    if only(coup, "cancel"):
        yield from cancelled(coup)
        return
    spins = only(coup, "spin")
    if game == "vingt-trois":
        for at, row in enumerate(coup):
            if row["event"] == "spin" and not only(coup[:at], "no_more_bets"):
                yield "47.7", row
    if not spins:
        return
    yield from settled_early(coup, spins[0])
    spin = spins[-1]  # another one before it was not let stand
    if spin["number"] not in PAID[game]:
        yield "47.2", spin
        return
    piles: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in coup:
        if row.get("player"):
            piles[key(row, "player", "bet", "number")].append(row)
    for pile in piles.values():
        yield from judge(pile, spin, coup, game)


def wins(bet: str, number: str, spin: Row, game: str) -> bool:
    if bet == "straight":
        return number == spin["number"]
    if game == "boule":
        return spin["number"] in GROUPS[bet]
    return (spin.get("colour") or ("black", "red")[int(spin["number"]) % 2]) == bet


def provision_of(bet: str, number: str, spin: Row, game: str) -> str:
    if game == "boule":
        return "47.6" if bet != "straight" and spin["number"] == "5" else "47.3-5"
    if bet != "straight":
        return "47.13" if spin["number"] == "13" else "47.12"
    return {23: "47.9", 11: "47.10", 7: "47.11"}[PAID[game][number]]


def judge(pile: list[Row], spin: Row, coup: list[Row], game: str) -> Iterator[Breach]:
    bet, number = pile[0]["bet"], pile[0].get("number", "")
    allowed = {"straight", "red", "black"} | (set(GROUPS) if game == "boule" else set())
    if bet not in allowed or (bet == "straight" and number not in PAID[game]):
        yield from ((provision, pile[0]) for provision in not_offered(bet, game))
        return
    yield from settled(pile, spin, coup, game)


def not_offered(bet: str, game: str) -> tuple[str, ...]:
    if game == "boule":
        return ("47.3-5",)
    return ("47.8", "47.9", "47.10", "47.11") if bet == "straight" else ("47.8", "47.12")


def settled(pile: list[Row], spin: Row, coup: list[Row], game: str) -> Iterator[Breach]:
    bet, number = pile[0]["bet"], pile[0].get("number", "")
    staked, late = standing(pile, coup)
    for row in late:
        if game == "vingt-trois" and not any(r.get("reason") == "late" for r in pile):
            yield "47.7", row
    paid = only(pile, "pay")
    taken = only(pile, "collect")
    if game == "vingt-trois" and late:
        if len(paid) + len(taken) > len(staked):
            yield "47.7", (paid + taken)[-1]
        return
    if len(paid) > len(staked):
        yield "log.stakes", paid[-1]
        return
    won = wins(bet, number, spin, game)
    odds = PAID[game][number] if bet == "straight" else 1
    due = sorted(amount * odds for amount in staked) if won else []
    rightly = same_money(paid, due)
    if not rightly:
        yield provision_of(bet, number, spin, game), (paid or pile)[0]
    if won and taken:
        yield "47.14", taken[0]
    elif rightly and not won:
        yield from kept(pile, taken, staked, provision_of(bet, number, spin, game))


def kept(
    pile: list[Row], taken: list[Row], staked: list[Decimal], provision: str
) -> Iterator[Breach]:
    if not same_money(taken, staked) or returned(pile):
        yield provision, pile[0]


def same_money(rows: list[Row], due: list[Decimal]) -> bool:
    """Each for itself, or all in one sum."""
    settled = sorted(Decimal(row["amount"]) for row in rows)
    return settled == sorted(due) or (len(settled) == 1 and settled[0] == sum(due))


def standing(pile: list[Row], coup: list[Row]) -> tuple[list[Decimal], list[Row]]:
    """Amounts that take part, and stakes placed after the bets were closed."""
    order = {id(row): place for place, row in enumerate(coup)}
    closed = min((order[id(r)] for r in coup if r["event"] == "no_more_bets"), default=10**9)
    amounts: list[Decimal] = []
    late = []
    for row in pile:
        if row["event"] == "stake":
            amounts.append(Decimal(row["amount"]))
            if order[id(row)] > closed:
                late.append(row)
        elif row["event"] == "stake_change":
            amounts = [Decimal(row["amount"])]
        elif row["event"] == "stake_withdraw":
            amounts = []
        elif row["event"] == "stake_refuse" and amounts and pushed_back(row, pile, amounts[-1]):
            amounts.pop()
    return amounts, late


def pushed_back(refusal: Row, pile: list[Row], last: Decimal) -> bool:
    """A late stake; or one of as much, of which nothing was settled."""
    settled = any(row["event"] in {"pay", "collect"} for row in pile)
    return refusal["reason"] == "late" or (Decimal(refusal["amount"]) == last and not settled)


def stakes(coup: list[Row], table: Row, game: str) -> Iterator[Breach]:
    totals: dict[Any, Decimal] = defaultdict(Decimal)
    least = Decimal(table["minimum"])
    lying: dict[Any, tuple[Decimal, Row]] = {}
    announced = False
    for row in coup:
        who = key(row, "player", "bet", "number")
        if row["event"] == "no_more_bets":
            announced = True
        if row["event"] in {"stake", "stake_change"} and row["bet"] in {"straight", *GROUPS}:
            amount = Decimal(row["amount"])
            totals[who] = amount + (totals[who] if row["event"] == "stake" else 0)
            most = Decimal(table[limit(row)])
            there = (*who, row.get("cloth", ""))
            before = lying[there][0] if row["event"] == "stake" and there in lying else 0
            lying[there] = (before + amount, row)
            if totals[who] > most:
                yield "47.20", row
        elif row["event"] == "stake_withdraw":
            totals[who] = Decimal(0)
            lying.pop((*who, row.get("cloth", "")), None)
        elif row["event"] == "stake_refuse":
            most = Decimal(table[limit(row)])
            within = totals[who] + Decimal(row["amount"]) <= most
            if row["reason"] == "aggregate" or (row["reason"] == "over_maximum" and within):
                yield "47.20", row
            if row["reason"] == "late" and game == "vingt-trois" and not announced:
                yield "47.7", row
    yield from (("47.15", row) for total, row in lying.values() if total < least)


def limit(row: Row) -> str:
    return "maximum_straight" if row["bet"] == "straight" else "maximum_even"
