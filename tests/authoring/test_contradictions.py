"""How many rules are compared with one another, in a ruleset of any size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from auditor.authoring import contradictions, unknowns
from auditor.authoring.review import known_to
from auditor.authoring.unknowns import Known
from auditor.language import core
from auditor.language.compile import compiled as compiled_at
from auditor.language.resolve.load import load
from auditor.request import ruleset
from tests.engine.random.equality import compiled
from tests.markdown import Block
from tests.pages.page import whole, written
from tests.pages.test_pages import RULES

SUPPOSED = "Rows that one rule alone judges show no contradiction"
LAWFUL = [own for own in RULES if "page" in own.info.split() and "E412" not in own.text]


@pytest.mark.parametrize("block", LAWFUL, ids=str)
def test_rules_that_go_together_are_not_held_apart(block: Block, tmp_path: Path) -> None:
    """An example is needed to show a contradiction: here none is even supposed."""
    own = compiled_at(load(written(whole(block), tmp_path)))
    assert own.program is not None
    assert own.parts is not None
    names = {rule.name for rule in own.program.rules}
    pairs, _ = contradictions.clashes(own.program, known_to(own.parts), names, {"most"})
    supposed = [pair for pair in pairs if pair.finding == "apart"]
    assert bool(supposed) is (block.title == SUPPOSED)


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

    monkeypatch.setattr(contradictions._Shared, "exclude_each_other", note)
    names = {own.name for own in many}
    known = Known({}, {}, {})
    found = list(contradictions.clashing(many, program.provisions, known, names))
    assert len(found) == len(compared) <= contradictions.NEXT * len(many)
    assert {("rule-0", "rule-1"), ("rule-0", "rule-20"), ("rule-298", "rule-299")} <= {*compared}


MANY, RULE = Path(__file__).with_name("many.rules").read_text("utf-8").split("---\n")


def test_the_counts_of_many_rules_are_compared_in_proportion(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared = 0
    is_narrower = unknowns.is_narrower

    def counted(one: core.Selection, other: core.Selection) -> bool:
        nonlocal compared
        compared += 1
        return is_narrower(one, other)

    monkeypatch.setattr(unknowns, "is_narrower", counted)
    program = compiled(MANY + "".join(RULE.format(number=at) for at in range(120)))
    assert program is not None
    compared, names = 0, {own.name for own in program.rules}
    list(contradictions.clashing(program.rules, program.provisions, Known({}, {}, {}), names))
    assert 0 < compared <= 2 * contradictions.NEXT * len(names)
