"""The card of a finding beside its sentence: place, images, the answer to it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime

from auditor.case import AskedAnswer, StatedCase
from auditor.language.wording import HARD
from auditor.report import model
from auditor.report.labels import (
    KEYS,
    Words,
    balance,
    file_name,
    first_row,
    provision_mark,
    row_name,
    subject_parts,
)
from auditor.report.sections.coup_table import cell_said, euros, lacking
from auditor.report.sections.figures import Difference, Short
from auditor.report.sections.groups import ClassSection
from auditor.report.sections.groups import numbered as numbered_findings
from auditor.report.typography import day, number
from auditor.values import moment

MOST_ROWS = 7
MOST_BESIDE = 3
MOST_OF_A_KIND = 12
CLOCK = 60
"""Seconds between two events whose order may be that in which they were written down: one hand
writes for a whole table, whose clock is set to the minute.
"""
_NOWHERE: Mapping[model.Position, int] = {}
_SCOPES = ("session", "table", "shoe", "coup")
_WIDE = frozenset({"casino", "season", "session"})
_SOME = frozenset({"> 0", ">= 1", "!= 0"})
_NONE = frozenset({"<= 0", "= 0", "< 1"})
_TELLING = re.compile(r"(?:(?:<=|>=|!=|<|>|=) )?-?\d+(?:\.\d+)?")


def sentence(text: str) -> str:
    """A message as a sentence of its own."""
    said = text[:1].upper() + text[1:]
    return said if said.endswith((".", "!", "?", "…")) else f"{said}."


def where(
    finding: model.Finding, report: model.Report, words: Words
) -> tuple[tuple[str, str], ...]:
    """Labels and values of the subject, without those that the whole report shares."""
    same = {words("season")}
    if len(report.establishments) < 2:
        same.add(words("casino"))
    parts = subject_parts(finding.subject, words)
    session, language = words("session"), words.language
    return tuple(
        (
            "" if label.casefold() in own.casefold().split() else label,
            day(own, language) if label == session else own,
        )
        for label, own in parts
        if label not in same
    )


def tells(value: str | None) -> bool:
    """Whether an expected or found value says something to who does not know the rule: a number."""
    return value is not None and _TELLING.fullmatch(value) is not None


def compared(finding: model.Finding, language: model.Language) -> bool:
    """Whether what was expected and found says more than the sentence does: never where all its
    numbers stand in that already, nor of a thing of which there is none where one had to be, or
    some where none had to.  Where none of them does, a bound alone says what the sentence is about,
    and only if that has no numbers of its own.
    """
    expected, found = finding.expected, finding.found
    if expected is None or found is None or not (tells(expected) and tells(found)):
        return False
    if (found == "0" and expected in _SOME) or expected in _NONE:
        return False
    said = finding.message.in_language(language)
    stand = {_stands_in(own, said, language) for own in (expected, found)}
    if len(stand) == 2:
        return True
    bare = stand == {False} and not finding.beside  # what came too early or too late is no sum
    return bare and expected[0] in "<>" and not re.search(r"\d", said)


def _stands_in(value: str, said: str, language: model.Language) -> bool:
    own = re.escape(number(value.rpartition(" ")[2], language))
    return re.search(rf"(?<![\d.,\u202f]){own}(?![\u202f.,]?\d)", said) is not None


def cited(finding: model.Finding, words: Words) -> str:
    """Where to look: `log.csv: stake row 785, payment row 804`; of what no sum is about the row."""
    rows = list(dict.fromkeys((*finding.rows[:1], *finding.decisive)))
    if not finding.money or not rows:
        return first_row(finding)
    said = [
        *_by_kind(rows, words),
        *(
            f"{words.event(own)}{words('colon')} {words('card.nothing')}"
            for own in lacking(finding)
        ),
    ]
    single = len({(own.file, own.sheet) for own in rows}) == 1
    file = f"{file_name(rows[0].file, rows[0].sheet)}{words('colon')} " if single else ""
    return file + ", ".join(said)


def _by_kind(
    rows: Sequence[model.CitedRow], words: Words, see: Mapping[model.Position, int] = _NOWHERE
) -> Iterator[str]:
    """`cards row 791, 792`: the rows of each kind, and which other finding is about a row."""
    single = len({(own.file, own.sheet) for own in rows}) == 1
    kinds: dict[str, list[str]] = {}
    for own in rows:
        name = words.event(own.event) if own.event else ""
        said = own.place if single else row_name(own)
        if (number_ := see.get(own.position)) is not None:
            said += f" ({words('card.see', number=number_)})"
        kinds.setdefault(name, []).append(said)
    short = f" {words('rows_short')}" if single else ""
    for name, places in kinds.items():
        more = len(places) - MOST_OF_A_KIND
        rest = f" {words('more_rows', count=more)}" if more > 0 else ""
        head = f"{name}{short}{HARD}" if name else ""
        yield f"{head}{', '.join(places[:MOST_OF_A_KIND])}{rest}"


def rows_told(
    finding: model.Finding,
    aside: Sequence[model.RowRef],
    number: int,
    see: Mapping[model.Position, int],
    words: Words,
) -> str:
    """All rows of a finding in their order, by what they record, but for those told apart."""
    others = {place: own for place, own in see.items() if own != number}
    left_out = {own.position for own in aside}
    rows = sorted(
        (own for own in finding.rows if own.position not in left_out),
        key=lambda own: (own.file, own.sheet or "", own.row),
    )
    return " · ".join(_by_kind(rows, words, others))


def found_at(report: model.Report) -> Mapping[model.Position, int]:
    """The rows that findings stand for, and their numbers."""
    return {
        row.position: own.number
        for own in numbered_findings(report)
        for row in own.finding.rows[:1]
    }


def course(finding: model.Finding, words: Words) -> str:
    """When it happened, and how long before or after the events that it was untimely for."""
    found = _beside(finding)
    if found is None:
        return ""
    own, others = found
    told = [words("card.at", what=_what(own, finding, words), **_moment(own, words))]
    for other, gap in others:
        key = "card.before" if gap < 0 else "card.after" if gap else "card.at_once"
        said = _duration(abs(gap))
        told.append(
            words(key, what=_what(other, finding, words), gap=said, **_moment(other, words))
        )
    return sentence(f"{words('semicolon')} ".join(told))


def moves_told(finding: model.Finding, words: Words) -> str:
    """The moves behind a balance that is wrong: `row 12 stake: €20 (hand → cloth)`."""
    single = len({(own.file, own.sheet) for own in finding.moves}) == 1
    told = [
        f"{words('rows_short')}{HARD}{own.place if single else row_name(own)} "
        f"{own.said.in_language(words.language)}"
        for own in finding.moves
    ]
    return sentence(f"{words('semicolon')} ".join(told))


def _beside(
    finding: model.Finding,
) -> tuple[model.CitedRow, Sequence[tuple[model.CitedRow, int]]] | None:
    """The row of a finding, and the rows it was too early or late for, with the seconds between."""
    own = next(iter((*finding.decisive, *finding.rows)), None)
    if finding.money or own is None or own.time is None:
        return None
    since = moment(datetime.fromisoformat(own.time))
    beside = {each.position: each for each in (*finding.beside, *_nearest(finding, own))}
    beside.pop(own.position, None)
    timed = [
        (each, moment(datetime.fromisoformat(each.time))) for each in beside.values() if each.time
    ]
    timed.sort(key=lambda each: (each[1], each[0].row))
    others = [(each, round((time - since).total_seconds())) for each, time in timed]
    return (own, others) if others else None


def _nearest(finding: model.Finding, own: model.CitedRow) -> Iterator[model.CitedRow]:
    """The last before and the first after a row of each kind of event looked for in vain."""
    for step in finding.derivation or ():
        for missed_ in step.missed:
            before = [each for each in missed_.near if each.row < own.row]
            after = [each for each in missed_.near if each.row > own.row]
            yield from (*before[-1:], *after[:1])


def _duration(seconds: int) -> str:
    """`58 s`, `14 min`, `3 h`: whole ones, of which at least two."""
    for unit, name in ((3600, "h"), (60, "min")):
        if seconds >= 2 * unit:
            return f"{seconds // unit}{HARD}{name}"
    return f"{seconds}{HARD}s"


def _what(row: model.CitedRow, finding: model.Finding, words: Words) -> str:
    """An event by its name, its card and its seat."""
    name = words.event(row.event or "")
    values = next((own.values for own in finding.coup if own.position == row.position), {})
    cards = [cell_said(*own, words) for own in values.items() if words.type_of(own[0]) == "card"]
    named = " ".join((name, *cards))
    seat = values.get("seat")
    return words("card.hand", what=named, seat=seat) if seat else named


def _moment(row: model.CitedRow, words: Words) -> Mapping[str, str]:
    return {"clock": (row.time or "")[11:19], "row": f"{words('rows_short')}{HARD}{row.place}"}


def rows_shown(finding: model.Finding, *, laid_out: bool) -> tuple[model.EvidenceRow, ...]:
    """The rows of evidence in their order that the coup does not show, if one is laid out; none
    where there are many, which their numbers tell.  What is not of the subject, and says only that
    the rule applies to it, shows nothing of the finding.
    """
    aside = {own.position for own in rows_of_condition(finding)}
    rows = [own for own in finding.evidence if own.position not in aside]
    if not laid_out:
        return tuple(sorted(rows[:MOST_ROWS], key=lambda own: (own.file, own.sheet or "", own.row)))
    coup = {own.position for own in finding.coup}
    rows = [own for own in rows if own.position not in coup]
    return tuple(rows) if len(rows) <= MOST_BESIDE else ()


def is_decisive(row: model.RowRef, finding: model.Finding) -> bool:
    """Whether a row is among those that are wrong."""
    return row.position in {own.position for own in finding.decisive}


def rows_near(finding: model.Finding) -> tuple[model.EvidenceRow, ...]:
    """The rows nearest to an event looked for in vain that the card shows nowhere else."""
    at = {own.position for own in (*finding.coup, *finding.evidence)}
    near = {
        own.position: own
        for step in finding.derivation or ()
        for each in step.missed
        for own in each.near
        if own.cells and own.position not in at
    }
    first = finding.rows[0].row if finding.rows else 0
    nearest = sorted(near.values(), key=lambda own: abs(own.row - first))[:MOST_BESIDE]
    return tuple(sorted(nearest, key=lambda own: own.row))


def rows_of_condition(finding: model.Finding) -> tuple[model.RowRef, ...]:
    """Rows that only make the rule apply, and are of another coup, or too many to be read."""
    told = {own for step in finding.derivation or () if not step.condition for own in step.rows}
    only = dict.fromkeys(
        own
        for step in finding.derivation or ()
        if step.condition
        for own in step.rows
        if own not in told and own.position not in [row.position for row in finding.rows[:1]]
    )
    if len(only) > MOST_ROWS:
        return tuple(only)
    cells = {own.position: own.cells for own in finding.evidence}
    return tuple(own for own in only if _is_elsewhere(cells.get(own.position, {}), finding.subject))


def _is_elsewhere(cells: Mapping[str, str], subject: model.Subject) -> bool:
    """Whether a row is of another scope than the subject."""
    own = {name: value for name in _SCOPES if (value := getattr(subject, name)) is not None}
    return any(cells.get(name) not in (None, str(value)) for name, value in own.items())


def missed(finding: model.Finding, words: Words) -> tuple[str, ...]:
    """Events looked for in vain, and where: an absence can be checked nowhere else."""
    found = (own for step in finding.derivation or () for own in step.missed)
    return tuple(dict.fromkeys(_missed(own, words) for own in found))


def _missed(own: model.LookedFor, words: Words) -> str:
    first, last = own.first.place, own.last.place
    if (own.first.file, own.first.sheet) != (own.last.file, own.last.sheet):
        first, last = row_name(own.first), row_name(own.last)
    within = [name for name in own.within if name not in _WIDE] or own.within
    fields = (words(at) if at in KEYS else words.field(at) for at in within)
    said = words(
        "missed.others" if own.others else "missed.none",
        what=" / ".join(words.event(kind) for kind in own.events),
        count=own.others,
        rows=words("missed.rows", count=own.rows),
        place=row_name(own.first) if first == last else f"{first}–{last}",
        within=", ".join(words("missed.same", field=field) for field in fields),
    )
    near = ", ".join(row.place for row in own.near)
    return said + words("missed.near", rows=near) if near else said


def to_rule_out(finding: model.Finding, readings: Sequence[model.Reading], words: Words) -> str:
    """Lawful explanations that the log cannot exclude, in words."""
    return ", ".join(words(own) for own in explanations(finding, readings))


def explanations(finding: model.Finding, readings: Sequence[model.Reading]) -> tuple[str, ...]:
    """The keys of these; none for a record that moves no money."""
    if finding.class_ == "record" and not finding.money:
        return ()
    under = any(own.difference.startswith("-") for own in finding.money)
    lacks = under or any(step.missed for step in finding.derivation or ())
    found = _beside(finding)
    told = ["missed"] if lacks else []
    if found and min(abs(gap) for _, gap in found[1]) <= CLOCK:
        told += ["order", "clock"]
    told += ["row"] if not told or (finding.money and finding.decisive) else []
    told += ["money"] if finding.money else []
    told += ["reading"] if readings else []
    return tuple(f"rule_out.{own}" for own in told)


def answer(finding: model.Finding, case: StatedCase | None) -> AskedAnswer | None:
    """The operator's answer."""
    answers: Sequence[AskedAnswer] = () if case is None else case.answers
    return next((own for own in answers if own.finding == finding.id), None)


