"""Places of the words of the rule language: where lines and values begin, and in expressions."""

from __future__ import annotations

from functools import cache

from lark.grammar import NonTerminal

from auditor.language.syntax.grammar import parser, spelled

BEGINS_CLAUSE = (
    *("severity", "cites", "rests", "let", "applies", "verifiable", "even", "only"),
    *("invalidates", "require", "report", "message"),
)
BEGINS_LINE = frozenset((*BEGINS_CLAUSE, "for", "fr", "en", "columns", "row", "observed", "per"))
"""The words with which lines begin within a declaration."""


@cache
def words_of_expressions() -> tuple[str, ...]:
    """The words that may stand in a condition or in a value."""
    words = (spelled().get(own, "") for own in _terminals_of_expressions(first=False))
    return tuple(sorted(own for own in words if own[:1].isalpha()))


@cache
def words_that_begin_values() -> frozenset[str]:
    """The words that are no names where a condition or a value begins."""
    # `count` and `position` are both.
    first = _terminals_of_expressions(first=True) - {"COUNT", "POSITION"}
    return frozenset(spelled()[own] for own in first if own in spelled())


def _terminals_of_expressions(*, first: bool) -> set[str]:
    """The terminals of conditions and values, or those alone with which these begin."""
    within, waiting = {"_expr"}, ["_expr"]
    met = set[str]()
    while waiting:
        origin = waiting.pop()
        for rule in parser().rules:
            if rule.origin.name != origin:
                continue
            for part in rule.expansion[: 1 if first else None]:
                if not isinstance(part, NonTerminal):
                    met.add(part.name)
                elif part.name not in within:
                    within.add(part.name)
                    waiting.append(part.name)
    return met
