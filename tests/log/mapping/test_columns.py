"""Rows are mapped by whole columns, in memory or in their file."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from auditor.audit import Reading, read_log
from auditor.log.cell import stood
from auditor.log.coded import Sheet
from auditor.log.mapping.column_plan import ColumnPlan
from auditor.log.store.vector import Ints
from auditor.log.table import Table
from tests.log.read import in_columns as read_in_columns

SHAPES = Path(__file__).parents[3] / "samples" / "shapes"
LOGS = sorted(SHAPES.glob("*/*.csv"))

HERE = Path(__file__).with_name("columns")
MAPPED, SEVERAL = ((HERE / f"{name}.toml").read_text("utf-8") for name in ("mapped", "several"))
ROWS = (HERE / "rows.csv").read_text("utf-8")
CONVENTIONS = 'decimal = ","\ndates = "dd/mm/yyyy"\ncards = "fr"\n'


def said(reading: Reading) -> list[object]:
    return [*map(_said, reading.tables), reading.refusals]


def _said(table: Table) -> tuple[object, ...]:
    rows = [
        (number, cells, [stood(name, cell) for name, cell in zip(table.header, cells, strict=True)])
        for number, cells in table.rows
    ]
    source = table.source and (table.source.header, dict(table.source.rows))
    return table.header, rows, table.set_aside, table.notes, source


def in_columns(path: Path, mapping: Path | None) -> int:
    """Reads a log in memory and in its file, which is to make no difference; how many of its tables
    were read in their file.
    """
    read = 0
    rows = ColumnPlan.rows

    def counted(self: ColumnPlan, *own: object) -> tuple[Sheet, Ints]:
        nonlocal read
        read += 1
        return rows(self, *own)  # type: ignore[arg-type]  # as it was called

    wanted = said(read_log(path, mapping=mapping))
    with read_in_columns() as patch:
        patch.setattr(ColumnPlan, "rows", counted)
        assert said(read_log(path, mapping=mapping)) == wanted
    return read


def told(lines: list[str], path: Path, mapping: Path) -> dict[int, tuple[object, ...]]:
    """What each row is read as: its events, or why it is set aside."""
    path.write_text("\n".join(lines), "utf-8")
    [own] = read_log(path, mapping=mapping).tables
    found: dict[int, tuple[object, ...]] = {}
    for number, cells in own.rows:
        found[number] = (*found.get(number, ()), dict(zip(own.header, cells, strict=True)))
    return found | {row.row: (row.column, row.value, row.reason) for row in own.set_aside}


def damaged(lines: list[str], random: Random) -> Iterator[str]:
    """Lines of which some are torn, sum up others, or repeat the header; each other time quotes
    are among what stands in them.
    """
    signs = ["Total", "", "x", "Fin", " 7", "€", ";", *random.choice(('"', ""))]
    for line in lines:
        cells = line.split(";")
        if random.random() < 0.15:
            at = random.randrange(len(cells))
            cells[at] = random.choice(signs)
        yield ";".join(cells)
        if random.random() < 0.03:
            yield random.choice((lines[0], ";" * len(cells), "Total;1", "Fin du relevé", "a;b"))


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}/{log.name}")
def test_the_shapes_are_read_alike_in_memory_and_in_their_files(log: Path) -> None:
    mapping = log.with_suffix(".toml")
    in_columns(log, mapping if mapping.exists() else None)


@pytest.mark.parametrize("seed", range(3))
def test_a_row_is_read_among_others_as_it_is_beside_one(tmp_path: Path, seed: int) -> None:
    """Cells that read alike are read once: what one row tells must not depend on the others."""
    random = Random(seed)
    path, mapping = tmp_path / "log.csv", tmp_path / "own.toml"
    for says in (MAPPED, SEVERAL):
        mapping.write_text(CONVENTIONS + says, "utf-8")
        header, first, *lines = ROWS.splitlines()
        every = damaged(lines * 2, random)
        lines = [own for own in every if own.count(";") == header.count(";") and '"' not in own]
        among = told([header, first, *lines], path, mapping)
        for at, line in enumerate(lines, start=3):
            beside = told([header, first, line], path, mapping)
            assert among.get(at) == beside.get(3), line


@pytest.mark.nightly
def test_damaged_files_are_read_alike_in_memory_and_in_columns(tmp_path: Path) -> None:
    path, mapping = tmp_path / "log.csv", tmp_path / "own.toml"
    mapping.write_text(MAPPED, "utf-8")
    own = SHAPES / "punto-banco"
    head, lines = (own / "coups.csv").read_text("cp1252").splitlines()[:3], ROWS.splitlines()
    coups = (own / "coups.csv").read_text("cp1252").splitlines()[3:24]
    read = 0
    for seed in range(12):
        path.write_text("\n".join([lines[0], *damaged(lines[1:] * 3, Random(seed))]), "utf-8")
        read += in_columns(path, mapping)
        path.write_text("\n".join([*head, *damaged(coups, Random(seed))]), "utf-8")
        read += in_columns(path, own / "coups.toml")
    assert read > 8
