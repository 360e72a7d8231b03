"""A report as tables for a spreadsheet: one thing a row, in the reader's language."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from itertools import chain
from typing import Literal

from auditor.report import labels
from auditor.report.layout import Numbered, numbered
from auditor.report.model import Bilingual, EvidenceRow, Finding, Money, Report, RowRef
from auditor.report.sections import figures
from auditor.report.sections.coup_table import lacking
from auditor.report.typography import PLAIN_NUMBER, spaced, value_said
from auditor.report.words import Words

Cell = str | int | Decimal | datetime
Kind = Literal["text", "long", "number", "money", "moment"]
EXACT_DIGITS = 15
"""Digits of a decimal that a binary number of 64 bits gives back as they went in."""
EARLIEST = 1900
"""The first year of a spreadsheet's calendar."""
MOST_COLUMNS = 120


@dataclass(frozen=True, slots=True)
class TableColumn:
    """The name of a column, its width in signs, and what stands in it."""

    name: str
    width: int = 12
    kind: Kind = "text"


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table: its name, its columns, and its rows, which may be shorter than the header."""

    name: str
    columns: Sequence[TableColumn]
    rows: Iterable[Sequence[Cell]]


def column(name: str, width: int, kind: Kind = "text") -> TableColumn:
    return TableColumn(name[:1].upper() + name[1:], width, kind)


def amount(text: str | None) -> Cell:
    """A plain decimal as the number that it is; whatever no spreadsheet holds exactly as text."""
    if text is None or not PLAIN_NUMBER.fullmatch(text):
        return text or ""
    own = Decimal(text)
    return own if len(own.as_tuple().digits) <= EXACT_DIGITS else text


def findings_table(report: Report, words: Words) -> ReportTable:
    """One finding a row, with its number in the other forms of the report."""
    columns = (
        column(words("number"), 6),
        column(words("id"), 14),
        column(words("page_one.nature"), 26),
        column(words("severity"), 10),
        column(words("provision"), 12),
        column(words("asks"), 48, "long"),
        column(words("finding_says"), 56, "long"),
        column(words("expected"), 12, "number"),
        column(words("found"), 12, "number"),
        column(words("file"), 22),
        column(words("sheet"), 12),
        column(words("row"), 8),
        column(words("rows_wrong"), 14),
        column(words("events_wrong"), 22),
        column(words("rows_used"), 26),
        column(words("number_of"), 8),
        column(words("time"), 19, "moment"),
        *(column(words(key), 14) for key in labels.KEYS),
        column(words("others"), 16),
        column(words("rule"), 34),
    )
    language = words.language
    asks = {
        (own.ruleset, own.id): spaced(own.text.in_language(language), language)
        for own in report.provisions
    }
    rows = (tuple(_finding(own, asks, words)) for own in numbered(report))
    return ReportTable(words("findings"), columns, rows)


def _finding(item: Numbered, asks: dict[tuple[str, str], str], words: Words) -> Iterator[Cell]:
    own, language = item.finding, words.language
    first = own.rows[0] if own.rows else None
    yield from (item.number, own.id, words(f"class.{own.class_}.short"))
    yield from (words(f"severity.{own.severity}"), " ".join(own.provisions))
    asked = (asks.get((own.rule.partition("/")[0], id_)) for id_ in own.provisions)
    yield " / ".join(text for text in asked if text is not None)
    yield spaced(own.message.in_language(language), language)
    yield _value(own.expected, own.expected_said, words)
    yield _value(own.found, own.found_said, words)
    yield from (first.file, first.sheet or "", first.row) if first else ("", "", "")
    yield ", ".join(row.place for row in own.decisive)
    wrong = [words.event(row.event) for row in own.decisive if row.event]
    wrong += [
        f"{words.event(kind)}{words('colon')} {words('card.nothing')}" for kind in lacking(own)
    ]
    yield ", ".join(dict.fromkeys(wrong))
    yield ", ".join(row.place for row in own.rows)
    yield own.rows_total or len(own.rows)
    yield moment_of(own.time)
    subject = own.subject
    values = (getattr(subject, key) for key in labels.KEYS)
    yield from ("" if value is None else value for value in values)
    yield ", ".join(" ".join(said) for said in labels.other_parts(subject, words))
    yield own.rule


def _value(text: str | None, said: Bilingual | None, words: Words) -> Cell:
    own = amount(text)
    return value_said(own, said, words.language) if isinstance(own, str) else own


def moment_of(iso: str | None) -> Cell:
    """A moment as the log's clock showed it; other text stays as it is."""
    try:
        at = datetime.fromisoformat(iso or "").replace(tzinfo=None)
    except ValueError:
        return iso or ""
    return at if at.year >= EARLIEST else iso or ""


