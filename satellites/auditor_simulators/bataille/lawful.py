"""Lawful situations of bataille that usual play does not show."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Final

from auditor_simulators.bataille.faults_of_cards import OPENING, PREPARED, new_deck, steps_for_it
from auditor_simulators.bataille.faults_of_hands import STANDING_STAKES
from auditor_simulators.bataille.faults_of_settlement import in_turn, settled, settlement
from auditor_simulators.bataille.faults_of_words import doubled
from auditor_simulators.bataille.places import *
from auditor_simulators.common.notation import rank, text_of
from auditor_simulators.protocol import NoPlaceError, Row


def _decks_lie_there(place: Place) -> bool:
    """They were recorded the evening before, and none is brought later."""
    begun = place.rows[0]
    same = chosen(place.log, "table_open", casino=begun["casino"], table=begun["table"])
    brought = any(row.get("shoe") for row in of("deck")(place))
    return begun["session"] > min(row["session"] for row in same) and not brought


def _relieved(place: AtHand) -> None:
    """Between the close and the first card; who comes stays to the end of the evening."""
    dealt, croupier = place.coup.of("deal")[0], place.coup.opened["staff"]
    for row in place.log[place_of(place.log, dealt) :]:
        if whereabouts(row) == whereabouts(dealt) and row.get("staff") == croupier:
            row["staff"] = "CR93"


def _relief_recorded(place: AtHand) -> None:
    """A house that records which croupier holds the table, and his relief."""
    table, dealt = place.coup.opened, place.coup.of("deal")[0]
    _relieved(place)
    goes = beside(dealt, "croupier_leave") | {"staff": table["staff"]}
    place.after(table, beside(table, "croupier_arrive"))
    place.before(dealt, goes, beside(dealt, "croupier_arrive"))


def _closed_twice(place: AtHand) -> None:
    """The croupier says it again, in a second of its own."""
    [closed] = CLOSED(place)
    following = place.rows[place_of(place.rows, closed) + 1]
    if following["time"] != closed["time"]:
        place.before(following, beside(following, "no_more_bets") | {"staff": closed["staff"]})


def _a_row_for_each_shuffle(place: Place) -> None:
    rows = place.log
    for pile in PILES(place):
        pile |= {"shuffles": "1", "cuts": "1"}
        moment = datetime.fromisoformat(pile["time"]) + timedelta(seconds=1)
        later = (n for n, row in enumerate(rows) if datetime.fromisoformat(row["time"]) > moment)
        rows.insert(next(later, len(rows)), {**pile, "time": moment.isoformat()})


def _exposed_card_burned(place: AtHand) -> None:
    burns(1, dealer, dealer, before=True)(place)
    place.traces[0]["face"] = "up"


def _in_two_passes(place: AtHand) -> None:
    """The losers from the right, then the winners from the right, then the cards."""
    kinds = ("collect", "pay", "give_back")
    place.traces += [row for kind in kinds for row in place.coup.of(kind)]
    place.traces += place.coup.of("discard", to="player")
    rearrange(place.log, place.traces)


def _by_mistake(place: AtHand) -> None:
    """Taken, handed back at once, and paid."""
    [paid] = PAID(place)
    place.before(paid, *[dict(paid, event=event) for event in ("collect", "give_back")])


def _second_point(place: AtHand) -> None:
    """In words, as the croupier's second card has it."""
    card = place.coup.of("deal", to="dealer")[-1]
    place.after(card, beside(card, "announce", text=rank(card["card"])))
    place.traces.append(card)


def _turned_over_twice(place: Place) -> None:
    """Part of the cards before the first pile, the rest between two piles."""
    put(TURNED, cards="156")(place)
    [turned], pile = TURNED(place), PILES(place)[0]
    rest = dict(turned)
    insert_after(place.log, pile, rest)
    shift(place.log, rest, pile, after=True)
    place.traces += [turned, rest]


def _settled_last(place: AtHand) -> None:
    """A hand given up, after hands further left."""
    hands, seat = place.coup.settled_first, int(place.hand.seat)
    after = [hand for hand in hands if int(hand.seat) < seat]
    rearrange(place.log, in_turn(place.coup, [*reversed(after), place.hand]))


def _last_and_not_at_war(place: AtHand) -> bool:
    """The last hand from the right, so that each round in itself goes as it should."""
    return bool(place.coup.at_war) and not_at_war(place) and place.hand is place.coup.hands[0]


