"""A mapping says what it can, or its errors say file and key."""

from pathlib import Path

import pytest

from auditor.log.convert.lexicon import lexicon
from auditor.log.mapping.file import MappingError, mapping_of, read_mapping
from auditor.messages.message import say


def errors(text: str) -> list[str]:
    with pytest.raises(MappingError) as found:
        mapping_of(text, "m.toml", lexicon())
    return str(found.value).splitlines()


GOOD = """
delimiter = ";"
encoding = "cp1252"
decimal = ","
dates = ["jj/mm/aaaa", "excel-1904"]
timezone = "Europe/Paris"
day_begins = "12h00"
sheets = "PB1"
header = [3, 4]
cards = "fr"
records = ["stake", "deal"]
empty = "-"

[title]
"Date" = { cell = "B2", like = "Séance du *" }

[split]
"Cartes" = " "

[columns]
time = "{Date} {Heure}"
shoe = 1
casino = "Casino"

[values.bet]
"J" = "player"

[[events]]
repeat = "7..1"
events = [
    { event = "stake", seat = "<n>", bet = "{Pari}", amount = "{Mise <n>}", when = "Mise <n>" },
    { event = "deal", card = "{Cartes <n>}", when = { column = "Nul", is_not = "oui" } },
]
"""


def test_a_mapping_may_say_all_this() -> None:
    says = mapping_of(GOOD, "m.toml", lexicon())
    assert says.columns == {"time": "{Date} {Heure}", "shoe": "1", "casino": "Casino"}
    assert says.header == (3, 4)
    assert says.sheets == ("PB1",)
    [group] = says.events
    assert group.numbers == (7, 6, 5, 4, 3, 2, 1)
    assert group.events[1].when[0].is_not == ("oui",)
    assert says.conventions().order == "dmy"
    assert says.conventions().epoch == "excel-1904"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("delimeter = ','", " `delimeter`: there is no such key; did you mean `delimiter`?"),
        ("cards = 'de'", " `cards`: should be 'fr', 'en' or 'numbers'"),
        (
            "header = 0",
            (' `header`: is the number of a row, such as 4, two such as [4, 5], or "none"'),
        ),
        (
            "timezone = 'Europe/Pari'",
            " `timezone`: there is no time zone `Europe/Pari`, as Europe/Paris is",
        ),
        ("encoding = 'utf-88'", " `encoding`: there is no encoding `utf-88`, as cp1252 is"),
        ("dates = 'dd/dd'", " `dates`: `dd/dd` is no way of writing dates such as dd/mm/yyyy"),
        ("day_begins = 'noon'", " `day_begins`: `noon` is no hour such as 12:00"),
        ("records = ['stakes']", " `records[1]`: is no kind of event; did you mean `stake`?"),
    ],
)
def test_an_error_names_file_and_key(text: str, said: str) -> None:
    assert f"m.toml:{said}" in errors(f"{text}\n[columns]\nevent = '{{E}}'\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "[columns]\namuont = '{M}'\nevent = '{E}'",
            " `columns.amuont`: is no column of the log; did you mean `amount`?",
        ),
        (
            "[columns]\nevent = '{E'",
            (" `columns.event`: the brace in `{E` has no other; write {{ for a brace"),
        ),
        (
            "[columns]\nevent = '{@shet}'",
            (" `columns.event`: there is no `{@shet}`: there are @sheet, @file, @count, @day"),
        ),
        ("[columns]\nevent = '{E}'\nshoe = 'one'", " `columns.shoe`: `one` is not a whole number"),
        (
            "[columns]\nevent = '{E}'\n[values.event]\n'Mise' = 'stke'",
            " `values.event.Mise`: is no kind of event; did you mean `stake`?",
        ),
        (
            "[columns]\nevent = '{E}'\n[values.winner]\n'J' = 'joueur'",
            " `values.winner.J`: `joueur` is none of player, banker, tie",
        ),
        (
            "header = 'none'\n[columns]\ntime = '{T}'\n",
            (
                " `(file)`: say what an event is: `event` in [columns], or [[events]] that a row "
                "stands for"
            ),
        ),
        (
            "[columns]\nevent = '{E}'\n[[events]]\nevent = 'pay'",
            " `columns.event`: is left to the `event` of each of the `events`",
        ),
        (
            "[[events]]\nevent = 'stake'\n\namout = '{M}'",
            " `events[1].amout`: is no field of `stake`; did you mean `amount`?",
        ),
        (
            "[[events]]\nevent = 'pay'\nbet = 'tie'\n[[events]]\nevent = 'pay'\ngame = '{G}'",
            " `events[2].game`: belongs to the row: write it in [columns]",
        ),
        (
            "[[events]]\nevent = 'deal'\nto = 'playr'",
            (" `events[1].to`: `playr` is none of player, dealer, banker; did you mean `player`?"),
        ),
        (
            "[[events]]\nevent = 'deal'\nrepeat = '1-3'",
            ' `events[1]`: `repeat` is a range such as "1..7" or "7..1"',
        ),
        (
            "[[events]]\nevent = 'deal'\nwhen = { column = 'C', fill = true }",
            " `events[1].when[1].fill`: there is no such key; did you mean `filled`?",
        ),
        (
            "[[events]]\nevents = [\n  { event = 'deal' },\n  { event = 'pay', amont = '{M}' },\n]",
            " `events[1].events[2].amont`: is no field of `pay`; did you mean `amount`?",
        ),
        (
            "[title]\nD = { cell = 'B2', like = 'Séance' }\n[columns]\nevent = '{E}'",
            " `title.D`: `like` has one `*`, which stands for the value",
        ),
    ],
)
def test_what_means_nothing_is_said_with_the_nearest_that_does(text: str, said: str) -> None:
    assert f"m.toml:{said}" in errors(text)


