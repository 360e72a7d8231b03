"""Faults of the cards of a table (55-19.2, .5, .6, articles 39, 40, 58), and of the log itself."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import datetime, timedelta
from itertools import pairwise, product
from random import Random
from typing import Final

from auditor_simulators.bataille.places import *
from auditor_simulators.bataille.table import CARDS, DECKS
from auditor_simulators.common.integrity import (
    CANCELLED_AFTER_ITS_RESULT,
    CANCELLED_AND_COLLECTED,
    first_coup_is_two,
    given_back_too_much,
)
from auditor_simulators.common.notation import SUITS, rank
from auditor_simulators.protocol import Row

NEW_DECK: Final = "R9008"  # a number that the register gives to no other deck

# The decks with which a table begins the day; a later one belongs to the shoe it is brought for.
DECKS_OF_THE_DAY: Final = of("deck", shoe="")


def _one_deck_less(place: Place) -> None:
    decks = DECKS_OF_THE_DAY(place)
    gone = place.rng.choice(decks)
    remove(place.log, gone)
    for shoe in shoes(place.log):
        if whereabouts(shoe[0]) == whereabouts(gone):
            _within(shoe, DECKS - 1)
    place.traces += [row for row in decks if row is not gone]


def _within(shoe: list[Row], decks: int) -> None:
    """Gives cards seen too often for so many decks another suit, which changes no outcome."""
    cards = [row for row in shoe if row.get("card")]
    seen = Counter(row["card"] for row in cards)
    for row in cards:
        others = [row["card"][:-1] + suit for suit in SUITS]
        other = min(others, key=lambda card: seen[card])
        if seen[row["card"]] > decks and seen[other] < decks:
            seen[row["card"]] -= 1
            row["card"] = other
            seen[other] += 1


def _of_the_other_back(place: Place) -> list[Row]:
    decks = DECKS_OF_THE_DAY(place)
    return [row for row in decks if row["back"] != decks[0]["back"]]


def _one_deck(**cells: str) -> Apply:
    return at(sitting_with(), put_in_one(DECKS_OF_THE_DAY, **cells), traces)


def _later_session(place: Place) -> bool:
    return place.rows[0]["session"] > min(row["session"] for row in place.log)


def deck_at_two_tables(rows: list[Row], rng: Random) -> list[Row]:
    """The later table takes, under the same number, a deck that the earlier one still plays."""
    pairs = (
        (one, two)
        for one, two in product(sittings(rows), repeat=2)
        if whereabouts(one[0])[:2] == whereabouts(two[0])[:2]
        and one[0]["table"] != two[0]["table"]
        and one[0]["time"] < two[0]["time"] < one[-1]["time"]
    )
    here, there = choose(rng, pairs)
    first_deck = rng.choice(chosen(here, "deck", shoe=""))
    known = Counter(row.get("deck") for row in there)  # of one that is worn later more is told
    decks = chosen(there, "deck", shoe="")
    second = choose(rng, (deck for deck in decks if known[deck["deck"]] == 1))
    second["deck"] = first_deck["deck"]
    return [second, first_deck]


def _nobody_at_the_count(place: Place) -> None:
    """One of those seated before the count sits down after it, the others when bets are called."""
    [count], [verify] = COUNT(place), VERIFY(place)
    opened = CALLED(place)[0]
    table = [row for row in place.log if row.get("table")]
    sitting = [row for row in table if whereabouts(row) == whereabouts(count)]
    gone = {row["player"]: row for row in chosen(sitting[: place_of(sitting, opened)], "leave")}
    early = chosen(sitting[: place_of(sitting, count)], "sit")
    single = choose(place.rng, (row for row in early if row["player"] not in gone))
    shift(place.log, single, verify, after=True)
    for row in reversed([row for row in early if row is not single]):
        shift(place.log, row, opened, after=True)
        if left := gone.get(row["player"]):
            shift(place.log, left, row, after=True)
            left["coup"] = opened["coup"]
        row["coup"] = opened["coup"]
    for row in early:
        row["shoe"] = verify["shoe"]
    for cut in chosen(place.rows, "cut", by="player"):
        cut["player"] = single["player"]
    place.traces += early


# A deck that is changed (article 40)


@on_log
def new_deck(rows: list[Row], rng: Random, *, noted: bool = True) -> Coup:
    """A perfect, registered deck, brought before a coup that is not its shoe's first.

    It takes the place of one that is `noted` as worn just before.
    """
    coup = choose(rng, (coup for coup in coups_of(rows, rng) if coup.rows[0]["coup"] != "1"))
    [opening] = coup.of("bets_open")
    before, after = rows[: place_of(rows, opening)], rows[place_of(rows, opening) :]
    lying = {
        row["deck"]: row
        for row in chosen(before, "deck")
        if whereabouts(row) == whereabouts(coup.opened)
    }
    later = {row["deck"] for row in chosen(after, "deck")}
    sound = [row for row in lying.values() if row["condition"] == "perfect"]
    old = choose(rng, (row for row in sound if row["deck"] not in later))
    cells = cells_of(old, "back", "cards", "condition", "registered")
    worn = beside(opening, "deck", coup="", **cells | {"deck": old["deck"], "condition": "worn"})
    deck = beside(opening, "deck", coup="", deck=NEW_DECK, **cells)
    insert_before(rows, opening, *([worn] if noted else []), deck)
    coup.traces.append(deck)
    return coup


def the_deck(place: Place) -> list[Row]:
    return place.traces[:1]


@on_place
def steps_for_it(
    place: Place, *events: str, cards: int = CARDS, after: Pick[Place] = the_deck
) -> None:
    """So the new deck is counted or verified."""
    [deck] = the_deck(place)
    place.after(after(place)[-1], *(beside(deck, event, cards=str(cards)) for event in events))


def other_back(place: Place) -> None:
    [deck] = the_deck(place)
    backs = {row["back"] for row in chosen(place.log, "deck", table=deck["table"])}
    deck["back"] = min(backs - {deck["back"]})


def new_deck_with(change: Edit[Place]) -> Apply:
    """Counted and verified as it should be, and otherwise not as it should be."""
    return at(new_deck(), do(change, steps_for_it("count", "verify")), the_deck, first_card)


def _last_of_session(place: Place) -> bool:
    """So that the steps of no other shoe seem to be its own."""
    begun = place.rows[0]
    last = [shoe[0] for shoe in shoes(place.log) if whereabouts(shoe[0]) == whereabouts(begun)][-1]
    return shoe_key(last) == shoe_key(begun)


# The preparation (55-19.5)

PREPARED: Final = shoe_with(by_hand)
OPENING: Final = shoe_with(by_hand, first_shoe)
UNFINISHED: Final = shoe_with(by_hand, none(SEEN))  # its stop card can be denied
DEALT: Final = (some(BURNED), some(DEALS))


def _burned_less(number: int, *wanted: Wanted[Place]) -> Apply:
    left = part(BURNED, 0, -number)
    less = do(drop(part(BURNED, -number)), recounted)
    return at(shoe_with(*DEALT, *wanted), less, left, first(DEALS), LOAD)


# The end of a shoe (55-19.6)


def _of_next(event: str, **cells: str) -> Pick[Place]:
    """Those rows of the shoe after it."""

    def pick(place: Place) -> list[Row]:
        number = str(int(place.rows[0]["shoe"]) + 1)
        found = chosen(place.log, event, shoe=number, **cells)
        return [row for row in found if whereabouts(row) == whereabouts(place.rows[0])]

    return pick


PUT_BACK: Final = (some(STUBS), some(_of_next("load", device="shoe")))
"""A shoe of which the stub is put back, and after it one that is shuffled by hand."""
NEXT_PILES: Final = _of_next("pile")


def _its_opening(place: Place) -> list[Row]:
    """Of the coup in which the stop card shows."""
    return of("bets_open", coup=SEEN(place)[0]["coup"])(place)


def _dealer_before(place: Place) -> list[Row]:
    """The dealer's first card in the coup before that."""
    number = str(int(SEEN(place)[0]["coup"]) - 1)
    return of("deal", coup=number, to="dealer")(place)[:1]


