"""Faults of what the cards decide: settlement (55-19.19 to .22), wars (.24 to .28), tie bets."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_UP, Decimal
from itertools import pairwise
from random import Random
from typing import Final

from auditor_simulators.bataille.places import *
from auditor_simulators.common.notation import RANKS, rank
from auditor_simulators.protocol import Row

SETTLING: Final = ("pay", "collect", "give_back")

# What the first cards decide


def _paid_wrongly(place: Coup) -> None:
    [paid] = PAID(place)
    set_price(paid, price(paid) * place.rng.choice((2, 3)) / place.rng.choice((1, 4)))


# The course of settlement


def settled(coup: Coup, hand: PlayedHand) -> list[Row]:
    """Settlement and discard of a hand that the first cards decide."""
    seat = [row for row in coup.rows if row.get("seat") == hand.seat]
    return [row for row in seat if row["event"] in SETTLING] + coup.of("discard", seat=hand.seat)


def settlement(place: Coup) -> list[Row]:
    return settled(place, place.hand)


def _settlement_of_highest(place: Coup) -> list[Row]:
    """So that no other order is disturbed."""
    return settled(place, place.hands[-1])


def in_turn(coup: Coup, hands: Sequence[PlayedHand]) -> list[Row]:
    """Hands one after the other: the cards of each along with it, or after all money where the
    croupier removes them at the end.
    """
    turns = [row for hand in hands for row in settled(coup, hand)]
    moved = [row for row in turns if row["event"] != "discard"]
    cards = [row for row in turns if row["event"] == "discard"]
    first_removed = min(place_of(coup.rows, row) for row in cards)
    if all(place_of(coup.rows, row) < first_removed for row in moved):
        return [*moved, *cards]
    return turns


def left_to_right(rows: list[Row], rng: Random) -> list[Row]:
    """Two hands change turns in the first round, money and cards: two that win or two that lose,
    since losers may be settled before winners.
    """
    pairs = (
        (coup, one, other)
        for coup in coups_of(rows)
        for one, other in pairwise(coup.settled_first)
        if not one.choice
        and not other.choice
        and len({bool(coup.of("pay", seat=hand.seat, bet="main")) for hand in (one, other)}) == 1
    )
    coup, one, other = choose(rng, pairs)
    rearrange(rows, in_turn(coup, [one, other]))
    return [settled(coup, other)[0], settled(coup, one)[0]]


def _stakes_of_war(place: Coup) -> list[Row]:
    return [row for row in settlement(place) if row.get("bet") in {"main", "war"}]


# Tied hands


def _rounded(place: Coup) -> None:
    """Half of an odd stake, rounded up in favour of the house."""
    [collected] = TAKEN(place)
    half = price(collected)
    rounded = half.quantize(Decimal(1), ROUND_UP)
    set_price(collected, rounded)
    at_price(BACK, lambda _: half * 2 - rounded)(place)


def _war_stake(place: Coup) -> list[Row]:
    """The extra stake, and what became of it."""
    return both(*(money(event, "war") for event in ("stake", "collect", "give_back")))(place)


# The cards of a war

ANSWER: Final = last(CHOICES)
ALL_GAVE_UP: Final = coup_with(some(CHOICES), nobody_at_war)


def _card_to_surrendered(place: Coup) -> None:
    """Dealt on to the seat of a hand that is settled and gone; nothing more comes of it."""
    card = spare_card(place.log, place.dealer, place.rng)
    after = [each for each in place.at_war if each.seat > place.hand.seat]
    anchor = (after[0].war if after else None) or WAR_BURNS(place)[-1]
    seat = place.hand.seat
    place.before(anchor, beside(anchor, "deal", to="player", seat=seat, card=card, face="up"))
    recounted(place)


# What the cards of a war decide


def _due(place: Coup, bet: str, event: str, laid: Row) -> Row:
    """A row that settles such a bet of the stake's player by its last amount."""
    [tray] = on_seat("discard")(place)
    [placed] = place.money("stake", laid, bet)
    final = [placed, *place.money("stake_change", laid, bet)][-1]
    cells = cells_of(placed, "seat", "player", "bet")
    return beside(tray, event, **cells, amount=final["amount"])


def _settled_by(place: Coup) -> Row:
    """Where the hand's turn comes after the war: its tie bet, its discard, or a lower hand."""
    [tray] = on_seat("discard")(place)
    after_war = place.rows[place_of(place.rows, DEALERS(place)[-1]) + 1 :]
    here = {id(row) for row in place.log}
    for row in after_war:
        lower = row.get("seat", "") <= place.hand.seat or row["event"] == "discard"
        if id(row) in here and row["event"] in {*SETTLING, "discard"} and lower:
            return row
    return tray


def _void_war_taken(place: Coup) -> None:
    """Both stakes are taken although the war is void."""
    for laid in place.hand.mains:
        for bet in ("main", "war"):
            remove(place.log, *place.money("give_back", laid, bet))
            place.traces.append(_due(place, bet, "collect", laid))
    insert_before(place.log, _settled_by(place), *place.traces)


