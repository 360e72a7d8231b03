"""Named faults of the parlour game, and those that each variant adds."""

from __future__ import annotations

from functools import partial
from itertools import chain

from auditor_simulators.common.places import Apply, named
from auditor_simulators.parlour import edits as edited
from auditor_simulators.parlour import replay as anew
from auditor_simulators.parlour import wrong_steps as wrong
from auditor_simulators.parlour.replay import redealt, somewhere
from auditor_simulators.parlour.variant import JOKERS, Dealing, Short, Variant
from auditor_simulators.protocol import Fault, Row

Edits = dict[str, Apply]


def faults_of(variant: Variant) -> tuple[Fault, ...]:
    """A fault cites the variant's own provision where it concerns what the variant changes."""
    rooms = (_deck(variant), _deal(variant), _trick(variant), _own_steps(variant), _end(variant))
    edits = dict(chain.from_iterable(room.items() for room in (*rooms, RECORD)))
    return named(Fault, "parlour", edits, variant.traits)


def _several(variant: Variant) -> bool:
    """More than two may play."""
    return max(variant.players) > 2


# Tricks that offer the occasion for a fault


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


# Faults of a variant


def _deck(variant: Variant) -> Edits:
    redeal = partial(redealt, variant)
    found = {
        "same-card-twice": edited.same_card_twice(variant),
        "other-company": redeal(anew.other_company),
        "deck-of-another-size": redeal(anew.other_deck),
    }
    if variant.pictures or (_several(variant) and variant.dealing is Dealing.SHUFFLED):
        found |= {
            "wrong-card-removed": edited.wrong_card_removed,
            "not-removed": edited.not_removed,
        }
    if variant.pictures:
        return found | {
            "ten-among-pictures": edited.dealt_otherwise(variant, edited.ten_among_pictures),
            "three-decks": redeal(anew.three_decks, anew.the_setup),
        }
    return found | {
        "six-among-32": redeal(anew.six_among_32, anew.where_the_six_is),
        "twos-taken-out": redeal(anew.taken_out("2")),
        "threes-taken-out": redeal(anew.taken_out("3")),
    }


def _deal(variant: Variant) -> Edits:
    dealt = partial(edited.dealt_otherwise, variant)
    found = {
        "one-card-more": dealt(edited.one_card_more),
        "card-not-dealt": edited.dealt_less(variant),
        "player-left-out": redealt(variant, anew.player_left_out),
    }
    if variant.dealing is Dealing.COLOURS:
        found["mixed-colours"] = dealt(edited.exchanged)
    if variant.dealing is Dealing.JOKERS:
        found["both-jokers-to-one"] = dealt(edited.both_jokers)
    return found


def _trick(variant: Variant) -> Edits:
    step = partial(somewhere, variant)
    covers = {0: "tie-with-face-down", 1: "tie-without-face-down", 3: "tie-with-one-face-down"}
    found = {
        "card-not-held": step(wrong.CardsExchanged),
        "wrong-winner": step(wrong.WrongWinner, without_joker),
        "player-skips": step(wrong.PlayerSkips),
        "card-lost": step(wrong.CardLost),
        "card-doubled": step(wrong.CardDoubled),
        "tie-not-played": step(wrong.TieNotPlayed, at_tie),
        "tie-left": step(wrong.TieLeft, at_tie),
        "tie-taken-back": step(wrong.TieTakenBack, at_tie),
        "tie-invented": step(wrong.TieInvented),
        "tied-player-stays-out": step(wrong.TiedStaysOut, at_tie),
        "loser-takes": step(wrong.LoserTakes),
        covers[variant.down_at_tie]: step(wrong.OtherCover, at_tie),
        "opens-face-down": edited.opens_face_down,
        "win-missing": edited.win_missing,
    }
    if _several(variant):
        found["untied-player-joins"] = step(wrong.UntiedJoins, at_tie_of_some)
    if not variant.open_hand:
        found["out-of-order"] = step(wrong.OutOfOrder)
        if not (variant.pictures or variant.adds):  # cards alike, or two at a time, hide it
            found["taken-in-other-order"] = edited.taken_in_other_order
    return found


def _own_steps(variant: Variant) -> Edits:
    """Faults in steps that only some variants have."""
    step = partial(somewhere, variant)
    found: Edits = {}
    if variant.adds:
        found |= {
            "one-card-turned": step(wrong.OneCardTurned),
            "ace-high": step(wrong.AceHigh),
            "some-pictures-out": redealt(variant, anew.taken_out("K")),
        }
    if variant.sheds:
        found |= {
            "lowest-kept": step(wrong.LowestKept, with_discard),
            "wrong-discard": step(wrong.WrongDiscard),
        }
    if variant.pays:
        found |= {
            "gift-missing": step(wrong.GiftMissing, with_gift),
            "gift-from-below": step(wrong.GiftFromBelow, with_gift),
            "gift-to-another": edited.gift_to_another,
        }
    if variant.short is Short.DRAW:
        found |= {
            "pat-ignored": step(wrong.PatIgnored, last=True),
            "pat-and-on": step(wrong.StuckAndOn, last=True),
        }
    if variant.short is Short.REFILL:
        found |= {
            "refill-refused": step(wrong.RefillRefused, with_gift),
            "refill-too-much": step(wrong.RefillTooMuch, with_gift),
            "gift-for-nothing": step(wrong.GiftForNothing),
            "refill-from-below": step(wrong.GiftFromBelow, with_gift),
        }
    if variant.dealing is Dealing.JOKERS:
        found["joker-beaten"] = step(wrong.JokerBeaten, with_joker)
    if variant.capture_ends:
        found["plays-on"] = step(wrong.PlaysOn, last=True)
    return found


def _end(variant: Variant) -> Edits:
    """Faults in how players go out, and how a game ends."""
    found = {
        "goes-on-alone": edited.goes_on_alone(variant, out=True),
        "end-too-early": edited.end_too_early,
        "wrong-player-wins": edited.wrong_player_wins,
        "draw-declared": edited.draw_declared,
        "ended-twice": edited.ended_twice,
    }
    if variant.puts_out_the_short:
        # Between two the tie in which one runs short is the last; who pays is one of several.
        last = not variant.pays
        found["short-plays-on"] = somewhere(variant, wrong.ShortPlaysOn, at_tie, last=last)
    if _several(variant):
        found["out-player-plays"] = edited.early_out(several=True)
        found["out-not-declared"] = edited.out_not_declared
    else:
        found["alone-and-not-out"] = edited.goes_on_alone(variant, out=False)
        found["out-with-cards"] = edited.early_out(several=False)
    if variant.capture_ends:
        found["out-with-cards"] = edited.out_at_the_end
    if variant.short is not Short.DRAW:
        found["draw-is-won"] = redealt(variant, anew.mirrored, anew.draw_is_won, way=anew.Mirrored)
    return found


RECORD: Edits = {
    "time-goes-back": edited.time_goes_back,
    "trick-missing": edited.trick_missing,
    "trick-number-twice": edited.trick_number_twice,
    "event-twice": edited.event_twice,
}
