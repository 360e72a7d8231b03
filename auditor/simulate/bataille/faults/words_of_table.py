"""Faults of decks, staff and places that break the words of the article, the nearest to lawful.

Each of them leaves every other sentence of the article kept, so that a rule which asks for less
than the words, or for something beside them, does not find it.
"""

from __future__ import annotations

from random import Random

from auditor.simulate.bataille.faults.changes import brought_midway, step
from auditor.simulate.bataille.faults.edits import by_player, price, shift_after
from auditor.simulate.bataille.faults.places import STRANGER
from auditor.simulate.bataille.faults.situations import (
    Coup,
    PlayedHand,
    a_hand,
    by_hand,
    chosen,
    coups,
    shoes,
    sittings,
)
from auditor.simulate.bataille.play.table import CARDS
from auditor.simulate.common.edits import (
    beside,
    choose,
    insert_after,
    insert_before,
    place_of,
    remove,
)
from auditor.simulate.protocol import Fault, Row


def seventh_deck_later(rows: list[Row], rng: Random) -> list[Row]:
    """Counted and verified, and none of the six is taken out for it."""
    coup, deck = brought_midway(rows, rng, noted=False)
    insert_after(rows, deck, beside(deck, "count", cards="52"), beside(deck, "verify", cards="52"))
    return [deck, coup.hands[0].first]


def _other_back(rows: list[Row], rng: Random, back: str) -> list[Row]:
    coup, deck = brought_midway(rows, rng)
    backs = {row["back"] for row in chosen(rows, "deck", table=deck["table"])}
    deck["back"] = back or next(iter(sorted(backs - {deck["back"]})))
    insert_after(rows, deck, step(deck, "count"), step(deck, "verify"))
    return [deck, coup.hands[0].first]


def green_deck_later(rows: list[Row], rng: Random) -> list[Row]:
    return _other_back(rows, rng, "grey")


def wrong_back_later(rows: list[Row], rng: Random) -> list[Row]:
    return _other_back(rows, rng, "")


def worn_replacement(rows: list[Row], rng: Random) -> list[Row]:
    _, deck = brought_midway(rows, rng)
    deck["condition"] = "worn"
    insert_after(rows, deck, step(deck, "count"), step(deck, "verify"))
    return [deck]


def closed_by_another(rows: list[Row], rng: Random) -> list[Row]:
    coup = choose(rng, coups(rows))
    [closed] = coup.of("no_more_bets")
    closed["staff"] = "CR92"
    return [closed, *coup.of("bets_open")]


def counted_after_the_piles(rows: list[Row], rng: Random) -> list[Row]:
    shoe = choose(rng, (shoe for shoe in by_hand(rows) if shoe[0]["shoe"] == "1"))
    [count], piles = chosen(shoe, "count"), chosen(shoe, "pile")
    shift_after(rows, count, piles[-1])
    return [*chosen(shoe, "load"), count, *chosen(shoe, "turn_over"), *piles]


def machine_not_counted(rows: list[Row], rng: Random) -> list[Row]:
    """Cards that a machine is to shuffle are not counted when they come to the table."""
    machines = [shoe for shoe in shoes(rows) if not chosen(shoe, "load", device="shoe")]
    shoe = choose(rng, (shoe for shoe in machines if shoe[0]["shoe"] == "1"))
    remove(rows, *chosen(shoe, "count"), *chosen(shoe, "verify"))
    return chosen(shoe, "load")


def past_the_stop_card(rows: list[Row], rng: Random) -> list[Row]:
    """Nobody notes the stop card; its place and the cards that have left tell that it has shown."""
    places = []
    for shoe in by_hand(rows):
        last = chosen(shoe, "bets_open")[-1:]
        out = sum(_is_card(row) for row in shoe[: place_of(shoe, last[0])]) if last else 0
        if 60 < out < CARDS - 60 and not chosen(shoe, "stop_card_seen"):
            places.append((shoe, last[0], out))
    shoe, opening, out = choose(rng, places)
    [stop] = chosen(shoe, "stop_card_place")
    stop["behind"] = str(CARDS - out + 1)
    return [opening, stop]


def _is_card(row: Row) -> bool:
    return row["event"] in {"deal", "burn"}


def cloth_of_eight(rows: list[Row], rng: Random) -> list[Row]:
    opened = choose(rng, chosen(rows, "table_open", spots="7"))
    opened["spots"] = "8"
    return [opened]


def one_seat_too_many(rows: list[Row], rng: Random) -> list[Row]:
    """A chair is put to a full table, for one who looks on."""
    full = [coup for coup in coups(rows) if len(coup.seated) == int(coup.opened["spots"])]
    coup = choose(rng, full)
    [opening] = coup.of("bets_open")
    seat = str(len(coup.seated) + 1)
    sit = by_player(opening, "sit", coup="", seat=seat, player=STRANGER)
    leave = by_player(coup.rows[-1], "leave", coup="", seat=seat, player=STRANGER)
    insert_before(rows, opening, sit)
    insert_after(rows, coup.rows[-1], leave)
    return [sit]


def _taken_seat(coup: Coup, hand: PlayedHand) -> bool:
    return hand.seat in coup.seated and coup.seated[hand.seat] == hand.mains[0]["player"]


