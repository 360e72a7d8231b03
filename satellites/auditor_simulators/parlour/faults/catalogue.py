"""Named faults of the parlour game, and those that each variant adds.

A fault cites the variant's own provision where it concerns what the variant changes, the
standard one elsewhere.
"""

from __future__ import annotations

from typing import Final

from auditor_simulators.common.places import fault
from auditor_simulators.parlour.faults import deals as anew
from auditor_simulators.parlour.faults import events as misrecorded
from auditor_simulators.parlour.faults import occasions
from auditor_simulators.parlour.faults import records as edited
from auditor_simulators.parlour.faults.deals import redealt
from auditor_simulators.parlour.play.variant import Dealing, Short, Variant
from auditor_simulators.protocol import Fault

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
        occasions.CARD_NOT_HELD.bound(variant, "parlour.ouverte.held" * variant.open_hand),
        occasions.WRONG_WINNER.bound(variant, "parlour.additions.sum" * variant.adds),
        *(occasion.bound(variant) for occasion in occasions.PLAYING),
        occasions.COVERS[variant.down_at_tie].bound(variant),
        fault("opens-face-down", "parlour.play", "the first card of a trick face down").by(
            misrecorded.opens_face_down
        ),
        fault("win-missing", "parlour.trick", "nobody is said to take a trick").by(
            misrecorded.win_missing
        ),
    ]
    if _several(variant):
        found.append(occasions.UNTIED_JOINS.bound(variant))
    if not variant.open_hand:
        found.append(occasions.OUT_OF_ORDER.bound(variant))
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
    found = [occasions.short_plays_on(variant)] if variant.puts_out_the_short else []
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
    own: list[occasions.Occasion] = []
    pictures: tuple[Fault, ...] = ()
    if variant.adds:
        own += occasions.ADDITIONS
        some = redealt(variant, anew.taken_out("K"), anew.all_before_play)
        pictures = (
            fault("some-pictures-out", "parlour.additions.sum", "two kings taken out alone").by(
                some
            ),
        )
    if variant.sheds:
        own += occasions.SPEED
    if variant.pays:
        own += occasions.PAYANTE
    if variant.short is Short.DRAW:
        own += occasions.PAT
    if variant.short is Short.REFILL:
        own += occasions.REFILL
    if variant.dealing is Dealing.JOKERS:
        own.append(occasions.JOKER_BEATEN)
    if variant.capture_ends:
        own.append(occasions.PLAYS_ON)
    gifts = GIFTS if variant.pays else ()
    return [*(occasion.bound(variant) for occasion in own), *pictures, *gifts]
