"""Courses of play that are lawful by the words of article 55-19: cards, croupiers, settlement."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

from auditor.simulate.bataille.faults.decks import brought_midway, step
from auditor.simulate.bataille.faults.edits import (
    rearrange,
    recount,
    shift_after,
    shift_before,
    spare_card,
)
from auditor.simulate.bataille.faults.places import (
    POINT,
    AtHand,
    coup_with,
    gave_up,
    hand_with,
    moved_after,
    moved_before,
    not_at_war,
)
from auditor.simulate.bataille.faults.settlement import in_turn, settled, settlement
from auditor.simulate.bataille.faults.situations import (
    a_hand,
    by_hand,
    coups,
    sittings,
)
from auditor.simulate.common.edits import (
    beside,
    choose,
    insert_after,
    insert_before,
    place_of,
    remove,
    whereabouts,
)
from auditor.simulate.common.places import both, chosen, first, of, situation, some, told
from auditor.simulate.protocol import NoPlaceError, Row


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


def relieved(rows: list[Row], rng: Random) -> list[Row]:
    """Between the close and the first card; who comes stays to the end of the evening."""
    coup = choose(rng, coups(rows))
    first = coup.of("deal")[0]
    for row in rows[place_of(rows, first) :]:
        if whereabouts(row) == whereabouts(first) and row.get("staff") == coup.opened["staff"]:
            row["staff"] = "CR93"
    return [first, *coup.of("no_more_bets")]


def relief_recorded(rows: list[Row], rng: Random) -> list[Row]:
    """A house that records which croupier holds the table, and his relief."""
    coup = choose(rng, coups(rows))
    opened, first = coup.opened, coup.of("deal")[0]
    own = opened["staff"]
    for row in rows[place_of(rows, first) :]:
        if whereabouts(row) == whereabouts(first) and row.get("staff") == own:
            row["staff"] = "CR93"
    arrives = beside(opened, "croupier_arrive")
    goes = beside(first, "croupier_leave") | {"staff": own}
    comes = beside(first, "croupier_arrive")
    insert_after(rows, opened, arrives)
    insert_before(rows, first, goes, comes)
    return [arrives, goes, comes]


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


def _first_by_hand(rows: list[Row], rng: Random) -> list[Row]:
    return choose(rng, (shoe for shoe in by_hand(rows) if shoe[0]["shoe"] == "1"))


def verified_before_counted(rows: list[Row], rng: Random) -> list[Row]:
    shoe = _first_by_hand(rows, rng)
    [count], [verify] = chosen(shoe, "count"), chosen(shoe, "verify")
    shift_before(rows, verify, count)
    return [verify, count]


def counted_again(rows: list[Row], rng: Random) -> list[Row]:
    """A card was missed at first."""
    shoe = _first_by_hand(rows, rng)
    [count] = chosen(shoe, "count")
    missed = dict(count, cards="311")
    insert_before(rows, count, missed)
    return [missed, count]


def not_counted_again(rows: list[Row], rng: Random) -> list[Row]:
    """After the stop card the article sends back to the shuffle, and to nothing before it."""
    later = [
        shoe
        for shoe in by_hand(rows)
        if shoe[0]["shoe"] != "1" and not chosen(shoe, "deck") and chosen(shoe, "count")
    ]
    shoe = choose(rng, later)
    remove(rows, *chosen(shoe, "count"), *chosen(shoe, "verify"))
    return chosen(shoe, "load")


def a_row_for_each_shuffle(rows: list[Row], rng: Random) -> list[Row]:
    shoe = choose(rng, by_hand(rows))
    piles = chosen(shoe, "pile")
    for pile in piles:
        pile |= {"shuffles": "1", "cuts": "1"}
        moment = datetime.fromisoformat(pile["time"]) + timedelta(seconds=1)
        later = (n for n, row in enumerate(rows) if datetime.fromisoformat(row["time"]) > moment)
        rows.insert(next(later, len(rows)), {**pile, "time": moment.isoformat()})
    return piles


def exposed_card_burned(rows: list[Row], rng: Random) -> list[Row]:
    coup = choose(rng, (coup for coup in coups(rows) if not coup.of("choice")))
    card = spare_card(rows, coup.dealer, rng)
    burned = beside(coup.dealer, "burn", card=card, face="up")
    insert_before(rows, coup.dealer, burned)
    recount(rows, coup.dealer)
    return [burned]


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


def winner_collected_by_mistake(rows: list[Row], rng: Random) -> list[Row]:
    """Taken, handed back at once, and paid."""
    coup, hand = a_hand(rows, rng, lambda _, hand: hand.margin > 0)
    stake = rng.choice(hand.mains)
    [paid] = coup.money("pay", stake)
    remove(rows, *coup.money("give_back", stake))
    cells = {name: paid[name] for name in ("seat", "player", "bet", "amount")}
    taken, back = (beside(paid, event, **cells) for event in ("collect", "give_back"))
    insert_before(rows, paid, taken, back)
    return [taken, back, paid]


def booked_as_the_war(rows: list[Row], rng: Random) -> list[Row]:
    """Enters the payment of a won war under the war's bet."""
    coup, hand = a_hand(rows, rng, lambda _, hand: hand.choice == "war" and hand.war_margin > 0)
    [paid] = coup.money("pay", hand.mains[0])
    paid["bet"] = "war"
    return [paid]


