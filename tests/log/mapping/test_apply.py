"""A row read through a mapping: its events in order, or the reason why there are none."""

import gzip
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.audit import audit_log, read_log
from auditor.log.assemble import assemble
from auditor.log.cell import Cell
from auditor.log.event import Log
from auditor.log.table import OriginalRows, Table
from auditor.request import ruleset
from tests.log.mapping.reading import events, read, refusal, table

COUPS = """\
[columns]
session = "S"
table   = "T1"
shoe    = 1
coup    = "{Coup}"

[[events]]
event = "stake"
bet = "banker"
player = "{Joueur}"
amount = "{Mise}"

[[events]]
repeat = "1..2"
events = [
    { event = "deal", to = "player", card = "{P<n>}" },
    { event = "deal", to = "banker", card = "{B<n>}" },
]

[[events]]
event = "announce"
winner = "{Gagnant}"
"""


def logged(own: Table) -> Log:
    return assemble([own], ruleset("punto-banco").vocabulary, ())


def test_one_row_is_several_events_in_the_order_of_the_mapping(tmp_path: Path) -> None:
    log = "Coup;Joueur;Mise;P1;P2;B1;B2;Gagnant\n1;J1;5;RP;2C;9T;;Banque\n"
    got = table(tmp_path, log, COUPS)
    place = "coup=1"
    rest = "session=S shoe=1 table=T1"
    assert events(got) == [
        (2, f"stake amount=5 bet=banker {place} player=J1 {rest}"),
        (2, f"deal card=KS {place} {rest} to=player"),
        (2, f"deal card=9C {place} {rest} to=banker"),
        (2, f"deal card=2H {place} {rest} to=player"),
        (2, f"announce {place} {rest} winner=banker"),
    ]
    assert got.source == OriginalRows(
        ("Coup", "Joueur", "Mise", "P1", "P2", "B1", "B2", "Gagnant"),
        {2: ("1", "J1", "5", "RP", "2C", "9T", "", "Banque")},
    )


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
    [ledger] = own.inputs
    assert (ledger.rows_read, ledger.rows_evaluated, ledger.rows_set_aside) == (2, 1, 1)
    assert {event.row.number for event in own.events if event.doubtful} == {2}
    assert sum(event.row.number == 2 for event in own.events) == 3


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("3;;;;;;;", "no event comes of the row: none of the cells is filled that would make one"),
        ("Total;;10,00;;;;;", "a total stands in the row, and no event"),
        ("Sous-total de la table;;10,00;;;;;", "a total stands in the row, and no event"),
        ("Coup;Joueur;Mise;P1;P2;B1;B2;Gagnant", "the header stands here again"),
        ("3;J1", "The row has 2 fields where the header has 8."),
        ("3;J1;5;;;;;;x", "The row has 9 fields where the header has 8."),
    ],
)
def test_a_row_without_events_is_set_aside_with_its_reason(
    tmp_path: Path, row: str, reason: str
) -> None:
    got = table(tmp_path, f"Coup;Joueur;Mise;P1;P2;B1;B2;Gagnant\n1;J1;5;;;;;\n{row}\n", COUPS)
    [aside] = got.set_aside
    assert (aside.row, str(aside.reason)) == (3, reason)
    assert got.rows_read == 2


def test_blank_rows_are_no_rows(tmp_path: Path) -> None:
    got = table(tmp_path, "Coup;Joueur;Mise;P1;P2;B1;B2;Gagnant\n;;;;;;;\n\n1;J1;5;;;;;\n", COUPS)
    assert got.rows_read == 1
    assert got.rows[0][0] == 4


def simple(columns: str = "", more: str = "") -> str:
    return f'{more}\n[columns]\nevent = "{{Quoi}}"\n{columns}\n'


