"""Faults that break the words of article 55-19, the nearest to lawful.

Each of them leaves every other sentence of the article kept, so that a rule which asks for less
than the words, or for something beside them, does not find it.
"""

from __future__ import annotations

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
from auditor_simulators.common.notation import RANKS, rank, text_of
from auditor_simulators.protocol import Row

# Decks, staff and places


def _out_before_last_coup(place: Place) -> int:
    """Cards that have left the shoe when its last coup begins; 0 where none is played."""
    openings = CALLED(place)
    before = place.rows[: place_of(place.rows, openings[-1])] if openings else ()
    return sum(row["event"] in {"deal", "burn"} for row in before)


def _before_last_coup(place: Place) -> str:
    """Nobody notes the stop card; its place and the cards that have left tell that it has shown."""
    return str(CARDS - _out_before_last_coup(place) + 1)


def _one_more_seated(place: AtHand) -> None:
    """A chair is put to a full table, for one who looks on."""
    place.traces.append(sits_down(place, str(len(place.coup.seated) + 1))[0])


def _two_seated(place: AtHand) -> None:
    """The stranger on the same chair until the coup is over, and the owner alone after it."""
    seat = place.hand.seat
    sit, leave = sits_down(place, seat)
    owner = place.coup.seated[seat]
    insert_after(place.log, leave, by_player(leave, "sit", coup="", seat=seat, player=owner))
    place.traces.append(sit)


def doubled(place: AtHand, player: str) -> None:
    """Another player stakes what the hand's player stakes, and is settled as he is."""
    mine = (place.hand.seat, place.stake["player"])
    for row in place.rows:
        if (row.get("seat"), row.get("player")) == mine and row.get("bet") in {"main", "war"}:
            place.after(row, dict(row, player=player))


def _room_for_two(place: AtHand) -> bool:
    staked = sum(price(row) for row in place.hand.mains)
    plain = len(place.hand.mains) == 1 and unchanged(place) and not money("stake_refuse")(place)
    return taken_seat(place) and plain and staked * 2 <= place.coup.maximum


def _both_stake(place: AtHand) -> None:
    _two_seated(place)
    [sit] = place.traces
    doubled(place, STRANGER)
    place.traces[:] = [place.traces[1], place.stake, sit]


def _neighbour_stakes(place: AtHand) -> None:
    """A seated player stakes at the place of another, who sits and plays there."""
    others = [player for seat, player in place.coup.seated.items() if seat != place.hand.seat]
    doubled(place, place.rng.choice(others))
    for row in chosen(place.traces, "stake"):
        row["agreed"] = "true"
    del place.traces[1:]


def _order_shows(place: Place) -> bool:
    several = [coup for coup in coups_of(place.rows) if len(coup.hands) > 1]
    return len(several) > 1 and len({hand.seat for coup in several for hand in coup.hands}) > 1


def _numbered_from_the_right(place: Place) -> None:
    """From the croupier's right, at one table."""
    spots = int(of("table_open")(place)[0]["spots"])
    for row in place.rows:
        if row.get("seat"):
            row["seat"] = str(spots + 1 - int(row["seat"]))


# A coup


def _followed(place: AtHand) -> bool:
    """Another coup of the same shoe comes after it."""
    row = place.rows[0]
    where = cells_of(row, "casino", "session", "table", "shoe")
    return bool(chosen(place.log, "bets_open", coup=str(int(row["coup"]) + 1), **where))


def _after_the_close(place: AtHand) -> list[Row]:
    return [*place.rows[place_of(place.rows, CLOSED(place)[0]) + 1 :]]


def _until_the_close(event: str) -> Pick[AtHand]:
    return lambda place: chosen(place.rows[: -len(_after_the_close(place))], event)


def _other_point(place: AtHand) -> str:
    return place.rng.choice([each for each in RANKS if each != rank(place.coup.dealer["card"])])


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
    "past-the-stop-card": at(
        shoe_with(
            by_hand, none(SEEN), lambda place: 60 < _out_before_last_coup(place) < CARDS - 60
        ),
        put(STOP, behind=_before_last_coup),
        last(CALLED),
        STOP,
    ),
    "cloth-of-eight": at(a_row("table_open", spots="7"), put(here, spots="8"), here),
    "one-seat-too-many": at(
        coup_with(lambda place: len(place.coup.seated) == int(place.coup.opened["spots"])),
        _one_more_seated,
        traces,
    ),
    "two-at-one-spot": at(hand_with(taken_seat), _two_seated, traces),
    "both-stake-at-one-spot": at(hand_with(_room_for_two), _both_stake, traces),
    "stake-on-a-neighbours-spot": at(
        hand_with(_room_for_two, lambda place: len(place.coup.seated) > 1),
        _neighbour_stakes,
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
