"""Values as other people's programs write them, through a whole file."""

from __future__ import annotations

from pathlib import Path

from auditor.log.convert.lexicon import lexicon
from auditor.log.open import read_tables
from auditor.log.shape import read_options

HEAD = "Time;Event;Shoe;Coup;Player;Bet;Amount;To;Card\n"


def test_seconds_francs_and_suits_first(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text(
        f"{HEAD}1767992712;Stake;1;1;J1;Banker;CHF 2'500.-;;\n"
        "1767992715;Deal;1;1;;;;Player;SA\n1767992716;Deal;1;1;;;;Banker;H10\n"
        "1767992717;Deal;1;1;;;;Player;DK\n"
    )
    [table], [] = read_tables(log, "log.csv", read_options(lexicon("punto-banco")))
    rows = [dict(zip(table.header, cells, strict=True)) for _, cells in table.rows]
    assert [own["card"] for own in rows] == ["", "AS", "10H", "KD"]
    assert rows[0]["amount"] == "2500"
    assert rows[0]["time"] == "2026-01-09T21:05:12+00:00"
    said = " ".join(map(str, table.notes))
    assert "suit first" in said
    assert "since 1970" in said
    assert "Not read" not in said


def test_two_currencies(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text(
        f"{HEAD}2026-01-09T21:00:00;Stake;1;1;J1;Banker;5 €;;\n"
        "2026-01-09T21:00:01;Stake;1;1;J2;Banker;$5;;\n"
    )
    options = read_options(lexicon("punto-banco"))
    _, [refusal] = read_tables(log, "log.csv", options)
    assert refusal.row == 3
    assert 'currency = "EUR"' in str(refusal.says)
