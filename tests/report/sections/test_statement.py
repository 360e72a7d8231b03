"""What page one says beside its conclusion."""

import pytest

from auditor.report.model import Language, LawSource, Nature, Report, Ruleset
from auditor.report.sections.statement import reservations, yardsticks
from auditor.report.words.table import Words
from tests.report.evening import both, evening


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
    ("language", "said"), [("fr", "Jeu : l’étalon est un usage (texte usage)"), ("en", "Game: the")]
)
def test_a_yardstick_that_is_usage_is_said_before_all_else(language: Language, said: str) -> None:
    report, words = judged_by("usage", "called-in", "record"), Words(language)
    [own] = yardsticks(report, words)
    assert own.replace("\xa0", " ").startswith(said)
    assert reservations(report, words)[0] == own


@pytest.mark.parametrize("natures", [("law",), ("law", "usage"), ("record",), ()])
def test_nothing_is_said_where_a_law_is_quoted_or_nothing_is_usage(
    natures: tuple[Nature, ...],
) -> None:
    assert yardsticks(judged_by(*natures), Words("fr")) == ()
