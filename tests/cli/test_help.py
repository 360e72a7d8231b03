"""Help, complaints and all else are said in the language asked for, else in that of the locale."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from auditor.cli import COMMANDS, app, french
from auditor.cli.audit import GROUPS
from tests.tables import column, table

PATHS = ((), *((name,) for name in COMMANDS), ("case", "new"))
MISUSED = [own.split() for own in column(__file__, "Each way to misuse a command")]


def said(*arguments: str, **environment: str) -> str:
    own = {name: environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG")}
    return CliRunner().invoke(app, arguments, env=own).output


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Each text that has been said, and its French."""
    texts: dict[str, str] = {}
    told = french.told

    def watched(text: str) -> str:
        texts[text] = told(text)
        return texts[text]

    monkeypatch.setattr(french, "told", watched)
    return texts


def texts(command: Any) -> Iterator[str]:
    """What the help of a command says, in English."""
    yield command.short_help or ""
    command = getattr(command, "loaded", command)
    for said in (command.help, command.short_help, command.epilog):
        yield from (" ".join(own.split()) for own in cleandoc(said or "").split("\n\n"))
    for own in command.params:
        yield from (own.help or "").split("  [default: ")[:1]
        yield from re.findall(r"(?<!-)\b[A-Z]{2,}\b", own.metavar or "")
        yield f"({own.show_default})" if isinstance(own.show_default, str) else ""
    for own in getattr(command, "commands", {}).values():
        yield from texts(own)


def test_each_text_of_the_help_has_its_french_and_none_is_superfluous(
    asked: dict[str, str],
) -> None:
    every = [own for own, _ in french.table()]
    english = {*filter(None, texts(get_command(app))), *GROUPS}
    assert len(english) > 150
    assert [own for own in english if not any(one.fullmatch(own) for one in every)] == []
    for path in PATHS:
        assert said(*path, "--help", LANG="fr_FR.UTF-8").startswith("Emploi\u00a0: auditor")
    for misused in MISUSED:
        assert said(*misused, LANG="fr_FR.UTF-8").count("Erreur\u00a0: ") == 1
    assert [own.pattern for own in every if not any(map(own.fullmatch, asked))] == []


def test_no_line_is_wider_than_a_terminal() -> None:
    for path in PATHS:
        for line in said(*path, "--help", LANG="fr_FR.UTF-8").splitlines():
            assert len(line) <= 80, line


def proposed(begun: str) -> list[str]:
    """What bash is told of the last word."""
    asks = {
        "_AUDITOR_COMPLETE": "complete_bash",
        "COMP_WORDS": begun,
        "COMP_CWORD": str(len(begun.split(" ")) - 1),
    }
    done = CliRunner().invoke(app, [], prog_name="auditor", env=asks)
    assert done.exit_code == 0, done.output
    return done.stdout.split()


@pytest.mark.parametrize(("begun", "first"), table(__file__, "What is proposed first"))
def test_commands_options_and_rulesets_are_proposed(begun: str, first: str) -> None:
    assert proposed(begun) == [first]


def test_a_shell_is_told_how_to_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shellingham.detect_shell", lambda *_: ("bash", "/bin/bash"))
    done = CliRunner().invoke(app, ["--show-completion"])
    assert done.exit_code == 0
    assert "_AUDITOR_COMPLETE=complete_bash" in done.stdout
