"""Long lists, one item a line in columns: cheap to lay out, and still all there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from auditor.messages.message import abridged
from auditor.report.labels import KEYS, first_row, scope_said
from auditor.report.layout import Numbered
from auditor.report.model import Language, SetAside
from auditor.report.typography import clock, number, value_said, visible
from auditor.report.words import Words

LINES_A_BLOCK = 50  # one <pre> of all lines takes ten times as long to lay out
LONGEST_CELL = 60
WIDEST = 44  # a longer cell pushes its own line to the right, not those of all others


@dataclass(frozen=True, slots=True)
class Listing:
    """Text that all items have in common, the columns' names, and the lines in blocks."""

    common: str
    head: str
    blocks: tuple[str, ...]


def finding_listing(items: Sequence[Numbered], words: Words) -> Listing:
    """Findings of one rule; the keys of the subject that never vary are said once."""
    language = words.language
    columns = {key: [_subject_value(item, key, language) for item in items] for key in KEYS}
    same = {key: texts[0] for key, texts in columns.items() if len(set(texts)) == 1}
    head = [words("number"), words("id"), words("row_of_file"), words("time")]
    cells = [
        [
            number(item.number, language),
            item.finding.id,
            first_row(item.finding),
            clock(item.finding.time or "", language),
        ]
        for item in items
    ]
    for key in KEYS:
        if key not in same:
            head.append(words(key))
            for line, text in zip(cells, columns[key], strict=True):
                line.append(text)
    head += [words("expected"), words("found")]
    for line, item in zip(cells, items, strict=True):
        own = item.finding
        line += [value_said(own.expected, own.expected_said, language)]
        line += [value_said(own.found, own.found_said, language)]
    common = ", ".join(f"{words(key)} {text}" for key, text in same.items() if text)
    return _listing(common, head, cells)


def set_aside_listing(rows: Sequence[SetAside], words: Words) -> Listing:
    """Rows set aside of one file: row, column, value, reason."""
    head = [words("row"), words("column"), words("value"), words("reason")]
    cells = [
        [row.place, row.column or "", abridged(row.value or "", LONGEST_CELL), row.reason]
        for row in rows
    ]
    return _listing("", head, cells)


def _subject_value(item: Numbered, key: str, language: Language) -> str:
    value = getattr(item.finding.subject, key)
    return "" if value is None else scope_said(key, str(value), language)


def _listing(common: str, head: list[str], cells: list[list[str]]) -> Listing:
    names, *lines = aligned([head, *cells])
    starts = range(0, len(lines), LINES_A_BLOCK)
    return Listing(
        visible(common),
        names,
        tuple("\n".join(lines[start : start + LINES_A_BLOCK]) for start in starts),
    )


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Cells in columns two spaces apart; a column that is empty but for its name is left out."""
    shown = [[visible(cell) for cell in row] for row in rows]
    columns = [column for column in zip(*shown, strict=True) if any(column[1:])]
    widths = [min(WIDEST, max(map(len, column))) for column in columns]
    return [
        "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in zip(*columns, strict=True)
    ]
