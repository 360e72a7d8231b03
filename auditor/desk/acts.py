"""Acts of a case: each a row of a chain, of which nothing is changed or taken away.

The hash of an act covers that of the act before it, so that whoever alters one alters all that
follow.  A correction is an act of its own that names the one it corrects.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from auditor.case import AskedAnswer, AskedDecision, AskedWaiver
from auditor.report.render.note import Decision
from auditor.source import Frozen

Kind = Literal[
    "opened",
    "received",
    "withdrawn",
    "read",
    "declared",
    "judged",
    "printed",
    "ticked",
    "answered",
    "upheld",
    "contested",
    "accepted",
    "noted",
    "signed",
    "verified",
]

_SHAPE = """
CREATE TABLE IF NOT EXISTS act (
    number INTEGER PRIMARY KEY, at TEXT NOT NULL, who TEXT NOT NULL, kind TEXT NOT NULL,
    about INTEGER REFERENCES act (number), says TEXT NOT NULL, hash TEXT NOT NULL UNIQUE
);
CREATE TRIGGER IF NOT EXISTS act_stays BEFORE UPDATE ON act
BEGIN SELECT RAISE(ABORT, 'an act is never changed'); END;
CREATE TRIGGER IF NOT EXISTS act_remains BEFORE DELETE ON act
BEGIN SELECT RAISE(ABORT, 'an act is never taken away'); END;
"""
_BEGINNING = "0" * 64
_WAIT = 30.0  # seconds that a second window waits for the first


class Act(Frozen):
    """Something that was done, when and by whom; `about` is the act that it corrects."""

    number: int
    at: str
    who: str
    kind: Kind
    about: int | None
    says: Mapping[str, Any]
    hash: str

    @property
    def row(self) -> tuple[Any, ...]:
        """The act as a row of the file."""
        return (
            *(self.number, self.at, self.who, self.kind, self.about),
            *(_canonical(self.says), self.hash),
        )


class Chain:
    """The acts in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def add(
        self,
        kind: Kind,
        says: Mapping[str, Any],
        *,
        at: datetime,
        who: str = "",
        about: int | None = None,
    ) -> Act:
        """One more act; it is on the disk when this returns."""
        when = at.isoformat(timespec="seconds")
        with self._open() as file:
            file.execute("BEGIN IMMEDIATE")  # a second window waits here, and chains on to this one
            last = file.execute("SELECT number, hash FROM act ORDER BY number DESC").fetchone()
            number, before = (1, _BEGINNING) if last is None else (last[0] + 1, last[1])
            own = _hash(before, number, when, who, kind, about, says)
            act = Act(number, when, who, kind, about, says, own)
            file.execute("INSERT INTO act VALUES (?, ?, ?, ?, ?, ?, ?)", act.row)
            file.execute("COMMIT")
        return act

    def all(self) -> tuple[Act, ...]:
        """Every act, the first one first."""
        with self._open() as file:
            rows = file.execute("SELECT * FROM act ORDER BY number").fetchall()
        return tuple(
            Act(number, at, who, kind, about, json.loads(says), own)
            for number, at, who, kind, about, says, own in rows
        )

    def broken(self) -> int | None:
        """The first act that is not what was written, or that does not follow the one before it; 0
        where the file has another shape, as a view that computes without an end.
        """
        with self._open() as file:
            if _shape_of(file) != _own_shape():
                return 0
        before = _BEGINNING
        for number, act in enumerate(self.all(), start=1):
            own = _hash(before, number, act.at, act.who, act.kind, act.about, act.says)
            if (act.number, act.hash) != (number, own):
                return number
            before = own
        return None

    def dumped(self) -> bytes:
        """The file anew, of these acts alone: the same acts give the same bytes."""
        rows = [own.row for own in self.all()]
        with closing(sqlite3.connect(":memory:")) as file:
            file.executescript(_SHAPE)
            file.executemany("INSERT INTO act VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
            file.commit()
            return file.serialize()

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._path, timeout=_WAIT, isolation_level=None)) as file:
            file.execute("PRAGMA journal_mode = WAL")
            file.execute("PRAGMA synchronous = FULL")
            file.executescript(_SHAPE)
            yield file


def _shape_of(file: sqlite3.Connection) -> list[tuple[str, ...]]:
    return file.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall()


def _own_shape() -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(":memory:")) as file:
        file.executescript(_SHAPE)
        return _shape_of(file)


