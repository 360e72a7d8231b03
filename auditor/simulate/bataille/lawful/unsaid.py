"""Logs that leave something unsaid, or say it twice, of play that is lawful by article 55-19."""

from __future__ import annotations

from random import Random

from auditor.simulate.bataille.faults.edits import by_player
from auditor.simulate.bataille.faults.situations import Coup, PlayedHand, a_hand, coups
from auditor.simulate.common.edits import choose, insert_before
from auditor.simulate.common.places import situation
from auditor.simulate.protocol import Row


def mind_changed(rows: list[Row], rng: Random) -> list[Row]:
    """A player gives up, and goes to war after all before he has laid anything."""
    coup, hand = a_hand(rows, rng, lambda _, hand: hand.choice == "war")
    [choice] = coup.of("choice", seat=hand.seat)
    first = dict(choice, choice="surrender")
    insert_before(rows, choice, first)
    return [first, choice]


def standing_unsaid(rows: list[Row], rng: Random) -> list[Row]:
    """Of a seated player's stake the log does not say whether he stands."""
    _, hand = a_hand(rows, rng, _own_place)
    hand.mains[0].pop("standing")
    return [hand.mains[0]]


def _own_place(coup: Coup, hand: PlayedHand) -> bool:
    return coup.seated.get(hand.seat) == hand.mains[0]["player"]


def place_tried(rows: list[Row], rng: Random) -> list[Row]:
    """A player sits down at a vacant place and back at his own; that he leaves is not said."""
    places = [
        (coup, str(seat))
        for coup in coups(rows)
        for seat in range(1, int(coup.opened["spots"]) + 1)
        if coup.seated and str(seat) not in coup.seated
    ]
    coup, vacant = choose(rng, places)
    [opening] = coup.of("bets_open")
    own, player = rng.choice(sorted(coup.seated.items()))
    cells = {"shoe": "", "coup": "", "player": player}
    made = [by_player(opening, "sit", **cells, seat=seat) for seat in (vacant, own)]
    insert_before(rows, opening, *made)
    return made


SITUATIONS = (
    situation("mind-changed", "55-19.24", "a player gives up, and goes to war after all").by(
        mind_changed
    ),
    situation(
        "standing-unsaid", "55-19.8 55-19.10", "the log does not say whether a seated player stands"
    ).by(standing_unsaid),
    situation(
        "place-tried",
        "55-19.8 55-19.9",
        "a player sits down at a vacant place, and back at his own",
    ).by(place_tried),
)
