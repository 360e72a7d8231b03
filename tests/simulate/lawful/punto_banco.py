"""Play at punto banco that is lawful and rare."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from auditor_simulators.common.notation import text_of
from auditor_simulators.common.places import *
from auditor_simulators.punto_banco.faults import STAKES, DealtCoup, about, outcome, settled

FEE: Final = settled("commission", "banker")
WON: Final = first(about("pay"))


def _rounded(cents: str) -> Apply:
    """A stake of which five per cent are twelve cents and a half."""
    odd = put(both(STAKES, WON), amount="2.50")
    return at(FEE, do(odd, put(outcome, amount=cents)), outcome, WON, STAKES)


def _net(place: DealtCoup) -> str:
    """The commission is kept from the payment, and has no row of its own."""
    return text_of(Decimal(WON(place)[0]["amount"]) - price(place.outcome))


SITUATIONS: Final = {
    # One deck is found worn before the first card, and a ninth comes in its place.
    "worn-deck-replaced": at(
        a_row("deck"),
        preceded(here, deck=lambda place: place.rows[0]["deck"] + "-W", condition="worn"),
        traces,
        here,
    ),
    # The wrong hand is called the winner, and the right one at once.
    "winner-put-right": at(
        a_row("announce", none(of("announce", winner=""))),
        preceded(
            here, winner=lambda place: "player" if place.rows[0]["winner"] != "player" else "banker"
        ),
        traces,
        here,
    ),
    "commission-rounded-up": _rounded("0.13"),
    "commission-rounded-down": _rounded("0.12"),
    "paid-net": at(FEE, do(put(WON, amount=_net), drop(outcome)), WON, STAKES),
}
