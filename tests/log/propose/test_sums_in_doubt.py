"""Sums that are not what they seem: read for money, each accuses somebody."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from auditor.cli.map import words_for
from auditor.log.propose.probe import probe
from auditor.log.propose.propose import Proposal, proposal
from tests.log.mapping.reading import events

CARDS = "8S 9D,5H AC"
"""The player's hand, which wins, and the banker's."""
LOST = "5H AC,8S 9D"

words = cache(words_for)


def of(folder: Path, text: str, rules: str = "punto-banco") -> Proposal:
    path = folder / "log.csv"
    path.write_text(text, encoding="utf-8")
    return proposal(probe(path, path.name), words(rules), path.name)


def sums(found: Proposal) -> list[tuple[int, str]]:
    kinds = ("stake", "pay", "collect")
    return [(row, said) for row, said in events(found.preview) if said.startswith(kinds)]


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param(
            [f"player,{own}" for own in (1, 2, 2, 1, 1.5, 1.8, 1.6)],
            id="one for stakes of any size",
        ),
        pytest.param(["player,10", "banker,10", "player,10"], id="a small part of each stake"),
    ],
)
def test_odds_are_no_sums(rows: list[str], tmp_path: Path) -> None:
    lines = [f"{n},{own},{CARDS},{'1' if n % 2 else '-1'}" for n, own in enumerate(rows, 1)]
    found = of(tmp_path, "Round,Bet on,Stake,Player,Banker,Payout\n" + "\n".join(lines) + "\n")
    assert {said.split()[0] for _, said in sums(found)} == {"stake"}
    assert "It is taken for odds" in found.text


def test_running_totals_are_no_sums(tmp_path: Path) -> None:
    """Each is another part of its stake, and some are more than it was lost."""
    totals = [10, 30, 40, -10, 0, 10, -40, -20, -10, 40]
    stakes = [10, 20, 10, 50, 10, 10, 50, 20, 10, 50]
    lines = [
        f"{n},player,{stake},{CARDS},{total}"
        for n, (stake, total) in enumerate(zip(stakes, totals, strict=True), 1)
    ]
    found = of(tmp_path, "Round,Bet on,Stake,Player,Banker,Total won\n" + "\n".join(lines) + "\n")
    assert {said.split()[0] for _, said in sums(found)} == {"stake"}
    assert "is it a total so far?" in found.text


def test_what_the_house_won_is_not_what_the_bank_was_paid(tmp_path: Path) -> None:
    found = of(
        tmp_path,
        f"Coup;Mise sur;Mise;Main J;Main B;Gain banque\n1;Joueur;10;{';'.join(CARDS.split(','))};"
        f"-10\n2;Banque;20;{';'.join(CARDS.split(','))};20\n",
    )
    assert {said.split()[0] for _, said in sums(found)} == {"stake"}
    assert "is it what the house won?" in found.text


def test_what_a_player_won_is_his(tmp_path: Path) -> None:
    found = of(
        tmp_path,
        f"Coup;Mise sur;Mise;Main J;Main B;Gain joueur\n1;Joueur;10;{';'.join(CARDS.split(','))};"
        f"10\n2;Banque;20;{';'.join(CARDS.split(','))};-20\n",
    )
    assert (2, "pay amount=10 bet=player coup=1 player=all") in sums(found)


def test_sums_as_large_as_their_stakes_are_no_odds(tmp_path: Path) -> None:
    found = of(
        tmp_path,
        "Round,Bet on,Stake,Player,Banker,Payout\n"
        f"1,player,10,{CARDS},10\n2,player,20,{CARDS},20\n3,player,10,{CARDS},20\n",
    )
    assert [row for row, said in sums(found) if said.startswith("pay ")] == [2, 3, 4]


def test_where_nothing_stands_as_return_nobody_knows_what_was_collected(tmp_path: Path) -> None:
    """Else the stake of whoever lost would not have been collected."""
    found = of(
        tmp_path,
        "Round,Bet on,Stake,Player,Banker,Return\n"
        f"1,player,10,{CARDS},20\n2,player,20,{LOST},\n3,player,10,{CARDS},20\n"
        f"4,player,50,{CARDS},100\n",
    )
    assert (3, "collect bet=player coup=2 player=all") in sums(found)
    assert (2, "pay amount=10 bet=player coup=1 player=all") in sums(found)


def test_nor_where_several_stakes_may_have_lost(tmp_path: Path) -> None:
    found = of(
        tmp_path,
        "Round,Player bet,Banker bet,Player cards,Banker cards,Returned\n"
        f"1,10,,{CARDS},20\n2,20,10,{LOST},\n3,10,,{CARDS},20\n4,50,,{CARDS},100\n"
        f"5,30,,{LOST},\n",
    )
    told = [own for own in sums(found) if own[1].startswith("collect")]
    assert told == [(3, "collect coup=2 player=all"), (6, "collect bet=player coup=5 player=all")]


def test_a_sum_may_settle_a_stake_whose_bet_nobody_knows(tmp_path: Path) -> None:
    """`Dragon bet` is no bet of these rules, and its stake is lost in the net of the row."""
    found = of(
        tmp_path,
        "Round,Bet on,Bet,Dragon bet,Player,Banker,Net\n"
        f"1,player,10,0,{CARDS},10\n2,player,20,5,{CARDS},15\n3,player,10,0,{LOST},-10\n",
    )
    told = [own for own in sums(found) if not own[1].startswith("stake")]
    assert told == [
        (2, "pay amount=10 bet=player coup=1 player=all"),
        (3, "pay bet=player coup=2 player=all"),
        (3, "collect bet=player coup=2 player=all"),
        (4, "collect amount=10 bet=player coup=3 player=all"),
    ]
    assert "`Dragon bet` has stakes" in found.text


def test_a_total_beside_the_stake_hides_no_bet(tmp_path: Path) -> None:
    found = of(
        tmp_path,
        "Round,Player bet,Tie bet,Total bet,Player cards,Banker cards,Net\n"
        f"1,10,0,10,{CARDS},10\n2,0,5,5,{CARDS},-5\n3,10,5,15,{LOST},-15\n",
    )
    told = [own for own in sums(found) if own[0] == 2]
    assert told == [
        (2, "stake amount=10 bet=player coup=1 player=all"),
        (2, "pay amount=10 bet=player coup=1 player=all"),
    ]


def test_the_chance_of_one_stake_is_not_that_of_another(tmp_path: Path) -> None:
    """Each row has a stake on a number and one on a chance, and the column of bets is of this."""
    found = of(
        tmp_path,
        "Coup;Numéro;N° joué;Mise plein;Chance jouée;Mise chance;Gain\n"
        "1;8;6;5;Noir;10;10\n2;6;9;5;Manque;20;0\n3;9;9;10;Noir;20;70\n",
        "boule",
    )
    assert not any("bet=black" in said or "bet=low" in said for _, said in sums(found))
    assert all("amount" not in said for _, said in sums(found) if said.startswith("pay"))


def test_money_of_the_house_is_no_day_of_a_spreadsheet(tmp_path: Path) -> None:
    found = of(
        tmp_path,
        f"Round,Bet on,Stake,Player,Banker,Net,Bank\n1,player,10,{CARDS},10,49990\n"
        f"2,player,20,{CARDS},20,49970\n",
    )
    assert "{Bank}" not in found.text
