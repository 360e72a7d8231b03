"""Any bytes end in events, rows set aside or a refusal: never a traceback, never a lost row."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from auditor import CannotAuditError, audit_log, read_log
from auditor.audit import Reading
from auditor.log.files.open import read_tables
from auditor.report.model import Input, Report
from auditor.request import Records, refusal
from tests.fuzz.targets import TARGETS, rows_of, workbook
from tests.log.workbook import books

CORPUS = Path(__file__).parents[1] / "fuzz" / "corpus"
SEEDS = {
    folder.name: [path.read_bytes() for path in sorted(folder.iterdir())]
    for folder in CORPUS.iterdir()
}
RULES = Path(__file__).parents[1] / "rules" / "demo.rules"
EVENING = Path(__file__).with_name("evening.csv")
EXPORT = Path(__file__).parents[2] / "samples" / "shapes" / "punto-banco" / "export.csv"

Edit = tuple[float, int, bytes]
PIECES = st.one_of(
    st.binary(max_size=6),
    st.sampled_from(
        [b'"', b"\0", b"\r", b"\n", b";", b",", b"\xc3", b"\xe9", b"<", b">", b"</c>", b"<row>",
         b'<row r="2">', b"&#65;", b"9" * 9, b"\xff" * 4, b'"' * 3, b"=1+1", b"#N/A"]
    ),
)  # fmt: skip
EDITS = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 12), PIECES), min_size=1, max_size=5)


def edited(data: bytes, edits: Sequence[Edit]) -> bytes:
    """The bytes with some of them, at a share of their length, replaced by others."""
    for at, length, piece in edits:
        place = int(at * len(data))
        data = data[:place] + piece + data[place + length :]
    return data


@pytest.mark.parametrize("name", TARGETS)
def test_the_corpus(name: str) -> None:
    for seed in SEEDS[name]:
        TARGETS[name](seed)


def test_the_corpus_is_small_and_of_every_format() -> None:
    assert SEEDS.keys() == TARGETS.keys()
    assert sum(len(seed) for own in SEEDS.values() for seed in own) < 200_000


@pytest.mark.parametrize("name", TARGETS)
@given(data=st.data())
def test_a_damaged_file(name: str, data: st.DataObject) -> None:
    seed = data.draw(st.sampled_from(SEEDS[name]))
    TARGETS[name](edited(seed, data.draw(EDITS)))


@given(st.binary(max_size=400))
def test_any_bytes_as_text(data: bytes) -> None:
    TARGETS["csv"](data)
    TARGETS["csv"](b"event,a,b\n" + data)


# ---- sheets -------------------------------------------------------------------------------------
CELL = st.one_of(
    st.none(),
    st.integers(0, 99).map(lambda n: ("", f"<v>{n}</v>")),
    st.sampled_from(["pay", "collect", "<b>", "=1", "é", " "]).map(
        lambda text: (' t="inlineStr"', f"<is><t>{text.replace('<', '&lt;')}</t></is>")
    ),
    st.just((' t="e"', "<v>#REF!</v>")),
    st.just(("", "<f>1+1</f>")),
    st.just((' t="str"', "<f>A1</f><v>pay</v>")),
    st.just((' t="b"', "<v>1</v>")),
)
ROW = st.tuples(st.booleans(), st.integers(0, 3), st.booleans(), st.lists(CELL, max_size=4))


@given(st.lists(ROW, max_size=8))
def test_every_row_of_a_sheet_is_read(rows: Sequence[tuple[bool, int, bool, list[object]]]) -> None:
    """Rows with their numbers or without, hidden ones, gaps, cells of every sort."""
    written, filled, number = [books.row(1, "event", "amount", "a", "b")], set[int](), 1
    for named, gap, hidden, cells in rows:
        number += 1 + gap * named
        attributes = f' r="{number}"' * named + ' hidden="1"' * hidden
        inner = ""
        for at, cell in enumerate(cells):
            if isinstance(cell, tuple):
                reference = f' r="{"ABCD"[at]}{number}"'
                inner += f"<c{reference}{cell[0]}>{cell[1]}</c>"
                if "<t> </t>" not in cell[1]:
                    filled.add(number)
        written.append(f"<row{attributes}>{inner}</row>")
    tables = workbook(books.xlsx("".join(written)))
    assert tables is not None
    assert rows_of(tables[0]) == filled


# ---- through the whole door ---------------------------------------------------------------------
@given(data=st.one_of(st.binary(max_size=200), st.tuples(st.just(SEEDS["archive"][0]), EDITS)))
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(data=b"")
@example(data=SEEDS["xls"][0])
def test_any_bytes_as_a_workbook(tmp_path: Path, data: bytes | tuple[bytes, list[Edit]]) -> None:
    path = tmp_path / "log.xlsx"
    path.write_bytes(data if isinstance(data, bytes) else edited(*data))
    tables, refusals = read_tables(path, "log.xlsx")
    assert tables or refusals
    assert all(str(own.says).endswith((".", "?")) for own in refusals)


def report_or_reason(reading: Reading, rules: Path | None, records: Records) -> Report | str:
    try:
        return audit_log(reading, rules=rules, records=records).report
    except CannotAuditError as error:
        return str(error)


def check_whole_or_refused(
    reading: Reading, rules: Path | None = None, records: Records = ()
) -> Input | None:
    """Every row is evaluated or set aside with its reason, or the audit says why there is none."""
    report = report_or_reason(reading, rules, records)
    if isinstance(report, str):
        assert report.strip()
        return None
    [intake] = report.inputs
    assert intake.rows_read == intake.rows_evaluated + intake.rows_set_aside
    assert intake.rows_set_aside == len(report.set_aside)
    assert all(own.reason for own in report.set_aside)
    return intake


@given(edits=EDITS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_export_is_audited_whole_or_refused(tmp_path: Path, edits: list[Edit]) -> None:
    """French headers and values in Windows-1252, which are read without a mapping."""
    path = tmp_path / "log.csv"
    lines = EXPORT.read_bytes().splitlines(keepends=True)[:12]
    path.write_bytes(edited(b"".join(lines), edits))
    reading = read_log(path)
    assert reading.tables or reading.refusals
    check_whole_or_refused(reading)


@given(edits=EDITS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(edits=[])
def test_a_damaged_log_is_audited_whole_or_refused(tmp_path: Path, edits: list[Edit]) -> None:
    path = tmp_path / "log.csv"
    data = edited(EVENING.read_bytes(), edits)
    path.write_bytes(data)
    reading = read_log(path)
    for own in reading.refusals:
        assert str(refusal(own)).startswith("log.csv:")
    intake = check_whole_or_refused(reading, rules=RULES, records="all")
    if intake and b'"' not in data and b"\r" not in data and data.isascii():
        lines = data.decode().split("\n")[reading.tables[0].header_row :]
        assert intake.rows_read == sum(bool(line.replace(",", "").strip()) for line in lines)
