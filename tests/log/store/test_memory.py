"""What is as long as a log is the same on disk as in memory, and leaves nothing behind."""

import os
import shutil
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from auditor.log.store import memory
from auditor.log.store.memory import ArrayAllocator


@pytest.fixture
def on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ArrayAllocator:
    monkeypatch.setattr(memory, "IN_MEMORY", 10)
    monkeypatch.setattr(memory, "BLOCK", 4)
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return ArrayAllocator(11)


def test_what_is_let_go_of_is_there_when_it_is_asked_for(
    on_disk: ArrayAllocator, tmp_path: Path
) -> None:
    numbers = on_disk.zeros(3000, np.int32)
    assert not numbers.any()
    assert on_disk._files
    numbers[:] = np.arange(3000)
    on_disk.release()
    assert (numbers == np.arange(3000)).all()
    assert list(tmp_path.iterdir()) == []


def test_copies_and_orders_are_those_of_numpy(on_disk: ArrayAllocator) -> None:
    numbers = on_disk.counted(11)
    assert numbers.tolist() == list(range(11))
    assert on_disk.copied(numbers, np.int8).dtype == np.int8
    assert on_disk.copied(numbers, np.int8).tolist() == list(range(11))
    order = np.array([7, 0, 7, 10, 3])
    assert on_disk.taken(numbers, order).tolist() == [7, 0, 7, 10, 3]
    assert on_disk.taken(numbers, None) is numbers
    assert [(own.start, own.stop) for own in on_disk.blocks(11)] == [(0, 4), (4, 8), (8, 11)]


def test_of_a_small_log_nothing_is_on_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "IN_MEMORY", 10)
    small = ArrayAllocator(10)
    assert small.zeros(10, bool).tolist() == [False] * 10
    assert not small._files


@pytest.mark.parametrize("what", ["allocation", "little is left", "no folder"])
def test_where_the_disk_is_full_memory_has_to_do(
    what: str, on_disk: ArrayAllocator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_file: int, _start: int, _length: int) -> None:
        raise OSError(28, "No space left on device")

    if what == "allocation":
        monkeypatch.setattr(os, "posix_fallocate", full)
    elif what == "no folder":
        monkeypatch.setattr(memory, "scratch_folder", lambda: str(tmp_path / "gone"))
    else:
        monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=50 * 8 * 4 - 1))
    numbers = on_disk.zeros(50, np.int64)
    assert not on_disk._files
    numbers[:] = 7
    assert numbers.sum() == 350
