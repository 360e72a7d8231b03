"""The command line: what each command says, and how it ends."""

import gc
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from openpyxl import Workbook
from typer.testing import CliRunner, Result

from auditor.cli import COMMANDS, app
from auditor.cli.audit import GROUPS
from auditor.report.render.json import read_json

ROOT = Path(__file__).parent.parent
RULES = ROOT / "tests" / "rules"
DEMO = str(RULES / "demo.rules")
CLASSES = str(RULES / "classes.rules")
HEADER = "time,casino,session,table,shoe,coup,event,seat,on,amount,card,result,maximum"
LAWFUL = (
    "2026-01-09T21:00:00,Nord,S1,T1,,,table_open,,,,,,100",
    *["2026-01-09T21:00:01,Nord,S1,T1,1,,burn,,,,AS,,"] * 5,
    "2026-01-09T21:00:05,Nord,S1,T1,1,1,deal,1,,,10H,,",
)
MINOR = "2026-01-09T21:00:07,Nord,S1,T1,1,1,stake,2,red,120,,,"
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


def paragraph(result: Result) -> str:
    """The one paragraph on standard error of a command that could not do its work."""
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith("error: ")
    assert "Traceback" not in result.output
    return result.stderr


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


def test_the_list_of_commands_is_cut_nowhere() -> None:
    assert "..." not in run("--help").stdout.partition("Commands:")[2]
    assert "..." not in run("case", "--help").stdout.partition("Commands:")[2]


def test_help_imports_nothing_that_is_slow() -> None:
    code = (
        "import sys; from auditor.cli import app\n"
        "try: app(['--help'])\n"
        "except SystemExit: print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    slow = {"numpy", "lark", "pydantic", "pandas", "polars", "weasyprint", "openpyxl", "jinja2"}
    assert not slow & set(done.stdout.split())


def test_the_audit_imports_only_what_a_small_log_needs(tmp_path: Path) -> None:
    log = written(LAWFUL)
    code = (
        "import sys; from auditor.cli import app\n"
        f"try: app(['audit', {log!r}, '-r', {DEMO!r}, '--format', 'json', '-q'])\n"
        "except SystemExit: print(*sys.modules)"
    )
    kept = str(tmp_path / "kept")
    first, again = (
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), "AUDITOR_CACHE": kept},
        ).stdout.split()
        for _ in range(2)
    )
    slow = {"pandas", "polars", "pyarrow", "weasyprint", "openpyxl", "jinja2", "rich", "numpy.ma"}
    unused = {"multiprocessing", "auditor.log.workbook.sheets", "auditor.log.store.load_fast"}
    assert not (slow | unused) & set(first)
    # Rules that are kept need nothing that reads rules.
    assert "lark" in first
    assert not {"lark", "tomllib", "auditor.authoring.review"} & set(again)


def test_a_check_leaves_the_collection_of_garbage_to_whoever_calls_it() -> None:
    assert gc.isenabled()
    assert run("check", DEMO).exit_code == 0
    assert gc.isenabled()


def test_the_version_is_said() -> None:
    assert re.fullmatch(r"auditor \d+\.\d+\.\d+\n", run("--version").stdout)


# ---- audit: how it ends -------------------------------------------------------------------------
def test_a_lawful_log_ends_with_0() -> None:
    result = audited(LAWFUL)
    assert result.exit_code == 0, result.output
    assert "reports/findings.json" in result.stdout
    assert not read_json(Path("reports/findings.json").read_bytes()).findings


def test_a_faulty_log_ends_with_1() -> None:
    result = audited(FAULTY, "-o", "out")
    assert result.exit_code == 1
    assert "evening.csv:3" in result.stdout
    assert "6 rows read, 6 evaluated, 0 set aside" in result.stdout
    [finding] = read_json(Path("out/findings.json").read_bytes()).findings
    assert finding.rule == "demo/five-burned"


@pytest.mark.parametrize(
    ("rows", "fail_on", "status"),
    [
        ((*LAWFUL, MINOR), "minor", 1),
        ((*LAWFUL, MINOR), "major", 0),
        (FAULTY, "major", 1),
        (FAULTY, "critical", 0),
        (FAULTY, "never", 0),
        (FAULTY, "never,record:minor", 0),
        (FAULTY, "never,departure:major", 1),
        (FAULTY, "departure:never", 0),
        (FAULTY, "departure:critical,minor", 0),
        (FAULTY, "to-confirm:never,record:never", 1),
    ],
)
def test_the_exit_status_is_by_severity_and_class(
    rows: Sequence[str], fail_on: str, status: int
) -> None:
    assert audited(rows, "--fail-on", fail_on).exit_code == status


