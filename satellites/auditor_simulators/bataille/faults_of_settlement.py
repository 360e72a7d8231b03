"""Faults of what the cards decide: settlement (55-19.19 to .22), wars (.24 to .28), tie bets."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_UP, Decimal
from itertools import pairwise
from random import Random
from typing import Final

from auditor_simulators.bataille.places import (
    HALF,
    POINT,
    AtHand,
    at_price,
    at_war,
    burns,
    coup_with,
    dealer,
    deals,
    first_card,
    gave_up,
    hand_with,
    lost,
    main_with,
    mains,
    money,
    moved_before,
    nobody_at_war,
    not_at_war,
    of_mains,
    of_war,
    on_seat,
    opened,
    recounted,
    repriced,
    stake,
    stake_with,
    tied,
    ties,
    times,
    untied,
    war_cards,
    war_lost,
    war_tied,
    war_won,
    won,
)
from auditor_simulators.bataille.played import (
    Coup,
    PlayedHand,
    by_player,
    coups,
    price,
    rearrange,
    set_price,
    spare_card,
)
from auditor_simulators.common.notation import RANKS, rank, text_of
from auditor_simulators.common.places import (
    Edit,
    Pick,
    beside,
    both,
    choose,
    copied,
    do,
    drop,
    fault,
    first,
    insert_after,
    insert_before,
    last,
    none,
    of,
    part,
    place_of,
    put,
    put_in_one,
    remove,
    some,
    told,
)
from auditor_simulators.protocol import Row

SETTLING: Final = ("pay", "collect", "give_back")

# What the first cards decide


def _paid_wrongly(place: AtHand) -> None:
    [paid] = money("pay")(place)
    set_price(paid, price(paid) * place.rng.choice((2, 3)) / place.rng.choice((1, 4)))


def _on_an_ace(place: AtHand) -> bool:
    return rank(place.hand.first["card"]) == "A"


# The course of settlement


def settled(coup: Coup, hand: PlayedHand) -> list[Row]:
    """Settlement and discard of a hand that the first cards decide."""
    own = [row for row in coup.rows if row.get("seat") == hand.seat]
    return [row for row in own if row["event"] in SETTLING] + coup.of("discard", seat=hand.seat)


def settlement(place: AtHand) -> list[Row]:
    return settled(place.coup, place.hand)


def _settlement_of_highest(place: AtHand) -> list[Row]:
    """So that no other order is disturbed."""
    return settled(place.coup, place.coup.hands[-1])


def in_turn(coup: Coup, hands: Sequence[PlayedHand]) -> list[Row]:
    """Hands one after the other: the cards of each along with it, or after all money where the
    croupier removes them at the end.
    """
    owned = [settled(coup, hand) for hand in hands]
    moved = [row for own in owned for row in own if row["event"] != "discard"]
    cards = [row for own in owned for row in own if row["event"] == "discard"]
    first_removed = min(place_of(coup.rows, row) for row in cards)
    if all(place_of(coup.rows, row) < first_removed for row in moved):
        return [*moved, *cards]
    return [row for own in owned for row in own]


def left_to_right(rows: list[Row], rng: Random) -> list[Row]:
    """Two hands change turns in the first round, money and cards: two that win or two that lose,
    since losers may be settled before winners.
    """

    def wins(coup: Coup, hand: PlayedHand) -> bool:
        return bool(coup.of("pay", seat=hand.seat, bet="main"))

    coup, one, other = choose(
        rng,
        (
            (coup, one, other)
            for coup in coups(rows)
            for one, other in pairwise(coup.settled_first)
            if wins(coup, one) == wins(coup, other) and not one.choice and not other.choice
        ),
    )
    rearrange(rows, in_turn(coup, [one, other]))
    return [settled(coup, other)[0], settled(coup, one)[0]]


def _all_in_the_first_round(place: AtHand) -> bool:
    return place.coup.settled_first == [*place.coup.hands]


def _one_war_decided(place: AtHand) -> bool:
    return place.coup.at_war == [place.hand] and place.hand.war_margin != 0


def _stakes_of_war(place: AtHand) -> list[Row]:
    return [row for row in settlement(place) if row.get("bet") in {"main", "war"}]


# Tied hands


def _choice_untied(place: AtHand) -> None:
    """The player is heard to give up a hand that is won or lost, and it is settled as such."""
    [announced] = POINT(place)
    choice = by_player(announced, "choice", seat=place.hand.seat, choice="surrender")
    insert_after(place.log, announced, choice)
    place.told.append(choice)


def _odd_half(place: AtHand) -> bool:
    return gave_up(place) and price(money("collect")(place)[0]) % 1 != 0


def _rounded(place: AtHand) -> None:
    """Half of an odd stake, rounded up in favour of the house."""
    [collected] = money("collect")(place)
    half = price(collected)
    rounded = half.quantize(Decimal(1), ROUND_UP)
    set_price(collected, rounded)
    at_price(money("give_back"), lambda _: half * 2 - rounded)(place)


def _other_suit(place: AtHand) -> bool:
    return place.hand.first["card"] != place.coup.dealer["card"]


def _war_stake(place: AtHand) -> list[Row]:
    """The extra stake, and what became of it."""
    return both(*(money(event, "war") for event in ("stake", "collect", "give_back")))(place)


# The cards of a war

ANSWER: Final = last(of("choice"))
ALL_GAVE_UP: Final = coup_with(some(of("choice")), nobody_at_war)


def _second_at_war(place: AtHand) -> bool:
    return place.hand in place.coup.at_war[1:2]


def _beside_a_war(place: AtHand) -> bool:
    return bool(place.coup.at_war) and not place.hand.war


def _card_to_surrendered(place: AtHand) -> None:
    """Dealt on to the seat of a hand that is settled and gone; nothing more comes of it."""
    card = spare_card(place.log, place.coup.dealer, place.rng)
    after = [each for each in place.coup.at_war if each.seat > place.hand.seat]
    anchor = (after[0].war if after else None) or of_war("burn")(place)[-1]
    seat = place.hand.seat
    place.told.append(beside(anchor, "deal", to="player", seat=seat, card=card, face="up"))
    insert_before(place.log, anchor, *place.told)
    recounted(place)


def _drawn_after_a_burn(place: AtHand) -> None:
    """The croupier burns a card and draws another for himself, against nobody."""
    burns(1, dealer, ANSWER)(place)
    deals(dealer, told)(place)


# What the cards of a war decide


def _due(place: AtHand, bet: str, tray: Row, event: str, laid: Row) -> Row:
    """A row that settles such a bet of the stake's player by its last amount."""
    [placed] = place.coup.money("stake", laid, bet)
    final = (place.coup.money("stake_change", laid, bet) or [placed])[-1]
    cells = {name: placed[name] for name in ("seat", "player", "bet")}
    return beside(tray, event, **cells, amount=final["amount"])


