"""Ledgers: what places hold once events have moved sums, in every story that the rows leave open.

What is expected was worked out by hand, by double entry.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from auditor.engine.recheck import Recheck
from auditor.judge.replay import replay
from tests.engine.random.equality import compiled, differences, log_of

RULES = """
ruleset held version "1" title fr "Caisse" en "Till"
use table, cards
source custom fr "usage" en "custom" class usage not compared
provision held.end of custom fr "fin" en "end"
ledger till for each coup, seat, player, bet, number
  places hand, cloth, off, won, tray, bank : money
  stake moves amount from hand to cloth
  stake_change sets cloth to amount from hand
  stake_withdraw sets cloth to 0 from off
  stake_refuse where reason != late
    moves amount from hand to off and undoes last (stake or stake_change) where amount = this.amount
  stake_refuse where reason != late undoes last stake_change where moved = this.amount
  stake_refuse where reason = late and cloth >= amount moves amount from cloth to off
  stake_refuse nothing
  pay moves amount from bank to won
  collect
    moves amount from cloth then won then hand to tray
    or moves amount from won then cloth then hand to tray
  give_back moves amount first from cloth to hand, from tray to cloth then from bank to hand
  let lies   = cloth
  let gain   = 0 - tray - bank
  let before = cloth before first pay
  let open   = cloth before (first pay) if any
record whole for each coup
  let gain = sum of till.gain
  let most = max of till.gain
rule asked
  severity major
  cites held.end
  for each till
  require {question}
  message fr "{{found}}" en "{{found}}"
