"""Markdown pages whose logs are examples: beside the rows stands what an audit finds in them.

A `log` block is a log as CSV, in which empty cells at the end of a row may be left out.  A row that
ends in `← rule`, or `← rule: message`, is the first of a finding; a row without has none.  First
lines such as `# --records all` are options of `auditor audit`.  `rules` blocks above it are the
files by which it is audited; without any, the ruleset beside which the page stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from auditor.audit import CannotAuditError, audit_log, read_log
from auditor.authoring.examples import Failure, both
from auditor.guarded_file import read_file
from auditor.language.core import Bilingual
from auditor.language.resolve.search_path import SUFFIX, beside
from auditor.language.syntax.nodes import Example, Label
from auditor.messages.message import message, say
from auditor.report.model import LANGUAGES, Finding
from auditor.source import Source, Span

ENDING = "cases.md"
"""How a page is called that stands beside rules: `cases.md`, or `of-the-war.cases.md`."""

OPTIONS = ("param", "records", "rules")
"""The options of `auditor audit` that the first lines of a log may be."""

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})\s*(\w*)[^`]*$")
_HEADING = re.compile(r"^#+\s+(.*?)\s*$")
_FILE = re.compile(r"^# file: (\S+)$")
_OPTION = re.compile(r"^# --(\w+)\s+(.*?)\s*$")
_RULESET = re.compile(r"^ruleset\s+\S+", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class PageLog:
    """A log as it stands on a page: its rows as CSV, the line of each, its options, and the
    findings beside rows, each with its row, its rule, and its message or nothing.
    """

    csv: str
    lines: tuple[int, ...]
    findings: tuple[tuple[int, str, str], ...]
    options: dict[str, tuple[str, ...]]

    @staticmethod
    def of(block: Sequence[str], begins: int = 1) -> PageLog:
        rows, lines, findings = list[str](), list[int](), list[tuple[int, str, str]]()
        options: dict[str, tuple[str, ...]] = {}
        for number, line in enumerate(block, start=begins):
            if (option := _OPTION.match(line)) is not None:
                options[option[1]] = (*options.get(option[1], ()), option[2])
            elif line.strip() and not line.startswith(("# ", "→")):
                row, *marks = line.split("←")
                rows.append(row.rstrip())
                lines.append(number)
                for mark in marks:
                    rule, _, says = mark.strip().partition(": ")
                    findings.append((len(rows), rule, says))
        return PageLog(_filled(rows), tuple(lines), tuple(findings), options)


@dataclass(slots=True)
class _Block:
    language: str
    title: str
    line: int  # of its first line on the page
    lines: list[str] = field(default_factory=list)


def pages_beside(rules: Path) -> list[Path]:
    """The pages that stand beside the rules at a path."""
    if rules.is_dir():
        found = (*rules.glob(ENDING), *rules.glob(f"*.{ENDING}"))
        return sorted(own for own in found if own.is_file())
    page = beside(rules, ENDING)
    return [page] if page.is_file() else []


def cases_of(
    page: Path, rules: str | None, wanted: Callable[[Example], bool]
) -> Iterator[tuple[Example, Failure | None]]:
    """Each log of a page that is wanted, and how it does not come out as the page says.

    Raises NoFileError, UnicodeDecodeError.
    """
    source = Source(page.as_posix(), read_file(page).decode("utf-8-sig").replace("\r\n", "\n"))
    files: dict[str, str] = {}
    current = ""
    for block in _blocks(source.text):
        if block.language == "rules":
            current = _enter(block, files, current)
        elif block.language == "log":
            case = _case_of(block, source, page)
            if wanted(case.example):
                yield _tried(case, files, rules)


def _blocks(text: str) -> Iterator[_Block]:
    """The fenced blocks; one that nothing closes goes to the end of the page."""
    title, own, fence = "", None, ""
    for number, line in enumerate(text.split("\n"), start=1):
        if own is not None:
            bare = line.strip()
            if bare.startswith(fence) and not bare.strip(fence[0]):
                yield own
                own = None
            else:
                own.lines.append(line)
        elif (begins := _FENCE.match(line)) is not None:
            fence, own = begins[1], _Block(begins[2], title, number + 1)
        elif (heading := _HEADING.match(line)) is not None:
            title = heading[1]
    if own is not None:
        yield own


def _enter(block: _Block, files: dict[str, str], current: str) -> str:
    """Take note of a rule file, or of more of one; its name."""
    named = _FILE.match(block.lines[0]) if block.lines else None
    name = named[1] if named is not None else current or f"page{SUFFIX}"
    text = "\n".join(block.lines) + "\n"
    files[name] = text if named is not None else files.get(name, "") + text
    return name


@dataclass(frozen=True, slots=True)
class _Case:
    """A log of a page, as an example of all rules."""

    example: Example
    log: PageLog


def _case_of(block: _Block, source: Source, page: Path) -> _Case:
    log = PageLog.of(block.lines, block.line)
    span = Span(source, block.line, 1, block.line + len(block.lines), 1)
    label = Label(span, page.name.removesuffix(".md").removesuffix(".cases"))
    title = block.title or f"line {block.line}"
    example = Example(span, title, label, "violates" if log.findings else "complies", (), ())
    return _Case(example, log)


def _filled(rows: Sequence[str]) -> str:
    """The rows as CSV, each with as many cells as the first."""
    width = rows[0].count(",") if rows else 0
    return "".join(f"{row}{',' * (width - row.count(','))}\n" for row in rows)


def _tried(case: _Case, files: dict[str, str], rules: str | None) -> tuple[Example, Failure | None]:
    strange = [f"--{name}" for name in case.log.options if name not in OPTIONS]
    if strange:
        known = ", ".join(f"--{name}" for name in OPTIONS)
        sides = Bilingual(known, known), Bilingual(strange[0], strange[0])
        return case.example, Failure(case.example, case.example.span, *sides)
    with TemporaryDirectory(prefix="auditor-") as folder:
        for name, text in files.items():
            file = Path(folder) / Path(name).name
            file.write_text(text, encoding="utf-8")
            if _RULESET.search(text):
                rules = str(file)
        log = Path(folder) / "case.log.csv"
        log.write_text(case.log.csv, encoding="utf-8")
        try:
            found = _findings(log, case, rules)
        except CannotAuditError as error:
            audit = both(message("example.an_audit"))
            return case.example, Failure(case.example, case.example.span, audit, _why(error))
    return case.example, _difference(case, found)


def _findings(log: Path, case: _Case, rules: str | None) -> tuple[Finding, ...]:
    records = " ".join(case.log.options.get("records", ()))
    params = (own.partition("=") for own in case.log.options.get("param", ()))
    own = case.log.options.get("rules", (rules or "",))[0] or None
    return tuple(
        audit_log(
            read_log(log, rules=own),
            rules=own,
            records="all" if records == "all" else [*filter(None, records.split(","))],
            params={name: value for name, _, value in params},
        ).report.findings
    )


def _difference(case: _Case, found: Sequence[Finding]) -> Failure | None:
    """The first row beside which something else stands than an audit finds."""
    at: dict[int, list[Finding]] = {}
    for finding in found:
        at.setdefault(finding.rows[0].row, []).append(finding)
    for row, line in enumerate(case.log.lines, start=1):
        wanted = sorted((rule, says) for own, rule, says in case.log.findings if own == row)
        here = sorted(at.get(row, ()), key=_rule_of)
        if not _agree(wanted, here):
            source, none = case.example.span.source, both(message("example.no_finding"))
            span = Span(source, line, 1, line, 1 + len(source.line(line)))
            expected = "; ".join(f"{rule}: {says}" if says else rule for rule, says in wanted)
            told = [
                "; ".join(f"{_rule_of(own)}: {own.message.in_language(one)}" for own in here)
                for one in LANGUAGES
            ]
            sides = Bilingual(expected, expected) if wanted else none, Bilingual(*told)
            return Failure(case.example, span, sides[0], sides[1] if here else none)
    return None


def _why(error: CannotAuditError) -> Bilingual:
    """Why there is no audit."""
    return Bilingual(*("\n\n".join(say(own, one) for own in error.says) for one in LANGUAGES))


def _agree(wanted: Sequence[tuple[str, str]], found: Sequence[Finding]) -> bool:
    return len(wanted) == len(found) and all(
        rule in {_rule_of(own), own.rule} and says in {"", own.message.en, own.message.fr}
        for (rule, says), own in zip(wanted, found, strict=True)
    )


def _rule_of(own: Finding) -> str:
    return own.rule.rpartition("/")[2]
