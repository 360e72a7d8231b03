"""A mapping as it is being written: lines of TOML, questions where nothing is sure, and the events
of a row.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from auditor.log.mapping.file import MappingError
from auditor.messages.message import Language, Message, message, say
from auditor.source import Frozen

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


# ---- what is written -----------------------------------------------------------------------------
class DraftLine(Frozen):
    """The value of a place, with the reason for it or the question that it asks; the line of a
    question is commented out, but for one whose value `stands` and says nothing until it is
    answered.
    """

    value: object
    says: Message | None = None
    is_question: bool = False
    stands: bool = False

    @property
    def answer(self) -> str:
        """The value as an answer to the question."""
        return self.value if isinstance(self.value, str) else toml(self.value)


class RowEvents(Frozen):
    """Events that a row makes together, at a place of its coup, or in the order of the rows;
    `is_once` where each row of the coup tells them again.
    """

    events: Sequence[DraftEvent]
    rank: int | None
    is_once: bool


SETTINGS, TITLE, COLUMNS, SPLIT, HOLDS = Place(), ("title",), ("columns",), ("split",), ("holds",)
"""Sections of a mapping; those of words are `("values", field)`."""
TIMEZONE = (*SETTINGS, "timezone")
CARDS = ("values", "card")
HAPPENS, READS, RECORDS = ("happens",), ("reads",), ("records",)
"""Kinds of event that rows are said to make, and columns, which may be read wrongly; and kinds of
which there is no column: they may be within another sum.
"""
ROW, ROLES = ("events",), ("column",)
"""The event of a row, of a file that does not tell it; and the columns of which a person may say
what they are, with what they are taken for.
"""
_ORDER = (
    *(SETTINGS, TITLE, COLUMNS, SPLIT, HOLDS, ("values",)),
    *(READS, RECORDS, HAPPENS, ROW, ROLES),
)


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
    lines: dict[Place, DraftLine] = field(default_factory=dict)
    groups: list[RowEvents] = field(default_factory=list)
    ranks: dict[str, int] = field(default_factory=dict)  # the place of each kind in a coup
    lists: tuple[str, ...] = ()
    """Lists within the objects of the file, of which one may be its rows: all is read anew then."""
    unused: list[str] = field(default_factory=list)

    def set(
        self, key: str, value: object, says: Message | None = None, *, question: bool = False
    ) -> None:
        """A key of the mapping, of which the file leaves no doubt or which a person has to give."""
        self.lines[*SETTINGS, key] = DraftLine(value, says, question)

    def set_first(self, key: str, value: object) -> None:
        self.lines = {(*SETTINGS, key): DraftLine(value), **self.lines}

    def column(
        self, name: str, source: str, says: Message | None = None, *, question: bool = False
    ) -> None:
        """The source of a field."""
        self.lines[*COLUMNS, name] = DraftLine(source, says, question)

    def doubt(self, kind: str, says: Message) -> None:
        """A kind of event, or a state of stakes, of which nothing is read before a person says that
        it is one.
        """
        self._ask_once((*HAPPENS, kind), "yes", says)

    def takes_off(self, held: str, kind: str) -> bool:
        """Enter that amounts of a kind have those of another in them; false where no coup is told,
        by which these are found.
        """
        if is_told := self.tells_coups():
            self.lines[*HOLDS, kind] = DraftLine(held, message("why.holds"))
        return is_told

    def unrecorded(self, kind: str) -> None:
        """A kind of which nothing was written down: was it because there was none?"""
        self.lines[*RECORDS, kind] = DraftLine("yes", message("ask.recorded", kind=kind), True)

    def role(self, column: str, taken: str, says: Message) -> None:
        """The role that a column is `taken` for, of which a person may know more."""
        self._ask_once((*ROLES, column), taken, says)

    def ask_for_kind(self) -> None:
        """Ask what a row is, of a file that does not tell it."""
        self.lines[*ROW, "event"] = DraftLine(OPEN, message("ask.kind_of_row"), True)

    def _ask_once(self, place: Place, value: str, says: Message) -> None:
        if path_of(place) not in self.answers:
            self.lines.setdefault(place, DraftLine(value, says, True))

    def remark(self, says: Message) -> None:
        """A thing to know of the file; it is said once."""
        if says not in self.remarks:
            self.remarks.append(says)

    # ---- what is said ----------------------------------------------------------------------------
    def of(self, section: Place) -> dict[str, DraftLine]:
        """The lines of a section by their keys."""
        return {place[-1]: own for place, own in self.lines.items() if place[:-1] == section}

    def sections(self) -> list[Place]:
        """The sections, in the order of a mapping."""
        return sorted(
            dict.fromkeys(own[:-1] for own in self.lines), key=lambda own: _ORDER.index(own[:1])
        )

    def answered(self, *place: str) -> str | None:
        """The answer of a person about a place."""
        return self.answers.get(path_of(place))

    def kinds(self) -> list[str]:
        """The kinds of event that a row makes."""
        return list(dict.fromkeys(str(own["event"]) for o in self.groups for own in o.events))

    def tells_coups(self) -> bool:
        """Whether a column tells the coup of a row, or a person says it."""
        line = self.lines.get((*COLUMNS, "coup"))
        return line is not None and (not line.is_question or bool(self.answered(*COLUMNS, "coup")))

    # ---- what is asked ---------------------------------------------------------------------------
    def asked(self) -> Iterator[tuple[Place, Message, str]]:
        """The places of questions that are open, what is asked, and the answer that is proposed."""
        if cards := self._cards():  # which are told in one answer
            says = message("ask.cards", count=len(cards), first=cards[0], last=cards[-1])
            yield CARDS, says, ""
        if self.lists:
            says = message("ask.list_within", list=self.lists[0], lists=self.lists)
            yield ("sheets",), says, self.lists[0]
        for section in self.sections():
            for key, own in self.of(section).items():
                if own.is_question and own.says is not None and section != CARDS:
                    yield (*section, key), own.says, own.answer

    def _cards(self) -> list[str]:
        """The texts of cards of which nobody knows yet which they are."""
        return [text for text, own in self.of(CARDS).items() if own.is_question]

    def take_answers(self) -> None:
        """Put what a person said in the place of questions and settings.  Raises MappingError."""
        for place in self.lines:
            answer = self.answered(*place)
            if place[:-1] in (HAPPENS, RECORDS) and answer not in (None, "", "yes"):
                raise MappingError(message("proposal.yes_or_nothing", answer=answer))
        told = (self.answered(*CARDS) or "").split()
        if told and (cards := self._cards()):
            if len(told) != len(cards):
                raise MappingError(message("proposal.as_many", count=len(cards)))
            known = zip((path_of((*CARDS, own)) for own in cards), told, strict=True)
            self.answers = dict(known) | dict(self.answers)
        told_lines = ((place, self._told(place, own)) for place, own in self.lines.items())
        self.lines = {place: own for place, own in told_lines if own is not None}
        self._add()
        self._record()

    def _told(self, place: Place, line: DraftLine) -> DraftLine | None:
        """The line as a person says it; None of a setting that is said to be nothing."""
        same = self.lines.get((*SETTINGS, "same_coup"))
        for path in (place, (*READS, place[-1])) if place[:-1] == COLUMNS else (place,):
            answer = self.answered(*path)
            if answer is None or (same and place[-1] == "coup" and answer == f"{{{same.value}}}"):
                continue
            if not answer and place[:-1] == SETTINGS:
                return None
            line = DraftLine(line.value if answer == line.answer else answer)
        return line

    def _add(self) -> None:
        """Settings and sources of fields that a person gave, and of which the file said nothing."""
        for path, answer in self.answers.items():
            place = tuple(path.split("."))
            known = place[:-1] == COLUMNS and place[-1].isidentifier()
            if answer and (known or place == TIMEZONE):
                self.lines.setdefault(place, DraftLine(answer))

    def _record(self) -> None:
        """Enter the kinds of which a person says that there were none."""
        told = {key: own for key, own in self.of(RECORDS).items() if not own.is_question}
        for kind in told:
            del self.lines[*RECORDS, kind]
        if kinds := [kind for kind, own in told.items() if own.value]:
            known = self.lines.get((*SETTINGS, "records"), DraftLine([]))
            value = [*known.value, *kinds]  # type: ignore[misc]  # a list
            self.lines[*SETTINGS, "records"] = replace(known, value=value)

    def is_none(self, kind: object) -> bool:
        """Whether a person says that the events of a kind are none."""
        return self.answered(*HAPPENS, str(kind)) == ""

    # ---- other drafts ----------------------------------------------------------------------------
    def copy(self) -> Draft:
        """A draft of the same content that may take in another."""
        return replace(self, lines={**self.lines}, remarks=[*self.remarks])

    def takes_in(self, other: Draft) -> bool:
        """Whether one mapping can be both; then this one knows the words of the other too."""
        for place in {*self.lines, *other.lines}:
            mine, its = self.lines.get(place), other.lines.get(place)
            if mine is None or its is None:
                if place[0] != "values":
                    return False
            elif mine.value != its.value:
                return False
        if (self.groups, self.lists) != (other.groups, other.lists):
            return False
        self.lines |= {place: own for place, own in other.lines.items() if place not in self.lines}
        for says in other.remarks:
            self.remark(says)
        return True

    def doubting(self, place: Place, says: Message) -> Draft:
        """The draft in which a kind of event or the source of a field is asked about."""
        own = self.copy()
        if place[:-1] == HAPPENS:
            own.doubt(place[-1], says)
        else:
            line = own.lines.pop((*COLUMNS, place[-1]))
            own.lines[place] = replace(line, says=says, is_question=True)
        return own

    def text(self, language: Language = "en", *, above: str = "") -> str:
        """The mapping as a file, or `above` whose keys it is one of several in a file."""
        return _Text(self, language, above).whole()


# ---- the file ------------------------------------------------------------------------------------
class _Text(Frozen):
    """A draft as a file of TOML; `above` are the keys of one of several."""

    draft: Draft
    language: Language
    above: str

    def whole(self) -> str:
        draft = self.draft
        words = [own for own in draft.sections() if own[:1] == ("values",)]
        parts = [
            self._about(),
            [f"[[{self.above[:-1]}]]"] if self.above else [],
            *map(self._section, (SETTINGS, TITLE, COLUMNS, SPLIT, HOLDS, *words)),
            *(list(self._group(own)) for own in draft.groups),
            *(
                [f"# ? [[{self.above}events]]", self._line(key, own)]
                for key, own in draft.of(ROW).items()
            ),
        ]
        if draft.unused:
            names = ", ".join(f"`{name}`" for name in draft.unused)
            parts.append([self._comment(message("proposal.unused", names=names))])
        return "\n\n".join("\n".join(part) for part in parts if part) + "\n"

    def _comment(self, says: Message) -> str:
        return comment(says, self.language)

    def _about(self) -> list[str]:
        draft, kinds = self.draft, self.draft.kinds()
        code = "proposal.head" if draft.is_understood else "proposal.head_of_skeleton"
        asked = [message("proposal.how")] if any(draft.asked()) else []
        lists = [
            message("remark.list_within", list=own, name=f"{draft.file}:{own}")
            for own in draft.lists[:1]
        ]
        happens = [own for kind, own in draft.of(HAPPENS).items() if kind not in kinds]
        roles = dict.fromkeys(own.says for own in (*draft.of(ROLES).values(), *happens) if own.says)
        unrecorded = (message("remark.no_column_of", kind=own) for own in draft.of(RECORDS))
        head = Message(code, (("file", draft.file),))
        return [*map(self._comment, (head, *asked, *lists, *draft.remarks, *roles, *unrecorded))]

    def _section(self, section: Place) -> list[str]:
        """The lines of a section; the keys of settings and of columns are words of mappings."""
        lines, ours = self.draft.of(section), section in (SETTINGS, COLUMNS, HOLDS)
        if section == COLUMNS:
            lines |= self.draft.of(READS)
        width = max((len(key) for key, own in lines.items() if not own.is_question), default=0)
        is_named = bool(section and lines) or section == COLUMNS
        head = [f"[{self.above}{'.'.join(section)}]"] if is_named else []
        return head + [
            self._line(key if ours else toml(key), own, width if ours else 0)
            for key, own in lines.items()
        ]

    def _line(self, key: str, line: DraftLine, width: int = 0) -> str:
        """A line; no kind is recorded of which the events are asked about."""
        value, says = line.value, f"   {self._comment(line.says)}" if line.says else ""
        if key == "records" and isinstance(value, list):
            asked = self.draft.of(HAPPENS)
            value = [own for own in value if not (own in asked or self.draft.is_none(own))]
        if line.is_question and not line.stands:
            return f"# ? {key} = {toml(value)}{says}"
        return f"{key:{width}} = {toml(value)}{says}"

    def _group(self, group: RowEvents) -> Iterator[str]:
        """A group of events, as a question where all of them are asked about; none of those that
        are said to be nothing.
        """
        draft = self.draft
        told = [own for own in group.events if not draft.is_none(own["event"])]
        doubts = draft.of(HAPPENS)
        asks = {kind: doubts.get(str(kind)) for kind in (own["event"] for own in told)}
        yield from (self._comment(own.says) for own in asks.values() if own and own.says)
        if all(asks.values()):
            if told:
                yield from (f"# ? [[{self.above}events]]", f"# ? events = {toml(told)}")
            return
        yield f"[[{self.above}events]]"
        again = any(own.is_once for own in draft.groups)
        ranked = group.rank is not None and (again or (draft.tells_coups() and not draft.is_alone))
        if ranked:
            yield f"rank = {group.rank}"
        if group.is_once:
            yield f'once = "coup"   {self._comment(message("why.once"))}'
        yield "events = ["
        usual = (None, group.rank, draft.ranks.get(str(group.events[0]["event"])))
        for own in told:
            # What is lost is not of the rank of what is paid: nothing would tell their order.
            rank = own.get("rank", draft.ranks.get(str(own["event"])))
            event = {key: value for key, value in own.items() if key != "rank"}
            event |= {"rank": rank} if ranked and rank not in usual else {}
            yield f"    {'# ? ' if asks[own['event']] else ''}{toml(event)},"
        yield "]"


TABLES = "tables."
"""The keys above those of each mapping of a file of several."""


def together(drafts: Sequence[Draft], language: Language) -> str:
    """The mappings of several tables as one file: what is the same for all stands above them."""
    if len(drafts) == 1:
        return drafts[0].text(language)
    shared: dict[Place, DraftLine] = {}
    alone: list[Draft] = []
    for draft in drafts:
        places = [(*COLUMNS, name) for name in OF_THE_HOUSE]
        of_all = {
            place: own
            for place, own in draft.lines.items()
            if place in places and "{" not in own.answer
        }
        shared = of_all | shared
        rest = {place: own for place, own in draft.lines.items() if place not in of_all}
        alone.append(replace(draft, lines=rest))
    head = Draft(", ".join(draft.file for draft in drafts), lines=shared)
    return "\n".join([head.text(language), *(one.text(language, above=TABLES) for one in alone)])


def comment(says: Message, language: Language) -> str:
    """A sentence as a comment of a mapping, which no answer is."""
    return f"# {plain(say(says, language))}"


def plain(text: str) -> str:
    """A text as a comment may hold it: names of columns have line breaks in many workbooks."""
    return "".join(sign if sign.isprintable() else " " for sign in text)
