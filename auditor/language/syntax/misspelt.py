"""A word of the language that is misspelt or lacking, told by what may stand in its place.

    count of stake whree player = "x"

A name may follow a value elsewhere, so the parser ends the clause before `whree`: of the word that
was meant nothing is left in what it then expects.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lark import Lark, Token, UnexpectedInput

from auditor.diagnostic import Diagnostic
from auditor.language.syntax.cut_short import BEGINS_CLAUSE
from auditor.language.syntax.place import DeclarationPlace
from auditor.messages.message import Message, message
from auditor.messages.suggestion import SOLE, suggestion

_NAME = re.compile(r"[^\W\d]\w*")
_LAST_NAME = re.compile(r"(?<![\w.\"-])([^\W\d]\w*)\s+$")
_COMPARED = re.compile(r"[^\W\d][\w.]*\s*(?:!=|[=<>]|(?:not )?in\b|is\b)")


def misspelt(place: DeclarationPlace, token: Token, parser: Lark) -> Diagnostic | None:
    """The word that was meant by the one that does not fit, or the one before; or a lacking `where`."""
    words = {own.pattern.value for own in parser.terminals if own.pattern.type == "str"}
    number, column = token.line or 1, (token.column or 1) - 1
    line, what, form = place.lines[number - 1], str(token), None
    for at, name in _names(line, column, what):
        if name in words or not line[:at].strip():
            continue
        may_stand = _may_stand("\n".join((*place.lines[: number - 1], line[:at])), parser)
        if at == column and "where" in may_stand and _COMPARED.match(line, at):
            form = message("E101.say", form=f"where {name} …")
        if (hint := _meant(name, may_stand - {*BEGINS_CLAUSE})) is not None:
            span = place.span(number, at + 1, len(name))
            return Diagnostic(message("E101.token", token=name), span, hint)
    span = place.span(number, column + 1, len(what))
    return Diagnostic(message("E101.token", token=what), span, form) if form is not None else None


def _names(line: str, at: int, token: str) -> Iterator[tuple[int, str]]:
    if _NAME.fullmatch(token):
        yield at, token
    if (before := _LAST_NAME.search(line[:at])) is not None:
        yield before.start(1), before[1]


def _meant(name: str, words: set[str]) -> Message | None:
    """The one word that comes near; of short ones only one with its letters in another order."""
    turned = [own for own in words if len(own) < 4 and sorted(own) == sorted(name)]
    if len(turned) == 1:
        return message(SOLE, near=turned[0])
    hint = suggestion(name, words)
    return hint if hint is not None and hint.code == SOLE else None


def _may_stand(text: str, parser: Lark) -> set[str]:
    """The words of the language that may follow a text."""
    reading = parser.parse_interactive(text)
    try:
        reading.exhaust_lexer()
        accepted: set[str] = reading.accepts()  # type: ignore[no-untyped-call]
    except UnexpectedInput:
        return set()
    fits = (own.pattern.value for own in parser.terminals if own.name in accepted)
    return {word for word in fits if _NAME.fullmatch(word)}
