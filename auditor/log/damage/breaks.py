"""Rows that are missing: where a log begins, ends or goes on in the midst of something.

An export may lack its first rows, its last, or a page: a stake of which the payment was cut off is
no stake that nobody paid.  Where the log itself shows that rows are missing, they stand in it as
an event in doubt of every kind, in every scope that was open there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from auditor.language.core import Vocabulary
from auditor.log.damage.extracts import Break, extracts
from auditor.log.damage.odd_scopes import Runs
from auditor.log.damage.outline import Outline, outline_of
from auditor.log.damage.stays import Stays
from auditor.log.damage.suspects import Habits, ScopeColumns, Scopes, Suspect, scope_columns
from auditor.log.damage.uncertain import Stretches, alternatives, stretches_of
from auditor.log.damage.unrecorded import unrecorded
from auditor.log.event import Event

ENOUGH = 10
"""Scopes of the deepest kind, at least, before a log can be seen to lack rows: a few rows that
somebody picked or wrote open nothing and close nothing.
"""

LONG = 20
"""So many, before a log that closes nothing counts as one of which the end is missing."""


def with_breaks(
    events: list[Event], vocabulary: Vocabulary, declared: Collection[str] = ()
) -> list[Event]:
    """The events of a log in their order, with those in doubt that missing rows may be; `declared`
    are the kinds of event of which the absence means that they did not happen.
    """
    outline = outline_of(events, vocabulary)
    found = [*breaks(outline, vocabulary, declared)]
    if not found:
        return events
    columns, habits = scope_columns(vocabulary), Habits()
    for event in events:
        if not event.doubtful:
            habits.note(event, columns)
    stretches = stretches_of(events, columns)
    before: dict[int, list[Event]] = defaultdict(list)
    for at, event in missing_events(found, outline, vocabulary, stretches, habits):
        before[at].append(event)
    every: list[Event] = []
    for at in range(len(events) + 1):
        every += before.get(at, ())
        every += events[at : at + 1]
    for place, event in enumerate(every):
        event.place = place
    return every


def missing_events(
    found: Iterable[Break],
    outline: Outline,
    vocabulary: Vocabulary,
    stretches: Stretches,
    habits: Habits,
) -> Iterator[tuple[int, Event]]:
    """The events in doubt that missing rows may be, each with the row before which it stands."""
    columns, everything = scope_columns(vocabulary), frozenset(vocabulary.fields)
    before: dict[int, list[Break]] = defaultdict(list)
    for own in found:
        before[own.at].append(own)
    for at in sorted(before):
        row = outline.row(min(at, outline.size - 1)).named()
        for own in _joined(before[at]):
            lost = Suspect(row, None, {}, everything)
            if own.said is not None:
                shown, unsaid = outline.row(own.shown_by).named(), everything - own.said.keys()
                lost = Suspect(shown, None, own.said, unsaid)
            around = stretches.open_at(at, own.places, inside=own.inside, first=own.first)
            for event in alternatives(lost, around, columns, vocabulary, habits):
                if own.kinds is None or event.kind in own.kinds:
                    yield at, event


def _joined(found: Sequence[Break]) -> Iterator[Break]:
    """Breaks before one row, each place once for what may be missing there."""
    places: dict[tuple[bool, frozenset[str] | None, bool], dict[Scopes, None]] = defaultdict(dict)
    for own in found:
        if own.said is not None:
            continue
        places[own.inside, own.kinds, own.first].update(dict.fromkeys(own.places))
    for (inside, kinds, first), every in places.items():
        yield Break(-1, tuple(every), inside, kinds, first)
    yield from (own for own in found if own.said is not None)


def breaks(
    outline: Outline, vocabulary: Vocabulary, declared: Collection[str] = ()
) -> Iterator[Break]:
    """Where rows of a log are missing, as far as its events show it."""
    found = Stays(outline, vocabulary)
    runs = Runs(outline, found)
    widest = [found.widest(file) for file in outline.files]
    for file, own in zip(outline.files, widest, strict=True):
        if own is not None:
            yield from found.breaks(file, own, long=runs.many >= LONG)
    for wide in dict.fromkeys(own for own in widest if own is not None):
        yield from found.between(wide)
    opens = any(own is not None for own in widest)
    short = runs.many < ENOUGH
    if short or not opens:
        yield from extracts(outline, vocabulary, opens=opens, short=short, declared=declared)
    if not short and not opens:
        yield from runs.ends()
    if not short or opens:
        yield from runs.breaks()
    if not short:
        yield from found.shut()
    yield from runs.left_out()
    yield from unrecorded(outline, scope_columns(vocabulary), declared)
    yield from _unopened(outline, scope_columns(vocabulary))


def _unopened(outline: Outline, columns: ScopeColumns) -> Iterator[Break]:
    """Openings that are missing: what is closed was open since it was closed last, or all along."""
    for own in outline.unopened:
        values = outline.values(own.closing)
        said = {name: values[name] for name in own.interval.keys if name in values}
        kinds = frozenset({own.interval.start})
        place = tuple(said.get(name) for name in columns.names)
        yield Break(own.since, (place,), kinds=kinds, said=said, shown_by=own.closing)
