"""What is said of examples before they are run."""

from pathlib import Path

import pytest

from auditor.authoring.codes import HEAD
from auditor.authoring.review import review

RULE = """param burned : integer = 5
rule r
  severity minor
  cites p
  for each shoe
  require count of burn = burned
  message fr "x" en "x"
"""


def said(examples: str, folder: Path) -> list[tuple[str, int, str]]:
    path = folder / "page.rules"
    path.write_text(HEAD + RULE + examples, "utf-8")
    before = len((HEAD + RULE).splitlines())
    found = (d for d in review(path)[1] if d.code not in ("E401", "E403"))
    return [(d.code, d.span.line - before, d.span.text) for d in found]


@pytest.mark.parametrize(
    ("line", "code", "text"),
    [
        ("| brun shoe=1", "E411", "brun"),
        ("| burn sheo=1", "E411", "sheo"),
        ("| burn seat=1", "E411", "seat"),
        ("| shoe=one", "E411", "shoe"),
        ("| deal shoe=1 to=nobody", "E411", "to"),
        ("| burn shoe=1 shoe=2", "E202", "shoe"),
        ("| player=ann bob", "E104", "| player=ann bob"),
        ("| burn shoe=1 | brun shoe=1", "E411", "brun"),
        ("| burn shoe=1 | burn sheo=1", "E411", "sheo"),
        ("| given burnd=4", "E411", "burnd"),
        ("| given burned=many", "E411", "burned"),
        ("| given burned=4 burned=5", "E202", "burned"),
        ("| deck shoe=1 condition=perfcet", "W417", "condition"),
    ],
)
def test_a_line_that_no_log_could_have_is_named(
    line: str, code: str, text: str, tmp_path: Path
) -> None:
    assert said(f'example "x" of r complies\n  {line}\n', tmp_path) == [(code, 2, text)]


def test_a_row_that_the_example_does_not_have_is_named(tmp_path: Path) -> None:
    four = 'example "x" of r violates at 5\n  | shoe=1\n  | 4 burn\n'
    assert [(code, line) for code, line, _ in said(four, tmp_path)] == [("E411", 1)]
    assert said(four.replace("at 5", "at 4"), tmp_path) == []


def test_parameters_that_are_given_are_no_row(tmp_path: Path) -> None:
    four = 'example "x" of r violates at 3\n  | given burned=4\n  | shoe=1\n  | 3 burn\n'
    assert said(four, tmp_path) == []
    assert [line for _, line, _ in said(four.replace("at 3", "at 4"), tmp_path)] == [1]


def test_a_title_serves_once_for_each_rule(tmp_path: Path) -> None:
    twice = 'example "x" of r violates\n  | 4 burn shoe=1\nexample "x" of r complies\n  | 5 burn\n'
    assert [(code, line) for code, line, _ in said(twice, tmp_path)] == [("E202", 3)]


def test_words_of_open_types_and_empty_cells_are_nothing_strange(tmp_path: Path) -> None:
    other = 'example "x" of r complies\n  | shoe=1 coup=\n  | 5 burn\n  | cut by=machine\n'
    assert said(other, tmp_path) == []


def test_a_word_that_is_like_none_shows_what_a_log_may_hold(tmp_path: Path) -> None:
    example = 'example "e" of r complies\n  | deck shoe=1 condition=scratched\n'
    assert said(example, tmp_path) == []
