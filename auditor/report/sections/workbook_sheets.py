"""The sheets of the workbook: one thing a row, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from itertools import chain

from auditor.report import labels, model
from auditor.report.labels import Words
from auditor.report.render.json import report_id
from auditor.report.sections import figures, finding_cards
from auditor.report.sections.coup_table import lacking
from auditor.report.sections.fitness import fitness_lines, image_requests, requests
from auditor.report.sections.groups import Numbered, class_sections, numbered
from auditor.report.sections.statement import acceptances, case_lines, conclusion, reservations
from auditor.report.typography import PLAIN_NUMBER, day, instant, moment, span, value_said
from auditor.source import Frozen

Cell = str | int | Decimal | datetime
Row = tuple[Cell, ...]
EXACT_DIGITS = 15
"""Digits of a decimal that a binary number of 64 bits gives back as they went in."""
EARLIEST = 1900
"""The first year of a spreadsheet's calendar."""
MOST_COLUMNS = 120
KEYS = ", ".join(f"{key} 14" for key in labels.KEYS)


class SheetColumn(Frozen):
    """The heading of a column, its width in signs, and how its cells are formatted."""

    heading: str
    width: int
    format: str = "text"


class SheetTable(Frozen):
    """A name, columns, and rows, which may be shorter than the header."""

    name: str
    columns: Sequence[SheetColumn]
    rows: Iterable[Row]


Columns = str | Callable[[model.Report, Words], Sequence[SheetColumn]]
Rows = Callable[[model.Report, Words], Iterable[Row]]
_SHEETS: list[tuple[str, Columns, Rows, Callable[[model.Report], object]]] = []
"""The word of each sheet, its columns and rows, and the part of a report without which there is no
such sheet; in their order.
"""


def all_sheets(report: model.Report, words: Words) -> Iterator[SheetTable]:
    """The sheets in their order."""
    for name, columns, rows, part in _SHEETS:
        if part(report) is not None:
            if isinstance(columns, str):
                told: Sequence[SheetColumn] = columns_of(columns, words)
            else:
                told = columns(report, words)
            yield SheetTable(words(name), told, rows(report, words))


def _sheet(
    name: str, columns: Columns, part: Callable[[model.Report], object] = lambda own: own
) -> Callable[[Rows], Rows]:
    """Enters a sheet, which is called by a word of the report."""

    def entered(rows: Rows) -> Rows:
        _SHEETS.append((name, columns, rows, part))
        return rows

    return entered


def columns_of(text: str, words: Words) -> list[SheetColumn]:
    """Columns from `number 6, asks 48 long`: the word of each heading, or `-`; width and format."""
    parts = map(str.split, text.split(", "))
    return [
        heading("" if key == "-" else words(key), int(width), *format_)
        for key, width, *format_ in parts
    ]


def heading(said: str, width: int, format_: str = "text") -> SheetColumn:
    """A column called by our own words."""
    return SheetColumn(said[:1].upper() + said[1:], width, format_)


# ---- cells --------------------------------------------------------------------------------------
def amount(text: str | None) -> Cell:
    """A plain decimal as the number that it is; whatever no spreadsheet holds exactly as text."""
    if text is None or not PLAIN_NUMBER.fullmatch(text):
        return text or ""
    number = Decimal(text)
    return number if len(number.as_tuple().digits) <= EXACT_DIGITS else text


def amounts(money: model.Money) -> Row:
    """The sums due and moved, and their difference."""
    return tuple(map(amount, (money.due, money.done, money.difference)))


def moment_of(iso: str | None) -> Cell:
    """A moment as the log's clock showed it; other text stays as it is."""
    time = instant(iso or "")
    if time is None or time.year < EARLIEST:
        return iso or ""
    return time.replace(tzinfo=None)


def place(row: model.RowRef) -> Row:
    return row.file, row.sheet or "", row.row


def _plain(text: model.Bilingual, words: Words) -> str:
    """A sentence of ours in which names stand in backticks, which a cell cannot set apart."""
    return words.says(text).replace("`", "")