def test_all_formats_are_written_whole() -> None:
    result = audited(FAULTY, "--format", "json,csv,xlsx,txt,html,pdf", "--lang", "en")
    assert result.exit_code == 1, result.output
    names = sorted(path.name for path in Path("reports").iterdir())
    assert names == [
        "evidence.csv",
        "findings.csv",
        "findings.json",
        "money.csv",
        "report.html",
        "report.pdf",
        "report.txt",
        "report.xlsx",
        "row-count.csv",
        "set-aside.csv",
    ]


def test_a_table_is_written_in_the_dialect_that_is_asked_for() -> None:
    audited(FAULTY, "--format", "csv", "--csv-dialect", "plain")
    assert Path("reports", "row-count.csv").read_text("utf-8").startswith("file,sheet,sha256,")
    other = audited(FAULTY, "--format", "csv", "--csv-dialect", "excel")
    assert "excel-fr" in paragraph(other)


def test_one_format_goes_to_standard_output() -> None:
    result = audited(FAULTY, "-o", "-")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["summary"]["violations"] == 1
    assert "4 cards burned" in result.stderr
    assert not Path("reports").exists()


def test_quiet_names_only_the_files() -> None:
    assert audited(FAULTY, "-q").stdout == "reports/findings.json\n"


def test_a_run_differs_from_the_next_only_in_when_it_was_started() -> None:
    contents = []
    for folder in ("one", "two"):
        assert audited(FAULTY, "-o", folder).exit_code == 1
        content = json.loads(Path(folder, "findings.json").read_bytes())
        assert content["run"].pop("started").endswith("+00:00")
        contents.append(json.dumps(content))
    assert contents[0] == contents[1]


def test_the_order_of_the_files_does_not_matter() -> None:
    first = written(FAULTY, "a.csv")
    second = written([row.replace("-09T", "-10T").replace("S1", "S2") for row in FAULTY], "b.csv")
    found = []
    for logs in ((first, second), (second, first)):
        run("audit", *logs, "-r", DEMO, "--records", "all", "--format", "json")
        content = json.loads(Path("reports/findings.json").read_bytes())
        content["run"].pop("started")
        found.append(content)
    assert found[0] == found[1]
    assert len(found[0]["findings"]) == 2


def test_a_terminal_that_wants_no_colour_gets_none() -> None:
    assert "\x1b[" not in audited(FAULTY).output


# ---- audit: what it cannot do -------------------------------------------------------------------
def test_a_log_without_its_column_event_is_refused() -> None:
    log = written(["2026-01-09,x"], header="time,evnt")
    says = paragraph(run("audit", log, "-r", DEMO))
    assert "evening.csv: row 1: No column is called `event`: is `evnt` meant?" in says
    assert not Path("reports").exists()


def test_an_empty_file_is_refused() -> None:
    Path("evening.csv").touch()
    assert "evening.csv: It is empty" in paragraph(run("audit", "evening.csv", "-r", DEMO))


def test_a_folder_without_logs_is_refused() -> None:
    Path("logs").mkdir()
    assert "logs: No file in this folder" in paragraph(run("audit", "logs", "-r", DEMO))


def test_a_missing_file_is_refused_though_others_are_there() -> None:
    says = paragraph(run("audit", written(LAWFUL), "no.csv", "-r", DEMO))
    assert "no.csv: There is no such file" in says


def test_a_pdf_renamed_to_xlsx_is_refused() -> None:
    Path("evening.xlsx").write_bytes(b"%PDF-1.7\n")
    assert "evening.xlsx: It is a PDF" in paragraph(run("audit", "evening.xlsx", "-r", DEMO))


def test_the_same_file_twice_is_refused() -> None:
    says = paragraph(run("audit", written(LAWFUL), written(LAWFUL, "copy.csv"), "-r", DEMO))
    assert "evening.csv: It is the same as `copy.csv`" in says


