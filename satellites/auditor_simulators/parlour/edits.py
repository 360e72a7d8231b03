"""Faults of the parlour game in the rows of a log: deck, deal, outs, gifts, end and record."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from auditor_simulators.common.notation import iso, rank, seconds
from auditor_simulators.common.places import (
    choose,
    insert_after,
    insert_before,
    move_after,
    on_log,
    place_of,
    remove,
)
from auditor_simulators.parlour.replay import (
    CONTEXT,
    TRIES,
    Played,
    continued,
    games,
    piles_before,
    put_in,
    trick_of,
)
from auditor_simulators.parlour.variant import BLACK, JOKERS, Dealing, Variant
from auditor_simulators.parlour.wrong_steps import AsDealt
from auditor_simulators.protocol import NoPlaceError, Row

Swap = Callable[[Played, Random], list[tuple[Row, Row]]]
"""Deal rows with what they become."""


@on_log
def dealt_otherwise(rows: list[Row], rng: Random, variant: Variant, change: Swap) -> list[Row]:
    """The game is played from another deal."""
    for _ in range(TRIES):
        game = choose(rng, games(rows))
        changed = {id(old): new for old, new in change(game, rng)}
        other = Played([changed.get(id(row), row) for row in game.rows])
        course = continued(variant, other, 1, AsDealt, rng) if changed else None
        if course:
            put_in(rows, other, 1, course, rng)
            return list(changed.values())
    raise NoPlaceError


def one_card_more(game: Played, rng: Random) -> list[tuple[Row, Row]]:
    """A card for one player that another should have had."""
    giver, taker, *_ = rng.sample(game.players, 2)
    last = [row for row in game.dealt if row["player"] == giver and row["card"] not in JOKERS][-1]
    return [(last, {**last, "player": taker})]


@on_log
def dealt_less(rows: list[Row], rng: Random, variant: Variant) -> list[Row]:
    """The last card of a player is dealt to nobody."""
    for _ in range(TRIES):
        game = choose(rng, games(rows))
        card = choose(rng, [row for row in game.dealt if row["card"] not in JOKERS])
        other = Played([row for row in game.rows if row is not card])
        course = continued(variant, other, 1, AsDealt, rng)
        if course:
            put_in(rows, other, 1, course, rng)
            return [game.setup, *(row for row in game.dealt if row is not card)]
    raise NoPlaceError


def exchanged(game: Played, rng: Random) -> list[tuple[Row, Row]]:
    """Two players have a card of each other's colour."""
    first, second, *_ = rng.sample(game.players, 2)
    mine = rng.choice([row for row in game.dealt if row["player"] == first])
    other = rng.choice([row for row in game.dealt if row["player"] == second])
    return _swap(mine, other)


def both_jokers(game: Played, rng: Random) -> list[tuple[Row, Row]]:
    first, second = rng.sample([row for row in game.dealt if row["card"] in JOKERS], 2)
    plain = [
        row for row in game.dealt if row["player"] == first["player"] and row["card"] not in JOKERS
    ]
    return _swap(second, rng.choice(plain))


def ten_among_pictures(game: Played, rng: Random) -> list[tuple[Row, Row]]:
    row = rng.choice([row for row in game.dealt if rank(row["card"]) == "J"])
    return [(row, {**row, "card": "10" + row["card"][-1]})]


def _swap(one: Row, other: Row) -> list[tuple[Row, Row]]:
    return [(one, {**one, "card": other["card"]}), (other, {**other, "card": one["card"]})]


def wrong_card_removed(rows: list[Row], rng: Random) -> list[Row]:
    """The card that the log says was taken out is in play."""
    game = choose(rng, [game for game in games(rows) if game.named("remove")])
    row = rng.choice(game.named("remove"))
    row["card"] = rng.choice(game.dealt)["card"]
    return [row]


def not_removed(rows: list[Row], rng: Random) -> list[Row]:
    """A card that nobody has was not taken out either, though others were."""
    game = choose(rng, [game for game in games(rows) if len(game.named("remove")) > 1])
    remove(rows, rng.choice(game.named("remove")))
    return [game.setup]


@on_log
def same_card_twice(rows: list[Row], rng: Random, variant: Variant) -> list[Row]:
    """All through the game one card is another of its rank, which the deck thus has twice."""
    by_colour = variant.dealing is Dealing.COLOURS
    game = choose(
        rng, [played for played in games(rows) if not by_colour or len(played.players) == 2]
    )
    cards = {row["card"] for row in game.dealt} - set(JOKERS)
    card = rng.choice(sorted(cards))
    twins = {
        twin
        for twin in cards - {card}
        if rank(twin) == rank(card)
        and not (by_colour and (twin[-1] in BLACK) != (card[-1] in BLACK))
    }
    other = rng.choice(sorted(twins))
    for row in game.rows:
        if row.get("card") == card:
            row["card"] = other
    return [row for row in game.dealt if row["card"] == other]


