"""Stakes, limits and how stakes were settled, read from the rows of a coup, and faults in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from random import Random
from typing import Final

from auditor_simulators.common.notation import text_of
from auditor_simulators.common.places import *
from auditor_simulators.protocol import Row
from auditor_simulators.wheel.play import BOULE, STRAIGHT, VINGT_TROIS, Wheel

STRAIGHT_COLUMN: Final = "maximum_straight"
EVEN_COLUMN: Final = "maximum_even"
HALF: Final = Decimal("0.5")
KNOWN_TO: Final = 4  # at vingt-trois a higher number stands on places of both colours

Key = tuple[str, str, str]
"""Player, bet and number."""


def key_of(row: Row) -> Key:
    return row["player"], row["bet"], row.get("number", "")


def wheel_of(row: Row) -> Wheel:
    """The game that is played in that row."""
    return BOULE if row["game"] == BOULE.name else VINGT_TROIS


def column_of(row: Row) -> str:
    """The limit that a stake is under."""
    return STRAIGHT_COLUMN if row["bet"] == STRAIGHT else EVEN_COLUMN


# Coups and their stakes


def played(rows: Iterable[Row]) -> list[list[Row]]:
    """The coups that came to a result."""
    return [coup for coup in coups(rows) if any(map(is_result, coup))]


def is_result(row: Row) -> bool:
    return row["event"] == "spin" and bool(row.get("number"))


@among
def coup_with(rows: list[Row], rng: Random) -> Iterable[Place]:
    """A coup that came to a result."""
    return (Place(rows, rng, coup) for coup in played(rows))


def results(place: Place) -> list[Row]:
    return list(filter(is_result, place.rows))


def came_out(place: Place) -> int:
    return int(results(place)[-1]["number"])


def laid_late(place: Place, like: Row, after: Row, number: int) -> Row:
    """The least stake of a player whom nobody has seen before, on a number."""
    cells = {"player": "J099", "bet": STRAIGHT, "number": str(number)}
    least = text_of(price(openings_by_table(place.log)[whereabouts(after)], "minimum"))
    row = beside(like, "stake", **cells, amount=least, form="chip")
    place.after(after, row)
    return row


def result_out_of_range(number: int) -> Apply:
    """In a coup that everybody loses, so that the payments stay right."""
    edit = do(put(results, number=str(number)), without(results, "place"))
    return at(coup_with(none(of("pay"))), edit, results)


@dataclass(slots=True)
class AtStake(Place):
    """A coup, and a stake of it that was settled."""

    opening: Row  # the table's
    spin: Row
    stake: Row
    outcome: Row  # `pay` or `collect`

    @property
    def number(self) -> int:
        """The result of the spin."""
        return int(self.spin["number"])

    @property
    def total(self) -> Decimal:
        """All that the player has on this number or chance."""
        same = [row for row in events(self.rows, "stake") if key_of(row) == key_of(self.stake)]
        return sum(map(price, same), Decimal(0))

    @property
    def minimum(self) -> Decimal:
        return price(self.opening, "minimum")

    @property
    def most(self) -> Decimal:
        """The maximum of one player's stakes on this number or chance."""
        return price(self.opening, column_of(self.stake))

    def due(self, amount: Decimal) -> Decimal:
        """The payment of a stake of that amount if it wins."""
        return wheel_of(self.stake).payout(self.stake, amount)


@among
def stake_with(rows: list[Row], rng: Random) -> Iterator[AtStake]:
    """Stakes with their settlement, but for those changed, withdrawn or refused on the way."""
    openings = openings_by_table(rows)
    for coup in played(rows):
        spin = next(filter(is_result, coup))
        unclear = set(map(key_of, events(coup, "stake_change", "stake_withdraw", "stake_refuse")))
        outcomes: dict[Key, list[Row]] = defaultdict(list)
        for row in events(coup, "pay", "collect"):
            outcomes[key_of(row)].append(row)
        for stake in events(coup, "stake"):
            if key_of(stake) not in unclear and outcomes[key_of(stake)]:
                outcome = outcomes[key_of(stake)].pop(0)
                yield AtStake(rows, rng, coup, openings[whereabouts(stake)], spin, stake, outcome)