# ---- the report, and the fitness of the logs ----------------------------------------------------
@_sheet("sheet.report", "title 30, - 110 long")
def _whole(report: model.Report, words: Words) -> Iterator[Row]:
    """Whose report it is and what it concludes, as page one says it."""
    language = words.language
    yield words("kind"), words("not_a_record")
    yield words("establishment"), ", ".join(report.establishments) or words("no_establishment")
    dated = report.period.start or report.period.end
    yield words("period"), span(report.period, language) if dated else words("no_period")
    yield from case_lines(report, words)
    yield words("conclusion"), conclusion(report, words)
    beside = (*reservations(report, words), *acceptances(report, words))
    yield from (("", said.replace("`", "")) for said in beside)
    for ruleset in report.rulesets:
        title = ruleset.title.in_language(language)
        yield words("ruleset"), f"{title} ({ruleset.name} {ruleset.version})"
        yield words("sha256"), ruleset.sha256
        for source in ruleset.sources:
            state = labels.source_state(source, words)
            yield words("source"), f"{labels.legal_text(source, words)} – {state}"
    yield words("report_id"), report_id(report)
    if report.run.started:
        yield words("made"), moment(report.run.started, language)
    yield words("program"), f"auditor {report.auditor.version}"


@_sheet("fitness", "fitness 36, - 110 long")
def _fitness(report: model.Report, words: Words) -> Iterator[Row]:
    for line in fitness_lines(report.fitness, words):
        yield line.label, line.says.replace("`", "")
        yield from (("", case.replace("`", "")) for case in line.cases)


# ---- findings -----------------------------------------------------------------------------------
@_sheet(
    "findings",
    "number 6, id 14, page_one.nature 26, severity 10, provision 12, asks 48 long, "
    "finding_says 56 long, expected 12 number, found 12 number, file 22, sheet 12, row 8, "
    "rows_wrong 14, events_wrong 22, rows_used 26, number_of 8, time 19 moment, "
    f"{KEYS}, others 16, rule 34",
)
def _findings(report: model.Report, words: Words) -> Iterator[Row]:
    """One finding a row, with its number in the other forms of the report."""
    asks = {(own.ruleset, own.id): words.says(own.text) for own in report.provisions}
    return (tuple(_finding(item, asks, words)) for item in numbered(report))


def _finding(item: Numbered, asks: dict[tuple[str, str], str], words: Words) -> Iterator[Cell]:
    finding = item.finding
    yield from (item.number, finding.id, words(f"class.{finding.class_}.short"))
    yield from (words(f"severity.{finding.severity}"), " ".join(finding.provisions))
    asked = (asks.get((finding.rule.partition("/")[0], id_)) for id_ in finding.provisions)
    yield " / ".join(text for text in asked if text is not None)
    yield words.says(finding.message)
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


def _value(text: str | None, said: model.Bilingual | None, words: Words) -> Cell:
    cell = amount(text)
    return value_said(cell, said, words.language) if isinstance(cell, str) else cell


@_sheet(
    "follow",
    "follow.number 10, number 8, id 14, severity 10, follow.state 40, finding_says 70 long, "
    "rule 34",
    lambda report: report.follow_up,
)
def _followed_up(report: model.Report, words: Words) -> Iterator[Row]:
    """The findings of the report that is followed up, and their fate."""

    def row(before: int | None, number: Cell, own: model.Finding | model.Gone, state: str) -> Row:
        severity, says = words(f"severity.{own.severity}"), words.says(own.message)
        return before or "", number, own.id, severity, words(f"follow.{state}"), says, own.rule

    for item in numbered(report):
        earlier = item.finding.earlier
        before = None if earlier is None else earlier.number
        yield row(before, item.number, item.finding, "again" if before else "is_new")
    for own in report.follow_up.gone if report.follow_up is not None else ():
        yield row(own.number, "", own, own.why)


@_sheet(
    "page_one.money",
    "number 6, id 14, provision 12, session 14, table 14, coup 14, player 14, event 22, "
    "money.due 14 money, money.done 14 money, money.difference 14 money",
)
def _money(report: model.Report, words: Words) -> Iterator[Row]:
    """Money due and moved, for each finding whose rule says it."""
    for item, money in figures.money_lines(report):
        own = item.finding
        kinds = labels.balance(money.events, money.less, words)
        yield item.number, own.id, " ".join(own.provisions), *_whose(own), kinds, *amounts(money)


def _whose(finding: model.Finding) -> Row:
    subject = finding.subject
    coup = "" if subject.coup is None else subject.coup
    return subject.session or "", subject.table or "", coup, subject.player or ""


@_sheet(
    "money.players",
    "player 24, event 22, sums.which 12, findings 10, money.due 14 money, money.done 14 money, "
    "money.difference 14 money, money.short_players 24 money, money.short_house 24 money",
)
def _sums(report: model.Report, words: Words) -> Iterator[Row]:
    """Money added up by player, and for the whole house; too much and too little stay apart."""
    for player, every in figures.by_player(report):
        yield from (_sum(player or words("money.nobody"), own, words) for own in every)
    for own in figures.differences(report.findings):
        yield _sum(words("sums.house"), own, words)


