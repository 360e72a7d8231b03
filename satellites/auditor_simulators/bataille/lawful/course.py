"""Courses of play that are lawful by the words of article 55-19: cards, croupiers, settlement."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

from auditor_simulators.bataille.faults.decks import OPENING, PREPARED, brought_midway, step
from auditor_simulators.bataille.faults.edits import rearrange, shift_after, shift_before
from auditor_simulators.bataille.faults.places import (
    CLOSED,
    POINT,
    AtHand,
    burns,
    by_hand,
    coup_with,
    dealer,
    gave_up,
    hand_with,
    later_shoe,
    main_with,
    money,
    moved_after,
    moved_before,
    not_at_war,
    shoe_with,
    war_called,
    war_won,
    won,
)
from auditor_simulators.bataille.faults.settlement import in_turn, settled, settlement
from auditor_simulators.bataille.faults.situations import coups, shoes, sittings
from auditor_simulators.common.cards import rank
from auditor_simulators.common.edits import (
    beside,
    choose,
    insert_after,
    insert_before,
    place_of,
    remove,
    whereabouts,
)
from auditor_simulators.common.places import (
    Place,
    both,
    chosen,
    do,
    drop,
    first,
    none,
    of,
    preceded,
    put,
    situation,
    some,
    told,
)
from auditor_simulators.protocol import NoPlaceError, Row


def deck_replaced(rows: list[Row], rng: Random) -> list[Row]:
    """One noted as worn, another of its back colour in its place, all counted and verified."""
    _, deck = brought_midway(rows, rng)
    steps = [step(deck, "verify"), step(deck, "count")]
    insert_after(rows, deck, *steps)
    return [deck, *steps]


def decks_of_the_evening_before(rows: list[Row], rng: Random) -> list[Row]:
    """The second evening records no deck: those of the first lie there."""
    later = [
        each
        for each in sittings(rows)
        if any(
            other[0]["session"] < each[0]["session"]
            and (other[0]["casino"], other[0]["table"]) == (each[0]["casino"], each[0]["table"])
            for other in sittings(rows)
        )
        and not [row for row in chosen(each, "deck") if row.get("shoe")]
    ]
    sitting = choose(rng, later)
    remove(rows, *chosen(sitting, "deck"))
    return chosen(sitting, "table_open")


def _relieved(place: AtHand) -> None:
    """Between the close and the first card; who comes stays to the end of the evening."""
    dealt, own = place.coup.of("deal")[0], place.coup.opened["staff"]
    for row in place.log[place_of(place.log, dealt) :]:
        if whereabouts(row) == whereabouts(dealt) and row.get("staff") == own:
            row["staff"] = "CR93"


def _relief_recorded(place: AtHand) -> None:
    """A house that records which croupier holds the table, and his relief."""
    table, dealt = place.coup.opened, place.coup.of("deal")[0]
    _relieved(place)
    arrives = beside(table, "croupier_arrive")
    goes = beside(dealt, "croupier_leave") | {"staff": table["staff"]}
    comes = beside(dealt, "croupier_arrive")
    insert_after(place.log, table, arrives)
    insert_before(place.log, dealt, goes, comes)
    place.told += [arrives, goes, comes]


def closed_twice(rows: list[Row], rng: Random) -> list[Row]:
    """The croupier says it again: not where a stake was refused as late."""
    coup = choose(rng, (c for c in coups(rows) if not c.of("stake_refuse", reason="late")))
    [closed] = coup.of("no_more_bets")
    following = coup.rows[place_of(coup.rows, closed) + 1]
    if following["time"] == closed["time"]:
        return [closed]
    again = beside(following, "no_more_bets") | {"staff": closed["staff"]}
    insert_before(rows, following, again)
    return [closed, again]


def a_row_for_each_shuffle(rows: list[Row], rng: Random) -> list[Row]:
    shoe = choose(rng, [shoe for shoe in shoes(rows) if chosen(shoe, "load", device="shoe")])
    piles = chosen(shoe, "pile")
    for pile in piles:
        pile |= {"shuffles": "1", "cuts": "1"}
        moment = datetime.fromisoformat(pile["time"]) + timedelta(seconds=1)
        later = (n for n, row in enumerate(rows) if datetime.fromisoformat(row["time"]) > moment)
        rows.insert(next(later, len(rows)), {**pile, "time": moment.isoformat()})
    return piles


def _exposed_card_burned(place: AtHand) -> None:
    burns(1, dealer, dealer, before=True)(place)
    place.told[0]["face"] = "up"


def two_passes(rows: list[Row], rng: Random) -> list[Row]:
    """The losers from the right, then the winners from the right, then the cards."""
    mixed = [
        coup
        for coup in coups(rows)
        if not coup.of("choice") and coup.of("collect", bet="main") and coup.of("pay", bet="main")
    ]
    coup = choose(rng, mixed)
    kinds = ("collect", "pay", "give_back")
    moved = [row for kind in kinds for row in coup.of(kind)]
    moved += [row for row in coup.of("discard") if row["to"] == "player"]
    rearrange(rows, moved)
    return moved


def _by_mistake(place: AtHand) -> None:
    """Taken, handed back at once, and paid."""
    [paid] = money("pay")(place)
    place.told += [dict(paid, event=event) for event in ("collect", "give_back")]
    insert_before(place.log, paid, *place.told)


def _second_point(place: AtHand) -> None:
    """In words, as the croupier's second card has it."""
    card = place.coup.of("deal", to="dealer")[-1]
    place.told += [beside(card, "announce", text=rank(card["card"])), card]
    insert_after(place.log, card, place.told[0])


