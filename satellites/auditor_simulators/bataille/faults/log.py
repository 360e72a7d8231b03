"""Faults of the log itself, and of cards that leave the shoe otherwise than in order (58)."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import datetime, timedelta
from itertools import pairwise
from random import Random
from typing import Final

from auditor_simulators.bataille.faults.edits import shift_after, shift_before
from auditor_simulators.bataille.faults.places import (
    POINT,
    AtHand,
    coup_with,
    moved_before,
    shoe_with,
    sitting_with,
    stake,
    stake_with,
    won,
)
from auditor_simulators.bataille.faults.situations import coups, shoes
from auditor_simulators.bataille.play.table import DECKS
from auditor_simulators.common.cards import rank
from auditor_simulators.common.edits import beside, choose, insert_before, place_of
from auditor_simulators.common.integrity import (
    FIRST_COUP_IS_TWO,
    GIVEN_BACK_TOO_MUCH,
    cancelled_and_collected,
)
from auditor_simulators.common.places import (
    Place,
    Where,
    chosen,
    copied,
    fault,
    first,
    here,
    last,
    of,
    row_with,
    some,
    told,
)
from auditor_simulators.protocol import Row


def _ten_minutes_early(place: AtHand) -> None:
    """One row among others that are right."""
    number = place.rng.randrange(1, len(place.rows))
    before, row = place.rows[number - 1 : number + 1]
    row["time"] = (datetime.fromisoformat(row["time"]) - timedelta(minutes=10)).isoformat()
    place.told += [row, before]


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
    place.told += [later[0], before]


def _repeated(place: Place) -> None:
    """One coup bears the number of the coup before last, and its own is missing."""
    number = _number(place, 3)
    mine = [row for row in place.rows if row.get("coup") == str(number)]
    earlier = next(row for row in place.rows if row.get("coup") == str(number - 2))
    for row in mine:
        row["coup"] = str(number - 2)
    place.told += [mine[0], earlier]


def _house(event: str) -> Where[Place]:
    return row_with(lambda row: row["event"] == event)


def _opened_too_late(place: Place) -> None:
    """The house opens when a table, the first of the evening, is open already."""
    [house] = place.rows
    after = place.log[place_of(place.log, house) :]
    opened = chosen(after, "table_open", casino=house["casino"])[0]
    shift_after(place.log, house, opened)
    place.told += [opened, house]


def _closed_too_early(place: Place) -> None:
    """The house closes before the last table of the evening."""
    [house] = place.rows
    before = place.log[: place_of(place.log, house)]
    closed = chosen(before, "table_close", casino=house["casino"])[-1]
    shift_before(place.log, house, closed)
    place.told += [closed, house]


def _paid(place: AtHand) -> list[Row]:
    return place.coup.of("pay", seat=place.hand.seat, bet="main")


def _pause_after(place: AtHand) -> bool:
    following = place.rows[place_of(place.rows, place.stake) + 1]
    return won(place) and following["time"] != place.stake["time"]


def _paid_again(place: AtHand) -> None:
    """At the end of the hand's turn and as a second event, not as a row written twice."""
    paid = place.stake
    following = place.rows[place_of(place.rows, paid) + 1]
    cells = {name: paid[name] for name in ("seat", "player", "bet", "amount")}
    place.told.append(beside(paid, "pay", **cells))
    insert_before(place.log, following, *place.told)


def _its_stake(place: AtHand) -> list[Row]:
    return place.coup.money("stake", place.stake)


def _settled(rows: list[Row], rng: Random) -> Place:
    return Place(rows, rng, [choose(rng, (row for coup in coups(rows) for row in coup.of("pay")))])


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
        for coup in coups(rows)
        for pair in pairwise(coup.of("deal"))
        if pair[0].get("position") and int(pair[0]["position"]) + 1 == int(pair[1]["position"])
    )
    return Place(rows, rng, choose(rng, pairs))


def _exchanged(place: Place) -> None:
    one, other = place.rows
    one["position"], other["position"] = other["position"], one["position"]


def _same_position(place: Place) -> None:
    one, other = place.rows
    other["position"] = one["position"]


FAULTS: Final = (
    fault("time-goes-back", "log.order", "a row is ten minutes early").at(
        coup_with(), _ten_minutes_early, told
    ),
    fault("coup-skipped", "log.gap", "a coup number is left out").at(
        shoe_with(some(of("bets_open", coup="2"))), _one_higher, told
    ),
    FIRST_COUP_IS_TWO,
    fault("coup-repeated", "log.gap", "a coup number occurs twice").at(
        shoe_with(some(of("bets_open", coup="3"))), _repeated, told
    ),
    # The announcement: no count of cards, stakes or payments rests on it.
    fault("row-twice", "log.duplicate", "an event is recorded twice").at(
        coup_with(), copied(POINT), told, POINT
    ),
    fault("table-open-before-house", "log.orphan", "a table opens before its house").at(
        _house("house_open"), _opened_too_late, told
    ),
    fault("table-close-after-house", "log.orphan", "a table closes after its house").at(
        _house("house_close"), _closed_too_early, told
    ),
    # The table's closing is entered before its last coup.
    fault("coup-at-closed-table", "log.orphan", "a coup is played at a table that is closed").at(
        sitting_with(),
        moved_before(last(of("table_close")), last(of("bets_open"))),
        last(of("bets_open")),
        last(of("table_close")),
    ),
    # Beside a winner, on the same hand.
    fault("pay-without-stake", "log.stakes", "somebody is paid who staked nothing").at(
        _settled, copied(here, player="J9003"), told, here
    ),
    fault("cancelled-and-collected", "log.stakes", "a stake of a cancelled coup is collected").by(
        cancelled_and_collected
    ),
    fault("paid-twice", "log.stakes 55-19.20", "a winning stake is paid two times over").at(
        stake_with(_paid, _pause_after), _paid_again, told, stake, _its_stake
    ),
    GIVEN_BACK_TOO_MUCH,
    fault("seventh-card", "log.cards", "a card leaves the shoe seven times").by(seventh_card),
    fault("card-out-of-order", "58.shoe", "a card leaves before its turn").at(
        _neighbours, _exchanged, last(here), first(here)
    ),
    fault("same-position", "58.shoe", "two cards leave from one position").at(
        _neighbours, _same_position, last(here), first(here)
    ),
)
