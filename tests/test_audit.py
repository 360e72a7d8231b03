"""The library: three calls from files or DataFrames to a report, the same for the same input."""

from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal
from itertools import permutations
from pathlib import Path

import pandas as pd
import pytest

import auditor
from auditor import Audit, CannotAuditError, audit_log, read_log, write_report
from auditor.language.resolve import search_path as places
from auditor.report.render.json import json_bytes, read_json, report_id

RULES = Path(__file__).parent / "rules" / "demo.rules"
HEADER = "time,casino,session,table,shoe,coup,game,event,seat,on,amount,card,result,maximum"


def evening(day: int, burns: int, game: str = "", table: str = "T1") -> list[str]:
    """A shoe of which so many cards are burned, and one stake that is paid."""
    at = f"2026-01-{day:02}T21:00:0"
    here = f"Nord,S{day},{table}"
    return [
        f"{at}0,{here},,,{game},table_open,,,,,,100",
        *[f"{at}1,{here},1,,{game},burn,,,,AS,,"] * burns,
        f"{at}2,{here},1,1,{game},deal,1,,,10H,,",
        f"{at}3,{here},1,1,{game},stake,1,red,12.50,,,",
        f"{at}4,{here},1,1,{game},spin,,,,,red,",
        f"{at}5,{here},1,1,{game},pay,1,,12.50,,,",
    ]


def written(folder: Path, rows: Sequence[str], name: str = "evening.csv") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join((HEADER, *rows)) + "\n", encoding="utf-8")
    return path


def audited(*paths: Path) -> Audit:
    return audit_log(read_log(paths), rules=RULES, records="all")


def rows_of(audit: Audit) -> list[int]:
    return [finding.rows[0].row for finding in audit.findings]


# ---- the same input, the same bytes -------------------------------------------------------------
def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    log = written(tmp_path, evening(9, 4))
    assert json_bytes(audited(log).report) == json_bytes(audited(log).report)


def test_only_the_time_of_the_run_tells_two_runs_apart(tmp_path: Path) -> None:
    reading = read_log(written(tmp_path, evening(9, 4)))
    first, second = (
        audit_log(reading, rules=RULES, started=datetime(2026, 2, day, tzinfo=UTC)).report
        for day in (1, 2)
    )
    assert first != second
    assert report_id(first) == report_id(second)


def test_the_order_in_which_files_are_named_does_not_matter(tmp_path: Path) -> None:
    burned = ((9, 4), (10, 5), (11, 3))
    files = [written(tmp_path, evening(day, burns), f"{day}.csv") for day, burns in burned]
    reports = {json_bytes(audited(*order).report) for order in permutations(files)}
    assert len(reports) == 1


def test_where_the_files_lie_does_not_matter(tmp_path: Path) -> None:
    here, there = (written(tmp_path, evening(9, 4), f"{folder}/log.csv") for folder in "ab")
    assert json_bytes(audited(here).report) == json_bytes(audited(there).report)


# ---- files --------------------------------------------------------------------------------------
def test_files_of_one_name_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    files = [written(tmp_path, evening(day, 5), f"{day}/log.csv") for day in (9, 10)]
    assert [own.file for own in audited(*files).report.inputs] == ["10/log.csv", "9/log.csv"]


def test_a_folder_is_read_whole_and_nothing_else_in_it(tmp_path: Path) -> None:
    written(tmp_path, evening(9, 5), "logs/a.csv")
    written(tmp_path, evening(10, 5), "logs/deep/er/b.csv")
    written(tmp_path, evening(11, 5), "logs/.hidden.csv")
    (tmp_path / "logs" / "notes.txt").write_text("nothing", encoding="utf-8")
    inputs = audited(tmp_path / "logs").report.inputs
    assert [own.file for own in inputs] == ["a.csv", "b.csv"]
    assert "Not read, in the same folder: `notes.txt`." in [note.en for note in inputs[0].notes]


