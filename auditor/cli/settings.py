"""`auditor.toml`, or `[tool.auditor]` of pyproject.toml: what `check`, `test` and `fmt` work on,
which diagnostics are left out, and the language of all that is said.

It is looked for in the working folder and those above it, up to the root of the repository: what
a stranger leaves further up silences nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from auditor.cli.files import read_toml
from auditor.cli.options import chosen
from auditor.messages.message import CannotError, Language, Message, message

NAME, SHARED = "auditor.toml", "pyproject.toml"
CONFIG = f"The settings; without it, {NAME} or [tool.auditor] of {SHARED}, here or above."


@dataclass(frozen=True, slots=True)
class Settings:
    """`rules` are rule files and folders, as seen from the working folder; `select` and `ignore`
    are codes of diagnostics, or how they begin; `lang` is the language where none is asked for.
    """

    lang: Language | None = None

    rules: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    inherited: bool = False


LANGUAGES: Final = ("fr", "en")
_KEYS: Mapping[str, tuple[str, type]] = {
    "lang": ("lang", str),
    "rules": ("rules", list),
    "check.select": ("select", list),
    "check.ignore": ("ignore", list),
    "test.inherited": ("inherited", bool),
}
"""The keys of the file: the setting of each, and its type."""
_NO: Mapping[type, str] = {list: "toml.list", bool: "toml.boolean", str: "toml.string"}


def spoken(asked: object = None) -> Language:
    """The language of all that is said: that of `--lang`, else of the settings, else of the locale.

    Settings that cannot be read are no reason to say nothing: a command that needs them complains.
    """
    if asked in LANGUAGES:
        return "fr" if asked == "fr" else "en"
    with suppress(CannotError):
        if (own := nearest().lang) is not None:
            return own
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return "fr" if next(filter(None, names), "").startswith("fr") else "en"


def nearest(named: str | None = None) -> Settings:
    """The settings in that file, or in the nearest one.  Raises CannotError."""
    if named is not None:
        path = Path(named)
        return _settings(path, _table(path) or {})
    for path in _places():
        if path.is_file() and (table := _table(path)) is not None:
            return _settings(path, table)
    return Settings()


def _places() -> Iterator[Path]:
    here = Path.cwd()
    for folder in (here, *here.parents):
        yield folder / NAME
        yield folder / SHARED
        if (folder / ".git").exists():
            return


def _table(path: Path) -> dict[str, Any] | None:
    """The settings in a file; None where it is another program's."""
    content = read_toml(path)
    if path.name != SHARED:
        return content
    tool = content.get("tool")
    own = tool.get("auditor") if isinstance(tool, dict) else None
    if own is not None and not isinstance(own, dict):
        raise _wrong(path, "tool.auditor", message("toml.table"))
    return own


def _settings(path: Path, table: dict[str, Any]) -> Settings:
    found: dict[str, Any] = {}
    for key, value in _flat(table):
        if key not in _KEYS:
            raise _wrong(path, key, message("toml.no_key"))
        name, kind = _KEYS[key]
        if not isinstance(value, kind):
            raise _wrong(path, key, message(_NO[kind]))
        if isinstance(value, list) and not all(isinstance(own, str) for own in value):
            raise _wrong(path, key, message("toml.string"))
        if isinstance(value, list) and key.startswith("check."):
            for code in value:
                _refuse_unknown(f"{path}: {key}", code)
        if isinstance(value, str):
            chosen(f"{path}: {key}", value, LANGUAGES)
        found[name] = tuple(value) if isinstance(value, list) else value
    if "rules" in found:
        folder = path.absolute().parent
        found["rules"] = tuple(_seen(folder / own) for own in found["rules"])
    return Settings(**found)


def _refuse_unknown(where: str, code: str) -> None:
    from auditor.cli.selecting import known

    known(where, code)


def _flat(table: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from ((f"{key}.{inner}", own) for inner, own in value.items())
        else:
            yield key, value


def _wrong(path: Path, key: str, what: Message) -> CannotError:
    from auditor.messages.suggestion import suggestion

    hint = suggestion(key, list(_KEYS))
    return CannotError(
        message("toml.wrong", file=str(path), key=key, what=what)
        if hint is None or key in _KEYS or what.code != "toml.no_key"
        else message("settings.near", file=str(path), key=key, hint=hint)
    )


def _seen(path: Path) -> str:
    """The path from the working folder, where it lies in it."""
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
