"""The words of a declaration as they stand in its lines, with the comments between them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lark import Token, Tree

from auditor.language.syntax.parse import parser

_COMMENT = re.compile(r"#[^\n]*")


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A part of a declaration, from one character to another, and the parts around it."""

    name: str
    start: int
    end: int
    parent: TreeNode | None = None

    def within(self, *names: str) -> TreeNode | None:
        """The innermost part around it with one of these names, itself included."""
        node: TreeNode | None = self
        while node is not None and node.name not in names:
            node = node.parent
        return node


@dataclass(frozen=True, slots=True)
class Word:
    """A word or a sign: its text, where it stood, and the innermost part that it is of."""

    text: str
    start: int
    column: int
    node: TreeNode


@dataclass(slots=True)
class SourceLine:
    """A line as its author broke it; without words it is a comment, or blank."""

    words: list[Word]
    comment: str = ""
    comment_column: int = 0
    indented: bool = True
    """Whether a line that is a comment alone was indented."""

    @property
    def is_blank(self) -> bool:
        return not self.words and not self.comment


def lines_of(text: str) -> tuple[list[SourceLine], TreeNode]:
    """The lines of a declaration that can be parsed, and the whole of it."""
    interactive = parser().parse_interactive(text)
    tokens = list(interactive.exhaust_lexer())
    tree: Tree[Token] = interactive.feed_eof()  # type: ignore[no-untyped-call]  # of Lark
    root = TreeNode(str(tree.data), 0, len(text))
    words = list(_words(tokens, root, _nodes(tree, root)))
    return list(_lines(text, words)), root


def _nodes(tree: Tree[Token], around: TreeNode) -> Iterator[TreeNode]:
    for child in tree.children:
        if isinstance(child, Tree) and not child.meta.empty:
            node = TreeNode(str(child.data), child.meta.start_pos, child.meta.end_pos, around)
            yield node
            yield from _nodes(child, node)


def _words(tokens: Iterable[Token], root: TreeNode, nodes: Iterator[TreeNode]) -> Iterator[Word]:
    """The tokens, each with the innermost node around it; of the nodes outer ones come first."""
    around, following = [root], next(nodes, None)
    for token in tokens:
        start = token.start_pos or 0
        while following is not None and following.start <= start:
            while around[-1].end <= following.start:
                around.pop()
            around.append(following)
            following = next(nodes, None)
        while around[-1].end <= start:
            around.pop()
        yield Word(str(token), start, token.column or 1, around[-1])


def _lines(text: str, words: Sequence[Word]) -> Iterator[SourceLine]:
    left, at = list(reversed(words)), 0
    for written in text.split("\n"):
        end = at + len(written)
        own = []
        while left and left[-1].start <= end:
            own.append(left.pop())
        rest = own[-1].start + len(own[-1].text) if own else at
        comment = _COMMENT.search(text, rest, end)
        said = comment.group().rstrip() if comment is not None else ""
        column = comment.start() - at + 1 if comment is not None else 0
        yield SourceLine(own, said, column, written[:1].isspace())
        at = end + 1
