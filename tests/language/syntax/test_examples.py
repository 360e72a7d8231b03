"""Examples are read line by line to what the grammar makes of them."""

import pytest

from auditor.language.resolve.search_path import shipped
from auditor.language.syntax import grammar
from auditor.language.syntax import parse as parsing
from auditor.language.syntax.parse import plain_example
from auditor.language.syntax.transform_declarations import DeclarationTransformer
from auditor.source import Source

FILES = sorted(shipped().glob("*/examples*.rules"))


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
        by_grammar = DeclarationTransformer(source, first_line).transform(tree)
        assert made == by_grammar
        spans = [made.span, made.rule.span, *(line.span for line in made.lines)]
        former = [by_grammar.span, by_grammar.rule.span, *(line.span for line in by_grammar.lines)]
        assert spans == former
    assert plain > 0


@pytest.mark.parametrize(
    "text",
    [
        'example "x" of r violates at 1.5\n  | burn',
        'example "x" of r violates at ,\n  | burn',
        'example "x" of r\n  | burn',
        'example "x of r violates\n  | burn',
        'example "x" of r violates\n  burn',
        'example "x" of r violates',
        'example "x" of r violates\n  | burn shoe',
    ],
)
def test_what_is_wrong_is_left_to_the_grammar(text: str) -> None:
    assert plain_example(Source("page.rules", text), 1, text) is None
