"""What became of the rows of a log."""

from __future__ import annotations

from dataclasses import dataclass

from auditor.log.event import Input, Log, SetAside


@dataclass(frozen=True, slots=True)
class Ledger:
    """What became of the rows of a log, and the establishments that it names.

    `log` holds the events where they are in memory; else `headers` are those of the tables.
    """

    inputs: tuple[Input, ...]
    set_aside: tuple[SetAside, ...]
    casinos: tuple[str, ...]
    log: Log | None
    headers: tuple[tuple[str, ...], ...]


def ledger_of(log: Log) -> Ledger:
    """The ledger of a log whose events are in memory."""
    named = {event.values.get("casino") for event in log.events}
    casinos = sorted(str(name) for name in named if name is not None)
    return Ledger(log.inputs, log.set_aside, tuple(casinos), log, ())
