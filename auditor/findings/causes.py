"""Why a rule could not be verified: what the log lacks, and the rules that were found violated.

A rule waits for another only where that one is violated for the same subject.  So a subject that
waits for nothing else rests on findings, and whatever else keeps it open lies in the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from auditor.findings.profile import Profile
from auditor.judge.verdict import Tally, sentence
from auditor.language.core import Bilingual, Labels, Program, Record, Scope
from auditor.messages.message import message, say
from auditor.report.model import LANGUAGES
from auditor.values import Reason


def causes(program: Program, profile: Profile, tallies: Sequence[Tally]) -> Causes:
    """The causes behind the reasons of one ruleset over one log."""
    filled = {name for counts in profile.filled.values() for name in counts}
    bounded: dict[str, Scope | Record] = {**program.vocabulary.scopes, **program.records}
    return Causes(
        tallies,
        {name: need for name, own in bounded.items() for need in own.needs if need not in filled},
        program.vocabulary.labels,
        _titles(program),
    )


def _titles(program: Program) -> dict[str, Bilingual]:
    """The text of the provision that each rule cites first."""
    texts = {own.id: own.text for own in program.provisions}
    return {rule.name: texts[rule.cites[0]] for rule in program.rules}


class Causes:
    """The reasons of all the rules of one audit, and what in the log stands behind them.

    `lacking` names for scopes and records the column without which there is none of them.
    """

    def __init__(
        self,
        tallies: Sequence[Tally],
        lacking: Mapping[str, str],
        labels: Labels,
        titles: Mapping[str, Bilingual],
    ) -> None:
        self._lacking, self._labels, self._titles = lacking, labels, titles
        self._in_log: dict[str, dict[Reason, None]] = {
            tally.rule.name: dict.fromkeys(
                self._rooted(reason)
                for reasons in tally.not_verifiable
                for reason in reasons
                if reason.cause != "blocked"
            )
            for tally in tallies
        }

    def _rooted(self, reason: Reason) -> Reason:
        """A scope or record that is not there for want of a column: that column."""
        if reason.cause == "absent" and reason.subject in self._lacking:
            return Reason("empty", self._lacking[reason.subject])
        return reason

    def in_log(self, rule: str) -> Mapping[Reason, None]:
        """All that keeps a rule from being verified, but for rules that it waits for."""
        return self._in_log[rule]

    @staticmethod
    def settled_by(reasons: Iterable[Reason]) -> frozenset[str]:
        """The rules that were violated and for which alone a subject waits; none where anything
        else keeps it from being verified.
        """
        reasons = tuple(reasons)
        if any(reason.cause != "blocked" for reason in reasons):
            return frozenset()
        return frozenset(reason.subject for reason in reasons)

    @staticmethod
    def without_result(reasons: Iterable[Reason]) -> bool:
        """Whether nothing is lacking in the log: what is recorded has no result by the rules."""
        own = {reason.cause for reason in reasons if reason.cause != "blocked"}
        return own == {"undefined"}

    def sentence(self, reason: Reason) -> Bilingual:
        """One reason in words; a rule that is waited for by its title, and its name behind it."""
        if reason.cause == "blocked" and (title := self._titles.get(reason.subject)) is not None:
            both = {"fr": title.fr, "en": title.en}
            fr, en = (
                say(message("reason.blocked_by", title=both[own], name=reason.subject), own)
                for own in LANGUAGES
            )
            return Bilingual(fr, en)
        return sentence(self._rooted(reason), self._labels)

    def together(self, reasons: Iterable[Reason]) -> Bilingual:
        """All the reasons for which one subject could not be verified, in one sentence."""
        said = list(dict.fromkeys(map(self.sentence, reasons)))
        return Bilingual(" ; ".join(own.fr for own in said), "; ".join(own.en for own in said))