def _sum(who: str, own: figures.Difference, words: Words) -> Row:
    which = words("sums.over" if own.over else "sums.under")
    difference = own.amount if own.over else f"-{own.amount}"
    sums = (amount(text) for text in (own.due, own.done, difference))
    side = figures.side_of(own.events, own.less, over=own.over)
    short = (amount(own.amount) if side == each else "" for each in figures.SIDES)
    return who, labels.balance(own.events, own.less, words), which, own.count, *sums, *short


# ---- requests -----------------------------------------------------------------------------------
@_sheet("requests", "number 6, requests 110 long, card.answer 40 long")
def _requests(report: model.Report, words: Words) -> Iterator[Row]:
    """The requests to the casino, with room for the answers."""
    for at, text in enumerate(requests(report, words), start=1):
        yield at, text.replace("`", "")


@_sheet(
    "open", "provision 16, state 18, number_of 10, reason 80 long, open.awaits 24 long, rule 34"
)
def _open(report: model.Report, words: Words) -> Iterator[Row]:
    """The rules that could not be verified, and why."""
    numbers = finding_cards.numbers(class_sections(report))
    for rule in report.rules:
        for own in rule.not_verifiable_reasons:
            awaited = sorted(number for name in own.waits_for for number in numbers.get(name, ()))
            state = words("suspended" if own.waits_for else "unknown")
            waits_for = finding_cards.numbered(awaited, most=12)
            provisions, why = " ".join(rule.provisions), _plain(own.reason, words)
            yield provisions, state, own.count, why, waits_for, rule.rule


@_sheet(
    "visit.images",
    "table 14, visit.from 19 moment, visit.to 19 moment, visit.camera 30, visit.before 14, "
    "findings 30",
)
def _images(report: model.Report, words: Words) -> Iterator[Row]:
    """The images that are asked for."""
    for own in image_requests(report):
        start, end = (at.replace(tzinfo=None) for at in (own.start, own.end))
        before = "" if own.before is None else day(own.before.isoformat(), words.language)
        findings = ", ".join(map(str, own.findings))
        yield own.table, start, end, ", ".join(own.cameras), before, findings


# ---- rules and rows -----------------------------------------------------------------------------
@_sheet(
    "provisions",
    "ruleset 16, provision 12, asks 60 long, state 16, occasions 12, findings 12, suspended 12, "
    "unknown 12, reason 44 long, source 36 long, source_is 36 long, rules_of 40 long",
)
def _provisions(report: model.Report, words: Words) -> Iterator[Row]:
    """Each provision, its state, how often it was judged, and what text it is from."""
    return (tuple(_provision(own, words)) for own in labels.by_basis(report.provisions))


def _provision(own: model.Provision, words: Words) -> Iterator[Cell]:
    yield from (own.ruleset, own.id, words.says(own.text))
    yield words(f"state.{labels.state_shown(own)}")
    yield from (own.checked, own.violations, own.suspended, own.unknown)
    why = [_plain(reason, words) for reason in own.reasons]
    if own.refers_to:
        why.append(words("refers_to", provisions=", ".join(own.refers_to)))
    yield " – ".join(why)
    yield labels.legal_text(own.source, words) if own.source else ""
    yield labels.source_state(own.source, words) if own.source else words("mark.no_source")
    yield ", ".join(own.rules)


def evidence_columns(report: model.Report) -> tuple[str, ...]:
    """The columns of the log that rows of evidence fill, in their order; the first of very many."""
    rows = chain.from_iterable(own.evidence for own in report.findings)
    return tuple(dict.fromkeys(name for row in rows for name in row.cells))[:MOST_COLUMNS]


def evidence_cells(row: model.EvidenceRow, names: Collection[str]) -> tuple[str, ...]:
    """One cell for each named column, and one for all the rest."""
    others = (f"{name}={text}" for name, text in row.cells.items() if name not in names)
    return *(row.cells.get(name, "") for name in names), " ".join(others)


def _log_columns(report: model.Report, words: Words) -> list[SheetColumn]:
    own = (_of_log(name, words) for name in evidence_columns(report))
    first = columns_of("number 6, id 14, file 22, sheet 12, row 8", words)
    return [*first, *own, *columns_of("others 16", words)]


@_sheet("evidence", _log_columns)
def _evidence(report: model.Report, _: Words) -> Iterator[Row]:
    """The rows that findings rest on, each with its cells as the file has them."""
    names = evidence_columns(report)
    for item in numbered(report):
        for row in item.finding.evidence:
            yield item.number, item.finding.id, *place(row), *evidence_cells(row, names)


