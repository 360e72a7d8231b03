"""Logs of a few rows: on how many subjects a rule is complied with, violated and left open, by both
engines, and read in columns as by cells.  They stand in the pages of `small/`.

A case is a title (`# …`), its rules, what stands in them otherwise (`instead … => …`), the header
(`| …`) and rows (`> 12 {n},open; {n},shut`: so often these, `{n}` one more each time and `{t}` a
second more in each row), remarks (`// …`), and what holds: `own 24 0 1` of a rule, where `12..` is
12 or more, and `silent …`, a text that no note holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from auditor.audit import Audit, audit_log, read_log
from tests.judged import ENGINES
from tests.log.read import in_columns

HERE = Path(__file__).with_name("small")
CASES = [
    case
    for page in sorted(HERE.glob("*.txt"))
    for case in re.split(r"^# ", page.read_text("utf-8"), flags=re.MULTILINE)[1:]
]


@dataclass(slots=True)
class Case:
    """A log, its rules, and what holds."""

    rules: str = ""
    text: str = ""
    lines: list[str] = field(default_factory=list)
    holds: list[tuple[str, list[str]]] = field(default_factory=list)
    numbers: Iterator[int] = field(default_factory=partial(count, 1))

    def read(self, word: str, rest: str) -> None:
        """A line of the page."""
        match word:
            case "rules":
                own = HERE / f"{rest}.rules"
                self.rules, self.text = rest, own.read_text("utf-8") if own.exists() else ""
            case "instead":
                old, new = rest.split(" => ")
                assert old in self.text
                self.text = self.text.replace(old, new)
            case "|":
                self.lines = [rest]
            case ">":
                many, _, rows = rest.partition(" ")
                for _ in range(int(many)):
                    self.add(rows.replace("{n}", str(next(self.numbers))))
            case "" | "//":
                pass
            case _:
                self.holds.append((word, rest.split()))

    def add(self, rows: str) -> None:
        for row in rows.split("; "):
            minute, second = divmod(len(self.lines) - 1, 60)
            self.lines.append(row.replace("{t}", f"2026-01-09T21:{minute:02}:{second:02}"))


def check(audit: Audit, rule: str, counts: list[str]) -> None:
    if rule == "silent":
        notes = [note.en for own in audit.report.inputs for note in own.notes]
        assert not any(counts[0] in note for note in notes)
        return
    [own] = (own for own in audit.report.rules if own.rule.endswith(f"/{rule}"))
    found = (own.compliant, own.violations, own.not_verifiable)
    for wanted, many in zip(counts, found, strict=False):
        least = int(wanted.removesuffix(".."))
        assert many >= least if wanted.endswith("..") else many == least, found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.partition("\n")[0])
def test_a_small_log_is_judged_as_the_page_says(case: str, tmp_path: Path) -> None:
    own = Case()
    for line in case.splitlines()[1:]:
        word, _, rest = line.partition(" ")
        own.read(word, rest)
    log, rules = tmp_path / "log.csv", tmp_path / "own.rules"
    log.write_text("\n".join([*own.lines, ""]), "utf-8")
    rules.write_text(own.text, "utf-8")
    judged = partial(audit_log, rules=rules if own.text else own.rules, records="all")
    audits = [judged(read_log(log), engine=engine) for engine in ENGINES]
    with in_columns():
        audits.append(judged(read_log(log)))
    assert own.holds
    for audit in audits:
        for rule, counts in own.holds:
            check(audit, rule, counts)
