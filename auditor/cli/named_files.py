"""Files that a command names: settings and keys that are read, results that are written."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from auditor.cli.terminal import pour
from auditor.guarded_file import WORDS_SIZE, NoFileError, read_file, toml_in
from auditor.messages.message import CannotError, message

if TYPE_CHECKING:
    from auditor.report.issues.issue_formats import IssueList


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


def write_file(path: Path, content: bytes, *, called: str = "") -> None:
    """Writes a file whole or not at all; errors call it so.  Raises CannotError."""
    from auditor.report.files import write_whole

    with writing(called or str(path)):
        write_whole(path, content)


def refuse_to_replace(path: str, *, force: bool) -> None:
    """Raises CannotError where a file stands there that nobody asked to replace."""
    if Path(path).exists() and not force:
        raise CannotError(message("file.there_already", path=path))


def difference(name: str, old: str, new: str) -> str:
    """How a file changes, as `patch` and `git apply` read it."""
    from difflib import unified_diff

    lines = unified_diff(
        old.splitlines(keepends=True), new.splitlines(keepends=True), f"a/{name}", f"b/{name}"
    )
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


WRITERS: Final = ("sarif", "github", "gitlab", "checkstyle")
"""The forms in which issues are written: functions of `auditor.report.issues.issue_formats`."""


def written(form: str, listing: IssueList) -> str:
    """The issues in one of these forms."""
    from auditor.report.issues import issue_formats

    write: Callable[[IssueList], str] = getattr(issue_formats, form)
    return write(listing)


def deliver(text: str, output: str | None, *, is_shown: bool = False) -> None:
    """Write it to the file, or to standard output.  Raises CannotError."""
    if output is None or output == "-":
        pour(text.encode("utf-8", errors="backslashreplace").decode(), is_shown=is_shown)
    else:
        write_file(Path(output), text.encode("utf-8", errors="backslashreplace"))


VARIABLE = "AUDITOR_KEY"
_FEWEST = 16
_LARGEST = 4096


def known_key(given: str | None) -> bytes | None:
    """The key in a file, or in the user's own; None where there is none.  Raises CannotError."""
    return people_key(given) if given is not None or _own().exists() else None


def people_key(given: str | None) -> bytes:
    """The key in a file, or in the user's own, which is made where there is none.

    Raises CannotError.
    """
    path = _own() if given is None else Path(given)
    if given is None and not path.exists():
        _make(path)
    key = content_of(path, _LARGEST).strip()
    if os.name == "posix" and path.stat().st_mode & 0o077:
        raise CannotError(message("people.open_key", path=str(path)))
    if len(key) < _FEWEST:
        raise CannotError(message("people.short_key", path=str(path), least=_FEWEST))
    return key


def _own() -> Path:
    """The user's own key."""
    if named := os.environ.get(VARIABLE):
        return Path(named)
    folder = os.environ.get("XDG_CONFIG_HOME") or os.environ.get("APPDATA")
    return Path(folder or Path.home() / ".config") / "auditor" / "pseudonyms.key"


def _make(path: Path) -> None:
    """A key in a file that nobody else can read at any time."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_hex(32) + "\n")
    except FileExistsError:
        return  # another run made it meanwhile
    except OSError as error:
        why = error.strerror or ""
        raise CannotError(message("people.cannot_make", path=str(path), error=why)) from None
