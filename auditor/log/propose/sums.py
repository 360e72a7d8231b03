"""The meaning of a column of sums: winnings, signed nets, or all that came back with the stake."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

from auditor.log.convert.numbers import readings
from auditor.log.infer.column_names import counts_cents

Sense = Literal["winnings", "net", "whole", "whole?", "unsure"]
"""`whole` sums have the stake in them; `whole?` look so, `unsure` may have it."""

Follow = Literal["sums", "odds", "running"]
"""Most `odds` are the same for stakes of several sizes on one bet, or less than half of the stake;
of `running` totals, and of what a player has, most are another share of their stake.
"""

EVEN = (Fraction(18, 10), Fraction(2))
"""How often a stake that wins once comes back: a commission takes a tenth of the win at most."""
ENOUGH = 3
"""Payments by which a column is told."""
SEVERAL = 8
"""Payments by which a column is told whose figures may all differ by chance."""


def sense_of(told: Iterable[tuple[str, str]], *, named_whole: bool) -> Sense:
    """The meaning of sums, each with the stake that stands beside it."""
    pairs = [(number(own), number(stake)) for own, stake in told]
    if any(own is not None and own < 0 for own, _ in pairs):
        return "net"
    if named_whole:
        return "whole"
    shares = [own / stake for own, stake in pairs if own and stake]
    even = sum(EVEN[0] <= share <= EVEN[1] for share in shares)
    if even >= ENOUGH and even > len(shares) / 2:
        return "whole?"
    return "unsure" if shares and all(share > EVEN[1] for share in shares) else "winnings"


def follow_stakes(told: Iterable[tuple[Fraction | None, Fraction, object]]) -> Follow:
    """Whether figures, each with the stake beside it and the bet, follow the stakes as sums do."""
    sizes: dict[object, Counter[Fraction]] = defaultdict(Counter)
    shares: Counter[Fraction] = Counter()
    for own, stake, bet in told:
        if own and stake:
            sizes[bet, abs(own)][stake] += 1
            shares[own / stake] += 1
    every = shares.total()
    same = every - sum(max(own.values()) for own in sizes.values())
    small = sum(times for share, times in shares.items() if 2 * abs(share) < 1)
    if max(same, small) >= ENOUGH and 2 * max(same, small) > every:
        return "odds"
    return "running" if every >= SEVERAL and 2 * len(shares) > every else "sums"


def in_units(name: str) -> str:
    """The amount of a column, as a mapping takes it: of one that counts cents the hundredth."""
    return f"{{{name}}} / 100" if counts_cents(name) else f"{{{name}}}"


def number(text: str) -> Fraction | None:
    """The number that a cell is, by one decimal mark or the other."""
    read = readings(text)
    found = read.sure or read.point or read.comma
    return None if found is None else Fraction(found)
