"""Named faults of boule (article 47)."""

from __future__ import annotations

from typing import Final

from auditor_simulators.common.integrity import integrity_faults
from auditor_simulators.common.places import fault
from auditor_simulators.protocol import Fault
from auditor_simulators.wheel.faults import boule_minimum as minimum
from auditor_simulators.wheel.faults import settlement as settling
from auditor_simulators.wheel.faults.device import result_out_of_range, wrong_layout
from auditor_simulators.wheel.faults.edits import at_settlement
from auditor_simulators.wheel.faults.limits import limit_faults
from auditor_simulators.wheel.play.rules import BOULE

FAULTS: Final[tuple[Fault, ...]] = (
    fault("ten-numbers", "47.2", "a device posted with ten numbers").by(
        wrong_layout("numbers", 10)
    ),
    fault("result-out-of-range", "47.2", "a result that is not on the device").by(
        result_out_of_range(10)
    ),
    fault("straight-pays-eight", "47.3-5", "a straight stake paid eight times").by(
        at_settlement(settling.straight(), settling.pays_times(8))
    ),
    fault("straight-unpaid", "47.3-5", "a winning straight stake not paid").by(
        at_settlement(settling.straight(), settling.forgets)
    ),
    fault("even-chance-pays-double", "47.3-5", "an even chance paid twice").by(
        at_settlement(settling.even_won, settling.pays_times(2))
    ),
    fault("even-chance-unpaid", "47.3-5", "a winning even chance not paid").by(
        at_settlement(settling.even_won, settling.forgets)
    ),
    fault("loser-paid", "47.3-5", "a losing stake paid").by(
        at_settlement(settling.lost(never=5), settling.pays_a_loser)
    ),
    fault("unlawful-bet", "47.3-5", "a stake on a dozen").by(
        at_settlement(settling.lost("straight"), settling.renames("dozen"))
    ),
    fault("stake-on-ten", "47.3-5", "a straight stake on a number that does not exist").by(
        at_settlement(settling.lost("straight"), settling.on_number(10))
    ),
    fault("five-saves-odd", "47.6", "on 5, a stake on odd is left to its player").by(
        at_settlement(settling.lost("odd", result=5), settling.forgets)
    ),
    fault("five-pays-low", "47.6", "on 5, a stake on low is paid").by(
        at_settlement(settling.lost("low", result=5), settling.pays_a_loser)
    ),
    fault("loser-given-back", "47.3-5", "a losing stake is collected and handed back").by(
        at_settlement(settling.lost(never=5), settling.gives_back_a_loser)
    ),
    fault("five-given-back", "47.6", "on 5, a stake on odd is collected and handed back").by(
        at_settlement(settling.lost("odd", result=5), settling.gives_back_a_loser)
    ),
    fault("winner-taken-for-lost", "47.3-5 47.14", "a winning stake collected instead of paid").by(
        at_settlement(settling.won, settling.takes_for_lost)
    ),
    fault("winner-collected", "47.14", "the stake of a winner is collected").by(
        at_settlement(settling.won, settling.collects_a_winner)
    ),
    fault(
        "number-taken-for-lost",
        "47.3-5 47.14",
        "a stake on the number that came is collected instead of paid",
    ).by(at_settlement(settling.straight(), settling.takes_for_lost)),
    fault(
        "number-paid-and-collected",
        "47.14",
        "a stake on the number that came is paid, and collected",
    ).by(at_settlement(settling.straight(), settling.collects_a_winner)),
    fault("minimum-too-low", "47.15", "a table opened at half the authorised minimum").by(
        minimum.minimum_too_low
    ),
    fault(
        "doubled-not-exactly", "47.15 47.16", "a minimum of one and a half times the authorised"
    ).by(minimum.doubled_not_exactly),
    fault(
        "doubled-left-alone", "47.16", "the last table at the authorised minimum closes early"
    ).by(minimum.doubled_left_alone),
    fault(
        "hand-over-with-gap",
        "47.16",
        "one table at the authorised minimum closes before the next opens",
    ).by(minimum.hand_over_with_gap),
    fault(
        "doubled-opens-first", "47.16", "a doubled table opens before any at the authorised minimum"
    ).by(minimum.doubled_opens_first),
    fault(
        "doors-long-before",
        "47.16",
        "the house opens long before its first table, on a day with a doubled one",
    ).by(minimum.doors_long_before),
    fault("doubled-comes-down", "47.16", "a doubled minimum comes back down within the season").by(
        minimum.doubled_comes_down
    ),
    *limit_faults(BOULE),
    *integrity_faults(minimum.may_close),
)
