"""The standard parlour game and its variants."""

from typing import Final

from auditor_simulators.parlour.play.variant import Dealing, Short, Variant

STANDARD: Final = Variant("bataille-familiale", decks=(1, 1, 1, 2))
ADDITIONS: Final = Variant(
    "bataille-additions", "additions", (2,), up=2, down_at_tie=3, up_at_tie=2, adds=True
)
SPEED: Final = Variant("bataille-speed", "speed", sheds=True)
CLONES: Final = Variant("bataille-clones", "clones", (2, 3, 4), sizes=(52,), pictures=True)
OPEN_TIES: Final = Variant("bataille-sans-carte-cachee", "sans-carte-cachee", down_at_tie=0)
WITH_JOKERS: Final = Variant("bataille-jokers", "jokers", (2,), sizes=(52,), dealing=Dealing.JOKERS)
FIRST_JOKER: Final = Variant(
    "bataille-jokers-courte",
    "jokers-courte",
    (2,),
    sizes=(52,),
    dealing=Dealing.JOKERS,
    capture_ends=True,
)
COLOURS: Final = Variant("bataille-couleurs", "couleurs", (2, 4), dealing=Dealing.COLOURS)
PAT: Final = Variant("bataille-pat", "pat", short=Short.DRAW)
REFILL: Final = Variant("bataille-pat-recharge", "pat-recharge", (2,), short=Short.REFILL)
PAYING: Final = Variant("bataille-payante", "payante", pays=True)
OPEN_HANDS: Final = Variant("bataille-ouverte", "ouverte", open_hand=True)
OPEN_TIES_WITH_JOKERS: Final = Variant(
    "bataille-sans-carte-cachee-jokers",
    "sans-carte-cachee-jokers",
    (2,),
    sizes=(52,),
    down_at_tie=0,
    dealing=Dealing.JOKERS,
)
OPEN_TIES_FIRST_JOKER: Final = Variant(
    "bataille-sans-carte-cachee-jokers-courte",
    "sans-carte-cachee-jokers-courte",
    (2,),
    sizes=(52,),
    down_at_tie=0,
    dealing=Dealing.JOKERS,
    capture_ends=True,
)
