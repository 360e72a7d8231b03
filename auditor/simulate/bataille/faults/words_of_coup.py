"""Faults of a coup that break the words of the article, the nearest to lawful.

Each of them leaves every other sentence of the article kept, so that a rule which asks for less
than the words, or for something beside them, does not find it.
"""

from __future__ import annotations

from random import Random

from auditor.simulate.bataille.faults.edits import by_player, price, recount, set_price, shift_after
from auditor.simulate.bataille.faults.situations import (
    Coup,
    PlayedHand,
    a_hand,
    chosen,
    coups,
    gave_up,
    sittings,
    went_to_war,
)
from auditor.simulate.common.cards import RANKS, rank
from auditor.simulate.common.edits import choose, insert_after, place_of, remove
from auditor.simulate.common.money import text_of
from auditor.simulate.protocol import Fault, Row


def staked_and_not_dealt(rows: list[Row], rng: Random) -> list[Row]:
    """Bets are closed, and the next coup is opened."""
    coup = choose(
        rng,
        (
            coup
            for coup in coups(rows)
            if not chosen(coup.rows, "stop_card_seen")
            and not coup.of("stake_refuse", reason="late")
            and _followed(rows, coup)
        ),
    )
    [closed] = coup.of("no_more_bets")
    after = place_of(coup.rows, closed) + 1
    remove(rows, *coup.rows[after:])
    recount(rows, closed)
    left = coup.rows[:after]
    return [closed, *chosen(left, "stake"), *chosen(left, "bets_open")]


def _followed(rows: list[Row], coup: Coup) -> bool:
    """Another coup of the same shoe comes after it."""
    first = coup.rows[0]
    where = {name: first[name] for name in ("casino", "session", "table", "shoe")}
    return bool(chosen(rows, "bets_open", coup=str(int(first["coup"]) + 1), **where))


def wrong_point(rows: list[Row], rng: Random) -> list[Row]:
    coup = choose(rng, coups(rows))
    [announced] = coup.of("announce")
    announced["text"] = rng.choice([each for each in RANKS if each != rank(coup.dealer["card"])])
    return [announced, coup.dealer]


def _of_war(coup: Coup, event: str) -> list[Row]:
    [announced] = coup.of("announce")
    return chosen(coup.rows[place_of(coup.rows, announced) :], event)


def war_stake_too_late(rows: list[Row], rng: Random) -> list[Row]:
    """Laid down when the first card is burned."""
    coup, hand = a_hand(rows, rng, went_to_war)
    stake = rng.choice(coup.of("stake", seat=hand.seat, bet="war"))
    burned = _of_war(coup, "burn")[0]
    shift_after(rows, stake, burned)
    return [stake, burned]


def war_stake_raised(rows: list[Row], rng: Random) -> list[Row]:
    """When the player has seen a winning card; nothing more is paid for it."""
    coup, hand = a_hand(rows, rng, lambda _, hand: hand.choice == "war" and hand.war_margin > 0)
    [stake] = [row for row in coup.of("stake", bet="war") if row["player"] == _owner(hand)][:1]
    dealt = coup.of("deal", seat=hand.seat)[-1]
    cells = {name: stake[name] for name in ("seat", "player", "bet", "standing", "form")}
    change = by_player(dealt, "stake_change", **cells)
    set_price(change, price(stake) * 10)
    insert_after(rows, dealt, change)
    for given in coup.money("give_back", stake):
        set_price(given, price(change))
    return [change, *_of_war(coup, "burn")[:1]]


def _owner(hand: PlayedHand) -> str:
    return hand.mains[0]["player"]


def war_stake_withdrawn(rows: list[Row], rng: Random) -> list[Row]:
    """When the player has seen a losing card; it is not collected any more."""
    coup, hand = a_hand(rows, rng, lambda _, hand: hand.choice == "war" and hand.war_margin < 0)
    stake = next(
        row for row in coup.of("stake", seat=hand.seat, bet="war") if row["player"] == _owner(hand)
    )
    dealt = coup.of("deal", seat=hand.seat)[-1]
    cells = {name: stake[name] for name in ("seat", "player", "bet")}
    gone = by_player(dealt, "stake_withdraw", **cells)
    insert_after(rows, dealt, gone)
    remove(rows, *coup.money("collect", stake))
    return [gone, *_of_war(coup, "burn")[:1]]


def extra_stake_without_war(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand = a_hand(rows, rng, gave_up)
    [choice] = coup.of("choice", seat=hand.seat)
    extra = dict(hand.mains[0], bet="war", time=choice["time"])
    insert_after(rows, choice, extra)
    return [extra, choice]


def _won(coup: Coup, hand: PlayedHand) -> list[Row]:
    return coup.of("pay", seat=hand.seat, bet="main")


def bet_on_red(rows: list[Row], rng: Random) -> list[Row]:
    """A bet of another game, paid as that game pays it, in its turn among those that win."""
    coup, hand = a_hand(
        rows,
        rng,
        lambda coup, hand: hand.choice != "war" and len(_won(coup, hand)) == 1,
    )
    stake = hand.mains[0]
    [won] = _won(coup, hand)
    red, paid = dict(stake, bet="red"), dict(won, bet="red")
    set_price(paid, price(stake) * 35)
    insert_after(rows, stake, red)
    insert_after(rows, won, paid)
    return [red, paid]


def raised_on_credit(rows: list[Row], rng: Random) -> list[Row]:
    coup = choose(rng, (coup for coup in coups(rows) if coup.of("stake_change")))
    change = coup.of("stake_change")[0]
    change["form"] = "credit"
    return [change]


def over_the_tie_limit(rows: list[Row], rng: Random) -> list[Row]:
    """Within the table's limits, and above what is posted for the tie bet."""
    places = []
    for sitting in sittings(rows):
        ties = [tie for coup in coups(sitting) for hand in coup.hands for tie in hand.ties]
        amounts = sorted(map(price, ties))
        if len(amounts) > 1 and amounts[-2] < amounts[-1]:
            places.append((max(ties, key=price), chosen(sitting, "table_open")[0], amounts[-2]))
    tie, opened, limit = choose(rng, places)
    opened["tie_maximum"] = text_of(limit)
    return [tie, opened]


FAULTS = (
    Fault(
        "staked-and-not-dealt",
        ("55-19.18",),
        "bets are closed and no card is dealt",
        staked_and_not_dealt,
    ),
    Fault("wrong-point", ("55-19.22",), "another point is announced than shown", wrong_point),
    Fault(
        "war-stake-too-late",
        ("55-19.25",),
        "the extra stake is laid when a card is burned",
        war_stake_too_late,
    ),
    Fault(
        "war-stake-raised",
        ("55-19.25",),
        "the extra stake is raised after a winning card",
        war_stake_raised,
    ),
    Fault(
        "war-stake-withdrawn",
        ("55-19.25",),
        "the extra stake is withdrawn after a losing card",
        war_stake_withdrawn,
    ),
    Fault(
        "extra-stake-without-war",
        ("55-19.25",),
        "who gives up lays down another stake",
        extra_stake_without_war,
    ),
    Fault("bet-on-red", ("55-19.30",), "a bet that the game does not have", bet_on_red),
    Fault(
        "raised-on-credit", ("55-19.16", "55-19.15"), "a stake raised on credit", raised_on_credit
    ),
    Fault(
        "over-the-tie-limit",
        ("55-19.31",),
        "a tie bet above the limit posted for it",
        over_the_tie_limit,
    ),
)