def test_a_workbook_is_a_log_like_any_other() -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (HEADER, *FAULTY):
        sheet.append(row.split(","))
    book.save("evening.xlsx")
    result = run("audit", "evening.xlsx", "-r", DEMO, "--records", "all", "--format", "json")
    assert result.exit_code == 1, result.output


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (MINOR.replace("120", "12..5"), "evening.csv:9  amount=`12..5`"),
        (MINOR.replace("stake", "steak"), "evening.csv:9  event=`steak`"),
        ("a,b", "evening.csv:9  The row has 2 fields"),
    ],
)
def test_rows_set_aside_are_said_and_refused_where_asked(row: str, said: str) -> None:
    result = audited([*LAWFUL, row])
    assert result.exit_code == 0
    assert said in result.stdout
    assert "8 rows read, 7 evaluated, 1 set aside" in result.stdout
    strict = paragraph(audited([*LAWFUL, row], "--strict", "-o", "strict"))
    assert "evening.csv: row 9" in strict
    assert not Path("strict").exists()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--lang", "de"], "`--lang de`: choose one of (fr, en)"),
        (["--fail-on", "majr"], "did you mean `major`?"),
        (["--fail-on", "recrd:major"], "did you mean `record`?"),
        (["--format", "jsn"], "did you mean `json`?"),
        (["--format", ""], "`--format` names none"),
        (["--format", "json,csv", "-o", "-"], "one format to standard output"),
        (["--from", "9 janvier"], "`--from 9 janvier` is not a day such as 2026-01-09"),
        (["--records", "brun"], "did you mean `burn`?"),
        (["--param", "burned"], "`--param burned`: write NAME=VALUE"),
        (["--param", "burnd=4"], "There is no parameter `burnd`: did you mean `burned`?"),
        (["--param", "burned=four"], "`four`, is not a whole number"),
        (["--params", "no.toml"], "no.toml: There is no such file"),
        (["-o", "evening.csv"], "the report cannot be written"),
        (["-r", "no-such-rules"], "There is no ruleset `no-such-rules`"),
    ],
)
def test_bad_usage_ends_with_2_and_says_what_to_do(options: list[str], says: str) -> None:
    log = written(LAWFUL)
    assert says in paragraph(run("audit", log, "-r", DEMO, "--format", "json", *options))


def test_without_rules_the_log_must_name_a_game() -> None:
    says = paragraph(run("audit", written(LAWFUL), "--format", "json"))
    assert "Which rules apply? The column `game` is missing or empty" in says


def test_rules_with_errors_are_not_applied() -> None:
    Path("broken.rules").write_text("ruleset broken version", encoding="utf-8")
    says = paragraph(run("audit", written(LAWFUL), "-r", "broken.rules"))
    assert "broken.rules:1:" in says
    assert "auditor check broken.rules" in says


# ---- parameters ---------------------------------------------------------------------------------
def test_parameters_come_from_a_file_and_from_options() -> None:
    Path("our.toml").write_text("burned = 3\n", encoding="utf-8")
    assert audited(FAULTY, "--params", "our.toml").exit_code == 1
    both = ("--params", "our.toml", "--param", "burned=4")
    assert audited(FAULTY, *both).exit_code == 0
    parameters = read_json(Path("reports/findings.json").read_bytes()).run.parameters
    assert parameters == {"records": "all", "burned": "4"}


@pytest.mark.parametrize("content", ["burned = ", "[burned]\nx = 1\n", "burned = [1]\n"])
def test_a_file_of_parameters_that_means_nothing_is_refused(content: str) -> None:
    Path("our.toml").write_text(content, encoding="utf-8")
    assert "our.toml: " in paragraph(audited(LAWFUL, "--params", "our.toml"))


def test_a_period_bounds_the_findings() -> None:
    both = ("--from", "2026-01-08", "--to", "2026-01-12")
    assert audited(FAULTY, *both).exit_code == 1
    assert audited(FAULTY, "--from", "2026-01-09", "--to", "2026-01-09").exit_code == 1


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (
            ("--from", "2026-01-10"),
            "No row of the log lies in the period asked for, from 2026-01-10",
        ),
        (("--to", "2026-01-08"), "they go from 2026-01-09 to 2026-01-09"),
        (("--from", "2026-01-10", "--to", "2026-01-08"), "`--from 2026-01-10` is after `--to"),
    ],
)
def test_a_period_without_a_day_of_the_log_ends_with_2(asked: Sequence[str], said: str) -> None:
    assert said in paragraph(audited(FAULTY, *asked))
    assert not Path("reports").exists()


