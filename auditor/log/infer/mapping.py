"""A log with headers of its own, read without a mapping as far as it leaves no doubt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from auditor.log.convert.conventions import Language
from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.words import normalise
from auditor.log.header import Heading
from auditor.log.infer.columns import Body, RecognisedColumns, body_of, columns
from auditor.log.infer.gaming_day import day_begins
from auditor.log.mapping.schema import FileMapping
from auditor.log.table import Record, column_name
from auditor.types import Enumeration


@dataclass(frozen=True, slots=True)
class InferredMapping:
    """The mapping that a header and its cells give by themselves, and the language of the file."""

    head: Heading
    body: Body
    columns: RecognisedColumns
    says: FileMapping
    language: Language


def infer_mapping(records: Sequence[Record], head: Heading, lexicon: Lexicon) -> InferredMapping:
    """A mapping for a log of one event a row, from its header."""
    body = body_of(records, head, lexicon)
    found = columns(head, body, lexicon)
    sources: dict[str, str] = {name: f"{{{head.names[at]}}}" for name, at in found.fields.items()}
    stamps, begins = moments(found, head, body)
    sources |= stamps
    # What nobody knows may be a column of rules that are not at hand.
    for at in found.unknown:
        name = column_name(head.names[at])
        if name not in sources and "{" not in name:
            sources[name] = f"{{{head.names[at]}}}"
    values = {"event": dict(body.told)} if body.told else {}
    says = FileMapping(columns=sources, day_begins=begins, values=values)
    return InferredMapping(head, body, found, says, language_of(head, found, body, lexicon))


def moments(
    found: RecognisedColumns, head: Heading, body: Body
) -> tuple[Mapping[str, str], str | None]:
    """The source of `time`, and the hour at which the days of the file begin, if they are
    gaming days.
    """
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


def language_of(head: Heading, found: RecognisedColumns, body: Body, lexicon: Lexicon) -> Language:
    """French, as soon as one word says so."""
    known = [*found.fields.values(), *(at for at, _ in found.stamps)]
    if any(normalise(head.names[at]) in lexicon.french for at in known):
        return "fr"
    fields = lexicon.fields()
    worded = [
        at
        for field, at in found.fields.items()
        if field == "event" or isinstance(fields.get(field), Enumeration)
    ]
    words = (normalise(cell) for at in worded for cell in body.cells(at))
    return "fr" if any(word in lexicon.french for word in words) else "en"
