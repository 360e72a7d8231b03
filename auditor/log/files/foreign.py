"""Files that are no log of any form, named for what they are.

An inspector who is told `a TAR archive` knows what to do; one who is told of NUL characters does
not.
"""

from __future__ import annotations

import re

from auditor.log.table import Unreadable
from auditor.messages.message import message

BEGINNINGS: tuple[tuple[bytes, str], ...] = (
    (b"%PDF", "file.a_pdf"),
    (b"%!PS", "file.a_postscript"),
    (b"{\\rtf", "file.a_rich_text"),
    (b"\x89PNG", "file.an_image"),
    (b"\xff\xd8\xff", "file.an_image"),
    (b"GIF8", "file.an_image"),
    (b"II*\0", "file.an_image"),
    (b"MM\0*", "file.an_image"),
    (b"Rar!", "file.a_rar"),
    (b"7z\xbc\xaf", "file.a_7z"),
    (b"\0\1\0\0Standard Jet DB", "file.an_access"),
    (b"\0\1\0\0Standard ACE DB", "file.an_access"),
    (b"ARROW1", "file.an_arrow"),
    (b"FEA1", "file.an_arrow"),
    (b"ORC", "file.an_orc"),
    (b"Obj\1", "file.an_avro"),
    (b"\x89HDF", "file.an_hdf"),
    (b"ElfFile\0", "file.an_event_log"),
    (b"\x7fELF", "file.a_program"),
    (b"MZ\x90\0", "file.a_program"),
    (b"MIME-Version:", "file.a_web_archive"),
)
"""How a file begins, and the message that names it."""

INSIDE: tuple[tuple[int, bytes, str], ...] = (
    (257, b"ustar", "file.a_tar"),
    (8, b"WEBP", "file.an_image"),
    (4, b"ftyp", "file.a_film"),
)
"""Marks that stand further in."""

DBASE = re.compile(rb"[\x03\x30\x31\x83\x8b\xf5][\x00-\xff][\x01-\x0c][\x01-\x1f]", re.DOTALL)
"""A version, then the day of the last change."""
BITMAP = re.compile(rb"BM.{4}\0{4}", re.DOTALL)

_LINE_END = re.compile(rb"[\r\n]")
_WIDE = re.compile(rb"(?:[\x20-\x7e]\0){4}|(?:\0[\x20-\x7e]){4}")
"""Text of two bytes a letter, without the mark that tells so."""


def refuse_foreign(data: bytes, *, nul_is_text: bool = False) -> None:
    """Refuses what is known to be no log.  Raises Unreadable."""
    if kind := foreign_kind(data):
        raise Unreadable(message("file.foreign", kind=message(kind)))
    if nul_is_text or b"\0" not in _LINE_END.split(data[:4096], maxsplit=1)[0]:
        return  # a NUL further down is a fault of its line
    if _WIDE.match(data):
        encoding = "utf-16-be" if data.startswith(b"\0") else "utf-16-le"
        raise Unreadable(message("text.unmarked", encoding=encoding))
    raise Unreadable(message("file.foreign", kind=message("file.binary")))


def foreign_kind(data: bytes) -> str | None:
    """The message that names what some bytes are; None for what is not known."""
    for mark, kind in BEGINNINGS:
        if data.startswith(mark):
            return kind
    for at, mark, kind in INSIDE:
        if data.startswith(mark, at):
            return kind
    if BITMAP.match(data):
        return "file.an_image"
    return "file.a_dbase" if DBASE.match(data) and b"\0" in data[:32] else None