def test_every_error_is_said() -> None:
    assert errors("[columns]\nevnt = '{E}'\n\ntabel = '{T}'\n") == [
        "m.toml: `columns.evnt`: is no column of the log; did you mean `event`?",
        "m.toml: `columns.tabel`: is no column of the log; did you mean `table`?",
    ]


def test_an_error_is_said_in_french() -> None:
    with pytest.raises(MappingError) as found:
        mapping_of("cards = 'de'", "m.toml", lexicon())
    assert say(found.value.says, "fr") == "m.toml : `cards` : doit être 'fr', 'en' ou 'numbers'"


def test_what_is_no_toml_is_said_with_its_place() -> None:
    assert errors("delimiter = ;") == [
        "m.toml: It is not TOML: Invalid value (at line 1, column 13)."
    ]


def test_a_file_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(MappingError, match="There is no such file"):
        read_mapping(tmp_path / "none.toml", lexicon())
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(MappingError, match="UTF-8"):
        read_mapping(tmp_path / "binary.toml", lexicon())


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            '[columns]\nevent = "{E}"\ncoup = "{@count}"\n',
            (
                "m.toml: `columns.coup`: `{@count}` numbers rows that hold a coup each, and here a "
                "row is one event: take the column that numbers the coups, or write the [[events]] "
                "that a row stands for"
            ),
        ),
        (
            '[columns]\ncoup = "{@count}"\n[[events]]\nevent = "spin"\ncoup = "{@count}"\n',
            (
                "m.toml: `events[1].coup`: `{@count}` numbers the coups in [columns] already, as "
                "`coup`: keep one of the two"
            ),
        ),
    ],
)
def test_coups_are_counted_in_one_way(text: str, says: str) -> None:
    with pytest.raises(MappingError) as refused:
        mapping_of(text, "m.toml", lexicon())
    assert str(refused.value) == says


def test_the_coups_that_a_column_tells_apart_have_numbers() -> None:
    event = '[[events]]\nevent = "deal"\nonce = "coup"\n'
    [says] = errors('same_coup = "Round"\n[columns]\ncoup = "{Round}"\n' + event)
    assert says.startswith(
        "m.toml: `same_coup`: says which rows are of one coup, and nothing takes"
    )
    counted = 'same_coup = "Round"\n[columns]\ncoup = "{@count}"\n' + event
    assert mapping_of(counted, "m.toml", lexicon()).same_coup == "Round"


def test_once_a_coup_asks_for_the_number_of_the_coup() -> None:
    event = '[[events]]\nevent = "deal"\nonce = "coup"\n'
    for columns in ("", '[columns]\ncoup = "{@count}"\n'):
        [says] = errors(columns + event)
        assert says.startswith("m.toml: `events[1].once`: once a coup: say in [columns]")
    [says] = errors('[[events]]\nevent = "deal"\nonce = "shoe"\n')
    assert says == "m.toml: `events[1].once`: should be 'coup' or 'file'"
