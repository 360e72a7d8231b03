"""How many rules are compared with one another, in a ruleset of any size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from auditor.authoring.logic import contradictions
from auditor.authoring.logic.known import Known
from auditor.language import core
from auditor.request import ruleset


def test_many_rules_about_one_thing_are_compared_in_proportion(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    program = ruleset("boule")
    rule = program.rules[0]
    many = [replace(rule, name=f"rule-{at}") for at in range(300)]
    compared: list[Sequence[str]] = []

    def note(_formulas: object, first: core.Rule, second: core.Rule) -> bool:
        compared.append((first.name, second.name))
        return True

    monkeypatch.setattr(contradictions._Shared, "say_the_same", note)
    names = {own.name for own in many}
    known = Known({}, {}, {})
    found = list(contradictions.clashing(many, program.provisions, known, names))
    assert len(found) == len(compared) <= contradictions.NEXT * len(many)
    assert {("rule-0", "rule-1"), ("rule-0", "rule-20"), ("rule-298", "rule-299")} <= {*compared}
