"""The command line: what each command says, and how it ends."""

import gc
import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from auditor.cli import COMMANDS, app
from auditor.cli.audit import GROUPS
from auditor.report.render.json import read_json

ROOT = Path(__file__).parents[2]
RULES = ROOT / "tests" / "rules"
DEMO = str(RULES / "demo.rules")
HEADER = "time,casino,session,table,shoe,coup,event,seat,on,amount,card,result,maximum"
LAWFUL = (
    "2026-01-09T21:00:00,Nord,S1,T1,,,table_open,,,,,,100",
    *["2026-01-09T21:00:01,Nord,S1,T1,1,,burn,,,,AS,,"] * 5,
    "2026-01-09T21:00:05,Nord,S1,T1,1,1,deal,1,,,10H,,",
)
FAULTY = LAWFUL[:1] + LAWFUL[2:]

runner = CliRunner()


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports are written below the folder in which the command is run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("AUDITOR_DEBUG", raising=False)


def run(*arguments: str) -> Result:
    return runner.invoke(app, arguments)


def written(rows: Sequence[str], name: str = "evening.csv", header: str = HEADER) -> str:
    Path(name).write_text("\n".join((header, *rows)) + "\n", encoding="utf-8")
    return name


def audited(rows: Sequence[str], *options: str) -> Result:
    log = written(rows)
    return run("audit", log, "-r", DEMO, "--records", "all", "--format", "json", *options)


