"""The words and signs of the rule language: the grammar and its parser."""

from __future__ import annotations

import json
import pickle
import zlib
from functools import cache
from hashlib import sha256
from importlib import resources
from io import BytesIO
from typing import Any

from lark import Lark
from lark import __version__ as lark_version

_HERE = resources.files("auditor.language.syntax")
_EXTENSION = resources.files("auditor.language.statistics").joinpath("statistics.lark")
KEYWORDS = (
    *("vocabulary", "ruleset", "use", "source", "provision", "reading", "type", "context", "field"),
    *("event", "scope", "law", "interval", "stream", "order", "constant", "param", "table"),
    *("record", "ledger", "rule", "suspend", "define", "gap", "statistic", "label", "replace"),
    *("drop", "given", "example"),
)
"""The words that begin a declaration."""


# ---- the parser ---------------------------------------------------------------------------------
@cache
def parser() -> Lark:
    """The LALR parser of the grammar beside this file."""
    tables = shipped_tables() or fresh_tables()
    return Lark.load(BytesIO(pickle.dumps(tables)))


def shipped_tables() -> dict[str, Any] | None:
    """The tables that `python -m tools.grammar` wrote beside the grammar.

    None where they are of another grammar, or were made by another version of Lark.
    """
    try:
        stamp, _, packed = _HERE.joinpath("grammar.tables").read_bytes().partition(b"\n")
    except OSError:
        return None
    if stamp != tables_stamp():
        return None
    tables: dict[str, Any] = json.loads(zlib.decompress(packed), object_pairs_hook=_numbered)
    return tables


def tables_stamp() -> bytes:
    """A digest of all that the tables depend on."""
    return sha256(f"{lark_version}\0{_grammar()}".encode()).hexdigest().encode()


def _numbered(pairs: list[tuple[str, Any]]) -> dict[str | int, Any]:
    """An object of JSON whose names are numbers where the tables count their states."""
    return {int(name) if name.isdecimal() else name: value for name, value in pairs}


def _grammar() -> str:
    """The core of the language, and its extension behind it."""
    return _HERE.joinpath("grammar.lark").read_text("utf-8") + _EXTENSION.read_text("utf-8")


def fresh_tables() -> dict[str, Any]:
    """The parsing tables that Lark saves; to work them out takes ten times longer than to read."""
    saved = BytesIO()
    Lark(
        _grammar(),
        parser="lalr",
        start="declaration",
        propagate_positions=True,
        maybe_placeholders=False,
    ).save(saved)
    tables: dict[str, Any] = pickle.loads(saved.getvalue())  # noqa: S301 - saved the line before
    return tables


# ---- words and signs ----------------------------------------------------------------------------
@cache
def words() -> tuple[str, ...]:
    """Every word of the language, in the order of the alphabet."""
    return tuple(sorted(own for own in spelled().values() if own[0].isalpha()))


@cache
def signs() -> tuple[str, ...]:
    """Every sign of the language, the longest first."""
    found = (own for own in spelled().values() if not own[0].isalpha())
    return tuple(sorted(found, key=lambda own: (-len(own), own)))


@cache
def spelled() -> dict[str, str]:
    """The terminals of the grammar that stand for one text each."""
    return {
        own.name: str(own.pattern.value) for own in parser().terminals if own.pattern.type == "str"
    }
