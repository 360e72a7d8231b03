"""Columns that seem to be what they are not: a proposal that misreads one accuses somebody."""

from __future__ import annotations

import sqlite3
from functools import cache
from pathlib import Path

from auditor.cli.map import words_for
from auditor.log.propose.probe import probe
from auditor.log.propose.propose import Proposal, proposal
from tests.log.mapping.reading import events, table


def of(folder: Path, text: str, rules: str, name: str = "log.csv") -> Proposal:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return proposal(probe(path, path.name), words(rules), path.name)


words = cache(words_for)


def kinds(found: Proposal) -> set[str]:
    return {said.split()[0] for _, said in events(found.preview)}


def test_stakes_on_numbers_are_no_numbers_that_came_out(tmp_path: Path) -> None:
    """`Mise 1` to `Mise 4` are numbered through, and hold whole numbers."""
    found = of(
        tmp_path,
        "Coup;Numéro sorti;Joueur;Mise 1;Mise 2;Mise 3;Mise 4;Mise rouge\n"
        "1;3;J1;2;;4;;10\n2;2;J1;;2;;4;\n",
        "boule",
    )
    place = "coup=1 player=J1"
    assert events(found.preview) == [
        (2, f"stake amount=2 bet=straight {place[:6]} number=1 player=J1"),
        (2, "stake amount=4 bet=straight coup=1 number=3 player=J1"),
        (2, f"stake amount=10 bet=red {place}"),
        (2, "spin coup=1 number=3"),
        (3, "stake amount=2 bet=straight coup=2 number=2 player=J1"),
        (3, "stake amount=4 bet=straight coup=2 number=4 player=J1"),
        (3, "spin coup=2 number=2"),
    ]


def test_a_row_of_numbers_is_no_header(tmp_path: Path) -> None:
    """`player` above `12` is not the twelfth card of the player."""
    found = of(
        tmp_path,
        "hand,wager,player,dealer,outcome,returned\n1,50,12,6,WIN,100\n2,50,9,10,LOSE,0\n",
        "bataille",
    )
    assert [row for row, said in events(found.preview) if said.startswith("stake")] == [2, 3]
    assert "header" not in found.text


def test_what_came_back_is_more_than_a_stake_given_back(tmp_path: Path) -> None:
    found = of(
        tmp_path,
        "hand,wager,outcome,returned\n1,50,WIN,100\n2,50,LOSE,0\n3,20,WIN,40\n4,5,WIN,10\n",
        "bataille",
    )
    assert kinds(found) == {"stake", "pay", "collect"}
    assert (2, "pay amount=50 bet=main coup=1 player=all seat=1") in events(found.preview)


def test_a_stake_that_is_given_back_is_no_payment(tmp_path: Path) -> None:
    found = of(tmp_path, "hand,wager,returned\n1,50,50\n2,50,0\n3,20,10\n", "bataille")
    assert kinds(found) == {"stake", "give_back"}


def test_two_columns_of_one_payment_pay_once(tmp_path: Path) -> None:
    found = of(
        tmp_path,
        "Hand,Player,Bet,Stake,Payout,Net\n1,P1,Player,10,20,10\n2,P1,Banker,10,0,-10\n",
        "punto-banco",
    )
    own = [said for _, said in events(found.preview) if said.split()[0] in ("pay", "collect")]
    assert own == [
        "pay amount=10 bet=player coup=1 player=P1",
        "collect amount=10 bet=banker coup=2 player=P1",
    ]
    assert "`Payout`, `Net` tell the same payments? Of these `Net` is used." in found.text


def test_of_two_sums_without_a_sign_none_is_a_payment(tmp_path: Path) -> None:
    found = of(
        tmp_path,
        "Hand,Player,Bet,Stake,Payout,Win\n1,P1,Player,10,20,10\n2,P1,Banker,10,0,0\n",
        "punto-banco",
    )
    assert kinds(found) == {"stake"}
    assert "`Payout`, `Win` tell the same payments? Of these none of them is used." in found.text


