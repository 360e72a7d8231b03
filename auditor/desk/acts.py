"""Acts of a case: each a row of a chain, of which nothing is changed or taken away.

The hash of an act covers that of the act before it, so that whoever alters one alters all that
follow.  A correction is an act of its own that names the one it corrects.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

Kind = Literal[
    "opened",
    "received",
    "withdrawn",
    "read",
    "declared",
    "judged",
    "printed",
    "ticked",
    "contested",
    "accepted",
    "answered",
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


@dataclass(frozen=True, slots=True)
class Act:
    """Something that was done, when and by whom; `about` is the act that it corrects."""

    number: int
    at: str
    who: str
    kind: Kind
    about: int | None
    says: Mapping[str, Any]
    hash: str


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
            row = (number, when, who, kind, about, _canonical(says), own)
            file.execute("INSERT INTO act VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            file.execute("COMMIT")
        return Act(number, when, who, kind, about, says, own)

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
        rows = [
            (own.number, own.at, own.who, own.kind, own.about, _canonical(own.says), own.hash)
            for own in self.all()
        ]
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
