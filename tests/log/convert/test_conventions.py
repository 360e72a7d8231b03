"""What a file's own cells tell of how it writes numbers, dates and cards.

A line of `conventions.txt` is the language of a file, what a mapping tells, its texts of each sort
with `|` between them; and behind the arrow the conventions, or what is asked.
"""

import re
from pathlib import Path
from typing import Any, get_args

import pytest

from auditor.log.convert.conventions import CellPlace, ColumnTexts, Conventions, Language, conclude

LINES = [
    line
    for line in Path(__file__).with_name("conventions.txt").read_text("utf-8").splitlines()
    if line.startswith(get_args(Language))
]
SORT = r" (numbers|cards|times|sessions) "


def settings(text: str) -> dict[str, Any]:
    """`cards=fr form=suit_first` by name."""
    pairs = (own.partition("=") for own in text.split())
    return {name: value.replace("_", " ") if sign else True for name, sign, value in pairs}


@pytest.mark.parametrize("line", LINES)
def test_cells_tell_how_a_file_is_written(line: str) -> None:
    told, _, wanted = line.partition(" →")
    head, *sorts = re.split(SORT, told)
    language: Any = head.split()[0]
    texts = ColumnTexts()
    for sort, own in zip(sorts[::2], sorts[1::2], strict=True):
        places = {text: CellPlace(row, sort) for row, text in enumerate(own.split(" | "), start=2)}
        setattr(texts, sort, places)
    given = Conventions(**settings(head.removeprefix(language)))
    found, doubts = conclude(texts, given, language)
    asked = wanted.split()[1:] if wanted.startswith(" asks") else []
    assert [own.key for own in doubts] == asked
    assert asked or found == Conventions(**settings(wanted))