def test_a_card_without_a_number_comes_before_the_second(tmp_path: Path) -> None:
    found = of(
        tmp_path,
        "hand,player_card,dealer_card,player_card_2,dealer_card_2\n1,KS,KH,7D,9C\n2,4S,5S,,\n",
        "bataille",
    )
    first = [said for row, said in events(found.preview) if row == 2]
    assert [own.split()[1] for own in first] == ["card=KS", "card=KH", "card=7D", "card=9C"]


def test_cards_that_are_called_by_a_bet_are_the_second(tmp_path: Path) -> None:
    found = of(
        tmp_path,
        "hand,player_war_card,dealer_war_card,player_card,dealer_card\n1,7D,9C,KS,KH\n2,,,4S,5S\n",
        "bataille",
    )
    first = [said for row, said in events(found.preview) if row == 2]
    assert [own.split()[1] for own in first] == ["card=KS", "card=KH", "card=7D", "card=9C"]


def test_points_below_one_name_are_no_players(tmp_path: Path) -> None:
    found = of(
        tmp_path,
        "Coup,Points,,Player hand,,Banker hand,,Bets,,\n"
        ",Player,Banker,Card 1,Card 2,Card 1,Card 2,Customer,Bet,Stake\n"
        "1,7,4,7S,KH,9D,5C,Durand,Player,10\n",
        "punto-banco",
    )
    said = events(found.preview)
    assert said[0] == (3, "stake amount=10 bet=player coup=1 player=Durand")
    assert said[-1] == (3, "announce banker_score=4 coup=1 player_score=7")


def test_ranks_are_nobodys_names(tmp_path: Path) -> None:
    found = of(
        tmp_path, "n,bet,player,dealer\n1,50,Q,6\n2,50,9,10\n3,20,A,K\n4,20,3,3\n", "bataille"
    )
    assert "player=Q" not in str(events(found.preview))
    assert "Do `player`, `dealer` hold cards" in found.text


def test_amounts_are_of_the_event_that_a_column_tells(tmp_path: Path) -> None:
    """Whatever the column of kinds and its words are called: not each amount is a stake."""
    rows = [
        f"{coup},{own}"
        for coup in range(1, 6)
        for own in ("XBET,P1,PLAYER,10,", "XCARD,,,,9S", "XCARD,,,,7H", "XGAIN,P1,PLAYER,10,")
    ]
    found = of(tmp_path, "\n".join(["coup,what,who,on,amount,card", *rows]), "punto-banco")
    assert kinds(found) == {"XBET", "XCARD", "XGAIN"}
    assert found.text.count("which kind of event?") == 3


def test_a_stake_in_each_row_is_of_no_kind(tmp_path: Path) -> None:
    """The words of a result go with the sums that it brings, and the rows are those of stakes."""
    rows = ["1,P1,Player,10,Won,10,", "2,P1,Banker,10,Lost,,10", "3,P1,Tie,10,Tie,,"]
    head = "hand,player,bet,stake,how it went,paid,lost"
    found = of(tmp_path, "\n".join([head, *rows]), "punto-banco")
    assert kinds(found) == {"stake", "pay", "collect"}


def test_one_sign_stands_between_the_cards_of_most_cells(tmp_path: Path) -> None:
    """A hand of one card says nothing of it."""
    found = of(
        tmp_path,
        'turn,alice,bob,winner\n1,[\'5D\'],[\'KD\'],bob\n2,[\'2S\'],[\'6C\'],bob\n'
        '3,"[\'4C\', \'9D\', \'8C\']","[\'4D\', \'JH\', \'7H\']",alice\n',
        "bataille-familiale",
    )  # fmt: skip
    assert not found.preview.set_aside
    assert [said for row, said in events(found.preview) if row == 4][2:4] == [
        "play card=9D coup=3 player=alice",
        "play card=JH coup=3 player=bob",
    ]


def test_a_place_in_a_list_is_no_part_of_a_name(tmp_path: Path) -> None:
    lines = (
        '{"turn": 1, "played": {"Alice": ["5D"], "Bob": ["KD"]}, "winner": "Bob"}',
        '{"turn": 2, "played": {"Alice": ["2S", "3H"], "Bob": ["6C", "AS"]}, "winner": null}',
    )
    found = of(tmp_path, "\n".join(lines), "bataille-familiale", "log.jsonl")
    said = events(found.preview)
    assert (1, "win coup=1 player=Bob") in said
    assert (2, "play card=3H coup=2 player=Alice") in said


