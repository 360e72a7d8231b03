"""A log with headers of its own, read without a mapping as far as it leaves no doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import pairwise

from auditor.log.convert.conventions import Language
from auditor.log.convert.dates import DAY, Stamp, stamp
from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.words import normalise, says_numero
from auditor.log.infer.columns import SAMPLE, Body, RecognisedColumns, body_of, columns, meant_by
from auditor.log.mapping.bind import columns_of
from auditor.log.mapping.schema import FileMapping, template
from auditor.log.table import Heading, Record, column_name
from auditor.types import Enumeration

NOON = timedelta(hours=12)
BEGINS = "12:00"


def day_begins(body: Body, day: int, clock: int, *, named_for_evenings: bool) -> str | None:
    """The hour at which a gaming day begins; None where the days are those of the calendar.

    Past midnight the day of the calendar turns, that of an evening stays; where no row shows
    either, the name of the column decides.
    """
    stays = turns = False
    whole = [cells for cells in body.rows if len(cells) > max(day, clock)]
    for before, after in pairwise(whole):
        first, second = (stamp(cells[day].strip()) for cells in (before, after))
        late, early = (stamp(cells[clock].strip()) for cells in (before, after))
        if not (first and second and late and early) or late.clock is None or early.clock is None:
            continue
        if late.clock >= NOON > early.clock:
            stays = stays or first.days == second.days
            turns = turns or _next(first, second)
    if stays and not turns:
        return BEGINS
    return BEGINS if named_for_evenings and not turns else None


def _next(first: Stamp, second: Stamp) -> bool:
    """True where the second day follows the first, by one order of their figures or another."""
    return any(
        (second.days or {}).get(order) == day + DAY for order, day in (first.days or {}).items()
    )


@dataclass(frozen=True, slots=True)
class InferredMapping:
    """The mapping that a header and its cells give by themselves, and the language of the file."""

    head: Heading
    body: Body
    columns: RecognisedColumns
    says: FileMapping
    language: Language


def infer_mapping(
    records: Sequence[Record], head: Heading, lexicon: Lexicon, told: FileMapping | None = None
) -> InferredMapping:
    """A mapping for a log of one event a row, added to what a short mapping has `told`."""
    told = told or FileMapping()
    lexicon = with_words(lexicon, told)
    rows = _without_signs(records[: head.last + 1 + SAMPLE], told.empty)
    taken = {at for name in columns_of(told) if (at := head.find(name)) is not None}
    known = frozenset(told.columns)
    body = body_of(rows, head, lexicon, _place_of_events(head, told))
    found = columns(head, body, lexicon, frozenset(taken), known)
    sources: dict[str, str] = {name: f"{{{head.names[at]}}}" for name, at in found.fields.items()}
    begins: str | None = None
    if "time" not in known:
        stamps, begins = moments(found, head, body)
        sources |= stamps
    # What nobody knows may be a column of rules that are not at hand.
    for at in found.unknown:
        name = column_name(head.names[at])
        if meant_by(head, at, lexicon) & known:
            continue
        if name not in sources and name not in known and "{" not in name:
            sources[name] = f"{{{head.names[at]}}}"
    values = {"event": dict(body.told)} if body.told else {}
    values |= {name: {**values.get(name, {}), **words} for name, words in told.values.items()}
    says = told.model_copy(
        update={
            "columns": {**sources, **told.columns},
            "day_begins": told.day_begins or begins,
            "values": values,
        }
    )
    language = language_of(head, found, body, lexicon, frozenset(taken))
    return InferredMapping(head, body, found, says, language)


def with_words(lexicon: Lexicon, told: FileMapping) -> Lexicon:
    """The lexicon with the words that a mapping explains, so that columns are known by them."""
    kinds, values = dict(lexicon.kinds), dict(lexicon.values)
    for field, words in told.values.items():
        own = {normalise(text): value for text, value in words.items() if normalise(text)}
        if field == "event":
            kinds |= {text: frozenset({value}) for text, value in own.items() if value}
        elif isinstance(kind := lexicon.type_of("", field), Enumeration):
            values[kind.name] = {**values.get(kind.name, {}), **own}
    return replace(lexicon, kinds=kinds, values=values)


def _without_signs(records: Sequence[Record], empty: Sequence[str]) -> Sequence[Record]:
    """The records without the signs that stand for an empty cell."""
    if not empty:
        return records
    return [(row, ["" if cell in empty else cell for cell in cells]) for row, cells in records]


def _place_of_events(head: Heading, told: FileMapping) -> int | None:
    """The column of events, where a mapping says it."""
    source = told.columns.get("event")
    names = () if source is None else template(source).columns
    return head.find(names[0]) if len(names) == 1 else None


def moments(
    found: RecognisedColumns, head: Heading, body: Body
) -> tuple[dict[str, str], str | None]:
    """The source of `time`, and the hour at which gaming days begin."""
    by_form: dict[str, list[int]] = {"both": [], "day": [], "clock": []}
    for at, form in found.stamps:
        by_form[form].append(at)
    whole, days, clocks = by_form["both"], by_form["day"], by_form["clock"]
    name = head.names
    if whole:
        begins = day_begins(body, whole[0], whole[0], named_for_evenings=False)
        return {"time": f"{{{name[whole[0]]}}}"}, begins
    if clocks and not days and "session" in found.fields:
        days = [found.fields["session"]]
        begins = day_begins(body, days[0], clocks[0], named_for_evenings=True)
        return {"time": f"{{{name[days[0]]}}} {{{name[clocks[0]]}}}"}, begins
    if days and clocks:
        begins = day_begins(body, days[0], clocks[0], named_for_evenings=False)
        return {"time": f"{{{name[days[0]]}}} {{{name[clocks[0]]}}}"}, begins
    alone = days or clocks
    return ({"time": f"{{{name[alone[0]]}}}"} if alone else {}), None


def language_of(
    head: Heading,
    found: RecognisedColumns,
    body: Body,
    lexicon: Lexicon,
    taken: frozenset[int] = frozenset(),
) -> Language:
    """French, as soon as one word says so: a name of a column that has a use, or a cell below."""
    known = {*found.fields.values(), *(at for at, _ in found.stamps), *taken}
    names = (head.names[at] for at in known)
    if any(normalise(own) in lexicon.french and not _in_both(own) for own in names):
        return "fr"
    fields = lexicon.fields()
    worded = {
        at
        for field, at in found.fields.items()
        if field == "event" or isinstance(fields.get(field), Enumeration)
    }
    words = (normalise(cell) for at in worded | taken for cell in body.cells(at))
    return "fr" if any(word in lexicon.french for word in words) else "en"


def _in_both(name: str) -> bool:
    """Whether a column is called by a sign that says `number` in English as well."""
    return normalise(name) == "numero" and not says_numero(name)
