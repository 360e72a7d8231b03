"""Examples that notice changes to a ruleset, written into its folder `edges/`.

What such an example states is what the rules say as they stand: a later change is noticed by it,
and whether they are right is for whoever knows the law.  `python -m tools.edges rulesets/GAME`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import groupby, islice
from pathlib import Path

from auditor.authoring.examples import (
    MistakenError,
    cell_text,
    failing,
    outcomes,
    rows_found,
    run_here,
    tally_of,
)
from auditor.authoring.mutants import changed_values
from auditor.authoring.mutation import changes, holds
from auditor.cli.mutate import NamedChange
from auditor.cli.test import mutations
from auditor.language.core import Program
from auditor.language.resolve.search_path import EDGES, SUFFIX
from auditor.language.syntax.nodes import GIVEN, Example, Line
from auditor.language.syntax.parse import parse
from auditor.messages.message import abridged
from auditor.source import Source
from auditor.values import UnreadableError, read_value, show

_MADE = """\
# Made by `python -m tools.edges`: examples that notice changes to the rules, and show
# nothing else.  What is to be read stands beside this folder.
"""
_WIDTH = 110
_TRIED = 1_500
"""Logs that are tried for one change."""


# ---- the file -----------------------------------------------------------------------------------
def edges_file(examples: Iterable[Example]) -> str:
    """The text of a file of edges: those with the same columns together, then by rule."""
    known = sorted(examples, key=lambda own: (_context(own), own.rule.text, own.title))
    parts = [_MADE]
    for context, alike in groupby(known, key=_context):
        given = f"given\n  {_event(Line(known[0].span, '', context, 1))}\n" if context else ""
        parts.append(f"\n{given}")
        parts += (f"{head(own)}\n{_events(own, context)}" for own in alike)
    return "".join(parts)


def head(example: Example) -> str:
    """The first line of an example."""
    title = example.title.replace("\\", "\\\\").replace('"', '\\"')
    rows = f" at {', '.join(map(str, example.rows))}" if example.rows else ""
    return f'example "{title}" of {example.rule.text} {example.outcome}{rows}'


_Cells = tuple[tuple[str, str], ...]


def _context(example: Example) -> _Cells:
    """The columns that are set before the first event."""
    first = example.lines[0]
    return () if first.kind or len(example.lines) == 1 else first.cells


def _events(example: Example, context: _Cells) -> str:
    """The lines below the head, each as full as it may be."""
    lines = [""]
    for own in example.lines[bool(context) :]:
        text = _event(own)
        if lines[-1] and len(lines[-1]) + len(text) >= _WIDTH:
            lines.append("")
        lines[-1] += f" {text}" if lines[-1] else f"  {text}"
    return "".join(f"{line}\n" for line in lines)


def _event(line: Line) -> str:
    times = () if line.times == 1 else (str(line.times),)
    kind = (line.kind,) if line.kind else ()
    cells = (f"{name}={cell_text(text)}" for name, text in line.cells)
    return " ".join(("|", *times, *kind, *cells))


# ---- an example for a change --------------------------------------------------------------------
_Lines = tuple[Line, ...]


class Noticing:
    """Small examples that hold in a program and fail in one that has a change."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._stated: dict[object, tuple[Example, ...]] = {}

    def of(
        self, changed: Program, title: str, own: Sequence[Example], others: Sequence[Example]
    ) -> Example | None:
        """One of the rules of its own examples: with the log of one of these, or of any other, or
        with one that an edit makes of its own.  None where none of those that are tried is one.
        """
        rules = tuple(dict.fromkeys(each.rule.text for each in own))
        tried = (
            (replace(each, title=title, rule=replace(each.rule, text=rule)), lines)
            for edited, some in ((_unchanged, own), (_unchanged, others), (_edited, own))
            for each in sorted(some, key=lambda each: len(each.lines))
            for lines in edited(each.lines, self._program)
            for rule in rules
        )
        for each, lines in islice(tried, _TRIED):
            found = self._noticing(changed, each, lines)
            if found is not None:
                return self._smaller(changed, found)
        return None

    def _noticing(self, changed: Program, own: Example, lines: _Lines) -> Example | None:
        said = self._said(own, lines)
        some = (replace(each, title=own.title) for each in said)
        return next((each for each in some if not holds(changed, each)), None)

    def _said(self, own: Example, lines: _Lines) -> tuple[Example, ...]:
        """The examples that say of a log what the program does: of one that records all kinds of
        event, and of one that records those that occur.
        """
        key = own.rule.text, tuple((line.kind, line.cells, line.times) for line in lines)
        if key not in self._stated:
            self._stated[key] = tuple(self._stating(replace(own, lines=lines, rows=())))
        return self._stated[key]

    def _stating(self, own: Example) -> Iterator[Example]:
        for asked in ("complies", "unverifiable"):
            example = replace(own, outcome=asked)
            try:
                tally = tally_of(self._program, example)
            except MistakenError:
                return
            [outcome] = outcomes(tally)
            if (outcome == "unverifiable") is (asked == "unverifiable"):
                rows = tuple(dict.fromkeys(rows[0] for rows in rows_found(tally) if rows))
                example = replace(example, outcome=outcome, rows=rows)  # type: ignore[arg-type]  # one of four
                if failing(self._program, example) is None:
                    yield example

    def _smaller(self, changed: Program, example: Example) -> Example:
        """The example without the lines that it does not need."""
        for place in range(len(example.lines) - 1, -1, -1):
            if example.lines[place].kind and sum(bool(own.kind) for own in example.lines) > 1:
                fewer = (*example.lines[:place], *example.lines[place + 1 :])
                example = self._noticing(changed, example, fewer) or example
        return example


