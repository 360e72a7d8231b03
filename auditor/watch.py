"""Whoever waits for an audit hears how far it is, and may have it stopped.

    with watching(progress=print, cancelled=stopped.is_set):
        write_report(audit_log(read_log("evening.csv"), rules="…"), "reports")

He is known to all that is done within the `with`, in this thread: handed through each room he
would stand in a hundred signatures, and change nothing of what any of them does.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from subprocess import Popen, TimeoutExpired
from threading import Thread
from typing import IO, Literal, TypeVar

Stage = Literal["reading", "judging", "rendering"]
Unit = Literal["files", "rows", "events", "rules", "pages"]
Row = TypeVar("Row")

HEEDED_WITHIN = 0.2
"""Seconds after which whoever waits for another process looks up."""
_ROWS = 4096
"""Rows that are read one by one before a word is said about them."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a stage is: so many are `done` of a `total`, which is None where nobody knows yet.

    `name` is what is counted, a file or a ruleset; rows are those of one file, and rules and events
    those of one ruleset.
    """

    stage: Stage
    done: int
    total: int | None
    unit: Unit
    name: str = ""


class CancelledError(Exception):
    """The work was stopped by whoever waited for it: nothing half-done is left of it."""


@dataclass(frozen=True, slots=True)
class _Watch:
    progress: Callable[[Progress], None] | None = None
    cancelled: Callable[[], bool] | None = None


_NOBODY = _Watch()
_WATCH = ContextVar("watch", default=_NOBODY)


@contextmanager
def watching(
    progress: Callable[[Progress], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Iterator[None]:
    """Watches all reading, judging, rendering and verifying that is done within.

    `progress` is told each step.  `cancelled` is asked many times a second whether to stop: then
    CancelledError is raised, other processes are ended, and no file is left that is half-written.
    So it is with whatever error one of these functions raises itself.
    """
    token = _WATCH.set(_Watch(progress, cancelled))
    try:
        yield
    finally:
        _WATCH.reset(token)


@contextmanager
def quietly() -> Iterator[None]:
    """Work that is done within can be cancelled, and counts as no step of its own."""
    token = _WATCH.set(_Watch(cancelled=_WATCH.get().cancelled))
    try:
        yield
    finally:
        _WATCH.reset(token)


def unwatched() -> None:
    """Nobody watches this copy of a process: its parent tells what is done."""
    _WATCH.set(_NOBODY)


# ---- what the rooms say -------------------------------------------------------------------------
def heed() -> None:
    """Raises CancelledError where the work is not wanted any more."""
    cancelled = _WATCH.get().cancelled
    if cancelled is not None and cancelled():
        raise CancelledError


def step(stage: Stage, done: int, total: int | None, unit: Unit, name: str = "") -> None:
    """Says how far a stage is.  Raises CancelledError."""
    heed()
    progress = _WATCH.get().progress
    if progress is not None:
        progress(Progress(stage, done, total, unit, name))


def counted(rows: Iterable[Row], total: int | None, name: str = "") -> Iterator[Row]:
    """Rows that are read one by one, with a word now and then.  Raises CancelledError."""
    for at, row in enumerate(rows):
        if at % _ROWS == 0:
            step("reading", at, total, "rows", name)
        yield row


def answer_of(
    process: Popen[bytes],
    sent: bytes,
    seconds: float,
    complains: Callable[[bytes], None] = lambda _so_far: None,
) -> tuple[bytes, bytes]:
    """All that a process says of what it is sent, on its two outputs; `complains` is told now and
    then what there is of the second by then.

    The process does not outlive the call.  Raises TimeoutExpired, CancelledError.
    """
    until = time.monotonic() + seconds
    # Whoever asks `communicate` twice may not send more than a pipe holds.
    pipe, process.stdin = process.stdin, None
    assert pipe is not None
    sender = Thread(target=_send, args=(pipe, sent), daemon=True)
    with process:
        sender.start()
        try:
            while True:
                heed()
                try:
                    return process.communicate(timeout=HEEDED_WITHIN)
                except TimeoutExpired as late:
                    complains(late.stderr or b"")
                    if time.monotonic() > until:
                        raise
        finally:
            process.kill()
            sender.join()


def _send(pipe: IO[bytes], sent: bytes) -> None:
    with suppress(OSError):  # it has ended, and says why
        pipe.write(sent)
    with suppress(OSError):
        pipe.close()