def _void_war_paid(place: Coup) -> None:
    place.before(_settled_by(place), _due(place, "main", "pay", place.stake))


def _second_war(place: Coup) -> None:
    """Three burned, one dealt, one burned, one for the dealer, all over again; and it wins."""
    drawn_last = place.of("deal", to="dealer")[-1]
    again: list[Row] = []

    def turn(event: str, ranks: Sequence[str] = RANKS, **cells: str) -> None:
        card = spare_card([*place.log, *again], drawn_last, place.rng, ranks)
        again.append(beside(drawn_last, event, card=card, **cells))

    for _ in range(3):
        turn("burn", face="down")
    turn("deal", ("J", "Q", "K", "A"), to="player", seat=place.hand.seat, face="up")
    turn("burn", face="down")
    turn("deal", ("2", "3", "4", "5"), to="dealer", face="up")
    paid = [_due(place, "main", "pay", main) for main in place.hand.mains]
    insert_before(place.log, _settled_by(place), *paid)
    insert_after(place.log, drawn_last, *again)
    recounted(place)
    place.traces += [*again[3:4], *again[5:], *paid]


# The tie bet


def _decided(place: Coup) -> list[Row]:
    """The row at which the hand's first stake is done with."""
    return BACK(place) or both(PAID, TAKEN)(place)[:1]


def _tie_bet_fits(place: Coup) -> bool:
    fits = sum(map(price, place.hand.ties)) + place.minimum <= place.maximum
    offered = place.opened["tie_bet"] == "true" and with_chief(place)
    return offered and untied(place) and not vacant(place) and fits


def _tie_bet_at(pick: Pick[Coup], factor: int) -> Edit[Coup]:
    return at_price(pick, lambda place: price(place.stake) * factor)


TIE_BET: Final = {
    "staff": "",
    "player": "J9002",
    "standing": "true",
    "agreed": "true",
    "bet": "tie",
    "form": "chip",
}
WINNER_TAKEN: Final = do(_tie_bet_at(PAID, 1), put(PAID, event="collect"), drop(BACK))