def _settled_by(place: AtHand) -> Row:
    """Where the hand's turn comes after the war: its tie bet, its discard, or a lower hand."""
    coup, [tray] = place.coup, on_seat("discard")(place)
    after_war = coup.rows[place_of(coup.rows, coup.of("deal", to="dealer")[-1]) + 1 :]
    here = {id(row) for row in place.log}
    for row in after_war:
        lower = row.get("seat", "") <= place.hand.seat or row["event"] == "discard"
        if id(row) in here and row["event"] in {*SETTLING, "discard"} and lower:
            return row
    return tray


def _void_war_taken(place: AtHand) -> None:
    """Both stakes are taken although the war is void."""
    [tray] = on_seat("discard")(place)
    for laid in place.hand.mains:
        for bet in ("main", "war"):
            remove(place.log, *place.coup.money("give_back", laid, bet))
            place.told.append(_due(place, bet, tray, "collect", laid))
    insert_before(place.log, _settled_by(place), *place.told)


def _void_war_paid(place: AtHand) -> None:
    [tray] = on_seat("discard")(place)
    place.told.append(_due(place, "main", tray, "pay", place.stake))
    insert_before(place.log, _settled_by(place), *place.told)


def _with_war_card(place: AtHand) -> bool:
    return bool(place.hand.war)


def _second_war(place: AtHand) -> None:
    """Three burned, one dealt, one burned, one for the dealer, all over again; and it wins."""
    drawn_last = place.coup.of("deal", to="dealer")[-1]
    again: list[Row] = []

    def turn(event: str, ranks: Sequence[str] = RANKS, **cells: str) -> None:
        card = spare_card([*place.log, *again], drawn_last, place.rng, ranks)
        again.append(beside(drawn_last, event, card=card, **cells))

    for _ in range(3):
        turn("burn", face="down")
    turn("deal", ("J", "Q", "K", "A"), to="player", seat=place.hand.seat, face="up")
    turn("burn", face="down")
    turn("deal", ("2", "3", "4", "5"), to="dealer", face="up")
    [tray] = on_seat("discard")(place)
    paid = [_due(place, "main", tray, "pay", main) for main in place.hand.mains]
    insert_before(place.log, _settled_by(place), *paid)
    insert_after(place.log, drawn_last, *again)
    recounted(place)
    place.told += [*again[3:4], *again[5:], *paid]


