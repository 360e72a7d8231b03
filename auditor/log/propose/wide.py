"""The events of a row that stands for a whole coup, in the order in which a coup goes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter

from auditor.log.convert.lexicon import Lexicon, WideWord
from auditor.log.header import Heading
from auditor.log.infer.columns import Body, form_of
from auditor.log.infer.gaming_day import BEGINS, day_begins
from auditor.log.infer.wide_columns import EventColumn, WideColumns
from auditor.log.propose.title import Title, use
from auditor.log.propose.toml_draft import Draft, TomlLine, toml
from auditor.log.table import Unreadable
from auditor.messages.message import message

EVENINGS = "the days are those of evenings: an earlier hour is of the next morning"
OF_THE_EVENT = ("player", "seat", "bet", "form", "standing")
"""Columns of the row that belong to each stake and what becomes of it."""


def write_wide(draft: Draft, events: WideEvents, above: Mapping[str, Title]) -> None:
    """Columns and events of a row that holds a whole coup.  Raises Unreadable where none comes."""
    head, body, found = events.head, events.body, events.found
    _write_columns(draft, head, body, found, above)
    events.write(draft)
    if not events.kinds:
        names = tuple(f"`{own}`" for own in head.names[:8])
        raise Unreadable(message("propose.no_event", names=names))
    why = "what the columns record: a kind that occurs nowhere did not happen"
    draft.set("records", list(dict.fromkeys(events.kinds)), why)
    draft.unused += [head.names[at] for at in found.unknown]


def _write_columns(
    draft: Draft, head: Heading, body: Body, found: WideColumns, above: Mapping[str, Title]
) -> None:
    names = head.names
    has_days = _write_time(draft, head, body, found, above)
    if "session" not in found.context and "session" in above:
        draft.column("session", use(draft, above["session"]))
    elif "session" not in found.context and has_days:
        draft.column("session", "{@day}", "no column names it: the gaming day, which turns at noon")
    elif "session" not in found.context:
        draft.column("session", "…", "which sitting is it?", question=True)
    for name, at in found.context.items():
        if name not in OF_THE_EVENT:
            draft.column(name, f"{{{names[at]}}}")
    if "coup" not in found.context and found.series is None:
        draft.column("coup", "{@count}", "no column numbers the coups: their order at the table")


def _write_time(
    draft: Draft, head: Heading, body: Body, found: WideColumns, above: Mapping[str, Title]
) -> bool:
    """Write where the time comes from; true where a column or a title gives the day."""
    places: dict[str, int] = {}
    for at, form in found.stamps:
        places.setdefault(form, at)
    session = found.context.get("session")
    if "day" not in places and session is not None and form_of(body.cells(session)) == "day":
        places["day"] = session
    source = {form: f"{{{head.names[at]}}}" for form, at in places.items()}
    day, clock = (places.get("both", places.get(form)) for form in ("day", "clock"))
    title = above.get("time") or above.get("session")
    if day is not None and clock is not None:
        parts = dict.fromkeys(source.get("both", source.get(f, "")) for f in ("day", "clock"))
        draft.column("time", " ".join(parts))
        begins = day_begins(body, day, clock, named_for_evenings=day == session)
        if begins is not None:
            draft.set("day_begins", begins, EVENINGS)
    elif day is not None:
        draft.column("time", source["day"], "no column tells the hour")
    elif title is not None:
        draft.column("time", " ".join([use(draft, title), *source.values()]))
        if clock is not None:
            draft.set("day_begins", BEGINS, EVENINGS)
    elif clock is not None:
        ask = "of which day, such as 2026-01-09?"
        draft.column("time", f"… {source['clock']}", ask, question=True)
    return day is not None or title is not None


class WideEvents:
    """The events that the columns of a wide row make; `kinds` are those that were written."""

    def __init__(self, head: Heading, body: Body, found: WideColumns, lexicon: Lexicon) -> None:
        self.head, self.body, self.found, self._lexicon = head, body, found, lexicon
        self.kinds: list[str] = []

    def write(self, draft: Draft) -> None:
        """The groups of events, one for each kind, and what they ask."""
        for word in self._lexicon.wide:
            own = [part for part in self.found.parts if part.word == word]
            lines = [*self._series(word, draft), *self._lines(word, own, draft)]
            if lines:
                draft.events.append(lines)
                self.kinds.append(word.event)
            elif word.otherwise and any(p.member == word.otherwise for p in self.found.parts):
                draft.remarks.append(
                    f"? No column is of a {word.event}: if what is paid is net of it, add "
                    f"`{word.event}` to `records`."
                )
        for part in self.found.parts:
            if part.apart is not None:
                draft.split.append(TomlLine(toml(self.head.names[part.at]), toml(part.apart)))

    def _series(self, word: WideWord, draft: Draft) -> Iterator[str]:
        """One event for each result that stands in the row."""
        series = self.found.series
        if series is None or series.field not in word.fields:
            return
        name = series.name
        if series.apart is not None:
            draft.split.append(TomlLine(toml(series.name.strip()), toml(series.apart)))
            name = self._before_numbers(name, range(series.first, series.last + 1))
        yield toml(
            {
                "event": word.event,
                "repeat": f"{series.first}..{series.last}",
                "coup": "{@count}",
                series.field: f"{{{name}<n>}}",
            }
        )

    def _lines(self, word: WideWord, parts: Sequence[EventColumn], draft: Draft) -> Iterator[str]:
        if word.fields:
            together = {n: self.head.names[at] for n, at in self.found.fields.items()}
            own = {name: f"{{{together[name]}}}" for name in word.fields if name in together}
            if own:
                yield toml({"event": word.event, **own})
            return
        for name, column, part in self._in_turn(parts):
            fields: dict[str, object] = {"event": word.event}
            member = part.member or word.otherwise
            if word.names and member:
                fields[word.names] = member
            if word.names and not part.member and word.otherwise:
                draft.remarks.append(
                    f"? `{column}` does not say of which {word.names}: `{member}` is taken for it."
                )
            fields |= self._of_row(word, part)
            if word.value:
                fields[word.value] = f"{{{name}}}"
            fields["when"] = self._when(word, part, column)
            if fields["when"] is None:
                del fields["when"]
            yield toml(fields)

    def _in_turn(self, parts: Sequence[EventColumn]) -> Iterator[tuple[str, str, EventColumn]]:
        """The sources of values, one for each event: the first of each hand, then the second …"""
        several = [(number, name, part) for part in parts for number, name in self._pieces(part)]
        if not any(self._by_seat(part.word) for part in parts):
            several.sort(key=itemgetter(0))
        for _, name, part in several:
            yield name, self.head.names[part.at], part

    def _pieces(self, part: EventColumn) -> list[tuple[int, str]]:
        name = self.head.names[part.at]
        if part.apart is None:
            return [(part.number if part.number is not None else 99, name)]
        numbers = range(1, part.most + 1)
        apart = self._before_numbers(f"{name} ", numbers)
        return [(number, f"{apart}{number}") for number in numbers]

    def _before_numbers(self, name: str, numbers: range) -> str:
        """The text before the number of a value of a cell, such that no column is called so."""
        is_column = any(self.head.find(f"{name}{number}") is not None for number in numbers)
        return f"{name}#" if is_column else name

    def _of_row(self, word: WideWord, part: EventColumn) -> dict[str, str]:
        """Who and where, as far as the row says it."""
        if word.value != "amount":
            return {"seat": str(part.number)} if self._by_seat(word) and part.number else {}
        known = self._lexicon.fields_of(word.event)
        row = {
            name: f"{{{self.head.names[at]}}}"
            for name, at in self.found.context.items()
            if name in OF_THE_EVENT and name in known and not (name == word.names and part.member)
        }
        if part.number is not None:
            return row | {"seat": str(part.number), "player": f"seat {part.number}"}
        return {"player": "all"} | row

    def _by_seat(self, word: WideWord) -> bool:
        """True where numbers are seats: if a dealer has a hand, each player has one card."""
        return any(own.member == "dealer" for own in self.found.parts if own.word == word)

    def _when(self, word: WideWord, part: EventColumn, column: str) -> object:
        if not word.value:
            words = sorted(set(self.body.cells(part.at)))
            true = [own for own in words if self._says_yes(own)] or ["oui"]
            return {"column": column, "is": true}
        if word.value != "amount":
            return None
        zeros = sorted({own for own in self.body.cells(part.at) if not own.strip("0.,-–— €")})
        return {"column": column, "is_not": zeros} if zeros else column

    def _says_yes(self, text: str) -> bool:
        return text.casefold() in ("oui", "vrai", "true", "yes", "1", "o", "x", "y", "✓")
