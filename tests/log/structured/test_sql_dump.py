"""Dumps of databases, as their programs write them."""

from __future__ import annotations

import pytest

from auditor.log.files.limits import LIMITS
from auditor.log.structured.sql_dump import read
from auditor.log.table import Unreadable
from auditor.messages.message import say

Sheets = dict[str, list[tuple[int, list[str]]]]


def sheets(text: str) -> Sheets:
    """The sheets, read in this process."""
    answer = read({"encoding": None}, text.encode(), LIMITS)
    return {own["name"]: own["rows"] for own in answer["sheets"]}


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
