"""The case on page one, as the inspector gave it."""

from datetime import date

import pytest

from auditor.case import Authorisation, Establishment, StatedCase
from auditor.report.labels import Words
from auditor.report.sections.statement import case_lines
from tests.report.evening import evening


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
