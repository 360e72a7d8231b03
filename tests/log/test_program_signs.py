"""Signs that programs put into cells: for nothing, around a text, for who gains."""

from pathlib import Path

import pytest

from auditor.log.csv import plain_csv
from tests.log.mapping.reading import events, table

HEADER = "event,coup,player,seat,bet,amount\n"


def said(rows: list[tuple[int, str]]) -> list[str]:
    return [text for _, text in rows]


@pytest.mark.parametrize("sign", ["NULL", "\\N", "NaN", "-"])
def test_a_sign_of_nothing_in_several_columns_is_an_empty_cell(tmp_path: Path, sign: str) -> None:
    row = f"no_more_bets,1,{sign},{sign},{sign},{sign}\n"
    own = table(tmp_path, f"{HEADER}{row}stake,1,J1,2,main,10\n")
    assert said(events(own)) == [
        "no_more_bets coup=1",
        "stake amount=10 bet=main coup=1 player=J1 seat=2",
    ]
    assert f"`{sign}`" in str(own.notes[-1])


def test_a_player_may_be_called_null(tmp_path: Path) -> None:
    own = table(tmp_path, f"{HEADER}stake,1,Null,2,main,10\nstake,1,NULL,3,main,10\n")
    assert [text.split("player=")[1] for text in said(events(own))] == [
        "Null seat=2",
        "NULL seat=3",
    ]


def test_a_protected_text_is_the_text(tmp_path: Path) -> None:
    own = table(tmp_path, f'{HEADER}stake,"=""1""",="007",2,main,="10"\n')
    assert said(events(own)) == ["stake amount=10 bet=main coup=1 player=007 seat=2"]


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("loss", ["-10", "(10)", "−10", "10-"])
def test_signs_of_a_ledger_are_no_part_of_the_sum(
    tmp_path: Path, loss: str, large: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if large:
        monkeypatch.setattr(plain_csv, "WORTHWHILE", 0)
    rows = f"stake,1,J1,2,main,10\npay,1,J1,2,main,{loss}\npay,2,J1,2,main,{loss}\n"
    own = table(tmp_path, HEADER + rows)
    assert said(events(own))[1] == "pay amount=10 bet=main coup=1 player=J1 seat=2"
    assert "`pay`" in str(own.notes[-1])


def test_a_stray_sum_of_an_event_that_has_none_says_nothing_of_signs(tmp_path: Path) -> None:
    """The report said that the amounts of cards dealt were all below zero: there was one."""
    own = table(tmp_path, f"{HEADER}no_more_bets,1,J1,2,main,-5\npay,1,J1,2,main,10\n")
    assert not [note for note in own.notes if "below zero" in str(note)]


def test_one_sum_below_zero_among_others_stays_what_it_is(tmp_path: Path) -> None:
    own = table(tmp_path, f"{HEADER}pay,1,J1,2,main,10\npay,2,J1,2,main,-10\n")
    assert "amount=-10" in said(events(own))[1]
