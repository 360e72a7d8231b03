"""What a command says reaches whoever reads it, whatever the locale, the disk or the container."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from auditor.cli.exit import CANNOT, FINDINGS
from auditor.cli.forked import forked

RULES = Path(__file__).parents[1] / "rules"
FULL = Path("/dev/full")


def check(form: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    """`auditor check` of a file with an error, in a French locale of the last century."""
    old = {"LC_ALL": "fr_FR.ISO-8859-1", "PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "auditor", "check", "wrong.rules", "--format", form]
    return subprocess.run(command, env=os.environ | old, check=False, **options)  # type: ignore[call-overload,no-any-return]  # options of `run`


@pytest.fixture(autouse=True)
def _wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (RULES / "demo.rules").read_text("utf-8")
    Path("wrong.rules").write_text(text.replace("count of burn", "count of brun"), "utf-8")
    Path("vocabulary").symlink_to(RULES / "vocabulary")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("form", ["text", "gitlab"])
def test_a_pipe_is_written_in_utf_8(form: str) -> None:
    done = check(form, capture_output=True)
    assert (done.returncode, done.stderr) == (FINDINGS, b"")
    assert "`brun` n’est pas connu" in done.stdout.decode("utf-8")


@pytest.mark.skipif(not FULL.is_char_device(), reason="there is no /dev/full here")
def test_a_full_disk_is_said_and_is_no_defect() -> None:
    with FULL.open("wb") as full:
        done = check("text", stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == CANNOT
    assert "plus de place" in done.stderr.decode("utf-8")


def test_several_processes_give_the_results_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("auditor.cli.forked.os.cpu_count", lambda: 2)
    base = 100  # which the processes have from this one
    assert forked(lambda own: own + base, range(20)) == list(range(100, 120))
