"""Every example of the documentation is run, and says what the page says."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from auditor.audit import Audit, audit_log, read_log
from auditor.authoring.review import review
from auditor.cli import app
from auditor.judge.items import Absent, Group, events_of
from auditor.judge.reference import Reference, Result, kind_of
from auditor.log.store.columns_of_tables import Everything, assemble
from auditor.values import Unknown, show
from tests.docs.page import DocumentLog, PageExample, begins_file, examples, values, wrongs

ROOT = Path(__file__).parent.parent.parent
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
FRAGMENTS = frozenset({"reference.md"})
"""Pages that show one thing at a time, and so leave rules without examples, names without use."""

INCOMPLETE = frozenset({"E401", "E403", "E407", "W601"})
"""What is said of a ruleset that is right as far as it goes."""


def examples_of(*languages: str) -> list[object]:
    return [
        pytest.param(example, id=example.block.name)
        for page in PAGES
        for example in examples(page)
        if example.block.language in languages
    ]


def written(example: PageExample, folder: Path) -> Path:
    """The folder with the files that the page has made so far; the ruleset's path."""
    for name, text in example.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    for name in ("samples", "rulesets"):
        (folder / name).symlink_to(ROOT / name)
    return folder / (example.ruleset or "none")


# ---- rules --------------------------------------------------------------------------------------
@pytest.mark.sampled(3)
@pytest.mark.parametrize("example", examples_of("rules"))
def test_rules_are_right_or_wrong_as_the_page_says(example: PageExample, tmp_path: Path) -> None:
    written(example, tmp_path)
    path = tmp_path / example.current
    announced = wrongs(example.block)
    whole = example.is_whole and example.block.page.name not in FRAGMENTS
    unsaid = set() if whole else INCOMPLETE - {code for _, code, _ in announced}
    before = 0
    if announced:
        text = "" if begins_file(example.block) else example.files[example.current] + "\n"
        before = len(text.splitlines())
        path.write_text(text + example.block.text, "utf-8")
    said = [
        (d.span.line - before, d.code, str(d.message))
        for d in review(path)[1]
        if d.code not in unsaid
    ]
    assert [(line, code) for line, code, _ in said] == [(line, code) for line, code, _ in announced]
    for (_, _, message), (_, _, start) in zip(said, announced, strict=True):
        assert message.startswith(start)


def with_values() -> list[object]:
    return [
        pytest.param(example, *value, id=f"{example.block.name}-{value[1]}")
        for page in PAGES
        for example in examples(page)
        if example.block.language == "rules"
        for value in values(example.block)
    ]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("example", "record", "column", "expected"), with_values())
def test_a_column_has_the_values_that_stand_beside_it(
    example: PageExample, record: str, column: str, expected: str, tmp_path: Path
) -> None:
    program, diagnostics = review(written(example, tmp_path))
    assert program is not None, diagnostics
    assert example.log is not None, "a log must stand above"
    log = DocumentLog.of(example.log)
    file = tmp_path / "example.csv"
    file.write_text(log.read.csv, "utf-8")
    recorded = Everything() if log.read.options.get("records") == ("all",) else ()
    reference = Reference(program, assemble(read_log(file).tables, program.vocabulary, recorded))
    rows = reference.items.of(record)
    worths = [reference.column(row, column, None) for row in rows if isinstance(row, Group)]
    assert "; ".join(map(shown, worths)) == expected


def shown(result: Result) -> str:
    match result:
        case Absent():
            return "none"
        case Unknown(reasons=reasons):
            return "unknown: " + ", ".join(f"{own.cause} {own.subject}" for own in reasons)
        case bool() | int() | str():
            return show(result)
        case _ if hasattr(result, "place"):
            return f"{kind_of(result)} of row {events_of(result)[0].row.number}"  # type: ignore[arg-type]  # what has a place is an item
        case _:
            return show(result)


# ---- logs ---------------------------------------------------------------------------------------
@pytest.mark.sampled(3)
@pytest.mark.parametrize("example", examples_of("log"))
def test_a_log_gives_the_findings_that_stand_beside_its_rows(
    example: PageExample, tmp_path: Path
) -> None:
    log = DocumentLog.of(example.block)
    audit = audited(example, log, tmp_path)
    found = sorted((f.rows[0].row, f.rule.rpartition("/")[2], f.message.en) for f in audit.findings)
    expected = sorted(log.read.findings)
    assert [own[:2] for own in found] == [own[:2] for own in expected]
    for own, said in zip(found, expected, strict=True):
        assert said[2] in {"", own[2]}
    told = set(sayings(audit))
    assert [said for said in log.sayings if said not in told] == [], sorted(told)


