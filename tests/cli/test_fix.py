"""`auditor check --fix`: what it mends and what it leaves to a person, each checked again."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from auditor.cli import app

DEMO = Path(__file__).parents[1] / "rules"
TEXT = (DEMO / "demo.rules").read_text("utf-8")


def slips(page: str) -> dict[str, list[str]]:
    """What is right, a slip in its place, and what is made of it where that is another text."""
    pairs = (line.partition(": ")[::2] for line in page.split("\n") if " → " in line)
    codes = re.compile(r"\\u(\w{4})|\\n")
    return {
        name: codes.sub(lambda own: chr(int(own[1] or "a", 16)), said).split(" → ")
        for name, said in pairs
    }


MECHANICAL, FOR_A_PERSON = map(
    slips, Path(__file__).with_name("slips.txt").read_text("utf-8").split("to a person.")
)


@pytest.fixture(autouse=True)
def _files() -> None:
    Path("vocabulary").symlink_to(DEMO / "vocabulary")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["check", *arguments])


def demo(old: str = "", new: str = "") -> Path:
    """The demonstration ruleset with a piece replaced, once."""
    assert old in TEXT
    file = Path("demo.rules")
    file.write_bytes((TEXT.replace(old, new, 1) if old else TEXT).encode())
    return file


def text_of(file: Path) -> str:
    return file.read_bytes().decode()


@pytest.mark.sampled(7)
@pytest.mark.parametrize("fault", MECHANICAL)
def test_what_is_mechanical_is_mended_and_nothing_else(fault: str) -> None:
    right, wrong, *other = MECHANICAL[fault]
    file = demo(right, wrong)
    assert "demo.rules:" in run(str(file)).stdout
    done = run("--fix", str(file))
    assert done.stderr == "mended: demo.rules (1 place)\n" or fault == "a blank of typography"
    mended = text_of(file)
    assert mended == TEXT.replace(right, other[0] if other else right, 1)
    assert run("--fix", str(file)).stderr == ""
    assert run(str(file)).exit_code == 0


@pytest.mark.sampled(3)
@pytest.mark.parametrize("fault", FOR_A_PERSON)
def test_what_a_person_has_to_decide_is_left_as_it_is(fault: str) -> None:
    file = demo(*FOR_A_PERSON[fault])
    before = text_of(file)
    done = run("--fix", str(file))
    assert "demo.rules:" in done.stdout
    assert (done.stderr, text_of(file)) == ("", before)


def test_a_difference_is_a_patch_and_nothing_is_written() -> None:
    file = demo("amount <= posted", "amount =< posted")
    before = text_of(file)
    done = run("--diff", str(file))
    assert (done.exit_code, text_of(file)) == (1, before)
    assert done.stderr == "to be mended: demo.rules (1 place)\n"
    if shutil.which("patch") is None:
        pytest.skip("patch is not installed")
    subprocess.run(["patch", "-p1"], input=done.stdout.encode(), check=True, capture_output=True)
    assert text_of(file) == TEXT
    done = run("--diff", str(file))
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")


def test_line_ends_and_the_mark_at_the_beginning_stay() -> None:
    file = demo("amount <= posted", "amount =< posted")
    file.write_bytes(b"\xef\xbb\xbf" + text_of(file).replace("\n", "\r\n").encode())
    assert run("--fix", str(file)).exit_code == 0
    assert file.read_bytes() == b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode()


def test_only_what_is_named_is_mended() -> None:
    Path("vocabulary").unlink()
    Path("vocabulary").mkdir()
    words = Path("vocabulary/demo-table.rules")
    before = (DEMO / "vocabulary/demo-table.rules").read_bytes() + b"\nscoep hand = coup, seat\n"
    words.write_bytes(before)
    file = demo("amount <= posted", "amount =< posted")
    done = run("--fix", str(file))
    assert done.stderr == "mended: demo.rules (1 place)\n"
    assert words.read_bytes() == before
    assert run("--fix").exit_code == 2
    assert run("--diff").exit_code == 2


def test_a_diagnostic_is_known_again_below_new_lines() -> None:
    def fingerprints() -> list[str]:
        report = json.loads(run("demo.rules", "--format", "gitlab").stdout)
        return [own["fingerprint"] for own in report]

    file = demo("count of burn", "count of brun")
    before = fingerprints()
    file.write_text(f"# above\n\n{text_of(file)}", "utf-8")
    assert fingerprints() == before != []
