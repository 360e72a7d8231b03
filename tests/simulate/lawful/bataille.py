"""Lawful situations of bataille that usual play does not show."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from auditor_simulators.bataille.faults_of_cards import OPENING, PREPARED, new_deck, steps_for_it
from auditor_simulators.bataille.faults_of_hands import doubled
from auditor_simulators.bataille.faults_of_settlement import in_turn, settled, settlement
from auditor_simulators.bataille.places import *
from auditor_simulators.common.notation import rank, text_of
from auditor_simulators.protocol import Row


def _decks_lie_there(place: Place) -> bool:
    """They were recorded the evening before, and none is brought later."""
    begun = place.rows[0]
    same = chosen(place.log, "table_open", casino=begun["casino"], table=begun["table"])
    brought = any(row.get("shoe") for row in of("deck")(place))
    return begun["session"] > min(row["session"] for row in same) and not brought


def _relieved(place: Coup) -> None:
    """Between the close and the first card; who comes stays to the end of the evening."""
    dealt, croupier = place.of("deal")[0], place.opened["staff"]
    for row in place.log[place_of(place.log, dealt) :]:
        if whereabouts(row) == whereabouts(dealt) and row.get("staff") == croupier:
            row["staff"] = "CR93"


def _relief_recorded(place: Coup) -> None:
    """A house that records which croupier holds the table, and his relief."""
    table, dealt = place.opened, place.of("deal")[0]
    _relieved(place)
    goes = beside(dealt, "croupier_leave") | {"staff": table["staff"]}
    place.after(table, beside(table, "croupier_arrive"))
    place.before(dealt, goes, beside(dealt, "croupier_arrive"))


def _closed_twice(place: Coup) -> None:
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


def _in_two_passes(place: Coup) -> None:
    """The losers from the right, then the winners from the right, then the cards."""
    kinds = ("collect", "pay", "give_back")
    place.traces += [row for kind in kinds for row in place.of(kind)]
    place.traces += place.of("discard", to="player")
    rearrange(place.log, place.traces)


def _turned_over_twice(place: Place) -> None:
    """Part of the cards before the first pile, the rest between two piles."""
    put(TURNED, cards="156")(place)
    [turned], pile = TURNED(place), PILES(place)[0]
    rest = dict(turned)
    insert_after(place.log, pile, rest)
    shift(place.log, rest, pile, after=True)
    place.traces += [turned, rest]


def _settled_last(place: Coup) -> None:
    """A hand given up, after hands further left."""
    hands, seat = place.settled_first, int(place.hand.seat)
    after = [hand for hand in hands if int(hand.seat) < seat]
    rearrange(place.log, in_turn(place, [*reversed(after), place.hand]))


def _last_and_not_at_war(place: Coup) -> bool:
    """The last hand from the right, so that each round in itself goes as it should."""
    return bool(place.at_war) and not_at_war(place) and place.hand is place.hands[0]


def _cards_of_war(place: Coup) -> list[Row]:
    return [hand.war for hand in place.at_war if hand.war]


LAID: Final = ("standing", "amount", "form", "agreed")


def _too_much(place: Coup) -> str:
    return text_of(place.maximum + place.minimum)


def _odd(place: Coup) -> str:
    return text_of(place.minimum * 3 / 2 + 1)


def _refused(reason: str, *wanted: Wanted[Coup], **cells: Cell[Coup]) -> Apply:
    """Such a stake is laid before the hand's own, and pushed back by the croupier."""
    refusal = added("stake_refuse", stake, traces, *LAID, reason=reason, before=True)
    return at(hand_with(laid_once, *wanted), do(preceded(stake, **cells), refusal), traces)


def _of_another_table(place: Coup) -> None:
    """The chief is in the room, and his own table is the one that the log names for him."""
    for row in events(place.log, "chief_arrive", "chief_leave"):
        if whereabouts(row) == whereabouts(place.opened):
            row["table"], row["shoe"] = "BA0", ""
            place.traces.append(row)


def _fits_twice(place: Coup) -> bool:
    return laid_once(place) and price(place.stake) * 2 <= place.maximum


