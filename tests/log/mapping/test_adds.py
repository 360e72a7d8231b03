"""A mapping adds: what is known without one is known with one."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from pathlib import Path

import pytest
from openpyxl import Workbook

from auditor.audit import Reading, read_log
from auditor.language.wording import Wording
from auditor.log.convert.lexicon import lexicon
from auditor.log.convert.written import normalise
from auditor.log.match.readable import kinds_meant
from auditor.request import ruleset
from auditor.types import Enumeration

SAMPLES = Path(__file__).parents[3] / "samples"
GAMES = ("bataille", "boule", "punto-banco", "vingt-trois")
ROWS = 160
SOME = 9

Rows = list[dict[str, str]]
Shape = Callable[[Rows, str, Path], dict[str, str]]
"""Writes a log into a folder, and says what each column of the log is taken from there."""


def rows_of(game: str) -> Rows:
    """The first rows of two tables; where the log has one, it is played at another as well."""
    with (SAMPLES / game / "faulty.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    one, *_, two = [*dict.fromkeys(row["table"] for row in rows if row["table"])] * 2
    first = [row for row in rows if row["table"] in ("", one)][:ROWS]
    second = [row for row in rows if row["table"] == two][:ROWS]
    named = [dict(row, table=row["table"] and "T1") for row in first]
    return named + [dict(row, table="T2") for row in second]


def filled(rows: Rows, *without: str) -> list[str]:
    return [name for name in rows[0] if name not in without and any(row[name] for row in rows)]


def write(path: Path, header: Iterable[str], rows: Iterable[Sequence[str]], by: str = ",") -> None:
    with path.open("w", encoding="cp1252", newline="") as file:
        csv.writer(file, delimiter=by).writerows([[*header], *rows])


def canonical(rows: Rows, _game: str, folder: Path) -> dict[str, str]:
    names = filled(rows)
    write(folder / "log.csv", names, ([row[name] for name in names] for row in rows))
    return {name: f"{{{name}}}" for name in names}


def files_called_like_tables(rows: Rows, _game: str, folder: Path) -> dict[str, str]:
    names = filled(rows, "table")
    for table in dict.fromkeys(row["table"] for row in rows):
        own = ([row[name] for name in names] for row in rows if row["table"] == table)
        write(folder / (f"Table_{table}.csv" if table else "house.csv"), names, own)
    return {name: f"{{{name}}}" for name in names}


def in_french(rows: Rows, game: str) -> tuple[dict[str, str], list[list[str]]]:
    """Columns and words as a report calls them, amounts with a comma, days apart from hours."""
    vocabulary, words = ruleset(game).vocabulary, lexicon()
    said = Wording(vocabulary.labels)
    names = filled(rows, "table", "time")
    heads = {}
    for name in names:
        label = said.field(name).fr
        heads[name] = label if words.columns.get(normalise(label)) == frozenset({name}) else name

    def cell(name: str, text: str) -> str:
        kind = vocabulary.fields.get(name)
        if name == "event":
            label = said.kind(text).fr
            return label if kinds_meant(label, words) == (text,) else text
        if isinstance(kind, Enumeration):
            return said.name(kind.name, text, "fr") or text
        return text.replace(".", ",") if name in ("amount", "minimum", "maximum") else text

    lines = [
        [
            *(cell(name, row[name]) for name in names),
            f"{time[8:10]}/{time[5:7]}/{time[:4]}",
            time[11:19],
        ]
        for row in rows
        for time in [row["time"]]
    ]
    return heads, lines


def french_text(rows: Rows, game: str, folder: Path) -> dict[str, str]:
    heads, lines = in_french(rows, game)
    own = ([row["table"], *cells] for row, cells in zip(rows, lines, strict=True))
    write(folder / "journal.csv", ["Table", *heads.values(), "Date", "Heure"], own, by=";")
    sources = {name: f"{{{head}}}" for name, head in heads.items()}
    return {"table": "{Table}", **sources, "time": "{Date} {Heure}"}


def french_sheets(rows: Rows, game: str, folder: Path) -> dict[str, str]:
    heads, lines = in_french(rows, game)
    book = Workbook(write_only=True)
    for table in dict.fromkeys(row["table"] for row in rows):
        sheet = book.create_sheet(f"Table {table}" if table else "Maison")
        sheet.append([*heads.values(), "Date", "Heure"])
        for row, cells in zip(rows, lines, strict=True):
            if row["table"] == table:
                sheet.append([*cells])
    book.save(folder / "journal.xlsx")
    return {name: f"{{{head}}}" for name, head in heads.items()} | {"time": "{Date} {Heure}"}


SHAPES = (canonical, files_called_like_tables, french_text, french_sheets)


def told(folder: Path, mapping: Path | None) -> list[object]:
    """All that the rules are told: each event with its filled cells, and each row set aside."""
    reading = read_log(folder, mapping=mapping)
    assert reading.refusals == ()
    return [
        (table.file, table.sheet, number, {name: own for name, own in row if own}, table.set_aside)
        for table in reading.tables
        for number, cells in table.rows
        for row in [[*zip(table.header, cells, strict=True)]]
    ]


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("game", "shape"), [*product(GAMES, SHAPES)])
def test_a_mapping_of_nothing_or_of_one_column_takes_nothing_away(
    game: str, shape: Shape, tmp_path: Path
) -> None:
    folder, mapping = tmp_path / "log", tmp_path / "mapping.toml"
    folder.mkdir()
    sources = shape(rows_of(game), game, folder)
    known = told(folder, None)
    assert any("table" in own[3] for own in known)  # type: ignore[index]  # by a column, a sheet or a file
    some = [*sources.items()][SHAPES.index(shape) :: SOME]
    for text in ("", *(f'[columns]\n{name} = "{own}"\n' for name, own in some)):
        mapping.write_text(text, encoding="utf-8")
        assert told(folder, mapping) == known, text


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
    rows = rows_of("bataille")
    files_called_like_tables(rows, "bataille", tmp_path)
    mapping = tmp_path / "m.toml"
    mapping.write_text('[columns]\ntable = ""\n', encoding="utf-8")
    assert set(cells(read_log(tmp_path, mapping=mapping), "table")) == {""}
