"""`auditor check --fix`: rule files with all that is mechanical put right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from auditor.diagnostic import Diagnostic

_MOST = 20  # times that the same files are mended: what one error hid comes to light by the next

Diagnosis = Callable[[Path, dict[Path, str]], "Sequence[Diagnostic]"]
"""The diagnostics of a place, where these texts stand in for those of files."""


@dataclass(frozen=True, slots=True)
class Mended:
    """A rule file: what it was, what it is to be, and how many edits that took."""

    file: Path
    old: str
    new: str
    edits: int


def mended_files(places: Sequence[Path], diagnosis: Diagnosis) -> list[Mended]:
    """The rule files at the places as mended: of no others, and none is written."""
    from auditor.authoring.mend import edits, mended
    from auditor.language.resolve.search_path import Disk, shown

    own = {shown(file): file for place in places for file in Disk().files(place)}
    old: dict[Path, str] = {}
    new: dict[Path, str] = {}
    count: dict[Path, int] = {}
    waiting = list(places)
    for _ in range(_MOST):
        again = []
        for place in waiting:
            for source, made in edits(diagnosis(place, new)).items():
                file = own.get(source.name)
                if file is None or new.get(file.resolve(), source.text) != source.text:
                    continue  # another's, or mended for another place already
                old.setdefault(file, source.text)
                new[file.resolve()] = mended(source.text, made)
                count[file] = count.get(file, 0) + len(made)
                again.append(place)
        if not again and len(waiting) == len(places):
            break
        waiting = list(dict.fromkeys(again)) or list(places)
    return [Mended(file, text, new[file.resolve()], count[file]) for file, text in old.items()]


def write_back(mended: Mended) -> None:
    """Write the file, with the line ends and the mark at its beginning that it has.

    Raises CannotError.
    """
    from auditor.cli.files import writing
    from auditor.report.write import write_whole

    with writing(str(mended.file)):
        before = mended.file.read_bytes()
        text = mended.new.replace("\n", "\r\n") if b"\r\n" in before else mended.new
        mark = b"\xef\xbb\xbf" if before.startswith(b"\xef\xbb\xbf") else b""
        write_whole(mended.file.resolve(), mark + text.encode())
