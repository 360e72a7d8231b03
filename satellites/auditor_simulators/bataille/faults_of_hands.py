"""Faults of a coup up to its first cards: who joins (55-19.8 to .11), stakes (.14 to .16), deal;
and of those that break the words of the article, the nearest to lawful.

Each of these leaves every other sentence of the article kept, so that a rule which asks for less
than the words, or for something beside them, does not find it.
"""

from __future__ import annotations

from decimal import Decimal
from random import Random
from typing import Final

from auditor_simulators.bataille.faults_of_cards import (
    OPENING,
    new_deck,
    new_deck_with,
    other_back,
    steps_for_it,
    the_deck,
)
from auditor_simulators.bataille.places import *
from auditor_simulators.bataille.table import CARDS
from auditor_simulators.common.notation import RANKS, rank, strength, text_of
from auditor_simulators.protocol import Row

# Who may have or join a hand


def _dealer_can_win(place: Coup) -> bool:
    return strength(place.dealer["card"]) > 0


def _few_spots(place: Coup) -> bool:
    return int(place.opened["spots"]) < 7


def _hand_above_spots(place: Coup) -> None:
    """Somebody sits where there is no place, for this one coup, and loses."""
    seat = str(int(place.opened["spots"]) + 1)
    place.traces += add_hand(place.log, place, seat, STRANGER, place.rng)
    place.traces.append(sits_down(place, seat)[0])


@on_place
def _by_the_stranger(place: Coup, standing: str) -> None:
    """All that the hand's player did on it is another's doing."""
    player = place.stake["player"]
    for row in place.rows:
        if (row.get("seat"), row.get("player")) == (place.hand.seat, player):
            row["player"] = STRANGER
            if "standing" in row:
                row["standing"] = standing


def _several_unchanged(place: Coup) -> bool:
    return len(place.hand.mains) > 1 and all(map(place.unchanged, place.hand.mains))


def _over_the_hand(place: Coup) -> None:
    """Each stake within the limits, all of them together above what the hand may carry."""
    owner, standing, *_ = place.hand.mains
    limits = place.maximum - price(owner) + place.minimum
    reprice(place, standing, min(limits, place.maximum))


def _mains_in_order(place: Coup) -> list[Row]:
    return sorted(place.hand.mains, key=lambda main: place_of(place.log, main))


def _only_table(place: Coup) -> bool:
    """No other one is open that evening, of which a chief could be in the room."""
    house = whereabouts(place.opened)[:2]
    return [whereabouts(own[0])[:2] for own in sittings(place.log)].count(house) == 1


def _chiefs_away(place: Coup) -> None:
    """They were there before and are there after, but not when those behind stake."""
    [opening], end = place.of("bets_open"), place.rows[-1]
    chiefs = place.chiefs
    back = [beside(end, "chief_arrive", coup="", staff=chief) for chief in chiefs]
    insert_after(place.log, end, *back)
    place.before(opening, *(beside(opening, "chief_leave", coup="", staff=own) for own in chiefs))


# The stakes themselves

LATE: Final = ("standing", "agreed")


def _a_minimum_more(place: Coup) -> Decimal:
    return price(place.stake) + place.minimum


def _may_be_raised(place: Coup) -> bool:
    return alone(place) and _a_minimum_more(place) <= place.maximum


def _behind(place: Coup) -> list[Row]:
    """Stakes but the first, on which the hand rests."""
    return [*place.hand.mains[1:], *place.hand.ties]


def _bears_no_tie_bet(place: Coup) -> bool:
    players = {tie["player"] for tie in place.hand.ties}
    return place.stake["bet"] != "main" or place.stake["player"] not in players


# Who runs the coup, and the first cards


def _foreign_croupier(place: Coup) -> None:
    """The croupier of another table of the house where there is one."""
    table = place.opened
    opened = chosen(place.log, "table_open", casino=table["casino"])
    others = {row["staff"] for row in opened if row["table"] != table["table"]} - {table["staff"]}
    put(DEALS, staff=place.rng.choice(sorted(others)) if others else "CR91")(place)


def _no_card(place: Coup) -> None:
    """The hand is passed over; what was staked on it goes back."""
    hand = place.hand
    remove(place.log, hand.first, *place.of("discard", seat=hand.seat))
    for laid in (*hand.mains, *hand.ties):
        remove(place.log, *place.money("give_back", laid))
        for row in (*place.money("pay", laid), *place.money("collect", laid)):
            final = place.money("stake_change", laid) or [laid]
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


