"""A mapping as it is being written: lines of TOML, questions where nothing is sure, titles from
above a table, and where and when its rows happened.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from auditor.log.mapping.file import MappingError
from auditor.log.propose.question import OF_THE_HOUSE, Place, Question, id_of, path_of, toml
from auditor.messages.message import Language, Message, message, say


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

    def asked(self, says: Message) -> TomlLine:
        """The line as a question."""
        return replace(self, says=says, is_question=True)


HAPPENS, READS = "happens", "reads"
"""The places of doubts: of a kind of event that rows are said to make, and of a field's source."""


WITHOUT_A_WORD = ("timezone",)
"""Settings that are asked for where rows cannot be read without them."""


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
    ranks: Sequence[str] = ()
    """Kinds of event in the order of a coup, where several files tell of the same coups."""
    remarks: list[Message] = field(default_factory=list)
    settings: list[TomlLine] = field(default_factory=list)
    columns: list[TomlLine] = field(default_factory=list)
    values: dict[str, list[TomlLine]] = field(default_factory=dict)
    title: list[TomlLine] = field(default_factory=list)
    split: list[TomlLine] = field(default_factory=list)
    events: list[list[str]] = field(default_factory=list)
    """Inline tables, those of one group after another."""
    once: set[int] = field(default_factory=set)  # the groups that each row of a coup tells again
    doubts: dict[Place, Message] = field(default_factory=dict)
    """Sources of fields and kinds of event that may be read wrongly, and why."""
    unrecorded: list[str] = field(default_factory=list)
    """Kinds of which no column is, which may be within another sum."""
    row: list[TomlLine] = field(default_factory=list)
    """The event of a row, of a file that does not tell."""
    roles: list[TomlLine] = field(default_factory=list)
    """The columns of which a person may say what they are, with what they are taken for."""
    unused: list[str] = field(default_factory=list)

    def set(self, key: str, value: object, why: Message | None = None) -> None:
        """A key of the mapping of which the file leaves no doubt."""
        self.settings.append(TomlLine(key, value, why))

    def ask(self, key: str, value: object, says: Message) -> None:
        """A key of the mapping that a person has to give."""
        self.settings.append(TomlLine(key, value, says, is_question=True))

    def column(
        self, name: str, source: str, says: Message | None = None, *, question: bool = False
    ) -> None:
        """The source of a field."""
        self.columns.append(TomlLine(name, source, says, question))

    def role(self, column: str, taken: str, says: Message) -> None:
        """The role that a column is `taken` for, of which a person may know more."""
        asked = {own.key for own in self.roles}
        if column not in asked and path_of(("column", column)) not in self.answers:
            self.roles.append(TomlLine(column, taken, says, is_question=True))

    def remark(self, says: Message) -> None:
        """A thing to know of the file; it is said once."""
        if says not in self.remarks:
            self.remarks.append(says)

    # ---- what is asked ---------------------------------------------------------------------------
    def lines(self) -> Iterator[tuple[Place, TomlLine]]:
        """Each line that may be a question, and its place in the mapping."""
        yield from (((own.key,), own) for own in self.settings)
        for own in self.columns:
            above = READS if (READS, own.key) in self.doubts else "columns"
            yield (above, own.key), own
        for name, lines in self.values.items():
            yield from ((("values", name, own.key), own) for own in lines)
        yield from ((("records", kind), self._recorded(kind)) for kind in self.unrecorded)
        for place, says in self.doubts.items():
            if place[0] == HAPPENS:
                yield place, TomlLine(place[1], "yes", says, is_question=True)
        yield from ((("events", own.key), own) for own in self.row)
        yield from ((("column", own.key), own) for own in self.roles)

    def _recorded(self, kind: str) -> TomlLine:
        """The question whether none of a kind is written down because there was none."""
        return TomlLine(kind, "yes", message("ask.recorded", kind=kind), is_question=True)

    def _records(self) -> list[str]:
        said = next((own.value for own in self.settings if own.key == "records"), ())
        return [str(kind) for kind in said] if isinstance(said, Sequence) else []

    @property
    def questions(self) -> tuple[Question, ...]:
        """Questions that are open."""
        return tuple(
            Question(id_of(self.file, place), place, own.says, _as_answer(own.value))
            for place, own in self.lines()
            if own.is_question and own.says is not None
        )

    def take_answers(self) -> None:
        """Put what a person said in the place of questions and settings.  Raises MappingError."""
        _refuse_meaningless(self.answers, (place for place, _ in self.lines()))
        self.settings = [*self._told((), self.settings), *self._set()]
        self.columns = [*self._told(("columns",), self.columns), *self._added()]
        self.columns = [*self._told((READS,), self.columns)]
        self.values = {n: [*self._told(("values", n), own)] for n, own in self.values.items()}
        self.row = [*self._told(("events",), self.row)]
        told = {kind: self.answers.get(path_of(("records", kind))) for kind in self.unrecorded}
        self.unrecorded = [kind for kind, answer in told.items() if answer is None]
        records = [*self._records(), *(kind for kind, answer in told.items() if answer)]
        self.settings = [
            replace(own, value=records) if own.key == "records" else own for own in self.settings
        ]

    def _told(self, above: Place, lines: Iterable[TomlLine]) -> Iterator[TomlLine]:
        for own in lines:
            answer = self.answers.get(path_of((*above, own.key)))
            if answer is None:
                yield own
            elif answer == _as_answer(own.value):
                yield TomlLine(own.key, own.value)
            elif answer or above:
                yield TomlLine(own.key, answer)

    def _set(self) -> Iterator[TomlLine]:
        """Settings that a person gave, and of which the file said nothing."""
        known = {own.key for own in self.settings}
        yield from (
            TomlLine(key, self.answers[key])
            for key in WITHOUT_A_WORD
            if self.answers.get(key) and key not in known
        )

    def _added(self) -> Iterator[TomlLine]:
        """The sources of fields that a person gave, and of which the file said nothing."""
        known = {own.key for own in self.columns}
        for path, answer in self.answers.items():
            head, _, name = path.partition(".")
            if answer and head == "columns" and name.isidentifier() and name not in known:
                yield TomlLine(name, answer)

    def copy(self) -> Draft:
        """A draft of the same content that may take in another."""
        values = {name: [*lines] for name, lines in self.values.items()}
        return replace(self, settings=[*self.settings], values=values, remarks=[*self.remarks])

    def takes_in(self, other: Draft) -> bool:
        """Whether one mapping can be both; then this one knows the words of the other too."""
        mine = {place: own.value for place, own in self.lines()}
        for place, own in other.lines():
            if mine.get(place, own.value if place[0] == "values" else None) != own.value:
                return False
        if (self._form(), len(self.columns)) != (other._form(), len(other.columns)):
            return False
        for name, lines in other.values.items():
            known = {own.key for own in self.values.get(name, ())}
            new = [own for own in lines if own.key not in known]
            self.values.setdefault(name, []).extend(new)
        for says in other.remarks:
            self.remark(says)
        return True

    def _form(self) -> tuple[object, ...]:
        own = (self.title, self.split, self.events, self.once, self.row)
        return (*own, {line.key for line in self.settings}, {*self.doubts})

    def doubting(self, doubts: Mapping[Place, Message]) -> Draft:
        """The draft in which more is asked that was a setting before."""
        columns = [
            own if (says := doubts.get((READS, own.key))) is None else own.asked(says)
            for own in self.columns
        ]
        return replace(self, columns=columns, doubts=self.doubts | dict(doubts))

    def kinds(self) -> frozenset[str]:
        """The kinds of event that a row makes."""
        return frozenset(kind_of(event) for group in self.events for event in group)

    def _settings(self) -> Iterator[TomlLine]:
        """The settings; no kind is recorded of which every event is asked about."""
        made = {kind_of(own) for group in self.events for own in group if not self._is_open(own)}
        left = self.kinds() - made
        for own in self.settings:
            if own.key == "records" and left:
                yield replace(own, value=[kind for kind in self._records() if kind not in left])
            else:
                yield own

    def _is_open(self, event: str) -> bool:
        """Whether an event is asked about, or said to be none."""
        place = HAPPENS, kind_of(event)
        return place in self.doubts or self.answers.get(path_of(place)) == ""

    # ---- as a file -------------------------------------------------------------------------------
    def text(self, language: Language = "en", *, above: str = "") -> str:
        """The mapping as a file, or `above` whose keys it is one of several in a file."""
        parts = [
            self._about(language),
            [f"[[{above[:-1]}]]"] if above else [],
            [line.text(language, _width(self.settings)) for line in self._settings()],
            self._named(f"{above}title", self.title, language),
            [
                f"[{above}columns]",
                *(line.text(language, _width(self.columns)) for line in self.columns),
            ],
            self._named(f"{above}split", self.split, language),
            *(self._named(f"{above}values.{n}", own, language) for n, own in self.values.items()),
            *(
                list(self._group(at, above, language))
                for at, group in enumerate(self.events)
                if not all(map(self._is_open, group))
            ),
            *(
                [comment(says, language), *(f"# ? {own}" for own in self._doubted(place[1]))]
                for place, says in self.doubts.items()
                if place[0] == HAPPENS
            ),
            list(self._row(above, language)),
        ]
        if self.unused:
            names = ", ".join(f"`{name}`" for name in self.unused)
            parts.append([comment(message("proposal.unused", names=names), language)])
        return "\n\n".join("\n".join(part) for part in parts if part) + "\n"

    def _named(self, section: str, lines: Sequence[TomlLine], language: Language) -> list[str]:
        own = [line.text(language, is_name=True) for line in lines]
        return [f"[{section}]", *own] if own else []

    def _group(self, at: int, above: str, language: Language) -> Iterator[str]:
        yield f"[[{above}events]]"
        if (kind := kind_of(self.events[at][0])) in self.ranks:
            yield f"rank = {self.ranks.index(kind) + 1}"
        if at in self.once:
            yield f'once = "coup"   {comment(message("why.once"), language)}'
        yield "events = ["
        for event in self.events[at]:
            yield f"    {'# ? ' if self._is_open(event) else ''}{event},"
        yield "]"

    def _doubted(self, kind: str) -> Iterator[str]:
        """The groups of which all events are asked about, as far as they are of a kind."""
        for group in self.events:
            if all(map(self._is_open, group)) and kind_of(group[0]) == kind:
                yield from ["[[events]]", f"events = [{', '.join(group)}]"]

    def _row(self, above: str, language: Language) -> Iterator[str]:
        for line in self.row:
            yield f"# ? [[{above}events]]" if line.is_question else f"[[{above}events]]"
            yield line.text(language)

    def _about(self, language: Language) -> list[str]:
        code = "proposal.head" if self.is_understood else "proposal.head_of_skeleton"
        asked = [message("proposal.how")] if self.questions else []
        unrecorded = (message("remark.no_column_of", kind=kind) for kind in self.unrecorded)
        roles = dict.fromkeys(own.says for own in self.roles if own.says is not None)
        head = Message(code, (("file", self.file),))
        says = (head, *asked, *self.remarks, *roles, *unrecorded)
        return [comment(own, language) for own in says]


