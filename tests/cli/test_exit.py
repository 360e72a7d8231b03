"""Exit statuses as the README promises them of every command: 0, 1, 2 and 3."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest
import typer
from typer.main import get_command
from typer.testing import CliRunner

from auditor.authoring import fmt as layout
from auditor.authoring.fmt import formatted
from auditor.authoring.line_breaks import Line
from auditor.cli import _with_room, app
from auditor.cli.exit import INTERRUPTED, guarded
from auditor.source import Source

DEMO = Path(__file__).parents[1] / "rules"
HEAD = "event,casino,session,table,shoe,coup\n"
BURN, DEAL = "burn,C,S,T,1,\n", "deal,C,S,T,1,1\n"

ENDS = {
    "audit lawful.csv --rules demo.rules --records all -o kept": 0,
    "audit faulty.csv --rules demo.rules --records all -o kept": 1,
    "audit none.csv --rules demo.rules": 2,
    "check demo.rules": 0,
    "check broken.rules": 1,
    "check none.rules": 2,
    "test demo.rules": 0,
    "test failing.rules": 1,
    "test broken.rules": 2,
    "fmt --check demo.rules": 0,
    "fmt --check blanks.rules": 1,
    "fmt --check none.rules": 2,
    "diff demo.rules blanks.rules": 0,
    "diff demo.rules other.rules": 1,
    "diff demo.rules none.rules": 2,
    "rules demo.rules": 0,
    "rules none.rules": 2,
    "explain five-burned --rules demo.rules": 0,
    "explain none-burned --rules demo.rules": 2,
    "simulate boule -o boule.csv": 0,
    "simulate none -o none.csv": 2,
    "map lawful.csv --rules demo.rules -o map.toml": 0,
    "map none.csv --rules demo.rules -o map.toml": 2,
    "verify report/findings.json lawful.csv --rules demo.rules": 0,
    "verify report/findings.json faulty.csv --rules demo.rules": 1,
    "verify none.json lawful.csv": 2,
    "sign none.pdf": 2,
    "words demo.rules": 0,
    "words none": 2,
    "schema": 0,
    "schema none": 2,
    "lsp none": 2,
    "desk --port none": 2,
    "case new none/none.toml --none": 2,
}  # fmt: skip
GUARDED = sorted(set(get_command(app).commands) - {"case"})  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def _files() -> None:
    Path("vocabulary").symlink_to(DEMO / "vocabulary")
    text = formatted(Source("demo.rules", (DEMO / "demo.rules").read_text("utf-8")))
    assert isinstance(text, str)
    Path("demo.rules").write_text(text, "utf-8")
    for name, (old, new) in {
        "broken": ("amount <= posted", "amount <= posetd"),
        "failing": ("integer = 5", "integer = 6"),
        "other": ("integer = 5", "integer = 6"),
        "blanks": ("amount <= posted", "amount  <=  posted"),
    }.items():
        assert old in text
        Path(f"{name}.rules").write_text(text.replace(old, new, 1), "utf-8")
    Path("lawful.csv").write_text(HEAD + BURN * 5 + DEAL, "utf-8")
    Path("faulty.csv").write_text(HEAD + BURN * 4 + DEAL, "utf-8")


def ending(command: str) -> int:
    return CliRunner().invoke(app, command.split()).exit_code


@pytest.mark.sampled(6)
@pytest.mark.parametrize("command", ENDS)
def test_a_command_ends_as_promised(command: str) -> None:
    if command.startswith("verify report"):
        assert ending("audit lawful.csv --rules demo.rules --records all -o report") == 0
    assert ending(command) == ENDS[command]


@pytest.mark.parametrize("command", GUARDED)
def test_a_defect_ends_with_3(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr("auditor.cli.exit._refuse_nul", broken)
    own = next((each for each in ENDS if each.split()[0] == command and ENDS[each] < 2), "")
    given = {"desk": "desk", "lsp": "lsp", "sign": "sign none.pdf"}.get(command, own)
    assert ending(given) == 3


def test_a_question_that_is_left_unanswered_is_no_defect() -> None:
    def asks(*_: object) -> None:
        raise typer.Abort

    with pytest.raises(typer.Exit) as end:
        guarded(asks)()
    assert end.value.exit_code == INTERRUPTED


def test_a_layout_that_would_lose_something_is_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    before = "# kept\n" + Path("blanks.rules").read_text("utf-8")
    Path("blanks.rules").write_text(before, "utf-8")
    monkeypatch.setattr(layout, "_outside", lambda _line: Line())
    assert ending("fmt blanks.rules") == 3
    assert Path("blanks.rules").read_text("utf-8") == before


DEPTHS, CALLS = 300, 300


def test_no_depth_of_calls_is_one_at_which_each_call_asks_the_system_for_memory() -> None:
    counted: list[int] = []
    _with_room(lambda: counted.extend(_faults(depth) for depth in range(DEPTHS)))
    assert max(counted) < CALLS / 2


def _faults(depth: int) -> int:
    """How often memory was asked for by calls at some depth."""
    if depth:
        return _faults(depth - 1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(CALLS):
        _nothing()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def _nothing() -> None:
    pass