def _next_served_first(place: AtHand) -> None:
    """The cards change places and seats: every hand keeps the card that decides."""
    number = place.rng.randrange(len(place.coup.at_war) - 1)
    served, after = (hand.war for hand in place.coup.at_war[number : number + 2])
    if served is None or after is None:  # a war without cards is no lawful one
        raise NoPlaceError
    shift(place.log, after, served)
    place.traces += [served, after]


LAID: Final = ("seat", "player", "standing", "bet", "amount", "form", "agreed")


def _too_much(coup: Coup) -> Decimal:
    return coup.maximum + coup.minimum


def _odd(coup: Coup) -> Decimal:
    return coup.minimum * 3 / 2 + 1


@on_place
def _refused(
    place: AtHand, /, reason: str, amount: Callable[[Coup], Decimal] | None = None, **cells: str
) -> None:
    """Such a stake is laid before the hand's own, and pushed back by the croupier."""
    laid = place.stake | cells
    if amount:
        laid["amount"] = text_of(amount(place.coup))
    refused = beside(place.stake, "stake_refuse", **cells_of(laid, *LAID) | {"reason": reason})
    place.before(place.stake, laid, refused)


def _raise_refused(place: AtHand) -> None:
    """Raised above the maximum, and the raise pushed back: what lay there before stays."""
    cells = cells_of(place.stake, *LAID) | {"amount": text_of(_too_much(place.coup))}
    refused = beside(place.stake, "stake_refuse", **cells, reason="over_maximum")
    place.after(place.stake, beside(place.stake, "stake_change", **cells), refused)


def _topped_up(place: AtHand) -> None:
    """Less than the minimum at first, and the rest added before the close."""
    least = place.coup.minimum
    copied(stake)(place)
    set_price(place.stake, least / 4)
    set_price(place.traces[0], least - least / 4)


def _one_void_stake(place: AtHand) -> bool:
    return war_tied(place) and len(place.hand.mains) == 1 and not place.hand.ties


def _both_taken_off(place: AtHand) -> None:
    """A war that is tied leaves both stakes to the player, who takes them."""
    drawn_last = place.coup.of("deal", to="dealer")[-1]
    cells = cells_of(place.stake, "seat", "player")
    bets = [by_player(drawn_last, "stake_withdraw", **cells, bet=bet) for bet in ("main", "war")]
    place.after(drawn_last, *bets)


def _of_another_table(place: AtHand) -> None:
    """The chief is in the room, and his own table is the one that the log names for him."""
    for row in events(place.log, "chief_arrive", "chief_leave"):
        if whereabouts(row) == whereabouts(place.coup.opened):
            row["table"], row["shoe"] = "BA0", ""
            place.traces.append(row)


def _fits_twice(place: AtHand) -> bool:
    return laid_once(place) and price(place.stake) * 2 <= place.coup.maximum


def _joined(place: AtHand) -> None:
    """The hand of a seated player who plays a vacant spot too."""
    doubled(place, STRANGER)
    for row in chosen(place.traces, "stake"):
        row |= {"standing": "true", "agreed": "true"}


def tie_bet_of_its_own_limits(rows: list[Row], rng: Random) -> list[Row]:
    """Below the table's minimum, and within what is posted for the tie bet."""
    tables = [s for s in sittings(rows) if any(c.of("stake", bet="tie") for c in coups_of(s))]
    sitting = choose(rng, tables)
    [opened] = chosen(sitting, "table_open")
    opened["tie_minimum"] = text_of(Decimal(opened["minimum"]) / 2)
    opened["tie_maximum"] = opened["maximum"]
    hands = ((coup, hand) for coup in coups_of(sitting) for hand in coup.hands)
    tied = ((coup, tie) for coup, hand in hands for tie in hand.ties if coup.unchanged(tie))
    coup, tie = choose(rng, tied)
    reprice(coup, tie, coup.minimum / 2)
    return [tie, opened]


def _stays(place: AtHand) -> None:
    """The seated player goes to war; who stands behind him leaves his stake as it is."""
    place.stake = place.hand.mains[1]
    drop(money("stake", "war"), money("collect", "war"), money("give_back", "war"))(place)
    place.traces.append(place.stake)


