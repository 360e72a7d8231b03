"""Losers collected and winners paid from right to left, hands taken to the tray (55-19.22).

Two rounds: what is decided by the first cards before a war, hands at war after it.
"""

from __future__ import annotations

from decimal import Decimal

from auditor_simulators.bataille.play.betting import Hand, Stake
from auditor_simulators.bataille.play.table import GamingTable
from auditor_simulators.common.cards import strength
from auditor_simulators.common.money import text_of

TIE_PAYS = 10


def settle_first(table: GamingTable, hands: list[Hand], dealer: str) -> None:
    """Every hand but those at war; tie bets rest on first cards whatever the war gives (.30)."""
    settled = [hand for hand in hands if hand.choice != "war"]
    for hand in reversed(hands):
        margin = strength(hand.card) - strength(dealer)
        if hand in settled:
            for stake in hand.mains:
                _settle_main(table, stake, margin)
        if hand in settled or table.habits.ties_before_war:
            for stake in hand.ties:
                _settle_tie(table, stake, margin)
        if hand in settled and not table.habits.late_discards:
            discard(table, "player", hand)
    if table.habits.late_discards:
        _discard_all(table, settled)


def settle_wars(table: GamingTable, at_war: list[Hand], dealer: str) -> None:
    """By the second cards (55-19.26 to .28)."""
    for hand in reversed(at_war):
        margin = strength(hand.war_card) - strength(dealer)
        for stake, extra in zip(hand.mains, hand.wars, strict=True):
            _settle_war(table, stake, extra, margin)
        if not table.habits.ties_before_war:
            for stake in hand.ties:
                _settle_tie(table, stake, 0)
        if not table.habits.late_discards:
            discard(table, "player", hand)
    if table.habits.late_discards:
        _discard_all(table, at_war)


def discard(table: GamingTable, to: str, hand: Hand | None = None) -> None:
    if hand is None:
        table.recorder.act("discard", to=to)
    else:
        table.recorder.act("discard", to=to, seat=str(hand.seat))


def _discard_all(table: GamingTable, hands: list[Hand]) -> None:
    for hand in reversed(hands):
        discard(table, "player", hand)


def _settle_main(table: GamingTable, stake: Stake, margin: int) -> None:
    if margin > 0:
        _move(table, "pay", stake, stake.amount)
        _give_back(table, stake, stake.amount)
    elif margin < 0:
        _move(table, "collect", stake, stake.amount)
    else:
        _move(table, "collect", stake, stake.amount / 2)
        _give_back(table, stake, stake.amount / 2)


def _settle_war(table: GamingTable, stake: Stake, extra: Stake, margin: int) -> None:
    """Only the main stake wins, both are lost, both are kept at a second tie."""
    if margin < 0:
        _move(table, "collect", stake, stake.amount)
        _move(table, "collect", extra, extra.amount)
        return
    if margin > 0:
        _move(table, "pay", stake, stake.amount)
    _give_back(table, stake, stake.amount)
    _give_back(table, extra, extra.amount)


def _settle_tie(table: GamingTable, stake: Stake, margin: int) -> None:
    if margin == 0:
        _move(table, "pay", stake, stake.amount * TIE_PAYS)
        _give_back(table, stake, stake.amount)
    else:
        _move(table, "collect", stake, stake.amount)


def _give_back(table: GamingTable, stake: Stake, amount: Decimal) -> None:
    """Seen at some tables only: the stake was the player's all along."""
    if table.habits.gives_back:
        _move(table, "give_back", stake, amount)


def _move(table: GamingTable, event: str, stake: Stake, amount: Decimal) -> None:
    table.recorder.act(
        event,
        seat=str(stake.seat),
        player=stake.player,
        bet=stake.bet,
        amount=text_of(amount),
    )
