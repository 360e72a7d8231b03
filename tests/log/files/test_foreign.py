"""What stays unread is named for what it is."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from auditor.log.files.formats import FOREIGN
from auditor.messages.message import say, told_in
from tests.log.read import refusal_of, why


def tar() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("log.csv"))
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"%PDF-1.7\n", "a PDF"),
        (b"\x89PNG\r\n\x1a\n\0\0", "an image"),
        (b"BM\x46\0\0\0\0\0\0\0", "an image"),
        (tar(), "a TAR archive"),
        (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
        (b"\0\1\0\0Standard Jet DB\0", "an Access database"),
        (b"\x03\x7e\x01\x09\x05\0\0\0\x41\0", "a dBase table"),
        (b"\x7fELF\2\1\1\0", "a program"),
        (b"\1\2\3\0\xff\xfe\0", "a binary file of no known form, and no text"),
    ],
)
def test_it_is_named(tmp_path: Path, data: bytes, kind: str) -> None:
    refusal = refusal_of(tmp_path / "log.csv", data)
    assert str(refusal.says) == f"It is {kind}: export the log as CSV or XLSX."
    assert "NUL" not in say(refusal.says, "fr")


def test_text_of_two_bytes_without_a_mark(tmp_path: Path) -> None:
    says = why(tmp_path / "log.csv", "event,a\npay,1\n".encode("utf-16-le"))
    assert 'encoding = "utf-16-le"' in says


def test_every_kind_has_a_name() -> None:
    assert {kind for _, kind in FOREIGN} <= told_in("messages").keys()
