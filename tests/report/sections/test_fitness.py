"""What is said of the logs, in words."""

from auditor.report.labels import Words
from auditor.report.model import (
    Bilingual,
    Duplicate,
    FieldName,
    Fitness,
    Language,
    LogNames,
    Period,
    RowRef,
    SequenceBreak,
    TimeBack,
    Unfilled,
    Unrecorded,
    Unscoped,
    Unverifiable,
)
from auditor.report.sections.fitness import FitnessLine, fitness_lines


def at(row: int) -> RowRef:
    return RowRef(file="soir.csv", sheet=None, row=row)


WHY = Bilingual(fr="le journal n’enregistre aucun événement `burn`", en="the log records no `burn`")
WANTING = Fitness(
    events=1234,
    untimed=2,
    sessions=1,
    tables=3,
    period=Period(start="2026-01-09T21:00:00", end="2026-01-12T02:00:00"),
    days=2,
    silent_days=("2026-01-10",),
    silent_days_total=1,
    sequence_breaks=(
        SequenceBreak(
            column="coup", within={"table": "B1"}, before=7, number=9, missing=1, row=at(9)
        ),
        SequenceBreak(
            column="coup", within={"table": "B2"}, before=None, number=3, missing=2, row=at(12)
        ),
        SequenceBreak(
            column="shoe", within={"table": "B3"}, before=4, number=2, missing=0, row=at(15)
        ),
    ),
    sequence_breaks_total=5,
    numbers_missing=7,
    times_back=(TimeBack(before="2026-01-09T22:00:00", time="2026-01-09T21:59:00", row=at(20)),),
    times_back_total=1,
    duplicates=(Duplicate(event="stake", row=at(31), original=at(30)),),
    duplicates_total=1,
    unfilled=(Unfilled(column="form"), Unfilled(column="seat", events=("stake", "pay"))),
    unknown_columns=("amout",),
    unrecorded=(
        Unrecorded(event="burn", declared=False, exceptional=False),
        Unrecorded(event="cut", declared=True, exceptional=False),
        Unrecorded(event="cancel", declared=False, exceptional=True),
    ),
    unverifiable=(
        Unverifiable(ruleset="g", provision="55-19.6", checked=0, not_verifiable=1, reasons=(WHY,)),
        Unverifiable(ruleset="g", provision="55-19.5", checked=8, not_verifiable=3, reasons=(WHY,)),
    ),
)


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
