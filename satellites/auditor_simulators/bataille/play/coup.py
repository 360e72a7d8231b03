"""One coup, from "faites vos jeux" to the dealer's hand in the tray."""

from __future__ import annotations

from dataclasses import replace

from auditor_simulators.bataille.play.betting import Hand, bet
from auditor_simulators.bataille.play.preparation import refill
from auditor_simulators.bataille.play.settlement import discard, settle_first, settle_wars
from auditor_simulators.bataille.play.table import GamingTable
from auditor_simulators.common.cards import rank, strength
from auditor_simulators.common.money import text_of

CANCELLED_OF_1000 = 6


def play(table: GamingTable) -> None:
    if table.habits.device == "continuous":
        refill(table)
    table.coups += 1
    table.recorder.coup = str(table.coups)
    hands = list(bet(table).values())
    if table.rng.random() * 1000 < CANCELLED_OF_1000:
        _cancel(table, hands)
        return
    dealer = _deal(table, hands)
    table.recorder.act("announce", text=rank(dealer))
    _ask(table, hands, dealer)
    settle_first(table, hands, dealer)
    at_war = [hand for hand in hands if hand.choice == "war"]
    if at_war:
        settle_wars(table, at_war, _war(table, at_war))
    discard(table, "dealer")
    table.recorder.wait(4, 12)


def _deal(table: GamingTable, hands: list[Hand]) -> str:
    """One card to every hand with a stake, from the croupier's left, then his own (55-19.18)."""
    for hand in hands:
        hand.card = table.turn("deal", to="player", seat=str(hand.seat), face="up")
    return table.turn("deal", to="dealer", face="up")


def _ask(table: GamingTable, hands: list[Hand], dealer: str) -> None:
    """Give up or go to war (55-19.24); whoever goes stakes the same again (55-19.25)."""
    for hand in hands:
        if strength(hand.card) != strength(dealer):
            continue
        hand.choice = "war" if table.rng.random() < 0.75 else "surrender"
        table.recorder.wait(2, 6)
        table.recorder.note("choice", seat=str(hand.seat), choice=hand.choice)
        if hand.choice == "war":
            hand.wars = [replace(stake, bet="war") for stake in hand.mains]
            for stake in hand.wars:
                table.recorder.note("stake", **stake.fields())


def _war(table: GamingTable, at_war: list[Hand]) -> str:
    """Three cards burned, one to each hand at war, one burned, one for the dealer (55-19.25)."""
    for _ in range(3):
        table.turn("burn", face="down")
    for hand in at_war:
        hand.war_card = table.turn("deal", to="player", seat=str(hand.seat), face="up")
    table.turn("burn", face="down")
    return table.turn("deal", to="dealer", face="up")


def _cancel(table: GamingTable, hands: list[Hand]) -> None:
    """Before the cards, in the middle of them, or with all of them out: stakes go back."""
    out = table.rng.randint(0, len(hands) + 1)
    for hand in hands[:out]:
        hand.card = table.turn("deal", to="player", seat=str(hand.seat), face="up")
    if out > len(hands):
        table.turn("deal", to="dealer", face="up")
    table.recorder.act("cancel", reason="misdeal")
    for hand in reversed(hands):
        for stake in (*hand.mains, *hand.ties):
            back = {"seat": str(stake.seat), "player": stake.player, "bet": stake.bet}
            table.recorder.act("give_back", **back, amount=text_of(stake.amount))
    for hand in reversed(hands[:out]):
        discard(table, "player", hand)
    if out > len(hands):
        discard(table, "dealer")