def _canonical(says: Any) -> str:
    return json.dumps(says, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _hash(before: str, *parts: Any) -> str:
    return sha256(f"{before}\n{_canonical(parts)}".encode()).hexdigest()


# ---- how a case stands by its acts: nothing else is kept of it -----------------------------------


class Exhibit(Frozen):
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


class Acts(Frozen):
    """Some acts, in their order."""

    acts: tuple[Act, ...] = ()

    def of_kind(self, *kinds: Kind) -> list[Act]:
        """The acts of some kinds, the first one first."""
        return [own for own in self.acts if own.kind in kinds]


class Standing(Acts):
    """A case as its acts leave it."""

    @cached_property
    def gone(self) -> set[int | None]:
        """The numbers of the acts that were taken back."""
        return {own.about for own in self.of_kind("withdrawn")}

    @cached_property
    def pieces(self) -> tuple[Exhibit, ...]:
        """The files that were handed over."""
        beside = {
            own.about: own.says["is_beside"]
            for own in self.of_kind("declared")
            if own.says["topic"] == "piece"
        }
        return tuple(
            Exhibit(
                number=act.number,
                **{name: act.says[name] for name in ("file", "name", "sha256", "size")},
                received=act,
                is_withdrawn=act.number in self.gone,
                is_beside=beside.get(act.number, act.says["is_beside"]),
            )
            for act in self.of_kind("received")
        )

    @cached_property
    def declared(self) -> Mapping[str, Act]:
        """The last declaration on each topic: `game`, `reading`, `records`, `case` …"""
        return {own.says["topic"]: own for own in self.of_kind("declared") if own.about is None}

    @property
    def judged(self) -> list[Act]:
        return self.of_kind("judged")

    @property
    def printed(self) -> list[Act]:
        return self.of_kind("printed")

    @property
    def logs(self) -> tuple[Exhibit, ...]:
        """The pieces that are read."""
        return tuple(own for own in self.pieces if not (own.is_withdrawn or own.is_beside))

    @property
    def beside(self) -> tuple[Exhibit, ...]:
        """The pieces that are kept, and not read."""
        return tuple(own for own in self.pieces if own.is_beside and not own.is_withdrawn)

    @property
    def letter(self) -> Exhibit | None:
        """The piece by which the casino confirms what its system always records."""
        piece = self.said("records", "piece")
        return next((own for own in self.beside if str(own.number) == piece), None)

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
        says = read[-1].says if (read := self.of_kind("read")) else None
        return says if says is not None and says["basis"] == self.basis else None

    def told(self, name: str) -> Any:
        """The entries of one sort of what was read; none where nothing was."""
        return [] if self.tables is None else self.tables[name]

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
        return [o.number for o in self.of_kind("accepted") if o.number not in self.gone]

    @property
    def last_judged(self) -> Act | None:
        return self.judged[-1] if self.judged else None

    @property
    def is_judged(self) -> bool:
        """Whether the last findings are those of what is declared now."""
        last = self.last_judged
        return last is not None and last.says["asked"] == self.asked


# ---- acts about a finding -----------------------------------------------------------------------
class FindingActs(Acts):
    """The acts about one finding that nobody took back."""

    @property
    def said(self) -> list[Act]:
        """The answers and the decisions."""
        return self.of_kind("answered", *DECISIONS)

    @property
    def last(self) -> dict[str, Act]:
        """The last act of each kind of these."""
        return {own.kind: own for own in self.said}

    @property
    def ticked(self) -> frozenset[str]:
        """The lawful explanations that were ruled out."""
        ticks = self.of_kind("ticked")
        return frozenset(ticks[-1].says["boxes"]) if ticks else frozenset()

    @property
    def answer(self) -> AskedAnswer | None:
        """The last answer of the operator, as a case file has it."""
        act = self.last.get("answered")
        return None if act is None else AskedAnswer(**act.says)

    def decided(self, words: Callable[[str], str]) -> Iterator[AskedDecision]:
        """The ticks, and the last decision, as a case file has them."""
        for own in (*self.of_kind("ticked")[-1:], *self.of_kind("upheld", "contested")[-1:]):
            finding, day = own.says["finding"], datetime.fromisoformat(own.at).date()
            if boxes := own.says.get("boxes"):
                checked = tuple(map(words, boxes))
                yield AskedDecision(finding=finding, checked=checked, author=own.who, day=day)
            elif own.kind != "ticked":
                said = {"finding": finding, "decision": own.kind, "reason": own.says["text"]}
                yield AskedDecision.model_validate({**said, "author": own.who, "day": day})

    @property
    def waiver(self) -> AskedWaiver | None:
        """The last acceptance, as a case file has it."""
        if (act := self.last.get("accepted")) is None:
            return None
        says = {name: own for name, own in act.says.items() if name != "finding"}
        return AskedWaiver(**says, author=act.who)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """All that was decided, the first first."""
        return tuple(
            Decision(own.kind, reason_of(own), own.who, own.at, own.says.get("expires"))
            for own in self.of_kind(*DECISIONS)
        )


DECISIONS: tuple[Kind, ...] = ("upheld", "contested", "accepted")


def reason_of(act: Act) -> str:
    """The words beside an act about a finding."""
    return str(act.says.get("text") or act.says["reason"])


def marks_of(state: Standing) -> dict[str, FindingActs]:
    """The acts about findings, by the ids of these."""
    found: dict[str, list[Act]] = {}
    for act in state.acts:
        if "finding" in act.says and act.number not in state.gone:
            found.setdefault(act.says["finding"], []).append(act)
    return {finding: FindingActs(tuple(own)) for finding, own in sorted(found.items())}
