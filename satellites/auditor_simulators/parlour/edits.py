"""Faults of the parlour game in the rows of a log: deck, deal, outs, gifts, end and record."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from auditor_simulators.common.notation import iso, rank, seconds
from auditor_simulators.common.places import *
from auditor_simulators.parlour.replay import *
from auditor_simulators.parlour.variant import JOKERS, Dealing, is_black
from auditor_simulators.parlour.wrong_steps import AsDealt
from auditor_simulators.protocol import Row

Swap = Callable[[Played, Random], list[tuple[Row, Row | None]]]
"""Deal rows with what they become; None where the card is dealt to nobody."""


@on_log
def dealt_otherwise(rows: list[Row], rng: Random, change: Swap) -> list[Row]:
    """The game is played from another deal."""

    def attempt() -> list[Row] | None:
        game = choose(rng, games(rows))
        changed = {id(old): new for old, new in change(game, rng)}
        dealt = [changed.get(id(row), row) for row in game.rows]
        other = Played([row for row in dealt if row is not None])
        course = continued(other, 1, AsDealt, rng) if changed else None
        if course is None:
            return None
        put_in(rows, other, 1, course, rng)
        return [new for new in changed.values() if new] or [game.setup, *other.dealt]

    return insisted(attempt)


def one_card_more(game: Played, rng: Random) -> list[tuple[Row, Row | None]]:
    """A card for one player that another should have had."""
    giver, taker, *_ = rng.sample(game.players, 2)
    last = [row for row in _plain(game) if row["player"] == giver][-1]
    return [(last, {**last, "player": taker})]


def one_card_less(game: Played, rng: Random) -> list[tuple[Row, Row | None]]:
    return [(choose(rng, _plain(game)), None)]


def _plain(game: Played) -> list[Row]:
    """The cards that are dealt, without jokers."""
    return [row for row in game.dealt if row["card"] not in JOKERS]


def colours_exchanged(game: Played, rng: Random) -> list[tuple[Row, Row | None]]:
    """Two players have a card of each other's colour."""
    first, second, *_ = rng.sample(game.players, 2)
    mine = rng.choice([row for row in game.dealt if row["player"] == first])
    other = rng.choice([row for row in game.dealt if row["player"] == second])
    return _swap(mine, other)


def both_jokers(game: Played, rng: Random) -> list[tuple[Row, Row | None]]:
    first, second = rng.sample([row for row in game.dealt if row["card"] in JOKERS], 2)
    plain = [row for row in _plain(game) if row["player"] == first["player"]]
    return _swap(second, rng.choice(plain))


def ten_among_pictures(game: Played, rng: Random) -> list[tuple[Row, Row | None]]:
    row = rng.choice([row for row in game.dealt if rank(row["card"]) == "J"])
    return [(row, {**row, "card": "10" + row["card"][-1]})]


def _swap(one: Row, other: Row) -> list[tuple[Row, Row | None]]:
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


def same_card_twice(rows: list[Row], rng: Random) -> list[Row]:
    """All through the game one card is another of its rank, which the deck thus has twice."""
    by_colour = games(rows)[0].variant.dealing is Dealing.COLOURS
    game = choose(rng, [own for own in games(rows) if not by_colour or len(own.players) == 2])
    cards = {row["card"] for row in _plain(game)}
    card = rng.choice(sorted(cards))
    twins = [twin for twin in sorted(cards - {card}) if rank(twin) == rank(card)]
    like = [twin for twin in twins if not by_colour or is_black(twin) is is_black(card)]
    other = rng.choice(like)
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
    for game, out in every(rows, "out"):
        tricks, number = game.tricks(), trick_of(out)
        plays = events(tricks[number], "play")
        everybody = {row["player"] for row in plays}
        single = len({(row["player"], row["face"]) for row in plays}) == len(everybody)
        gives = any(row["player"] == out["player"] for row in events(tricks[number], "give"))
        if number > 1 and single and not gives and (len(everybody) > 2) is several:
            mine = [row for row in plays if row["player"] == out["player"]]
            places.append((out, tricks[number - 1][-1], mine))
    out, before_row, mine = choose(rng, places)
    out["coup"] = before_row["coup"]
    move_after(rows, out, before_row)
    return [*mine, out]


def end_too_early(rows: list[Row], rng: Random) -> list[Row]:
    """The game is declared won while others still hold cards (`parlour.end`)."""
    game = choose(rng, [game for game in games(rows) if game.last > 3])
    tricks = game.tricks()
    trick = rng.randrange(2, game.last)
    winner = events(tricks[trick], "win")[-1]["player"]
    [end] = game.named("end")
    remove(rows, *[row for row in game.rows if trick_of(row) > trick])
    end["player"] = winner
    move_after(rows, end, tricks[trick][-1])
    return [end]


def _won(rows: list[Row]) -> list[tuple[Played, Row]]:
    """The games that somebody wins, and the rows that say so."""
    return [(game, end) for game, end in every(rows, "end") if end.get("player")]


