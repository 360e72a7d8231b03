"""Decks put in play and made ready, and what happens when the stop card has shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from auditor_simulators.bataille.play.table import CARDS, DECKS, GamingTable, Shoe
from auditor_simulators.common.cards import shuffled

RESERVE: Final = 5000  # register numbers of the decks kept for a change begin above


def bring_decks(table: GamingTable) -> None:
    """The decks of the session (55-19.2), once: they stay at the table through all its shoes,
    but for one that has to be changed.
    """
    for number, back in table.decks:
        _bring(table, number, back)


def _bring(table: GamingTable, number: str, back: str, condition: str = "perfect") -> None:
    table.recorder.act(
        "deck", deck=number, back=back, cards="52", condition=condition, registered="true"
    )


def prepare(table: GamingTable, *, new_deck: bool = False) -> None:
    """Count to first card: the steps of 55-19.5, then the five cards burned of 55-19.6.

    A shuffler stands in for the steps done by hand (55-19.7), though some are seen at some of
    them all the same, and the shoe it fills ends with a stop card; a continuous shuffler knows
    neither stop card nor burned cards.
    """
    recorder, device = table.recorder, table.habits.device
    recorder.shoe = str(int(recorder.shoe or 0) + 1)
    recorder.wait(20, 60)
    if new_deck:
        _bring_reserve(table)
    if new_deck or device == "shoe" or recorder.shoe == "1" or table.rng.random() < 0.5:
        _count_and_verify(table)
    if device == "shoe":
        _shuffle_by_hand(table)
    else:
        _shuffle_for_the_machine(table)
    _load(table)
    table.stopped = False
    table.coups = 0
    if device != "continuous":
        for _ in range(5):
            table.turn("burn", face="down")


def change_deck(table: GamingTable) -> None:
    """A damaged card takes its deck out of play: a new one, and all counted again (40.opening).

    The shoe is given up for the next one, but for a continuous shuffler, which goes on.
    """
    if table.habits.device == "continuous":
        table.recorder.wait(20, 60)
        _bring_reserve(table)
        _count_and_verify(table)
    else:
        prepare(table, new_deck=True)


def _bring_reserve(table: GamingTable) -> None:
    """A deck of the table's own reserve, with the back of the one that it stands in for.

    That one is noted as worn, and lies there no longer.
    """
    table.changed += 1
    number = f"R{RESERVE + table.number * 100 + table.changed}"
    old, back = table.rng.choice(table.decks)
    _bring(table, old, back, condition="worn")
    _bring(table, number, back)
    table.decks = (*(each for each in table.decks if each[0] != old), (number, back))


def _count_and_verify(table: GamingTable) -> None:
    for step in ("count", "verify"):
        table.recorder.act(step, cards=str(CARDS))
        table.recorder.wait(60, 180)


def refill(table: GamingTable) -> None:
    """A continuous shuffler takes every card back: each coup is dealt from all of them."""
    table.shoe = Shoe(shuffled(DECKS, table.rng)[:40], 0)


def put_stub_back(table: GamingTable) -> None:
    """The stub in two parts, at two places among the cards in the tray (55-19.6)."""
    first = table.rng.randint(5, table.shoe.left // 2)
    second = table.rng.randint(first + 5, table.shoe.left)
    for part, position in enumerate((first, second), start=1):
        table.recorder.act("stub_insert", part=str(part), position=str(position))


def _shuffle_by_hand(table: GamingTable) -> None:
    recorder, rng = table.recorder, table.rng
    recorder.act("turn_over", cards=str(CARDS))
    for pile in range(1, rng.randint(3, 6) + 1):
        recorder.wait(15, 40)
        recorder.act("pile", pile=str(pile), shuffles="2", cuts="2")
    recorder.wait(5, 15)
    recorder.act("cut", by="croupier")
    recorder.wait(5, 15)
    recorder.note("cut", by="player", player=rng.choice(list(table.company.seated.values())))


def _shuffle_for_the_machine(table: GamingTable) -> None:
    """The article asks no step of a shuffler: any may be there, and fewer than by hand."""
    recorder, rng = table.recorder, table.rng
    if rng.random() < 0.3:
        recorder.act("turn_over", cards=str(CARDS))
    if rng.random() < 0.3:
        for pile in range(1, rng.randint(1, 3) + 1):
            recorder.wait(15, 40)
            recorder.act("pile", pile=str(pile), shuffles=rng.choice("12"), cuts=rng.choice("12"))
    if rng.random() < 0.3:
        recorder.wait(5, 15)
        recorder.act("cut", by="croupier")


def _load(table: GamingTable) -> None:
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
