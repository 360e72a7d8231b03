"""Libraries that are slow to import: whoever reads a small log does without them."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class when_used:  # noqa: N801 - called as a function is, in the place of an import
    """A library by its name, imported when something of it is first asked for.

    What is typed imports the library under `TYPE_CHECKING`, and has this in its place otherwise.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        found = getattr(import_module(self._name), name)
        setattr(self, name, found)  # so that this is asked once for each name
        return found
