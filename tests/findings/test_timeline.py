"""The timeline of a report: what each table shows along the clock, in small."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.audit import Audit, audit_log, read_log
from auditor.findings import timeline
from auditor.report.model import Band
from auditor.report.render.html import html_text
from auditor.report.render.json import json_bytes

HEADER = "time,casino,season,session,table,shoe,coup,event,staff,seat,player,bet,amount\n"
# Shoe 1 of table A is missing its coups 2 and 3; its clock goes back five minutes; the croupier Zoé
# is relieved without a word of Yann's leaving.  Table B has one coup, of the same session, and the
# session opens the day before any table does.
EVENING = HEADER + "".join(
    f"{time},C,S,N,{rest}\n"
    for time, rest in (
        ("2026-01-09T23:50:00", ",,,house_open,,,,,"),
        ("2026-01-10T00:00:00", "A,,,table_open,,,,,"),
        ("2026-01-10T00:00:00", "A,1,,croupier_arrive,Zoé,,,,"),
        ("2026-01-10T00:10:00", "A,1,1,bets_open,,,,,"),
        ("2026-01-10T00:20:00", "B,,,table_open,,,,,"),
        ("2026-01-10T00:21:00", "B,1,1,bets_open,,,,,"),
        ("2026-01-10T00:30:00", "A,1,,croupier_leave,Zoé,,,,"),
        ("2026-01-10T00:30:00", "A,1,,croupier_arrive,Yann,,,,"),
        ("2026-01-10T00:40:00", "A,1,4,bets_open,,,,,"),
        ("2026-01-10T00:35:00", "A,1,4,no_more_bets,,,,,"),
        ("2026-01-10T01:00:00", "A,2,1,bets_open,,,,,"),
    )
)


def audited(text: str, folder: Path, *, rules: str = "bataille", key: bytes | None = None) -> Audit:
    (folder / "log.csv").write_text(text)
    reading = read_log([folder / "log.csv"])
    return audit_log(reading, rules=rules, records="all", key=key)


def bands(text: str, folder: Path) -> tuple[Band, ...]:
    found = audited(text, folder).report.timeline
    return () if found is None else found.bands


def test_of_an_hour_in_240_parts_coups_begin_after_10_40_and_60_minutes(tmp_path: Path) -> None:
    """`audits/tables.txt` has the rest of the band."""
    one, _ = bands(EVENING, tmp_path)
    assert [at for at, count in enumerate(one.coups) if count] == [40, 160, 239]


def test_each_finding_of_a_table_is_on_its_band(tmp_path: Path) -> None:
    report = audited(EVENING, tmp_path).report
    assert report.timeline is not None
    for band in report.timeline.bands:
        table = band.within["table"]
        wanted = [own.id for own in report.findings if own.subject.table == table]
        assert list(band.findings) == wanted
    assert any(band.findings for band in report.timeline.bands)


def test_where_there_is_no_room_the_bands_with_findings_come_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = bands(EVENING, tmp_path)
    monkeypatch.setattr(timeline, "MOST_BANDS", 1)
    found = audited(EVENING, tmp_path).report.timeline
    assert found is not None
    assert [bool(own.findings) for own in found.bands] == [True]
    assert found.left_out == 1
    assert found.left_out_with_findings == sum(bool(own.findings) for own in before) - 1


def test_people_have_pseudonyms_on_it(tmp_path: Path) -> None:
    report = audited(EVENING, tmp_path, key=b"key").report
    assert report.timeline is not None
    text = json_bytes(report).decode() + html_text(report)
    assert "Zoé" not in text
    assert "Yann" not in text
    names = {
        own.of for band in report.timeline.bands for lane in band.present for own in lane.stretches
    }
    assert sum(str(name).startswith("E-") for name in names) == 2


def test_a_log_without_times_has_none_and_the_report_says_so(tmp_path: Path) -> None:
    text = "\n".join("," + line.partition(",")[2] for line in EVENING.splitlines()[1:])
    report = audited(HEADER + text, tmp_path).report
    assert report.timeline is None
    assert "aucune ligne d’une table ne porte d’heure" in html_text(report, "fr")


def test_times_with_and_without_a_zone_and_marks_in_names_are_drawn(tmp_path: Path) -> None:
    name = "<script>alert(1)</script>"
    rows = (
        f"2026-01-09T21:00:00,C,S,N,{name},1,,table_open,,,,,\n"
        f"2026-01-09T21:30:00+01:00,C,S,N,{name},1,1,bets_open,,,,,\n"
        f"9999-12-31T23:59:59,C,S,N,{name},1,3,bets_open,,,,,\n"
    )
    report = audited(HEADER + rows, tmp_path).report
    assert report.timeline is not None
    assert [own.within["table"] for own in report.timeline.bands] == [name]
    assert name not in html_text(report)