def wrong_player_wins(rows: list[Row], rng: Random) -> list[Row]:
    game, end = choose(rng, _won(rows))
    end["player"] = rng.choice([name for name in game.players if name != end["player"]])
    return [end]


def draw_declared(rows: list[Row], rng: Random) -> list[Row]:
    """The log names no winner though one player holds every card."""
    _, end = choose(rng, _won(rows))
    del end["player"]
    return [end]


def taken_in_other_order(rows: list[Row], rng: Random) -> list[Row]:
    """The cards went under the pile in another order than recorded: later plays show it."""
    single = [game for game in games(rows) if game.setup["decks"] == "1"]
    places = [(game, trick) for game in single for trick in range(1, game.last)]
    first, second, plays = insisted(lambda: _later_plays(*choose(rng, places)))
    first["card"], second["card"] = second["card"], first["card"]
    return [*plays, first, second]


def _later_plays(game: Played, trick: int) -> tuple[Row, Row, list[Row]] | None:
    """The first two cards taken in a trick, and where their taker plays them, one by one."""
    takes = events(game.tricks()[trick], "take")
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
    row = choose(rng, [row for _, row in every(rows, "win") if trick_of(row) > 1])
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
    _, row = choose(rng, every(rows, "win"))
    copy = dict(row)
    insert_before(rows, row, copy)
    return [row, copy]


def opens_face_down(rows: list[Row], rng: Random) -> list[Row]:
    row = choose(rng, [trick[0] for trick in every_trick(rows)])
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
    game, win = choose(rng, every(rows, "win"))
    remove(rows, win)
    return [row for row in game.tricks()[trick_of(win)] if row is not win]


def _mine(game: Played, out: Row) -> list[Row]:
    """The other rows of that player in the trick in which he goes out."""
    mine = (row for row in game.tricks()[trick_of(out)] if row.get("player") == out["player"])
    return [row for row in mine if row is not out]


def out_not_declared(rows: list[Row], rng: Random) -> list[Row]:
    """A player without cards is not declared out, and the others play on."""
    outs = [(game, out) for game, out in every(rows, "out") if trick_of(out) < game.last]
    game, out = choose(rng, outs)
    remove(rows, out)
    return [*_mine(game, out), *game.tricks()[trick_of(out) + 1]]


def ended_twice(rows: list[Row], rng: Random) -> list[Row]:
    _, end = choose(rng, every(rows, "end"))
    again = {**end, "time": iso(seconds(end["time"]) + 1)}
    rows.insert(place_of(rows, end) + 1, again)
    return [end, again]


@on_log
def goes_on_alone(rows: list[Row], rng: Random, *, out: bool) -> list[Row]:
    """The winner plays one more trick against nobody; without `out`, the loser is not out."""
    ended = [(game, _all_to_one(game)) for game in games(rows)]
    game, (winner, pile) = choose(rng, [(game, own) for game, own in ended if own])
    [end], variant, number = game.named("end"), game.variant, str(game.last + 1)
    going = rank(min(pile, key=variant.worth)) if variant.sheds else ""
    shown = [pile[place] for place in range(variant.up)]
    mine = {"coup": number, "player": winner}
    alone = [
        *(beside(end, "play", **mine, card=card, face="up") for card in shown),
        beside(end, "win", **mine),
        *(
            beside(end, "take", **mine, card=card)
            if rank(card) != going
            else beside(end, "discard", coup=number, card=card)
            for card in shown
        ),
    ]
    insert_before(rows, end, *alone)
    if out:
        return alone
    gone = game.named("out")[-1]
    remove(rows, gone)
    return [*_mine(game, gone), *alone]


def _all_to_one(game: Played) -> tuple[str, list[str]] | None:
    """Who holds every card in the end, enough of them to play on, and his pile."""
    piles = piles_before(game, game.last + 1) or {}
    ends = [end.get("player", "") for end in game.named("end")]
    if ends != list(piles):
        return None
    [(winner, pile)] = piles.items()
    return (winner, list(pile)) if len(pile) > game.variant.up else None


def out_at_the_end(rows: list[Row], rng: Random) -> list[Row]:
    """A player is declared out when the other has won, though he still has cards."""
    game, end = choose(rng, [(game, end) for game, end in _won(rows) if not game.named("out")])
    last = game.tricks()[game.last][-1]
    [loser] = [name for name in game.players if name != end["player"]]
    out = beside(last, "out", player=loser)
    insert_after(rows, last, out)
    return [out]


# Payante


def tricks_with_gifts(rows: list[Row], least: int) -> list[list[Row]]:
    """The tricks of which the losers gave so many cards at least."""
    return [trick for trick in every_trick(rows) if len(events(trick, "give")) >= least]


def gift_to_another(rows: list[Row], rng: Random) -> list[Row]:
    """A loser gives his card to another loser; the winner takes it all the same."""
    trick = choose(rng, tricks_with_gifts(rows, 2))
    one, other = rng.sample(events(trick, "give"), 2)
    one["to"] = other["player"]
    return [one, *events(trick, "win")]