def test_a_link_to_a_folder_is_refused_since_it_may_lead_back(tmp_path: Path) -> None:
    written(tmp_path, evening(9, 5), "logs/a.csv")
    (tmp_path / "logs" / "round").symlink_to(tmp_path / "logs")
    with pytest.raises(CannotAuditError, match=r"logs/round: It is a link to a folder"):
        audited(tmp_path / "logs")


def test_all_that_is_refused_is_said_at_once(tmp_path: Path) -> None:
    empty = tmp_path / "empty.csv"
    empty.touch()
    with pytest.raises(CannotAuditError) as refused:
        audited(empty, tmp_path / "missing.csv", written(tmp_path, evening(9, 5)))
    assert str(refused.value).count("\n\n") == 1
    assert "empty.csv: It is empty" in str(refused.value)
    assert "missing.csv: There is no such file" in str(refused.value)


def test_no_row_is_lost(tmp_path: Path) -> None:
    rows = [*evening(9, 5), "x,Nord,S9,T1,1,1,,stake,1,red,12..5,,,", "a,b", "x,N,S,T,,,,zzz,,,,,,"]
    report = audited(written(tmp_path, rows)).report
    [intake] = report.inputs
    assert (intake.rows_read, intake.rows_evaluated, intake.rows_set_aside) == (13, 10, 3)
    assert [own.row for own in report.set_aside] == [12, 13, 14]
    assert (
        report.set_aside[1].reason == "La ligne compte 2 champs alors que l’en-tête en compte 14."
    )


# ---- DataFrames ---------------------------------------------------------------------------------
def test_a_frame_gives_the_findings_of_its_file(tmp_path: Path) -> None:
    path = written(tmp_path, evening(9, 4))
    from_file = audited(path)
    from_frame = audit_log(read_log(pd.read_csv(path)), rules=RULES, records="all")
    assert [f.id for f in from_frame.findings] == [f.id for f in from_file.findings]
    assert rows_of(from_frame) == rows_of(from_file) == [3]
    assert from_frame.report.inputs[0].file == "DataFrame"


def test_a_frame_of_typed_columns_is_read_exactly() -> None:
    frame = pd.DataFrame(
        {
            "time": [pd.Timestamp("2026-01-09T21:00:00"), pd.NaT],
            "shoe": [1.0, None],
            "amount": [Decimal("12.50"), None],
            "ratio": [0.1, 2e-7],
            "agreed": [True, None],
            "coup": pd.array([3, None], dtype="Int64"),
            "event": ["stake", " burn "],
        }
    )
    [table] = read_log(frame).tables
    assert table.header == ("time", "shoe", "amount", "ratio", "agreed", "coup", "event")
    assert list(table.rows) == [
        (2, ("2026-01-09T21:00:00", "1", "12.50", "0.1", "true", "3", "stake")),
        (3, ("", "", "", "0.0000002", "", "", "burn")),
    ]


def test_levels_of_an_index_that_have_names_are_columns() -> None:
    frame = pd.DataFrame({"session": ["S"], "event": ["burn"]}).set_index("session")
    [table] = read_log(frame).tables
    assert set(table.header) == {"session", "event"}


def test_a_frame_without_events_is_refused() -> None:
    [refused] = read_log(pd.DataFrame({"evnt": ["burn"]})).refusals
    assert "`evnt`" in str(refused.says)


def test_findings_as_a_frame(tmp_path: Path) -> None:
    audit = audited(written(tmp_path, evening(9, 4)))
    frame = audit.to_frame("en")
    assert list(frame["rule"]) == ["demo/five-burned"]
    assert list(frame["message"]) == ["4 cards burned, 5 required"]
    assert list(frame["row"]) == [3]
    assert frame["provisions"][0] == ("1.1",)
    assert list(audited(written(tmp_path, evening(9, 5))).to_frame().columns) == list(frame.columns)


