"""Faults of the parlour game in the deck, the deal, the outs, the end and the record."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from auditor_simulators.common.cards import rank
from auditor_simulators.common.clock import iso, seconds
from auditor_simulators.common.edits import (
    Apply,
    choose,
    insert_after,
    insert_before,
    place_of,
    remove,
)
from auditor_simulators.parlour.faults.replay import (
    TRIES,
    Played,
    continued,
    games,
    put_in,
    trick_of,
)
from auditor_simulators.parlour.faults.steps import AsDealt
from auditor_simulators.parlour.play.variant import BLACK, JOKERS, Dealing, Variant
from auditor_simulators.protocol import NoPlaceError, Row

Swap = Callable[[Played, Random], list[tuple[Row, Row]]]
"""Deal rows with what they become."""


def dealt_otherwise(variant: Variant, change: Swap) -> Apply:
    """The game is played from another deal."""

    def apply(rows: list[Row], rng: Random) -> list[Row]:
        for _ in range(TRIES):
            game = choose(rng, games(rows))
            changed = {id(old): new for old, new in change(game, rng)}
            other = Played([changed.get(id(row), row) for row in game.rows])
            course = continued(variant, other, 1, AsDealt, rng) if changed else None
            if course:
                put_in(rows, other, 1, course, rng)
                return list(changed.values())
        raise NoPlaceError

    return apply


def one_card_more(game: Played, rng: Random) -> list[tuple[Row, Row]]:
    """A card for one player that another should have had."""
    giver, taker, *_ = rng.sample(game.players, 2)
    last = [row for row in game.dealt if row["player"] == giver and row["card"] not in JOKERS][-1]
    return [(last, {**last, "player": taker})]


def dealt_less(variant: Variant) -> Apply:
    """The last card of a player is dealt to nobody."""

    def apply(rows: list[Row], rng: Random) -> list[Row]:
        for _ in range(TRIES):
            game = choose(rng, games(rows))
            card = choose(rng, [row for row in game.dealt if row["card"] not in JOKERS])
            other = Played([row for row in game.rows if row is not card])
            course = continued(variant, other, 1, AsDealt, rng)
            if course:
                put_in(rows, other, 1, course, rng)
                return [game.setup, *(row for row in game.dealt if row is not card)]
        raise NoPlaceError

    return apply


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
    """A card that nobody has was not taken out either."""
    game = choose(rng, [game for game in games(rows) if game.named("remove")])
    remove(rows, rng.choice(game.named("remove")))
    return [game.setup]


def same_card_twice(variant: Variant) -> Apply:
    """All through the game one card is another of its rank, which the deck thus has twice."""

    def alike(card: str, other: str) -> bool:
        if variant.dealing is Dealing.COLOURS and (card[-1] in BLACK) != (other[-1] in BLACK):
            return False
        return card != other and rank(card) == rank(other)

    def apply(rows: list[Row], rng: Random) -> list[Row]:
        places = games(rows)
        if variant.dealing is Dealing.COLOURS:
            places = [game for game in places if len(game.players) == 2]
        game = choose(rng, places)
        cards = {row["card"] for row in game.dealt} - set(JOKERS)
        card = rng.choice(sorted(cards))
        other = rng.choice(sorted(twin for twin in cards if alike(card, twin)))
        for row in game.rows:
            if row.get("card") == card:
                row["card"] = other
        return [row for row in game.dealt if row["card"] == other]

    return apply


def out_player_plays(rows: list[Row], rng: Random) -> list[Row]:
    """A player of three or more is declared out a trick early, and plays all the same."""
    return _early_out(rows, rng, several=True)


def out_with_cards(rows: list[Row], rng: Random) -> list[Row]:
    """One of two players is declared out a trick early, and the game goes on."""
    return _early_out(rows, rng, several=False)


def _early_out(rows: list[Row], rng: Random, *, several: bool) -> list[Row]:
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
