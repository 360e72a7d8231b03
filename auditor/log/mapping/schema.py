"""Mappings: what a TOML file says of a log in another shape."""

from __future__ import annotations

import codecs
import re
from datetime import date, time, timedelta
from decimal import Decimal
from pathlib import PurePath
from typing import Annotated, Literal, get_args
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from auditor.log.cell import canonical_text
from auditor.log.convert.conventions import Conventions
from auditor.log.convert.written import Epoch, Order
from auditor.log.table import is_called
from auditor.messages.message import SaidError, message
from auditor.source import Frozen

_PART = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_NUMBER = re.compile(r"<n>")

SPECIAL = ("@sheet", "@file", "@count", "@day", "@coup")
"""Special words, which are no columns: the name of the sheet, that of the file, the number of the
coup within its table and session, the gaming day of the row's time, what another table tells of
the same coup."""


OF_COUP = "{@coup}"
TOLD_OF_COUPS = ("time", "casino", "season", "session", "table", "shoe")
"""Fields that another table may tell of a coup."""


class MeaninglessError(SaidError, ValueError):
    """A value of a mapping that means nothing; `says` goes on from its key."""


class TemplateError(MeaninglessError):
    """A text in braces that means nothing."""


class ColumnRef(Frozen):
    """The cell of a column, by the name that the column has in the file."""

    name: str


class Special(Frozen):
    """One of SPECIAL."""

    name: str


TemplatePart = str | ColumnRef | Special


class Template(Frozen):
    """Text, columns and special words, one after the other."""

    parts: tuple[TemplatePart, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(part.name for part in self.parts if isinstance(part, ColumnRef)))

    def has(self, special: str) -> bool:
        return Special(special) in self.parts

    @property
    def is_constant(self) -> bool:
        return all(isinstance(part, str) for part in self.parts)


def template(text: str) -> Template:
    """The parts of a text; `{{` and `}}` are braces.  Raises TemplateError."""
    parts: list[TemplatePart] = []
    end = 0
    for found in _PART.finditer(text):
        parts.append(text[end : found.start()])
        end = found.end()
        if found.group() in ("{{", "}}"):
            parts.append(found.group()[0])
        elif found.group() in ("{", "}"):
            raise TemplateError(message("mapping.brace", text=text))
        else:
            parts.append(_named(found.group(1).strip()))
    parts.append(text[end:])
    return Template(tuple(part for part in parts if part != ""))


def _named(name: str) -> TemplatePart:
    if not name:
        raise TemplateError(message("mapping.empty_braces"))
    return Special(name) if name in SPECIAL else ColumnRef(name)


def numbered(text: str, number: int | None) -> str:
    """The text with `<n>` replaced by the number of the repetition."""
    return text if number is None else _NUMBER.sub(str(number), text)


# ---- what a mapping says ------------------------------------------------------------------------
_ORDERS: dict[str, Order] = {own: own for own in get_args(Order)}
_EPOCHS: dict[str, Epoch] = {own: own for own in get_args(Epoch)}
_IN_FRENCH = str.maketrans("ja", "dy")  # jj/mm/aaaa


def _text(value: object) -> object:
    """Constants may be written as TOML has them: `shoe = 1`, `registered = true`."""
    is_constant = isinstance(value, bool | int | Decimal | date | time)
    return canonical_text(value) if is_constant else value


def _several(value: object) -> object:
    return [value] if isinstance(value, str | dict) else value


def _source(text: str) -> str:
    template(text)
    return text


def _codec(text: str) -> str:
    try:
        return codecs.lookup(text).name
    except LookupError:
        raise MeaninglessError(message("mapping.encoding", text=text)) from None


def _zone(text: str) -> str:
    try:
        ZoneInfo(text)
    except (KeyError, ValueError, OSError):
        raise MeaninglessError(message("mapping.time_zone", text=text)) from None
    return text


def _hour(text: str) -> str:
    if not re.fullmatch(r"([01]?\d|2[0-3])[:h]([0-5]\d)", text):
        raise MeaninglessError(message("mapping.hour", text=text))
    return text


def _dates(texts: tuple[str, ...]) -> tuple[str, ...]:
    orders = {own: _order_of(own) for own in texts if own not in _EPOCHS}
    for text, order in orders.items():
        if order is None or order != next(iter(orders.values())):
            raise MeaninglessError(message("mapping.dates", text=text))
    return texts