"""
HEAD = "event,coup,seat,player,bet,number,amount,reason"
SAYS = {True: "compliant", False: "violated", None: "not verifiable"}
TWO = ", ".join(
    f"stake{who} 10, pay{who} 10, collect{who} 10, give_back{who} 10" for who in ("", ":bob")
)
CASES = [
    ("stake 10, stake 10", "lies = 20", True),
    ("stake 10, stake 10", "lies = 10", False),
    ("stake 10, stake_change 25", "lies = 25", True),
    ("stake 10, stake_withdraw", "lies = 0", True),
    # What is set is known again, whatever was not written down before.
    ("stake , stake_change 25", "lies = 25", True),
    ("stake , stake 5", "lies = 5", None),
    ("stake 10, stake_change 25, stake_refuse 15", "lies = 10", True),
    ("stake 10, stake_change 25, stake_refuse 25", "lies = 10", True),
    ("stake 10, stake 10, stake_refuse 10, stake_refuse 10", "lies = 0", True),
    # A stake that was changed since is none of its own any more; the change alone may be undone.
    ("stake 10, stake_change 20, stake_refuse 10", "lies = 10", True),
    ("stake 10, stake_change 20, stake 5, stake_refuse 10", "lies = 15", True),
    ("stake 10, stake_change 30, stake_refuse 10", "lies = 30", True),
    ("stake 10, stake_refuse 7", "lies = 10", True),
    ("stake 10, stake_refuse 4 late", "lies = 6", True),
    ("stake 10, stake_refuse 40 late", "lies = 10", True),
    # A winner who was paid, handed his stake and had as much collected has won nothing.
    ("stake 10, pay 10", "gain = 10", True),
    ("stake 10, pay 10, give_back 10, collect 10", "gain = 10", False),
    ("stake 10, pay 10, give_back 10, collect 10", "gain = 0", True),
    # Either the stake was taken by mistake and comes back, or the payment was, and what comes back
    # is the stake or the payment.
    ("stake 10, pay 10, collect 10, give_back 10", "gain = 10", None),
    ("stake 10, pay 10, collect 10, give_back 10", "gain in {0, 10}", True),
    ("stake 10, pay 10, collect 10, give_back 10", "gain = 5", False),
    ("stake 10, pay 10, collect 10, give_back 10", "gain = 0 or lies >= 10", True),
    ("stake 10, pay 10, collect 10, give_back 10", "gain + lies in {0, 20, 30}", True),
    ("stake 20, collect 10, give_back 10", "gain = -10 or gain = 0", True),
    ("stake 20, collect 10, give_back 10", "(case lies = 0 -> 1 else -> 2) >= 1", True),
    # What two players have won hangs on the stories of both, and each is told of one player alone.
    (TWO, "whole.gain in {0, 10, 20}", True),
    (TWO, "whole.gain = 20", None),
    (TWO, "whole.gain - gain in {0, 10}", True),
    (TWO, "whole.most >= gain", True),
    (TWO, "whole.gain = 20 or whole.most < 10 or not (whole.most < 10 and gain > 5)", True),
    (TWO, "case gain = 10 -> whole.gain >= 10 else -> whole.gain <= 10", True),
    ("stake 20, pay 20, collect 20", "before = 20", True),
    ("stake 20", "open = 20", True),
    ("stake 20", "before = 20", None),
]


def _csv(moves: str) -> str:
    rows = [HEAD]
    for move in moves.split(", "):
        named, *rest = move.split(" ")
        kind, _, player = named.partition(":")
        amount, reason = [*rest, "", ""][:2]
        reason = reason or ("other" if kind == "stake_refuse" else "")
        rows.append(f"{kind},1,1,{player or 'ann'},main,,{amount},{reason}")
    return "\n".join(rows) + "\n"


@pytest.mark.parametrize(("moves", "question", "expected"), CASES)
def test_a_question_is_answered_in_every_story(
    moves: str, question: str, expected: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = compiled(RULES.format(question=question))
    assert program is not None
    log = log_of(_csv(moves), program, ("pay", "collect", "stake"))
    (tally,) = replay(program, log, None)
    told = {
        "compliant": tally.compliant,
        "violated": len(tally.violations),
        "not verifiable": sum(tally.not_verifiable.values()),
    }
    players = 2 if moves == TWO else 1
    assert told == {name: players * (name == SAYS[expected]) for name in told}
    if "stake ," not in moves:  # an amount that is missing is left to the reference
        monkeypatch.setattr(Recheck, "truths", _asked_in_vain)
    assert differences(program, log) == []


def _asked_in_vain(*_: object) -> None:
    raise AssertionError("columns tell every story")


MOVES = [
    (
        "stake 10, pay 10, give_back 10, collect 10",
        "gain = 10",
        [
            "stake : 10 € (hand → cloth)",
            "pay : 10 € (bank → won)",
            "give_back : 10 € (cloth → hand)",
            "collect : 10 € (won → tray) ; en fin de compte : tray 10 €, bank −10 €",
        ],
    ),
    (
        "stake 10, stake_change 25, stake_refuse 15",
        "whole.gain = 5",
        [
            "stake : 10 € (hand → cloth)",
            "stake_change : 15 € (hand → cloth)",
            "stake_refuse : 15 € (cloth → hand) ; en fin de compte : hand −10 €, cloth 10 €",
        ],
    ),
    # Of two rows that add up each has its own; of what is not known nothing is said.
    (
        "stake 10, stake:bob ",
        "whole.gain = 5",
        [
            "stake : 10 € (hand → cloth) ; en fin de compte : hand −10 €, cloth 10 €",
            "stake : ? ; en fin de compte : hand ?, cloth ?",
        ],
    ),
]


@pytest.mark.parametrize(("moves", "question", "expected"), MOVES)
def test_a_violation_tells_each_move_of_the_row(
    moves: str, question: str, expected: list[str]
) -> None:
    program = compiled(RULES.format(question=question))
    assert program is not None
    program = replace(program, vocabulary=replace(program.vocabulary, labels={}))
    log = log_of(_csv(moves), program, ("pay", "collect", "stake"))
    (tally,) = replay(program, log, None)
    told = [move.said.fr.replace("\u00a0", " ") for move in tally.violations[0].evidence.moves]
    assert told == expected
    assert differences(program, log) == []


def test_a_balance_is_asked_from_an_event_of_the_row() -> None:
    question = "count of stake_refuse where seen.lay = 10 and seen.left = 6"
    rules = RULES.format(question=f"({question}) = 1").replace(
        "rule asked",
        "record seen for each stake_refuse\n  let lay = till.cloth before this\n"
        "  let left = till.cloth at this\nrule asked",
    )
    program = compiled(rules)
    assert program is not None
    log = log_of(_csv("stake 10, stake_refuse 4 late, stake 7"), program, ("pay", "stake"))
    (tally,) = replay(program, log, None)
    assert tally.compliant == 1
    assert differences(program, log) == []


@pytest.mark.parametrize(
    ("question", "compliant"),
    [
        # 10 lie there before the first, and 10 again before the second.
        ("any stake in coup where till.cloth before this = 10", 2),
        ("any stake in coup where till.cloth at this >= 10", 0),
        ("no stake in coup where amount > till.cloth before this", 2),
        ("exactly 2 stake in coup where amount = till.cloth before this", 2),
    ],
)
def test_a_condition_on_others_asks_a_balance_of_the_event_at_hand(
    question: str, compliant: int
) -> None:
    rules = RULES.format(question=question)
    program = compiled(rules.replace("for each till\n  require", "for each give_back\n  require"))
    assert program is not None
    log = log_of(_csv("stake 10, give_back 10, stake 10, give_back 10"), program, ("pay", "stake"))
    (tally,) = replay(program, log, None)
    assert (tally.compliant, len(tally.violations)) == (compliant, 2 - compliant)
    assert differences(program, log) == []


def test_what_is_not_recorded_is_not_known_in_the_end_alone() -> None:
    program = compiled(RULES.format(question="gain = 0 or before >= 0"))
    assert program is not None
    log = log_of(_csv("stake 10, pay 10"), program, ("pay", "stake"))
    (tally,) = replay(program, log, None)
    assert tally.compliant == 1  # what lay there before a payment does not hang on collections
    assert differences(program, log) == []
