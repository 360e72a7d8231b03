"""The sheets of the workbook: one thing a row, in the reader's language."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from itertools import chain

from auditor.report import labels
from auditor.report.labels import Words
from auditor.report.model import (
    Bilingual,
    EvidenceRow,
    Finding,
    Gone,
    Information,
    Input,
    Language,
    Money,
    Provision,
    Report,
    RowRef,
    SetAside,
)
from auditor.report.sections import figures, finding_cards, information, requests
from auditor.report.sections.coup_table import lacking
from auditor.report.sections.groups import Numbered, class_sections, numbered
from auditor.report.typography import PLAIN_NUMBER, day, spaced, value_said

Cell = str | int | Decimal | datetime
Row = tuple[Cell, ...]
EXACT_DIGITS = 15
"""Digits of a decimal that a binary number of 64 bits gives back as they went in."""
EARLIEST = 1900
"""The first year of a spreadsheet's calendar."""
MOST_COLUMNS = 120
KEYS = ", ".join(f"{key} 14" for key in labels.KEYS)


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """The heading of a column, its width in signs, and how its cells are formatted."""

    heading: str
    width: int
    format: str = "text"


@dataclass(frozen=True, slots=True)
class SheetTable:
    """A name, columns, and rows, which may be shorter than the header."""

    name: str
    columns: Sequence[SheetColumn]
    rows: Iterable[Row]


def sheet(
    words: Words, name: str, columns: str | Sequence[SheetColumn], rows: Iterable[Row]
) -> SheetTable:
    """A sheet called by a word of the report."""
    return SheetTable(
        words(name), columns_of(columns, words) if isinstance(columns, str) else columns, rows
    )


def columns_of(text: str, words: Words) -> list[SheetColumn]:
    """Columns from `number 6, asks 48 long`: the word of each heading, the width, the format."""
    parts = map(str.split, text.split(", "))
    return [heading(words(key), int(width), *format_) for key, width, *format_ in parts]


def heading(said: str, width: int, format_: str = "text") -> SheetColumn:
    """A column called by our own words."""
    return SheetColumn(said[:1].upper() + said[1:], width, format_)


def all_sheets(report: Report, words: Words) -> Iterator[SheetTable]:
    """The sheets behind page one and the fitness of the logs, in their order."""
    yield findings_sheet(report, words)
    yield from follow_up_sheets(report, words)
    yield money_sheet(report, words)
    yield sums_sheet(report, words)
    yield requests_sheet(report, words)
    yield open_sheet(report, words)
    yield images_sheet(report, words)
    yield provisions_sheet(report, words)
    yield evidence_sheet(report, words)
    yield row_count_sheet(report, words)
    yield totals_sheet(report, words)
    if report.information is not None:
        yield information_sheet(report.information, report, words)
    yield set_aside_sheet(report, words)


# ---- cells --------------------------------------------------------------------------------------
def amount(text: str | None) -> Cell:
    """A plain decimal as the number that it is; whatever no spreadsheet holds exactly as text."""
    if text is None or not PLAIN_NUMBER.fullmatch(text):
        return text or ""
    number = Decimal(text)
    return number if len(number.as_tuple().digits) <= EXACT_DIGITS else text


def amounts(money: Money) -> Row:
    """The sums due and moved, and their difference."""
    return tuple(map(amount, (money.due, money.done, money.difference)))


def moment_of(iso: str | None) -> Cell:
    """A moment as the log's clock showed it; other text stays as it is."""
    try:
        time = datetime.fromisoformat(iso or "").replace(tzinfo=None)
    except ValueError:
        return iso or ""
    return time if time.year >= EARLIEST else iso or ""


def place(row: RowRef) -> Row:
    return row.file, row.sheet or "", row.row


def _says(text: Bilingual, words: Words) -> str:
    return spaced(text.in_language(words.language), words.language)


def _plain(text: Bilingual, words: Words) -> str:
    """A sentence of ours in which names stand in backticks, which a cell cannot set apart."""
    return _says(text, words).replace("`", "")


# ---- findings -----------------------------------------------------------------------------------
def findings_sheet(report: Report, words: Words) -> SheetTable:
    """One finding a row, with its number in the other forms of the report."""
    asks = {(own.ruleset, own.id): _says(own.text, words) for own in report.provisions}
    return sheet(
        words,
        "findings",
        "number 6, id 14, page_one.nature 26, severity 10, provision 12, asks 48 long, "
        "finding_says 56 long, expected 12 number, found 12 number, file 22, sheet 12, row 8, "
        "rows_wrong 14, events_wrong 22, rows_used 26, number_of 8, time 19 moment, "
        f"{KEYS}, others 16, rule 34",
        (tuple(_finding(item, asks, words)) for item in numbered(report)),
    )


