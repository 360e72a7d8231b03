"""Help, complaints and all else are said in the language asked for, else in that of the locale."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from auditor.cli import COMMANDS, app, french
from auditor.cli.audit import GROUPS

PATHS = ((), *((name,) for name in COMMANDS), ("case", "new"))
MISUSED = (
    ("adit", "bataille.csv"),
    ("qqq",),
    ("audit",),
    ("audit", "--foo"),
    ("audit", "--zzz"),
    ("audit", "a.csv", "--rules"),
    ("audit", "a.csv", "--strict=1"),
    ("lsp", "x"),
    ("simulate", "boule", "--events", "many"),
    ("simulate", "boule", "--events", "0"),
    ("--debug",),
)
"""Each way to misuse a command."""


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


def test_help_is_in_the_language_of_the_choice_then_the_locale() -> None:
    french_, english = "Emploi\u00a0: auditor audit", "Usage: auditor audit"
    assert said("audit", "--help", LANG="fr_FR.UTF-8").startswith(french_)
    assert said("audit", "-h", LANG="en_GB.UTF-8").startswith(english)
    assert said("audit", "--help").startswith(english)
    assert said("audit", "--help", LC_ALL="C", LANG="fr_FR.UTF-8").startswith(english)
    assert said("audit", "--lang", "fr", "--help", LANG="en_GB.UTF-8").startswith(french_)
    assert said("audit", "--help", "--lang=en", LANG="fr_FR.UTF-8").startswith(english)


def test_no_line_is_wider_than_a_terminal() -> None:
    for path in PATHS:
        for line in said(*path, "--help", LANG="fr_FR.UTF-8").splitlines():
            assert len(line) <= 80, line


def test_what_is_misused_is_said_in_french() -> None:
    complaint = said("simulate", "--sed", "7", LANG="fr_FR.UTF-8").replace("\u00a0", " ")
    assert complaint.replace("\u202f", " ") == (
        "Emploi : auditor simulate [OPTIONS] [JEU]\n"
        "Pour de l’aide : auditor simulate -h\n\n"
        "Erreur : L’option --sed n’existe pas ; proche : --seed.\n"
    )
    assert "Il manque l’argument JOURNAL." in said("audit", LANG="fr_FR.UTF-8")
    assert "Error: Missing argument 'LOG'." in said("audit")


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


LOG = """\
time,casino,session,table,coup,event,player,bet,number,amount,form
2026-01-09T21:00:00,Nord,1,B1,1,bets_open,,,,,
2026-01-09T21:00:10,Nord,1,B1,1,stake,J1,number,5,10,chip
"""
LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")


def complaint(*arguments: str, **environment: str) -> str:
    """What a command that cannot do its work says in this environment."""
    own = {name: environment.get(name) for name in LOCALES}
    done = CliRunner().invoke(app, arguments, env=own)
    assert done.exit_code == 2, done
    return done.stderr


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({}, "error: "),
        ({"LANG": "fr_FR.UTF-8"}, "erreur\u00a0: "),
        ({"LANG": "de_DE.UTF-8"}, "error: "),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "error: "),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "fr_BE.UTF-8"}, "erreur\u00a0: "),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": ""}, "erreur\u00a0: "),
    ],
)
def test_without_a_choice_errors_follow_the_locale(environment: dict[str, str], said: str) -> None:
    assert complaint("simulate", "bataile", **environment).startswith(said)


def said_by(*arguments: str, **environment: str) -> str:
    own = {name: environment.get(name) for name in LOCALES}
    done = CliRunner().invoke(app, arguments, env=own)
    assert done.exit_code in {0, 1}, done.output
    return done.output


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("arguments", "french", "english"),
    [
        (
            ("audit", "log.csv", "-r", "boule", "--format", "json"),
            "Rapport d’audit",
            "Table log au",
        ),
        (("explain", "E201"), "E201 : ", "E201: "),
        (("explain", "boule/loser-collected"), "pourquoi : ", "because "),
        (("rules", "boule"), "Boule", "Boule"),
        (("test", "demo.rules"), "exemples", "examples"),
        (("map", "log.csv", "-o", "m.toml", "--force"), "aucune correspondance", "no mapping"),
    ],
)
def test_all_that_is_said_is_in_one_language(
    arguments: tuple[str, ...],
    french: str,
    english: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """That of `--lang`, else of the settings, else of the locale, else English."""
    monkeypatch.chdir(tmp_path)
    Path("log.csv").write_text(LOG, "utf-8")
    rules = Path(__file__).parents[1] / "rules"
    Path("demo.rules").write_text((rules / "demo.rules").read_text("utf-8"), "utf-8")
    Path("vocabulary").symlink_to(rules / "vocabulary")
    asks = arguments[0] in {"audit", "explain", "rules", "words"}
    for environment, asked, settings, wanted in (
        ({}, "", "", english),
        ({"LANG": "fr_FR.UTF-8"}, "", "", french),
        ({"LC_ALL": "C", "LANG": "fr_FR.UTF-8"}, "", "", english),
        ({}, "", 'lang = "fr"\n', french),
        ({"LANG": "fr_FR.UTF-8"}, "en", 'lang = "fr"\n', english),
        ({"LANG": "fr_FR.UTF-8"}, "", 'lang = "en"\n', english),
    ):
        if asked and not asks:
            continue
        Path("auditor.toml").write_text(settings, "utf-8")
        more = ("--lang", asked) if asked else ()
        said = said_by(*arguments, *more, **environment).replace("\u00a0", " ")
        assert wanted in said, (environment, asked, settings)
        if french != english:  # the title of boule is the same
            assert (french if wanted is english else english) not in said
