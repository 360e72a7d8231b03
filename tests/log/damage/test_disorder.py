"""Rows that stand twice in a file, or not where they belong."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest

from auditor import audit_log, read_log
from auditor.audit import Audit
from auditor.engine.damage.disorder import are_displaced, repeated
from auditor.engine.store.columns import Columns, columns_of
from auditor.engine.store.vector import Ints
from auditor.language.core import Vocabulary
from auditor.log.assemble import assemble
from auditor.log.damage.disorder import Disorder, disorder_of, longest
from auditor.messages.message import say
from auditor.request import by_game, ruleset
from tests.damage import logs
from tests.damage.damaging import Lines
from tests.damage.moving import MOVES
from tests.damage.properties import text_of

HEADER = "time,casino,session,table,coup,event,player,bet,number,amount,form\n"


def coup(number: int) -> list[str]:
    here = f"Nord,1,B1,{number}"
    at = f"2026-01-09T21:{number:02}:"
    return [
        f"{at}00,{here},bets_open,,,,,\n",
        f"{at}10,{here},stake,J1,straight,7,10,chip\n",
        f"{at}20,{here},stake,J2,straight,8,10,chip\n",
        f"{at}30,{here},no_more_bets,,,,,\n",
        f"{at}40,{here},collect,J1,straight,7,10,\n",
        f"{at}50,{here},collect,J2,straight,8,10,\n",
    ]


EVENING = [row for number in range(1, 9) for row in coup(number)]


def write(folder: Path, rows: list[str]) -> Path:
    path = folder / "log.csv"
    path.write_text(HEADER + "".join(rows), "utf-8")
    return path


def disorder(folder: Path, rows: list[str]) -> tuple[Disorder, bool]:
    """What is out of order, and whether columns say that something is."""
    return _disorder(write(folder, rows), "boule")


def _disorder(path: Path, game: str) -> tuple[Disorder, bool]:
    vocabulary = ruleset(game).vocabulary
    tables = by_game(read_log(path).tables, game).games[0][1]
    log = assemble(tables, vocabulary, (), whole=False)
    columns = columns_of(log, vocabulary)
    return disorder_of(log.events, vocabulary), has_disorder(
        columns, vocabulary, [np.arange(columns.size)]
    )


def has_disorder(columns: Columns, vocabulary: Vocabulary, files: Sequence[Ints]) -> bool:
    """Whether columns say that rows of a file stand twice or out of place."""
    return any(len(repeated(columns, own)) for own in files) or are_displaced(
        columns, vocabulary, files
    )


def nothing(found: tuple[Disorder, bool]) -> bool:
    return found == (Disorder(), False)


def audit(folder: Path, rows: list[str]) -> Audit:
    return audit_log(read_log(write(folder, rows)), rules="boule")


@pytest.mark.parametrize(
    ("numbers", "kept"),
    [
        ([], []),
        ([1, 1, 2], [1, 1, 1]),
        ([1, 5, 2, 3], [1, 0, 1, 1]),
        ([1, 2, 3, 1, 2, 3], [1, 1, 1, 0, 0, 1]),
        ([2, 1], [1, 0]),
    ],
)
def test_the_longest_part_that_never_goes_back(numbers: list[int], kept: list[int]) -> None:
    assert longest(numbers) == [bool(own) for own in kept]


def test_rows_in_their_order_are_in_no_doubt(tmp_path: Path) -> None:
    assert nothing(disorder(tmp_path, EVENING))


def test_a_block_that_was_pasted_again_is_a_copy(tmp_path: Path) -> None:
    found, in_columns = disorder(tmp_path, [*EVENING[:12], *EVENING[6:12], *EVENING[12:]])
    assert in_columns
    assert found == Disorder(copies={at + 6: at for at in range(6, 12)})


def test_a_block_that_was_pasted_elsewhere_is_a_copy(tmp_path: Path) -> None:
    found, _ = disorder(tmp_path, [*EVENING[:40], *EVENING[6:12], *EVENING[40:]])
    assert found == Disorder(copies={40 + at: 6 + at for at in range(6)})


def test_copies_are_set_aside_beside_their_twins_and_the_rest_is_judged(tmp_path: Path) -> None:
    found = audit(tmp_path, [*EVENING[:12], *EVENING[6:12], *EVENING[12:]])
    whole = audit(tmp_path, EVENING)
    assert [(own.row.number, say(own.reason, "en")) for own in found.set_aside] == [
        (
            14 + at,
            f"the row repeats row {8 + at}, time included, where the time or the numbers go back",
        )
        for at in range(6)
    ]
    (ledger,) = found.report.inputs
    assert (ledger.rows_read, ledger.rows_evaluated, ledger.rows_set_aside) == (54, 48, 6)
    assert [own.rule for own in found.findings] == [own.rule for own in whole.findings]
    one, other = (
        {rule.rule: (rule.checked, rule.not_verifiable) for rule in own.report.rules}
        for own in (found, whole)
    )
    assert one == other


def test_a_block_that_was_pasted_over_others_hides_them(tmp_path: Path) -> None:
    """Both stakes of the last coup are gone: what was collected there is no theft, and what stood
    there may have been of the coup before.
    """
    found = audit(tmp_path, [*EVENING[:42], *EVENING[6:10], *EVENING[46:]])
    assert found.report.inputs[0].rows_set_aside == 4
    assert not found.findings
    rule = next(own for own in found.report.rules if own.rule == "boule/stake-before-payment")
    assert (rule.checked, rule.not_verifiable) == (12, 4)


def test_a_whole_log_that_stands_twice_is_judged_once(tmp_path: Path) -> None:
    lines = logs.lawful("bataille", 2)
    path = tmp_path / "log.csv"
    path.write_text(text_of([*lines, *lines[1:]]), "utf-8")
    found = audit_log(read_log(path), rules="bataille", records="all")
    assert not found.findings
    assert found.report.inputs[0].rows_set_aside == len(lines) - 1


def test_a_row_that_stands_twice_is_in_doubt_and_told(tmp_path: Path) -> None:
    rows = [*EVENING[:8], EVENING[7], *EVENING[8:]]
    assert disorder(tmp_path, rows) == (Disorder(repeats={8}), True)
    found, whole = audit(tmp_path, rows), audit(tmp_path, EVENING)
    twice = [own for own in found.findings if own.rule == "boule/recorded-once"]
    assert [own.rows[0].row for own in twice] == [10]
    assert len(found.findings) == len(whole.findings) + 1
    assert found.report.fitness.duplicates_total == 1


def test_a_kind_that_is_written_alike_as_a_rule_is_in_no_doubt(tmp_path: Path) -> None:
    twice = [row for row in EVENING for _ in range(2 if "no_more_bets" in row else 1)]
    assert nothing(disorder(tmp_path, twice))


def test_two_rows_that_changed_places_are_in_doubt_at_both(tmp_path: Path) -> None:
    rows = [*EVENING]
    rows[7], rows[38] = rows[38], rows[7]
    found, in_columns = disorder(tmp_path, rows)
    assert in_columns
    # Where time stands between those of the rows on both sides there is one place.
    assert found == Disorder(moved={7: (39,), 38: (8,)})


def test_rows_out_of_place_are_named_and_accuse_nobody(tmp_path: Path) -> None:
    rows = [*EVENING]
    rows[7], rows[38] = rows[38], rows[7]
    found, whole = audit(tmp_path, rows), audit(tmp_path, EVENING)
    own = [finding.rule for finding in found.findings if finding.provisions[0][:4] != "log."]
    assert own == [f.rule for f in whole.findings if f.provisions[0][:4] != "log."]
    assert any(finding.rule == "boule/time-goes-forward" for finding in found.findings)
    rules = found.report.rules
    said = {own.reason.en for rule in rules for own in rule.not_verifiable_reasons}
    assert any("out of place (log.csv:9 and 1 more)" in own for own in said)


def test_a_time_that_is_wrong_moves_no_row(tmp_path: Path) -> None:
    """By its time the row would stand in another coup than its own."""
    rows = [*EVENING]
    rows[18] = rows[18].replace("21:04:00", "21:02:00")
    assert nothing(disorder(tmp_path, rows))


def test_a_clock_that_was_put_back_moves_no_row(tmp_path: Path) -> None:
    rows = EVENING[:24] + [row.replace("T21:0", "T20:0") for row in EVENING[24:]]
    assert nothing(disorder(tmp_path, rows))


def test_clocks_that_differ_move_no_row(tmp_path: Path) -> None:
    rows = [row.replace(":40,", ":29,") for row in EVENING]
    assert nothing(disorder(tmp_path, rows))


def test_without_times_the_numbers_tell_it(tmp_path: Path) -> None:
    rows = [row[row.index(",") :] for row in EVENING]
    assert nothing(disorder(tmp_path, rows))
    found, in_columns = disorder(tmp_path, [*rows[:40], *rows[6:12], *rows[40:]])
    assert in_columns
    assert found == Disorder(copies={40 + at: 6 + at for at in range(6)})


def test_each_file_has_an_order_of_its_own(tmp_path: Path) -> None:
    """Rows that stand in both are no repetition, and a file without times goes by its numbers."""
    elsewhere = [row.replace("Nord,1,", "Nord,2,") for row in EVENING]
    both = [*elsewhere[:7], EVENING[7], elsewhere[7], EVENING[8], *elsewhere[8:]]
    assert not _in_files(tmp_path, EVENING, both)
    untimed = [row[row.index(",") :] for row in elsewhere]
    assert not _in_files(tmp_path, EVENING, untimed)
    assert _in_files(tmp_path, EVENING, [*untimed[:40], *untimed[6:12], *untimed[40:]])


def _in_files(folder: Path, *files: list[str]) -> bool:
    """Whether columns say that something is out of order in one of several files."""
    vocabulary = ruleset("boule").vocabulary
    paths = [folder / f"{number}.csv" for number in range(len(files))]
    for path, rows in zip(paths, files, strict=True):
        path.write_text(HEADER + "".join(rows), "utf-8")
    tables = by_game(read_log(paths).tables, "boule").games[0][1]
    log = assemble(tables, vocabulary, (), whole=False)
    parts = [
        [at for at, own in enumerate(log.events) if own.row.file == path.name] for path in paths
    ]
    found = has_disorder(columns_of(log, vocabulary), vocabulary, [np.array(own) for own in parts])
    parted = [[log.events[at] for at in own] for own in parts]
    assert found == any(disorder_of(own, vocabulary) != Disorder() for own in parted)
    return found


@pytest.mark.parametrize("game", ["boule", "bataille-speed"])
def test_columns_pass_no_disorder_over(game: str, tmp_path: Path) -> None:
    lines = logs.lawful(game, 4)
    rng = Random(f"disorder/{game}")
    time = lines[0].index("time")
    for number, move in enumerate((None, *MOVES, *MOVES)):
        left: Lines = lines if move is None else move(lines, rng).left
        if number > len(MOVES):
            left = [[*row[:time], *row[time + 1 :]] for row in left]
        path = tmp_path / "log.csv"
        path.write_text(text_of(left), "utf-8")
        found, in_columns = _disorder(path, game)
        assert in_columns == (found != Disorder())
