"""What of a log counts for its fitness: `audits/fitness.txt` has what is told of it."""

from pathlib import Path

from auditor.findings.dependencies import kinds_read, may_repeat
from auditor.request import ruleset

RULES = Path(__file__).parents[1] / "rules" / "demo.rules"


def test_kinds_that_the_rules_let_repeat_are_no_duplicates() -> None:
    assert may_repeat(ruleset("bataille")) >= {"burn", "pile", "cut"}
    assert "stake" not in may_repeat(ruleset("bataille"))
    assert may_repeat(ruleset(RULES)) == frozenset()


def test_only_what_the_rules_look_at_counts() -> None:
    read = kinds_read(ruleset("boule"))
    assert {"spin", "table_open", "table_close", "stake_change"} <= read
    assert not {"burn", "deal", "chief_arrive"} & read
