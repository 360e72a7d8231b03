"""A file gives the same report by whole columns as cell by cell: as it stands, damaged, or written
as programs write it.
"""

import csv
import gzip
import io
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from auditor.audit import audit_log, read_log
from auditor.log.csv import columnar
from auditor.log.csv import plain_csv as plain
from auditor.log.csv.plain_csv import BETWEEN, _rewritten
from auditor.log.row_columns import CANONICAL, NotPlainError
from auditor.report.render.json import json_bytes
from tests.damage.cases import EDITS
from tests.damage.damaging import Lines, damages, line_of, lines_of
from tests.log.read import in_columns, is_in_columns

SAMPLES = Path(__file__).parents[3] / "samples"
FIRST_ROWS = 300

Change = Callable[[Lines], Lines | bytes]


def report(path: Path) -> bytes:
    return json_bytes(audit_log(read_log(path), records="all", language="en").report)


def sample(game: str, least: int = 700) -> Lines:
    """The first evenings of a faulty log, each of them whole, with so many rows together."""
    lines = lines_of((SAMPLES / game / "faulty.csv").read_text("utf-8"))
    casino, session = (lines[0].index(name) for name in ("casino", "session"))
    rows: dict[tuple[str, str], int] = {}
    for row in lines[1:]:
        own = row[casino], row[session]
        if own in rows or sum(rows.values()) < least:
            rows[own] = rows.get(own, 0) + 1
    return [lines[0], *(own for own in lines if (own[casino], own[session]) in rows)]


def text(lines: Lines, delimiter: str = ",", quoting: int = csv.QUOTE_MINIMAL) -> str:
    made = io.StringIO(newline="")
    writer = csv.writer(made, delimiter=delimiter, quoting=quoting, lineterminator="\n")  # type: ignore[arg-type]  # one of its constants
    writer.writerows(lines)
    return made.getvalue()


def with_cells(lines: Lines, column: str, change: Callable[[str], str], first: int = 1) -> Lines:
    """The lines, in which the filled cells of a column are changed."""
    at = lines[0].index(column)
    for row in lines[first:]:
        row[at] = row[at] and change(row[at])
    return lines


# ---- how a log is damaged -----------------------------------------------------------------------
def edited(*told: str) -> Callable[[Lines], Lines]:
    """Edits in the words of `tests/damage/cases.py`."""

    def change(lines: Lines) -> Lines:
        for own in told:
            name, _, rest = own.partition(" ")
            lines = EDITS[name](lines, rest)
        return lines

    return change


def flawed(lines: Lines) -> Lines:
    """An amount, a time and an event that cannot be read, and a cell with blanks around it."""
    flaws = ("amount=12..5", "time=yesterday", "event=stak", "event=xyzzy", "casino= Casino ")
    others = ("coup=007", f"amount={'1' * 18}", "amount=0.12345678")
    some = (f"put {39 + 9 * at} => {own}" for at, own in enumerate((*flaws, *others)))
    return edited(*(own for own in some if own.split()[3].partition("=")[0] in lines[0]))(lines)


def torn(lines: Lines, many: int) -> bytes:
    """So many damages, no column `game` among them: that is asked for elsewhere."""
    written = [line_of(cells) for cells in lines]
    game = lines[0].index("game")
    own = (one for one in damages(lines, 3) if one.column != game)
    for one in islice(own, many):
        written[one.row] = one.of(lines)[one.row]
    return "\n".join(written).encode()


def with_blank_rows(lines: Lines) -> bytes:
    written = text(lines).splitlines()
    blank = "," * written[0].count(",")
    own = [*written[:40], "", blank, *written[40:90], f" {blank}", "  ", *written[90:], "", blank]
    return "\n".join(own).encode()


another_game = edited("put -3 => game=roulette")


def without_offsets(lines: Lines) -> Lines:
    return with_cells(lines, "time", lambda time: time[:19])


# ---- how programs write it ----------------------------------------------------------------------
def named_with_quotes(lines: Lines) -> bytes:
    return text(with_cells(lines, "casino", lambda name: f'{name}, "le grand"')).encode()


def windows(lines: Lines) -> bytes:
    return text(with_cells(lines, "casino", lambda _: "Casino de la Grève"), ";").encode("cp1252")


def french(lines: Lines) -> bytes:
    """Sums with a decimal comma, cards and words of the table in French."""
    for name in {"amount", "minimum", "maximum"}.intersection(lines[0]):
        with_cells(lines, name, lambda sum_: sum_.replace(".", ","))
    with_cells(lines, "card", lambda card: card.translate(str.maketrans("KQJSHDC", "RDVPCKT")))
    words = {"stake": "Mise", "pay": "Paiement"}
    return text(with_cells(lines, "event", lambda own: words.get(own, own)), ";").encode("cp1252")


def torn_and_french(lines: Lines) -> bytes:
    return french(lines_of(torn(lines, 2).decode()))


