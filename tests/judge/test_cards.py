"""Cards without a suit, and sets in a cell."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.judge.operators import SUITLESS
from auditor.judge.replay import replay
from auditor.judging import Engine
from auditor.log.assemble import Everything
from tests.engine.random.equality import compiled, differences, log_of
from tests.judged import ENGINES, answers

WORDS = """\
ruleset eq version "1" title fr "É" en "E"
context shoe : integer
field seat : integer
field card : card
field rank_shown : rank
event deal (seat, card)
event take (seat, card)
event give (seat, card) silent when absent
scope shoe = shoe
stream moved = deal (holder = seat, card = card), take (holder = seat, card = card)
interval lying = deal .. take for each shoe, card
order rank A > K > Q > J > 10 > 9 > 8 > 7 > 6 > 5 > 4 > 3 > 2
provision p fr "P" en "P"
record copies for each shoe, card from deal
  let dealt = count of deal
record told for each deal
  let place = position among deal in shoe
  let equal = count of deal in shoe where card = this.card
"""
HEAD = "event,shoe,seat,card\n"


def answers_of_cards(
    require: str, rows: str, about: str = "shoe", more: str = ""
) -> tuple[int, int, int]:
    """How many are compliant, violated and not verifiable; both engines say the same of it."""
    rule = (
        f"rule r\n  severity major\n  cites p\n  for each {about}\n{more}  require {require}\n"
        '  message fr "M" en "M"\n'
    )
    program = compiled(WORDS + rule)
    assert program is not None
    log = log_of(HEAD + rows, program, Everything())
    assert not log.set_aside
    assert differences(program, log) == []
    (tally,) = replay(program, log)
    assert set(tally.not_verifiable) <= {SUITLESS.reasons}
    return tally.compliant, len(tally.violations), sum(tally.not_verifiable.values())


def row(card: str, kind: str = "deal", seat: int = 1) -> str:
    return f"{kind},1,{seat},{card}\n"


BARE = row("7") + row("K", seat=2) + row("T") + row("7", seat=2)
COMPLIES, VIOLATED, NOT_VERIFIABLE = (1, 0, 0), (0, 1, 0), (0, 0, 1)


@pytest.mark.parametrize(
    ("require", "answer"),
    [
        # What is asked of ranks is known.
        ("(count of deal where rank(card) = 7) = 2", COMPLIES),
        ("(count of deal where rank(card) in {10, K}) = 1", VIOLATED),
        ("rank((first deal).card) = rank((last deal).card)", COMPLIES),
        ("(nth 3 of deal).card is recorded", COMPLIES),
        # Two cards of different ranks are different ones; of the same rank nobody knows.
        ("(first deal).card != (nth 2 of deal).card", COMPLIES),
        ("(first deal).card = (nth 2 of deal).card", VIOLATED),
        ("(first deal).card = (last deal).card", NOT_VERIFIABLE),
        ("(first deal).card != (last deal).card", NOT_VERIFIABLE),
        # What is asked of suits, or of how many different cards there are, is not.
        ("suit((first deal).card) = S", NOT_VERIFIABLE),
        ("no deal where suit(card) in {S, C}", NOT_VERIFIABLE),
        ("count of distinct deal.card = 3", NOT_VERIFIABLE),
        ("every deal has suit(card) = H or rank(card) > 6", COMPLIES),
    ],
)
def test_ranks_are_judged_and_suits_are_not(require: str, answer: tuple[int, int, int]) -> None:
    assert answers_of_cards(require, BARE) == answer


def test_cards_that_are_told_apart_are_counted() -> None:
    assert (
        answers_of_cards("count of distinct deal.card = 2", row("7S") + row("7H") + row("7S"))
        == COMPLIES
    )


def test_two_events_are_alike_only_where_their_cards_are_known() -> None:
    require = "not this same cells as before"
    before = "  let before = previous deal in shoe\n  applies when before exists\n"
    assert answers_of_cards(require, row("7") + row("7"), "deal", before) == NOT_VERIFIABLE
    assert answers_of_cards(require, row("7") + row("7S"), "deal", before) == NOT_VERIFIABLE
    assert answers_of_cards(require, row("7") + row("8"), "deal", before) == COMPLIES
    assert answers_of_cards(require, row("7") + row("7", seat=2), "deal", before) == COMPLIES
    assert answers_of_cards(require, row("7S") + row("7S"), "deal", before) == VIOLATED


def test_a_record_with_a_row_for_each_card() -> None:
    """Of three aces without suits two may be the same card, and each may be the ace of spades."""
    assert answers_of_cards("dealt <= 1", row("AS") + row("KS"), "copies") == (2, 0, 0)
    assert answers_of_cards("dealt <= 1", row("A") + row("K"), "copies") == (0, 0, 2)
    assert answers_of_cards("dealt <= 1", row("AS") + row("AS") + row("A"), "copies") == (0, 0, 2)


def test_a_record_with_a_row_for_each_event_asks_no_suit() -> None:
    assert answers_of_cards("place <= 2", row("7") + row("7"), "told") == (2, 0, 0)
    assert answers_of_cards("equal = 1", row("7") + row("8"), "told") == (0, 0, 2)


def test_an_item_is_looked_for_by_its_card() -> None:
    had = "  let had = any deal in shoe before this where card = this.card\n"
    assert answers_of_cards("had", row("7S") + row("7S", "take"), "take", had) == COMPLIES
    assert answers_of_cards("had", row("7") + row("7S", "take"), "take", had) == NOT_VERIFIABLE
    assert answers_of_cards("had", row("7S") + row("7", "take"), "take", had) == NOT_VERIFIABLE
    both = row("7S") + row("8") + row("7S", "take")
    assert answers_of_cards("had", both, "take", had) == COMPLIES


def test_through_a_stream() -> None:
    came = "  let came = first moved in shoe where card = this.card\n"
    assert (
        answers_of_cards("came.holder = 1", row("7") + row("7", "take"), "take", came)
        == NOT_VERIFIABLE
    )
    assert (
        answers_of_cards("came.holder = 1", row("7S") + row("7S", "take"), "take", came) == COMPLIES
    )


def test_what_a_card_may_have_closed() -> None:
    """The seven that is taken may be the one dealt first or the other."""
    lying = "any lying in shoe at (last give in shoe) where seat = 1"
    rows = row("7S") + row("8S", seat=2) + "{take}" + row("9S", "give")
    assert answers_of_cards(lying, rows.format(take=row("7S", "take")), "shoe") == VIOLATED
    assert answers_of_cards(lying, rows.format(take=row("8S", "take")), "shoe") == COMPLIES
    assert answers_of_cards(lying, rows.format(take=row("7", "take"))) == NOT_VERIFIABLE
    other = row("7") + row("8S", seat=2) + row("7S", "take") + row("9S", "give")
    assert answers_of_cards(lying, other) == NOT_VERIFIABLE


SETS = """
ruleset sets version "1" title fr "Ensembles" en "Sets"
context coup : integer
field covered : set of integer
event stake (covered)
provision 1 fr "Un" en "One"
constant splits = {{5, 8}, {10, 11}, {13, 16}}
rule offered
  severity minor
  cites 1
  for each stake
  require covered in splits
  message fr "m" en "m"
"""


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("require", "expected"),
    [
        ("covered in splits", (3, 2, 1)),  # the order in a cell means nothing; an empty one is none
        ("covered not in splits", (2, 3, 1)),
        ("covered in {{5, 8}, {5}}", (3, 2, 1)),
    ],
)
def test_a_set_is_found_among_those_written_out(
    require: str, expected: tuple[int, int, int], engine: Engine, tmp_path: Path
) -> None:
    rules = SETS.replace("covered in splits", require)
    if "splits" not in require:
        rules = rules.replace("constant", "# constant")
    cells = ("5/8", "8/5", "10/11", "5", "5/8/10", "")
    if "{5}}" in require:
        cells = ("5/8", "8/5", "5", "8", "5/8/10", "")
    log = "coup,event,covered\n" + "".join(f"1,stake,{own}\n" for own in cells)
    assert answers(rules, log, engine, tmp_path) == expected
