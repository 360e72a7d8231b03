"""Rules of the second edition have one error each, with the same rule as it is written now."""

from __future__ import annotations

import pytest

from auditor.authoring.mend import edits, mended
from auditor.language.syntax.parse import parse
from auditor.source import Source

HEAD = "rule r severity minor cites p\n  for each coup\n  require "
FORMS = (
    ("state limits  = open in sitting", "define limits  = last open in sitting before this"),
    (
        "state limits = open in sitting where same cloth",
        "define limits = last open in sitting before this where same cloth",
    ),
    ("subject main = stake where bet = main", "define main = stake where bet = main"),
    ("group sound = a-b, c", "define rule sound = a-b, c"),
    ("needs seat in stake, pay", "event stake, pay also (seat)"),
    ("needs leave, sit", "event leave, sit also () not silent when absent"),
    ("needs seat in stake,\n  pay  # each", "event stake,\n  pay also (seat)  # each"),
    (f"{HEAD}some deal", f"{HEAD}any deal"),
    (f"{HEAD}2 * (a + b) *c = 4", f"{HEAD}2 times (a + b) times c = 4"),
    (
        f"{HEAD}sequence of a, b is a*, b* and 2 * n = 4",
        f"{HEAD}sequence of a, b is a*, b* and 2 times n = 4",
    ),
    (f"{HEAD}no burn since off until this", f"{HEAD}no burn after off if any before this if any"),
    (
        f"{HEAD}no burn until (first deal in coup since cut) where x = 1",
        f"{HEAD}no burn before (first deal in coup after cut if any) if any where x = 1",
    ),
    (f"{HEAD}no burn since first deal", f"{HEAD}no burn after first deal if any"),
    (
        f"{HEAD}at every moment from first a until (last b) some lamp until c",
        f"{HEAD}at every moment from first a to (last b) any lamp before c if any",
    ),
    (
        f'{HEAD}exactly 1 deal where to = x if any cut, else none\n  message fr "*" en "x"',
        f'{HEAD}exactly (case any cut -> 1 else -> 0) deal where to = x\n  message fr "*" en "x"',
    ),
    (f"{HEAD}no burn until x  # some deal * 2", f"{HEAD}no burn before x if any  # some deal * 2"),
)


@pytest.mark.parametrize(("former", "now"), FORMS, ids=[own for own, _ in FORMS])
def test_a_form_of_the_second_edition_is_written_anew(former: str, now: str) -> None:
    source = Source("former.rules", f"{former}\n")
    _, errors = parse(source)
    assert [error.message.code for error in errors] == ["E101.second_edition"]
    assert mended(source.text, edits(errors)[source]) == f"{now}\n"
    assert parse(Source("now.rules", f"{now}\n"))[1] == ()


def test_what_has_another_fault_is_left_to_its_author() -> None:
    _, errors = parse(Source("former.rules", f"{HEAD}some deal until x and )\n"))
    assert [error.message.code for error in errors] != ["E101.second_edition"]
