"""The case that an audit belongs to, in the shape of its TOML file and of findings.json."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Annotated, Literal, Self
from unicodedata import normalize

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    NonNegativeInt,
    PlainSerializer,
    PositiveInt,
    model_validator,
)

from auditor.messages.message import Language, SaidError, message, say
from auditor.types import DURATION
from auditor.values import UnreadableError, read_value, show


class MeaninglessCaseError(SaidError, ValueError):
    """A value that a case file cannot have; `says` goes on from its key."""


def _duration(value: object) -> object:
    if not isinstance(value, str):
        return value
    behind = value.strip().startswith("-")
    try:
        ahead = read_value(value.strip().removeprefix("-"), DURATION)
    except UnreadableError as error:
        raise MeaninglessCaseError(message("mapping.value", value=value, says=error.says)) from None
    assert isinstance(ahead, timedelta)
    if ahead.days > _MOST_DAYS:
        raise MeaninglessCaseError(
            message("mapping.value", value=value, says=message("value.duration"))
        )
    return -ahead if behind else ahead


def _as_duration(ahead: timedelta | None) -> str | None:
    if ahead is None:
        return None
    return f"-{show(-ahead)}" if ahead < timedelta() else show(ahead)


def _text(value: object) -> object:
    """A value may be written as TOML has it: `authorised_minimum = 2`."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() | Decimal():
            return str(value)
        case date():
            return value.isoformat()
        case _:
            return value


def _day(value: object) -> object:
    """A day, as TOML or JSON write it: a number, or a time of that day, was not meant as one."""
    if isinstance(value, str) and _DAY.fullmatch(value):
        with suppress(ValueError):
            return date.fromisoformat(value)
    if value is None or (isinstance(value, date) and not isinstance(value, datetime)):
        return value
    raise MeaninglessCaseError(message("toml.day"))


Text = Annotated[str, BeforeValidator(_text)]
Day = Annotated[date, BeforeValidator(_day)]
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def _choice(*codes: str) -> BeforeValidator:
    """A choice may be made in the words by which it is asked for, in either language."""
    words = {code.rpartition(".")[2]: message(code) for code in codes}
    languages: tuple[Language, ...] = ("fr", "en")

    def chosen(value: object) -> object:
        if not isinstance(value, str):
            return value
        known = {_plain(name): name for name in words}
        known |= {_plain(say(own, one)): name for name, own in words.items() for one in languages}
        if (name := known.get(_plain(value))) is None:
            raise MeaninglessCaseError(message("case.one_of", known=tuple(words.values())))
        return name

    return BeforeValidator(chosen)


def _plain(text: str) -> str:
    return "".join(sign for sign in normalize("NFKD", text.casefold()) if sign.isalnum())


Status = Annotated[
    Literal["provisional", "final", "final-after-answers"],
    _choice("case.status.provisional", "case.status.final", "case.status.final-after-answers"),
]
Assurance = Annotated[
    Literal["log", "declaration", "seen"],
    _choice("case.assurance.log", "case.assurance.declaration", "case.assurance.seen"),
]

Decided = Annotated[
    Literal["upheld", "contested"], _choice("case.decided.upheld", "case.decided.contested")
]


class CasePart(BaseModel):
    """A table of the case file: frozen; a key that is not declared is an error."""

    model_config = ConfigDict(
        frozen=True,
        defer_build=True,
        extra="forbid",
        serialize_by_alias=True,
        validate_by_name=True,
    )


class Establishment(CasePart):
    """The casino that is audited; `casino` is how its logs name it."""

    name: str
    casino: str | None = None
    operator: str | None = None
    address: str | None = None


class Service(CasePart):
    """Who audits, and by what right."""

    name: str | None = None
    mandate: str | None = None
    inspectors: tuple[str, ...] = ()


class CasePeriod(CasePart):
    """The gaming days that the case is about, both included."""

    start: Day | None = Field(default=None, validation_alias="from", serialization_alias="from")
    end: Day | None = Field(default=None, validation_alias="to", serialization_alias="to")


class Authorisation(CasePart):
    """The order that authorises the games: its number, its day, and the rulesets of its games."""

    order: str | None = None
    day: Day | None = Field(default=None, validation_alias="date", serialization_alias="date")
    games: tuple[str, ...] = ()


class Dates(CasePart):
    """The days of the procedure; the operator answers until the last of them."""

    received: Day | None = None
    inspected: Day | None = None
    issued: Day | None = None
    answers_by: Day | None = None