def answer_label(own: AskedAnswer, words: Words) -> str:
    given: date | None = own.day
    if given is None:
        return words("card.answer")
    return words("card.answered", day=day(given.isoformat(), words.language))


def difference(own: Difference, words: Words) -> str:
    """`payé en trop : 12 € (2 constats)`; of other kinds of payment these are named."""
    [kind] = own.events if len(own.events) == 1 and not own.less else ("other",)
    if f"money.{kind}.over" not in _KNOWN:
        kind = "other"
    kinds = balance(own.events, own.less, words)
    what = words(f"money.{kind}.{'over' if own.over else 'under'}", kinds=kinds)
    return words("money.of", count=own.count, sum=euros(own.amount, words.language), what=what)


def sum_short(own: Short, words: Words) -> str:
    """`at least 10 €`: one of several sums would have done."""
    said = euros(own.amount, words.language)
    return f"{words('money.at_least')} {said}" if own.at_least else said


_KNOWN = frozenset({"money.pay.over", "money.collect.over"})


def common_mark(section: ClassSection, words: Words) -> str:
    """The caution that all provisions of a class need, or nothing where they need several."""
    marks = {provision_mark(own.source, words) for rule in section.rules for own in rule.provisions}
    return marks.pop() if len(marks) == 1 else ""


def numbers(sections: Sequence[ClassSection]) -> Mapping[str, tuple[int, ...]]:
    """The numbers of the findings of each rule."""
    return {
        section.rule.rule: tuple(own.number for own in (*section.shown, *section.listed))
        for part in sections
        for section in part.rules
    }


def numbered(own: Sequence[int], most: int = 4) -> str:
    """`3, 4, 7 …`."""
    return ", ".join(map(str, own[:most])) + (" …" if len(own) > most else "")
