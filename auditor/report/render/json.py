"""findings.json: the report as it is, and the hashes by which it is known."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from json import dumps, loads
from typing import Any
from weakref import ref

from pydantic_core import PydanticSerializationError

from auditor.report.model import Language, Report, ReportModel


def json_bytes(report: Report, _: Language | None = None) -> bytes:
    """UTF-8, two spaces of indent, keys in the order of the model, a newline at the end.

    Every language of the report is in it, so that none can be asked for.
    """
    with suppress(PydanticSerializationError):
        return _text(report)
    return _escaped(report, {})


def json_sha256(report: Report) -> str:
    """SHA-256 (hex) of the findings.json of a report."""
    return sha256(json_bytes(report)).hexdigest()


def read_json(content: bytes) -> Report:
    """The report that a findings.json holds; ValueError where it holds none."""
    return Report.model_validate(loads(content))


def report_id(report: Report) -> str:
    """SHA-256 (hex) of all that the report says but for when and on which machine it was made.

    The same logs, rules, parameters and language give the same id whenever they are audited.
    """
    without = {"run": {"started"}, "auditor": {"libraries"}}
    with suppress(PydanticSerializationError):
        whole = memoryview(_text(report))
        own = sha256(_around(report, without)[0])  # which stands before the findings
        own.update(whole[len(_around(report, None)[0]) :])
        return own.hexdigest()
    return sha256(_escaped(report, without)).hexdigest()


_last: list[tuple[ref[Report], bytes]] = []
"""The report that was written last, if it is still there, and its text: the file, the copy inside
the PDF and both hashes are of the same bytes, forty megabytes for ten thousand findings.
"""


def _text(report: Report) -> bytes:
    kept = _last[0] if _last else None
    if kept is None or kept[0]() is not report:
        whole = BytesIO()
        whole.writelines(_pieces(report))
        kept = ref(report), whole.getvalue()
        _last[:] = [kept]
    return kept[1]


def _pieces(report: Report) -> Iterator[bytes]:
    """The text, a finding at a time.  Raises PydanticSerializationError for a lone surrogate."""
    head, own, tail = _around(report, None)
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


def _around(report: Report, without: Any) -> tuple[bytes, bytes, bytes]:
    """The text before the findings, that of no findings, and the text after them."""
    return _encoded(report.model_copy(update={"findings": ()}), without).partition(_NO_FINDINGS)


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