# The tie bet


def _not_offered(place: AtHand) -> bool:
    return place.coup.opened["tie_bet"] == "false" and untied(place)


def _collected_after(place: AtHand, anchor: Row, tie: Row) -> None:
    cells = {column: tie[column] for column in ("seat", "player", "bet", "amount")}
    insert_after(place.log, anchor, beside(anchor, "collect", **cells))


def _tie_bet_all_the_same(place: AtHand) -> None:
    """Staked, lost and collected at a table that does not offer it."""
    least = text_of(place.coup.minimum)
    copied(stake, bet="tie", amount=least, form="chip")(place)
    decided = both(money("pay"), money("collect"))(place)[:1]
    _collected_after(place, (money("give_back")(place) or decided)[-1], place.told[0])


def _tie_bet_fits(place: AtHand) -> bool:
    coup, hand = place.coup, place.hand
    offered = coup.opened["tie_bet"] == "true" and bool(coup.chiefs)
    fits = sum(map(price, hand.ties)) + coup.minimum <= coup.maximum
    return offered and untied(place) and hand.seat in coup.seated and fits


def _tie_bet_alone(place: AtHand) -> None:
    """A standing player, with leave and with a chief present, bets on the tie alone."""
    [closed] = place.coup.of("no_more_bets")
    who = {"seat": place.hand.seat, "player": "J9002", "standing": "true", "agreed": "true"}
    least = text_of(place.coup.minimum)
    tie = by_player(closed, "stake", **who, bet="tie", amount=least, form="chip")
    insert_before(place.log, closed, tie)
    _collected_after(place, both(money("pay"), money("collect"))(place)[0], tie)
    place.told.append(tie)


def _tie_bet_at(pick: Pick[AtHand], factor: int) -> Edit[AtHand]:
    return at_price(pick, lambda place: price(place.stake) * factor)


WINNER_TAKEN: Final = do(
    _tie_bet_at(money("pay"), 1), put(money("pay"), event="collect"), drop(money("give_back"))
)

