"""A clause that ends before it is complete: told where it ends, and not at the word below it.

    require seat =
    message fr "…" en "…"

The parser reads on, takes `message` for a name, and finds nothing wrong before `fr`.
"""

from __future__ import annotations

import re

from lark import Lark, Token, UnexpectedInput

from auditor.diagnostic import Diagnostic
from auditor.language.syntax.text import DeclarationPlace
from auditor.messages.message import message

_FIRST_WORD = re.compile(r"\s+([^\W\d]\w*)")
_ASIDE = re.compile(r'"(?:[^"\\\n]|\\.)*"|#[^\n]*')  # texts and comments
BEGINS_CLAUSE = (
    *("severity", "cites", "rests", "let", "applies", "verifiable", "even", "only"),
    *("invalidates", "require", "report", "message"),
)
_BEGINS_LINE = frozenset((*BEGINS_CLAUSE, "for", "fr", "en", "columns", "row", "observed", "per"))
_ENDS = {"$END", "REQUIRE", "LET", "OBSERVED"}
"""The end of a declaration, or another clause: one of them may follow what is complete."""
_CLOSES = {"(": "RPAR", "[": "RSQB", "{": "RBRACE"}


def cut_short(place: DeclarationPlace, token: Token, parser: Lark) -> tuple[int, set[str]] | None:
    """How many lines stand above the line that begins anew, and what may follow them.

    None where that line may go on what stands above it, or what stands above it is complete.
    """
    above = (token.line or 1) - 1
    if above == 0 or above >= len(place.lines):
        return None
    first = _FIRST_WORD.match(place.lines[above])
    behind_arrow = str(token) == "->"  # a row of a table
    if first is None or not (first[1] in _BEGINS_LINE or behind_arrow):
        return None
    reading = parser.parse_interactive("\n".join(place.lines[:above]))
    try:
        reading.exhaust_lexer()
        accepted: set[str] = reading.accepts()  # type: ignore[no-untyped-call]
    except UnexpectedInput:
        return None
    own = (first[1], str(token)) if behind_arrow else (first[1],)
    fits = {known.name for known in parser.terminals if known.pattern.value in own}
    return None if accepted & (fits | _ENDS) else (above, accepted)


def unclosed_bracket(place: DeclarationPlace, above: int, accepted: set[str]) -> Diagnostic | None:
    """The bracket that is open at the end of these lines, where it might close there."""
    text = "\n".join(place.lines[:above])
    bare = _ASIDE.sub(lambda aside: " " * len(aside.group()), text)
    opened: list[int] = []
    for at, sign in enumerate(bare):
        if sign in _CLOSES:
            opened.append(at)
        elif sign in ")]}" and opened:
            opened.pop()
    if not opened or _CLOSES[bare[opened[-1]]] not in accepted:
        return None
    span = place.of(text, opened[-1], opened[-1] + 1)
    return Diagnostic(message("E101.bracket", sign=span.text), span)