# ---- which rules --------------------------------------------------------------------------------
@pytest.fixture
def two_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of rulesets, `demo` and `other`, in the place of those that are shipped."""
    folder = tmp_path / "rulesets"
    (folder / "vocabulary").mkdir(parents=True)
    words = RULES.parent / "vocabulary" / "demo-table.rules"
    (folder / "vocabulary" / words.name).write_text(words.read_text("utf-8"), "utf-8")
    text = RULES.read_text("utf-8")
    (folder / "demo.rules").write_text(text, "utf-8")
    other = text.replace("ruleset demo", "ruleset other").replace("integer = 5", "integer = 4")
    (folder / "other.rules").write_text(other, "utf-8")
    monkeypatch.setattr(places, "shipped", lambda: folder)
    return folder


@pytest.mark.usefixtures("two_games")
def test_each_game_of_a_log_is_judged_by_its_own_rules(tmp_path: Path) -> None:
    rows = [*evening(9, 4, "demo", "T1"), *evening(9, 4, "other", "T2")]
    audit = audit_log(read_log(written(tmp_path, rows)), records="all")
    assert audit.report.games == ("demo", "other")
    assert [f.rule for f in audit.findings] == ["demo/five-burned"]
    [intake] = audit.report.inputs
    assert (intake.rows_read, intake.rows_set_aside) == (18, 0)


@pytest.mark.usefixtures("two_games")
def test_a_row_without_a_game_is_that_of_its_table(tmp_path: Path) -> None:
    rows = [*evening(9, 5, "demo", "T1"), *evening(9, 4, "other", "T2"), *evening(9, 0, "", "T3")]
    rows[1] = rows[1].replace(",demo,", ",,")
    report = audit_log(read_log(written(tmp_path, rows)), records="all").report
    assert not report.findings
    assert {own.row for own in report.set_aside} == set(range(21, 26))
    assert report.set_aside[0].column == "game"


@pytest.mark.usefixtures("two_games")
def test_a_row_of_an_unknown_game_is_set_aside_with_those_known(tmp_path: Path) -> None:
    rows = [*evening(9, 5, "demo"), *evening(10, 5, "dmeo")]
    report = audit_log(read_log(written(tmp_path, rows)), language="en").report
    assert report.games == ("demo",)
    assert len(report.set_aside) == 10
    assert report.set_aside[0].value == "dmeo"
    assert report.set_aside[0].reason.endswith("(`demo`); did you mean `demo`?")


@pytest.mark.usefixtures("two_games")
def test_without_any_game_the_rulesets_are_named(tmp_path: Path) -> None:
    with pytest.raises(CannotAuditError, match=r"`game` is missing or empty.*demo, other"):
        audit_log(read_log(written(tmp_path, evening(9, 5))))


def test_rules_that_are_asked_for_leave_other_games_aside(tmp_path: Path) -> None:
    first = written(tmp_path, evening(9, 4, "demo"), "a.csv")
    second = written(tmp_path, evening(10, 4, "other"), "b.csv")
    report = audited(first, second).report
    assert len(report.findings) == 1
    assert [own.rows_set_aside for own in report.inputs] == [0, 9]


# ---- what is written ----------------------------------------------------------------------------
def test_the_report_is_written_and_read_back(tmp_path: Path) -> None:
    audit = audited(written(tmp_path, evening(9, 4)))
    paths = write_report(audit, tmp_path / "out", formats=("json", "csv", "html", "txt"))
    tables = {f"{name}.csv" for name in ("evidence", "findings", "money", "row-count", "set-aside")}
    assert {path.name for path in paths} == {*tables, "findings.json", "report.html", "report.txt"}
    assert read_json((tmp_path / "out" / "findings.json").read_bytes()) == audit.report


def test_the_package_offers_the_three_calls_and_nothing_unknown() -> None:
    assert set(auditor.__all__) <= set(dir(auditor))
    assert auditor.read_log is read_log
    with pytest.raises(AttributeError, match="no attribute `nothing`"):
        _ = auditor.nothing
