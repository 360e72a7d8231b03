"""What the sentence of a finding says is so: each number in it is the cell that it names.

A number may stand in a cell of the rows that the finding rests on, in its derivation, or be the
sum or the count of what these rows show; and a number that bears the name of a column stands in
that column of one of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from auditor.judge.verdict import Verdict
from auditor.log.event import Event
from auditor.simulate.protocol import Row

QUOTED = re.compile(r"\{(\w+)\}")


def untrue(verdict: Verdict, rows: dict[int, Row]) -> Iterator[str]:
    """The numbers that the sentence names and that nothing shows; `rows` by their number."""
    evidence = verdict.evidence
    resting_on = [rows[event.row.number] for event in evidence.events]
    shown = {*_parts(verdict), *_cells(resting_on), *_sums(resting_on), *_counts(resting_on)}
    lets = {name for name, _ in verdict.rule.lets}
    for name in QUOTED.findall(verdict.rule.message.en):
        value = _number({"found": evidence.found, "expected": evidence.expected}.get(name, ""))
        value = value if name in {"found", "expected"} else _number(evidence.names[name])
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


def _sums(rows: list[Row]) -> Iterator[Fraction]:
    """What the rows of one kind, player and bet come to together."""
    sums: Counter[tuple[str, ...]] = Counter()
    for row in rows:
        amount = _number(row.get("amount", ""))
        if amount is not None:
            sums[row["event"], row.get("player", ""), row.get("bet", "")] += amount  # type: ignore[assignment]
    yield from map(Fraction, sums.values())


def _counts(rows: list[Row]) -> Iterator[Fraction]:
    yield Fraction(0)
    yield from map(Fraction, Counter(row["event"] for row in rows).values())


def _number(text: str) -> Fraction | None:
    found = re.fullmatch(r"[<>!=]*\s*(-?\d+(?:[./]\d+)?)", text)
    return Fraction(found[1]) if found else None
