"""The key by which people are given pseudonyms: a file that only its owner can read."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from auditor.guarded_file import NoFileError, read_file
from auditor.messages.message import CannotError, message

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
    try:
        key = read_file(path, _LARGEST).strip()
        mode = path.stat().st_mode
    except NoFileError as error:
        raise CannotError(message("refusal.file", file=str(path), says=error.says)) from None
    except OSError as error:
        why = message("people.cannot_read", error=error.strerror or "")
        raise CannotError(message("refusal.file", file=str(path), says=why)) from None
    if os.name == "posix" and mode & 0o077:
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
