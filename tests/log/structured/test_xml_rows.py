"""XML that repeats an element for each row."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.log.files.limits import LIMITS
from auditor.log.files.open import read_tables
from auditor.log.row_columns import ReadOptions
from auditor.log.structured.xml_rows import read
from auditor.log.table import Unreadable
from auditor.log.workbook.book_sheet import BookSheet
from auditor.messages.message import say


def table(text: str | bytes, named: str | None = None) -> tuple[list[str], list[tuple[str, ...]]]:
    """The header and the rows, read in this process."""
    data = text if isinstance(text, bytes) else text.encode()
    answer = read({"encoding": None, "named": [named] if named else ()}, data, LIMITS)
    [sheet] = map(BookSheet.of_answer, answer["sheets"])
    header, *rows = [cells for _, cells in sheet.records]
    return [*header], [*map(tuple, rows)]


def refusal(text: str | bytes) -> str:
    with pytest.raises(Unreadable) as found:
        table(text)
    return say(found.value.says, "en")


def test_a_list_within_is_named() -> None:
    coups = "<n><coup no='1'><bet s='1'/><bet s='2'/></coup><coup no='2'><bet s='3'/></coup></n>"
    assert table(coups)[0] == ["no", "bet.1.s", "bet.2.s"]
    expected = (["s", "no"], [("1", "1"), ("2", "1"), ("3", "2")])
    assert table(coups, "bet") == table(coups, "coup.bet") == expected


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("<!DOCTYPE l [<!ENTITY a 'b'>]><l><r a='1'/><r a='&a;'/></l>", "declares a DOCTYPE"),
        ("<l>\n<r a='1'/><r a='1'", "At line 2 it is no XML any more"),
        ("<l><r a='1'/></l>", "No element is repeated"),
        ("<l>" + "<x>" * 30 + "</x>" * 30 + "</l>", "too deep"),
        ('<?xml version="1.0" encoding="klingon"?><l/>', "encoding is not known"),
    ],
)
def test_what_is_refused(text: str, says: str) -> None:
    assert says in refusal(text)


def test_encodings_and_files_of_another_kind(tmp_path: Path) -> None:
    rows = "<l><r event='pay' player='Zoé'/><r event='pay' player='Zoé'/></l>"
    for encoding in ("utf-16", "utf-8-sig", "cp1252"):
        head = f'<?xml version="1.0" encoding="{encoding.removesuffix("-sig")}"?>'
        assert table((head + rows).encode(encoding))[1] == [("pay", "Zoé")] * 2
    ticks = tmp_path / "log.csv"
    ticks.write_text("<event>,<amount>\npay,1\n")
    [], [own] = read_tables(ticks, "log.csv", ReadOptions())
    assert "Found `<event>`" in say(own.says, "en")
