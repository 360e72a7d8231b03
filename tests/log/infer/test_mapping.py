"""Logs read without a mapping: French headers and words, and cells as people write them."""

import codecs
from datetime import date, datetime, time
from pathlib import Path

import openpyxl
import pytest
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from auditor.audit import audit_log, read_log
from tests.log.mapping.reading import events, read, refusal, table

FRENCH = (
    "Date;Heure;Table;N° de coup;Événement;Joueur;Pari;Montant\r\n"
    "09/01/2026;21h05;PB1;1;Mise;J1;Banque;1 234,50 €\r\n"
    "09/01/2026;21h06;PB1;1;Rien ne va plus;;;\r\n"
)
READ = [
    (2, "stake amount=1234.50 bet=banker coup=1 player=J1 table=PB1 time=2026-01-09T21:05:00"),
    (3, "no_more_bets coup=1 table=PB1 time=2026-01-09T21:06:00"),
]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("delimiter", [";", "\t", "|"])
def test_french_headers_words_and_cells(tmp_path: Path, encoding: str, delimiter: str) -> None:
    got = table(tmp_path, FRENCH.replace(";", delimiter).encode(encoding))
    assert events(got) == READ
    assert got.encoding == {"utf-8-sig": "utf-8", "utf-16": "utf-16-le"}.get(encoding, encoding)


@pytest.mark.parametrize("space", [" ", "\u00a0", "\u202f"])
def test_whatever_space_stands_in_an_amount(tmp_path: Path, space: str) -> None:
    assert events(table(tmp_path, FRENCH.replace("1 234", f"1{space}234"))) == READ


def test_accents_case_and_plurals_do_not_matter(tmp_path: Path) -> None:
    plain = FRENCH.replace("É", "E").replace("é", "e").replace("N° de coup", "NUMERO COUP")
    assert events(table(tmp_path, plain.replace("Montant", "MONTANTS (EUR)"))) == READ


def test_a_title_above_and_a_total_below(tmp_path: Path) -> None:
    log = f"Casino d'Aubrac;;;;;;;\r\n;;;;;;;\r\n{FRENCH}Total;;;;;;;1 234,50 €\r\n"
    got = table(tmp_path, log)
    assert [(number - 2, said) for number, said in events(got)] == READ
    assert "Not read: row 1, above the header." in map(str, got.notes)
    [aside] = got.set_aside
    assert (aside.row, str(aside.reason)) == (6, "a total stands in the row, and no event")


def test_a_header_in_two_rows(tmp_path: Path) -> None:
    log = "Heure;Événement;Point;;Gagnant\n;;Joueur;Banque;\n2026-01-09 21:05;Annonce;3;5;Banque\n"
    assert events(table(tmp_path, log)) == [
        (3, "announce banker_score=5 player_score=3 time=2026-01-09T21:05:00 winner=banker")
    ]


def test_a_name_of_two_meanings_is_told_by_the_events_beside_it(tmp_path: Path) -> None:
    seats = table(tmp_path, "Événement;Place;Joueur\nMise;3;J1\n")
    assert events(seats) == [(2, "stake player=J1 seat=3")]
    wheel = table(tmp_path, "Événement;Place;Joueur\nMise;;J1\nLancer de la bille;3;\n")
    assert events(wheel) == [(2, "stake player=J1"), (3, "spin place=3")]
    results = table(tmp_path, "Événement;Résultat\nAnnonce;Égalité\n")
    assert events(results) == [(2, "announce winner=tie")]
    numbers = table(tmp_path, "Événement;Résultat\nLancer;7\n")
    assert events(numbers) == [(2, "spin number=7")]


def test_a_name_that_stays_of_two_meanings_is_not_used_and_said(tmp_path: Path) -> None:
    got = table(tmp_path, "Événement;Nombre de places;Minimum\nOuverture de table;9;2\n")
    assert events(got) == [(2, "table_open minimum=2")]
    assert "Not used: column `Nombre de places`, which may be `places`/`spots`." in map(
        str, got.notes
    )


def test_a_column_that_nobody_knows_is_not_used_and_said(tmp_path: Path) -> None:
    got = table(tmp_path, "Événement;Observations\nRien ne va plus;calme\n")
    assert events(got)[0][1].startswith("no_more_bets")
    assert "Columns not used: `Observations`." in map(str, got.notes)


def test_an_evening_that_keeps_its_date_past_midnight(tmp_path: Path) -> None:
    log = "Séance;Heure;Événement;Numéro\n09/01/2026;23h50;Lancer;1\n09/01/2026;00h10;Lancer;2\n"
    got = table(tmp_path, log)
    assert events(got)[1] == (3, "spin number=2 session=2026-01-09 time=2026-01-10T00:10:00")
    assert any("hour before 12:00 is of the next morning" in str(note) for note in got.notes)


def test_days_of_the_calendar_stay_what_they_are(tmp_path: Path) -> None:
    log = "Date;Heure;Événement;Numéro\n09/01/2026;23h50;Lancer;1\n10/01/2026;00h10;Lancer;2\n"
    assert events(table(tmp_path, log))[1] == (3, "spin number=2 time=2026-01-10T00:10:00")


