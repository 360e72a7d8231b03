"""Groups of findings and rows: how many are set out, how many listed in columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import count as count_from
from typing import TypeVar

from auditor.messages.message import abridged
from auditor.report import model
from auditor.report.labels import KEYS, Words, first_row, scope_said
from auditor.report.typography import clock, number, value_said, visible
from auditor.source import Frozen
from auditor.values import moment

RICH_FINDINGS = 300  # set out in full; WeasyPrint needs 10 ms for each, the list 0.5 ms a line
MOST_ALIKE, FIRST_ALIKE = 5, 3  # of more findings of one rule, so many are set out
LONG = 20  # lines of a finding that is kept on one page: half of it
MOST_FILES = 4  # that page one names; the row count has all, with their hashes
MOST_LISTED = 50  # of one rule, where findings.json goes with the document
RICH_SET_ASIDE = 300  # rows set aside in a table
Row = TypeVar("Row", bound=model.RowRef)
_LONG_NAME = 14  # letters
_WIDE_ID = 13  # letters of the longest id that an article or a rule of logs has
PLACE_COLUMNS = ("time", "event")  # columns of their own in a table of evidence


class Numbered(Frozen):
    """A finding and its number in the document."""

    number: int
    finding: model.Finding


class RuleSection(Frozen):
    """The findings of one rule: the first of them in full, the others in the annex."""

    rule: model.Rule
    provisions: tuple[model.Provision, ...]
    readings: tuple[model.Reading, ...]
    shown: tuple[Numbered, ...]
    listed: tuple[Numbered, ...]

    @property
    def total(self) -> int:
        return len(self.shown) + len(self.listed)


class ClassSection(Frozen):
    """The findings of one class, by provision."""

    class_: model.FindingClass
    rules: tuple[RuleSection, ...]

    @property
    def total(self) -> int:
        return sum(section.total for section in self.rules)


class EvidenceGroup(Frozen):
    """Rows of one file, and the cells that are the same in all of them."""

    file: str
    sheet: str | None
    common: dict[str, str]
    rows: tuple[model.EvidenceRow, ...]

    def common_cells(self, subject: model.Subject) -> dict[str, str]:
        """Cells that all rows share and that the finding's subject does not say already."""
        return _beside(self.common, subject)

    def own_cells(self, row: model.EvidenceRow, subject: model.Subject) -> dict[str, str]:
        """Cells of one row alone that neither the subject nor another column says."""
        elsewhere = {*self.common, *PLACE_COLUMNS}
        told = _told(row)
        cells = {column: text for column, text in told.items() if column not in elsewhere}
        return _beside(cells, subject)


def class_sections(report: model.Report) -> tuple[ClassSection, ...]:
    """Findings by class, provision and rule, numbered so; no section without findings.

    Many findings of one rule have one cause more often than not: the first are set out, the others
    listed.
    """
    order = {(own.ruleset, own.id): at for at, own in enumerate(report.provisions)}
    rules = {rule.rule: rule for rule in report.rules}
    groups: dict[str, list[model.Finding]] = {}
    for finding in report.findings:
        groups.setdefault(finding.rule, []).append(finding)

    def place(name: str) -> tuple[int, int, int, str]:
        rule = rules[name]
        first = order.get((name.partition("/")[0], rule.provisions[0]), len(order))
        return model.CLASSES.index(rule.class_), first, model.SEVERITIES.index(rule.severity), name

    ordered = sorted(groups, key=place)
    counts = (len(groups[name]) for name in ordered)
    wanted = [FIRST_ALIKE if count > MOST_ALIKE else count for count in counts]
    sections: dict[model.FindingClass, list[RuleSection]] = {}
    numbers = count_from(1)
    for name, share in zip(ordered, fair_shares(wanted, RICH_FINDINGS), strict=True):
        rule, every = rules[name], tuple(Numbered(next(numbers), own) for own in groups[name])
        provisions, readings = cited(report, name, rule.provisions), readings_of(report, rule)
        section = RuleSection(rule, provisions, readings, every[:share], every[share:])
        sections.setdefault(rule.class_, []).append(section)
    return tuple(ClassSection(class_, tuple(own)) for class_, own in sections.items())


