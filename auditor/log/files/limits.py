"""The bounds of a file, and a process of its own for readers of foreign formats, with little memory
and time.

A hostile file can crash a library, or have it ask for all the memory there is: that ends this
process and no other.  The bytes of the file go in by stdin after one line of JSON, the request;
the answer comes out by stdout as JSON.

Written here: no library limits memory and time of a Python process on every system it runs on.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

from auditor.log.table import Unreadable
from auditor.messages.message import Message, message
from auditor.source import Frozen
from auditor.watch import answer_of


class ReadLimits(Frozen):
    """Sizes are in bytes.  `docs/reading.md` lists the bounds that users meet."""

    file_size: int = 1 << 30
    unpacked_size: int = 1 << 30
    """The size of a packed file, or of all parts of a workbook, once unpacked."""
    packing_ratio: int = 200
    loosely_packed_file: int = 64 << 20
    """A file up to this size may be packed as tightly as it likes."""
    loosely_packed_part: int = 10 << 20  # so may a part of a workbook up to this one
    archive_parts: int = 10_000
    sheet_cells: int = 30_000_000
    """The cells of a sheet from A1 to its last row and column: a million rows of thirty columns."""
    empty_cells: int = 64  # for one that is not empty, in a sheet of more than `few_cells`
    few_cells: int = 2_000_000
    parquet_cells: int = 300_000_000
    text_length: int = 1 << 29  # characters of all sheets, or of all columns, together
    cell_length: int = 100_000  # characters of a cell, thrice as many as a spreadsheet holds
    chunk_size: int = 1 << 20  # read at once of a part of a workbook
    memory: int = 1 << 30
    """The memory of a sandbox for a small file; larger ones get more, up to `most_memory`."""
    most_memory: int = 6 << 30
    seconds: int = 20  # the time of the processor for a sandbox with a small file


LIMITS = ReadLimits()


HERE = Path(__file__).resolve().parent
_SERVES = "import sys; from auditor.log.files.limits import serve; serve(sys.argv[1])"

Request = dict[str, Any]
Answer = dict[str, Any]


class TooLargeError(Exception):
    """More text than a log can hold."""


def run_sandboxed(
    reader: str,
    request: Request,
    data: bytes,
    *,
    memory: int = 0,
    seconds: int = 0,
    limits: ReadLimits = LIMITS,
) -> Answer:
    """The answer of `read` in a module of `auditor.log` (`structured.xml_rows`); the size
    of the file grants it memory (bytes) and time (seconds of the processor) beyond those of a small
    one.  Raises Unreadable.
    """
    granted = {
        "memory": min(limits.memory + memory, limits.most_memory),
        "seconds": limits.seconds + seconds,
    }
    head = json.dumps({**request, **granted, "limits": asdict(limits)}).encode() + b"\n"
    try:
        process = subprocess.Popen(  # noqa: S603 - our own module, by our own interpreter
            [sys.executable, "-P", "-c", _SERVES, reader],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
        )
        said, _ = answer_of(process, head + data, 4 * granted["seconds"])
        answer: Answer = json.loads(said)
    except (subprocess.TimeoutExpired, ValueError):
        answer = {"failed": "MemoryError"}
    if "refused" in answer:
        says, row, column = answer["refused"]
        raise Unreadable(Message.from_json(says), row, column)
    if "failed" in answer:
        raise Unreadable(why_failed(answer["failed"]))
    return answer


def environment() -> dict[str, str]:
    """The environment of the child, which is to find the package."""
    paths = [str(HERE.parents[2]), *filter(None, [os.environ.get("PYTHONPATH")])]
    # Arrow's own allocators reserve more than the limit allows before they hold anything.
    own = {"PYTHONPATH": os.pathsep.join(paths), "ARROW_DEFAULT_MEMORY_POOL": "system"}
    return {**os.environ, **own}


def why_failed(error: str) -> Message:
    match error:
        case "PasswordError":
            return message("sandbox.protected")
        case "MemoryError" | "ArrowMemoryError" | "TooLargeError":
            return message("sandbox.exhausted")
        case _:
            return message("sandbox.failed")


# ---- in the sandbox -----------------------------------------------------------------------------
def serve(reader: str) -> None:
    """Answers one request from stdin."""
    read = import_module(f"auditor.log.{reader}").read
    request = json.loads(sys.stdin.buffer.readline())
    limit_resources(request["memory"], request["seconds"])
    try:
        answer = read(request, sys.stdin.buffer.read(), ReadLimits(**request["limits"]))
    except Unreadable as why:
        answer = {"refused": [why.says.to_json(), why.row, why.column]}
    except BaseException as error:  # noqa: BLE001 - a library's panic is no Exception
        answer = {"failed": type(error).__name__}
    try:
        whole = json.dumps(answer)
    except MemoryError:  # piece by piece, which takes ten times as long
        json.dump(answer, sys.stdout)
    else:
        sys.stdout.write(whole)


UNLIMITED = -1  # no bound on the bytes that a process writes to a file


def limit_resources(memory: int, seconds: int, written: int = 0, *, for_good: bool = True) -> None:
    """End this process where it asks for more: bytes of memory, seconds of the processor, bytes
    written to one file.  What is not `for_good` can be allowed later.
    """
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    for what, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, written),
    ):
        with suppress(ValueError, OSError):  # what is limited already may not be raised
            resource.setrlimit(what, (most, most if for_good else resource.getrlimit(what)[1]))
