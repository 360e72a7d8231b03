"""What `auditor map` proposes for files as the programs of others export them."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pyarrow as pa  # type: ignore[import-untyped]  # it has no types
import pytest
from pyarrow import parquet

from auditor.audit import read_log
from auditor.cli.map import words_for
from auditor.log.propose.probe import lists_within, probe
from auditor.log.propose.propose import Proposal, proposal
from tests.log.mapping.reading import events, events_of_row


def of(path: Path, text: str | bytes = "", rules: str = "punto-banco") -> Proposal:
    if text:
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return proposal(probe(path, path.name), words_for(rules), path.name)


def test_a_header_of_two_rows_whose_hands_are_numbered(tmp_path: Path) -> None:
    page = (
        "<table><thead><tr><th rowspan=2>Hand<th colspan=3>Player<th colspan=3>Banker"
        "<th rowspan=2>Winner</tr><tr><th>1<th>2<th>3<th>1<th>2<th>3</tr></thead><tbody>"
        "<tr><td>1<td>3♥<td>Q♦<td>7♠<td>7♥<td>6♥<td>10♥<td>Banker</tr>"
        "<tr><td>2<td>9♥<td>K♦<td>&nbsp;<td>7♣<td>A♥<td>&nbsp;<td>Player</tr></tbody>"
        "<tfoot><tr><td colspan=8>2 hands</td></tr></tfoot></table>"
    )
    found = of(tmp_path / "report.html", page)
    assert events(found.preview) == [
        (3, "deal card=3H coup=1 to=player"),
        (3, "deal card=7H coup=1 to=banker"),
        (3, "deal card=QD coup=1 to=player"),
        (3, "deal card=6H coup=1 to=banker"),
        (3, "deal card=7S coup=1 to=player"),
        (3, "deal card=10H coup=1 to=banker"),
        (3, "announce coup=1 winner=banker"),
        (4, "deal card=9H coup=2 to=player"),
        (4, "deal card=7C coup=2 to=banker"),
        (4, "deal card=KD coup=2 to=player"),
        (4, "deal card=AH coup=2 to=banker"),
        (4, "announce coup=2 winner=player"),
    ]
    assert [own.row for own in found.preview.set_aside] == [5]


def test_names_of_columns_as_programs_join_them(tmp_path: Path) -> None:
    found = of(
        tmp_path / "bets.csv",
        "GameTime,TableID,ShoeNo,HandNo,SeatNo,PatronID,BetType,BetAmount,WinLoss\n"
        "2026-01-09T21:06:00,B03,4,1,1,P001,Player,40.00,-40.00\n",
    )
    place = "coup=1 player=P001 seat=1 shoe=4 table=B03 time=2026-01-09T21:06:00"
    assert events(found.preview) == [
        (2, f"stake amount=40.00 bet=player {place}"),
        (2, f"collect amount=40 bet=player {place}"),
    ]


def test_cents_are_hundredths_in_a_row_an_event(tmp_path: Path) -> None:
    lines = (
        '{"eventType":"BET_PLACED","gameId":1,"playerId":"P1","betType":"STRAIGHT","amountCents":250}',
        '{"eventType":"BALL_LANDED","gameId":1}',
        '{"eventType":"BET_LOST","gameId":1,"playerId":"P1","betType":"STRAIGHT","amountCents":250}',
    )
    found = of(tmp_path / "log.jsonl", "\n".join(lines), "boule")
    assert events(found.preview) == [
        (1, "stake amount=2.5 bet=straight coup=1 player=P1"),
        (2, "spin coup=1"),
        (3, "collect amount=2.5 bet=straight coup=1 player=P1"),
    ]


def test_cents_are_hundredths_in_a_row_a_coup(tmp_path: Path) -> None:
    found = of(
        tmp_path / "bets.csv",
        "Hand,Player,Bet Type,Bet Amount (cents),Net Win (cents)\n"
        "1,P1,Player,4000,4000\n2,P1,Banker,2000,-2000\n",
    )
    assert events(found.preview) == [
        (2, "stake amount=40 bet=player coup=1 player=P1"),
        (2, "pay amount=40 bet=player coup=1 player=P1"),
        (3, "stake amount=20 bet=banker coup=2 player=P1"),
        (3, "collect amount=20 bet=banker coup=2 player=P1"),
    ]


def test_a_word_beside_another_kind_is_no_guess(tmp_path: Path) -> None:
    found = of(
        tmp_path / "log.csv",
        "event,coup,player,amount\nstake,1,P1,10\nstake,2,P1,10\nBET VOIDED TWICE,1,P1,10\n",
        "boule",
    )
    assert '# ? "BET VOIDED TWICE" = "…"   # which kind of event?' in found.text


def test_a_word_that_says_nothing_more_may_be_no_event(tmp_path: Path) -> None:
    """Whoever takes the question away says so; beside an amount it has to be answered."""
    found = of(
        tmp_path / "log.csv",
        "event,coup,player,amount\nround_started,1,,\nstake,1,P1,10\nstake,1,P2,5\ncollect,1,P1,10\n"
        "rake,1,P1,1\n",
        "boule",
    )
    assert '# ? "round_started" = ""   # is it no event of the game?' in found.text
    assert '# ? "rake" = "…"   # which kind of event?' in found.text


def test_tables_of_a_database_are_no_tables_of_a_casino(
    tmp_path: Path,
) -> None:
    path = tmp_path / "night.db"
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("CREATE TABLE hands (hand_id, shoe, winner)")
        base.execute("CREATE TABLE cards (hand_id, side, card)")
        base.execute("INSERT INTO hands VALUES (1, 1, 'banker')")
        for side, card in (("player", "3h"), ("banker", "7h"), ("player", "Qd"), ("banker", "6h")):
            base.execute("INSERT INTO cards VALUES (1, ?, ?)", (side, card))
    found = of(path)
    assert 'sheets  = ["cards"]' in found.text
    assert "{@sheet}" not in found.text
    assert "# ? `hands` may tell more of the same coups" in found.text


def test_what_came_back_for_two_stakes_is_of_the_one_that_stands_alone(tmp_path: Path) -> None:
    found = of(
        tmp_path / "war.csv",
        "Date,Table,Round,Player,Player Card,Dealer Card,Ante,War Bet,Return\n"
        "2026-01-09,CW1,1,P1,9h,7d,10,,20\n2026-01-09,CW1,2,P1,3h,7s,10,,0\n"
        "2026-01-09,CW1,3,P1,7h,7c,10,10,30\n",
        "bataille",
    )
    place = "seat=1 table=CW1 time=2026-01-09"
    settled = [own for own in events(found.preview) if own[1].startswith(("pay", "collect"))]
    assert settled == [
        (2, f"pay amount=10 bet=main coup=1 player=P1 {place}"),
        (3, f"collect amount=10 bet=main coup=2 player=P1 {place}"),
        (4, f"pay coup=3 player=P1 {place}"),  # 30 came back: of which stake nobody says
        (4, f"collect coup=3 player=P1 {place}"),
    ]


def test_a_sum_that_settles_several_stakes_says_nothing_of_each(tmp_path: Path) -> None:
    """In the third row 200 is the stake on the player and its gain, and 140 were lost."""
    found = of(
        tmp_path / "hands.csv",
        "hand,winner,player bet,banker bet,payout\n1,player,100,0,200\n2,banker,0,20,39\n"
        "3,player,100,140,200\n4,banker,0,40,78\n5,player,10,0,20\n6,tie,10,0,10\n",
    )
    settled = [own for own in events(found.preview) if own[1].startswith(("pay", "collect"))]
    assert settled == [
        (2, "pay amount=100 bet=player coup=1 player=all"),
        (3, "pay amount=19 bet=banker coup=2 player=all"),
        (4, "pay coup=3 player=all"),
        (4, "collect coup=3 player=all"),
        (5, "pay amount=38 bet=banker coup=4 player=all"),
        (6, "pay amount=10 bet=player coup=5 player=all"),
    ]


def test_a_net_of_several_stakes_says_nothing_of_each(tmp_path: Path) -> None:
    """85 is what 100 on the banker won, less the 10 that were lost on the tie."""
    found = of(
        tmp_path / "hands.csv",
        "hand,winner,banker bet,tie bet,net\n1,banker,100,10,85\n2,player,20,,-20\n3,tie,,5,40\n",
    )
    settled = [own for own in events(found.preview) if own[1].startswith(("pay", "collect"))]
    assert settled == [
        (2, "pay coup=1 player=all"),
        (2, "collect coup=1 player=all"),
        (3, "collect amount=20 bet=banker coup=2 player=all"),
        (4, "pay amount=40 bet=tie coup=3 player=all"),
    ]


def test_columns_without_names_below_a_merged_one_are_the_next_cards(tmp_path: Path) -> None:
    found = of(
        tmp_path / "hands.csv",
        "Hand,Player cards,,,Banker cards,,,Winner\n1,7♣,10♣,Q♦,8♦,9♦,2♦,Banker\n"
        "2,A♣,8♠,,2♠,K♥,Q♣,Player\n",
    )
    assert [own for row, own in events(found.preview) if row == 2] == [
        "deal card=7C coup=1 to=player",
        "deal card=8D coup=1 to=banker",
        "deal card=10C coup=1 to=player",
        "deal card=9D coup=1 to=banker",
        "deal card=QD coup=1 to=player",
        "deal card=2D coup=1 to=banker",
        "announce coup=1 winner=banker",
    ]


def test_a_number_and_a_value_beside_the_card_are_no_card_and_no_stake(tmp_path: Path) -> None:
    found = of(
        tmp_path / "cards.csv",
        "hand_no,card_no,hand,card,value\n1,1,Player,2D,2\n1,2,Banker,KC,0\n1,3,Player,7S,7\n"
        "1,4,Banker,9H,9\n",
    )
    assert [own for _, own in events(found.preview)] == [
        "deal card=2D coup=1 to=player",
        "deal card=KC coup=1 to=banker",
        "deal card=7S coup=1 to=player",
        "deal card=9H coup=1 to=banker",
    ]


def test_stakes_on_numbers_beside_the_number_are_no_numbers_that_came_out(tmp_path: Path) -> None:
    found = of(
        tmp_path / "spins.csv",
        "Spin,Number,N1,N2,N3,N4,N5,Total Bet\n1,8,0,0,5,0,0,5\n2,3,0,5,0,0,0,5\n",
        "boule",
    )
    spins = [own for _, own in events(found.preview) if own.startswith("spin")]
    assert spins == ["spin number=8", "spin number=3"]


def test_the_result_of_a_seat_is_no_card_of_it(tmp_path: Path) -> None:
    found = of(
        tmp_path / "war.csv",
        "Hand,Dealer Card,P1 Bet,P1 Card,P1 Result,P1 Net\n1,7D,10,9H,win,10\n2,7S,10,3H,lose,-10\n"
        "3,5S,10,6H,win,10\n",
        "bataille",
    )
    assert "deal card=9H coup=1 seat=1 to=player" in [own for _, own in events(found.preview)]


def test_a_second_word_for_a_stake_is_not_guessed(tmp_path: Path) -> None:
    found = of(
        tmp_path / "log.csv",
        "event,player,bet,amount,card\nBET_PLACED,J1,player,10,\ndeal,,,,AS\n"
        "BET_SETTLED,J1,player,10,\n",
    )
    assert '# ? "BET_SETTLED" = "…"' in found.text


def test_cards_of_nobody_are_played_by_nobody(tmp_path: Path) -> None:
    plays = [{"player": "A", "card": "9D"}, {"player": "B", "card": "5S"}]
    tricks = [{"n": n, "plays": plays, "winner": "A", "taken": ["9D", "5S"]} for n in (1, 2)]
    text = json.dumps({"tricks": tricks})
    found = of(tmp_path / "war.json", text, "bataille-familiale")
    assert kinds_of(found) == {"win"}


def test_minus_one_is_no_card_among_cards_by_their_numbers(tmp_path: Path) -> None:
    found = of(
        tmp_path / "hands.csv",
        "round,p1,p2,p3,b1,b2,b3\n1,27,42,-1,32,45,-1\n2,49,29,41,23,18,-1\n3,7,34,-1,14,8,0\n",
    )
    assert [own for row, own in events(found.preview) if row == 2] == [
        "deal coup=1 to=player",
        "deal coup=1 to=banker",
        "deal coup=1 to=player",
        "deal coup=1 to=banker",
    ]
    assert '"-1"' not in found.text.partition("[values.card]")[2].partition("[[events]]")[0]


OBJECTS = (
    "spin_id,winning_number,bets,net\n"
    '1,7,"{""7"": 2, ""red"": 5}","{""7"": 14, ""red"": 5}"\n'
    '2,3,"{""red"": 5}","{""red"": -5}"\n'
    '3,4,"{""even"": 1}","{""even"": 1}"\n'
)


def test_the_object_of_a_cell_is_a_value_for_each_name(tmp_path: Path) -> None:
    found = of(tmp_path / "spins.csv", OBJECTS, "boule")
    assert [own for row, own in events(found.preview) if row == 2] == [
        "stake amount=2 bet=straight coup=1 number=7 player=all",
        "stake amount=5 bet=red coup=1 player=all",
        "spin coup=1 number=7",
        "pay amount=14 bet=straight coup=1 number=7 player=all",
        "pay amount=5 bet=red coup=1 player=all",
    ]
    assert "collect amount=5 bet=red coup=2 player=all" in [o for _, o in events(found.preview)]


def test_values_with_names_are_not_read_in_part(tmp_path: Path) -> None:
    text = OBJECTS.replace('""even""', '""voisins""')
    found = of(tmp_path / "spins.csv", text, "boule")
    assert kinds_of(found) == {"spin"}
    assert "? A cell of `bets` holds several values with their names" in found.text


@pytest.mark.parametrize("cell", ["7:2;7:3", "7:2;red", "12:05;12:10"])
def test_what_is_not_all_values_with_names_is_none(tmp_path: Path, cell: str) -> None:
    text = f"spin_id,winning_number,bets\n1,7,{cell}\n2,3,red:5;7:2\n3,4,even:1\n"
    assert kinds_of(of(tmp_path / "spins.csv", text, "boule")) == {"spin"}


def test_a_list_within_one_that_is_named_is_named_behind_it() -> None:
    [ask] = lists_within(["bets.1.side", "bets.1.stake"], "night.json:shoes.hands")
    assert "`auditor map night.json:shoes.hands.bets`" in ask


def test_what_is_paid_for_the_only_stake_is_paid_for_its_bet(tmp_path: Path) -> None:
    found = of(
        tmp_path / "boule.csv",
        "Coup;Joueur;Mise plein;N° joué;Sorti;Payé\n1;Ana;2,00;7;7;14,00\n2;Ana;2,00;7;3;\n",
        "boule",
    )
    paid = [said for _, said in events(found.preview) if said.startswith("pay")]
    assert paid == ["pay amount=14.00 bet=straight coup=1 number=7 player=Ana"]


def test_a_column_of_yes_and_no_names_no_players(tmp_path: Path) -> None:
    found = of(
        tmp_path / "war.csv",
        "Main;Carte joueur;Carte croupier;Bataille ?;Enjeu;Gain/Perte\n1;9♥;7♦;non;10,00;10,00\n",
        "bataille",
    )
    assert "Whose stakes" not in found.text


def test_lists_in_cells_of_a_parquet_file_are_taken_apart(tmp_path: Path) -> None:
    path = tmp_path / "hands.parquet"
    frame = {"hand": [1], "player_cards": [["3h", "Td"]], "banker_cards": [["7h", "6h"]]}
    parquet.write_table(pa.table(frame), path)
    assert events(of(path).preview) == [
        (2, "deal card=3H coup=1 to=player"),
        (2, "deal card=7H coup=1 to=banker"),
        (2, "deal card=10D coup=1 to=player"),
        (2, "deal card=6H coup=1 to=banker"),
    ]


def test_a_list_within_each_hand_is_proposed_by_its_name(tmp_path: Path) -> None:
    bets = '"bets": [{"playerId": "P1", "betOn": "tie", "stake": 4, "net": -4}]'
    text = f'{{"tableId": "B7", "hands": [{{"hand": 1, "winner": "banker", {bets}}}]}}'
    found = of(tmp_path / "night.json", text)
    assert "`auditor map night.json:bets`" in found.text
    place = "coup=1 player=P1 table=B7"
    assert events(of(Path(f"{tmp_path}/night.json:bets")).preview) == [
        (1, f"stake amount=4 bet=tie {place}"),
        (1, "announce coup=1 table=B7 winner=banker"),
        (1, f"collect amount=4 bet=tie {place}"),
    ]


MERGED = (
    "<table><tr><th>Shoe<th>Hand<th>Player cards<th>Banker cards<th>Winner</tr>"
    "<tr><td rowspan=3>1<td>1<td>9♠ 7♦<td>A♥ 10♥ J♠<td>Player</tr>"
    "<tr><td>2<td>K♠ 8♦<td>A♥ 3♥<td>Player</tr><tr><td>3<td>K♠ 2♦<td>A♥ 8♥<td>Banker</tr>"
    "<tr><td rowspan=2>2<td>1<td>K♠ 8♦<td>A♥ 3♥<td>Player</tr>"
    "<tr><td>2<td>K♠ 2♦<td>A♥ 8♥<td>Banker</tr></table>"
)


def test_a_column_that_is_filled_where_it_changes_is_asked_about(tmp_path: Path) -> None:
    found = of(tmp_path / "report.html", MERGED)
    ask = '# ? filled_down = ["Shoe"]   # has an empty cell the value of the one above it?'
    assert ask in found.text


def test_a_column_of_which_all_is_filled_is_not(tmp_path: Path) -> None:
    text = "Shoe,Hand,Player cards,Banker cards\n1,1,9h 7d,Ah Td\n1,2,Ks 8d,Ah 3h\n"
    assert "filled_down" not in of(tmp_path / "shoe.csv", text).text


@pytest.mark.parametrize(
    ("names", "is_named"),
    [
        (("R-0007", "R-0007", "R-0012"), True),
        (("9b1d-4e", "9b1d-4e", "03ac-77"), True),
        (("7", "7", "12"), False),
        (("n° 7", "n° 7", "x"), False),  # a slip among numbers
    ],
)
def test_a_column_of_texts_that_is_called_like_that_of_the_coups(
    names: tuple[str, ...], is_named: bool, tmp_path: Path
) -> None:
    rows = ("P1,9h,2h,7d,Kd", "P2,9h,2h,7d,Kd", "P1,9s,2s,7c,Kc")
    told = "Round Id,Player,Player 1,Player 2,Banker 1,Banker 2\n" + "".join(
        f"{name},{row}\n" for name, row in zip(names, rows, strict=True)
    )
    found = of(tmp_path / "rounds.csv", told)
    assert ('same_coup = "Round Id"' in found.text) == is_named
    assert "# Not used: `Round Id`" not in found.text


def test_the_day_in_the_name_of_a_file_is_asked_about(tmp_path: Path) -> None:
    text = "Heure;Table;Coup;Résultat\n21:05;B1;1;7\n01:30;B1;2;3\n"
    found = of(tmp_path / "boule_20260109.csv", text, "boule")
    assert '"Date (titre)" = { cell = "@file", like = "…_*" }' in found.text
    assert '# ? time = "{Date (titre)} {Heure}"' in found.text
    path = tmp_path / "boule.toml"
    path.write_text(re.sub("# [?] (time|session|casino) ", r"\1 ", found.text))
    [own] = read_log(tmp_path / "boule_20260109.csv", rules="boule", mapping=path).tables
    assert [said.split("session=")[1] for _, said in events(own)] == [
        "2026-01-09 table=B1 time=2026-01-09T21:05:00",
        "2026-01-09 table=B1 time=2026-01-10T01:30:00",
    ]


BETS = (
    "eventType,gameId,playerId,betType,betNumber,winningNumber,amount\n"
    "BET_PLACED,1,P1,STRAIGHT,5,,2\nBALL_LANDED,1,,,,{},\nBET_WON,1,P1,STRAIGHT,5,{},14\n"
)


def test_the_number_of_a_stake_and_the_one_that_comes_out_are_of_one_field(tmp_path: Path) -> None:
    found = of(tmp_path / "log.csv", BETS.format(5, ""), "boule")
    assert events(found.preview) == [
        (2, "stake amount=2 bet=straight coup=1 number=5 player=P1"),
        (3, "spin coup=1 number=5"),
        (4, "pay amount=14 bet=straight coup=1 number=5 player=P1"),
    ]


def test_two_numbers_in_one_row_are_not(tmp_path: Path) -> None:
    found = of(tmp_path / "log.csv", BETS.format(5, 5), "boule")
    assert "Not used: `betNumber`" in found.text


def test_names_with_line_breaks_are_told_on_one_line(tmp_path: Path) -> None:
    text = (
        '"Hand","Player\ncards","Banker cards","Ante\nbet","Net\nwin","x\ny"\n'
        '1,9h 7d,Ah Td,10,-10,"z\nz"\n'
    )
    found = of(tmp_path / "hands.csv", text)
    assert "# Not used: `x y`." in found.text
    assert [said for _, said in events(found.preview)] == [
        "stake amount=10 coup=1",
        "deal card=9H coup=1 to=player",
        "deal card=AH coup=1 to=banker",
        "deal card=7D coup=1 to=player",
        "deal card=10D coup=1 to=banker",
        "collect amount=10 coup=1",
    ]


def test_names_of_tables_with_line_breaks_are_told_on_one_line(tmp_path: Path) -> None:
    path = tmp_path / "night.db"
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("CREATE TABLE cards (hand_id, side, card)")
        base.execute('CREATE TABLE "a\nb" (hand_id, x)')
        base.execute("INSERT INTO cards VALUES (1, 'player', '3h'), (1, 'banker', '7h')")
        base.execute('INSERT INTO "a\nb" VALUES (1, 2)')
    assert "# ? `a b` may tell more" in of(path).text


def test_a_net_is_one_in_rows_that_happen_to_have_won_too(tmp_path: Path) -> None:
    text = "Hand,Player bet,Banker bet,Net\n1,10,,10\n2,,5,-5\n"
    found = of(tmp_path / "bets.csv", text)
    assert 'bet = "player", amount = "-{Net}"' in found.text


def test_braces_in_the_name_of_a_column_leave_a_skeleton(tmp_path: Path) -> None:
    found = of(tmp_path / "hands.csv", "Hand,Player {cards},Banker cards\n1,9h 7d,Ah Td\n")
    assert "begun by `auditor map`" in found.text


WAR = "round,ante,player_card,dealer_card,decision,war_bet,player_war_card,dealer_war_card,net\n"


def test_a_choice_stands_between_the_cards_and_what_it_brings(tmp_path: Path) -> None:
    """A net is of the first stake: what a war adds to it is settled with it."""
    rows = "1,10,9S,9H,go to war,10,4D,KC,-20\n2,10,9S,9H,surrender,,,,-5\n3,10,9S,2H,,,,,10\n"
    found = of(tmp_path / "war.csv", WAR + rows, "bataille")
    said = events_of_row(found.preview, 2)
    assert said == [
        "stake amount=10 bet=main coup=1 player=all seat=1",
        "deal card=9S coup=1 seat=1 to=player",
        "deal card=9H coup=1 to=dealer",
        "choice choice=war coup=1 seat=1",
        "stake amount=10 bet=war coup=1 player=all seat=1",
        "deal card=4D coup=1 seat=1 to=player",
        "deal card=KC coup=1 to=dealer",
        "collect amount=20 bet=main coup=1 player=all seat=1",
    ]


def test_cards_after_a_choice_are_not_read_alone(tmp_path: Path) -> None:
    """Each row of a coup has the dealer's cards again: none is read, before the choice or after."""
    text = "round,seat,ante,player_card,dealer_card,action,player_war_card,dealer_war_card\n"
    rows = "1,1,10,9S,9H,war,4D,KC\n1,2,10,QS,9H,,,KC\n2,1,10,7S,KH,,,\n2,2,10,8S,KH,,,\n"
    found = of(tmp_path / "war.csv", text + rows, "bataille")
    assert kinds_of(found) == {"stake", "choice"}