@pytest.mark.parametrize(
    ("log", "row", "column", "asked"),
    [
        ("Événement;Carte\nDistribution;10C\n", 2, "Carte", "cards"),
        ("event;Carte\nTirage;RP\nTirage;KS\nTirage;10C\n", 4, "Carte", "cards"),
        ("Événement;Montant\nMise;1.234\n", 2, "Montant", "decimal"),
        ("event,time\nspin,09/01/2026 21:05\n", 2, "time", "dates"),
        ("Événement;Heure\nLancer;46031,5\n", 2, "Heure", "dates"),
    ],
)
def test_where_cells_leave_a_doubt_the_reading_stops_with_a_question(
    tmp_path: Path, log: str, row: int, column: str, asked: str
) -> None:
    found = refusal(tmp_path, log)
    assert (found.row, found.column) == (row, column)
    assert f"write `{asked} = " in str(found.says)


def test_the_answer_to_a_question_is_a_line_of_a_mapping(tmp_path: Path) -> None:
    log = "Événement;Carte\nDistribution;10C\n"
    told = '[columns]\nevent = "{Événement}"\ncard = "{Carte}"\n'
    assert refusal(tmp_path, log, told).column == "Carte"
    assert events(table(tmp_path, log, 'cards = "fr"\n' + told)) == [(2, "deal card=10H")]
    assert events(table(tmp_path, log, 'cards = "en"\n' + told)) == [(2, "deal card=10C")]


def test_canonical_columns_with_french_cells(tmp_path: Path) -> None:
    log = "event;amount;bet;card;tie_bet\nMise;12,50;Banque;;\nburn;;;RP;\ntable_open;;;;OUI\n"
    got = table(tmp_path, log)
    assert events(got) == [
        (2, "stake amount=12.50 bet=banker"),
        (3, "burn card=KS"),
        (4, "table_open tie_bet=OUI"),  # which the canonical log may write too
    ]
    assert "Numbers are read with a decimal comma." not in map(
        str, got.notes
    )  # 12,50 reads in one way only
    assert "Cards are read in French notation." in map(str, got.notes)


def test_a_canonical_log_is_read_as_it_stands(tmp_path: Path) -> None:
    log = "event,card,amount,player\ndeal,10C,,C\nstake,,1.234,D\n"
    got = table(tmp_path, log)
    assert got.source is None
    assert got.notes == ()
    assert [cells for _, cells in got.rows] == [
        ("deal", "10C", "", "C"),
        ("stake", "", "1.234", "D"),
    ]


def test_a_player_called_by_a_letter_is_no_hand(tmp_path: Path) -> None:
    """In the parlour game `to` names a player, at a casino table a hand."""
    got = table(tmp_path, "event,player,to,card\ngive,A,B,KS\ndeal,,Banque,KS\n")
    assert events(got) == [(2, "give card=KS player=A to=B"), (3, "deal card=KS to=banker")]


def test_what_is_set_aside_names_the_column_and_the_text_of_the_file(tmp_path: Path) -> None:
    log = (
        FRENCH
        + "09/01/2026;21h07;PB1;1;Mise;J1;Banque;douze\r\n09/01/2026;21h08;PB1;1;Dîner;;;\r\n"
    )
    report = audit_log(read(tmp_path, log), rules="punto-banco", language="en").report
    assert [(own.row, own.column, own.value) for own in report.set_aside] == [
        (4, "Montant", "douze"),
        (5, "Événement", "Dîner"),
    ]
    [ledger] = report.inputs
    assert (ledger.rows_read, ledger.rows_evaluated, ledger.rows_set_aside) == (4, 2, 2)


def test_evidence_shows_the_row_of_the_file(tmp_path: Path) -> None:
    log = "Événement;Session;Table;Sabot;Coup;Carte\nDistribution;S;T;1;1;Joker rouge\n"
    found = audit_log(read(tmp_path, log), rules="punto-banco").findings
    own = next(f for f in found if f.rule.endswith("card-of-a-deck"))
    assert own.evidence[0].cells["Carte"] == "Joker rouge"


@pytest.mark.parametrize("epoch_1904", [False, True])
def test_days_and_hours_of_a_workbook(tmp_path: Path, epoch_1904: bool) -> None:
    book = openpyxl.Workbook()
    if epoch_1904:
        book.epoch = CALENDAR_MAC_1904
    sheet = book.active
    assert sheet is not None
    sheet.append(["Date", "Heure", "Événement", "Numéro", "Montant"])
    sheet.append([date(2026, 1, 9), time(21, 5), "Mise", "7", "1 000,50"])
    sheet.append([datetime(2026, 1, 10), time(0, 10), "Mise", 8, 20])
    book.save(tmp_path / "book.xlsx")
    [got] = read_log(tmp_path / "book.xlsx").tables
    assert events(got) == [
        (2, "stake amount=1000.50 number=7 time=2026-01-09T21:05:00"),
        (3, "stake amount=20 number=8 time=2026-01-10T00:10:00"),
    ]


