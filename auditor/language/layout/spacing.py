"""Where blanks stand between two words of a line."""

from __future__ import annotations

from itertools import pairwise

from auditor.language.layout.words import Word

_CLOSE = frozenset((",", ")", "]", "}", "?"))
_OPEN = frozenset(("(", "[", "{"))
_STUCK = {
    ".": ("access", "path"),
    "..": ("range_of", "quantity"),
}
"""Signs without blanks around them, and of which parts they are."""


def joined(words: list[Word]) -> str:
    """The words of a line with the blanks between them."""
    return "".join(pieces(words))


def pieces(words: list[Word]) -> list[str]:
    """Each word with the blank before it, if one belongs there."""
    told = [words[0].text] if words else []
    for before, word in pairwise(words):
        told.append(f" {word.text}" if _is_spaced(before, word) else word.text)
    return told


def _is_spaced(before: Word, word: Word) -> bool:
    if word.text in _CLOSE or before.text in _OPEN:
        return False
    if _is_stuck(before) or _is_stuck(word):
        return False
    if word.text == "(":
        return not _calls(before, word)
    if word.text in {"{", "*", "+"} and word.node.name == "quantity":
        return False
    if word.text == ":" and word.node.name in {"grid", "grid_row"}:
        return False
    return not (before.text == "-" and before.node.name in {"minus", "negative"})


def _is_stuck(word: Word) -> bool:
    return word.node.name in _STUCK.get(word.text, ())


def _calls(before: Word, word: Word) -> bool:
    """Whether a bracket holds what a function, or a step of a pattern, is given."""
    node = word.node
    return node.name in {"call", "step"} and node.start == before.start