def won(place: AtStake) -> bool:
    return place.outcome["event"] == "pay"


def even_won(place: AtStake) -> bool:
    return won(place) and place.stake["bet"] != STRAIGHT


def straight(*numbers: int) -> Wanted[AtStake]:
    """Won stakes on one of these numbers, of any where none is named."""
    asked = tuple(map(str, numbers or range(1, 15)))
    return lambda place: won(place) and place.stake.get("number") in asked


def lost(bet: str = "", result: int = 0, never: int = 0) -> Wanted[AtStake]:
    """Lost stakes: on this bet, at this result, not at that one."""
    return lambda place: (
        not won(place)
        and bet in {"", place.stake["bet"]}
        and result in {0, place.number}
        and place.number != never
    )


def alone(place: AtStake) -> bool:
    """The player has no other stake on this number or chance."""
    return place.total == price(place.stake)


def of_known_colour(place: AtStake) -> bool:
    """A colour, and a number whose colour everybody knows."""
    return place.stake["bet"] != STRAIGHT and place.number <= KNOWN_TO


# Which rows

stake, outcome, spin, opening = map(those, ("stake", "outcome", "spin", "opening"))
laid_and_settled: Final = both(stake, outcome)


# What is done


def settled_as(event: str, times: int = 0) -> Edit[AtStake]:
    """So many times the stake is paid or collected, or else what would be due if it won."""

    def sum_of(place: AtStake) -> str:
        return text_of(price(place.stake) * times if times else place.due(price(place.stake)))

    return put(outcome, event=event, amount=sum_of)


def of_amount(amount: Callable[[AtStake], Decimal]) -> Edit[AtStake]:
    """Another stake, rightly settled."""
    return lambda place: set_amount(place, amount(place))


def set_amount(place: AtStake, amount: Decimal) -> None:
    place.stake["amount"] = text_of(amount)
    place.outcome["amount"] = text_of(place.due(amount) if won(place) else amount)


def settled(wanted: Wanted[AtStake], edit: Edit[AtStake]) -> Apply:
    """A stake settled otherwise than it should be."""
    return at(stake_with(wanted), edit, outcome, stake, spin)


def forgotten(wanted: Wanted[AtStake]) -> Apply:
    """Neither paid nor collected: the stake and the result show it."""
    return at(stake_with(wanted), drop(outcome), stake, spin)


def collected_too(wanted: Wanted[AtStake]) -> Apply:
    """The stake of a winner who was paid is taken too (47.14)."""
    edit = added("collect", outcome, stake, "amount")
    return at(stake_with(wanted), edit, traces, outcome, stake)


def given_back(wanted: Wanted[AtStake]) -> Apply:
    """A losing stake is collected, and handed back."""
    return at(stake_with(wanted), added("give_back", outcome, stake, "amount"), stake, traces)


def on_another_bet(bet: str) -> Apply:
    """The stake is on something that the game does not have."""
    edit = do(put(laid_and_settled, bet=bet), without(laid_and_settled, "number"))
    return at(stake_with(lost(STRAIGHT)), edit, laid_and_settled)


def on_another_number(number: int) -> Apply:
    """The stake is on a number that the device does not have."""
    edit = put(laid_and_settled, number=str(number))
    return at(stake_with(lost(STRAIGHT)), edit, laid_and_settled)


# Tables and what they post


@dataclass(slots=True)
class Posted(Place):
    """A table's opening, its authorisation and the rows of its session at that table."""

    opening: Row
    authorisation: Row

    @property
    def table(self) -> tuple[str, ...]:
        """The table in its season."""
        return *house_of(self.opening), self.opening["table"]

    @property
    def minimum(self) -> Decimal:
        return price(self.opening, "minimum")

    @property
    def authorised(self) -> Decimal:
        return price(self.authorisation, "minimum")

    @property
    def doubled(self) -> bool:
        return self.minimum == 2 * self.authorised


def posted(rows: list[Row], rng: Random) -> list[Posted]:
    """Every opening of a table."""
    by_table: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in rows:
        by_table[whereabouts(row)].append(row)
    authorisations = {house_of(row): row for row in events(rows, "authorisation")}
    return [
        Posted(rows, rng, by_table[whereabouts(row)], row, authorisations[house_of(row)])
        for row in events(rows, "table_open")
    ]


