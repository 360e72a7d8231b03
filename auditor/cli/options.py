"""Values of options: lists, days, parameters.  A text that is no such value is bad usage."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import typer

from auditor.cli.files import read_toml
from auditor.messages.message import CannotError, Language, Message, message

if TYPE_CHECKING:
    from auditor.diagnostic import Diagnostic


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


def listed(text: str) -> list[str]:
    """`a, b` as its words, each once."""
    return list(dict.fromkeys(word.strip() for word in text.split(",") if word.strip()))


def day(option: str, text: str | None) -> date | None:
    """A day such as 2026-01-09 or 9/1/2026.  Raises CannotError."""
    if text is None:
        return None
    if (own := day_in(text)) is None:
        raise CannotError(message("option.day", option=option, text=text))
    return own


def day_in(text: str) -> date | None:
    """The day that people write, with the day before the month; None where it is none."""
    from auditor.log.convert.written import stamp

    found = stamp(text)
    return None if found is None or found.clock is not None else found.day("dmy")


def period(start: str | None, end: str | None) -> tuple[date | None, date | None]:
    """The days of `--from` and `--to`, in that order."""
    first, last = day("--from", start), day("--to", end)
    if first is not None and last is not None and first > last:
        raise CannotError(message("option.period", start=str(first), end=str(last)))
    return first, last


def recorded(text: str) -> str | list[str]:
    """The kinds of event of `--records`."""
    return "all" if text == "all" else listed(text)


def values(file: str | None, given: Sequence[str]) -> dict[str, str]:
    """Values of parameters as text; those given one by one take precedence over the file's."""
    found = _in_file(Path(file)) if file is not None else {}
    for pair in given:
        name, sign, value = pair.partition("=")
        if not sign or not name.strip():
            raise CannotError(message("option.parameter", pair=pair))
        found[name.strip()] = value
    return found


def _in_file(path: Path) -> dict[str, str]:
    return {name: _text(path, name, value) for name, value in read_toml(path).items()}


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


def ruleset_names(incomplete: str) -> list[str]:
    """The shipped rulesets, for a shell that completes what is begun."""
    from auditor.language.resolve.search_path import available

    return [name for name in available() if name.startswith(incomplete)]


ALWAYS = "E1"
"""How codes begin that are always told: of a file that cannot be read nothing else is known."""


def by_code(
    diagnostics: Sequence[Diagnostic], select: Sequence[str], ignore: Sequence[str]
) -> list[Diagnostic]:
    """The diagnostics whose codes are selected, all where none is, but for those to be ignored.

    Raises CannotError for what is no code, nor how one begins.
    """
    for option, wanted in (("--select", select), ("--ignore", ignore)):
        for code in wanted:
            known(option, code)
    chosen = (*select, ALWAYS) if select else ("",)
    return [
        own
        for own in diagnostics
        if own.code.startswith(tuple(chosen))
        and (own.code.startswith(ALWAYS) or not own.code.startswith(tuple(ignore)))
    ]


def known(option: str, code: str) -> None:
    """Raises CannotError for what is no code of a diagnostic, nor how one begins."""
    from auditor.language.check.codes import CODES

    if not code or not any(own.startswith(code) for own in CODES):
        codes = tuple(CODES)
        raise CannotError(message("option.choose", option=option, value=code, among=codes))


def paths_argument() -> Any:
    """`PATH…`."""
    return typer.Argument(
        None,
        metavar="PATH",
        autocompletion=ruleset_names,
        show_default=False,
        help="Rule files, folders of rulesets, or names of rulesets; without any, all that are "
        "shipped.",
    )


def rules_option(says: str) -> Any:
    """`--rules RULESET`."""
    return typer.Option(
        None,
        "--rules",
        "-r",
        metavar="RULESET",
        show_default=False,
        autocompletion=ruleset_names,
        help=says,
    )


def rules_anyway_option() -> Any:
    """`--rules-anyway`."""
    return typer.Option(
        False,
        "--rules-anyway",
        help="Judge by --rules a log that names another game; the report says so.",
    )


def mapping_option(
    says: str = "How logs in another shape are read; `auditor map LOG` proposes one.",
) -> Any:
    """`--mapping FILE.toml`."""
    return typer.Option(None, "--mapping", "-m", metavar="FILE.toml", show_default=False, help=says)


def records_option() -> Any:
    """`--records all` or `--records burn,cut`."""
    return typer.Option(
        "",
        "--records",
        metavar="all|LIST",
        show_default=False,
        help="Kinds of event (`burn,cut`) that the log is known to record, so that their absence "
        "means that they did not happen.",
    )


def param_option() -> Any:
    """`--param NAME=VALUE`, which may be given several times."""
    return typer.Option(
        None,
        "--param",
        metavar="NAME=VALUE",
        show_default=False,
        help="A value for a parameter of the ruleset.",
    )


def params_option() -> Any:
    """`--params FILE.toml`."""
    return typer.Option(
        None,
        "--params",
        metavar="FILE.toml",
        show_default=False,
        help="Values for parameters, from a file.",
    )


def case_option(says: str) -> Any:
    """`--case FILE.toml`."""
    return typer.Option(None, "--case", metavar="FILE.toml", show_default=False, help=says)


def report_option(name: str, says: str) -> Any:
    """An option whose value is an earlier report: `--baseline REPORT`."""
    return typer.Option(None, f"--{name}", metavar="REPORT", show_default=False, help=says)


def language_option() -> Any:
    """`--lang fr|en`."""
    return typer.Option(
        None,
        "--lang",
        metavar="fr|en",
        show_default=False,
        help="Language of all that is said and written; without it `lang` of auditor.toml, else "
        "the locale's, else English.",
    )


def output_option(says: str) -> Any:
    """`--output FILE`, for a command that writes on standard output without it."""
    return typer.Option(None, "--output", "-o", metavar="FILE", show_default=False, help=says)


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

    known(where, code)


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
