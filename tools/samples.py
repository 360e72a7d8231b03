"""The sample logs of the repository, written anew: `python -m tools.samples samples`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from auditor.simulate.bataille.game import Bataille
from auditor.simulate.bataille.play.evening import Ways
from auditor.simulate.inject import Injection, inject_all
from auditor.simulate.protocol import Game, Plan
from auditor.simulate.write import write


@dataclass(frozen=True, slots=True)
class Sample:
    """One log in several shapes, what an audit is to find in it, and the faults put in, if any."""

    folder: str
    name: str
    game: Game
    plan: Plan
    faults: tuple[str, ...] = ()
    endings: tuple[str, ...] = (".csv", ".xlsx")


@dataclass(frozen=True, slots=True)
class Expected:
    """One finding that an audit of the sample is to give, and no other than these.

    It rests on this row first and cites one of these provisions at least.
    """

    row: int
    provisions: tuple[str, ...]
    fault: str


# A stop card placed early keeps the shoes short: more stays behind it than has to.
_BATAILLE: Final = Bataille(Ways(behind=(205, 225), device="shoe", tie_bet=True))
_LATE: Final = datetime(2026, 1, 9, 23, 20)

SAMPLES: Final = (
    Sample("bataille", "lawful", _BATAILLE, Plan(events=700, seed=109, opening=_LATE)),
    Sample(
        "bataille",
        "faulty",
        _BATAILLE,
        Plan(events=2200, seed=7, opening=_LATE),
        faults=(
            "war-cards-out-of-order",
            "war-tied-collected",
            "settled-after-the-war",
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
            "choice-before-the-point",
            "no-burns",
            "four-burns-in-a-later-shoe",
            "backs-four-and-two",
            "unregistered-deck",
            "one-pile",
            "no-player-at-the-count",
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
        ),
    ),
)


def write_samples(folder: Path, samples: Sequence[Sample] = SAMPLES) -> None:
    """Every sample below the folder; what stands there under the same name is replaced."""
    for sample in samples:
        _write(sample, folder / sample.folder)


def _write(sample: Sample, folder: Path) -> None:
    faults = {fault.name: fault for fault in sample.game.faults}
    rows, injected = inject_all(
        sample.game.lawful(sample.plan), [faults[name] for name in sample.faults], sample.plan.seed
    )
    folder.mkdir(parents=True, exist_ok=True)
    for ending in sample.endings:
        write(rows, sample.game.columns, folder / f"{sample.name}{ending}")
    if injected:
        _write_json(injected, folder / f"{sample.name}.injected.json")
    _write_json(expected(injected), folder / f"{sample.name}.expected.json")


def expected(injected: Iterable[Injection]) -> list[Expected]:
    """One finding for each fault, at the row that tells of it, in the order of these rows."""
    found = [Expected(each.rows[0], each.provisions, each.fault) for each in injected]
    return sorted(found, key=lambda each: each.row)


def _write_json(entries: Iterable[Expected | Injection], path: Path) -> None:
    text = json.dumps([asdict(entry) for entry in entries], ensure_ascii=False, indent=2)
    path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_samples(Path(sys.argv[1]))
