"""`auditor words`: what a vocabulary or a ruleset brings, with its labels."""

import pytest

from auditor.cli.words import words


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
