"""Lawful rows read back as coups, shoes and sittings: where a fault can be put."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from auditor_simulators.common.cards import DECK, strength
from auditor_simulators.common.edits import whereabouts
from auditor_simulators.common.places import chosen
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


@dataclass(frozen=True, slots=True)
class Coup:
    """A coup played to its end."""

    opened: Row  # the table's table_open
    rows: tuple[Row, ...]
    seated: dict[str, str]  # seat to player
    chiefs: tuple[str, ...]
    hands: tuple[PlayedHand, ...]  # by rising seat
    dealer: Row  # the deal of the dealer's first card

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


@dataclass(slots=True)
class _Sitting:
    opened: Row
    seated: dict[str, str]
    chiefs: list[str]
    coup: list[Row]
    seated_then: dict[str, str]
    chiefs_then: tuple[str, ...]


def coups(rows: Sequence[Row]) -> list[Coup]:
    """The coups played to their end, in the order in which they began.

    No cancelled one, and none in which some other fault has left no order of the cards.
    """
    sittings: dict[tuple[str, ...], _Sitting] = {}
    found: list[Coup] = []
    for row in rows:
        key = whereabouts(row)
        if row["event"] == "table_open":
            sittings[key] = _Sitting(row, {}, [], [], {}, ())
        elif key in sittings:
            found += _follow(sittings[key], row)
    return found


def _follow(sitting: _Sitting, row: Row) -> list[Coup]:
    """The coup that this row shows to be over, if any."""
    if row.get("coup"):
        if sitting.coup and row["coup"] == sitting.coup[0]["coup"]:
            sitting.coup.append(row)
            return []
        over, sitting.coup = _read(sitting), [row]
        sitting.seated_then = dict(sitting.seated)
        sitting.chiefs_then = tuple(sitting.chiefs)
        return over
    over, sitting.coup = _read(sitting), []
    match row["event"]:
        case "sit":
            sitting.seated[row["seat"]] = row["player"]
        case "leave":
            sitting.seated.pop(row["seat"], None)
        case "chief_arrive":
            sitting.chiefs.append(row["staff"])
        case "chief_leave":
            sitting.chiefs.remove(row["staff"])
    return over


def _read(sitting: _Sitting) -> list[Coup]:
    rows = tuple(sitting.coup)
    dealers = chosen(rows, "deal", to="dealer")
    if not dealers or any(len(chosen(rows, event)) != 1 for event in _ONCE):
        return []
    if any(row.get("card", "2S") not in DECK for row in rows):
        return []
    stakes: dict[tuple[str, str, str], Row] = {}
    for row in rows:
        key = (row.get("seat", ""), row.get("player", ""), row.get("bet", ""))
        if row["event"] == "stake":
            stakes[key] = row
        elif row["event"] == "stake_withdraw":
            stakes.pop(key, None)
    hands = _hands(rows, dealers, list(stakes.values()))
    return [Coup(sitting.opened, rows, sitting.seated_then, sitting.chiefs_then, hands, dealers[0])]


def _hands(rows: Sequence[Row], dealers: list[Row], stakes: list[Row]) -> tuple[PlayedHand, ...]:
    choices = {row["seat"]: row["choice"] for row in chosen(rows, "choice")}
    firsts: dict[str, Row] = {}
    wars: dict[str, Row] = {}
    for row in chosen(rows, "deal", to="player"):
        (wars if row["seat"] in firsts else firsts)[row["seat"]] = row
    return tuple(
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


def _margin(card: Row, dealer: Row) -> int:
    return strength(card["card"]) - strength(dealer["card"])


def shoes(rows: Sequence[Row]) -> list[list[Row]]:
    """Rows of each shoe, its preparation in front."""
    found: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        if row.get("shoe"):
            found.setdefault(shoe_key(row), []).append(row)
    return list(found.values())


def sittings(rows: Sequence[Row]) -> list[list[Row]]:
    """Rows of each table on each gaming day."""
    found: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        if row.get("table"):
            found.setdefault(whereabouts(row), []).append(row)
    return list(found.values())
