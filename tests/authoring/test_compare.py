"""What `auditor diff` calls a change of meaning, and what it does not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from auditor.authoring.compare import ChangedDetail, MeaningChange, compare, reached
from auditor.authoring.fmt import formatted
from auditor.language.core import Program
from auditor.request import ruleset
from auditor.source import Source

DEMO = Path(__file__).parents[1] / "rules"
TEXT = (DEMO / "demo.rules").read_text("utf-8")


def program(folder: Path, text: str) -> Program:
    folder.mkdir()
    (folder / "vocabulary").symlink_to(DEMO / "vocabulary")
    (folder / "demo.rules").write_text(text, "utf-8")
    return ruleset(folder / "demo.rules")


def changes(tmp_path: Path, *replaced: tuple[str, str]) -> tuple[MeaningChange, ...]:
    new = TEXT
    for old, other in replaced:
        assert old in new
        new = new.replace(old, other)
    return compare(program(tmp_path / "old", TEXT), program(tmp_path / "new", new))


def test_layout_comments_and_the_order_of_rules_mean_nothing(tmp_path: Path) -> None:
    laid_out = formatted(Source("demo.rules", TEXT.replace("  cites", "# why\n  cites")))
    assert isinstance(laid_out, str)
    head, five, *rest = re.split(r"(?=^rule )", laid_out, flags=re.MULTILINE)
    shuffled = head + rest[0] + five + "".join(rest[1:])
    assert compare(program(tmp_path / "a", TEXT), program(tmp_path / "b", shuffled)) == ()


LINES = Path(__file__).with_name("changes.txt").read_text("utf-8").splitlines()
SAID = [own[2:].replace("\\n", "\n") for own in LINES if own[:2] in ("< ", "> ", "= ")]
CASES = [*zip(SAID[::3], SAID[1::3], SAID[2::3], strict=True)]


def told(change: MeaningChange) -> str:
    details = "; ".join(f"{own.what} {own.old} → {own.new}" for own in change.details)
    return f"{change.family} {change.name} {change.how}{': ' if details else ''}{details}"


@pytest.mark.parametrize(("old", "new", "change"), CASES)
def test_a_change_is_named_with_what_it_was(
    old: str, new: str, change: str, tmp_path: Path
) -> None:
    assert [told(own) for own in changes(tmp_path, (old, new))] == [change]


def test_a_kind_of_event_is_named_in_the_words_of_the_language(tmp_path: Path) -> None:
    old = program(tmp_path / "old", TEXT + "event flash (seat)\n")
    new = program(tmp_path / "new", TEXT + "event flash (seat?) silent when absent\n")
    [found] = compare(old, new)
    assert (found.family, found.name) == ("event", "flash")
    assert [own.what for own in found.details] == ["fields with ?", "silent when absent"]


def test_what_is_added_and_removed_is_named(tmp_path: Path) -> None:
    found = changes(tmp_path, ("rule stake-maximum", "rule highest"), ("stake-maximum", "highest"))
    assert MeaningChange("rule", "stake-maximum", "removed") in found
    assert MeaningChange("rule", "highest", "added") in found


def test_a_constant_with_another_value_shows_in_the_rule_that_names_it(tmp_path: Path) -> None:
    def text(value: int) -> str:
        head = f"constant five = {value}\n\nrule five-burned"
        return TEXT.replace("rule five-burned", head, 1).replace("= burned", "= five")

    [own] = compare(program(tmp_path / "a", text(5)), program(tmp_path / "b", text(6)))
    said = "count of burn before first deal = five"
    assert own.details == (ChangedDetail("require", f"{said} (5)", f"{said} (6)"),)


def test_a_definition_of_another_scope_shows_in_the_rule_that_names_it(tmp_path: Path) -> None:
    def text(scope: str) -> str:
        state = f"define latest = last {scope} before this\n\nrule five-burned"
        new = TEXT.replace("rule five-burned", state, 1)
        return new.replace("= burned", "= burned or latest exists")

    one = program(tmp_path / "a", text("burn in shoe"))
    [own] = compare(one, program(tmp_path / "b", text("burn in sitting")))
    [detail] = own.details
    assert detail.old.endswith("(burn in shoe)")
    assert detail.new.endswith("(burn in sitting)")


def test_rules_that_look_at_what_changed_are_named(tmp_path: Path) -> None:
    old, new = TEXT, TEXT.replace("let paid = sum of", "let paid = max of")
    new = new.replace("integer = 5", "integer = 6")
    one, other = program(tmp_path / "a", old), program(tmp_path / "b", new)
    assert reached(one, other, compare(one, other)) == ("five-burned", "paid-once")