FAULTS: Final = (
    fault("winner-not-paid", "55-19.20", "a winning stake is not paid").at(
        main_with(won), drop(money("pay")), stake, first_card, dealer
    ),
    fault("winner-paid-wrongly", "55-19.20", "a winning stake is paid otherwise than 1 to 1").at(
        main_with(won), _paid_wrongly, stake, first_card, dealer, money("pay")
    ),
    fault("winner-collected", "55-19.20", "a winning stake is collected").at(
        main_with(won),
        do(put(money("pay"), event="collect"), drop(money("give_back"))),
        money("pay"),
        stake,
        first_card,
        dealer,
    ),
    fault("loser-not-collected", "55-19.21", "a losing stake is not collected").at(
        main_with(lost), drop(money("collect")), stake, first_card, dealer
    ),
    fault("loser-collected-half", "55-19.21", "half of a losing stake is collected").at(
        main_with(lost), times(money("collect"), HALF), stake, first_card, dealer, money("collect")
    ),
    fault("loser-paid", "55-19.21", "a losing stake is paid").at(
        main_with(lost),
        put(money("collect"), event="pay"),
        money("collect"),
        stake,
        first_card,
        dealer,
    ),
    fault("loser-given-back", "55-19.21", "a losing stake is collected and handed back").at(
        main_with(lost), copied(money("collect"), event="give_back"), stake, told
    ),
    fault("ace-counted-low", "55-19.20 55-19.13", "an ace loses against a lower card").at(
        main_with(won, _on_an_ace),
        do(drop(of_mains("give_back")), put(of_mains("pay"), event="collect")),
        of_mains("pay"),
        first_card,
        dealer,
    ),
    fault(
        "hand-passed-over",
        "55-19.21 55-19.19",
        "a losing hand is not compared with the dealer's: nothing collected, nothing paid",
    ).at(main_with(lost), drop(of_mains("collect")), mains, first_card, dealer),
    fault("settled-left-to-right", "55-19.22", "two hands settled in turn from the left").by(
        left_to_right
    ),
    fault(
        "dealer-discards-early",
        "55-19.22",
        "the dealer's card goes to the tray before the last hand's",
    ).at(
        coup_with(),
        moved_before(last(of("discard")), part(of("discard"), -2)),
        last(of("discard")),
        part(of("discard"), -2),
    ),
    fault("discard-missing", "55-19.22", "a hand is not taken to the tray").at(
        hand_with(not_at_war), drop(on_seat("discard")), first_card, of("discard", to="dealer")
    ),
    fault(
        "discarded-before-settlement",
        "55-19.22",
        "a hand goes to the tray before its stakes are settled",
    ).at(
        coup_with(_all_in_the_first_round),
        moved_before(last(_settlement_of_highest), _settlement_of_highest),
        last(_settlement_of_highest),
        first(_settlement_of_highest),
    ),
    fault("not-announced", "55-19.22", "the point is not announced").at(
        coup_with(none(of("choice"))), drop(POINT), dealer, _settlement_of_highest
    ),
    fault("announced-before-the-cards", "55-19.22", "the point is announced before a card lies").at(
        coup_with(some(both(of("pay"), of("collect")))),
        moved_before(POINT, of("deal")),
        POINT,
        dealer,
    ),
    fault(
        "announced-after-settlement", "55-19.22", "the point is announced when all is settled"
    ).at(
        coup_with(none(of("choice"))),
        moved_before(POINT, last(of("discard"))),
        POINT,
        _settlement_of_highest,
    ),
    fault("croupier-not-removed", "55-19.22", "the croupier's cards do not go to the tray").at(
        coup_with(), drop(of("discard", to="dealer")), dealer, part(of("discard"), -2, -1)
    ),
    fault(
        "war-settled-before-its-cards",
        "55-19.22",
        "a hand at war is settled before the cards of the war",
    ).at(
        hand_with(_one_war_decided),
        moved_before(_stakes_of_war, of("burn")),
        first(_stakes_of_war),
        first(of("burn")),
    ),
    fault("tie-without-choice", "55-19.24", "a tied player is not asked").at(
        hand_with(gave_up), drop(on_seat("choice")), first_card, dealer
    ),
    fault("choice-without-tie", "55-19.24", "a choice for a hand not tied").at(
        hand_with(untied), _choice_untied, told, first_card, dealer
    ),
    fault("surrender-in-full", "55-19.24", "the whole stake is collected from who gives up").at(
        main_with(gave_up),
        do(drop(money("give_back")), times(money("collect"), 2)),
        stake,
        on_seat("choice"),
        money("collect"),
    ),
    fault("surrender-rounded", "55-19.24", "half of an odd stake is rounded up").at(
        stake_with(mains, _odd_half), _rounded, stake, on_seat("choice"), money("collect")
    ),
    fault("surrender-for-nothing", "55-19.24", "nothing is collected from who gives up").at(
        main_with(gave_up),
        do(drop(money("collect")), times(money("give_back"), 2)),
        stake,
        on_seat("choice"),
    ),
    fault(
        "suit-breaks-tie",
        "55-19.24 55-19.13",
        "equal ranks are settled as a win because of their suits",
    ).at(
        hand_with(gave_up, _other_suit),
        do(
            drop(on_seat("choice"), of_mains("give_back")),
            times(of_mains("collect"), 2),
            put(of_mains("collect"), event="pay"),
        ),
        first_card,
        dealer,
        of_mains("collect"),
    ),
    fault("war-stake-unequal", "55-19.25", "half of the main stake for the war").at(
        main_with(at_war), times(_war_stake, HALF), stake, first(_war_stake)
    ),
    fault("two-burns-in-war", "55-19.25", "two cards burned before the war").at(
        hand_with(at_war),
        do(drop(part(of_war("burn"), 2, 3)), recounted),
        part(of_war("burn"), 0, 2),
        first(of_war("deal")),
    ),
    fault("no-burn-before-dealer", "55-19.25", "no card burned before the dealer's second").at(
        hand_with(at_war),
        do(drop(part(of_war("burn"), 3, 4)), recounted),
        part(of_war("burn"), 0, 3),
        of_war("deal"),
    ),
    fault("burns-for-every-hand", "55-19.25", "three cards burned for each hand at war").at(
        hand_with(_second_at_war),
        burns(3, last(on_seat("deal")), last(on_seat("deal")), before=True),
        of_war("burn"),
        told,
    ),
    fault("war-card-to-other-hand", "55-19.25", "a second card for a hand that is not at war").at(
        hand_with(_beside_a_war), _card_to_surrendered, told, first_card, on_seat("choice")
    ),
    fault("war-card-face-down", "55-19.6", "a war card is dealt face down").at(
        hand_with(at_war), put_in_one(of_war("deal"), face="down"), told
    ),
    fault("burned-without-war", "55-19.25", "three cards burned though everybody gives up").at(
        ALL_GAVE_UP, burns(3, dealer, ANSWER), told, ANSWER
    ),
    fault("burned-without-tie", "55-19.25", "three cards burned though no hand is tied").at(
        coup_with(none(of("choice"))), burns(3, dealer, POINT), told, POINT
    ),
    fault(
        "drawn-without-war",
        "55-19.25",
        "a card burned and one drawn for the dealer though everybody gives up",
    ).at(ALL_GAVE_UP, _drawn_after_a_burn, told, ANSWER),
    fault(
        "second-card-without-war",
        "55-19.25",
        "a second card for the dealer though everybody gives up",
    ).at(ALL_GAVE_UP, deals(dealer, ANSWER), told, ANSWER),
    fault("war-won-unpaid", "55-19.26", "a war is won and not paid").at(
        main_with(war_won), drop(money("pay")), stake, war_cards
    ),
    fault("war-won-paid-twofold", "55-19.26", "a war is won and paid on both stakes").at(
        main_with(war_won), copied(money("pay"), bet="war"), told, money("pay"), war_cards
    ),
    fault("war-tied-collected", "55-19.27", "stakes of a void war taken").at(
        hand_with(war_tied), _void_war_taken, told, war_cards
    ),
    fault("war-tied-paid", "55-19.27", "a void war is paid").at(
        hand_with(war_tied), _void_war_paid, told, war_cards
    ),
    fault("second-war", "55-19.27 55-19.25", "after a void war the cards are dealt once more").at(
        hand_with(war_tied, _with_war_card), _second_war, told, war_cards
    ),
    fault("war-lost-extra-kept", "55-19.28", "the extra stake lost is not taken").at(
        main_with(war_lost), drop(money("collect", "war")), stake, money("stake", "war"), war_cards
    ),
    fault("war-lost-main-kept", "55-19.28", "the main stake lost is not taken").at(
        main_with(war_lost), drop(money("collect")), stake, war_cards
    ),
    fault("tie-bet-not-offered", "55-19.30", "a tie bet where none is offered").at(
        hand_with(_not_offered), _tie_bet_all_the_same, told, opened
    ),
    fault("tie-bet-without-main", "55-19.30", "a tie bet without a main stake").at(
        hand_with(_tie_bet_fits), _tie_bet_alone, told, mains
    ),
    fault("tie-bet-over-maximum", "55-19.31", "a tie bet above the maximum").at(
        stake_with(ties), repriced(lambda coup: coup.maximum + coup.minimum), stake, opened
    ),
    fault("tie-bet-under-minimum", "55-19.31", "a tie bet below the minimum").at(
        stake_with(ties), repriced(lambda coup: coup.minimum / 2), stake, opened
    ),
    fault("tie-bet-paid-11-to-1", "55-19.32", "a tie bet paid 11 to 1").at(
        stake_with(ties, tied),
        _tie_bet_at(money("pay"), 11),
        stake,
        first_card,
        dealer,
        money("pay"),
    ),
    fault("tie-bet-unpaid", "55-19.32", "a winning tie bet is not paid").at(
        stake_with(ties, tied), drop(money("pay")), stake, first_card, dealer
    ),
    fault("tie-bet-won-and-collected", "55-19.30 55-19.32", "a winning tie bet is collected").at(
        stake_with(ties, tied), WINNER_TAKEN, money("pay"), stake, first_card, dealer
    ),
    fault(
        "tie-bet-decided-by-war",
        "55-19.30 55-19.32",
        "a tie bet won by the first cards is collected because the war is lost",
    ).at(
        stake_with(ties, war_lost),
        WINNER_TAKEN,
        money("pay"),
        stake,
        first_card,
        dealer,
        last(of("deal", to="dealer")),
    ),
    fault(
        "tie-bet-lost-and-paid", "55-19.30", "a tie bet is paid although the first cards differ"
    ).at(
        stake_with(ties, untied),
        do(_tie_bet_at(money("collect"), 10), put(money("collect"), event="pay")),
        stake,
        first_card,
        dealer,
        money("collect"),
    ),
    fault("tie-bet-lost-and-kept", "55-19.30", "a losing tie bet is not collected").at(
        stake_with(ties, untied), drop(money("collect")), stake, first_card, dealer
    ),
)