def test_where_no_report_can_be_written_no_log_is_read() -> None:
    Path("taken").write_text("", "utf-8")
    for folder in ("taken", "taken/reports"):
        said = paragraph(run("audit", "no-such-log.csv", "-r", DEMO, "-o", folder))
        assert "taken: the report cannot be written" in said


def test_where_nothing_was_verified_the_report_is_written_and_the_status_is_2() -> None:
    result = run("audit", written(LAWFUL[:1]), "-r", DEMO, "--format", "json", "-q")
    assert "Nothing could be verified" in paragraph(result)
    report = read_json(Path("reports/findings.json").read_bytes())
    assert report.summary.nothing_verified is not None
    french = run("audit", "evening.csv", "-r", DEMO, "--format", "json", "-q", "--lang", "fr")
    assert "Rien n’a pu être vérifié" in french.stderr


def test_what_must_be_verified_and_is_not_ends_with_1() -> None:
    log = written(LAWFUL)
    asked = ("audit", log, "-r", DEMO, "--format", "json", "--lang", "en", "--must-verify")
    assert run(*asked, "1.1", "--records", "all").exit_code == 0
    result = run(*asked, "1.3")
    assert result.exit_code == 1, result.output
    assert "(`--must-verify`), and not verified: 1.3 (" in result.stdout
    assert "did you mean `1.3`?" in paragraph(run(*asked, "1.33"))


# ---- defects and interruptions ------------------------------------------------------------------
def broken_judge(*_: object, **__: object) -> None:
    raise RecursionError("too deep\nfor one line")


def test_a_defect_of_ours_ends_with_3(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("auditor.judging.Replay", broken_judge)
    result = audited(LAWFUL)
    assert result.exit_code == 3
    assert "a defect of auditor, not of your files: RecursionError (too deep)" in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_defect_shows_where_it_arose_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("auditor.judging.Replay", broken_judge)
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
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode in {130, -signal.SIGINT}
    assert b"Traceback" not in done.stderr
    assert not Path("reports").exists()


def test_a_text_is_taken_as_it_is_typed_and_typer_not_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("typer.core.build_runtime_param", None)
    assert run("fmt", "--check", DEMO).exit_code in {0, 1}


# ---- check --------------------------------------------------------------------------------------
def test_check_finds_nothing_wrong_in_good_rules() -> None:
    result = run("check", str(RULES))
    assert result.exit_code == 0
    assert result.stdout.startswith("nothing wrong in ")


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


def test_check_shows_all_errors_of_a_file_with_places_and_suggestions() -> None:
    file = broken({"count of burn": "count of brun", "rule paid-once": "rulle paid-once"})
    result = run("check", file)
    assert result.exit_code == 1
    assert re.search(r"^demo\.rules:25:\d+: error\[E201\]: .*`brun`", result.stdout, re.MULTILINE)
    assert re.search(r"^demo\.rules:\d+:1: error\[E103\]", result.stdout, re.MULTILINE)
    assert "did you mean `burn`?" in result.stdout
    assert re.search(r"^ +\| +\^{4}$", result.stdout, re.MULTILINE)
    assert re.search(r"^2 errors in 1 file$", result.stdout, re.MULTILINE)


def test_warnings_alone_do_not_fail() -> None:
    result = run("check", broken({"rule five-burned": "constant spare = 3\n\nrule five-burned"}))
    assert result.exit_code == 0
    assert result.stdout.endswith("1 warning in 1 file\n")


def test_check_can_be_read_by_machines() -> None:
    file = broken({"count of burn": "count of brun"})
    [error, *_] = json.loads(run("check", file, "--format", "json").stdout)
    assert (error["code"], error["file"], error["line"]) == ("E201", "demo.rules", 25)
    line = run("check", file, "--format", "github").stdout.splitlines()[0]
    assert line.startswith("::error file=demo.rules,line=25,col=")


def test_check_of_what_is_no_text_is_an_error_with_a_place() -> None:
    Path("odd.rules").write_bytes(b"\xff\xfe\x00\x01")
    result = run("check", "odd.rules")
    assert result.exit_code == 1
    assert "odd.rules:1:1: error[E105]" in result.stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "1:1: error[E203]"),
        ("# nothing but a comment\n", "1:1: error[E203]"),
        (f"param p : integer = {'9' * 5000}\n", "1:21: error[E100]"),
        (f"param p : integer = {'(' * 500}\n", "1:1: error[E100]"),
        ("\0\n", "1:1: error[E106]"),
    ],
)
def test_check_of_odd_text_is_an_error_with_a_place(text: str, said: str) -> None:
    Path("odd.rules").write_text(text, encoding="utf-8")
    result = run("check", "odd.rules")
    assert result.exit_code == 1
    assert f"odd.rules:{said}" in result.stdout


