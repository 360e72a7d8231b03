"""The words and signs of the language, as its grammar has them: for editors and highlighters.

Whatever colours or proposes words takes them from here, so that none lags behind the parser.
"""

from __future__ import annotations

from functools import cache

from lark.grammar import NonTerminal

from auditor.language.syntax.parse import parser
from auditor.language.syntax.unreadable import KEYWORDS


@cache
def words() -> tuple[str, ...]:
    """Every word of the language, in the order of the alphabet."""
    return tuple(sorted(own for own in _spelled().values() if own[0].isalpha()))


@cache
def signs() -> tuple[str, ...]:
    """Every sign of the language, the longest first."""
    found = (own for own in _spelled().values() if not own[0].isalpha())
    return tuple(sorted(found, key=lambda own: (-len(own), own)))


@cache
def words_of_expressions() -> tuple[str, ...]:
    """The words that may stand in a condition or in a value."""
    within, waiting = {"_expr"}, ["_expr"]
    spelled, met = _spelled(), set[str]()
    while waiting:
        origin = waiting.pop()
        for rule in parser().rules:
            if rule.origin.name != origin:
                continue
            for part in rule.expansion:
                if not isinstance(part, NonTerminal):
                    met.add(part.name)
                elif part.name not in within:
                    within.add(part.name)
                    waiting.append(part.name)
    return tuple(
        sorted(spelled[own] for own in met if own in spelled and spelled[own][0].isalpha())
    )


@cache
def words_that_begin_values() -> frozenset[str]:
    """The words that are no names where a condition or a value begins."""
    within, waiting = {"_expr"}, ["_expr"]
    spelled, met = _spelled(), set[str]()
    while waiting:
        origin = waiting.pop()
        for first in (own.expansion[0] for own in parser().rules if own.origin.name == origin):
            if not isinstance(first, NonTerminal):
                met.add(first.name)
            elif first.name not in within:
                within.add(first.name)
                waiting.append(first.name)
    # `count` and `position` are both.
    return frozenset(spelled[own] for own in met - {"COUNT", "POSITION"} if own in spelled)


def declarations() -> tuple[str, ...]:
    """The words that begin a declaration."""
    return KEYWORDS


def _spelled() -> dict[str, str]:
    """The terminals of the grammar that stand for one text each."""
    return {
        own.name: str(own.pattern.value) for own in parser().terminals if own.pattern.type == "str"
    }
