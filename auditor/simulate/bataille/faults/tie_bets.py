"""Faults of the tie bet: offered and decided (55-19.30), limits (.31), payout (.32)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from auditor.simulate.bataille.faults.edits import by_player, price, reprice, set_price
from auditor.simulate.bataille.faults.situations import Coup, PlayedHand, coups
from auditor.simulate.common.edits import beside, choose, insert_after, insert_before, remove
from auditor.simulate.common.money import text_of
from auditor.simulate.protocol import Fault, Row


def _bet(
    rows: list[Row], rng: Random, wanted: Callable[[Coup, PlayedHand], bool]
) -> tuple[Coup, PlayedHand, Row]:
    """A tie bet on a hand of that kind."""
    return choose(
        rng,
        (
            (coup, hand, tie)
            for coup in coups(rows)
            for hand in coup.hands
            for tie in hand.ties
            if wanted(coup, hand)
        ),
    )


def _any(_: Coup, __: PlayedHand) -> bool:
    return True


def _won(_: Coup, hand: PlayedHand) -> bool:
    return hand.margin == 0


def _lost(_: Coup, hand: PlayedHand) -> bool:
    return hand.margin != 0


def not_offered(rows: list[Row], rng: Random) -> list[Row]:
    """Staked, lost and collected at a table that does not offer it."""
    coup, hand = choose(
        rng,
        (
            (coup, hand)
            for coup in coups(rows)
            for hand in coup.hands
            if coup.opened["tie_bet"] == "false" and hand.margin
        ),
    )
    main = hand.mains[0]
    tie = dict(main, bet="tie", amount=text_of(coup.minimum), form="chip")
    insert_after(rows, main, tie)
    settled = (*coup.money("pay", main), *coup.money("collect", main))[0]
    anchor = (coup.money("give_back", main) or [settled])[-1]
    insert_after(rows, anchor, _collect(anchor, tie))
    return [tie, coup.opened]


def _collect(anchor: Row, tie: Row) -> Row:
    cells = {column: tie[column] for column in ("seat", "player", "bet", "amount")}
    return beside(anchor, "collect", **cells)


def without_main(rows: list[Row], rng: Random) -> list[Row]:
    """A standing player, with leave and with a chief present, bets on the tie alone."""
    coup, hand = choose(
        rng,
        (
            (coup, hand)
            for coup in coups(rows)
            for hand in coup.hands
            if coup.opened["tie_bet"] == "true"
            and coup.chiefs
            and hand.margin
            and hand.seat in coup.seated
            and sum(map(price, hand.ties)) + coup.minimum <= coup.maximum
        ),
    )
    [closed] = coup.of("no_more_bets")
    who = {"seat": hand.seat, "player": "J9002", "standing": "true", "bet": "tie"}
    tie = by_player(
        closed, "stake", **who, amount=text_of(coup.minimum), form="chip", agreed="true"
    )
    insert_before(rows, closed, tie)
    settled = coup.money("pay", hand.mains[0]) or coup.money("collect", hand.mains[0])
    insert_after(rows, settled[0], _collect(settled[0], tie))
    return [tie, *hand.mains]


def over_maximum(rows: list[Row], rng: Random) -> list[Row]:
    coup, _, tie = _bet(rows, rng, _any)
    reprice(coup, tie, coup.maximum + coup.minimum)
    return [tie, coup.opened]


def under_minimum(rows: list[Row], rng: Random) -> list[Row]:
    coup, _, tie = _bet(rows, rng, _any)
    reprice(coup, tie, coup.minimum / 2)
    return [tie, coup.opened]


def eleven_to_one(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand, tie = _bet(rows, rng, _won)
    [paid] = coup.money("pay", tie)
    set_price(paid, price(tie) * 11)
    return [tie, hand.first, coup.dealer, paid]


def winner_unpaid(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand, tie = _bet(rows, rng, _won)
    remove(rows, *coup.money("pay", tie))
    return [tie, hand.first, coup.dealer]


def winner_collected(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand, tie = _bet(rows, rng, _won)
    return _taken(rows, coup, hand, tie)


def collected_for_the_war(rows: list[Row], rng: Random) -> list[Row]:
    """First cards equal, war lost, and the tie bet taken as if the war decided it."""
    coup, hand, tie = _bet(rows, rng, lambda _, hand: hand.choice == "war" and hand.war_margin < 0)
    return [*_taken(rows, coup, hand, tie), *coup.of("deal", to="dealer")[-1:]]


def _taken(rows: list[Row], coup: Coup, hand: PlayedHand, tie: Row) -> list[Row]:
    [paid] = coup.money("pay", tie)
    paid["event"] = "collect"
    set_price(paid, price(tie))
    remove(rows, *coup.money("give_back", tie))
    return [paid, tie, hand.first, coup.dealer]


def loser_paid(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand, tie = _bet(rows, rng, _lost)
    [collected] = coup.money("collect", tie)
    collected["event"] = "pay"
    set_price(collected, price(tie) * 10)
    return [tie, hand.first, coup.dealer, collected]


def loser_not_collected(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand, tie = _bet(rows, rng, _lost)
    remove(rows, *coup.money("collect", tie))
    return [tie, hand.first, coup.dealer]


FAULTS = (
    Fault("tie-bet-not-offered", ("55-19.30",), "a tie bet where none is offered", not_offered),
    Fault("tie-bet-without-main", ("55-19.30",), "a tie bet without a main stake", without_main),
    Fault("tie-bet-over-maximum", ("55-19.31",), "a tie bet above the maximum", over_maximum),
    Fault("tie-bet-under-minimum", ("55-19.31",), "a tie bet below the minimum", under_minimum),
    Fault("tie-bet-paid-11-to-1", ("55-19.32",), "a tie bet paid 11 to 1", eleven_to_one),
    Fault("tie-bet-unpaid", ("55-19.32",), "a winning tie bet is not paid", winner_unpaid),
    Fault(
        "tie-bet-won-and-collected",
        ("55-19.30", "55-19.32"),
        "a winning tie bet is collected",
        winner_collected,
    ),
    Fault(
        "tie-bet-decided-by-war",
        ("55-19.30", "55-19.32"),
        "a tie bet won by the first cards is collected because the war is lost",
        collected_for_the_war,
    ),
    Fault(
        "tie-bet-lost-and-paid",
        ("55-19.30",),
        "a tie bet is paid although the first cards differ",
        loser_paid,
    ),
    Fault(
        "tie-bet-lost-and-kept",
        ("55-19.30",),
        "a losing tie bet is not collected",
        loser_not_collected,
    ),
)