def _two_further(place: Place) -> str:
    return str(int(STUBS(place)[0]["position"]) + 2)


def _in_hand(place: Place) -> bool:
    """Something is still due in the coup when the stop card shows."""
    [seen] = SEEN(place)
    rest = [r for r in place.rows[place_of(place.rows, seen) :] if r.get("coup") == seen["coup"]]
    return bool(events(rest, "pay", "collect")) and not of("cancel", coup=seen["coup"])(place)


def _ten_minutes_early(place: Coup) -> None:
    """One row among others that are right."""
    number = place.rng.randrange(1, len(place.rows))
    before, row = place.rows[number - 1 : number + 1]
    row["time"] = (datetime.fromisoformat(row["time"]) - timedelta(minutes=10)).isoformat()
    place.traces += [row, before]


def _number(place: Place, least: int) -> int:
    """A coup of the shoe, of which so many come before it."""
    return place.rng.randint(least, len({row["coup"] for row in place.rows if row.get("coup")}))


def _one_higher(place: Place) -> None:
    """From one coup on, the numbers of a shoe run one higher."""
    number = _number(place, 2)
    later = [row for row in place.rows if row.get("coup") and int(row["coup"]) >= number]
    before = [row for row in place.rows if row.get("coup") == str(number - 1)][-1]
    for row in later:
        row["coup"] = str(int(row["coup"]) + 1)
    place.traces += [later[0], before]


