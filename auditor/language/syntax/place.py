"""Where a declaration stands in its file, and places within it."""

from __future__ import annotations

from auditor.language.syntax.slips import without_aside
from auditor.source import Source, Span


class DeclarationPlace:
    """Where a declaration stands."""

    def __init__(self, source: Source, first_line: int, text: str) -> None:
        self.source, self.first_line, self.lines = source, first_line, text.splitlines()

    def span(self, line: int, column: int, width: int) -> Span:
        at = self.first_line + line - 1
        return Span(self.source, at, column, at, column + width)

    def of(self, text: str, start: int, end: int) -> Span:
        """The stretch of the declaration's text from one character to another, on one line."""
        before = text[:start].split("\n")
        return self.span(len(before), len(before[-1]) + 1, end - start)

    def start(self) -> Span:
        return self.span(1, 1, max(1, len(self.lines[0].rstrip())))

    def end(self, lines: int | None = None) -> Span:
        """The place behind the last word, of all lines or of the first ones: comments that follow
        belong to what comes next.
        """
        said = [(n, without_aside(line).rstrip()) for n, line in enumerate(self.lines[:lines], 1)]
        number, last = max((own for own in said if own[1]), default=(1, ""))
        return self.span(number, len(last) + 1, 1)
