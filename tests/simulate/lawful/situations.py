"""What is lawful by the words of a provision, and rare in usual play, for each simulated game.

A rule might take it for a fault: here it is put into lawful logs as faults are.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from auditor_simulators.common.places import named
from auditor_simulators.parlour.games import edits_for
from auditor_simulators.parlour.variant import VARIANTS
from auditor_simulators.protocol import Fault
from tests.simulate.lawful import bataille, parlour, punto_banco, wheel

LISTS = Path(__file__).parent
EDITS = {
    "bataille": bataille.SITUATIONS,
    "boule": wheel.AT_BOULE,
    "vingt-trois": wheel.AT_VINGT_TROIS,
    "punto-banco": punto_banco.SITUATIONS,
}


@cache
def situations(name: str) -> tuple[Fault, ...]:
    """The situations of a game, in the order of its list; `GAME.situations` has their sentences."""
    if name in EDITS:
        return named(LISTS / f"{name}.situations", EDITS[name])
    [variant] = [own for own in VARIANTS if own.name == name]
    edits = edits_for(variant, parlour.SITUATIONS)
    return named(LISTS / "parlour.situations", edits, variant.traits)
