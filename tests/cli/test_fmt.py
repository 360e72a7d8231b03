"""`auditor fmt`: what it writes, what it only says, and how it ends."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from auditor.authoring import fmt as layout
from auditor.authoring.fmt import WrittenLine
from auditor.cli import app

NEAT = "use cards\n\nconstant a = 1\n"
SCRAWLED = "use   cards\n\n\nconstant a=1\n"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["fmt", *arguments])


def put(path: str, text: str) -> Path:
    file = Path(path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode())
    return file


def test_files_of_a_folder_are_laid_out_and_others_left_alone() -> None:
    scrawled, neat = put("r/a/x.rules", SCRAWLED), put("r/neat.rules", NEAT)
    other, hidden = put("r/x.txt", SCRAWLED), put("r/.git/x.rules", SCRAWLED)
    before = neat.stat().st_mtime_ns
    done = run("r")
    assert (done.exit_code, done.stdout) == (0, "laid out: r/a/x.rules\n1 file of 2 laid out\n")
    assert scrawled.read_text("utf-8") == NEAT
    assert neat.stat().st_mtime_ns == before
    assert {other.read_text("utf-8"), hidden.read_text("utf-8")} == {SCRAWLED}
    again = run("r", "--check")
    assert (again.exit_code, again.stdout) == (0, "2 files: nothing to lay out\n")


def test_check_names_the_files_and_writes_nothing() -> None:
    file = put("x.rules", SCRAWLED)
    done = run("--check", "x.rules")
    assert done.exit_code == 1
    assert done.stdout == "to be laid out: x.rules\n1 file of 1 to be laid out\n"
    assert file.read_text("utf-8") == SCRAWLED


def test_a_mark_at_the_beginning_is_none_of_the_layout() -> None:
    """Where it is all that is not, a run that writes and one that checks say the same of it."""
    file = put("x.rules", f"\ufeff{NEAT}")
    assert run("--check", "x.rules").exit_code == 1
    assert run("x.rules").exit_code == 0
    assert file.read_bytes() == NEAT.encode()


def test_a_difference_can_be_applied_as_a_patch() -> None:
    put("x.rules", SCRAWLED)
    done = run("--diff", "x.rules")
    assert done.exit_code == 1
    assert done.stdout.startswith("--- a/x.rules\n+++ b/x.rules\n@@ ")
    assert "-use   cards\n+use cards\n" in done.stdout
    assert "to be laid out: x.rules" in done.stderr
    assert Path("x.rules").read_text("utf-8") == SCRAWLED


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"constant a 1\n", "x.rules:1:12"),
        (b"constant a = \xe9\n", "x.rules:1:14: line 1, byte 14: 0xE9 is no UTF-8 [E105]"),
    ],
)
def test_a_file_that_cannot_be_read_stops_before_anything_is_written(
    content: bytes, says: str
) -> None:
    first = put("a.rules", SCRAWLED)
    Path("x.rules").write_bytes(content)
    done = run("a.rules", "x.rules")
    assert done.exit_code == 2
    assert says in done.stderr
    assert first.read_text("utf-8") == SCRAWLED


@pytest.mark.parametrize("name", ["nothing.rules", "empty"])
def test_nothing_to_lay_out_is_an_error(name: str) -> None:
    Path("empty").mkdir()
    assert run(name).exit_code == 2


def test_a_link_stays_a_link() -> None:
    put("x.rules", SCRAWLED)
    Path("link.rules").symlink_to("x.rules")
    assert run("link.rules").exit_code == 0
    assert Path("link.rules").is_symlink()
    assert Path("x.rules").read_text("utf-8") == NEAT


def test_a_layout_that_would_lose_something_is_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    put("x.rules", f"# kept\n{SCRAWLED}")
    monkeypatch.setattr(layout, "_outside", lambda _line: WrittenLine([], 0, None))
    done = run("x.rules")
    assert done.exit_code == 3
    assert Path("x.rules").read_text("utf-8") == f"# kept\n{SCRAWLED}"
