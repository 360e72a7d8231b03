"""The names of many cells are looked at together, and found to be what each of them says."""

from __future__ import annotations

import pytest

from auditor.log.workbook import archive
from auditor.log.workbook.archive import _in_order, _named

ROWS = [b"%s%d" % (column, row) for row in (1, 9, 10, 1048576) for column in (b"A", b"Z", b"XFD")]


@pytest.fixture(autouse=True)
def _few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MANY_CELLS", 1)


def test_cells_in_order() -> None:
    found = _in_order(ROWS)
    assert found == _named(ROWS)
    assert found == archive.Named(12, 1, 1048576, 16384, twice=False)


@pytest.mark.parametrize(
    "cells",
    [
        [],
        [*ROWS, ROWS[-1]],
        [*ROWS, ROWS[0]],
        [b"B1", b"A1"],
        [b"A2", b"B1"],
        [b"A1", b"A01"],
        [b"A1", b"AAAAAAAAAAAAAAAAAAAAAAAAAAAA2"],
        [b"A1", b"A99999999999999999999"],
    ],
)
def test_whatever_else_there_is_is_looked_at_one_by_one(cells: list[bytes]) -> None:
    assert _in_order(cells) is None
