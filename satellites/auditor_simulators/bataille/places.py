"""Places of bataille where a fault is put, and edits that leave all else in the log consistent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from operator import eq, gt, lt, ne
from random import Random
from typing import Final

from auditor_simulators.bataille.played import *
from auditor_simulators.common.notation import RANKS, rank, text_of
from auditor_simulators.common.places import *
from auditor_simulators.protocol import Row

HALF: Final = Decimal("0.5")
STRANGER: Final = "J9001"  # a player whom nobody has seen before


# Where


coup_with: Final = among(coups_of)


def _hands(rows: list[Row], rng: Random) -> Iterator[Coup]:
    every = ((coup, hand) for coup in coups_of(rows, rng) for hand in coup.hands)
    return (replace(coup, hand=hand, stake=stake_on(hand)) for coup, hand in every)


hand_with: Final = among(_hands)


@on_log
def main_with(rows: list[Row], rng: Random, *wanted: Wanted[Coup]) -> Coup:
    """A hand of that kind first, and then one of the main stakes on it."""
    place = hand_with(*wanted)(rows, rng)
    place.stake = rng.choice(place.hand.mains)
    return place


@on_log
def stake_with(rows: list[Row], rng: Random, stakes: Pick[Coup], *wanted: Wanted[Coup]) -> Coup:
    """One of these stakes of all hands."""
    hands = _hands(rows, rng)
    places = (replace(place, stake=stake) for place in hands for stake in stakes(place))
    return drawn(rng, places, wanted)


@among
def shoe_with(rows: list[Row], rng: Random) -> Iterator[Place]:
    return (Place(rows, rng, shoe) for shoe in shoes(rows))


@among
def sitting_with(rows: list[Row], rng: Random) -> Iterator[Place]:
    """A table on a gaming day."""
    return (Place(rows, rng, sitting) for sitting in sittings(rows))


# Which rows

stake, first_card, dealer, opened = map(those, ("stake", "hand.first", "dealer", "opened"))
mains, ties = those("hand.mains"), those("hand.ties")


def first_cards(place: Coup) -> list[Row]:
    return [hand.first for hand in place.hands]


cards: Final = both(first_card, dealer)
at_stake: Final = both(stake, cards)
"""A stake, and the first cards, which decide it."""


def money(event: str, bet: str = "") -> Pick[Coup]:
    """Rows that settle or change the stake, or another bet of its player."""
    return lambda place: place.money(event, place.stake, bet)


def of_mains(event: str) -> Pick[Coup]:
    """Rows that settle the main stakes on the hand."""
    return lambda place: [row for main in place.hand.mains for row in place.money(event, main)]


def on_seat(event: str, **cells: str) -> Pick[Coup]:
    return lambda place: place.of(event, seat=place.hand.seat, **cells)


@on_place
def of_war(place: Coup, /, event: str, **cells: str) -> list[Row]:
    """Rows after the point was announced."""
    [announced] = place.of("announce")
    return chosen(place.rows[place_of(place.rows, announced) :], event, **cells)


def war_cards(place: Coup) -> list[Row]:
    """The last card of the hand and that of the dealer."""
    return [*on_seat("deal")(place)[-1:], place.of("deal", to="dealer")[-1]]


LOAD, COUNT, VERIFY, TURNED, PILES, CUTS, STOP, SEEN, STUBS = map(
    of,
    (
        *("load", "count", "verify", "turn_over", "pile", "cut"),
        *("stop_card_place", "stop_card_seen", "stub_insert"),
    ),
)
CALLED, CLOSED, DEALS, POINT, CHOICES, BURNS, DISCARDS = map(
    of, ("bets_open", "no_more_bets", "deal", "announce", "choice", "burn", "discard")
)
PAID, TAKEN, BACK = map(money, ("pay", "collect", "give_back"))
MAINS_PAID, MAINS_TAKEN, MAINS_BACK = map(of_mains, ("pay", "collect", "give_back"))
WORD, ITS_DEALS = map(on_seat, ("choice", "deal"))
WAR_BURNS, WAR_DEALS = map(of_war, ("burn", "deal"))
DEALERS: Final = of("deal", to="dealer")
CHANGES, TABLE_CLOSE = map(of, ("stake_change", "table_close"))
STANDING_STAKES: Final = of("stake", standing="true")
WAR_STAKE: Final = first(money("stake", "war"))
SEAT: Final = like(first_card, "seat")
BURNED: Final = of("burn", coup="")  # before the first coup


# What kind of place


def first_shoe(place: Place) -> bool:
    return place.rows[0]["shoe"] == "1"


def later_shoe(place: Place) -> bool:
    return not first_shoe(place)


by_hand: Final = some(of("load", device="shoe"))


def margin(decided: Callable[[int, int], bool]) -> Wanted[Coup]:
    """The outcome of the first cards."""
    return lambda place: decided(place.hand.margin, 0)


def war_margin(decided: Callable[[int, int], bool]) -> Wanted[Coup]:
    """The outcome of the cards of a war."""
    return lambda place: at_war(place) and decided(place.hand.war_margin, 0)


def chose(*choices: str) -> Wanted[Coup]:
    return lambda place: place.hand.choice in choices


won, lost = margin(gt), margin(lt)
tied, untied = margin(eq), margin(ne)
gave_up, at_war, not_at_war = chose("surrender"), chose("war"), chose("", "surrender")
war_won, war_lost, war_tied = war_margin(gt), war_margin(lt), war_margin(eq)


war_called, nobody_at_war = some(those("at_war")), none(those("at_war"))
with_chief: Final = some(those("chiefs"))
unchanged: Final = none(money("stake_change"))
several_hands: Final = some(part(first_cards, 1))
never_late: Final = none(of("stake_refuse", reason="late"))  # without a close none would be late


def alone(place: Coup) -> bool:
    """The hand carries one main stake, placed once."""
    return len(place.hand.mains) == 1 and unchanged(place)


def laid_once(place: Coup) -> bool:
    """One stake of its own player, placed once, and never refused nor withdrawn."""
    moved = both(money("stake_refuse"), money("stake_withdraw"))
    return alone(place) and not moved(place)


LAID_ONCE, AT_WAR, GAVE_UP = map(hand_with, (laid_once, at_war, gave_up))
WON, LOST = map(main_with, (won, lost))


def taken_seat(place: Coup) -> bool:
    return place.seated.get(place.hand.seat) == place.hand.mains[0]["player"]


def vacant(place: Coup) -> bool:
    return place.hand.seat not in place.seated


# What is done


@on_place
def moved_before(place: P, pick: Pick[P], anchor: Pick[P]) -> None:
    """The rows between move up, and each place keeps its time and its position in the shoe."""
    [*rows], before = pick(place), anchor(place)[0]
    for row in rows:
        shift(place.log, row, before)


@on_place
def moved_after(place: P, pick: Pick[P], anchor: Pick[P]) -> None:
    after = anchor(place)[-1]
    for row in pick(place):
        shift(place.log, row, after, after=True)
        after = row


def recounted(place: Place) -> None:
    recount(place.log, place.rows[0])


@on_place
def at_price(place: P, pick: Pick[P], amount: Callable[[P], Decimal]) -> None:
    for row in pick(place):
        set_price(row, amount(place))


def repriced(amount: Callable[[Coup], Decimal]) -> Edit[Coup]:
    """Another amount for the stake, and in proportion for all that follows from it."""
    return lambda place: reprice(place, place.stake, amount(place))


@on_place
def placed_at(place: Coup, amount: Callable[[Coup], Decimal]) -> None:
    """The stake stays as it was, and all that follows from it is in proportion to the amount."""
    before = dict(place.stake)
    reprice(place, place.stake, amount(place))
    place.stake.update(before)


def minima(many: Decimal | int) -> Callable[[Coup], str]:
    """So many times the minimum."""
    return lambda place: text_of(place.minimum * many)


def by_its_player(event: str, after: Pick[Coup], *columns: str, **cells: Cell[Coup]) -> Edit[Coup]:
    """The stake's player does something more with it, which nobody signs."""
    return added(event, after, stake, *columns, before=False, staff="", **cells)


