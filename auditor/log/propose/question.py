"""Questions that a person answers, the columns of a file, and how both are made of a draft: the
column that each question is about, some of its cells, and the answers to choose from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Literal

from auditor.language.core import Bilingual
from auditor.language.resolve.search_path import available
from auditor.language.wording import Wording, in_both
from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.written import stamp
from auditor.log.mapping.bind import columns_of, flat_events
from auditor.log.mapping.schema import FileMapping, TemplateError, template
from auditor.log.match.readable import cells_in, has_suit
from auditor.log.match.roles import SENSES, cards_in
from auditor.log.propose.draft import (
    CARDS,
    COLUMNS,
    HAPPENS,
    OPEN,
    READS,
    RECORDS,
    Draft,
    Place,
    comment,
    id_of,
)
from auditor.log.propose.trial import LISTED, ROWS_LISTED, SAMPLES, nearest, shown
from auditor.log.structured.xml_rows import EVERY
from auditor.log.table import Heading
from auditor.messages.message import Language, Message, Surface, message, say
from auditor.source import Frozen
from auditor.types import Enumeration

State = Literal["recognised", "to confirm", "not used"]

NOTHING = Bilingual("", "")


class Candidate(Frozen):
    """An answer that is offered, and what people call it."""

    answer: str
    called: Bilingual

    def said(self, language: Language) -> str:
        return self.called.in_language(language)


class Price(Frozen):
    """Provisions that stay unverified while a question is open, and how many payments do."""

    provisions: tuple[str, ...] = ()
    payments: int = 0

    def said(self, language: Language) -> str:
        """The price as sentences; nothing where an answer is worth nothing."""
        says = []
        if self.provisions:
            shown = self.provisions[:MOST_SHOWN]
            left = len(self.provisions) - len(shown)
            more = message("price.more", count=left) if left else ""
            says.append(message("price.provisions", names=", ".join(shown), more=more))
        if self.payments:
            says.append(message("price.payments", count=self.payments))
        return " ".join(say(own, language) for own in says)


MOST_SHOWN = 8
"""Provisions of a price that are named."""


class Question(Frozen):
    """A thing that a file leaves open; the answer is a text, and `""` says that it is nothing.

    The `id` is the same as long as the file has its name and the columns that it is about.
    """

    id: str
    place: Place
    says: Message
    proposed: str = OPEN
    """The answer that the file suggests; `…` in it stands for what only a person can say."""
    column: str = ""
    values: tuple[str, ...] = ()
    """The column of the file that it is about, and some of its cells."""
    candidates: tuple[Candidate, ...] = ()
    price: Price = field(default_factory=Price)
    about: Bilingual = NOTHING
    """The field or the word that is asked about, as people call it."""

    def said(self, language: Language, surface: Surface = "terminal") -> str:
        """The question as a sentence."""
        about = self.about.in_language(language)
        if not about:
            return say(self.says, language, surface)
        return say(message("ask.about", what=about, says=self.says), language, surface)

    def answer(self, text: str, language: Language) -> str:
        """The answer that a person's words are: a candidate by its name, or what is to be filled
        in; a day as people write it in that language.
        """
        plain = text.strip()
        for own in self.candidates:
            if plain.casefold() in {own.answer.casefold(), own.called.fr, own.called.en}:
                return own.answer
        if self.place == ("columns", "time"):
            plain = _day(plain, language)
        if OPEN in self.proposed and OPEN not in plain:
            return self.proposed.replace(OPEN, plain)
        return plain


def _day(text: str, language: Language) -> str:
    """A day as logs have it, where the text is one and its figures leave no doubt."""
    read = stamp(text)
    days = {} if read is None or read.clock is not None else read.days or {}
    if len({*days.values()}) == 1 or (language == "fr" and "dmy" in days):
        return str(days.get("dmy", next(iter(days.values()))))
    return text


class Column(Frozen):
    """A column of a file, three of its values, and what it is taken for."""

    name: str
    file: str
    samples: tuple[str, ...]
    state: State
    meaning: Bilingual | None = None
    near: tuple[str, ...] = ()
    """Fields of a log to which it is near, by its name or by its cells."""

    def said(self, language: Language) -> str:
        """The meaning in words; nothing where the column is not used."""
        return "" if self.meaning is None else self.meaning.in_language(language)


# ---- columns ------------------------------------------------------------------------------------
def columns_of_file(
    draft: Draft,
    says: FileMapping,
    head: Heading,
    rows: Sequence[Sequence[str]],
    lexicon: Lexicon,
) -> Iterator[Column]:
    """The columns of a file, each with what the draft takes it for."""
    asked = {name for _, _, proposed in draft.asked() for name in _columns_in(proposed)}
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
    for kind, meant, source in _sources(says):
        said = own.field(meant)
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
    for own in flat_events(says.events):
        yield from ((own.kind, field, source) for field, source in own.fields.items())


def _joined(between: str, one: Bilingual, other: Bilingual) -> Bilingual:
    return Bilingual(f"{one.fr}{between}{other.fr}", f"{one.en}{between.strip()} {other.en}")


# ---- questions ----------------------------------------------------------------------------------
def wording_of(lexicon: Lexicon) -> Wording:
    """The labels of the names of a log, from the vocabularies that have one."""
    labels = {
        key: label for own in reversed(lexicon.vocabularies) for key, label in own.labels.items()
    }
    return Wording(labels | {("field", "event"): in_both(message("proposal.kind"))})


CHOICES: Mapping[str, Mapping[str, str]] = {
    "doubt.cards": {"fr": "choice.cards_fr", "en": "choice.cards_en"},
    "doubt.cards_of_both": {"fr": "choice.cards_fr", "en": "choice.cards_en"},
    "doubt.points": {"numbers": "choice.cards_numbers"},
    "doubt.decimal": {",": "choice.comma", ".": "choice.point"},
    "doubt.day_first": {"dd/mm/yyyy": "choice.day_first", "mm/dd/yyyy": "choice.month_first"},
    "doubt.epoch": {"excel-1900": "choice.excel_1900", "excel-1904": "choice.excel_1904"},
    "doubt.unix": {"unix": "choice.unix"},
    "ask.recorded": {"yes": "choice.within"},
    "ask.void": {"yes": "choice.stood"},
    "ask.gone": {"yes": "choice.hold"},
}
"""The answers to a doubt that the cells of a file leave, and the message that says each."""


OF_ROWS: Mapping[str, str] = {
    "{@day}": "choice.gaming_day",
    "{@count}": "choice.in_order",
    "{@sheet}": "choice.sheet",
    EVERY: "choice.every",
}
"""Sources that are no column, and lists without a name, and the message that says each."""


def completed(
    draft: Draft, says: FileMapping, columns: Sequence[Column], lexicon: Lexicon
) -> Iterator[Question]:
    """The questions of a draft, each with its column, some cells and the answers to choose from."""
    samples = {own.name: own.samples for own in columns}
    words = wording_of(lexicon)
    for place, ask, proposed in draft.asked():
        listed = ask.code in ("ask.member", "ask.member_or")
        above, last = place[0], place[-1]
        name = _about(place, proposed, draft, says)
        about = Bilingual(last, last)
        if place[:-1] in (HAPPENS, RECORDS):
            about = words.word("event", last)
        elif (above,) in (READS, COLUMNS):
            about = words.field(last)
        yield Question(
            id_of(draft.file, place),
            place,
            message("ask.word") if listed else ask,
            proposed,
            name,
            samples.get(name, ()) if above != "values" or place == CARDS else (last,),
            tuple(_offered(place, ask, proposed, columns, lexicon)),
            about=about,
        )


def _about(place: Place, proposed: str, draft: Draft, says: FileMapping) -> str:
    """The column of the file that a question is about."""
    above, field = place[0], place[1:2]
    if above == "column":
        return place[1]
    source = proposed
    if above == "values":
        sources = [line.answer for name, line in draft.of(COLUMNS).items() if (name,) == field]
        sources += [text for kind, name, text in _sources(says) if kind and (name,) == field]
        source = next((text for text in sources if "{" in text), "")
    return next(iter(_columns_in(source)), "")


def _offered(
    place: Place, ask: Message, proposed: str, columns: Sequence[Column], lexicon: Lexicon
) -> Iterator[Candidate]:
    """The answers to choose from: first the one that the file suggests."""
    above, last = place[0], place[-1]
    if place[:-1] in (HAPPENS, RECORDS):
        for answer, code in CHOICES.get(ask.code, {"yes": "choice.read_rightly"}).items():
            yield Candidate(answer, in_both(Message(code)))
        return
    if above == "column":
        yield from _roles(last, columns, lexicon)
        return
    if above != "values" and proposed and OPEN not in proposed:
        known = OF_ROWS.get(proposed)
        value = proposed if known is None else Message(known)
        yield Candidate(proposed, in_both(message("choice.as_proposed", value=value)))
    if place == (last,):
        said = dict(ask.values)
        lists = said.get("lists")
        for own in map(str, lists if isinstance(lists, tuple) else ()):
            if own != proposed:
                known = OF_ROWS.get(own)
                yield Candidate(own, in_both(Message(known)) if known else Bilingual(own, own))
        yield from _choices(said.get("says"))
        return
    field = place[1] if above == "values" else last
    whole = proposed == OPEN  # no column fills a part of what is open
    yield from words_of(field, lexicon)
    for column in columns if above == "columns" and (whole or OPEN not in proposed) else ():
        source, free = f"{{{column.name}}}", column.state == "not used" and bool(column.samples)
        listed = whole and isinstance(lexicon.type_of("", field), Enumeration)
        words = free and listed and not all(map(str.isdecimal, column.samples))
        # What tells a place may have any name; of one text in all rows no coup is told.
        several = len(column.samples) > 1
        words |= free and (field in ("table", "shoe") or (field == "coup" and several))
        if (words or field in column.near) and source != proposed:
            yield Candidate(source, Bilingual(column.name, column.name))


def _roles(name: str, columns: Sequence[Column], lexicon: Lexicon) -> Iterator[Candidate]:
    """The events that a column may make: the cards of a hand, or sums."""
    words = wording_of(lexicon)
    cells = next((one.samples for one in columns if one.name == name), ())
    cards = cards_in(cells, has_suit, enough=1) is not None
    for word in lexicon.wide:
        event, of = words.word("event", word.event), lexicon.type_of(word.event, word.names)
        if word.value == "amount" and not cards and not word.loss:
            yield Candidate(word.event, event)
        is_of = cards if word.value == "card" else not cards and word == lexicon.word_for("amount")
        if cards and is_of and not isinstance(of, Enumeration):
            yield Candidate(word.event, event)  # of the player whose name the column has
        if word.value and is_of and isinstance(of, Enumeration):
            for member in of.members:
                said = _joined(" : ", event, words.word(of.name, member))
                yield Candidate(f"{word.event}:{member}", said)
        elif word.value == "amount" and not cards and word.loss:
            for sense, code in SENSES.items():
                says = _joined(" : ", event, in_both(Message(code)))
                yield Candidate(f"{word.event}:{sense}", says)


def _choices(doubt: object) -> Iterator[Candidate]:
    if not isinstance(doubt, Message):
        return
    for answer, code in CHOICES.get(doubt.code, {}).items():
        yield Candidate(answer, in_both(Message(code)))
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