def test_winners_whom_no_column_names_win_nothing(tmp_path: Path) -> None:
    found = of(
        tmp_path,
        "turn,player1_card,player2_card,winner\n1,5D,KD,Bob\n2,9S,6C,Alice\n",
        "bataille-familiale",
    )
    assert kinds(found) == {"play"}
    assert "`winner`: none of these is called as a column of a player is" in found.text


def test_a_title_of_several_labels_is_not_all_the_first(tmp_path: Path) -> None:
    found = of(
        tmp_path,
        "Table : PB1   Gaming day : 09/01/2026\n\nCoup,Player hand,Banker hand\n1,7S KH,9D 2C\n",
        "punto-banco",
    )
    assert 'like = "Table : *   …"' in found.text
    assert "table=PB1 " in events(found.preview)[0][1]


def test_a_row_without_its_hour_was_not_at_midnight(tmp_path: Path) -> None:
    told = '[columns]\ntime = "{day} {hour}"\n'
    rows = "day,hour,event,coup\n2026-01-09,21:00,spin,1\n2026-01-09,,spin,2\n"
    assert events(table(tmp_path, rows, told)) == [
        (2, "spin coup=1 time=2026-01-09T21:00:00"),
        (3, "spin coup=2"),
    ]
    days = "day,hour,event,coup\n2026-01-09,,spin,1\n2026-01-09,,spin,2\n"
    assert events(table(tmp_path, days, told)) == [
        (2, "spin coup=1 time=2026-01-09"),
        (3, "spin coup=2 time=2026-01-09"),
    ]


def test_an_index_that_counts_from_zero_is_no_coup_0(tmp_path: Path) -> None:
    rows = "0,JD JH,9H JS\n1,7D 5D,8H AS\n2,6D JS,7C 9S\n"
    for name in ("", "hand"):
        found = of(tmp_path, f"{name},player_hand,banker_hand\n{rows}", "punto-banco")
        assert [said.split()[2] for _, said in events(found.preview)][::4] == [
            "coup=1", "coup=2", "coup=3",
        ]  # fmt: skip


def test_the_rows_of_one_coup_are_not_each_a_coup(tmp_path: Path) -> None:
    """Its number is no number, and its cards stand beside each bet."""
    cards = '"startedAt": "2026-01-09T21:00:00Z", "playerCards": ["JD", "JH"], '
    lines = [
        f'{{"roundId": "r-00001", {cards}"bankerCards": ["9H", "JS"], "userId": "{who}", '
        '"bet": "player", "stake": 20}'
        for who in ("Alice", "Bob")
    ]
    found = of(tmp_path, "\n".join(lines), "punto-banco", "log.jsonl")
    assert 'same_coup = "roundId"' in found.text
    stakes = [said for _, said in events(found.preview) if said.startswith("stake ")]
    assert len(stakes) == 2
    assert all(" coup=1 " in said for said in stakes)


def test_the_list_within_xml_that_is_named_is_read(tmp_path: Path) -> None:
    bets = '<Bet player="P1" on="tie" amount="5"/><Bet player="P2" on="player" amount="10"/>'
    path = tmp_path / "night.xml"
    text = (
        f'<Night><Round no="1" winner="banker">{bets}</Round>'
        f'<Round no="2" winner="player">{bets}</Round></Night>'
    )
    found = of(tmp_path, text, "punto-banco", path.name)
    assert "`auditor map night.xml:Bet`" in found.text
    named = f"{path.name}:Bet"
    told = proposal(probe(tmp_path / named, named), words("punto-banco"), named)
    assert events(told.preview)[:3] == [
        (1, "stake amount=5 bet=tie coup=1 player=P1"),
        (1, "announce coup=1 winner=banker"),
        (2, "stake amount=10 bet=player coup=1 player=P2"),
    ]