def _of_log(name: str, words: Words) -> SheetColumn:
    """A column of the log as people call it, and as the file does, if the rules know it."""
    said = words.field(name) if words.type_of(name) else name
    both = name if said == name else f"{said} ({name})"
    return SheetColumn(both, max(10, min(len(both) + 2, 24)))


@_sheet(
    "row_count",
    "file 30, sheet 14, sha256 66, rows_read 12, rows_evaluated 12, rows_set_aside 12, "
    "remarks 60 long",
)
def _row_count(report: model.Report, words: Words) -> Iterator[Row]:
    """Rows read, evaluated and set aside of each file, and what is to be said of it."""
    yield from (row_count_cells(own, words.language) for own in report.inputs)
    read, evaluated = (
        sum(getattr(own, name) for own in report.inputs) for name in ("rows_read", "rows_evaluated")
    )
    yield words("total"), "", "", read, evaluated, report.summary.set_aside


def row_count_cells(own: model.Input, language: model.Language) -> Row:
    """One file or sheet: its rows, and what is to be said of it."""
    notes = " ".join(note.in_language(language) for note in own.notes)
    counts = own.rows_read, own.rows_evaluated, own.rows_set_aside
    return own.file, own.sheet or "", own.sha256, *counts, notes


# ---- counts -------------------------------------------------------------------------------------
def _totals_columns(report: model.Report, words: Words) -> list[SheetColumn]:
    places = (f"{name} 16" for name in _names(report))
    columns = columns_of(", ".join((*places, "totals.rows 10, totals.coups 8")), words)
    for event in map(words.event, figures.kinds_moved(report.totals)):
        columns.append(heading(words("totals.number", event=event), 12))
        columns.append(heading(words("totals.sum", event=event), 14, "money"))
    return columns


def _names(report: model.Report) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for own in report.totals for name in own.within))


@_sheet("totals", _totals_columns)
def _totals_all(report: model.Report, words: Words) -> Iterator[Row]:
    """Each table and evening, then all of them."""
    names, kinds = _names(report), figures.kinds_moved(report.totals)
    for own in report.totals:
        place_ = tuple(own.within.get(name, "") for name in names)
        yield tuple(_totals(figures.control_line(place_, [own]), kinds))
    if report.totals:
        blank = ("",) * max(0, len(names) - 1)
        yield tuple(_totals(figures.control_line((words("total"), *blank), report.totals), kinds))


def _totals(line: figures.ControlLine, kinds: Iterable[str]) -> Iterator[Cell]:
    yield from line.place
    yield from (line.rows, line.coups)
    for kind in kinds:
        moved = line.moved.get(kind)
        yield "" if moved is None else moved.count
        yield amount(moved.amount) if moved is not None and moved.is_read else ""


_MEASURES = (
    "statistic 34, where 30, count 10, left_out 10, result 16, observed 10, expected_of 12, "
    "wagered 14 money, gained 14 money, expected 14 money, deviation 14 money, p_alone 10, p 12"
).replace(", ", ", information.")


@_sheet("information", f"information.{_MEASURES}", lambda report: report.information)
def _information(report: model.Report, words: Words) -> Iterator[Row]:
    """Each result of each statistic, and each sum."""
    told = report.information or model.Information()
    yield words("information.note"), ""
    for measure in told.measures:
        head = (
            measure.title.in_language(words.language),
            figures.where(report, measure, words),
            measure.count,
            measure.left_out,
        )
        both = (measure.p.alone, measure.p.corrected) if measure.p else ()
        p = [figures.chance_said(share, words) for share in both] or ["", ""]
        if take := measure.take:
            sums = (take.wagered, take.gained, take.expected, take.deviation)
            yield (*head, "", "", "", *map(amount, sums), *p)
        for result in measure.results:
            expected = amount(figures.to_a_tenth(figures.expected_of(measure, result)))
            name = result.said.in_language(words.language)
            yield (*head, name, result.count, expected, "", "", "", "", *p)
    for none in told.unlooked:
        what = figures.unlooked_said(none, words).replace("`", "")
        yield words("information.unlooked"), what, none.count


@_sheet("set_aside", "file 30, sheet 14, row 8, line 8, column 18, value 24, reason 70 long")
def _set_aside(report: model.Report, _: Words) -> Iterator[Row]:
    """The rows that were not evaluated, each with its column, its raw value and the reason."""
    return map(set_aside_cells, report.set_aside)


def set_aside_cells(own: model.SetAside) -> Row:
    """One row that was set aside."""
    return *place(own), own.line or "", own.column or "", own.value or "", own.reason
