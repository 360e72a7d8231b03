"""findings.json: the report as it is, and the hashes by which it is known."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from json import dumps, loads
from typing import Any

from pydantic_core import PydanticSerializationError

from auditor.report.model import Language, Report


def json_bytes(report: Report, _: Language | None = None) -> bytes:
    """UTF-8, two spaces of indent, keys in the order of the model, a newline at the end.

    Every language of the report is in it, so that none can be asked for.
    """
    return _encoded(report, {})


def read_json(content: bytes) -> Report:
    """The report that a findings.json holds; ValueError where it holds none."""
    return Report.model_validate(loads(content))


def report_id(report: Report) -> str:
    """SHA-256 (hex) of all that the report says but for when and on which machine it was made.

    The same logs, rules, parameters and language give the same id whenever they are audited.
    """
    return sha256(_encoded(report, {"run": {"started"}, "auditor": {"libraries"}})).hexdigest()


def _encoded(report: Report, without: Any) -> bytes:
    with suppress(PydanticSerializationError):
        # As bytes at once: a text that is not all ASCII takes two bytes or more for each letter.
        encoded: bytes = report.__pydantic_serializer__.to_json(report, indent=2, exclude=without)
        if _REPLACED not in encoded:
            return encoded + b"\n"
    # A lone surrogate (a mangled file name) has no UTF-8 form: it is written as a JSON escape.
    content = report.model_dump(exclude=without)
    text = dumps(content, ensure_ascii=False, indent=2, allow_nan=False)
    return (text + "\n").encode("utf-8", errors="backslashreplace")


_REPLACED = "\ufffd".encode()
"""Pydantic writes it for a lone surrogate in a key; one in a value is an error to it."""
