"""`equivalents.toml` beside rules: changes that no example can notice, and why."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from auditor.cli.files import read_toml
from auditor.language.resolve.search_path import beside
from auditor.messages.message import CannotError, abridged
from auditor.toml_file import KeyPath, lines, misshapen

if TYPE_CHECKING:
    from auditor.authoring.mutants import Change

NAME = "equivalents.toml"
"""In the folder of a ruleset; beside a ruleset of one file, `five.equivalents.toml`."""


@dataclass(frozen=True, slots=True)
class Equivalent:
    """A change to what `of` names, in the words of `auditor test --mutate`, and why it is none; a
    long clause may end in `…`, as it does there.

    Where the same words say several changes, `place` is the one that is meant: another one that
    nobody has thought of would be passed over with it.
    """

    file: str
    of: str
    at: str
    change: str
    reason: str
    place: str | None = None

    @property
    def words(self) -> Words:
        return self.of, abridged(self.at), abridged(self.change)


Words = tuple[str, str, str]
"""The name of something that is changed, the clause, and the change."""


def words_of(name: str, change: Change) -> Words:
    """The words in which a change is told, and declared to be none."""
    return name, abridged(change.at), abridged(change.says)


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
    of: str
    at: str
    change: str
    reason: str = Field(min_length=1)
    place: str | None = None


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    equivalent: list[_Entry]


def equivalents(rules: Path) -> tuple[Equivalent, ...]:
    """Those declared beside the rules at a path.  Raises CannotError."""
    path = beside(rules, NAME)
    if not path.exists():
        return ()
    try:
        told = _File.model_validate(read_toml(path))
    except ValidationError as error:
        raise CannotError(lines(str(path), misshapen(error, _keys))) from None
    return tuple(Equivalent(str(path), **own.model_dump()) for own in told.equivalent)


def _keys(path: KeyPath) -> list[str]:
    return list(_Entry.model_fields if len(path) > 1 else _File.model_fields)
