"""The names that vocabularies declare, and the words that casinos have for them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cache
from pathlib import Path
from typing import Annotated, ClassVar, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from auditor.guarded_file import NoFileError, toml_in
from auditor.language.core import Vocabulary
from auditor.language.resolve.cache import cached
from auditor.language.resolve.search_path import (
    Answers,
    Disk,
    NotFoundError,
    available,
    locate,
    shipped,
)
from auditor.log.convert.written import normalise
from auditor.messages.message import SaidError, message
from auditor.source import Frozen
from auditor.types import TEXT, Enumeration, Type

LANGUAGES = ("french", "english", "german", "spanish", "italian", "portuguese", "dutch")
"""The sections of a file of words; only French writes numbers, dates and cards in its own way."""
WORDS = "words.toml"
"""The file of words beside a vocabulary, or beside the rules that a log is to be judged by."""


class WordsError(SaidError):
    """A file of words that cannot be used."""


def _normalised(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(normalise, words))


Words = Annotated[tuple[str, ...], AfterValidator(_normalised)]
Lists = dict[str, tuple[str, ...]]  # the words for each name


class WideWord(Frozen):
    """The words of a column that makes an event of a row that holds a whole coup, normalised."""

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid")

    event: str
    words: Words = ()
    value: str = ""
    names: str = ""
    fields: tuple[str, ...] = ()
    otherwise: str = ""
    loss: str = ""  # the kind that a negative sum makes
    whole: Words = ()  # words of a sum with the stake in it, which are among the others too
    usual: str = ""  # what `names` says where rules look at it and nothing tells
    seated: str = ""  # the same where the column has the number of a seat
    on: Words = ()  # words for the number that a stake is on

    def __post_init__(self) -> None:
        words = dict.fromkeys((*self.words, *self.whole))
        object.__setattr__(self, "words", tuple(words))


class _Word(NamedTuple):
    """A word of a language for a name, in the section of what is so called."""

    language: str
    section: str
    name: str
    word: str


class _Language(BaseModel):
    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Lists] = Field(init=False)
    words: dict[str, Lists] = Field(default_factory=dict)


class _WordsFile(BaseModel):
    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, _Language] = Field(init=False)
    told_by: Lists = Field(default_factory=dict)
    same: Lists = Field(default_factory=dict)
    directions: Lists = Field(default_factory=dict)
    wide: tuple[WideWord, ...] = ()
    special: tuple[WideWord, ...] = ()

    def words(self, language: str) -> Iterator[_Word]:
        """The words of a language: for columns, for events, and for each type that has words."""
        own = self.__pydantic_extra__.get(language, _Language())
        of_types = {f"words.{name}": lists for name, lists in own.words.items()}
        for section, lists in {**(own.__pydantic_extra__ or {}), **of_types}.items():
            for name, words in lists.items():
                yield from (_Word(language, section, name, word) for word in words)


NO_WORD = WideWord("")

Synonyms = Mapping[str, frozenset[str]]  # the meanings of a normalised word


class Lexicon(Frozen):
    """Vocabularies, the more special ones first, and words for what they declare."""

    vocabularies: tuple[Vocabulary, ...]
    columns: Synonyms
    kinds: Synonyms
    values: Mapping[str, Mapping[str, str]]
    """By the name of the type: the member that a folded word means."""
    truths: Mapping[str, str]
    games: Mapping[str, str]
    told_by: Mapping[str, tuple[str, ...]]
    rows: Mapping[str, frozenset[str]]  # words of rows that are no events, or no more
    french: frozenset[str]  # words that only a file in French has
    wide: tuple[WideWord, ...]
    special: tuple[WideWord, ...] = ()
    """Those that are proposed for rules which look at their kind, and never without rules."""
    same: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By the name of the type: words for one thing, of which a game has one."""
    stands_for: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By the name of the type: the word of the rules for another that they do not have."""
    directions: Mapping[str, str] = field(default_factory=dict)
    """By a word for it whether an amount went `out` of a player's hands, or came back `in`."""
    bounds: tuple[str, ...] = ()  # the columns that bound the scopes at which the rules look

    def fields(self) -> dict[str, Type]:
        """Every column that a vocabulary declares."""
        return {
            name: kind
            for vocabulary in reversed(self.vocabularies)
            for name, kind in vocabulary.fields.items()
        }

    def word_for(self, field: str) -> WideWord:
        """The first word for a column that holds this field of an event; else that of no event."""
        return next((own for own in self.wide if own.value == field), NO_WORD)

    def context(self) -> tuple[str, ...]:
        """The columns that every event has, in the order of their declaration."""
        return tuple(dict.fromkeys(name for own in self.vocabularies for name in own.context))

    def proposing(
        self, kinds: Collection[str], vocabulary: Vocabulary, said: frozenset[str]
    ) -> Lexicon:
        """The lexicon by which a row of a whole coup makes events of these kinds alone, with the
        fields that the vocabulary of the rules gives them; `said` are the words and the fields of
        these rules.
        """
        wide = [
            replace(
                own,
                usual=own.usual if own.usual in said else "",
                fields=tuple(name for name in own.fields if name in said),
            )
            for own in (*self.special, *self.wide)
            if own.event in kinds
            and {own.value, own.names} - {""} <= {*vocabulary.kinds[own.event].fields}
            and (not own.fields or not said.isdisjoint(own.fields))
        ]
        known = {*vocabulary.fields, "event"}
        columns = {word: own for word, meant in self.columns.items() if (own := meant & known)}
        had = {name: [own for own in words if own in said] for name, words in self.same.items()}
        return replace(
            self,
            vocabularies=(vocabulary,),
            columns=columns,
            wide=tuple(wide),
            stands_for={
                name: dict.fromkeys(self.same[name], own[0])
                for name, own in had.items()
                if len(own) == 1
            },
        )

    def needs(self, kind: str, field: str) -> bool:
        """True where an event of the kind has the field by nature, in all the vocabularies."""
        own = [v.kinds[kind] for v in self.vocabularies if kind in v.kinds]
        return bool(own) and all(field in k.fields and field not in k.may_be_empty for k in own)

    def has_kind(self, kind: str) -> bool:
        return any(kind in own.kinds for own in self.vocabularies)

    def fields_of(self, kind: str) -> tuple[str, ...]:
        """The columns that an event of the kind may fill, in any of the vocabularies."""
        context = (name for own in self.vocabularies if kind in own.kinds for name in own.context)
        return tuple(dict.fromkeys((*context, *self.own_fields_of(kind))))

    def own_fields_of(self, kind: str) -> tuple[str, ...]:
        """The columns that an event of the kind has beside those of every event."""
        some = (own.kinds[kind].fields for own in self.vocabularies if kind in own.kinds)
        return tuple(dict.fromkeys(name for fields in some for name in fields))

    def type_of(self, kind: str, field: str) -> Type:
        """The type of a column in an event of the kind; text where nobody declares it."""
        for own in self.vocabularies:
            if kind in own.kinds and field in (*own.context, *own.kinds[kind].fields):
                return own.fields[field]
        return next((own.fields[field] for own in self.vocabularies if field in own.fields), TEXT)

    def differs(self, field: str) -> bool:
        """True where vocabularies do not agree on the type of the column."""
        types = [own.fields[field] for own in self.vocabularies if field in own.fields]
        return any(own != types[0] for own in types)

    def member(self, kind: Enumeration, text: str) -> str | None:
        """The word of the vocabulary that the text stands for; None where it is not known."""
        found = self._member(kind, text)
        return self.stands_for.get(kind.name, {}).get(found, found) if found else found

    def instead(self, kind: Enumeration, text: str) -> str | None:
        """The rules' own word for a text that stands for another word of the vocabulary."""
        found = self.member(kind, text)
        return found if found != self._member(kind, text) else None

    def _member(self, kind: Enumeration, text: str) -> str | None:
        exact = text.strip().casefold()
        if written := [member for member in kind.members if member.casefold() == exact]:
            return written[0]
        like = [member for member in kind.members if normalise(member) == normalise(text)]
        if like:
            return like[0] if len(like) == 1 else None
        return self.values.get(kind.name, {}).get(normalise(text))


