"""Both engines over the same rules and the same log: where they do not say the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from auditor.authoring.review import INCOMPLETE, reviewed
from auditor.engine import partition as parts
from auditor.engine.run import Replay
from auditor.judge.replay import replay
from auditor.judge.verdict import ALL, Evidence, Tally, Verdict
from auditor.language.core import Program
from auditor.language.resolve.load import load
from auditor.log.csv.text_rows import read_csv
from auditor.log.event import Event, Log
from auditor.log.store import memory
from auditor.log.store.columns_of_tables import Everything, assemble
from auditor.log.store.typed_rows import columns_of
from auditor.values import Value

AS_IF_LARGE = (
    (parts, "TARGET", 4),  # events of one part
    (memory, "BLOCK", 3),  # events that are numbered at once
)
"""What makes of a small log one that is judged as a large one is."""


LEFT = INCOMPLETE | {f"E50{number}" for number in range(3, 10)}
"""What may be wrong with a random rule: the engines must agree on what it says for nothing too."""


def compiled(text: str, name: str = "eq") -> Program | None:
    """The program of a rule file, None where it has errors.

    What a rule says for nothing is left in it: the engines must agree on that too.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.rules"
        path.write_text(text, "utf-8")
        program, found = reviewed(load(path))
        wrong = any(own.level == "error" and own.code not in LEFT for own in found)
        return None if wrong else program


def log_of(
    csv: str, program: Program, records: Sequence[str] | Everything, *, whole: bool = False
) -> Log:
    """A log as its rows stand; of a `whole` one rows may be found to be missing or out of place."""
    table = read_csv(csv.encode(), "log.csv", "")
    return assemble([table], program.vocabulary, records, whole=whole)


def differences(program: Program, log: Log, params: dict[str, Value] | None = None) -> list[str]:
    """What the engines do not agree on: with the log whole, and with the log in parts."""
    bits: dict[int, int] = {}
    try:
        wanted = replay(program, log, params, payments=bits)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a defect to be told
        return [f"reference: {type(error).__name__}: {error}"]
    found = list(_against(wanted, bits, program, log, params))
    if found:
        return [f"whole: {said}" for said in found]
    with pytest.MonkeyPatch.context() as context:
        for module, name, value in AS_IF_LARGE:
            context.setattr(module, name, value)
        found = list(_against(wanted, bits, program, log, params))
    return [f"in parts: {said}" for said in found]


def _against(
    wanted: Sequence[Tally],
    bits: dict[int, int],
    program: Program,
    log: Log,
    params: dict[str, Value] | None,
) -> Iterator[str]:
    try:
        replayed = Replay(program, columns_of(log, program.vocabulary), params or {}, ALL)
        got = replayed.tallies()[0]
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a defect to be told
        yield f"{type(error).__name__}: {error}"
        return
    for want, own in zip(wanted, got, strict=True):
        yield from differing(want, own)
    marks: dict[int, int] = {}
    for place, bit in zip(replayed.payments.places, replayed.payments.bits, strict=True):
        marks[int(place)] = marks.get(int(place), 0) | int(bit)
    if marks != bits:
        yield f"payments {marks}, not {bits}"


def differing(want: Tally, got: Tally) -> Iterator[str]:
    """Where two tallies of one rule differ, one line for each part."""
    name = want.rule.name
    for part in ("compliant", "not_applicable"):
        one, other = getattr(want, part), getattr(got, part)
        if one != other:
            yield f"{name}: {part} {one}, not {other}"
    one, other = list(want.not_verifiable.items()), list(got.not_verifiable.items())
    if one != other:
        yield f"{name}: not verifiable {_said(want)}, not {_said(got)}"
    if len(want.violations) != len(got.violations):
        yield f"{name}: {len(want.violations)} violations, not {len(got.violations)}"
        return
    for verdict, again in zip(want.violations, got.violations, strict=True):
        if plain(verdict) != plain(again):
            yield f"{name}: {plain(verdict)}, not {plain(again)}"


def _said(tally: Tally) -> str:
    said = [
        f"{count} × {', '.join(f'{reason.cause} {reason.subject}' for reason in reasons)}"
        for reasons, count in tally.not_verifiable.items()
    ]
    return "; ".join(said) or "none"


def plain(verdict: Verdict) -> tuple[object, ...]:
    """All that a violation says, as values."""
    return verdict.subject, verdict.place, *_evidence(verdict.evidence)


def _evidence(evidence: Evidence) -> tuple[object, ...]:
    parts = [(part.text, part.value, _events(part.events)) for part in evidence.parts or ()]
    return evidence.expected, evidence.found, parts, _events(evidence.events), evidence.names


def _events(events: Sequence[Event]) -> list[tuple[object, ...]]:
    return [(event.place, event.kind, dict(event.values), event.row.number) for event in events]