def _order_of(text: str) -> Order | None:
    plain = text.lower().split(" ")[0].translate(_IN_FRENCH)
    return _ORDERS.get("".join(dict.fromkeys(re.sub(r"[^dmy]", "", plain))))


Text = Annotated[str, BeforeValidator(_text)]
Source = Annotated[str, BeforeValidator(_text), AfterValidator(_source)]
Texts = Annotated[tuple[Text, ...], BeforeValidator(_several)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class TitleCell(_Strict):
    """A value that stands once, above the table: `{ cell = "B2", like = "Séance du * – …" }`; or
    in the name of the file or of the sheet, `{ cell = "@file", like = "evening_*" }`.
    """

    cell: str = Field(pattern=r"^(?:[A-Za-z]{1,3}[1-9]\d{0,6}|@file|@sheet)$")
    like: str = "*"

    @model_validator(mode="after")
    def _one_star(self) -> TitleCell:
        if self.like.count("*") != 1:
            raise MeaninglessError(message("mapping.one_star"))
        return self


class Condition(_Strict):
    """A condition on a cell of the row; an empty cell fulfils only `filled = false`."""

    column: str
    filled: bool | None = None
    is_: Texts = Field(default=(), alias="is")
    is_not: Texts = ()
    compared: Literal["<", "<=", "=", ">=", ">", ""] = ""
    """How the number of the cell is compared with `than`, or with the cell of another column."""
    than: str = "0"
    other: str = ""

    @model_validator(mode="after")
    def _one_test(self) -> Condition:
        tests = (self.filled is not None, self.is_, self.is_not, self.compared)
        if sum(map(bool, tests)) != 1 or not re.fullmatch(_THAN, self.than):
            raise MeaninglessError(message("mapping.one_test"))
        return self


_THAN = r"-?\d{1,18}(?:\.\d{1,9})?"
_COMPARED = re.compile(rf"\{{([^{{}}]+)\}}\s*(<=|>=|<|>|=)\s*(?:({_THAN})|\{{([^{{}}]+)\}})")


def _conditions(value: object) -> object:
    """`when = "Mise"` is short for `when = { column = "Mise", filled = true }`, and `"{Net} > 0"`
    compares the number of a cell, `"{Return} > {Stake}"` those of two.
    """
    many = value if isinstance(value, list) else [value]
    return [_condition(one) if isinstance(one, str) else one for one in many]


def _condition(text: str) -> dict[str, object]:
    if found := _COMPARED.fullmatch(text.strip()):
        column, compared, than, other = found.groups()
        right = {"than": than} if than else {"other": other.strip()}
        return {"column": column.strip(), "compared": compared, **right}
    return {"column": text, "filled": True}


def _header(value: object) -> object:
    """The rows of the header: `none` are none, a number is one."""
    rows = () if value == "none" else (value,) if isinstance(value, int) else value
    if rows is None or rows == ():
        return rows
    if isinstance(rows, list | tuple):
        told = [own for own in rows if isinstance(own, int) and own > 0]
        if len(told) == len(rows) and told == sorted({*told}):
            return tuple(told)
    raise MeaninglessError(message("mapping.header"))


class EventTemplate(BaseModel):
    """One event of a row, or with `events` several; any other key is a field of the event."""

    model_config = ConfigDict(extra="allow", frozen=True)
    __pydantic_extra__: dict[str, Source]

    event: Source | None = None
    when: Annotated[tuple[Condition, ...], BeforeValidator(_conditions)] = ()
    repeat: str | None = None
    once: Literal["coup", "file"] | None = None
    rank: Annotated[int, Field(ge=0, le=99)] | None = None
    events: tuple[EventTemplate, ...] = ()

    @property
    def fields(self) -> dict[str, str]:
        """The fields of the event, each with what it is taken from."""
        return dict(self.__pydantic_extra__ or {})

    @property
    def has_rank(self) -> bool:
        """Whether it, or one of its list, has a rank."""
        return self.rank is not None or any(own.has_rank for own in self.events)

    @property
    def numbers(self) -> tuple[int | None, ...]:
        """The numbers of the repetition, in order; one None without repetition."""
        if self.repeat is None:
            return (None,)
        first, last = map(int, self.repeat.split(".."))
        step = 1 if last >= first else -1
        return tuple(range(first, last + step, step))

    @model_validator(mode="after")
    def _whole(self) -> EventTemplate:
        if (self.event is None) == (not self.events):
            raise MeaninglessError(message("mapping.event_or_events"))
        if self.events and self.fields:
            field = next(iter(self.fields))
            raise MeaninglessError(message("mapping.belongs_to_event", field=field))
        if self.repeat is not None and not re.fullmatch(r"\d{1,3}\.\.\d{1,3}", self.repeat):
            raise MeaninglessError(message("mapping.repeat"))
        return self


class FileMapping(_Strict):
    """A mapping as its file gives it; nothing that is left out is taken for granted."""

    file: Texts = ()
    encoding: Annotated[str, AfterValidator(_codec)] | None = None
    delimiter: Literal[",", ";", "\t", "|", "tab"] | None = None
    decimal: Literal[".", ","] | None = None
    currency: Literal["EUR", "USD", "GBP", "CHF"] | None = None
    dates: Annotated[Texts, AfterValidator(_dates)] = ()
    timezone: Annotated[str, AfterValidator(_zone)] | None = None
    day_begins: Annotated[str, AfterValidator(_hour)] | None = None
    sheets: Texts | None = None
    header: Annotated[tuple[int, ...] | None, BeforeValidator(_header)] = None
    cards: Literal["fr", "en", "it", "numbers"] | None = None
    records: Texts = ()
    empty: Texts = ()
    filled_down: Texts = ()
    same_shoe: str | None = None
    same_coup: str | None = None
    title: dict[str, TitleCell] = Field(default_factory=dict)
    split: dict[str, str] = Field(default_factory=dict)
    holds: dict[str, str] = Field(default_factory=dict)
    columns: dict[str, Source] = Field(default_factory=dict)
    values: dict[str, dict[str, Text]] = Field(default_factory=dict)
    events: tuple[EventTemplate, ...] = ()

    @property
    def same(self) -> dict[str, str]:
        """The columns whose texts tell scopes apart, by the fields that number these."""
        told = {"shoe": self.same_shoe, "coup": self.same_coup}
        return {scope: column for scope, column in told.items() if column is not None}

    @property
    def of_coups(self) -> tuple[str, ...]:
        """The fields of which another table tells what they are in the same coup."""
        return tuple(name for name, own in self.columns.items() if own.strip() == OF_COUP)

    @property
    def needs_all(self) -> bool:
        """Whether what a row stands for hangs on the tables of all files."""
        ranked = any(own.has_rank for own in self.events)
        return bool(self.same or self.of_coups or self.holds or ranked)

    # ---- which tables it is for ----
    @property
    def names_tables(self) -> bool:
        """Whether it says which files or sheets it is for."""
        return bool(self.file or self.sheets)

    def is_for_file(self, file: str) -> bool:
        """Whether it may be for a file, given by its path."""
        name = PurePath(file).name
        return not self.file or any(is_called(name, own) for own in self.file)

    def is_for(self, file: str, sheet: str | None) -> bool:
        """Whether it may be for a table."""
        sheets = self.sheets or ()
        called = sheet is None or not sheets or any(is_called(sheet, own) for own in sheets)
        return called and self.is_for_file(file)

    # ---- what the texts mean ----
    def conventions(self) -> Conventions:
        """The conventions that the mapping gives for numbers, cards and dates."""
        epoch = next((_EPOCHS[own] for own in reversed(self.dates) if own in _EPOCHS), None)
        order = next((_order_of(own) for own in self.dates if own not in _EPOCHS), None)
        return Conventions(self.decimal, self.cards, order, epoch, self.currency)

    def zone(self) -> ZoneInfo | None:
        """The clock that the times are of."""
        return None if self.timezone is None else ZoneInfo(self.timezone)

    def turn_of_day(self) -> timedelta | None:
        """The hour at which a gaming day begins."""
        if self.day_begins is None:
            return None
        hours, minutes = map(int, re.split("[:h]", self.day_begins))
        return timedelta(hours=hours, minutes=minutes)
