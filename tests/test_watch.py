"""Whoever watches an audit is told how far it is, and stops it wherever he likes: nothing stays."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

from auditor import CancelledError, Progress, audit_log, read_log, watching, write_report
from auditor.audit import Engine
from auditor.engine import partition
from auditor.log.csv import plain_csv
from auditor.report.model import Finding
from auditor.reproduction import verify
from auditor.request import ruleset

ROOT = Path(__file__).parent.parent
SAMPLES = ROOT / "samples"
SMALL = SAMPLES / "bataille-pat-recharge" / "lawful.csv"
BOOK = SAMPLES / "bataille" / "lawful.xlsx"
OLD = "last year's findings"


def children() -> set[str]:
    """The processes that this one started and that still run."""
    tasks = Path("/proc/self/task").glob("*/children")
    return {number for own in tasks for number in own.read_text().split()}


@pytest.fixture
def reports(tmp_path: Path) -> Iterator[Path]:
    """A folder with an earlier report, which nobody replaces, while no process is left behind."""
    (tmp_path / "findings.json").write_text(OLD, encoding="utf-8")
    before = children()
    yield tmp_path
    assert children() <= before
    assert [own.name for own in tmp_path.iterdir()] == ["findings.json"]
    assert (tmp_path / "findings.json").read_text(encoding="utf-8") == OLD


def audited(log: Path, folder: Path, formats: str, *, engine: str = "columns", n: int = 1) -> None:
    audit = audit_log(
        read_log(log),
        rules="bataille" if log == BOOK else SMALL.parent.name,
        records="all",
        engine="reference" if engine == "reference" else "columns",
        processes=n,
    )
    write_report(audit, folder, formats.split(), force=True)


WAYS: dict[str, Callable[[Path], None]] = {
    "columns": lambda folder: audited(SMALL, folder, "json csv html"),
    "processes": lambda folder: audited(SMALL, folder, "json", n=2),
    "reference": lambda folder: audited(SMALL, folder, "json", engine="reference"),
    "workbook": lambda folder: audited(BOOK, folder, "json"),
    "pages": lambda folder: audited(SMALL, folder, "json pdf"),
}


@pytest.fixture(params=WAYS)
def work(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    if request.param == "processes":
        monkeypatch.setattr(partition, "TARGET", 30)
        monkeypatch.setattr(plain_csv, "WORTHWHILE", 0)
    return WAYS[request.param]


@pytest.mark.sampled(3)
def test_each_stage_goes_up_to_its_end(work: Callable[[Path], None], tmp_path: Path) -> None:
    steps: list[Progress] = []
    with watching(steps.append):
        work(tmp_path / "new")
    stages = list(dict.fromkeys(own.stage for own in steps))
    assert stages == ["reading", "judging", "rendering"]
    counts: dict[tuple[str, str, str], list[Progress]] = defaultdict(list)
    for own in steps:
        name = "" if own.unit == "files" else own.name
        counts[own.stage, own.unit, name].append(own)
    assert {unit for _, unit, _ in counts} >= {"files", "rules", "rows"}
    for (_, unit, _), told in counts.items():
        assert all(one.total == other.total for one, other in pairwise(told))
        if unit == "pages":
            assert max(own.done for own in told) > 0
            continue
        assert all(one.done <= other.done for one, other in pairwise(told))
        total = told[-1].total
        if unit != "rows":  # of these a word is said before they are read
            assert told[-1].done == total


@pytest.mark.sampled(6)
def test_nothing_stays_of_work_that_is_stopped_at_any_moment(
    work: Callable[[Path], None], reports: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    told = 0

    def tell(step: Progress) -> None:
        nonlocal told
        told += step.unit != "pages"  # how many of these are told hangs on the machine

    def is_past(moment: int) -> bool:
        return told >= moment

    with watching(tell):
        work(tmp_path_factory.mktemp("whole"))
    whole = told
    assert whole > 20
    for moment in (0, whole // 3, whole - whole // 4, whole - 1):
        told = 0
        with pytest.raises(CancelledError), watching(tell, partial(is_past, moment)):
            work(reports)
        assert told == moment


class UnwillingError(Exception):
    """An error of whoever is told."""


@pytest.mark.parametrize("stage", ["reading", "judging", "rendering"])
def test_an_error_of_whoever_is_told_stops_the_work(stage: str, reports: Path) -> None:
    def told(step: Progress) -> None:
        if step.stage == stage:
            raise UnwillingError

    with pytest.raises(UnwillingError), watching(told):
        audited(SMALL, reports, "json")


def test_nobody_is_told_behind_the_watch() -> None:
    steps: list[Progress] = []
    with watching(steps.append):
        read_log(SMALL)
    many = len(steps)
    read_log(SMALL)
    assert len(steps) == many > 0


def test_a_report_that_is_verified_is_watched_as_well(tmp_path: Path) -> None:
    audited(SMALL, tmp_path, "json")
    steps: list[Progress] = []
    with watching(steps.append):
        assert verify(tmp_path / "findings.json", [SMALL], rules=SMALL.parent.name).is_exact
    assert {own.stage for own in steps} == {"reading", "judging"}


LATER = {"derivation", "evidence", "coup", "known", "waiver", "earlier"}
KEY = b"a key of pseudonyms"
FAULTY = ("boule", "punto-banco", "bataille-pat", "boule with a hole")
"""Where rows are missing, rules about the log itself are judged again on those that there are."""


@pytest.mark.sampled(12)
@pytest.mark.parametrize("game", FAULTY)
@pytest.mark.parametrize("way", ["columns", "parts", "reference"])
@pytest.mark.parametrize("key", [None, KEY], ids=["names", "pseudonyms"])
def test_findings_come_as_the_report_has_them(
    game: str, way: str, key: bytes | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game, with_, _ = game.partition(" with ")
    log = SAMPLES / game / "faulty.csv"
    if with_:
        lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
        log = tmp_path / "log.csv"
        log.write_text("".join(lines[:600] + lines[640:]), encoding="utf-8")
    if way == "parts":
        monkeypatch.setattr(partition, "TARGET", 100)
    told: list[Finding] = []
    reading = read_log(log)
    engine: Engine = "reference" if way == "reference" else "columns"
    processes = 2 if way == "parts" else 1
    report = audit_log(
        reading, rules=game, records="all", engine=engine, processes=processes, key=key,
        found=told.append,
    ).report  # fmt: skip
    assert len(told) == len(report.findings) > 0
    holes = [own for own in ruleset(game).rules if own.as_logged]
    assert not with_ or {own.id for own in holes} & {own.rule for own in told}
    by_id = {own.id: own.model_dump(exclude=LATER) for own in told}
    assert by_id == {own.id: own.model_dump(exclude=LATER) for own in report.findings}
