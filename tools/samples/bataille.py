"""Sample logs of bataille at the casino."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from auditor_simulators.bataille.game import dealt
from auditor_simulators.bataille.table import Choices
from auditor_simulators.protocol import Plan
from tools.samples.sample import Sample

# A stop card placed early keeps the shoes short: more stays behind it than has to.
_BATAILLE: Final = dealt(Choices(behind=(205, 225), device="shoe", tie_bet=True))
_LATE: Final = datetime(2026, 1, 9, 23, 20)

SAMPLES: Final = (
    Sample("bataille", "lawful", _BATAILLE, Plan(events=700, seed=109, opening=_LATE)),
    Sample(
        "bataille",
        "faulty",
        _BATAILLE,
        Plan(events=2200, seed=7, opening=_LATE),
        faults=(
            "war-stake-raised",
            "war-tied-collected",
            "war-stake-too-late",
            "war-settled-before-its-cards",
            "war-won-paid-twofold",
            "war-lost-extra-kept",
            "two-burns-in-war",
            "surrender-in-full",
            "tie-bet-paid-11-to-1",
            "vacant-spot-not-agreed",
            "hand-over-maximum",
            "standing-stake-without-chief",
            "tie-bet-over-maximum",
            "tie-bet-lost-and-paid",
            "wrong-point",
            "no-burns",
            "four-burns-in-a-later-shoe",
            "backs-four-and-two",
            "unregistered-deck",
            "one-pile",
            "deck-changed-unseen",
            "hand-above-spots",
            "stake-under-minimum",
            "late-stake",
            "stake-on-credit",
            "foreign-croupier",
            "deals-out-of-order",
            "dealer-two-cards",
            "joker-dealt",
            "winner-paid-wrongly",
            "loser-not-collected",
            "settled-left-to-right",
            "pay-without-stake",
            "row-twice",
            "time-goes-back",
            "coup-skipped",
            "card-out-of-order",
            "no-player-at-the-count",
        ),
    ),
)