# Decks, seats and words


def _out_before_last_coup(place: Place) -> int:
    """Cards that have left the shoe when its last coup begins; 0 where none is played."""
    openings = CALLED(place)
    before = place.rows[: place_of(place.rows, openings[-1])] if openings else ()
    return sum(row["event"] in {"deal", "burn"} for row in before)


def _one_more_seated(place: Coup) -> None:
    """A chair is put to a full table, for one who looks on."""
    place.traces.append(sits_down(place, str(len(place.seated) + 1))[0])


def _two_seated(place: Coup) -> None:
    """The stranger on the same chair until the coup is over, and the owner alone after it."""
    seat = place.hand.seat
    sit, leave = sits_down(place, seat)
    owner = place.seated[seat]
    insert_after(place.log, leave, by_player(leave, "sit", coup="", seat=seat, player=owner))
    place.traces.append(sit)


@on_place
def doubled(place: Coup, /, player: Cell[Coup], **cells: str) -> None:
    """Another player stakes what the hand's player stakes, and is settled as he is."""
    mine = (place.hand.seat, place.stake["player"])
    other = told(place, {"player": player})
    for row in place.rows:
        if (row.get("seat"), row.get("player")) == mine and row.get("bet") in {"main", "war"}:
            place.after(row, row | other | (cells if row["event"] == "stake" else {}))


def _room_for_two(place: Coup) -> bool:
    staked = sum(price(row) for row in place.hand.mains)
    plain = len(place.hand.mains) == 1 and unchanged(place) and not money("stake_refuse")(place)
    return taken_seat(place) and plain and staked * 2 <= place.maximum


def _a_neighbour(place: Coup) -> str:
    """A seated player who plays at a place of his own."""
    others = [player for seat, player in place.seated.items() if seat != place.hand.seat]
    return place.rng.choice(others)


def _order_shows(place: Place) -> bool:
    several = [coup for coup in coups_of([*place.rows]) if len(coup.hands) > 1]
    return len(several) > 1 and len({hand.seat for coup in several for hand in coup.hands}) > 1


def _numbered_from_the_right(place: Place) -> None:
    """From the croupier's right, at one table."""
    spots = int(of("table_open")(place)[0]["spots"])
    for row in place.rows:
        if row.get("seat"):
            row["seat"] = str(spots + 1 - int(row["seat"]))


# A coup


def _followed(place: Coup) -> bool:
    """Another coup of the same shoe comes after it."""
    row = place.rows[0]
    where = cells_of(row, "casino", "session", "table", "shoe")
    return bool(chosen(place.log, "bets_open", coup=str(int(row["coup"]) + 1), **where))


def _after_the_close(place: Coup) -> list[Row]:
    return [*place.rows[place_of(place.rows, CLOSED(place)[0]) + 1 :]]


def _until_the_close(event: str) -> Pick[Coup]:
    return lambda place: chosen(place.rows[: -len(_after_the_close(place))], event)


def _other_point(place: Coup) -> str:
    return place.rng.choice([each for each in RANKS if each != rank(place.dealer["card"])])


WINS: Final = on_seat("pay", bet="main")


def over_the_tie_limit(rows: list[Row], rng: Random) -> list[Row]:
    """Within the table's limits, and above what is posted for the tie bet."""
    places = []
    for sitting in sittings(rows):
        ties = [tie for coup in coups_of(sitting) for hand in coup.hands for tie in hand.ties]
        amounts = sorted(map(price, ties))
        if len(amounts) > 1 and amounts[-2] < amounts[-1]:
            places.append((max(ties, key=price), chosen(sitting, "table_open")[0], amounts[-2]))
    tie, table, limit = choose(rng, places)
    table["tie_maximum"] = text_of(limit)
    return [tie, table]


