"""Reading straight from the tables gives what the tree of Lark gives, for every shipped file."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from auditor.language.resolve.search_path import shipped
from auditor.language.syntax import parse
from auditor.language.syntax.place import DeclarationPlace
from auditor.language.syntax.transform_declarations import DeclarationTransformer
from auditor.source import Source, Span

FILES = sorted(shipped().glob("*/*.rules"))


def _declarations(source: Source) -> Iterator[tuple[int, str]]:
    """The declarations; of examples some, since they are all alike."""
    for number, (line, text) in enumerate(parse._chunks(source.text)):
        if not text.startswith("example") or number % 20 == 0:
            yield line, text


def _spans(part: object) -> Iterator[Span]:
    """Where all that stands in a piece of syntax stands."""
    if isinstance(part, Span):
        yield part
    elif isinstance(part, tuple):
        for own in part:
            yield from _spans(own)
    elif is_dataclass(part):
        for own in fields(part):
            yield from _spans(getattr(part, own.name))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_without_a_tree_it_is_the_same_syntax_in_the_same_places(file: Path) -> None:
    source = Source(file.name, file.read_text("utf-8"))
    for line, text in _declarations(source):
        place = DeclarationPlace(source, line, text)
        read = parse._read(text, DeclarationTransformer(source, line))
        assert read is not None, text
        by_tree = parse._by_tree(place, text, DeclarationTransformer(source, line))
        assert read == by_tree
        assert [*_spans(read)] == [*_spans(by_tree)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "rule",
        "event pay (",
        "event pay ()\n  event",
        "foreach",
        "constant a = 1 1",
        "constant a = 12:61",
        "constant a = 1eventb",
        "rule r\n  severity major\n  severity minor",
    ],
)
def test_what_is_wrong_is_left_to_the_tree(text: str) -> None:
    assert parse._read(text, DeclarationTransformer(Source("x", text), 1)) is None


def test_parts_in_parts_without_end_are_left_to_the_tree() -> None:
    text = "record r for each coup\n  let a = " + " - ".join(["1"] * 400)
    assert parse._read(text, DeclarationTransformer(Source("x", text), 1)) is None