def test_cards_that_rows_of_one_number_repeat_are_not_dealt_twice(tmp_path: Path) -> None:
    rows = "1,1,10,9S,KC,-10\n1,2,10,2S,KC,-10\n2,1,10,5S,4D,10\n2,2,5,QS,4D,5\n"
    text = f"id,seat,stake,player_card,dealer_card,net\n{rows}"
    found = of(tmp_path / "war.csv", text, "bataille")
    assert '# ? coup = "{id}"' in found.text
    assert kinds_of(found) == {"stake", "pay", "collect"}


def test_a_word_for_an_event_may_be_a_choice(tmp_path: Path) -> None:
    rows = "bet,1,1,P1,10,\ndeal,1,1,,,9S\ngo_to_war,1,1,P1,,\nbet,2,1,P1,10,\ndeal,2,1,,,8S\n"
    text = f"event,round,seat,player,amount,card\n{rows}surrender,2,1,P1,,\n"
    found = of(tmp_path / "war.csv", text, "bataille")
    assert [own for _, own in events(found.preview) if own.startswith("choice")] == [
        "choice choice=war coup=1 player=P1 seat=1",
        "choice choice=surrender coup=2 player=P1 seat=1",
    ]
    assert "deal card=9S coup=1 seat=1" in [own for _, own in events(found.preview)]


