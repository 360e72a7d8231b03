"""A log is cut into parts of whole sessions, also where some session is always under way."""

from pathlib import Path

import numpy as np
import pytest

import auditor.engine.partition
from auditor.engine.locality import Reaches
from auditor.engine.partition import cut, part_of
from auditor.engine.store.columns import columns_of
from auditor.log.assemble import Everything, assemble
from auditor.log.files.discover import found_files, read_found
from auditor.request import ruleset

BOULE = ruleset("boule")


def test_sessions_that_overlap_are_whole_in_their_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ["time,casino,season,session,table,coup,event"]
    for at in range(300):  # the sessions of the north change every sixty rows, those of the south
        casino = ("nord", "sud")[at % 2]  # half-way between
        session = (at + 30 * (at % 2)) // 60
        lines.append(f"2026-01-09T{at // 60:02}:{at % 60:02}:00,{casino},2026,{session},B1,1,spin")
    log = tmp_path / "log.csv"
    log.write_text("\n".join(lines) + "\n", "utf-8")
    events = assemble(read_found(found_files([log]))[0], BOULE.vocabulary, Everything())
    columns = columns_of(events, BOULE.vocabulary)
    monkeypatch.setattr(auditor.engine.partition, "TARGET", 50)

    found = cut(BOULE, columns, Reaches(BOULE))

    assert found.fields == {"casino", "season", "session"}
    parts = [part_of(columns, rows).places for rows in found.parts]
    assert len(parts) > 3
    assert sorted(np.concatenate(parts).tolist()) == list(range(300))
    assert all((np.diff(part) > 0).all() for part in parts)
    whose = [
        {(events.events[at].values["casino"], events.events[at].values["session"]) for at in part}
        for part in parts
    ]
    assert sum(map(len, whose)) == len(set().union(*whose)) == 11
