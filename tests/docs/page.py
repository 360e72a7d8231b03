"""Pages whose examples are tests.  What each kind of block means:

`rules`   a rule file, or more of the one before.  `# file: NAME` begins another.  A line that ends
          in `# E201: …` or `# W601: …` is wrong on purpose: the block is checked and not kept.
          A `let` of a record that ends in `# → …` has these values in the rows of the record, in
          the log before it.
`log`     a log as CSV, audited by the last ruleset above it; empty cells at the end of a row may
          be left out.  First lines such as `# --records all` are options of `auditor audit`, and
          `# file: NAME` keeps the log for the commands below.
          A row ends in `← rule: message` where a finding has it as its first row, and in no mark
          where none has.  Lines after the rows say more: `→ rule: 1 compliant`.
`csv`, `toml`  a file for the commands below: the first line is `# file: NAME`.
`text`    commands after `$` and what they print; `…` stands for anything left out.
`python`  is executed, `pycon` is a session: both share their names with the rest of the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from auditor.case_pages import PageLog
from tests.markdown import Block, blocks

_FILE = re.compile(r"^# file: (\S+)$")
_WRONG = re.compile(r"#\s+([EW]\d{3})(?::\s*(.*))?$")
_VALUE = re.compile(r"^\s+let (\w+)\s.*#\s+→\s+(.*)$")


@dataclass(frozen=True, slots=True)
class PageExample:
    """A block, and the files that the page has made up to it; `ruleset` is the last begun.

    `current` is the rule file that a block without a name continues; `is_whole` says that no later
    block does.  `log` is the log before it.
    """

    block: Block
    files: dict[str, str]
    ruleset: str
    current: str
    log: Block | None
    is_whole: bool


@dataclass(slots=True)
class _PageState:
    files: dict[str, str] = field(default_factory=dict)
    ruleset: str = ""
    current: str = ""
    log: Block | None = None


def examples(page: Path) -> Iterator[PageExample]:
    """Each block with what stands before it, a rule file with its own text."""
    state = _PageState()
    everything = list(blocks(page))
    for place, block in enumerate(everything):
        if block.language == "rules":
            _enter_rules(state, block)
        elif block.language == "log":
            state.log = block
            _enter_log(state, block)
        elif block.language in ("csv", "toml"):
            _enter_file(state, block)
        later = (b for b in everything[place + 1 :] if b.language == "rules" and not wrongs(b))
        following = next(later, None)
        whole = not wrongs(block) and (following is None or begins_file(following))
        yield PageExample(block, dict(state.files), state.ruleset, state.current, state.log, whole)


def _enter_rules(state: _PageState, block: Block) -> None:
    named = _FILE.match(block.lines[0])
    if named:
        state.current = named.group(1)
    assert state.current, f"{block.name}: begin with `# file: NAME`"
    if any(line.startswith("ruleset ") for line in block.lines):
        state.ruleset = state.current
    if not wrongs(block):
        before = "" if named else state.files.get(state.current, "")
        state.files[state.current] = f"{before}\n{block.text}" if before else block.text


def _enter_file(state: _PageState, block: Block) -> None:
    named = _FILE.match(block.lines[0])
    assert named, f"{block.name}: begin with `# file: NAME`"
    state.files[named.group(1)] = "".join(f"{line}\n" for line in block.lines[1:])


def _enter_log(state: _PageState, block: Block) -> None:
    log = DocumentLog.of(block)
    if log.file:
        state.files[log.file] = log.read.csv


def begins_file(block: Block) -> bool:
    return _FILE.match(block.lines[0]) is not None


def wrongs(block: Block) -> list[tuple[int, str, str]]:
    """The diagnostics that a block of rules announces: line of the block, code, its message."""
    return [
        (number, found.group(1), (found.group(2) or "").strip())
        for number, line in enumerate(block.lines, start=1)
        if (found := _WRONG.search(line))
    ]


def values(block: Block) -> list[tuple[str, str, str]]:
    """The values that a block of rules announces: record, column, values of its rows."""
    found = []
    record = ""
    for line in block.lines:
        if line.startswith(("record ", "ledger ")):
            record = line.split()[1]
        if value := _VALUE.match(line):
            found.append((record, value.group(1), value.group(2).strip()))
    return found


@dataclass(frozen=True, slots=True)
class DocumentLog:
    """A log in the documentation: what `auditor test` reads of it, its name, and what is said below
    its rows.
    """

    read: PageLog
    file: str
    sayings: tuple[str, ...]

    @staticmethod
    def of(block: Block) -> DocumentLog:
        named = [found[1] for line in block.lines if (found := _FILE.match(line))]
        said = [line.removeprefix("→").strip() for line in block.lines if line.startswith("→")]
        return DocumentLog(PageLog.of(block.lines), "".join(named[-1:]), tuple(said))
