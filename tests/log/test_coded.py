"""Rows as columns are the rows that they were made of."""

import json
from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from random import Random

import numpy as np

from auditor.log.cell import Cell, RowCoder, stood
from auditor.log.coded import (
    CodedColumn,
    column_of,
    decoded,
    first_filled,
    sheet_of,
    together,
)
from auditor.log.table import SELDOM, OriginalRows, UnfitRow, fit, misfit, unfit, usual_width
from auditor.log.workbook.sheets import Cell as BookCell
from auditor.log.workbook.sheets import text_of
from auditor.messages.message import message

NAMES = {0: "event", 1: "time", 3: "amount"}
VALUES: list[BookCell] = ["", " ", "1", 1, 1.0, True, 0, False, 0.0, -0.0, "x"]
VALUES += [datetime(2026, 1, 9), float("nan")]

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


def width_of(rows: list[Record], fields: int) -> int:
    """The width of most rows that hold anything, of which hardly any is as wide as a header."""
    widths = Counter(len(cells) for _, cells in rows if any(cells))
    [(width, many)] = widths.most_common(1) or [(0, 0)]
    as_header = 0 if width == fields else widths[fields]
    return width if 2 * many > widths.total() and SELDOM * as_header <= many else 0


def fit_one_by_one(
    rows: list[Record], fields: int, flaws: Mapping[int, UnfitRow]
) -> tuple[list[Record], list[UnfitRow], list[int]]:
    """The rows that fit a header of so many fields and the names above, looked at one by one."""
    kept, aside, nameless = list[Record](), list[UnfitRow](), list[int]()
    for number, cells in rows:
        reason = misfit(cells, fields, max(NAMES) + 1, width_of(rows, fields))
        if number in flaws:
            aside.append(flaws[number])
        elif any(cells) and reason is not None:
            aside.append(unfit(number, cells, reason, whole=len(NAMES) == fields))
        elif any(cells):
            kept.append((number, tuple(cells[at] for at in NAMES)))
            others = (at for at in range(fields) if at not in NAMES)
            nameless += [number] if any(cells[at] for at in others if at < len(cells)) else []
    return kept, aside, nameless


def test_rows_fit_their_header_in_columns_as_they_do_one_by_one() -> None:
    aside = 0
    for seed in range(300):
        random = Random(seed)
        rows = records(random)
        columns = sheet_of(rows)
        assert columns == rows
        assert [*columns] == rows
        assert [columns[at] for at in range(len(rows))] == rows
        assert columns[3:9] == rows[3:9]
        assert usual_width(columns, 5) == width_of(rows, 5)
        flaws = {7: UnfitRow(7, None, "", message("row.total"))} if seed % 2 else {}
        fields = random.randint(4, 6)
        wanted = fit_one_by_one(rows, fields, flaws)
        places, flawed, torn, nameless = fit(columns, [at in NAMES for at in range(fields)], flaws)
        kept = [(n, tuple(own[at] for at in NAMES)) for n, own in columns.some(places)]
        flawed += (unfit(*own, whole=len(NAMES) == fields) for own in torn)
        assert (kept, sorted(flawed, key=lambda own: own.row), nameless) == wanted
        aside += len(wanted[1])
    assert aside > 100


def test_what_stands_first_and_what_stands_together() -> None:
    for seed in range(50):
        rows = [own for own in records(Random(seed)) if any(own[1][:5])]
        columns = sheet_of(rows)
        every = np.arange(len(rows))
        wanted = [next(filter(None, cells)) for _, cells in rows]
        assert first_filled(columns, every) == wanted
        codes, firsts = together(columns.columns[:3], len(rows))
        padded = [(*cells[: len(columns.columns)], "", "", "")[:3] for _, cells in rows]
        assert [padded[firsts[code]] for code in codes] == padded
        assert firsts.tolist() == [padded.index(own) for own in dict.fromkeys(padded)]


def test_rows_as_they_stand_are_found_by_their_numbers() -> None:
    found = OriginalRows(("x", "y"), sheet_of([(2, ("a",)), (4, ("b", "c", "d"))]))
    assert [*map(found.of, (2, 4))] == [("a", ""), ("b", "c")]


def test_equal_cells_of_other_texts_are_told_apart() -> None:
    cells = [Cell("5", "Mise", "5,00"), "5", Cell("5", "Mise", "5"), Cell("5", "Mise", "5,00")]
    own = column_of(cells)
    assert [stood("amount", cell) for cell in own.cells()] == [
        ("Mise", "5,00"),
        ("amount", "5"),
        ("Mise", "5"),
        ("Mise", "5,00"),
    ]
    assert len(own.texts) == 3
    assert own.said() == {"5"}


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
