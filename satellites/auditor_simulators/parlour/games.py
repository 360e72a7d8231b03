"""The parlour games and their named faults."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from auditor_simulators.common.house import together
from auditor_simulators.common.places import LISTS, Apply, events, named
from auditor_simulators.parlour import edits as edited
from auditor_simulators.parlour import replay as anew
from auditor_simulators.parlour import wrong_steps as wrong
from auditor_simulators.parlour.course import COLUMNS, MOST_TRICKS, at_table
from auditor_simulators.parlour.edits import dealt_otherwise
from auditor_simulators.parlour.replay import redealt, somewhere
from auditor_simulators.parlour.variant import JOKERS, VARIANTS, Variant
from auditor_simulators.protocol import Game, Plan, Row

Table = Iterable[tuple[str, str, Apply]]
"""Edits by name, each with the traits of the variants that it is made for."""


def edits_for(variant: Variant, table: Table) -> dict[str, Apply]:
    """The edits of which the variant has all traits, and none with a `!`; of one name the last."""
    return {
        name: edit
        for name, asked, edit in table
        if all((own.strip("!") in variant.traits) is (own[0] != "!") for own in asked.split())
    }


# Tricks that offer the occasion for a fault


def _company(trick: list[Row]) -> int:
    return len({row["player"] for row in events(trick, "play")})


def at_tie(variant: Variant, trick: list[Row]) -> bool:
    return len(events(trick, "play")) > _company(trick) * variant.up


def at_tie_of_some(variant: Variant, trick: list[Row]) -> bool:
    """With more players than two."""
    return at_tie(variant, trick) and _company(trick) > 2


def with_discard(_variant: Variant, trick: list[Row]) -> bool:
    return bool(events(trick, "discard"))


def with_gift(_variant: Variant, trick: list[Row]) -> bool:
    return bool(events(trick, "give"))


def with_joker(_variant: Variant, trick: list[Row]) -> bool:
    return any(row["card"] in JOKERS and row["face"] == "up" for row in events(trick, "play"))


def without_joker(variant: Variant, trick: list[Row]) -> bool:
    return not with_joker(variant, trick)


OTHER_COVER: Final = somewhere(wrong.OtherCover, at_tie)
DRAW_IS_WON: Final = redealt(anew.mirrored, anew.draw_is_won, way=anew.Mirrored)
FAULTS: Final[Table] = (
    ("same-card-twice", "", edited.same_card_twice),
    ("other-company", "", redealt(anew.other_company)),
    ("deck-of-another-size", "", redealt(anew.other_deck)),
    ("wrong-card-removed", "pictures", edited.wrong_card_removed),
    ("wrong-card-removed", "several shuffled", edited.wrong_card_removed),
    ("not-removed", "pictures", edited.not_removed),
    ("not-removed", "several shuffled", edited.not_removed),
    ("ten-among-pictures", "pictures", dealt_otherwise(edited.ten_among_pictures)),
    ("three-decks", "pictures", redealt(anew.three_decks, lambda fresh, _: fresh[:1])),
    ("six-among-32", "!pictures", redealt(anew.six_among_32, anew.where_the_six_is)),
    ("twos-taken-out", "!pictures", redealt(anew.taken_out("2"))),
    ("threes-taken-out", "!pictures", redealt(anew.taken_out("3"))),
    ("one-card-more", "", dealt_otherwise(edited.one_card_more)),
    ("card-not-dealt", "", dealt_otherwise(edited.one_card_less)),
    ("player-left-out", "", redealt(anew.player_left_out)),
    ("mixed-colours", "colours", dealt_otherwise(edited.colours_exchanged)),
    ("both-jokers-to-one", "jokers", dealt_otherwise(edited.both_jokers)),
    ("card-not-held", "", somewhere(wrong.CardsExchanged)),
    ("wrong-winner", "", somewhere(wrong.WrongWinner, without_joker)),
    ("player-skips", "", somewhere(wrong.PlayerSkips)),
    ("card-lost", "", somewhere(wrong.CardLost)),
    ("card-doubled", "", somewhere(wrong.CardDoubled)),
    ("tie-not-played", "", somewhere(wrong.TieNotPlayed, at_tie)),
    ("tie-left", "", somewhere(wrong.TieLeft, at_tie)),
    ("tie-taken-back", "", somewhere(wrong.TieTakenBack, at_tie)),
    ("tie-invented", "", somewhere(wrong.TieInvented)),
    ("tied-player-stays-out", "", somewhere(wrong.TiedStaysOut, at_tie)),
    ("loser-takes", "", somewhere(wrong.LoserTakes)),
    ("tie-with-face-down", "down-0", OTHER_COVER),
    ("tie-without-face-down", "down-1", OTHER_COVER),
    ("tie-with-one-face-down", "down-3", OTHER_COVER),
    ("opens-face-down", "", edited.opens_face_down),
    ("win-missing", "", edited.win_missing),
    ("untied-player-joins", "several", somewhere(wrong.UntiedJoins, at_tie_of_some)),
    ("out-of-order", "!open_hand", somewhere(wrong.OutOfOrder)),
    # Elsewhere cards alike, or two at a time, hide it.
    ("taken-in-other-order", "!open_hand !pictures !adds", edited.taken_in_other_order),
    ("one-card-turned", "adds", somewhere(wrong.OneCardTurned)),
    ("ace-high", "adds", somewhere(wrong.AceHigh)),
    ("some-pictures-out", "adds", redealt(anew.taken_out("K"))),
    ("lowest-kept", "sheds", somewhere(wrong.LowestKept, with_discard)),
    ("wrong-discard", "sheds", somewhere(wrong.WrongDiscard)),
    ("gift-missing", "pays", somewhere(wrong.GiftMissing, with_gift)),
    ("gift-from-below", "pays", somewhere(wrong.GiftFromBelow, with_gift)),
    ("gift-to-another", "pays", edited.gift_to_another),
    ("pat-ignored", "draw", somewhere(wrong.PatIgnored, last=True)),
    ("pat-and-on", "draw", somewhere(wrong.StuckAndOn, last=True)),
    ("refill-refused", "refill", somewhere(wrong.RefillRefused, with_gift)),
    ("refill-too-much", "refill", somewhere(wrong.RefillTooMuch, with_gift)),
    ("gift-for-nothing", "refill", somewhere(wrong.GiftForNothing)),
    ("refill-from-below", "refill", somewhere(wrong.GiftFromBelow, with_gift)),
    ("joker-beaten", "jokers", somewhere(wrong.JokerBeaten, with_joker)),
    ("plays-on", "capture_ends", somewhere(wrong.PlaysOn, last=True)),
    ("goes-on-alone", "", edited.goes_on_alone(out=True)),
    ("end-too-early", "", edited.end_too_early),
    ("wrong-player-wins", "", edited.wrong_player_wins),
    ("draw-declared", "", edited.draw_declared),
    ("ended-twice", "", edited.ended_twice),
    # Between two the tie in which one runs short is the last; who pays is one of several.
    ("short-plays-on", "puts_out_the_short", somewhere(wrong.ShortPlaysOn, at_tie, last=True)),
    ("short-plays-on", "puts_out_the_short pays", somewhere(wrong.ShortPlaysOn, at_tie)),
    ("out-player-plays", "several", edited.early_out(several=True)),
    ("out-not-declared", "several", edited.out_not_declared),
    ("alone-and-not-out", "!several", edited.goes_on_alone(out=False)),
    ("out-with-cards", "!several", edited.early_out(several=False)),
    ("out-with-cards", "capture_ends", edited.out_at_the_end),
    ("draw-is-won", "!draw", DRAW_IS_WON),
    ("time-goes-back", "", edited.time_goes_back),
    ("trick-missing", "", edited.trick_missing),
    ("trick-number-twice", "", edited.trick_number_twice),
    ("event-twice", "", edited.event_twice),
)


def played(variant: Variant, longest: int = MOST_TRICKS) -> Game:
    """One form of the game; games that would take more tricks are dealt again.

    A fault cites the variant's own provision where it concerns what the variant changes.
    """

    def dealt(plan: Plan) -> Iterator[Row]:
        places = [(house, table) for house in range(plan.casinos) for table in range(plan.tables)]
        return together([at_table(plan, variant, longest, *place) for place in places])

    faults = named(LISTS / "parlour.faults", edits_for(variant, FAULTS), variant.traits)
    return Game(variant.name, COLUMNS, dealt, faults)


GAMES: Final = {variant.name: played(variant) for variant in VARIANTS}
