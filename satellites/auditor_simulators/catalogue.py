"""The games that can be simulated, by name; a game is imported when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from auditor_simulators.protocol import Game

ROOMS: Final = {
    "bataille.game": ("bataille",),
    "wheel.house": ("boule", "vingt-trois"),
    "punto_banco.game": ("punto-banco",),
    "parlour.games": (
        *("bataille-familiale", "bataille-additions", "bataille-speed", "bataille-clones"),
        *("bataille-sans-carte-cachee", "bataille-jokers", "bataille-jokers-courte"),
        *("bataille-couleurs", "bataille-pat", "bataille-pat-recharge", "bataille-payante"),
        *("bataille-ouverte", "bataille-sans-carte-cachee-jokers"),
        "bataille-sans-carte-cachee-jokers-courte",
    ),
}
"""The modules of the games; each has `GAMES` by name."""


class UnknownGameError(LookupError):
    """No game of this name can be simulated."""


def names() -> tuple[str, ...]:
    return tuple(name for found in ROOMS.values() for name in found)


def game(name: str) -> Game:
    """The game of that name; raises UnknownGameError, which says what names there are."""
    for room, found in ROOMS.items():
        if name in found:
            own: Game = import_module(f"auditor_simulators.{room}").GAMES[name]
            return own
    raise UnknownGameError(f"no game `{name}`: there is {', '.join(names())}")
