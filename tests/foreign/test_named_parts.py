"""Parts of a file that are named, and hours that are missing: what a proposal makes of them."""

from __future__ import annotations

import sqlite3
from functools import cache
from pathlib import Path

from auditor.log.propose.propose import FileProposal, proposal
from auditor.log.propose.trial import probe
from auditor.proposal import propose, words_for
from tests.log.mapping.reading import events, table


def of(folder: Path, text: str, rules: str, name: str = "log.csv") -> FileProposal:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return proposal(probe(path, path.name), words(rules), path.name)


words = cache(words_for)


def test_a_row_without_its_hour_was_not_at_midnight(tmp_path: Path) -> None:
    told = '[columns]\ntime = "{day} {hour}"\n'
    rows = "day,hour,event,coup\n2026-01-09,21:00,spin,1\n2026-01-09,,spin,2\n"
    assert events(table(tmp_path, rows, told)) == [
        (2, "spin coup=1 time=2026-01-09T21:00:00"),
        (3, "spin coup=2"),
    ]
    days = "day,hour,event,coup\n2026-01-09,,spin,1\n2026-01-09,,spin,2\n"
    assert events(table(tmp_path, days, told)) == [
        (2, "spin coup=1 time=2026-01-09"),
        (3, "spin coup=2 time=2026-01-09"),
    ]


def test_the_list_within_xml_that_is_named_is_read(tmp_path: Path) -> None:
    bets = '<Bet player="P1" on="tie" amount="5"/><Bet player="P2" on="player" amount="10"/>'
    path = tmp_path / "night.xml"
    text = (
        f'<Night><Round no="1" winner="banker">{bets}</Round>'
        f'<Round no="2" winner="player">{bets}</Round></Night>'
    )
    found = of(tmp_path, text, "punto-banco", path.name)
    assert "`auditor map night.xml:Bet`" in found.text()
    named = f"{path.name}:Bet"
    told = proposal(probe(tmp_path / named, named), words("punto-banco"), named)
    assert events(told.preview)[:3] == [
        (1, "stake amount=5 bet=tie coup=1 player=P1"),
        (1, "announce coup=1 winner=banker"),
        (2, "stake amount=10 bet=player coup=1 player=P2"),
    ]


def test_a_sheet_of_which_nothing_is_known_hides_no_other(tmp_path: Path) -> None:
    """The cards of each round are more than the rounds, and nobody knows whose they are."""
    path = tmp_path / "bac.db"
    base = sqlite3.connect(path)
    base.execute("create table rounds (round_no int, shoe int, winner text)")
    base.execute("create table cards (round_no int, suit int, value int)")
    base.executemany("insert into rounds values (?, 1, ?)", [(1, "Player"), (2, "Banker")])
    base.executemany("insert into cards values (?, 2, 11)", [(1,)] * 5 + [(2,)] * 5)
    base.commit()
    found = propose(path, "punto-banco")
    [first, _] = found.preview.events
    assert [own.id for own in found.questions if own.place == ("read",)] == ["bac.db[cards]#read"]
    assert (first.row, first.kind) == (2, "announce")
    assert first.fields == {"coup": "1", "shoe": "1", "winner": "player"}


def test_a_list_within_an_object_is_named_as_it_can_be_read(tmp_path: Path) -> None:
    lines = '{"turn": 1, "cards": {"Ann": [{"rank": 0, "suit": 2}], "Bob": [{"rank": 9}]}}'
    path = tmp_path / "log.jsonl"
    of(tmp_path, lines, "bataille-familiale", path.name)
    named = f"{path.name}:cards.Ann"
    told = proposal(probe(tmp_path / named, named), words("bataille-familiale"), named)
    assert "`rank`" in told.text()
