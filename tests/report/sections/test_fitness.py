"""What is said of the logs, in words."""

import pytest

from auditor.report.labels import Words
from auditor.report.model import (
    LANGUAGES,
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
from auditor.report.render.html import html_text
from auditor.report.render.text import text
from auditor.report.sections.fitness import FitnessLine, fitness_lines
from tests.report.evening import evening


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


def test_in_english() -> None:
    said = lines("en")
    assert {label: line.says for label, line in said.items()} == {
        "Period": "From 9\u00a0Jan\u00a02026,\u00a021:00:00 to "
        "12\u00a0Jan\u00a02026,\u00a002:00:00. 1,234 events, 1 session, 3 tables. "
        "2 rows bear no time.",
        "Days without an event": "1 day of the period has no event.",
        "Sequence numbers": "The sequence is broken 5 times.",
        "Order of time": "Time goes back 1 time.",
        "Duplicates": "1 row repeats another one.",
        "Columns never filled": "2 columns are never filled.",
        "Columns not known": "1 column is known to no rule and is not read.",
        "Events never recorded": "Never recorded, and nothing is concluded from their absence: "
        "`burn`. Never recorded although the log is declared to record them, and so held not to "
        "have happened (verify that declaration first): `cut`. Never recorded, and held not to "
        "have happened, since most logs have none (have it confirmed before a finding is upheld): "
        "`cancel`.",
        "What that leaves unverifiable": "Because of the logs, 2 provisions are not verified, "
        "or not entirely.",
    }
    assert said["Sequence numbers"].cases == (
        "soir.csv:9: `coup` 9 after 7, 1 missing (table B1)",
        "soir.csv:12: `coup` begins at 3, 2 missing (table B2)",
        "soir.csv:15: `shoe` 2 after 4 (table B3)",
        "and 2 more",
    )
    assert said["Columns never filled"].cases == ("`form`", "`seat`, in the events `stake`, `pay`")
    assert said["What that leaves unverifiable"].cases == (
        "55-19.6 (none of it), 55-19.5 (3 of 11 checks left open): the log records no `burn`",
    )
    assert all(line.open for line in said.values() if line.label != "Period")


def test_in_french() -> None:
    said = lines("fr")
    assert said["Suite des numéros"].cases[1].replace("\u00a0", " ") == (
        "soir.csv:12 : `coup` commence à 3, 2 manquants (table B2)"
    )
    assert said["Doublons"].cases == ("soir.csv:31\u00a0: `stake`, comme soir.csv:30",)
    assert said["Événements jamais inscrits"].says.startswith(
        "Jamais inscrits, et rien n’est conclu de leur absence"
    )


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


def test_what_is_right_is_said_too() -> None:
    said = fitness_lines(Fitness(period=Period(start="2026-01-09", end="2026-01-09")), Words("en"))
    assert [line.says for line in said[1:]] == [
        "The numbers follow one another without a hole.",
        "Time goes back at no table.",
        "No row repeats another one of the same instant.",
        "All columns that are expected are filled somewhere.",
        "All events that the rules need are recorded.",
        "Nothing is left unverifiable by the logs.",
    ]
    assert not any(line.open for line in said)


def test_nobody_knows_of_a_hole_where_no_numbers_stand() -> None:
    names = LogNames(fields={"coup": FieldName(type="integer")})
    fitness = Fitness(
        period=Period(start="2026-01-09", end="2026-01-09"),
        unscoped=(Unscoped(column="coup", scopes=("coup",)),),
    )
    said = {own.label: own for own in fitness_lines(fitness, Words("en", names))}
    assert "nobody can tell" in said["Sequence numbers"].says
    assert said["Sequence numbers"].open


@pytest.mark.parametrize("own", LANGUAGES)
def test_every_renderer_says_it(own: Language) -> None:
    report = evening().model_copy(update={"fitness": WANTING})
    label = Words(own)("fitness")
    findings = Words(own)("class.departure")
    said = text(report, own)
    assert said.index(label) < said.index("soir.csv:12") < said.index(findings)
    page = html_text(report, own).split("</nav>")[1]
    assert "soir.csv:12" in page[page.index(f"<h2>{label}</h2>") :]