class Supplied(CasePart):
    """Who handed over the logs, how, and what vouches for them."""

    by: str | None = None
    how: str | None = None
    assurance: Assurance = "log"


class Confirmation(CasePart):
    """The writing by which the operator confirms that what the audit takes for recorded always is;
    the digest is that of its file.
    """

    letter: str | None = None
    file: str | None = None
    sha256: str | None = None


_MOST_DAYS = 36_525
"""A hundred years: images are kept for less, and a clock is less wrong."""


class ClockOffset(CasePart):
    """How far the clock of the logs is ahead of legal time: `0:02:10`, or `-0:00:30` behind; none
    where nobody compared them.
    """

    ahead: Annotated[
        timedelta | None, BeforeValidator(_duration), PlainSerializer(_as_duration)
    ] = None


class Camera(CasePart):
    """The camera that looks at a table."""

    table: str
    field: str


class Images(CasePart):
    """How many days images are kept, and which camera looks where."""

    kept_days: Annotated[PositiveInt, Field(strict=True, le=_MOST_DAYS)] | None = None
    cameras: tuple[Camera, ...] = ()


class AskedAnswer(CasePart):
    """The operator's answer to a finding, which is named by its id."""

    finding: str
    text: str
    day: Day | None = Field(default=None, validation_alias="date", serialization_alias="date")


class AskedDecision(CasePart):
    """A decision of an inspector on a finding, which is named by its id, and its reason; `checked`
    is what was made sure of by hand, with or without a decision.
    """

    finding: str
    decision: Decided | None = None
    reason: str = ""
    checked: tuple[str, ...] = ()
    author: str
    day: Day | None = Field(default=None, validation_alias="date", serialization_alias="date")

    @model_validator(mode="after")
    def _says_why(self) -> Self:
        if not (self.author.strip() and (self.checked or (self.decision and self.reason.strip()))):
            raise MeaninglessCaseError(message("waiver.unsigned"))
        return self


class AskedWaiver(CasePart):
    """Findings that are accepted until a day, and by whom: those of a rule or on a provision, about
    a subject, and no more than `at_most` of them.
    """

    rule: str | None = None
    provision: str | None = None
    subject: dict[str, Text] = {}
    reason: str
    author: str
    expires: Day
    at_most: Annotated[PositiveInt, Field(strict=True)] = 1

    @model_validator(mode="after")
    def _says_what_and_why(self) -> Self:
        if not (self.rule or self.provision or self.subject):
            raise MeaninglessCaseError(message("waiver.of_nothing"))
        if not (self.reason.strip() and self.author.strip()):
            raise MeaninglessCaseError(message("waiver.unsigned"))
        return self


class Waivers(CasePart):
    """The file of waivers that lies beside rules."""

    waivers: tuple[AskedWaiver, ...]


class StatedCase(CasePart):
    """The case.

    `given` are values of parameters that the rules leave to the inspector, for all rulesets;
    a table in it, named as a ruleset is, holds for that one.
    """

    number: str
    status: Status = "provisional"
    version: Annotated[NonNegativeInt, Field(strict=True)] = 1
    establishment: Establishment
    service: Service = Service()
    period: CasePeriod = CasePeriod()
    authorisation: Authorisation = Authorisation()
    given: dict[str, Text | dict[str, Text]] = {}
    dates: Dates = Dates()
    supplied: Supplied = Supplied()
    clock: ClockOffset = ClockOffset()
    images: Images = Images()
    confirmed: Confirmation = Field(
        default=Confirmation(), exclude_if=lambda own: own == Confirmation()
    )
    answers: tuple[AskedAnswer, ...] = ()
    decisions: tuple[AskedDecision, ...] = Field(default=(), exclude_if=lambda own: not own)
    waivers: tuple[AskedWaiver, ...] = Field(default=(), exclude_if=lambda own: not own)

    @property
    def given_to_all(self) -> dict[str, str]:
        """The values of parameters for whichever ruleset has them."""
        return {name: value for name, value in self.given.items() if isinstance(value, str)}

    @property
    def given_by_ruleset(self) -> dict[str, dict[str, str]]:
        """The values of parameters that are meant for one ruleset alone."""
        return {name: value for name, value in self.given.items() if isinstance(value, dict)}

    def given_to(self, ruleset: str) -> dict[str, str]:
        """The values of parameters for one ruleset; its own before those for all."""
        return self.given_to_all | self.given_by_ruleset.get(ruleset, {})
