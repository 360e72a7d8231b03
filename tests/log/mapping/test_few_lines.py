"""A mapping of a few lines adds to what a file says by itself."""

from pathlib import Path

import pytest

from auditor.audit import read_log
from tests.log.mapping.reading import events, read, refusal, table

DOUBTFUL = "Événement;Sabot;Carte\nCarte distribuée;1;10C\nCarte distribuée;1;7C\n"


def test_the_line_that_a_question_asks_for(tmp_path: Path) -> None:
    asked = refusal(tmp_path, DOUBTFUL)
    assert 'write `cards = "fr"` or `cards = "en"` in a mapping' in str(asked.says)
    for notation, suit in (("fr", "H"), ("en", "C")):
        got = table(tmp_path, DOUBTFUL, f'cards = "{notation}"\n')
        assert events(got) == [(2, f"deal card=10{suit} shoe=1"), (3, f"deal card=7{suit} shoe=1")]


def test_the_line_for_a_canonical_log(tmp_path: Path) -> None:
    text = "event,shoe,amount\nstake,1,1.234\n"
    text = text.replace("1.234", '"1,234"')
    assert refusal(tmp_path, text).column == "amount"
    got = table(tmp_path, text, 'decimal = ","\n')
    assert events(got) == [(2, "stake amount=1.234 shoe=1")]


def test_days_with_the_month_first(tmp_path: Path) -> None:
    text = "Date,Time,Table,Round,Action\n03/04/2026,21:05,T1,1,Bets open\n"
    assert refusal(tmp_path, text).column == "Date"
    [(_, said)] = events(table(tmp_path, text, 'dates = "mm/dd/yyyy"\n'))
    assert said == "bets_open coup=1 table=T1 time=2026-03-04T21:05:00"


def test_a_column_of_events_alone(tmp_path: Path) -> None:
    text = "Heure;Table;Coup;Code;Joueur;Montant\n2026-01-09T21:00:00;T1;1;Mise;J1;10,50\n"
    [(_, said)] = events(table(tmp_path, text, '[columns]\nevent = "{Code}"\n'))
    assert said == "stake amount=10.50 coup=1 player=J1 table=T1 time=2026-01-09T21:00:00"


def test_a_constant_beside_what_is_known(tmp_path: Path) -> None:
    text = "Heure;Coup;Événement;Joueur\n2026-01-09T21:00:00;1;Mise;J1\n"
    [(_, said)] = events(table(tmp_path, text, '[columns]\ntable = "T7"\nshoe = 2\n'))
    assert said == "stake coup=1 player=J1 shoe=2 table=T7 time=2026-01-09T21:00:00"


def test_words_that_a_mapping_explains_tell_the_column(tmp_path: Path) -> None:
    text = "Heure;Coup;Événement;Joueur;Pari\n2026-01-09T21:00:00;1;M+;J1;BQ\n"
    words = '[values.event]\n"M+" = "stake"\n[values.bet]\n"BQ" = "banker"\n'
    [(_, said)] = events(table(tmp_path, text, words))
    assert said == "stake bet=banker coup=1 player=J1 time=2026-01-09T21:00:00"


def test_what_a_mapping_says_comes_first(tmp_path: Path) -> None:
    text = "Heure;Coup;Événement;Joueur;Client\n2026-01-09T21:00:00;1;Mise;J1;C9\n"
    [(_, said)] = events(table(tmp_path, text, '[columns]\nplayer = "{Client}"\n'))
    assert said == "stake coup=1 player=C9 time=2026-01-09T21:00:00"
    [(_, said)] = events(table(tmp_path, text, '[columns]\nplayer = ""\n'))
    assert "player" not in said


def test_signs_for_an_empty_cell(tmp_path: Path) -> None:
    text = "Heure;Coup;Événement;Montant\n2026-01-09T21:00:00;1;Mise;10\n" + (
        "2026-01-09T21:00:00;1;Rien ne va plus;-\n" * 3
    )
    found = events(table(tmp_path, text, 'empty = "-"\n'))
    assert [said.split()[1] for _, said in found] == ["amount=10", *["coup=1"] * 3]


def test_a_column_that_is_not_there_is_named(tmp_path: Path) -> None:
    text = "Heure;Coup;Événement\n2026-01-09T21:00:00;1;Mise\n"
    why = refusal(tmp_path, text, '[columns]\nplayer = "{Clients}"\ncoup = "{Coup}"\n')
    assert "speaks of a column `Clients`" in str(why.says)


