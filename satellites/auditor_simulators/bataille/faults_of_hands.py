"""Faults of a coup up to its first cards: who joins (55-19.8 to .11), stakes (.14 to .16), deal."""

from __future__ import annotations

from decimal import Decimal
from random import Random
from typing import Final

from auditor_simulators.bataille.places import *
from auditor_simulators.common.notation import RANKS, rank, strength
from auditor_simulators.protocol import Row

# Who may have or join a hand


def _dealer_can_win(place: AtHand) -> bool:
    return strength(place.coup.dealer["card"]) > 0


def _few_spots(place: AtHand) -> bool:
    return int(place.coup.opened["spots"]) < 7


def _seven_spots(place: AtHand) -> bool:
    return place.coup.opened["spots"] == "7"


def _hand_above_spots(place: AtHand) -> None:
    """Somebody sits where there is no place, for this one coup, and loses."""
    seat = str(int(place.coup.opened["spots"]) + 1)
    place.traces += add_hand(place.log, place.coup, seat, STRANGER, place.rng)
    place.traces.append(sits_down(place, seat)[0])


@on_place
def _by_the_stranger(place: AtHand, standing: str) -> None:
    """All that the hand's player did on it is another's doing."""
    player = place.stake["player"]
    for row in place.rows:
        if (row.get("seat"), row.get("player")) == (place.hand.seat, player):
            row["player"] = STRANGER
            if "standing" in row:
                row["standing"] = standing


def _standing(place: AtHand) -> bool:
    return place.stake["standing"] == "true"


def _several_unchanged(place: AtHand) -> bool:
    return len(place.hand.mains) > 1 and all(map(place.coup.unchanged, place.hand.mains))


def _over_the_hand(place: AtHand) -> None:
    """Each stake within the limits, all of them together above what the hand may carry."""
    coup, (owner, standing, *_) = place.coup, place.hand.mains
    limits = coup.maximum - price(owner) + coup.minimum
    reprice(coup, standing, min(limits, coup.maximum))


def _mains_in_order(place: AtHand) -> list[Row]:
    return sorted(place.hand.mains, key=lambda main: place_of(place.log, main))


def _no_chief_elsewhere(place: AtHand) -> bool:
    """None of another table is in the room while this coup is played."""
    if not STANDING_STAKES(place):
        return False
    rows, table = place.log, place.coup.opened
    begun = place_of(rows, place.rows[0])
    there: set[str] = set()
    for number, row in enumerate(rows[: place_of(rows, place.rows[-1])]):
        other = (row["casino"], row["session"]) == (table["casino"], table["session"])
        if other and row.get("table") != table["table"]:
            if row["event"] == "chief_arrive":
                there.add(row["staff"])
            elif row["event"] == "chief_leave" and number < begun:
                there.discard(row["staff"])
    return not there


def _chiefs_away(place: AtHand) -> None:
    """They were there before and are there after, but not when those behind stake."""
    [opening], end = place.coup.of("bets_open"), place.rows[-1]
    chiefs = place.coup.chiefs
    back = [beside(end, "chief_arrive", coup="", staff=chief) for chief in chiefs]
    insert_after(place.log, end, *back)
    place.before(opening, *(beside(opening, "chief_leave", coup="", staff=own) for own in chiefs))


# The stakes themselves

LATE: Final = ("standing", "agreed")


def _a_minimum_more(place: AtHand) -> Decimal:
    return price(place.stake) + place.coup.minimum


def _may_be_raised(place: AtHand) -> bool:
    return alone(place) and _a_minimum_more(place) <= place.coup.maximum


def _behind(place: AtHand) -> list[Row]:
    """Stakes but the first, on which the hand rests."""
    return [*place.hand.mains[1:], *place.hand.ties]


def _bears_no_tie_bet(place: AtHand) -> bool:
    players = {tie["player"] for tie in place.hand.ties}
    return place.stake["bet"] != "main" or place.stake["player"] not in players


# Who runs the coup, and the first cards


def _foreign_croupier(place: AtHand) -> None:
    """The croupier of another table of the house where there is one."""
    table = place.coup.opened
    opened = chosen(place.log, "table_open", casino=table["casino"])
    others = {row["staff"] for row in opened if row["table"] != table["table"]} - {table["staff"]}
    put(DEALS, staff=place.rng.choice(sorted(others)) if others else "CR91")(place)


def _no_card(place: AtHand) -> None:
    """The hand is passed over; what was staked on it goes back."""
    coup, hand = place.coup, place.hand
    remove(place.log, hand.first, *coup.of("discard", seat=hand.seat))
    for laid in (*hand.mains, *hand.ties):
        remove(place.log, *coup.money("give_back", laid))
        for row in (*coup.money("pay", laid), *coup.money("collect", laid)):
            final = coup.money("stake_change", laid) or [laid]
            row |= {"event": "give_back", "amount": final[-1]["amount"]}
    recounted(place)


