"""Cards whose rank stands in one column and whose suit in another."""

from __future__ import annotations

from dataclasses import dataclass

from auditor.log.convert import cards as playing_cards
from auditor.log.convert.words import normalise
from auditor.log.header import Heading
from auditor.log.infer.columns import Body, cell_at

RANKS = frozenset(
    ["rank", "rang", "valeur", "value", "wert", "rango", "valore", "valor", "waarde", "figure"]
)
SUITS = frozenset(
    [
        "suit",
        "couleur",
        "enseigne",
        "colour",
        "color",
        "farbe",
        "palo",
        "seme",
        "naipe",
        "kleur",
        "symbol",
    ]
)
"""Names of the two halves of a card, as programs call them."""


@dataclass(frozen=True, slots=True)
class CardApart:
    """A card in two columns: the place of its suit, the name that both have in common, and what
    stands in both.
    """

    suit: int
    name: str
    cards: list[str]


def cards_apart(head: Heading, body: Body) -> dict[int, CardApart]:
    """The columns of ranks, each with the one of its suits; only such of which all cells say so."""
    suits = {_without(name, SUITS): at for at, name in enumerate(head.names)}
    found: dict[int, CardApart] = {}
    for at, name in enumerate(head.names):
        common = _without(name, RANKS)
        other = suits.get(common) if common is not None else None
        if other is None:
            continue
        halves = [(cell_at(row, at), cell_at(row, other)) for row in body.rows]
        filled = [own for own in halves if any(own)]
        if filled and all(map(_is_card, filled)):
            found[at] = CardApart(other, common or "", [" ".join(own) for own in filled])
    return found


def ranks_of_codes(head: Heading, body: Body) -> set[int]:
    """The columns of ranks beside suits that are numbers: no amount is called so there."""
    suits = {
        common
        for at, name in enumerate(head.names)
        if (common := _without(name, SUITS)) is not None
        and (cells := body.cells(at))
        and all(own.isdecimal() and len(own) == 1 for own in cells)
    }
    return {at for at, name in enumerate(head.names) if _without(name, RANKS) in suits}


def _without(name: str, halves: frozenset[str]) -> str | None:
    """The words of a name that has one for this half of a card, without it."""
    words = normalise(name).split()
    rest = [own for own in words if own not in halves]
    return " ".join(rest) if len(rest) == len(words) - 1 else None


def _is_card(halves: tuple[str, str]) -> bool:
    rank, suit = halves
    return any(playing_cards.rank_readings(rank)) and any(playing_cards.suit_readings(suit))
