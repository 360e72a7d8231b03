"""A file read by answering questions, and what each answer makes of it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from openpyxl import Workbook

import auditor.proposal
from auditor import CannotAuditError, Proposal, audit_log, propose, read_log, verifiable
from auditor.request import ruleset

HANDS = """\
Heure;Table;Sabot;Coup;Joueur;Pari;Mise;J1;J2;J3;B1;B2;B3;Gagnant
21:00;PB1;1;1;Anne;Joueur;100;RP;9T;;5C;2K;;Joueur
21:01;PB1;1;2;Anne;Banque;20;7P;RC;;AT;8C;;Banque
"""


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hands") / "soir.csv"
    path.write_text(HANDS, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def proposal(hands: Path) -> Proposal:
    """A value, which no answer changes."""
    return propose(hands, "punto-banco")


def asked(proposal: Proposal) -> list[str]:
    return [own.id for own in proposal.questions]


def test_an_answer_ends_its_question_and_leaves_the_others(proposal: Proposal, hands: Path) -> None:
    found = proposal
    assert "columns.casino" in asked(found)
    told = found.answered({"columns.casino": "Nord"})
    assert asked(told) == [own for own in asked(found) if own != "columns.casino"]
    assert tomllib.loads(told.text("fr"))["columns"]["casino"] == "Nord"
    assert asked(found) == asked(propose(hands, "punto-banco"))  # a value: nothing changed it


def test_an_answer_takes_the_place_of_a_setting(hands: Path) -> None:
    told = propose(hands, "punto-banco", answers={"soir.csv#columns.table": "B7"})
    assert {own.fields["table"] for own in told.preview.events} == {"B7"}


def test_a_question_of_yes_or_no_takes_no_other_answer(proposal: Proposal) -> None:
    (asked,) = (own for own in proposal.questions if "#records." in own.id)
    with pytest.raises(CannotAuditError, match="maybe"):
        proposal.answered({asked.id: "maybe"})
    for answer in ("yes", ""):
        left = proposal.answered({asked.id: answer}).questions
        assert asked.id not in {own.id for own in left}


def test_an_answer_that_means_nothing_is_refused(hands: Path) -> None:
    with pytest.raises(CannotAuditError, match="cards"):
        propose(hands, "punto-banco", answers={"soir.csv#cards": "klingon"})


def test_an_answer_to_a_file_of_which_nothing_is_told_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "feed.jsonl"
    rows = ((1, 8), (2, 15), (3, 22))
    path.write_text("".join(f'{{"command": "X100", "type": {n}, "card": {c}}}\n' for n, c in rows))
    found = propose(path, "punto-banco")
    assert "nothing in it could be told" in found.text("en")
    told = found.answered({"columns.casino": "Nord"})
    assert tomllib.loads(told.text("en"))["columns"] == {"casino": "Nord"}


def test_a_text_is_read_anew_in_the_encoding_that_a_person_names(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text("Раздача;Игрок;Банкир\n1;7S KH;2D 5C\n2;9H KD;3C 4S\n", "cp1251")
    asked = propose(log, "punto-banco")
    [question] = [own for own in asked.questions if own.place == ("encoding",)]
    assert question.proposed == "cp1252"
    assert "cp1251" in [own.answer for own in question.candidates]
    told = asked.answered({question.id: "cp1251"})
    assert [own.name for own in told.columns] == ["Раздача", "Игрок", "Банкир"]
    assert question.id not in [own.id for own in told.questions]


def test_columns_have_three_values_and_what_they_are_taken_for(proposal: Proposal) -> None:
    columns = {own.name: own for own in proposal.columns}
    assert columns["J1"].samples == ("RP", "7P")
    assert columns["J1"].said("fr") == "carte donnée : carte"
    assert columns["J1"].state == "recognised"
    assert columns["Heure"].state == "to confirm"  # of which day?


def test_the_preview_lays_a_coup_out(proposal: Proposal) -> None:
    told = proposal.answered(
        {"soir.csv#columns.time": "2026-01-09 {Heure}", "soir.csv#columns.session": "1"}
    )
    coup = [own.said("fr") for own in told.preview.coup]
    assert coup[0] == "mise – client : Anne, pari : Punto, montant : 100\u00a0€"
    assert "carte donnée – destinataire : main Punto, carte : R♠" in coup
    assert coup[-1] == "annonce – gagnant : Punto"


def test_a_missing_scope_has_its_price(proposal: Proposal) -> None:
    prices = {own.id: own.price for own in proposal.questions}
    assert "baccarat.deal" in prices["soir.csv#columns.session"].provisions
    assert prices["columns.casino"].provisions == ()


def test_a_remark_is_no_question(proposal: Proposal) -> None:
    text = proposal.text("en")
    questions = [own for own in text.splitlines() if own.startswith("# ?")]
    asked = [own.place[0] for own in proposal.questions]
    assert len(questions) == len(asked) - asked.count("records")
    taken = "\n".join(own.removeprefix("# ? ") for own in text.splitlines())
    assert tomllib.loads(taken)["columns"].keys() >= {"casino", "season"}


def test_a_canonical_log_needs_no_mapping(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text("event,card\ndeal,KS\n", encoding="utf-8")
    found = propose(path)
    assert not found.is_needed
    assert found.mapping is None
    assert not found.questions


ROUNDS = "Table;Sabot;Coup;Gagnant\nPB1;1;1;Banque\nPB1;1;2;Joueur\n"
BETS = "Table;Sabot;Coup;Joueur;Pari;Mise\nPB1;1;1;J1;Banque;10\nPB1;1;2;J1;Égalité;20\n"


def test_tables_of_other_columns_have_a_mapping_each(tmp_path: Path) -> None:
    paths = [tmp_path / "donnes.csv", tmp_path / "mises.csv"]
    for path, text in zip(paths, (ROUNDS, BETS), strict=True):
        path.write_text(text, encoding="utf-8")
    found = propose(tmp_path, "punto-banco")
    assert [own for own in asked(found) if own == "columns.casino"] == ["columns.casino"]
    told = found.answered({"columns.casino": "Nord", "mises.csv#columns.time": "2026-01-09"})
    assert {own.kind for own in told.preview.events} == {"announce", "stake"}
    says = tomllib.loads(told.text("fr"))
    assert says["columns"]["casino"] == "Nord"
    assert [own["events"][0]["events"][0]["event"] for own in says["tables"]] == [
        "announce",
        "stake",
    ]
    reading = read_log(tmp_path, rules="punto-banco", mapping=told.mapping)
    assert not reading.refusals
    assert [len(own.rows) for own in reading.tables] == [2, 2]


def test_nights_of_the_same_columns_have_one_mapping_and_one_question(tmp_path: Path) -> None:
    head, hand = "Coup;Joueur 1;Joueur 2;Banque 1;Banque 2;Gagnant\n", "9H;KD;3C;4S;Joueur\n"
    for night in ("lundi", "mardi"):
        rows = (f"{number};{hand}" for number in range(1, 5))
        (tmp_path / f"{night}.csv").write_text(head + "".join(rows), encoding="utf-8")
    found = propose(tmp_path, "punto-banco")
    assert "happens" not in {own.place[0] for own in found.questions}  # coup 1 is one of each night
    assert found.text("en").count("[columns]") == 1
    assert "tables" not in tomllib.loads(found.text("en"))
    assert len({*asked(found)}) == len(asked(found))


def test_what_one_table_says_of_a_coup_is_offered_to_the_others(tmp_path: Path) -> None:
    rounds = "Date;" + ROUNDS.replace("PB1", "09/01/2026;PB1")
    for name, text in (("donnes", rounds), ("mises", BETS)):
        (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
    found = propose(tmp_path, "punto-banco")
    of_the_coup = {
        own.id: "{@coup}"
        for own in found.questions
        if own.candidates and own.candidates[0].answer == "{@coup}"
    }
    assert of_the_coup.keys() == {"mises.csv#columns.session", "mises.csv#columns.time"}
    coup = found.answered(of_the_coup).preview.coup
    assert [own.kind for own in coup] == ["stake", "announce"]
    assert coup[0].fields["time"] == "2026-01-09"


KEYS = (
    "id;Date;Table;Sabot;Coup;Gagnant",
    "71;09/01/2026;PB1;1;1;Banque",
    "75;09/01/2026;PB1;1;2;Joueur",
)
OF_KEYS = ("round_id;Client;Pari;Mise", "71;C1;Banque;20", "75;C2;Joueur;10")
PAID = ("round_id;Client;Pari;Gain", "71;C1;Banque;19", "75;C2;Joueur;10")


def test_the_column_by_which_another_table_knows_the_coups_is_asked_for(tmp_path: Path) -> None:
    for name, lines in (("donnes", KEYS), ("mises", OF_KEYS), ("paie", PAID)):
        (tmp_path / f"{name}.csv").write_text("\n".join(lines), encoding="utf-8")
    of_the_coup = {
        f"{file}.csv#columns.{own}": "{@coup}"
        for file in ("mises", "paie")
        for own in ("time", "session", "table", "shoe")
    }
    found = propose(tmp_path, "punto-banco").answered(of_the_coup)
    assert len(found.set_aside) == 4
    left = audit_log(read_log(tmp_path, mapping=found.mapping), rules="punto-banco")
    assert [own.asked for own in left.report.not_verified] == ["payments"]
    [key] = [own for own in found.questions if own.id == "donnes.csv#columns.coup"]
    assert [own.answer for own in key.candidates] == ["{id}"]
    told = found.answered({key.id: "{id}"})
    assert not told.set_aside
    assert [own.kind for own in told.preview.coup] == ["stake", "announce", "pay"]


SWAPPED = """\
Date;Table;Sabot;Coup;J1;J2;J3;B1;B2;B3;Gagnant
09/01/2026;PB1;1;1;RP;9T;;5C;2K;;Banque
09/01/2026;PB1;1;2;7P;RC;;AT;8C;;Joueur
09/01/2026;PB1;1;3;8T;DP;;4C;3K;;Banque
09/01/2026;PB1;1;4;2T;4P;;9C;RK;;Joueur
"""
"""Two cards a hand, natural or standing, and the other hand than that of more points wins."""


def test_a_reading_that_accuses_most_is_asked_about_and_not_believed(tmp_path: Path) -> None:
    path = tmp_path / "soir.csv"
    path.write_text(SWAPPED, encoding="utf-8")
    told = {"columns.casino": "Nord", "columns.season": "2025-2026"}
    found = propose(path, "punto-banco", answers=told)
    [ask] = [own for own in found.questions if own.place[0] == "happens"]
    assert ask.place[1] == "announce"
    assert "4 checks" in ask.said("en") or "4 of 4" in ask.said("en")
    left = audit_log(read_log(path, mapping=found.mapping), rules="punto-banco")
    assert left.findings == ()
    kept = found.answered({ask.id: "yes"})
    assert not [own for own in kept.questions if own.place[0] == "happens"]
    accused = audit_log(read_log(path, mapping=kept.mapping), rules="punto-banco")
    assert [own.rule.partition("/")[2] for own in accused.findings] == ["winner-announced"] * 4
    never = found.answered({ask.id: ""})
    assert "announce" not in {own.kind for own in never.preview.events}
    assert ask.id not in asked(never)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("rules", ["boule", "bataille", "punto-banco"])
def test_a_log_that_says_all_leaves_nothing_unverified(rules: str) -> None:
    vocabulary = ruleset(rules).vocabulary
    columns, kinds = {*vocabulary.fields}, {*vocabulary.kinds}
    assert verifiable(rules, columns, kinds) == {}
    for name in ("bet", "amount"):
        lacks = verifiable(rules, columns - {name}, kinds)
        assert lacks
        assert {own.columns for own in lacks.values()} == {frozenset({name})}


def test_what_rests_on_the_cards_is_not_verified_without_them() -> None:
    vocabulary = ruleset("punto-banco").vocabulary
    lacks = verifiable("punto-banco", {*vocabulary.fields}, vocabulary.kinds.keys() - {"deal"})
    assert lacks["baccarat.deal"].kinds == {"deal"}
    assert "baccarat.winner" in lacks


def test_sheets_of_other_columns_have_a_mapping_each(tmp_path: Path) -> None:
    book = Workbook()
    for sheet, text in (("Donnes", ROUNDS), ("Mises", BETS)):
        rows = book.create_sheet(sheet)
        for line in text.splitlines():
            rows.append(line.split(";"))
    book.remove(book.worksheets[0])
    path = tmp_path / "soir.xlsx"
    book.save(path)
    alone = propose(path, "punto-banco")
    [ask] = [own for own in alone.questions if own.place == ("read",)]
    assert "Donnes" in ask.said("fr") or "Mises" in ask.said("fr")
    assert len({own.kind for own in alone.preview.events}) == 1  # one of them, until it is said
    found = alone.answered({ask.id: "yes"})
    says = tomllib.loads(found.text("fr"))
    assert [own["sheets"] for own in says["tables"]] == [["Donnes"], ["Mises"]]
    reading = read_log(path, rules="punto-banco", mapping=found.mapping)
    assert not reading.refusals
    assert {own.sheet: len(own.rows) for own in reading.tables} == {"Donnes": 2, "Mises": 2}
    assert [own.kind for own in found.preview.coup] == ["stake", "announce"]


def test_of_a_long_file_the_first_rows_are_looked_at(
    hands: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auditor.proposal, "LOOKED_AT", 2)
    found = propose(hands, "punto-banco")
    assert found.preview.rows == 1
    assert "remark.first_rows" in {own.code for own in found.remarks}
    reading = read_log(hands, rules="punto-banco", mapping=found.mapping)
    assert [own.rows_read for own in reading.tables] == [2]


def test_a_log_whose_sums_stand_beside_words_is_not_read_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    lines = ("event,coup,player,bet,amount", "stake,1,J1,player,5 DR", "pay,1,J1,player,5 CR")
    path.write_text("\n".join(lines), encoding="utf-8")
    found = propose(path, "punto-banco")
    assert found.is_needed
    assert [(own.row, own.value) for own in found.preview.set_aside] == [(2, "5 DR"), (3, "5 CR")]


def test_a_log_that_lacks_what_bounds_it_is_asked_for_that_alone(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    scopes = {"casino": "Nord", "season": "2026", "session": "1", "table": "T1", "shoe": "1"}
    head, own = "event,coup,player,bet,amount,time", "stake,1,J1,player,5,2026-01-09 21:05:00"
    path.write_text(f"{head}\n{own}", encoding="utf-8")
    asked = {question.place[-1] for question in propose(path, "punto-banco").questions}
    assert asked == {*scopes}
    path.write_text(f"{head},{','.join(scopes)}\n{own},{','.join(scopes.values())}", "utf-8")
    assert not propose(path, "punto-banco").is_needed
