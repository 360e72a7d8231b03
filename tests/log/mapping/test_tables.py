"""Several tables, each read by a mapping of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from openpyxl import Workbook

from auditor.audit import Reading, audit_log, read_log
from auditor.log.convert.lexicon import lexicon
from auditor.log.mapping.file import Mapping, mappings_of
from tests.log.mapping.reading import events

ROUNDS = "Table;Sabot;Coup;Gagnant\nPB1;1;1;Banque\nPB1;1;2;Joueur\n"
BETS = "Table;Sabot;Coup;Joueur;Mise\nPB1;1;1;J1;10\nPB1;1;2;J1;20\n"
PLACE = '[columns]\ntable = "{Table}"\nshoe = "{Sabot}"\ncoup = "{Coup}"\n'
OF_ROUNDS = PLACE + '[[events]]\nevent = "announce"\nwinner = "{Gagnant}"\n'
OF_BETS = PLACE + '[[events]]\nevent = "stake"\nplayer = "{Joueur}"\namount = "{Mise}"\n'
TOGETHER = (
    'delimiter = ";"\n'
    + PLACE
    + '[[tables]]\nfile = "*mises*"\n[[tables.events]]\nevent = "stake"\nplayer = "{Joueur}"\n'
    + 'amount = "{Mise}"\n[[tables]]\nfile = ["donnes*", "coups*"]\ncolumns = { casino = "C" }\n'
    + '[[tables.events]]\nevent = "announce"\nwinner = "{Gagnant}"\n'
)


def read(folder: Path, files: dict[str, str], **mappings: str) -> Reading:
    """The reading of files by mappings, each `one` in its file `one.toml`."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    for name, text in mappings.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    told = [folder / f"{name}.toml" for name in mappings]
    return read_log([folder / name for name in files], mapping=told)


def said(reading: Reading) -> dict[str, list[str]]:
    """The events of each file."""
    assert not reading.refusals, reading.refusals
    return {own.file: [f"{row} {text}" for row, text in events(own)] for own in reading.tables}


FILES = {"donnes.csv": ROUNDS, "mises.csv": BETS}
EVENTS = {
    "donnes.csv": [
        "2 announce coup=1 shoe=1 table=PB1 winner=banker",
        "3 announce coup=2 shoe=1 table=PB1 winner=player",
    ],
    "mises.csv": [
        "2 stake amount=10 coup=1 player=J1 shoe=1 table=PB1",
        "3 stake amount=20 coup=2 player=J1 shoe=1 table=PB1",
    ],
}


def test_each_mapping_is_for_the_files_that_have_its_columns(tmp_path: Path) -> None:
    assert said(read(tmp_path, FILES, rounds=OF_ROUNDS, bets=OF_BETS)) == EVENTS
    assert said(read(tmp_path, FILES, bets=OF_BETS, rounds=OF_ROUNDS)) == EVENTS


def test_one_file_of_mappings_has_one_for_each_table_and_what_all_share(tmp_path: Path) -> None:
    found = said(read(tmp_path, FILES, evening=TOGETHER))
    assert found["mises.csv"] == EVENTS["mises.csv"]
    told = [text.replace("announce ", "announce casino=C ") for text in EVENTS["donnes.csv"]]
    assert found["donnes.csv"] == told


def test_sheets_of_a_workbook_are_read_each_by_its_mapping(tmp_path: Path) -> None:
    book = Workbook()
    for name, text in (("Donnes 9", ROUNDS), ("Mises 9", BETS), ("Divers", "Coup;event\n1;deal\n")):
        sheet = book.create_sheet(name)
        for line in text.splitlines():
            sheet.append(line.split(";"))
    book.remove(book.worksheets[0])
    book.save(tmp_path / "soir.xlsx")
    for name, text in {"rounds": OF_ROUNDS, "bets": OF_BETS}.items():
        pattern = {"rounds": "donnes *", "bets": "mises *"}[name]
        (tmp_path / f"{name}.toml").write_text(f'sheets = ["{pattern}"]\n{text}', encoding="utf-8")
    told = [tmp_path / "rounds.toml", tmp_path / "bets.toml"]
    tables = read_log(tmp_path / "soir.xlsx", mapping=told).tables
    assert [own.sheet for own in tables] == ["Donnes 9", "Mises 9"]
    assert [[f"{row} {text}" for row, text in events(own)] for own in tables] == [*EVENTS.values()]


def test_a_mapping_that_fits_no_file_is_refused_by_its_name(tmp_path: Path) -> None:
    other = OF_BETS.replace("{Mise}", "{Enjeu}").replace("{Joueur}", "{Client}")
    [refused] = read(tmp_path, {"donnes.csv": ROUNDS}, rounds=OF_ROUNDS, other=other).refusals
    assert (refused.file, refused.says.code) == ("other.toml", "mapped.fits_none")
    named = OF_ROUNDS.replace("[columns]", 'file = "*.tsv"\n[columns]', 1)
    [refused] = read(tmp_path, {"donnes.csv": ROUNDS}, rounds=OF_ROUNDS, named=named).refusals
    assert refused.file == "named.toml"


