"""`auditor words`: what a vocabulary or a ruleset brings, with its labels."""

from pathlib import Path

import pytest

from auditor.cli.rules import words
from auditor.messages.message import CannotError


def test_a_vocabulary_is_listed_with_its_labels(capsys: pytest.CaptureFixture[str]) -> None:
    words("wheel", "fr")
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["ccw", "sens", "antihoraire"] in lines
    assert ["spin", "lancer", "(direction,", "number?,", "place?,", "colour?)"] in lines


def test_a_ruleset_is_listed_with_its_records(capsys: pytest.CaptureFixture[str]) -> None:
    words("boule", "en")
    listed = capsys.readouterr().out
    assert "\nrecord\n" in listed
    assert "counter-clockwise" in listed


def test_an_interval_that_lasts_is_listed_as_it_is_declared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "checks.rules"
    file.write_text(
        'vocabulary checks fr "x" en "x"\nuse wheel\nevent wheel_check ()\n'
        "interval inspected = wheel_check for 30 days for each device\n"
        "interval rested = wheel_check for 90 minutes for each device\n",
        "utf-8",
    )
    words(str(file), "en")
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["inspected", "wheel_check", "..", "30", "days"] in lines
    assert ["rested", "wheel_check", "..", "90", "minutes"] in lines


def test_all_that_is_listed_stands_in_the_language_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words("wheel", "fr")
    listed = capsys.readouterr().out
    assert "time, de tout événement" in listed
    assert "bet (liste ouverte)" in listed


def test_a_name_that_is_none_is_refused_with_those_of_vocabularies() -> None:
    with pytest.raises(CannotError) as refused:
        words("whel", "en")
    [told] = refused.value.says
    assert str(told).startswith("There is no vocabulary or ruleset `whel`: did you mean `wheel`?")
    assert "wheel, article-47" in str(told)
