"""Faults in the course of a game, and the tricks that offer the occasion for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from auditor_simulators.common.places import fault
from auditor_simulators.parlour.faults import steps as wrong
from auditor_simulators.parlour.faults import ties as tie
from auditor_simulators.parlour.faults import variants as own
from auditor_simulators.parlour.faults.replay import Spot, Way, somewhere
from auditor_simulators.parlour.play.variant import JOKERS, Variant
from auditor_simulators.protocol import Fault, Row


def anywhere(_variant: Variant, _trick: list[Row]) -> bool:
    return True


def _plays(trick: list[Row]) -> list[Row]:
    return [row for row in trick if row["event"] == "play"]


def _company(trick: list[Row]) -> int:
    return len({row["player"] for row in _plays(trick)})


def at_tie(variant: Variant, trick: list[Row]) -> bool:
    return len(_plays(trick)) > _company(trick) * variant.up


def at_tie_of_some(variant: Variant, trick: list[Row]) -> bool:
    """With more players than two."""
    return at_tie(variant, trick) and _company(trick) > 2


def with_discard(_variant: Variant, trick: list[Row]) -> bool:
    return any(row["event"] == "discard" for row in trick)


def with_gift(_variant: Variant, trick: list[Row]) -> bool:
    return any(row["event"] == "give" for row in trick)


def with_joker(_variant: Variant, trick: list[Row]) -> bool:
    return any(row["card"] in JOKERS and row["face"] == "up" for row in _plays(trick))


def without_joker(variant: Variant, trick: list[Row]) -> bool:
    return not with_joker(variant, trick)


@dataclass(frozen=True, slots=True)
class Occasion:
    """A fault in the course of a game, not yet bound to a variant."""

    name: str
    provision: str
    says: str
    way: Way
    spot: Spot = anywhere
    last: bool = False  # in the last trick of a game, otherwise in any other

    def bound(self, variant: Variant, provision: str = "") -> Fault:
        apply = somewhere(variant, self.way, self.spot, last=self.last)
        return fault(self.name, provision or self.provision, self.says).by(apply)


CARD_NOT_HELD: Final = Occasion(
    "card-not-held",
    "parlour.play",
    "two players play cards that they do not hold",
    wrong.CardsExchanged,
)
WRONG_WINNER: Final = Occasion(
    "wrong-winner",
    "parlour.trick",
    "the trick goes to the wrong player",
    wrong.WrongWinner,
    without_joker,
)
OUT_OF_ORDER: Final = Occasion(
    "out-of-order", "parlour.play", "the second card of the pile is played", wrong.OutOfOrder
)
PLAYING: Final = (
    Occasion("player-skips", "parlour.play", "a player still in does not play", wrong.PlayerSkips),
    Occasion("card-lost", "parlour.take", "a card of the trick is taken by nobody", wrong.CardLost),
    Occasion(
        "card-doubled", "parlour.take", "a card of the trick is taken twice", wrong.CardDoubled
    ),
    Occasion(
        "tie-not-played",
        "parlour.tie",
        "a tie decided without more cards",
        tie.TieNotPlayed,
        at_tie,
    ),
    Occasion(
        "tie-left",
        "parlour.tie",
        "the cards of a tie are left on the table, and the next trick begins",
        tie.TieLeft,
        at_tie,
    ),
    Occasion(
        "tie-taken-back",
        "parlour.tie",
        "the tied take their cards back, and the next trick begins",
        tie.TieTakenBack,
        at_tie,
    ),
    Occasion(
        "tie-invented",
        "parlour.tie",
        "cards put down as for a tie in a trick that is won",
        tie.TieInvented,
    ),
    Occasion(
        "tied-player-stays-out",
        "parlour.tie",
        "one of the tied puts down no card",
        tie.TiedStaysOut,
        at_tie,
    ),
    Occasion(
        "loser-takes", "parlour.take", "another than the winner takes the trick", wrong.LoserTakes
    ),
)
UNTIED_JOINS: Final = Occasion(
    "untied-player-joins",
    "parlour.tie",
    "a player who is not tied joins a tie",
    tie.UntiedJoins,
    at_tie_of_some,
)


def short_plays_on(variant: Variant) -> Fault:
    """Between two the tie in which one runs short is the last; who is to pay is one of several."""
    says = "a player without cards enough for a tie keeps them, and plays on"
    last = not variant.pays
    own = Occasion("short-plays-on", "parlour.out", says, tie.ShortPlaysOn, at_tie, last)
    return own.bound(variant)


# By the number of face-down cards that a tie asks for.
COVERS: Final = {
    0: Occasion(
        "tie-with-face-down",
        "parlour.sans-carte-cachee.tie",
        "a face-down card in a tie",
        tie.OtherCover,
        at_tie,
    ),
    1: Occasion(
        "tie-without-face-down",
        "parlour.tie",
        "a tie without a face-down card",
        tie.OtherCover,
        at_tie,
    ),
    3: Occasion(
        "tie-with-one-face-down",
        "parlour.additions.tie",
        "one face-down card in a tie instead of three",
        tie.OtherCover,
        at_tie,
    ),
}

ADDITIONS: Final = (
    Occasion(
        "one-card-turned",
        "parlour.additions.play",
        "a player turns up one card instead of two",
        own.OneCardTurned,
    ),
    Occasion("ace-high", "parlour.additions.sum", "an ace counted as fourteen", own.AceHigh),
)
SPEED: Final = (
    Occasion(
        "lowest-kept",
        "parlour.speed.discard",
        "cards of the rank to go are kept",
        own.LowestKept,
        with_discard,
    ),
    Occasion(
        "wrong-discard",
        "parlour.speed.discard",
        "a card of another rank leaves the game",
        own.WrongDiscard,
    ),
)
PAYANTE: Final = (
    Occasion(
        "gift-missing",
        "parlour.payante.give",
        "no loser gives his next card",
        own.GiftMissing,
        with_gift,
    ),
    Occasion(
        "gift-from-below",
        "parlour.payante.give",
        "a loser gives another card than his next",
        own.GiftFromBelow,
        with_gift,
    ),
)
PAT: Final = (
    Occasion(
        "pat-ignored",
        "parlour.pat.draw",
        "the player who is stuck loses, not draws",
        own.PatIgnored,
        last=True,
    ),
    Occasion(
        "pat-and-on",
        "parlour.pat.draw",
        "a player is stuck, and the next trick begins",
        tie.StuckAndOn,
        last=True,
    ),
)
REFILL: Final = (
    Occasion(
        "refill-refused",
        "parlour.pat-recharge.refill",
        "the player who is stuck goes out",
        own.RefillRefused,
        with_gift,
    ),
    Occasion(
        "refill-too-much",
        "parlour.pat-recharge.refill",
        "one card more than is missing",
        own.RefillTooMuch,
        with_gift,
    ),
    Occasion(
        "gift-for-nothing",
        "parlour.pat-recharge.refill",
        "a card given although none is missing",
        own.GiftForNothing,
    ),
    Occasion(
        "refill-from-below",
        "parlour.pat-recharge.refill",
        "a card that is not on top of the other's pile",
        own.GiftFromBelow,
        with_gift,
    ),
)
JOKER_BEATEN: Final = Occasion(
    "joker-beaten",
    "parlour.jokers.rank",
    "a joker loses to another card",
    own.JokerBeaten,
    with_joker,
)
PLAYS_ON: Final = Occasion(
    "plays-on",
    "parlour.jokers-courte.end",
    "the game goes on after a joker was captured",
    own.PlaysOn,
    last=True,
)