def lexicon(rules: str | Path | None = None) -> Lexicon:
    """The words of the shipped vocabularies, and of a ruleset.  Raises WordsError."""
    if rules is None or rules in available():
        return _shipped()
    try:
        path = locate(rules)
    except NotFoundError:
        return _shipped()  # whoever judges by these rules says that they are not there
    return _kept(path)


@cache
def _shipped() -> Lexicon:
    return _kept(None)


def _kept(rules: Path | None) -> Lexicon:
    what = f"lexicon {rules} {rules.absolute() if rules else ''}"
    return cached(what, lambda: _read(rules), [Path(__file__).parent])


def _read(rules: Path | None) -> tuple[Lexicon, Answers]:
    # All that reads rules takes longer to import than a kept lexicon to read.
    from auditor.language.compile import (  # noqa: PLC0415
        shipped_vocabularies,
        vocabulary_at,
    )

    disk = Disk()
    vocabularies = shipped_vocabularies(disk)
    files = [shipped() / "vocabulary" / WORDS]
    if rules is not None:
        vocabularies = (vocabulary_at(rules, disk), *vocabularies)
        own = (rules if rules.is_dir() else rules.parent) / WORDS
        files = [own, *files] if disk.has(own) else files
    words = [_words_in(file, disk) for file in files]
    return _made(vocabularies, words, disk.names()), disk.answers


