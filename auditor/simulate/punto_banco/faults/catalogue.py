"""Named faults of punto banco."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from random import Random
from typing import Final

from auditor.simulate.common.edits import beside, choose, events, fault, insert_after, remove
from auditor.simulate.common.integrity import integrity_faults
from auditor.simulate.common.money import text_of
from auditor.simulate.protocol import Fault, Row
from auditor.simulate.punto_banco.faults import drawing
from auditor.simulate.punto_banco.faults.edits import (
    Settlement,
    at_coup,
    at_settlement,
    played,
    staked,
)
from auditor.simulate.punto_banco.play.rules import SIDES, winnings

Edit = Callable[[list[Row], Settlement], list[Row]]


def _times(factor: Decimal) -> Edit:
    """Multiplies the amount that is paid or taken."""

    def edit(_rows: list[Row], item: Settlement) -> list[Row]:
        item.outcome["amount"] = text_of(item.amount * factor)
        return [item.outcome, *item.stakes, item.coup.announcement]

    return edit


def _forgets(rows: list[Row], item: Settlement) -> list[Row]:
    remove(rows, *[row for row in _about(item) if row["event"] in {"pay", "commission"}])
    return [*item.stakes, item.coup.announcement]


def _about(item: Settlement) -> list[Row]:
    """All that the log says of that player's bet in the coup."""
    mine = item.outcome["player"], item.outcome["bet"]
    return [row for row in item.coup.rows if (row.get("player", ""), row.get("bet", "")) == mine]


def _pays_a_loser(_rows: list[Row], item: Settlement) -> list[Row]:
    due = winnings(item.outcome["bet"], item.amount)
    item.outcome.update(event="pay", amount=text_of(due))
    return [item.outcome, *item.stakes, item.coup.announcement]


def _gives_back(rows: list[Row], item: Settlement) -> list[Row]:
    back = beside(item.outcome, "give_back", **staked(item.outcome))
    insert_after(rows, item.outcome, back)
    return [*item.stakes, back]


def _no_commission(rows: list[Row], item: Settlement) -> list[Row]:
    remove(rows, item.outcome)
    return [*events(_about(item), "pay"), *item.stakes]


def _commission(rows: list[Row], item: Settlement) -> list[Row]:
    fee = beside(item.outcome, "commission", **staked(item.outcome))
    fee["amount"] = text_of(item.amount * Decimal("0.05"))
    insert_after(rows, item.outcome, fee)
    return [fee, item.outcome]


def _a_cent_more(_rows: list[Row], item: Settlement) -> list[Row]:
    item.outcome["amount"] = text_of(item.amount + Decimal("0.01"))
    return [item.outcome, *item.stakes]


def _push(event: str) -> Callable[[list[Row], Random], list[Row]]:
    """On a tie, a stake on one of the hands is settled instead of handed back."""

    def apply(rows: list[Row], rng: Random) -> list[Row]:
        places = [
            (coup, stake)
            for coup in played(rows)
            for stake in events(coup.rows, "stake")
            if coup.won == "tie" and stake["bet"] in SIDES
        ]
        coup, stake = choose(rng, places)
        call = coup.announcement
        given = [row for row in events(coup.rows, "give_back") if staked(row) == staked(stake)]
        remove(rows, *given[:1])
        settled = beside(call, event, **staked(stake))
        insert_after(rows, call, settled)
        return [settled, stake, call]

    return apply


def _paid(bet: str, edit: Edit) -> Callable[[list[Row], Random], list[Row]]:
    return at_settlement("pay", (bet,), edit)


def _lost(bet: str, edit: Edit) -> Callable[[list[Row], Random], list[Row]]:
    return at_settlement("collect", (bet,), edit)


