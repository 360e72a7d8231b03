"""`auditor test --mutate`: the changes to rule files that no example notices."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from auditor.authoring.mutation import Declared, declared, inherited, numbered, stands_in, survivors
from auditor.cli.forked import forked
from auditor.cli.named_files import read_toml
from auditor.language.resolve.cache import cached
from auditor.language.resolve.search_path import Answers, beside
from auditor.messages.message import CannotError, Language, Message, abridged, message, say
from auditor.source import Frozen
from auditor.toml_file import KeyPath, lines, misshapen

if TYPE_CHECKING:
    from auditor.authoring.mutants import Change
    from auditor.language.core import Program


NAME = "equivalents.toml"
"""In the folder of a ruleset; beside a ruleset of one file, `five.equivalents.toml`."""


Words = tuple[str, str, str]
"""The name of something that is changed, the clause, and the change."""


def words_of(name: str, at: str, change: str) -> Words:
    """The words in which a change is told, and declared to be none."""
    return name, abridged(at), abridged(change)


class Equivalent(BaseModel):
    """A change to what `of` names, in the words of `auditor test --mutate`, and why it is none; a
    long clause may end in `…`, as it does there.

    Where the same words say several changes, `place` is the one that is meant: another one that
    nobody has thought of would be passed over with it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
    of: str
    at: str
    change: str
    reason: str = Field(min_length=1)
    place: str | None = None

    @property
    def words(self) -> Words:
        return words_of(self.of, self.at, self.change)


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    equivalent: list[Equivalent]


def _equivalents(path: Path) -> list[Equivalent]:
    """Those declared in a file.  Raises CannotError."""
    if not path.exists():
        return []
    try:
        return _File.model_validate(read_toml(path)).equivalent
    except ValidationError as error:
        raise CannotError(lines(str(path), misshapen(error, _keys))) from None


def _keys(path: KeyPath) -> list[str]:
    return list((Equivalent if len(path) > 1 else _File).model_fields)


Outcome = tuple[int, tuple[int, ...]]
"""How many changes there are to something, and the numbers of those that are not noticed."""


class NamedChange(Frozen):
    """A change to a declaration; `2 of 3` where the same words say three changes to it."""

    own: Declared
    number: int  # among all changes to it
    change: Change
    place: str | None


class Mutated(Frozen):
    """The changes to one ruleset: how many there are, which no example notices, how many are
    declared to change nothing, and which declarations in their file fit no change or several.
    """

    many: int
    left: tuple[NamedChange, ...]
    explained: int
    file: Path
    stale: tuple[tuple[Equivalent, int], ...]
    """Each with how many changes there are in its words."""

    @property
    def is_clean(self) -> bool:
        return not (self.left or self.stale)


def mutated(
    program: Program,
    path: Path,
    only: str = "",
    heirs: Sequence[Program] = (),
    answers: Answers | None = None,
) -> Mutated:
    """The changes to what the ruleset at a path declares itself, or to one rule or table of it;
    what extends it has examples that notice some of them.

    All that is declared is tried again where the disk gives another of the answers on which the
    ruleset and its heirs rest.
    """
    file = beside(path, NAME)
    told = _equivalents(file)
    wanted = [own for own in declared(program) if only in {"", own.name}]
    tried = _inherited_by(heirs, wanted)

    def make() -> tuple[tuple[Outcome, ...], Answers | None]:
        places = range(len(wanted))
        done = forked(lambda place: survivors(program, wanted[place], tried[place]), places)
        return tuple(done), answers

    package = Path(__file__).resolve().parents[1]
    rooms = [package / room for room in ("authoring", "judge", "log")]
    key = " ".join(("mutants", str(path.absolute()), *(heir.name for heir in heirs)))
    outcomes = make()[0] if only else cached(key, make, rooms)
    found = [(own, left) for own, (_, left) in zip(wanted, outcomes, strict=True)]
    placed, counted = _unnoticed(program, found)
    declared_so = {(own.words, own.place): own for own in told}
    used = {id(declared_so[own]) for own in placed if own in declared_so}
    left = tuple(own for key, own in placed.items() if key not in declared_so)
    stale = [(own, counted[own.words]) for own in told if id(own) not in used and not only]
    many = sum(count for count, _ in outcomes)
    return Mutated(many, left, len(placed) - len(left), file, tuple(stale))


