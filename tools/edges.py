"""Examples that notice changes to a ruleset, written into its folder `edges/`.

What such an example states is what the rules say as they stand: a later change is noticed by it,
and whether they are right is for whoever knows the law.  `python -m tools.edges rulesets/GAME`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from itertools import chain, groupby, islice
from pathlib import Path
from random import Random
from typing import Any

from auditor.authoring.examples import (
    MistakenError,
    cell_text,
    failing,
    given_in,
    log_of,
    outcomes,
    rows_found,
    run_here,
    tally_of,
)
from auditor.authoring.mutants import changed_values
from auditor.authoring.mutation import changes, holds
from auditor.cli.mutate import NamedChange
from auditor.cli.test import mutations
from auditor.judge.replay import replay
from auditor.language.core import Program
from auditor.language.facts import narrowed
from auditor.language.resolve.search_path import EDGES, SUFFIX
from auditor.language.syntax.nodes import EVERY_KIND, GIVEN, RECORDED, Example, Line
from auditor.language.syntax.parse import parse
from auditor.messages.message import abridged
from auditor.source import Source
from auditor.types import TEXT, Enumeration
from auditor.values import UnreadableError, read_value, show

_MADE = """\
# Made by `python -m tools.edges`: examples that notice changes to the rules, and show
# nothing else.  What is to be read stands beside this folder.
"""
_WIDTH = 110
_TRIED, _DRAWN = 500, 1_500
"""Logs that are tried for one change: of those that examples have or that are one edit away, and of
those that are several.
"""


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
        self,
        changed: Program,
        title: str,
        rules: Iterable[str],
        own: Sequence[Example],
        others: Sequence[Example],
    ) -> Example | None:
        """One of these rules: with the log of one of its own examples, or of any other, or with one
        that edits make of them.  None where none of those that are tried is one.
        """
        near = (
            (replace(each, rule=replace(each.rule, text=rule)), lines)
            for edited, some in ((_unchanged, own), (_unchanged, others), (_edited, own))
            for each in sorted(some, key=lambda each: len(each.lines))
            for lines in edited(each.lines, self._program)
            for rule in ([each.rule.text] if each in own else rules)
        )
        drawn = Drawing(self._program, rules, own or others, others).logs()
        one, other = Judged(self._program), Judged(changed)
        for each, lines in chain(islice(near, _TRIED), islice(drawn, _DRAWN)):
            example = replace(each, title=title, lines=lines)
            if differs(one, other, example):
                found = self._noticing(changed, example, lines)
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
            self._stated[key] = tuple(self._stating(replace(own, lines=_usual(lines), rows=())))
        return self._stated[key]

    def _stating(self, own: Example) -> Iterator[Example]:
        for kinds in _RECORDED:
            asked = _recording(own, kinds)
            try:
                tally = tally_of(self._program, asked)
            except MistakenError:
                return
            [outcome] = outcomes(tally)
            rows = tuple(dict.fromkeys(rows[0] for rows in rows_found(tally) if rows))
            usual = (outcome == "unverifiable") is not (kinds == EVERY_KIND)
            example = replace(own if usual else asked, outcome=outcome, rows=rows)  # type: ignore[arg-type]  # one of four
            if failing(self._program, example) is None:
                yield example

    def _smaller(self, changed: Program, example: Example) -> Example:
        """The example without the lines that it does not need."""
        for place in range(len(example.lines) - 1, -1, -1):
            rest = (*example.lines[:place], *example.lines[place + 1 :])
            if place and any(own.kind for own in rest):
                example = self._noticing(changed, example, rest) or example
        return example


_RECORDED = (EVERY_KIND, "")
"""The kinds of event that a log records beside those that occur."""


def _recording(own: Example, kinds: str) -> Example:
    """The example of a log that records these kinds."""
    given = Line(own.span, GIVEN, ((RECORDED, kinds),), 1)
    return replace(own, lines=(given, *_usual(own.lines)))


def _usual(lines: _Lines) -> _Lines:
    """Without what says which kinds are recorded."""
    return tuple(own for own in lines if own.kind != GIVEN or RECORDED not in dict(own.cells))


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


class Judged:
    """What single rules of a program say of logs."""

    def __init__(self, program: Program) -> None:
        self._whole, self._alone = program, dict[str, Program]()

    def said(self, example: Example) -> tuple[frozenset[str], list[tuple[int, ...]]]:
        """The outcome of the rule, and the rows of its findings.  Raises MistakenError."""
        name = example.rule.text
        if name not in self._alone:
            self._alone[name] = narrowed(self._whole, {name})
        log, given = log_of(example, self._whole), given_in(example, self._whole)
        timed = any(event.time is not None for event in log.events)
        tallies = replay(self._alone[name], log, given, day=None if timed else _DAY)
        [own] = [each for each in tallies if each.rule.name == name]
        return outcomes(own), rows_found(own)


_DAY = date(2026, 1, 10)


def differs(one: Judged, other: Judged, example: Example) -> bool:
    """Whether a rule says something else of a log in another program: of one that records all kinds
    of event, or of one that records those that occur.
    """
    for own in (_recording(example, kinds) for kinds in _RECORDED):
        try:
            said = one.said(own)
        except MistakenError:
            return False
        try:
            if said != other.said(own):
                return True
        except Exception:  # noqa: BLE001 - whatever a changed program cannot judge
            return True
    return False


# ---- logs that are drawn ------------------------------------------------------------------------
class Drawing:
    """Logs of examples with several edits, drawn by chance, the same in every run."""

    def __init__(
        self,
        program: Program,
        rules: Iterable[str],
        own: Sequence[Example],
        others: Sequence[Example],
    ) -> None:
        self._program, self._rules, self._others = program, sorted(rules), others
        self._own = sorted(own, key=lambda each: len(each.lines))
        self._random = Random(0)
        self._known = dict[str, list[str]]()
        for each in (*own, *others):
            for line in each.lines:
                for name, text in line.cells:
                    if text not in self._known.setdefault(name, []):
                        self._known[name].append(text)

    def logs(self) -> Iterator[tuple[Example, _Lines]]:
        """Without end, unless there are no examples."""
        edits = (
            self._without,
            self._moved,
            self._again,
            self._turned,
            self._turned,
            self._other_cell,
            self._other_cell,
            self._less,
            self._joined,
            self._given,
        )
        while self._own:
            each = self._own[int(len(self._own) * self._random.random() ** 2)]
            lines = each.lines
            if each.rule.text not in self._rules or self._any((0, 0, 1)):
                each = replace(each, rule=replace(each.rule, text=self._any(self._rules)))
            for _ in range(self._random.randint(1, 5)):
                lines = self._any(edits)(lines)
            yield each, lines

    def _any(self, some: Sequence[Any]) -> Any:
        return self._random.choice(some)

    def _event(self, lines: _Lines) -> int | None:
        """The place of an event."""
        places = [at for at, own in enumerate(lines) if own.kind not in ("", GIVEN)]
        return self._any(places) if places else None

    def _with(self, lines: _Lines, own: Line) -> _Lines:
        """The log with one more event, below what is set before the first."""
        least = next((at for at, each in enumerate(lines) if each.kind not in ("", GIVEN)), 0)
        at = self._random.randint(least, len(lines))
        return (*lines[:at], own, *lines[at:])

    def _without(self, lines: _Lines) -> _Lines:
        at = self._event(lines)
        return lines if at is None else (*lines[:at], *lines[at + 1 :])

    def _moved(self, lines: _Lines) -> _Lines:
        at = self._event(lines)
        return lines if at is None else self._with((*lines[:at], *lines[at + 1 :]), lines[at])

    def _again(self, lines: _Lines) -> _Lines:
        at = self._event(lines)
        return lines if at is None else self._with(lines, self._set(lines[at], lines))

    def _turned(self, lines: _Lines) -> _Lines:
        """With one more event, of another kind, about the same."""
        at = self._event(lines)
        if at is None:
            return lines
        words, cells = self._program.vocabulary, dict(lines[at].cells)
        kinds = [
            name
            for name, kind in words.kinds.items()
            if len(cells.keys() & set(kind.fields)) >= min(3, len(kind.fields))
        ]
        if not kinds:
            return lines
        name = self._any(kinds)
        asked = words.kinds[name].fields
        same = {own: text for own, text in cells.items() if own in (*asked, *words.context)}
        more = {own: self._text(own, lines) for own in asked if own not in same}
        drawn = {own: text for own, text in more.items() if text is not None and self._any((0, 1))}
        return self._with(lines, replace(lines[at], kind=name, cells=tuple((same | drawn).items())))

    def _other_cell(self, lines: _Lines) -> _Lines:
        at = self._random.randrange(len(lines))
        return (*lines[:at], self._set(lines[at], lines), *lines[at + 1 :])

    def _set(self, own: Line, lines: _Lines) -> Line:
        """The line with another text in one cell, or with one more."""
        words = self._program.vocabulary
        names = list(dict(own.cells))
        if own.kind == GIVEN:
            return own
        if own.kind and self._any((0, 0, 1)):
            names = [*words.context, *words.kinds[own.kind].fields]
        if not names:
            return own
        name = self._any(names)
        text = self._text(name, lines)
        if text is None:
            return own
        return replace(own, cells=tuple({**dict(own.cells), name: text}.items()))

    def _text(self, name: str, lines: _Lines) -> str | None:
        """A text for a column: one that it has in this log, or near it, or in another."""
        types = self._program.vocabulary.fields
        kind = types[name]
        alike = {name} if kind == TEXT else {own for own, other in types.items() if other == kind}
        here = [text for own in lines for column, text in own.cells if text and column in alike]
        near = list[str]()
        with suppress(UnreadableError):
            values = [read_value(text, kind) for text in here]
            near = [show(other) for value in values for other in changed_values(value)]
        words = list(kind.members) if isinstance(kind, Enumeration) else []
        some = [own for own in (here, near, words, self._known.get(name, [])) if own]
        return self._any(self._any(some)) if some else None

    def _less(self, lines: _Lines) -> _Lines:
        """Without a cell."""
        at = self._event(lines)
        if at is None or not lines[at].cells:
            return lines
        name, _ = self._any(lines[at].cells)
        fewer = tuple(own for own in lines[at].cells if own[0] != name)
        return (*lines[:at], replace(lines[at], cells=fewer), *lines[at + 1 :])

    def _joined(self, lines: _Lines) -> _Lines:
        """Behind another log, or behind itself, where a column has another value from there on."""
        context = [own for own in lines if not own.kind and own.cells]
        behind = self._any((lines, lines, self._any(self._others).lines))
        if behind is lines and context:
            names = [name for name, _ in context[0].cells]
            name = self._any(names)
            text = self._text(name, lines)
            if text is not None:
                first = replace(context[0], cells=((name, text),))
                return (*lines, first, *(own for own in lines if own.kind not in ("", GIVEN)))
        return (*lines, *(own for own in behind if own.kind != GIVEN))

    def _given(self, lines: _Lines) -> _Lines:
        params = [own for own in self._program.params.values() if own.values]
        if not params or any(own.kind == GIVEN for own in lines):
            return lines
        param = self._any(params)
        others = [*changed_values(param.values[-1][1])]
        if not others:
            return lines
        cells = ((param.name, show(self._any(others))),)
        return (replace(lines[0], kind=GIVEN, cells=cells), *lines)


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
            rules = own.own.rules
            alike = [each for each in new if each.rule.text in rules]
            shown = [*own.own.examples, *alike]
            example = noticing.of(found, title, rules, shown, [*new, *every])
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
