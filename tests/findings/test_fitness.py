"""What the logs are fit for: counted by hand on logs of a few rows."""

from collections.abc import Sequence
from pathlib import Path

from auditor import audit_log, read_log
from auditor.findings.dependencies import kinds_read, may_repeat
from auditor.report.model import Fitness
from auditor.request import ruleset

RULES = Path(__file__).parents[1] / "rules" / "demo.rules"
HEADER = "time,casino,session,table,shoe,coup,event,seat,on,amount,card,result,maximum"


def fitness(folder: Path, *rows: str, header: str = HEADER, records: Sequence[str] = ()) -> Fitness:
    path = folder / "log.csv"
    path.write_text("\n".join((header, *rows)) + "\n", encoding="utf-8")
    return audit_log(read_log(path), rules=RULES, records=records).report.fitness


def opening(coup: object, second: int, table: str = "T1", shoe: object = 1, day: str = "09") -> str:
    time = f"2026-01-{day}T21:{second // 60:02}:{second % 60:02}"
    return f"{time},Nord,S{day},{table},{shoe},{coup},deal,1,,,10H,,"


def test_cases_are_cut_short_and_counts_are_not(tmp_path: Path) -> None:
    said = fitness(tmp_path, *(opening(2 * n, n) for n in range(1, 61)))
    assert len(said.sequence_breaks) == 50
    assert (said.sequence_breaks_total, said.numbers_missing) == (60, 60)


def test_kinds_that_the_rules_let_repeat_are_no_duplicates() -> None:
    assert may_repeat(ruleset("bataille")) >= {"burn", "pile", "cut"}
    assert "stake" not in may_repeat(ruleset("bataille"))
    assert may_repeat(ruleset(RULES)) == frozenset()


def test_only_what_the_rules_look_at_counts() -> None:
    read = kinds_read(ruleset("boule"))
    assert {"spin", "table_open", "table_close", "stake_change"} <= read
    assert not {"burn", "deal", "chief_arrive"} & read
