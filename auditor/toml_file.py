"""TOML files that people write, such as mappings and case files: what is wrong, key by key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from auditor.messages.message import Message, chained, message

KeyPath = tuple[str | int, ...]
"""Where something stands in the file: keys, and places in lists counted from 0."""

Wrong = tuple[KeyPath, Message]

Known = Callable[[KeyPath], Sequence[str]]
"""The keys that may stand where this one does."""


def misshapen(error: ValidationError, known: Known) -> list[Wrong]:
    """The errors of pydantic, in the words of whoever wrote the file."""
    return [_wrong(own, known) for own in error.errors()]


def lines(name: str, wrongs: Iterable[Wrong]) -> Message:
    """One line for each error: file, key, what is wrong."""
    every = (
        message("toml.wrong", file=name, key=key(path), what=what)
        for path, what in dict.fromkeys(wrongs)
    )
    return chained("lines", every)


def key(path: KeyPath) -> Message | str:
    """`events[2].amount`: lists are counted from 1, as people do."""
    parts = (f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in path)
    return "".join(parts).removeprefix(".") or message("toml.whole_file")


def with_near(what: Message, near: Sequence[str]) -> Message:
    """The message, and the known name that was probably meant."""
    return message("toml.near", what=what, near=near[0]) if near else what


_PLAIN = {
    "missing": message("toml.missing"),
    "tuple_type": message("toml.list"),
    "string_type": message("toml.string"),
    "bool_type": message("toml.boolean"),
    "bool_parsing": message("toml.boolean"),
    "int_type": message("toml.whole"),
    "dict_type": message("toml.table"),
    "model_type": message("toml.table"),
}
"""By what pydantic calls the error."""


def _wrong(error: ErrorDetails, known: Known) -> Wrong:
    path = error["loc"]
    match error["type"]:
        case "extra_forbidden":
            near = get_close_matches(str(path[-1]), known(path), n=1, cutoff=0.6)
            return path, with_near(message("toml.no_key"), near)
        case "value_error":
            says = error["ctx"]["error"].says
            assert isinstance(says, Message)
            return path, says
        case "greater_than":  # only whole numbers are bounded
            return path, message("toml.least", least=error["ctx"]["gt"] + 1)
        case "greater_than_equal":
            return path, message("toml.least", least=error["ctx"]["ge"])
        case "less_than_equal":
            return path, message("toml.most", most=error["ctx"]["le"])
        case "literal_error":
            first, _, last = str(error["ctx"]["expected"]).rpartition(" or ")
            return path, message("toml.one_of", expected=message("toml.or", first=first, last=last))
        case kind if kind in _PLAIN:
            return path, _PLAIN[kind]
        case _:
            return path, message("toml.misshapen", error=error["msg"].removeprefix("Input "))
