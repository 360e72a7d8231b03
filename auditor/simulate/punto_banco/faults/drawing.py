"""Faults of the shoe, the deal, the drawing and the announcement at punto banco."""

from __future__ import annotations

from random import Random

from auditor.simulate.common.cards import rank
from auditor.simulate.common.edits import choose, events, remove, whereabouts
from auditor.simulate.protocol import NoPlaceError, Row
from auditor.simulate.punto_banco.faults.edits import (
    DealtCoup,
    deal_nothing,
    dealt,
    settle_again,
    shoe_of,
)
from auditor.simulate.punto_banco.play.rules import DECKS, banker_draws, player_draws, value, winner


def deck_missing(rows: list[Row], rng: Random) -> list[Row]:
    """Seven decks: the rows of the others show it."""
    deck = choose(rng, events(rows, "deck"))
    others = [
        row
        for row in events(rows, "deck")
        if whereabouts(row) == whereabouts(deck) and row is not deck
    ]
    remove(rows, deck)
    return others


def ninth_copy(rows: list[Row], rng: Random) -> list[Row]:
    """One card more than eight times in a shoe, in the place of others of its rank."""
    shoes = sorted({shoe_of(row) for row in events(rows, "deal")})
    rng.shuffle(shoes)
    for shoe in shoes:
        out = dealt(rows, shoe)
        cards = sorted({row["card"] for row in out})
        rng.shuffle(cards)
        for card in cards:
            same = [row for row in out if rank(row["card"]) == rank(card)]
            copies = [row for row in same if row["card"] == card]
            if len(same) > DECKS:
                changed = [row for row in same if row["card"] != card][: DECKS + 1 - len(copies)]
                for row in changed:
                    row["card"] = card
                ninth = [row for row in same if row["card"] == card][DECKS]
                return [ninth, *(row for row in changed if row is not ninth)]
    raise NoPlaceError


def pile_not_shuffled(rows: list[Row], rng: Random) -> list[Row]:
    pile = choose(rng, events(rows, "pile"))
    pile["shuffles"] = "0"
    return [pile]


def dealt_from_the_hand(rows: list[Row], rng: Random) -> list[Row]:
    load = choose(rng, events(rows, "load"))
    load["device"] = "hand"
    return [load]


def deck_of_51(rows: list[Row], rng: Random) -> list[Row]:
    """A deck that lacks a card."""
    deck = choose(rng, events(rows, "deck"))
    deck["cards"] = "51"
    return [deck]


def joker_dealt(rows: list[Row], rng: Random) -> list[Row]:
    """In the place of a card that counts nothing."""
    row = choose(rng, [row for row in events(rows, "deal") if value(row["card"]) == 0])
    row["card"] = "JK1"
    return [row]


def any_coup(_coup: DealtCoup) -> bool:
    return True


def deal_order(_rows: list[Row], coup: DealtCoup) -> list[Row]:
    """Player, player, banker, banker; each keeps the cards that were his."""
    second, third = events(coup.rows, "deal")[1:3]
    for column in ("to", "card"):
        second[column], third[column] = third[column], second[column]
    return [second, third]


def more_than_four_cards(coup: DealtCoup) -> bool:
    """Cards by which the score would be another without the first."""
    first, *_ = coup.cards("player")
    return len(events(coup.rows, "deal")) > 4 and value(first["card"]) > 0


def first_card_missing(rows: list[Row], coup: DealtCoup) -> list[Row]:
    """The player's first card has no row: those that follow stand in the place of others."""
    first, *others = events(coup.rows, "deal")
    remove(rows, first)
    return [*others, coup.announcement]


def hand_by_hand(rows: list[Row], rng: Random) -> list[Row]:
    """Every coup of a table: the player's cards written first, then the banker's."""
    here = whereabouts(choose(rng, events(rows, "deal")))
    sitting = [row for row in rows if whereabouts(row) == here and row.get("coup")]
    coups: dict[tuple[str, str], list[Row]] = {}
    for row in events(sitting, "deal"):
        coups.setdefault((row["shoe"], row["coup"]), []).append(row)
    if len(coups) < 2:  # of one coup it may be an error of the deal
        raise NoPlaceError
    for deals in coups.values():
        written = sorted(((row["to"], row["card"]) for row in deals), key=_hand)
        for row, (to, card) in zip(deals, written, strict=True):
            row["to"], row["card"] = to, card
    return sitting


def _hand(written: tuple[str, str]) -> bool:
    return written[0] == "banker"


