"""The report of a log that is no game: it speaks of nothing that its vocabulary does not name."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.messages.message import Language
from auditor.report.render.html import html_text
from auditor.report.render.text import text
from tests.judged import judged

RULES = """
ruleset cold version "1" title fr "Froid" en "Cold"
context time    : time
context vehicle : text
field celsius   : number
event reading (celsius)
scope vehicle = vehicle
{label}
source custom fr "Usage" en "Custom" class usage not compared
provision 1 of custom fr "Moins de cinq" en "Less than five"
rule cold-enough
  severity minor
  cites 1
  for each reading
  require celsius < 5
  message fr "{{celsius}}" en "{{celsius}}"
"""
LABEL = """label report
  title fr "Rapport sur la chaîne du froid" en "Cold chain report"
  law   fr "du règlement sur les denrées" en "of the food regulation"
"""
LOG = "time,vehicle,event,celsius\n2026-01-09T21:00:00,V1,reading,4\n"


def said(label: str, language: Language, folder: Path) -> list[str]:
    report = judged(RULES.format(label=label), LOG, "columns", folder).report
    return [text(report, language=language), html_text(report, language)]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_nothing_of_casinos_is_said(language: Language, tmp_path: Path) -> None:
    casino = {
        "fr": ("journaux de table", "0 séance", "0 table", "des jeux"),
        "en": ("Table log", "0 session", "0 table", "gaming"),
    }
    for report in said("", language, tmp_path):
        assert [word for word in casino[language] if word in report] == []


def test_the_vocabulary_says_what_the_report_is_called_and_of_which_law(tmp_path: Path) -> None:
    for report in said(LABEL, "fr", tmp_path):
        assert "Rapport sur la chaîne du froid" in report
        assert "ne dit rien du règlement sur les denrées" in report