def _finding(item: Numbered, asks: dict[tuple[str, str], str], words: Words) -> Iterator[Cell]:
    finding = item.finding
    yield from (item.number, finding.id, words(f"class.{finding.class_}.short"))
    yield from (words(f"severity.{finding.severity}"), " ".join(finding.provisions))
    asked = (asks.get((finding.rule.partition("/")[0], id_)) for id_ in finding.provisions)
    yield " / ".join(text for text in asked if text is not None)
    yield _says(finding.message, words)
    yield _value(finding.expected, finding.expected_said, words)
    yield _value(finding.found, finding.found_said, words)
    yield from place(finding.rows[0]) if finding.rows else ("", "", "")
    yield ", ".join(row.place for row in finding.decisive)
    wrong = [words.event(row.event) for row in finding.decisive if row.event]
    wrong += [
        f"{words.event(kind)}{words('colon')} {words('card.nothing')}" for kind in lacking(finding)
    ]
    yield ", ".join(dict.fromkeys(wrong))
    yield ", ".join(row.place for row in finding.rows)
    yield finding.rows_total or len(finding.rows)
    yield moment_of(finding.time)
    values = (getattr(finding.subject, key) for key in labels.KEYS)
    yield from ("" if value is None else value for value in values)
    yield ", ".join(" ".join(said) for said in labels.other_parts(finding.subject, words))
    yield finding.rule


def _value(text: str | None, said: Bilingual | None, words: Words) -> Cell:
    cell = amount(text)
    return value_said(cell, said, words.language) if isinstance(cell, str) else cell


def follow_up_sheets(report: Report, words: Words) -> Iterator[SheetTable]:
    """The findings of the report that is followed up, and their fate, where there is one."""
    if report.follow_up is not None:
        columns = "follow.number 10, number 8, id 14, severity 10, follow.state 40"
        rows = _followed_up(report, report.follow_up.gone, words)
        yield sheet(words, "follow", f"{columns}, finding_says 70 long, rule 34", rows)


def _followed_up(report: Report, gone: Iterable[Gone], words: Words) -> Iterator[Row]:
    def row(before: int | None, number: Cell, own: Finding | Gone, state: str) -> Row:
        severity, says = words(f"severity.{own.severity}"), _says(own.message, words)
        return before or "", number, own.id, severity, words(f"follow.{state}"), says, own.rule

    for item in numbered(report):
        earlier = item.finding.earlier
        before = None if earlier is None else earlier.number
        yield row(before, item.number, item.finding, "again" if before else "is_new")
    for own in gone:
        yield row(own.number, "", own, own.why)


def money_sheet(report: Report, words: Words) -> SheetTable:
    """Money due and moved, for each finding whose rule says it."""
    return sheet(
        words,
        "page_one.money",
        "number 6, id 14, provision 12, session 14, table 14, coup 14, player 14, event 22, "
        "money.due 14 money, money.done 14 money, money.difference 14 money",
        (
            (
                *(item.number, item.finding.id, " ".join(item.finding.provisions)),
                *_whose(item.finding),
                labels.balance(money.events, money.less, words),
                *amounts(money),
            )
            for item, money in figures.money_lines(report)
        ),
    )


def _whose(finding: Finding) -> Row:
    subject = finding.subject
    coup = "" if subject.coup is None else subject.coup
    return subject.session or "", subject.table or "", coup, subject.player or ""


def sums_sheet(report: Report, words: Words) -> SheetTable:
    """Money added up by player, and for the whole house; too much and too little stay apart."""
    players = (
        (player or words("money.nobody"), own)
        for player, every in figures.by_player(report)
        for own in every
    )
    house = ((words("sums.house"), own) for own in figures.differences(report.findings))
    return sheet(
        words,
        "money.players",
        "player 24, event 22, sums.which 12, findings 10, money.due 14 money, "
        "money.done 14 money, money.difference 14 money, money.short_players 24 money, "
        "money.short_house 24 money",
        (_sum(who, difference, words) for who, difference in chain(players, house)),
    )


