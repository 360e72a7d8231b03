"""Every order of a few moves on a spot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

from tests.settlement.games import Play, Spot, is_possible
from tests.settlement.ledger import EMPTY, Answer, Move

LAID = (1000, 2000)
FIRST = tuple(Move("stake", amount) for amount in LAID)
BEFORE = (
    *(
        Move(kind, amount)
        for kind in ("stake", "stake_change", "stake_refuse", "give_back")
        for amount in LAID
    ),
    Move("stake_withdraw"),
)


def after(play: Play) -> tuple[Move, ...]:
    kinds = ("pay", "collect", "give_back")
    own = [
        Move(kind, amount, bet) for bet in play.bets for kind in kinds for amount in play.amounts
    ]
    return (*own, *(Move("commission", amount) for amount in play.commissions))


def orders(play: Play, most: int) -> Iterator[Spot]:
    """A stake, and then up to so many moves in all, in every order."""
    settling = after(play)
    for many in range(most):
        for early in range(many + 1):
            for first in FIRST:
                for before in product(BEFORE, repeat=early):
                    if not is_possible(Spot((first, *before), ())):
                        continue
                    for own in product(settling, repeat=many - early):
                        yield Spot((first, *before), own)


def lying_on(play: Play, most: int) -> Iterator[Spot]:
    """A coup after one that was settled rightly: with a stake or none, and so many moves."""
    settling = after(play)
    former = [
        spot
        for spot in orders(play, most)
        if len(spot.before) == 1 and play.answers(spot)[0] is Answer.RIGHT
    ]
    for before in ((), *((own,) for own in FIRST)):
        for many in range(most):
            for own in product(settling, repeat=many):
                yield from (Spot(before, own, each) for each in former)


LATE = tuple(
    Move(kind, amount) for kind in ("stake", "stake_refuse", "give_back") for amount in LAID
)


def too_late(play: Play, most: int) -> Iterator[Spot]:
    """A stake, then moves after the close of bets, so many in all."""
    settling = after(play)
    for many in range(1, most):
        for early in range(1, many + 1):
            for late in product(LATE, repeat=early):
                spots = (Spot((first,), (), late=late) for first in FIRST)
                for spot in filter(is_possible, spots):
                    for own in product(settling, repeat=many - early):
                        yield replace(spot, after=own)


def emptied(spots: Iterable[Spot]) -> dict[Spot, None]:
    """The spots with one amount that is not written down, each once."""
    made: dict[Spot, None] = {}
    for spot in spots:
        moves, many = (*spot.before, *spot.after), len(spot.before)
        for at, move in enumerate(moves):
            if move.amount:
                less = (*moves[:at], move._replace(amount=EMPTY), *moves[at + 1 :])
                made[Spot(less[:many], less[many:])] = None
    return made


def filled(play: Play, spot: Spot) -> Iterator[Spot]:
    """The spot with any amount where none is written down."""
    for amount in sorted({*play.amounts, *play.commissions, 500, 1000, 1500, 2000, 3000, 4000}):
        before, after = (
            tuple(move._replace(amount=amount) if move.amount == EMPTY else move for move in moves)
            for moves in (spot.before, spot.after)
        )
        made = Spot(before, after)
        if is_possible(made):
            yield made
