"""`auditor test --mutate`: the changes to rule files that no example notices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from auditor.cli.forked import forked
from auditor.judge.mutation import Declared, declared, inherited, keys, numbered, survivors
from auditor.language.resolve.cache import renewed
from auditor.messages.message import Language, message, say

if TYPE_CHECKING:
    from auditor.cli.equivalents import Equivalent
    from auditor.judge.mutants import Change
    from auditor.language.core import Program

Outcome = tuple[int, tuple[int, ...]]
"""How many changes there are to something, and the numbers of those that are not noticed."""


@dataclass(frozen=True, slots=True)
class Mutated:
    """The changes to one ruleset: how many, those that no example notices and nobody explains, how
    many are declared to change nothing, and declarations that no such change fits.
    """

    many: int
    left: tuple[tuple[str, Change], ...]
    explained: int
    stale: tuple[Equivalent, ...]

    @property
    def is_clean(self) -> bool:
        return not (self.left or self.stale)


def mutated(
    program: Program,
    only: str,
    equivalents: Sequence[Equivalent],
    heirs: Sequence[Program] = (),
) -> Mutated:
    """The changes to what a ruleset declares itself, or to one rule or table of it; what extends
    it has examples that notice some of them.

    What has not changed since the last time, with its examples, is not tried again.
    """
    wanted = [own for own in declared(program) if only in {"", own.name}]
    tried = _inherited_by(heirs, wanted)
    known_by = [
        "".join([own, *(key for _, _, key in tried[place])])
        for place, own in enumerate(keys(program, wanted))
    ]

    def survive(place: int) -> Outcome:
        return survivors(program, wanted[place], [own[:2] for own in tried[place]])

    def renew(known: dict[str, Outcome]) -> dict[str, Outcome]:
        new = [place for place, key in enumerate(known_by) if key not in known]
        found = {known_by[place]: own for place, own in zip(new, forked(survive, new), strict=True)}
        kept = known if only else {key: known[key] for key in known_by if key in known}
        return {**kept, **found}

    package = Path(__file__).resolve().parents[1]
    outcomes = renewed(
        f"mutants {program.name} {program.files[0].name}", renew, [package / "judge"]
    )
    survived = [
        (own.name, change)
        for key, own in zip(known_by, wanted, strict=True)
        for change in numbered(program, own, outcomes[key][1])
    ]
    used = {own for own in equivalents for name, change in survived if own.fits(name, change)}
    left = [pair for pair in survived if not any(own.fits(*pair) for own in used)]
    stale = () if only else tuple(own for own in equivalents if own not in used)
    many = sum(outcomes[key][0] for key in known_by)
    return Mutated(many, tuple(left), len(survived) - len(left), stale)


_Heir = tuple["Program", Declared, str]


def _inherited_by(heirs: Sequence[Program], wanted: Sequence[Declared]) -> list[list[_Heir]]:
    """For each declaration those heirs that have examples of their own for it, with their keys."""
    places = {own.known_by: place for place, own in enumerate(wanted)}
    found: list[list[_Heir]] = [[] for _ in wanted]
    for heir in heirs:
        same = [own for own in inherited(heir) if own.examples and own.known_by in places]
        for own, key in zip(same, keys(heir, same), strict=True):
            found[places[own.known_by]].append((heir, own, key))
    return found


def extends(heir: Program, other: Program) -> bool:
    """Whether a ruleset extends another one, directly or not."""
    return other.files[0].text in {own.text for own in heir.files[1:]}


def lines(done: Sequence[Mutated], language: Language) -> Iterator[str]:
    """The survivors, each with its place, and the counts."""
    for own in done:
        for name, change in own.left:
            says = message("mutant.left", name=name, at=change.at, change=change.says)
            yield f"{change.span}: {say(says, language)}"
        for stale in own.stale:
            says = message("mutant.stale", name=stale.of, at=stale.at, change=stale.change)
            yield f"{stale.file}: {say(says, language)}"
    many, left = sum(own.many for own in done), sum(len(own.left) for own in done)
    explained = sum(own.explained for own in done)
    noticed = many - left - explained
    says = message("mutant.counts", many=many, noticed=noticed, explained=explained, left=left)
    yield say(says, language)