def test_two_mappings_that_fit_one_file_are_refused_until_one_names_it(tmp_path: Path) -> None:
    only = {"donnes.csv": ROUNDS}
    [refused] = read(tmp_path, only, one=OF_ROUNDS, two=OF_ROUNDS).refusals
    assert refused.file == "donnes.csv"
    assert "`one.toml`, `two.toml`" in str(refused.says)
    two = {**only, "coups.csv": ROUNDS.replace("Banque", "Égalité")}
    named = 'file = "coups*"\n' + OF_ROUNDS.replace('"{Gagnant}"', '"tie"')
    found = said(read(tmp_path, two, one=OF_ROUNDS, two=named))
    assert found["donnes.csv"] == EVENTS["donnes.csv"]
    assert found["coups.csv"][1] == "3 announce coup=2 shoe=1 table=PB1 winner=tie"


def test_a_column_that_no_file_of_its_mapping_has_is_refused(tmp_path: Path) -> None:
    lacking = OF_BETS.replace("[columns]", '[columns]\nseat = "{Place}"')
    [refused] = read(tmp_path, FILES, rounds=OF_ROUNDS, bets=lacking).refusals
    assert refused.file == "mises.csv"
    assert "`Place`" in str(refused.says)


def test_mappings_in_memory_are_as_those_in_files(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    parts = [mappings_of(text, "m", lexicon()) for text in (OF_ROUNDS, OF_BETS)]
    told = [Mapping(f"{at}.toml", "0" * 64, own) for at, own in enumerate(parts)]
    reading = read_log([tmp_path / name for name in FILES], mapping=told)
    assert said(reading) == EVENTS
    run = audit_log(reading, rules="punto-banco").report.run
    assert run.parameters["mapping"] == f"0.toml ({'0' * 64}), 1.toml ({'0' * 64})"


def test_what_every_mapping_records_is_recorded(tmp_path: Path) -> None:
    one, two = ('records = ["announce"]\n' + OF_ROUNDS, 'records = ["stake", "pay"]\n' + OF_BETS)
    run = audit_log(read(tmp_path, FILES, rounds=one, bets=two), rules="punto-banco").report.run
    assert run.parameters["records_by_mapping"] == ["announce", "pay", "stake"]


# ---- put together by coups ----------------------------------------------------------------------
DEALT = """\
Heure;Ref;Sabot;P1;P2;P3;B1;B2;B3;Gagnant
2026-01-09 21:00:00;R-9;s-71;KS;QH;5H;3S;QS;7C;Joueur
2026-01-09 21:01:00;R-4;s-71;6H;8D;7D;5S;2D;;Banque
2026-01-09 21:02:00;R-7;s-70;6C;3C;;KC;AD;;Joueur
"""
STAKED = """\
Ref;Client;Pari;Mise;Gain
R-9;J1;Joueur;20;20
R-9;J2;Banque;10;
R-4;J1;Banque;20;20
R-7;J2;Joueur;40;80
"""
SHARED = """\
same_coup = "Ref"
records = ["stake", "deal", "announce", "pay", "commission"]
[columns]
casino = "C"
season = "2026"
table = "T1"
"""
OF_DEALT = (
    SHARED.replace("[columns]", 'same_shoe = "Sabot"\n[columns]\ntime = "{Heure}"')
    + 'session = "{@day}"\n[[events]]\nrank = 2\nevents = [\n'
    + "".join(
        f'{{ event = "deal", to = "{to}", card = "{{{name}{card}}}" }},\n'
        for card in (1, 2, 3)
        for to, name in (("player", "P"), ("banker", "B"))
    )
    + ']\n[[events]]\nrank = 3\nevent = "announce"\nwinner = "{Gagnant}"\n'
)
OF_STAKED = (
    SHARED
    + "".join(f'{name} = "{{@coup}}"\n' for name in ("time", "session", "shoe"))
    + '[[events]]\nrank = 1\nevent = "stake"\nplayer = "{Client}"\nbet = "{Pari}"\n'
    + 'amount = "{Mise}"\nwhen = "Mise"\n[[events]]\nrank = 4\nevent = "pay"\n'
    + 'player = "{Client}"\nbet = "{Pari}"\namount = "{Gain}"\nwhen = "Gain"\n'
)
TWO = {"donnes.csv": DEALT, "mises.csv": STAKED}


def test_texts_for_shoes_and_coups_are_numbered_through_all_tables(tmp_path: Path) -> None:
    reading = read(tmp_path, TWO, dealt=OF_DEALT, staked=OF_STAKED)
    for own in reading.tables:
        told = [dict(zip(own.header, cells, strict=True)) for _, cells in own.rows]
        coups = [(said["shoe"], said["coup"], said["session"], said["time"]) for said in told]
        assert list(dict.fromkeys(coups)) == [
            ("1", "1", "2026-01-09", "2026-01-09T21:00:00"),
            ("1", "2", "2026-01-09", "2026-01-09T21:01:00"),
            ("2", "1", "2026-01-09", "2026-01-09T21:02:00"),
        ]


@pytest.mark.parametrize("engine", ["columns", "reference"])
def test_stakes_in_one_table_are_judged_by_the_cards_in_another(
    tmp_path: Path, engine: Literal["columns", "reference"]
) -> None:
    # Banco is paid 19 of 20 after a commission of 5 %, and Punto even: 20 of 20, 80 of 40.
    reading = read(tmp_path, TWO, dealt=OF_DEALT, staked=OF_STAKED)
    report = audit_log(reading, rules="punto-banco", engine=engine).report
    firsts = [(own.rule.rpartition("/")[2], own.rows[0]) for own in report.findings]
    assert {(rule, first.file, first.row) for rule, first in firsts} == {
        ("banker-bet-paid", "mises.csv", 4),
        ("player-bet-paid", "mises.csv", 5),
    }


def test_a_stake_of_a_coup_that_no_table_has_is_set_aside_and_accuses_nobody(
    tmp_path: Path,
) -> None:
    files = {**TWO, "mises.csv": STAKED + "R-8;J3;Banque;50;500\n"}
    reading = read(tmp_path, files, dealt=OF_DEALT, staked=OF_STAKED)
    [_, staked] = reading.tables
    assert [(own.row, own.reason.code) for own in staked.set_aside] == [(6, "row.no_such_coup")]
    assert staked.rows_read == 5
    report = audit_log(reading, rules="punto-banco").report
    assert {own.rows[0].row for own in report.findings if own.rows[0].file == "mises.csv"} <= {4, 5}


def test_events_of_a_row_that_cannot_be_read_are_in_doubt_where_their_ranks_are(
    tmp_path: Path,
) -> None:
    # The stake of J2 cannot be read: his payment, of a rank behind the cards, is in doubt there.
    files = {**TWO, "mises.csv": STAKED.replace("J2;Joueur;40", "J2;Joueur;4O")}
    reading = read(tmp_path, files, dealt=OF_DEALT, staked=OF_STAKED)
    report = audit_log(reading, rules="punto-banco").report
    found = {own.rule.rpartition("/")[2] for own in report.findings}
    assert found == {"banker-bet-paid"}
    assert sum(own.rows_set_aside for own in report.inputs) == 1


# ---- a hand a row -------------------------------------------------------------------------------
HANDS = """\
Heure;Coup;Place;Joueur;Mise;Carte;Croupier;Payé;Perdu
2026-01-09 21:00:00;1;1;J1;10;KS;9C;10;
2026-01-09 21:00:00;1;3;J2;20;7D;9C;;20
2026-01-09 21:02:00;2;3;J2;30;QS;3C;25;
2026-01-09 21:02:00;2;1;J1;10;2S;3C;;10
"""
OF_HANDS = """\
records = ["stake", "deal", "pay", "collect"]
[columns]
time = "{Heure}"
casino = "C"
season = "2026"
session = "{@day}"
table = "BA1"
shoe = 1
coup = "{Coup}"
[[events]]
rank = 1
event = "stake"
seat = "{Place}"
player = "{Joueur}"
bet = "main"
amount = "{Mise}"
[[events]]
rank = 2
events = [{ event = "deal", to = "player", seat = "{Place}", card = "{Carte}" }]
[[events]]
rank = 3
once = "coup"
events = [{ event = "deal", to = "dealer", card = "{Croupier}" }]
[[events]]
rank = 4
event = "pay"
seat = "{Place}"
player = "{Joueur}"
bet = "main"
amount = "{Payé}"
when = "Payé"
[[events]]
rank = 4
event = "collect"
seat = "{Place}"
player = "{Joueur}"
bet = "main"
amount = "{Perdu}"
when = "Perdu"
"""


@pytest.mark.parametrize("engine", ["columns", "reference"])
def test_hands_of_a_coup_are_dealt_before_the_croupiers_card_which_each_row_repeats(
    tmp_path: Path, engine: Literal["columns", "reference"]
) -> None:
    # J2 wins 30 in the second coup and is paid 25.  That his row stands above that of seat 1 does
    # not say that his card was dealt first.
    reading = read(tmp_path, {"mains.csv": HANDS}, hands=OF_HANDS)
    report = audit_log(reading, rules="bataille", engine=engine).report
    firsts = [(own.rule.rpartition("/")[2], own.rows[0].row) for own in report.findings]
    assert firsts == [("winner-paid-one-to-one", 4)]
    [paid] = (own for own in report.rules if own.rule.endswith("/winner-paid-one-to-one"))
    assert (paid.compliant, paid.violations, paid.not_verifiable) == (1, 1, 0)


def test_a_row_that_says_otherwise_of_its_coup_is_set_aside(tmp_path: Path) -> None:
    other = HANDS.replace("7D;9C", "7D;8C")
    [own] = read(tmp_path, {"mains.csv": other}, hands=OF_HANDS).tables
    assert [(row.row, row.reason.code) for row in own.set_aside] == [(3, "row.told_otherwise")]
