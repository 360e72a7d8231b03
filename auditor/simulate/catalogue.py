"""The games that can be simulated, by name; a game is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Final, cast

from auditor.simulate.protocol import Game

_PARLOUR: Final = "auditor.simulate.parlour.games"

GAMES: Final[Mapping[str, str]] = {
    "bataille": "auditor.simulate.bataille.game:GAME",
    "boule": "auditor.simulate.wheel.boule:GAME",
    "vingt-trois": "auditor.simulate.wheel.vingt_trois:GAME",
    "punto-banco": "auditor.simulate.punto_banco.game:GAME",
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


FIGURES: Final[Mapping[str, str]] = {"bataille-familiale": "tools.figures:report"}
"""Games of which the sources tell figures, and what plays them."""


def figures_of(name: str) -> Callable[[int, int], Iterator[str]] | None:
    """What prints a game's reference figures over a number of games, from a seed; if anything."""
    if name not in FIGURES:
        return None
    module, attribute = FIGURES[name].split(":")
    return cast("Callable[[int, int], Iterator[str]]", getattr(import_module(module), attribute))
