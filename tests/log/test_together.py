"""Several files put together: rows of one instant in the order that the log shows elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from auditor.language.core import Vocabulary
from auditor.log.assemble import Everything, assemble
from auditor.log.event import Log
from auditor.log.files.open import read_tables
from auditor.request import ruleset

HEADER = "time,casino,session,table,coup,event,player,bet,number,amount"
VOCABULARY: Vocabulary = ruleset("boule").vocabulary


def read(folder: Path, files: Mapping[str, Sequence[str]], **tables: str) -> Log:
    """The log of files, of which each row is the time, the coup, the event and what follows; a file
    is of the first table unless it is told.
    """
    for name, rows in files.items():
        lines = []
        for row in rows:
            time, coup, *said = row.split(" ")
            lines.append(
                ",".join((f"2026-01-09{time}", "Nord", "1", tables.get(name, "B1"), coup, *said))
            )
        text = "\n".join((HEADER, *(f"{own:s}{',' * (9 - own.count(','))}" for own in lines)))
        (folder / f"{name}.csv").write_text(f"{text}\n", "utf-8")
    read = [read_tables(folder / f"{name}.csv", f"{name}.csv")[0] for name in files]
    every = [table for own in read for table in own]
    return assemble(every, VOCABULARY, Everything(), whole=False)


def order(log: Log) -> list[str]:
    return [f"{event.kind} {event.values.get('coup', '')}".strip() for event in log.events]


TOLD = {
    "bets": ["T21:00:01 1 bets_open", "T21:00:10 1 no_more_bets", "T21:02:10 2 no_more_bets"],
    "laid": ["T21:00:08 1 stake J1 red  1", "T21:02:10 2 stake J1 red  1"],
}


def test_what_the_clock_tells_in_one_coup_puts_the_rows_of_another_in_order(tmp_path: Path) -> None:
    """`bets` begins first: by the files the close would come before the stake."""
    log = read(tmp_path, TOLD)
    assert order(log)[1:] == ["stake 1", "no_more_bets 1", "stake 2", "no_more_bets 2"]
    assert log.instants.places.tolist() == [3, 4]
    assert log.instants.many == 2
    assert log.instants.assumed == ()


def test_a_fault_in_few_coups_does_not_make_it_usual(tmp_path: Path) -> None:
    """In two coups the stake came first, in one after the close: the clock tells them, and the
    third is put as the two.
    """
    log = read(
        tmp_path,
        {
            "bets": [f"T21:0{coup}:10 {coup} no_more_bets" for coup in (1, 2, 3, 4)],
            "laid": [
                f"T21:0{coup}:{second} {coup} stake J1 red  1"
                for coup, second in ((1, "08"), (2, "12"), (3, "09"), (4, "10"))
            ],
        },
    )
    assert order(log)[2:4] == ["no_more_bets 2", "stake 2"]
    assert order(log)[6:] == ["stake 4", "no_more_bets 4"]


def test_coups_of_one_instant_go_by_their_numbers(tmp_path: Path) -> None:
    """The clock shows days alone: nothing tells which came first in a coup, and that is noted."""
    days = {name: [f" {row.split(' ', 1)[1]}" for row in rows] for name, rows in TOLD.items()}
    log = read(tmp_path, days)
    assert [own[-1] for own in order(log)] == ["1", "1", "1", "2", "2"]
    assert order(log).index("bets_open 1") < order(log).index("no_more_bets 1")
    assert {frozenset(pair) for pair in log.instants.assumed} == {
        frozenset(("bets_open", "stake")),
        frozenset(("no_more_bets", "stake")),
    }


def test_within_a_file_the_order_of_the_rows_stays(tmp_path: Path) -> None:
    """The spin stands above the close in its file, in every coup but the first."""
    log = read(
        tmp_path,
        {
            "device": ["T21:00:20 1 spin", "T21:02:10 2 spin", "T21:02:10 2 no_more_bets"],
            "laid": ["T21:00:08 1 stake J1 red  1", "T21:02:10 2 stake J1 red  1"],
        },
    )
    assert order(log) == ["stake 1", "spin 1", "stake 2", "spin 2", "no_more_bets 2"]


def test_a_night_that_is_cut_in_two_goes_on_where_it_was_cut(tmp_path: Path) -> None:
    """The files have events of one kind, and the second begins where the first ends."""
    log = read(
        tmp_path,
        {
            "later": ["T21:02:10 2 no_more_bets", "T21:02:20 2 spin"],
            "night": ["T21:00:10 1 no_more_bets", "T21:02:10 2 bets_open"],
        },
    )
    assert order(log)[1:3] == ["bets_open 2", "no_more_bets 2"]
    assert not len(log.instants.places)


def test_files_of_a_table_each_stand_as_they_come(tmp_path: Path) -> None:
    """Nothing was put in order there; only who looks at both tables asks what came first."""
    files = {
        "one": ["T21:00:10 1 no_more_bets", "T21:00:20 1 spin"],
        "other": ["T21:00:10 1 stake J1 red  1", "T21:00:20 1 no_more_bets"],
    }
    apart = read(tmp_path, files, other="B2")
    assert order(apart) == ["no_more_bets 1", "stake 1", "spin 1", "no_more_bets 1"]
    assert apart.instants.bounds.tolist() == [0, 2, 4]
    assert apart.instants.many == 0
    beside = read(tmp_path, files)
    assert beside.instants.many == 4


def test_what_opens_the_house_comes_before_all_and_what_closes_a_table_after_its_coups(
    tmp_path: Path,
) -> None:
    """The clock shows minutes, and nothing else tells."""
    log = read(
        tmp_path,
        {
            "bets": ["T21:00:00 1 bets_open", "T21:01:00 2 bets_open", "T21:01:00 3 bets_open"],
            "tables": ["T21:00:00  table_open", "T21:01:00  table_close"],
        },
    )
    assert order(log) == ["table_open", "bets_open 1", "bets_open 2", "bets_open 3", "table_close"]
