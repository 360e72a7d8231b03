"""A mapping adds: what is known without one is known with one."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from openpyxl import Workbook

from auditor.audit import Reading, read_log
from auditor.log.cell import stood

SAMPLES = Path(__file__).parents[3] / "samples"
LOGS = (
    *(f"shapes/punto-banco/{name}" for name in ("export.csv", "tables.xlsx", "extract.parquet")),
    *(f"{game}/faulty.csv" for game in ("bataille", "boule", "punto-banco", "vingt-trois")),
)
SOME = 9
"""One column of so many is mapped: others of each log."""


def split(path: Path, folder: Path) -> None:
    """A file for each table, which is called like it, with the first rows of each."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for at, table in enumerate(dict.fromkeys(row["table"] for row in rows)):
        name = f"Table_T{at}.csv" if table else "house.csv"
        with (folder / name).open("w", encoding="utf-8", newline="") as file:
            columns = [own for own in rows[0] if own != "table"]
            sheet = csv.DictWriter(file, columns, extrasaction="ignore")
            sheet.writeheader()
            sheet.writerows([row for row in rows if row["table"] == table][:160])


def sources(reading: Reading) -> dict[str, str]:
    """Each column of the log, and what it is read from."""
    found = {}
    for table in reading.tables:
        for _, cells in table.rows:
            for name, cell in zip(table.header, cells, strict=True):
                column, _ = stood(name, cell)
                if cell and not column.startswith("("):  # of the name of a sheet or of a file
                    found[name] = f"{{{column.replace(' + ', '} {')}}}"
    return found


def told(log: Path, mapping: Path | None) -> list[object]:
    """All that the rules are told: each event with its filled cells, and each row set aside."""
    reading = read_log(log, mapping=mapping)
    assert reading.refusals == ()
    return [
        (table.file, table.sheet, number, {name: own for name, own in row if own}, table.set_aside)
        for table in reading.tables
        for number, cells in table.rows
        for row in [[*zip(table.header, cells, strict=True)]]
    ]


@pytest.mark.sampled(12)
@pytest.mark.parametrize(
    ("name", "apart"),
    [
        *((name, False) for name in LOGS),
        ("boule/faulty.csv", True),
        ("vingt-trois/faulty.csv", True),
    ],
)
def test_a_mapping_of_nothing_or_of_one_column_takes_nothing_away(
    name: str, apart: bool, tmp_path: Path
) -> None:
    log, mapping, folder = SAMPLES / name, tmp_path / "mapping.toml", tmp_path / "log"
    if apart:
        folder.mkdir()
        split(log, folder)
        log = folder
    known = told(log, None)
    assert any("table" in own[3] for own in known)  # type: ignore[index]  # by a column, a sheet or a file
    some = [*sources(read_log(log)).items()][LOGS.index(name) :: SOME]
    for text in ("", *(f'[columns]\n{name} = "{own}"\n' for name, own in some)):
        mapping.write_text(text, encoding="utf-8")
        assert told(log, mapping) == known, text


# ---- one mapping, several files -----------------------------------------------------------------
DEALS = "Heure;Coup;Événement;{}\n2026-01-09T21:00:00;1;Carte distribuée;{}\n"


def cells(reading: Reading, name: str) -> list[str]:
    return [
        dict(zip(table.header, own, strict=True)).get(name, "")
        for table in reading.tables
        for _, own in table.rows
    ]


def test_the_name_of_a_sheet_is_not_asked_of_a_text_file(tmp_path: Path) -> None:
    book = Workbook(write_only=True)
    for name in ("Table BA1", "Table BA2"):
        sheet = book.create_sheet(name)
        sheet.append(["Heure", "Coup", "Événement", "Carte"])
        sheet.append(["2026-01-09T21:00:00", "1", "Carte distribuée", "RP"])
    book.save(tmp_path / "log.xlsx")
    (tmp_path / "log.csv").write_text(DEALS.format("Table;Carte", "BA3;RP"), encoding="utf-8")
    (tmp_path / "m.toml").write_text('[columns]\ntable = "{@sheet}"\n', encoding="utf-8")
    both = [tmp_path / "log.csv", tmp_path / "log.xlsx"]
    reading = read_log(both, mapping=tmp_path / "m.toml")
    assert reading.refusals == ()
    assert cells(reading, "table") == ["BA3", "Table BA1", "Table BA2"]
    [refused] = read_log(both[0], mapping=tmp_path / "m.toml").refusals
    assert "no sheets" in str(refused.says)


def test_what_a_mapping_leaves_out_is_not_taken_from_a_name(tmp_path: Path) -> None:
    split(SAMPLES / "boule" / "faulty.csv", tmp_path)
    mapping = tmp_path / "m.toml"
    mapping.write_text('[columns]\ntable = ""\n', encoding="utf-8")
    assert set(cells(read_log(tmp_path, mapping=mapping), "table")) == {""}
