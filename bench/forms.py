"""The same log as other programs write it: every form of which the reading is measured."""

from __future__ import annotations

import csv
import gzip
import json
import random
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from bench.measure import apart

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

Rows = list[list[str]]

DAMAGED = 10_000
"""Rows for each damaged one."""


@dataclass(frozen=True, slots=True)
class Form:
    """How a form is made, what it is compared by, and the goals for its time and memory, as ratios
    to the canonical file.
    """

    ending: str
    make: Callable[[Rows, Path], None]
    time: float
    memory: float = 1.5

    @property
    def goal(self) -> tuple[float, float]:
        return self.time, self.memory


@dataclass(frozen=True, slots=True)
class Made:
    """A file, or a folder of files, and how it is read."""

    path: Path
    form: Form

    @property
    def options(self) -> tuple[str, ...]:
        mapping = self.path.with_suffix(".toml")
        return ("--mapping", str(mapping)) if mapping.exists() else ()


def forms(log: Path) -> Mapping[str, Made]:
    """The files that hold a canonical log in other forms, made once."""
    found = {}
    for said, form in FORMS.items():
        path = log.with_name(f"{log.stem}-{form.make.__name__}{form.ending}")
        found[said] = made(log, form, path)
    return found


def made(log: Path, form: Form, path: Path) -> Made:
    """A canonical log in another form, made once."""
    if not path.exists():
        apart(_make, log, form, path)
    return Made(path, form)


def _make(log: Path, form: Form, path: Path) -> None:
    with log.open(encoding="utf-8", newline="") as lines:
        form.make([*csv.reader(lines)], path)


def _write(rows: Rows, path: Path, encoding: str = "utf-8", **how: object) -> None:
    with path.open("w", encoding=encoding, newline="") as file:
        csv.writer(file, **how).writerows(rows)  # type: ignore[arg-type]  # as csv takes them


def quoted(rows: Rows, path: Path) -> None:
    _write(rows, path, quoting=csv.QUOTE_ALL)


def wide(rows: Rows, path: Path) -> None:
    _write(rows, path, "utf-16", delimiter="\t")


def windows(rows: Rows, path: Path) -> None:
    _write(rows, path, "cp1252", delimiter=";")


def french(rows: Rows, path: Path) -> None:
    """What French software writes: sums have a decimal comma as well."""
    windows(_with_commas(rows), path)


MONEY = ("amount", "minimum", "maximum", "maximum_straight", "maximum_even")


def _with_commas(rows: Rows) -> Rows:
    sums = [at for at, name in enumerate(rows[0]) if name in MONEY]
    for row in rows[1:]:
        for at in sums:
            row[at] = row[at].replace(".", ",")
    return rows


def gzipped(rows: Rows, path: Path) -> None:
    with gzip.open(path, "wt", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)


def zstandard(rows: Rows, path: Path) -> None:
    with zstd.open(path, "wt", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)


def several(rows: Rows, path: Path) -> None:
    """A folder of three files, each of another kind."""
    path.mkdir()
    third = len(rows) // 3
    _write(rows[: third + 1], path / "1.csv")
    windows([rows[0], *rows[third + 1 : 2 * third]], path / "2.csv")
    gzipped([rows[0], *rows[2 * third :]], path / "3.csv.gz")


def several_with_workbook(rows: Rows, path: Path) -> None:
    """A folder of which one file of twenty is a workbook."""
    path.mkdir()
    most = len(rows) * 19 // 20
    _write(rows[:most], path / "1.csv")
    workbook([rows[0], *rows[most:]], path / "2.xlsx")


def localised(rows: Rows, path: Path) -> None:
    """French dates and sums below canonical names."""
    at = rows[0].index("time")
    for row in rows[1:]:
        row[at] = _date(row[at])
    french(rows, path)


def _date(text: str) -> str:
    return text and datetime.fromisoformat(text).strftime("%d/%m/%Y %H:%M:%S")


HEADERS = {
    "time": "Heure", "casino": "Établissement", "season": "Saison", "session": "Séance",
    "coup": "N° de coup", "game": "Jeu", "event": "Événement", "staff": "Croupier",
    "player": "Joueur", "bet": "Pari", "amount": "Montant", "shoe": "Sabot", "card": "Carte",
}  # fmt: skip


def own_headers(rows: Rows, path: Path) -> None:
    rows[0] = [HEADERS.get(name, name) for name in rows[0]]
    _write(rows, path)


def mapped(rows: Rows, path: Path) -> None:
    """Names that nobody knows, with the mapping that explains them."""
    lines = [f'{name} = "{{X {name}}}"\n' for name in rows[0]]
    path.with_suffix(".toml").write_text(f"[columns]\n{''.join(lines)}", "utf-8")
    rows[0] = [f"X {name}" for name in rows[0]]
    _write(rows, path)


SLOTS = 8
"""Events that stand side by side in a wide row."""


