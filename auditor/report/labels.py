"""How the report says things: its words, the names of a log, of rows, subjects and texts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from string import Formatter

from auditor.language.wording import HARD
from auditor.messages.message import form_of, told_in
from auditor.report import model
from auditor.report.typography import day, number, quantity, spaced, visible
from auditor.source import Frozen


class Words(Frozen):
    """The words of a family in one language, `words("finding_count", count=3)`, and a log's names;
    the report's, unless those of the desk are asked for.
    """

    language: model.Language
    names: model.LogNames = field(default=model.LogNames(), compare=False)
    family: str = "report"

    def __call__(self, key: str, **values: int | str) -> str:
        """The words of `key`; KeyError for a key or a blank unknown.

        Only what is given as a number is grouped: a text of digits may be the id of a provision.
        """
        own = self.names.report.get(key)
        text = (
            own.in_language(self.language)
            if own
            else told_in(self.family)[key][self.language == "en"]
        )
        if "|" in text:
            text = form_of(text, int(values.get("count", 0)), self.language)
        said = {
            name: number(own, self.language) if isinstance(own, int) else own
            for name, own in values.items()
        }
        return spaced(Formatter().vformat(text, (), said), self.language)

    def says(self, text: model.Bilingual) -> str:
        """A text in this language."""
        return spaced(text.in_language(self.language), self.language)

    def event(self, kind: str) -> str:
        """A kind of event."""
        return self._name(kind, self.names.events.get(kind))

    def field(self, name: str) -> str:
        """A column of the log."""
        own = self.names.fields.get(name)
        return self._name(name, own.said if own is not None else None)

    def who(self, key: str) -> str:
        """A seat or a player, by the label of the game where it has one."""
        own = self.names.fields.get(key)
        return self(key) if own is None or own.said is None else self.field(key)

    def word(self, field: str, text: str) -> str:
        """A cell of a column whose type lists its words; any other text stays as it is."""
        return self._name(text, self._listed(field).get(text))

    def quoted(self, field: str, text: str) -> str:
        """A cell; in quotation marks where it is none of the words of its column, but the log's."""
        listed = self._listed(field)
        return (
            self("quoted", text=text) if listed and text not in listed else self.word(field, text)
        )

    def _listed(self, field: str) -> Mapping[str, model.Bilingual]:
        return self.names.words.get(self.type_of(field), {})

    def coded_event(self, kind: str) -> str:
        """A kind of event as people and as the log call it: whoever mends a log looks for that."""
        return _both(self.event(kind), kind)

    def coded_field(self, name: str) -> str:
        """A column as people and as the log call it."""
        return _both(self.field(name), name)

    def type_of(self, field: str) -> str:
        """The type of a column as rule files call it; empty where no vocabulary declares it."""
        own = self.names.fields.get(field)
        return own.type if own is not None else ""

    def _name(self, name: str, label: model.Bilingual | None) -> str:
        said = label.in_language(self.language) if label is not None else name.replace("_", " ")
        return spaced(said, self.language)


def _both(said: str, name: str) -> str:
    return f"`{name}`" if said.replace(" ", "_") == name else f"{said} (`{name}`)"


KEYS = ("casino", "season", "session", "table", "shoe", "coup", "seat", "player")


def row_name(row: model.RowRef) -> str:
    """`evening.csv:17`, `book.xlsx[Table 2]:17`; `:17 (L19)` where an editor counts line 19."""
    return visible(f"{file_name(row.file, row.sheet)}:{row.place}")


def in_its_house(name: str, casino: str | None, establishments: Sequence[str]) -> str:
    """A table or a player, with the establishment where a report is about several."""
    return f"{name} ({casino})" if casino is not None and len(establishments) > 1 else name


def balance(events: Iterable[str], less: Sequence[str], words: Words) -> str:
    """`paiement − ramassage`: the payments that a sum adds, and those that it takes off."""
    added = (" + " if less else ", ").join(map(words.event, events))
    return " ".join(filter(None, (added, *(f"− {words.event(own)}" for own in less))))


def table_named(finding: model.Finding, establishments: Sequence[str]) -> str:
    """The table of a finding; nothing where it is about none."""
    own = finding.subject
    return in_its_house(own.table or "", own.casino if own.table else None, establishments)


def first_row(finding: model.Finding) -> str:
    """The row to look at first, or nothing where a finding rests on none."""
    return row_name(finding.rows[0]) if finding.rows else ""


def file_name(file: str, sheet: str | None) -> str:
    return visible(f"{file}[{sheet}]" if sheet is not None else file)


def row_count(own: model.Input, words: Words) -> str:
    """The rows read, evaluated and set aside of a file or sheet, in one line."""
    read, evaluated, aside = own.rows_read, own.rows_evaluated, own.rows_set_aside
    return words("row_count_line", read=read, evaluated=evaluated, set_aside=aside)