WRITTEN: list[Change] = [
    lambda lines: text(lines, quoting=csv.QUOTE_ALL).encode(),
    lambda lines: text(lines, ";").encode("utf-8-sig"),
    lambda lines: text(lines, "\t").encode("utf-16"),
    lambda lines: gzip.compress(text(lines).encode()),
    lambda lines: gzip.compress(text(lines, ";", csv.QUOTE_ALL).encode("utf-16")),
    lambda lines: text(lines_of(torn(lines, 2).decode()), quoting=csv.QUOTE_ALL).encode(),
    named_with_quotes,
    windows,
    french,
    torn_and_french,
]
AS_IT_IS: list[Change] = [
    edited(),
    lambda lines: text(lines, ";").encode(),
    lambda lines: lines[:4],  # less than a page of memory
    flawed,
    lambda lines: torn(lines, 3),
    edited("put table=B2|B3 => table=8", "put table=B1 => table=007"),
    # A number of its own, and no 0; below the rows that columns are known by there may be one.
    edited("put ::7 event=spin => number=00"),
    edited("put 28::7 event=spin => number=00"),
    *(
        edited(f"put 5:60:9 event=stake => game={word}", "put 5 event=stake => event=#REF!")
        for word in ("#REF!", "?", " ")
    ),
    *(edited(f"push 199:{199 + many} => player right") for many in (1, 40)),
    with_blank_rows,
    another_game,
]
CASES = [
    *(("boule", change) for change in AS_IT_IS),
    *(("punto-banco", change) for change in WRITTEN),
    ("bataille-familiale", flawed),
    ("bataille-familiale", without_offsets),
    ("bataille-familiale", lambda lines: text(lines).replace("\n", "\r\n").encode()),
]


@pytest.mark.sampled(16)
@pytest.mark.parametrize(("game", "change"), CASES)
def test_whole_columns_say_what_cells_say(game: str, change: Change, tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    made = change(sample(game))
    path.write_bytes(made if isinstance(made, bytes) else text(made).encode())
    careful = report(path)
    with in_columns(FIRST_ROWS) as patch:
        if change not in {another_game, windows, french, torn_and_french}:  # these are written anew
            (table,) = read_log(path).tables
            assert is_in_columns(table)
        assert report(path) == careful
        patch.setattr(columnar, "KEPT", 0)  # as of a file of millions of rows
        assert report(path) == careful


@pytest.mark.nightly
def test_small_files_of_a_large_log_are_read_in_columns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every other row of one log in each of two files."""
    lines = lines_of((SAMPLES / "boule" / "faulty.csv").read_text("utf-8"))
    for number in range(2):
        (tmp_path / f"{number}.csv").write_text(text([lines[0], *lines[1 + number :: 2]]), "utf-8")
    careful = report(tmp_path)
    sizes = [path.stat().st_size for path in tmp_path.iterdir()]
    monkeypatch.setattr(plain, "WORTHWHILE", sum(sizes))
    assert not is_in_columns(read_log(tmp_path / "0.csv").tables[0])
    assert all(is_in_columns(table) for table in read_log(tmp_path).tables)
    assert report(tmp_path) == careful


# ---- what is left to the careful reader ---------------------------------------------------------
@pytest.mark.parametrize(
    "line",
    ["a\0b", 'x"y,1', '"a"b,1', ' "a",1', '"a,1', '"a\nb",1', "a\x1fb,1", '"a" ,1', '"quoted'],
)
def test_what_has_to_be_decided_is_left_to_the_careful_reader(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = (SAMPLES / "boule" / "lawful.csv").read_text("utf-8").splitlines()
    rows[30] = f"{line}{rows[30][3:]}"
    path = tmp_path / "log.csv"
    path.write_text("\n".join([*rows, '"",' + "," * rows[0].count(",")]), "utf-8")
    careful = read_log(path)
    monkeypatch.setattr(plain, "WORTHWHILE", 0)
    found = read_log(path)
    assert plain.read_plain(path, path.name, CANONICAL) is None
    assert found.refusals == careful.refusals
    assert [[*table.rows] for table in found.tables] == [[*table.rows] for table in careful.tables]


def test_lines_without_quotes_have_the_cells_that_the_careful_reader_sees() -> None:
    """Whatever stands where: either they say the same, or there are none."""
    copied = 0
    for seed in range(20_000):
        random = Random(seed)
        own = "".join(random.choices('",,\n a"', k=random.randint(1, 24))) + "\n"
        try:
            bare = b"".join(_rewritten(iter([own.encode()]), b",")).decode()
        except NotPlainError:
            continue
        between = BETWEEN.decode()
        lines = [[cell.strip() for cell in line.split(between)] for line in bare.splitlines()]
        records = csv.reader(io.StringIO(own, newline=""), skipinitialspace=True, strict=True)
        found = [[cell.strip() for cell in cells] or [""] for cells in records]
        assert lines == found, own
        copied += '"' in own
    assert copied > 1000
