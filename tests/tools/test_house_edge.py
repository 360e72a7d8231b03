"""The exact cost of every bet, against the figures that are published of them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tools import house_edge as edges


def per_cent(value: Fraction, digits: int = 2) -> float:
    return round(float(100 * value), digits)


def test_every_bet_of_boule_and_vingt_trois_costs_a_ninth() -> None:
    ninth = Fraction(-1, 9)
    assert edges.boule_straight() == ninth
    assert edges.boule_even_chance() == ninth
    assert edges.vingt_trois_colour() == ninth
    assert {edges.vingt_trois_straight(number) for number in edges.PLACES_23} == {ninth}
    assert sum(edges.PLACES_23.values()) == 27


def test_bataille_with_six_decks() -> None:
    assert per_cent(edges.bataille_first_tie(), 3) == 7.395
    assert per_cent(edges.bataille_always_war()) == -3.42
    assert per_cent(edges.bataille_always_surrender(), 3) == -3.698
    assert per_cent(edges.bataille_tie_bet()) == -18.65


def test_punto_banco_with_eight_decks() -> None:
    assert sum(edges.punto_banco_outcomes()) == 1
    assert per_cent(edges.punto_banco_player(), 3) == -1.235
    assert per_cent(edges.punto_banco_banker(), 3) == -1.058
    assert per_cent(edges.punto_banco_tie()) == -14.36


@pytest.mark.parametrize(("banker", "draws"), [(3, "012345679"), (6, "67"), (7, "")])
def test_the_banker_draws_as_published(banker: int, draws: str) -> None:
    drawn = {third for third in range(10) if edges._banker_draws(banker, third)}
    assert drawn == set(map(int, draws))


def test_every_bet_is_reported_with_its_cost() -> None:
    lines = [" ".join(line.split()) for line in edges.report()]
    assert "boule, a number -11.111% -1/9" in lines
    assert len(lines) == len(set(lines)) == 10