def row_names(rows: Sequence[model.RowRef], words: Words, most: int = 12) -> str:
    """`lines 7, 8, 9 and 4 more`, the file in front of a row only where there are several."""
    if not rows:
        return ""
    single = len({(row.file, row.sheet) for row in rows}) == 1
    shown = ", ".join(row.place if single else row_name(row) for row in rows[:most])
    more = len(rows) - most
    rest = f" {words('more_rows', count=more)}" if more > 0 else ""
    return f"{words('rows', count=len(rows))}{HARD}{shown}{rest}"


def scope_said(key: str, value: str, language: model.Language) -> str:
    """The value of a key as pages say it: a session is a day."""
    return day(value, language) if key == "session" else value


def within_said(within: Mapping[str, str], words: Words) -> str:
    """The keys of a place in a log: `session 9 Jan 2026, table BA1`."""
    keys = ((name, value) for name, value in within.items() if name in KEYS)
    return ", ".join(f"{words(key)} {scope_said(key, own, words.language)}" for key, own in keys)


def subject_parts(subject: model.Subject, words: Words) -> tuple[tuple[str, str], ...]:
    """Label and value of each key that the subject has, from the widest scope to the narrowest."""
    said = {key: words.who(key) if key in {"seat", "player"} else words(key) for key in KEYS}
    named = ((said[key], getattr(subject, key)) for key in KEYS)
    parts = [(label, str(value)) for label, value in named if value is not None]
    return (*parts, *other_parts(subject, words))


def other_parts(subject: model.Subject, words: Words) -> tuple[tuple[str, str], ...]:
    """Label and value of the keys that only some rules have."""
    return tuple(_key(name, value, subject, words) for name, value in subject.others.items())


def _key(name: str, value: str, subject: model.Subject, words: Words) -> tuple[str, str]:
    """A key by its labels, or else as the log calls it."""
    if (said := subject.others_said.get(name)) is None:
        return words.field(name), visible(value)
    label, shown = said.name.in_language(words.language), said.value.in_language(words.language)
    return visible(label), visible(words.quoted(name, value) if shown == value else shown)


def subject_line(subject: model.Subject, words: Words) -> str:
    """The subject on one line of the terminal or of a list: `table BJ1, shoe 2, coup 14`.

    A value whose own words say what it is of stands alone: `main bet`, and not `bet main bet`.
    """
    parts = subject_parts(subject, words)
    said = (own if label in own.split() else f"{label} {own}" for label, own in parts)
    return visible(", ".join(said))


def in_force(own: model.Period, words: Words) -> str:
    """The days whose facts rules judge; nothing where they judge those of any day."""
    return f" · {words('in_force')} {_in_force(own, words)}" if own.start or own.end else ""


def _in_force(period: model.Period, words: Words) -> str:
    language = words.language
    match period.start, period.end:
        case str(start), str(end):
            return words("in_force.between", start=day(start, language), end=day(end, language))
        case str(start), None:
            return words("in_force.since", start=day(start, language))
        case _, end:
            return words("in_force.until", end=day(end or "", language))


def legal_text(source: model.LawSource, words: Words) -> str:
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


def state_shown(provision: model.Provision) -> str:
    """The state of a provision; `partly` and `suspended` are told from what nobody could verify."""
    if provision.state != "not_verifiable":
        return provision.state
    if provision.suspended and not provision.unknown:
        return "suspended"
    return "partly" if provision.checked else provision.state


def by_basis(provisions: Iterable[model.Provision]) -> list[model.Provision]:
    """Provisions in their order, those about the record alone after all others."""
    return sorted(
        provisions, key=lambda own: own.source is not None and own.source.nature == "record"
    )


STATES_SHOWN = ("violated", "suspended", "partly", *model.STATES[1:])


def states_shown(provisions: Sequence[model.Provision]) -> tuple[tuple[str, str, int], ...]:
    """Each state that some have: how it is called, how it is coloured, and of how many."""
    counted = Counter((state_shown(own), own.state) for own in provisions)
    return tuple(
        (shown, state, count)
        for (shown, state), count in sorted(
            counted.items(), key=lambda item: STATES_SHOWN.index(item[0][0])
        )
    )


def source_state(source: model.LawSource, words: Words) -> str:
    """The state of a source: its copy, with what that was compared, and whether it is in force."""
    return f"{words('semicolon')} ".join(visible(part) for part in _states(source, words))


def _states(source: model.LawSource, words: Words) -> Iterator[str]:
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


def provision_mark(source: model.LawSource | None, words: Words) -> str:
    """The caution before a provision of a text is cited; empty where it needs none."""
    if source is None:
        return words("mark.no_source")
    if source.nature != "law":
        return words(f"mark.{source.nature}")
    if source.abrogated:
        return words("mark.abrogated")
    return "" if source.compared is not None else words("mark.not_compared")


def parameter_values(own: model.Parameter, words: Words) -> str:
    """The values of a parameter, each with the day from which it holds; or that it has none."""
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
