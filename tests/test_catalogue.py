"""The games to choose from are all that come with the program, and each is found by its titles."""

from __future__ import annotations

from typer.testing import CliRunner

from auditor import rulesets
from auditor.cli import app
from auditor.language.resolve.search_path import available, locate
from auditor.report.model import Language

LANGUAGES: tuple[Language, ...] = ("fr", "en")


def test_a_title_means_its_ruleset_in_either_language() -> None:
    for own in rulesets():
        for language in LANGUAGES:
            assert locate(own.title.in_language(language)) == available()[own.name]


def test_every_ruleset_is_a_game_but_those_of_no_game() -> None:
    names = [own.name for own in rulesets()]
    assert {*names} == available().keys() - {"article-47", "casino"}
    assert len(names) == len({*names})


def test_a_text_that_is_abrogated_is_said_to_be_in_both_languages() -> None:
    for own in rulesets():
        said = [" ".join(own.texts(language)) for language in LANGUAGES]
        assert ["abrogé" in said[0], "abrogated" in said[1]] == [own.is_abrogated] * 2


def test_no_shipped_ruleset_has_an_error() -> None:
    assert CliRunner().invoke(app, ["check", *map(str, available().values())]).exit_code == 0
