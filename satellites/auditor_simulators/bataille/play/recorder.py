"""The hand that writes the log of one table: time runs on, each event becomes a row."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final

from auditor_simulators.common.clock import iso
from auditor_simulators.protocol import Row

COLUMNS: Final = (
    *("time", "casino", "season", "session", "table", "shoe", "coup", "game", "event", "staff"),
    *("minimum", "maximum", "spots", "tie_bet", "tie_minimum", "tie_maximum"),
    *("seat", "player", "standing", "bet", "amount", "form", "agreed", "reason"),
    *("deck", "back", "cards", "condition", "registered"),
    *("pile", "shuffles", "cuts", "by", "behind", "device", "device_id", "approved"),
    *("to", "card", "face", "text", "choice", "part", "position"),
)


@dataclass(slots=True)
class Recorder:
    """Rows written and not yet handed on, each with its second since 1970."""

    context: Row
    croupier: str
    now: int
    rng: Random
    shoe: str = ""
    coup: str = ""
    fresh: list[tuple[int, Row]] = field(default_factory=list)
    written: int = 0

    def note(self, event: str, **fields: str) -> None:
        """An event in which no employee acts, or one named in the fields."""
        self.now += int(self.rng.random() * 3)
        row = {"time": iso(self.now), **self.context}
        row["shoe"] = self.shoe
        row["coup"] = self.coup
        row["event"] = event
        row.update(fields)
        self.fresh.append((self.now, row))
        self.written += 1

    def act(self, event: str, **fields: str) -> None:
        """An event that is the croupier's doing."""
        self.note(event, staff=self.croupier, **fields)

    def wait(self, shortest: int, longest: int) -> None:
        self.now += shortest + int(self.rng.random() * (longest - shortest + 1))