def _unchanged(lines: _Lines, _program: Program) -> Iterator[_Lines]:
    yield lines


def _edited(lines: _Lines, program: Program) -> Iterator[_Lines]:
    """The log without an event, with one twice, with two in the other order, with another value in
    a cell: one that is near, or one that the log has elsewhere in the column.
    """
    given = dict[str, str]()
    for place, own in enumerate(lines):
        before, behind = lines[:place], lines[place + 1 :]
        if own.kind and own.kind != GIVEN:
            yield (*before, *behind)
            yield (*before, own, *lines[place:])
            if behind:
                yield (*before, behind[0], own, *behind[1:])
        cells = dict(own.cells)
        for name, text in (given | cells if own.kind != GIVEN else cells).items():
            for other in _others(name, text, lines, program):
                changed = replace(own, cells=tuple({**cells, name: other}.items()))
                yield (*before, changed, *behind)
        given |= cells if not own.kind else {}


def _others(name: str, text: str, lines: _Lines, program: Program) -> list[str]:
    found = [other for own in lines for column, other in own.cells if column == name]
    with suppress(UnreadableError, KeyError):
        found += map(show, changed_values(read_value(text, program.vocabulary.fields[name])))
    return [other for other in dict.fromkeys(found) if other != text]


# ---- the edges of a ruleset ---------------------------------------------------------------------
def write_edges(path: Path, program: Program, left: Iterable[NamedChange]) -> int:
    """Writes an example for each change that one notices into the file of edges of the rules in a
    folder: how many.
    """
    file = path / EDGES / f"{EDGES}{SUFFIX}"
    text = file.read_text("utf-8") if file.exists() else ""
    there = [own for own in parse(Source(str(file), text))[0] if isinstance(own, Example)]
    new, waiting, tried = list[Example](), list(left), -1
    noticing, every = Noticing(program), tuple(run_here(program))
    while len(waiting) != tried:  # what is found for one change helps with others
        tried, unnoticed = len(waiting), list[NamedChange]()
        for own in waiting:
            found = next(islice(changes(program, own.own), own.number, None))[1]
            if not all(holds(found, example) for example in new):
                continue
            title = abridged(f"{own.change.at}: {own.change.says}")
            rules = {each.rule.text for each in own.own.examples}
            alike = [each for each in new if each.rule.text in rules]
            example = noticing.of(found, title, [*own.own.examples, *alike], [*new, *every])
            if example is None:
                unnoticed.append(own)
                continue
            count = sum(known.title.startswith(title) for known in (*there, *new))
            new.append(replace(example, title=f"{title} ({count + 1})") if count else example)
            file.parent.mkdir(exist_ok=True)
            file.write_text(edges_file([*there, *new]), "utf-8")
        waiting = unnoticed
    return len(new)


def main(paths: Sequence[str]) -> None:
    """Writes the edges of the rulesets in some folders."""
    done, named = mutations(paths)
    for own, (path, program) in zip(done, named, strict=True):
        sys.stdout.write(f"{path}: {write_edges(path, program, own.left)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