def side_by_side(rows: Rows, path: Path) -> None:
    """Rows of several events of one coup, with the mapping that spells them out."""
    header, *events = rows
    place = [name for name in ("casino", "session", "table", "coup") if name in header]
    key = itemgetter(*(header.index(name) for name in place))
    own = [name for name in header if name not in (*place, "game", "season")]
    shared = [name for name in header if name not in own]
    told = [header.index(name) for name in own]
    wide_rows = [[*shared, *(f"{name} {n}" for n in range(1, SLOTS + 1) for name in own)]]
    for _, same in groupby(events, key):
        every = list(same)
        for start in range(0, len(every), SLOTS):
            some = every[start : start + SLOTS]
            cells = [row[at] for row in some for at in told]
            blank = [""] * (len(told) * (SLOTS - len(some)))
            wide_rows.append([*(some[0][header.index(name)] for name in shared), *cells, *blank])
    columns = "".join(f'{name} = "{{{name}}}"\n' for name in shared)
    fields = "".join(f'{name} = "{{{name} <n>}}"\n' for name in own)
    path.with_suffix(".toml").write_text(
        f'[columns]\n{columns}\n[[events]]\nrepeat = "1..{SLOTS}"\nwhen = "event <n>"\n{fields}',
        "utf-8",
    )
    _write(wide_rows, path)


def json_lines(rows: Rows, path: Path) -> None:
    header, *events = rows
    with path.open("w", encoding="utf-8") as file:
        for row in events:
            own = {name: cell for name, cell in zip(header, row, strict=True) if cell}
            file.write(f"{json.dumps(own, ensure_ascii=False)}\n")


def damaged(rows: Rows, path: Path) -> None:
    """Some rows with an unreadable cell, a cell too many, or a cell too few."""
    _damaged(rows, path, [at for at, name in enumerate(rows[0]) if name != "game"])


def damaged_game(rows: Rows, path: Path) -> None:
    """The same in any column, that of the game too."""
    _damaged(rows, path, list(range(len(rows[0]))))


def _damaged(rows: Rows, path: Path, places: list[int]) -> None:
    dice = random.Random(16)  # noqa: S311 - the same rows each time
    for row in dice.sample(rows[1:], len(rows) // DAMAGED):
        at = dice.choice([at for at in places if row[at]])
        row[at : at + 1] = dice.choice(([], [row[at], ""], ["#REF!"], ["#REF!"]))
    _write(rows, path)


def one_coup_left_out(rows: Rows, path: Path) -> None:
    """Without one coup in the midst of those of a table."""
    at = [rows[0].index(name) for name in ("casino", "session", "table", "coup")]
    every = [tuple(row[column] for column in at) for row in rows]
    gone = next(own for own in every[len(rows) // 100 :] if own[-1])
    _write([row for row, own in zip(rows, every, strict=True) if own != gone], path)


PAGE = 60
"""Rows of a page that is left out."""


def pages_left_out(rows: Rows, path: Path) -> None:
    """Without ten pages, and without the last rows."""
    header, *left = rows
    step = len(left) // 10
    kept = [row for at, row in enumerate(left) if at % step >= PAGE]
    _write([header, *kept[: -PAGE // 2]], path)


def workbook(rows: Rows, path: Path) -> None:
    import xlsxwriter  # type: ignore[import-untyped]  # noqa: PLC0415 - it has no types

    book = xlsxwriter.Workbook(path, {"constant_memory": True})
    sheet = book.add_worksheet()
    for at, row in enumerate(rows):
        sheet.write_row(at, 0, row)
    book.close()


FORMS: Mapping[str, Form] = {
    "every cell quoted": Form(".csv", quoted, 1.6),
    "tabs, UTF-16": Form(".csv", wide, 1.6),
    "`;`, Windows-1252": Form(".csv", windows, 1.6),
    "`;`, Windows-1252, decimal comma": Form(".csv", french, 1.6),
    "gzip": Form(".csv.gz", gzipped, 1.6),
    "Zstandard": Form(".csv.zst", zstandard, 1.6),
    "three files: CSV, Windows-1252, gzip": Form("", several, 1.6),
    "a CSV file, and a workbook of a twentieth": Form("", several_with_workbook, 1.6),
    "one row in 10,000 damaged": Form(".csv", damaged, 1.0, 1.0),
    "the same, the column of the game too": Form(".csv", damaged_game, 1.0, 1.0),
    "one coup left out": Form(".csv", one_coup_left_out, 1.6),
    "ten pages left out, and the last rows": Form(".csv", pages_left_out, 1.6),
    "dates and sums in French": Form(".csv", localised, 2.0),
    "headers of one's own": Form(".csv", own_headers, 2.0),
    "a mapping": Form(".csv", mapped, 2.0),
    "eight events a row": Form(".csv", side_by_side, 3.0),
    "JSON Lines": Form(".jsonl", json_lines, 3.0),
}
WORKBOOK = Form(".xlsx", workbook, 2.0)
"""Compared with what reading it takes."""
