"""findings.json: the report as it is, and the hashes by which it is known."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from json import dumps, loads
from typing import Any

from pydantic_core import PydanticSerializationError

from auditor.report.model import Language, Report, ReportModel


def json_bytes(report: Report, _: Language | None = None) -> bytes:
    """UTF-8, two spaces of indent, keys in the order of the model, a newline at the end.

    Every language of the report is in it, so that none can be asked for.
    """
    with suppress(PydanticSerializationError):
        # Not a buffer that grows: what it leaves behind each time that it moves is as much again.
        return b"".join(_pieces(report, {}))
    return _escaped(report, {})


def json_sha256(report: Report) -> str:
    """SHA-256 (hex) of the findings.json of a report."""
    return _hashed(report, {})


def read_json(content: bytes) -> Report:
    """The report that a findings.json holds; ValueError where it holds none."""
    return Report.model_validate(loads(content))


def report_id(report: Report) -> str:
    """SHA-256 (hex) of all that the report says but for when and on which machine it was made.

    The same logs, rules, parameters and language give the same id whenever they are audited.
    """
    return _hashed(report, {"run": {"started"}, "auditor": {"libraries"}})


def _hashed(report: Report, without: Any) -> str:
    with suppress(PydanticSerializationError):
        own = sha256()
        for piece in _pieces(report, without):
            own.update(piece)
        return own.hexdigest()
    return sha256(_escaped(report, without)).hexdigest()


def _pieces(report: Report, without: Any) -> Iterator[bytes]:
    """The text, a finding at a time: ten thousand of them are forty megabytes, of which a hash
    needs none at once.  Raises PydanticSerializationError where a lone surrogate stands in it.
    """
    around = report.model_copy(update={"findings": ()})
    head, own, tail = _encoded(around, without).partition(_NO_FINDINGS)
    yield head
    if not report.findings:
        yield own
    for at, finding in enumerate(report.findings):
        yield _NO_FINDINGS[:-1] if at == 0 else b","
        # No text holds a line break: it would be escaped.
        yield b"\n    " + _encoded(finding, None).replace(b"\n", b"\n    ")
    if report.findings:
        yield b"\n  ]"
    yield tail + b"\n"


def _encoded(part: ReportModel, without: Any) -> bytes:
    # As bytes at once: a text that is not all ASCII takes two bytes or more for each letter.
    encoded: bytes = part.__pydantic_serializer__.to_json(part, indent=2, exclude=without)
    if _REPLACED in encoded:
        raise PydanticSerializationError("a lone surrogate in a key")
    return encoded


def _escaped(report: Report, without: Any) -> bytes:
    """A lone surrogate (a mangled file name) has no UTF-8 form: it is written as a JSON escape."""
    content = report.model_dump(exclude=without)
    text = dumps(content, ensure_ascii=False, indent=2, allow_nan=False)
    return (text + "\n").encode("utf-8", errors="backslashreplace")


_NO_FINDINGS = b'\n  "findings": []'
_REPLACED = "\ufffd".encode()
"""Pydantic writes it for a lone surrogate in a key; one in a value is an error to it."""