def second_point_announced(rows: list[Row], rng: Random) -> list[Row]:
    """In words, as the croupier's second card has it."""
    coup = choose(rng, (coup for coup in coups(rows) if coup.at_war))
    last = coup.of("deal", to="dealer")[-1]
    announced = beside(last, "announce", text=last["card"][:-1])
    insert_after(rows, last, announced)
    return [announced, last]


def stop_card_within_a_coup(rows: list[Row], rng: Random) -> list[Row]:
    """It shows when a coup is under way, which is played to its end."""
    coup = choose(rng, (c for c in coups(rows) if c.of("stop_card_seen")))
    return coup.of("stop_card_seen")


def turned_over_twice(rows: list[Row], rng: Random) -> list[Row]:
    """Part of the cards before the first pile, the rest between two piles."""
    shoe = choose(rng, by_hand(rows))
    [turned], piles = chosen(shoe, "turn_over"), chosen(shoe, "pile")
    rest = dict(turned, cards="156")
    turned["cards"] = "156"
    insert_after(rows, piles[0], rest)
    shift_after(rows, rest, piles[0])
    return [turned, rest]


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
    ).by(relieved),
    situation("relief-recorded", "55-19.4", "the croupiers' arrival and relief are recorded").by(
        relief_recorded
    ),
    situation("closed-twice", "55-19.4", "the close is called twice").by(closed_twice),
    situation("verified-before-counted", "55-19.5", "the cards are verified first").by(
        verified_before_counted
    ),
    situation("counted-again", "55-19.5", "a count that fails is made again").by(counted_again),
    situation("not-counted-again", "55-19.5 55-19.6", "no count after the stop card").by(
        not_counted_again
    ),
    situation(
        "turned-over-in-parts", "55-19.5", "the cards are turned over as they are divided"
    ).by(turned_over_twice),
    situation(
        "a-row-for-each-shuffle", "55-19.5", "each shuffle of a pile has a row of its own"
    ).by(a_row_for_each_shuffle),
    situation(
        "stop-card-within-a-coup",
        "55-19.6",
        "the coup in which the stop card shows is played to its end",
    ).by(stop_card_within_a_coup),
    situation("exposed-card-burned", "55-19.25", "an exposed card is burned").by(
        exposed_card_burned
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
    ).by(winner_collected_by_mistake),
    situation("second-point-announced", "55-19.22", "the point of a war is announced as well").by(
        second_point_announced
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
    situation("booked-as-the-war", "55-19.26", "a won war is paid under the war's bet").by(
        booked_as_the_war
    ),
)
