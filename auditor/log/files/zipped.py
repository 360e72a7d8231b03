"""ZIP archives of logs: each file in them is read as if it lay in a folder of the archive's name.

Nothing is unpacked to a disk, and no archive within an archive is opened.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from auditor.log.csv.encoding import CHUNK
from auditor.log.files.content import Content, collect
from auditor.log.files.formats import ENDINGS, UNSOUGHT, format_of_content
from auditor.log.files.open import read_bytes
from auditor.log.files.packed import unpacked, without_packing
from auditor.log.raw_grid import CANONICAL, ReadOptions
from auditor.log.table import Refusal, Table, Unreadable
from auditor.log.workbook.archive import refuse_bombs
from auditor.messages.message import Message, message

OFFICE: tuple[tuple[str, str], ...] = (
    ("word/document.xml", "file.a_document"),
    ("ppt/presentation.xml", "file.a_presentation"),
    ("Index/Document.iwa", "file.a_numbers"),
    ("Index.zip", "file.a_numbers"),
)
"""How a file in an archive is called that is no log, and what the archive then is."""


def zip_tables(
    data: bytes, file: str, sha256: str, options: ReadOptions = CANONICAL
) -> tuple[list[Table], list[Refusal]]:
    """The tables of the logs in an archive.  Raises Unreadable."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            found = Unzipped(file, sha256, options)
            found.read(archive)
    except (zipfile.BadZipFile, NotImplementedError):
        raise Unreadable(message("workbook.damaged_archive")) from None
    return found.tables, found.refusals


@dataclass(slots=True)
class Unzipped:
    """The tables of the logs of an archive, one log after the other."""

    file: str
    sha256: str
    options: ReadOptions
    tables: list[Table] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    by_hash: dict[str, str] = field(default_factory=dict)
    unpacked: int = 0

    def read(self, archive: zipfile.ZipFile) -> None:
        members = [member for member in archive.infolist() if not member.is_dir()]
        refuse_bombs(members, self.options.limits)
        logs, others = sorted_out(members)
        refuse_office(archive)
        if not logs:
            held = listed(others) or message("workbook.nothing")
            raise Unreadable(message("zip.no_log", held=held))
        for member in logs:
            self._read(archive, member)
        if self.tables:
            self._note(others)

    def _read(self, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> None:
        name = f"{self.file}/{member.filename}"
        try:
            held = self._content(archive, member)
            if held.sha256 in self.by_hash:
                other = self.by_hash[held.sha256]
                raise Unreadable(message("file.same_content", other=other))
            self.by_hash[held.sha256] = name
            tables, refusals = read_bytes(held, name, self.options)
            self.tables += tables
            self.refusals += refusals
        except Unreadable as why:
            self.refusals.append(why.refusal(name))

    def _content(self, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Content:
        """The bytes of one file, within what is left of the bounds of all of them."""
        try:
            packed = archive.read(member)
        except RuntimeError:  # a password is asked for
            raise Unreadable(message("sandbox.protected")) from None
        except Exception:  # noqa: BLE001 - a dozen kinds: cut short, packed in unknown ways
            raise Unreadable(message("workbook.damaged_archive")) from None
        most = self.options.limits.unpacked_size - self.unpacked
        limits = replace(self.options.limits, unpacked_size=max(most, 0))
        data = collect(unpacked(pieces(packed), packed, limits), self.options.encoding)
        self.unpacked += len(data)
        own = format_of_content(data)
        if own.name == "ZIP":
            raise Unreadable(message("zip.within"))
        return Content(data, hashlib.sha256(packed).hexdigest())

    def _note(self, others: Sequence[str]) -> None:
        notes: list[Message] = [message("note.unzipped", sha256=self.sha256)]
        if others:
            notes.append(message("note.beside_in_archive", names=listed(others)))
        self.tables[0] = replace(self.tables[0], notes=(*self.tables[0].notes, *notes))


def pieces(data: bytes) -> Iterator[bytes]:
    for start in range(0, len(data), CHUNK):
        yield data[start : start + CHUNK]


def sorted_out(
    members: Sequence[zipfile.ZipInfo],
) -> tuple[list[zipfile.ZipInfo], list[str]]:
    """The logs of an archive in the order of their names, and what else is in it."""
    shown = sorted((own for own in members if not is_hidden(own)), key=lambda own: own.filename)
    logs = [own for own in shown if ends_in(own, ENDINGS)]
    logs = logs or [own for own in shown if ends_in(own, UNSOUGHT)]
    return logs, [own.filename for own in shown if own not in logs]


def is_hidden(member: zipfile.ZipInfo) -> bool:
    *folders, name = member.filename.replace("\\", "/").split("/")
    return name.startswith((".", "~$")) or "__MACOSX" in folders


def ends_in(member: zipfile.ZipInfo, endings: tuple[str, ...]) -> bool:
    return without_packing(member.filename).endswith(endings)


def refuse_office(archive: zipfile.ZipFile) -> None:
    """Refuses an archive that is a document of another kind, named for what it is."""
    for mark, kind in OFFICE:
        if any(name.startswith(mark) for name in archive.namelist()):
            raise Unreadable(message("file.foreign", kind=message(kind)))


def listed(names: Sequence[str]) -> tuple[str, ...]:
    return (*(f"`{name}`" for name in names[:10]), *(["…"] if names[10:] else []))