posted_with = among(posted)
authorisation: Final = those("authorisation")


def authorised_times(factor: Decimal | int) -> Callable[[Posted], str]:
    """So many times the authorised minimum."""
    return lambda item: text_of(item.authorised * factor)


def with_minimum(factor: Decimal | int, *wanted: Wanted[Posted]) -> Apply:
    """A table opens at so many times the authorised minimum."""
    edit = put(opening, minimum=authorised_times(factor))
    return at(posted_with(*wanted), edit, opening, authorisation)


def openings_by_table(rows: list[Row]) -> dict[tuple[str, ...], Row]:
    """The first opening of each table, by the `whereabouts` of its rows."""
    return {whereabouts(row): row for row in reversed(events(rows, "table_open"))}


# Faults of stakes and limits, common to both games (47.15, 47.17 to 47.20)

FIRST: Final = "1"
SECOND: Final = "2"
LONE: Final = stake_with(alone)


def _under_minimum_in_two(place: AtStake) -> None:
    """A quarter of the minimum, then half of it on top."""
    set_amount(place, place.minimum * 3 / 4)
    copied(stake, amount=text_of(place.minimum / 2))(place)
    place.stake["amount"] = text_of(place.minimum / 4)


def laid_again(place: AtStake, **cells: str) -> AtStake:
    """The stake once more, and its settlement, each behind the first."""
    again = replace(place, stake=place.stake | cells, outcome=place.outcome | cells)
    insert_after(place.log, place.stake, again.stake)
    insert_after(place.log, place.outcome, again.outcome)
    return again


def _over_maximum_in_two(place: AtStake) -> None:
    """Each stake is within the maximum, the two of one player are not (47.20)."""
    second = laid_again(place)
    set_amount(place, place.most * 3 / 5)
    set_amount(second, place.most / 2)
    place.traces.append(second.stake)


# A device that serves two cloths: each has its minimum, and both one maximum (47.16, 47.20)


def second_cloth(rows: list[Row], opening: Row) -> tuple[Row, Row]:
    """Opens a second cloth of that device for the evening; all stakes lie on the first."""
    tonight = [row for row in rows if whereabouts(row) == whereabouts(opening)]
    for row in tonight:
        if row["event"] not in {"spin", "bets_open", "no_more_bets", "cancel"}:
            row["cloth"] = FIRST
    opened = opening | {"cloth": SECOND}
    insert_after(rows, opening, opened)
    [close] = events(tonight, "table_close")
    closed = close | {"cloth": SECOND}
    insert_before(rows, close, closed)
    return opened, closed


def _over_maximum_on_two_cloths(place: AtStake) -> None:
    """On each cloth within the maximum, which is one for the device (47.20)."""
    cloth, _ = second_cloth(place.log, place.opening)
    again = laid_again(place, cloth=SECOND)
    set_amount(place, place.most)
    set_amount(again, place.minimum)
    place.traces += [again.stake, place.stake, cloth, place.opening]


def _under_minimum_of_a_cloth(place: AtStake) -> None:
    """The cloth asks for more than the stake, which the other cloth would take (47.15)."""
    second_cloth(place.log, place.opening)
    again = laid_again(place, cloth=SECOND)
    set_amount(place, place.minimum)
    set_amount(again, place.minimum / 2)
    place.traces.append(again.stake)


# The maximum as it is posted


@on_log
def _maximum_varies(rows: list[Row], rng: Random, column: str) -> list[Row]:
    """In a later session a table posts another maximum, itself within bounds (47.17)."""
    candidates: list[tuple[Posted, Posted, Decimal]] = []
    first: dict[tuple[str, str], Posted] = {}
    for item in posted(rows, rng):
        start = first.setdefault(house_of(item.opening), item)
        if item.opening["session"] != start.opening["session"]:
            candidates += [(item, start, changed) for changed in _other_maxima(item, column)]
    item, start, changed = choose(rng, candidates)
    item.opening[column] = text_of(changed)
    return [item.opening, start.opening]


