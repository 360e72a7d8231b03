"""A case file: read into the case that it describes, or begun with a line for each question."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar, get_args

from pydantic import BaseModel, ValidationError

from auditor.case import AskedAnswer, AskedDecision, AskedWaiver, CasePart, StatedCase, Waivers
from auditor.guarded_file import NoFileError, read_file, toml_in
from auditor.log.convert.written import day_in
from auditor.messages.message import CannotError, Language, Message, message, say
from auditor.source import Frozen
from auditor.toml_file import KeyPath, lines, misshapen

Shape = TypeVar("Shape", StatedCase, Waivers)


class CaseError(CannotError):
    """A case file that cannot be used; its message has a line for each error."""


class CaseFile(Frozen):
    """A case, the name of its file, and what identifies its bytes."""

    name: str
    sha256: str
    case: StatedCase


def read_case(path: Path) -> CaseFile:
    """The case in a file.  Raises CaseError."""
    return case_in(_bytes(path), path.name)


def case_in(text: str | bytes, name: str = "case.toml") -> CaseFile:
    """The case that the text of a case file tells.  Raises CaseError."""
    data = text.encode() if isinstance(text, str) else text
    return CaseFile(name, hashlib.sha256(data).hexdigest(), _told(data, name, StatedCase))


def read_waivers(path: Path) -> tuple[str, tuple[AskedWaiver, ...]]:
    """The hash of a file of waivers, and these.  Raises CaseError."""
    data = _bytes(path)
    return hashlib.sha256(data).hexdigest(), _told(data, path.name, Waivers).waivers


def _bytes(path: Path) -> bytes:
    try:
        return read_file(path)
    except NoFileError as error:
        raise CaseError(message("refusal.file", file=str(path), says=error.says)) from None


def _told(data: bytes, name: str, shape: type[Shape]) -> Shape:
    """The case, or the waivers, in the bytes of a file.  Raises CaseError."""
    try:
        return shape.model_validate(toml_in(data.decode("utf-8-sig")))
    except UnicodeDecodeError:
        raise CaseError(message("toml.not_utf8", path=name)) from None
    except ValidationError as error:
        known = partial(known_keys, of=shape)
        raise CaseError(lines(name, misshapen(error, known))) from None
    except ValueError as error:
        raise CaseError(message("toml.not_toml", name=name, error=str(error))) from None


def amended(
    text: str,
    *,
    answers: Iterable[AskedAnswer] = (),
    decisions: Iterable[AskedDecision] = (),
    waivers: Iterable[AskedWaiver] = (),
    version: int | None = None,
    status: str | None = None,
) -> str:
    """The text of a case file with more answers, decisions and waivers, or of another version or
    status; all else that stands in it stays, comments too.  Raises CaseError.
    """
    import tomlkit  # noqa: PLC0415 - who only reads a case has no use for it
    from tomlkit.items import AoT  # noqa: PLC0415

    case_in(text)
    document = tomlkit.parse(text.removeprefix("\ufeff"))
    more: dict[str, Iterable[CasePart]] = {"answers": answers, "decisions": decisions}
    more["waivers"] = waivers
    for name, entries in more.items():
        for own in entries:
            there = document.setdefault(name, tomlkit.aot())
            entry = tomlkit.table() if isinstance(there, AoT) else tomlkit.inline_table()
            entry.update(own.model_dump(exclude_defaults=True))
            there.append(entry)
    for name, value in (("version", version), ("status", status)):
        if value is not None:
            document[name] = value
    written = tomlkit.dumps(document)
    case_in(written)
    return written


def known_keys(path: KeyPath, of: type[BaseModel] = StatedCase) -> Sequence[str]:
    """The keys of the table in which the last key of a path stands."""
    table = of
    for part in path[:-1]:
        field = table.model_fields.get(str(part))
        if field is None:
            continue  # a number in a list: its table was found by the key before it
        inner = [
            own
            for own in (field.annotation, *get_args(field.annotation))
            if isinstance(own, type) and issubclass(own, BaseModel)
        ]
        if not inner:
            return ()
        (table,) = inner
    return [field.validation_alias or name for name, field in table.model_fields.items()]  # type: ignore[misc]  # our aliases are plain names


Answers = Mapping[str, str]
"""Answers by key path: `establishment.name`."""


class Question(Frozen):
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
    ("case.ask.confirmed.letter", "…", "text", False),
    ("case.ask.confirmed.file", "…", "text", False),
    ("case.ask.confirmed.sha256", "…", "text", False),
    ("case.ask.clock.ahead", "0:02:10", "text", False),
    ("case.ask.images.kept_days", "7", "whole", False),
)


def questions(given: Mapping[str, tuple[str, str]]) -> tuple[Question, ...]:
    """All that a case file may say; `given` are the parameters that rules leave to the inspector,
    each with what it is in French and in English.
    """
    known = [
        Question(
            code.removeprefix("case.ask."),
            {one: say(message(code), one) for one in get_args(Language)},
            example,
            kind,
            needed,
        )
        for code, example, kind, needed in _QUESTIONS
    ]
    asked = [
        Question(f"given.{name}", {"fr": fr, "en": en}, "…") for name, (fr, en) in given.items()
    ]
    return (*known, *asked)


def as_written(question: Question, answer: str) -> str | Message:
    """An answer of a person as a case file has it, or why it cannot hold it."""
    if not answer:
        return message("case.needed") if question.is_needed else ""
    written = answer
    if question.kind == "date":
        day = day_in(answer)
        written = "" if day is None else day.isoformat()
    wrong = refused(question, written) if written else message("case.no_date")
    return written if wrong is None else message("case.refused", text=answer, says=wrong)


def refused(question: Question, answer: str) -> Message | None:
    """Why a case file cannot hold this answer; None where it can."""
    needed = {own.key: "…" for own in questions({}) if own.is_needed}
    asked = [own for own in questions({}) if own.key in {*needed, question.key}]
    try:
        text = draft((*asked,), needed | {question.key: answer}, "en")
        StatedCase.model_validate(toml_in(text))
    except ValidationError as error:
        return misshapen(error, known_keys)[0][1]
    except ValueError:  # a number that is none
        return message("toml.whole")
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
            each = filter(None, map(str.strip, re.split("[,;]", text)))
            return json.dumps([*each], ensure_ascii=False)
        case "date" | "whole":
            return text
        case _:
            return json.dumps(text, ensure_ascii=False)
