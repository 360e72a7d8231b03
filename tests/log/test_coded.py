"""Rows as columns are the rows that they were made of."""

import json
from datetime import datetime
from random import Random

import numpy as np

from auditor.log.cell import RowCoder, decoded
from auditor.log.coded import CodedColumn, CodedRows, RowsByNumber, coded, first_filled, together
from auditor.log.table import UnfitRow, fit, usual_width
from auditor.log.workbook.sheets import Cell, text_of
from auditor.messages.message import message

NAMES = {0: "event", 1: "time", 3: "amount"}
VALUES: list[Cell] = [
    "",
    " ",
    "1",
    1,
    1.0,
    True,
    0,
    False,
    0.0,
    -0.0,
    "x",
    datetime(2026, 1, 9),
    float("nan"),
]

Record = tuple[int, tuple[str, ...]]


def records(random: Random) -> list[Record]:
    """Some rows, of which some are too long, too short, or blank."""
    made = []
    for number in range(2, random.randint(2, 60)):
        cells = [random.choice(("", "", "a", "b", "17")) for _ in range(5)]
        if random.random() < 0.2:
            cells = cells[: random.randint(0, 5)] + [""] * random.randint(0, 3)
        made.append((number, tuple(cells)))
    return made


def in_columns(rows: list[Record], width: int) -> CodedRows:
    found = coded(rows, range(width))
    odd = {number: cells for number, cells in rows if len(cells) != width}
    return CodedRows(found.numbers, found.columns, odd)


def test_rows_fit_their_header_in_columns_as_they_do_one_by_one() -> None:
    aside = 0
    for seed in range(300):
        random = Random(seed)
        rows = records(random)
        columns = in_columns(rows, 5)
        assert columns == rows
        assert [*columns] == rows
        assert [columns[at] for at in range(len(rows))] == rows
        assert columns[3:9] == rows[3:9]
        assert usual_width(columns, 5) == usual_width(rows, 5)
        flaws = {7: UnfitRow(7, None, "", message("row.total"))} if seed % 2 else {}
        fields = random.randint(4, 6)
        wanted = fit(rows, NAMES, fields, flaws)
        found = fit(columns, NAMES, fields, flaws)
        assert ([*found[0]], *found[1:]) == wanted
        aside += len(wanted[1])
    assert aside > 100


def test_what_stands_first_and_what_stands_together() -> None:
    for seed in range(50):
        rows = [own for own in records(Random(seed)) if any(own[1][:5])]
        columns = in_columns(rows, 5)
        every = np.arange(len(rows))
        wanted = [next(filter(None, cells)) for _, cells in rows]
        assert first_filled(columns, every) == first_filled(rows, every) == wanted
        codes, firsts = together(columns.columns[:3], len(rows))
        padded = [(*cells, "", "", "")[:3] for _, cells in rows]
        assert [padded[firsts[code]] for code in codes] == padded
        assert firsts.tolist() == [padded.index(own) for own in dict.fromkeys(padded)]


def test_rows_as_they_stand_are_found_by_their_numbers() -> None:
    rows = [(2, ("a",)), (4, ("b", "c", "d"))]
    found = RowsByNumber(rows, 2)
    assert dict(found) == {2: ("a", ""), 4: ("b", "c")}
    assert 3 not in found


def test_equal_texts_may_be_different_cells() -> None:
    own = CodedColumn(np.array([0, 1, 1]), ["", ""])
    assert own.firsts() == [0, 1]
    assert own.where(bool).tolist() == [False] * 3


def test_a_sandbox_answers_the_rows_that_it_was_given() -> None:
    for seed in range(200):
        random = Random(seed)
        coder, wanted = RowCoder(text_of), list[list[str]]()
        for _ in range(random.randint(1, 3)):
            width = random.randint(1, 4)
            rows = [random.choices(VALUES, k=width) for _ in range(random.randint(1, 40))]
            coder.add(len(coder.numbers) + 1, rows)
            wanted += [[text_of(cell) for cell in cells] for cells in rows]
        length = sum(len(text) for cells in wanted for text in cells)
        assert coder.is_longer(length - 1)
        assert not coder.is_longer(length)
        widest = len(coder.columns)
        numbered = [
            (number, ("", *cells, *[""] * (widest - len(cells))))
            for number, cells in enumerate(wanted, start=1)
            if any(cells) or seed % 2
        ]
        if not seed % 2:
            coder.drop_blank()
        assert [*decoded(json.loads(json.dumps(coder.answer(1))))] == numbered
