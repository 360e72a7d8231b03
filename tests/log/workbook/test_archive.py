"""The names of many cells are looked at together, and found to be what each of them says."""

from __future__ import annotations

import pytest

from auditor.log.table import Unreadable
from auditor.log.workbook.archive import Named, named_cells

ROWS = [b"%s%d" % (column, row) for row in (1, 9, 10, 1048576) for column in (b"A", b"Z", b"XFD")]


@pytest.mark.parametrize(
    ("cells", "found"),
    [
        ([], Named(0, 0, 0, 1, twice=False)),
        (ROWS, Named(12, 1, 1048576, 16384, twice=False)),
        (ROWS[::-1], Named(12, 1, 1048576, 16384, twice=False)),
        ([*ROWS, ROWS[-1]], Named(13, 1, 1048576, 16384, twice=True)),
        ([*ROWS, ROWS[0]], Named(13, 1, 1048576, 16384, twice=True)),
        ([b"b1", b"A1"], Named(2, 1, 1, 2, twice=False)),
        ([b"A1", b"A01"], Named(2, 1, 1, 1, twice=True)),
    ],
)
def test_cells_by_their_names(cells: list[bytes], found: Named) -> None:
    assert named_cells(cells) == found


@pytest.mark.parametrize("name", [b"AAAAAAAAAAAAAAAAAAAAAAAAAAAA2", b"A99999999999999999999"])
def test_a_name_beyond_all_bounds_is_refused(name: bytes) -> None:
    with pytest.raises(Unreadable):
        named_cells([b"A1", name])
