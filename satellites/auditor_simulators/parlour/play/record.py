"""Games as rows of the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from random import Random

from auditor_simulators.common.clock import instant, iso, local_date
from auditor_simulators.common.house import Timed
from auditor_simulators.parlour.play.course import GameEvent, Taking, UnforeseenError, begin
from auditor_simulators.parlour.play.variant import Layout, Setup, Variant, lay_out
from auditor_simulators.protocol import Plan, Row

COLUMNS = (
    *("time", "casino", "session", "table", "coup", "game", "event"),
    *("players", "decks", "deck_size", "variant"),
    *("player", "card", "face", "to"),
)
NAMES = ("Zoé", "Malo", "Inès", "Théo", "Lou", "Anaïs", "Côme", "Maëlle", "Noé", "Léa")


def row_of(event: GameEvent, context: Row, second: int) -> Row:
    row = {"time": iso(second), **context, "event": event.event}
    if event.trick:
        row["coup"] = str(event.trick)
    if event.player:
        row["player"] = event.player
    if event.card:
        row["card"] = event.card
    if event.face:
        row["face"] = event.face
    if event.to:
        row["to"] = event.to
    return row


def preamble(
    variant: Variant, table: Setup, layout: Layout, context: Row, at: int
) -> Iterator[Timed]:
    """The material and the deal; a card a second, for with several decks cards are alike."""
    setup = {
        "event": "setup",
        "players": str(len(table.players)),
        "decks": str(table.decks),
        "deck_size": str(table.size),
        "variant": variant.label,
    }
    removed = [{"event": "remove", "card": card} for card in layout.removed]
    for second, cells in enumerate([setup, *removed, *_deals(layout)], start=at):
        yield second, {"time": iso(second), **context, **cells}


def _deals(layout: Layout) -> list[Row]:
    """Round the table; every player's cards come from top to bottom."""
    longest = max(map(len, layout.hands.values()))
    return [
        {"event": "deal", "player": player, "card": hand[place]}
        for place in range(longest)
        for player, hand in layout.hands.items()
        if place < len(hand)
    ]


def choose_table(variant: Variant, rng: Random) -> Setup:
    count = rng.choice(variant.players)
    decks, size = rng.choice(variant.decks), rng.choice(variant.sizes)
    if count not in {2, 4}:  # the sources say what to take out of 52 cards only
        decks, size = 1, 52
    return Setup(tuple(rng.sample(NAMES, count)), 4 if variant.pictures else decks, size)


def play_game(variant: Variant, rng: Random, longest: int) -> tuple[Setup, Layout, list[GameEvent]]:
    """A whole game in which nothing happens on which the sources are silent."""
    while True:
        table = choose_table(variant, rng)
        layout = lay_out(variant, table, rng)
        course = begin(variant, layout, rng, rng.choice(tuple(Taking)), longest)
        try:
            course.run()
        except UnforeseenError:
            continue
        return table, layout, course.events


def timed(events: Iterable[GameEvent], context: Row, start: int, rng: Random) -> Iterator[Timed]:
    at = start
    for event in events:
        at += 1 + int(rng.random() * 3)
        yield at, row_of(event, context, at)


def at_table(
    plan: Plan, variant: Variant, longest: int, casino: int, table: int
) -> Iterator[Timed]:
    """The games of one table, day after day, none of more than `longest` tricks."""
    rng = Random(f"{plan.seed}/{variant.name}/{casino}/{table}")
    share = -(-plan.events // (plan.casinos * plan.sessions * plan.tables))
    free = 0
    for day in range(plan.sessions):
        free = max(free, instant(plan.opening + timedelta(days=day)) + 30 * table)
        written = number = 0
        while not number or written < share:
            number += 1
            context = {
                "casino": f"Cercle {casino + 1}",
                "session": f"{local_date(free):%Y%m%d}-{table + 1}-{day + 1:02d}{number:03d}",
                "table": str(table + 1),
                "game": variant.name,
            }
            rows = _game(variant, longest, rng, context, free)
            yield from rows
            written += len(rows)
            free = rows[-1][0] + rng.randint(30, 300)


def _game(variant: Variant, longest: int, rng: Random, context: Row, start: int) -> Sequence[Timed]:
    table, layout, events = play_game(variant, rng, longest)
    dealt = list(preamble(variant, table, layout, context, start))
    return [*dealt, *timed(events, context, dealt[-1][0] + 10, rng)]
