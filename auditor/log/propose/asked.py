"""Questions of a draft made ready for a person: the column that each is about, some of its cells,
and the answers to choose from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from auditor.language.core import Bilingual
from auditor.language.resolve.search_path import available
from auditor.language.wording import Wording
from auditor.log.convert.lexicon import Lexicon
from auditor.log.mapping.bind import columns_of
from auditor.log.mapping.schema import EventTemplate, FileMapping, TemplateError, template
from auditor.log.match.readable import cells_in, has_suit
from auditor.log.propose.draft import HAPPENS, READS, Draft, comment, kind_of
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
) -> tuple[Column, ...]:
    """The columns of a file, each with what the draft takes it for."""
    asked = {name for own in draft.questions for name in _columns_in(own.proposed)}
    used, meant = {*columns_of(says)}, _meanings(says, lexicon)

    def column(at: int, name: str) -> Column:
        cells = cells_in(rows[:ROWS_LISTED], at)
        state: State = "recognised" if name in used else "not used"
        if name in asked:
            state = "to confirm"
        return Column(
            name,
            draft.file,
            tuple(list(dict.fromkeys(cells))[:SAMPLES]),
            state,
            meant.get(name),
            tuple(nearest(name, cells, lexicon)) if at < LISTED else (),
        )

    return tuple(column(at, name) for at, name in enumerate(head.names))


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
    found: dict[str, dict[tuple[str, str], None]] = {}
    for field, source in says.columns.items():
        for name in _columns_in(source):
            found.setdefault(name, {})["", field] = None
    for kind, field, source in _fields(says.events):
        for name in _columns_in(source):
            found.setdefault(name, {})[kind, field] = None
    if says.same_coup is not None:
        found.setdefault(says.same_coup, {})["", "coup"] = None
    return {name: _said(fields, lexicon) for name, fields in found.items()}


def _fields(events: Iterable[EventTemplate]) -> Iterator[tuple[str, str, str]]:
    for own in events:
        yield from ((own.event or "", field, source) for field, source in own.fields.items())
        yield from _fields(own.events)


def _said(fields: Iterable[tuple[str, str]], lexicon: Lexicon) -> Bilingual:
    words = Called(lexicon)
    said = [
        words.of("field", field)
        if not kind
        else _joined(" : ", words.of("event", kind), words.of("field", field))
        for kind, field in fields
    ]
    return Bilingual(
        ", ".join(dict.fromkeys(own.fr for own in said)),
        ", ".join(dict.fromkeys(own.en for own in said)),
    )


def _joined(between: str, one: Bilingual, other: Bilingual) -> Bilingual:
    return Bilingual(f"{one.fr}{between}{other.fr}", f"{one.en}{between.strip()} {other.en}")


def both(says: Message) -> Bilingual:
    """A message in both languages, beside labels that vocabularies have in both."""
    return Bilingual(say(says, "fr"), say(says, "en"))


# ---- questions ----------------------------------------------------------------------------------
class Called:
    """Labels of the names of a log, from the vocabularies that have one."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._labels = {
            key: label
            for own in reversed(lexicon.vocabularies)
            for key, label in own.labels.items()
        }

    def of(self, family: str, name: str) -> Bilingual:
        """The label of a field, of a kind of event, or of a word of a type; else the name."""
        wording = Wording(self._labels)
        if (family, name) == ("field", "event"):
            return both(message("proposal.kind"))
        french, english = (wording.name(family, name, own) or name for own in ("fr", "en"))
        return Bilingual(french, english)


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
    by_name = {own.name: own for own in columns}
    for own in draft.questions:
        name = _about(own, draft, says)
        values = own.place[-1:] if own.place[0] == "values" else ()
        if not values and name in by_name:
            values = by_name[name].samples
        offered = tuple(_offered(own, columns, lexicon))
        about = Bilingual(own.place[-1], own.place[-1])
        if own.place[0] in (HAPPENS, "records"):
            about = Called(lexicon).of("event", own.place[-1])
        elif own.place[0] in (READS, "columns"):
            about = Called(lexicon).of("field", own.place[-1])
        listed = own.says.code in ("ask.member", "ask.member_or")
        ask = message("ask.word") if listed else own.says
        yield replace(own, says=ask, column=name, values=values, candidates=offered, about=about)


