"""Examples are read with the lines given above them, and what is wrong in one is told."""

from pathlib import Path

import pytest

from auditor.authoring.examples import in_full
from auditor.language.syntax import parse as parsing
from auditor.language.syntax.nodes import Example
from auditor.source import Source
from tests.tables import column


@pytest.mark.parametrize("text", column(__file__, "What is wrong"))
def test_what_is_wrong_in_an_example_is_told(text: str) -> None:
    _, errors = parsing.parse(Source("page.rules", text))
    assert errors


_RULES = Path(__file__).with_name("given.rules").read_text("utf-8")


def test_examples_begin_with_the_lines_given_above_them() -> None:
    declarations, errors = parsing.parse(Source("page.rules", _RULES))
    assert not errors
    first, second = (own for own in declarations if isinstance(own, Example))
    assert [(own.kind, own.times, own.cells) for own in first.lines] == [
        ("given", 1, (("burned", "4"),)),
        ("", 1, (("table", "T"), ("shoe", "1"))),
        ("burn", 1, ()),
        ("burn", 2, (("seat", "1|2"),)),
        ("", 1, (("shoe", "2"),)),
    ]
    assert [(own.kind, own.cells) for own in second.lines] == [("", (("shoe", "3"),)), ("burn", ())]
    assert in_full(second) == 'example "y" of r complies\n  | shoe=3\n  | burn # no more | burn'


def test_no_event_is_given_to_the_examples_below() -> None:
    _, errors = parsing.parse(Source("page.rules", "given\n  | table=T | burn\n"))
    assert [(own.code, own.span.line, own.span.column) for own in errors] == [("E104", 2, 13)]
