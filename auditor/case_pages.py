"""Markdown pages whose logs are examples: beside the rows stands what an audit finds in them.

A `log` block is a log as CSV, in which empty cells at the end of a row may be left out.  A row that
ends in `← rule`, or `← rule: message`, is the first of a finding; a row without has none.  First
lines such as `# --records all` are options of `auditor audit`.  `rules` blocks above it are the
files by which it is audited; without any, the ruleset beside which the page stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from auditor.audit import CannotAuditError, audit_log, read_log
from auditor.authoring.examples import Failure
from auditor.guarded_file import read_file
from auditor.language.core import Bilingual
from auditor.language.resolve.search_path import SUFFIX, beside
from auditor.language.syntax.nodes import Example, Label
from auditor.language.wording import fixed, in_both
from auditor.messages.message import message, say
from auditor.report.model import LANGUAGES, Finding
from auditor.source import Frozen, Source, Span

ENDING = "cases.md"
"""How a page is called that stands beside rules: `cases.md`, or `of-the-war.cases.md`."""

OPTIONS = ("param", "records", "rules")
"""The options of `auditor audit` that the first lines of a log may be."""

_PIECE = re.compile(
    r"^#+[ \t]+(?P<title>.*?)[ \t]*$"
    r"|^ {0,3}(?P<fence>(?P<sign>[`~])(?P=sign){2,})[ \t]*(?P<language>\w*)[^`\n]*\n"
    r"(?P<text>.*?)(?:^[ \t]*(?P=fence)(?P=sign)*[ \t]*$|\Z)",
    re.MULTILINE | re.DOTALL,
)
"""A heading, or a fenced block; one that nothing closes goes to the end of the page."""
_FILE = re.compile(r"# file: (\S+)$", re.MULTILINE)
_OPTION = re.compile(r"^# --(\w+)\s+(.*?)\s*$")
_RULESET = re.compile(r"^ruleset\s+\S+", re.MULTILINE)


class PageLog(Frozen):
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


def pages_beside(rules: Path) -> list[Path]:
    """The pages that stand beside the rules at a path."""
    if rules.is_dir():
        found = (*rules.glob(ENDING), *rules.glob(f"*.{ENDING}"))
        return sorted(own for own in found if own.is_file())
    page = beside(rules, ENDING)
    return [page] if page.is_file() else []


def cases_of(
    page: Path, rules: str | None, wanted: Callable[[Example], bool]
) -> Iterator[tuple[Example, tuple[Failure, ...]]]:
    """Each log of a page that is wanted, and where it does not come out as the page says.

    Raises NoFileError, UnicodeDecodeError.
    """
    source = Source(page.as_posix(), read_file(page).decode("utf-8-sig").replace("\r\n", "\n"))
    files: dict[str, str] = {}
    current = f"page{SUFFIX}"
    title = ""
    for found in _PIECE.finditer(source.text):
        if found["fence"] is None:
            title = found["title"]
            continue
        line = source.text.count("\n", 0, found.start("text")) + 1
        if found["language"] == "rules":
            if (named := _FILE.match(found["text"])) is not None:
                current = named[1]
                files[current] = ""
            files[current] = files.get(current, "") + found["text"]
        elif found["language"] == "log":
            log = PageLog.of(found["text"].split("\n"), line)
            span = Span(source, line, 1, line + found["text"].count("\n"), 1)
            label = Label(span, page.name.removesuffix(".md").removesuffix(".cases"))
            name = title or f"line {line}"
            example = Example(span, name, label, "violates" if log.findings else "complies", (), ())
            if wanted(example):
                yield example, tuple(_tried(example, log, files, rules))


def _filled(rows: Sequence[str]) -> str:
    """The rows as CSV, each with as many cells as the first."""
    width = rows[0].count(",") if rows else 0
    return "".join(f"{row}{',' * (width - row.count(','))}\n" for row in rows)


def _tried(
    example: Example, log: PageLog, files: dict[str, str], rules: str | None
) -> Iterator[Failure]:
    """Where a log does not come out as the page says."""
    strange = [f"--{name}" for name in log.options if name not in OPTIONS]
    if strange:
        known = fixed(", ".join(f"--{name}" for name in OPTIONS))
        yield Failure(example, example.span, known, fixed(strange[0]))
        return
    with TemporaryDirectory(prefix="auditor-") as folder:
        for name, text in files.items():
            file = Path(folder, *(part for part in Path(name).parts if part not in ("/", "..")))
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            if _RULESET.search(text):
                rules = str(file)
        path = Path(folder) / "case.log.csv"
        path.write_text(log.csv, encoding="utf-8")
        try:
            found = _findings(path, log.options, rules)
        except CannotAuditError as error:
            why = ("\n\n".join(say(own, one) for own in error.says) for one in LANGUAGES)
            audit = in_both(message("example.an_audit"))
            yield Failure(example, example.span, audit, Bilingual(*why))
            return
    yield from _differences(example, log, found)


def _findings(
    log: Path, options: Mapping[str, Sequence[str]], rules: str | None
) -> tuple[Finding, ...]:
    records = " ".join(options.get("records", ()))
    params = (own.partition("=") for own in options.get("param", ()))
    own = options.get("rules", (rules or "",))[0] or None
    return tuple(
        audit_log(
            read_log(log, rules=own),
            rules=own,
            records="all" if records == "all" else [*filter(None, records.split(","))],
            params={name: value for name, _, value in params},
        ).report.findings
    )


def _differences(example: Example, log: PageLog, found: Sequence[Finding]) -> Iterator[Failure]:
    """The rows beside which something else stands than an audit finds."""
    source, none = example.span.source, in_both(message("example.no_finding"))
    for row, line in enumerate(log.lines, start=1):
        wanted = sorted((rule, says) for own, rule, says in log.findings if own == row)
        here = sorted((own for own in found if own.rows[0].row == row), key=_rule_of)
        if not _agree(wanted, here):
            span = Span(source, line, 1, line, 1 + len(source.line(line)))
            said = "; ".join(f"{rule}: {says}" if says else rule for rule, says in wanted)
            told = [
                "; ".join(f"{_rule_of(own)}: {own.message.in_language(one)}" for own in here)
                for one in LANGUAGES
            ]
            sides = fixed(said) if wanted else none, Bilingual(*told) if here else none
            yield Failure(example, span, *sides)


def _agree(wanted: Sequence[tuple[str, str]], found: Sequence[Finding]) -> bool:
    return len(wanted) == len(found) and all(
        rule in {_rule_of(own), own.rule} and says in {"", own.message.en, own.message.fr}
        for (rule, says), own in zip(wanted, found, strict=True)
    )


def _rule_of(own: Finding) -> str:
    return own.rule.rpartition("/")[2]
