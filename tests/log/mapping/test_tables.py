"""Several tables, each read by a mapping of its own: the cases of `tables.txt`.

A case is a title (`# …`); files and mappings (`file bets.csv`, `mapping bets.toml`), each with its
lines below (`> …`, `| …`); remarks (`// …`), and what holds, as in `tests/log/corpus.py`, beside
that:

    of bets.csv           the table of which the following holds
    refused bets.csv …    a text in the sentence that refuses the file
    findings boule        by these rules and either engine, below it all findings: each rule, or `?`
                          for any, with the file and the row that come first
    verdicts paid 1 1 0   how often the rule holds, is violated, and is not verifiable
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

import pytest
from openpyxl import Workbook

from auditor.audit import Audit, Reading, audit_log, read_log
from auditor.log.convert.lexicon import lexicon
from auditor.log.mapping.file import Mapping, mappings_of
from tests.log.corpus import check_table
from tests.log.mapping.reading import events

ENGINES: tuple[Literal["columns", "reference"], ...] = ("columns", "reference")


class Part(NamedTuple):
    """A line of a case, and those that stand below it."""

    what: str
    rest: str
    below: list[str]


def cases() -> Iterator[tuple[str, list[Part]]]:
    page = Path(__file__).with_name("tables.txt").read_text("utf-8")
    for case in re.split(r"^# ", page, flags=re.MULTILINE)[1:]:
        title, *lines = case.splitlines()
        parts: list[Part] = []
        for line in filter(None, lines):
            if line[:2] in ("> ", "| ", "|", "  "):
                parts[-1].below.append(line[2:])
            elif not line.startswith("//"):
                what, _, rest = line.partition(" ")
                parts.append(Part(what, rest, []))
        yield title, parts


def check_findings(audits: list[Audit], below: list[str]) -> None:
    for audit in audits:
        told = []
        for own, line in zip(audit.report.findings, below, strict=True):
            rule, first = own.rule.rpartition("/")[2], own.rows[0]
            told.append(f"{'?' if line[0] == '?' else rule} {first.file} {first.row}")
        assert sorted(told) == sorted(below)


@pytest.mark.parametrize("parts", [pytest.param(parts, id=title) for title, parts in cases()])
def test_tables_are_read_and_judged_as_the_page_says(parts: list[Part], tmp_path: Path) -> None:
    for own in parts:
        if own.what in ("file", "mapping"):
            text = "".join(f"{line}\n" for line in own.below)
            (tmp_path / own.rest).write_text(text, encoding="utf-8")
    files, told = (
        [tmp_path / own.rest for own in parts if own.what == kind] for kind in ("file", "mapping")
    )
    reading = read_log(files, mapping=told or None)
    refusals = {own.rest.split(" ")[0] for own in parts if own.what == "refused"}
    assert {own.file for own in reading.refusals} == refusals
    tables, audits = {own.file: own for own in reading.tables}, list[Audit]()
    table = next(iter(reading.tables), None)
    for what, rest, below in parts:
        match what:
            case "file" | "mapping":
                pass
            case "of":
                table = tables[rest]
            case "refused":
                assert rest.partition(" ")[2] in str(reading.refusals[0].says)
            case "findings":
                audits = [audit_log(reading, rules=rest, engine=own) for own in ENGINES]
                check_findings(audits, below)
            case "verdicts":
                name, *counts = rest.split()
                for audit in audits:
                    [rule] = (own for own in audit.report.rules if own.rule.endswith(f"/{name}"))
                    found = (rule.compliant, rule.violations, rule.not_verifiable)
                    assert [*map(str, found)] == counts
            case _:
                assert table is not None
                check_table(table, what, rest, below)


# ---- beside them -------------------------------------------------------------------------------
_, FIRST = next(cases())
TEXTS = {own.rest: "".join(f"{line}\n" for line in own.below) for own in FIRST if own.below}
ROUNDS, BETS, OF_ROUNDS, OF_BETS = [*TEXTS.values()][:4]
EVENTS = [own.below for own in FIRST if own.what == "events"]


def said(reading: Reading) -> list[list[str]]:
    """The events of each table."""
    assert not reading.refusals, reading.refusals
    return [[f"{row} {text}" for row, text in events(own)] for own in reading.tables]


def written(folder: Path, *names: str) -> list[Path]:
    """Files of the first case of the page."""
    paths = [folder / name for name in names]
    for path in paths:
        path.write_text(TEXTS[path.name], encoding="utf-8")
    return paths


def test_sheets_of_a_workbook_are_read_each_by_its_mapping(tmp_path: Path) -> None:
    book = Workbook()
    for name, text in (("Donnes 9", ROUNDS), ("Mises 9", BETS), ("Divers", "Coup;event\n1;deal\n")):
        sheet = book.create_sheet(name)
        for line in text.splitlines():
            sheet.append(line.split(";"))
    book.remove(book.worksheets[0])
    book.save(tmp_path / "soir.xlsx")
    told = [tmp_path / "rounds.toml", tmp_path / "bets.toml"]
    for path, pattern, text in zip(told, ("donnes", "mises"), (OF_ROUNDS, OF_BETS), strict=True):
        path.write_text(f'sheets = ["{pattern} *"]\n{text}', encoding="utf-8")
    reading = read_log(tmp_path / "soir.xlsx", mapping=told)
    assert [own.sheet for own in reading.tables] == ["Donnes 9", "Mises 9"]
    assert said(reading) == EVENTS


def test_mappings_in_memory_are_as_those_in_files(tmp_path: Path) -> None:
    parts = [mappings_of(text, "m", lexicon()) for text in (OF_ROUNDS, OF_BETS)]
    told = [Mapping(f"{at}.toml", "0" * 64, own) for at, own in enumerate(parts)]
    reading = read_log(written(tmp_path, "donnes.csv", "mises.csv"), mapping=told)
    assert said(reading) == EVENTS
    run = audit_log(reading, rules="punto-banco").report.run
    assert run.parameters["mapping"] == f"0.toml ({'0' * 64}), 1.toml ({'0' * 64})"


def test_what_every_mapping_records_is_recorded(tmp_path: Path) -> None:
    told = written(tmp_path, "rounds.toml", "bets.toml")
    for path, kinds in zip(told, ('"announce"', '"stake", "pay"'), strict=True):
        path.write_text(f"records = [{kinds}]\n{path.read_text('utf-8')}", encoding="utf-8")
    reading = read_log(written(tmp_path, "donnes.csv", "mises.csv"), mapping=told)
    run = audit_log(reading, rules="punto-banco").report.run
    assert run.parameters["records_by_mapping"] == ["announce", "pay", "stake"]