def test_values_may_be_renamed_and_emptied(tmp_path: Path) -> None:
    told = simple(
        'amount = "{Combien}"\nform = "{Sous}"',
        'empty = ["-"]',
    ) + ('[values.event]\n"M" = "stake"\n[values.form]\n"J" = "chip"\n"?" = ""\n"" = "plaque"\n')
    got = table(tmp_path, "Quoi;Combien;Sous\nM;5;J\nm;-;?\nstake;6;\n", told)
    assert events(got) == [
        (2, "stake amount=5 form=chip"),
        (3, "stake"),
        (4, "stake amount=6 form=plaque"),
    ]


def test_a_kind_of_which_the_mapping_says_nothing_is_no_event(tmp_path: Path) -> None:
    """A program's own word for something that no rule looks at leaves its coup in no doubt."""
    told = simple('amount = "{Combien}"', 'empty = ["-"]') + '[values.event]\n"tour ouvert" = ""\n'
    got = table(tmp_path, "Quoi;Combien\nTour ouvert;\nMise;5\nautre;6\n-;7\n", told)
    assert events(got) == [(3, "stake amount=5"), (4, "autre amount=6"), (5, " amount=7")]
    assert [(own.row, own.no_event) for own in got.set_aside] == [(2, True)]


def test_words_of_the_vocabulary_need_no_renaming(tmp_path: Path) -> None:
    got = table(tmp_path, "Quoi;Sur\nMise;Banque\nRien ne va plus;\n", simple('bet = "{Sur}"'))
    assert events(got) == [(2, "stake bet=banker"), (3, "no_more_bets")]


@pytest.mark.parametrize(
    ("when", "rows"),
    [
        ('"Nul"', [2, 3, 5]),
        ('{ column = "Nul", filled = false }', [4]),
        ('{ column = "Nul", is = "oui" }', [2, 3]),
        ('{ column = "Nul", is = ["non", "0,00"] }', [5]),
        ('{ column = "Nul", is_not = "oui" }', [5]),
        ('["Nul", { column = "Coup", is_not = "1" }]', [3, 5]),
    ],
)
def test_conditions(tmp_path: Path, when: str, rows: list[int]) -> None:
    told = f'[columns]\ncoup = "{{Coup}}"\n[[events]]\nevent = "cancel"\nwhen = {when}\n'
    got = table(tmp_path, "Coup;Nul\n1;OUI\n2;oui\n3;\n4;0\n", told)
    assert [number for number, _ in got.rows] == rows
    assert got.rows_read == 4


def test_an_event_without_a_condition_happens_where_a_cell_of_its_own_is_filled(
    tmp_path: Path,
) -> None:
    told = """
[[events]]
event = "stake"
player = "{Joueur}"
amount = "{Mise}"
[[events]]
event = "pay"
player = "{Joueur}"
amount = "{Gain}"
"""
    got = table(tmp_path, "Joueur;Mise;Gain\nJ1;5;\nJ1;;5\nJ1;;\n", told)
    assert events(got) == [(2, "stake amount=5 player=J1"), (3, "pay amount=5 player=J1")]
    assert [aside.row for aside in got.set_aside] == [4]


def test_repetitions_go_up_or_down(tmp_path: Path) -> None:
    told = """
[[events]]
repeat = "2..1"
event = "pay"
seat = "<n>"
amount = "{Gain <n>}"
"""
    got = table(tmp_path, "Gain 1;Gain 2\n5;10\n", told)
    assert events(got) == [(2, "pay amount=10 seat=2"), (2, "pay amount=5 seat=1")]


BETS = """
[split]
"Bets" = ";"
[[events]]
event = "stake"
bet = "banker"
amount = "{Bets:banker}"
[[events]]
event = "stake"
bet = "tie"
amount = "{Bets:tie}"
"""


def test_a_cell_of_values_with_names_is_taken_apart(tmp_path: Path) -> None:
    rows = "tie:5;banker:10\nBanker = 20\nbanker:1;banker:2\nbanker:1;dragon:2\n7;tie:5\n\n"
    got = table(tmp_path, f"Bets|N\n{rows.replace(chr(10), '|1' + chr(10))}", BETS)
    assert events(got) == [
        (2, "stake amount=10 bet=banker"),
        (2, "stake amount=5 bet=tie"),
        (3, "stake amount=20 bet=banker"),
    ]
    assert [(own.row, str(own.reason).partition(":")[0]) for own in got.set_aside] == [
        (4, "2 values `banker` stand in the cell, and nothing tells which counts"),
        (5, "a value `dragon` stands in the cell, and the mapping has no use for it"),
        (6, "a value without a name stands in the cell"),
        (7, "no event comes of the row"),
    ]


