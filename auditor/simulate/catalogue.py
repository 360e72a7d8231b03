"""The games that can be simulated, by name; a game is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Final, cast

from auditor.simulate.protocol import Game

GAMES: Final[Mapping[str, str]] = {
    "bataille": "auditor.simulate.bataille:GAME",
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
