"""What an audit says of settlements, held against the double entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tests.settlement.audited import Engine, accused
from tests.settlement.games import Play, Spot, left_lying
from tests.settlement.ledger import Answer, Move
from tests.settlement.orders import filled
from tests.settlement.writing import log_of


@dataclass(frozen=True, slots=True)
class Deviation:
    """Spots of which an audit may say something else, and why."""

    because: str
    holds: Callable[[Play, Spot], bool]


def _under_another_bet(play: Play, spot: Spot) -> bool:
    back, taken = (
        {move.bet for move in spot.after if move.kind == kind} for kind in ("give_back", "collect")
    )
    return play.name == "war tied" and bool(back and taken) and back != taken


def _put_back(_play: Play, spot: Spot) -> bool:
    kinds = [move.kind for move in spot.after]
    return "collect" in kinds and kinds.count("give_back") > 1


def _told_again(play: Play, spot: Spot) -> bool:
    came_off = {"stake_change", "stake_refuse", "stake_withdraw"} & _kinds(
        (*spot.before, *spot.late)
    )
    return play.given_up and bool(came_off) and "give_back" in _kinds(spot.after)


def _left_lying(_play: Play, spot: Spot) -> bool:
    former = set() if spot.former is None else _kinds(spot.former.after)
    handed_back = "give_back" in former | _kinds(spot.after)
    return left_lying(spot) and (handed_back or "collect" in former)


def _refused_later(_play: Play, spot: Spot) -> bool:
    kinds = [move.kind for move in spot.before]
    taken_off = [at for at, kind in enumerate(kinds) if kind in {"give_back", "stake_withdraw"}]
    return bool(taken_off) and "stake_refuse" in kinds[taken_off[0] :]


def _late(play: Play, spot: Spot) -> bool:
    kinds = [move.kind for move in spot.late]
    return play.closes and "give_back" in kinds and "stake" in kinds[kinds.index("give_back") :]


def _kinds(moves: Sequence[Move]) -> set[str]:
    return {move.kind for move in moves}


DEVIATIONS: tuple[Deviation, ...] = (
    Deviation(
        "the rows of a war name the stake that is taken, and the one handed back",
        _under_another_bet,
    ),
    Deviation("what was collected and put back is not handed over once more", _put_back),
    Deviation("half is handed back, or all and the half of it told once more", _told_again),
    Deviation("what was left lying counts as nothing once it is settled", _left_lying),
    Deviation("what is refused may have come back before, by its amount", _refused_later),
    Deviation("what is handed back before a late stake counts for it", _late),
)


def deviates(play: Play, spot: Spot) -> bool:
    former = spot.former
    return any(own.holds(play, spot) for own in DEVIATIONS) or (
        former is not None and deviates(play, former)
    )


def differences(play: Play, spots: Sequence[Spot], engine: Engine = "columns") -> list[str]:
    """What is wrong with the findings on some spots, in their order."""
    told: list[str] = []
    for spot, rules in _judged(play, spots, engine):
        every, read = play.answers(spot)
        passed = every is Answer.WRONG and not rules and play.is_sure(spot)
        if passed or (rules and Answer.WRONG not in {every, read}):
            told.append(f"{spot}: {every.value}, and {sorted(rules) or 'no finding'}")
    return told


def accused_on_no_ground(play: Play, spots: Sequence[Spot]) -> list[str]:
    """The findings on spots of which some amount is not written down, and may be right."""
    return [
        f"{spot}: {sorted(rules)}"
        for spot, rules in _judged(play, spots, "columns")
        if rules and any(play.answers(own)[1] is not Answer.WRONG for own in filled(play, spot))
    ]


def _judged(play: Play, spots: Sequence[Spot], engine: Engine) -> Iterator[tuple[Spot, set[str]]]:
    found = accused(play.game, log_of(play, spots), engine)
    for number, spot in enumerate(spots, 1):
        if not deviates(play, spot):
            yield spot, found.get(f"P{number}", set())
