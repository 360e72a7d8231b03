"""A sample log, its faults, and the record of what an audit is to find in it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from auditor_simulators.inject import Injection, inject_all
from auditor_simulators.protocol import Game, Plan
from auditor_simulators.write import write


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


def write_samples(folder: Path, samples: Iterable[Sample]) -> None:
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