def test_a_folder_of_several_rulesets_is_each_of_them() -> None:
    broken({})
    text = Path("demo.rules").read_text("utf-8")
    Path("other.rules").write_text(text.replace("ruleset demo", "ruleset other"), "utf-8")
    result = run("test", ".")
    assert result.exit_code == 0, result.output
    assert result.stdout == "16 examples of 6 rules: all as they say\n"


# ---- test ---------------------------------------------------------------------------------------
def test_an_example_that_fails_is_said_with_its_place() -> None:
    result = run("test", broken({"| 5 burn": "| 3 burn"}))
    assert result.exit_code == 1
    first, last = result.stdout.splitlines()
    assert first.startswith(
        "demo.rules:28:1: example “five” of demo/five-burned: expected complies"
    )
    assert first.endswith("but 1 violated at 1, 2, 3, 4")
    assert last == "8 examples of 3 rules: 1 not as they say"


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


def test_the_examples_of_one_rule_can_be_run() -> None:
    assert run("test", str(RULES), "--rule", "paid-once").stdout.startswith("2 examples of 1 rule:")


def test_a_rule_that_no_ruleset_has_is_an_error() -> None:
    result = run("test", DEMO, "--rule", "paid-onse")
    assert result.exit_code == 2
    assert "There is no rule `paid-onse`: did you mean `paid-once`?" in paragraph(result)


def test_inherited_examples_that_are_left_out_are_counted_and_can_be_run() -> None:
    shutil.copytree(RULES, "rules")
    Path("rules/child.rules").write_text(
        'ruleset child extends demo version "1" title fr "x" en "x"\n'
        "replace rule five-burned severity minor cites 1.1\n"
        '  for each shoe require count of burn >= 1  message fr "x" en "x"\n',
        "utf-8",
    )
    said = run("test", "rules/child.rules").stdout.splitlines()
    assert said[-1].startswith("4 inherited examples left out")
    assert "left out" not in run("test", "rules/child.rules", "--inherited").stdout


def test_examples_of_broken_rules_are_not_run() -> None:
    says = paragraph(run("test", broken({"count of burn": "count of brun"})))
    assert "Run `auditor check demo.rules`" in says


# ---- rules and explain --------------------------------------------------------------------------
def test_rules_shows_each_provision_against_its_rules() -> None:
    result = run("rules", DEMO)
    assert result.exit_code == 0
    assert "1.1  Five cards burned before the first deal\n     → five-burned" in result.stdout
    assert "→ not auditable: not in a table log" in result.stdout
    assert "4 provisions: 3 enforced by 3 rules, 1 not auditable" in result.stdout


def test_rules_shows_how_provisions_are_read_and_the_state_of_their_sources() -> None:
    said = run("rules", CLASSES).stdout
    assert "Demonstration order, article 1, " in said
    assert ": not compared with an official edition" in said
    assert "reading burned-before-anything of 1.1, 1.2: Cards are burned before any deal" in said
    assert "  other reading (parameter burned): at any moment\n  → burns-recorded" in said
    assert "→ not applicable here: nothing is paid here" in said
    assert "→ refers to 1.1, 1.2" in said
    assert "2.1        No more than a hundred [usage]\n" in said
    french = run("rules", CLASSES, "--lang", "fr").stdout
    assert "  autre lecture (paramètre burned) : à tout moment\n  → burns-recorded" in french
    assert "→ renvoie à 1.1, 1.2" in french


def test_rules_marks_those_of_an_abrogated_order() -> None:
    """Beside a law: of usage, the provision itself bears the mark."""
    said = run("rules", "boule").stdout
    assert "loser-collected (to be confirmed), winning-chance-paid (to be confirmed)" in said
    assert "→ winning-chance-paid, losing-chance-collected\n" in said


def test_explain_shows_what_the_short_names_of_a_rule_stand_for() -> None:
    said = run("explain", "boule/loser-collected").stdout
    assert "verifiable unless number_of_a_settlement" in said
    assert "gap number_of_a_settlement\n    when bet = straight\n" in said
    assert "define limits" not in said
    assert "suspend coup when any cancel" in said
    assert "suspend coup" not in run("explain", "boule/lawful-bet").stdout


