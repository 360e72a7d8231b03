"""A log of one game is not judged by the rules of another, unless that is meant."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import pytest

from auditor.audit import Audit, CannotAuditError, Engine, audit_log, read_log, write_report
from auditor.explanation import RowName, explain_row
from auditor.messages.message import say
from auditor.reproduction import verify
from auditor.request import Settings
from auditor_spark.run import audit_data_set
from tests.spark.here import LocalCluster

SAMPLES = Path(__file__).parents[1] / "samples"
CASINO_GAMES = ("bataille", "boule", "punto-banco", "vingt-trois")
PAIRS = [*permutations(CASINO_GAMES, 2)]
MAPPED = '[columns]\ngame = "{Jeu pratiqué ici}"\n'


def evening(folder: Path, game: str, *, column: str = "game", rows: int = 60) -> Path:
    """The first rows of a lawful log, with its games in a column of some name."""
    lines = (SAMPLES / game / "lawful.csv").read_text(encoding="utf-8").splitlines()
    header = ",".join(column if own == "game" else own for own in lines[0].split(","))
    path = folder / f"{game}.csv"
    path.write_text("\n".join((header, *lines[1:rows])) + "\n", encoding="utf-8")
    return path


def by_engine(engine: Engine) -> Callable[..., Audit]:
    def audited(logs: list[Path], mapping: Path | None = None, **asked: object) -> Audit:
        rules = str(asked["rules"])
        reading = read_log(logs, mapping=mapping, rules=rules)
        return audit_log(reading, engine=engine, **asked)  # type: ignore[arg-type]  # as they are given below

    return audited


def by_spark(logs: list[Path], mapping: Path | None = None, **asked: object) -> Audit:
    return audit_data_set(logs, cluster=LocalCluster(), mapping=mapping, **asked)  # type: ignore[arg-type]  # as they are given below


WAYS = {"columns": by_engine("columns"), "reference": by_engine("reference"), "spark": by_spark}
every_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


def is_refused(error: CannotAuditError, log: str, rules: str) -> None:
    [says] = error.says
    assert say(says, "fr").startswith(
        f"Le journal nomme `{log}` (colonne `game`), vous demandez `{rules}`"
    )
    assert say(says, "en").startswith(
        f"The log names `{log}` (column `game`), you ask for `{rules}`"
    )


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("log", "rules"), PAIRS)
@every_way
def test_the_rules_of_another_game_are_refused(
    log: str, rules: str, way: Callable[..., Audit], tmp_path: Path
) -> None:
    with pytest.raises(CannotAuditError) as refused:
        way([evening(tmp_path, log)], rules=rules, records="all")
    is_refused(refused.value, log, rules)


@pytest.mark.sampled(12)
@pytest.mark.parametrize(("log", "rules"), PAIRS)
@every_way
def test_a_column_that_a_mapping_takes_for_the_game_counts(
    log: str, rules: str, way: Callable[..., Audit], tmp_path: Path
) -> None:
    path = evening(tmp_path, log, column="Jeu pratiqué ici")
    mapping = tmp_path / "mapping.toml"
    mapping.write_text(MAPPED, encoding="utf-8")
    with pytest.raises(CannotAuditError) as refused:
        way([path], mapping, rules=rules, records="all")
    is_refused(refused.value, log, rules)


@pytest.mark.sampled(3)
@every_way
def test_of_several_files_none_may_be_of_the_game(
    way: Callable[..., Audit], tmp_path: Path
) -> None:
    logs = [evening(tmp_path, game) for game in ("bataille", "boule")]
    with pytest.raises(CannotAuditError, match=r"names `bataille`, `boule` \(column `game`\)"):
        way(logs, rules="vingt-trois", records="all")


@pytest.mark.sampled(2)
@every_way
def test_whoever_means_it_is_told_so_and_the_report_holds_it(
    way: Callable[..., Audit], tmp_path: Path
) -> None:
    log = evening(tmp_path, "bataille", rows=9)
    audit = way([log], rules="boule", records="all", rules_anyway=True)
    assert audit.report.run.parameters["rules_anyway"] is True
    assert audit.report.rulesets[0].name == "boule"


def test_such_a_report_is_reproduced(tmp_path: Path) -> None:
    log = evening(tmp_path, "bataille", rows=9)
    audit = audit_log(read_log(log), rules="boule", records="all", rules_anyway=True)
    [written] = write_report(audit, tmp_path / "report", ("json",))
    assert verify(written, [log]).is_exact


def test_the_right_game_is_no_other_game_whatever_is_asked(tmp_path: Path) -> None:
    log = evening(tmp_path, "boule")
    asked_for = audit_log(read_log(log), rules="boule", rules_anyway=True)
    assert "rules_anyway" not in asked_for.report.run.parameters


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("log", "rules"),
    [
        ("bataille", "casino"),  # which it extends
        ("boule", "article-47"),
        ("bataille-jokers-courte", "bataille-familiale"),  # by way of another
        ("bataille-familiale", "bataille-speed"),  # which extends it
    ],
)
@every_way
def test_a_ruleset_that_extends_the_game_or_that_it_extends_is_no_other(
    log: str, rules: str, way: Callable[..., Audit], tmp_path: Path
) -> None:
    audit = way([evening(tmp_path, log)], rules=rules)
    assert "rules_anyway" not in audit.report.run.parameters
    assert sum(own.rows_evaluated for own in audit.report.inputs) == 59


@pytest.mark.sampled(3)
@every_way
def test_two_games_that_extend_the_same_are_two_games(
    way: Callable[..., Audit], tmp_path: Path
) -> None:
    with pytest.raises(CannotAuditError, match="you ask for `bataille-jokers`"):
        way([evening(tmp_path, "bataille-speed")], rules="bataille-jokers")


def own_rules(folder: Path, extended: str) -> Path:
    path = folder / "house.rules"
    path.write_text(
        f'ruleset house extends {extended} version "1"\n  title fr "Maison" en "House"\n',
        encoding="utf-8",
    )
    return path


@pytest.mark.sampled(2)
@every_way
def test_rules_of_ones_own_are_of_the_game_that_they_extend(
    way: Callable[..., Audit], tmp_path: Path
) -> None:
    rules = own_rules(tmp_path, "boule")
    audit = way([evening(tmp_path, "boule")], rules=rules)
    assert sum(own.rows_evaluated for own in audit.report.inputs) == 59
    with pytest.raises(CannotAuditError, match="names `bataille`"):
        way([evening(tmp_path, "bataille")], rules=rules)


def test_rows_of_another_game_are_set_aside_for_them(tmp_path: Path) -> None:
    logs = [evening(tmp_path, game) for game in ("bataille", "boule")]
    rules = own_rules(tmp_path, "boule")
    audit = audit_log(read_log(logs, rules=rules), rules=rules)
    assert {own.row.file for own in audit.set_aside} == {"bataille.csv"}
    assert len(audit.set_aside) == 59


@pytest.mark.sampled(3)
@every_way
def test_a_log_that_names_no_game_there_are_rules_for_is_judged(
    way: Callable[..., Audit], tmp_path: Path
) -> None:
    log = evening(tmp_path, "boule")
    text = log.read_text(encoding="utf-8").replace(",boule,", ",Spiel 7,")
    log.write_text(text, encoding="utf-8")
    audit = way([log], rules="boule")
    assert "rules_anyway" not in audit.report.run.parameters
    assert sum(own.rows_evaluated for own in audit.report.inputs) == 59


def test_a_question_about_a_row_is_refused_as_well(tmp_path: Path) -> None:
    reading, row = read_log(evening(tmp_path, "bataille")), RowName("bataille.csv", None, 2)
    with pytest.raises(CannotAuditError) as refused:
        explain_row(reading, "paid-once", row, Settings(rules="boule"))
    is_refused(refused.value, "bataille", "boule")
    assert explain_row(reading, "paid-once", row, Settings(rules="boule", rules_anyway=True))