def _words_in(file: Path, disk: Disk) -> _WordsFile:
    try:
        return _WordsFile.model_validate(toml_in(disk.text(file)))
    except NoFileError as error:
        raise WordsError(message("refusal.file", file=str(file), says=error.says)) from None
    except ValidationError as error:
        first, *inner = map(str, error.errors()[0]["loc"])
        deep = 0 if first in _WordsFile.model_fields else 2 if inner[:1] == ["words"] else 1
        place = ".".join((first, *inner[:deep]))
        raise WordsError(message("words.misshapen", path=str(file), place=place)) from None
    except ValueError as error:  # bad TOML, or not UTF-8
        raise WordsError(message("file.not_toml", path=str(file), error=str(error))) from None


def _made(
    vocabularies: tuple[Vocabulary, ...], read: Sequence[_WordsFile], games: Iterable[str]
) -> Lexicon:
    words = [word for name in LANGUAGES for own in read for word in own.words(name)]
    words += _labels(words, vocabularies)
    sections: dict[str, dict[str, list[str]]] = {}
    for own in sorted(words, key=lambda own: LANGUAGES.index(own.language)):
        sections.setdefault(own.section, {}).setdefault(own.name, []).append(own.word)
    french, english = (
        {normalise(own.word) for own in words if own.language == name}
        for name in ("french", "english")
    )
    fields = {name for own in vocabularies for name in own.fields}
    kinds = {name for own in vocabularies for name in own.kinds}
    types = (kind for own in vocabularies for kind in own.fields.values())
    members = {name for own in types if isinstance(own, Enumeration) for name in own.members}
    return Lexicon(
        vocabularies,
        _synonyms(sections.get("columns", {}), {*fields, "event"}),
        _synonyms(sections.get("events", {}), kinds),
        {
            name.removeprefix("words."): _values(words)
            for name, words in sections.items()
            if name.startswith("words.")
        },
        _values(sections.get("truth", {})),
        _values({**dict.fromkeys(games, ()), **sections.get("games", {})}),
        {name: told for own in read for name, told in own.told_by.items()},
        {name: frozenset(map(normalise, own)) for name, own in sections.get("rows", {}).items()},
        frozenset(french - english - {*map(normalise, (*fields, *kinds, *members, "event"))}),
        tuple(word for own in read for word in own.wide),
        tuple(word for own in read for word in own.special),
        {name: words for own in read for name, words in own.same.items()},
        directions={
            normalise(word): name
            for own in read
            for name, words in own.directions.items()
            for word in words
        },
    )


def _labels(words: Iterable[_Word], vocabularies: Sequence[Vocabulary]) -> list[_Word]:
    """The labels by which reports call names and words, where these are words for nothing else."""
    sections = {"field": "columns", "event": "events"}
    types = (kind for own in vocabularies for kind in own.fields.values())
    sections |= {own.name: f"words.{own.name}" for own in types if isinstance(own, Enumeration)}
    labels = [
        _Word(language, sections[family], name, form)
        for own in vocabularies
        for (family, name), label in own.labels.items()
        if family in sections
        for language, text in (("french", label.fr), ("english", label.en))
        for form in text.split("|")
    ]
    known = {(own.section, normalise(own.name)) for own in (*words, *labels)}
    known |= {(own.section, normalise(own.word)) for own in words}
    return [own for own in labels if (own.section, normalise(own.word)) not in known]


def _synonyms(words: Mapping[str, Iterable[str]], names: Iterable[str]) -> Synonyms:
    found: dict[str, set[str]] = {}
    for name in names:
        for word in (name, *words.get(name, ())):
            found.setdefault(normalise(word), set()).add(name)
    return {word: frozenset(meanings) for word, meanings in found.items()}


def _values(section: Mapping[str, Iterable[str]]) -> dict[str, str]:
    return {
        normalise(word) or word: member
        for member, words in section.items()
        for word in (member, *words)
    }
