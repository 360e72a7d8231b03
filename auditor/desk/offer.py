"""The rules that a case is judged by, and what they ask a log and an inspector for."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from auditor.desk.standing import Standing
from auditor.findings.assembly import log_names
from auditor.findings.dependencies import kinds_by_rule, kinds_read
from auditor.language.core import Program
from auditor.language.resolve.search_path import available
from auditor.report.labels import Words
from auditor.report.model import Language
from auditor.request import ruleset


def games_of(state: Standing) -> tuple[str, ...]:
    """The games that a case is about: as the log names them, or as somebody said."""
    said = state.said("game", "rules")
    if said is not None:
        return (said,)
    named = state.tables["games"] if state.tables is not None else ()
    return tuple(own for own in named if own in available())


def programs_of(state: Standing) -> tuple[Program, ...]:
    """The rules that a case is judged by."""
    return tuple(ruleset(own) for own in games_of(state))


@dataclass(frozen=True, slots=True)
class Unseen:
    """A kind of event that no row records, and the provisions that nothing can be said of unless
    somebody vouches for it.
    """

    kind: str
    said: str
    provisions: tuple[str, ...]


def unseen(
    programs: Sequence[Program], seen: Collection[str], language: Language
) -> tuple[Unseen, ...]:
    """The kinds of event that rules look for and no row records; those that most logs lack, and
    that count as not having happened, are left out.
    """
    words = Words(language, log_names(programs))
    found: dict[str, dict[str, None]] = {}
    for program in programs:
        by_rule = kinds_by_rule(program)
        for kind in program.vocabulary.kinds.values():
            if kind.name in kinds_read(program) and kind.name not in seen and not kind.exceptional:
                cited = found.setdefault(kind.name, {})
                for rule in program.rules:
                    if kind.name in by_rule[rule.name]:
                        cited |= dict.fromkeys(rule.cites)
    return tuple(Unseen(kind, words.event(kind), tuple(own)) for kind, own in found.items())
