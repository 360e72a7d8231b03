"""Files of one kind of event each, read in columns: the order is that of the careful reader."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from auditor.log.assemble import Everything, assemble
from auditor.log.csv import plain_csv as plain
from auditor.log.event import Log
from auditor.log.merge_files import Instants
from auditor.log.store.columns import Columns
from auditor.log.store.columns_of_tables import read_columns
from auditor.reading import read_log
from auditor.request import by_game
from tests.columns import columns_of
from tests.damage.damaging import lines_of
from tests.damage.logs import SAMPLES
from tests.damage.properties import text_of
from tests.log.read import is_in_columns
from tests.test_order_of_rows import CUT, TOGETHER, cut, divided


def said(columns: Columns) -> list[tuple[str, dict[str, object], str, int, bool]]:
    return [
        (own.kind, dict(own.values), own.row.file, own.row.number, own.doubtful)
        for own in columns.events(columns.places)
    ]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("game", "clock"),
    [("boule", "second"), ("punto-banco", "second"), ("bataille-familiale", "minute")],
)
def test_both_readers_put_rows_of_one_instant_in_one_order(
    game: str, clock: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain, "WORTHWHILE", 0)
    lines = cut(lines_of((SAMPLES / game / "lawful.csv").read_text("utf-8")), CUT[clock])
    _, log = both_ways(divided(lines, TOGETHER), game, tmp_path, whole=False)
    assert len(log.instants.places)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("seed", range(6))
def test_both_readers_put_rows_in_doubt_that_say_the_same_by_a_coarse_clock(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two stakes alike in a coup are one instant where the clock shows minutes or days; neither
    reader has more to do with it than to leave the second in doubt.
    """
    monkeypatch.setattr(plain, "WORTHWHILE", 0)
    random = Random(seed)
    game = random.choice(("boule", "vingt-trois"))
    lines = cut(lines_of((SAMPLES / game / "lawful.csv").read_text("utf-8")), CUT["minute"])
    kind = lines[0].index("event")
    for _ in range(random.choice((1, 4, 12))):
        often = [at for at, line in enumerate(lines) if line[kind] in {"stake", "collect"}]
        at = random.choice(often)
        lines.insert(at, list(lines[at]))
    columns, log = both_ways(divided(lines, TOGETHER), game, tmp_path, whole=True)
    assert any(own.doubtful for own in log.events)
    assert columns.doubtful.any()


def both_ways(
    files: dict[str, list[list[str]]], game: str, folder: Path, *, whole: bool
) -> tuple[Columns, Log]:
    """The columns of some files, and the log of their cells, which hold the same."""
    for name, own in files.items():
        (folder / f"{name}.csv").write_text(text_of(own), "utf-8")
    reading = read_log(folder)
    assert any(is_in_columns(table) for table in reading.tables)
    (program, tables), *_ = by_game(list(reading.tables), game).games
    vocabulary = program.vocabulary
    columns, _ = read_columns(tables, vocabulary, Everything(), whole=whole)
    [(_, careful)] = by_game(list(reading.tables), game).games
    log = assemble(careful, vocabulary, Everything(), whole=whole)
    assert said(columns) == said(columns_of(log, vocabulary))
    assert by_rows(columns.instants) == by_rows(log.instants)
    return columns, log


def by_rows(instants: Instants) -> list[list[int]]:
    own = instants
    return [rows.tolist() for rows in (own.places, own.instant, own.file, own.run, own.turn)]
