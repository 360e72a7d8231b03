"""The standard parlour game and its variants, ready to be simulated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from auditor.simulate.house import together
from auditor.simulate.parlour.faults import faults_of
from auditor.simulate.parlour.record import COLUMNS, at_table
from auditor.simulate.parlour.variant import Dealing, Short, Variant
from auditor.simulate.protocol import Fault, Plan, Row

STANDARD = Variant("bataille-familiale", decks=(1, 1, 1, 2))
ADDITIONS = Variant(
    "bataille-additions", "additions", (2,), up=2, down_at_tie=3, up_at_tie=2, adds=True
)
SPEED = Variant("bataille-speed", "speed", sheds=True)
CLONES = Variant("bataille-clones", "clones", (2, 3, 4), sizes=(52,), pictures=True)
OPEN_TIES = Variant("bataille-sans-carte-cachee", "sans-carte-cachee", down_at_tie=0)
WITH_JOKERS = Variant("bataille-jokers", "jokers", (2,), sizes=(52,), dealing=Dealing.JOKERS)
FIRST_JOKER = Variant(
    "bataille-jokers-courte",
    "jokers-courte",
    (2,),
    sizes=(52,),
    dealing=Dealing.JOKERS,
    capture_ends=True,
)
COLOURS = Variant("bataille-couleurs", "couleurs", (2, 4), dealing=Dealing.COLOURS)
PAT = Variant("bataille-pat", "pat", (2,), short=Short.DRAW)
REFILL = Variant("bataille-pat-recharge", "pat-recharge", (2,), short=Short.REFILL)
PAYING = Variant("bataille-payante", "payante", pays=True)
OPEN_HANDS = Variant("bataille-ouverte", "ouverte", open_hand=True)
OPEN_TIES_WITH_JOKERS = Variant(
    "bataille-sans-carte-cachee-jokers",
    "sans-carte-cachee-jokers",
    (2,),
    sizes=(52,),
    down_at_tie=0,
    dealing=Dealing.JOKERS,
)

VARIANTS = (
    STANDARD, ADDITIONS, SPEED, CLONES, OPEN_TIES, WITH_JOKERS, FIRST_JOKER, COLOURS,
    PAT, REFILL, PAYING, OPEN_HANDS, OPEN_TIES_WITH_JOKERS,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ParlourGame:
    """One form of the game, ready to be simulated."""

    variant: Variant
    faults: tuple[Fault, ...]
    columns: tuple[str, ...] = COLUMNS

    @property
    def name(self) -> str:
        return self.variant.name

    def lawful(self, plan: Plan) -> Iterator[Row]:
        return together([
            at_table(plan, self.variant, casino, table)
            for casino in range(plan.casinos)
            for table in range(plan.tables)
        ])  # fmt: skip


GAMES = {variant.name: ParlourGame(variant, faults_of(variant)) for variant in VARIANTS}
