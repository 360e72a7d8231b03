"""Whether a formula can be true: its alternatives are tried one after the other.

Where there are too many alternatives nobody knows, and each who asks says which answer then does no
harm: a wrong one would call a sound rule contradictory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from auditor.language.logic.formulas import All, Formula, Formulas, Some, Truth, all_of
from auditor.language.logic.linear import Constraint, possible

_MOST_TRIED = 300


def can_be(formulas: Formulas, parts: Iterable[Formula], *, in_doubt: bool = True) -> bool:
    """Whether some log makes all of the parts true; `in_doubt` where there is too much to try."""
    whole = all_of(parts)
    if isinstance(whole, bool):
        return whole
    if isinstance(whole, Truth):
        return True
    if isinstance(whole, Constraint) and len(whole.factors) == 1:
        return possible((whole,), formulas.unknowns.reaches)
    between: list[Formula] = []
    constraints, apart = formulas.unknowns.between_counts(), formulas.unknowns.disjoint_sequences()
    if constraints or apart:
        spoken = spoken_of(whole)
        between += [c for c in constraints if all(x in spoken for x, _ in c.factors)]
        between += [Some((Truth(a, False), Truth(b, False))) for a, b in apart if {a, b} <= spoken]
    return _Search(formulas, in_doubt).tried([whole, *between], {}, [])


def spoken_of(formula: Formula) -> set[int]:
    """The unknowns that stand in a formula."""
    match formula:
        case Constraint(factors=factors):
            return {x for x, _ in factors}
        case Truth(unknown=unknown):
            return {unknown}
        case All(parts=parts) | Some(parts=parts):
            return set[int]().union(*map(spoken_of, parts))
        case _:
            return set()


def _touched(constraints: Sequence[Constraint], known: int) -> list[Constraint]:
    """The constraints behind the first `known`, which some values meet together, and those of them
    that speak of the same unknowns, directly or by way of others: what the rest leaves stays so.
    """
    touched = list(constraints[known:])
    unknowns = {x for own in touched for x, _ in own.factors}
    others, before = list(constraints[:known]), -1
    while others and len(unknowns) != before:
        before, apart = len(unknowns), list[Constraint]()
        for own in others:
            if any(x in unknowns for x, _ in own.factors):
                touched.append(own)
                unknowns.update(x for x, _ in own.factors)
            else:
                apart.append(own)
        others = apart
    return touched


@dataclass(slots=True)
class _Search:
    formulas: Formulas
    in_doubt: bool
    tried_so_far: int = 0

    def tried(
        self, waiting: list[Formula], truths: dict[int, bool], constraints: list[Constraint]
    ) -> bool:
        self.tried_so_far += 1
        if self.tried_so_far > _MOST_TRIED:
            return self.in_doubt
        known, truths, constraints = len(constraints), dict(truths), list(constraints)
        choices = self._settled(waiting, truths, constraints)
        if choices is None:
            return False
        asked = _touched(constraints, known)
        if asked and not possible(asked, self.formulas.unknowns.reaches):
            return False
        if not choices:
            return True
        first = min(choices, key=lambda choice: len(choice.parts))
        rest = [choice for choice in choices if choice is not first]
        return any(self.tried([part, *rest], truths, constraints) for part in first.parts)

    def _settled(
        self, waiting: list[Formula], truths: dict[int, bool], constraints: list[Constraint]
    ) -> list[Some] | None:
        """Note what must hold; the choices that are left, None where something cannot hold."""
        choices: list[Some] = []
        open_parts = list(waiting)
        while open_parts:
            match open_parts.pop():
                case False:
                    return None
                case Truth(unknown=unknown, holds=holds):
                    if truths.setdefault(unknown, holds) is not holds:
                        return None
                case Constraint() as constraint:
                    constraints.append(constraint)
                case All(parts=parts):
                    open_parts += parts
                case Some() as choice:
                    choices.append(choice)
                case _:
                    pass
        return choices
