"""The ledger of a log: how many of its rows were read, and which were set aside."""

from __future__ import annotations

from dataclasses import dataclass

from auditor.engine.store.vector import Ints
from auditor.log.event import Input, Log, SetAside
from auditor.log.merge_files import NO_INSTANTS, Instants


@dataclass(frozen=True, slots=True)
class Ledger:
    """The rows that were read and set aside, and the establishments that the log names.

    `log` holds the events where they are in memory; else `headers` are those of the tables in the
    canonical shape, and `row_of` numbers the row of each event where a row may be several.
    `instants` are those of the log.
    """

    inputs: tuple[Input, ...]
    set_aside: tuple[SetAside, ...]
    casinos: tuple[str, ...]
    log: Log | None
    headers: tuple[tuple[str, ...], ...]
    row_of: Ints | None = None
    instants: Instants = NO_INSTANTS


def ledger_of(log: Log) -> Ledger:
    """The ledger of a log whose events are in memory."""
    named = {event.values.get("casino") for event in log.events}
    casinos = sorted(str(name) for name in named if name is not None)
    return Ledger(log.inputs, log.set_aside, tuple(casinos), log, (), instants=log.instants)
