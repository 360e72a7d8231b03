"""Faults of the stakes themselves: limits (55-19.14), form and moment (.15), credit (.16)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from auditor.simulate.bataille.faults.edits import by_player, price, reprice, set_price, shift_after
from auditor.simulate.bataille.faults.situations import Coup, PlayedHand, coups
from auditor.simulate.common.edits import choose, insert_after, remove
from auditor.simulate.protocol import Fault, Row


def _alone(rows: list[Row]) -> Iterator[tuple[Coup, PlayedHand]]:
    """Hands that carry one main stake, placed once."""
    for coup in coups(rows):
        for hand in coup.hands:
            if len(hand.mains) == 1 and coup.unchanged(hand.mains[0]):
                yield coup, hand


def over_maximum(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand = choose(rng, _alone(rows))
    reprice(coup, hand.mains[0], coup.maximum + coup.minimum)
    return [hand.mains[0], coup.opened]


def under_minimum(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand = choose(rng, _alone(rows))
    reprice(coup, hand.mains[0], coup.minimum / 2)
    return [hand.mains[0], coup.opened]


def in_cash(rows: list[Row], rng: Random) -> list[Row]:
    _, hand = choose(rng, _alone(rows))
    hand.mains[0]["form"] = "cash"
    return [hand.mains[0]]


def on_credit(rows: list[Row], rng: Random) -> list[Row]:
    _, hand = choose(rng, _alone(rows))
    hand.mains[0]["form"] = "credit"
    return [hand.mains[0]]


def late_stake(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand = choose(rng, ((coup, hand) for coup, hand in _alone(rows) if not hand.ties))
    [closed] = coup.of("no_more_bets")
    shift_after(rows, hand.mains[0], closed)
    return [hand.mains[0], closed]


def late_stake_half_refused(rows: list[Row], rng: Random) -> list[Row]:
    """Twice the minimum laid after the close: half of it is pushed back, the rest plays."""
    coup, hand = choose(
        rng,
        (
            (coup, hand)
            for coup, hand in _alone(rows)
            if price(hand.mains[0]) + coup.minimum <= coup.maximum and not coup.of("choice")
        ),
    )
    [stake], [closed] = hand.mains, coup.of("no_more_bets")
    names = ("seat", "player", "standing", "bet", "agreed")
    cells = {name: stake[name] for name in names if stake.get(name)}
    late = by_player(closed, "stake", **cells, form="chip")
    back = by_player(closed, "stake_refuse", **cells, form="chip", reason="late")
    placed = dict(stake)
    reprice(coup, stake, price(stake) + coup.minimum)
    stake.update(placed)
    set_price(late, 2 * coup.minimum)
    set_price(back, coup.minimum)
    insert_after(rows, closed, late, back)
    return [late, closed, back]


def late_change(rows: list[Row], rng: Random) -> list[Row]:
    """The stake is raised, and settled as raised."""
    coup, hand = choose(
        rng,
        (
            (coup, hand)
            for coup, hand in _alone(rows)
            if price(hand.mains[0]) + coup.minimum <= coup.maximum
        ),
    )
    [stake] = hand.mains
    placed = dict(stake)
    raised = price(stake) + coup.minimum
    reprice(coup, stake, raised)
    stake.update(placed)
    [closed] = coup.of("no_more_bets")
    cells = {column: stake.get(column, "") for column in ("seat", "player", "standing", "bet")}
    change = by_player(closed, "stake_change", **cells, form="chip", agreed=stake.get("agreed", ""))
    set_price(change, raised)
    insert_after(rows, closed, change)
    return [change, closed]


def late_withdrawal(rows: list[Row], rng: Random) -> list[Row]:
    """A bet that would have been lost is taken back in time to see no card, and too late."""
    coup, stake = choose(
        rng,
        (
            (coup, stake)
            for coup in coups(rows)
            for hand in coup.hands
            for stake in (*hand.mains[1:], *hand.ties)
            if hand.margin < 0 and not _leans_on(hand, stake)
        ),
    )
    remove(rows, *coup.money("collect", stake))
    [closed] = coup.of("no_more_bets")
    cells = {column: stake[column] for column in ("seat", "player", "bet")}
    withdrawal = by_player(closed, "stake_withdraw", **cells)
    insert_after(rows, closed, withdrawal)
    return [withdrawal, closed]


def _leans_on(hand: PlayedHand, stake: Row) -> bool:
    """A tie bet of the player rests on this main stake."""
    return stake["bet"] == "main" and stake["player"] in {tie["player"] for tie in hand.ties}


def late_tie_bet(rows: list[Row], rng: Random) -> list[Row]:
    coup, tie = choose(
        rng,
        (
            (coup, tie)
            for coup in coups(rows)
            for hand in coup.hands
            for tie in hand.ties
            if coup.unchanged(tie)
        ),
    )
    [closed] = coup.of("no_more_bets")
    shift_after(rows, tie, closed)
    return [tie, closed]


FAULTS = (
    Fault("stake-over-maximum", ("55-19.14",), "a stake above the maximum", over_maximum),
    Fault("stake-under-minimum", ("55-19.14",), "a stake below the minimum", under_minimum),
    Fault("stake-in-cash", ("55-19.15",), "a stake in cash", in_cash),
    Fault(
        "stake-on-credit",
        ("55-19.16", "55-19.15"),
        "a stake on credit, which is neither chip nor plaque",
        on_credit,
    ),
    Fault("late-stake", ("55-19.15",), "a stake placed after no more bets", late_stake),
    Fault(
        "late-stake-half-refused",
        ("55-19.15",),
        "of a late stake half is pushed back, and the rest plays",
        late_stake_half_refused,
    ),
    Fault("late-tie-bet", ("55-19.15",), "a tie bet placed after no more bets", late_tie_bet),
    Fault("late-stake-change", ("55-19.15",), "a stake raised after no more bets", late_change),
    Fault(
        "late-withdrawal", ("55-19.15",), "a stake withdrawn after no more bets", late_withdrawal
    ),
)
