"""Sample logs of the wheels, of punto banco and of the parlour games."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from auditor_simulators.parlour import games as parlour
from auditor_simulators.parlour.games import ParlourGame
from auditor_simulators.parlour.variant import Short
from auditor_simulators.protocol import Plan
from auditor_simulators.punto_banco.game import GAME as PUNTO_BANCO
from auditor_simulators.wheel.house import BOULE, VINGT_TROIS
from tools.samples.sample import Sample

_CSV: Final = (".csv",)

_CASINO: Final = (
    Sample("boule", "lawful", BOULE, Plan(600, seed=1, sessions=3, tables=3)),
    Sample(
        "boule",
        "faulty",
        BOULE,
        Plan(1500, seed=2, casinos=2, sessions=4, tables=3),
        faults=(
            "doubled-left-alone",
            "doubled-comes-down",
            "straight-maximum-varies",
            "five-saves-odd",
            "straight-pays-eight",
            "over-maximum-in-two-stakes",
            "refused-within-maximum",
            "stake-under-minimum",
            "winner-collected",
            "unlawful-bet",
            "result-out-of-range",
            "paid-without-stake",
        ),
    ),
    Sample("vingt-trois", "lawful", VINGT_TROIS, Plan(600, seed=1, sessions=3, tables=2)),
    Sample(
        "vingt-trois",
        "faulty",
        VINGT_TROIS,
        Plan(1500, seed=2, sessions=3, tables=2),
        faults=(
            "same-direction",
            "same-direction-across-sessions",
            "thirteen-saves-red",
            "late-stake-paid",
            "late-stake-accepted",
            "announced-after-spin",
            "low-number-pays-eleven",
            "middle-number-pays-twelve",
            "high-number-pays-eleven",
            "colour-pays-double",
            "unlawful-bet",
            "over-maximum-in-two-stakes",
            "coup-missing",
        ),
    ),
    Sample("punto-banco", "lawful", PUNTO_BANCO, Plan(600, seed=1)),
    Sample(
        "punto-banco",
        "faulty",
        PUNTO_BANCO,
        Plan(1500, seed=2, sessions=2),
        faults=(
            "draws-against-natural",
            "player-stands",
            "player-draws-wrongly",
            "banker-stands-wrongly",
            "banker-by-the-total",
            "deal-order",
            "wrong-score",
            "wrong-winner",
            "player-pays-double",
            "commission-missing",
            "commission-of-four",
            "tie-pays-nine",
            "push-collected",
            "ninth-copy",
        ),
    ),
)


def _pair(game: ParlourGame, seed: int, faulty_seed: int, *faults: str) -> tuple[Sample, Sample]:
    """A lawful log of one short game, and one with the faults, each in a game of its own."""
    quick = replace(game, longest=80)
    ending_in_pat = game.variant.short is not Short.OUT
    games = len(faults) + (4 if ending_in_pat else 1)
    return (
        Sample(game.name, "lawful", quick, Plan(1, seed), endings=_CSV),
        Sample(game.name, "faulty", quick, Plan(1, faulty_seed, sessions=games), faults, _CSV),
    )


_PARLOUR: Final = (
    *_pair(
        parlour.FAMILIALE,
        1,
        2,
        "out-of-order",
        "wrong-winner",
        "tie-without-face-down",
        "untied-player-joins",
        "card-lost",
        "end-too-early",
        "taken-in-other-order",
    ),
    *_pair(parlour.ADDITIONS, 1, 2, "ace-high", "tie-with-one-face-down"),
    *_pair(parlour.SPEED, 1, 2, "lowest-kept", "wrong-discard"),
    *_pair(parlour.CLONES, 1, 2, "ten-among-pictures", "wrong-winner"),
    *_pair(parlour.SANS_CARTE_CACHEE, 1, 2, "tie-with-face-down"),
    *_pair(parlour.JOKERS, 1, 2, "joker-beaten"),
    *_pair(parlour.JOKERS_COURTE, 1, 2, "plays-on"),
    *_pair(parlour.COULEURS, 1, 2, "mixed-colours", "out-of-order"),
    *_pair(parlour.PAT, 1, 2, "pat-ignored"),
    *_pair(parlour.PAT_RECHARGE, 5, 10, "refill-too-much"),
    *_pair(parlour.PAYANTE, 1, 2, "gift-missing", "gift-from-below"),
    *_pair(parlour.OUVERTE, 1, 2, "card-not-held"),
    *_pair(parlour.SANS_CARTE_CACHEE_JOKERS, 1, 2, "tie-with-face-down"),
)

SAMPLES: Final = (*_CASINO, *_PARLOUR)
