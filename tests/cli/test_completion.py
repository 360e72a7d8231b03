"""What a shell proposes where a command is begun."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from auditor.cli import app


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


@pytest.mark.parametrize(
    ("begun", "first"),
    [
        ("auditor au", "audit"),
        ("auditor check bou", "boule"),
        ("auditor audit x.csv --rules vingt", "vingt-trois"),
        ("auditor audit x.csv --base", "--baseline"),
        ("auditor diff boule punto", "punto-banco"),
    ],
)
def test_commands_options_and_rulesets_are_proposed(begun: str, first: str) -> None:
    assert proposed(begun) == [first]


def test_a_shell_is_told_how_to_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shellingham.detect_shell", lambda *_: ("bash", "/bin/bash"))
    done = CliRunner().invoke(app, ["--show-completion"])
    assert done.exit_code == 0
    assert "_AUDITOR_COMPLETE=complete_bash" in done.stdout
