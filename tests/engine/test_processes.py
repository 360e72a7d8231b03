"""Union processes say together what one says alone, whatever becomes of them."""

from __future__ import annotations

import csv
import os
import signal
import tracemalloc
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

import auditor.engine.judge
import auditor.engine.partition
import auditor.engine.recheck
import auditor.log.store.memory
import auditor.request
from auditor.audit import audit_log, read_log
from auditor.engine.locality import Reaches
from auditor.engine.partition import cut, part_of
from auditor.engine.processes import ForkPool
from auditor.engine.recheck import Recheck
from auditor.judge.verdict import Kept, Verdict
from auditor.language.core import Rule
from auditor.log.csv import plain_csv as plain
from auditor.log.csv.columnar import ColumnarRows
from auditor.log.store.typed_rows import columns_of
from auditor.report.render.json import json_bytes
from auditor.request import ruleset
from tests.columns import log_at, replay_columns
from tests.engine.random.equality import differing

SAMPLES = Path(__file__).parents[2] / "samples"
BOULE = ruleset("boule")


def judged(path: Path, processes: int) -> bytes:
    reading = read_log(path)
    assert isinstance(reading.tables[0].rows, ColumnarRows) == (path.suffix == ".csv")
    return json_bytes(audit_log(reading, records="all", processes=processes).report)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("game", "form"), [("boule", "parquet"), ("bataille-familiale", "csv")])
