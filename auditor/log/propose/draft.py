"""A mapping as it is being written: lines of TOML, questions where nothing is sure, titles from
above a table, and where and when its rows happened.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from auditor.log.mapping.file import MappingError
from auditor.messages.message import Language, Message, message, say

OPEN = "…"
"""The sign in a proposed answer for that which only a person can say."""

DraftEvent = Mapping[str, object]
"""An event of a row, by the keys of a mapping."""

Place = tuple[str, ...]
"""Keys that lead to a place of a mapping: `("columns", "table")`, `("values", "bet", "1")`."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")


OF_THE_HOUSE = ("casino", "season", "game")
"""Fields that are the same for all files that are read together, and are asked once."""


def id_of(file: str, place: Place) -> str:
    """The id of a question about a file, or about all of them."""
    of_all = place[0] == "columns" and place[1] in OF_THE_HOUSE
    return path_of(place) if of_all else f"{file}#{path_of(place)}"


def path_of(place: Place) -> str:
    """A place as one text, as TOML writes dotted keys."""
    return ".".join(own if _BARE.fullmatch(own) else toml(own) for own in place)


def toml(value: object) -> str:
    """A value as TOML writes it."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case Mapping():
            return "{ " + ", ".join(f"{key} = {toml(own)}" for key, own in value.items()) + " }"
        case Sequence():
            return "[" + ", ".join(map(toml, value)) + "]"
        case _:
            return str(value)


# ---- lines ---------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class TomlLine:
    """A key and its value, with the reason for it or the question that it asks; the line of a
    question is commented out, but for one whose value `stands` and says nothing until it is
    answered.
    """

    key: str
    value: object
    says: Message | None = None
    is_question: bool = False
    stands: bool = False

    def text(self, language: Language, width: int = 0, *, is_name: bool = False) -> str:
        """The line; `is_name` of a key that is a word of the file and no word of mappings."""
        comment = f"   # {plain(say(self.says, language))}" if self.says else ""
        key = toml(self.key) if is_name else self.key
        if self.is_question and not self.stands:
            return f"# ? {key} = {toml(self.value)}{comment}"
        return f"{key:{width}} = {toml(self.value)}{comment}"


WITHOUT_A_WORD = ("timezone",)
"""Settings that are asked for where rows cannot be read without them."""


SETTINGS, TITLE, COLUMNS, SPLIT = Place(), ("title",), ("columns",), ("split",)
"""Sections of a mapping; those of words are `("values", field)`."""
CARDS = ("values", "card")
HAPPENS, READS, RECORDS = ("happens",), ("reads",), ("records",)
"""Kinds of event that rows are said to make, and columns, which may be read wrongly; and kinds of
which there is no column: they may be within another sum.
"""
ROW, ROLES = ("events",), ("column",)
"""The event of a row, of a file that does not tell it; and the columns of which a person may say
what they are, with what they are taken for.
"""


@dataclass(slots=True)
class Draft:
    """The mapping of one file while it is written: settings where the file leaves no doubt, a
    question wherever it does, and remarks, which nothing that is filled in can answer.

    Whoever reads a file enters what it finds, and need not know what has been answered: an answer
    takes the place of the question, and of a setting that a person corrects.
    """

    file: str
    answers: Mapping[str, str] = field(default_factory=dict)
    """Answers of a person by the path of their place; `""` says that it is nothing."""
    is_understood: bool = True
    is_alone: bool = True
    """Whether no other file tells of the same coups; of several, what comes first is ranked."""
    remarks: list[Message] = field(default_factory=list)
    sections: dict[Place, list[TomlLine]] = field(default_factory=dict)
    events: list[list[DraftEvent]] = field(default_factory=list)
    """Events of a row, those of one group after another."""
    ranks: list[int] = field(default_factory=list)  # the place of each group in a coup
    places: dict[str, int] = field(default_factory=dict)  # that of each kind
    once: set[int] = field(default_factory=set)  # the groups that each row of a coup tells again
    lists: tuple[str, ...] = ()
    """Lists within the objects of the file, of which one may be its rows: all is read anew then."""
    unused: list[str] = field(default_factory=list)

    def put(self, section: Place, line: TomlLine) -> None:
        self.sections.setdefault(section, []).append(line)

    def lines_of(self, section: Place) -> list[TomlLine]:
        return self.sections.get(section, [])

    def set(
        self, key: str, value: object, says: Message | None = None, *, question: bool = False
    ) -> None:
        """A key of the mapping, of which the file leaves no doubt or which a person has to give."""
        self.put(SETTINGS, TomlLine(key, value, says, question))

    def set_first(self, key: str, value: object) -> None:
        self.sections[SETTINGS] = [TomlLine(key, value), *self.lines_of(SETTINGS)]

    def column(
        self, name: str, source: str, says: Message | None = None, *, question: bool = False
    ) -> None:
        """The source of a field."""
        self.put(COLUMNS, TomlLine(name, source, says, question))

    def words(self, field: str, lines: Iterable[TomlLine]) -> None:
        """Texts of a column, and the words of the field that they stand for."""
        for own in lines:
            self.put(("values", field), own)

    def doubt(self, kind: str, says: Message) -> None:
        """A kind of event, or a state of stakes, of which nothing is read before a person says that
        it is one.
        """
        self._ask_once(HAPPENS, TomlLine(kind, "yes", says, is_question=True))

    def unrecorded(self, kind: str) -> None:
        """A kind of which nothing was written down: was it because there was none?"""
        self.put(RECORDS, TomlLine(kind, "yes", message("ask.recorded", kind=kind), True))

    def role(self, column: str, taken: str, says: Message) -> None:
        """The role that a column is `taken` for, of which a person may know more."""
        self._ask_once(ROLES, TomlLine(column, taken, says, is_question=True))

    def _ask_once(self, section: Place, line: TomlLine) -> None:
        asked = {own.key for own in self.lines_of(section)}
        if line.key not in asked and path_of((*section, line.key)) not in self.answers:
            self.put(section, line)

    def remark(self, says: Message) -> None:
        """A thing to know of the file; it is said once."""
        if says not in self.remarks:
            self.remarks.append(says)

    # ---- what is asked ---------------------------------------------------------------------------
    def lines(self) -> Iterator[tuple[Place, TomlLine]]:
        """Each line that may be a question, and its place in the mapping."""
        for name in self.lists[:1]:
            says = message("ask.list_within", list=name, lists=self.lists)
            yield ("sheets",), TomlLine("sheets", name, says, is_question=True)
        for section in (*self.sections_in_order(), READS, RECORDS, HAPPENS, ROW, ROLES):
            yield from (((*section, own.key), own) for own in self.lines_of(section))

    def sections_in_order(self) -> Iterator[Place]:
        """The sections, in the order of a mapping."""
        yield from (SETTINGS, TITLE, COLUMNS, SPLIT)
        yield from (own for own in self.sections if own[:1] == ("values",))

    def records(self) -> list[str]:
        """The kinds that are recorded."""
        said = next((own.value for own in self.lines_of(SETTINGS) if own.key == "records"), ())
        return [str(kind) for kind in said] if isinstance(said, Sequence) else []

    def asked(self) -> Iterator[tuple[Place, Message, str]]:
        """The places of questions that are open, what is asked, and the answer that is proposed."""
        cards = [own.key for own in self._cards()]
        if cards:  # which are told in one answer
            says = message("ask.cards", count=len(cards), first=cards[0], last=cards[-1])
            yield CARDS, says, ""
        for place, own in self.lines():
            if own.is_question and own.says is not None and own.key not in cards:
                yield place, own.says, _as_answer(own.value)

    def _cards(self) -> list[TomlLine]:
        """The texts of cards of which nobody knows yet which they are."""
        return [own for own in self.lines_of(CARDS) if own.is_question]

    def take_answers(self) -> None:
        """Put what a person said in the place of questions and settings.  Raises MappingError."""
        for place, _ in self.lines():
            answer = self.answers.get(path_of(place))
            if place[:-1] in (HAPPENS, RECORDS) and answer not in (None, "", "yes"):
                raise MappingError(message("proposal.yes_or_nothing", answer=answer))
        told = self.answers.get(path_of(CARDS), "").split()
        if told and (cards := self._cards()):
            if len(told) != len(cards):
                raise MappingError(message("proposal.as_many", count=len(cards)))
            known = zip((path_of((*CARDS, own.key)) for own in cards), told, strict=True)
            self.answers = dict(known) | dict(self.answers)
        for section, lines in self.sections.items():
            self.sections[section] = [*self._told(section, lines)]
        self._add()
        self.sections[COLUMNS] = [*self._told(READS, self.lines_of(COLUMNS))]
        told_of = [own for own in self.lines_of(RECORDS) if not own.is_question]
        records = [*self.records(), *(own.key for own in told_of if own.value)]
        self.sections[RECORDS] = [own for own in self.lines_of(RECORDS) if own.is_question]
        if records and not self.records():
            self.set("records", records)
        self.sections[SETTINGS] = [
            replace(own, value=records) if own.key == "records" else own
            for own in self.lines_of(SETTINGS)
        ]

    def _told(self, above: Place, lines: Iterable[TomlLine]) -> Iterator[TomlLine]:
        keys = {f"{{{own.value}}}" for own in self.lines_of(SETTINGS) if own.key == "same_coup"}
        for own in lines:
            answer = self.answers.get(path_of((*above, own.key)))
            if answer is None or (own.key == "coup" and answer in keys):
                yield own
            elif answer == _as_answer(own.value):
                yield TomlLine(own.key, own.value)
            elif answer or above:
                yield TomlLine(own.key, answer)

    def _add(self) -> None:
        """Settings and sources of fields that a person gave, and of which the file said nothing."""
        for path, answer in self.answers.items():
            head, _, name = path.rpartition(".")
            section = (head,) if head else SETTINGS
            known = section == COLUMNS and name.isidentifier()
            if not answer or not (known or path in WITHOUT_A_WORD):
                continue
            if all(own.key != name for own in self.lines_of(section)):
                self.put(section, TomlLine(name, answer))

    def copy(self) -> Draft:
        """A draft of the same content that may take in another."""
        sections = {name: [*lines] for name, lines in self.sections.items()}
        return replace(self, sections=sections, remarks=[*self.remarks])

    def takes_in(self, other: Draft) -> bool:
        """Whether one mapping can be both; then this one knows the words of the other too."""
        mine, others = ({p: own.value for p, own in draft.lines()} for draft in (self, other))
        words = {place for place in mine.keys() ^ others.keys() if place[0] == "values"}
        if any(mine.get(own) != others.get(own) for own in {*mine, *others} - words):
            return False
        if (self.events, self.once) != (other.events, other.once):
            return False
        for section in other.sections_in_order():
            known = {own.key for own in self.lines_of(section)}
            for own in other.lines_of(section):
                if own.key not in known:
                    self.put(section, own)
        for says in other.remarks:
            self.remark(says)
        return True

    def doubting(self, place: Place, says: Message) -> Draft:
        """The draft in which a kind of event or the source of a field is asked about."""
        own = self.copy()
        if place[:-1] == HAPPENS:
            own.doubt(place[-1], says)
            return own
        [line] = (line for line in self.lines_of(COLUMNS) if place == (*READS, line.key))
        own.sections[COLUMNS].remove(line)
        own.put(READS, replace(line, says=says, is_question=True))
        return own

    def kinds(self) -> frozenset[str]:
        """The kinds of event that a row makes."""
        return frozenset(str(own["event"]) for group in self.events for own in group)

    def numbers_coups(self) -> bool:
        """Whether the coup of a row is told without a question."""
        return any(own.key == "coup" and not own.is_question for own in self.lines_of(COLUMNS))

    def is_none(self, kind: object) -> bool:
        """Whether a person says that the events of a kind are none."""
        return self.answers.get(path_of((*HAPPENS, str(kind)))) == ""

    def text(self, language: Language = "en", *, above: str = "") -> str:
        """The mapping as a file, or `above` whose keys it is one of several in a file."""
        return _Text(self, language, above).whole()


@dataclass(frozen=True, slots=True)
class _Text:
    """A draft as a file of TOML; `above` are the keys of one of several."""

    draft: Draft
    language: Language
    above: str

    def whole(self) -> str:
        draft = self.draft
        parts = [
            self._about(),
            [f"[[{self.above[:-1]}]]"] if self.above else [],
            *map(self._section, draft.sections_in_order()),
            *(list(self._group(at)) for at, group in enumerate(draft.events)),
            list(self._row()),
        ]
        if draft.unused:
            names = ", ".join(f"`{name}`" for name in draft.unused)
            parts.append([self._comment(message("proposal.unused", names=names))])
        return "\n\n".join("\n".join(part) for part in parts if part) + "\n"

    def _comment(self, says: Message) -> str:
        return comment(says, self.language)

    def _about(self) -> list[str]:
        draft = self.draft
        code = "proposal.head" if draft.is_understood else "proposal.head_of_skeleton"
        asked = [message("proposal.how")] if any(draft.asked()) else []
        unrecorded = (message("remark.no_column_of", kind=o.key) for o in draft.lines_of(RECORDS))
        asked_of = [own for own in draft.lines_of(HAPPENS) if own.key not in draft.kinds()]
        roles = dict.fromkeys(own.says for own in (*draft.lines_of(ROLES), *asked_of) if own.says)
        head = Message(code, (("file", draft.file),))
        lists = [
            message("remark.list_within", list=own, name=f"{draft.file}:{own}")
            for own in draft.lists[:1]
        ]
        return [*map(self._comment, (head, *asked, *lists, *draft.remarks, *roles, *unrecorded))]

    def _section(self, section: Place) -> list[str]:
        """The lines of a section; the keys of settings and of columns are words of mappings."""
        lines, ours = self.draft.lines_of(section), section in (SETTINGS, COLUMNS)
        lines = [*lines, *(self.draft.lines_of(READS) if section == COLUMNS else ())]
        sure = (len(line.key) for line in lines if not line.is_question)
        width = max(sure, default=0) if ours else 0
        head = [f"[{self.above}{'.'.join(section)}]"] if section and (lines or ours) else []
        written = map(self._written, lines)
        return head + [own.text(self.language, width, is_name=not ours) for own in written]

    def _written(self, line: TomlLine) -> TomlLine:
        """The line; no kind is recorded of which the events are asked about."""
        if line.key != "records":
            return line
        draft, asked = self.draft, {own.key for own in self.draft.lines_of(HAPPENS)}
        return replace(
            line, value=[o for o in draft.records() if not (o in asked or draft.is_none(o))]
        )

    def _group(self, at: int) -> Iterator[str]:
        """A group of events, as a question where all of them are asked about; none of those that
        are said to be nothing.
        """
        draft = self.draft
        told = [own for own in draft.events[at] if not draft.is_none(own["event"])]
        doubts = {own.key: own.says for own in draft.lines_of(HAPPENS)}
        asks = {kind: doubts.get(str(kind)) for kind in (own["event"] for own in told)}
        yield from (self._comment(says) for says in asks.values() if says is not None)
        if all(asks.values()):
            if told:
                yield from (f"# ? [[{self.above}events]]", f"# ? events = {toml(told)}")
            return
        yield f"[[{self.above}events]]"
        ranks = [own.get("rank", draft.places.get(str(own["event"]))) for own in told]
        told = [{key: own[key] for key in own if key != "rank"} for own in told]
        if draft.once or (draft.numbers_coups() and not draft.is_alone):
            # What is lost is not of the rank of what is paid: nothing would tell their order.
            rank = draft.ranks[at]
            usual = (None, rank, draft.places.get(str(draft.events[at][0]["event"])))
            told = [
                own if at_own in usual else {**own, "rank": at_own}
                for own, at_own in zip(told, ranks, strict=True)
            ]
            yield f"rank = {rank}"
        if at in draft.once:
            yield f'once = "coup"   {self._comment(message("why.once"))}'
        yield "events = ["
        yield from (f"    {'# ? ' if asks[own['event']] else ''}{toml(own)}," for own in told)
        yield "]"

    def _row(self) -> Iterator[str]:
        for line in self.draft.lines_of(ROW):
            mark = "# ? " if line.is_question else ""
            yield f"{mark}[[{self.above}events]]"
            yield line.text(self.language)


TABLES = "tables."
"""The keys above those of each mapping of a file of several."""


def together(drafts: Sequence[Draft], language: Language) -> str:
    """The mappings of several tables as one file: what is the same for all stands above them."""
    if len(drafts) == 1:
        return drafts[0].text(language)
    shared: dict[str, TomlLine] = {}
    alone: list[Draft] = []
    for draft in drafts:
        columns = draft.lines_of(COLUMNS)
        of_all = [own for own in columns if own.key in OF_THE_HOUSE and "{" not in str(own.value)]
        shared |= {line.key: line for line in of_all if line.key not in shared}
        rest = [one for one in columns if one not in of_all]
        alone.append(replace(draft, sections=draft.sections | {COLUMNS: rest}))
    names = ", ".join(draft.file for draft in drafts)
    head = Draft(names, sections={COLUMNS: [*shared.values()]})
    return "\n".join([head.text(language), *(one.text(language, above=TABLES) for one in alone)])


def _as_answer(value: object) -> str:
    return value if isinstance(value, str) else toml(value)


def comment(says: Message, language: Language) -> str:
    """A sentence as a comment of a mapping, which no answer is."""
    return f"# {plain(say(says, language))}"


def plain(text: str) -> str:
    """A text as a comment may hold it: names of columns have line breaks in many workbooks."""
    return "".join(sign if sign.isprintable() else " " for sign in text)
