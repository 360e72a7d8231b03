"""Where arrays as long as a whole log are held: in memory, or on disk for a log that is large.

A file behind an array has no name, so that nothing of it stays; the system keeps as much of it in
memory as there is room for.
"""

from __future__ import annotations

import ctypes
import errno
import mmap
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress

import numpy as np
from numpy.typing import DTypeLike

from auditor.guarded_file import scratch_folder
from auditor.log.store.vector import Data, Ints

IN_MEMORY = 5_000_000
"""Events whose columns are held in memory: some 300 MB."""

_LEFT = 4
"""An array takes no more than one part in so many of what is left on the disk: others need it."""

BLOCK = 1 << 18
"""Events that are looked at together: memory that was never touched is slow."""


class ArrayAllocator:
    """Holds the arrays of a log with so many events."""

    def __init__(self, events: int = 0) -> None:
        self._on_disk = events > IN_MEMORY and hasattr(os, "posix_fallocate")
        self._files: list[mmap.mmap] = []

    def zeros(self, size: int, kind: DTypeLike) -> Data:
        """An array to write into."""
        if self._on_disk and size:
            try:
                return self._in_a_file(size, np.dtype(kind))
            except OSError:  # the disk is full, or nothing may be written there
                self._on_disk = False
        return np.zeros(size, kind)

    def _in_a_file(self, size: int, kind: np.dtype[np.generic]) -> Data:
        length, folder = size * kind.itemsize, scratch_folder()
        if _LEFT * length > shutil.disk_usage(folder).free:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        with tempfile.TemporaryFile(dir=folder) as file:
            os.posix_fallocate(
                file.fileno(), 0, length
            )  # what the disk has no allocator for fails here
            held = mmap.mmap(file.fileno(), length)
        self._files.append(held)
        return np.frombuffer(held, kind)

    def copied(self, data: Data, kind: DTypeLike) -> Data:
        """An array as another kind of number."""
        made = self.zeros(len(data), kind)
        for block in self.blocks(len(data)):
            made[block] = data[block]
        return made

    def taken(self, data: Data, order: Ints | None) -> Data:
        """An array in another order; None for as it stands."""
        if order is None:
            return data
        made = self.zeros(len(order), data.dtype)
        for block in self.blocks(len(order)):
            made[block] = data.take(order[block])
        return made

    def counted(self, size: int) -> Ints:
        """The numbers from 0 on."""
        made = self.zeros(size, np.int64)
        for block in self.blocks(size):
            made[block] = np.arange(block.start, block.stop)
        return made

    def blocks(self, size: int) -> Iterator[slice]:
        """Stretches of rows, one after another; what was on disk is let go of after each."""
        for start in range(0, max(size, 1), BLOCK):
            yield slice(start, min(start + BLOCK, size))
            self.release()

    def release(self) -> None:
        """Lets the system drop from memory the arrays that are on disk."""
        for held in self._files:
            held.madvise(mmap.MADV_DONTNEED)


def give_back() -> None:
    """Has the allocator of C return what it keeps of memory that was freed: after the rules have
    been judged that is a third of what a process has.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # not every C library can
            ctypes.CDLL(None).malloc_trim(0)
