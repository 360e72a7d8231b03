"""The options that several commands have, what `auditor.toml` says where none is given, and the
values of both.  A text that is no such value is bad usage.

`auditor.toml`, or `[tool.auditor]` of pyproject.toml, is looked for in the working folder and those
above it, up to the root of the repository: what a stranger leaves further up silences nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from datetime import date, datetime
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import typer

from auditor.cli.named_files import read_toml
from auditor.messages.message import CannotError, Language, Message, message, told_in
from auditor.source import Frozen

if TYPE_CHECKING:
    from auditor.request import Settings

LANGUAGES: Final = ("fr", "en")
NAME, SHARED = "auditor.toml", "pyproject.toml"


def ruleset_names(incomplete: str) -> list[str]:
    """The shipped rulesets, for a shell that completes what is begun."""
    from auditor.language.resolve.search_path import available

    return [name for name in available() if name.startswith(incomplete)]


def value(metavar: str, *names: str, default: Any = None, **more: Any) -> Any:
    """An option with a value; its default is not shown."""
    return typer.Option(default, *names, metavar=metavar, show_default=False, **more)


_OPTIONS: dict[str, Any] = {
    "rules": value("RULESET", "--rules", "-r", autocompletion=ruleset_names),
    "rules_anyway": typer.Option(False, "--rules-anyway"),
    "mapping": value("FILE.toml", "--mapping", "-m"),
    "records": value("all|LIST", default=""),
    "param": value("NAME=VALUE"),
    "params": value("FILE.toml"),
    "start": value("DATE", "--from"),
    "end": value("DATE", "--to"),
    "case": value("FILE.toml"),
    "casino": value("NAME"),
    "baseline": value("REPORT"),
    "earlier": value("REPORT"),
    "key": value("FILE"),
    "must_verify": value("PROVISION,…|payments|all", default=""),
    "language": value("fr|en", "--lang"),
    "paths": typer.Argument(None, metavar="PATH", autocompletion=ruleset_names, show_default=False),
    "output": value("FILE", "--output", "-o"),
    "config": value("FILE.toml"),
}
"""The options, by the names of the settings of an audit where they are some."""
_TYPES: Mapping[str, Any] = {
    "rules_anyway": bool,
    "records": str,
    "must_verify": str,
    "param": list[str] | None,
    "mapping": list[str] | None,
}


def option(name: str) -> Any:
    """An option that several commands have."""
    return copy(_OPTIONS[name])


def described(name: str, command: Callable[..., None]) -> Callable[..., None]:
    """The command of that name, its arguments and options explained by `auditor/words/help`."""
    says = told_in("help")
    for own in signature(command).parameters.values():
        if own.default.help is None:
            code = f"{name}.{own.name}"
            own.default.help = says[code if code in says else f"option.{own.name}"][1]
    return command


# ---- the settings of an audit -------------------------------------------------------------------
class Asked:
    """The options of a command that are settings of an audit, as they were typed."""

    def __init__(self, typed: Mapping[str, Any]) -> None:
        self._typed = typed

    def __getitem__(self, name: str) -> Any:
        return self._typed[name]

    @property
    def language(self) -> Language:
        return spoken(self._typed.get("language"))

    def settings(self, **more: Any) -> Settings:
        """The settings, and more that no option says.  Raises CannotError."""
        from auditor.request import Settings

        typed = dict(self._typed)
        first, last = typed.pop("start", None), typed.pop("end", None)
        given, file = typed.pop("param", None), typed.pop("params", None)
        records = typed.pop("records", "")
        typed |= {
            "language": self.language,
            "params": values(file, given or []),
            "period": period(first, last),
            "records": "all" if records == "all" else listed(records),
            "must_verify": listed(typed.get("must_verify", "")),
            "mapping": typed.get("mapping") or None,
        }
        return Settings(**(typed | more))


def takes(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A command that takes settings as options, in this order, among them options of its own; it
    is handed the settings as `asked`.
    """

    def taking(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def run(**typed: Any) -> None:
            plain = {name: value for name, value in typed.items() if name in of_its_own}
            asked = {name: value for name, value in typed.items() if name not in plain}
            command(**plain, asked=Asked(asked))

        of_its_own = dict(signature(command, eval_str=True).parameters)
        del of_its_own["asked"]
        shared = {
            name: Parameter(
                name,
                Parameter.POSITIONAL_OR_KEYWORD,
                default=option(name),
                annotation=_TYPES.get(name, str | None),
            )
            for name in names
            if name not in of_its_own
        }
        first = [of_its_own[name] for name in of_its_own if name not in names]
        ordered = [*first, *({**of_its_own, **shared}[name] for name in names)]
        shape = signature(command).replace(parameters=ordered)
        run.__signature__ = shape  # type: ignore[attr-defined]  # read by Typer
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in ordered}
        return run

    return taking


