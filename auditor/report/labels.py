"""How a row, a subject and a legal basis are named, the same way on every page."""

from __future__ import annotations

from collections.abc import Sequence

from auditor.report.model import Finding, LawSource, RowRef, Ruleset, Subject
from auditor.report.typography import HARD, day, visible
from auditor.report.words import Words

KEYS = ("casino", "season", "session", "table", "shoe", "coup", "seat", "player")


def row_name(row: RowRef) -> str:
    """`evening.csv:17`, or `evening.xlsx[Table 2]:17` where the file has sheets; `:17 (L19)` where
    an editor counts another line.
    """
    return visible(f"{file_name(row.file, row.sheet)}:{row.place}")


def first_row(finding: Finding) -> str:
    """The row to look at first, or nothing where a finding rests on none."""
    return row_name(finding.rows[0]) if finding.rows else ""


def file_name(file: str, sheet: str | None) -> str:
    return visible(f"{file}[{sheet}]" if sheet is not None else file)


def row_names(rows: Sequence[RowRef], words: Words, most: int = 12) -> str:
    """`lines 7, 8, 9 and 4 more`, the file in front of a row only where there are several."""
    if not rows:
        return ""
    single = len({(row.file, row.sheet) for row in rows}) == 1
    shown = ", ".join(row.place if single else row_name(row) for row in rows[:most])
    more = len(rows) - most
    rest = f" {words('more_rows', count=more)}" if more > 0 else ""
    return f"{words('rows', count=len(rows))}{HARD}{shown}{rest}"


def subject_parts(subject: Subject, words: Words) -> tuple[tuple[str, str], ...]:
    """Label and value of each key that the subject has, from the widest scope to the narrowest."""
    named = ((words(key), getattr(subject, key)) for key in KEYS)
    parts = [(label, str(value)) for label, value in named if value is not None]
    return (*parts, *subject.others.items())


def subject_line(subject: Subject, words: Words) -> str:
    """The subject on one line of the terminal or of a list: `table BJ1, shoe 2, coup 14`."""
    parts = subject_parts(subject, words)
    return visible(", ".join(f"{label} {value}" for label, value in parts))


def in_force(ruleset: Ruleset, words: Words) -> str:
    """From when until when the rules hold."""
    language = words.language
    match ruleset.in_force.start, ruleset.in_force.end:
        case str(start), str(end):
            return words("in_force.between", start=day(start, language), end=day(end, language))
        case str(start), None:
            return words("in_force.since", start=day(start, language))
        case None, str(end):
            return words("in_force.until", end=day(end, language))
        case _:
            return words("in_force.always")


def legal_text(source: LawSource, words: Words) -> str:
    """The text, its article and the edition, as far as the ruleset gives them."""
    name = source.text.said(words.language)
    parts = [visible(name)]
    if source.article and source.article not in name:
        parts.append(words("article", article=visible(source.article)))
    if source.edition:
        parts.append(words("edition", date=day(source.edition, words.language)))
    return ", ".join(parts)