FAULTS: Final[tuple[Fault, ...]] = (
    fault("deck-missing", "baccarat.decks", "seven decks put in play", drawing.deck_missing),
    fault("deck-of-51", "baccarat.decks", "a deck that lacks a card", drawing.deck_of_51),
    fault(
        "pile-not-shuffled",
        "baccarat.decks",
        "a pile put into the shoe unshuffled",
        drawing.pile_not_shuffled,
    ),
    fault(
        "dealt-from-the-hand",
        "baccarat.decks",
        "the cards are dealt from the hand",
        drawing.dealt_from_the_hand,
    ),
    fault("joker-dealt", "baccarat.decks", "a joker among the cards", drawing.joker_dealt),
    fault(
        "ninth-copy",
        "baccarat.decks log.cards",
        "a card seen a ninth time in a shoe",
        drawing.ninth_copy,
    ),
    fault(
        "deal-order",
        "baccarat.deal",
        "both cards of the player dealt first",
        at_coup(drawing.any_coup, drawing.deal_order),
    ),
    fault(
        "first-card-missing",
        "baccarat.deal",
        "the first card has no row",
        at_coup(drawing.more_than_four_cards, drawing.first_card_missing),
    ),
    fault(
        "hand-by-hand",
        "baccarat.deal",
        "every coup of a table written hand by hand",
        drawing.hand_by_hand,
    ),
    fault(
        "face-down",
        "baccarat.deal",
        "a card dealt face down",
        at_coup(drawing.any_coup, drawing.face_down),
    ),
    fault(
        "fourth-card",
        "baccarat.deal",
        "a fourth card for the player's hand",
        at_coup(drawing.player_has_three, drawing.fourth_card),
    ),
    fault(
        "wrong-score",
        "baccarat.values",
        "a wrong point called",
        at_coup(drawing.not_a_tie, drawing.wrong_score),
    ),
    fault(
        "draws-against-natural",
        "baccarat.natural",
        "the player draws against a natural",
        at_coup(drawing.loses_to_natural, drawing.draws_against_natural),
    ),
    fault(
        "banker-draws-against-natural",
        "baccarat.natural",
        "the banker draws against a natural",
        at_coup(drawing.banker_against_natural, drawing.banker_draws_against_natural),
    ),
    fault(
        "player-stands",
        "baccarat.player-draw",
        "the player stands on five or less",
        at_coup(drawing.player_could_stand, drawing.player_stands),
    ),
    fault(
        "player-draws-wrongly",
        "baccarat.player-draw",
        "the player draws on six or seven",
        at_coup(drawing.player_could_draw, drawing.player_draws_wrongly),
    ),
    fault(
        "banker-draws-wrongly",
        "baccarat.banker-draw",
        "the banker draws where he stands",
        at_coup(drawing.banker_stood, drawing.banker_draws_wrongly),
    ),
    fault(
        "banker-stands-wrongly",
        "baccarat.banker-draw",
        "the banker stands where he draws",
        at_coup(drawing.banker_drew, drawing.banker_stands_wrongly),
    ),
    fault(
        "banker-draws-after-a-stand",
        "baccarat.banker-draw",
        "the player stood, and the banker draws on six or seven",
        at_coup(drawing.both_stood, drawing.banker_draws_wrongly),
    ),
    fault(
        "banker-stands-after-a-stand",
        "baccarat.banker-draw",
        "the player stood, and the banker stands on five or less",
        at_coup(drawing.banker_drew_alone, drawing.banker_stands_wrongly),
    ),
    fault(
        "banker-by-the-total",
        "baccarat.banker-draw",
        "the banker stands by the player's total, not by his third card",
        at_coup(drawing.banker_by_the_total, drawing.banker_stands_wrongly),
    ),
    fault(
        "wrong-winner",
        "baccarat.winner",
        "the wrong hand announced",
        at_coup(drawing.any_coup, drawing.wrong_winner),
    ),
    fault(
        "player-pays-double",
        "baccarat.pay-player",
        "a player bet paid twice its amount",
        _paid("player", _times(Decimal(2))),
    ),
    fault(
        "player-unpaid",
        "baccarat.pay-player",
        "a winning player bet not paid",
        _paid("player", _forgets),
    ),
    fault(
        "player-loser-paid",
        "baccarat.pay-player",
        "a losing player bet paid",
        _lost("player", _pays_a_loser),
    ),
    fault(
        "player-loser-given-back",
        "baccarat.pay-player",
        "a losing player bet collected and handed back",
        _lost("player", _gives_back),
    ),
    fault(
        "commission-from-player",
        "baccarat.pay-player",
        "commission taken from a player bet",
        _paid("player", _commission),
    ),
    fault(
        "banker-pays-double",
        "baccarat.pay-banker",
        "a banker bet paid twice its amount",
        _paid("banker", _times(Decimal(2))),
    ),
    fault(
        "banker-unpaid",
        "baccarat.pay-banker",
        "a winning banker bet not paid",
        _paid("banker", _forgets),
    ),
    fault(
        "banker-loser-paid",
        "baccarat.pay-banker",
        "a losing banker bet paid",
        _lost("banker", _pays_a_loser),
    ),
    fault(
        "commission-on-loss",
        "baccarat.pay-banker",
        "commission taken from a losing banker bet",
        _lost("banker", _commission),
    ),
    fault(
        "commission-missing",
        "baccarat.pay-banker",
        "no commission on a banker win",
        at_settlement("commission", ("banker",), _no_commission),
    ),
    fault(
        "commission-of-a-cent-more",
        "baccarat.pay-banker",
        "a commission of one cent more than is due",
        at_settlement("commission", ("banker",), _a_cent_more),
    ),
    fault(
        "commission-of-four",
        "baccarat.pay-banker",
        "a commission of four per cent",
        at_settlement("commission", ("banker",), _times(Decimal("0.8"))),
    ),
    fault(
        "tie-pays-nine",
        "baccarat.pay-tie",
        "a tie bet paid nine to one",
        _paid("tie", _times(Decimal(9) / 8)),
    ),
    fault("tie-unpaid", "baccarat.pay-tie", "a winning tie bet not paid", _paid("tie", _forgets)),
    fault(
        "tie-loser-paid", "baccarat.pay-tie", "a losing tie bet paid", _lost("tie", _pays_a_loser)
    ),
    fault(
        "push-collected",
        "baccarat.push",
        "on a tie, a bet on a hand is collected",
        _push("collect"),
    ),
    fault("push-paid", "baccarat.push", "on a tie, a bet on a hand is paid", _push("pay")),
    *integrity_faults(),
)
