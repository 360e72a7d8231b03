"""How far an audit is stands on the terminal, and nowhere else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOG = ROOT / "samples" / "boule" / "faulty.csv"
ROWS = len(LOG.read_text("utf-8").splitlines()) - 1
RUN = """
import sys, auditor.cli.terminal
auditor.cli.terminal.BETWEEN = 0
sys.argv[1:] = {arguments}
from auditor.cli import main
main()
"""


def audited(folder: Path, error: int, **environment: str) -> bytes:
    """What an audit says on its standard output, while its errors go elsewhere."""
    asked = f"audit {LOG} -r boule --records all --format json -o".split()
    code = RUN.format(arguments=repr([*asked, str(folder)]))
    own = {"PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "120", **environment}
    done = subprocess.run(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=error,
        check=False,
        env=os.environ | own,
    )
    assert done.returncode == 1
    return done.stdout


def on_a_terminal(folder: Path, **environment: str) -> tuple[bytes, str]:
    """What is said on the standard output, and what a terminal is sent as standard error."""
    try:
        ours, theirs = os.openpty()
    except OSError as error:  # a bare root, in which /dev/pts is not mounted
        pytest.skip(f"There is no pseudo-terminal here: {error}")
    said = audited(folder, theirs, **environment)
    os.close(theirs)
    sent = b""
    try:
        while part := os.read(ours, 1 << 16):
            sent += part
    except OSError:
        pass  # so a terminal ends on Linux
    finally:
        os.close(ours)
    return said, sent.decode()


def test_files_events_and_rules_are_counted_on_a_terminal(tmp_path: Path) -> None:
    said, sent = on_a_terminal(tmp_path)
    lines = re.split(r"\r\x1b\[K", sent)
    [rules] = set(re.findall(r"of (\d+) rules", sent))
    assert lines[:2] == ["", "reading [                    ] 0 of 1 file"]
    assert "reading [####################] 1 of 1 file, 0 rows" in lines
    assert f"judging [                    ] 0 of {ROWS:,} events" in lines
    bar = "#" * 20
    assert f"judging [{bar}] {ROWS:,} of {ROWS:,} events, {rules} of {rules} rules" in lines
    assert lines[-2] == "rendering [####################] 1 of 1 file"
    assert lines[-1] == ""  # nothing stays
    assert b"judging" not in said


@pytest.mark.nightly
def test_a_narrow_terminal_has_one_line_all_the_same(tmp_path: Path) -> None:
    _, sent = on_a_terminal(tmp_path, COLUMNS="30")
    lines = re.split(r"\r\x1b\[K", sent)
    assert max(map(len, lines)) == 29
    assert "\n" not in sent


@pytest.mark.nightly
def test_a_terminal_that_cannot_write_over_is_sent_nothing(tmp_path: Path) -> None:
    assert on_a_terminal(tmp_path, TERM="dumb")[1] == ""


def test_a_pipe_is_sent_nothing(tmp_path: Path) -> None:
    heard, told = os.pipe()
    audited(tmp_path, told)
    os.close(told)
    with os.fdopen(heard, "rb") as pipe:
        assert pipe.read() == b""