@pytest.mark.parametrize("cell", ['{"banker": 10, "tie": 5}', "{'banker': 10, 'tie': 5}"])
def test_the_object_of_a_program_is_taken_apart(tmp_path: Path, cell: str) -> None:
    quoted = cell.replace('"', '""')
    got = table(tmp_path, f'Bets,N\n"{quoted}",1\n', BETS.replace('";"', '","'))
    assert events(got) == [
        (2, "stake amount=10 bet=banker"),
        (2, "stake amount=5 bet=tie"),
    ]


def test_an_event_happens_where_the_column_of_its_kind_is_filled(tmp_path: Path) -> None:
    told = """
[[events]]
event = "{type}"
player = "{player}"
amount = "{amount}"
when = { column = "type", is_not = "settled" }
[[events]]
event = "pay"
player = "{player}"
amount = "{net}"
when = [{ column = "type", is = "settled" }, "{net} > 0"]
"""
    log = "type,player,amount,net\nbets_open,,,\nstake,J1,5,\nsettled,J1,5,10\n"
    assert events(table(tmp_path, log, told)) == [
        (2, "bets_open"),
        (3, "stake amount=5 player=J1"),
        (4, "pay amount=10 player=J1"),
    ]


def test_a_cell_of_several_values_is_taken_apart(tmp_path: Path) -> None:
    told = """
[split]
"Cartes" = "-"
[[events]]
repeat = "1..3"
event = "deal"
to = "player"
card = "{Cartes <n>}"
"""
    got = table(tmp_path, "Cartes\nRP - 10C\nVT\n2P-3P-4P-5P\n", told)
    assert events(got) == [
        (2, "deal card=KS to=player"),
        (2, "deal card=10H to=player"),
        (3, "deal card=JC to=player"),
    ]
    [aside] = got.set_aside
    assert (aside.row, aside.column, aside.value) == (4, "Cartes", "2P-3P-4P-5P")
    assert str(aside.reason) == "4 values stand in the cell, and the mapping has a use for 3"


def test_a_header_in_two_rows_below_a_title(tmp_path: Path) -> None:
    log = "Relevé du 09/01/2026;;;;\n\nQuoi;Point;;Mise;\n;Joueur;Banque;;\nAnnonce;3;5;;\n"
    told = """
[title]
"Soir" = { cell = "A1", like = "Relevé du *" }
[columns]
event = "{Quoi}"
session = "{Soir}"
player_score = "{Point Joueur}"
banker_score = "{Point Banque}"
"""
    got = table(tmp_path, log, told)
    assert events(got) == [(5, "announce banker_score=5 player_score=3 session=2026-01-09")]
    assert got.header_row == 4
    assert "Not read: row 1, above the header." in map(str, got.notes)


def test_a_title_that_is_not_like_it_is_refused(tmp_path: Path) -> None:
    told = '[title]\nS = { cell = "A1", like = "Soir *" }\n' + simple('session = "{S}"')
    found = refusal(tmp_path, "Relevé\nQuoi\nMise\n", told)
    assert found.row == 1
    assert str(found.says) == (
        "The mapping takes `S` from cell A1, which holds `Relevé` and is not like `Soir *`."
    )


def test_columns_without_header_go_by_their_letters(tmp_path: Path) -> None:
    told = 'header = "none"\n[columns]\nevent = "{A}"\nnumber = "{C}"\n'
    got = table(tmp_path, "spin,x,5\nspin,x,7\n", told)
    assert events(got) == [(1, "spin number=5"), (2, "spin number=7")]
    assert got.rows_read == 2


