"""What is said of the logs, in words."""

from auditor.report.labels import Words
from auditor.report.model import Bilingual, FieldName, Fitness, Language, LogNames, Period, Unscoped
from auditor.report.sections.fitness import FitnessLine, fitness_lines
from tests.report.evening import WANTING


def lines(language: Language, most: int = 20) -> dict[str, FitnessLine]:
    return {line.label: line for line in fitness_lines(WANTING, Words(language), most)}


def test_what_has_a_label_is_called_by_it_and_by_its_name_in_the_log() -> None:
    names = LogNames(
        events={"burn": Bilingual(fr="carte brûlée", en="burned card")},
        fields={"form": FieldName(type="form", said=Bilingual(fr="forme", en="form"))},
    )
    said = {own.label: own for own in fitness_lines(WANTING, Words("fr", names))}
    assert "carte brûlée (`burn`)" in said["Événements jamais inscrits"].says
    assert said["Colonnes jamais remplies"].cases[0] == "forme (`form`)"


def test_no_more_cases_than_asked_for() -> None:
    assert lines("en", most=1)["Sequence numbers"].cases == (
        "soir.csv:9: `coup` 9 after 7, 1 missing (table B1)",
        "and 4 more",
    )


def test_nobody_knows_of_a_hole_where_no_numbers_stand() -> None:
    names = LogNames(fields={"coup": FieldName(type="integer")})
    fitness = Fitness(
        period=Period(start="2026-01-09", end="2026-01-09"),
        unscoped=(Unscoped(column="coup", scopes=("coup",)),),
    )
    said = {own.label: own for own in fitness_lines(fitness, Words("en", names))}
    assert "nobody can tell" in said["Sequence numbers"].says
    assert said["Sequence numbers"].open
