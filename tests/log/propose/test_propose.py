"""What `auditor map` proposes beside the corpus: databases, named lists, encodings, refusals."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from difflib import get_close_matches
from pathlib import Path

import pyarrow as pa  # type: ignore[import-untyped]  # it has no types
import pytest
from pyarrow import parquet

from auditor.audit import audit_log, read_log
from auditor.log.convert.lexicon import lexicon
from auditor.log.mapping.coups import joined
from auditor.log.propose import trial as nearest_fields
from auditor.log.propose.draft import Draft
from auditor.log.propose.propose import FileProposal, proposal
from auditor.log.propose.trial import ask_lists, probe
from auditor.proposal import propose, words_for
from auditor.report.model import Finding
from tests.log.mapping.reading import events
from tests.tables import column

SAMPLES = Path(__file__).parents[3] / "samples" / "shapes"


def of(path: Path, text: str | bytes = "", rules: str | None = None) -> FileProposal:
    if text:
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    words = lexicon() if rules is None else words_for(rules)
    return proposal(probe(path, path.name), words, path.name)


def test_a_question_that_is_answered_is_a_line_of_the_mapping(tmp_path: Path) -> None:
    found = of(tmp_path / "log.csv", "Événement;Carte\nDistribution;10C\n")
    log, told = tmp_path / "log.csv", tmp_path / "log.toml"
    told.write_text(found.text(), encoding="utf-8")
    assert read_log(log, mapping=told).refusals
    [line] = [own for own in found.text().splitlines() if own.startswith("# ? cards")]
    told.write_text(found.text().replace(line, 'cards = "fr"'), encoding="utf-8")
    [table] = read_log(log, mapping=told).tables
    assert events(table) == [(2, "deal card=10H")]


def told_of(findings: Iterable[Finding]) -> list[tuple[object, ...]]:
    return sorted(
        (own.rule, own.subject.session, own.subject.table, own.subject.coup) for own in findings
    )


@pytest.mark.sampled(12)
@pytest.mark.parametrize("log", column(__file__, "Proposals that audit as they stand"))
def test_a_proposal_audits_as_it_stands(tmp_path: Path, log: str) -> None:
    game = log.partition("/")[0]
    told = tmp_path / "proposed.toml"
    told.write_text(of(SAMPLES / log).text(), encoding="utf-8")
    records = {"punto-banco": "all", "boule": ["spin"]}[game]
    canonical = read_log(SAMPLES / game / "canonical.csv")
    expected = audit_log(canonical, rules=game, records=records).findings
    # What a wide row records, the proposal says itself.
    wide = log.endswith(("coups.csv", "permanence.csv"))
    reading = read_log(SAMPLES / log, mapping=told)
    found = audit_log(reading, rules=game, records=() if wide else "all").findings
    assert told_of(found) == told_of(expected)
    assert found


def test_a_name_of_a_mebibyte_is_compared_by_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[int] = []

    def noting(plain: str, words: Iterable[str], n: int, cutoff: float) -> list[str]:
        compared.append(len(plain))
        return get_close_matches(plain[:300], [*words], n, cutoff)

    monkeypatch.setattr(nearest_fields, "get_close_matches", noting)
    nearest_fields.nearest("Mise du joueur " + "a b" * (1 << 20), ["5"], lexicon())
    assert 0 < max(compared) <= nearest_fields.COMPARED


def test_tables_of_a_database_are_no_tables_of_a_casino(
    tmp_path: Path,
) -> None:
    path = tmp_path / "night.db"
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("CREATE TABLE hands (hand_id, shoe, winner)")
        base.execute("CREATE TABLE cards (hand_id, side, card)")
        base.execute("INSERT INTO hands VALUES (1, 1, 'banker')")
        for side, card in (("player", "3h"), ("banker", "7h"), ("player", "Qd"), ("banker", "6h")):
            base.execute("INSERT INTO cards VALUES (1, ?, ?)", (side, card))
    found = propose(path, "punto-banco")
    assert 'sheets  = ["cards"]' in found.text("en")
    assert "{@sheet}" not in found.text("en")
    [asked] = [own for own in found.questions if own.place == ("read",)]
    assert "`hands`" in asked.said("en")


def test_a_sheet_of_which_nothing_is_known_hides_no_other(tmp_path: Path) -> None:
    """The cards of each round are more than the rounds, and nobody knows whose they are."""
    with closing(sqlite3.connect(tmp_path / "bac.db")) as base, base:
        base.execute("create table rounds (round_no int, shoe int, winner text)")
        base.execute("create table cards (round_no int, suit int, value int)")
        base.executemany("insert into rounds values (?, 1, ?)", [(1, "Player"), (2, "Banker")])
        base.executemany("insert into cards values (?, 2, 11)", [(1,)] * 5 + [(2,)] * 5)
    found = propose(tmp_path / "bac.db", "punto-banco")
    [first, _] = found.preview.events
    assert [own.id for own in found.questions if own.place == ("read",)] == ["bac.db[cards]#read"]
    assert (first.row, first.kind) == (2, "announce")
    assert first.fields == {"coup": "1", "shoe": "1", "winner": "player"}


def test_a_list_within_one_that_is_named_is_named_behind_it() -> None:
    draft = Draft("night.json:shoes.hands")
    ask_lists(draft, ["bets.1.side", "bets.1.stake"])
    assert "`auditor map night.json:shoes.hands.bets`" in draft.text()


def test_lists_in_cells_of_a_parquet_file_are_taken_apart(tmp_path: Path) -> None:
    path = tmp_path / "hands.parquet"
    frame = {"hand": [1], "player_cards": [["3h", "Td"]], "banker_cards": [["7h", "6h"]]}
    parquet.write_table(pa.table(frame), path)
    assert events(joined(of(path, rules="punto-banco").tables)[0]) == [
        (2, "deal card=3H coup=1 to=player"),
        (2, "deal card=7H coup=1 to=banker"),
        (2, "deal card=10D coup=1 to=player"),
        (2, "deal card=6H coup=1 to=banker"),
    ]


def test_a_list_within_each_hand_is_asked_about(tmp_path: Path) -> None:
    """Each bet is a row, with what is said of its customer and of the hand."""
    bets = '"bets": [{"betOn": "tie", "stake": 4, "net": -4}]'
    hand = f'{{"hand": 1, "winner": "banker", "customers": [{{"playerId": "P1", {bets}}}]}}'
    path = tmp_path / "night.json"
    path.write_text(f'{{"tableId": "B7", "hands": [{hand}]}}')
    found = propose(path, "punto-banco")
    [asked] = [own for own in found.questions if own.place == ("sheets",)]
    assert [own.answer for own in asked.candidates] == ["customers.bets", "customers"]
    told = found.answered({asked.id: asked.proposed})
    assert ("sheets",) not in {own.place for own in told.questions}
    place = "coup=1 player=P1 table=B7"
    wanted = [
        (1, f"stake amount=4 bet=tie {place}"),
        (1, "announce coup=1 table=B7 winner=banker"),
        (1, f"collect amount=4 bet=tie {place}"),
    ]
    [table] = read_log(path, rules="punto-banco", mapping=told.mapping).tables
    assert events(table) == wanted
    assert ("sheets",) not in {own.place for own in found.answered({asked.id: ""}).questions}


def test_the_day_in_the_name_of_a_file_is_asked_about(tmp_path: Path) -> None:
    text = "Heure;Table;Coup;Résultat\n21:05;B1;1;7\n01:30;B1;2;3\n"
    found = of(tmp_path / "boule_20260109.csv", text, "boule")
    assert '"Date (titre)" = { cell = "@file", like = "…_*" }' in found.text()
    assert '# ? time = "{Date (titre)} {Heure}"' in found.text()
    path = tmp_path / "boule.toml"
    path.write_text(re.sub("# [?] (time|session|casino) ", r"\1 ", found.text()))
    [own] = read_log(tmp_path / "boule_20260109.csv", rules="boule", mapping=path).tables
    assert [said.split("session=")[1] for _, said in events(own)] == [
        "2026-01-09 table=B1 time=2026-01-09T21:05:00",
        "2026-01-09 table=B1 time=2026-01-10T01:30:00",
    ]


def test_an_encoding_other_than_the_usual_one_is_a_setting(tmp_path: Path) -> None:
    text = "Séance;N° de coup;P1;B1;Résultat\n09/01/2026;1;RP;9T;Égalité\n"
    found = of(tmp_path / "log.csv", text.encode("cp1252"), "punto-banco")
    assert re.search('^encoding *= "cp1252"$', found.text(), re.MULTILINE)
    assert "winner=tie" in events(joined(found.tables)[0])[-1][1]