def alone(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A process of its own, which finds the program here."""
    own = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=own)


# ---- help ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("command", sorted({*COMMANDS} - {"case"}))
def test_every_command_has_help_with_an_example(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"Example: auditor {command}" in result.stdout
    assert not re.search(r"<[a-z]|[{}]", result.stdout)  # types are for programs
    assert "Exit status: 0" not in result.stdout  # which all commands share
    assert run("--help").stdout.count("Exit status: 0") == 1


def test_each_option_of_an_audit_stands_below_a_heading() -> None:
    said = run("audit", "--help").stdout
    headings = re.findall(r"^(What [a-z ]+):$", said, re.MULTILINE)
    assert headings == [*GROUPS]
    last = said.rpartition("\nOptions:\n")[2].split()
    assert last[:2] == ["-h,", "--help"]


def test_help_imports_nothing_that_is_slow() -> None:
    code = (
        "import sys; from auditor.cli import app\n"
        "try: app(['--help'])\n"
        "except SystemExit: print(*sys.modules)"
    )
    done = alone(code)
    slow = {"numpy", "lark", "pydantic", "pandas", "polars", "weasyprint", "openpyxl", "jinja2"}
    assert done.returncode == 0
    assert not slow & set(done.stdout.split())


def test_the_audit_imports_only_what_a_small_log_needs(tmp_path: Path) -> None:
    log = written(LAWFUL)
    code = (
        "import sys; from auditor.cli import app\n"
        f"try: app(['audit', {log!r}, '-r', {DEMO!r}, '--format', 'json', '-q'])\n"
        "except SystemExit: print(*sys.modules)"
    )
    kept = str(tmp_path / "kept")
    runs = [alone(code, AUDITOR_CACHE=kept) for _ in range(2)]
    assert [own.returncode for own in runs] == [0, 0]
    first, again = (own.stdout.split() for own in runs)
    slow = {"pandas", "polars", "pyarrow", "weasyprint", "openpyxl", "jinja2", "rich", "numpy.ma"}
    unused = {"multiprocessing", "auditor.log.workbook.sheets"}
    assert not (slow | unused) & set(first)
    # Rules that are kept need nothing that reads rules.
    assert "lark" in first
    assert not {"lark", "tomllib", "auditor.authoring.review"} & set(again)


def test_a_check_leaves_the_collection_of_garbage_to_whoever_calls_it() -> None:
    assert gc.isenabled()
    assert run("check", DEMO).exit_code == 0
    assert gc.isenabled()


# ---- audit: how it ends -------------------------------------------------------------------------


def test_all_formats_are_written_whole() -> None:
    result = audited(FAULTY, "--format", "json,csv,xlsx,txt,html,pdf", "--lang", "en")
    assert result.exit_code == 1, result.output
    names = sorted(path.name for path in Path("reports").iterdir())
    tables = ("evidence", "findings", "money", "row-count", "set-aside")
    reports = (f"report.{form}" for form in ("html", "pdf", "txt", "xlsx"))
    assert names == sorted([*(f"{name}.csv" for name in tables), "findings.json", *reports])


def test_a_terminal_that_wants_no_colour_gets_none() -> None:
    assert "\x1b[" not in audited(FAULTY).output


# ---- defects and interruptions ------------------------------------------------------------------
def broken_judge(*_: object, **__: object) -> None:
    raise RecursionError("too deep\nfor one line")


def test_a_defect_of_ours_ends_with_3(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("auditor.audit.Replay", broken_judge)
    result = audited(LAWFUL)
    assert result.exit_code == 3
    assert "a defect of auditor, not of your files: RecursionError (too deep)" in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_defect_shows_where_it_arose_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("auditor.audit.Replay", broken_judge)
    monkeypatch.setenv("AUDITOR_DEBUG", "1")
    result = audited(LAWFUL)
    assert result.exit_code == 3
    assert "in broken_judge" in result.stderr


def test_an_interruption_leaves_no_half_report() -> None:
    log = written(FAULTY)
    code = (
        "import os, signal, auditor.audit\n"
        # A shell that starts a command in the background has it ignore this signal.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "auditor.audit.write = lambda *_, **__: os.kill(os.getpid(), signal.SIGINT)\n"
        "from auditor.cli import main; import sys\n"
        f"sys.argv[1:] = ['audit', {log!r}, '-r', {DEMO!r}, '--format', 'json']; main()"
    )
    done = alone(code)
    assert done.returncode in {130, -signal.SIGINT}
    assert "Traceback" not in done.stderr
    assert not Path("reports").exists()


def test_a_text_is_taken_as_it_is_typed_and_typer_not_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("typer.core.build_runtime_param", None)
    assert run("fmt", "--check", DEMO).exit_code in {0, 1}


# ---- check --------------------------------------------------------------------------------------


def broken(changes: dict[str, str]) -> str:
    text = (RULES / "demo.rules").read_text("utf-8")
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new, 1)
    Path("vocabulary").mkdir(exist_ok=True)
    words = "vocabulary/demo-table.rules"
    Path(words).write_text((RULES / words).read_text("utf-8"), encoding="utf-8")
    Path("demo.rules").write_text(text, encoding="utf-8")
    return "demo.rules"


# ---- test ---------------------------------------------------------------------------------------


def test_examples_that_were_run_are_not_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AUDITOR_CACHE", str(tmp_path / "kept"))
    path = broken({"| 5 burn": "| 3 burn"})
    first = run("test", path)

    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("auditor.cli.test.failing", never)
    again = run("test", path)
    assert (again.exit_code, again.stdout) == (first.exit_code, first.stdout)
    assert run("test", broken({"| 5 burn": "| 4 burn"})).exit_code == 3


# ---- explain ------------------------------------------------------------------------------------
def test_explain_a_finding_shows_its_derivation() -> None:
    audited(FAULTY)
    [finding] = read_json(Path("reports/findings.json").read_bytes()).findings
    result = run("explain", finding.id, "evening.csv", "-r", DEMO, "--records", "all")
    assert result.exit_code == 0, result.output
    assert "4 cards burned, 5 required" in result.stdout
    _, asks, of_the_rule = result.stdout.partition("\n  The rule, in its words (")
    assert asks
    assert "count of burn before first deal = 4  rows\xa03, 4, 5, 6, 7" in of_the_rule
    assert result.stdout.count("evening.csv:3") == 1
    assert "evening.csv:3  21:00:01  burn" in result.stdout