def test_findings_are_those_of_one_process(
    game: str, form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = SAMPLES / game / "faulty.csv"
    if form == "parquet":
        import polars as pl

        pl.read_csv(path, infer_schema=False).write_parquet(tmp_path / "faulty.parquet")
        path = tmp_path / "faulty.parquet"
    monkeypatch.setattr(plain, "WORTHWHILE", 0)
    alone = judged(path, 1)
    monkeypatch.setattr(auditor.engine.partition, "TARGET", 200)
    assert judged(path, 3) == judged(path, 1) == alone
    monkeypatch.setattr(auditor.log.store.memory, "IN_MEMORY", 0)
    assert judged(path, 3) == judged(path, 1) == alone
    assert b'"violations"' in alone


def test_violations_of_a_log_in_one_piece_are_proved_in_all_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = read_log(wrong_payments(tmp_path))
    alone = audit_log(reading, records="all").report
    assert len(alone.findings) > 40
    monkeypatch.setattr(auditor.engine.judge, "FEW", 1)
    monkeypatch.setattr(auditor.engine.recheck.Recheck, "verdicts", _elsewhere(os.getpid()))
    assert json_bytes(audit_log(reading, records="all", processes=3).report) == json_bytes(alone)


def wrong_payments(folder: Path, many: int = 400) -> Path:
    """A log of which many findings are of the same rule."""
    with (SAMPLES / "boule" / "faulty.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))[:many]
    with (folder / "log.csv").open("w", newline="", encoding="utf-8") as file:
        log = csv.DictWriter(file, list(rows[0]))
        log.writeheader()
        log.writerows({**row, "amount": "777"} if row["event"] == "pay" else row for row in rows)
    return folder / "log.csv"


@pytest.mark.nightly
def test_of_many_findings_of_a_rule_the_first_come_with_their_derivation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = read_log(wrong_payments(tmp_path))
    whole = audit_log(reading, records="all").findings
    monkeypatch.setattr(auditor.request, "MOST_DERIVED", 3)
    some = audit_log(reading, records="all").report
    for rule in {finding.rule for finding in whole}:
        own = [finding for finding in some.findings if finding.rule == rule]
        assert sum(finding.derivation is not None for finding in own) == min(len(own), 3)
    for finding, full in zip(some.findings, whole, strict=True):
        if finding.derivation is None:
            brief = full.model_copy(
                update={"derivation": None, "evidence": (), "moves": (), "coup": ()}
            )
            assert finding == brief
            assert finding.rows
        else:
            assert finding == full
    last = max(at for at, finding in enumerate(some.findings) if finding.derivation is None)
    asked = audit_log(reading, records="all", finding=whole[last].id).findings
    one, full = asked[last], whole[last]
    assert one.model_copy(update={"coup": full.coup}) == full

    monkeypatch.setattr(auditor.engine.judge, "FEW", 1)
    for processes in (1, 3):
        for engine in ("columns", "reference"):
            again = audit_log(reading, records="all", processes=processes, engine=engine)
            assert json_bytes(again.report) == json_bytes(some)
    monkeypatch.setattr(auditor.engine.partition, "TARGET", 200)
    monkeypatch.setattr(plain, "WORTHWHILE", 0)
    parted = read_log(tmp_path / "log.csv")
    assert isinstance(parted.tables[0].rows, ColumnarRows)
    for processes in (1, 3):
        report = audit_log(parted, records="all", processes=processes).report
        assert report.findings == some.findings


def _elsewhere(here: int) -> Callable[..., list[Verdict]]:
    """The second judgement, which must not be asked for in this process where there are many."""
    verdicts, alone = Recheck.verdicts, dict[str, int]()

    def prove(
        own: Recheck, rule: Rule, places: Sequence[int], which: Sequence[int], kept: Kept
    ) -> list[Verdict]:
        if os.getpid() == here:
            alone[rule.name] = alone.get(rule.name, 0) + len(places)
            assert alone[rule.name] <= 1, rule.name
        return verdicts(own, rule, places, which, kept)

    return prove


def test_what_a_process_does_not_do_is_done_here() -> None:
    here = os.getpid()

    def work(at: int) -> int:
        if at % 2 and os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return at * at

    assert ForkPool(BOULE, work, 6, processes=2).results() == [0, 1, 4, 9, 16, 25]


def test_what_goes_wrong_in_a_process_is_raised_here() -> None:
    def work(at: int) -> int:
        return 12 // (at - 2)

    with pytest.raises(ZeroDivisionError):
        ForkPool(BOULE, work, 5, processes=2).results()


def test_rules_are_those_of_the_program() -> None:
    found = ForkPool(BOULE, lambda at: BOULE.rules[at], len(BOULE.rules), processes=2).results()
    assert all(own is rule for own, rule in zip(found, BOULE.rules, strict=True))


def test_sessions_that_overlap_are_whole_in_their_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ["time,casino,season,session,table,coup,event"]
    for at in range(300):  # the sessions of the north change every sixty rows, those of the south
        casino = ("nord", "sud")[at % 2]  # half-way between
        session = (at + 30 * (at % 2)) // 60
        lines.append(f"2026-01-09T{at // 60:02}:{at % 60:02}:00,{casino},2026,{session},B1,1,spin")
    log = tmp_path / "log.csv"
    log.write_text("\n".join(lines) + "\n", "utf-8")
    events = log_at(log, BOULE)
    columns = columns_of(events, BOULE.vocabulary)
    monkeypatch.setattr(auditor.engine.partition, "TARGET", 50)

    found = cut(BOULE, columns, Reaches(BOULE))

    assert found.fields == {"casino", "season", "session"}
    parts = [part_of(columns, rows).places for rows in found.parts]
    assert len(parts) > 3
    assert sorted(np.concatenate(parts).tolist()) == list(range(300))
    assert all((np.diff(part) > 0).all() for part in parts)
    whose = [
        {(events.events[at].values["casino"], events.events[at].values["session"]) for at in part}
        for part in parts
    ]
    assert sum(map(len, whose)) == len(set().union(*whose)) == 11


def test_the_answers_are_those_of_rules_that_share_what_they_work_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = log_at(SAMPLES / "boule" / "faulty.csv", BOULE)
    sharing = replay_columns(BOULE, columns_of(log, BOULE.vocabulary))
    monkeypatch.setattr(auditor.engine.judge, "LARGE", 0)
    alone = replay_columns(BOULE, columns_of(log, BOULE.vocabulary))
    assert not [said for both in zip(alone, sharing, strict=True) for said in differing(*both)]
    assert sum(len(tally.violations) for tally in sharing) > 10


@pytest.mark.nightly
def test_all_rules_together_need_little_more_than_one(monkeypatch: pytest.MonkeyPatch) -> None:
    log = log_at(SAMPLES / "boule" / "lawful.csv", BOULE)
    memory = []
    for large in (auditor.engine.judge.LARGE, 0):
        monkeypatch.setattr(auditor.engine.judge, "LARGE", large)
        columns = columns_of(log, BOULE.vocabulary)
        tracemalloc.start()
        replay_columns(BOULE, columns)
        memory.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert memory[1] < 0.75 * memory[0]
