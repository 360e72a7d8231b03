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
from auditor.log.table import Unreadable
from tests.log.read import table_of, why

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

PACK: dict[str, Callable[[bytes], bytes]] = {
    "gzip": lambda data: gzip.compress(data, 6, mtime=0),
    "Zstandard": zstd.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
}


@pytest.mark.parametrize("own", PACKINGS, ids=lambda own: own.name)
def test_streams_are_read_and_what_is_damaged_or_without_end_is_refused(
    tmp_path: Path, own: Packing
) -> None:
    path, pack = tmp_path / f"log.csv{own.ending}", PACK[own.name]
    whole = pack(b"event\npay\n")
    data = whole + pack(b"collect\n")
    table = table_of(path, data)
    assert table.rows == [(2, ("pay",)), (3, ("collect",))]
    assert table.sha256 == sha256(data).hexdigest()
    rows = pack(b"event\n" + b"pay\n" * (1 << 19))
    for refused, says, limits in (
        (whole[:-6], "breaks off", LIMITS),
        (whole + b"and then nonsense", "damaged", LIMITS),
        (pack(whole), "packed twice", LIMITS),
        (pack(b""), "It is empty", LIMITS),
        (pack(b"event\n" + b"x" * (10 << 20)), "The line is longer", LIMITS),
        (rows, "more than 1 MiB", ReadLimits(unpacked_size=1 << 20)),
        (rows, "packed more tightly", ReadLimits(loosely_packed_file=1 << 20)),
    ):
        assert says in why(path, refused, limits)


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
