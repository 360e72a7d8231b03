"""Values as other people's programs write them, through a whole file."""

from __future__ import annotations

from pathlib import Path

import pytest

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


def cards_of(tmp_path: Path, texts: str, head: str) -> tuple[list[str], str]:
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
HEADS = (HEAD, FRENCH, CANONICAL)


@pytest.mark.parametrize(
    ("head", "texts", "cards", "said"),
    [
        (HEAD, "7,K,10,T,Ace", "7 K 10 10 A", ""),
        (FRENCH, "As,Roi,10,D,7", "A K 10 Q 7", "French notation"),
        # an ace, or the ace of spades
        (FRENCH, "As,RP,7T", "A KS 7C", ""),
        (HEAD, "As,Kh,7d", "AS KH 7D", ""),
        (FRENCH, "As,10,7", None, "AS in English"),
        # cards as numbers; a number among other cards is none
        *((head, "1,7,13,10,11", "A 7 K 10 J", "1 is the ace") for head in HEADS),
        (HEAD, "1,7,K,10", "1 7 K 10", ""),
        (HEAD, "1,7S,KH,10C", "1 7S KH 10C", ""),
        # a ten may be points; of those from 0 to 9 the ones that tell the rank are read
        (HEAD, "1,2,3,4,5,6,7,8,9,10", None, 'cards = "numbers"'),
        (CANONICAL, "1,2,3,4,5,6,7,8,9,10", None, 'cards = "numbers"'),
        (HEAD, "0,1,2,9,0", "0 A 2 9 0", ""),
    ],
)
def test_cards_of_a_file(
    head: str, texts: str, cards: str | None, said: str, tmp_path: Path
) -> None:
    found, told = cards_of(tmp_path, texts, head)
    assert cards is None or found == cards.split()
    assert said in told
