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
from auditor.language.syntax.text import DeclarationPlace
from auditor.messages.message import SOLE, Message, message, suggestion

_NAME = re.compile(r"[^\W\d]\w*")
_LAST_NAME = re.compile(r"(?<![\w.\"-])([^\W\d]\w*)\s+$")
_COMPARED = re.compile(r"[^\W\d][\w.]*\s*(?:!=|[=<>]|(?:not )?in\b|is\b)")


def misspelt(place: DeclarationPlace, token: Token, parser: Lark) -> Diagnostic | None:
    """The word of the language that was meant here or just before, where a name stands."""
    words = {own.pattern.value for own in parser.terminals if own.pattern.type == "str"}
    line, column = token.line or 1, (token.column or 1) - 1
    for at, name in _names(place.lines[line - 1], column, str(token)):
        if name in words or not place.lines[line - 1][:at].strip():
            continue
        hint = _meant(name, _may_stand(place, line, at, parser) - {*BEGINS_CLAUSE})
        if hint is not None:
            span = place.span(line, at + 1, len(name))
            return Diagnostic(message("E101.token", token=name), span, hint)
    return None


def word_lacking(place: DeclarationPlace, token: Token, parser: Lark) -> Message | None:
    """The `where` or `and` that lacks before a comparison."""
    line, column = token.line or 1, (token.column or 1) - 1
    if not _COMPARED.match(place.lines[line - 1], column):
        return None
    may_stand = _may_stand(place, line, column, parser)
    forms = (("where", f"where {token} …"), ("and", f"… and {token}"))
    form = next((own for word, own in forms if word in may_stand), None)
    return message("E101.say", form=form) if form is not None else None


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


def _may_stand(place: DeclarationPlace, line: int, column: int, parser: Lark) -> set[str]:
    """The words of the language that may stand at a place."""
    above = place.lines[: line - 1]
    reading = parser.parse_interactive("\n".join((*above, place.lines[line - 1][:column])))
    try:
        reading.exhaust_lexer()
        accepted: set[str] = reading.accepts()  # type: ignore[no-untyped-call]
    except UnexpectedInput:
        return set()
    fits = (own.pattern.value for own in parser.terminals if own.name in accepted)
    return {word for word in fits if _NAME.fullmatch(word)}
