"""The table of goals of `docs/performance.md`: every row, as ratios measured in one run."""

from __future__ import annotations

import json
from collections.abc import Sequence

from bench import commands, logs
from bench.forms import WORKBOOK, forms, made
from bench.measure import Command, Runs, in_turn

GAME = "boule"
EVENTS = 200_000
LARGE = 1_000_000
CALAMINE = (
    "import sys; from python_calamine import CalamineWorkbook as B\n"
    "for row in B.from_path(sys.argv[1]).get_sheet_by_index(0).iter_rows(): pass"
)
PARQUET = "import sys, polars; polars.read_parquet(sys.argv[1])"
HEADS = ("work", "beside", "processor time", "goal", "memory", "goal")

Line = Sequence[str]


def goals(_sizes: list[int], times: int) -> str:
    """All rows of the table."""
    few = min(times, 3)
    small = _small(times)  # before the runner reads a large report: it would count as theirs
    lines = [*_forms(few), *_workbook(few), *_large(few), *_findings(few), *small]
    rows = "".join(f"| {' | '.join(line)} |\n" for line in [HEADS, ["---"] * len(HEADS), *lines])
    return f"### The goals, and what was measured\n\n{rows}"


def _line(what: tuple[str, str], own: Runs, base: Runs, goal: tuple[float, float | None]) -> Line:
    time, memory = goal
    used = own.memory / base.memory
    return (
        *what,
        f"{own.processor / base.processor:.2f} ({own.processor:.2f} s)", f"{time:.1f}",
        f"{used:.2f} ({own.memory:.0f} MiB)", "" if memory is None else f"{memory:.1f}",
    )  # fmt: skip


def _forms(times: int) -> list[Line]:
    log = logs.log(GAME, EVENTS)
    every = forms(log)
    ways: dict[str, Command] = {"": commands.audit(log, GAME)}
    ways |= {said: commands.audit(own.path, GAME, *own.options) for said, own in every.items()}
    found = in_turn(ways, times)
    return [
        _line((said, "canonical CSV"), found[said], found[""], own.form.goal)
        for said, own in every.items()
    ]


def _workbook(times: int) -> list[Line]:
    log = logs.log(GAME, EVENTS)
    own = made(log, WORKBOOK, log.with_name(f"{log.stem}-workbook.xlsx"))
    read = (commands.PYTHON, "-c", CALAMINE, str(own.path))
    found = in_turn({"read": read, "XLSX": commands.audit(own.path, GAME)}, times)
    return [_line(("XLSX", "calamine alone"), found["XLSX"], found["read"], own.form.goal)]


def _large(times: int) -> list[Line]:
    log = logs.log(GAME, LARGE)
    parquet, one = logs.parquet(log), logs.one_session(GAME, LARGE)
    found = in_turn(
        {
            "text": commands.read_text(log),
            "parquet": (commands.PYTHON, "-c", PARQUET, str(parquet)),
            "canonical CSV, 1 M": commands.audit(log, GAME),
            "Parquet, 1 M": commands.audit(parquet, GAME),
            "one session at one table, 1 M": commands.audit(one, GAME),
        },
        times,
    )
    csv_, columns, alone = (found[name] for name in list(found)[2:])
    read = found["parquet"]
    above = columns.wall - 2 * read.wall
    return [
        _line(
            ("canonical CSV, 1 M", "`polars.read_csv`, all text"),
            csv_, found["text"], (2.0, None),
        ),
        (
            "Parquet, 1 M", "`polars.read_parquet`",
            f"2 × + {above:.1f} s (whole: {columns.wall:.1f} s)", "2 × + 1 s",
            f"{columns.memory:.0f} MiB", "",
        ),
        _line(("one session at one table, 1 M", "many sessions"), alone, csv_, (3.0, None)),
    ]  # fmt: skip


def _findings(times: int) -> list[Line]:
    log, wrong = logs.log(GAME, EVENTS), logs.all_wrong(GAME, EVENTS)
    found = in_turn(
        {"own": commands.audit(log, GAME), "wrong": commands.audit(wrong, GAME)}, min(times, 2)
    )
    report = json.loads((commands.OUT / "findings.json").read_text("utf-8"))
    count = len(report["findings"])
    more = (found["wrong"].processor - found["own"].processor) / count * 1000
    memory = f"{found['wrong'].memory:.0f} MiB"
    return [
        (f"{count:,} findings", "the log's own", f"{more:.2f} ms each", "0.4 ms", memory, "500")
    ]


def _small(times: int) -> list[Line]:
    ways: dict[str, Command] = {
        "bare": (commands.PYTHON, "-c", "pass"),
        "help": (commands.PYTHON, "-m", "auditor", "--help"),
        "small": commands.audit(logs.lawful(GAME, 1000), GAME),
    }
    found = in_turn(ways, max(times, 7))
    assert not json.loads((commands.OUT / "findings.json").read_text("utf-8"))["findings"]
    help_ = found["help"].wall - found["bare"].wall
    small = found["small"]
    return [
        ("1,000 events", "", f"{small.wall:.2f} s", "0.4 s", f"{small.memory:.0f} MiB", ""),
        ("`auditor --help`", "a bare interpreter", f"+ {help_:.2f} s", "+ 0.1 s", "", ""),
    ]