def test_one_line_serves_several_files(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(DOUBTFUL, encoding="utf-8")
    (tmp_path / "b.csv").write_text("shoe,event,card\n2,burn,5C\n", encoding="utf-8")
    (tmp_path / "m.toml").write_text('cards = "fr"\n', encoding="utf-8")
    reading = read_log([tmp_path / "a.csv", tmp_path / "b.csv"], mapping=tmp_path / "m.toml")
    assert [said for own in reading.tables for _, said in events(own)] == [
        "deal card=10H shoe=1",
        "deal card=7H shoe=1",
        "burn card=5H shoe=2",
    ]


@pytest.mark.parametrize("text", ["a,b\n1,2\n", ""])
def test_a_file_without_a_header_is_refused(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text, 'cards = "fr"\n').refusals


SHOES = "Sabot;Coup;Événement;Carte\n1;1;Carte distribuée;RP\n;2;Carte distribuée;9T\nTotal;2\n"


def test_an_empty_cell_has_the_value_above_it_where_a_mapping_says_so(tmp_path: Path) -> None:
    text = f"{SHOES}2;1;Carte distribuée;7C\n;2;Carte distribuée;8P\n;;;\n{SHOES.splitlines()[0]}\n"
    own = table(tmp_path, text + ";3;Carte distribuée;RC\n", 'filled_down = ["Sabot"]\n')
    assert events(own) == [
        (2, "deal card=KS coup=1 shoe=1"),
        (3, "deal card=9C coup=2 shoe=1"),
        (5, "deal card=7H coup=1 shoe=2"),
        (6, "deal card=8S coup=2 shoe=2"),
        (9, "deal card=KH coup=3 shoe=2"),
    ]
    assert [aside.row for aside in own.set_aside] == [4, 8]
    note = "An empty cell of `Sabot` has the value of the cell above it, as the mapping says."
    assert note in [*map(str, own.notes)]


def test_a_column_to_be_filled_has_to_be_there(tmp_path: Path) -> None:
    own = refusal(tmp_path, SHOES, 'filled_down = ["Sabos"]\n')
    assert "`Sabos`" in str(own.says)


ROUNDS = """Table,Round Id,Event,Number
B1,R-0007,bets_open,
B2,R-0007,spin,3
B1,R-0009,bets_open,
B1,R-0007,spin,4
B1,,table_close,
B1,-,bets_open,
B1,R-0011,spin,9
"""


def test_texts_tell_the_coups_of_a_table_apart(tmp_path: Path) -> None:
    mapping = 'same_coup = "Round Id"\nempty = "-"\n[columns]\ncoup = "{@count}"\n'
    own = table(tmp_path, ROUNDS, mapping)
    assert events(own) == [
        (2, "bets_open coup=1 table=B1"),
        (3, "spin coup=1 number=3 table=B2"),
        (4, "bets_open coup=2 table=B1"),
        (5, "spin coup=1 number=4 table=B1"),  # it is the round of the first row
        (6, "table_close table=B1"),
        (7, "bets_open table=B1"),
        (8, "spin coup=3 number=9 table=B1"),
    ]
    assert not any("Round Id" in str(note) for note in own.notes)


def test_a_column_that_tells_coups_apart_has_to_be_there(tmp_path: Path) -> None:
    says = 'same_coup = "Round"\n[columns]\ncoup = "{@count}"\ntable = "{Table}"\n'
    assert "`Round`" in str(refusal(tmp_path, ROUNDS, says).says)


def test_a_value_may_stand_in_the_name_of_the_file(tmp_path: Path) -> None:
    mapping = """
[title]
"Soir" = { cell = "@file", like = "…_*" }
[columns]
time = "{Soir} {Heure}"
"""
    text = "Heure;Table;Coup;Événement;Numéro\n21h05;B1;1;Sortie;7\n"
    [own] = read(tmp_path, text, mapping, name="boule_B1_20260109.csv").tables
    assert events(own) == [(2, "spin coup=1 number=7 table=B1 time=2026-01-09T21:05:00")]


def test_a_name_that_is_not_like_it_is_refused(tmp_path: Path) -> None:
    mapping = (
        '[title]\n"Soir" = { cell = "@file", like = "boule_*" }\n[columns]\nsession = "{Soir}"\n'
    )
    own = refusal(tmp_path, SHOES, mapping)
    assert "`log`" in str(own.says)
    assert "`boule_*`" in str(own.says)


def test_a_double_zero_is_the_number_that_the_mapping_gives_it(tmp_path: Path) -> None:
    got = table(tmp_path, "event,number\nspin,0\nspin,00\n", '[values.number]\n"00" = "37"\n')
    assert events(got) == [(2, "spin number=0"), (3, "spin number=37")]