def test_explain_says_on_which_readings_a_rule_rests() -> None:
    said = run("explain", "burns-recorded", "--rules", CLASSES).stdout
    assert "reading burned-before-anything of 1.1, 1.2: Cards are burned" in said
    assert "chosen by --param burned, 5 unless told" in said


def test_explain_says_readings_in_the_language_asked_for() -> None:
    said = run("explain", "burns-recorded", "--rules", CLASSES, "--lang", "fr").stdout
    assert "  lecture " in said
    assert "    autre lecture : " in said
    assert "choisie par --param burned, 5 à défaut" in said
    _, _, told = said.split("\n\n")[0].partition("\n")  # a path, in the first line, has any words
    assert not re.search(r"\b(reading|because|unless)\b", told)


def test_the_matrix_can_be_read_by_machines() -> None:
    matrix = json.loads(run("rules", DEMO, "--format", "json").stdout)
    assert [(own["provision"], own["rules"]) for own in matrix] == [
        ("1.1", ["five-burned"]),
        ("1.2", ["stake-maximum"]),
        ("1.3", ["paid-once"]),
        ("1.4", []),
    ]


def test_explain_a_rule_shows_its_law_its_text_and_its_examples() -> None:
    result = run("explain", "paid-once", "-r", DEMO)
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("demo/paid-once  (critical, ")
    assert "1.3: Every winning stake is paid once (Demonstration order, article 1" in result.stdout
    assert "not compared with an official edition" in result.stdout
    assert "  require paid = staked" in result.stdout
    assert "not judged where these are violated: stake-maximum" in result.stdout
    assert 'example "not paid" of paid-once violates at 2' in result.stdout
    assert "five-burned" not in result.stdout


def test_explain_a_code() -> None:
    result = run("explain", "e201")
    assert result.exit_code == 0
    assert result.stdout.startswith("E201: A name is not known.")


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


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["E999"], "There is no code `E999`"),
        (["five-burnt", "-r", DEMO], "did you mean `five-burned`?"),
        (["0123456789ab"], "In which log was `0123456789ab` found?"),
        (["0123456789ab", "evening.csv", "-r", DEMO], "hold no finding `0123456789ab`"),
    ],
)
def test_what_cannot_be_explained_ends_with_2(arguments: list[str], says: str) -> None:
    written(LAWFUL)
    assert says in paragraph(run("explain", *arguments))


# ---- simulate and schema ------------------------------------------------------------------------
def test_a_simulated_log_is_the_same_for_the_same_seed() -> None:
    for name in ("a.csv", "b.csv"):
        result = run("simulate", "bataille", "-o", name, "--events", "300", "--seed", "3")
        assert result.exit_code == 0, result.output
    assert Path("a.csv").read_bytes() == Path("b.csv").read_bytes()
    assert len(Path("a.csv").read_text("utf-8").splitlines()) > 300


def test_faults_are_listed_put_in_and_recorded() -> None:
    listed = run("simulate", "bataille", "--list-faults").stdout
    assert "row-twice  [" in listed
    result = run(
        "simulate", "bataille", "-o", "a.csv", "--fault", "row-twice", "--fault-record", "a.json"
    )
    assert result.exit_code == 0, result.output
    [record] = json.loads(Path("a.json").read_bytes())
    assert record["fault"] == "row-twice"
    assert record["rows"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["chess", "-o", "a.csv"], "There is no game `chess`"),
        (["batail", "-o", "a.csv"], "did you mean `bataille`?"),
        (["bataille"], "Name a file with `-o`"),
        (["bataille", "-o", "a.doc"], "a.doc: write to a file ending in .csv, .xlsx, .parquet"),
        (["bataille", "-o", "no/a.csv"], "no/a.csv: it cannot be written"),
        (["bataille", "-o", "a.csv", "--fault", "row-twise"], "did you mean `row-twice`?"),
        (["bataille", "-o", "a.csv", "--fault-record", "r.json"], "needs a fault to record"),
    ],
)
def test_what_cannot_be_simulated_ends_with_2(arguments: list[str], says: str) -> None:
    assert says in paragraph(run("simulate", *arguments))
    assert not list(Path().iterdir())


def test_the_schema_is_that_of_findings_json() -> None:
    schema = json.loads(run("schema").stdout)
    assert schema["$schema"].endswith("2020-12/schema")
    assert "findings" in schema["properties"]
