"""One row for each coup of punto banco: stakes, cards, points and what was settled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Final

from auditor_simulators.common.places import coups
from auditor_simulators.protocol import Row
from tools.shapes import french

BETS: Final = ("player", "banker", "tie")
SETTLED: Final = {"pay": "Payé", "collect": "Ramassé", "give_back": "Rendu"}
GROUPS: Final = (
    ("", ("Séance", "Heure", "Table", "Sabot", "N° de coup", "Joueur")),
    ("Mises", tuple(french.WORDS["bet"][bet] for bet in BETS)),
    ("Cartes du joueur", ("1", "2", "3")),
    ("Cartes de la banque", ("1", "2", "3")),
    ("Point", ("Joueur", "Banque")),
    ("", ("Gagnant",)),
    *((group, tuple(french.WORDS["bet"][bet] for bet in BETS)) for group in SETTLED.values()),
    ("", ("Commission", "Coup annulé")),
)


def header() -> list[list[str]]:
    """Two rows: a group's name stands above the first of its columns, as a merged cell exports;
    a column of no group has its name above.
    """
    upper: list[str] = []
    lower: list[str] = []
    for group, names in GROUPS:
        upper += [group, *[""] * (len(names) - 1)] if group else names
        lower += names if group else [""] * len(names)
    return [upper, lower]


def sheet(rows: Sequence[Row]) -> Iterator[tuple[list[Row], list[str]]]:
    """Each coup with its cells."""
    for coup in coups(rows):
        yield coup, _cells(coup)


def _cells(coup: list[Row]) -> list[str]:
    first = coup[0]
    moment = datetime.fromisoformat(first["time"])
    by_event: dict[str, list[Row]] = {}
    for row in coup:
        by_event.setdefault(row["event"], []).append(row)
    announced = (by_event.get("announce") or [{}])[0]
    return [
        french.cell("session", first["session"]),
        f"{moment:%Hh%M}",
        first["table"],
        first["shoe"],
        first["coup"],
        next((row["player"] for row in coup if row.get("player")), ""),
        *_sums(by_event.get("stake", ())),
        *_hand(by_event.get("deal", ()), "player"),
        *_hand(by_event.get("deal", ()), "banker"),
        announced.get("player_score", ""),
        announced.get("banker_score", ""),
        french.cell("winner", announced.get("winner", "")),
        *(cell for event in SETTLED for cell in _sums(by_event.get(event, ()))),
        _sum(by_event.get("commission", ())),
        "OUI" if "cancel" in by_event else "",
    ]


def _sums(rows: Sequence[Row]) -> list[str]:
    return [_sum([row for row in rows if row["bet"] == bet]) for bet in BETS]


def _sum(rows: Sequence[Row]) -> str:
    total = sum(Decimal(row["amount"]) for row in rows)
    return f"{total:.2f}".replace(".", ",") if rows else ""


def _hand(rows: Sequence[Row], to: str) -> list[str]:
    cards = [french.card(row["card"]) for row in rows if row["to"] == to]
    return [*cards, *[""] * (3 - len(cards))]
