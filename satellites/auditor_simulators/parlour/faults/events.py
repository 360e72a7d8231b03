"""Faults of the parlour game in single events: left out, put in, or in the wrong place."""

from __future__ import annotations

from random import Random

from auditor_simulators.common.cards import rank
from auditor_simulators.common.clock import iso, seconds
from auditor_simulators.common.edits import (
    Apply,
    choose,
    insert_before,
    move_after,
    place_of,
    remove,
)
from auditor_simulators.parlour.faults.replay import CONTEXT, Played, games, piles_before, trick_of
from auditor_simulators.parlour.play.variant import Variant
from auditor_simulators.protocol import Row


def opens_face_down(rows: list[Row], rng: Random) -> list[Row]:
    row = choose(rng, [trick[0] for game in games(rows) for trick in game.tricks().values()])
    row["face"] = "down"
    return [row]


def trick_number_twice(rows: list[Row], rng: Random) -> list[Row]:
    """A trick bears the number of the one before it; its own is missing."""
    game = choose(rng, [game for game in games(rows) if game.last > 2])
    tricks = game.tricks()
    number = rng.randrange(2, game.last)
    for row in tricks[number]:
        row["coup"] = str(number - 1)
    return [tricks[number][0], tricks[number - 1][0], tricks[number + 1][0]]


def win_missing(rows: list[Row], rng: Random) -> list[Row]:
    """The log does not say who takes a trick."""
    game, win = choose(rng, [(game, win) for game in games(rows) for win in game.named("win")])
    trick = game.tricks()[trick_of(win)]
    remove(rows, win)
    return [row for row in trick if row is not win]


def out_not_declared(rows: list[Row], rng: Random) -> list[Row]:
    """A player without cards is not declared out, and the others play on."""
    places = [
        (game, out)
        for game in games(rows)
        for out in game.named("out")
        if trick_of(out) < game.last
    ]
    game, out = choose(rng, places)
    remove(rows, out)
    mine = [row for row in game.tricks()[trick_of(out)] if row.get("player") == out["player"]]
    return [row for row in mine if row is not out] + game.tricks()[trick_of(out) + 1]


def ended_twice(rows: list[Row], rng: Random) -> list[Row]:
    end = choose(rng, [end for game in games(rows) for end in game.named("end")])
    again = {**end, "time": iso(seconds(end["time"]) + 1)}
    rows.insert(place_of(rows, end) + 1, again)
    return [end, again]


def goes_on_alone(variant: Variant, *, out: bool) -> Apply:
    """The winner plays one more trick against nobody; without `out`, the loser is not out."""

    def apply(rows: list[Row], rng: Random) -> list[Row]:
        ended = [(game, _all_to_one(variant, game)) for game in games(rows)]
        game, (winner, pile) = choose(rng, [(game, own) for game, own in ended if own])
        [end] = game.named("end")
        shown = [pile[place] for place in range(variant.up)]
        going = rank(min(pile, key=variant.worth)) if variant.sheds else ""
        context = {column: end[column] for column in ("time", *CONTEXT)}
        base = {**context, "coup": str(game.last + 1), "player": winner}
        alone = [
            *({**base, "event": "play", "card": card, "face": "up"} for card in shown),
            {**base, "event": "win"},
            *(
                {**base, "event": "take", "card": card}
                if rank(card) != going
                else {**context, "coup": base["coup"], "event": "discard", "card": card}
                for card in shown
            ),
        ]
        for row in alone:
            insert_before(rows, end, row)
        if out:
            return alone
        gone = game.named("out")[-1]
        remove(rows, gone)
        mine = [row for row in game.tricks()[game.last] if row.get("player") == gone["player"]]
        return [*(row for row in mine if row is not gone), *alone]

    return apply


def _all_to_one(variant: Variant, game: Played) -> tuple[str, list[str]] | None:
    """Who holds every card in the end, enough of them to play on, and his pile."""
    piles = piles_before(variant, game, game.last + 1) or {}
    ends = [end.get("player", "") for end in game.named("end")]
    if ends != list(piles):
        return None
    [(winner, pile)] = piles.items()
    return (winner, list(pile)) if len(pile) > variant.up else None


def out_at_the_end(rows: list[Row], rng: Random) -> list[Row]:
    """A player is declared out when the other has won, though he still has cards."""
    ends = [(game, end) for game in games(rows) for end in game.named("end") if end.get("player")]
    game, end = choose(rng, [(game, end) for game, end in ends if not game.named("out")])
    last = game.tricks()[game.last][-1]
    [loser] = [name for name in game.players if name != end["player"]]
    out = {column: last[column] for column in ("time", "coup", *CONTEXT)}
    out |= {"event": "out", "player": loser}
    rows.insert(place_of(rows, last) + 1, out)
    return [out]


# Payante


def _given(rows: list[Row], least: int) -> list[list[Row]]:
    """The tricks of which the losers gave so many cards at least."""
    tricks = [trick for game in games(rows) for trick in game.tricks().values()]
    return [trick for trick in tricks if len(_named(trick, "give")) >= least]


def _named(trick: list[Row], event: str) -> list[Row]:
    return [row for row in trick if row["event"] == event]


def gift_to_another(rows: list[Row], rng: Random) -> list[Row]:
    """A loser gives his card to another loser; the winner takes it all the same."""
    trick = choose(rng, _given(rows, 2))
    one, other = rng.sample(_named(trick, "give"), 2)
    one["to"] = other["player"]
    return [one, *_named(trick, "win")]


def gift_after_the_taking(rows: list[Row], rng: Random) -> list[Row]:
    trick = choose(rng, _given(rows, 1))
    gives, takes = _named(trick, "give"), _named(trick, "take")
    for give in reversed(gives):
        move_after(rows, give, takes[-1])
    return [*gives, *takes]


def gifts_out_of_turn(rows: list[Row], rng: Random) -> list[Row]:
    """Two losers give in the wrong order; under the pile their cards go as they should."""
    trick = choose(rng, _given(rows, 2))
    gives = _named(trick, "give")
    place = rng.randrange(len(gives) - 1)
    first, second = gives[place : place + 2]
    for column in ("player", "card"):
        first[column], second[column] = second[column], first[column]
    return [second, first]
