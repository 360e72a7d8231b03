"""Dumps of databases, as their programs write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.log.files.formats import format_of_content
from auditor.log.files.limits import LIMITS
from auditor.log.files.open import read_tables
from auditor.log.structured.sql_dump import read
from auditor.log.table import Unreadable
from auditor.messages.message import say

Sheets = dict[str, list[tuple[int, list[str]]]]


def sheets(text: str) -> Sheets:
    """The sheets, read in this process."""
    answer = read({"encoding": None}, text.encode(), LIMITS)
    return {own["name"]: own["rows"] for own in answer["sheets"]}


MYSQL = (
    "-- MySQL dump 10.13\n/*!40101 SET NAMES utf8 */;\nDROP TABLE IF EXISTS `log`;\n"
    "CREATE TABLE `log` (\n  `event` varchar(9) NOT NULL DEFAULT 'pay',\n  `amount` decimal(9,2),\n"
    "  PRIMARY KEY (`event`,`amount`)\n) ENGINE=InnoDB;\nDELETE FROM `log`;\n"
    "INSERT INTO `log` VALUES ('it\\'s; -- (x)',NULL),('pay',-1.50);\n# done\n"
    "INSERT IGNORE INTO `log` VALUES ('a''b\\\\',0);\nUNLOCK TABLES;\n"
)
POSTGRES = (
    "--\n-- PostgreSQL database dump\n--\nSET client_encoding = 'UTF8';\n"
    "CREATE FUNCTION f() RETURNS void AS $x$ DELETE FROM public.log; $x$;\n"
    "CREATE TABLE public.log (\n    event text,\n    CONSTRAINT c CHECK ((event <> ''::text))\n);\n"
    'COPY public.log (event, "to") FROM stdin;\npay\t\\N\na\\tb\tx\n\\.\n\n'
    "INSERT INTO public.log (\"to\", event) VALUES ('C:\\', 'pay'::text) ON CONFLICT DO NOTHING;\n"
)
SERVER = (
    "USE [casino]\nGO\nSET IDENTITY_INSERT [dbo].[Log] ON\nINSERT [dbo].[Log] ([event], [time]) "
    "VALUES (N'pay', CAST(N'2026-01-09T21:00:00' AS DateTime))\nINSERT [dbo].[Log] ([time], [event]"
    ") VALUES (GETDATE() + 1, N'deal')\nSET IDENTITY_INSERT [dbo].[Log] OFF\nGO\n"
)
ORACLE = (
    "Insert into LOG (EVENT,TIME) values ('pay',to_date('2026-01-09 21:00','YYYY-MM-DD HH:MI'));\n"
    "Insert into LOG (EVENT,TIME,AMOUNT) values ('deal',TIMESTAMP '2026-01-09 21:01:00',5);\n"
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            MYSQL,
            [["event", "amount"], ["it's; -- (x)", ""], ["pay", "-1.50"], ["a'b\\", "0"]],
        ),
        (POSTGRES, [["event", "to"], ["pay", ""], ["a\tb", "x"], ["pay", "C:\\"]]),
        (
            SERVER,
            [["event", "time"], ["pay", "2026-01-09T21:00:00"], ["deal", "GETDATE() + 1"]],
        ),
        (
            ORACLE,
            [
                ["EVENT", "TIME", "AMOUNT"],
                ["pay", "2026-01-09 21:00"],
                ["deal", "2026-01-09 21:01:00", "5"],
            ],
        ),
    ],
)
def test_as_four_programs_write_them(text: str, expected: list[list[str]]) -> None:
    [rows] = sheets(text).values()
    assert [own for _, own in rows] == expected
    assert [number for number, _ in rows] == list(range(1, len(expected) + 1))
    assert format_of_content(text.encode()).name == "SQL"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("INSERT INTO t VALUES (1);\nUPDATE t SET a = 2;", "line 2 the statement `UPDATE`"),
        ("INSERT INTO t VALUES (1);\nDELETE FROM t;", "line 2 the statement `DELETE`"),
        ("INSERT INTO t (a) SELECT a FROM b;", "`INSERT … SELECT` changes rows"),
        ("INSERT INTO t (a, b) VALUES\n(1, 2),\n(3);", "line 3 there are more or fewer values"),
        ("INSERT INTO t (a, A) VALUES (1, 2);", "does not read as SQL"),
        ("INSERT INTO t VALUES (1, 'x", "Line 1 does not read as SQL"),
        ("COPY t (a) FROM stdin;\n1\n", "Line 3 does not read as SQL"),
        ("CREATE TABLE t (a text);", "enters no row"),
    ],
)
def test_what_is_refused(text: str, says: str) -> None:
    with pytest.raises(Unreadable) as found:
        sheets(text)
    assert says in say(found.value.says, "en")


def test_each_table_is_a_sheet(tmp_path: Path) -> None:
    path = tmp_path / "log.sql"
    path.write_text("INSERT INTO kinds VALUES (1);INSERT INTO Log (event) VALUES ('pay'),('pay');")
    [own], _ = read_tables(path, path.name)
    assert (own.sheet, own.rows) == ("Log", [(2, ("pay",)), (3, ("pay",))])
    assert any("`kinds`" in str(note) for note in own.notes)
    for lines in ("Set;Match\n1;2\n", "# x\nuse,begin\n1,2\n", "--\nevent\npay\n", " " * 4000):
        assert format_of_content(lines.encode()).name == "CSV"