def _made_up(place: AtHand) -> None:
    """Half is laid for the war, and it is made up before a card is burned."""
    laid = money("stake", "war")(place)[0]
    place.traces.append(laid)
    place.after(laid, dict(laid, event="stake_change"))
    set_price(laid, price(laid) / 2)


def _left_and_taken(place: AtHand) -> None:
    """One player goes, another takes the place at once, and both before bets are opened."""
    [opening] = CALLED(place)
    seat, player = place.rng.choice(sorted(place.coup.seated.items()))
    cells = {"shoe": "", "coup": "", "seat": seat}
    moves = [("leave", player), ("sit", STRANGER), ("leave", STRANGER), ("sit", player)]
    made = [by_player(opening, kind, **cells, player=who) for kind, who in moves]
    place.before(opening, *made)


def _closed_again(place: AtHand) -> None:
    """When the additional stakes lie."""
    answered = place_of(place.rows, place.coup.of("choice")[-1])
    burned = chosen(place.rows[answered:], "burn")[0]
    place.before(burned, beside(burned, "no_more_bets") | {"staff": CLOSED(place)[0]["staff"]})


def _half_paid_back(place: AtHand) -> None:
    """All that was staked on the hand is collected, and half paid back."""
    copied(TAKEN, event="pay")(place)
    multiplied(TAKEN, 2)(place)


def _to_another(place: AtHand) -> None:
    """To somebody who has no stake; it is taken back, and paid to the winner."""
    [paid] = PAID(place)
    wrong = dict(paid, player=STRANGER)
    place.before(paid, wrong, dict(wrong, event="collect"))


def _wrong_point(place: Place) -> str:
    return "2" if place.rows[0]["text"] != "2" else "3"


def _on_credit(place: AtHand) -> None:
    """Its player takes it off before the close, for chips of as much."""
    taken = beside(place.stake, "stake_withdraw", **stake_cells(place))
    place.before(place.stake, dict(place.stake, form="credit"), taken)


def _handed_back(place: AtHand) -> None:
    """Before the first card: no row says refused."""
    [closed] = CLOSED(place)
    late = beside(closed, "stake", **cells_of(place.stake, *LAID))
    back = {name: cell for name, cell in late.items() if name not in {"form", "standing"}}
    place.after(closed, late, dict(back, event="give_back"))


def place_tried(rows: list[Row], rng: Random) -> list[Row]:
    """A player sits down at a vacant place and back at his own; that he leaves is not said."""
    places = (
        (coup, seat)
        for coup in coups_of(rows)
        for seat in map(str, range(1, int(coup.opened["spots"]) + 1))
        if coup.seated and seat not in coup.seated
    )
    coup, vacant = choose(rng, places)
    [opening] = coup.of("bets_open")
    own, player = rng.choice(sorted(coup.seated.items()))
    cells = {"shoe": "", "coup": "", "player": player}
    made = [by_player(opening, "sit", **cells, seat=seat) for seat in (vacant, own)]
    insert_before(rows, opening, *made)
    return made


