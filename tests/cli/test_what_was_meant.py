"""What somebody most likely meant is read, or said."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from auditor.cli import app
from auditor.language.resolve.search_path import NotFoundError, available, locate
from auditor.messages.message import Message, say
from auditor.reading import read_log
from auditor.request import ruleset

LOG = Path(__file__).parents[2] / "samples" / "boule" / "lawful.csv"


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


def proposed(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["map", *arguments])


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    "log", sorted(LOG.parents[1].glob("*/faulty.csv")), ids=lambda log: log.parent.name
)
def test_a_log_that_needs_no_mapping_is_given_none(log: Path) -> None:
    done = proposed(str(log))
    assert "This log is read as it is" in done.stderr
    assert done.stdout == ""


def test_a_column_that_may_be_several_is_said_once(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text(
        "Heure;Coup;Événement;Jeu\n2026-01-09T21:00:00;1;Mise;\n2026-01-09T21:01:00;1;Mise;17 X\n",
        encoding="utf-8",
    )
    [table] = read_log(path).tables
    said = [note for note in table.notes if "`Jeu`" in str(note)]
    assert len(said) == 1, [*map(str, table.notes)]