def _sum(who: str, own: figures.Difference, words: Words) -> Row:
    which = words("sums.over" if own.over else "sums.under")
    difference = own.amount if own.over else f"-{own.amount}"
    sums = (amount(text) for text in (own.due, own.done, difference))
    side = figures.side_of(own.events, own.less, over=own.over)
    short = (amount(own.amount) if side == each else "" for each in figures.SIDES)
    return who, labels.balance(own.events, own.less, words), which, own.count, *sums, *short


# ---- requests -----------------------------------------------------------------------------------
def requests_sheet(report: Report, words: Words) -> SheetTable:
    """The requests to the casino, with room for the answers."""
    every = enumerate(requests.requests(report, words), start=1)
    rows = ((at, text.replace("`", "")) for at, text in every)
    return sheet(words, "requests", "number 6, requests 110 long, card.answer 40 long", rows)


def images_sheet(report: Report, words: Words) -> SheetTable:
    """The images that are asked for."""
    rows = (
        (
            own.table,
            own.start.replace(tzinfo=None),
            own.end.replace(tzinfo=None),
            ", ".join(own.cameras),
            "" if own.before is None else day(own.before.isoformat(), words.language),
            ", ".join(map(str, own.findings)),
        )
        for own in requests.image_requests(report)
    )
    columns = "table 14, visit.from 19 moment, visit.to 19 moment, visit.camera 30"
    return sheet(words, "visit.images", f"{columns}, visit.before 14, findings 30", rows)


def open_sheet(report: Report, words: Words) -> SheetTable:
    """The rules that could not be verified, and why."""
    numbers = finding_cards.numbers(class_sections(report))

    def waits_for(rules: Sequence[str]) -> str:
        awaited = sorted(number for name in rules for number in numbers.get(name, ()))
        return finding_cards.numbered(awaited, most=12)

    rows = (
        (
            " ".join(rule.provisions),
            words("suspended" if own.waits_for else "unknown"),
            own.count,
            _plain(own.reason, words),
            waits_for(own.waits_for),
            rule.rule,
        )
        for rule in report.rules
        for own in rule.not_verifiable_reasons
    )
    columns = "provision 16, state 18, number_of 10, reason 80 long, open.awaits 24 long, rule 34"
    return sheet(words, "open", columns, rows)


# ---- rules and rows -----------------------------------------------------------------------------
def provisions_sheet(report: Report, words: Words) -> SheetTable:
    """Each provision, its state, how often it was judged, and what text it is from."""
    return sheet(
        words,
        "provisions",
        "ruleset 16, provision 12, asks 60 long, state 16, occasions 12, findings 12, "
        "suspended 12, unknown 12, reason 44 long, source 36 long, source_is 36 long, "
        "rules_of 40 long",
        (tuple(_provision(own, words)) for own in labels.by_basis(report.provisions)),
    )


def _provision(own: Provision, words: Words) -> Iterator[Cell]:
    yield from (own.ruleset, own.id, _says(own.text, words))
    yield words(f"state.{labels.state_shown(own)}")
    yield from (own.checked, own.violations, own.suspended, own.unknown)
    why = [_plain(reason, words) for reason in own.reasons]
    if own.refers_to:
        why.append(words("refers_to", provisions=", ".join(own.refers_to)))
    yield " – ".join(why)
    yield labels.legal_text(own.source, words) if own.source else ""
    yield labels.source_state(own.source, words) if own.source else words("mark.no_source")
    yield ", ".join(own.rules)


def evidence_columns(report: Report) -> tuple[str, ...]:
    """The columns of the log that rows of evidence fill, in their order; the first of very many."""
    rows = chain.from_iterable(own.evidence for own in report.findings)
    return tuple(dict.fromkeys(name for row in rows for name in row.cells))[:MOST_COLUMNS]


def evidence_cells(row: EvidenceRow, names: Collection[str]) -> tuple[str, ...]:
    """One cell for each named column, and one for all the rest."""
    others = (f"{name}={text}" for name, text in row.cells.items() if name not in names)
    return *(row.cells.get(name, "") for name in names), " ".join(others)


def evidence_sheet(report: Report, words: Words) -> SheetTable:
    """The rows that findings rest on, each with its cells as the file has them."""
    names = evidence_columns(report)
    columns = (
        *columns_of("number 6, id 14, file 22, sheet 12, row 8", words),
        *(_of_log(name, words) for name in names),
        *columns_of("others 16", words),
    )
    rows = (
        (item.number, item.finding.id, *place(row), *evidence_cells(row, names))
        for item in numbered(report)
        for row in item.finding.evidence
    )
    return sheet(words, "evidence", columns, rows)


