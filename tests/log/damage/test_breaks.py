"""Rows that are missing: what shows it, and what does not."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from auditor.audit import audit_log, read_log
from auditor.engine.damage.breaks import has_breaks
from auditor.engine.store.columns import columns_of
from auditor.language.core import Program
from auditor.log.assemble import assemble
from auditor.log.damage.breaks import breaks, with_breaks
from auditor.log.damage.cut_files import missing
from auditor.log.damage.outline import outline_of
from auditor.log.event import Event, Log
from auditor.request import by_game, ruleset
from tests.damage import logs
from tests.damage.damaging import Lines
from tests.damage.handling import sorted_by
from tests.damage.losing import first_rows, last_rows, page
from tests.damage.properties import audited, text_of
from tests.damage.readers import read_otherwise
from tests.judged import ENGINES

GAMES = ("boule", "punto-banco", "bataille", "bataille-speed")


def read(folder: Path, game: str, *files: Lines) -> tuple[Program, Log]:
    """A log of some files, its rows all without doubt."""
    for number, lines in enumerate(files):
        (folder / f"{number}.csv").write_text(text_of(lines), "utf-8")
    tables = read_log([folder / f"{number}.csv" for number in range(len(files))]).tables
    program = ruleset(game)
    own = by_game(tables, game).games[0][1]
    return program, assemble(own, program.vocabulary, (), whole=False)


def found(program: Program, log: Log) -> list[Event | None]:
    """The events before which rows are missing, None for the end of the log."""
    places = [
        own.at for own in breaks(outline_of(log.events, program.vocabulary), program.vocabulary)
    ]
    return [log.events[at] if at < len(log.events) else None for at in places]


def columns_say(program: Program, log: Log) -> bool:
    """Whether columns say that rows may be missing."""
    columns = columns_of(log, program.vocabulary)
    kinds = program.vocabulary.kinds
    return has_breaks(columns, program.vocabulary, [slice(None)], kinds)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", logs.GAMES)
def test_a_whole_log_lacks_nothing(game: str, tmp_path: Path) -> None:
    program, log = read(tmp_path, game, logs.lawful(game, 4))
    assert not found(program, log)


def test_cancelled_coups_lack_nothing(tmp_path: Path) -> None:
    """Of a long log some are cancelled between the close and the spin, and some after that."""
    program, log = read(tmp_path, "boule", logs.long("boule", 4))
    assert sum(event.kind == "cancel" for event in log.events) > 1
    assert not found(program, log)


def two_tables(withdrawn: tuple[int, ...], cut: tuple[int, ...] = ()) -> Lines:
    """Coups at two tables side by side, some with all stakes withdrawn, some without their end."""
    header = "time,session,table,coup,game,event,player,bet,number,amount"
    lines = [header.split(",")]
    for coup in range(1, 81):
        rest = ["stake_withdraw,J1,even,,"] if coup in withdrawn else []
        end = [] if coup in (*withdrawn, *cut) else ["collect,J1,even,,2"]
        rows = ["bets_open,,,,", "stake,J1,even,,2", *rest, "no_more_bets,,,,", "spin,,,3,", *end]
        for row in rows:
            for table in ("B1", "B2"):
                stamp = f"2026-01-09T{21 + coup // 60}:{coup % 60:02}:00+01:00"
                own = row.replace("J1", f"J{table[1]}").split(",")
                lines.append([stamp, "2026-01-09", table, str(coup), "boule", *own])
    return lines


def test_coups_of_which_every_stake_was_withdrawn_lack_nothing_side_by_side(tmp_path: Path) -> None:
    program, log = read(tmp_path, "boule", two_tables(withdrawn=(20, 40, 60)))
    assert not found(program, log)
    assert not columns_say(program, log)


def test_a_last_coup_in_which_nobody_stakes_lacks_nothing(tmp_path: Path) -> None:
    """Its table closes while the other one plays on."""
    lines = two_tables(withdrawn=())
    [stamp, day, _, _, game, *_] = lines[-1]
    empty = [""] * 4
    last = [[stamp, day, "B1", "81", game, own, *empty] for own in ("bets_open", "spin")]
    last[-1][-2] = "3"
    opens, closes = (
        [[time, day, table, "", game, kind, *empty] for table in ("B1", "B2")]
        for time, kind in ((lines[1][0], "table_open"), (stamp, "table_close"))
    )
    rows = [row for row in lines if not (row[2] == "B2" and row[3] == "80")]
    other = [row for row in lines if row not in rows]
    program, log = read(tmp_path, "boule", [rows[0], *opens, *rows[1:], *last, *other, *closes])
    assert not found(program, log)
    assert not columns_say(program, log)


def test_two_coups_without_their_end_side_by_side_lack_rows(tmp_path: Path) -> None:
    program, log = read(tmp_path, "boule", two_tables(withdrawn=(20, 40, 60), cut=(30,)))
    assert [event.values["coup"] for event in found(program, log) if event] == [30, 31]
    assert columns_say(program, log)


@pytest.mark.parametrize("game", GAMES)
def test_a_log_without_its_first_rows_begins_in_the_midst(game: str, tmp_path: Path) -> None:
    loss = first_rows(logs.lawful(game, 4), Random(1))
    program, log = read(tmp_path, game, loss.left)
    assert log.events[0] in found(program, log)


@pytest.mark.parametrize("game", GAMES)
def test_a_log_without_its_last_rows_ends_in_the_midst(game: str, tmp_path: Path) -> None:
    program, log = read(tmp_path, game, last_rows(logs.lawful(game, 4), Random(1)).left)
    assert None in found(program, log)


def one_number_less(lines: Lines, number: str) -> Lines:
    """The log without the coup of a number at its first table."""
    coup, table, session = (lines[0].index(name) for name in ("coup", "table", "session"))
    own = next(row[session] + row[table] for row in lines[1:] if row[coup] == number)
    return [row for row in lines if row[coup] != number or row[session] + row[table] != own]


@pytest.mark.parametrize("game", ["boule", "bataille-additions"])
def test_a_coup_that_is_left_out_between_two_whole_ones_is_all_that_is_missing(
    game: str, tmp_path: Path
) -> None:
    """What is counted over a whole game may have changed in it; the coups beside are certain."""
    program, log = read(tmp_path, game, one_number_less(logs.lawful(game, 5), "3"))
    (own,) = breaks(outline_of(log.events, program.vocabulary), program.vocabulary)
    assert log.events[own.at].values["coup"] == 4
    assert not own.inside
    assert own.kinds is not None
    assert own.kinds <= {event.kind for event in log.events if "coup" in event.values}
    whole = with_breaks([*log.events], program.vocabulary)
    missing_rows = [event.values.get("coup") for event in whole if event.unlogged]
    assert {3, None} >= set(missing_rows) > {None}


def test_a_number_that_serves_twice_leaves_a_hole_and_lacks_nothing(tmp_path: Path) -> None:
    lines = logs.lawful("boule", 5)
    coup, table, session = (lines[0].index(name) for name in ("coup", "table", "session"))
    own = next(row[session] + row[table] for row in lines[1:] if row[coup] == "3")
    for row in lines:
        if row[coup] == "3" and row[session] + row[table] == own:
            row[coup] = "2"
    program, log = read(tmp_path, "boule", lines)
    assert not found(program, log)


def test_a_game_of_which_the_first_trick_is_left_out_accuses_no_player(tmp_path: Path) -> None:
    for number in ("1", "4"):
        lines = one_number_less(logs.lawful("bataille-additions", 5), number)
        one, other = (audited(tmp_path, lines, "bataille-additions", own) for own in ENGINES)
        assert one is not None
        assert other is not None
        assert [own.rule for own in one.findings] == ["bataille-additions/tricks-follow"]
        assert one.findings == other.findings


def test_files_that_go_on_where_another_ends_lack_nothing(tmp_path: Path) -> None:
    lines = logs.lawful("boule", 4)
    half = len(lines) // 2
    program, log = read(tmp_path, "boule", lines[:half], [lines[0], *lines[half:]])
    assert not found(program, log)


def paged(lines: Lines, many: int, without: int) -> list[Lines]:
    """A log as files of so many rows, of which one is not there."""
    pages = [[lines[0], *lines[at : at + many]] for at in range(1, len(lines), many)]
    return [*pages[:without], *pages[without + 1 :]]


def test_a_file_that_is_missing_among_others_accuses_nobody(tmp_path: Path) -> None:
    names = []
    for number, lines in enumerate(paged(logs.lawful("bataille", 6), 103, 1)):
        names.append(tmp_path / f"{number:02}.csv")
        names[-1].write_text(text_of(lines), "utf-8")
    one, other = (
        audit_log(read_log(names), rules="bataille", records="all", engine=own) for own in ENGINES
    )
    assert {rule for own in one.findings for rule in own.provisions} <= {"log.gap"}
    assert one.findings == other.findings


def coups(lines: Lines, *numbers: str) -> Lines:
    """The rows of some coups at one table in one evening; without a number, those of no coup."""
    coup, *names = (lines[0].index(name) for name in ("coup", "session", "table"))
    session, table = next([row[at] for at in names] for row in lines[1:] if row[coup])
    return [
        lines[0],
        *(
            row
            for row in lines[1:]
            if row[coup] in numbers and row[names[0]] == session and row[names[1]] in ("", table)
        ),
    ]


def test_the_first_coup_alone_lacks_nothing_but_what_opens_and_closes(tmp_path: Path) -> None:
    program, log = read(tmp_path, "boule", coups(logs.lawful("boule", 4), "1"))
    assert not found(program, log)
    opening, closing = breaks(
        outline_of(log.events, program.vocabulary), program.vocabulary, program.vocabulary.kinds
    )
    assert opening.kinds is not None
    assert {"house_open", "table_open"} <= opening.kinds
    assert closing.kinds is not None
    assert {"house_close", "table_close"} <= closing.kinds
    assert not opening.inside
    assert not closing.inside


def test_a_coup_that_is_not_the_first_may_lack_rows_at_both_ends(tmp_path: Path) -> None:
    program, log = read(tmp_path, "boule", coups(logs.lawful("boule", 4), "3"))
    every = [*breaks(outline_of(log.events, program.vocabulary), program.vocabulary)]
    assert {own.at for own in every} == {0, len(log.events)}
    assert all(own.inside and own.kinds is None for own in every)


def test_coups_that_begin_as_only_coups_do_are_whole_at_their_beginning(tmp_path: Path) -> None:
    program, log = read(tmp_path, "boule", coups(logs.lawful("boule", 4), "3", "4", "5"))
    every = [*breaks(outline_of(log.events, program.vocabulary), program.vocabulary)]
    assert [own.inside for own in every if own.at == 0] == [False]


def test_a_few_rows_that_open_their_table_lack_nothing(tmp_path: Path) -> None:
    program, log = read(tmp_path, "boule", coups(logs.lawful("boule", 4), "", "1", "2"))
    assert not found(program, log)


@pytest.mark.parametrize(
    ("one", "other", "gone"),
    [
        (None, (1, 1), 0),
        (None, (1, 4), 3),
        ((1, 3), (1, 4), 0),
        ((1, 3), (1, 6), 2),
        ((1, 3), (1, 2), 0),
        ((1, 9), (2, 1), 0),
        ((1, 9), (2, 10), 0),
        ((1, 9), (2, 3), 2),
        ((1, 3), (1, None), 0),
    ],
)
def test_numbers_that_are_left_out(
    one: tuple[int, int] | None, other: tuple[int, int | None], gone: int
) -> None:
    assert missing(one, other) == gone


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", GAMES)
def test_columns_pass_no_break_over(game: str, tmp_path: Path) -> None:
    lines = logs.lawful(game, 4)
    rng = Random(f"breaks/{game}")
    for lose in (None, first_rows, last_rows, page, page, page):
        left = lines if lose is None else lose(lines, rng).left
        program, log = read(tmp_path, game, left)
        columns = columns_of(log, program.vocabulary)
        in_columns = has_breaks(columns, program.vocabulary, [slice(None)])
        assert in_columns == bool(
            [
                *breaks(
                    outline_of(log.events, program.vocabulary),
                    program.vocabulary,
                    program.vocabulary.kinds,
                )
            ]
        )


def test_columns_see_a_log_without_times_that_was_sorted_by_its_tables(tmp_path: Path) -> None:
    """What opens and closes the house has no table: it stands below all that happened there."""
    lines = logs.lawful("punto-banco", 883)
    at = lines[0].index("time")
    left = sorted_by([[*row[:at], *row[at + 1 :]] for row in lines], "session", "table")
    program, log = read(tmp_path, "punto-banco", left)
    assert found(program, log)
    assert columns_say(program, log)
    assert not read_otherwise(tmp_path / "0.csv", "punto-banco")


@pytest.mark.parametrize(("game", "row"), [("punto-banco", 391), ("boule", 164)])
def test_a_log_may_begin_in_the_coups_of_two_tables(game: str, row: int, tmp_path: Path) -> None:
    """No row is above the first: where a coup is cut there, none is looked for."""
    lines = logs.lawful(game, 1 if game == "punto-banco" else 4)
    path = tmp_path / "log.csv"
    path.write_text(text_of([lines[0], *lines[row:]]), "utf-8")
    assert not read_otherwise(path, game)
