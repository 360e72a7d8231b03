"""Random rules with random logs: made from a seed, compared, made smaller, kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from auditor.authoring.review import reviewed as checked_program
from auditor.language.core import Program
from auditor.language.resolve.load import load
from auditor.log.integrity.sorted_rows import SortedError
from auditor.types import BOOLEAN, INTEGER, MONEY
from auditor.values import Value
from tests.engine.random.equality import LEFT, compiled, differences, log_of
from tests.engine.random.logs import LogSheet, sheet
from tests.engine.random.rulesets import ruleset
from tests.engine.random.tree import Tree, smaller

LOGS = 6
"""Logs for each ruleset: to compile one takes longer than to judge a small log."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Rules and a log, and parameters given for the audit; `whole` where rows that are missing or
    out of place are looked for.
    """

    rules: Tree
    sheet: LogSheet
    params: tuple[tuple[str, Value], ...] = ()
    whole: bool = False

    def differences(self, program: Program | None = None) -> list[str]:
        """Where the engines do not agree; nothing where the rules have errors, or where the log is
        refused, its rows being in the order of another column than their time.
        """
        program = program or compiled(self.rules.text)
        if program is None:
            return []
        try:
            log = log_of(self.sheet.csv, program, self.sheet.records, whole=self.whole)
        except SortedError:
            return []
        return differences(program, log, dict(self.params))


def checked(rules: Tree) -> tuple[Tree, Program] | None:
    """The rules without the declarations that have errors, and their program."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "eq.rules"
        for _ in range(6):
            path.write_text(rules.text, "utf-8")
            program, diagnostics = checked_program(load(path))
            lines = {d.span.line for d in diagnostics if d.code[0] == "E" and d.code not in LEFT}
            if program is not None and not lines:
                return rules, program
            rules = rules.without(*_standing(rules, lines))
    return None


def _standing(rules: Tree, lines: set[int]) -> Iterator[Tree]:
    """The declarations that stand on some lines."""
    line = 1
    for part in rules.parts:
        assert isinstance(part, Tree)
        after = line + part.text.count("\n")
        if any(line <= own < after for own in lines):
            yield part
        line = after


def pairs(seed: int) -> Iterator[tuple[Pair, Program]]:
    """One ruleset with several logs."""
    random = Random(seed)
    found = checked(ruleset(random))
    if found is None:
        return
    rules, program = found
    for number in range(LOGS):
        # Random rows stand in no order: of a whole log most would be in doubt, each time.
        yield Pair(rules, sheet(random), _params(program, random), number % 3 == 0), program


def _params(program: Program, random: Random) -> tuple[tuple[str, Value], ...]:
    if random.random() < 0.8 or not program.params:
        return ()
    name = random.choice(list(program.params))
    values: dict[object, tuple[Value, ...]] = {
        INTEGER: (0, 2, 10**18),
        MONEY: (0, 20, 10**18),
        BOOLEAN: (True, False),
    }
    kind = program.params[name].type
    return ((name, random.choice(values[kind])),) if kind in values else ()


def smallest(pair: Pair, fails: Callable[[Pair], bool]) -> Pair:
    """A pair that still fails, of which nothing can be left out."""
    while True:
        before = pair
        for way in (_declarations, _fewer, _given, _pieces, _simpler):
            pair = _reduced(pair, way, fails)
        if pair is before:
            return pair


def _reduced(
    pair: Pair, way: Callable[[Pair], Iterator[Pair]], fails: Callable[[Pair], bool]
) -> Pair:
    while True:
        found = next(filter(fails, way(pair)), None)
        if found is None:
            return pair
        pair = found


def _declarations(pair: Pair) -> Iterator[Pair]:
    """Without half of the declarations, a quarter …, at last without one of them."""
    parts = [part for part in pair.rules.parts if isinstance(part, Tree) and part.optional]
    step = len(parts) // 2
    while step:
        for at in range(0, len(parts), step):
            yield replace(pair, rules=pair.rules.without(*parts[at : at + step]))
        step //= 2


def _pieces(pair: Pair) -> Iterator[Pair]:
    for rules in smaller(pair.rules):
        yield replace(pair, rules=rules)


def _given(pair: Pair) -> Iterator[Pair]:
    if pair.params:
        yield replace(pair, params=())


def _fewer(pair: Pair) -> Iterator[Pair]:
    rows = pair.sheet.rows
    step = (len(rows) + 1) // 2
    while step:
        for at in range(0, len(rows), step):
            yield replace(pair, sheet=replace(pair.sheet, rows=rows[:at] + rows[at + step :]))
        step //= 2


def _simpler(pair: Pair) -> Iterator[Pair]:
    return (replace(pair, sheet=sheet) for sheet in _simpler_sheets(pair.sheet))


def _simpler_sheets(sheet: LogSheet) -> Iterator[LogSheet]:
    for at in range(len(sheet.header)):
        if sheet.header[at] == "event":
            continue
        header = sheet.header[:at] + sheet.header[at + 1 :]
        yield replace(sheet, header=header, rows=tuple(r[:at] + r[at + 1 :] for r in sheet.rows))
    for number, row in enumerate(sheet.rows):
        for at, cell in enumerate(row):
            if cell and sheet.header[at] != "event":
                cells = (*row[:at], "", *row[at + 1 :])
                yield replace(sheet, rows=(*sheet.rows[:number], cells, *sheet.rows[number + 1 :]))
    for kind in sheet.records:
        yield replace(sheet, records=tuple(own for own in sheet.records if own != kind))
