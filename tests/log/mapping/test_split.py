"""A log whose stakes and payments stand in a table of their own says what the whole log says."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Literal

import pytest

from auditor.audit import Reading, audit_log, read_log
from auditor.log.mapping.coups import SCOPES

SAMPLES = Path(__file__).parents[3] / "samples"
ROWS = 900
MONEY = ("stake", "stake_withdraw", "give_back", "pay", "collect", "commission")
RANKS = {"bets_open": 0, **dict.fromkeys(MONEY[:2], 1), "no_more_bets": 2, "deal": 3, "spin": 3}
LAST = 4
CONTEXT = {*SCOPES, "game", "time"}

Rows = list[dict[str, str]]


def coups_of(game: str, sample: str) -> Rows:
    """The first rows of a sample that are of coups, but for moves that no rank tells."""
    with (SAMPLES / game / f"{sample}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))[:ROWS]
    other = {
        (r["table"], r["coup"]) for r in rows if r["event"] in ("stake_change", "stake_refuse")
    }
    return [row for row in rows if row["coup"] and (row["table"], row["coup"]) not in other]


def mapping_of(name: str, columns: Sequence[str], rows: Rows) -> str:
    """The mapping for a table: each kind of event at its rank, the time from the other table where
    this one has none.
    """
    told = ["[columns]", *([] if "time" in columns else ['time = "{@coup}"'])]
    told += [f'{own} = "{{{name} {own}}}"' for own in columns if own in CONTEXT]
    for kind in dict.fromkeys(row["event"] for row in rows):
        told += ["[[events]]", f'event = "{kind}"', f"rank = {RANKS.get(kind, LAST)}"]
        told.append(f'when = {{ column = "{name} event", is = "{kind}" }}')
        filled = (c for c in columns if any(row[c] for row in rows if row["event"] == kind))
        told += [f'{own} = "{{{name} {own}}}"' for own in filled if own not in {*CONTEXT, "event"}]
    return "\n".join(told)


def read_split(folder: Path, rows: Rows, own: Rows) -> Reading:
    """The rows in two tables, some of them changed."""
    for name, is_money in (("money", True), ("play", False)):
        here = [(row["event"] in MONEY) is is_money for row in rows]
        some = [row for row, there in zip(rows, here, strict=True) if there]
        columns = [c for c in rows[0] if any(r[c] for r in some) and (c, name) != ("time", "money")]
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            sheet = csv.writer(file)
            sheet.writerow([f"{name} {column}" for column in columns])
            written = (row for row, there in zip(own, here, strict=True) if there)
            sheet.writerows([row[column] for column in columns] for row in written)
        (folder / f"{name}.toml").write_text(mapping_of(name, columns, some), encoding="utf-8")
    files = [folder / "money.csv", folder / "play.csv"]
    return read_log(files, mapping=[own.with_suffix(".toml") for own in files])


def read_whole(folder: Path, rows: Rows, own: Rows) -> Reading:
    with (folder / "whole.csv").open("w", encoding="utf-8", newline="") as file:
        sheet = csv.DictWriter(file, rows[0])
        sheet.writeheader()
        sheet.writerows(own)
    return read_log(folder / "whole.csv")


Engine = Literal["columns", "reference"]


def found(reading: Reading, game: str, rows: Rows, engine: Engine = "columns") -> Counter[str]:
    assert not reading.refusals, reading.refusals
    kinds = {row["event"] for row in rows}
    report = audit_log(reading, rules=game, records=kinds, engine=engine).report
    return Counter(own.rule for own in report.findings)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", ["punto-banco", "boule"])
def test_two_tables_accuse_of_what_the_whole_log_does(tmp_path: Path, game: str) -> None:
    rows = coups_of(game, "faulty")
    whole = found(read_whole(tmp_path, rows, rows), game, rows)
    assert sum(whole.values()) > 2
    assert found(read_split(tmp_path, rows, rows), game, rows) == whole


@pytest.mark.nightly
@pytest.mark.parametrize("engine", ["columns", "reference"])
@pytest.mark.parametrize("game", ["punto-banco", "boule", "vingt-trois"])
def test_two_damaged_tables_accuse_of_no_more_than_the_whole_log(
    tmp_path: Path, game: str, engine: Engine
) -> None:
    for seed in range(3):
        random, rows = Random(seed), coups_of(game, "lawful")
        own = [dict(row) for row in rows]
        for at in random.sample(range(len(rows)), 8):
            filled = [name for name, text in rows[at].items() if text and name != "time"]
            own[at][random.choice(filled)] = random.choice(("", "x?"))
        whole = found(read_whole(tmp_path, rows, own), game, rows)
        split = found(read_split(tmp_path, rows, own), game, rows, engine)
        assert not split - whole
