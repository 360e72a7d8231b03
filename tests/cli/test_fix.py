"""`auditor check --fix`: what it mends and what it leaves to a person, each checked again."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from auditor.cli import app

DEMO = Path(__file__).parents[1] / "rules"
TEXT = (DEMO / "demo.rules").read_text("utf-8")

MECHANICAL = {
    "a misspelt kind of event": ("count of burn before", "count of brun before"),
    "a misspelt field": ("require amount <= posted", "require amonut <= posted"),
    "another case": ("of stake-maximum complies", "of Stake-Maximum complies"),
    "a misspelt kind in an example": ("| stake coup=1 seat=1", "| stakee coup=1 seat=1"),
    "a misspelt cell of an example": ("coup=1 seat=1 on=red", "coup=1 saet=1 on=red"),
    "a misspelt clause": ("applies when", "aplies when"),
    "a misspelt keyword": ("param burned :", "parma burned :"),
    "two signs for equality": ("first deal = burned", "first deal == burned"),
    "a sign of mathematics": ("amount <= posted", "amount≤posted"),
    "a word of other languages": ("when any deal", "when any deal && any burn"),
    "a blank of typography": ("amount <= posted", "amount\u00a0<=\u00a0posted"),
    "quotes of typography": ('en "Custody of cards"', "en “Custody of cards”"),
    "a sign too many": ("first deal = burned", "first deal = burned;"),
    "a sign nobody sees": ("count of burn", "count of bu\u200brn"),
    "a clause in the first column": ("  applies when any deal", "applies when any deal"),
    "an indented declaration": ("rule five-burned", "  rule five-burned"),
    "an indented first declaration": ("ruleset demo", "  ruleset demo"),
    "a form of the first edition": ("only if stake-maximum holds", "presumes stake-maximum"),
}  # fmt: skip
AFTER = {
    "a word of other languages": "when any deal and any burn",
    "a sign of mathematics": "amount<=posted",
}

FOR_A_PERSON = {
    "another provision": ("cites 1.1", "cites 1.6"),
    "two names as near": ("require amount <= posted", "require posed2 <= posted"),
    "a short word like another": ("seat=1 on=red amount", "seat=1 un=red amount"),
    "an arrow or a comparison": ("require amount <= posted", "require amount => posted"),
    "a denial that binds otherwise": ("require amount <= posted", "require !amount <= posted"),
    "a thousand or a fraction": ("amount <= posted", "amount <= 1,234"),
    "a repair that means nothing": ("require amount <= posted", "require exists stake"),
    "a bracket too many": ("amount <= posted", "amount <= posted)"),
    "a name that nothing uses": (
        "  let posted = (last",
        "  let spare = amount\n  let posted = (last",
    ),
}  # fmt: skip


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
    right, wrong = MECHANICAL[fault]
    file = demo(right, wrong)
    assert "demo.rules:" in run(str(file)).stdout
    done = run("--fix", str(file))
    assert done.stderr == "mended: demo.rules (1 place)\n" or fault == "a blank of typography"
    mended = text_of(file)
    assert mended == TEXT.replace(right, AFTER.get(fault, right), 1)
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
