"""What somebody most likely meant is read, or said."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from auditor.cli import app
from auditor.language.resolve.search_path import NotFoundError, available, locate
from auditor.messages.message import Message, say
from auditor.reading import read_log
from auditor.request import ruleset

LOG = Path(__file__).parents[2] / "samples" / "boule" / "lawful.csv"


def audit(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["audit", *arguments, "--lang", "en", "--format", "json"])


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", available())
def test_a_ruleset_is_known_by_its_title(name: str) -> None:
    title = ruleset(name).title
    alike = [own for own in available() if ruleset(own).title == title]
    assert locate(title.fr).name in alike
    assert locate(title.en.upper()).name in alike


@pytest.mark.parametrize(
    ("asked", "says"), [("", "No ruleset is named"), ("boul", "There is no ruleset `boul`")]
)
def test_games_of_casinos_are_offered_by_name_and_the_others_counted(asked: str, says: str) -> None:
    with pytest.raises(NotFoundError) as refused:
        locate(asked)
    known = dict(refused.value.says[0].values)["known"]
    assert isinstance(known, tuple)
    *games, others = known
    assert games == ["bataille", "boule", "punto-banco", "vingt-trois"]
    assert isinstance(others, Message)
    parlour = [name for name in available() if "casino" not in ruleset(name).lineage]
    assert say(others, "en").startswith(f"and {len(parlour)} parlour games")
    assert says in str(refused.value)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("day", ["2026-01-10", "10/01/2026", "10.01.2026"])
def test_a_day_is_written_as_people_write_it(day: str, tmp_path: Path) -> None:
    audit(str(LOG), "--rules", "boule", "--from", day, "-o", str(tmp_path))
    assert '"from": "2026-01-10"' in (tmp_path / "findings.json").read_text(encoding="utf-8")


def test_noise_that_is_called_a_workbook_is_none(tmp_path: Path) -> None:
    path = tmp_path / "junk.xlsx"
    path.write_bytes(random.Random(0).randbytes(3000))
    done = audit(str(path), "--rules", "boule")
    assert done.exit_code == 2
    assert "ends in `.xlsx` and is no XLSX file: damaged, or renamed?" in done.stderr


def test_a_log_of_text_that_is_called_a_workbook_is_read(tmp_path: Path) -> None:
    path = tmp_path / "log.xlsx"
    shutil.copy(LOG, path)
    assert audit(str(path), "--rules", "boule", "-o", str(tmp_path)).exit_code == 0


@pytest.mark.parametrize(("first", "hint"), [("Nom,Prénom", False), ("5,2026-01-09", True)])
def test_a_file_without_a_header_is_told_how_to_say_so(
    first: str, hint: bool, tmp_path: Path
) -> None:
    path = tmp_path / "log.csv"
    path.write_text(f"{first}\nMartin,Jeanne\n", encoding="utf-8")
    said = audit(str(path), "--rules", "boule").stderr
    assert "`auditor map` proposes" in said
    assert ('header = "none"' in said) == hint


def test_a_name_with_spaces_wants_quotes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("Pièces du casino").mkdir()
    shutil.copy(LOG, "Pièces du casino")
    said = audit("Pièces", "du", "casino", "--rules", "boule")
    assert said.exit_code == 2
    assert 'in quotes: "Pièces du casino".' in said.stderr
    assert said.stderr.count("error") == 1


def proposed(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["map", *arguments])


@pytest.mark.sampled(5)
@pytest.mark.parametrize("game", [name for name in available() if ruleset(name).rules])
def test_a_log_that_needs_no_mapping_is_given_none(game: str) -> None:
    log = LOG.parents[1] / game / "faulty.csv"
    if log.exists():
        done = proposed(str(log))
        assert "This log is read as it is" in done.stderr
        assert done.stdout == ""


@pytest.mark.parametrize(
    "text",
    [
        "time,casino,season,table,event,amount,zork\n2026-01-09T21:00,C,2025-2026,B1,stake,5,x\n",
        "time,casino,season,table,event\n2026-01-09T21:00:00,C,2025-2026,B1,zork\n",
        "Date;Table;Numéro\n09/01/2026;B1;3\n",
    ],
)
def test_a_log_that_leaves_something_unknown_is_given_one(text: str, tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text(text, encoding="utf-8")
    assert "[columns]" in proposed(str(path)).stdout


def test_the_command_that_is_proposed_can_be_typed(tmp_path: Path) -> None:
    path = tmp_path / "Pièces casino.csv"
    shutil.copy(LOG, path)
    assert f"auditor audit '{path}'" in proposed(str(path)).stderr
    path.write_text("Date;Table;Numéro\n09/01/2026;B1;3\n", encoding="utf-8")
    assert f"auditor audit '{path}' --mapping FILE.toml" in proposed(str(path)).stderr


def test_of_a_folder_the_only_log_is_taken_and_several_are_named(tmp_path: Path) -> None:
    shutil.copy(LOG, tmp_path / "one.csv")
    assert "read as it is" in proposed(str(tmp_path)).stderr
    (tmp_path / "two.csv").write_text("Date;Table;Numéro\n09/01/2026;B1;3\n", encoding="utf-8")
    done = proposed(str(tmp_path))
    assert done.exit_code == 2
    assert "one.csv" in done.stderr
    assert "two.csv" in done.stderr


def test_a_column_that_may_be_several_is_said_once(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text(
        "Heure;Coup;Événement;Jeu\n2026-01-09T21:00:00;1;Mise;\n2026-01-09T21:01:00;1;Mise;17 X\n",
        encoding="utf-8",
    )
    [table] = read_log(path).tables
    said = [note for note in table.notes if "`Jeu`" in str(note)]
    assert len(said) == 1, [*map(str, table.notes)]
