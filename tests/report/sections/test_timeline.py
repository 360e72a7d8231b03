"""The timeline as a picture: where things stand on it, and that it is bounded."""

import re
from itertools import pairwise

from auditor.report.labels import Words
from auditor.report.model import Band, Bilingual, Lane, Report, Stretch, Timeline
from auditor.report.sections.timeline import nights, off_the_timeline
from tests.report.evening import changed, evening


def band(start: str, end: str, **more: object) -> Band:
    within = {"table": "A"}
    values = {"ruleset": "r", "within": within, "day": start[:10], "start": start, "end": end}
    return Band.model_validate(values | more)


def drawn(*bands: Band) -> Report:
    return changed(evening(20), timeline=Timeline(bands=bands))


def hours(*bands: Band) -> list[str]:
    [night] = nights(drawn(*bands), Words("fr"))
    return [own.text for own in night.strips[0].middles]


def test_the_clock_shows_parts_of_the_hour_that_can_be_read() -> None:
    # Of 90 minutes every 10; of 8 hours every one; of 20 days every third.
    assert hours(band("2026-01-09T21:04:00", "2026-01-09T22:34:00")) == [
        *("21:10", "21:20", "21:30", "21:40", "21:50"),
        *("22:00", "22:10", "22:20", "22:30"),
    ]
    assert hours(band("2026-01-09T20:30:00+01:00", "2026-01-10T04:30:00+01:00"))[:3] == [
        *("21:00", "22:00", "23:00")
    ]
    assert hours(band("2026-01-01T00:00:00", "2026-01-21T00:00:00"))[:2] == ["01/01", "04/01"]


def test_the_first_and_the_last_moments_there_are_can_be_drawn() -> None:
    assert hours(band("0001-01-01T00:00:00", "9999-12-31T23:59:59"))
    assert hours(band("9999-12-31T23:59:59", "9999-12-31T23:59:59")) == []
    assert hours(band("2026-01-09T21:00:00", "2026-01-09T22:00:00+02:00"))


def test_names_stand_beside_each_other_and_never_one_on_another() -> None:
    said = Bilingual(fr="chef", en="chief")
    stays = [
        Stretch(start=f"2026-01-09T21:{at:02}:00", end=f"2026-01-09T21:{at + 1:02}:30", of=f"N{at}")
        for at in range(50)
    ]
    lane = Lane(name="chief", said=said, column="staff", stretches=tuple(stays), total=50)
    shoes = Lane(name="shoe", said=said, stretches=tuple(stays), total=50)
    own = band("2026-01-09T21:00:00", "2026-01-09T22:00:00", present=(lane,), runs=(shoes,))
    [night] = nights(drawn(own), Words("en"))
    [strip] = night.strips
    lines: dict[float, list[tuple[float, str]]] = {}
    for text in strip.texts:
        lines.setdefault(text.y, []).append((text.x, text.text))
    assert len(lines) == 4  # the table, shoes, the label of the chief, the chiefs
    for line in lines.values():
        ordered = sorted(line)
        for (x, name), (following, _) in pairwise(ordered):
            assert x + 4 * len(name) <= following
    assert len(re.findall("M", strip.lines)) == 50


def test_findings_of_one_moment_are_one_sign_with_their_number() -> None:
    report = evening(20)
    ids = tuple(own.id for own in report.findings)
    times = {own.time for own in report.findings if own.time is not None}
    own = band(min(times), max(times), findings=ids)
    shown = changed(report, timeline=Timeline(bands=(own,)))
    [night] = nights(shown, Words("en"))
    [strip] = night.strips
    assert sorted(number for number, _ in strip.findings) == list(range(1, 21))
    assert 1 <= len(strip.signs) <= 20
    untimed = sum(own.time is None for own in report.findings)
    assert off_the_timeline(shown) == untimed
    assert off_the_timeline(report) == 20
