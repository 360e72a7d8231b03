"""A row of which one cell is empty: what it may open, close or count for is left open."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.audit import Audit
from auditor.judging import Engine
from auditor.log.damage.suspects import ENOUGH, LONE
from auditor_simulators.catalogue import game
from auditor_simulators.protocol import Plan
from tests.damage import logs
from tests.damage.damaging import Lines, lines_of
from tests.damage.properties import SAMPLES, answers, audited

ENGINES = ("columns", "reference")


def lawful(name: str) -> Lines:
    return lines_of((SAMPLES / name / "lawful.csv").read_text("utf-8"))


def open_checks(audit: Audit | None, rule: str) -> int:
    """How many checks of a rule are left open in an audit that accuses nobody."""
    assert audit is not None
    assert not audit.findings
    return next(own.not_verifiable for own in audit.report.rules if own.rule.endswith(f"/{rule}"))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("kind", ["leave", "sit"])
def test_who_comes_or_goes_without_a_seat_may_be_anybody(
    kind: str, engine: Engine, tmp_path: Path
) -> None:
    """Five leave in this log, and five sit down: too few to say what is usual."""
    lines = lawful("bataille")
    seat, event = (lines[0].index(name) for name in ("seat", "event"))
    rows = [row for row in lines if row[event] == kind]
    assert len(rows) == 5
    rows[0][seat] = ""
    assert open_checks(audited(tmp_path, lines, "bataille", engine), "seated-players-only") > 0


@pytest.mark.parametrize("way", ["too many", "too few"])
@pytest.mark.parametrize("name", ["bataille", "boule"])
def test_a_torn_row_costs_a_coup_whatever_the_header_is_called(
    name: str, way: str, tmp_path: Path
) -> None:
    lines = lawful(name)
    event, player, coup = (lines[0].index(name) for name in ("event", "player", "coup"))
    row = next(row for row in lines if row[event] == "pay")
    row[player : player + 1] = ["Dupont", " Jean"] if way == "too many" else []
    canonical = audited(tmp_path, lines, name)
    lines[0][coup] = "N° COUP"
    renamed = audited(tmp_path, lines, name)
    assert canonical is not None
    assert renamed is not None
    assert not renamed.findings
    one, other = (answers(audit) for audit in (canonical, renamed))
    assert one.open == other.open
    assert one.unverified < one.checks / 50


@pytest.mark.parametrize("engine", ENGINES)
def test_a_card_burned_amid_a_coup_that_its_row_does_not_name(
    engine: Engine, tmp_path: Path
) -> None:
    """Most cards are burned before any coup, and three in a war: these stand amid its coup."""
    lines = lawful("bataille")
    coup, event = (lines[0].index(name) for name in ("coup", "event"))
    at = next(at for at, row in enumerate(lines) if row[event] == "burn" and row[coup])
    war = lines[at][coup]
    assert lines[at - 1][coup] == lines[at + 3][coup] == war
    lines[at][coup] = ""
    found = audited(tmp_path, lines, "bataille", engine)
    assert open_checks(found, "war-round") == 1
    assert open_checks(found, "five-burned") == 0


@pytest.mark.parametrize("engine", ENGINES)
def test_what_opens_a_table_without_naming_it_may_open_any(engine: Engine, tmp_path: Path) -> None:
    """Of one night at one table nothing else opens one: no row says what such rows fill."""
    own = game("boule")
    rows = own.lawful(Plan(events=120, seed=1))
    lines = [[*own.columns], *([row.get(name, "") for name in own.columns] for row in rows)]
    event, table = (lines[0].index(name) for name in ("event", "table"))
    [opened] = [cells for cells in lines if cells[event] == "table_open"]
    opened[table] = ""
    found = audited(tmp_path, lines, "boule", engine)
    assert open_checks(found, "coup-at-open-table") > 0


@pytest.mark.parametrize("engine", ENGINES)
def test_a_payment_of_a_seldom_bet_without_its_seat_is_of_any(
    engine: Engine, tmp_path: Path
) -> None:
    """Ties are paid too seldom to say what such rows fill; all other payments name a seat."""
    lines = lawful("punto-banco")
    seat, event, bet = (lines[0].index(name) for name in ("seat", "event", "bet"))
    ties = [row for row in lines if (row[event], row[bet]) == ("pay", "tie")]
    assert 1 < len(ties) <= ENOUGH
    ties[0][seat] = ""
    found = audited(tmp_path, lines, "punto-banco", engine)
    assert open_checks(found, "stake-before-payment") > 0


@pytest.mark.parametrize("engine", ENGINES)
def test_a_player_who_leaves_has_sat_down_though_no_row_says_so(
    engine: Engine, tmp_path: Path
) -> None:
    """He leaves a seat of which nothing else is told: his hands were lawful, or nobody knows."""
    lines = lawful("bataille")
    event, seat = (lines[0].index(name) for name in ("event", "seat"))
    at = next(at for at, row in enumerate(lines) if row[event] == "sit")
    assert [row[event] for row in lines if row[seat] == lines[at][seat]].count("leave") == 1
    del lines[at]
    assert open_checks(audited(tmp_path, lines, "bataille", engine), "seated-players-only") > 0


@pytest.mark.parametrize("engine", ENGINES)
def test_two_rows_without_the_line_break_between_them_are_two_events(
    engine: Engine, tmp_path: Path
) -> None:
    """The second is the only payment of a stake: nobody may say that it was not paid."""
    lines = lawful("boule")
    event = lines[0].index("event")
    at = next(at for at, row in enumerate(lines) if row[event] == "pay")
    first, second = lines[at - 1], lines[at]
    lines[at - 1 : at + 1] = [[*first[:-1], first[-1] + second[0], *second[1:]]]
    assert len(lines[at - 1]) == 2 * len(first) - 1
    found = audited(tmp_path, lines, "boule", engine)
    assert found is not None
    assert not found.findings
    assert sum(own.not_verifiable for own in found.report.rules if "pays" in own.rule) > 0


@pytest.mark.parametrize(("engine", "nobody"), [("columns", "ANONYME"), ("reference", "*****")])
def test_players_whose_names_were_taken_out_are_not_one_player(
    engine: Engine, nobody: str, tmp_path: Path
) -> None:
    """As one player they lay more than a player may, and the same stake twice in a second."""
    lines = lawful("boule")
    player = lines[0].index("player")
    for row in lines[1:]:
        row[player] = nobody if row[player] else ""
    assert open_checks(audited(tmp_path, lines, "boule", engine), "player-within-maximum") > 0


@pytest.mark.parametrize("engine", ENGINES)
def test_a_number_beside_a_bet_that_has_none_is_not_believed(
    engine: Engine, tmp_path: Path
) -> None:
    """What is paid on the even chances would be paid on another bet than the one that was laid."""
    lines = lawful("boule")
    number, event, bet = (lines[0].index(name) for name in ("number", "event", "bet"))
    paid = [row for row in lines if row[event] == "pay" and not row[number]]
    own = next(row for row in paid if sum(row[bet] == other[bet] for other in paid) > LONE)
    own[number] = "7"
    found = audited(tmp_path, lines, "boule", engine)
    assert open_checks(found, "stake-before-payment") > 0


@pytest.mark.parametrize("engine", ENGINES)
def test_the_first_rows_of_the_first_trick_without_its_number_are_of_it(
    engine: Engine, tmp_path: Path
) -> None:
    """A card that is taken and was laid in none of the tricks would be one too many."""
    lines = logs.lawful("bataille-sans-carte-cachee", 5011)
    coup, event = (lines[0].index(name) for name in ("coup", "event"))
    first = next(at for at, row in enumerate(lines) if row[coup] == "1")
    for row in lines[first : first + 2]:
        assert row[event] == "play"
        row[coup] = ""
    found = audited(tmp_path, lines, "bataille-sans-carte-cachee", engine)
    assert open_checks(found, "nothing-doubled") > 0