FAULTS: Final = {
    "hand-above-spots": at(
        coup_with(_few_spots, _dealer_can_win), _hand_above_spots, traces, opened
    ),
    # More than seven spots on the cloth allow none either.
    "eighth-hand": at(
        coup_with(lambda place: place.opened["spots"] == "7", _dealer_can_win),
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
        stake_with(mains, lambda place: place.stake["standing"] == "true"),
        put(stake, agreed="false"),
        stake,
    ),
    "hand-over-maximum": at(hand_with(_several_unchanged), _over_the_hand, _mains_in_order),
    "standing-stake-without-chief": at(
        coup_with(some(STANDING_STAKES), _only_table), _chiefs_away, STANDING_STAKES, traces
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
    "seventh-deck-later": at(
        new_deck(noted=False), steps_for_it("count", "verify", cards=52), the_deck, first_card
    ),
    "third-back-later": new_deck_with(put(the_deck, back="grey")),
    "wrong-back-later": new_deck_with(other_back),
    "worn-replacement": at(
        new_deck(), do(put(the_deck, condition="worn"), steps_for_it("count", "verify")), the_deck
    ),
    "closed-by-another": at(coup_with(), put(CLOSED, staff="CR92"), CLOSED, CALLED),
    "counted-after-the-piles": at(OPENING, moved_after(COUNT, PILES), LOAD, COUNT, TURNED, PILES),
    "machine-not-counted": at(
        shoe_with(none(of("load", device="shoe")), first_shoe), drop(COUNT, VERIFY), LOAD
    ),
    # Nobody notes the stop card; its place and the cards that have left tell that it has shown.
    "past-the-stop-card": at(
        shoe_with(
            by_hand, none(SEEN), lambda place: 60 < _out_before_last_coup(place) < CARDS - 60
        ),
        put(STOP, behind=lambda place: str(CARDS - _out_before_last_coup(place) + 1)),
        last(CALLED),
        STOP,
    ),
    "cloth-of-eight": at(a_row("table_open", spots="7"), put(here, spots="8"), here),
    "one-seat-too-many": at(
        coup_with(lambda place: len(place.seated) == int(place.opened["spots"])),
        _one_more_seated,
        traces,
    ),
    "two-at-one-spot": at(hand_with(taken_seat), _two_seated, traces),
    "both-stake-at-one-spot": at(
        hand_with(_room_for_two), do(doubled(STRANGER), _two_seated), traces, stake
    ),
    "stake-on-a-neighbours-spot": at(
        hand_with(_room_for_two, lambda place: len(place.seated) > 1),
        doubled(_a_neighbour, agreed="true"),
        traces,
        stake,
    ),
    "seats-from-the-right": at(
        sitting_with(_order_shows), _numbered_from_the_right, of("deal", to="player")
    ),
    "staked-and-not-dealt": at(
        coup_with(none(SEEN), never_late, _followed),
        do(drop(_after_the_close), recounted),
        CLOSED,
        _until_the_close("stake"),
        _until_the_close("bets_open"),
    ),
    "wrong-point": at(coup_with(), put(POINT, text=_other_point), POINT, dealer),
    "war-stake-too-late": at(
        AT_WAR,
        do(put_in_one(on_seat("stake", bet="war")), moved_after(traces, first(WAR_BURNS))),
        traces,
        first(WAR_BURNS),
    ),
    "war-stake-raised": at(
        # When the player has seen a winning card; nothing more is paid for it.
        stake_with(WAR_STAKE, war_won),
        do(
            by_its_player("stake_change", ITS_DEALS, "standing", "form"),
            at_price(both(traces, BACK), lambda place: price(place.stake) * 10),
        ),
        traces,
        first(WAR_BURNS),
    ),
    "war-stake-withdrawn": at(
        # When the player has seen a losing card; it is not collected any more.
        stake_with(WAR_STAKE, war_lost),
        do(by_its_player("stake_withdraw", ITS_DEALS), drop(TAKEN)),
        traces,
        first(WAR_BURNS),
    ),
    "extra-stake-without-war": at(GAVE_UP, extra_stake, traces, WORD),
    "bet-on-red": at(
        # A bet of another game, paid as that game pays it, in its turn among those that win.
        hand_with(not_at_war, lambda place: len(WINS(place)) == 1),
        do(
            copied(stake, bet="red"),
            copied(WINS, bet="red"),
            at_price(last(traces), lambda place: price(place.stake) * 35),
        ),
        traces,
    ),
    "raised-on-credit": at(
        coup_with(some(CHANGES)), put(first(CHANGES), form="credit"), first(CHANGES)
    ),
    "over-the-tie-limit": over_the_tie_limit,
}
