"""Values of options: lists, days, parameters.  A text that is no such value is bad usage."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path

from auditor.cli.files import read_toml
from auditor.messages.message import CannotError, message


def chosen(option: str, value: str, among: Sequence[str]) -> None:
    """Refuse a value that is none of those offered."""
    if value not in among:
        from auditor.messages.suggestion import suggestion

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
    from auditor.log.convert.dates import stamp

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
