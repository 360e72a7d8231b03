"""Faults of the cards of a war: burned, dealt, in which order, and to whom (55-19.25)."""

from __future__ import annotations

from random import Random

from auditor.simulate.bataille.faults.edits import recount, shift_before, spare_card
from auditor.simulate.bataille.faults.situations import Coup, a_hand, coups, went_to_war
from auditor.simulate.common.edits import beside, choose, insert_after, insert_before, remove
from auditor.simulate.protocol import Fault, NoPlaceError, Row


def _of_war(coup: Coup, event: str) -> list[Row]:
    """Cards after the point was announced."""
    [announced] = coup.of("announce")
    start = next(place for place, row in enumerate(coup.rows) if row is announced)
    return [row for row in coup.rows[start:] if row["event"] == event]


def two_burns(rows: list[Row], rng: Random) -> list[Row]:
    coup, _ = a_hand(rows, rng, went_to_war)
    burned = _of_war(coup, "burn")
    remove(rows, burned[2])
    recount(rows, coup.dealer)
    return [*burned[:2], _of_war(coup, "deal")[0]]


def no_last_burn(rows: list[Row], rng: Random) -> list[Row]:
    coup, _ = a_hand(rows, rng, went_to_war)
    burned = _of_war(coup, "burn")
    remove(rows, burned[3])
    recount(rows, coup.dealer)
    return [*burned[:3], *_of_war(coup, "deal")]


def burns_for_every_hand(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand = a_hand(
        rows, rng, lambda coup, hand: len(coup.at_war) > 1 and hand is coup.at_war[1]
    )
    [_, war] = coup.of("deal", seat=hand.seat)
    extra = _burned(rows, war, rng, 3)
    insert_before(rows, war, *extra)
    recount(rows, coup.dealer)
    return [*_of_war(coup, "burn"), *extra]


def _burned(rows: list[Row], anchor: Row, rng: Random, number: int) -> list[Row]:
    """So many burned cards, not put in yet; no two alike, or a log might seem to repeat itself."""
    cards: dict[str, Row] = {}
    while len(cards) < number:
        card = spare_card([*rows, *cards.values()], anchor, rng)
        cards[card] = beside(anchor, "burn", card=card, face="down")
    return list(cards.values())


def war_card_to_surrendered(rows: list[Row], rng: Random) -> list[Row]:
    """Dealt on to the seat of a hand that is settled and gone; nothing more comes of it."""
    coup, hand = a_hand(rows, rng, lambda coup, hand: bool(coup.at_war) and not hand.war)
    card = spare_card(rows, coup.dealer, rng)
    after = [each for each in coup.at_war if each.seat > hand.seat]
    last_burn = _of_war(coup, "burn")[-1]
    anchor = after[0].war if after and after[0].war else last_burn
    extra = beside(anchor, "deal", to="player", seat=hand.seat, card=card, face="up")
    insert_before(rows, anchor, extra)
    recount(rows, coup.dealer)
    return [extra, hand.first, *coup.of("choice", seat=hand.seat)]


def war_card_face_down(rows: list[Row], rng: Random) -> list[Row]:
    coup, _ = a_hand(rows, rng, went_to_war)
    card = rng.choice(_of_war(coup, "deal"))
    card["face"] = "down"
    return [card]


def war_out_of_order(rows: list[Row], rng: Random) -> list[Row]:
    """The cards change places and seats: every hand keeps the card that decides."""
    coup = choose(rng, (coup for coup in coups(rows) if len(coup.at_war) > 1))
    place = rng.randrange(len(coup.at_war) - 1)
    served, after = coup.at_war[place].war, coup.at_war[place + 1].war
    if served is None or after is None:  # a war without cards is no lawful one
        raise NoPlaceError
    shift_before(rows, after, served)
    return [served, after]


def _all_gave_up(rows: list[Row], rng: Random) -> tuple[Coup, Row]:
    """A coup in which whoever could go to war did not, and the last one's answer."""
    coup = choose(rng, (coup for coup in coups(rows) if coup.of("choice") and not coup.at_war))
    return coup, coup.of("choice")[-1]


def burned_without_war(rows: list[Row], rng: Random) -> list[Row]:
    coup, answer = _all_gave_up(rows, rng)
    burned = _burned(rows, coup.dealer, rng, 3)
    insert_after(rows, answer, *burned)
    recount(rows, coup.dealer)
    return [*burned, answer]


def burned_without_tie(rows: list[Row], rng: Random) -> list[Row]:
    coup = choose(rng, (coup for coup in coups(rows) if not coup.of("choice")))
    [announced] = coup.of("announce")
    burned = _burned(rows, coup.dealer, rng, 3)
    insert_after(rows, announced, *burned)
    recount(rows, coup.dealer)
    return [*burned, announced]


def drawn_without_war(rows: list[Row], rng: Random) -> list[Row]:
    """The croupier burns a card and draws another for himself, against nobody."""
    coup, answer = _all_gave_up(rows, rng)
    burned = _burned(rows, coup.dealer, rng, 1)
    card = spare_card([*rows, *burned], coup.dealer, rng)
    drawn = beside(coup.dealer, "deal", to="dealer", card=card, face="up")
    insert_after(rows, answer, *burned, drawn)
    recount(rows, coup.dealer)
    return [*burned, drawn, answer]


def second_card_without_war(rows: list[Row], rng: Random) -> list[Row]:
    """The croupier draws another card for himself, and nothing is burned before it."""
    coup, answer = _all_gave_up(rows, rng)
    card = spare_card(rows, coup.dealer, rng)
    drawn = beside(coup.dealer, "deal", to="dealer", card=card, face="up")
    insert_after(rows, answer, drawn)
    recount(rows, coup.dealer)
    return [drawn, answer]


FAULTS = (
    Fault("two-burns-in-war", ("55-19.25",), "two cards burned before the war", two_burns),
    Fault(
        "no-burn-before-dealer",
        ("55-19.25",),
        "no card burned before the dealer's second",
        no_last_burn,
    ),
    Fault(
        "burns-for-every-hand",
        ("55-19.25",),
        "three cards burned for each hand at war",
        burns_for_every_hand,
    ),
    Fault(
        "war-card-to-other-hand",
        ("55-19.25",),
        "a second card for a hand that is not at war",
        war_card_to_surrendered,
    ),
    Fault("war-card-face-down", ("55-19.6",), "a war card is dealt face down", war_card_face_down),
    Fault(
        "burned-without-war",
        ("55-19.25",),
        "three cards burned though everybody gives up",
        burned_without_war,
    ),
    Fault(
        "burned-without-tie",
        ("55-19.25",),
        "three cards burned though no hand is tied",
        burned_without_tie,
    ),
    Fault(
        "drawn-without-war",
        ("55-19.25",),
        "a card burned and one drawn for the dealer though everybody gives up",
        drawn_without_war,
    ),
    Fault(
        "second-card-without-war",
        ("55-19.25",),
        "a second card for the dealer though everybody gives up",
        second_card_without_war,
    ),
)
