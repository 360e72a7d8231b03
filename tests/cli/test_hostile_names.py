"""Names that hold line ends, escapes and marks of direction say nothing of their own anywhere."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from auditor import cli
from auditor.cli import app
from auditor.cli.terminal import pour

NAME = "x\x1b[2J\x9b\u202e\nerror: forged\r\u2028"
SHOWN = "x[U+001B][2J[U+009B][U+202E]↵error: forged[U+000D][U+2028]"
FILE = f"{NAME}.csv"
RULES = Path(__file__).parents[1] / "rules"
ASKED = Path(__file__).with_name("hostile.txt").read_text("utf-8").splitlines()


@pytest.fixture(autouse=True)
def _files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AUDITOR_CACHE", "off")
    Path(FILE).write_text(f'event,casino,table\nburn,"{NAME}",T1\nburn,{NAME[:9]},T1\n', "utf-8")
    Path("vocabulary").symlink_to(RULES / "vocabulary")
    text = (RULES / "demo.rules").read_text("utf-8")
    Path(f"{NAME}.rules").write_text(f"{text}\n\n\n# {NAME[:9]}", "utf-8")


def is_plain(said: str) -> bool:
    """Only line ends that begin no line of somebody else's, and no other sign that nobody sees."""
    own = said.replace("\n", "").replace("\t", "").replace("\u00a0", " ").replace("\u202f", " ")
    return own.isprintable() and not any(line.startswith("error: f") for line in said.split("\n"))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("asked", ASKED)
def test_no_command_repeats_what_a_terminal_would_obey(asked: str) -> None:
    done = CliRunner().invoke(app, [word.replace("NAME", NAME) for word in asked.split()])
    assert done.exit_code in {0, 1, 2}, done.output
    assert is_plain(done.stderr), done.stderr
    assert is_plain(done.stdout), done.stdout


def test_a_name_is_shown_by_its_codes() -> None:
    assert f"`{SHOWN}`" in CliRunner().invoke(app, ("rules", NAME)).stderr


def test_a_document_is_as_it_is_but_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`git apply` reads a patch of `fmt --diff` from a pipe."""
    document = "+# a\x1b[2J\u202eb\n+\tc\n"
    pour(document)
    assert capsys.readouterr().out == document
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    pour(document)
    assert capsys.readouterr().out == "+# a[U+001B][2J[U+202E]b\n+⇥c\n"


def test_one_file_alone_writes_to_the_terminal() -> None:
    """What is written elsewhere would not be looked at.  The line of progress quotes nobody."""
    folder = Path(cli.__file__).parent
    others = {"terminal.py", "progress.py"}
    found = [
        f"{path.name}:{node.lineno}"
        for path in sorted(folder.glob("*.py"))
        if path.name not in others
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in WRITING
    ]
    assert found == []


WRITING = {
    *("print", "typer.echo", "typer.secho", "sys.stdout.write", "sys.stderr.write"),
    *("sys.stdout.buffer.write", "typer.echo_via_pager"),
}