def test_a_column_of_a_name_that_stands_twice(tmp_path: Path) -> None:
    got = table(tmp_path, "Quoi;Carte;Carte\ndeal;RP;VT\n", simple('card = "{Carte (2)}"'))
    assert events(got) == [(2, "deal card=JC")]


def test_a_missing_column_is_refused_with_the_nearest(tmp_path: Path) -> None:
    told = simple('amount = "{Montant}"\ncoup = "{X}"')
    assert events(table(tmp_path, "Quoi;Montants;X\nstake;5;\n", told)) == [(2, "stake amount=5")]
    found = refusal(tmp_path, "Quoi;Motant;X\nstake;5;\n", told)
    assert str(found.says) == "The mapping speaks of a column `Montant`: is `Motant` meant?"


def test_rows_are_counted_at_each_table_in_each_session(tmp_path: Path) -> None:
    told = """
[columns]
session = "{Date}"
table = "{Table}"
coup = "{@count}"
[[events]]
event = "spin"
number = "{N}"
"""
    log = "Date;Table;N\n09/01/2026;B1;5\n09/01/2026;B2;6\n09/01/2026;B1;7\n10/01/2026;B1;8\n"
    assert [said for _, said in events(table(tmp_path, log, told))] == [
        "spin coup=1 number=5 session=2026-01-09 table=B1",
        "spin coup=1 number=6 session=2026-01-09 table=B2",
        "spin coup=2 number=7 session=2026-01-09 table=B1",
        "spin coup=1 number=8 session=2026-01-10 table=B1",
    ]


def test_days_hours_and_offsets(tmp_path: Path) -> None:
    told = """
timezone = "Europe/Paris"
day_begins = "12:00"
[columns]
event = "{Quoi}"
time = "{Date} {Heure}"
session = "{@day}"
"""
    log = "Quoi;Date;Heure\nspin;24/10/2026;23h50\nspin;24/10/2026;02h50\nspin;24/10/2026;02h10\n"
    assert [said for _, said in events(table(tmp_path, log, told))] == [
        "spin session=2026-10-24 time=2026-10-24T23:50:00+02:00",
        "spin session=2026-10-24 time=2026-10-25T02:50:00+02:00",
        "spin session=2026-10-24 time=2026-10-25T02:10:00+01:00",
    ]


def test_an_hour_of_which_nothing_tells_the_offset_leaves_the_file_without(tmp_path: Path) -> None:
    told = 'timezone = "Europe/Paris"\n' + simple('time = "{Heure}"')
    log = "Quoi;Heure\nspin;2026-10-25 02:10\nspin;2026-10-25 04:00\n"
    got = table(tmp_path, log, told)
    assert events(got)[0] == (2, "spin time=2026-10-25T02:10:00")
    assert any("shows an hour twice" in str(note) for note in got.notes)


def test_the_names_of_the_file_and_constants(tmp_path: Path) -> None:
    got = table(tmp_path, "Quoi\nspin\n", simple('table = "{@file}"\ncasino = "Casino {{A}}"'))
    assert events(got) == [(2, "spin casino=Casino {A} table=log")]
    found = refusal(tmp_path, "Quoi\nspin\n", simple('table = "{@sheet}"'))
    assert str(found.says) == "The mapping asks for `{@sheet}`, and the file has no sheets."


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


def test_files_that_a_mapping_is_not_for_are_read_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "coups.csv").write_text("Coup;Joueur;Mise;P1;P2;B1;B2;Gagnant\n1;J1;5;;;;;\n")
    (tmp_path / "house.csv").write_text("event,session\nhouse_open,S\n")
    (tmp_path / "coups.toml").write_text(COUPS)
    reading = read_log(tmp_path, mapping=tmp_path / "coups.toml")
    assert not reading.refusals
    assert [own.file for own in reading.tables] == ["coups.csv", "house.csv"]


CELLS = st.sampled_from(
    ["", "1", "RP", "10C", "x", "Total", "-5", "Banque", "1,5", "09/01/2026", "=1+1"]
)


