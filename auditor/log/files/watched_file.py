"""A file that is read again and again: each time it is to be the one that was read at first.

It is not mapped into memory: a file that is shortened while it is mapped ends the process.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from auditor.guarded_file import FileState, NoFileError, open_file, state_in
from auditor.messages.message import Message, message


class ChangedFileError(Exception):
    """A file was changed, replaced or removed while it was read."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path

    @property
    def says(self) -> Message:
        """The sentence about it, without its name."""
        return message("file.changed")


@dataclass(frozen=True, slots=True)
class WatchedFile:
    """A file of so many bytes.  Without a state it is known by its size alone: another machine has
    numbers of its own for the same file.
    """

    path: Path
    size: int
    state: FileState | None

    def elsewhere(self) -> WatchedFile:
        """The file as another machine knows it."""
        return WatchedFile(self.path, self.size, None)

    def read(self, start: int, stop: int) -> bytes:
        """Its bytes between two places.  Raises ChangedFileError."""
        try:
            with open_file(self.path, self.size) as file:
                found = state_in(os.fstat(file.fileno()))
                if found.size != self.size or self.state not in {None, found}:
                    raise ChangedFileError(self.path)
                file.seek(start)
                data = file.read(stop - start)
        except (NoFileError, OSError):
            raise ChangedFileError(self.path) from None
        if len(data) != min(stop, self.size) - min(start, self.size):
            raise ChangedFileError(self.path)
        return data

    def check(self) -> None:
        """Raises ChangedFileError where it is not what it was."""
        self.read(0, 0)

    def chunks(self, size: int, start: int = 0) -> Iterator[bytes]:
        """Its bytes from a place on, so many at once.  Raises ChangedFileError."""
        for at in range(start, self.size, size):
            yield self.read(at, min(at + size, self.size))


def watched(path: Path, most: int) -> WatchedFile:
    """The file as it is now.  Raises NoFileError."""
    with open_file(path, most) as file:
        state = state_in(os.fstat(file.fileno()))
    return WatchedFile(path, state.size, state)
