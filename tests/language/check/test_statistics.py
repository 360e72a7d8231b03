"""Statistics in rule files: what is refused."""

from pathlib import Path

import pytest

from auditor.authoring.codes import HEAD
from auditor.authoring.review import INCOMPLETE, review

ROOT = Path(__file__).parent.parent.parent.parent
CHANCES = """
table ways_of_a_side (shown : boolean) gives integer
  true  -> 3
  false -> 1
"""
COUNTED = """
statistic faces
  fr "Cartes visibles" en "Cards face up"
  for each deal
  observed face = up
  ways ways_of_a_side
  per house
"""
TAKEN = """
statistic take
  fr "Recette" en "Take"
  for each stake where bet = main
  wagered amount
  gained amount
  foreseen case shown -> -amount else -> amount
  ways ways_of_a_side in coup
  per house
"""


def said_of(text: str, folder: Path) -> list[str]:
    path = folder / "page.rules"
    path.write_text(HEAD + text, encoding="utf-8")
    return [
        f"{d.code} {d.message} at {d.span.text}"
        for d in review(path)[1]
        if d.code not in INCOMPLETE
    ]


def test_statistics_are_read(tmp_path: Path) -> None:
    assert said_of(CHANCES + COUNTED + TAKEN, tmp_path) == []


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("observed face = up", "observed face", "E301 `observed` takes a boolean, and not a side"),
        ("  observed face = up\n", "", "E104 statistic `faces` has no `observed`"),
        ("observed face = up", "wagered seat", "E104 statistic `faces` has no `observed`"),
        ("per house", "per house\n  per device", "E104 statistic `faces` has `per` more than once"),
        ("per house", "per houses", "E201 no scope is called `houses`"),
        ("ways ways_of_a_side", "ways ways_of", "E201 no name is called `ways_of`"),
        ("  true  -> 3", "  true  -> -3", "E511 table `ways_of_a_side` does not say"),
        ("  true  -> 3", "  true  -> 0", "E511 table `ways_of_a_side` does not say"),
        ("gives integer", "gives number", "E511 table `ways_of_a_side` does not say"),
        ("for each deal", "for each house", "E302 `face` is a field"),
        ("wagered amount", "wagered seat", "E301 `wagered` takes money, and not an integer"),
        ("(shown :", "(seat :", "W205 `seat` hides a field of this name"),
        ("in coup", "in wager", "E201 no scope is called `wager`"),
    ],
)
def test_what_means_nothing_is_told(old: str, new: str, says: str, tmp_path: Path) -> None:
    text = CHANCES + COUNTED + TAKEN
    assert old in text
    assert any(own.startswith(says) for own in said_of(text.replace(old, new, 1), tmp_path))
