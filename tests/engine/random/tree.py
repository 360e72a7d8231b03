"""Pieces of rule files that know how they can be made smaller."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from auditor.types import Type


@dataclass(frozen=True, eq=False)
class Tree:
    """Text with pieces inside it.

    `type` is that of an expression.  A piece may stand in the place of one that holds it, if their
    types are the same; `simplest` may always.  One that is `optional` may be left out.
    """

    parts: tuple[Tree | str, ...]
    type: Type | None = None
    simplest: tuple[str, ...] = ()
    optional: bool = False

    @cached_property
    def text(self) -> str:
        return "".join(part if isinstance(part, str) else part.text for part in self.parts)

    def inner(self) -> Iterator[Tree]:
        """All the pieces inside, the outermost first."""
        for part in self.parts:
            if isinstance(part, Tree):
                yield part
                yield from part.inner()

    def without(self, *dropped: Tree) -> Tree:
        """The same without some of the pieces right inside it."""
        return replace(self, parts=tuple(part for part in self.parts if part not in dropped))


def tree(*parts: Tree | str, type_: Type | None = None, simplest: tuple[str, ...] = ()) -> Tree:
    return Tree(parts, type_, simplest)


def optional(*parts: Tree | str) -> Tree:
    """A piece that may be left out."""
    return Tree(parts, optional=True)


def joined(separator: str, parts: list[Tree]) -> Tree:
    """Pieces with the same text between each two; any of them but the last may be left out."""
    whole: list[Tree | str] = [optional(part, separator) for part in parts[:-1]]
    return Tree((*whole, parts[-1]))


def smaller(whole: Tree) -> Iterator[Tree]:
    """What is left when one piece is left out, or made smaller; the largest steps first."""
    waiting: list[tuple[Tree, tuple[tuple[Tree, int], ...]]] = [(whole, ())]
    while waiting:
        piece, path = waiting.pop(0)
        for candidate in _instead(piece):
            yield _put(candidate, path)
        waiting += [
            (part, ((piece, at), *path))
            for at, part in enumerate(piece.parts)
            if isinstance(part, Tree)
        ]


def _instead(piece: Tree) -> Iterator[Tree]:
    if piece.optional:
        yield Tree(())
    if piece.type is not None:
        inner = [other for other in piece.inner() if other.type == piece.type]
        yield from (other for other in inner if len(other.text) < len(piece.text))
    for text in piece.simplest:
        if len(text) < len(piece.text):
            yield Tree((text,), piece.type)


def _put(piece: Tree, path: tuple[tuple[Tree, int], ...]) -> Tree:
    for around, at in path:
        piece = replace(around, parts=(*around.parts[:at], piece, *around.parts[at + 1 :]))
    return piece