def card_without_stake(rows: list[Row], rng: Random) -> list[Row]:
    """A player who sits the coup out gets a card all the same, which goes to the tray at once."""
    places = (
        (coup, seat)
        for coup in coups_of(rows)
        for seat in coup.seated
        if not coup.of("stake", seat=seat) and seat > coup.hands[-1].seat
    )
    coup, seat = choose(rng, places)
    ranks = [each for each in RANKS if each != rank(coup.dealer["card"])]
    card = spare_card(rows, coup.dealer, rng, ranks)
    deal = beside(coup.dealer, "deal", to="player", seat=seat, card=card, face="up")
    [announced], choices = coup.of("announce"), coup.of("choice")
    after = (choices and coup.of("stake", bet="war")) or choices or [announced]
    insert_before(rows, coup.dealer, deal)
    insert_after(rows, after[-1], beside(announced, "discard", to="player", seat=seat))
    recount(rows, coup.dealer)
    return [deal, *coup.of("no_more_bets")]


FAULTS: Final = {
    "hand-above-spots": at(
        coup_with(_few_spots, _dealer_can_win), _hand_above_spots, traces, opened
    ),
    # More than seven spots on the cloth allow none either.
    "eighth-hand": at(
        coup_with(_seven_spots, _dealer_can_win),
        do(_hand_above_spots, put(opened, spots="9")),
        traces,
        opened,
    ),
    "vacant-spot-not-agreed": at(hand_with(vacant), put(stake, agreed="false"), stake, first_card),
    "vacant-spot-by-nobody-seated": at(
        hand_with(vacant), _by_the_stranger(standing="false"), stake, first_card
    ),
    "vacant-spot-by-standing-player": at(
        hand_with(vacant, with_chief), _by_the_stranger(standing="true"), stake, first_card
    ),
    "standing-stake-not-agreed": at(
        stake_with(mains, _standing), put(stake, agreed="false"), stake
    ),
    "hand-over-maximum": at(hand_with(_several_unchanged), _over_the_hand, _mains_in_order),
    "standing-stake-without-chief": at(
        coup_with(_no_chief_elsewhere), _chiefs_away, STANDING_STAKES, traces
    ),
    "stake-over-maximum": at(
        hand_with(alone), repriced(lambda coup: coup.maximum + coup.minimum), stake, opened
    ),
    "stake-under-minimum": at(
        hand_with(alone), repriced(lambda coup: coup.minimum / 2), stake, opened
    ),
    "stake-in-cash": at(hand_with(alone), put(stake, form="cash"), stake),
    "stake-on-credit": at(hand_with(alone), put(stake, form="credit"), stake),
    "late-stake": at(hand_with(alone, none(ties)), moved_after(stake, CLOSED), stake, CLOSED),
    # Twice the minimum laid after the close: half of it is pushed back, the rest plays.
    "late-stake-half-refused": at(
        hand_with(_may_be_raised, none(CHOICES)),
        do(
            placed_at(_a_minimum_more),
            by_its_player("stake", CLOSED, *LATE, form="chip", amount=minima(2)),
            by_its_player(
                "stake_refuse", traces, *LATE, form="chip", amount=minima(1), reason="late"
            ),
        ),
        traces,
        CLOSED,
    ),
    "late-tie-bet": at(stake_with(ties, unchanged), moved_after(stake, CLOSED), stake, CLOSED),
    "late-stake-change": at(
        hand_with(_may_be_raised),
        do(
            placed_at(_a_minimum_more),
            by_its_player("stake_change", CLOSED, *LATE, form="chip"),
            at_price(traces, _a_minimum_more),
        ),
        traces,
        CLOSED,
    ),
    "late-withdrawal": at(
        stake_with(_behind, lost, _bears_no_tie_bet),
        do(drop(TAKEN), by_its_player("stake_withdraw", CLOSED)),
        traces,
        CLOSED,
    ),
    "no-bets-open": at(coup_with(), drop(CALLED), CLOSED, first(of("stake"))),
    "no-no-more-bets": at(coup_with(never_late), drop(CLOSED), first_card, CALLED),
    "dealt-before-no-more-bets": at(
        coup_with(never_late), moved_after(CLOSED, first_card), first_card, CLOSED
    ),
    "foreign-croupier": at(coup_with(), _foreign_croupier, DEALS, opened),
    "deals-out-of-order": at(coup_with(several_hands), next_served_first(first_cards), traces),
    "dealer-before-last-seat": at(
        coup_with(several_hands), moved_before(dealer, last(first_cards)), last(first_cards), dealer
    ),
    "hand-without-card": at(hand_with(untied, several_hands), _no_card, stake, dealer),
    "card-without-stake": card_without_stake,
    "two-cards-to-a-hand": at(
        hand_with(untied), deals(first_card, first_card, same_rank=True), traces, first_card
    ),
    "card-face-down": at(coup_with(), put_in_one(first_cards, face="down"), traces),
    "dealer-face-down": at(coup_with(), put(dealer, face="down"), dealer),
    "joker-dealt": at(hand_with(untied), put(first_card, card="JK1"), first_card),
    "dealer-two-cards": at(
        coup_with(nobody_at_war), deals(dealer, dealer, same_rank=True), dealer, traces
    ),
    "dealer-without-card": at(
        coup_with(none(CHOICES)), do(drop(dealer), recounted), first_card, POINT
    ),
}
