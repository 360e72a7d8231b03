"""JSON and JSON Lines: an object is a row, its values as they are written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from auditor.log.files.limits import LIMITS
from auditor.log.files.open import read_tables
from auditor.log.row_columns import ReadOptions
from auditor.log.table import Refusal, Table
from auditor.messages.message import say


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log.json"


def read(path: Path, text: str | bytes) -> Table:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    [table], [] = read_tables(path, path.name)
    return table


def refused(path: Path, text: str | bytes, options: ReadOptions | None = None) -> Refusal:
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    [], [refusal] = read_tables(path, path.name, options or ReadOptions())
    assert say(refusal.says, "fr").endswith(".")
    return refusal


def test_an_array_of_objects(log: Path) -> None:
    table = read(log, '[{"event": "pay", "amount": 12.50},\n {"event": "stake", "seat": 3}]')
    assert table.header == ("event", "amount", "seat")
    assert table.rows == [(1, ("pay", "12.50", "")), (2, ("stake", "", "3"))]


def test_an_object_a_line(tmp_path: Path) -> None:
    table = read(tmp_path / "log.jsonl", '{"event": "pay"}\n\n{"event": "stake"}\r\n')
    assert table.rows == [(1, ("pay",)), (2, ("stake",))]
    assert table.notes == ()


def test_the_only_list_in_an_object(log: Path) -> None:
    table = read(log, '{"casino": "Nord", "events": [{"event": "pay"}]}')
    assert table.header == ("event", "casino")
    assert table.rows == [(1, ("pay", "Nord"))]
    note = "Said of each row of the list `events`, beside which it stands: `casino`."
    assert [*map(str, table.notes)] == [note]


def test_an_object_says_for_itself_what_stands_beside_the_list_too(log: Path) -> None:
    rows = '[{"event": "pay", "table": "B2"}, {"event": "pay"}, 3]'
    text = f'{{"table": "B1", "by": {{"staff": 1}}, "events": {rows}}}'
    table = read(log, text)
    assert table.rows == [(1, ("pay", "B2")), (2, ("pay", "B1"))]
    assert [own.row for own in table.set_aside] == [3]
    assert "Not read, beside the list `events`: `by`." in [*map(str, table.notes)]


def test_lists_too_deep_within_are_named(log: Path) -> None:
    hands = '[{"player": {"cards": ["KS"]}, "bets": [{"stake": 5}]}]'
    why = refused(log, f'{{"shoes": [{{"shoe": 1, "hands": {hands}}}]}}')
    assert say(why.says, "en").endswith(
        "Its lists of objects: `shoes`, `shoes.hands`, `shoes.hands.bets`."
    )


def test_several_lists_are_asked(log: Path) -> None:
    assert "several lists" in str(refused(log, '{"a": [{"b": 1}], "c": [{"b": 1}]}').says)


def test_one_object_alone(log: Path) -> None:
    assert read(log, '{\n "event": "pay"\n}').rows == [(1, ("pay",))]


def test_values_keep_their_text(log: Path) -> None:
    huge = "9" * 5000
    table = read(
        log,
        '[{"event":"pay","a":0.10,"b":1e3,"c":12345678901234567890123456789.000000000001,'
        f'"d":true,"e":null,"f":NaN,"g":-Infinity,"h":{huge},"i":1e999999999,"j":1.5E-2,"k":" é "'
        "}]",
    )
    [(_, cells)] = table.rows
    assert cells == (
        "pay",
        "0.10",
        "1000",
        "12345678901234567890123456789.000000000001",
        "true",
        "",
        "NaN",
        "-Infinity",
        huge,
        "1e999999999",
        "0.015",
        "é",
    )


def test_types_that_mongodb_says_beside_a_value(log: Path) -> None:
    row = '{"event": "pay", "time": {"$date": {"$numberLong": "1767992712000"}}, "by": {"$x": 1}, '
    table = read(log, row + '"coup": {"$numberInt": "7"}, "amount": {"$numberDecimal": "10.50"}}')
    assert table.header == ("event", "time", "by.$x", "coup", "amount")
    assert table.rows == [(1, ("pay", "1767992712000", "1", "7", "10.50"))]


def test_one_level_within(log: Path) -> None:
    table = read(log, '[{"event":"deal","to":{"seat":3,"name":"J1"},"cards":["AS","10H"],"x":[]}]')
    assert table.header == ("event", "to.seat", "to.name", "cards.1", "cards.2", "x")
    assert table.rows == [(1, ("deal", "3", "J1", "AS", "10H", ""))]


def test_lists_within_objects_are_columns(log: Path) -> None:
    table = read(log, '[{"event":"deal","hands":[{"to":"player","cards":["7S","KH"]}]}]')
    assert table.header == ("event", "hands.1.to", "hands.1.cards.1", "hands.1.cards.2")
    assert table.rows == [(1, ("deal", "player", "7S", "KH"))]


def test_deeper_levels_are_refused(log: Path) -> None:
    refusal = refused(log, '[{"event":"deal"},{"event":"deal","a":{"b":{"c":{"d":{"no":3}}}}}]')
    assert (refusal.row, refusal.column) == (2, "a.b.c.d")


@pytest.mark.parametrize(
    ("text", "row", "says"),
    [
        ('[{"event": "pay", "amount": 1, "amount": 2}]', 1, "two fields `amount`"),
        ('{"event": "pay"}\n{"amount": 1, "amount": 2}', 2, "two fields `amount`"),
        ('[{"event": "pay", "a.b": 1, "a": {"b": 2}}]', 1, "two fields `a.b`"),
        ("[" * 200_000, None, "too deep"),
        ('{"event":' * 200_000, None, "too deep"),
        ('[{"event": "pay"},\n{"event": "pay"', None, "At line 2 it is no JSON"),
        ('[{"event": "pay"}]\n[{"event": "pay"}]', None, "At line 2 it is no JSON"),
        ("[]", None, "holds no object"),
        ("[[1, 2]]", None, "holds no object"),
        ('[{"a": 1}]', None, "`event`"),
        ('[{"event": 1, "\\ud800": 1}]', 1, "The name of a field"),
    ],
)
def test_what_is_refused(log: Path, text: str, row: int | None, says: str) -> None:
    refusal = refused(log, text)
    assert says in str(refusal.says)
    assert refusal.row == row


def test_a_damaged_line_is_set_aside_and_no_other(tmp_path: Path) -> None:
    lines = ['{"event": "pay"}', '{"event": "pa', '{"event": "pay"} x', "12", '{"event": "stake"}']
    table = read(tmp_path / "log.ndjson", "\n".join(lines))
    assert [row for row, _ in table.rows] == [1, 5]
    assert [(own.row, str(own.reason)) for own in table.set_aside] == [
        (2, "is no JSON"),
        (3, "is no JSON"),
        (4, "is no JSON object"),
    ]
    assert table.set_aside[0].value == '{"event": "pa'


@pytest.mark.parametrize("cell", ["\\ud800", "\\u0000"])
def test_half_letters_and_nuls_set_their_row_aside(log: Path, cell: str) -> None:
    table = read(log, f'[{{"event": "pay"}}, {{"event": "pay", "text": "{cell}"}}]')
    assert [row for row, _ in table.rows] == [1]
    [aside] = table.set_aside
    assert (aside.row, str(aside.reason)) == (2, "holds a sign that is no text")


def test_encodings(log: Path) -> None:
    text = '[{"event": "pay", "text": "é"}]'
    for data in (text.encode("utf-16"), b"\xef\xbb\xbf" + text.encode(), text.encode("cp1252")):
        assert read(log, data).rows == [(1, ("pay", "é"))]


def test_a_long_line_is_no_fault(log: Path) -> None:
    table = read(log, f"[{','.join(['{}'] * 10)}, " + '{"event": "pay"},' * 60_000 + "{}]")
    assert table.rows_read == 60_000


def test_limits(log: Path) -> None:
    few = ReadOptions(limits=replace(LIMITS, text_length=100))
    assert "more memory" in str(refused(log, '[{"event": "' + "x" * 200 + '"}]', few).says)
    wide = ", ".join(f'"c{n}": 1' for n in range(20_000))
    assert "16384" in str(refused(log, f"[{{{wide}}}]").says)
    far = ReadOptions(limits=replace(LIMITS, sheet_cells=1000))
    scattered = ", ".join(f'{{"c{n}": 1}}' for n in range(100))
    assert "more cells" in str(refused(log, f"[{scattered}]", far).says)


def test_whatever_its_name(tmp_path: Path) -> None:
    table = read(tmp_path / "log.csv", '[{"event": "pay"}]')
    assert str(table.notes[0]) == "The file is JSON in spite of its name, and read as such."


def test_an_object_with_a_rank_and_a_suit_is_a_card(log: Path) -> None:
    hand = '[{"rank": "king", "suit": "hearts", "value": 10}, {"suit": "\u2660", "rank": 11}]'
    table = read(log, f'[{{"event": "deal", "hand": {hand}}}]')
    assert table.header == ("event", "hand.1", "hand.1.value", "hand.2")
    assert table.rows == [(1, ("deal", "king hearts", "10", "J \u2660"))]


def test_an_object_with_a_number_and_a_colour_is_no_card(log: Path) -> None:
    table = read(log, '[{"event": "spin", "result": {"rang": 7, "couleur": "rouge"}}]')
    assert table.header == ("event", "result.rang", "result.couleur")


NIGHT = """{"casino": "Nord", "at": {"floor": 1}, "tables": [{"table": "B1", "shoes": [{"shoe": 3,
"hands": [{"hand": 1, "cards": ["AS", "KH"], "bets": [{"event": "stake"}, {"event": "pay",
"table": "B9"}]}, {"hand": 2, "cards": ["7S"], "bets": []}]}]}]}"""


def test_a_list_within_lists_is_named_behind_the_file(log: Path) -> None:
    log.write_text(NIGHT)
    [table], [] = read_tables(Path(f"{log}:tables.shoes.hands.bets"), f"{log.name}:bets")
    beside = ("at.floor", "table", "shoe", "hand", "cards.1", "cards.2")
    assert table.header == ("event", "casino", *beside)
    assert table.rows == [
        (1, ("stake", "Nord", "1", "B1", "3", "1", "AS", "KH")),
        (2, ("pay", "Nord", "1", "B9", "3", "1", "AS", "KH")),
        (3, ("", "Nord", "1", "B1", "3", "2", "7S", "")),
    ]
    assert table.sheet == "tables.shoes.hands.bets"


def test_a_list_is_found_within_the_only_one(log: Path) -> None:
    log.write_text('{"games": [{"game": 1, "events": [{"event": "pay"}, {"event": "stake"}]}]}')
    [table], [] = read_tables(Path(f"{log}:events"), log.name)
    assert table.rows == [(1, ("pay", "1")), (2, ("stake", "1"))]


def test_a_list_that_is_not_there_is_refused_with_those_that_are(log: Path) -> None:
    log.write_text(NIGHT)
    [], [refusal] = read_tables(Path(f"{log}:tables.hands"), log.name)
    assert "`tables.shoes.hands.bets`" in str(refusal.says)


def test_the_remedy_of_a_deep_list_is_its_name(log: Path) -> None:
    assert "games.hands" in str(refused(log, NIGHT).says)


def test_a_list_within_each_of_several_lines(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text('{"game": 1, "events": [{"event": "pay"}]}\nno\n{"game": 2, "events": []}\n')
    [table], [] = read_tables(Path(f"{path}:events"), path.name)
    assert table.rows == [(1, ("pay", "1")), (3, ("", "2"))]
    assert [own.row for own in table.set_aside] == [2]


@pytest.mark.parametrize(
    "text",
    [
        '{"columns": ["event", "seat"], "index": [0, 1], "data": [["pay", 1], ["stake", null]]}',
        '{"0": {"event": "pay", "seat": 1}, "1": {"event": "stake", "seat": null}}',
        '{"event": {"0": "pay", "1": "stake"}, "seat": {"0": 1, "1": null}}',
    ],
)
def test_tables_as_libraries_write_them(log: Path, text: str) -> None:
    table = read(log, text)
    assert table.header == ("event", "seat")
    assert table.rows == [(1, ("pay", "1")), (2, ("stake", ""))]


def test_a_list_for_each_column(log: Path) -> None:
    table = read(log, '{"event": ["pay", "stake"], "seat": [1, 2], "amount": [0.10, null]}')
    assert table.rows == [(1, ("pay", "1", "0.10")), (2, ("stake", "2", ""))]


def test_events_within_each_object_are_named(log: Path) -> None:
    says = refused(log, '{"rounds": [{"coup": 1, "events": [{"event": "pay", "seat": 1}]}]}').says
    assert f"`{log.name}:events`" in str(says)


def test_an_object_within_an_object_is_no_table(log: Path) -> None:
    table = read(log, '{"event": "pay", "seat": {"1": "P1", "2": "P2"}}')
    assert table.rows == [(1, ("pay", "P1", "P2"))]
