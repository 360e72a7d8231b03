"""Files are opened here: a regular file of bounded size, and nothing else.

A FIFO without a writer never answers, /dev/zero never ends, and a file of a terabyte fills the
memory: whoever plants one of them among rules or logs would hang the program that reads it.
"""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, BinaryIO

from auditor.messages.message import Message, SaidError, message

MEBIBYTE = 1 << 20

WORDS_SIZE = 16 * MEBIBYTE
"""The most that a file which a person writes may have: rules, a mapping, parameters, words."""


class NoFileError(SaidError, OSError):
    """The path leads to no file that may be read; `says` is a sentence about it."""


@dataclass(frozen=True, slots=True)
class FileState:
    """By these one tells that a file was changed or replaced.

    Nobody can set `changed` (the ctime) back without setting the clock.
    """

    size: int
    modified: int
    changed: int
    inode: int


def open_file(path: Path, most: int) -> BinaryIO:
    """A regular file of at most so many bytes, open to be read.  Raises NoFileError."""
    # Opening a device may already do something: it is looked at before.
    refuse_no_file(path, most)
    with _told(path):
        # A FIFO that takes the file's place meanwhile is opened without waiting for its writer.
        number = os.open(
            path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        )
        try:
            _refuse(os.fstat(number), most)
            return os.fdopen(number, "rb")
        except BaseException:
            os.close(number)
            raise


def read_file(path: Path, most: int = WORDS_SIZE) -> bytes:
    """The content of a regular file of at most so many bytes.  Raises NoFileError."""
    with open_file(path, most) as file, _told(path):
        data = file.read(most + 1)
    if len(data) > most:  # it grew, or its system does not say how large it is
        raise NoFileError(_too_large(most))
    return data


_LASTING = Path("/var/tmp")  # noqa: S108 - where systems keep it, /tmp is often memory itself


def scratch_folder() -> str:
    """For files that may be larger than memory; the environment may name another."""
    named = any(name in os.environ for name in ("TMPDIR", "TEMP", "TMP"))
    return tempfile.gettempdir() if named or not _LASTING.is_dir() else str(_LASTING)


def toml_in(text: str) -> dict[str, Any]:
    """The values in a TOML text, decimals exact.  Raises ValueError for whatever is wrong."""
    import tomllib  # noqa: PLC0415 - most runs read none

    try:
        # Decimals: a binary fraction would not be the number that stands in the file.
        return tomllib.loads(text, parse_float=Decimal)
    except RecursionError:
        raise ValueError("too many brackets within brackets") from None
    except InvalidOperation:
        raise ValueError("a number that is none") from None


def refuse_no_file(path: Path, most: int) -> None:
    """Refuse what `open_file` would refuse, without opening it.  Raises NoFileError."""
    with _told(path):
        _refuse(path.stat(), most)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Whatever the system says of a file is the reason why there is none."""
    try:
        yield
    except NoFileError:
        raise
    except (OSError, ValueError) as error:
        raise NoFileError(why_not(error, path)) from None


def state_of(path: Path) -> FileState | None:
    """The state of a file; None where there is none to be seen."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return state_in(found)


def state_in(found: os.stat_result) -> FileState:
    """The state that the system told."""
    return FileState(found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)


def why_not(error: Exception, path: Path | None = None) -> Message:
    """An error of the system in a sentence."""
    if isinstance(error, FileNotFoundError):
        dangling = path is not None and path.is_symlink()
        return message("file.dangling_link" if dangling else "file.missing")
    if isinstance(error, PermissionError):
        return message("file.forbidden")
    if isinstance(error, OSError) and error.errno == errno.ELOOP:
        return message("file.circular_link")
    said = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return message("file.unreadable", why=said)


def _refuse(found: os.stat_result, most: int) -> None:
    mode = found.st_mode
    if stat.S_ISDIR(mode):
        raise NoFileError(message("file.is_folder"))
    if stat.S_ISFIFO(mode):
        raise NoFileError(message("file.is_pipe"))
    if stat.S_ISSOCK(mode):
        raise NoFileError(message("file.is_socket"))
    if not stat.S_ISREG(mode):
        raise NoFileError(message("file.is_device"))
    if found.st_size > most:
        raise NoFileError(_too_large(most))


def _too_large(most: int) -> Message:
    return message("file.too_large", most=most // MEBIBYTE)
