"""Values as other people's programs write them, through a whole file."""

from __future__ import annotations

from pathlib import Path

from auditor.log.convert.lexicon import lexicon
from auditor.log.files.open import read_tables
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
    assert "Amounts are in CHF" in said
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


def cards_of(tmp_path: Path, texts: str, head: str = HEAD) -> tuple[list[str], str]:
    """The cards of a file, and what is said of it: its notes, or why it is not read."""
    log = tmp_path / "log.csv"
    rows = [f"2026-01-09T21:00:00;Deal;1;1;;;;Player;{text}\n" for text in texts.split(",")]
    log.write_text(head + "".join(rows), "utf-8")
    tables, refused = read_tables(log, "log.csv", read_options(lexicon("punto-banco")))
    if refused:
        return [], str(refused[0].says)
    at = tables[0].header.index("card")
    return [cells[at] for _, cells in tables[0].rows], " ".join(map(str, tables[0].notes))


FRENCH = "Heure;Événement;Sabot;N° de coup;Joueur;Pari;Montant;Destinataire;Carte\n"
CANONICAL = "time;event;shoe;coup;player;bet;amount;to;card\n"


def test_cards_without_suits(tmp_path: Path) -> None:
    assert cards_of(tmp_path, "7,K,10,T,Ace")[0] == ["7", "K", "10", "10", "A"]
    cards, said = cards_of(tmp_path, "As,Roi,10,D,7", FRENCH)
    assert cards == ["A", "K", "10", "Q", "7"]
    assert "French notation" in said


def test_an_ace_or_the_ace_of_spades(tmp_path: Path) -> None:
    assert cards_of(tmp_path, "As,RP,7T", FRENCH)[0] == ["A", "KS", "7C"]
    assert cards_of(tmp_path, "As,Kh,7d")[0] == ["AS", "KH", "7D"]
    assert "AS in English" in cards_of(tmp_path, "As,10,7", FRENCH)[1]


def test_cards_as_numbers(tmp_path: Path) -> None:
    for head in (HEAD, FRENCH, CANONICAL):
        cards, said = cards_of(tmp_path, "1,7,13,10,11", head)
        assert cards == ["A", "7", "K", "10", "J"]
        assert "1 is the ace" in said


def test_a_number_among_other_cards_is_none(tmp_path: Path) -> None:
    assert cards_of(tmp_path, "1,7,K,10")[0] == ["1", "7", "K", "10"]
    assert cards_of(tmp_path, "1,7S,KH,10C")[0] == ["1", "7S", "KH", "10C"]


def test_a_ten_may_be_points(tmp_path: Path) -> None:
    for head in (HEAD, CANONICAL):
        said = cards_of(tmp_path, "1,2,3,4,5,6,7,8,9,10", head)[1]
        assert 'cards = "numbers"' in said


def test_of_points_from_0_to_9_those_that_tell_the_rank_are_read(tmp_path: Path) -> None:
    assert cards_of(tmp_path, "0,1,2,9,0")[0] == ["0", "A", "2", "9", "0"]
