"""Play at a table of bataille: cards made ready, dealt, settled and taken back."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from auditor_simulators.bataille.table import (
    CARDS,
    DECKS,
    GamingTable,
    Hand,
    Shoe,
    bet,
    circulate,
    disperse,
)
from auditor_simulators.common.house import Timed
from auditor_simulators.common.notation import rank, shuffled, strength, text_of
from auditor_simulators.common.places import BET, cells_of, price
from auditor_simulators.protocol import Plan, Row

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


TIE_PAYS: Final = 10
HALF: Final = Decimal("0.5")


def settle(table: GamingTable, hands: list[Hand], dealer: str, *, wars: bool = False) -> None:
    """One round: of every hand but those at war, by the first cards; or of these, by the second.

    Of a war only the main stake wins, both are lost, both are kept at a second tie (55-19.26 to
    .28); tie bets rest on first cards whatever it gives (.30).
    """
    habits, mine = table.habits, [hand for hand in hands if (hand.choice == "war") is wars]
    for hand in reversed(mine if wars else hands):
        margin = strength(hand.war_card if wars else hand.card) - strength(dealer)
        lost = 1 if margin < 0 else 0 if margin or wars else HALF
        for place, stake in enumerate(hand.mains if hand in mine else ()):
            _settle(table, stake, int(margin > 0), lost)
            if wars:
                _settle(table, hand.wars[place], 0, lost)
        if habits.ties_before_war is not wars or (hand in mine and not wars):
            _settle_ties(table, hand, won=wars or margin == 0)
        if hand in mine and not habits.late_discards:
            discard(table, hand)
    if habits.late_discards:
        discard(table, *mine)


def discard(table: GamingTable, *hands: Hand) -> None:
    """The cards of these hands, from the right."""
    for hand in reversed(hands):
        table.recorder.act("discard", to="player", seat=str(hand.seat))


def _settle_ties(table: GamingTable, hand: Hand, *, won: bool) -> None:
    for stake in hand.ties:
        _settle(table, stake, TIE_PAYS * won, int(not won))


def _settle(table: GamingTable, stake: Row, won: int, lost: Decimal | int) -> None:
    """So many times the stake; the rest was the player's all along, and is seen handed back at some
    tables only.
    """
    back = 1 - lost if table.habits.gives_back else 0
    for event, times in (("pay", won), ("collect", lost), ("give_back", back)):
        if times:
            amount = text_of(price(stake) * times)
            table.recorder.act(event, **cells_of(stake, *BET) | {"amount": amount})


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
    settle(table, hands, dealer)
    at_war = [hand for hand in hands if hand.choice == "war"]
    if at_war:
        settle(table, at_war, _war(table, at_war), wars=True)
    table.recorder.act("discard", to="dealer")
    table.recorder.wait(4, 12)


def _deal(table: GamingTable, hands: list[Hand]) -> str:
    """One card to every hand with a stake, from the croupier's left, then his own (55-19.18)."""
    for hand in hands:
        hand.card = _card(table, hand)
    return table.turn("deal", to="dealer", face="up")


def _card(table: GamingTable, hand: Hand) -> str:
    return table.turn("deal", to="player", seat=str(hand.seat), face="up")


def _ask(table: GamingTable, hands: list[Hand], dealer: str) -> None:
    """Give up or go to war (55-19.24); whoever goes stakes the same again (55-19.25)."""
    for hand in hands:
        if strength(hand.card) != strength(dealer):
            continue
        hand.choice = "war" if table.rng.random() < 0.75 else "surrender"
        table.recorder.wait(2, 6)
        table.recorder.note("choice", seat=str(hand.seat), choice=hand.choice)
        if hand.choice == "war":
            hand.wars = [stake | {"bet": "war"} for stake in hand.mains]
            for stake in hand.wars:
                table.recorder.note("stake", **stake)


def _war(table: GamingTable, at_war: list[Hand]) -> str:
    """Three cards burned, one to each hand at war, one burned, one for the dealer (55-19.25)."""
    for _ in range(3):
        table.turn("burn", face="down")
    for hand in at_war:
        hand.war_card = _card(table, hand)
    table.turn("burn", face="down")
    return table.turn("deal", to="dealer", face="up")


def _cancel(table: GamingTable, hands: list[Hand]) -> None:
    """Before the cards, in the middle of them, or before the croupier's: stakes go back."""
    out = table.rng.randint(0, len(hands))
    for hand in hands[:out]:
        hand.card = _card(table, hand)
    table.recorder.act("cancel", reason="misdeal")
    for hand in reversed(hands):
        for stake in (*hand.mains, *hand.ties):
            table.recorder.act("give_back", **cells_of(stake, *BET, "amount"))
    discard(table, *hands[:out])


CHANGED_AT_A_SHUFFLE: Final = 0.1
CHANGED_WITHIN_A_SHOE: Final = 0.005


def sitting(table: GamingTable, plan: Plan) -> Iterator[Timed]:
    """Whole coups until the table's share of the rows is written; no shoe is left half changed."""
    recorder = table.recorder
    share = -(-plan.events // (plan.sessions * plan.casinos * plan.tables))
    bring_decks(table)
    prepare(table)
    while recorder.count < share or table.stopped or not table.coups:
        _between_coups(table)
        circulate(table)
        play(table)
        recorder.coup = ""
        yield from recorder.hand_over()
    recorder.shoe = ""
    disperse(table)
    recorder.act("table_close")
    yield from recorder.hand_over()


def _between_coups(table: GamingTable) -> None:
    """A new shoe where the stop card calls for one, and now and then a deck changed."""
    chance = table.rng.random()
    if table.stopped:
        put_stub_back(table)
        prepare(table, new_deck=chance < CHANGED_AT_A_SHUFFLE)
    elif table.coups and chance < CHANGED_WITHIN_A_SHOE:
        change_deck(table)