SITUATIONS: Final = {
    "deck-replaced": at(new_deck(), steps_for_it("verify", "count"), traces),
    "decks-of-the-evening-before": at(
        sitting_with(_decks_lie_there), drop(of("deck")), of("table_open")
    ),
    "relieved-before-the-deal": at(coup_with(), _relieved, first(DEALS), CLOSED),
    "relief-recorded": at(coup_with(), _relief_recorded, traces),
    "closed-twice": at(coup_with(never_late), _closed_twice, CLOSED, traces),
    "verified-before-counted": at(OPENING, moved_before(VERIFY, COUNT), VERIFY, COUNT),
    "counted-again": at(OPENING, preceded(COUNT, cards="311"), traces, COUNT),
    "not-counted-again": at(
        shoe_with(by_hand, later_shoe, none(of("deck")), some(COUNT)), drop(COUNT, VERIFY), LOAD
    ),
    "turned-over-in-parts": at(PREPARED, _turned_over_twice, traces),
    "a-row-for-each-shuffle": at(PREPARED, _a_row_for_each_shuffle, PILES),
    "stop-card-within-a-coup": at(coup_with(some(SEEN)), do(), SEEN),
    "exposed-card-burned": at(coup_with(none(CHOICES)), _exposed_card_burned, traces),
    "two-passes": at(
        coup_with(none(CHOICES), some(of("collect", bet="main")), some(of("pay", bet="main"))),
        _in_two_passes,
        traces,
    ),
    "settled-after-the-war": at(
        hand_with(_last_and_not_at_war),
        moved_before(settlement, of("discard", to="dealer")),
        first(settlement),
        lambda place: settled(place.coup, place.coup.at_war[0]),
    ),
    "given-up-settled-last": at(
        hand_with(lambda place: gave_up(place) and place.hand != place.coup.settled_first[0]),
        _settled_last,
        settlement,
    ),
    "winner-collected-by-mistake": at(WON, do(drop(BACK), _by_mistake), traces, PAID),
    "second-point-announced": at(coup_with(war_called), _second_point, traces),
    "choice-before-the-point": at(
        coup_with(some(CHOICES)),
        moved_after(POINT, both(CHOICES, of("stake", bet="war"))),
        first(CHOICES),
        POINT,
    ),
    "war-dealt-from-the-right": at(
        coup_with(lambda place: len(place.coup.at_war) > 1), _next_served_first, traces
    ),
    "booked-as-the-war": at(hand_with(war_won), put(PAID, bet="war"), PAID),
    "over-maximum-refused": at(LAID_ONCE, _refused("over_maximum", _too_much), traces),
    "raise-refused": at(LAID_ONCE, _raise_refused, traces),
    "cash-refused": at(LAID_ONCE, _refused("other", _odd, form="cash"), traces),
    "credit-refused": at(LAID_ONCE, _refused("other", _odd, form="credit"), traces),
    "standing-refused": at(
        hand_with(laid_once, lambda place: not place.coup.chiefs),
        _refused("other", player=STRANGER, standing="true", agreed="false"),
        traces,
    ),
    "other-bet-refused": at(LAID_ONCE, _refused("other", bet="red"), traces),
    "topped-up": at(
        hand_with(laid_once, lambda place: price(place.stake) == place.coup.minimum),
        _topped_up,
        stake,
        traces,
    ),
    "taken-off-when-paid": at(
        hand_with(laid_once, won), by_its_player("stake_withdraw", PAID), traces, PAID
    ),
    "taken-off-when-void": at(hand_with(_one_void_stake), _both_taken_off, traces),
    "chief-of-another-table": at(
        coup_with(some(STANDING_STAKES)), _of_another_table, traces, STANDING_STAKES
    ),
    "joined-on-a-vacant-spot": at(hand_with(vacant, with_chief, _fits_twice), _joined, traces),
    "tie-limits-of-their-own": tie_bet_of_its_own_limits,
    "standing-stake-stays": at(
        hand_with(at_war, lambda place: len(place.hand.mains) > 1), _stays, traces, WORD
    ),
    "war-stake-put-right": at(AT_WAR, _made_up, traces),
    "seat-left-and-taken": at(
        coup_with(lambda place: bool(place.coup.seated)), _left_and_taken, traces
    ),
    "paid-in-parts": at(WON, in_two(PAID), PAID, traces),
    "closed-before-the-war": at(coup_with(war_called), _closed_again, traces),
    "half-paid-back": at(main_with(gave_up), do(drop(BACK), _half_paid_back), TAKEN, traces),
    "paid-to-another-put-right": at(WON, _to_another, traces),
    "paid-too-much-put-right": at(
        WON, do(copied(PAID, event="collect"), multiplied(PAID, 2)), PAID, traces
    ),
    "point-put-right": at(
        a_row("announce", lambda row: bool(row.get("text"))),
        preceded(here, text=_wrong_point),
        traces,
        here,
    ),
    "stop-card-placed-again": at(
        shoe_with(by_hand, some(STOP)), preceded(STOP, behind="5"), traces, STOP
    ),
    "credit-taken-back": at(LAID_ONCE, _on_credit, traces, stake),
    "cash-changed": at(
        LAID_ONCE, do(copied(stake, event="stake_change"), put(stake, form="cash")), stake, traces
    ),
    "late-stake-handed-back": at(LAID_ONCE, _handed_back, traces),
    "burned-unseen": at(shoe_with(by_hand, some(BURNS)), without(BURNS, "card"), BURNS),
    "mind-changed": at(AT_WAR, preceded(WORD, choice="surrender"), traces, WORD),
    "standing-unsaid": at(hand_with(taken_seat), without(stake, "standing"), stake),
    "place-tried": place_tried,
}