def test_players_called_by_a_letter_and_a_number_are_no_cards(tmp_path: Path) -> None:
    """`P1` is the ace of spades in French, if it is a card."""
    found = of(tmp_path, "hand,player,bet,stake\n1,P1,Tie,5\n1,P2,Banker,10\n", "punto-banco")
    assert events(found.preview) == [
        (2, "stake amount=5 bet=tie coup=1 player=P1"),
        (3, "stake amount=10 bet=banker coup=1 player=P2"),
    ]


def test_bets_and_numbers_beside_a_bare_amount(tmp_path: Path) -> None:
    found = of(
        tmp_path,
        "Spin,Number,Bet,Amount,Win\n1,7,Red,10,10\n2,8,7,10,0\n3,9,odd,10,10\n4,2,2,10,70\n",
        "boule",
    )
    assert events(found.preview)[3] == (
        3, "stake amount=10 bet=straight coup=2 number=7 player=all",
    )  # fmt: skip


def test_what_settles_a_stake_that_no_column_has_is_asked(tmp_path: Path) -> None:
    found = of(
        tmp_path,
        "Hand,Bet,Tie,Player,Dealer,Main Win,Tie Win\n1,10,5,KS,KD,-5,50\n2,10,5,3S,9H,-10,-5\n",
        "bataille",
    )
    assert "bet=tie" not in str(events(found.preview))
    assert "? `Tie Win`: which column has the stake that this settles?" in found.text


def test_the_main_bet_is_no_hand(tmp_path: Path) -> None:
    """`main` is a hand in French."""
    for main, tie in (("bets.main", "bets.tie"), ("main_bet", "tie_bet"), ("Bet main", "Bet tie")):
        found = of(
            tmp_path,
            f"round,{main},{tie},player_card,dealer_card\n1,5,5,KS,KD\n2,10,,3S,9H\n",
            "bataille",
        )
        stakes = [said for _, said in events(found.preview) if said.startswith("stake ")]
        assert [own.split()[2] for own in stakes] == ["bet=main", "bet=tie", "bet=main"]


def test_the_result_of_a_round_is_not_what_a_stake_is_on(tmp_path: Path) -> None:
    """Its words are those of bets, and the column of bets has words of its own."""
    rows = [
        '{"roundId": "r1", "result": {"outcome": "Player"}, "side": "??", "who": "P1", "stake": 5}',
        '{"roundId": "r2", "result": {"outcome": "Banker"}, "side": "??", "who": "P1", "stake": 5}',
        '{"roundId": "r3", "result": {"outcome": "Tie"}, "side": "??", "who": "P1", "stake": 5}',
    ]
    found = of(tmp_path, "\n".join(rows), "punto-banco", "log.jsonl")
    said = events(found.preview)
    assert not any(own.startswith("stake ") and " bet=" in own for _, own in said)
    assert (1, "announce coup=1 winner=player") in said


def test_words_of_bets_behind_one_word_of_their_own(tmp_path: Path) -> None:
    found = of(
        tmp_path,
        "hand,code,stake,payout,outcome\n1,BAC_Player,10,20,Player\n2,BAC_Banker,10,0,Player\n"
        "3,BAC_Tie,5,0,Banker\n",
        "punto-banco",
    )
    stakes = [said for _, said in events(found.preview) if said.startswith("stake ")]
    assert [own.split()[2] for own in stakes] == ["bet=player", "bet=banker", "bet=tie"]


def test_codes_of_bets_are_no_amounts(tmp_path: Path) -> None:
    found = of(
        tmp_path,
        "hand,bet_on,bet_amount,result,payout\n1,0,10,0,9.50\n2,1,20,0,-20\n3,2,10,1,-10\n",
        "punto-banco",
    )
    assert "[values.bet]" in found.text
    stakes = [said for _, said in events(found.preview) if said.startswith("stake ")]
    assert [own.split()[1] for own in stakes] == ["amount=10", "amount=20", "amount=10"]


def test_a_rank_beside_a_suit_is_no_amount(tmp_path: Path) -> None:
    found = of(
        tmp_path,
        "id,game_id,position,suit,value\n1,g1,player_1,0,5\n2,g1,banker_1,3,8\n3,g2,player_1,2,12\n",
        "punto-banco",
    )
    assert "stake" not in kinds(found)