def _refuse_meaningless(answers: Mapping[str, str], places: Iterable[Place]) -> None:
    """Raises MappingError where a question of yes or no is answered otherwise."""
    for place in places:
        answer = answers.get(path_of(place))
        if place[0] in (HAPPENS, "records") and answer not in (None, "", "yes"):
            raise MappingError(message("proposal.yes_or_nothing", answer=answer))


def kind_of(event: str) -> str:
    """The kind of an event that an inline table makes."""
    return str(tomllib.loads(f"own = {event}")["own"]["event"])


TABLES = "tables."
"""The keys above those of each mapping of a file of several."""


def together(drafts: Sequence[Draft], language: Language) -> str:
    """The mappings of several tables as one file: what is the same for all stands above them."""
    if len(drafts) == 1:
        return drafts[0].text(language)
    shared: dict[str, TomlLine] = {}
    own: list[Draft] = []
    for draft in drafts:
        of_all = [line for line in draft.columns if _is_of_all(line)]
        shared |= {line.key: line for line in of_all if line.key not in shared}
        own.append(replace(draft, columns=[one for one in draft.columns if one not in of_all]))
    names = ", ".join(draft.file for draft in drafts)
    head = Draft(names, columns=[*shared.values()])
    return "\n".join([head.text(language), *(one.text(language, above=TABLES) for one in own)])


def _is_of_all(line: TomlLine) -> bool:
    return line.key in OF_THE_HOUSE and "{" not in str(line.value)


def _as_answer(value: object) -> str:
    return value if isinstance(value, str) else toml(value)


def comment(says: Message, language: Language) -> str:
    """A sentence as a comment of a mapping, which no answer is."""
    return f"# {plain(say(says, language))}"


def plain(text: str) -> str:
    """A text as a comment may hold it: names of columns have line breaks in many workbooks."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def _width(lines: Sequence[TomlLine]) -> int:
    return max((len(line.key) for line in lines if not line.is_question), default=0)