@settings(max_examples=60, deadline=None)
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
    [ledger] = own.inputs
    assert ledger.rows_read == 1 + sum(any(cells) for cells in rows)
    assert ledger.rows_read == ledger.rows_evaluated + ledger.rows_set_aside
    assert len({aside.row.number for aside in own.set_aside}) == ledger.rows_set_aside
    assert len(own.set_aside) == ledger.rows_set_aside
    assert len({event.row.number for event in own.events if not event.doubtful}) == (
        ledger.rows_evaluated
    )
    assert all(str(aside.reason) for aside in own.set_aside)


# ---- names that mean two places -----------------------------------------------------------------
TWO_CARDS = "Coup;P;P;Gagnant\n1;9H-5C;8D;P\n"
SPLIT = 'delimiter = ";"\n[split]\n"P" = "-"\n[columns]\ncoup = "{Coup}"\n'


def test_a_value_of_a_cell_and_a_column_of_its_name_are_refused(tmp_path: Path) -> None:
    dealt = '[[events]]\nevent = "deal"\ncard = "{P 2}"\nto = "player"\n'
    why = refusal(tmp_path, TWO_CARDS, SPLIT + dealt)
    assert str(why.says).startswith(
        "The mapping speaks of `P 2`, which is value 2 in the cells of column `P` (B), "
        "and column `P (2)` (C)"
    )
    assert why.row == 1


def test_each_of_the_two_has_a_name_of_its_own(tmp_path: Path) -> None:
    dealt = "".join(
        f'[[events]]\nevent = "deal"\ncard = "{{{name}}}"\nto = "player"\n'
        for name in ("P #1", "P #2", "P (2)")
    )
    assert [said for _, said in events(table(tmp_path, TWO_CARDS, SPLIT + dealt))] == [
        "deal card=9H coup=1 to=player",
        "deal card=5C coup=1 to=player",
        "deal card=8D coup=1 to=player",
    ]


def test_a_title_and_a_column_of_its_name_are_refused(tmp_path: Path) -> None:
    text = "Table;B1;;\nDate;Table;Numéro;\n2026-01-09;B2;7;\n"
    mapping = (
        'delimiter = ";"\n[title]\n"Table" = { cell = "B1" }\n[columns]\ntable = "{Table}"\n'
        '[[events]]\nevent = "spin"\nnumber = "{Numéro}"\n'
    )
    why = refusal(tmp_path, text, mapping)
    assert "`Table`, which is cell B1 of [title], and column `Table` (B)" in str(why.says)


# ---- coups that the file does not number --------------------------------------------------------
SIDE_BY_SIDE = (
    '[columns]\ntable = "{Table}"\n[[events]]\nrepeat = "1..3"\n'
    'events = [{ event = "spin", coup = "{@count}", number = "{N<n>}" }]\n'
    '[[events]]\nrepeat = "1..3"\n'
    'events = [{ event = "pay", coup = "{@count}", amount = "{G<n>}" }]\n'
)


def test_all_the_events_of_one_coup_have_one_number(tmp_path: Path) -> None:
    text = "Table,N1,N2,N3,G1,G2,G3\nB1,5,7,3,,20,30\nB1,2,,8,,,40\n"
    assert [said for _, said in events(table(tmp_path, text, SIDE_BY_SIDE))] == [
        "spin coup=1 number=5 table=B1",
        "spin coup=2 number=7 table=B1",
        "spin coup=3 number=3 table=B1",
        "pay amount=20 coup=2 table=B1",
        "pay amount=30 coup=3 table=B1",
        "spin coup=4 number=2 table=B1",
        "spin coup=5 number=8 table=B1",
        "pay amount=40 coup=5 table=B1",
    ]


def test_a_row_is_a_coup_wherever_it_is_counted(tmp_path: Path) -> None:
    text = "Table,N,G\nB1,5,\nB1,7,20\n"
    spun = '[[events]]\nevent = "spin"\nnumber = "{N}"\n'
    paid = '[[events]]\nevent = "pay"\namount = "{G}"\n'
    above = f'[columns]\ntable = "{{Table}}"\ncoup = "{{@count}}"\n{spun}{paid}'
    within = (
        f'[columns]\ntable = "{{Table}}"\n{spun}coup = "{{@count}}"\n{paid}coup = "{{@count}}"\n'
    )
    assert events(table(tmp_path, text, above)) == events(table(tmp_path, text, within))