def test_what_is_called_as_the_game_is_one_by_its_words(tmp_path: Path) -> None:
    """Numbers of coups and words for bets are none."""
    hands = "1,7S,KH,9D,2C\n2,5S,2H,9C,9S\n3,8S,KD,2H,QS\n"
    found = of(tmp_path, f"Game,P1,P2,B1,B2\n{hands}", "punto-banco")
    assert "coup=1" in events(found.preview)[0][1]
    assert "game =" not in found.text.replace("# ? game", "")
    found = of(
        tmp_path,
        "Coup;Sorti;Client;Jeu;Mise\n1;3;J1;PAI;5\n1;3;J1;ROU;5\n2;4;J1;IMP;5\n3;2;J2;MAN;5\n",
        "boule",
    )
    assert "game " not in found.text.replace("# ? game", "")


def test_parts_that_are_told_apart_within_coups_are_coups(tmp_path: Path) -> None:
    """`Partie` is a night at one place, and a coup at another: all its rows have one result."""
    found = of(
        tmp_path,
        "N° partie;Numéro sorti;Client;Pari;Mise\n1A;3;J1;Pair;5\n1A;3;J2;Rouge;5\n"
        "2A;4;J1;Impair;5\n2A;4;J2;Manque;5\n3A;2;J2;Pair;5\n3A;2;J2;Passe;5\n",
        "boule",
    )
    assert 'same_coup = "N° partie"' in found.text
    rows = [(row, said) for row, said in events(found.preview) if said.startswith("stake ")]
    assert [own.split(" coup=")[1][0] for _, own in rows] == list("112233")


def test_the_numbers_of_cards_are_none_of_coups(tmp_path: Path) -> None:
    """They begin anew with each coup, which another column names."""
    cards = [
        f"{coup}A;{at};{'Joueur' if at % 2 else 'Banque'};{rank} de pique"
        for coup in range(1, 5)
        for at, rank in enumerate(("5", "8", "Dame", "7"), start=1)
    ]
    found = of(tmp_path, "\n".join(["N° partie;Ordre;Destinataire;Carte", *cards]), "punto-banco")
    assert 'same_coup = "N° partie"' in found.text
    assert [said.split(" coup=")[1][0] for _, said in events(found.preview)] == list(
        "1111222233334444"
    )


def test_the_bank_is_the_dealer_of_rules_that_know_no_other(tmp_path: Path) -> None:
    for player, bank in (("Karte Spieler", "Karte Bank"), ("Carte joueur", "Carte banque")):
        found = of(tmp_path, f"Runde;Einsatz;{player};{bank}\n1;5;KS;KD\n2;10;3S;9H\n", "bataille")
        hands = [said for _, said in events(found.preview) if said.startswith("deal ")]
        assert [own.split(" to=")[1] for own in hands] == ["player", "dealer"] * 2
    found = of(tmp_path, "Hand,Dealer 1,Dealer 2,Player 1,Player 2\n1,KS,3D,9D,8H\n", "punto-banco")
    assert "to=banker" in str(events(found.preview))


def test_cards_of_one_hand_alone_are_not_read(tmp_path: Path) -> None:
    """Columns of another hand are called as these are, by a word that nobody knows."""
    found = of(
        tmp_path,
        "Hand,Card X1,Card X2,Card B1,Card B2,Winner\n1,7S,KH,9D,2C,Player\n2,5S,2H,9C,9S,Banker\n"
        "3,8S,KD,2H,QS,Player\n",
        "punto-banco",
    )
    assert kinds(found) == {"announce"}
    assert "`Card X1`, `Card X2`, `Card B1`, `Card B2`: cards that no event uses" in found.text
    found = of(
        tmp_path,
        "Mano;Carta G1;Carta G2;Carta B1;Carta B2\n1;7S;KH;9D;2C\n2;5S;2H;9C;9S\n",
        "punto-banco",
    )
    assert "to=player" in str(events(found.preview))
    found = of(
        tmp_path,
        "Hand,Burn card,P card 1,P card 2,B card 1,B card 2\n1,QS,7S,KH,9D,2C\n2,3D,5S,2H,9C,9S\n"
        "3,4H,8S,KD,2H,QS\n",
        "punto-banco",
    )
    assert "deal" in kinds(found)


