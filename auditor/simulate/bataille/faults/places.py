"""Faults of who may have or join a hand: 55-19.8 to 55-19.11."""

from __future__ import annotations

from random import Random

from auditor.simulate.bataille.faults.edits import add_hand, by_player, price, reprice
from auditor.simulate.bataille.faults.situations import Coup, PlayedHand, coups
from auditor.simulate.common.cards import strength
from auditor.simulate.common.edits import beside, choose, insert_after, insert_before, place_of
from auditor.simulate.protocol import Fault, Row

STRANGER = "J9001"  # a player whom nobody has seen before


def _with_new_seat(rows: list[Row], coup: Coup, seat: str, rng: Random) -> list[Row]:
    """Somebody sits where there is no place, for this one coup."""
    [opening] = coup.of("bets_open")
    sit = by_player(opening, "sit", coup="", seat=seat, player=STRANGER)
    leave = by_player(coup.rows[-1], "leave", coup="", seat=seat, player=STRANGER)
    hand = add_hand(rows, coup, seat, STRANGER, rng)
    insert_before(rows, opening, sit)
    insert_after(rows, coup.rows[-1], leave)
    return [*hand, sit]


def hand_above_spots(rows: list[Row], rng: Random) -> list[Row]:
    coup = choose(
        rng,
        (
            coup
            for coup in coups(rows)
            if int(coup.opened["spots"]) < 7 and strength(coup.dealer["card"]) > 0
        ),
    )
    seat = str(int(coup.opened["spots"]) + 1)
    return [*_with_new_seat(rows, coup, seat, rng), coup.opened]


def eighth_hand(rows: list[Row], rng: Random) -> list[Row]:
    """More than seven spots on the cloth allow no eighth hand."""
    coup = choose(
        rng,
        (
            coup
            for coup in coups(rows)
            if coup.opened["spots"] == "7" and strength(coup.dealer["card"]) > 0
        ),
    )
    coup.opened["spots"] = "9"
    return [*_with_new_seat(rows, coup, "8", rng), coup.opened]


def _vacant(rows: list[Row], rng: Random, *, chief: bool = False) -> tuple[Coup, PlayedHand]:
    """A hand played from a vacant spot."""
    return choose(
        rng,
        (
            (coup, hand)
            for coup in coups(rows)
            for hand in coup.hands
            if hand.seat not in coup.seated and (coup.chiefs or not chief)
        ),
    )


def vacant_spot_not_agreed(rows: list[Row], rng: Random) -> list[Row]:
    _, hand = _vacant(rows, rng)
    hand.mains[0]["agreed"] = "false"
    return [hand.mains[0], hand.first]


def _taken_over(coup: Coup, hand: PlayedHand, player: str, standing: str) -> list[Row]:
    """All that the hand's player did on it is another's doing."""
    before = hand.mains[0]["player"]
    rows = [row for row in coup.rows if row.get("seat") == hand.seat]
    rows = [row for row in rows if row.get("player") == before]
    for row in rows:
        row["player"] = player
        if "standing" in row:
            row["standing"] = standing
    return rows


def vacant_spot_by_nobody_seated(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand = _vacant(rows, rng)
    _taken_over(coup, hand, STRANGER, "false")
    return [hand.mains[0], hand.first]


def vacant_spot_by_standing(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand = _vacant(rows, rng, chief=True)
    _taken_over(coup, hand, STRANGER, "true")
    return [hand.mains[0], hand.first]


def _behind(rows: list[Row], rng: Random) -> tuple[Coup, Row]:
    """A main stake of a standing player."""
    return choose(
        rng,
        (
            (coup, stake)
            for coup in coups(rows)
            for hand in coup.hands
            for stake in hand.mains
            if stake["standing"] == "true"
        ),
    )


def standing_not_agreed(rows: list[Row], rng: Random) -> list[Row]:
    _, stake = _behind(rows, rng)
    stake["agreed"] = "false"
    return [stake]


def hand_over_maximum(rows: list[Row], rng: Random) -> list[Row]:
    """Each stake within the limits, all of them together above what the hand may carry."""
    coup, hand = choose(
        rng,
        (
            (coup, hand)
            for coup in coups(rows)
            for hand in coup.hands
            if len(hand.mains) > 1 and all(map(coup.unchanged, hand.mains))
        ),
    )
    owner, standing = hand.mains[0], hand.mains[1]
    limits = coup.maximum - price(owner) + coup.minimum
    reprice(coup, standing, min(limits, coup.maximum))
    return sorted(hand.mains, key=lambda stake: place_of(rows, stake))


def _chief_of_another_table(rows: list[Row], coup: Coup) -> bool:
    """One who is in the room while this coup is played."""
    opened, begun = coup.opened, place_of(rows, coup.rows[0])
    there: set[str] = set()
    for place, row in enumerate(rows[: place_of(rows, coup.rows[-1])]):
        other = row["casino"] == opened["casino"] and row["session"] == opened["session"]
        if other and row.get("table") != opened["table"]:
            if row["event"] == "chief_arrive":
                there.add(row["staff"])
            elif row["event"] == "chief_leave" and place < begun:
                there.discard(row["staff"])
    return bool(there)


def standing_without_chief(rows: list[Row], rng: Random) -> list[Row]:
    """The chiefs were there before and are there after, but not when those behind stake."""
    places = [coup for coup in coups(rows) if coup.of("stake", standing="true")]
    coup = choose(rng, (coup for coup in places if not _chief_of_another_table(rows, coup)))
    [opening] = coup.of("bets_open")
    out = [beside(opening, "chief_leave", coup="", staff=chief) for chief in coup.chiefs]
    end = coup.rows[-1]
    back = [beside(end, "chief_arrive", coup="", staff=chief) for chief in coup.chiefs]
    insert_before(rows, opening, *out)
    insert_after(rows, end, *back)
    return [*coup.of("stake", standing="true"), *out]


FAULTS = (
    Fault("hand-above-spots", ("55-19.8",), "a hand beyond the spots", hand_above_spots),
    Fault("eighth-hand", ("55-19.8",), "an eighth hand, on a cloth of nine spots", eighth_hand),
    Fault(
        "vacant-spot-not-agreed",
        ("55-19.9",),
        "a stake on a vacant spot without the croupier's agreement",
        vacant_spot_not_agreed,
    ),
    Fault(
        "vacant-spot-by-nobody-seated",
        ("55-19.9",),
        "a stake on a vacant spot by a player who has no seat",
        vacant_spot_by_nobody_seated,
    ),
    Fault(
        "vacant-spot-by-standing-player",
        ("55-19.10", "55-19.9"),
        "a standing player stakes on a vacant spot",
        vacant_spot_by_standing,
    ),
    Fault(
        "standing-stake-not-agreed",
        ("55-19.10",),
        "a standing player stakes on a hand against its player's will",
        standing_not_agreed,
    ),
    Fault(
        "hand-over-maximum",
        ("55-19.10",),
        "the stakes on a hand exceed its maximum together",
        hand_over_maximum,
    ),
    Fault(
        "standing-stake-without-chief",
        ("55-19.11",),
        "a standing player stakes while the chief who was there is gone",
        standing_without_chief,
    ),
)