MONEY = "round,bet,stake,{}\n"
CHANGES = "1,red,10,200,210\n2,odd,5,210,205\n3,7,2,205,219\n4,8,2,219,217\n"


@pytest.mark.parametrize("head", ["balance_before,balance_after", "Solde avant,Solde après"])
def test_money_before_and_after_is_a_payment(tmp_path: Path, head: str) -> None:
    found = of(tmp_path / "log.csv", MONEY.format(head) + CHANGES, "boule")
    assert [own for own in events(found.preview) if own[1].startswith(("pay", "collect"))] == [
        (2, "pay amount=10 bet=red coup=1 player=all"),
        (3, "collect amount=5 bet=odd coup=2 player=all"),
        (4, "pay amount=14 bet=straight coup=3 number=7 player=all"),
        (5, "collect amount=2 bet=straight coup=4 number=8 player=all"),
    ]


@pytest.mark.parametrize(
    "rows",
    [
        "1,red,10,190,210\n2,odd,5,205,205\n3,7,2,203,219\n",  # the stake was taken off before
        CHANGES + "5,red,2,217,210\n5,7,5,217,210\n",  # both rows tell what became of the coup
    ],
)
def test_money_before_and_after_may_tell_something_else(tmp_path: Path, rows: str) -> None:
    text = MONEY.format("balance_before,balance_after") + rows
    assert kinds_of(of(tmp_path / "log.csv", text, "boule")) == {"stake"}


def kinds_of(found: Proposal) -> set[str]:
    return {own.split()[0] for _, own in events(found.preview)}
