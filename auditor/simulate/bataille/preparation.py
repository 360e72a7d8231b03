"""Decks put in play and made ready, and what happens when the stop card has shown."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.simulate.bataille.table import CARDS, DECKS, Shoe, Table
from auditor.simulate.cards import shuffled


def bring_decks(table: Table) -> None:
    """The decks of the session (55-19.2), once: they stay at the table through all its shoes."""
    for number, back in table.decks:
        table.recorder.act(
            "deck", deck=number, back=back, cards="52", condition="perfect", registered="true"
        )


def prepare(table: Table) -> None:
    """Count to first card: the steps of 55-19.5, then the five cards burned of 55-19.6.

    A shuffler stands in for the steps done by hand (55-19.7), not for count and
    verification (40.opening), and the shoe it fills ends with a stop card all the
    same; a continuous shuffler knows neither stop card nor burned cards.
    """
    recorder, device = table.recorder, table.habits.device
    recorder.shoe = str(int(recorder.shoe or 0) + 1)
    recorder.wait(20, 60)
    for step in ("count", "verify"):
        recorder.act(step, cards=str(CARDS))
        recorder.wait(60, 180)
    if device == "shoe":
        _shuffle_by_hand(table)
    _load(table)
    table.stopped = False
    table.coups = 0
    if device != "continuous":
        for _ in range(5):
            table.turn("burn", face="down")


def refill(table: Table) -> None:
    """A continuous shuffler takes every card back: each coup is dealt from all of them."""
    table.shoe = Shoe(shuffled(DECKS, table.rng)[:40], 0)


def put_stub_back(table: Table) -> None:
    """The stub in two parts, at two places among the cards in the tray (55-19.6)."""
    first = table.rng.randint(5, table.shoe.left // 2)
    second = table.rng.randint(first + 5, table.shoe.left)
    for part, position in enumerate((first, second), start=1):
        table.recorder.act("stub_insert", part=str(part), position=str(position))


def _shuffle_by_hand(table: Table) -> None:
    recorder, rng = table.recorder, table.rng
    recorder.act("turn_over", cards=str(CARDS))
    for pile in range(1, rng.randint(3, 6) + 1):
        recorder.wait(15, 40)
        recorder.act("pile", pile=str(pile), shuffles="2", cuts="2")
    recorder.wait(5, 15)
    recorder.act("cut", by="croupier")
    recorder.wait(5, 15)
    recorder.note("cut", by="player", player=rng.choice(list(table.company.seated.values())))


def _load(table: Table) -> None:
    device, number = table.habits.device, table.number
    if device == "continuous":
        refill(table)
    else:
        behind = table.rng.randint(*table.habits.behind)
        table.shoe = Shoe(shuffled(DECKS, table.rng), CARDS - behind)
        table.recorder.act("stop_card_place", behind=str(behind))
    name = {"shoe": "SAB", "shuffler": "MEL", "continuous": "MELC"}[device]
    table.recorder.act("load", device=device, device_id=f"{name}-{number}", approved="true")


def sixains(casino: int, number: int, rotation: int, tables: int) -> Iterator[tuple[str, str]]:
    """Register numbers and back colours of the six decks of one table.

    The sixains go round the tables of the house from session to session, so that
    a deck may be seen at two tables of one log, never at both at once (39.decks).
    Every house keeps its own register: the same numbers occur in each.
    """
    sixain = (number + rotation) % tables
    backs = (("red", "blue"), ("green", "brown"), ("blue", "black"))[(sixain + casino) % 3]
    for place in range(DECKS):
        yield f"R{sixain * DECKS + place + 1:04d}", backs[place % 2]