def _moved(place: Coup, *moves: tuple[str, str, str]) -> None:
    """Events, seats and players, before bets are opened."""
    [opening] = CALLED(place)
    where = {"shoe": "", "coup": ""}
    made = [by_player(opening, kind, **where, seat=seat, player=who) for kind, seat, who in moves]
    place.before(opening, *made)


def _left_and_taken(place: Coup) -> None:
    """One player goes, and another takes the place at once."""
    seat, player = place.rng.choice(sorted(place.seated.items()))
    stranger = (("sit", seat, STRANGER), ("leave", seat, STRANGER))
    _moved(place, ("leave", seat, player), *stranger, ("sit", seat, player))


def _vacant_seats(place: Coup) -> list[str]:
    seats = map(str, range(1, int(place.opened["spots"]) + 1))
    return [seat for seat in seats if seat not in place.seated]


def _place_tried(place: Coup) -> None:
    """A player sits down at a vacant place and back at his own; that he leaves is not said."""
    own, player = place.rng.choice(sorted(place.seated.items()))
    _moved(place, ("sit", place.rng.choice(_vacant_seats(place)), player), ("sit", own, player))


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
    "exposed-card-burned": at(
        coup_with(none(CHOICES)),
        do(burns(1, dealer, dealer, before=True), put(traces, face="up")),
        traces,
    ),
    "two-passes": at(
        coup_with(none(CHOICES), some(of("collect", bet="main")), some(of("pay", bet="main"))),
        _in_two_passes,
        traces,
    ),
    "settled-after-the-war": at(
        hand_with(_last_and_not_at_war),
        moved_before(settlement, of("discard", to="dealer")),
        first(settlement),
        lambda place: settled(place, place.at_war[0]),
    ),
    "given-up-settled-last": at(
        hand_with(lambda place: gave_up(place) and place.hand != place.settled_first[0]),
        _settled_last,
        settlement,
    ),
    "winner-collected-by-mistake": at(
        # Taken, handed back at once, and paid.
        WON,
        do(drop(BACK), preceded(PAID, event="collect"), preceded(PAID, event="give_back")),
        traces,
        PAID,
    ),
    # In words, as the croupier's second card has it.
    "second-point-announced": at(
        coup_with(war_called),
        added("announce", last(DEALERS), text=lambda place: rank(DEALERS(place)[-1]["card"])),
        traces,
        last(DEALERS),
    ),
    "choice-before-the-point": at(
        coup_with(some(CHOICES)),
        moved_after(POINT, both(CHOICES, of("stake", bet="war"))),
        first(CHOICES),
        POINT,
    ),
    "war-dealt-from-the-right": at(
        coup_with(some(part(_cards_of_war, 1))), next_served_first(_cards_of_war), traces
    ),
    "booked-as-the-war": at(hand_with(war_won), put(PAID, bet="war"), PAID),
    "over-maximum-refused": _refused("over_maximum", amount=_too_much),
    # Raised above the maximum, and the raise pushed back: what lay there before stays.
    "raise-refused": at(
        LAID_ONCE,
        do(
            added("stake_change", stake, stake, *LAID, amount=_too_much),
            added("stake_refuse", traces, traces, *LAID, reason="over_maximum"),
        ),
        traces,
    ),
    "cash-refused": _refused("other", amount=_odd, form="cash"),
    "credit-refused": _refused("other", amount=_odd, form="credit"),
    "standing-refused": _refused(
        "other", none(those("chiefs")), player=STRANGER, standing="true", agreed="false"
    ),
    "other-bet-refused": _refused("other", bet="red"),
    # Less than the minimum at first, and the rest added before the close.
    "topped-up": at(
        hand_with(laid_once, lambda place: price(place.stake) == place.minimum),
        in_two(stake),
        stake,
        traces,
    ),
    "taken-off-when-paid": at(
        hand_with(laid_once, won, none(BACK)), by_its_player("stake_withdraw", PAID), traces, PAID
    ),
    "taken-off-when-void": at(
        # A war that is tied leaves both stakes to the player, who takes them himself.
        hand_with(
            lambda place: war_tied(place) and len(place.hand.mains) == 1 and not place.hand.ties,
            none(BACK),
        ),
        do(
            by_its_player("stake_withdraw", last(DEALERS)),
            by_its_player("stake_withdraw", traces, bet="war"),
        ),
        traces,
    ),
    "chief-of-another-table": at(
        coup_with(some(STANDING_STAKES)), _of_another_table, traces, STANDING_STAKES
    ),
    "joined-on-a-vacant-spot": at(
        hand_with(vacant, with_chief, _fits_twice),
        doubled(STRANGER, standing="true", agreed="true"),
        traces,
    ),
    # Below the table's minimum, and within what is posted for the tie bet.
    "tie-limits-of-their-own": at(
        stake_with(ties, unchanged),
        do(
            put(opened, tie_minimum=minima(HALF), tie_maximum=like(opened, "maximum")),
            repriced(lambda place: place.minimum / 2),
        ),
        stake,
        opened,
    ),
    "standing-stake-stays": at(
        # The seated player goes to war; who stands behind him leaves his stake as it is.
        stake_with(part(mains, 1, 2), at_war),
        drop(*(money(event, "war") for event in ("stake", "collect", "give_back"))),
        stake,
        WORD,
    ),
    "war-stake-put-right": at(
        # Half is laid for the war, and it is made up before a card is burned.
        AT_WAR,
        do(copied(WAR_STAKE, event="stake_change"), times(WAR_STAKE, HALF)),
        WAR_STAKE,
        traces,
    ),
    "seat-left-and-taken": at(coup_with(lambda place: bool(place.seated)), _left_and_taken, traces),
    "paid-in-parts": at(WON, in_two(PAID), PAID, traces),
    "closed-before-the-war": at(
        # When the additional stakes lie.
        coup_with(war_called),
        added("no_more_bets", WAR_BURNS, staff=like(CLOSED, "staff"), before=True),
        traces,
    ),
    "half-paid-back": at(
        # All that was staked on the hand is collected, and half paid back.
        main_with(gave_up),
        do(drop(BACK), copied(TAKEN, event="pay"), times(TAKEN, 2)),
        TAKEN,
        traces,
    ),
    "paid-to-another-put-right": at(
        # To somebody who has no stake; it is taken back, and paid to the winner.
        WON,
        do(preceded(PAID, player=STRANGER), preceded(PAID, player=STRANGER, event="collect")),
        traces,
    ),
    "paid-too-much-put-right": at(
        WON, do(copied(PAID, event="collect"), times(PAID, 2)), PAID, traces
    ),
    "point-put-right": at(
        a_row("announce", none(of("announce", text=""))),
        preceded(here, text=lambda place: "2" if place.rows[0]["text"] != "2" else "3"),
        traces,
        here,
    ),
    "stop-card-placed-again": at(
        shoe_with(by_hand, some(STOP)), preceded(STOP, behind="5"), traces, STOP
    ),
    "credit-taken-back": at(
        # Its player takes it off before the close, for chips of as much.
        LAID_ONCE,
        do(preceded(stake, form="credit"), added("stake_withdraw", stake, stake, before=True)),
        traces,
        stake,
    ),
    "cash-changed": at(
        LAID_ONCE, do(copied(stake, event="stake_change"), put(stake, form="cash")), stake, traces
    ),
    "late-stake-handed-back": at(
        # Before the first card: no row says refused.
        LAID_ONCE,
        do(
            added("stake", CLOSED, stake, *LAID),
            added("give_back", traces, traces, "amount", "agreed"),
        ),
        traces,
    ),
    "burned-unseen": at(shoe_with(by_hand, some(BURNS)), without(BURNS, "card"), BURNS),
    "mind-changed": at(AT_WAR, preceded(WORD, choice="surrender"), traces, WORD),
    "standing-unsaid": at(hand_with(taken_seat), without(stake, "standing"), stake),
    "place-tried": at(
        coup_with(lambda place: bool(place.seated and _vacant_seats(place))), _place_tried, traces
    ),
}
