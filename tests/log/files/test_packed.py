"""Packed files: each way of packing is undone, bounded, and refused where it is damaged."""

from __future__ import annotations

import bz2
import gzip
import lzma
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.log.files.content import PACKINGS, Packing, packing_of, unpack
from auditor.log.files.limits import LIMITS, ReadLimits
from auditor.log.files.open import read_tables
from auditor.log.row_columns import ReadOptions
from auditor.log.table import Refusal, Table, Unreadable

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

Pack = Callable[[bytes], bytes]

PACK: dict[str, Pack] = {
    "gzip": lambda data: gzip.compress(data, 6, mtime=0),
    "Zstandard": zstd.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
}
CASES = [pytest.param(own.ending, PACK[own.name], id=own.name) for own in PACKINGS]


def read(
    folder: Path, ending: str, data: bytes, limits: ReadLimits = LIMITS
) -> tuple[list[Table], list[Refusal]]:
    path = folder / f"log.csv{ending}"
    path.write_bytes(data)
    return read_tables(path, path.name, ReadOptions(limits=limits))


def said(folder: Path, ending: str, data: bytes, limits: ReadLimits = LIMITS) -> str:
    [], [refusal] = read(folder, ending, data, limits)
    return str(refusal.says)


@pytest.mark.parametrize(("ending", "pack"), CASES)
def test_streams_one_after_the_other_and_the_hash_of_the_file(
    tmp_path: Path, ending: str, pack: Pack
) -> None:
    data = pack(b"event\npay\n") + pack(b"collect\n")
    [table], [] = read(tmp_path, ending, data)
    assert table.rows == [(2, ("pay",)), (3, ("collect",))]
    assert table.sha256 == sha256(data).hexdigest()


@pytest.mark.parametrize(("ending", "pack"), CASES)
def test_what_is_damaged_or_without_end_is_refused(tmp_path: Path, ending: str, pack: Pack) -> None:
    whole = pack(b"event\npay\n")
    assert "breaks off" in said(tmp_path, ending, whole[:-6])
    assert "damaged" in said(tmp_path, ending, whole + b"and then nonsense")
    assert "packed twice" in said(tmp_path, ending, pack(whole))
    assert "It is empty" in said(tmp_path, ending, pack(b""))
    long_line = pack(b"event\n" + b"x" * (10 << 20))
    assert "The line is longer" in said(tmp_path, ending, long_line)
    rows = pack(b"event\n" + b"pay\n" * (1 << 19))
    assert "more than 1 MiB" in said(tmp_path, ending, rows, ReadLimits(unpacked_size=1 << 20))
    tight = ReadLimits(loosely_packed_file=1 << 20)
    assert "packed more tightly" in said(tmp_path, ending, rows, tight)


@given(data=st.binary(max_size=3000), cut=st.integers(1, 100), packing=st.sampled_from(PACKINGS))
def test_pieces_of_any_size_give_the_bytes_that_were_packed(
    data: bytes, cut: int, packing: Packing
) -> None:
    packed = PACK[packing.name](data) + PACK[packing.name](data[:cut])
    assert packing_of(packed) is packing
    pieces = [packed[at : at + cut] for at in range(0, len(packed), cut)]
    assert b"".join(unpack(pieces, packing, LIMITS)) == data + data[:cut]
    with pytest.raises(Unreadable):
        list(unpack([packed[:-1]], packing, LIMITS))
