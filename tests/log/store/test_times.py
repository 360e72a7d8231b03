"""Times that are read from many texts at once are those that each text says."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from threading import Event, Thread

import pytest

from auditor.log.store.times import read_different_times
from auditor.log.store.vector import NAIVE

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def written(random: Random, end: str) -> str:
    parts = (random.randint(0, 9999), random.randint(0, 13), random.randint(0, 32))
    clock = (random.randint(0, 24), random.randint(0, 60), random.randint(0, 60))
    mark = random.choice("T ")
    return "{:04}-{:02}-{:02}".format(*parts) + mark + "{:02}:{:02}:{:02}".format(*clock) + end


@pytest.mark.parametrize("end", ["", "Z", "+02:00", "-11:30"])
def test_a_time_is_the_one_that_its_text_says(end: str) -> None:
    random, read = Random(7), 0
    for _ in range(3000):
        text = written(random, end)
        found = read_different_times([text])
        try:
            wanted = datetime.fromisoformat(text)
        except ValueError:
            assert found is None
            continue
        if found is None:
            assert wanted.year in {1, 9999}
            continue
        assert found.zone is not None
        read += 1
        offset = wanted.utcoffset()
        assert int(found.zone) == (NAIVE if offset is None else offset // timedelta(microseconds=1))
        since = (wanted if offset is not None else wanted.replace(tzinfo=UTC)) - EPOCH
        assert found.data.tolist() == [since // timedelta(microseconds=1)]
    assert read > 1000


def test_a_day_that_no_calendar_has_is_no_time_whatever_other_threads_do() -> None:
    texts = [f"2026-01-09T20:{at // 60 % 60:02}:{at % 60:02}+01:00" for at in range(3600)] * 20
    stop = Event()
    busy = Thread(target=lambda: [sum(range(1000)) for _ in iter(stop.is_set, True)])
    busy.start()
    try:
        for _ in range(20):
            assert read_different_times([*texts, "2026-13-09T20:00:00+01:00"]) is None
    finally:
        stop.set()
        busy.join()
