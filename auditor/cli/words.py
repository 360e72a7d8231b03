"""`auditor words`: what a vocabulary or a ruleset brings, with the labels that people read."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import typer

from auditor.cli.shared_options import language_option
from auditor.messages.message import CannotError, message, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.language.core import Vocabulary


def words(
    name: str = typer.Argument(
        ..., metavar="VOCABULARY|RULESET", help="A name (`cards`, `boule`), or the path of one."
    ),
    language: str | None = language_option(),
) -> None:
    """List the kinds of event, columns, words, scopes, intervals, streams and records brought in.

    Example: auditor words cards --lang fr
    """
    from auditor.cli.resolve import one_program
    from auditor.cli.settings import spoken
    from auditor.cli.terminal import tell
    from auditor.language.compile import vocabulary_at
    from auditor.language.resolve.search_path import Disk, available, callable_from, shipped
    from auditor.messages.suggestion import before_more, suggestion

    said = spoken(language)
    file = shipped() / "vocabulary" / f"{name}.rules"
    if not file.is_file():
        file = Path(name)
    if file.is_file() and _is_vocabulary(file):
        lines = _lines(vocabulary_at(file, Disk()), (), said)
    else:
        if not Path(name).exists() and name not in available():
            known = (*callable_from(file, "vocabulary"), *available())
            hint = before_more(suggestion(name, known))
            raise CannotError(message("words.unknown", name=name, hint=hint, known=known))
        program = one_program(name)
        records = tuple(own for own in program.records if " " not in own)
        lines = _lines(program.vocabulary, records, said)
    for line in lines:
        tell(line)


def _is_vocabulary(file: Path) -> bool:
    from auditor.language.resolve.load import load
    from auditor.language.syntax import nodes as s

    loaded = load(file)
    return any(isinstance(node, s.Vocabulary) for node in loaded.declarations[loaded.inherited :])


def _lines(
    own: Vocabulary, records: tuple[str, ...], language: Literal["fr", "en"]
) -> Iterator[str]:
    from auditor.language.wording import Wording
    from auditor.types import Enumeration, SetOf

    wording = Wording(own.labels)
    of_any_event = say(message("words.of_any_event"), language)
    is_open = say(message("words.open"), language)

    def line(family: str, name: str, more: str = "") -> str:
        label = wording.name(family, name, language) or ""
        return f"  {name:18}{label:36}{more}".rstrip()

    yield "event"
    for kind in own.kinds.values():
        fields = (f"{f}?" if f in kind.may_be_empty else f for f in kind.fields)
        yield line("event", kind.name, f"({', '.join(fields)})")
    yield from ("", "field")
    for name, type_ in own.fields.items():
        yield line("field", name, f"{type_}{of_any_event if name in own.context else ''}")
    types = [kind.element if isinstance(kind, SetOf) else kind for kind in own.fields.values()]
    for kind_ in dict.fromkeys(kind for kind in types if isinstance(kind, Enumeration)):
        yield from ("", f"{kind_.name}{is_open if kind_.open else ''}")
        yield from (line(kind_.name, word) for word in kind_.members)
    made = {
        "scope": {name: ", ".join(scope.fields) for name, scope in own.scopes.items()},
        "interval": {
            name: f"{span.start} .. {span.end or _lasting(span.lasts)}"
            for name, span in own.intervals.items()
        },
        "stream": {
            name: ", ".join(kind for kind, _ in stream.parts)
            for name, stream in own.streams.items()
        },
        "record": dict.fromkeys(records, ""),
    }
    for family, named in made.items():
        if named:
            yield from ("", family)
            yield from (line(family, name, more) for name, more in named.items())


def _lasting(time: timedelta | None) -> str:
    """How long an interval lasts, as its declaration says it: `30 days`."""
    for name, unit in _UNITS.items():
        if time is not None and time % unit == timedelta():
            return f"{time // unit} {name}"
    return ""


_UNITS = {
    "days": timedelta(days=1),
    "hours": timedelta(hours=1),
    "minutes": timedelta(minutes=1),
    "seconds": timedelta(seconds=1),
}
