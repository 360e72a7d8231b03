"""Whatever is done to a log, nobody is accused, nothing is hidden, and what is left open is little.

All edits of logs of all games are tried by `make thorough`, and others each time by `make damage`.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Never

import pytest

from auditor.audit import Audit, Engine, audit_log, read_log
from auditor.log.csv import plain_csv
from auditor.log.csv.columnar import ColumnarRows
from auditor.log.integrity.sorted_rows import SortedColumn, SortedError
from auditor.request import CannotAuditError
from tests.damage import logs
from tests.damage.cases import Case, drop, rows_where, texts, title
from tests.damage.damaging import Lines
from tests.damage.edits import EDITS, Edit, losses, torn, without_column
from tests.damage.properties import (
    answers,
    audit_of,
    audited,
    promises_broken,
    read_otherwise,
    text_of,
)
from tests.judged import ENGINES
from tests.log.read import in_columns

KINDS = ("lawful", "faulty")


@cache
def log_of(name: str, kind: str) -> Lines:
    return logs.lawful(name, 2) if kind == "lawful" else logs.faulty(name, 3)[1]


@cache
def whole(name: str, kind: str) -> Callable[[bool], Audit]:
    with TemporaryDirectory() as folder:
        lines = log_of(name, kind)
        found = {
            own: audit_of(Path(folder), lines, name, all_recorded=own) for own in (True, False)
        }
    return found.__getitem__


@pytest.mark.sampled(600)
@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", logs.GAMES)
def test_an_edit_accuses_nobody_hides_nothing_and_is_judged_alike(
    name: str, kind: str, edit: Edit, tmp_path: Path
) -> None:
    """By both engines, and read in columns as by cells."""
    loss = edit(log_of(name, kind), Random(f"{edit.__name__}/{name}/{kind}"))
    if loss is None:
        pytest.skip("the log has no place for it")
    assert not promises_broken(tmp_path, name, loss, whole(name, kind)), loss
    one, other = (audited(tmp_path, loss.left, name, engine) for engine in ENGINES)
    assert (one and one.findings) == (other and other.findings), loss
    assert (one and one.report.rules) == (other and other.report.rules), loss
    assert not read_otherwise(tmp_path, loss.left, name), loss


@pytest.mark.sampled(48)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", logs.GAMES)
def test_what_a_log_lacks_accuses_nobody_and_hides_nothing(
    name: str, kind: str, engine: Engine, tmp_path: Path
) -> None:
    lines = log_of(name, kind)
    for loss in losses(name, lines, 2, Random(f"losses/{name}")):
        assert not promises_broken(tmp_path, name, loss, whole(name, kind), engine), loss


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", ["bataille", "boule", "punto-banco"])
def test_a_damaged_row_costs_a_coup_and_not_an_evening(game: str, tmp_path: Path) -> None:
    """One row in ten thousand leaves less than one check in a hundred open."""
    lines, rng = logs.sample(game), Random(game)
    found = [audited(tmp_path, torn(lines, rng).left, game) for _ in range(12)]
    lost = [own.unverified / own.checks for own in (answers(one) for one in found if one)]
    assert sum(lost) / len(lost) * len(lines) / 10_000 < 0.01


@pytest.mark.sampled(20)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("text", texts("cases.txt"), ids=title)
def test_a_known_damage_accuses_nobody(text: str, engine: Engine, tmp_path: Path) -> None:
    case = Case.of(text)
    lines, damaged, holds = case.whole, case.damaged, case.holds
    assert damaged != lines or "paid" in holds
    if "refused" in holds:
        with pytest.raises(CannotAuditError, match=re.escape(holds["refused"])):
            audit_of(tmp_path, damaged, case.rules, engine)
        return
    recorded = "unrecorded" not in holds
    audit = audit_of(tmp_path, damaged, case.rules, engine, all_recorded=recorded)
    found, [intake] = answers(audit), audit.report.inputs
    assert {own.rule.partition("/")[2] for own in audit.findings} == {
        *holds.get("told", "").split()
    }
    most = float(holds.get("most", 1))
    assert int(holds.get("least", 0)) <= found.unverified <= most * found.checks
    left = " ".join(rule for rule, many in found.open.items() if many)
    assert holds.get("opens", "") in left
    assert "sure" not in holds or holds["sure"] not in left
    assert "alike" not in holds or not read_otherwise(tmp_path, damaged, case.rules)
    paid = audit.report.payments
    assert "paid" not in holds or paid.checked == paid.count > int(holds["paid"])
    if "same" in holds:
        assert found == answers(audit_of(tmp_path, lines, case.rules, engine))
    if "aside" in holds:
        kind = holds["aside"]
        rows = int(kind) if kind.isdecimal() else len(rows_where(lines, event=kind))
        assert intake.rows_set_aside == rows
    assert any(holds.get("note", "") in note.en for note in intake.notes) or "note" not in holds


@pytest.mark.parametrize("text", texts("small/*.txt"), ids=title)
def test_a_small_log_is_judged_as_the_page_says(text: str, tmp_path: Path) -> None:
    """By both engines, and read in columns as by cells."""
    case, rules = Case.of(text), tmp_path / "own.rules"
    rules.write_text(case.text, "utf-8")
    audit = partial(audit_of, tmp_path, case.damaged, rules if case.text else case.rules)
    audits = [audit(engine=engine) for engine in ENGINES]
    with in_columns():
        audits.append(audit())
    assert case.holds
    for own in audits:
        rules_of = {rule.rule.partition("/")[2]: rule for rule in own.report.rules}
        notes = " ".join(note.en for read in own.report.inputs for note in read.notes)
        assert case.holds.get("silent", "\n") not in notes
        for name in case.holds.keys() - {"silent"}:
            rule = rules_of[name]
            found = (rule.compliant, rule.violations, rule.not_verifiable)
            for wanted, many in zip(case.holds[name].split(), found, strict=False):
                least = int(wanted.removesuffix(".."))
                assert many >= least if wanted.endswith("..") else many == least, found


def test_the_refusal_comes_back_from_another_process() -> None:
    again = pickle.loads(pickle.dumps(SortedError("log.csv", SortedColumn("coup"))))
    assert (again.file, again.order.column) == ("log.csv", "coup")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("name", "lines", "told"),
    [
        ("punto-banco", without_column(logs.lawful("punto-banco", 2), "time"), set[str]()),
        ("bataille", logs.lawful("bataille", 6), {"log.gap"}),
    ],
    ids=["without times", "of which one is missing"],
)
def test_files_one_after_another_are_in_the_order_of_their_numbers_and_accuse_nobody(
    name: str, lines: Lines, told: set[str], engine: Engine, tmp_path: Path
) -> None:
    many = len(lines) // 9
    for number, start in enumerate(range(1, len(lines), many), 1):
        if number != 2 or not told:
            text = text_of([lines[0], *lines[start : start + many]])
            (tmp_path / f"log{number}.csv").write_text(text, "utf-8")
    found = audit_log(read_log(tmp_path), rules=name, records="all", engine=engine)
    assert {rule for own in found.findings for rule in own.provisions} <= told
    assert sum(own.checked for own in found.report.rules) > 0


def test_what_is_missing_is_no_payment_and_no_subject(tmp_path: Path) -> None:
    lines = logs.sample("bataille")
    before = audit_of(tmp_path, lines, "bataille").report
    cut = audit_of(tmp_path, drop(lines, "coup=8|9|10|11|12|13"), "bataille")
    assert all((own.expected, own.found) == ("8", "14") for own in cut.findings)
    assert cut.report.payments.without_amount == 0
    assert cut.report.payments.count < before.payments.count
    judged = {own.rule: own for own in before.rules}
    for own in cut.report.rules:
        whole = judged[own.rule]
        every = own.checked + own.not_verifiable + own.not_applicable
        assert every <= whole.checked + whole.not_verifiable + whole.not_applicable + 1


@pytest.mark.sampled(72)
@pytest.mark.parametrize("name", ["session", "table", "casino"])
@pytest.mark.parametrize("game", logs.GAMES)
def test_houses_one_after_another_are_not_read_row_by_row(
    game: str,
    name: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """A question about order is asked of columns, and its answer is that of the reference."""
    header, *rows = logs.lawful(game, 5)
    if not {name, "time"} <= {*header}:
        pytest.skip("the log has no such column")
    at = header.index(name)
    houses = [[*row[:at], f"{row[at]}{house}", *row[at + 1 :]] for house in "AB" for row in rows]
    lines = [header, *sorted(houses, key=lambda row: row[at])]
    by_rows = audit_of(tmp_path, lines, game, "reference", all_recorded=False)
    monkeypatch.setattr(plain_csv, "WORTHWHILE", 0)
    for every in ("__iter__", "held"):
        monkeypatch.setattr(ColumnarRows, every, _no_rows)
    by_columns = audit_of(tmp_path, lines, game, "columns", all_recorded=False)
    assert by_columns.findings == by_rows.findings


def _no_rows(_rows: object) -> Never:
    raise AssertionError("rows were read one by one")