def _other_maxima(item: Posted, column: str) -> list[Decimal]:
    """Those by which all stakes and refusals of the evening are right too."""
    wheel = wheel_of(item.opening)
    low, high = wheel.straight_ratios if column == STRAIGHT_COLUMN else wheel.even_ratios
    now = price(item.opening, column)
    near = (now - item.authorised, now + item.authorised)
    within = [new for new in near if low <= new / item.authorised <= high]
    return [new for new in within if not any(_judged(item.rows, column, new))]


def _judged(rows: Iterable[Row], column: str, most: Decimal) -> tuple[list[Row], list[Row]]:
    """Rows of totals above a maximum, and refusals (`over_maximum`) that it does not bear out."""
    over: list[Row] = []
    wrong: list[Row] = []
    for coup in coups(rows):
        mine: dict[Key, list[Row]] = defaultdict(list)
        for row in coup:
            if row.get("player") and column_of(row) == column:
                mine[key_of(row)].append(row)
        for same in mine.values():
            staked = sum(map(price, events(same, "stake", "stake_change")), Decimal(0))
            over += same if staked > most else []
            refused = [row for row in same if row.get("reason") == "over_maximum"]
            wrong += [row for row in refused if staked + price(row) <= most]
    return over, wrong


@on_log
def _ratio(rows: list[Row], rng: Random, column: str, ratio: int) -> list[Row]:
    """All season long the maximum is just out of bounds; what it makes wrong is taken out."""
    start = choose(rng, posted(rows, rng))
    house = house_of(start.opening)
    season = [item for item in posted(rows, rng) if house_of(item.opening) == house]
    most = start.authorised * ratio
    for item in season:
        item.opening[column] = text_of(most)
        over, wrong = _judged(item.rows, column, most)
        remove(rows, *over, *wrong)
    return [*(item.opening for item in season), start.authorisation]


# Refusals of what a player may stake (47.20)


def _fits(place: AtStake) -> bool:
    """The player may lay the stake once more."""
    return place.total + price(place.stake) <= place.most


def _refusal(reason: str) -> Edit[AtStake]:
    return added("stake_refuse", stake, stake, "amount", form="chip", reason=reason)


def _refused(reason: str) -> Apply:
    """A refusal of what the player could well have added."""
    return at(stake_with(_fits), _refusal(reason), traces, stake, opening)


def limit_faults(wheel: Wheel) -> dict[str, Apply]:
    low_straight, high_straight = wheel.straight_ratios
    low_even, high_even = wheel.even_ratios
    return {
        "authorised-for-nothing": at(a_row("authorisation"), put(here, minimum="0"), here),
        "stake-under-minimum": at(LONE, of_amount(lambda place: place.minimum / 2), stake, opening),
        "under-minimum-in-two-stakes": at(LONE, _under_minimum_in_two, traces, stake, opening),
        "under-minimum-of-a-cloth": at(LONE, _under_minimum_of_a_cloth, traces),
        "straight-maximum-varies": _maximum_varies(STRAIGHT_COLUMN),
        "even-maximum-varies": _maximum_varies(EVEN_COLUMN),
        "straight-ratio-low": _ratio(STRAIGHT_COLUMN, low_straight - 1),
        "straight-ratio-high": _ratio(STRAIGHT_COLUMN, high_straight + 1),
        "even-ratio-low": _ratio(EVEN_COLUMN, low_even - 1),
        "even-ratio-high": _ratio(EVEN_COLUMN, high_even + 1),
        "over-maximum": at(
            LONE, of_amount(lambda place: place.most + place.minimum), stake, opening
        ),
        "over-maximum-in-two-stakes": at(LONE, _over_maximum_in_two, traces, stake, opening),
        "over-maximum-on-two-cloths": at(LONE, _over_maximum_on_two_cloths, traces),
        "refused-within-maximum": _refused("over_maximum"),
        "refused-as-laid": at(
            stake_with(alone, lost(), _fits),
            do(drop(outcome), _refusal("over_maximum")),
            traces,
            stake,
            opening,
        ),
        "refused-for-the-sum-of-players": _refused("aggregate"),
    }
