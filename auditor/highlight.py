"""Rule files in colour: a lexer for Pygments, which sites and terminals use.

Its words and signs are those of the grammar, so that it colours what the parser reads.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from pygments.lexer import RegexLexer, bygroups, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text

from auditor.language.operators import FUNCTIONS
from auditor.language.syntax import grammar

OUTCOMES = ("critical", "major", "minor", "violates", "complies", "unverifiable", "inapplicable")
"""Words of the language that are values: how grave a rule is, and how an example comes out."""

VALUES = ("true", "false")
PUNCTUATION = ("(", ")", "[", "]", "{", "}", ",", ":", ".", "?", "|")
LABEL = r"[^\W\d]\w*(?:-\w[\w.]*)+"
DATE = r"\d{4}-\d{2}-\d{2}"
CLOCK = r"\d{1,2}:\d{2}(?::\d{2})?(?!\d)"
NUMBER = r"\d+(?:\.\d+)?"
CELL = r"([^\W\d]\w*)(=)"


_each: Callable[..., Any] = bygroups


def operators() -> tuple[str, ...]:
    """The signs that stand between values."""
    return tuple(own for own in grammar.signs() if own not in PUNCTUATION)


def plain_words() -> tuple[str, ...]:
    """The words of the language, without those that are values or begin a declaration."""
    other = {*OUTCOMES, *grammar.KEYWORDS}
    return tuple(own for own in grammar.words() if own not in other)


class RulesLexer(RegexLexer):
    """Pygments finds it by `.rules` and by the name `rules`."""

    name = "Rules of auditor"
    aliases: ClassVar[list[str]] = ["rules"]
    filenames: ClassVar[list[str]] = ["*.rules"]
    tokens: ClassVar[dict[str, list[Any]]] = {
        "root": [
            (r"#[^\n]*", Comment.Single),
            (r'"', String, "text"),
            (
                r"^([^\S\n]+)(\|)([^\S\n]*)(\d*)",
                _each(Text, Punctuation, Text, Number),
                "event",
            ),
            (
                rf"^({'|'.join(grammar.KEYWORDS)})\b( +)([\w.-]+)?",
                _each(Keyword.Declaration, Text, Name.Class),
            ),
            (rf"{DATE}|{CLOCK}", Number),
            (words(("called-in",), r"\b", r"\b"), Keyword),
            (LABEL, Name),
            (words(OUTCOMES, r"\b", r"\b"), Keyword.Constant),
            (words(VALUES, r"\b", r"\b"), Keyword.Constant),
            (words(sorted(FUNCTIONS), r"\b", r"\b(?=\s*\()"), Name.Builtin),
            (words((*plain_words(), *grammar.KEYWORDS), r"\b", r"\b"), Keyword),
            (NUMBER, Number),
            (r"[^\W\d]\w*", Name),
            (words(operators()), Operator),
            (words(PUNCTUATION), Punctuation),
            (r"\n|[^\S\n]+", Text),
        ],
        "text": [
            (r"\{\w+\}", String.Interpol),
            (r"\\.", String.Escape),
            (r'[^"\\{\n]+|\{', String),
            (r'"|\n', String, "#pop"),
        ],
        "event": [
            (r"\n", Text, "#pop"),
            (r"(\|)([^\S\n]*)(\d*)", _each(Punctuation, Text, Number)),
            (CELL, _each(Name.Attribute, Operator)),
            (r"(?<=[|\s])[^\W\d]\w*(?=\s|$)", Name.Class),
            (r'"[^"\n]*"', String),
            (r"[^\s=|]+|=", String),
            (r"[^\S\n]+", Text),
        ],
    }