def test_rows_of_one_event_each_are_not_counted_as_coups(tmp_path: Path) -> None:
    text = "Geste;Somme\nMise;10\nCarte;\nGain;10\nMise;20\nCarte;\nPerte;20\n"
    mapping = '[columns]\ncoup = "{@count}"\n' + "".join(
        f'[[events]]\nevent = "{kind}"\nwhen = {{ column = "Geste", is = "{word}" }}\n'
        for kind, word in (
            ("stake", "Mise"),
            ("deal", "Carte"),
            ("pay", "Gain"),
            ("collect", "Perte"),
        )
    )
    assert "so a row is no coup" in str(refusal(tmp_path, text, mapping).says)


# ---- what each row of a coup repeats ------------------------------------------------------------
BY_PLAYER = """\
[columns]
session = "S"
table = "{Table}"
coup = "{Coup}"
[[events]]
event = "stake"
player = "{Joueur}"
bet = "player"
amount = "{Mise}"
[[events]]
once = "coup"
events = [
    { event = "deal", to = "player", card = "{J}" },
    { event = "deal", to = "banker", card = "{B}" },
    { event = "announce", winner = "{Gagnant}" },
]
"""
PLAYERS = "Table,Coup,Joueur,Mise,J,B,Gagnant\nT1,1,J1,10,9H,5C,player\n"


def test_cards_that_each_row_of_a_coup_repeats_are_dealt_once(tmp_path: Path) -> None:
    text = PLAYERS + "T1,1,J2,20,9H,5C,player\nT2,1,J3,30,9H,5C,player\nT1,2,J1,10,9H,5C,player\n"
    made = [(row, said.split()[0]) for row, said in events(table(tmp_path, text, BY_PLAYER))]
    whole = ["stake", "deal", "deal", "announce"]
    assert made == [
        *((2, kind) for kind in whole),
        (3, "stake"),
        *((4, kind) for kind in whole),
        *((5, kind) for kind in whole),
    ]


def test_a_row_that_tells_its_coup_otherwise_is_set_aside(tmp_path: Path) -> None:
    got = table(tmp_path, PLAYERS + "T1,1,J2,20,9H,6C,player\n", BY_PLAYER)
    assert [(own.row, str(own.reason)) for own in got.set_aside] == [
        (3, "the row says otherwise of the same coup than row 2")
    ]


def test_a_row_that_only_repeats_is_counted(tmp_path: Path) -> None:
    got = table(tmp_path, PLAYERS + "T1,1,,,9H,5C,player\n", BY_PLAYER)
    assert [(own.row, own.no_event, str(own.reason)) for own in got.set_aside] == [
        (3, True, "the row says nothing that row 2 of the same coup does not say")
    ]
    assert got.rows_read == 2


def test_what_a_later_row_adds_is_kept(tmp_path: Path) -> None:
    text = "Table,Coup,Joueur,Mise,J,B,Gagnant\nT1,1,J1,10,,,\nT1,1,J2,20,9H,5C,player\n"
    made = [(row, said.split()[0]) for row, said in events(table(tmp_path, text, BY_PLAYER))]
    assert made == [(2, "stake"), (3, "stake"), (3, "deal"), (3, "deal"), (3, "announce")]


def test_an_event_once_a_file(tmp_path: Path) -> None:
    mapping = (
        '[columns]\ntable = "{Table}"\n[[events]]\nevent = "table_open"\nonce = "file"\n'
        'minimum = "{Mini}"\n[[events]]\nevent = "spin"\nnumber = "{N}"\n'
    )
    text = "Table,Mini,N\nB1,5,3\nB1,5,4\n"
    assert [said for _, said in events(table(tmp_path, text, mapping))] == [
        "table_open minimum=5 table=B1",
        "spin number=3 table=B1",
        "spin number=4 table=B1",
    ]
