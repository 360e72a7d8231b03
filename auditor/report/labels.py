"""How a row, a subject and a legal basis are named, the same way on every page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from auditor.report.model import (
    STATES,
    Finding,
    Language,
    LawSource,
    Parameter,
    Period,
    Provision,
    RowRef,
    Subject,
)
from auditor.report.typography import HARD, day, quantity, spaced, visible
from auditor.report.words import Words


class HasPeriod(Protocol):
    """A ruleset, in a report or a rule book."""

    @property
    def in_force(self) -> Period: ...


class HasSource(Protocol):
    """A provision, in a report or a rule book."""

    @property
    def source(self) -> LawSource | None: ...


KEYS = ("casino", "season", "session", "table", "shoe", "coup", "seat", "player")


def row_name(row: RowRef) -> str:
    """`evening.csv:17`, or `evening.xlsx[Table 2]:17` where the file has sheets; `:17 (L19)` where
    an editor counts another line.
    """
    return visible(f"{file_name(row.file, row.sheet)}:{row.place}")


def in_its_house(name: str, casino: str | None, establishments: Sequence[str]) -> str:
    """A table or a player, with the establishment where a report is about several: each may have
    a table B1 of its own.
    """
    return f"{name} ({casino})" if casino is not None and len(establishments) > 1 else name


def balance(events: Iterable[str], less: Sequence[str], words: Words) -> str:
    """`paiement − ramassage`: the payments that a sum adds, and those that it takes off."""
    added = (" + " if less else ", ").join(map(words.event, events))
    return " ".join(filter(None, (added, *(f"− {words.event(own)}" for own in less))))


def table_named(finding: Finding, establishments: Sequence[str]) -> str:
    """The table of a finding; nothing where it is about none."""
    own = finding.subject
    return in_its_house(own.table or "", own.casino if own.table else None, establishments)


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


def scope_said(key: str, value: str, language: Language) -> str:
    """The value of a key as pages say it: a session is a day."""
    return day(value, language) if key == "session" else value


def subject_parts(subject: Subject, words: Words) -> tuple[tuple[str, str], ...]:
    """Label and value of each key that the subject has, from the widest scope to the narrowest."""
    said = {key: words.who(key) if key in {"seat", "player"} else words(key) for key in KEYS}
    named = ((said[key], getattr(subject, key)) for key in KEYS)
    parts = [(label, str(value)) for label, value in named if value is not None]
    return (*parts, *other_parts(subject, words))


def other_parts(subject: Subject, words: Words) -> tuple[tuple[str, str], ...]:
    """Label and value of the keys that only some rules have."""
    return tuple(_key(name, value, subject, words) for name, value in subject.others.items())


def _key(name: str, value: str, subject: Subject, words: Words) -> tuple[str, str]:
    """A key by its labels, or else as the log calls it."""
    if (said := subject.others_said.get(name)) is None:
        return words.field(name), visible(value)
    label, shown = said.name.in_language(words.language), said.value.in_language(words.language)
    return visible(label), visible(words.quoted(name, value) if shown == value else shown)


def subject_line(subject: Subject, words: Words) -> str:
    """The subject on one line of the terminal or of a list: `table BJ1, shoe 2, coup 14`.

    A value whose own words say what it is of stands alone: `main bet`, and not `bet main bet`.
    """
    parts = subject_parts(subject, words)
    said = (own if label in own.split() else f"{label} {own}" for label, own in parts)
    return visible(", ".join(said))


def in_force(ruleset: HasPeriod, words: Words) -> str:
    """The days whose facts the rules judge; nothing where they judge those of any day."""
    own = ruleset.in_force
    return f" · {words('in_force')} {_in_force(own, words)}" if own.start or own.end else ""


def _in_force(period: Period, words: Words) -> str:
    language = words.language
    match period.start, period.end:
        case str(start), str(end):
            return words("in_force.between", start=day(start, language), end=day(end, language))
        case str(start), None:
            return words("in_force.since", start=day(start, language))
        case _, end:
            return words("in_force.until", end=day(end or "", language))


def legal_text(source: LawSource, words: Words) -> str:
    """The text, its article and the edition, as far as the ruleset gives them."""
    name = source.text.in_language(words.language)
    parts = [visible(spaced(name, words.language))]
    if source.article and not re.search(rf"(?<![\w.-]){re.escape(source.article)}(?![\w-])", name):
        parts.append(words("article", article=visible(source.article)))
    if source.edition:
        parts.append(words("edition", date=day(source.edition, words.language)))
    return ", ".join(parts)


ASKED = (
    *("records", "records_by_mapping", "must_verify", "mapping", "case", "from", "to", "casino"),
    *("pseudonyms", "rules_anyway"),
)
"""Parameters of an audit that have words; others are those of rulesets."""


def parameter_label(name: str, words: Words) -> str:
    """A parameter of the audit as people and as the command line call it."""
    return f"{words(f'asked.{name}')} (`{name}`)" if name in ASKED else f"`{name}`"


def state_shown(provision: Provision) -> str:
    """The state of a provision as a reader is told of it: what was verified but for a few subjects,
    or waits for a finding, is called by another name than what nobody could look at.
    """
    if provision.state != "not_verifiable":
        return provision.state
    if provision.suspended and not provision.unknown:
        return "suspended"
    return "partly" if provision.checked else provision.state


def by_basis(provisions: Iterable[Provision]) -> list[Provision]:
    """Provisions in their order, those about the record alone after all others."""
    return sorted(provisions, key=_is_of_record)


def _is_of_record(own: Provision) -> bool:
    return own.source is not None and own.source.nature == "record"


STATES_SHOWN = ("violated", "suspended", "partly", *STATES[1:])


def states_shown(provisions: Sequence[Provision]) -> tuple[tuple[str, str, int], ...]:
    """Each state that some have: how it is called, how it is coloured, and of how many."""
    counted = Counter((state_shown(own), own.state) for own in provisions)
    return tuple(
        (shown, state, count)
        for (shown, state), count in sorted(
            counted.items(), key=lambda item: STATES_SHOWN.index(item[0][0])
        )
    )


def source_state(source: LawSource, words: Words) -> str:
    """The state of a source: its copy, with what that was compared, and whether it is in force."""
    return f"{words('semicolon')} ".join(visible(part) for part in _states(source, words))


def _states(source: LawSource, words: Words) -> Iterator[str]:
    language = words.language
    if source.nature != "law":
        yield words(f"source.{source.nature}")
    if source.transcribed is not None:
        yield words("source.transcribed", copy=source.transcribed.in_language(language))
    if (own := source.compared) is not None:
        edition = own.edition.in_language(language)
        yield words("source.compared", edition=edition, day=day(own.day, language), by=own.by)
    elif source.nature != "record":
        yield words("source.not_compared")
    if source.in_force.start or source.in_force.end:
        yield f"{words('source.in_force')} {_in_force(source.in_force, words)}"
    if source.abrogated_on is not None:
        yield words("source.abrogated_on", day=day(source.abrogated_on, language))
    elif source.abrogated:
        yield words("source.abrogated")
    if source.replaced_by is not None:
        yield words("source.replaced", text=source.replaced_by.in_language(language))


def provision_mark(provision: HasSource, words: Words) -> str:
    """Cautions before a provision is cited; empty where there are none."""
    source = provision.source
    if source is None:
        return words("mark.no_source")
    if source.nature != "law":
        return words(f"mark.{source.nature}")
    if source.abrogated:
        return words("mark.abrogated")
    return "" if source.compared is not None else words("mark.not_compared")


def parameter_values(own: Parameter, words: Words) -> str:
    """The values of a parameter, the dated ones with the day from which they hold; one that has no
    value unless it is given says so.
    """
    said = (
        quantity(dated.value, words.language)
        if dated.start is None
        else words(
            "parameter.dated",
            value=quantity(dated.value, words.language),
            day=day(dated.start, words.language),
        )
        for dated in own.values
    )
    return ", ".join(filter(None, said)) or words("parameter.none")
