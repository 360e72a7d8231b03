"""How far long work is, on one line of a terminal that is written over; nothing in a pipe.

The line is written by whoever does the work, in passing: a thread that draws would be copied into
no process that judges a part, but a lock that it holds would.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import get_terminal_size

BETWEEN = 0.1
"""Seconds for which a line stays."""
WIDTH = 20


class Progress:
    """The line, on the standard error output where that is a terminal."""

    def __init__(self) -> None:
        self._seen = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._until = 0.0

    def tell(self, what: str, *counts: tuple[int, int, str]) -> None:
        """Shows the work in hand and how many are through, of how many, of what; the first is
        drawn.
        """
        now = time.monotonic()
        if not self._seen or now < self._until:
            return
        self._until = now + BETWEEN
        drawn = [_bar(*counts[0][:2])] if counts else []
        said = [f"{through:,} of {many:,} {of}" for through, many, of in counts]
        self._write(" ".join([what, *drawn, ", ".join(said)])[: get_terminal_size().columns - 1])

    def clear(self) -> None:
        """Leaves nothing behind."""
        if self._seen:
            self._write("")

    @staticmethod
    def _write(text: str) -> None:
        sys.stderr.write(f"\r\033[K{text}")
        sys.stderr.flush()


def _bar(through: int, many: int) -> str:
    filled = WIDTH * min(through, many) // max(many, 1)
    return f"[{'#' * filled}{' ' * (WIDTH - filled)}]"


@contextmanager
def progress() -> Iterator[Progress]:
    """A line for some work, which is gone when the work ends, however it does."""
    line = Progress()
    try:
        yield line
    finally:
        line.clear()
