"""Settlements that were decided from the sources, and of which the double entry says the same.

A row has the moves on one spot, before and after the result, what they come to, and why.
"""

from __future__ import annotations

import pytest

from tests.settlement.compared import differences
from tests.settlement.games import PLAYS, Play, Spot
from tests.settlement.ledger import Answer

RIGHT, WRONG, OPEN = Answer.RIGHT, Answer.WRONG, Answer.OPEN
BY_HAND: dict[str, tuple[tuple[str, Answer, str], ...]] = {
    "bataille: won": (
        ("stake 10 | pay 10", RIGHT, "paid once, and the stake is his"),
        ("stake 10 | pay 10, give_back 10", RIGHT, "the stake is handed over as well"),
        ("stake 10 |", WRONG, "he is not paid"),
        ("stake 10 | pay 20", WRONG, "paid twice the stake"),
        ("stake 10 | pay 10, give_back 10, collect 10", WRONG, "nothing won: all went back"),
        ("stake 10 | give_back 10, pay 10, collect 10", WRONG, "the same in another order"),
        ("stake 10 | pay 10, collect 10, give_back 10", OPEN, "whose ten was collected?"),
        (
            "stake 20 | pay 20, collect 10, give_back 10",
            OPEN,
            "half taken; it or the rest back",
        ),
        ("stake 10 | collect 10, pay 20", RIGHT, "the stake comes with what is won"),
        ("stake 10 | pay 20, collect 10", RIGHT, "what was paid too much is taken back"),
        (
            "stake 10 | collect 10, give_back 10, pay 10, give_back 10",
            OPEN,
            "put back, then handed",
        ),
        ("stake 10, stake 10 | pay 20", RIGHT, "stakes of one player on one spot are one stake"),
        ("stake 10, change 20 | pay 20", RIGHT, "what lies there when play begins counts"),
        ("stake 10, change 20 | pay 10", WRONG, "the stake is 20"),
        ("stake 20, give_back 10 | pay 10", RIGHT, "ten was handed back before the card"),
        ("stake 20, give_back 10 | pay 20", WRONG, "ten was handed back before the card"),
        ("stake 10, withdraw | pay 10", WRONG, "nothing lay there"),
        ("stake 10, refuse 10 | pay 10", OPEN, "another stake of ten may have been refused"),
        ("stake 10, refuse 10 | pay 20", WRONG, "whichever was refused, he won no twenty"),
        ("stake 10, refuse 20 | pay 10", RIGHT, "twenty was never laid"),
    ),
    "bataille: lost": (
        ("stake 10 | collect 10", RIGHT, "the losing stake is collected"),
        ("stake 10 |", WRONG, "it is not"),
        ("stake 20 | collect 10", WRONG, "half of it is"),
        ("stake 20 | collect 10, collect 10", RIGHT, "in two goes"),
        ("stake 10 | collect 10, give_back 10", WRONG, "the loser has his stake again"),
        ("stake 10 | give_back 10, collect 10", RIGHT, "handed back by mistake, and taken again"),
        ("stake 10 | give_back 10, collect 20", WRONG, "ten too many"),
        ("stake 10 | collect 20, give_back 10", RIGHT, "ten too many, and they come back"),
        ("stake 10 | pay 10, collect 20", RIGHT, "what was paid goes back with it"),
        ("stake 10, withdraw | collect 10", WRONG, "nothing lay there"),
        (
            "stake 10, stake 20, refuse 20 | collect 10, give_back 20",
            OPEN,
            "told again",
        ),
    ),
    "bataille: given up": (
        ("stake 10 | collect 5", RIGHT, "half is collected"),
        ("stake 10 | give_back 5", OPEN, "and the other half, was it left to the house?"),
        ("stake 10 | collect 10, give_back 5", RIGHT, "all collected, and half handed back"),
        ("stake 10 | collect 10, pay 5", RIGHT, "booked as a payment"),
        ("stake 10 |", WRONG, "he keeps all of it"),
        ("stake 10 | collect 10", WRONG, "he keeps nothing"),
        ("stake 10 | give_back 5, collect 10", WRONG, "what he had is taken again"),
        ("stake 10 | give_back 10, collect 5", RIGHT, "all handed back, and half taken"),
    ),
    "bataille: war won": (
        ("stake 10 | pay 10 main", RIGHT, "the first stake is paid once"),
        ("stake 10 | pay 10 war", RIGHT, "under whichever bet it is booked"),
        ("stake 10 | pay 10 main, pay 10 war", WRONG, "nothing is due on the extra stake"),
        ("stake 10 | pay 10 main, give_back 20 main, collect 10 war", WRONG, "he has won nothing"),
    ),
    "bataille: war tied": (
        ("stake 10 |", RIGHT, "void: both stakes are his"),
        ("stake 10 | give_back 10 main, give_back 10 war", RIGHT, "and may be handed over"),
        ("stake 10 | collect 10 war", WRONG, "the extra stake is taken"),
        ("stake 10 | give_back 10 main, collect 10 main", WRONG, "handed over, then taken"),
        ("stake 10 | give_back 20 main, collect 20 main", WRONG, "both handed over, then taken"),
        ("stake 10 | collect 20 main, give_back 20 main", RIGHT, "taken by mistake, and back"),
        (
            "stake 10 | collect 10 war, give_back 10 main",
            OPEN,
            "one taken; it or the other back",
        ),
        ("stake 10 | pay 10 main, collect 10 main", RIGHT, "paid by mistake, and taken again"),
    ),
    "bataille: war lost": (
        ("stake 10 | collect 20 main", RIGHT, "both stakes are lost"),
        ("stake 10 | collect 10 main, collect 10 war", RIGHT, "each for itself"),
        ("stake 10 | collect 10 main", WRONG, "the extra stake is not collected"),
        ("stake 10 | give_back 10 war, collect 20 main", RIGHT, "handed over by mistake"),
    ),
    "boule: number won": (
        ("stake 10 | pay 70", RIGHT, "seven times"),
        ("stake 10 | pay 70, give_back 10, collect 10", WRONG, "a winner keeps his stake"),
        ("stake 10 | pay 70, collect 10", WRONG, "a winner keeps his stake"),
        ("stake 10 | pay 80, collect 10", RIGHT, "ten too many, and they go back"),
        ("stake 10, stake 10, give_back 10 | pay 70", RIGHT, "ten was handed back before the spin"),
    ),
    "boule: chance on the 5": (
        ("stake 10 | collect 10", RIGHT, "the 5 takes every stake on an even chance"),
        ("stake 10 | pay 10", WRONG, "odd is not saved by the 5"),
        ("stake 10 | give_back 10, collect 10", RIGHT, "handed back by mistake, and taken again"),
    ),
    "vingt-trois: low number won": (
        ("stake 10 | pay 230", RIGHT, "23 times"),
        ("stake 10, refuse 10 | pay 10", WRONG, "whichever was refused, he won no ten"),
    ),
    "vingt-trois: colour won": (
        ("stake 10 | pay 10", RIGHT, "once"),
        ("stake 10 | pay 10, give_back 10, collect 10", WRONG, "he has won nothing"),
    ),
    "vingt-trois: colour on the 13": (
        ("stake 10 | collect 10", RIGHT, "the 13 takes every stake on a colour"),
        ("stake 10 |", WRONG, "it is not taken"),
    ),
    "punto-banco: player won": (
        ("stake 10 | pay 10", RIGHT, "1 to 1"),
        ("stake 10 | pay 10, give_back 10, collect 10", WRONG, "he has won nothing"),
    ),
    "punto-banco: banker won": (
        ("stake 10 | pay 10, commission 0.5", RIGHT, "1 to 1, and five per cent of it"),
        ("stake 10 | pay 9.5", RIGHT, "paid net of it"),
        ("stake 10 | pay 10", WRONG, "no commission is taken"),
        ("stake 10 | pay 9.5, commission 0.5", WRONG, "it is taken twice"),
        ("stake 10 | pay 10, commission 0.5, give_back 10", RIGHT, "and his bet is handed over"),
        (
            "stake 10 | pay 10, commission 0.5, give_back 10, collect 10",
            WRONG,
            "he has won nothing",
        ),
        (
            "stake 10 | pay 10, commission 1, give_back 0.5",
            OPEN,
            "of it, or of the bet",
        ),
        ("stake 10, withdraw | commission 0.5", WRONG, "he bet nothing"),
    ),
    "punto-banco: pushed": (
        ("stake 10 |", RIGHT, "neither paid nor collected: it is handed back"),
        ("stake 10 | give_back 10", RIGHT, "it is handed back"),
        ("stake 10 | collect 10", WRONG, "it is collected"),
        ("stake 10 | give_back 10, collect 10", WRONG, "handed back, then collected"),
        ("stake 10 | collect 10, give_back 10", RIGHT, "collected by mistake, and handed back"),
        ("stake 20 | collect 10, give_back 10", OPEN, "half taken; it or the rest back"),
        ("stake 10 | collect 20, give_back 20", RIGHT, "too much was taken, and all of it is back"),
        ("stake 10 | pay 10", WRONG, "it is paid"),
    ),
    "punto-banco: tie won": (
        ("stake 10 | pay 80", RIGHT, "8 to 1"),
        ("stake 10 | pay 80, give_back 10, collect 10", WRONG, "his bet is his"),
    ),
}
PLAY_OF = {str(play): play for play in PLAYS}
EVERY_ONE = [
    pytest.param(PLAY_OF[name], Spot.of(text), expected, id=f"{name}: {text} ({why})")
    for name, own in BY_HAND.items()
    for text, expected, why in own
]


@pytest.mark.parametrize(("play", "spot", "expected"), EVERY_ONE)
def test_the_double_entry_says_what_was_decided_by_hand(
    play: Play, spot: Spot, expected: Answer
) -> None:
    assert play.answers(spot)[0] is expected


@pytest.mark.parametrize("name", BY_HAND)
def test_an_audit_finds_what_was_decided_to_be_wrong_and_nothing_else(name: str) -> None:
    spots = [Spot.of(text) for text, *_ in BY_HAND[name]]
    assert differences(PLAY_OF[name], spots, "proved") == []
