"""What page one says beside its conclusion."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from auditor.audit import Audit, audit_log, read_log
from auditor.case import Authorisation, Establishment, StatedCase
from auditor.report.labels import Words
from auditor.report.model import (
    ByClass,
    FindingClass,
    Language,
    LawSource,
    Nature,
    Report,
    Ruleset,
)
from auditor.report.render.json import json_bytes
from auditor.report.sections.statement import (
    case_lines,
    conclusion,
    declaration,
    reservations,
    yardsticks,
)
from auditor.reproduction import verify
from tests.report.evening import both, evening
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


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("2025-123", "arrêté 2025-123 du 03/11/2025"),
        ("Arrêté n° 12", "Arrêté n° 12 du 03/11/2025"),
    ],
)
def test_an_order_is_called_one_once(order: str, said: str) -> None:
    case = StatedCase(
        number="1",
        establishment=Establishment(name="Casino"),
        authorisation=Authorisation.model_validate({"order": order, "date": date(2025, 11, 3)}),
    )
    report = evening().model_copy(update={"case": case})
    assert said in [text for _, text in case_lines(report, Words("fr"))]


def judged_by(*natures: Nature) -> Report:
    sources = tuple(
        LawSource(text=both(f"texte {name}", f"text {name}"), nature=name) for name in natures
    )
    rules = Ruleset(
        name="r",
        version="1",
        sha256="0" * 64,
        source="",
        title=both("Jeu", "Game"),
        sources=sources,
    )
    return evening().model_copy(update={"rulesets": (rules,)})


@pytest.mark.parametrize(
    ("language", "said"),
    [("fr", "Jeu : aucun article de loi n’est contrôlé ici."), ("en", "Game: no article of law")],
)
def test_a_yardstick_that_is_usage_is_said_before_all_else(language: Language, said: str) -> None:
    report, words = judged_by("usage", "called-in", "record"), Words(language)
    [own] = yardsticks(report, words)
    assert own.replace("\xa0", " ").startswith(said)
    assert reservations(report, words)[0] == own


@pytest.mark.parametrize("natures", [("law",), ("law", "usage"), ("record",), ()])
def test_nothing_is_said_where_a_law_stands_or_nothing_is_usage(
    natures: tuple[Nature, ...],
) -> None:
    assert yardsticks(judged_by(*natures), Words("fr")) == ()


ABROGATED = LawSource(
    text=both("Arrêté A", "Order A"),
    article="7",
    abrogated=True,
    replaced_by=both("l’arrêté B", "order B"),
)


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("count", [0, 5])
def test_the_state_of_a_text_stands_in_the_first_sentence(language: Language, count: int) -> None:
    """Whether or not something was found, in both languages; and what replaced it is told."""
    words = Words(language)
    stated = {
        "non comparé|not compared": LawSource(text=both("Loi", "Law"), article="7"),
        "texte abrogé (Arrêté A, article 7)|abrogated (Order A, article 7)": ABROGATED,
        "et non la loi (Usage)|and not law (Usage)": LawSource(
            text=both("Usage", "Usage"), nature="usage"
        ),
        "non consulté (Loi)|not read (Law)": LawSource(text=both("Loi", "Law"), nature="called-in"),
    }
    for said, source in stated.items():
        report = resting_on(source, count)
        first = conclusion(report, words).replace("\xa0", " ")
        assert said.split("|")[language == "en"] in first
        assert ("5" in first) is (count == 5)
    [own] = yardsticks(resting_on(ABROGATED, count), words)
    assert ("l’arrêté B" if language == "fr" else "order B") in own


@pytest.mark.parametrize("language", ["fr", "en"])
def test_rules_of_another_game_than_the_log_names_are_told(language: Language) -> None:
    report, words = judged_by("law"), Words(language)
    run = report.run.model_copy(update={"parameters": {"rules_anyway": True}})
    [own] = yardsticks(report.model_copy(update={"run": run}), words)
    assert "--rules-anyway" in own


def resting_on(source: LawSource, count: int) -> Report:
    """The evening, whose every provision stands in one text, and its findings in that class."""
    report = evening(count)
    name: FindingClass = "departure" if source.nature == "law" else "to_confirm"
    name = "to_confirm" if source.abrogated else name
    by_class = ByClass.model_validate({name: report.summary.by_class.departure})
    return report.model_copy(
        update={
            "summary": report.summary.model_copy(update={"by_class": by_class}),
            "rules": tuple(own.model_copy(update={"class_": name}) for own in report.rules),
            "provisions": tuple(
                own.model_copy(update={"source": source}) for own in report.provisions
            ),
            "rulesets": tuple(
                own.model_copy(update={"sources": (source,)}) for own in report.rulesets
            ),
        }
    )