def test_a_workbook_with_a_sheet_for_each_table(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for name in ("PB1", "PB2"):
        sheet = book.create_sheet(name)
        sheet.append(["Événement", "Coup"])
        sheet.append(["Faites vos jeux", 1])
    book.save(tmp_path / "book.xlsx")
    tables = read_log(tmp_path / "book.xlsx").tables
    assert [events(own) for own in tables] == [
        [(2, "bets_open coup=1 table=PB1")],
        [(2, "bets_open coup=1 table=PB2")],
    ]
    assert all(
        "The name of the sheet is taken for the table" in str(own.notes[-1]) for own in tables
    )


@pytest.mark.parametrize(
    ("names", "tables"),
    [
        (("Table_B1", "Table_B2"), "B1 B2"),
        (("2026-01-09 PB1", "2026-01-09 PB2"), "PB1 PB2"),
        (("table 1", "table 2"), "1 2"),
        (("export_v1", "export_v2"), ""),
        (("2026-01-09", "2026-01-10"), ""),
        (("PB1_0109", "PB1_0110"), ""),
    ],
)
def test_files_that_are_called_by_tables(
    tmp_path: Path, names: tuple[str, ...], tables: str
) -> None:
    for row, name in enumerate(names, start=1):
        text = f"event,coup,player\nbets_open,{row},\n"
        (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
    said = [text for own in read_log(tmp_path).tables for _, text in events(own)]
    told = tables.split() or [""] * len(names)
    assert said == [
        f"bets_open coup={row}" + (f" table={name}" if name else "")
        for row, name in enumerate(told, start=1)
    ]


@pytest.mark.parametrize("names", [("Feuil1", "Feuil2"), ("Mises", "Cartes"), ("PB1",)])
def test_other_sheets_are_no_tables(tmp_path: Path, names: tuple[str, ...]) -> None:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for name in names:
        sheet = book.create_sheet(name)
        sheet.append(["event", "coup"])
        sheet.append(["bets_open", 1])
    book.save(tmp_path / "book.xlsx")
    assert all("table" not in own.header for own in read_log(tmp_path / "book.xlsx").tables)


def test_a_file_of_another_shape_is_refused_with_a_way_on(tmp_path: Path) -> None:
    found = refusal(tmp_path, "Date;Table;Numéro\n09/01/2026;B1;5\n")
    assert "auditor map" in str(found.says)


def test_the_mark_of_an_encoding_decides(tmp_path: Path) -> None:
    assert events(table(tmp_path, codecs.BOM_UTF16_BE + FRENCH.encode("utf-16-be"))) == READ


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("No more bets", "no_more_bets"),
        ("Bets open", "bets_open"),
        ("Betting closed", "no_more_bets"),
        ("Bet placed", "stake"),
        ("Stake returned", "give_back"),
        ("Card dealt", "deal"),
        ("Late bet refused", "stake_refuse"),
        ("Rien ne va plus", "no_more_bets"),
    ],
)
def test_the_words_of_a_table_in_english(tmp_path: Path, word: str, kind: str) -> None:
    text = f"Time,Table,Round,Action\n2026-01-09T21:00:00,T1,1,{word}\n"
    assert events(table(tmp_path, text)) == [
        (2, f"{kind} coup=1 table=T1 time=2026-01-09T21:00:00")
    ]


def test_an_object_that_wraps_the_event_is_no_part_of_its_names(tmp_path: Path) -> None:
    own = table(tmp_path, "ts,type,data.coup,data.player\n2026-01-09 21:00,sit,1,J1\n")
    assert events(own) == [(2, "sit coup=1 player=J1 time=2026-01-09T21:00:00")]


def test_the_clock_of_a_column_is_no_part_of_its_name(tmp_path: Path) -> None:
    own = table(tmp_path, "Heure (UTC+1);Événement;Joueur\n09/01/2026 21:00;Mise;J1\n")
    assert "time=2026-01-09T21:00:00" in events(own)[0][1]


def test_a_word_and_a_number_in_one_cell_are_asked_about(tmp_path: Path) -> None:
    text = "event,coup,bet\nstake,1,Plein 4\nstake,1,Plein 17\nstake,1,red\n"
    says = str(refusal(tmp_path, text).says)
    assert "`Plein 4` is a word and a number in one cell" in says
    assert '`"bet" = " "`' in says
    mapping = 'split = { bet = " " }\n[columns]\nbet = "{bet 1}"\nnumber = "{bet 2}"\n'
    assert [text for _, text in events(table(tmp_path, text, mapping))] == [
        "stake bet=straight coup=1 number=4",
        "stake bet=straight coup=1 number=17",
        "stake bet=red coup=1",
    ]


def test_names_of_columns_and_events_that_programs_use(tmp_path: Path) -> None:
    rows = "event_ts,tbl,roundNumber,eventType,winner\n1767992712000,PB1,1,RoundResult,banker\n"
    [(row, own)] = events(table(tmp_path, rows))
    assert (row, own) == (
        2,
        "announce coup=1 table=PB1 time=2026-01-09T21:05:12+00:00 winner=banker",
    )