def _repeated(place: Place) -> None:
    """One coup bears the number of the coup before last, and its own is missing."""
    number = _number(place, 3)
    mine = [row for row in place.rows if row.get("coup") == str(number)]
    earlier = next(row for row in place.rows if row.get("coup") == str(number - 2))
    for row in mine:
        row["coup"] = str(number - 2)
    place.traces += [mine[0], earlier]


def _first_table(place: Place) -> list[Row]:
    """The first to open after the house."""
    [house] = place.rows
    after = place.log[place_of(place.log, house) :]
    return chosen(after, "table_open", casino=house["casino"])[:1]


def _last_table(place: Place) -> list[Row]:
    """The last to close before the house."""
    [house] = place.rows
    before = place.log[: place_of(place.log, house)]
    return chosen(before, "table_close", casino=house["casino"])[-1:]


def _standing_mains(place: Coup) -> list[Row]:
    return chosen(place.hand.mains, "stake", standing="true")


def _following(place: Coup) -> list[Row]:
    return [place.rows[place_of(place.rows, place.stake) + 1]]


def _pause_after(place: Coup) -> bool:
    return won(place) and _following(place)[0]["time"] != place.stake["time"]


def _a_payment(rows: list[Row], rng: Random) -> Place:
    """Of a coup that was played to its end."""
    return Place(rows, rng, [choose(rng, (r for coup in coups_of(rows) for r in coup.of("pay")))])


def seventh_card(rows: list[Row], rng: Random) -> list[Row]:
    """Suits alone are changed, so that every comparison ends as it did."""
    places = []
    for shoe in shoes(rows):
        if not chosen(shoe, "load", device="continuous"):
            out = Counter(rank(row["card"]) for row in shoe if row.get("card"))
            places += [(shoe, name) for name, number in out.items() if number > DECKS]
    shoe, name = choose(rng, places)
    alike: defaultdict[str, list[Row]] = defaultdict(list)
    for row in shoe:
        if row.get("card") and rank(row["card"]) == name:
            alike[row["card"]].append(row)
    card = max(alike, key=lambda each: len(alike[each]))
    others = [row for each, held in alike.items() if each != card for row in held]
    for row in others[: DECKS + 1 - len(alike[card])]:
        row["card"] = card
    return [row for row in shoe if row.get("card") == card][::-1]


def _neighbours(rows: list[Row], rng: Random) -> Place:
    """Two cards that leave the shoe one after the other in one coup."""
    pairs = (
        pair
        for coup in coups_of(rows)
        for pair in pairwise(coup.of("deal"))
        if pair[0].get("position") and int(pair[0]["position"]) + 1 == int(pair[1]["position"])
    )
    return Place(rows, rng, choose(rng, pairs))


