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

LINES = Path(__file__).with_name("ends.txt").read_text("utf-8").splitlines()
ENDS = {command: int(status) for status, command in (own.split(" ", 1) for own in LINES)}
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


@pytest.mark.sampled(12)
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
