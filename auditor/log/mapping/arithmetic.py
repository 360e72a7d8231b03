"""Sums in a mapping: `"{Net} / 100"`, `"{Return} - {Stake}"`, `"-{Net}"`, exact and no more.

A text is one where fields stand among signs and figures; it is computed for fields that are
numbers, for which such a text could mean nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from auditor.log.mapping.bind import FieldSource, FileField, FixedText

_AMONG = re.compile(r"[\s\d.+\-*/()]*")
_SIGN = re.compile(r"[+\-*/]")
_TOKEN = re.compile(r"\s*(\d+(?:\.\d+)?|[+\-*/()])")
_DEEP = 50
"""Signs and brackets that may open within each other."""


class NoSumError(ValueError):
    """A text that is no sum, or a sum without an exact decimal as its value."""


def is_sum(taken: FieldSource) -> bool:
    """True where fields stand among signs and figures."""
    among = [own.text for own in taken.pieces if isinstance(own, FixedText)]
    return (
        all(isinstance(own, FileField | FixedText) for own in taken.pieces)
        and bool(taken.fields)
        and all(_AMONG.fullmatch(text) for text in among)
        and any(_SIGN.search(text) for text in among)
    )


def computed(terms: Iterable[str | Fraction]) -> str:
    """The value of a sum of texts and numbers, as an exact decimal.  Raises NoSumError."""
    tokens: list[str | Fraction] = []
    for term in terms:
        tokens += [term] if isinstance(term, Fraction) else _tokens(term)
    value, rest = _sum(tokens[::-1], 0)
    if rest:
        raise NoSumError
    return decimal(value)


def decimal(value: Fraction) -> str:
    """A number as a decimal.  Raises NoSumError where it has no end."""
    for places in range(19):
        whole = value * 10**places
        if whole.denominator == 1:
            figures = f"{abs(whole.numerator):0{places + 1}}"
            text = f"{figures[:-places]}.{figures[-places:]}" if places else figures
            return f"-{text}" if value < 0 else text
    raise NoSumError


def _tokens(text: str) -> list[str | Fraction]:
    found: list[str | Fraction] = []
    at = 0
    while text[at:].strip():
        token = _TOKEN.match(text, at)
        if token is None:
            raise NoSumError
        own, at = token[1], token.end()
        found.append(Fraction(own) if own[0].isdigit() else own)
    return found


Tokens = list[str | Fraction]
"""Tokens still to be read, the next last."""


def _sum(rest: Tokens, deep: int) -> tuple[Fraction, Tokens]:
    value, rest = _product(rest, deep)
    while rest and rest[-1] in {"+", "-"}:
        sign = rest.pop()
        other, rest = _product(rest, deep)
        value = value + other if sign == "+" else value - other
    return value, rest


def _product(rest: Tokens, deep: int) -> tuple[Fraction, Tokens]:
    value, rest = _term(rest, deep)
    while rest and rest[-1] in {"*", "/"}:
        sign = rest.pop()
        other, rest = _term(rest, deep)
        if sign == "/" and not other:
            raise NoSumError
        value = value * other if sign == "*" else value / other
    return value, rest


def _term(rest: Tokens, deep: int) -> tuple[Fraction, Tokens]:
    if not rest or deep > _DEEP:
        raise NoSumError
    match rest.pop():
        case Fraction() as number:
            return number, rest
        case "-" | "+" as sign:
            value, rest = _term(rest, deep + 1)
            return (-value if sign == "-" else value), rest
        case "(":
            value, rest = _sum(rest, deep + 1)
            if rest and rest.pop() == ")":
                return value, rest
    raise NoSumError
