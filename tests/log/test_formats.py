"""Each row of the table of formats names what is there."""

from importlib import import_module

import pytest

from auditor.log.formats import (
    ENDINGS,
    FORMATS,
    MAGIC,
    Format,
    format_of_content,
    format_of_name,
)


@pytest.mark.parametrize("own", FORMATS, ids=lambda own: own.name)
def test_its_readers_are_there(own: Format) -> None:
    for name in filter(None, (own.reader, own.fast)):
        module, _, function = name.partition(":")
        assert callable(getattr(import_module(module), function))


@pytest.mark.parametrize("own", FORMATS, ids=lambda own: own.name)
def test_its_bytes_are_read_by_its_reader(own: Format) -> None:
    for mark in own.magic or (b"time,event\n", b""):
        assert format_of_content(mark + b"...").reader == own.reader


def test_every_ending_is_of_one_format() -> None:
    endings = [*ENDINGS, *(ending for own in FORMATS for ending in own.unsought)]
    assert len(set(endings)) == len(endings)
    assert all(ending == ending.lower() and ending.startswith(".") for ending in endings)
    assert format_of_name(".txt") == FORMATS[0]
    assert format_of_name(".docx") is None


def test_text_alone_has_no_mark() -> None:
    assert [own.name for own in FORMATS if own.is_text] == ["CSV"]
    assert all(MAGIC)