FAULTS: Final = {
    "five-decks": at(sitting_with(), _one_deck_less, traces),
    "seven-decks": at(
        sitting_with(), copied(last(DECKS_OF_THE_DAY), deck="R9007"), DECKS_OF_THE_DAY, traces
    ),
    "three-back-colours": at(
        sitting_with(), put_in_one(DECKS_OF_THE_DAY, back="grey"), DECKS_OF_THE_DAY
    ),
    "backs-four-and-two": at(
        sitting_with(),
        put_in_one(_of_the_other_back, back=like(DECKS_OF_THE_DAY, "back")),
        DECKS_OF_THE_DAY,
    ),
    "one-back-colour": at(
        sitting_with(), put(DECKS_OF_THE_DAY, back=like(DECKS_OF_THE_DAY, "back")), DECKS_OF_THE_DAY
    ),
    "short-deck": _one_deck(cards="51"),
    "worn-deck": _one_deck(condition="worn"),
    "worn-deck-in-a-later-session": at(
        sitting_with(_later_session), put_in_one(DECKS_OF_THE_DAY, condition="worn"), traces
    ),
    "marked-deck": _one_deck(condition="marked"),
    "unregistered-deck": _one_deck(registered="false"),
    "deck-at-two-tables": deck_at_two_tables,
    "no-player-at-the-count": at(
        OPENING, _nobody_at_the_count, first(CALLED), COUNT, VERIFY, traces
    ),
    "no-count-at-the-opening": at(OPENING, drop(COUNT), LOAD, VERIFY),
    "no-verification-at-the-opening": at(OPENING, drop(VERIFY), LOAD, COUNT),
    "unapproved-shuffler": at(
        a_row("load", none(of("load", device="shoe"))), put(here, approved="false"), here
    ),
    "deck-changed-unseen": at(new_deck(), do(), the_deck, first_card),
    "deck-changed-not-verified": at(new_deck(), steps_for_it("count"), traces, first_card),
    "deck-changed-not-counted": at(new_deck(), steps_for_it("verify"), traces, first_card),
    "deck-change-verified-too-late": at(
        new_deck(), steps_for_it("count", "verify", after=last(here)), the_deck, first_card, traces
    ),
    "shoe-not-loaded": at(
        shoe_with(by_hand, some(DEALS), _last_of_session),
        drop(LOAD),
        first(BURNED),
        first(DEALS),
        STOP,
    ),
    "count-311": at(PREPARED, put(COUNT, cards="311"), COUNT, LOAD),
    "one-pile": at(PREPARED, drop(part(PILES, 1)), LOAD, first(PILES)),
    "pile-shuffled-once": at(PREPARED, put_in_one(PILES, shuffles="1"), traces),
    "pile-cut-once": at(PREPARED, put_in_one(PILES, cuts="1"), traces),
    "whole-not-cut": at(PREPARED, drop(first(CUTS)), LOAD, last(CUTS)),
    "last-cut-by-croupier": at(
        PREPARED,
        put(last(CUTS), by="croupier", player="", staff=like(CUTS, "staff")),
        LOAD,
        last(CUTS),
    ),
    "no-stop-card": at(UNFINISHED, drop(STOP), LOAD, CUTS),
    "stop-card-too-deep": at(UNFINISHED, put(STOP, behind="30"), STOP),
    "stop-card-before-last-cut": at(
        PREPARED, moved_before(STOP, last(CUTS)), LOAD, STOP, last(CUTS)
    ),
    "turned-over-after-piles": at(PREPARED, moved_after(TURNED, PILES), LOAD, TURNED, PILES),
    "not-turned-over": at(PREPARED, drop(TURNED), LOAD, VERIFY, PILES),
    "a-deck-not-turned-over": at(PREPARED, put(TURNED, cards="260"), LOAD, TURNED),
    "burned-before-the-load": at(
        shoe_with(*DEALT, some(LOAD)), moved_after(LOAD, BURNED), first(BURNED), LOAD, first(DEALS)
    ),
    "four-burns": _burned_less(1, first_shoe),
    "four-burns-in-a-later-shoe": _burned_less(1, later_shoe),
    "no-burns": _burned_less(5),
    "six-burns": at(shoe_with(*DEALT), burns(1, BURNED, BURNED), BURNED, traces),
    # The stop card shows one coup earlier than it did, and another coup is begun all the same.
    "coup-after-stop-card": at(
        shoe_with(some(SEEN), some(_dealer_before), some(_its_opening)),
        do(
            moved_after(SEEN, _dealer_before),
            put(SEEN, coup=like(_dealer_before, "coup")),
            recounted,
        ),
        _its_opening,
        SEEN,
    ),
    "one-stub": at(shoe_with(*PUT_BACK), drop(last(STUBS)), SEEN, first(STUBS)),
    # Where decks come with the next shoe, the cards may have been sorted, and no stub is left.
    "no-stub": at(shoe_with(*PUT_BACK, none(_of_next("deck"))), drop(STUBS), SEEN),
    "three-stubs": at(
        shoe_with(*PUT_BACK),
        copied(last(STUBS), part="3", position=_two_further),
        SEEN,
        STUBS,
        traces,
    ),
    "stubs-at-one-place": at(
        shoe_with(*PUT_BACK), put(last(STUBS), position=like(STUBS, "position")), SEEN, STUBS
    ),
    "stub-after-the-shuffle": at(
        shoe_with(*PUT_BACK), moved_after(STUBS, NEXT_PILES), STUBS, NEXT_PILES, SEEN
    ),
    "stub-before-the-coup-ends": at(
        shoe_with(*PUT_BACK, _in_hand),
        do(moved_after(STUBS, SEEN), put(STUBS, coup=like(SEEN, "coup"))),
        SEEN,
        first(STUBS),
        _its_opening,
    ),
    "next-shoe-unprepared": at(
        shoe_with(by_hand, later_shoe, none(of("deck")), none(SEEN)),
        drop(*map(of, ("count", "verify", "turn_over", "pile", "cut", "stop_card_place"))),
        LOAD,
        first(CALLED),
    ),
    "time-goes-back": at(coup_with(), _ten_minutes_early, traces),
    "coup-skipped": at(shoe_with(some(of("bets_open", coup="2"))), _one_higher, traces),
    "first-coup-is-two": first_coup_is_two,
    "coup-repeated": at(shoe_with(some(of("bets_open", coup="3"))), _repeated, traces),
    # The announcement: no count of cards, stakes or payments rests on it.
    "row-twice": at(coup_with(), copied(POINT), traces, POINT),
    "table-open-before-house": at(
        a_row("house_open"), moved_after(here, _first_table), _first_table, here
    ),
    "table-close-after-house": at(
        a_row("house_close"), moved_before(here, _last_table), _last_table, here
    ),
    # The table's closing is entered before its last coup.
    "coup-at-closed-table": at(
        sitting_with(),
        moved_before(last(TABLE_CLOSE), last(CALLED)),
        last(CALLED),
        last(TABLE_CLOSE),
    ),
    # Beside a winner, on the same hand.
    "pay-without-stake": at(_a_payment, copied(here, player="J9003"), traces, here),
    "standing-player-at-war-alone": at(
        stake_with(
            _standing_mains, gave_up, none(both(money("stake_refuse"), money("stake_withdraw")))
        ),
        extra_stake,
        stake,
        traces,
    ),
    "cancelled-and-collected": CANCELLED_AND_COLLECTED,
    "cancelled-after-its-result": CANCELLED_AFTER_ITS_RESULT,
    "cancelled-for-the-stop-card": at(
        a_row_of(of("cancel"), some(DEALS)), put(here, reason="stop_card"), here
    ),
    "paid-twice": at(
        stake_with(on_seat("pay", bet="main"), _pause_after),
        # At the end of the hand's turn and as a second event, not as a row written twice.
        added("pay", _following, stake, "amount", before=True),
        traces,
        stake,
        money("stake"),
    ),
    "given-back-too-much": given_back_too_much,
    "seventh-card": seventh_card,
    "card-out-of-order": at(_neighbours, exchanged(here, "position"), last(here), first(here)),
    "same-position": at(
        _neighbours, put(last(here), position=like(here, "position")), last(here), first(here)
    ),
}