def _about(own: Question, draft: Draft, says: FileMapping) -> str:
    """The column of the file that a question is about."""
    if own.place[0] == "column":
        return own.place[1]
    source = own.proposed
    if own.place[0] == HAPPENS:
        events = (event for group in draft.events for event in group)
        source = " ".join(event for event in events if kind_of(event) == own.place[1])
    if own.place[0] == "values":
        field = own.place[1]
        sources = [line.value for line in draft.columns if line.key == field]
        sources += [text for _, name, text in _fields(says.events) if name == field]
        source = next((text for text in sources if isinstance(text, str) and "{" in text), "")
    return next(iter(_columns_in(source)), "")


def _offered(own: Question, columns: Sequence[Column], lexicon: Lexicon) -> Iterator[Candidate]:
    """The answers to choose from: first the one that the file suggests."""
    if own.place[0] in (HAPPENS, "records"):
        code = "choice.within" if own.place[0] == "records" else "choice.read_rightly"
        yield Candidate("yes", both(Message(code)))
        return
    if own.place[0] == "column":
        yield from _roles(own, columns, lexicon)
        return
    field = own.place[1] if own.place[0] == "values" else own.place[-1]
    if own.place[0] != "values" and own.proposed and OPEN not in own.proposed:
        known = OF_ROWS.get(own.proposed)
        value = own.proposed if known is None else Message(known)
        yield Candidate(own.proposed, both(message("choice.as_proposed", value=value)))
    if own.place == (field,):
        doubt = dict(own.says.values).get("says")
        if isinstance(doubt, Message):
            yield from _choices(doubt)
        return
    yield from words_of(field, lexicon)
    if own.place[0] == "columns":
        for column in columns if own.proposed == OPEN or OPEN not in own.proposed else ():
            if field in column.near and f"{{{column.name}}}" != own.proposed:
                yield Candidate(f"{{{column.name}}}", Bilingual(column.name, column.name))


def _roles(own: Question, columns: Sequence[Column], lexicon: Lexicon) -> Iterator[Candidate]:
    """The events that a column may make: the cards of a hand, or sums."""
    called = Called(lexicon)
    cells = next((one.samples for one in columns if one.name == own.place[1]), ())
    cards = bool(cells) and all(map(has_suit, cells))
    for word in lexicon.wide:
        event, of = called.of("event", word.event), lexicon.type_of(word.event, word.names)
        if word.value == "card" and cards and isinstance(of, Enumeration):
            for member in of.members:
                said = _joined(" : ", event, called.of(of.name, member))
                yield Candidate(f"{word.event}:{member}", said)
        elif word.value == "amount" and not cards and word.loss:
            for sense, code in SENSES.items():
                says = _joined(" : ", event, both(Message(code)))
                yield Candidate(f"{word.event}:{sense}", says)
        elif word.value == "amount" and not cards:
            yield Candidate(word.event, event)


def _choices(doubt: Message) -> Iterator[Candidate]:
    for answer, code in CHOICES.get(doubt.code, {}).items():
        yield Candidate(answer, both(Message(code)))
    if doubt.code == "doubt.currency":
        for name, own in doubt.values:
            if name in ("one", "two"):
                yield Candidate(str(own), Bilingual(str(own), str(own)))


def words_of(field: str, lexicon: Lexicon) -> Iterator[Candidate]:
    """The words that a field may hold, of a field of few."""
    called, kind = Called(lexicon), lexicon.type_of("", field)
    family, names = field, list[str]()
    if field == "game":
        names = [*available()]
    elif field == "event":
        names = [*dict.fromkeys(name for own in lexicon.vocabularies for name in own.kinds)]
        names.sort(key=lambda kind: "amount" not in lexicon.own_fields_of(kind))
    elif isinstance(kind, Enumeration):
        family, names = kind.name, [*kind.members]
    return (Candidate(name, called.of(family, name)) for name in names)
