"""The timeline of a report: what each table shows along the clock, in small."""

from pathlib import Path

import pytest

from auditor.audit import Audit, audit_log, read_log
from auditor.findings import timeline
from auditor.report.model import Band
from tests.tables import table

HEADER = "time,casino,season,session,table,shoe,coup,event,staff,seat,player,bet,amount\n"
# Shoe 1 of table A is missing its coups 2 and 3; its clock goes back five minutes; the croupier Zoé
# is relieved without a word of Yann's leaving.  Table B has one coup, of the same session, and the
# session opens the day before any table does.
EVENING = HEADER + "".join(f"{time},C,S,N,{rest}\n" for time, rest in table(__file__, "Evening"))


def audited(text: str, folder: Path) -> Audit:
    (folder / "log.csv").write_text(text)
    reading = read_log([folder / "log.csv"])
    return audit_log(reading, rules="bataille", records="all")


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
