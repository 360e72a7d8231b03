"""A row read through a mapping: its events in order, or the reason why there are none."""

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.audit import audit_log
from auditor.log.cell import Cell
from auditor.log.event import Log
from auditor.log.store.columns_of_tables import assemble
from auditor.log.table import Table
from auditor.request import ruleset
from tests.log.mapping.reading import events, read, table

COUPS = Path(__file__).with_name("coups.toml").read_text("utf-8")


def logged(own: Table) -> Log:
    return assemble([own], ruleset("punto-banco").vocabulary, ())


def test_a_cell_remembers_its_column_and_its_text(tmp_path: Path) -> None:
    got = table(tmp_path, "Coup;Joueur;Mise;P1;P2;B1;B2;Gagnant\n1;J1;1 000,00;;;;;\n", COUPS)
    [(_, cells)] = got.rows
    amount = cells[got.header.index("amount")]
    assert isinstance(amount, Cell)
    assert (amount, amount.column, amount.raw) == ("1000.00", "Mise", "1 000,00")


def test_an_unreadable_cell_sets_the_whole_row_aside(tmp_path: Path) -> None:
    log = "Coup;Joueur;Mise;P1;P2;B1;B2;Gagnant\n1;J1;5;RP;2X;;;\n2;J1;5;RP;2P;;;\n"
    own = logged(table(tmp_path, log, COUPS))
    [aside] = own.set_aside
    assert (aside.row.number, aside.column, aside.value) == (2, "P2", "2X")
    assert aside.row.filled()["P1"] == "RP"
    [intake] = own.inputs
    assert (intake.rows_read, intake.rows_evaluated, intake.rows_set_aside) == (2, 1, 1)
    assert {event.row.number for event in own.events if event.doubtful} == {2}
    assert sum(event.row.number == 2 for event in own.events) == 3


def simple(columns: str = "", more: str = "") -> str:
    return f'{more}\n[columns]\nevent = "{{Quoi}}"\n{columns}\n'


def test_encoding_and_delimiter_are_those_that_are_told(tmp_path: Path) -> None:
    log = "Quoi|Joueur\nMise|Élodie, dite É\n".encode("mac-roman")
    told = 'encoding = "mac-roman"\ndelimiter = "|"\n' + simple('player = "{Joueur}"')
    assert events(table(tmp_path, log, told)) == [(2, "stake player=Élodie, dite É")]
    assert events(table(tmp_path, gzip.compress(log, mtime=0), told)) == [
        (2, "stake player=Élodie, dite É")
    ]


def test_what_is_recorded_is_what_the_mapping_says(tmp_path: Path) -> None:
    log = "Coup;Joueur;Mise;P1;P2;B1;B2;Gagnant\n1;J1;5;RP;2P;9T;8T;\n"
    told = 'records = ["announce"]\n' + COUPS
    audit = audit_log(read(tmp_path, log, told), rules="punto-banco")
    assert audit.report.run.parameters["records"] == ["announce"]
    assert str(audit.report.run.parameters["mapping"]).startswith("log.toml (")


CELLS = st.sampled_from(
    ["", "1", "RP", "10C", "x", "Total", "-5", "Banque", "1,5", "09/01/2026", "=1+1"]
)


@given(rows=st.lists(st.lists(CELLS, min_size=8, max_size=9), max_size=8))
def test_no_row_is_lost_whatever_the_cells(
    tmp_path_factory: pytest.TempPathFactory, rows: list[list[str]]
) -> None:
    folder = tmp_path_factory.mktemp("rows")
    head = "Coup;Joueur;Mise;P1;P2;B1;B2;Gagnant\n1;J1;5;RP;;;;\n"
    text = head + "".join(";".join(cells) + "\n" for cells in rows)
    reading = read(folder, text, 'cards = "fr"\n' + COUPS)
    assert not reading.refusals
    own = logged(reading.tables[0])
    [intake] = own.inputs
    assert intake.rows_read == 1 + sum(any(cells) for cells in rows)
    assert intake.rows_read == intake.rows_evaluated + intake.rows_set_aside
    aside = {aside.row.number for aside in own.set_aside}
    assert len(aside) == len(own.set_aside) == intake.rows_set_aside
    believed = {event.row.number for event in own.events if not event.doubtful}
    # A row that names no coup is read, and in doubt for its place alone.
    unplaced = {event.row.number for event in own.events if event.doubtful} - aside
    assert unplaced <= {at for at, cells in enumerate(rows, start=3) if not cells[0]}
    assert len(believed | unplaced) == intake.rows_evaluated
    assert not believed & aside
    assert all(str(aside.reason) for aside in own.set_aside)