def face_down(_rows: list[Row], coup: DealtCoup) -> list[Row]:
    row = coup.cards("banker")[1]
    row["face"] = "down"
    return [row]


def player_has_three(coup: DealtCoup) -> bool:
    return len(coup.hand("player")) == 3


def fourth_card(rows: list[Row], coup: DealtCoup) -> list[Row]:
    last = events(coup.rows, "deal")[-1]
    return [deal_nothing(rows, coup, "player", last), *coup.cards("player")]


def wrong_score(_rows: list[Row], coup: DealtCoup) -> list[Row]:
    """A wrong point called, by which the same hand wins."""
    call = coup.announcement
    banker = int(call["banker_score"])
    others = [
        points
        for points in range(10)
        if winner(points, banker) == coup.won and str(points) != call["player_score"]
    ]
    call["player_score"] = str(others[0])
    return [call]


def not_a_tie(coup: DealtCoup) -> bool:
    """So that another point of the player gives the same result."""
    return coup.won != "tie" and not (
        (coup.won == "player" and coup.announcement["banker_score"] == "8")
        or (coup.won == "banker" and coup.announcement["banker_score"] == "1")
    )


def wrong_winner(_rows: list[Row], coup: DealtCoup) -> list[Row]:
    call = coup.announcement
    call["winner"] = "banker" if coup.won == "player" else "player"
    return [call]


def loses_to_natural(coup: DealtCoup) -> bool:
    return coup.natural and coup.first_score("player") <= 5


def draws_against_natural(rows: list[Row], coup: DealtCoup) -> list[Row]:
    """The player's hand draws on five or less although the banker has a natural."""
    last = events(coup.rows, "deal")[-1]
    return [deal_nothing(rows, coup, "player", last), *coup.cards("banker")]


def banker_against_natural(coup: DealtCoup) -> bool:
    return coup.first_score("player") >= 8 and coup.first_score("banker") <= 5


def banker_draws_against_natural(rows: list[Row], coup: DealtCoup) -> list[Row]:
    last = events(coup.rows, "deal")[-1]
    return [deal_nothing(rows, coup, "banker", last), *coup.cards("player")]


def player_could_stand(coup: DealtCoup) -> bool:
    """The banker does what he would do had the player stood."""
    stood = banker_draws(coup.first_score("player"), coup.first_score("banker"), None)
    return player_has_three(coup) and stood is (len(coup.hand("banker")) == 3)


def player_stands(rows: list[Row], coup: DealtCoup) -> list[Row]:
    """The player's hand stands on five or less."""
    first, second, third = coup.cards("player")
    remove(rows, third)
    settle_again(rows, coup)
    return [second, first]


def player_could_draw(coup: DealtCoup) -> bool:
    """The player stood, and the banker does what he would do had the player drawn a king."""
    scores = coup.first_score("player"), coup.first_score("banker")
    if coup.natural or player_draws(*scores):
        return False
    return banker_draws(*scores, 0) is (len(coup.hand("banker")) == 3)


def player_draws_wrongly(rows: list[Row], coup: DealtCoup) -> list[Row]:
    """The player's hand draws on six or seven."""
    fourth = events(coup.rows, "deal")[3]
    return [deal_nothing(rows, coup, "player", fourth), *coup.cards("player")]


def banker_stood(coup: DealtCoup) -> bool:
    return not coup.natural and len(coup.hand("banker")) == 2


def banker_draws_wrongly(rows: list[Row], coup: DealtCoup) -> list[Row]:
    last = events(coup.rows, "deal")[-1]
    return [deal_nothing(rows, coup, "banker", last), *coup.cards("banker")]


def banker_drew(coup: DealtCoup) -> bool:
    return len(coup.hand("banker")) == 3


def banker_stands_wrongly(rows: list[Row], coup: DealtCoup) -> list[Row]:
    first, second, third = coup.cards("banker")
    remove(rows, third)
    settle_again(rows, coup)
    return [second, first]


def banker_by_the_total(coup: DealtCoup) -> bool:
    """The banker drew, and would not have by the player's total taken for the third card."""
    if not (player_has_three(coup) and banker_drew(coup)):
        return False
    total = sum(map(value, coup.hand("player"))) % 10
    return not banker_draws(coup.first_score("player"), coup.first_score("banker"), total)


def both_stood(coup: DealtCoup) -> bool:
    return banker_stood(coup) and not player_has_three(coup)


def banker_drew_alone(coup: DealtCoup) -> bool:
    return banker_drew(coup) and not player_has_three(coup)