def _unnoticed(
    program: Program, found: Iterable[tuple[Declared, tuple[int, ...]]]
) -> tuple[dict[tuple[Words, str | None], NamedChange], Counter[Words]]:
    """The changes that are not noticed, by their words and their place among all changes in these
    words; how many changes are told in each.

    Places are those in the file, so that an edit elsewhere moves none.
    """
    every = [
        (change.span, own, number, change, number in numbers)
        for own, numbers in found
        for number, change in enumerate(numbered(program, own))
    ]
    every.sort(key=lambda own: (own[0].source.name, own[0].line, own[0].column))
    counted = Counter(words_of(own.name, c.at, c.says) for _, own, _, c, _ in every)
    met = Counter[Words]()
    placed = {}
    for _, own, number, change, survives in every:
        words = words_of(own.name, change.at, change.says)
        met[words] += 1
        place = f"{met[words]} of {counted[words]}" if counted[words] > 1 else None
        if survives:
            placed[words, place] = NamedChange(own, number, change, place)
    return placed, counted


def _inherited_by(
    heirs: Sequence[Program], wanted: Sequence[Declared]
) -> list[list[tuple[Program, Declared]]]:
    """For each declaration those heirs that have examples of their own for it; of a ledger to which
    they add, its pieces stand in theirs.
    """
    places = {own.known_by: place for place, own in enumerate(wanted)}
    ledgers = {stands_in(own): at for at, own in enumerate(wanted) if own.family == "record"}
    found: list[list[tuple[Program, Declared]]] = [[] for _ in wanted]
    for heir in heirs:
        for own in inherited(heir):
            at = places.get(own.known_by)
            if at is None and own.family == "shared":
                at = ledgers.get(stands_in(own))
            if own.examples and at is not None:
                found[at].append((heir, own))
    return found


def extends(heir: Program, other: Program) -> bool:
    """Whether a ruleset extends another one, directly or not."""
    return other.files[0].text in {own.text for own in heir.files[1:]}


SHOWN = 3
"""Survivors of one declaration, at most, that are listed: more of them say no more."""


def mutation_lines(
    done: Sequence[Mutated], language: Language, *, every: bool = False
) -> Iterator[str]:
    """The survivors, each with its place, and the counts: by what they change, that with most of
    them first, and a few of each unless `every` one is asked for.
    """
    for own in done:
        changed: dict[str, list[NamedChange]] = defaultdict(list)
        for left in own.left:
            changed[left.own.name].append(left)
        for name, some in sorted(changed.items(), key=lambda each: -len(each[1])):
            shown = len(some) if every else SHOWN
            for left in some[:shown]:
                yield f"{left.change.span}: {say(_left(left), language)}"
            if more := len(some[shown:]):
                yield say(message("mutant.more", name=name, count=more), language)
        for stale, many in own.stale:
            yield f"{own.file}: {say(_stale(stale, many), language)}"
    many, remain = sum(own.many for own in done), sum(len(own.left) for own in done)
    explained = sum(own.explained for own in done)
    noticed = many - remain - explained
    says = message("mutant.counts", many=many, noticed=noticed, explained=explained, left=remain)
    yield say(says, language)


def _left(own: NamedChange) -> Message:
    says = message("mutant.left", name=own.own.name, at=own.change.at, change=own.change.says)
    return _with_place(says, own.place)


def _stale(own: Equivalent, many: int) -> Message:
    """Why a declaration holds for no change."""
    name, at, change = own.of, own.at, own.change
    if many > 1 and own.place not in {f"{place} of {many}" for place in range(1, many + 1)}:
        return message("mutant.which", name=name, at=at, change=change, many=many)
    return _with_place(message("mutant.stale", name=name, at=at, change=change), own.place)


def _with_place(says: Message, place: str | None) -> Message:
    return says if place is None else message("mutant.placed", says=says, place=place)
