"""How a case stands, by its acts: nothing else is kept of it, and nothing is worked out twice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from auditor.desk.acts import Act


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A file that was handed over, and whether it was taken back."""

    number: int
    file: str
    name: str
    sha256: str
    size: int
    received: Act
    is_withdrawn: bool = False
    is_beside: bool = False
    """Kept with the case, and not read as a log: a letter, a scan."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A case as its acts leave it."""

    acts: tuple[Act, ...] = ()
    pieces: tuple[Exhibit, ...] = ()
    declared: Mapping[str, Act] = field(default_factory=dict)
    """The last declaration on each topic: `game`, `reading`, `records`, `case` …"""
    read: Act | None = None
    judged: tuple[Act, ...] = ()
    printed: tuple[Act, ...] = ()

    @property
    def logs(self) -> tuple[Exhibit, ...]:
        """The pieces that are read."""
        return tuple(own for own in self.pieces if not (own.is_withdrawn or own.is_beside))

    def said(self, topic: str, name: str, otherwise: Any = None) -> Any:
        """The last declaration; `otherwise` where nobody has."""
        act = self.declared.get(topic)
        return otherwise if act is None else act.says.get(name, otherwise)

    @property
    def who(self) -> str:
        """Who works on the case."""
        return str(self.said("who", "name", ""))

    @property
    def basis(self) -> dict[str, Any]:
        """All that a reading rests on: the same gives the same tables."""
        return {
            "logs": [own.sha256 for own in self.logs],
            "rules": self.said("game", "rules"),
            "answers": self.said("reading", "answers", {}),
        }

    @property
    def tables(self) -> Mapping[str, Any] | None:
        """The tables that were read, where it is of these pieces as they are to be read."""
        is_current = self.read is not None and self.read.says["basis"] == self.basis
        return self.read.says if self.read is not None and is_current else None

    @property
    def asked(self) -> dict[str, Any]:
        """All that the outcome of an audit rests on, beside the program."""
        topics = {
            name: own.number for name, own in self.declared.items() if name not in ("who", "report")
        }
        return {**self.basis, "declared": topics, "accepted": self.accepted}

    @property
    def accepted(self) -> list[int]:
        """The acts by which findings are accepted for a time, and that nobody took back."""
        gone = {own.about for own in self.acts if own.kind == "withdrawn"}
        return [o.number for o in self.acts if o.kind == "accepted" and o.number not in gone]

    @property
    def last_judged(self) -> Act | None:
        return self.judged[-1] if self.judged else None

    @property
    def is_judged(self) -> bool:
        """Whether the last findings are those of what is declared now."""
        last = self.last_judged
        return last is not None and last.says["asked"] == self.asked


def standing(acts: Iterable[Act]) -> Standing:
    """The case that these acts leave."""
    every = tuple(acts)
    pieces: dict[int, Exhibit] = {}
    declared: dict[str, Act] = {}
    kinds: dict[str, list[Act]] = {}
    for act in every:
        kinds.setdefault(act.kind, []).append(act)
        if act.kind == "declared" and act.about is None:
            declared[act.says["topic"]] = act
    gone = {act.about for act in kinds.get("withdrawn", ())}
    beside = {
        act.about: act.says["is_beside"]
        for act in every
        if act.kind == "declared" and act.says["topic"] == "piece"
    }
    for act in kinds.get("received", ()):
        says = act.says
        pieces[act.number] = Exhibit(
            number=act.number,
            file=says["file"],
            name=says["name"],
            sha256=says["sha256"],
            size=says["size"],
            received=act,
            is_withdrawn=act.number in gone,
            is_beside=beside.get(act.number, says["is_beside"]),
        )
    read = kinds.get("read", [])
    return Standing(
        acts=every,
        pieces=tuple(pieces.values()),
        declared=declared,
        read=read[-1] if read else None,
        judged=tuple(kinds.get("judged", ())),
        printed=tuple(kinds.get("printed", ())),
    )
