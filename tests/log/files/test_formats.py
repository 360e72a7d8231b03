"""Each row of the table of formats names what is there."""

import io
import zipfile
from importlib import import_module

import pytest

from auditor.log.files.formats import (
    ENDINGS,
    FORMATS,
    UNSOUGHT,
    Format,
    format_of_content,
    format_of_name,
)
from tests.tables import table


@pytest.mark.parametrize("own", FORMATS, ids=lambda own: own.name)
def test_its_reader_is_there(own: Format) -> None:
    module, _, function = own.reader.partition(":")
    assert callable(getattr(import_module(f"auditor.log.{module}"), function or "read"))


TEXTS = {name: own.encode() for name, own in table(__file__, "How texts of each format begin")}


@pytest.mark.parametrize("own", FORMATS, ids=lambda own: own.name)
def test_its_bytes_are_read_by_its_reader(own: Format) -> None:
    if own.part is not None or own.name == "ZIP":
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as archive:
            archive.writestr(own.part or "log.csv", "")
        assert format_of_content(buffer.getvalue()) == own
    for mark in own.magic or (TEXTS[own.name],):
        found = format_of_content(mark + b"...")
        assert found.reader == own.reader or own.name == "ZIP"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_text_is_known_in_any_encoding(encoding: str) -> None:
    for name, text in TEXTS.items():
        assert format_of_content(text.decode().encode(encoding)).name == name


def test_every_ending_is_of_one_format() -> None:
    endings = [*ENDINGS, *UNSOUGHT]
    assert len(set(endings)) == len(endings)
    assert all(ending == ending.lower() and ending.startswith(".") for ending in endings)
    assert format_of_name(".txt") == FORMATS[0]
    assert format_of_name(".docx") is None


def test_text_alone_has_no_mark() -> None:
    assert [own.name for own in FORMATS if own.is_text] == ["CSV"]
    assert all(all(own.magic) for own in FORMATS)
