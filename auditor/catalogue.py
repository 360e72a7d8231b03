"""The rulesets that come with the program: how each is called, and in what state its texts are."""

from __future__ import annotations

from functools import cache

from auditor.findings.finding import law_source
from auditor.language.resolve.search_path import available, games
from auditor.report.labels import Words, legal_text, source_state
from auditor.report.model import Bilingual, Language, LawSource
from auditor.request import ruleset
from auditor.source import Frozen


class RulesetInfo(Frozen):
    """A game that there are rules for: `audit_log` takes its name, and its title in either
    language.
    """

    name: str
    version: str
    title: Bilingual
    sources: tuple[LawSource, ...]
    """The texts that it writes down, each with the state of its copy."""
    is_of_casinos: bool

    @property
    def is_abrogated(self) -> bool:
        """Whether one of its texts is: nobody should be accused by it."""
        return any(own.abrogated for own in self.sources)

    def texts(self, language: Language) -> tuple[str, ...]:
        """Each text and its state, in words."""
        words = Words(language)
        return tuple(
            f"{legal_text(own, words)}{words('colon')} {source_state(own, words)}"
            for own in self.sources
        )


@cache
def rulesets() -> tuple[RulesetInfo, ...]:
    """All games, those of casinos first."""
    of_casinos, others = games(available())
    return tuple(
        _info(name, is_of_casinos=own is of_casinos) for own in (of_casinos, others) for name in own
    )


def _info(name: str, *, is_of_casinos: bool) -> RulesetInfo:
    own = ruleset(name)
    sources = tuple(map(law_source, own.sources))
    return RulesetInfo(own.name, own.version, own.title, sources, is_of_casinos)