def _turned_over_twice(place: Place) -> None:
    """Part of the cards before the first pile, the rest between two piles."""
    put(of("turn_over"), cards="156")(place)
    [turned], pile = of("turn_over")(place), of("pile")(place)[0]
    rest = dict(turned)
    insert_after(place.log, pile, rest)
    shift_after(place.log, rest, pile)
    place.told += [turned, rest]


def _served_after(place: AtHand) -> bool:
    return gave_up(place) and place.hand != place.coup.settled_first[0]


def _settled_last(place: AtHand) -> None:
    """A hand given up, after hands further left."""
    after = [own for own in place.coup.settled_first if int(own.seat) < int(place.hand.seat)]
    rearrange(place.log, in_turn(place.coup, [*reversed(after), place.hand]))


def _last_and_not_at_war(place: AtHand) -> bool:
    """The last hand from the right, so that each round in itself goes as it should."""
    return bool(place.coup.at_war) and not_at_war(place) and place.hand is place.coup.hands[0]


def _settlement_at_war(place: AtHand) -> list[Row]:
    return settled(place.coup, place.coup.at_war[0])


def _several_at_war(place: AtHand) -> bool:
    return len(place.coup.at_war) > 1


def _next_served_first(place: AtHand) -> None:
    """The cards change places and seats: every hand keeps the card that decides."""
    number = place.rng.randrange(len(place.coup.at_war) - 1)
    served, after = (hand.war for hand in place.coup.at_war[number : number + 2])
    if served is None or after is None:  # a war without cards is no lawful one
        raise NoPlaceError
    shift_before(place.log, after, served)
    place.told += [served, after]


SITUATIONS = (
    situation(
        "deck-replaced", "55-19.2 40.opening", "a worn deck is replaced, verified and counted"
    ).by(deck_replaced),
    situation("decks-of-the-evening-before", "55-19.2", "the second evening records no deck").by(
        decks_of_the_evening_before
    ),
    situation(
        "relieved-before-the-deal",
        "55-19.4",
        "another croupier takes over between the close and the cards",
    ).at(coup_with(), _relieved, first(of("deal")), CLOSED),
    situation("relief-recorded", "55-19.4", "the croupiers' arrival and relief are recorded").at(
        coup_with(), _relief_recorded, told
    ),
    situation("closed-twice", "55-19.4", "the close is called twice").by(closed_twice),
    situation("verified-before-counted", "55-19.5", "the cards are verified first").at(
        OPENING, moved_before(of("verify"), of("count")), of("verify"), of("count")
    ),
    situation("counted-again", "55-19.5", "a count that fails is made again").at(
        OPENING, preceded(of("count"), cards="311"), told, of("count")
    ),
    situation("not-counted-again", "55-19.5 55-19.6", "no count after the stop card").at(
        shoe_with(by_hand, later_shoe, none(of("deck")), some(of("count"))),
        drop(of("count"), of("verify")),
        of("load"),
    ),
    situation(
        "turned-over-in-parts", "55-19.5", "the cards are turned over as they are divided"
    ).at(PREPARED, _turned_over_twice, told),
    situation(
        "a-row-for-each-shuffle", "55-19.5", "each shuffle of a pile has a row of its own"
    ).by(a_row_for_each_shuffle),
    situation(
        "stop-card-within-a-coup",
        "55-19.6",
        "the coup in which the stop card shows is played to its end",
    ).at(coup_with(some(of("stop_card_seen"))), do(), of("stop_card_seen")),
    situation("exposed-card-burned", "55-19.25", "an exposed card is burned").at(
        coup_with(none(of("choice"))), _exposed_card_burned, told
    ),
    situation("two-passes", "55-19.22", "losers are collected first, winners paid after them").by(
        two_passes
    ),
    situation("settled-after-the-war", "55-19.22", "a hand that is not at war is settled last").at(
        hand_with(_last_and_not_at_war),
        moved_before(settlement, of("discard", to="dealer")),
        first(settlement),
        _settlement_at_war,
    ),
    situation(
        "given-up-settled-last",
        "55-19.22 55-19.24",
        "a hand given up is settled after hands further left",
    ).at(hand_with(_served_after), _settled_last, settlement),
    situation(
        "winner-collected-by-mistake",
        "55-19.20",
        "a winning stake is collected by mistake, handed back and paid",
    ).at(main_with(won), do(drop(money("give_back")), _by_mistake), told, money("pay")),
    situation("second-point-announced", "55-19.22", "the point of a war is announced as well").at(
        coup_with(war_called), _second_point, told
    ),
    situation(
        "choice-before-the-point", "55-19.24", "a tied player decides before the point is announced"
    ).at(
        coup_with(some(of("choice"))),
        moved_after(POINT, both(of("choice"), of("stake", bet="war"))),
        first(of("choice")),
        POINT,
    ),
    situation(
        "war-dealt-from-the-right", "55-19.25", "the cards of a war in another order of the seats"
    ).at(coup_with(_several_at_war), _next_served_first, told),
    situation("booked-as-the-war", "55-19.26", "a won war is paid under the war's bet").at(
        hand_with(war_won), put(money("pay"), bet="war"), money("pay")
    ),
)