def place(row: RowRef) -> tuple[Cell, ...]:
    return row.file, row.sheet or "", row.row


# ---- what findings rest on ----------------------------------------------------------------------
def evidence_columns(report: Report) -> tuple[str, ...]:
    """The columns of the log that rows of evidence fill, in their order; the first of very many."""
    rows = chain.from_iterable(own.evidence for own in report.findings)
    return tuple(dict.fromkeys(name for row in rows for name in row.cells))[:MOST_COLUMNS]


def evidence_cells(row: EvidenceRow, names: Collection[str]) -> tuple[str, ...]:
    """The cells of these columns, and those of all others in one."""
    others = (f"{name}={text}" for name, text in row.cells.items() if name not in names)
    return *(row.cells.get(name, "") for name in names), " ".join(others)


def evidence_table(report: Report, words: Words) -> ReportTable:
    """The rows that findings rest on, each with its cells as the file has them."""
    names = evidence_columns(report)
    columns = (
        column(words("number"), 6),
        column(words("id"), 14),
        column(words("file"), 22),
        column(words("sheet"), 12),
        column(words("row"), 8),
        *(_of_log(name, words) for name in names),
        column(words("others"), 16),
    )
    rows = (
        (item.number, item.finding.id, *place(row), *evidence_cells(row, names))
        for item in numbered(report)
        for row in item.finding.evidence
    )
    return ReportTable(words("evidence"), columns, rows)


def _of_log(name: str, words: Words) -> TableColumn:
    """A column of the log as people call it, and as the file does, if the rules know it."""
    said = words.field(name) if words.type_of(name) else name
    both = name if said == name else f"{said} ({name})"
    return TableColumn(both, max(10, min(len(both) + 2, 24)))


def money_table(report: Report, words: Words) -> ReportTable:
    """Money due and moved, for each finding whose rule says it."""
    columns = (
        column(words("number"), 6),
        column(words("id"), 14),
        column(words("provision"), 12),
        *(column(words(key), 14) for key in ("session", "table", "coup", "player")),
        column(words("event"), 22),
        *(column(words(f"money.{key}"), 14, "money") for key in ("due", "done", "difference")),
    )
    rows = (
        (
            item.number,
            *_whose(item.finding),
            labels.balance(sums.events, sums.less, words),
            *amounts(sums),
        )
        for item in numbered(report)
        for sums in item.finding.money
    )
    return ReportTable(words("page_one.money"), columns, rows)


def _whose(own: Finding) -> tuple[Cell, ...]:
    of = own.subject
    coup = "" if of.coup is None else of.coup
    where = of.session or "", of.table or "", coup, of.player or ""
    return own.id, " ".join(own.provisions), *where


def amounts(own: Money) -> tuple[Cell, ...]:
    return tuple(amount(text) for text in (own.due, own.done, own.difference))


def sums_table(report: Report, words: Words) -> ReportTable:
    """Money added up by player, and for the whole house; too much and too little stay apart."""
    columns = (
        column(words("player"), 24),
        column(words("event"), 22),
        column(words("sums.which"), 12),
        column(words("findings"), 10),
        *(column(words(f"money.{key}"), 14, "money") for key in ("due", "done", "difference")),
        *(column(words(f"money.short_{side}"), 24, "money") for side in figures.SIDES),
    )
    return ReportTable(words("money.players"), columns, _sums(report, words))


def _sums(report: Report, words: Words) -> Iterator[tuple[Cell, ...]]:
    for own in figures.by_player(report):
        name = own.player or words("money.nobody")
        yield from (_sum(name, each, words) for each in own.differences)
    house = words("sums.house")
    yield from (_sum(house, each, words) for each in figures.differences(report.findings))


def _sum(who: str, own: figures.Difference, words: Words) -> tuple[Cell, ...]:
    which = words("sums.over" if own.over else "sums.under")
    difference = own.amount if own.over else f"-{own.amount}"
    sums = (amount(text) for text in (own.due, own.done, difference))
    side = figures.side_of(own.events, own.less, over=own.over)
    short = (amount(own.amount) if side == each else "" for each in figures.SIDES)
    return who, labels.balance(own.events, own.less, words), which, own.count, *sums, *short
