"""Syntax straight from the parsing tables, without a tree in between.

Lark's own driver makes a tree, notes in each of its nodes where that stands, and is walked through
again: twice the work for rule files in which nothing is wrong.  Whatever this one does not take is
left to Lark's, which also tells what might have stood there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lark import Lark, Token
from lark.grammar import Rule, Terminal
from lark.parsers.lalr_analysis import Shift


class NotTakenError(Exception):
    """Lark's driver has to read it, be it to say what is wrong."""


@dataclass(slots=True)
class Stretch:
    """From one token to another."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class _Reduction:
    """A rule of the grammar at work: how many parts it takes, which of them it keeps."""

    size: int
    name: str  # of what it makes a part of
    method: str | None  # that makes the part; None where the parts themselves are passed on
    alone: bool  # a single part stands for itself
    kept: tuple[tuple[int, bool], ...]  # and whether it is a list of parts
    passes_on: bool  # what it takes is what it gives: so are half of all


_Actions = dict[str, int | _Reduction]


class Tables:
    """The tables of a parser, with what each rule of the grammar does."""

    def __init__(self, lark: Lark) -> None:
        table = lark.parser.parser._parse_table  # noqa: SLF001 - Lark shows it to nobody
        made: dict[int, _Reduction] = {}
        self.start, self.end = (
            own["declaration"] for own in (table.start_states, table.end_states)
        )
        self.states: dict[int, _Actions] = {
            state: {
                name: arg if action is Shift else made.setdefault(id(arg), _reduction(arg))
                for name, (action, arg) in actions.items()
            }
            for state, actions in table.states.items()
        }


def _reduction(rule: Rule) -> _Reduction:
    kept = tuple(
        (place, not isinstance(part, Terminal) and part.name.startswith("_"))
        for place, part in enumerate(rule.expansion)
        if rule.options.keep_all_tokens or not (isinstance(part, Terminal) and part.filter_out)
    )
    name = rule.origin.name
    method = None if name.startswith("_") else (rule.alias or rule.options.template_source or name)
    alone = rule.options.expand1 and not rule.alias
    size = len(rule.expansion)
    passes_on = size == 1 and len(kept) == 1 and (method is None if kept[0][1] else alone)
    return _Reduction(size, name, method, alone, kept, passes_on)


class Driver:
    """Reads one declaration, token after token."""

    def __init__(self, tables: Tables, makes: object, deepest: int) -> None:
        self._states, self._end = tables.states, tables.end
        self._makes, self._deepest = makes, deepest
        self._stack: list[int] = [tables.start]
        self._parts: list[tuple[Any, Token | None, Token | None, int]] = []

    @property
    def position(self) -> int:
        """The state, by which the lexer knows what may follow."""
        return self._stack[-1]

    def feed(self, token: Token) -> None:
        """Takes the next token.  Raises NotTakenError."""
        states, stack = self._states, self._stack
        while True:
            action = states[stack[-1]].get(token.type)
            if action is None:
                raise NotTakenError
            if not isinstance(action, _Reduction):
                stack.append(action)
                self._parts.append((token, token, token, 0))
                return
            if action.passes_on:
                target = states[stack[-2]][action.name]
                assert isinstance(target, int)
                stack[-1] = target
            else:
                self._reduce(action)
            if stack[-1] == self._end:
                return

    def _reduce(self, rule: _Reduction) -> None:
        size, parts, stack = rule.size, self._parts, self._stack
        taken = parts[-size:] if size else []
        if size:
            del parts[-size:]
            del stack[-size:]
        inside: list[Any] = []
        for place, several in rule.kept:
            if several and not inside:
                inside = taken[place][0]  # nobody else has it: a list grows without being copied
            elif several:
                inside += taken[place][0]
            else:
                inside.append(taken[place][0])
        first = last = None
        depth = 0
        for _, begins, ends, deep in taken:
            if begins is not None:
                first, last = first or begins, ends
            depth = max(depth, deep)
        made: Any = inside
        if rule.method is not None:
            if rule.alone and len(inside) == 1:
                made = inside[0]
            else:
                depth += 1
                if depth > self._deepest:
                    raise NotTakenError
                made = getattr(self._makes, rule.method)(_stretch(first, last), inside)
        parts.append((made, first, last, depth))
        target = self._states[stack[-1]][rule.name]
        assert isinstance(target, int)
        stack.append(target)

    def whole(self) -> Any:
        """The declaration, once the end has been fed."""
        return self._parts[-1][0]


def _stretch(first: Token | None, last: Token | None) -> Stretch:
    if first is None or last is None:
        raise NotTakenError
    return Stretch(first.line or 1, first.column or 1, last.end_line or 1, last.end_column or 1)
