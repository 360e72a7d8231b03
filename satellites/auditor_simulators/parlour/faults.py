"""Named faults of the parlour game, and those that each variant adds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from auditor_simulators.common.places import fault
from auditor_simulators.parlour import edits as edited
from auditor_simulators.parlour import edits as misrecorded
from auditor_simulators.parlour import replay as anew
from auditor_simulators.parlour import wrong_steps as own
from auditor_simulators.parlour import wrong_steps as tie
from auditor_simulators.parlour import wrong_steps as wrong
from auditor_simulators.parlour.replay import Spot, Way, redealt, somewhere
from auditor_simulators.parlour.variant import JOKERS, Dealing, Short, Variant
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


RECORD: Final = (
    fault("time-goes-back", "log.order", "a time before that of the row above").by(
        edited.time_goes_back
    ),
    fault("trick-missing", "log.gap", "a number left out of the count of the tricks").by(
        edited.trick_missing
    ),
    fault("trick-number-twice", "log.gap", "a trick with the number of the one before").by(
        misrecorded.trick_number_twice
    ),
    fault("event-twice", "log.duplicate", "an event recorded twice").by(edited.event_twice),
)


OF_THE_DEAL: Final = {
    Dealing.SHUFFLED: "",
    Dealing.COLOURS: " parlour.couleurs.deal",
    Dealing.JOKERS: " parlour.jokers.deal",
}
GIFTS: Final = (
    fault("gift-to-another", "parlour.payante.give", "a loser gives his card to another loser").by(
        misrecorded.gift_to_another
    ),
)


def faults_of(variant: Variant) -> tuple[Fault, ...]:
    return (
        *_material(variant),
        *_dealing(variant),
        *_playing(variant),
        *_leaving(variant),
        *_ending(variant),
        *_own(variant),
        *RECORD,
    )


def _several(variant: Variant) -> bool:
    """More than two may play."""
    return max(variant.players) > 2


def _material(variant: Variant) -> list[Fault]:
    deck = "parlour.clones.deck" if variant.pictures else "parlour.deck"
    dealt = variant.dealing is Dealing.SHUFFLED
    found = [
        fault("same-card-twice", deck, "a card in the place of another of its rank").by(
            edited.same_card_twice(variant)
        ),
        fault(
            "other-company",
            "parlour.deck" + OF_THE_DEAL[variant.dealing],
            "a number of players that there is not",
        ).by(redealt(variant, anew.other_company, anew.all_before_play)),
        fault("deck-of-another-size", "parlour.deck", "a deck that is none of those there are").by(
            redealt(variant, anew.other_deck, anew.all_before_play)
        ),
    ]
    if variant.pictures or (_several(variant) and dealt):
        found += [
            fault("wrong-card-removed", deck, "a card said to be taken out that is in play").by(
                edited.wrong_card_removed
            ),
            fault("not-removed", deck, "a card not taken out that nobody has").by(
                edited.not_removed
            ),
        ]
    if variant.pictures:
        return [
            *found,
            fault("ten-among-pictures", deck, "a ten among the pictures").by(
                edited.dealt_otherwise(variant, edited.ten_among_pictures)
            ),
            fault("three-decks", deck, "the pictures of three decks").by(
                redealt(variant, anew.three_decks, anew.the_setup)
            ),
        ]
    return [
        *found,
        fault("six-among-32", deck, "a six in a deck of 32").by(
            redealt(variant, anew.six_among_32, anew.where_the_six_is)
        ),
        fault("twos-taken-out", deck, "two 2s taken out for two players").by(
            redealt(variant, anew.taken_out("2"), anew.all_before_play)
        ),
        fault("threes-taken-out", deck, "two 3s taken out for two players").by(
            redealt(variant, anew.taken_out("3"), anew.all_before_play)
        ),
    ]


def _dealing(variant: Variant) -> list[Fault]:
    own = OF_THE_DEAL[variant.dealing]
    colours = own * (variant.dealing is Dealing.COLOURS)
    found = [
        fault("one-card-more", "parlour.deal" + colours, "a player dealt a card too many").by(
            edited.dealt_otherwise(variant, edited.one_card_more)
        ),
        fault("card-not-dealt", "parlour.deal", "a card that nobody is dealt").by(
            edited.dealt_less(variant)
        ),
        fault("player-left-out", "parlour.deal" + own, "a player who is dealt no card").by(
            redealt(variant, anew.player_left_out, anew.all_before_play)
        ),
    ]
    if variant.dealing is Dealing.COLOURS:
        found.append(
            fault(
                "mixed-colours", "parlour.couleurs.deal", "two players have each other's colour"
            ).by(edited.dealt_otherwise(variant, edited.exchanged))
        )
    if variant.dealing is Dealing.JOKERS:
        found.append(
            fault(
                "both-jokers-to-one", "parlour.jokers.deal", "both jokers dealt to one player"
            ).by(edited.dealt_otherwise(variant, edited.both_jokers))
        )
    return found


def _playing(variant: Variant) -> list[Fault]:
    found = [
        CARD_NOT_HELD.bound(variant, "parlour.ouverte.held" * variant.open_hand),
        WRONG_WINNER.bound(variant, "parlour.additions.sum" * variant.adds),
        *(occasion.bound(variant) for occasion in PLAYING),
        COVERS[variant.down_at_tie].bound(variant),
        fault("opens-face-down", "parlour.play", "the first card of a trick face down").by(
            misrecorded.opens_face_down
        ),
        fault("win-missing", "parlour.trick", "nobody is said to take a trick").by(
            misrecorded.win_missing
        ),
    ]
    if _several(variant):
        found.append(UNTIED_JOINS.bound(variant))
    if not variant.open_hand:
        found.append(OUT_OF_ORDER.bound(variant))
        if not (variant.pictures or variant.adds):  # cards alike, or two at a time, hide it
            found.append(
                fault(
                    "taken-in-other-order",
                    "parlour.play",
                    "cards played in another order than they were taken",
                ).by(edited.taken_in_other_order)
            )
    return found


def _leaving(variant: Variant) -> list[Fault]:
    """Faults in how players go out."""
    alone = "parlour.end" + " parlour.jokers-courte.end" * variant.capture_ends
    found = [short_plays_on(variant)] if variant.puts_out_the_short else []
    if _several(variant):
        found += [
            fault("out-player-plays", "parlour.out", "a player plays after going out").by(
                edited.out_player_plays
            ),
            fault("out-not-declared", "parlour.out", "a player without cards not declared out").by(
                misrecorded.out_not_declared
            ),
        ]
    else:
        found.append(
            fault(
                "alone-and-not-out",
                f"{alone} parlour.out",
                "a loser is not declared out, and the winner goes on alone",
            ).by(misrecorded.goes_on_alone(variant, out=False))
        )
    if variant.capture_ends:
        found.append(
            fault("out-with-cards", "parlour.out", "a player goes out with cards in hand").by(
                misrecorded.out_at_the_end
            )
        )
    elif not _several(variant):
        found.append(
            fault(
                "out-with-cards",
                "parlour.out parlour.end",
                "a player goes out with cards in hand, and the game goes on",
            ).by(edited.out_with_cards)
        )
    return [
        *found,
        fault("goes-on-alone", alone, "the winner goes on alone").by(
            misrecorded.goes_on_alone(variant, out=True)
        ),
    ]


def _ending(variant: Variant) -> list[Fault]:
    end = "parlour.jokers-courte.end" if variant.capture_ends else "parlour.end"
    found = [
        fault("end-too-early", end, "the game ended before its time").by(edited.end_too_early),
        fault("wrong-player-wins", end, "the game given to another player").by(
            edited.wrong_player_wins
        ),
        fault("draw-declared", end, "a game that was won ended as a draw").by(edited.draw_declared),
        fault("ended-twice", "parlour.end", "the game ended twice").by(misrecorded.ended_twice),
    ]
    if variant.short is not Short.DRAW:
        found.append(
            fault("draw-is-won", "parlour.end", "equal last cards, and the game given to one").by(
                redealt(variant, anew.mirrored, anew.draw_is_won, anew.Mirrored)
            )
        )
    return found


def _own(variant: Variant) -> list[Fault]:
    """Faults in steps that only this variant has."""
    own: list[Occasion] = []
    pictures: tuple[Fault, ...] = ()
    if variant.adds:
        own += ADDITIONS
        some = redealt(variant, anew.taken_out("K"), anew.all_before_play)
        pictures = (
            fault("some-pictures-out", "parlour.additions.sum", "two kings taken out alone").by(
                some
            ),
        )
    if variant.sheds:
        own += SPEED
    if variant.pays:
        own += PAYANTE
    if variant.short is Short.DRAW:
        own += PAT
    if variant.short is Short.REFILL:
        own += REFILL
    if variant.dealing is Dealing.JOKERS:
        own.append(JOKER_BEATEN)
    if variant.capture_ends:
        own.append(PLAYS_ON)
    gifts = GIFTS if variant.pays else ()
    return [*(occasion.bound(variant) for occasion in own), *pictures, *gifts]
