"""Rules of the second edition have one error each, with the same rule as it is written now."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from auditor.authoring.mend import edits, mended
from auditor.authoring.remedies import told
from auditor.language.syntax.parse import parse
from auditor.source import Source

HEAD = "rule r severity minor cites p\n  for each coup\n  require "
PAGE = Path(__file__).with_name("second_edition.txt").read_text("utf-8").split("\n< ")[1:]
FORMS = [
    [re.sub("^require ", HEAD, own).replace("\\n", "\n") for own in pair.strip().split("\n> ")]
    for pair in PAGE
]


@pytest.mark.parametrize(("former", "now"), FORMS, ids=[own for own, _ in FORMS])
def test_a_form_of_the_second_edition_is_written_anew(former: str, now: str) -> None:
    source = Source("former.rules", f"{former}\n")
    errors = list(map(told, parse(source)[1]))
    assert [error.message.code for error in errors] == ["E101.second_edition"]
    assert mended(source.text, edits(errors)[source]) == f"{now}\n"
    assert parse(Source("now.rules", f"{now}\n"))[1] == ()


def test_what_has_another_fault_is_left_to_its_author() -> None:
    [error] = parse(Source("former.rules", f"{HEAD}some deal until x and )\n"))[1]
    assert told(error).message.code != "E101.second_edition"