def _sits_down_too(rows: list[Row], coup: Coup, hand: PlayedHand) -> Row:
    """The stranger on the same chair until the coup is over, and the owner alone after it."""
    [opening] = coup.of("bets_open")
    sit = by_player(opening, "sit", coup="", seat=hand.seat, player=STRANGER)
    last = coup.rows[-1]
    leave = by_player(last, "leave", coup="", seat=hand.seat, player=STRANGER)
    back = by_player(last, "sit", coup="", seat=hand.seat, player=coup.seated[hand.seat])
    insert_before(rows, opening, sit)
    insert_after(rows, last, leave, back)
    return sit


def two_at_one_spot(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand = a_hand(rows, rng, _taken_seat)
    return [_sits_down_too(rows, coup, hand)]


def _doubled(rows: list[Row], coup: Coup, hand: PlayedHand, player: str) -> list[Row]:
    """Another player stakes what the hand's player stakes, and is settled as he is."""
    owner = hand.mains[0]["player"]
    made: list[Row] = []
    for row in coup.rows:
        mine = row.get("seat") == hand.seat and row.get("player") == owner
        if mine and row.get("bet") in {"main", "war"}:
            made.append(dict(row, player=player))
            insert_after(rows, row, made[-1])
    return made


def _room_for_two(coup: Coup, hand: PlayedHand) -> bool:
    staked = sum(price(row) for row in hand.mains)
    stake = hand.mains[0]
    plain = len(hand.mains) == 1 and coup.unchanged(stake) and not coup.money("stake_refuse", stake)
    return plain and staked * 2 <= coup.maximum


def both_stake_at_one_spot(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand = a_hand(
        rows, rng, lambda coup, hand: _taken_seat(coup, hand) and _room_for_two(coup, hand)
    )
    sit = _sits_down_too(rows, coup, hand)
    made = _doubled(rows, coup, hand, STRANGER)
    return [made[0], hand.mains[0], sit]


def on_a_neighbours_spot(rows: list[Row], rng: Random) -> list[Row]:
    """A seated player stakes at the place of another, who sits and plays there."""
    coup, hand = a_hand(
        rows,
        rng,
        lambda coup, hand: (
            _taken_seat(coup, hand) and _room_for_two(coup, hand) and len(coup.seated) > 1
        ),
    )
    others = [player for seat, player in coup.seated.items() if seat != hand.seat]
    made = _doubled(rows, coup, hand, rng.choice(others))
    for row in chosen(made, "stake"):
        row["agreed"] = "true"
    return [made[0], hand.mains[0]]


def seats_from_the_right(rows: list[Row], rng: Random) -> list[Row]:
    """At one table the seats are numbered from the croupier's right."""
    places = []
    for sitting in sittings(rows):
        several = [each for each in coups(sitting) if len(each.hands) > 1]
        ends = {hand.seat for each in several for hand in each.hands}
        if len(several) > 1 and len(ends) > 1:
            places.append(sitting)
    sitting = choose(rng, places)
    spots = int(chosen(sitting, "table_open")[0]["spots"])
    for row in sitting:
        if row.get("seat"):
            row["seat"] = str(spots + 1 - int(row["seat"]))
    return [row for row in sitting if row["event"] == "deal" and row["to"] == "player"]


FAULTS = (
    Fault(
        "seventh-deck-later",
        ("55-19.2",),
        "a seventh deck comes during the session, and none goes",
        seventh_deck_later,
    ),
    Fault(
        "third-back-later",
        ("55-19.2",),
        "the deck that takes a worn one's place has a third back colour",
        green_deck_later,
    ),
    Fault(
        "wrong-back-later",
        ("55-19.2",),
        "the deck that takes a worn one's place has the other back colour",
        wrong_back_later,
    ),
    Fault(
        "worn-replacement",
        ("40.opening",),
        "the deck that takes a worn one's place is worn",
        worn_replacement,
    ),
    Fault(
        "closed-by-another",
        ("55-19.4",),
        "another employee stops the bets, and the croupier goes on",
        closed_by_another,
    ),
    Fault(
        "counted-after-the-piles",
        ("55-19.5",),
        "the cards are counted when they are shuffled",
        counted_after_the_piles,
    ),
    Fault(
        "machine-not-counted",
        ("40.opening", "55-19.5"),
        "cards for a shuffler are neither counted nor verified when they come",
        machine_not_counted,
    ),
    Fault(
        "past-the-stop-card",
        ("55-19.6",),
        "a coup begins past the place of the stop card, which nobody notes",
        past_the_stop_card,
    ),
    Fault("cloth-of-eight", ("55-19.8",), "a cloth of eight spots", cloth_of_eight),
    Fault(
        "one-seat-too-many", ("55-19.8",), "more are seated than there are spots", one_seat_too_many
    ),
    Fault("two-at-one-spot", ("55-19.8",), "two sit at one spot", two_at_one_spot),
    Fault(
        "both-stake-at-one-spot",
        ("55-19.8",),
        "two who sit at one spot both stake there",
        both_stake_at_one_spot,
    ),
    Fault(
        "stake-on-a-neighbours-spot",
        ("55-19.9",),
        "a seated player stakes where another sits",
        on_a_neighbours_spot,
    ),
    Fault(
        "seats-from-the-right",
        ("55-19.18",),
        "every coup of a table is dealt against the order of the seats",
        seats_from_the_right,
    ),
)