@on_log
def early_out(rows: list[Row], rng: Random, *, several: bool) -> list[Row]:
    """A player is declared out a trick early: one of several, who plays all the same, or one of
    two, and the game goes on.
    """
    places = []
    for game in games(rows):
        tricks = game.tricks()
        for out in game.named("out"):
            trick = tricks[trick_of(out)]
            plays = [row for row in trick if row["event"] == "play"]
            everybody = {row["player"] for row in plays}
            single = len({(row["player"], row["face"]) for row in plays}) == len(everybody)
            gives = any(row["event"] == "give" and row["player"] == out["player"] for row in trick)
            plain = single and not gives
            if trick_of(out) > 1 and plain and (len(everybody) > 2) is several:
                before = tricks[trick_of(out) - 1]
                mine = [row for row in plays if row["player"] == out["player"]]
                places.append((out, before[-1], mine))
    out, before_row, mine = choose(rng, places)
    remove(rows, out)
    out.update(coup=before_row["coup"], time=before_row["time"])
    insert_after(rows, before_row, out)
    return [*mine, out]


def end_too_early(rows: list[Row], rng: Random) -> list[Row]:
    """The game is declared won while others still hold cards (`parlour.end`)."""
    game = choose(rng, [game for game in games(rows) if game.last > 3])
    tricks = game.tricks()
    trick = rng.randrange(2, game.last)
    winner = next(row["player"] for row in reversed(tricks[trick]) if row["event"] == "win")
    [end] = game.named("end")
    remove(rows, *[row for row in game.rows if trick_of(row) > trick])
    remove(rows, end)
    end.update(time=tricks[trick][-1]["time"], player=winner)
    insert_after(rows, tricks[trick][-1], end)
    return [end]


def wrong_player_wins(rows: list[Row], rng: Random) -> list[Row]:
    ends = [(game, end) for game in games(rows) for end in game.named("end") if end.get("player")]
    game, end = choose(rng, ends)
    end["player"] = rng.choice([name for name in game.players if name != end["player"]])
    return [end]


def draw_declared(rows: list[Row], rng: Random) -> list[Row]:
    """The log names no winner though one player holds every card."""
    ends = [end for game in games(rows) for end in game.named("end") if end.get("player")]
    end = choose(rng, ends)
    del end["player"]
    return [end]


def taken_in_other_order(rows: list[Row], rng: Random) -> list[Row]:
    """The cards went under the pile in another order than recorded: later plays show it."""
    places = [
        (game, trick)
        for game in games(rows)
        if game.setup["decks"] == "1"
        for trick in range(1, game.last)
    ]
    for _ in range(TRIES):
        shown = _later_plays(*choose(rng, places))
        if shown:
            first, second, plays = shown
            first["card"], second["card"] = second["card"], first["card"]
            return [*plays, first, second]
    raise NoPlaceError


def _later_plays(game: Played, trick: int) -> tuple[Row, Row, list[Row]] | None:
    """The first two cards taken in a trick, and where their taker plays them, one by one."""
    takes = [row for row in game.tricks()[trick] if row["event"] == "take"]
    if len(takes) < 2:
        return None
    first, second = takes[:2]
    after = game.rows[place_of(game.rows, second) + 1 :]
    found = []
    for card in (first["card"], second["card"]):
        row = next((row for row in after if row.get("card") == card), None)
        if row is None or row["event"] != "play" or row["player"] != first["player"]:
            return None
        found.append(row)
    return first, second, found


def time_goes_back(rows: list[Row], rng: Random) -> list[Row]:
    places = [row for game in games(rows) for row in game.named("win") if trick_of(row) > 1]
    row = choose(rng, places)
    row["time"] = iso(seconds(row["time"]) - 15)
    return [row]


def trick_missing(rows: list[Row], rng: Random) -> list[Row]:
    """A number is left out of the count of the tricks."""
    game = choose(rng, [game for game in games(rows) if game.last > 2])
    tricks = game.tricks()
    trick = rng.randrange(2, game.last + 1)
    for row in game.rows:
        if trick_of(row) >= trick:
            row["coup"] = str(trick_of(row) + 1)
    return [tricks[trick][0], tricks[trick - 1][0]]


def event_twice(rows: list[Row], rng: Random) -> list[Row]:
    row = choose(rng, [row for game in games(rows) for row in game.named("win")])
    copy = dict(row)
    insert_before(rows, row, copy)
    return [row, copy]


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


@on_log
def goes_on_alone(rows: list[Row], rng: Random, variant: Variant, *, out: bool) -> list[Row]:
    """The winner plays one more trick against nobody; without `out`, the loser is not out."""
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
