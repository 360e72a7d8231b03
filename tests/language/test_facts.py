"""Facts of a small program, worked out by hand: both engines ask here, so neither is a check."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.authoring.review import review
from auditor.language.core import Program
from auditor.language.facts import Facts, facts_of
from auditor.values import Reason
from tests.tables import table

RULES = Path(__file__).with_name("little.rules").read_text("utf-8")


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Facts:
    return facts_of(program(tmp_path_factory.mktemp("little")))


def program(folder: Path) -> Program:
    path = folder / "little.rules"
    path.write_text(RULES, "utf-8")
    found, diagnostics = review(path)
    assert found is not None, diagnostics
    return found


def test_a_program_has_its_facts_worked_out_once(tmp_path: Path) -> None:
    one, equal = program(tmp_path), program(tmp_path)
    assert facts_of(one) is facts_of(one)
    assert facts_of(one) is not facts_of(equal)


def test_subjects_are_told_apart_by_scopes_and_by_records_of_several_events(facts: Facts) -> None:
    assert facts.key_fields == ("house", "table", "coup", "seat")


def test_context_is_empty_by_nature_and_so_are_fields_marked_as_such(facts: Facts) -> None:
    context = {"house", "table", "coup"}
    assert facts.empty_by_nature == {
        "stake": context | {"amount"},
        "raise": context,
        "enter": context,
        "leave": context,
        "cancel": context,
    }


@pytest.mark.parametrize(("source", "made_of", "needs"), table(__file__, "Kinds behind a source"))
def test_kinds_of_event_behind_a_source(
    facts: Facts, source: str, made_of: str, needs: str
) -> None:
    assert facts.kinds_of(source) == tuple(made_of.split())
    assert facts.kinds_behind(source) == tuple(needs.split())


@pytest.mark.parametrize(("source", "fields"), table(__file__, "Shared fields"))
def test_fields_that_an_item_shares_with_its_events(facts: Facts, source: str, fields: str) -> None:
    assert facts.fields_of(source) == {*fields.split()}


def test_absence_means_something_where_a_kind_is_recorded_or_exceptional(facts: Facts) -> None:
    assert facts.is_recorded("stake", {"stake"})
    assert not facts.is_recorded("stake", set())
    assert facts.is_recorded("cancel", set())
    assert facts.unrecorded(("wager", "bet"), {"raise"}) == ("stake",)


def test_a_rule_without_subject_says_what_is_missing(facts: Facts) -> None:
    assert facts.why_no_subject("bet", {"raise"}) == (Reason("not_recorded", "stake"),)
    assert facts.why_no_subject("bet", {"raise", "stake"}) == ()
    assert facts.why_no_subject("cancel", set()) == ()
    # The last field of a scope is what it cannot do without.
    assert facts.why_no_subject("coup", set()) == (Reason("empty", "coup"),)


def test_rules_are_judged_after_those_they_presume_and_those_that_underlie(facts: Facts) -> None:
    assert [rule.name for rule in facts.underlying] == ["numbered"]
    beneath = {
        rule.name: [own.name for own in facts.beneath(rule.name)] for rule in facts.program.rules
    }
    assert beneath == {"paid": ["numbered"], "numbered": [], "entered": [], "alone": ["numbered"]}
    assert facts.awaited == {
        "paid": ("numbered", "numbered"),
        "numbered": ("entered",),
        "entered": (),
        "alone": ("numbered",),
    }
    order = [rule.name for rule in facts.judging_order(facts.program.rules)]
    assert order == ["entered", "numbered", "paid", "alone"]
    some = [rule for rule in facts.program.rules if rule.name != "numbered"]
    assert {rule.name for rule in facts.judging_order(some)} == {"entered", "paid", "alone"}


def test_a_rule_is_always_in_force_where_no_time_bounds_it_nor_what_it_cites(facts: Facts) -> None:
    rules = {rule.name: rule for rule in facts.program.rules}
    assert facts.always_in_force(rules["paid"])
    assert not facts.always_in_force(rules["alone"])