# ---- values -------------------------------------------------------------------------------------
def chosen(option: str, value: str, among: Sequence[str]) -> None:
    """Refuse a value that is none of those offered."""
    if value not in among:
        from auditor.messages.message import suggestion

        names, hint = tuple(among), suggestion(value, among)
        if hint is None:
            raise CannotError(message("option.choose", option=option, value=value, among=names))
        raise CannotError(
            message("option.choose_near", option=option, value=value, hint=hint, among=names)
        )


def known_code(option: str, code: str) -> None:
    """Raises CannotError for what is no code of a diagnostic, nor how one begins."""
    from auditor.authoring.codes import CODES

    if not code or not any(own.startswith(code) for own in CODES):
        codes = tuple(CODES)
        raise CannotError(message("option.choose", option=option, value=code, among=codes))


def listed(text: str) -> list[str]:
    """`a, b` as its words, each once."""
    return list(dict.fromkeys(word.strip() for word in text.split(",") if word.strip()))


def period(start: str | None, end: str | None) -> tuple[date | None, date | None]:
    """The days of `--from` and `--to`, such as 2026-01-09 or 9/1/2026.  Raises CannotError."""
    from auditor.log.convert.written import day_in

    def day(option: str, text: str | None) -> date | None:
        if text is not None and day_in(text) is None:
            raise CannotError(message("option.day", option=option, text=text))
        return None if text is None else day_in(text)

    first, last = day("--from", start), day("--to", end)
    if first is not None and last is not None and first > last:
        raise CannotError(message("option.period", start=str(first), end=str(last)))
    return first, last


def values(file: str | None, given: Sequence[str]) -> dict[str, str]:
    """Values of parameters as text; those given one by one take precedence over the file's."""
    found = {}
    if file is not None:
        path = Path(file)
        found = {name: _text(path, name, value) for name, value in read_toml(path).items()}
    for pair in given:
        name, sign, value = pair.partition("=")
        if not sign or not name.strip():
            raise CannotError(message("option.parameter", pair=pair))
        found[name.strip()] = value
    return found


def _text(path: Path, name: str, value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case date() | datetime():
            return value.isoformat()
        case dict() | list():
            raise CannotError(message("file.no_single_value", path=str(path), name=name))
        case _:
            return str(value)


# ---- auditor.toml -------------------------------------------------------------------------------
class ProjectSettings(Frozen):
    """`rules` are rule files and folders, as seen from the working folder; `select` and `ignore`
    are codes of diagnostics, or how they begin; `lang` is the language where none is asked for.
    """

    lang: Language | None = None
    rules: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    inherited: bool = False


_KEYS: Mapping[str, type] = {
    "lang": str,
    "rules": list,
    "check.select": list,
    "check.ignore": list,
    "test.inherited": bool,
}
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


def nearest(named: str | None = None) -> ProjectSettings:
    """The settings in that file, or in the nearest one.  Raises CannotError."""
    if named is not None:
        path = Path(named)
        return _settings(path, _table(path) or {})
    for path in _places():
        if path.is_file() and (table := _table(path)) is not None:
            return _settings(path, table)
    return ProjectSettings()


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


def _settings(path: Path, table: dict[str, Any]) -> ProjectSettings:
    found: dict[str, Any] = {}
    for key, value in _flat(table):
        if key not in _KEYS:
            raise _wrong(path, key, message("toml.no_key"))
        if not isinstance(value, _KEYS[key]):
            raise _wrong(path, key, message(_NO[_KEYS[key]]))
        if isinstance(value, str):
            chosen(f"{path}: {key}", value, LANGUAGES)
        if isinstance(value, list):
            if not all(isinstance(own, str) for own in value):
                raise _wrong(path, key, message("toml.string"))
            for code in value if key.startswith("check.") else ():
                known_code(f"{path}: {key}", code)
        found[key.rpartition(".")[2]] = tuple(value) if isinstance(value, list) else value
    if "rules" in found:
        folder = path.absolute().parent
        found["rules"] = tuple(_seen(folder / own) for own in found["rules"])
    return ProjectSettings(**found)


def _flat(table: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from ((f"{key}.{inner}", own) for inner, own in value.items())
        else:
            yield key, value


def _wrong(path: Path, key: str, what: Message) -> CannotError:
    from auditor.messages.message import suggestion

    hint = suggestion(key, list(_KEYS))
    return CannotError(
        message("toml.wrong", file=str(path), key=key, what=what)
        if hint is None or key in _KEYS or what.code != "toml.no_key"
        else message("settings.near", file=str(path), key=key, hint=hint)
    )


def _seen(path: Path) -> str:
    """The path from the working folder, where it lies in it."""
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
