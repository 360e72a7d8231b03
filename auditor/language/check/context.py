"""The typing context of an expression, and how messages name types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from auditor.diagnostic import one_of
from auditor.language import core
from auditor.language.syntax import nodes as s
from auditor.messages.message import Message, message
from auditor.types import Basic, Item, SetOf, Type


@dataclass(frozen=True, slots=True)
class TypingContext:
    """The names in scope where an expression stands: its subject, perhaps an element, its lets."""

    subject: Item
    lets: Mapping[str, Type | None]  # None: its own error has been reported
    element: Item | None = None
    scope: str | None = None  # the scope in which selections look where they name none


class Inner(Protocol):
    """Elaborates the expressions within an expression."""

    def value(
        self, node: s.Expression, context: TypingContext, expect: Type | None = None
    ) -> core.Expression:
        """An expression of any type; `expect` helps to find what a bare word means."""

    def condition(self, node: s.Expression, context: TypingContext) -> core.Expression:
        """An expression that must be true or false."""


def article(kind: Type) -> Message:
    """A type with its article, as messages speak of one of its values."""
    match kind:
        case Item(sources=sources):
            return message("rules.type.one", sources=one_of(sources) if sources else "")
        case SetOf(element=element):
            return message("rules.type.a_set_of", element=str(element))
        case Basic(name="money" | "text"):
            return message("rules.type.uncounted", name=str(kind))
        case _ if (name := str(kind))[0] in "aeiou":
            return message("rules.type.an", name=name)
        case _:
            return message("rules.type.a", name=name)


def type_name(kind: Type) -> str | Message:
    """A type without an article."""
    match kind:
        case Item():
            return article(kind)
        case SetOf(element=element):
            return message("rules.type.set_of", element=str(element))
        case _:
            return str(kind)
