"""Rows mapped by whole columns are those that are mapped one by one."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from auditor.audit import Reading, read_log
from auditor.log.cell import stood
from auditor.log.coded import Sheet
from auditor.log.csv import columnar as csv_lines
from auditor.log.csv import plain_csv
from auditor.log.mapping import apply
from auditor.log.mapping.column_plan import ColumnPlan
from auditor.log.table import Table

SHAPES = Path(__file__).parents[3] / "samples" / "shapes"
LOGS = sorted(SHAPES.glob("*/*.csv"))

MAPPED = """\
[columns]
casino  = "Casino d'Aubrac"
game    = "punto-banco"
session = "{@day}"
time    = "{Jour} {Heure}"
table   = "{Salle}-{Table}"
event   = "{Acte}"
coup    = "{Coup}"
amount  = "{Mise} + {Ajout}"
player  = "{Joueur}"
card    = "{Carte}"
[values.event]
"pause" = ""
"""
ROWS = """\
Jour;Heure;Salle;Table;Acte;Coup;Mise;Ajout;Joueur;Carte
09/01/2026;23h58;A;1;Mise;1;10,00;2,50;J1;
09/01/2026;00h01;A;1;Mise;1;10,00;;J2;
10/01/2026;00h02;A;;Carte distribuée;1;;;;RP
10/01/2026;;B;1;Carte distribuée;1;;;;RP
10/01/2026;25h61;B;1;Mise;2;x;2,50;J1;
10/01/2026;00h03;B;1;Inconnu;2;3,00;2,50;J1;7C
10/01/2026;00h03;B;1;Pause;2;;;;
;;;;;;;;;
Total;;;;;;10,00;;;
Fin du relevé;;;;;;;;;
10/01/2026;00h04;B;1;Mise;3;3,00;2,50;J1;;
10/01/2026;00h04;B;1;Mise;3;3,00
Jour;Heure;Salle;Table;Acte;Coup;Mise;Ajout;Joueur;Carte
10/01/2026;00h05;B;1;Mise;3;3,00;2,50;J1;
"""


def said(reading: Reading) -> list[object]:
    return [*map(_said, reading.tables), reading.refusals]


def _said(table: Table) -> tuple[object, ...]:
    rows = [
        (number, cells, [stood(name, cell) for name, cell in zip(table.header, cells, strict=True)])
        for number, cells in table.rows
    ]
    source = table.source and (table.source.header, dict(table.source.rows))
    return table.header, rows, table.set_aside, table.notes, source


def both_ways(path: Path, mapping: Path | None) -> tuple[int, int]:
    """Reads a log row by row, by columns, and by columns from a file in columns; how many of its
    tables were read so the second time, and the third.
    """
    planned = in_columns = 0
    rows, by_columns = ColumnPlan.rows, apply._Application._by_columns
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(apply._Application, "_plan", lambda _self: None)
        wanted = said(read_log(path, mapping=mapping))

    def counted(self: ColumnPlan, *own: object) -> Sheet:
        nonlocal planned
        planned += 1
        return rows(self, *own)  # type: ignore[arg-type]  # as it was called

    def told(self: apply._Application, plan: ColumnPlan) -> Sheet:
        nonlocal in_columns
        in_columns += 1
        return by_columns(self, plan)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ColumnPlan, "rows", counted)
        assert said(read_log(path, mapping=mapping)) == wanted
        patch.setattr(apply._Application, "_by_columns", told)
        patch.setattr(plain_csv, "WORTHWHILE", 0)
        patch.setattr(csv_lines, "MOST_FLAWED", 1)
        assert said(read_log(path, mapping=mapping)) == wanted
    return planned, in_columns


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
def test_the_shapes_are_read_alike(log: Path) -> None:
    mapping = log.with_suffix(".toml")
    both_ways(log, mapping if mapping.exists() else None)


@pytest.mark.nightly
def test_fields_of_several_columns_and_of_the_day_are_read_alike(tmp_path: Path) -> None:
    path, mapping = tmp_path / "log.csv", tmp_path / "own.toml"
    mapping.write_text(MAPPED, "utf-8")
    planned = in_columns = 0
    for seed in range(15):
        lines = ROWS.splitlines()
        lines = [lines[0], *damaged(lines[1:] * 3, Random(seed))] if seed else lines
        path.write_text("\n".join(lines), "utf-8")
        own, coded = both_ways(path, mapping)
        planned, in_columns = planned + own, in_columns + coded
    assert planned > 8
    assert in_columns > 2


@pytest.mark.nightly
def test_several_events_a_row_are_read_alike(tmp_path: Path) -> None:
    """Rows whose conditions ask for numbers, and totals among them."""
    own = SHAPES / "punto-banco"
    lines = (own / "coups.csv").read_text("cp1252").splitlines()
    path, planned, in_columns = tmp_path / "log.csv", 0, 0
    for seed in range(6):
        some = [*lines[:3], *damaged(lines[3:24], Random(seed))]
        path.write_text("\n".join(some), "utf-8")
        found, coded = both_ways(path, own / "coups.toml")
        planned, in_columns = planned + found, in_columns + coded
    assert planned > 3
    assert in_columns > 2
