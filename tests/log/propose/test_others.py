"""What `auditor map` proposes for files of programs that share nothing with ours, and what it asks
rather than guess.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from auditor.cli.map import words_for
from auditor.log.propose.probe import probe_by_words
from auditor.log.propose.propose import proposal
from tests.log.mapping.reading import events, events_of_row
from tests.log.propose.test_programs import of

HAND = [
    "deal card=5S coup=1 {place} to=player",
    "deal card=8C coup=1 {place} to=banker",
    "deal card=QD coup=1 {place} to=player",
    "deal card=10H coup=1 {place} to=banker",
]


LANGUAGES = {
    "Unentschieden": "Datum;Uhrzeit;Tisch;Schuh;Spiel-Nr.;Spieler 1;Spieler 2;Bank 1;Bank 2;"
    "Punkte Spieler;Punkte Bank;Gewinner",
    "Empate": "Fecha;Hora;Mesa;Zapata;Mano;Carta Jugador 1;Carta Jugador 2;Carta Banca 1;"
    "Carta Banca 2;Puntos Jugador;Puntos Banca;Ganador",
    "Pareggio": "Data;Ora;Tavolo;Sabot;Colpo;Giocatore 1;Giocatore 2;Banco 1;Banco 2;"
    "Punti Giocatore;Punti Banco;Vincitore",
    "empate": "Data;Hora;Mesa;Sapato;Jogada;Carta Jogador 1;Carta Jogador 2;Carta Banca 1;"
    "Carta Banca 2;Pontos Jogador;Pontos Banca;Vencedor",
    "Gelijk": "Datum;Tijd;Tafel;Slof;Ronde;Speler 1;Speler 2;Bank 1;Bank 2;Punten Speler;"
    "Punten Bank;Winnaar",
}


@pytest.mark.parametrize(("tie", "header"), LANGUAGES.items())
def test_headers_in_other_languages(tmp_path: Path, tie: str, header: str) -> None:
    row = f"09.01.2026;21:05:00;B1;2;1;5S;QD;8C;10H;5;8;{tie}"
    found = of(tmp_path / "log.csv", f"{header}\n{row}\n")
    place = "session=2026-01-09 shoe=2 table=B1 time=2026-01-09T21:05:00"
    assert [own for _, own in events(found.preview)] == [
        *(own.format(place=place) for own in HAND),
        f"announce banker_score=8 coup=1 player_score=5 {place} winner=tie",
    ]
    assert "Not used" not in found.text


STAKES = "spin,player,bet,{first},stake,{second},profit\n"


@pytest.mark.parametrize(("first", "second"), [("number", "result"), ("pick", "number")])
def test_the_number_of_a_stake_and_the_one_that_came_out(
    tmp_path: Path, first: str, second: str
) -> None:
    found = of(
        tmp_path / "bets.csv",
        STAKES.format(first=first, second=second)
        + "1,Ann,red,,5,1,-5\n2,Ann,odd,,5,3,5\n2,Bob,straight,3,5,3,35\n3,Ann,low,,5,9,-5\n",
        "boule",
    )
    said = [own for _, own in events(found.preview)]
    assert "stake amount=5 bet=straight coup=2 number=3 player=Bob" in said
    assert [own for own in said if own.startswith("spin")] == [
        "spin coup=1 number=1",
        "spin coup=2 number=3",
        "spin coup=3 number=9",
    ]
    assert "pay amount=35 bet=straight coup=2 number=3 player=Bob" in said


def test_two_numbers_that_nothing_tells_apart_are_asked_about(tmp_path: Path) -> None:
    found = of(
        tmp_path / "bets.csv",
        "player,number,stake,result\nAnn,3,5,7\nBob,4,5,4\nCyr,1,5,9\n",
        "boule",
    )
    assert "? `number`, `result`: which is the number that came out" in found.text
    assert not any("number" in own or "spin" in own for _, own in events(found.preview))


def test_objects_of_a_list_are_not_read_in_part(tmp_path: Path) -> None:
    bets = [
        {"player": "Ann", "type": "red", "stake": 5},
        {"player": "Bob", "type": "odd", "stake": 2},
    ]
    coups = [{"time": "2026-01-09T21:05:00", "number": 4, "bets": bets}] * 2
    found = of(tmp_path / "boule.json", json.dumps(coups), "boule")
    assert {own.split()[0] for _, own in events(found.preview)} == {"spin"}
    assert "`auditor map boule.json:bets`" in found.text


def test_a_list_that_holds_all_that_happened_is_named(tmp_path: Path) -> None:
    actions = [{"type": "bet", "amount": 5}, {"type": "deal", "card": "5H"}]
    found = of(tmp_path / "war.json", json.dumps([{"hand": 1, "actions": actions}]), "bataille")
    assert "`auditor map war.json:actions`" in found.text
    assert "{A}" not in found.text
    assert 'coup = "{hand}"' in found.text


INITIAL = "id,player_{}_cards,banker_{}_cards,player_third_card,banker_third_card,winner\n"
FIRST_AND_THIRD = "1,7S 2H,3D 4C,,,player\n2,AS 2H,3D KC,9D,8H,banker\n3,5S KH,9D KC,,,banker\n"


def test_the_first_two_cards_stand_in_one_cell_and_the_third_in_another(tmp_path: Path) -> None:
    text = INITIAL.format("initial", "initial") + FIRST_AND_THIRD
    found = of(tmp_path / "log.csv", text, "punto-banco")
    said = events_of_row(found.preview, 3)
    assert said == [
        "deal card=AS to=player",
        "deal card=3D to=banker",
        "deal card=2H to=player",
        "deal card=KC to=banker",
        "deal card=9D to=player",
        "deal card=8H to=banker",
        "announce winner=banker",
    ]


def test_third_cards_are_not_read_alone(tmp_path: Path) -> None:
    """Where nobody knows what the column of the first cards is called."""
    text = INITIAL.format("opened", "opened") + FIRST_AND_THIRD
    found = of(tmp_path / "log.csv", text, "punto-banco")
    assert {own.split()[0] for _, own in events(found.preview)} == {"announce"}


def test_numbers_of_cards_left_are_no_cards(tmp_path: Path) -> None:
    rows = "".join(f"{n},5S,7H,Player 2,{12 - n},{14 + n % 2}\n" for n in range(1, 12))
    rows += "12,9S,7H,Player 1,2,15\n"
    text = f"round,player1_card,player2_card,winner,player1_cards_left,player2_cards\n{rows}"
    found = of(tmp_path / "war.csv", text, "bataille-familiale")
    assert events_of_row(found.preview, 2) == [
        "play card=5S coup=1 player=Player 1",
        "play card=7H coup=1 player=Player 2",
        "win coup=1 player=Player 2",
    ]


def test_results_by_codes_are_no_numbers_that_came_out(tmp_path: Path) -> None:
    rows = "1,1,5S QD,3C 7C,2\n1,2,7D QH,3S 7H,1\n1,3,9D QH,2S 7H,0\n"
    found = of(tmp_path / "log.csv", f"shoe,hand,player,banker,result\n{rows}", "punto-banco")
    assert '"2" = ""   # player, banker, tie?' in found.text


GAMES = "Shoe,Hand,P1,P2,P3,B1,B2,B3,Winner\n"


@pytest.mark.parametrize("sign", ["x", "none", "0"])
def test_a_sign_for_no_card_is_no_card(tmp_path: Path, sign: str) -> None:
    rows = f"1,1,5S,QD,9S,8C,7C,{sign},banker\n1,2,7D,QH,{sign},3S,7H,6D,player\n"
    found = of(tmp_path / "games.csv", GAMES + rows)
    dealt = [own for row, own in events(found.preview) if row == 2 and own.startswith("deal")]
    assert len(dealt) == 5
    assert found.preview.set_aside == ()


def test_a_hand_of_which_a_card_is_something_else_is_not_read(tmp_path: Path) -> None:
    rows = (
        "1,1,5S,QD,9S,8C,7C,stand,banker\n1,2,7D,QH,4C,3S,7H,6D,player\n"
        "1,3,9D,KH,,3C,AH,natural,player\n"
    )
    found = of(tmp_path / "games.csv", GAMES + rows)
    assert {own.split()[0] for _, own in events(found.preview)} == {"announce"}
    assert "`B3` belongs to the cards of a hand" in found.text


def test_ranks_and_suits_in_columns_of_their_own(tmp_path: Path) -> None:
    found = of(
        tmp_path / "cards.csv",
        "round,seq,hand,rank,suit\n1,1,player,5,spades\n1,2,banker,K,clubs\n1,3,player,10,hearts\n",
    )
    assert [own for _, own in events(found.preview)] == [
        "deal card=5S coup=1 to=player",
        "deal card=KC coup=1 to=banker",
        "deal card=10H coup=1 to=player",
    ]
    found = of(
        tmp_path / "wide.csv",
        "game_id,player_card1_rank,player_card1_suit,banker_card1_rank,banker_card1_suit\n"
        "1,Q,diamonds,A,spades\n",
    )
    assert [own for _, own in events(found.preview)] == [
        "deal card=QD coup=1 to=player",
        "deal card=AS coup=1 to=banker",
    ]


def test_cards_as_single_signs_beside_each_other(tmp_path: Path) -> None:
    found = of(tmp_path / "log.csv", "Hand,Player,Banker\n1,🂥🃍🂩,🃘🃗\n2,🃇🂽,🂣🂷\n")
    first = [own for row, own in events(found.preview) if row == 2]
    assert [own.split()[1] for own in first] == [
        f"card={c}" for c in ["5S", "8C", "QD", "7C", "9S"]
    ]


def test_codes_of_winners_say_nothing_until_somebody_explains_them(tmp_path: Path) -> None:
    found = of(tmp_path / "log.csv", "hand,P1,B1,winner\n1,5S,8C,1\n2,7D,3S,0\n3,9H,9C,2\n")
    assert not any("winner" in own for _, own in events(found.preview))
    assert found.preview.set_aside == ()
    for code in "012":
        assert f'"{code}" = ""   # player, banker, tie?' in found.text


def test_cards_by_numbers_are_dealt_and_not_known(tmp_path: Path) -> None:
    found = of(tmp_path / "log.csv", 'round,player_hand,banker_hand\n1,"[4, 37]","[46, 45]"\n')
    assert [own for _, own in events(found.preview)] == [
        "deal coup=1 to=player",
        "deal coup=1 to=banker",
    ] * 2
    assert all(f'"{n}" = ""   # which card?' in found.text for n in (1, 52))


@pytest.mark.parametrize(
    ("text", "coups"),
    [("Number\n3\n5\n9\n", "1 2"), ("Spin,Number\n7,3\n8,5\n9,9\n", "7 8")],
)
def test_a_list_of_numbers(tmp_path: Path, text: str, coups: str) -> None:
    found = of(tmp_path / "spins.csv", text, "boule")
    first, second = coups.split()
    assert events(found.preview)[:2] == [
        (2, f"spin coup={first} number=3"),
        (3, f"spin coup={second} number=5"),
    ]


def test_a_list_of_numbers_without_a_header(tmp_path: Path) -> None:
    found = of(tmp_path / "spins_table_7.txt", "3\n5\n9\n", "boule")
    assert [own for _, own in events(found.preview)] == [f"spin coup={n} number={m}" for n, m in
                                                         ((1, 3), (2, 5), (3, 9))]  # fmt: skip
    assert "There is no header" in found.text
    assert '# ? table = "{Table (titre)}"' in found.text


def test_moments_of_an_unknown_name_are_asked_about(tmp_path: Path) -> None:
    found = of(tmp_path / "log.csv", "hand,P1,B1,finalizado\n1,5S,8C,2026-01-09 21:05:00\n")
    assert '# ? time = "{finalizado}"   # is this when it happened?' in found.text


def test_rows_of_one_number_that_tell_the_same_cards_are_one_coup(tmp_path: Path) -> None:
    text = (
        "id,P1,B1,Player,Bet,Net\n1,5S,8C,Ann,5,-5\n1,5S,8C,Bob,5,-5\n2,9D,3S,Ann,5,5\n"
        "3,2D,3H,Ann,5,5\n"
    )
    found = of(tmp_path / "log.csv", text)
    dealt = [own for _, own in events(found.preview) if own.startswith("deal")]
    assert len(dealt) == 6
    assert dealt[0] == "deal card=5S coup=1 to=player"


def test_rows_of_one_number_with_other_cards_are_no_coup(tmp_path: Path) -> None:
    text = "id,P1,B1,Player,Bet\n1,5S,8C,Ann,5\n1,4S,7C,Bob,5\n2,9D,3S,Ann,5\n3,2D,3H,Ann,5\n"
    found = of(tmp_path / "log.csv", text)
    assert '# ? coup = "{id}"' in found.text


def test_no_bet_is_taken_that_the_game_has_not(tmp_path: Path) -> None:
    found = of(tmp_path / "log.csv", "spin,Number,Player,Stake\n1,3,Ann,5\n2,5,Ann,5\n", "boule")
    assert "main" not in found.text
    assert "does not say of which bet, and none is written" in found.text


def test_numbers_of_two_hands_are_no_players(tmp_path: Path) -> None:
    text = "round,player,dealer,stake,profit\n1,5,11,5,-5\n2,9,4,10,10\n3,14,2,10,10\n"
    found = of(tmp_path / "log.csv", text, "bataille")
    assert "Do `player`, `dealer` hold cards by their numbers?" in found.text
    assert not any("player=5" in own for _, own in events(found.preview))


def test_cards_that_nothing_uses_are_asked_about(tmp_path: Path) -> None:
    text = (
        "hand,player_card,dealer_card,war_card_2,bet,net\n"
        "1,5H,JC,,5,-5\n2,9H,9D,TH,5,5\n3,2D,2S,4C,5,5\n4,KD,KS,7C,5,5\n"
    )
    found = of(tmp_path / "log.csv", text, "bataille")
    assert "? `war_card_2`: cards that no event uses." in found.text


@pytest.mark.parametrize("encoding", ["mac-roman", "cp850", "cp1252"])
def test_older_encodings_are_known_by_the_words(tmp_path: Path, encoding: str) -> None:
    text = "Séance;N° de coup;P1;B1;Résultat\n09/01/2026;1;RP;9T;Égalité\n"
    path, words = tmp_path / "log.csv", words_for("punto-banco")
    path.write_bytes(text.encode(encoding))
    found = proposal(probe_by_words(path, path.name, words), words, path.name)
    assert re.search(f'^encoding *= "{encoding}"$', found.text, re.MULTILINE)
    assert "winner=tie" in events(found.preview)[-1][1]


def test_second_cards_of_a_hand_and_of_the_dealer_are_no_seats(tmp_path: Path) -> None:
    text = (
        "hand,player_card_1,dealer_card_1,player_card_2,dealer_card_2,bet,net\n"
        "1,9H,9D,TH,4S,5,5\n2,2D,9S,,,5,-5\n"
    )
    said = [own for row, own in events(of(tmp_path / "log.csv", text, "bataille").preview)
            if row == 2 and own.startswith("deal")]  # fmt: skip
    assert said == [
        "deal card=9H coup=1 seat=1 to=player",
        "deal card=9D coup=1 to=dealer",
        "deal card=10H coup=1 seat=1 to=player",
        "deal card=4S coup=1 to=dealer",
    ]


def test_a_result_on_each_row_of_a_card_is_in_no_order(tmp_path: Path) -> None:
    text = "round,hand,card,winner\n1,player,5S,banker\n1,banker,8C,banker\n2,player,9D,player\n"
    found = of(tmp_path / "log.csv", text)
    assert {own.split()[0] for _, own in events(found.preview)} == {"deal"}
    assert "No mapping tells in which order these are of the kind `announce`" in found.text


def test_a_log_of_stakes_without_a_bet_is_asked_for_it(tmp_path: Path) -> None:
    text = "time,event,seat,player,amount\n2026-01-09T21:05:00,stake,1,Ann,5\n"
    assert '# ? bet = "main"' in of(tmp_path / "log.csv", text, "bataille").text
    assert '# ? bet = "…"' in of(tmp_path / "log.csv", text, "boule").text


def test_a_number_counts_the_coups_of_a_game_without_numbers(tmp_path: Path) -> None:
    found = of(tmp_path / "log.csv", "Number,P1,B1\n1,5S,8C\n2,9D,3S\n4,2D,3H\n")
    assert '# ? coup = "{Number}"' not in found.text
    found = of(tmp_path / "log.csv", "Number,P1,B1\n1,5S,8C\n2,9D,3S\n3,2D,3H\n")
    assert 'coup = "{Number}"' in found.text


def test_names_are_no_cards_that_stand_side_by_side(tmp_path: Path) -> None:
    text = "Mano,Giocatore,Carta\n1,Ugo,5C\n1,Ada,9D\n2,Ugo,7C\n"
    found = of(tmp_path / "log.csv", text, "bataille-familiale")
    assert events(found.preview)[1] == (3, "play card=9D coup=1 player=Ada")


def test_gains_and_losses_of_one_column(tmp_path: Path) -> None:
    text = "Hand;Karte Spieler;Karte Geber;Einsatz;Gewinn/Verlust\n1;5H;JC;5;-5\n2;9D;4D;10;10\n"
    said = [own for _, own in events(of(tmp_path / "log.csv", text, "bataille").preview)]
    assert "collect amount=5 bet=main coup=1 player=all seat=1" in said
    assert "pay amount=10 bet=main coup=2 player=all seat=1" in said
