"""What an audit took for granted, what no rule enforces, and the three classes of findings."""

from dataclasses import replace
from pathlib import Path

import pytest

from auditor.audit import Audit
from auditor.findings.finding import class_of
from auditor.language.resolve.search_path import available
from auditor.report.labels import Words, source_state
from auditor.report.model import CLASSES
from auditor.report.render.html import html_text
from auditor.report.render.text import text
from auditor.request import ruleset
from tests.test_findings import EVENING, audited

RULES = Path(__file__).parents[1] / "rules" / "classes.rules"


@pytest.fixture
def audit(tmp_path: Path) -> Audit:
    return audited(tmp_path, EVENING, rules=RULES)


def test_departures_stand_first_and_the_record_last(audit: Audit) -> None:
    said = text(audit.report, "en")
    heads = [said.index(Words("en")(f"class.{name}")) for name in CLASSES]
    assert heads == sorted(heads)
    by_rule = {own.rule.partition("/")[2]: own.id for own in audit.findings}
    ids = [by_rule[name] for name in ("five-burned", "a-hundred-at-most", "burns-recorded")]
    assert [said.index(own) for own in ids] == sorted(map(said.index, ids))


def test_reports_show_readings_under_the_rule_and_in_an_annex(audit: Audit) -> None:
    said = html_text(audit.report, "en")
    assert said.count("Cards are burned before any deal") == 2
    assert "at any moment" in said
    assert "Colours are usage" not in said  # no finding rests on it: the rule book has it
    assert "Cards are burned before any deal" not in text(audit.report, "en")
    whole = text(audit.report, "en", findings=None).replace("\xa0", " ")
    assert whole.count("Cards are burned before any deal") == 1
    assert "Other reading: at any moment" in whole
    assert "Colours are usage" in whole
    assert "Rules: no rule" in whole
    assert "classes/burned  Cards to burn\n  Default value: 5\n" in whole


def test_a_source_says_exactly_what_is_known_of_it(audit: Audit) -> None:
    states = [source_state(own, Words("en")) for own in audit.report.rulesets[0].sources]
    assert states[0] == "not compared with an official edition"
    assert states[1].replace("\xa0", " ").split("; ") == [
        "usage, not a text of law",
        "made from a notebook",
        "compared with the notebook on 2 Jan 2026 by A. Clerk",
    ]
    assert states[2] == "the record, without legal basis"


def test_what_an_abrogated_text_asks_is_to_be_confirmed() -> None:
    """The ruleset declares it of its source: whatever the game, no such finding is a departure."""
    own = ruleset(RULES)
    classes = {rule.name: class_of(rule, own) for rule in own.rules}
    assert classes["five-burned"] == "departure"
    provisions = tuple(
        replace(each, source=each.source and replace(each.source, abrogated=True))
        for each in own.provisions
    )
    later = {rule.name: class_of(rule, replace(own, provisions=provisions)) for rule in own.rules}
    assert set(later.values()) == {"to_confirm"}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("game", available())
def test_a_departure_cites_a_law_that_stands_and_nothing_else(game: str) -> None:
    """Over all rulesets that are shipped: the order of boule and vingt-trois is abrogated, punto
    banco and the parlour games know usage alone.
    """
    own = ruleset(game)
    departs = {rule.name for rule in own.rules if class_of(rule, own) == "departure"}
    stands = {
        each.id
        for each in own.provisions
        if each.source and each.source.nature in ("law", "record") and not each.source.abrogated
    }
    for rule in own.rules:
        assert rule.name not in departs or set(rule.cites) <= stands, rule.name
    assert bool(departs) is (game == "bataille")


@pytest.mark.parametrize("game", ["bataille", "boule", "vingt-trois"])
def test_no_shipped_rule_mixes_a_law_with_a_text_that_nobody_read(game: str) -> None:
    own = ruleset(game)
    natures = {part.id: part.source.nature for part in own.provisions if part.source}
    for rule in own.rules:
        assert not {natures[cited] for cited in rule.cites} >= {"law", "called-in"}, rule.name
