"""What page one says beside its conclusion."""

from pathlib import Path

import pytest

from auditor.audit import audit_log, read_log
from auditor.report.labels import Words
from auditor.report.model import Language
from auditor.report.render.json import json_bytes
from auditor.report.sections.statement import reservations, yardsticks
from auditor.reproduction import verify
from tests.report.evening import changed, evening
from tests.test_findings import EVENING, HEADER, RULES


def test_what_a_mapping_declares_is_audited_again_alike(tmp_path: Path) -> None:
    log, mapping, report = (tmp_path / name for name in ("log.csv", "log.toml", "findings.json"))
    log.write_text("\n".join((HEADER, *EVENING)) + "\n", "utf-8")
    mapping.write_text('records = ["burn"]\n', "utf-8")
    reading = read_log(log, mapping=mapping, rules=RULES)
    audit = audit_log(reading, rules=RULES, records=("pay",))
    report.write_bytes(json_bytes(audit.report))
    assert verify(report, [log], rules=RULES, mapping=mapping).is_exact


@pytest.mark.parametrize("language", ["fr", "en"])
def test_rules_of_another_game_than_the_log_names_are_told(language: Language) -> None:
    report, words = evening(), Words(language)
    run = changed(report.run, parameters={"rules_anyway": True})
    report = changed(report, run=run)
    [own] = yardsticks(report, words)
    assert "--rules-anyway" in own
    assert reservations(report, words)[0] == own