def test_rounds_that_a_text_tells_apart_are_coups(tmp_path: Path) -> None:
    """Whatever it is called: all rows of one text tell the same cards and the same result."""
    rows = [
        f"{who},{name},{who},Player,10,{p},{b},{won}"
        for name, p, b, won in (("a-7f", "KS 9D", "5C 2D", "P"), ("b-01", "7S 8H", "9C KD", "B"),
                                ("c-9e", "5S AH", "6C JD", "T"))
        for who in ("P1", "P2")
    ]  # fmt: skip
    head = ""
    for name in ("id", "round_uuid", "roundKey"):
        head = f"row,{name},user,bet,stake,player_hand,banker_hand,winner"
        found = of(tmp_path, "\n".join([head, *rows]), "punto-banco")
        assert f'same_coup = "{name}"' in found.text
    found = of(tmp_path, "\n".join([head.replace("row", "txn_id"), *rows]), "punto-banco")
    assert f'same_coup = "{name}"' in found.text


def test_one_number_of_all_rows_is_no_number_of_coups(tmp_path: Path) -> None:
    found = of(
        tmp_path,
        "gameId,turn,Alice Card,Bob Card,winner\n7,1,KS,3D,Alice\n7,2,2S,3H,Bob\n7,3,9S,3C,Alice\n",
        "bataille-familiale",
    )
    assert 'coup = "{turn}"' in found.text


def test_hands_of_a_long_evening_are_no_game_of_23(tmp_path: Path) -> None:
    hands = "".join(f"{at},7S,KH,9D,2C\n" for at in range(1, 26))
    found = of(tmp_path, f"Game,P1,P2,B1,B2\n{hands}", "punto-banco")
    assert "coup=25" in str(events(found.preview))


def test_a_sheet_of_which_nothing_is_known_hides_no_other(tmp_path: Path) -> None:
    """The cards of each round are more than the rounds, and nobody knows whose they are."""
    path = tmp_path / "bac.db"
    base = sqlite3.connect(path)
    base.execute("create table rounds (round_no int, shoe int, winner text)")
    base.execute("create table cards (round_no int, suit int, value int)")
    base.executemany("insert into rounds values (?, 1, ?)", [(1, "Player"), (2, "Banker")])
    base.executemany("insert into cards values (?, 2, 11)", [(1,)] * 5 + [(2,)] * 5)
    base.commit()
    found = proposal(probe(path, path.name), words("punto-banco"), path.name)
    assert (2, "announce coup=1 shoe=1 winner=player") in events(found.preview)


def test_a_list_within_an_object_is_named_as_it_can_be_read(tmp_path: Path) -> None:
    lines = '{"turn": 1, "cards": {"Ann": [{"rank": 0, "suit": 2}], "Bob": [{"rank": 9}]}}'
    path = tmp_path / "log.jsonl"
    of(tmp_path, lines, "bataille-familiale", path.name)
    named = f"{path.name}:cards.Ann"
    told = proposal(probe(tmp_path / named, named), words("bataille-familiale"), named)
    assert "`rank`" in told.text


def test_words_of_bets_that_are_cut(tmp_path: Path) -> None:
    found = of(
        tmp_path,
        "Coup;Sortant;Client;Jeu;Mise;Rendu\n1;3;J1;IMP;5;10\n1;3;J2;PLE 3;5;40\n2;4;J1;MAN;5;10\n"
        "2;4;J2;PAI;5;0\n",
        "boule",
    )
    said = [own for _, own in events(found.preview) if own.startswith("stake ")]
    assert [own.split()[2] for own in said] == ["bet=odd", "bet=straight", "bet=low", "bet=even"]
    assert (2, "pay amount=5 bet=odd coup=1 player=J1") in events(found.preview)
    assert (3, "pay amount=35 bet=straight coup=1 number=3 player=J2") in events(found.preview)
    assert (5, "collect amount=5 bet=even coup=2 player=J2") in events(found.preview)


