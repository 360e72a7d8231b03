"""Days on which nothing was played: files that hold a header and nothing else."""

from pathlib import Path

from auditor import audit_log, read_log

HEADER = "time,casino,session,table,coup,event,player,bet,number,amount,form\n"
ROW = "2026-01-09T21:00:00,Nord,1,B1,1,bets_open,,,,,\n"


def test_the_files_of_two_closed_days_are_the_same(tmp_path: Path) -> None:
    for day, text in (("1", HEADER), ("2", HEADER + ROW), ("3", HEADER), ("4", HEADER)):
        (tmp_path / f"{day}.csv").write_text(text, encoding="utf-8")
    reading = read_log(tmp_path)
    assert not reading.refusals
    inputs = audit_log(reading, rules="boule").report.inputs
    assert [(own.file, own.rows_read) for own in inputs] == [
        ("1.csv", 0),
        ("2.csv", 1),
        ("3.csv", 0),
        ("4.csv", 0),
    ]


def test_the_same_rows_twice_are_refused_still(tmp_path: Path) -> None:
    for day in "12":
        (tmp_path / f"{day}.csv").write_text(HEADER + ROW, encoding="utf-8")
    assert [own.file for own in read_log(tmp_path).refusals] == ["2.csv"]


def test_the_closed_day_of_a_log_in_french(tmp_path: Path) -> None:
    header = "Séance;Heure;Table;N° de coup;Événement;Joueur;Pari;Montant\n"
    row = "09/01/2026;21h00;B1;1;Faites vos jeux;;;\n"
    for day, text in (("1", header), ("2", header + row), ("3", header)):
        (tmp_path / f"{day}.csv").write_text(text, encoding="utf-8")
    reading = read_log(tmp_path)
    assert not reading.refusals, reading.refusals
    assert [own.rows_read for own in reading.tables] == [0, 1, 0]
