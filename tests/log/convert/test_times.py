"""Times of a day, an hour and an offset, each read once, are those that are read whole."""

from datetime import timedelta
from random import Random

import pytest

from auditor.log.convert.cells import Clock
from auditor.log.convert.conventions import CellPlace, ColumnTexts, Conventions, conclude
from auditor.log.convert.written import telling

DAYS = ("2026-01-09", "09/01/2026", "13/01/2026", "01/31/2026", "31.12.2025", "30-02-2026",
        "2026-02-30", "1/2/26")  # fmt: skip
CLOCKS = ("00:00:00", "05:59:59", "06:00:00", "21:05:12", "23:59:60", "24:00:00", "21:05", "21h05")
OFFSETS = ("", "", "Z", "+01:00", "-00:00", "+99:00", "+0100", " UTC", ".5")


def texts(random: Random, count: int) -> list[str]:
    return [
        random.choice(DAYS) + random.choice("T  ") + random.choice(CLOCKS) + random.choice(OFFSETS)
        for _ in range(count)
    ]


@pytest.mark.parametrize("order", [None, "dmy", "mdy"])
@pytest.mark.parametrize("begins", [None, timedelta(hours=6)])
def test_a_time_is_the_moment_of_its_cell(order: object, begins: timedelta | None) -> None:
    conventions = Conventions(order=order)  # type: ignore[arg-type]  # one of the orders
    clock = Clock(conventions, begins)
    read = 0
    for text in texts(Random(1), 3000):
        moment = Clock(conventions, begins).moment([text])
        assert clock.written(text) == (None if moment is None else moment.isoformat()), text
        read += moment is not None
    assert read > 500


def test_few_times_tell_what_all_of_them_tell() -> None:
    different = set()
    for seed in range(300):
        random = Random(seed)
        every = texts(random, random.choice((1, 3, 30)))
        every += random.choices(("46031.5", "1767992400", "30/02/2026 21:05:12"), k=seed % 9)
        rows = {text: row for row, text in reversed([*enumerate(every)])}
        found = []
        for own in (rows, telling(rows)):
            times = {text: CellPlace(row, "time") for text, row in own.items()}
            found.append(conclude(ColumnTexts(times=times), Conventions(), "canonical"))
        assert found[0] == found[1], every
        different.add(found[0][0].order)
    assert different == {None, "dmy", "mdy"}