def test_a_stake_is_told_once(tmp_path: Path) -> None:
    """What all of a player's bets come to is no second stake."""
    found = of(
        tmp_path,
        "hand,player,bet,stake,wager,outcome\n1,P1,Player,10,30,Player\n1,P1,Tie,20,30,Player\n"
        "2,P1,Banker,10,10,Player\n",
        "punto-banco",
    )
    stakes = [said for _, said in events(found.preview) if said.startswith("stake ")]
    assert [own.split()[1] for own in stakes] == ["amount=10", "amount=20", "amount=10"]
    assert "`stake`, `wager` tell the same stakes? Of these `stake` is used." in found.text
    found = of(
        tmp_path,
        "hand,player,bet,stake,wager,outcome\n1,P1,Player,10,30,Player\n2,P1,Tie,20,5,Player\n",
        "punto-banco",
    )
    assert "stake" not in kinds(found)


def test_a_stake_with_a_number_is_on_that_number(tmp_path: Path) -> None:
    found = of(
        tmp_path,
        "Coup;Sortant;Joueur;Numéro misé;Mise;Gain;Perte\n1;3;J1;3;5;35;0\n2;4;J1;2;5;0;5\n"
        "3;5;J2;1;10;0;10\n",
        "boule",
    )
    said = events(found.preview)
    assert (2, "stake amount=5 bet=straight coup=1 number=3 player=J1") in said
    assert (2, "pay amount=35 bet=straight coup=1 number=3 player=J1") in said
    assert (3, "collect amount=5 bet=straight coup=2 number=2 player=J1") in said


def test_flags_say_who_won(tmp_path: Path) -> None:
    rows = (
        "1,7S,KH,9D,2C,True,False,False\n2,5S,2H,9C,9S,False,True,False\n"
        "3,8S,KD,9H,9C,False,False,True\n"
    )
    head = "hand,P1,P2,B1,B2,IsPlayerWin,IsBankerWin,IsTie"
    found = of(tmp_path, f"{head}\n{rows}", "punto-banco")
    said = [(row, own) for row, own in events(found.preview) if own.startswith("announce ")]
    assert said == [
        (2, "announce coup=1 winner=player"),
        (3, "announce coup=2 winner=banker"),
        (4, "announce coup=3 winner=tie"),
    ]
    found = of(tmp_path, f"{head}\n{rows.replace('False,True', 'True,True')}", "punto-banco")
    assert "announce" not in kinds(found)


def test_one_column_says_the_bet_and_whose_card_it_is(tmp_path: Path) -> None:
    rows = [
        f"{coup},{own}"
        for coup in range(1, 4)
        for own in ("BET,P1,Banker,10,", "CARD,,Player,,9S", "CARD,,Banker,,7H", "BET,P2,Tie,5,")
    ]
    found = of(tmp_path, "\n".join(["round,type,user,area,amount,card", *rows]), "punto-banco")
    assert '# ? bet = "{area}"' in found.text
    assert '# ? to = "{area}"' in found.text


def test_whose_stakes_they_are_is_asked(tmp_path: Path) -> None:
    """Of the column that is filled beside what players do, and beside nothing else."""
    rows = [
        f"{coup},{own},Emma"
        for coup in range(1, 4)
        for own in ("BetsOpen,,,,", "BetPlaced,U17,Red,5,", "BallDrop,,,,3", "WinPaid,U17,Red,5,")
    ]
    head = "spin no,type,PlayerCard,Position,Chips,WinningNumber,Clerk"
    found = of(tmp_path, "\n".join([head, *rows]), "boule")
    assert '# ? player = "{PlayerCard}"' in found.text


def test_the_sessions_of_players_are_no_sittings(tmp_path: Path) -> None:
    """A coup is of one sitting, and these are of whoever logs in."""
    rows = [
        f"{name},s-{who},{who},Player,10,KS 9D,5C 2D,{won}"
        for name, won in (("a-7f", "P"), ("b-01", "B"), ("c-9e", "T"))
        for who in ("P1", "P2")
    ]
    head = "round uuid,sessionId,user,bet,stake,player_hand,banker_hand,winner"
    found = of(tmp_path, "\n".join([head, *rows]), "punto-banco")
    assert 'same_coup = "round uuid"' in found.text
    assert "{sessionId}" not in found.text
