"""Whoever stops an audit is obeyed at once, and finds the report of last time whole."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from select import select
from typing import Any

import pytest

from auditor.cli.forked import forked
from auditor.engine.processes import ForkPool

ROOT = Path(__file__).parents[2]
LOG = ROOT / "samples" / "boule" / "faulty.csv"
OF_ONE_HOUSE = ROOT / "samples" / "bataille-pat" / "lawful.csv"
RULES = ROOT / "tests" / "rules" / "demo.rules"
OLD = "last year's findings"
SOON = 45  # seconds: less than each would wait, and enough for a machine with much else to do

# Each stops for a minute where the work has come to, and says so.  A signal that comes in the very
# moment in which a sleep begins is heard at its end: each is short.
WAIT = "import os, time; os.write({told}, b'x'); [time.sleep(0.1) for _ in range(600)]"
OF_AUDITS_AND_TESTS = tomllib.loads(Path(__file__).with_name("moments.toml").read_text("utf-8"))
MOMENTS, OF_TESTS = OF_AUDITS_AND_TESTS["audit"], OF_AUDITS_AND_TESTS["tests"]
# What a shell starts in the background ignores interruptions, and so does all that it starts.
RUN = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)

def waits(*_, **__):
    {wait}

{moment}
import sys
sys.argv[1:] = {arguments}
from auditor.cli import main
main()
"""


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    folder = tmp_path / "reports"
    folder.mkdir()
    (folder / "findings.json").write_text(OLD, encoding="utf-8")
    return folder


@contextmanager
def standing_at(moment: str, reports: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """An audit that has come to a moment, and a pipe that ends with the last of its processes."""
    heard, told = os.pipe()
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    if moment in OF_TESTS:
        arguments = ["test", str(RULES), "--mutate"]
        environment["AUDITOR_CACHE"] = "off"  # what an earlier test found is not to be kept
    else:
        log, formats = (OF_ONE_HOUSE, "json,pdf") if moment == "printing" else (LOG, "json")
        audit_of = ["audit", str(log), "-r", log.parent.name, "--records", "all", "--force"]
        arguments = [*audit_of, "-o", str(reports), "--format", formats]
        environment["TMPDIR"] = str(reports.parent)
    code = RUN.format(
        wait=WAIT.format(told=told), moment=(MOMENTS | OF_TESTS)[moment], arguments=repr(arguments)
    )
    audit = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        pass_fds=[told],
        start_new_session=True,
        env=environment,
    )
    os.close(told)
    try:
        assert os.read(heard, 1) == b"x", audit.communicate()
        yield audit, heard
    finally:
        os.close(heard)
        with suppress(ProcessLookupError):
            os.killpg(audit.pid, signal.SIGKILL)  # what should not be there any more
        audit.communicate()


def gone(heard: int) -> bool:
    """Whether every process of the audit ends, long before its minute is over."""
    while select([heard], [], [], SOON)[0]:
        if os.read(heard, 1) == b"":
            return True
    return False


def interrupted(moment: str, all_of_them: bool, reports: Path) -> None:
    with standing_at(moment, reports) as (audit, heard):
        if moment == "writing":
            assert len(list(reports.iterdir())) == 2
        (os.killpg if all_of_them else os.kill)(audit.pid, signal.SIGINT)
        said, complained = audit.communicate(timeout=SOON)
        assert (audit.returncode, said, complained) == (130, "", "interrupted\n")
        assert gone(heard)
    nothing_is_left(reports)


def nothing_is_left(reports: Path) -> None:
    """But the report of last time."""
    assert [path.name for path in reports.iterdir()] == ["findings.json"]
    assert [path.name for path in reports.parent.iterdir()] == ["reports"]  # nor in TMPDIR
    assert (reports / "findings.json").read_text("utf-8") == OLD


@pytest.mark.sampled(9)
@pytest.mark.parametrize("all_of_them", [False, True], ids=["one process", "the terminal's"])
@pytest.mark.parametrize("moment", MOMENTS)
def test_an_interruption(moment: str, all_of_them: bool, reports: Path) -> None:
    interrupted(moment, all_of_them, reports)


@pytest.mark.nightly
@pytest.mark.parametrize("all_of_them", [False, True], ids=["one process", "the terminal's"])
@pytest.mark.parametrize("moment", OF_TESTS)
def test_an_interruption_of_the_trial_of_examples(
    moment: str, all_of_them: bool, reports: Path
) -> None:
    interrupted(moment, all_of_them, reports)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_termination(moment: str, reports: Path) -> None:
    with standing_at(moment, reports) as (audit, heard):
        os.kill(audit.pid, signal.SIGTERM)
        assert audit.communicate(timeout=SOON) == ("", "")
        assert audit.returncode == 143
        assert gone(heard)
    nothing_is_left(reports)


def test_whoever_is_killed_while_writing_leaves_the_report_of_last_time(reports: Path) -> None:
    with standing_at("writing", reports) as (audit, heard):
        os.kill(audit.pid, signal.SIGKILL)
        assert gone(heard)
    assert (reports / "findings.json").read_text("utf-8") == OLD


def test_a_process_that_was_just_made_is_not_interrupted(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    begun = ForkPool._do

    def interrupted(*own: Any) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        begun(*own)

    monkeypatch.setattr("auditor.cli.forked.os.cpu_count", lambda: 2)
    monkeypatch.setattr(ForkPool, "_do", interrupted)
    assert forked(abs, [-1, -2, -3]) == [1, 2, 3]
    assert capfd.readouterr().err == ""
