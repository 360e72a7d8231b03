"""A page of language tests: Markdown with blocks of rules, logs and answers.

A block of ```rules stands on its own, after a head that uses the vocabulary `bench`; one of
```rules page after a head that uses `cards`, and its rules are held against each other as `check`
does.  On the lines of which something is said stands `#! CODE `text underlined` words of message
or hint`.  A block of ```edited says what is said of the last rules with one piece replaced, and on
which line: `old => new #! 3 CODE `text underlined` words`.
A block of ```log is read against the last rules: what does not begin with an event is context
for the lines below.  A block of ```answers says what each rule answers to the last log; one of
```failures, which examples of the last rules do not come out as they say; one of ```changes, what
a mutation of them changes.

A block of ```asked has a log on each line, and what is asked of it.  Its first line names the
columns, some with what all rows hold (`event player=ann amount`).  In

    stake 10, pay - player=bob | lies = 20: yes; lies = 10: no
    | gain = 10: 1 0 1 because the field `amount` is empty

stand rows, whose cells come in order (`-` is empty); behind the bar, and in the lines that begin
with one, questions and answers.  A question is a rule of those above, or stands for `{}` in their
last one, which is `asked`.  An answer is `yes`, `no`, `open`, or how many comply, do not, and are
open, and why: all reasons, or the moves of a ledger, with ` / ` between them.  After `asked` may
stand `records=…`, `without=…` (a kind that is not recorded), `audited` (as files are, of which
rows may be missing), `crowd=…` (more in doubt than so many are not asked one by one) and `columns`
(which answer without the reference).
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from auditor.authoring.codes import HEAD as CARDS
from auditor.authoring.examples import Failure, answers_in_words, failing
from auditor.authoring.mutation import changes, declared, survivors
from auditor.authoring.review import INCOMPLETE, diagnose, review
from auditor.diagnostic import Diagnostic
from auditor.judge.replay import replay
from auditor.judge.verdict import Tally, sentence
from auditor.language.core import Program
from auditor.log.event import Log
from auditor.log.store.columns_of_tables import Everything, assemble
from auditor.log.table import Table
from auditor.report.model import Rule
from auditor.request import Records
from tests.engine.random.equality import compiled as alone
from tests.engine.random.equality import differences
from tests.engine.random.equality import log_of as assembled
from tests.judged import ENGINES, judged
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
Foreseen = tuple[int, str, str, str]
"""The line, the code, the text underlined and words of a diagnostic."""
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


def announced(block: Block) -> list[Foreseen]:
    """The line, the code, the text underlined and the words of each diagnostic foreseen."""
    return [
        foreseen_in(part, number)
        for number, line in enumerate(whole(block).splitlines(), 1)
        for part in line.split("#! ")[1:]
    ]


def edited(rules: Block, block: Block) -> Iterator[tuple[Block, list[Foreseen]]]:
    """The rules with each piece replaced, and the diagnostics foreseen."""
    for line in block.lines:
        change, *foreseen = line.replace("\\n", "\n").split(" #! ")
        old, _, new = change.partition(" => ")
        assert old in rules.text, f"{block}: `{old}` is not there"
        changed = tuple(rules.text.replace(old, new, 1).splitlines())
        yield replace(rules, lines=changed, title=line), [foreseen_in(own) for own in foreseen]


def foreseen_in(text: str, number: int | None = None) -> Foreseen:
    """A diagnostic that is foreseen, of a line whose number stands before it unless it is known."""
    line, _, said_here = (str(number), "", text) if number else text.partition(" ")
    found = _SAID.fullmatch(said_here.strip())
    assert found is not None, f"`{text}` announces nothing"
    return int(line), found[1], found[2], found[3].strip()


def shown(diagnostic: Diagnostic) -> str:
    """The message and the hint of a diagnostic, on one line and without their backticks."""
    return " ".join(f"{diagnostic.message} {diagnostic.hint or ''}".replace("`", "").split())


def same(found: Diagnostic, foreseen: Foreseen) -> bool:
    """True of the diagnostic that is foreseen; words behind `=` are all that it says."""
    *place, words = foreseen
    if place != [found.span.line, found.code, _under(found)]:
        return False
    return words[2:] == shown(found) if words.startswith("= ") else words in shown(found)


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


# ---- what is asked of a log in a line -----------------------------------------------------------
ANSWERS = {"yes": (1, 0, 0), "no": (0, 1, 0), "open": (0, 0, 1)}


@dataclass(frozen=True, slots=True)
class Asked:
    """A line of a block: a log, and what the rules above answer to it."""

    rules: Block
    block: Block
    rows: str
    questions: str

    def __str__(self) -> str:
        return f"{self.block} {self.rows}"

    def option(self, name: str) -> str | None:
        """What stands after a word of the info; None where the word is not there."""
        found = re.search(rf"\b{name}(?:=(\S*))?(?: |$)", self.block.info)
        return None if found is None else found[1] or ""

    @property
    def expected(self) -> dict[str, tuple[tuple[int, ...], str]]:
        """For each question how many comply, do not and are open, and words of the reason."""
        found = {}
        every, _, why = self.questions.partition(" because ")
        for part in every.split("; "):
            question, _, answer = part.rpartition(": ")
            found[question.strip()] = ANSWERS.get(answer) or tuple(map(int, answer.split())), why
        return found

    @property
    def csv(self) -> str:
        header = [word.partition("=")[::2] for word in self.block.lines[0].split()]
        rows = [",".join(name for name, _ in header)]
        for row in self.rows.split(", "):
            own = dict(word.split("=") for word in row.split() if "=" in word)
            cells = iter([word for word in row.split() if "=" not in word])
            told = (own.get(name) or held or next(cells, "") for name, held in header)
            rows.append(",".join("" if cell == "-" else cell for cell in told))
        return "\n".join(rows) + "\n"

    @property
    def records(self) -> Records:
        """The kinds of event that are recorded: all of them, those that are named, all but one."""
        kinds, lacking = self.option("records"), self.option("without")
        if lacking is not None:
            kinds = ",".join(re.findall(r"^event (.+?) \(", self.rules.text, re.MULTILINE))
        named = re.findall(r"\w+", kinds or "")
        return "all" if kinds is None else [kind for kind in named if kind != lacking]

    def answers(self, folder: Path) -> dict[str, tuple[tuple[int, ...], str]]:
        """What the rules answer, and both engines alike."""
        found = self._answers(folder)
        every = questions(self.rules)
        named = {f"asked-{at}": question for at, question in enumerate(every)}
        return {named.get(rule, rule): own for rule, own in found.items()}

    def _answers(self, folder: Path) -> dict[str, tuple[tuple[int, ...], str]]:
        if self.option("audited") is None:
            program = program_asked(self.rules)
            records = Everything() if self.records == "all" else [*self.records]
            log = assembled(self.csv, program, records)
            assert differences(program, log) == []
            return {tally.rule.name: counted(tally) for tally in replay(program, log)}
        one, other = (
            {own.rule.partition("/")[2]: reported(own) for own in audit.report.rules}
            for engine in ENGINES
            for audit in [judged(asking(self.rules), self.csv, engine, folder, self.records)]
        )
        assert one == other
        return one


def asked(page: Path) -> Iterator[Asked]:
    rules: Block | None = None
    for block in blocks(page):
        rules = block if block.language == "rules" else rules
        if block.language == "asked":
            assert rules is not None
            rows = ""
            for line in block.lines[1:]:
                own, bar, said = line.partition("| ")
                rows = own.strip() or rows
                if bar and line[0] != "#":
                    yield Asked(rules, block, rows, said)


@cache
def questions(rules: Block) -> list[str]:
    """All that stands for `{}` in some rules, each once."""
    every = (own.expected for own in asked(rules.page) if own.rules == rules)
    named = re.findall(r"^rule (\S+)", rules.text, re.MULTILINE)
    return [*dict.fromkeys(said for own in every for said in own if said not in named)]


def asking(rules: Block) -> str:
    """The rules, of which `asked` is written once for each question."""
    head, begin, rule = rules.text.rpartition("rule asked")
    every = enumerate(questions(rules))
    some = "".join(f"{begin}-{at}{rule.replace('{}', own)}" for at, own in every)
    return head + (some or begin + rule)


@cache
def program_asked(rules: Block) -> Program:
    program = alone(asking(rules))
    assert program is not None
    return program


def counted(tally: Tally) -> tuple[tuple[int, ...], str]:
    """How many comply, do not and are open, and why: the reasons, or what a ledger was moved by."""
    reasons = [sentence(own).en for every in tally.not_verifiable for own in every]
    moves = [move.said.fr for own in tally.violations[:1] for move in own.evidence.moves]
    why = " / ".join([*reasons, *moves]).replace("\u00a0", " ")
    return (tally.compliant, len(tally.violations), tally.unverified), why


def reported(rule: Rule) -> tuple[tuple[int, ...], str]:
    why = " / ".join(own.reason.en for own in rule.not_verifiable_reasons)
    return (rule.compliant, rule.violations, rule.not_verifiable), why
