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
                ["pay", "2026-01-09 21:00", ""],
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
        ("INSERT INTO t (a) SELECT a FROM b;", "`INSERT … SELECT` changes rows or might"),
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


TRIGGER = (
    "DELIMITER ;;\n/*!50003 CREATE*/ /*!50017 DEFINER=`r`@`h`*/ /*!50003 TRIGGER x BEFORE "
    "INSERT ON t FOR EACH ROW BEGIN DELETE FROM u; END */;;\nDELIMITER ;"
)
VIEW = (
    "/*!50001 CREATE ALGORITHM=UNDEFINED */\n/*!50013 DEFINER=`r`@`%` SQL SECURITY DEFINER */\n"
    "/*!50001 VIEW `v` AS select 1 AS `a` */;"
)
ROWS = "CREATE TABLE t (a text, b text);\nINSERT INTO t VALUES (1, 2);\n"


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TABLE t;",
        "DROP DATABASE x;",
        "ROLLBACK;",
        "TRUNCATE TABLE t;",
        "TRUNCATE other CASCADE;",
        "DELETE FROM public.t WHERE a = 1;",
        "DELETE FROM `casino`.`t`;",
        "DELETE FROM o JOIN t;",
        "REPLACE INTO t VALUES (3, 4);",
        "MERGE INTO t USING o ON 1 = 1 WHEN MATCHED THEN UPDATE SET a = 2;",
        "UPDATE t SET a = 2;",
        "ALTER TABLE t DROP COLUMN a;",
        "ALTER TABLE t ADD COLUMN c text FIRST;",
        "ALTER TABLE t ADD PRIMARY KEY (a), RENAME COLUMN a TO c;",
        "ALTER TABLE t ALTER COLUMN a TYPE int;",
        "ALTER TABLE t MODIFY a tinyint;",
        "CREATE TABLE t (b text, a text);",
        "CREATE TABLE u AS SELECT * FROM t;",
        "CREATE TABLE u (a text) AS SELECT * FROM t;",
        "CREATE TRIGGER r AFTER INSERT ON t BEGIN INSERT INTO t VALUES ('x', 'y'); END;",
        "CREATE TRIGGER r BEFORE INSERT ON t EXECUTE FUNCTION f();\nINSERT INTO t VALUES (1, 2);",
        "CREATE PROCEDURE p AS\nINSERT INTO t VALUES (1, 2)\nGO",
        "CREATE WIDGET w;\nINSERT INTO t VALUES (1, 2);",
        "SELECT * INTO u FROM t;",
        "SELECT fill_t();",
        "WITH o AS (SELECT 1) INSERT INTO t SELECT * FROM o;",
        "EXPLAIN INSERT INTO t VALUES (3, 4);",
        "SET NOCOUNT ON INSERT INTO t VALUES (3, 4);",
        "BEGIN INSERT INTO t VALUES (3, 4); END;",
        "DO $$ DELETE FROM t $$;",
        "CALL p();",
        "EXEC p",
        "IF 1 = 0\nINSERT INTO t VALUES (3, 4);",
        "(3, 4);",
        "INSERT INTO t VALUES (3, 4)\nINTO t VALUES (5, 6);",
        "INSERT INTO t VALUES (3, 4) ON DUPLICATE KEY UPDATE a = 2;",
        "INSERT INTO t VALUES (3, 4) ON CONFLICT (a) DO UPDATE SET a = 2;",
        "INSERT OR REPLACE INTO t VALUES (3, 4);",
        "INSERT INTO t VALUES (3, 4)\nGO 5\n",
        "COPY t FROM '/tmp/x';",
        "COPY t FROM stdin WITH (FORMAT csv);\n3,4\n\\.\n",
        "\\i other.sql\n",
        "SET ROLE x;\n/* INSERT INTO t VALUES (3, 4);",
        "INSERT INTO t VALUES (q'[it's]', 1);\nINSERT INTO t VALUES ('a', 'b');",
        "DELIMITER ;;\nINSERT INTO t VALUES (3, 4);;\nDELIMITER ;\n",
    ],
)
def test_what_might_change_rows_is_refused_with_its_line(statement: str) -> None:
    """No statement is passed over that a database might change rows by."""
    with pytest.raises(Unreadable) as found:
        sheets(ROWS + statement)
    said = say(found.value.says, "en").lower()
    assert any(f"line {line} " in said for line in range(3, 6))


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TABLE IF EXISTS u;",
        "DELETE FROM sqlite_sequence;",
        "ALTER TABLE t ADD PRIMARY KEY (a), ADD KEY k (b);",
        "ALTER TABLE `t` MODIFY `a` int NOT NULL AUTO_INCREMENT, AUTO_INCREMENT=5;",
        "ALTER TABLE ONLY t\n  ADD CONSTRAINT k FOREIGN KEY (a) REFERENCES u ON DELETE CASCADE;",
        "ALTER TABLE [dbo].[t] WITH CHECK ADD CONSTRAINT [k] CHECK (([a]>(0)))\nGO",
        'ALTER TABLE "T" MODIFY ("A" NOT NULL ENABLE);',
        "/*!40000 ALTER TABLE `t` ENABLE KEYS */;\nUNLOCK TABLES;",
        "SELECT pg_catalog.setval('public.t_seq', 5, true);",
        "CREATE UNIQUE INDEX k ON t (a);\nCREATE OR REPLACE VIEW v AS SELECT a FROM t;",
        "CREATE TRIGGER r AFTER INSERT OR UPDATE ON t FOR EACH ROW EXECUTE FUNCTION f();",
        TRIGGER,
        VIEW,
        "REM INSERTING into T, it's next\nSET DEFINE OFF;",
        "\\unrestrict abc\n",
        "GRANT SELECT, INSERT ON t TO x;\nCOMMIT;",
        "/*M!999999\\- enable the sandbox mode */",
    ],
)
def test_what_programs_write_around_rows_changes_none(statement: str) -> None:
    assert sheets(ROWS + statement) == {"t": [(1, ["a", "b"]), (2, ["1", "2"])]}


