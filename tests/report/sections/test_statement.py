"""What page one says beside its conclusion."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from auditor.audit import Audit, audit_log, read_log
from auditor.report.labels import Words
from auditor.report.model import Language
from auditor.report.render.json import json_bytes
from auditor.report.sections.statement import declaration, reservations, yardsticks
from auditor.reproduction import verify
from tests.report.evening import changed, evening
from tests.test_findings import EVENING, HEADER, RULES

MAPPING = 'records = ["burn"]\n'


def audited(folder: Path, rows: Sequence[str], mapping: str = "", **asked: object) -> Audit:
    log, says = folder / "evening.csv", folder / "evening.toml"
    log.write_text("\n".join((HEADER, *rows)) + "\n", "utf-8")
    says.write_text(mapping, "utf-8")
    reading = read_log(log, mapping=says if mapping else None, rules=RULES)
    return audit_log(reading, rules=RULES, **asked)  # type: ignore[arg-type]


def plain(said: Sequence[str]) -> str:
    return " ".join(said).replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("mapping", "asked", "said"),
    [
        ("", {"records": "all"}, "(option `--records`): all kinds of event"),
        (MAPPING, {}, "(mapping evening.toml): burn"),
        (
            MAPPING,
            {"records": ("pay",)},
            "(option `--records` and mapping evening.toml): burn, pay",
        ),
    ],
)
def test_who_declares_it_is_said(
    tmp_path: Path, mapping: str, asked: dict[str, object], said: str
) -> None:
    report = audited(tmp_path, EVENING, mapping, **asked).report
    assert said in plain(declaration(report, Words("en")))


def test_what_a_mapping_declares_is_audited_again_alike(tmp_path: Path) -> None:
    audit = audited(tmp_path, EVENING, MAPPING, records=("pay",))
    report = tmp_path / "findings.json"
    report.write_bytes(json_bytes(audit.report))
    log, mapping = tmp_path / "evening.csv", tmp_path / "evening.toml"
    again = verify(report, [log], rules=RULES, mapping=mapping)
    assert again.is_exact


@pytest.mark.parametrize("language", ["fr", "en"])
def test_rules_of_another_game_than_the_log_names_are_told(language: Language) -> None:
    report, words = evening(), Words(language)
    run = changed(report.run, parameters={"rules_anyway": True})
    report = changed(report, run=run)
    [own] = yardsticks(report, words)
    assert "--rules-anyway" in own
    assert reservations(report, words)[0] == own
