"""Sample logs of the wheels, of punto banco and of the parlour games."""

from __future__ import annotations

from typing import Final

from auditor_simulators.catalogue import game
from auditor_simulators.parlour.games import played
from auditor_simulators.parlour.variant import VARIANTS, Short
from auditor_simulators.protocol import Plan
from tools.samples.sample import Sample

_CSV: Final = (".csv",)

_CASINO: Final = (
    Sample("boule", "lawful", game("boule"), Plan(600, seed=1, sessions=3, tables=3)),
    Sample(
        "boule",
        "faulty",
        game("boule"),
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
    Sample("vingt-trois", "lawful", game("vingt-trois"), Plan(600, seed=1, sessions=3, tables=2)),
    Sample(
        "vingt-trois",
        "faulty",
        game("vingt-trois"),
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
    Sample("punto-banco", "lawful", game("punto-banco"), Plan(600, seed=1)),
    Sample(
        "punto-banco",
        "faulty",
        game("punto-banco"),
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


def _pair(name: str, seed: int, faulty_seed: int, *faults: str) -> tuple[Sample, Sample]:
    """A lawful log of one short game, and one with the faults, each in a game of its own."""
    [variant] = [own for own in VARIANTS if own.name == name]
    games = len(faults) + (4 if variant.short is not Short.OUT else 1)
    quick = played(variant, longest=80)
    return (
        Sample(name, "lawful", quick, Plan(1, seed), endings=_CSV),
        Sample(name, "faulty", quick, Plan(1, faulty_seed, sessions=games), faults, _CSV),
    )


_PARLOUR: Final = (
    *_pair(
        "bataille-familiale",
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
    *_pair("bataille-additions", 1, 2, "ace-high", "tie-with-one-face-down"),
    *_pair("bataille-speed", 1, 2, "lowest-kept", "wrong-discard"),
    *_pair("bataille-clones", 1, 2, "ten-among-pictures", "wrong-winner"),
    *_pair("bataille-sans-carte-cachee", 1, 2, "tie-with-face-down"),
    *_pair("bataille-jokers", 1, 2, "joker-beaten"),
    *_pair("bataille-jokers-courte", 1, 2, "plays-on"),
    *_pair("bataille-couleurs", 1, 2, "mixed-colours", "out-of-order"),
    *_pair("bataille-pat", 1, 2, "pat-ignored"),
    *_pair("bataille-pat-recharge", 5, 10, "refill-too-much"),
    *_pair("bataille-payante", 1, 2, "gift-missing", "gift-from-below"),
    *_pair("bataille-ouverte", 1, 2, "card-not-held"),
    *_pair("bataille-sans-carte-cachee-jokers", 1, 2, "tie-with-face-down"),
)

SAMPLES: Final = (*_CASINO, *_PARLOUR)
