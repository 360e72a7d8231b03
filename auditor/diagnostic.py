"""What is wrong with a rule file: where, what, and what to do about it.

A diagnostic is a frozen value; `render` is its only look on a terminal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal

from auditor.source import Span


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One error or warning; `related` shows the other places that it concerns."""

    code: str
    message: str
    span: Span
    hint: str = ""
    related: tuple[tuple[str, Span], ...] = ()

    @property
    def level(self) -> Literal["error", "warning"]:
        """Codes that begin with W are warnings."""
        return "warning" if self.code.startswith("W") else "error"


def order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """By file, line and column; each once."""
    return sorted(
        dict.fromkeys(diagnostics),
        key=lambda d: (d.span.source.name, d.span.line, d.span.column, d.code, d.message),
    )


def nearest(name: str, known: Iterable[str]) -> str:
    """A sentence that proposes the known name nearest to this one, or nothing."""
    close = get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f"did you mean `{close[0]}`?" if close else ""


def render(diagnostic: Diagnostic) -> str:
    """The diagnostic with the line it speaks of, underlined, and its hint."""
    head = f"{diagnostic.span}: {diagnostic.level}[{diagnostic.code}]: {diagnostic.message}"
    parts = [head, *_excerpt(diagnostic.span, "^")]
    for words, span in diagnostic.related:
        parts += [f"  {span}: {words}", *_excerpt(span, "-")]
    if diagnostic.hint:
        parts.append(f"  = {diagnostic.hint}")
    return "\n".join(parts)


def _excerpt(span: Span, mark: str) -> Sequence[str]:
    line = span.source.line(span.line)
    if not line.strip():
        return ()
    end = span.end_column if span.end_line == span.line else len(line) + 1
    number = str(span.line)
    # A tab is as wide in the line of marks as in the line above it.
    lead = "".join("\t" if c == "\t" else " " for c in line[: span.column - 1])
    marks = mark * max(1, end - span.column)
    return (f"{number:>5} | {line}", f"{'':>5} | {lead}{marks}")
