"""Named faults of the parlour game, and those that each variant adds.

A fault cites the variant's own provision where it concerns what the variant changes, the
standard one elsewhere.
"""

from __future__ import annotations

from typing import Final

from auditor.simulate.edits import fault
from auditor.simulate.parlour import edited, occasions
from auditor.simulate.parlour.variant import Dealing, Short, Variant
from auditor.simulate.protocol import Fault

RECORD: Final = (
    fault("time-goes-back", "log.order", "a time before that of the row above",
          edited.time_goes_back),
    fault("trick-missing", "log.gap", "a number left out of the count of the tricks",
          edited.trick_missing),
    fault("event-twice", "log.duplicate", "an event recorded twice", edited.event_twice),
)  # fmt: skip


def faults_of(variant: Variant) -> tuple[Fault, ...]:
    return (
        *_material(variant),
        *_dealing(variant),
        *_playing(variant),
        *_leaving(variant),
        *_own(variant),
        *RECORD,
    )


def _several(variant: Variant) -> bool:
    """Whether more than two may play."""
    return max(variant.players) > 2


def _material(variant: Variant) -> list[Fault]:
    deck = "parlour.clones.deck" if variant.pictures else "parlour.deck"
    found = [
        fault("same-card-twice", deck, "a card in the place of another of its rank",
              edited.same_card_twice(variant)),
    ]  # fmt: skip
    if variant.pictures or (_several(variant) and variant.dealing is Dealing.SHUFFLED):
        found += [
            fault("wrong-card-removed", deck, "a card said to be taken out that is in play",
                  edited.wrong_card_removed),
            fault("not-removed", deck, "a card not taken out that nobody has",
                  edited.not_removed),
        ]  # fmt: skip
    if variant.pictures:
        found.append(
            fault("ten-among-pictures", deck, "a ten among the pictures",
                  edited.dealt_otherwise(variant, edited.ten_among_pictures))
        )  # fmt: skip
    return found


def _dealing(variant: Variant) -> list[Fault]:
    found: list[Fault] = []
    if variant.dealing is Dealing.COLOURS:
        found.append(
            fault("mixed-colours", "parlour.couleurs.deal", "two players have each other's colour",
                  edited.dealt_otherwise(variant, edited.exchanged))
        )  # fmt: skip
    else:
        found.append(
            fault("one-card-more", "parlour.deal", "a player dealt a card too many",
                  edited.dealt_otherwise(variant, edited.one_card_more))
        )  # fmt: skip
    if variant.dealing is Dealing.JOKERS:
        found.append(
            fault("both-jokers-to-one", "parlour.jokers.deal", "both jokers dealt to one player",
                  edited.dealt_otherwise(variant, edited.both_jokers))
        )  # fmt: skip
    return found


def _playing(variant: Variant) -> list[Fault]:
    found = [
        occasions.CARD_NOT_HELD.bound(variant, "parlour.ouverte.held" * variant.open_hand),
        occasions.WRONG_WINNER.bound(variant, "parlour.additions.sum" * variant.adds),
        *(occasion.bound(variant) for occasion in occasions.PLAYING),
        occasions.COVERS[variant.down_at_tie].bound(variant),
    ]
    if _several(variant):
        found.append(occasions.UNTIED_JOINS.bound(variant))
    if not variant.open_hand:
        found.append(occasions.OUT_OF_ORDER.bound(variant))
        if not (variant.pictures or variant.adds):  # cards alike, or two at a time, hide it
            found.append(
                fault("taken-in-other-order", "parlour.play",
                      "cards played in another order than they were taken",
                      edited.taken_in_other_order)
            )  # fmt: skip
    return found


def _leaving(variant: Variant) -> list[Fault]:
    end = "parlour.jokers-courte.end" if variant.capture_ends else "parlour.end"
    found = [
        fault("end-too-early", end, "the game ended before its time", edited.end_too_early),
        fault("wrong-player-wins", end, "the game given to another player",
              edited.wrong_player_wins),
        fault("draw-declared", end, "a game that was won ended as a draw", edited.draw_declared),
    ]  # fmt: skip
    if _several(variant):
        found.append(
            fault("out-player-plays", "parlour.out", "a player plays after going out",
                  edited.out_player_plays)
        )  # fmt: skip
    elif not variant.capture_ends:
        found.append(
            fault("out-with-cards", f"parlour.out {end}",
                  "a player goes out with cards in hand, and the game goes on",
                  edited.out_with_cards)
        )  # fmt: skip
    return found


def _own(variant: Variant) -> list[Fault]:
    """Of what happens in the tricks of this variant alone."""
    own: list[occasions.Occasion] = []
    if variant.adds:
        own += occasions.ADDITIONS
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
    return [occasion.bound(variant) for occasion in own]
