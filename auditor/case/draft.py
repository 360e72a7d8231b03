"""A case file as it is begun: a line for each question, commented out where nobody answered."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from auditor.messages.message import Language, message, say

_DAY_FIRST = re.compile(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})")

Answers = Mapping[str, str]
"""Answers by key path: `establishment.name`."""


@dataclass(frozen=True, slots=True)
class Question:
    """An entry of a case file, and how it is written where nobody answered.

    `kind` is `text`, `list` (of texts), `date` or `whole` (a number).
    """

    key: str
    asks: Mapping[Language, str]
    example: str
    kind: str = "text"
    is_needed: bool = False

    @property
    def table(self) -> str:
        return self.key.rpartition(".")[0]

    @property
    def name(self) -> str:
        return self.key.rpartition(".")[2]


_QUESTIONS = (
    ("case.ask.number", "2026-014", "text", True),
    ("case.ask.status", "provisional", "text", False),
    ("case.ask.version", "1", "whole", False),
    ("case.ask.establishment.name", "…", "text", True),
    ("case.ask.establishment.casino", "C1", "text", False),
    ("case.ask.establishment.operator", "…", "text", False),
    ("case.ask.establishment.address", "…", "text", False),
    ("case.ask.service.name", "…", "text", False),
    ("case.ask.service.mandate", "…", "text", False),
    ("case.ask.service.inspectors", "…", "list", False),
    ("case.ask.period.from", "2026-01-01", "date", False),
    ("case.ask.period.to", "2026-01-31", "date", False),
    ("case.ask.authorisation.order", "…", "text", False),
    ("case.ask.authorisation.date", "2025-11-03", "date", False),
    ("case.ask.authorisation.games", "…", "list", False),
    ("case.ask.dates.received", "2026-02-02", "date", False),
    ("case.ask.dates.inspected", "2026-01-31", "date", False),
    ("case.ask.dates.issued", "2026-02-10", "date", False),
    ("case.ask.dates.answers_by", "2026-03-10", "date", False),
    ("case.ask.supplied.by", "…", "text", False),
    ("case.ask.supplied.how", "…", "text", False),
    ("case.ask.supplied.assurance", "log", "text", False),
    ("case.ask.clock.ahead", "0:02:10", "text", False),
    ("case.ask.images.kept_days", "7", "whole", False),
)


def questions(given: Mapping[str, tuple[str, str]]) -> tuple[Question, ...]:
    """All that a case file may say; `given` are the parameters that rules leave to the inspector,
    each with what it is in French and in English.
    """
    known = [
        Question(code.removeprefix("case.ask."), _asks(code), example, kind, needed)
        for code, example, kind, needed in _QUESTIONS
    ]
    asked = [
        Question(f"given.{name}", {"fr": fr, "en": en}, "…") for name, (fr, en) in given.items()
    ]
    return (*known, *asked)


def _asks(code: str) -> dict[Language, str]:
    return {"fr": say(message(code), "fr"), "en": say(message(code), "en")}


def as_written(question: Question, answer: str) -> str | None:
    """An answer as the file has it, a date with the day first among them; None where it cannot be
    one.
    """
    match question.kind:
        case "date":
            return _day(answer)
        case "whole":
            return answer if answer.isascii() and answer.isdecimal() else None
        case _:
            return answer


def _day(text: str) -> str | None:
    own = day_of(text)
    return None if own is None else own.isoformat()


def day_of(text: str) -> date | None:
    """The day that people write, the day first or the year; None for any other text."""
    found = _DAY_FIRST.fullmatch(text)
    if found is not None:
        day, month, year = map(int, found.groups())
        text = f"{year:04}-{month:02}-{day:02}"
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def draft(asked: tuple[Question, ...], answers: Answers, language: Language) -> str:
    """The text of the file."""
    return "\n".join(_lines(asked, answers, language)) + "\n"


def _lines(asked: tuple[Question, ...], answers: Answers, language: Language) -> Iterator[str]:
    yield from (f"# {line}" for line in say(message("case.draft"), language).split("\n"))
    table = ""
    for question in asked:
        if question.table != table:
            table = question.table
            yield f"\n[{table}]"
        answer = answers.get(question.key, "")
        written = f"{question.name} = {_toml(question, answer or question.example)}"
        comment = f"   # {question.asks[language]}"
        yield (written if answer else f"# {written}") + comment
    yield ""
    for line in say(message("case.draft_lists"), language).split("\n"):
        yield f"# {line}".rstrip().removesuffix("#")


def _toml(question: Question, text: str) -> str:
    match question.kind:
        case "list":
            return json.dumps([own.strip() for own in text.split(",")], ensure_ascii=False)
        case "date" | "whole":
            return text
        case _:
            return json.dumps(text, ensure_ascii=False)
