"""The average cost of each bet of the casino games, worked out exactly.

Every figure is the expected net gain of the player for a stake of one, as a fraction.
Printed by `python -m tools.house_edge`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final

# ---- boule and vingt-trois (article 47) ---------------------------------------------------------
PLACES_23: Final = {
    **dict.fromkeys(range(1, 5), 1),
    **dict.fromkeys(range(5, 12), 2),
    **dict.fromkeys(range(12, 15), 3),
}
"""How many of the 27 places each number of vingt-trois has (47.2)."""


def boule_straight() -> Fraction:
    """A number of nine, paid seven times (47.3-5)."""
    return Fraction(7 * 1 - 8, 9)


def boule_even_chance() -> Fraction:
    """Four numbers win once the stake; the four others and the 5 lose (47.3-5, 47.6)."""
    return Fraction(4 - 5, 9)


def vingt_trois_straight(number: int) -> Fraction:
    """A number paid 23, 11 or 7 times by the places that it has (47.9 to 47.11)."""
    places = PLACES_23[number]
    odds = {1: 23, 2: 11, 3: 7}[places]
    return Fraction(odds * places - (27 - places), 27)


def vingt_trois_colour() -> Fraction:
    """Twelve places of each colour; the three of the 13 take every even chance (47.12, 47.13)."""
    return Fraction(12 - 12 - 3, 27)


# ---- bataille at the casino, six decks (article 55-19) ------------------------------------------
_RANKS, _COPIES = 13, 24


def bataille_first_tie() -> Fraction:
    """The chance that the first two cards are of one rank."""
    return Fraction(_COPIES - 1, _RANKS * _COPIES - 1)


def bataille_second_tie() -> Fraction:
    """The chance of a tie in the war, two cards of one rank being gone."""
    left = _RANKS * _COPIES - 2
    pairs = (_COPIES - 2) * (_COPIES - 3) + (_RANKS - 1) * _COPIES * (_COPIES - 1)
    return Fraction(pairs, left * (left - 1))


def bataille_always_war() -> Fraction:
    """A war won gives one stake, a war lost costs two, a war tied costs nothing (.26 to .28)."""
    decided = (1 - bataille_second_tie()) / 2
    return bataille_first_tie() * (decided * 1 - decided * 2)


def bataille_always_surrender() -> Fraction:
    """Half the stake at every tie (.24)."""
    return -bataille_first_tie() / 2


def bataille_tie_bet() -> Fraction:
    """Ten times the stake at a first tie (.32)."""
    tie = bataille_first_tie()
    return 10 * tie - (1 - tie)


# ---- punto banco, eight decks -------------------------------------------------------------------
_OF_VALUE = (128, 32, 32, 32, 32, 32, 32, 32, 32, 32)  # cards worth 0 (tens and pictures), 1 … 9
_CARDS = sum(_OF_VALUE)


@cache
def punto_banco_outcomes() -> tuple[Fraction, Fraction, Fraction]:
    """The chances that the player, the banker and the tie win, over every order of the cards."""
    won = [0, 0, 0]
    whole = 1
    for place in range(6):
        whole *= _CARDS - place
    for first in product(range(10), repeat=4):
        weight, left = _drawn(first)
        player, banker = (first[0] + first[2]) % 10, (first[1] + first[3]) % 10
        for totals, ways in _thirds(player, banker, left):
            winner = 0 if totals[0] > totals[1] else 1 if totals[1] > totals[0] else 2
            won[winner] += weight * ways
    player_wins, banker_wins, tie = (Fraction(count, whole) for count in won)
    return player_wins, banker_wins, tie


def _drawn(values: tuple[int, ...]) -> tuple[int, list[int]]:
    """In how many ways cards of these values come, and what is left of each value."""
    left, ways = list(_OF_VALUE), 1
    for value in values:
        ways *= left[value]
        left[value] -= 1
    return ways, left


def _thirds(player: int, banker: int, left: list[int]) -> Iterator[tuple[tuple[int, int], int]]:
    """The totals after the third cards, and in how many ways the next two cards make them."""
    rest = sum(left)
    if player >= 8 or banker >= 8 or (player >= 6 and banker >= 6):
        yield (player, banker), rest * (rest - 1)
    elif player >= 6:
        for value, count in enumerate(left):
            yield (player, (banker + value) % 10), count * (rest - 1)
    else:
        for third, count in enumerate(left):
            drawn = (player + third) % 10
            if not _banker_draws(banker, third):
                yield (drawn, banker), count * (rest - 1)
                continue
            for value, others in enumerate(left):
                ways = count * (others - (value == third))
                yield (drawn, (banker + value) % 10), ways


def _banker_draws(banker: int, third: int) -> bool:
    """The banker's draw by the player's third card (baccarat.banker-draw)."""
    draws = {3: {0, 1, 2, 3, 4, 5, 6, 7, 9}, 4: set(range(2, 8)), 5: set(range(4, 8)), 6: {6, 7}}
    return banker < 3 or third in draws.get(banker, set())


def punto_banco_player() -> Fraction:
    """Paid once; a tie hands the stake back (baccarat.pay-player, baccarat.push)."""
    player, banker, _ = punto_banco_outcomes()
    return player - banker


def punto_banco_banker() -> Fraction:
    """Paid once less five per cent (baccarat.pay-banker)."""
    player, banker, _ = punto_banco_outcomes()
    return banker * Fraction(95, 100) - player


def punto_banco_tie() -> Fraction:
    """Paid eight times (baccarat.pay-tie)."""
    _, _, tie = punto_banco_outcomes()
    return 8 * tie - (1 - tie)


# ---- all of them --------------------------------------------------------------------------------
def report() -> Iterator[str]:
    """Each bet with its cost in per cent and as a fraction, a line each."""
    bets = {
        "boule, a number": boule_straight(),
        "boule, an even chance": boule_even_chance(),
        "vingt-trois, a number": vingt_trois_straight(1),
        "vingt-trois, a colour": vingt_trois_colour(),
        "bataille, war at every tie": bataille_always_war(),
        "bataille, surrender at every tie": bataille_always_surrender(),
        "bataille, the tie bet": bataille_tie_bet(),
        "punto banco, the player": punto_banco_player(),
        "punto banco, the banker": punto_banco_banker(),
        "punto banco, the tie": punto_banco_tie(),
    }
    for name, gain in bets.items():
        yield f"{name:33} {float(gain):8.3%}  {gain}"


if __name__ == "__main__":
    for line in report():
        sys.stdout.write(f"{line}\n")
