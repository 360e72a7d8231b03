"""What the sentence of a finding says is so: each number in it is the cell that it names.

A number that bears the name of a column stands in that column of a row that the finding rests on.
Any other stands in its derivation or in the rule itself, or is the sum, the count or the score of
what these rows show.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import takewhile

from auditor.judge.verdict import Verdict
from auditor_simulators.protocol import Row

QUOTED = re.compile(r"\{(\w+)\}")


def untrue(verdict: Verdict, rows: dict[int, Row]) -> Iterator[str]:
    """The numbers that the sentence names and that nothing shows; `rows` by their number."""
    evidence = verdict.evidence
    resting_on = [rows[event.row.number] for event in evidence.events]
    shown = {*_parts(verdict), *_cells(resting_on), *_counts(resting_on)}
    shown |= {*_sums(resting_on, over_all_bets="bet" not in verdict.subject)}
    shown |= {*_scores(resting_on), *_written(verdict)}
    lets = {name for name, _ in verdict.rule.lets}
    for name in QUOTED.findall(verdict.rule.message.en):
        value = _number({"found": evidence.found, "expected": evidence.expected}.get(name, ""))
        value = value if name in {"found", "expected"} else _number(evidence.names[name].plain)
        if value is None:
            continue
        column = {_number(row.get(name, "")) for row in resting_on} - {None}
        strict = name not in lets and any(name in row for row in rows.values())
        if value not in (column if strict else shown):
            yield f"{verdict.rule.name}: {name} {value}"


def _parts(verdict: Verdict) -> Iterator[Fraction]:
    for part in verdict.evidence.parts or ():
        number = _number(part.value)
        if number is not None:
            yield number


def _cells(rows: list[Row]) -> Iterator[Fraction]:
    for row in rows:
        for cell in row.values():
            number = _number(cell)
            if number is not None:
                yield number


def _sums(rows: list[Row], *, over_all_bets: bool) -> Iterator[Fraction]:
    """What the rows of one kind and player come to together, bet by bet; of what has no bet of its
    own, as both stakes of a war, over all bets too.
    """
    sums: defaultdict[tuple[str, ...], Fraction] = defaultdict(Fraction)  # by a bet, or by none
    for row in rows:
        amount = _number(row.get("amount", ""))
        if amount is not None:
            of_player = row["event"], row.get("player", "")
            sums[*of_player, row.get("bet", "")] += amount
            if over_all_bets:
                sums[of_player] += amount
    yield from sums.values()


def _counts(rows: list[Row]) -> Iterator[Fraction]:
    yield Fraction(0)
    yield from map(Fraction, Counter(row["event"] for row in rows).values())


def _scores(rows: list[Row]) -> Iterator[Fraction]:
    """What single cards and the first two of a hand count at baccarat."""
    hands: defaultdict[str, list[int]] = defaultdict(list)
    for row in rows:
        if row["event"] == "deal" and row.get("card"):
            rank = row["card"][:-1]
            worth = 1 if rank == "A" else int(rank) % 10 if rank.isdigit() else 0
            hands[row.get("to", "")].append(worth)
            yield Fraction(worth)
    for hand in hands.values():
        yield Fraction(sum(hand[:2]) % 10)


def _written(verdict: Verdict) -> Iterator[Fraction]:
    """The numbers that the rule itself names, or the constants and parameters beside it."""
    span = verdict.rule.span
    every = span.source.text.splitlines()
    lines = every[span.line - 1 :]
    rule = [lines[0], *takewhile(lambda line: line.startswith(" "), lines[1:])]
    required = [line for line in rule if not line.lstrip().startswith(("message", "en", "fr"))]
    required += [line for line in every if line.startswith(("constant", "param"))]
    yield from map(Fraction, re.findall(r"(?<![\w-])\d+", " ".join(required)))


def _number(text: str) -> Fraction | None:
    found = re.fullmatch(r"[<>!=]*\s*(-?\d+(?:[./]\d+)?)", text)
    return Fraction(found[1]) if found else None
