"""Examples are read line by line to what the grammar makes of them."""

from pathlib import Path

import pytest

from auditor.authoring.examples import in_full
from auditor.language.resolve.search_path import shipped
from auditor.language.syntax import grammar
from auditor.language.syntax import parse as parsing
from auditor.language.syntax.nodes import Example
from auditor.language.syntax.parse import plain_example
from auditor.language.syntax.transform import Transformer
from auditor.source import Source
from tests.tables import column

FILES = sorted(shipped().glob("*/**/e*.rules"))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_each_example_that_is_shipped_is_the_same_either_way(file: object) -> None:
    source = Source(str(file), file.read_text("utf-8"))  # type: ignore[attr-defined]  # a path
    plain = 0
    for first_line, text in parsing._chunks(source.text):
        made = plain_example(source, first_line, text)
        if made is None:
            continue
        plain += 1
        tree = grammar.parser().parse(text)
        by_grammar = Transformer(source, first_line).transform(tree)
        assert made == by_grammar
        spans = [made.span, made.rule.span, *(line.span for line in made.lines)]
        former = [by_grammar.span, by_grammar.rule.span, *(line.span for line in by_grammar.lines)]
        assert spans == former
    assert plain > 0


@pytest.mark.parametrize("text", column(__file__, "What is wrong"))
def test_what_is_wrong_is_left_to_the_grammar(text: str) -> None:
    assert plain_example(Source("page.rules", text), 1, text) is None


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
