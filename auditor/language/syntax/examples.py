"""Examples, line by line: most of a rule file is examples, and the grammar is slow to read them.

Whatever is not written in the plainest way is left to the grammar, which also tells what is wrong.
"""

from __future__ import annotations

import re
from typing import Any

from lark import Token

from auditor.diagnostic import DiagnosticError
from auditor.language.syntax import nodes as s
from auditor.language.syntax.transform_declarations import DeclarationTransformer
from auditor.language.syntax.transform_expressions import text_of
from auditor.source import Source, Span

_HEAD = re.compile(
    r'example +("(?:[^"\\\n]|\\["\\])*") +of +(\w[\w.-]*)'
    r" +(violates|complies|unverifiable|inapplicable)(?: +at +([\d, ]+))? *"
)


def plain_example(source: Source, first_line: int, text: str) -> s.Example | None:
    """The example that begins on the given line; None where the grammar must read it."""
    first, *rest = text.split("\n")
    head = _HEAD.fullmatch(first)
    rows = _rows(head[4]) if head is not None else None
    if head is None or rows is None:
        return None
    transformer = DeclarationTransformer(source, first_line)
    lines: list[s.Line] = []
    for number, line in enumerate(rest, 2):
        bare = line.lstrip(" ")
        if not bare or bare.startswith("#"):
            continue
        if not bare.startswith("|"):
            return None
        column, width = len(line) - len(bare) + 1, len(line) + 1
        token = Token("LINE", bare, 0, number, column, number, width)
        try:
            lines.append(transformer.line(token))
        except DiagnosticError:
            return None
    if not lines:
        return None
    last = lines[-1].span
    outcome: Any = head[3]
    label = s.Label(
        Span(source, first_line, head.start(2) + 1, first_line, head.end(2) + 1), head[2]
    )
    span = Span(source, first_line, 1, last.end_line, last.end_column)
    return s.Example(span, text_of(head[1]), label, outcome, rows, tuple(lines))


def _rows(text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return ()
    parts = [part.strip() for part in text.strip().split(",")]
    return tuple(map(int, parts)) if all(part.isdecimal() for part in parts) else None