FAULTS: Final = {
    "winner-not-paid": at(WON, drop(PAID), at_stake),
    "winner-paid-wrongly": at(WON, _paid_wrongly, at_stake, PAID),
    "winner-collected": at(WON, do(put(PAID, event="collect"), drop(BACK)), PAID, at_stake),
    "loser-not-collected": at(LOST, drop(TAKEN), at_stake),
    "loser-collected-half": at(LOST, times(TAKEN, HALF), at_stake, TAKEN),
    "loser-paid": at(LOST, put(TAKEN, event="pay"), TAKEN, at_stake),
    "loser-given-back": at(LOST, copied(TAKEN, event="give_back"), stake, traces),
    "ace-counted-low": at(
        main_with(won, lambda place: rank(place.hand.first["card"]) == "A"),
        do(drop(MAINS_BACK), put(MAINS_PAID, event="collect")),
        MAINS_PAID,
        cards,
    ),
    "hand-passed-over": at(LOST, drop(MAINS_TAKEN), mains, cards),
    "settled-left-to-right": left_to_right,
    "dealer-discards-early": at(
        coup_with(),
        moved_before(last(DISCARDS), part(DISCARDS, -2)),
        last(DISCARDS),
        part(DISCARDS, -2),
    ),
    "discard-missing": at(
        hand_with(not_at_war), drop(on_seat("discard")), first_card, of("discard", to="dealer")
    ),
    "discarded-before-settlement": at(
        coup_with(lambda place: place.settled_first == [*place.hands]),
        moved_before(last(_settlement_of_highest), _settlement_of_highest),
        last(_settlement_of_highest),
        first(_settlement_of_highest),
    ),
    "not-announced": at(coup_with(none(CHOICES)), drop(POINT), dealer, _settlement_of_highest),
    "announced-before-the-cards": at(
        coup_with(some(both(of("pay"), of("collect")))), moved_before(POINT, DEALS), POINT, dealer
    ),
    "announced-after-settlement": at(
        coup_with(none(CHOICES)), moved_before(POINT, last(DISCARDS)), POINT, _settlement_of_highest
    ),
    "croupier-not-removed": at(
        coup_with(), drop(of("discard", to="dealer")), dealer, part(DISCARDS, -2, -1)
    ),
    "war-settled-before-its-cards": at(
        hand_with(lambda place: place.at_war == [place.hand] and place.hand.war_margin != 0),
        moved_before(_stakes_of_war, BURNS),
        first(_stakes_of_war),
        first(BURNS),
    ),
    "tie-without-choice": at(GAVE_UP, drop(WORD, MAINS_TAKEN, MAINS_BACK), cards),
    "choice-without-tie": at(
        # The player is heard to give up a hand that is won or lost, and it is settled as such.
        hand_with(untied),
        added("choice", POINT, staff="", seat=SEAT, choice="surrender"),
        traces,
        cards,
    ),
    "surrender-in-full": at(
        main_with(gave_up), do(drop(BACK), times(TAKEN, 2)), stake, WORD, TAKEN
    ),
    "surrender-rounded": at(
        stake_with(mains, lambda place: gave_up(place) and price(TAKEN(place)[0]) % 1 != 0),
        _rounded,
        stake,
        WORD,
        TAKEN,
    ),
    "surrender-for-nothing": at(main_with(gave_up), do(drop(TAKEN), times(BACK, 2)), stake, WORD),
    "suit-breaks-tie": at(
        hand_with(gave_up, lambda place: place.hand.first["card"] != place.dealer["card"]),
        do(drop(WORD, MAINS_BACK), times(MAINS_TAKEN, 2), put(MAINS_TAKEN, event="pay")),
        cards,
        MAINS_TAKEN,
    ),
    "war-stake-unequal": at(main_with(at_war), times(_war_stake, HALF), stake, first(_war_stake)),
    "two-burns-in-war": at(
        AT_WAR, do(drop(part(WAR_BURNS, 2, 3)), recounted), part(WAR_BURNS, 0, 2), first(WAR_DEALS)
    ),
    "no-burn-before-dealer": at(
        AT_WAR, do(drop(part(WAR_BURNS, 3, 4)), recounted), part(WAR_BURNS, 0, 3), WAR_DEALS
    ),
    "burns-for-every-hand": at(
        hand_with(lambda place: place.hand in place.at_war[1:2]),
        burns(3, last(ITS_DEALS), last(ITS_DEALS), before=True),
        WAR_BURNS,
        traces,
    ),
    "war-card-to-other-hand": at(
        hand_with(lambda place: bool(place.at_war) and not place.hand.war),
        _card_to_surrendered,
        traces,
        first_card,
        WORD,
    ),
    "war-card-face-down": at(AT_WAR, put_in_one(WAR_DEALS, face="down"), traces),
    "burned-without-war": at(ALL_GAVE_UP, burns(3, dealer, ANSWER), traces, ANSWER),
    "burned-without-tie": at(coup_with(none(CHOICES)), burns(3, dealer, POINT), traces, POINT),
    "drawn-without-war": at(
        ALL_GAVE_UP, do(burns(1, dealer, ANSWER), deals(dealer, traces)), traces, ANSWER
    ),
    "second-card-without-war": at(ALL_GAVE_UP, deals(dealer, ANSWER), traces, ANSWER),
    "war-won-unpaid": at(main_with(war_won), drop(PAID), stake, war_cards),
    "war-won-paid-twofold": at(
        main_with(war_won), copied(PAID, bet="war"), traces, PAID, war_cards
    ),
    "war-tied-collected": at(hand_with(war_tied), _void_war_taken, traces, war_cards),
    "war-tied-paid": at(hand_with(war_tied), _void_war_paid, traces, war_cards),
    "second-war": at(
        hand_with(war_tied, lambda place: bool(place.hand.war)), _second_war, traces, war_cards
    ),
    "war-lost-extra-kept": at(
        main_with(war_lost), drop(money("collect", "war")), stake, money("stake", "war"), war_cards
    ),
    "war-lost-main-kept": at(main_with(war_lost), drop(TAKEN), stake, war_cards),
    "tie-bet-not-offered": at(
        hand_with(lambda place: place.opened["tie_bet"] == "false" and untied(place)),
        do(
            copied(stake, bet="tie", amount=minima(1), form="chip"),
            added("collect", _decided, traces, "amount"),
        ),
        traces,
        opened,
    ),
    "tie-bet-without-main": at(
        # A standing player, with leave and with a chief present, bets on the tie alone.
        hand_with(_tie_bet_fits),
        do(
            added("stake", CLOSED, **TIE_BET, seat=SEAT, amount=minima(1), before=True),
            added("collect", first(both(PAID, TAKEN)), traces, "amount"),
        ),
        traces,
        mains,
    ),
    "tie-bet-over-maximum": at(
        stake_with(ties), repriced(lambda coup: coup.maximum + coup.minimum), stake, opened
    ),
    "tie-bet-under-minimum": at(
        stake_with(ties), repriced(lambda coup: coup.minimum / 2), stake, opened
    ),
    "tie-bet-paid-11-to-1": at(stake_with(ties, tied), _tie_bet_at(PAID, 11), at_stake, PAID),
    "tie-bet-unpaid": at(stake_with(ties, tied), drop(PAID), at_stake),
    "tie-bet-won-and-collected": at(stake_with(ties, tied), WINNER_TAKEN, PAID, at_stake),
    "tie-bet-decided-by-war": at(
        stake_with(ties, war_lost), WINNER_TAKEN, PAID, at_stake, last(DEALERS)
    ),
    "tie-bet-lost-and-paid": at(
        stake_with(ties, untied),
        do(_tie_bet_at(TAKEN, 10), put(TAKEN, event="pay")),
        at_stake,
        TAKEN,
    ),
    "tie-bet-lost-and-kept": at(stake_with(ties, untied), drop(TAKEN), at_stake),
}
