"""How the bytes of a text file are read: by their mark, as UTF-8, as declared, as Windows-1252.

Nothing is guessed from the frequency of letters: that misreads French.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator

from auditor.log.table import Unreadable
from auditor.messages.message import Message, message
from auditor.source import Frozen

MAX_LINE = 1_000_000
CHUNK = 1 << 20

BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

# How UTF-8 writes the accented letters of French, the last of them perhaps cut off; in
# Windows-1252 it begins with Ã, which French does not have.
ACCENT = re.compile(rb"\xc3(?:[\x80-\xbf]|\Z)")
NO_ASCII = re.compile(rb"[\x80-\xff]")
CUT_LETTER = re.compile(rb"(?:[\xc2-\xf4]|[\xe0-\xf4][\x80-\xbf]{1,2})\Z")


class EncodedText(Frozen):
    """Bytes and the encoding in which they are text; `skip` is the length of their mark."""

    data: bytes
    encoding: str
    skip: int = 0
    notes: tuple[Message, ...] = ()

    def lines(self) -> Iterator[str]:
        """Physical lines with their ends, as an editor counts them; one at a time in memory."""
        stream = io.BytesIO(self.data)
        stream.seek(self.skip)
        with io.TextIOWrapper(stream, self.encoding, newline="") as text:
            for number, line in enumerate(text, start=1):
                if len(line) > MAX_LINE:
                    raise too_long(number)
                if "\0" in line:
                    raise no_text(number)
                yield line


def decode(data: bytes, declared: str | None = None) -> EncodedText:
    """A byte order mark decides, else UTF-8 if the bytes are so, else what was declared, else
    Windows-1252.  Raises Unreadable for bytes that are no such text.
    """
    for mark, encoding in BOMS:
        if data.startswith(mark):
            return by_mark(data, encoding, len(mark))
    text = EncodedText(data, "utf-8")
    wrong = first_wrong(text)
    if wrong is None and (declared is None or b"\0" not in data):
        return text
    if declared is not None:
        return as_declared(data, declared, wrong or 0)
    assert wrong is not None
    return as_windows(data, wrong)


def by_mark(data: bytes, encoding: str, skip: int) -> EncodedText:
    note = message("note.byte_order_mark", encoding=encoding.upper())
    text = EncodedText(data, encoding, skip, () if encoding == "utf-8" else (note,))
    if first_wrong(text) is not None:
        raise Unreadable(message("text.mark_wrong", encoding=encoding.upper()))
    return text


def as_declared(data: bytes, declared: str, wrong: int) -> EncodedText:
    """The text read as the mapping says; `wrong` is the first byte that is not UTF-8."""
    if not _is_of_texts(declared):
        raise Unreadable(message("text.no_encoding", encoding=declared))
    note = message("note.declared", encoding=declared, line=line_at(data, wrong))
    text = EncodedText(data, declared, 0, (note,))
    bad = first_wrong(text)
    if bad is not None:
        raise Unreadable(message("text.not_as_declared", encoding=declared), line_at(data, bad))
    return text


def _is_of_texts(encoding: str) -> bool:
    """True of an encoding that writes each line end and digit in a few bytes, and reads them back:
    others unpack, run or spell what stands in a file.
    """
    try:
        known = codecs.lookup(encoding)
        written = _ORDINARY.encode(known.name)
        return known.name not in _ESCAPING and written.decode(known.name) == _ORDINARY
    except (LookupError, ValueError, TypeError, AttributeError):
        return False


_ORDINARY = "time;event\n2026,1\n"
_ESCAPING = frozenset(("unicode-escape", "raw-unicode-escape", "idna", "punycode", "utf-7"))


def as_windows(data: bytes, wrong: int) -> EncodedText:
    """The text as Windows-1252, unless some letters are UTF-8: that file is damaged or mixed."""
    line = line_at(data, wrong)
    if NO_ASCII.search(data, 0, wrong) and CUT_LETTER.match(data, wrong):
        raise Unreadable(message("text.breaks_off"), line)
    if accent := ACCENT.search(data):
        raise Unreadable(message("text.mixed", line=line_at(data, accent.start())), line)
    text = EncodedText(data, "cp1252", 0, (message("note.windows", line=line),))
    bad = first_wrong(text)
    if bad is not None:
        raise Unreadable(message("text.not_windows"), line_at(data, bad))
    return text


def first_wrong(text: EncodedText) -> int | None:
    """Where the first byte stands that is no text in this encoding."""
    decoder = codecs.getincrementaldecoder(text.encoding)()
    ends = len(text.data)
    for start in range(text.skip, max(ends, text.skip + 1), CHUNK):
        chunk = text.data[start : start + CHUNK]
        try:
            decoder.decode(chunk, start + CHUNK >= ends)
        except UnicodeDecodeError as error:
            return start - (len(error.object) - len(chunk)) + error.start
    return None


def line_at(data: bytes, offset: int) -> int:
    """The line in which a byte stands; in a file with two bytes a letter this is an estimate."""
    before = data[:offset]
    return max(before.count(b"\n"), before.count(b"\r")) + 1


def too_long(line: int) -> Unreadable:
    return Unreadable(message("text.line_too_long", most=MAX_LINE), line)


def no_text(line: int) -> Unreadable:
    return Unreadable(message("text.nul"), line)
