"""More shapes: sheets of tables, merged cells, logs of services, bets that one cell says."""

from __future__ import annotations

import json
from pathlib import Path

from tests.foreign.play import Bet, Coup, baccarat, war, wheel
from tests.foreign.shapes import File, saved, spins
from tests.foreign.write import ENGLISH, Row, minute, objects, text, workbook

FRENCH_CHANCES = {"even": "pair", "odd": "impair", "low": "manque", "high": "passe"}


def _bet_row(coup: Coup, bet: Bet) -> Row:
    """The whole round in the row of each bet."""
    cards = [" ".join(coup.player), " ".join(coup.banker), ENGLISH[coup.winner]]
    return [
        coup.number, *cards, bet.player, ENGLISH[bet.on], bet.stake, bet.paid or "", bet.lost or ""
    ]  # fmt: skip


def sheet_for_each_table(folder: Path) -> File:
    """Coups of the same numbers at two tables, the second of which is lawful."""
    game, other = baccarat(18, fault="paid"), baccarat(16, fault="")
    head: Row = [
        "Time", "Coup", "Player cards", "Banker cards", "Winner", "Customer", "Bet", "Stake",
        "Paid", "Lost",
    ]  # fmt: skip
    sheets = {
        name: [head, *([minute(0), *_bet_row(*own)] for own in played.rows)]
        for name, played in {"PB1": game, "PB2": other}.items()
    }
    path = workbook(folder / "night.xlsx", sheets)
    rows = len(game.rows) + len(other.rows)
    return File(path, "punto-banco", game, rows, {"commission": "net"})


def merged_cells(folder: Path) -> File:
    """The hour and the cards of a coup beside its first bet alone, points below one name."""
    game = baccarat(18, fault="paid")
    rows: list[Row] = [
        ["Table : PB1   Shoe : 1"],
        [],
        ["Coup", "Time", "Player hand", "", "", "Banker hand", "", "", "Points", "", "Bets"],
        ["", "", "Card 1", "Card 2", "Card 3", "Card 1", "Card 2", "Card 3", "Player", "Banker",
         "Customer", "Bet", "Stake", "Paid", "Lost"],
    ]  # fmt: skip
    last = None
    for coup, bet in game.rows:
        hands = [[*own, *[""] * (3 - len(own))] for own in (coup.player, coup.banker)]
        told = [coup.number, f"{minute(coup.number):%H:%M}", *hands[0], *hands[1],
                *(sum(map(_value, own)) % 10 for own in (coup.player, coup.banker))]  # fmt: skip
        own = [bet.player, ENGLISH[bet.on], bet.stake, bet.paid or "", bet.lost or ""]
        rows.append([*(told if coup is not last else [""] * len(told)), *own])
        last = coup
    path = saved(folder, text(rows), "PB1_20260109.csv")
    return File(path, "punto-banco", game, len(game.rows), {"commission": "net"})


def _value(card: str) -> int:
    return "A23456789".find(card[0]) + 1


def events_of_a_service(folder: Path) -> File:
    """Nothing is called by its name: neither the kind of event, nor the hand, nor the bet."""
    game = baccarat(18, fault="paid")
    rows: list[Row] = [["id", "epoch_ms", "tbl", "round_no", "evt", "side", "card", "user",
                        "wager_type", "amount"]]  # fmt: skip
    for coup in game.coups:
        place = [int(minute(coup.number).timestamp() * 1000), "PB1", coup.number]
        turn = [(to, hand[n]) for n in range(3) for to, hand in
                (("PLAYER", coup.player), ("BANKER", coup.banker)) if n < len(hand)]  # fmt: skip
        own: list[Row] = [
            ["BET_PLACED", "", "", b.player, b.on.upper(), b.stake] for b in coup.bets
        ]
        own += [["CARD_DEALT", to, card, "", "", ""] for to, card in turn]
        own += [["WIN", "", "", b.player, b.on.upper(), b.paid] for b in coup.bets if b.paid]
        own += [["BET_LOST", "", "", b.player, b.on.upper(), b.lost] for b in coup.bets if b.lost]
        rows += [[len(rows) + at, *place, *event] for at, event in enumerate(own)]
    path = saved(folder, text(rows))
    return File(path, "punto-banco", game, len(rows) - 1)


def seats_with_bets(folder: Path) -> File:
    """The bet of each seat in words, beside its amount and all that came back; two are empty."""
    game = baccarat(18, fault="paid")
    head = [f"P{n}_{own}" for n in range(1, 5) for own in ("bet", "amount", "payout")]
    rows: list[Row] = [["hand", "player_cards", "banker_cards", "winner", *head]]
    for coup in game.coups:
        own = [cell for b in coup.bets for cell in (b.on, b.stake, b.back)]
        cards = [" ".join(coup.player), " ".join(coup.banker), coup.winner]
        rows.append([coup.number, *cards, *own, *[""] * (12 - len(own))])
    path = saved(folder, text(rows))
    return File(path, "punto-banco", game, len(game.coups), {"commission": "net"})


def lists_of_tricks(folder: Path) -> File:
    """The cards of each player are a list, which has one card but in a war."""
    game = war()
    names = {"player": "Alice", "banker": "Bob", "tie": None}
    lines = [
        {"turn": own.number, "played": {"Alice": list(own.player), "Bob": list(own.banker)},
         "winner": names[own.winner]}
        for own in game.coups
    ]  # fmt: skip
    path = saved(folder, objects(lines), "game.jsonl")
    return File(path, "bataille-familiale", game, len(lines))


def objects_by_chance(folder: Path) -> File:
    """Stakes and wins are named by the chance or the number that they are on."""
    game = wheel()

    def name(bet: Bet) -> str:
        return str(bet.number) if bet.number else FRENCH_CHANCES[bet.on]

    lines = [
        {"coup": own.number, "numero": own.result, "joueur": "U17",
         "mises": {name(b): int(b.stake) for b in own.bets},
         "gains": {name(b): int(b.paid) for b in own.bets if b.paid}}
        for own in game.coups
    ]  # fmt: skip
    path = saved(folder, "\n".join(map(json.dumps, lines)), "boule.jsonl")
    return File(path, "boule", game, len(lines))


SHAPES = {
    "a sheet for each table": sheet_for_each_table,
    "merged cells": merged_cells,
    "events of a service": events_of_a_service,
    "seats with bets of their own": seats_with_bets,
    "lists of tricks": lists_of_tricks,
    "objects by chance": objects_by_chance,
    "a chance or a number": spins(
        "spin_id,winning_number,player,bet,stake,win",
        lambda own, bet: [own.number, own.result, bet.player,
                          bet.number or FRENCH_CHANCES[bet.on], bet.stake, bet.paid],
    ),
    "a chance with its number": spins(
        "Spin #,Winning Number,Player ID,Bet Type,Bet Amount,Payout,Net",
        lambda own, bet: [own.number, own.result, bet.player,
                          f"Straight {bet.number}" if bet.number else bet.on.title(),
                          bet.stake, bet.back, bet.net],
    ),
}  # fmt: skip
