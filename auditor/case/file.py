"""From a case file to the case that it describes, or to what is wrong with it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar, get_args

from pydantic import BaseModel, ValidationError

from auditor.case.model import AskedWaiver, StatedCase, Waivers
from auditor.guarded_file import NoFileError, read_file, toml_in
from auditor.messages.message import Message, message
from auditor.toml_file import KeyPath, lines, misshapen

Shape = TypeVar("Shape", StatedCase, Waivers)


class CaseError(Exception):
    """A case file that cannot be used; `says` has a line for each error."""

    def __init__(self, says: Message) -> None:
        super().__init__(str(says))
        self.says = says


@dataclass(frozen=True, slots=True)
class CaseFile:
    """A case, the name of its file, and what identifies its bytes."""

    name: str
    sha256: str
    case: StatedCase


@dataclass(frozen=True, slots=True)
class WaiversFile:
    """The waivers in a file, its name, and what identifies its bytes."""

    name: str
    sha256: str
    waivers: tuple[AskedWaiver, ...]


def read_case(path: Path) -> CaseFile:
    """The case in a file.  Raises CaseError."""
    case, sha256 = _read(path, StatedCase)
    return CaseFile(path.name, sha256, case)


def read_waivers(path: Path) -> WaiversFile:
    """The waivers in a file.  Raises CaseError."""
    own, sha256 = _read(path, Waivers)
    return WaiversFile(path.name, sha256, own.waivers)


def _read(path: Path, shape: type[Shape]) -> tuple[Shape, str]:
    """The case that a file holds, and the file's hash."""
    try:
        data = read_file(path)
        content = toml_in(data.decode("utf-8-sig"))
    except NoFileError as error:
        raise CaseError(message("refusal.file", file=str(path), says=error.says)) from None
    except UnicodeDecodeError:
        raise CaseError(message("toml.not_utf8", path=str(path))) from None
    except ValueError as error:
        raise CaseError(message("toml.not_toml", name=path.name, error=str(error))) from None
    try:
        found = shape.model_validate(content)
    except ValidationError as error:
        known = partial(known_keys, of=shape)
        raise CaseError(lines(path.name, misshapen(error, known))) from None
    return found, hashlib.sha256(data).hexdigest()


def known_keys(path: KeyPath, of: type[BaseModel] = StatedCase) -> Sequence[str]:
    """The keys of the table in which the last key of a path stands."""
    table = of
    for part in path[:-1]:
        field = table.model_fields.get(str(part))
        if field is None:
            continue  # a number in a list: its table was found by the key before it
        inner = [own for own in (field.annotation, *get_args(field.annotation)) if _is_model(own)]
        if not inner:
            return ()
        (table,) = inner
    return [field.validation_alias or name for name, field in table.model_fields.items()]  # type: ignore[misc]  # our aliases are plain names


def _is_model(of: object) -> bool:
    return isinstance(of, type) and issubclass(of, BaseModel)
