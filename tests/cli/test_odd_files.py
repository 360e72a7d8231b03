"""Folders of rules as pipelines find them: links, closed folders, names of any bytes."""

from __future__ import annotations

import errno
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from auditor.cli import app
from auditor.language.resolve.search_path import NotFoundError, locate, shipped
from tests.tables import column

COMMANDS = [("check",), ("test",), ("fmt", "--check")]


@pytest.fixture(autouse=True)
def _files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AUDITOR_CACHE", "off")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_that_may_not_be_looked_into_is_told(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("rules", "closed").mkdir(parents=True)
    listed = Path.iterdir

    def refused(path: Path) -> object:
        if path.name == "closed":
            raise PermissionError
        return listed(path)

    monkeypatch.setattr(Path, "iterdir", refused)
    done = run(*command, "rules")
    assert done.exit_code == 2
    assert "closed: You may not read it" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        *((*command, "rules") for command in COMMANDS),
        *((*command, "rules/closed/a.rules") for command in (*COMMANDS, ("diff", "boule"))),
    ],
)
def test_a_folder_that_may_be_listed_and_not_entered_is_told(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = Path("rules", "closed", "a.rules")
    file.parent.mkdir(parents=True)
    file.write_text("rule\n", "utf-8")

    def closed(ask: Callable[[Path], bool]) -> Callable[[Path], bool]:
        def asked(path: Path) -> bool:
            if path.name == "a.rules":
                raise PermissionError(errno.EACCES, "Permission denied", str(path))
            return ask(path)

        return asked

    for name in ("is_dir", "exists"):
        monkeypatch.setattr(Path, name, closed(getattr(Path, name)))
    done = run(*arguments)
    assert done.exit_code == 2
    assert f"{file}: You may not read it" in done.stderr


def test_a_folder_of_logs_may_be_called_as_a_game_is() -> None:
    Path("boule").mkdir()
    assert locate("boule").parent == shipped()
    Path("boule", "own.rules").write_text("rule\n", "utf-8")
    assert locate("boule").parent == shipped()  # a folder of rules is meant by its path alone
    assert locate("boule/") == locate(Path("boule")) == Path("boule")
    Path("other").mkdir()
    with pytest.raises(NotFoundError, match="holds no rule file"):
        locate("other")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("command", column(__file__, "What only programs read"))
def test_a_terminal_is_not_filled_with_what_only_programs_read(command: str) -> None:
    """It is said at once, and before anything is read or printed."""
    ours, theirs = pty.openpty()
    process = [sys.executable, "-m", "auditor", *command.split()]
    done = subprocess.run(process, stdout=theirs, stderr=subprocess.PIPE, check=False)
    os.close(theirs)
    os.close(ours)
    assert done.returncode == 2
    assert f"A terminal shows no {command.rsplit(maxsplit=1)[-1]}" in done.stderr.decode()