def placed(report: model.Report) -> Iterator[tuple[Numbered, RuleSection]]:
    """All findings with their numbers in the document, in their order, each with its rule."""
    for part in class_sections(report):
        for section in part.rules:
            yield from ((own, section) for own in (*section.shown, *section.listed))


def numbered(report: model.Report) -> Iterator[Numbered]:
    """All findings with their numbers in the document, in the order of these."""
    return (own for own, _ in placed(report))


def readings_used(
    report: model.Report, sections: Sequence[ClassSection]
) -> tuple[model.Reading, ...]:
    """The readings that findings rest on, in the order of the ruleset; the rule book has all."""
    used = {own for part in sections for section in part.rules for own in section.readings}
    return tuple(own for own in report.readings if own in used)


def readings_of(report: model.Report, rule: model.Rule) -> tuple[model.Reading, ...]:
    """The readings that a rule rests on."""
    ruleset = rule.rule.partition("/")[0]
    return tuple(
        own for own in report.readings if own.ruleset == ruleset and own.id in rule.readings
    )


def fair_shares(sizes: Sequence[int], capacity: int) -> list[int]:
    """How many of each size fit in `capacity`, so that no large one crowds out a small one."""
    shares = [0] * len(sizes)
    hungry = [index for index, size in enumerate(sizes) if size]
    while capacity > 0 and hungry:
        portion = max(1, capacity // len(hungry))
        for index in hungry[:capacity]:
            given = min(portion, sizes[index] - shares[index])
            shares[index] += given
            capacity -= given
        hungry = [index for index in hungry if shares[index] < sizes[index]]
    return shares


def cited(report: model.Report, rule: str, ids: Sequence[str]) -> tuple[model.Provision, ...]:
    """The provisions that a rule cites, those of its own ruleset where an id is in several."""
    ruleset = rule.partition("/")[0]
    by_id: dict[str, model.Provision] = {}
    for provision in report.provisions:
        if provision.id in ids and (provision.id not in by_id or provision.ruleset == ruleset):
            by_id[provision.id] = provision
    return tuple(by_id[id_] for id_ in ids if id_ in by_id)


def is_long(finding: model.Finding) -> bool:
    """A long finding may be broken over pages; any other is kept on one."""
    seats = {own.values.get("seat", own.values.get("player")) for own in finding.coup}
    lines = len(seats) if finding.coup else 2 * len(finding.evidence)  # each takes two at least
    return lines > LONG or max(len(finding.message.fr), len(finding.message.en)) > 600


def evidence_groups(evidence: Sequence[model.EvidenceRow]) -> tuple[EvidenceGroup, ...]:
    """The rows of evidence by file and sheet; what they have in common is said once."""
    return tuple(
        EvidenceGroup(rows[0].file, rows[0].sheet, _common(rows), rows)
        for rows in by_file(evidence)
    )


def has_long_name(names: Iterable[str]) -> bool:
    """Whether a table or a player is called by more than a number or a pseudonym."""
    return any(len(name) > _LONG_NAME for name in names)


def is_one_night(report: model.Report) -> bool:
    """Whether an hour alone says when: all events lie within a day."""
    first, last = report.fitness.period.start, report.fitness.period.end
    if first is None or last is None:
        return False
    start, end = (moment(datetime.fromisoformat(own)) for own in (first, last))
    return end - start < timedelta(days=1)


def has_wide_ids(report: model.Report) -> bool:
    """Whether provisions have names of their own, which need more room than numbers of articles."""
    return any(len(own.id) > _WIDE_ID for own in report.provisions)


def place_keys(report: model.Report) -> tuple[str, ...]:
    """The keys of a place at a table: no shoe where the game has none."""
    keys = ("table", "shoe", "coup")
    return tuple(
        key for key in keys if any(getattr(own.subject, key) is not None for own in report.findings)
    )


def by_file(rows: Sequence[Row]) -> tuple[tuple[Row, ...], ...]:
    """Rows of one file and sheet together, files in the order of their first row."""
    groups: dict[tuple[str, str | None], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.file, row.sheet), []).append(row)
    return tuple(map(tuple, groups.values()))


