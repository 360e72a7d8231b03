"""Sums and signs in a mapping: nets, cents, and what a stake returned in all."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.log.mapping.row_reader import NoSumError, computed, decimal
from tests.log.mapping.reading import events, refusal, table

NETS = """\
[columns]
session = "S"
table   = "T1"
shoe    = 1
coup    = "{Coup}"

[[events]]
event  = "pay"
player = "{Player}"
bet    = "banker"
amount = "{Net} / 100"
when   = "{Net} > 0"

[[events]]
event  = "collect"
player = "{Player}"
bet    = "banker"
amount = "-{Net} / 100"
when   = "{Net} < 0"
"""


def test_a_net_in_cents_is_paid_or_collected(tmp_path: Path) -> None:
    own = table(
        tmp_path, "Coup;Player;Net\n1;J1;1950\n2;J1;-2000\n3;J1;0\n4;J1;x\n5;J1;\n6;J1;1\n", NETS
    )
    assert [said.split(" coup")[0] for _, said in events(own)] == [
        "pay amount=19.5 bet=banker",
        "collect amount=20 bet=banker",
        "pay amount=0.01 bet=banker",
    ]
    assert [(flaw.row, flaw.column) for flaw in own.set_aside] == [(4, None), (5, "Net"), (6, None)]
    assert str(own.set_aside[1].reason).startswith("is no number")


def test_a_return_less_the_stake(tmp_path: Path) -> None:
    mapping = NETS.partition("[[events]]")[0] + (
        '[[events]]\nevent = "pay"\nbet = "banker"\namount = "({Return} - {Stake}) * 1"\n'
    )
    text = "Coup;Return;Stake\n1;39,50;20,00\n2;39,50;\n3;a;1\n"
    own = table(tmp_path, text, mapping)
    amounts = [cells[own.header.index("amount")] for _, cells in own.rows]
    assert amounts == ["19.5", "", "(a - 1) * 1"]  # the last is set aside for its type


def test_days_are_no_sums(tmp_path: Path) -> None:
    mapping = NETS.replace('session = "S"', 'session = "{Y}-{M}-{D}"')
    own = table(tmp_path, "Coup;Player;Net;Y;M;D\n1;J1;1950;2026;01;09\n", mapping)
    assert "session=2026-01-09" in events(own)[0][1]


def test_a_doubtful_number_is_asked_about(tmp_path: Path) -> None:
    says = refusal(tmp_path, "Coup;Player;Net\n1;J1;1.234\n", NETS).says
    assert "`1.234`" in str(says)


def test_a_comparison_that_means_nothing_is_refused(tmp_path: Path) -> None:
    for wrong in ('"{Net} > a"', '{ column = "Net", compared = "~" }'):
        mapping = NETS.replace('"{Net} > 0"', wrong)
        with pytest.raises(Exception, match=r"Net|compared"):
            table(tmp_path, "Coup;Player;Net\n1;J1;1950\n", mapping)


@pytest.mark.parametrize(
    ("terms", "value"),
    [
        (["1 + 2 * 3"], "7"),
        (["(1 + 2) * ", Fraction(-3)], "-9"),
        (["- ", Fraction(-5, 2)], "2.5"),
        ([Fraction(1), " / 8"], "0.125"),
        (["2 - 3 - 4"], "-5"),
    ],
)
def test_sums(terms: list[str | Fraction], value: str) -> None:
    assert computed(terms) == value


@pytest.mark.parametrize(
    "terms", [["1 / 3"], ["1 / 0"], ["(1"], ["1)"], ["1 2"], [""], ["-" * 99 + "1"], ["a"]]
)
def test_what_is_no_sum(terms: list[str | Fraction]) -> None:
    with pytest.raises(NoSumError):
        computed(terms)


@given(st.integers(-(10**12), 10**12), st.integers(0, 9))
def test_decimals_are_exact(whole: int, places: int) -> None:
    value = Fraction(whole, 10**places)
    assert Fraction(decimal(value)) == value


RETURNS = """\
[columns]
coup = "{Coup}"

[[events]]
event  = "pay"
amount = "{Return} - {Stake}"
when   = "{Return} > {Stake}"

[[events]]
event  = "collect"
amount = "{Stake} - {Return}"
when   = "{Return} < {Stake}"
"""


def test_two_cells_are_compared(tmp_path: Path) -> None:
    text = "Coup;Return;Stake\n1;39,50;20,00\n2;0;20,00\n3;20;20\n4;x;20\n5;20;\n6;5;n/a\n"
    own = table(tmp_path, text, RETURNS)
    assert [said for _, said in events(own)] == [
        "pay amount=19.5 coup=1",
        "collect amount=20 coup=2",
    ]
    assert [(flaw.row, flaw.column) for flaw in own.set_aside] == [
        (4, None),
        (5, "Return"),
        (6, None),
        (7, "Stake"),
    ]


def test_a_column_to_compare_with_that_is_not_there(tmp_path: Path) -> None:
    wrong = RETURNS.replace("< {Stake}", "< {Mise}")
    assert "`Mise`" in str(refusal(tmp_path, "Coup;Return;Stake\n1;2;3\n", wrong).says)
