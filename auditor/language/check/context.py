"""From where an expression looks, and how its parts are elaborated in their turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from auditor.language import core
from auditor.language.syntax import nodes as s
from auditor.types import Basic, Item, Type


@dataclass(frozen=True, slots=True)
class View:
    """From where an expression looks: its subject, perhaps an element, and the names let."""

    subject: Item
    lets: Mapping[str, Type | None]  # None: its own error has been reported
    element: Item | None = None
    scope: str | None = None  # the scope in which selections look where they name none


class Inner(Protocol):
    """Elaborates the expressions within an expression."""

    def value(self, node: s.Expression, view: View, expect: Type | None = None) -> core.Expression:
        """An expression of any type; `expect` helps to find what a bare word means."""

    def condition(self, node: s.Expression, view: View) -> core.Expression:
        """An expression that must be true or false."""


def article(kind: Type) -> str:
    """A type with its article."""
    match kind:
        case Item():
            return str(kind)
        case Basic("money"):
            return "money"
        case Basic("text"):
            return "text"
        case _:
            name = str(kind)
            return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
