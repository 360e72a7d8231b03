import csv
import io
import unicodedata
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.log import table as sheet
from auditor.log.files.limits import ReadLimits
from auditor.log.files.open import read_tables
from auditor.log.propose.trial import probe
from auditor.log.row_columns import ReadOptions
from auditor.log.table import Table
from tests.log.read import read, refusal_of, table_of
from tests.tables import column, table


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log.csv"


def test_a_table_keeps_its_numbers_and_its_hash(log: Path) -> None:
    data = b"Time, Event ,Player Score\n2026-01-09T21:00,stake,\n\n , ,\n2026-01-09T21:01, pay ,7\n"
    got = table_of(log, data)
    assert got == Table(
        file="log.csv",
        sheet=None,
        sha256=sha256(data).hexdigest(),
        encoding="utf-8",
        header=("time", "event", "player_score"),
        header_row=1,
        rows=[(2, ("2026-01-09T21:00", "stake", "")), (5, ("2026-01-09T21:01", "pay", "7"))],
        set_aside=(),
        notes=(),
    )


@pytest.mark.parametrize(("encoding", "said", "note"), table(__file__, "Encodings"))
def test_encodings(log: Path, encoding: str, said: str, note: str) -> None:
    got = table_of(log, "event,text\nannounce,égalité à 7\n".encode(encoding))
    assert got.rows == [(2, ("announce", "égalité à 7"))]
    assert got.encoding == said
    assert "".join(map(str, got.notes)) == note


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_a_row_is_what_a_spreadsheet_counts_and_a_line_what_an_editor_does(
    log: Path, ending: str
) -> None:
    text = ending.join(["event,text", 'announce,"sept', 'à neuf"', "", "pay,", ""])
    got = table_of(log, text)
    assert got.rows == [(2, ("announce", f"sept{ending}à neuf")), (4, ("pay", ""))]
    assert (got.lines.of(2), got.lines.of(4)) == (None, 5)


@pytest.mark.parametrize(("data", "row", "says"), table(__file__, "Refusals"))
def test_refusals_say_where_and_what_to_do(log: Path, data: str, row: str, says: str) -> None:
    data = data.replace("LONGER", "x" * 1_000_001).replace("LONG", "x" * 200_000)
    refusal = refusal_of(log, data.encode("latin-1"))
    assert (refusal.file, refusal.sheet, str(refusal.row or "")) == ("log.csv", None, row)
    assert says in str(refusal.says)
    assert str(refusal.says).endswith(".")


def test_a_name_keeps_the_signs_that_it_is_written_in(log: Path) -> None:
    names = [unicodedata.normalize("NFC", "Hélène"), unicodedata.normalize("NFD", "Hélène")]
    got = table_of(log, "event,player\n" + "".join(f"sit,{name}\n" for name in names))
    assert [cells[1] for _, cells in got.rows] == names
    assert len({*names}) == 2


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.csv", Path("/dev/null"), Path("a\0b")):
        tables, [refusal] = read_tables(path, "as given")
        assert not tables
        assert refusal.file == "as given"


def test_a_file_has_a_limit(log: Path) -> None:
    small = ReadLimits(file_size=1 << 20)
    assert "larger than 1 MiB" in str(refusal_of(log, b" " * ((1 << 20) + 1), small).says)


@given(
    st.one_of(
        st.binary(max_size=300),
        st.binary(max_size=200).map(lambda tail: b"time,event\n" + tail),
        st.text(alphabet='ev,;"\r\n \t|\u2028\x85', max_size=120).map(
            lambda tail: ("event,e\n" + tail).encode()
        ),
    )
)
def test_any_bytes_end_in_a_table_or_a_refusal(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.csv"
    tables, refusals = read(path, data)
    assert len(tables) + len(refusals) == 1
    for got in tables:
        read_rows = [row for row, _ in got.rows] + [flaw.row for flaw in got.set_aside]
        assert len(set(read_rows)) == len(read_rows)
        assert all(row > got.header_row for row in read_rows)
        assert all(len(cells) == len(got.header) for _, cells in got.rows)


CELLS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8)


@given(st.lists(st.lists(CELLS, min_size=1, max_size=5), max_size=12), st.sampled_from(",;\t|"))
def test_no_row_is_lost(
    tmp_path_factory: pytest.TempPathFactory, rows: Sequence[Sequence[str]], delimiter: str
) -> None:
    written = io.StringIO(newline="")
    writer = csv.writer(written, delimiter=delimiter, quoting=csv.QUOTE_ALL)
    writer.writerow(["time", "event", "text"])
    writer.writerows(rows)
    tables, refusals = read(tmp_path_factory.getbasetemp() / "rows.csv", written.getvalue())
    if refusals:  # lines of one record that may be records of their own: a quote that strayed
        assert any(set("\r\n") & set(cell) for row in rows for cell in row)
        assert str(refusals[0].says).startswith("A quote opened in this row closes on line")
        assert not tables
    else:
        [got] = tables
        check_rows(got, rows)


def check_rows(got: Table, rows: Sequence[Sequence[str]]) -> None:
    """Each row that was written is there, or is set aside because it does not fit."""
    stripped = [tuple(cell.strip() for cell in row) for row in rows]
    assert len(got.rows) + len(got.set_aside) == sum(map(any, stripped))
    widths = [len(row) for row in stripped if any(row)]
    usual = [width for width in set(widths) if 2 * widths.count(width) > len(widths)]
    fitting = [
        row[:3]
        for row in stripped
        if any(row)
        and (len(row) == 3 or (len(row) > 3 and [len(row)] == usual and not any(row[3:])))
    ]
    assert [cells for _, cells in got.rows] == fitting


def test_rows_listed() -> None:
    assert str(sheet.rows_listed([4])) == "row 4"
    assert str(sheet.rows_listed([4, 5, 9, 12, 13])) == "rows 4, 5, 9 and 2 more"


@pytest.mark.parametrize("lines", column(__file__, "What a proposal refuses"))
def test_a_proposal_refuses_what_reading_does(log: Path, lines: str) -> None:
    _, refusals = read(log, lines)
    found = [own.says for own in probe(log, log.name).refusals]
    assert [*map(str, found)] == [str(own.says) for own in refusals]


def test_no_header_is_looked_for_among_more_columns_than_a_log_has(log: Path) -> None:
    """Each name is looked at beside all others: thirty thousand took minutes."""

    def never(records: Sequence[sheet.Record]) -> int | None:
        assert all(len(cells) < 30_000 for _, cells in records)
        return None

    log.write_text(",".join(map(str, range(30_000))) + "\n", encoding="utf-8")
    _, [refused] = read_tables(log, log.name, ReadOptions(header_at=never))
    assert refused.says.code == "header.too_wide"
