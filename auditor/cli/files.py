"""Files that a command names: settings that are read, results that are written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from auditor.guarded_file import WORDS_SIZE, NoFileError, read_file, toml_in
from auditor.messages.message import CannotError, message


def content_of(path: Path, most: int = WORDS_SIZE) -> bytes:
    """The content of a file of at most so many bytes.  Raises CannotError."""
    try:
        return read_file(path, most)
    except NoFileError as error:
        raise CannotError(message("refusal.file", file=str(path), says=error.says)) from None


def read_toml(path: Path) -> dict[str, Any]:
    """The content of a TOML file.  Raises CannotError."""
    try:
        return toml_in(content_of(path).decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise CannotError(message("toml.not_utf8", path=str(path))) from None
    except ValueError as error:
        raise CannotError(message("file.not_toml", path=str(path), error=str(error))) from None


@contextmanager
def writing(path: str) -> Iterator[None]:
    """Says of what fails inside that this file cannot be written.  Raises CannotError."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or ""
        raise CannotError(message("file.cannot_be_written", path=path, error=reason)) from None


def difference(name: str, old: str, new: str) -> str:
    """How a file changes, as `patch` and `git apply` read it."""
    from difflib import unified_diff

    lines = unified_diff(
        old.splitlines(keepends=True), new.splitlines(keepends=True), f"a/{name}", f"b/{name}"
    )
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)