def audited(example: PageExample, log: DocumentLog, folder: Path) -> Audit:
    ruleset = written(example, folder)
    file = folder / (log.file or "example.csv")
    file.write_text(log.read.csv, "utf-8")
    records = " ".join(log.read.options.get("records", ()))
    params = dict(pair.split("=", 1) for pair in log.read.options.get("param", ()))
    rules = log.read.options.get("rules", (ruleset,))[0]
    return audit_log(
        read_log(file, rules=rules),
        rules=rules,
        records="all" if records == "all" else [*filter(None, records.split(","))],
        params=params,
        language="en",
    )


def sayings(audit: Audit) -> Iterator[str]:
    """All that a page may say after the rows of a log."""
    if not audit.findings:
        yield "no finding"
    for rule in audit.report.rules:
        parts = [f"{rule.compliant} compliant"] if rule.compliant else []
        parts += [f"{rule.violations} violated"] if rule.violations else []
        for reason in rule.not_verifiable_reasons:
            parts.append(f"{reason.count} not verifiable ({reason.reason.en})")
        parts += [f"{rule.not_applicable} not applicable"] if rule.not_applicable else []
        yield f"{rule.rule.rpartition('/')[2]}: {', '.join(parts) or 'no subject'}"
    for provision in audit.report.provisions:
        yield f"provision {provision.id}: {provision.state.replace('_', ' ')}"
    for aside in audit.report.set_aside:
        yield f"row {aside.row} is set aside: {aside.column} `{aside.value}` {aside.reason}"


# ---- commands -----------------------------------------------------------------------------------
@pytest.mark.sampled(6)
@pytest.mark.parametrize("example", examples_of("text"))
def test_commands_print_what_the_page_shows(
    example: PageExample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(example, tmp_path)
    # No page shows more of a PDF than its name.
    monkeypatch.setattr("auditor.report.render.pdf.stand_by", lambda: None)
    monkeypatch.setattr("auditor.report.render.pdf.print_pdf", lambda *_: b"%PDF-1.7")
    for command, expected in commands(example):
        done = run(command, tmp_path)
        output = "".join(f"{line.rstrip()}\n" for line in done.splitlines())
        assert re.fullmatch(pattern(expected), output), f"$ {command}\n{output}"


def commands(example: PageExample) -> Iterator[tuple[str, list[str]]]:
    command, expected = "", list[str]()
    for line in example.block.lines:
        if line.startswith("$ "):
            if command:
                yield command, expected
            command, expected = line[2:], []
        else:
            expected.append(line.rstrip())
    if command:
        yield command, expected


def run(command: str, folder: Path) -> str:
    """What a command prints on both outputs; `; echo $?` adds its exit status."""
    asked, _, status = command.partition(";")
    program, *words = shlex.split(asked)
    assert program in {"auditor", ".venv/bin/auditor"}, f"only `auditor` is run, not `{program}`"
    if "spark" in words:
        pytest.importorskip("pyspark")
    with pytest.MonkeyPatch.context() as own:
        own.chdir(folder)
        done = CliRunner().invoke(app, words, env={"NO_COLOR": "1", "COLUMNS": "80"})
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    if status:
        assert status.strip() == "echo $?"
        return f"{done.output}{done.exit_code}"
    return done.output


def pattern(lines: list[str]) -> str:
    """`…` stands for anything on its line, alone on a line for any number of lines."""
    parts = []
    for line in lines:
        if line.strip() == "…":
            parts.append(r"(?:.*\n)*?")
        else:
            parts.append(".*".join(map(re.escape, line.split("…"))) + r"\n")
    return "".join(parts) + r"\n*"


# ---- python -------------------------------------------------------------------------------------
@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "page",
    [
        page
        for page in PAGES
        if any(example.block.language in {"python", "pycon"} for example in examples(page))
    ],
    ids=lambda page: page.name,
)
def test_python_does_what_the_page_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names: dict[str, object] = {}
    everything = list(examples(page))
    written(everything[-1], tmp_path)
    monkeypatch.chdir(tmp_path)
    for example in everything:
        block = example.block
        if block.language == "python":
            exec(compile("\n" * (block.line - 1) + block.text, page.name, "exec"), names)
        elif block.language == "pycon":
            session(block.text, block.line, names, page)


def session(text: str, line: int, names: dict[str, object], page: Path) -> None:
    parsed = doctest.DocTestParser().get_doctest(text, names, page.name, page.name, line - 1)
    said: list[str] = []
    runner = doctest.DocTestRunner(
        optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE, verbose=False
    )
    runner.run(parsed, out=said.append, clear_globs=False)
    names.update(parsed.globs)
    assert not said, "".join(said)
