"""A declaration that events are recorded: by whom, and the findings that rest on it."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from auditor.audit import Audit, audit_log, read_log
from auditor.report.labels import Words
from auditor.report.model import Language
from auditor.report.render.html import html_text
from auditor.report.render.json import json_bytes
from auditor.report.sections.statement import declaration, reservations, rests_on
from auditor.request import Settings
from auditor.verify import verify
from tests.test_findings import EVENING, HEADER, RULES

NO_BURN = [row for row in EVENING if ",burn," not in row]
MAPPING = 'records = ["burn"]\n'


def audited(folder: Path, rows: Sequence[str], mapping: str = "", **asked: object) -> Audit:
    log, says = folder / "evening.csv", folder / "evening.toml"
    log.write_text("\n".join((HEADER, *rows)) + "\n", "utf-8")
    says.write_text(mapping, "utf-8")
    reading = read_log(log, mapping=says if mapping else None, rules=RULES)
    return audit_log(reading, rules=RULES, **asked)  # type: ignore[arg-type]


def plain(said: Sequence[str]) -> str:
    return " ".join(said).replace("\u00a0", " ")


def test_nothing_is_said_where_nothing_was_declared(tmp_path: Path) -> None:
    for rows in (EVENING, NO_BURN):
        report = audited(tmp_path, rows).report
        assert declaration(report, Words("en")) == ()


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_finding_that_rests_on_the_declaration_alone_says_so(
    tmp_path: Path, language: Language
) -> None:
    """No card is burned, of five: without the declaration nobody could say so."""
    report, words = audited(tmp_path, NO_BURN, records="all").report, Words(language)
    said = {own.rule: rests_on(own, report, words) for own in report.findings}
    card = words("declared.rests", events="burn")
    assert said["demo/five-burned"] == card
    assert said["demo/stake-maximum"] == ""
    page = plain(declaration(report, words))
    assert ("Au moins 1 constat en" if language == "fr" else "At least 1 finding") in page
    assert "burn" in plain(declaration(report, words)[1:])  # recorded nowhere: that is doubtful
    assert card.replace("`records`", "<code>records</code>") in html_text(report, language)
    assert set(declaration(report, words)) <= set(reservations(report, words))


def test_without_the_declaration_that_finding_is_none(tmp_path: Path) -> None:
    rules = {own.rule for own in audited(tmp_path, NO_BURN).findings}
    assert rules == {"demo/stake-maximum"}


def test_no_finding_rests_on_it_where_the_log_records_such_events_elsewhere(
    tmp_path: Path,
) -> None:
    """Shoe 1 has burned cards, shoe 2 has none."""
    other = [row.replace(",T1,1,", ",T1,2,").replace("T21:", "T22:") for row in NO_BURN[1:]]
    report = audited(tmp_path, (*EVENING, *other), records="all").report
    words = Words("en")
    assert "No finding depends on it." in plain(declaration(report, words))
    burned = [own for own in report.findings if own.rule == "demo/five-burned"]
    assert [own.subject.shoe for own in burned] == [1, 2]
    assert [rests_on(own, report, words) for own in burned] == ["", words("declared.elsewhere")]


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
    given = Settings(rules=RULES, mapping=tmp_path / "evening.toml")
    again = verify(report, [tmp_path / "evening.csv"], given)
    assert again.is_exact
