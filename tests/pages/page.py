"""A page of language tests: Markdown with blocks of rules, logs and answers.

A block of ```rules stands on its own, after a head that uses the vocabulary `bench`; one of
```rules page after a head that uses `cards`, and its rules are held against each other as `check`
does.  On the lines of which something is said stands `#! CODE `text underlined` words of message
or hint`.
A block of ```log is read against the last rules: what does not begin with an event is context
for the lines below.  A block of ```answers says what each rule answers to the last log; one of
```failures, which examples of the last rules do not come out as they say; one of ```changes, what
a mutation of them changes.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from auditor.authoring.codes import HEAD as CARDS
from auditor.authoring.examples import Failure, answers_in_words, failing
from auditor.authoring.mutation import changes, declared, survivors
from auditor.authoring.review import INCOMPLETE, diagnose, review
from auditor.diagnostic import Diagnostic
from auditor.judge.replay import replay
from auditor.judge.verdict import Tally
from auditor.language.core import Program
from auditor.log.assemble import Everything, assemble
from auditor.log.event import Log
from auditor.log.table import Table
from tests.markdown import Block, blocks

HERE = Path(__file__).parent
HEAD = (
    'ruleset page version "1" title fr "Page" en "Page"\n'
    "use bench\n"
    'provision p fr "Une disposition" en "A provision"\n'
)
OTHER = (
    "rule other severity minor cites p\n  for each deal\n  require seat = 1\n"
    'example "a" of other complies\n  | deal seat=1\n'
)
"""A rule that is right, below what is said of cards and tables."""
_SAID = re.compile(r"([EW]\d{3}) `([^`]*)`(.*)")
_CELL = re.compile(r'(\w+)=("[^"]*"|\S*)')


@dataclass(frozen=True, slots=True)
class PageCase:
    """A log, the rules above it, and the answers below it."""

    rules: Block
    log: Block
    answers: Block

    def __str__(self) -> str:
        return str(self.answers)


def cases(page: Path) -> Iterator[PageCase]:
    """Each block of answers with the log and the rules that it answers for."""
    last: dict[str, Block] = {}
    for block in blocks(page):
        last[block.language] = block
        if block.language == "answers":
            yield PageCase(last["rules"], last["log"], block)


# ---- rules --------------------------------------------------------------------------------------
def written(text: str, folder: Path) -> Path:
    """A rule file with the text, beside the vocabulary of this folder."""
    if not (folder / "vocabulary").exists():
        shutil.copytree(HERE / "vocabulary", folder / "vocabulary")
    path = folder / "page.rules"
    path.write_text(text, "utf-8", newline="")
    return path


def whole(block: Block) -> str:
    """The text of a block of rules, after the head unless it has one of its own."""
    heads = {"cards": CARDS, "page": CARDS, "alone": ""}
    head = next((heads[own] for own in block.info.split() if own in heads), HEAD)
    return head + block.text + (OTHER if "cards" in block.info.split() else "")


def compiled(text: str, folder: Path) -> tuple[Program | None, tuple[Diagnostic, ...]]:
    """The program, and what is said of it; what it owes its readers is left out."""
    program, found = review(written(text, folder))
    return program, tuple(d for d in found if d.code not in INCOMPLETE)


def diagnostics(block: Block, folder: Path) -> tuple[Diagnostic, ...]:
    """All that is said of a block; what it owes only where its info says `owed`, and of that what
    is said of examples where it says `examples`.
    """
    info = block.info.split()
    look = diagnose if "page" in info else review
    found = look(written(whole(block), folder))[1]
    kept = INCOMPLETE if "owed" in info else {"E411"} if "examples" in info else set[str]()
    return tuple(d for d in found if d.code not in INCOMPLETE - kept)


def announced(block: Block) -> list[tuple[int, str, str, str]]:
    """The line, the code, the text underlined and the words of each diagnostic foreseen."""
    found = []
    for number, line in enumerate(whole(block).splitlines(), 1):
        for part in line.split("#! ")[1:]:
            said_here = _SAID.fullmatch(part.strip())
            assert said_here is not None, f"{block}: `{part}` announces nothing"
            found.append((number, said_here[1], said_here[2], said_here[3].strip()))
    return found


def shown(diagnostic: Diagnostic) -> str:
    """The message and the hint of a diagnostic, on one line and without their backticks."""
    return " ".join(f"{diagnostic.message} {diagnostic.hint or ''}".replace("`", "").split())


def same(found: Diagnostic, foreseen: tuple[int, str, str, str]) -> bool:
    """True of the diagnostic that is foreseen."""
    line, code, underlined, words = foreseen
    return (found.span.line, found.code, _under(found)) == (
        line,
        code,
        underlined,
    ) and words in shown(found)


def _under(found: Diagnostic) -> str:
    """The text underlined, without the comment that may stand within."""
    return " ".join(re.sub(r"#!.*", "", found.span.text).split())


# ---- logs ---------------------------------------------------------------------------------------
def log_of(block: Block, program: Program) -> Log:
    """The log of a block: read as a file is, so that cells are typed and rows set aside.

    Its few rows are judged as they stand: pages are about rules, not about what a log lacks.
    """
    tables = [table_of(text, f"{n}.csv") for n, text in enumerate(block.text.split("---\n"), 1)]
    return assemble(tables, program.vocabulary, recorded(block.info), whole=False)


def recorded(info: str) -> list[str] | Everything:
    """The kinds of event that the block declares as recorded: all, unless it says which."""
    named = re.fullmatch(r"records=([\w,]*)", info) if info else None
    assert named is not None or not info, f"`{info}` says nothing of a log"
    if named is None:
        return Everything()
    return [kind for kind in named[1].split(",") if kind]


def table_of(text: str, name: str) -> Table:
    """One file of a log: row 1 is the first event."""
    rows: list[dict[str, str]] = []
    context: dict[str, str] = {}
    for line in text.splitlines():
        words = line.partition("#")[0].strip()
        if not words:
            continue
        head = "" if "=" in words.split()[0] else words.split()[0]
        cells = {key: value.strip('"') for key, value in _CELL.findall(words)}
        if head:
            rows.append(context | cells | {"event": head})
        else:
            context |= cells
    header = tuple(dict.fromkeys(("event", *(key for row in rows for key in row))))
    numbered = [(n, tuple(row.get(key, "") for key in header)) for n, row in enumerate(rows, 1)]
    return Table(name, None, "0" * 64, "utf-8", header, 0, numbered, (), ())


# ---- examples -----------------------------------------------------------------------------------
def failures(program: Program) -> str:
    """Two lines for each example that fails: what was expected, and what came out, in both
    languages; the first names the place, unless that is the whole example.
    """
    failed = [found for own in program.examples if (found := failing(program, own)) is not None]
    return "".join(
        f"{own.example.title}{_place(own)}: {own.expected.en} | {own.found.en}\n"
        f"  {own.expected.fr} | {own.found.fr}\n"
        for own in failed
    )


def _place(own: Failure) -> str:
    return "" if own.span == own.example.span else f" at {own.span.text}"


def mutations(program: Program) -> str:
    """A line for each change of a rule, or of what rules share, and whether an example notices."""
    told = []
    for own in declared(program):
        left = survivors(program, own)[1]
        for number, (change, _) in enumerate(changes(program, own)):
            told.append(f"{own.name}: {change.says}{'' if number in left else ' noticed'}\n")
    return "".join(told)


# ---- answers ------------------------------------------------------------------------------------
def answers(program: Program, log: Log) -> str:
    """The answers of all rules, a line each, as blocks of answers write them."""
    return "".join(f"{line}\n" for tally in replay(program, log) for line in _lines(tally))


def _lines(tally: Tally) -> Iterator[str]:
    yield f"{tally.rule.name}: {answers_in_words(tally).en}"
    for verdict in tally.violations:
        yield f"  expected {verdict.evidence.expected}, found {verdict.evidence.found}"