def reasons_set_aside(report: model.Report) -> tuple[tuple[str, int], ...]:
    """Why rows were set aside, the most frequent reason first."""
    counted = Counter(row.reason for row in report.set_aside)
    return tuple(sorted(counted.items(), key=lambda item: (-item[1], item[0])))


def _beside(cells: dict[str, str], subject: model.Subject) -> dict[str, str]:
    """The cells that do not repeat the subject."""
    said = {name: str(value) for name, value in subject if value is not None}
    return {name: text for name, text in cells.items() if said.get(name) != text}


def _told(row: model.EvidenceRow) -> dict[str, str]:
    """The cells of a row; of a file in a format of its own what the rule read in it."""
    return row.cells if row.read is None else row.read


def _common(rows: Sequence[model.EvidenceRow]) -> dict[str, str]:
    if len(rows) < 2:
        return {}
    first, *others = map(_told, rows)
    return {
        column: text
        for column, text in first.items()
        if column not in PLACE_COLUMNS and all(cells.get(column) == text for cells in others)
    }


LINES_A_BLOCK = 50  # one <pre> of all lines takes ten times as long to lay out
LONGEST_CELL = 60
WIDEST = 44  # a longer cell pushes its own line to the right, not those of all others


class Listing(Frozen):
    """Text that all items have in common, the columns' names, and the lines in blocks."""

    common: str
    head: str
    blocks: tuple[str, ...]


def finding_listing(items: Sequence[Numbered], words: Words) -> Listing:
    """Findings of one rule; the keys of the subject that never vary are said once."""
    language, findings = words.language, [item.finding for item in items]
    keys = [(words(key), [_subject_value(own, key, language) for own in findings]) for key in KEYS]
    columns = [
        (words("number"), [number(item.number, language) for item in items]),
        (words("id"), [own.id for own in findings]),
        (words("row_of_file"), list(map(first_row, findings))),
        (words("time"), [clock(own.time or "", language) for own in findings]),
        *(own for own in keys if len(set(own[1])) > 1),
        (words("expected"), [value_said(f.expected, f.expected_said, language) for f in findings]),
        (words("found"), [value_said(f.found, f.found_said, language) for f in findings]),
    ]
    same = [(label, texts[0]) for label, texts in keys if len(set(texts)) == 1]
    common = ", ".join(f"{label} {text}" for label, text in same if text)
    head, cells = zip(*columns, strict=True)
    return _listing(common, head, zip(*cells, strict=True))


def set_aside_listing(rows: Sequence[model.SetAside], words: Words) -> Listing:
    """Rows set aside of one file: row, column, value, reason."""
    head = [words("row"), words("column"), words("value"), words("reason")]
    cells = [
        [row.place, row.column or "", abridged(row.value or "", LONGEST_CELL), row.reason]
        for row in rows
    ]
    return _listing("", head, cells)


def _subject_value(finding: model.Finding, key: str, language: model.Language) -> str:
    value = getattr(finding.subject, key)
    return "" if value is None else scope_said(key, str(value), language)


def _listing(common: str, head: Sequence[str], cells: Iterable[Sequence[str]]) -> Listing:
    names, *lines = aligned([head, *cells])
    starts = range(0, len(lines), LINES_A_BLOCK)
    blocks = tuple("\n".join(lines[start : start + LINES_A_BLOCK]) for start in starts)
    return Listing(visible(common), names, blocks)


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Cells in columns two spaces apart; a column that is empty but for its name is left out."""
    shown = [[visible(cell) for cell in row] for row in rows]
    columns = [column for column in zip(*shown, strict=True) if any(column[1:])]
    widths = [min(WIDEST, max(map(len, column))) for column in columns]
    return [
        "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in zip(*columns, strict=True)
    ]