@pytest.mark.parametrize(
    ("statement", "row"),
    [
        ("/*!50000 INSERT INTO t VALUES (3, 4) */;", ["3", "4"]),
        ("INSERT INTO t (b) VALUES (4);", ["", "4"]),
        ("INSERT INTO t (a) VALUES (3);", ["3", ""]),
        ('INSERT INTO `t` VALUES ("it\\"s", "a""b");', ['it"s', 'a"b']),
        ("INSERT INTO t VALUES (CAST(N'5' AS Decimal(9, 2)), '7'::numeric(9,2));", ["5", "7"]),
        (
            "INSERT INTO t VALUES (to_date('5', 'D') + 1, CAST('a' || 'b' AS text));",
            ["to_date('5', 'D') + 1", "CAST('a' || 'b' AS text)"],
        ),
    ],
)
def test_how_rows_are_written(statement: str, row: list[str]) -> None:
    assert sheets(ROWS + statement)["t"] == [(1, ["a", "b"]), (2, ["1", "2"]), (3, row)]


def test_each_table_is_a_sheet(tmp_path: Path) -> None:
    path = tmp_path / "log.sql"
    path.write_text("INSERT INTO kinds VALUES (1);INSERT INTO Log (event) VALUES ('pay'),('pay');")
    [own], _ = read_tables(path, path.name)
    assert (own.sheet, own.rows) == ("Log", [(2, ("pay",)), (3, ("pay",))])
    assert any("`kinds`" in str(note) for note in own.notes)
    for lines in ("Set;Match\n1;2\n", "# x\nuse,begin\n1,2\n", "--\nevent\npay\n", " " * 4000):
        assert format_of_content(lines.encode()).name == "CSV"