def _of_log(name: str, words: Words) -> SheetColumn:
    """A column of the log as people call it, and as the file does, if the rules know it."""
    said = words.field(name) if words.type_of(name) else name
    both = name if said == name else f"{said} ({name})"
    return SheetColumn(both, max(10, min(len(both) + 2, 24)))


def row_count_sheet(report: Report, words: Words) -> SheetTable:
    """Rows read, evaluated and set aside of each file, and what is to be said of it."""
    inputs = report.inputs
    read, evaluated = sum(i.rows_read for i in inputs), sum(i.rows_evaluated for i in inputs)
    total = words("total"), "", "", read, evaluated, report.summary.set_aside
    columns = "file 30, sheet 14, sha256 66, rows_read 12, rows_evaluated 12, rows_set_aside 12"
    rows = (*(row_count_cells(own, words.language) for own in inputs), total)
    return sheet(words, "row_count", f"{columns}, remarks 60 long", rows)


def row_count_cells(own: Input, language: Language) -> Row:
    """One file or sheet: its rows, and what is to be said of it."""
    notes = " ".join(note.in_language(language) for note in own.notes)
    counts = own.rows_read, own.rows_evaluated, own.rows_set_aside
    return own.file, own.sheet or "", own.sha256, *counts, notes


def set_aside_sheet(report: Report, words: Words) -> SheetTable:
    """The rows that were not evaluated, each with its column, its raw value and the reason."""
    columns = "file 30, sheet 14, row 8, line 8, column 18, value 24, reason 70 long"
    return sheet(words, "set_aside", columns, map(set_aside_cells, report.set_aside))


def set_aside_cells(own: SetAside) -> Row:
    """One row that was set aside."""
    return *place(own), own.line or "", own.column or "", own.value or "", own.reason


# ---- counts -------------------------------------------------------------------------------------
def totals_sheet(report: Report, words: Words) -> SheetTable:
    """Each table and evening, then all of them."""
    totals = report.totals
    names = tuple(dict.fromkeys(name for own in totals for name in own.within))
    kinds = figures.kinds_moved(totals)
    columns = columns_of(
        ", ".join((*(f"{name} 16" for name in names), "totals.rows 10, totals.coups 8")), words
    )
    for kind in kinds:
        event = words.event(kind)
        columns.append(heading(words("totals.number", event=event), 12))
        columns.append(heading(words("totals.sum", event=event), 14, "money"))
    lines = [
        figures.control_line(tuple(own.within.get(name, "") for name in names), [own])
        for own in totals
    ]
    if totals:
        blank = ("",) * max(0, len(names) - 1)
        lines.append(figures.control_line((words("total"), *blank), totals))
    return sheet(words, "totals", columns, (tuple(_totals(own, kinds)) for own in lines))


def _totals(line: figures.ControlLine, kinds: Iterable[str]) -> Iterator[Cell]:
    yield from line.place
    yield from (line.rows, line.coups)
    for kind in kinds:
        moved = line.moved.get(kind)
        yield "" if moved is None else moved.count
        yield amount(moved.amount) if moved is not None and moved.is_read else ""


def information_sheet(told: Information, report: Report, words: Words) -> SheetTable:
    """Each result of each statistic, and each sum."""
    names = "statistic 34, where 30, count 10, left_out 10, result 16, observed 10, expected_of 12"
    sums = "wagered 14 money, gained 14 money, expected 14 money, deviation 14 money"
    named = f"{names}, {sums}, p_alone 10, p 12".replace(", ", ", information.")
    return sheet(words, "information", f"information.{named}", _information(told, report, words))


def _information(told: Information, report: Report, words: Words) -> Iterator[Row]:
    yield words("information.note"), ""
    for measure in told.measures:
        head = (
            measure.title.in_language(words.language),
            information.where(report, measure, words),
            measure.count,
            measure.left_out,
        )
        both = (measure.p.alone, measure.p.corrected) if measure.p else ()
        p = [information.chance_said(share, words) for share in both] or ["", ""]
        if take := measure.take:
            sums = (take.wagered, take.gained, take.expected, take.deviation)
            yield (*head, "", "", "", *map(amount, sums), *p)
        for result in measure.results:
            expected = amount(information.to_a_tenth(information.expected_of(measure, result)))
            name = result.said.in_language(words.language)
            yield (*head, name, result.count, expected, "", "", "", "", *p)
    for none in told.unlooked:
        what = information.unlooked_said(none, words).replace("`", "")
        yield words("information.unlooked"), what, none.count
