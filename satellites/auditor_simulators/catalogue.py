"""The games that can be simulated, by name; a game is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Final, cast

from auditor_simulators.protocol import Game, Situation

_PARLOUR: Final = "auditor_simulators.parlour.games"

GAMES: Final[Mapping[str, str]] = {
    "bataille": "auditor_simulators.bataille.game:GAME",
    "boule": "auditor_simulators.wheel.house:BOULE",
    "vingt-trois": "auditor_simulators.wheel.house:VINGT_TROIS",
    "punto-banco": "auditor_simulators.punto_banco.game:GAME",
    "bataille-familiale": f"{_PARLOUR}:FAMILIALE",
    "bataille-additions": f"{_PARLOUR}:ADDITIONS",
    "bataille-speed": f"{_PARLOUR}:SPEED",
    "bataille-clones": f"{_PARLOUR}:CLONES",
    "bataille-sans-carte-cachee": f"{_PARLOUR}:SANS_CARTE_CACHEE",
    "bataille-jokers": f"{_PARLOUR}:JOKERS",
    "bataille-jokers-courte": f"{_PARLOUR}:JOKERS_COURTE",
    "bataille-couleurs": f"{_PARLOUR}:COULEURS",
    "bataille-pat": f"{_PARLOUR}:PAT",
    "bataille-pat-recharge": f"{_PARLOUR}:PAT_RECHARGE",
    "bataille-payante": f"{_PARLOUR}:PAYANTE",
    "bataille-ouverte": f"{_PARLOUR}:OUVERTE",
    "bataille-sans-carte-cachee-jokers": f"{_PARLOUR}:SANS_CARTE_CACHEE_JOKERS",
    "bataille-sans-carte-cachee-jokers-courte": f"{_PARLOUR}:SANS_CARTE_CACHEE_JOKERS_COURTE",
}
"""Name of the game to where it stands, `module:attribute`."""


class UnknownGameError(LookupError):
    """No game of this name can be simulated."""


def names() -> tuple[str, ...]:
    return tuple(GAMES)


def game(name: str) -> Game:
    """The game of that name; raises UnknownGameError, which says what names there are."""
    if name not in GAMES:
        raise UnknownGameError(f"no game `{name}`: there is {', '.join(GAMES)}")
    module, attribute = GAMES[name].split(":")
    return cast("Game", getattr(import_module(module), attribute))


def situations(name: str) -> tuple[Situation, ...]:
    """Lawful situations that usual play of the game does not show; none where none was written."""
    return cast("tuple[Situation, ...]", getattr(game(name), "situations", ()))