@on_place
def burns(place: P, number: int, like: Pick[P], after: Pick[P], *, before: bool = False) -> None:
    """So many cards more are burned after the last of these rows, or before it.

    No two are alike, or the log might seem to repeat itself.
    """
    model = like(place)[-1]
    cards: dict[str, Row] = {}
    while len(cards) < number:
        card = spare_card([*place.log, *cards.values()], model, place.rng)
        cards[card] = beside(model, "burn", card=card, face="down")
    (place.before if before else place.after)(after(place)[-1], *cards.values())
    recounted(place)


@on_place
def deals(place: Coup, like: Pick[Coup], after: Pick[Coup], *, same_rank: bool = False) -> None:
    """A card more for whom that one was dealt; of the same rank it changes no outcome."""
    [model] = like(place)
    ranks = (rank(model["card"]),) if same_rank else RANKS
    card = spare_card(place.log, place.dealer, place.rng, ranks)
    to = cells_of(model, "to", "seat")
    place.after(after(place)[-1], beside(model, "deal", **to, card=card, face="up"))
    recounted(place)


def sits_down(place: Coup, seat: str) -> tuple[Row, Row]:
    """The stranger on that chair until the coup is over; returns the rows that say so."""
    [opening], end = place.of("bets_open"), place.rows[-1]
    sit = by_player(opening, "sit", coup="", seat=seat, player=STRANGER)
    leave = by_player(end, "leave", coup="", seat=seat, player=STRANGER)
    insert_before(place.log, opening, sit)
    insert_after(place.log, end, leave)
    return sit, leave


def extra_stake(place: Coup) -> None:
    """As much once more, as for a war, when the hand has answered."""
    place.after(WORD(place)[0], dict(place.stake, bet="war"))


@on_place
def next_served_first(place: Coup, dealt: Pick[Coup]) -> None:
    """Two of these cards, one after the other, change places; the hands keep them."""
    number = place.rng.randrange(len(dealt(place)) - 1)
    served, after = dealt(place)[number : number + 2]
    shift(place.log, after, served)
    place.traces += [served, after]
