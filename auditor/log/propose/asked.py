"""Questions of a draft made ready for a person: the column that each is about, some of its cells,
and the answers to choose from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from auditor.language.core import Bilingual
from auditor.language.resolve.search_path import available
from auditor.language.wording import Wording
from auditor.log.convert.lexicon import Lexicon
from auditor.log.mapping.bind import columns_of
from auditor.log.mapping.schema import FileMapping, TemplateError, template
from auditor.log.match.readable import cells_in, has_suit
from auditor.log.propose.draft import COLUMNS, HAPPENS, READS, Draft, comment, kind_of
from auditor.log.propose.question import OPEN, Candidate, Column, Question, State
from auditor.log.propose.trial import LISTED, ROWS_LISTED, SAMPLES, nearest, shown
from auditor.log.table import Heading
from auditor.messages.message import Language, Message, message, say
from auditor.types import Enumeration


# ---- columns ------------------------------------------------------------------------------------
def columns_of_file(
    draft: Draft,
    says: FileMapping,
    head: Heading,
    rows: Sequence[Sequence[str]],
    lexicon: Lexicon,
) -> Iterator[Column]:
    """The columns of a file, each with what the draft takes it for."""
    asked = {name for own in draft.questions for name in _columns_in(own.proposed)}
    used, meant = {*columns_of(says)}, _meanings(says, lexicon)
    for at, name in enumerate(head.names):
        cells = cells_in(rows[:ROWS_LISTED], at)
        state: State = "recognised" if name in used else "not used"
        yield Column(
            name,
            draft.file,
            (*[*dict.fromkeys(cells)][:SAMPLES],),
            "to confirm" if name in asked else state,
            meant.get(name),
            tuple(nearest(name, cells, lexicon)) if at < LISTED else (),
        )


def column_list(columns: Sequence[Column], language: Language) -> str:
    """The columns as comments of a mapping: whoever completes it need not open the file."""
    lines = [message("proposal.columns")]
    for own in columns[:LISTED]:
        name, values = shown(own.name), tuple(f"`{shown(one)}`" for one in own.samples)
        said = values or message("proposal.empty_column")
        if own.near:
            lines.append(message("proposal.column_near", column=name, values=said, near=own.near))
        else:
            lines.append(message("proposal.column", column=name, values=said))
    if left := len(columns[LISTED:]):
        lines.append(message("proposal.more_columns", count=left))
    return "".join(f"{comment(own, language)}\n" for own in lines)


def _columns_in(source: str) -> tuple[str, ...]:
    """The columns that a text takes something from; none where it is no source."""
    try:
        return template(source).columns
    except TemplateError:
        return ()


def _meanings(says: FileMapping, lexicon: Lexicon) -> dict[str, Bilingual]:
    """Uses of each column, in the words of the vocabulary."""
    own = wording_of(lexicon)
    found: dict[str, list[Bilingual]] = {}
    for kind, field, source in _sources(says):
        said = own.field(field)
        said = _joined(" : ", own.word("event", kind), said) if kind else said
        for name in _columns_in(source):
            found.setdefault(name, []).append(said)
    if says.same_coup is not None:
        found.setdefault(says.same_coup, []).append(own.field("coup"))
    return {
        name: Bilingual(
            ", ".join(dict.fromkeys(one.fr for one in uses)),
            ", ".join(dict.fromkeys(one.en for one in uses)),
        )
        for name, uses in found.items()
    }


def _sources(says: FileMapping) -> Iterator[tuple[str, str, str]]:
    """The kind of event, or none, the field and its source, of all that a mapping says."""
    yield from (("", field, source) for field, source in says.columns.items())
    events = [*says.events]
    for own in events:
        yield from ((own.event or "", field, source) for field, source in own.fields.items())
        events += own.events


def _joined(between: str, one: Bilingual, other: Bilingual) -> Bilingual:
    return Bilingual(f"{one.fr}{between}{other.fr}", f"{one.en}{between.strip()} {other.en}")


def both(says: Message) -> Bilingual:
    """A message in both languages, beside labels that vocabularies have in both."""
    return Bilingual(say(says, "fr"), say(says, "en"))


# ---- questions ----------------------------------------------------------------------------------
def wording_of(lexicon: Lexicon) -> Wording:
    """The labels of the names of a log, from the vocabularies that have one."""
    labels = {
        key: label for own in reversed(lexicon.vocabularies) for key, label in own.labels.items()
    }
    return Wording(labels | {("field", "event"): both(message("proposal.kind"))})


CHOICES: Mapping[str, Mapping[str, str]] = {
    "doubt.cards": {"fr": "choice.cards_fr", "en": "choice.cards_en"},
    "doubt.cards_of_both": {"fr": "choice.cards_fr", "en": "choice.cards_en"},
    "doubt.points": {"numbers": "choice.cards_numbers"},
    "doubt.decimal": {",": "choice.comma", ".": "choice.point"},
    "doubt.day_first": {"dd/mm/yyyy": "choice.day_first", "mm/dd/yyyy": "choice.month_first"},
    "doubt.epoch": {"excel-1900": "choice.excel_1900", "excel-1904": "choice.excel_1904"},
    "doubt.unix": {"unix": "choice.unix"},
}
"""The answers to a doubt that the cells of a file leave, and the message that says each."""


OF_ROWS: Mapping[str, str] = {
    "{@day}": "choice.gaming_day",
    "{@count}": "choice.in_order",
    "{@sheet}": "choice.sheet",
}
"""Sources that are no column, and the message that says each."""

SENSES: Mapping[str, str] = {
    "winnings": "choice.winnings",
    "net": "choice.net",
    "whole": "choice.whole",
}
"""Senses of a sum that is paid, and the message that says each."""


def completed(
    draft: Draft, says: FileMapping, columns: Sequence[Column], lexicon: Lexicon
) -> Iterator[Question]:
    """The questions of a draft, each with its column, some cells and the answers to choose from."""
    samples = {own.name: own.samples for own in columns}
    words = wording_of(lexicon)
    for own in draft.questions:
        name, above, last = _about(own, draft, says), own.place[0], own.place[-1]
        about = Bilingual(last, last)
        if above in (HAPPENS, "records"):
            about = words.word("event", last)
        elif above in (READS, "columns"):
            about = words.field(last)
        listed = own.says.code in ("ask.member", "ask.member_or")
        yield replace(
            own,
            says=message("ask.word") if listed else own.says,
            column=name,
            values=(last,) if above == "values" else samples.get(name, ()),
            candidates=tuple(_offered(own, columns, lexicon)),
            about=about,
        )


def _about(own: Question, draft: Draft, says: FileMapping) -> str:
    """The column of the file that a question is about."""
    above, field = own.place[0], own.place[1:2]
    if above == "column":
        return own.place[1]
    source = own.proposed
    if above == HAPPENS:
        events = (event for group in draft.events for event in group)
        source = " ".join(event for event in events if kind_of(event) == own.place[1])
    if above == "values":
        sources = [line.value for line in draft.lines_of(COLUMNS) if (line.key,) == field]
        sources += [text for kind, name, text in _sources(says) if kind and (name,) == field]
        source = next((text for text in sources if isinstance(text, str) and "{" in text), "")
    return next(iter(_columns_in(source)), "")


def _offered(own: Question, columns: Sequence[Column], lexicon: Lexicon) -> Iterator[Candidate]:
    """The answers to choose from: first the one that the file suggests."""
    above, last = own.place[0], own.place[-1]
    if above in (HAPPENS, "records"):
        code = "choice.within" if above == "records" else "choice.read_rightly"
        yield Candidate("yes", both(Message(code)))
        return
    if above == "column":
        yield from _roles(own, columns, lexicon)
        return
    if above != "values" and own.proposed and OPEN not in own.proposed:
        known = OF_ROWS.get(own.proposed)
        value = own.proposed if known is None else Message(known)
        yield Candidate(own.proposed, both(message("choice.as_proposed", value=value)))
    if own.place == (last,):
        yield from _choices(dict(own.says.values).get("says"))
        return
    field = own.place[1] if above == "values" else last
    whole = own.proposed == OPEN  # no column fills a part of what is open
    yield from words_of(field, lexicon)
    for column in columns if above == "columns" and (whole or OPEN not in own.proposed) else ():
        source = f"{{{column.name}}}"
        if field in column.near and source != own.proposed:
            yield Candidate(source, Bilingual(column.name, column.name))


def _roles(own: Question, columns: Sequence[Column], lexicon: Lexicon) -> Iterator[Candidate]:
    """The events that a column may make: the cards of a hand, or sums."""
    words = wording_of(lexicon)
    cells = next((one.samples for one in columns if one.name == own.place[1]), ())
    cards = bool(cells) and all(map(has_suit, cells))
    for word in lexicon.wide:
        event, of = words.word("event", word.event), lexicon.type_of(word.event, word.names)
        if word.value == "card" and cards and isinstance(of, Enumeration):
            for member in of.members:
                said = _joined(" : ", event, words.word(of.name, member))
                yield Candidate(f"{word.event}:{member}", said)
        elif word.value == "amount" and not cards and word.loss:
            for sense, code in SENSES.items():
                says = _joined(" : ", event, both(Message(code)))
                yield Candidate(f"{word.event}:{sense}", says)
        elif word.value == "amount" and not cards:
            yield Candidate(word.event, event)


def _choices(doubt: object) -> Iterator[Candidate]:
    if not isinstance(doubt, Message):
        return
    for answer, code in CHOICES.get(doubt.code, {}).items():
        yield Candidate(answer, both(Message(code)))
    for name, own in doubt.values if doubt.code == "doubt.currency" else ():
        if name in ("one", "two"):
            yield Candidate(str(own), Bilingual(str(own), str(own)))


def words_of(field: str, lexicon: Lexicon) -> Iterator[Candidate]:
    """The words that a field may hold, of a field of few."""
    words, kind = wording_of(lexicon), lexicon.type_of("", field)
    family, names = field, list[str]()
    if field == "game":
        names = [*available()]
    elif field == "event":
        names = [*dict.fromkeys(name for own in lexicon.vocabularies for name in own.kinds)]
        names.sort(key=lambda kind: "amount" not in lexicon.own_fields_of(kind))
    elif isinstance(kind, Enumeration):
        family, names = kind.name, [*kind.members]
    return (Candidate(name, words.word(family, name)) for name in names)
