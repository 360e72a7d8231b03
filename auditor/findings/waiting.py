"""Why a rule could not be verified, followed to what the log lacks.

A rule may wait for another that could not be verified either, and so on: a reader is told what
stands at the end of that chain, and not that a rule waits for a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from auditor.findings.profile import Profile
from auditor.judge.reasons import sentence
from auditor.judge.verdict import Tally
from auditor.language.core import Bilingual, Program, Record, Scope
from auditor.messages.message import Language, message, say
from auditor.values import Reason

MOST_ENDS = 4
"""Ends of a chain that are named."""


def chains(program: Program, profile: Profile, tallies: Sequence[Tally]) -> Chains:
    """The chains of one ruleset over one log."""
    filled = {name for counts in profile.filled.values() for name in counts}
    bounded: dict[str, Scope | Record] = {**program.vocabulary.scopes, **program.records}
    return Chains(
        tallies,
        {name: need for name, own in bounded.items() for need in own.needs if need not in filled},
    )


class Chains:
    """The reasons of all the rules of one audit, each followed to its ends.

    `lacking` names for scopes and records the column without which there is none of them.
    """

    def __init__(self, tallies: Sequence[Tally], lacking: Mapping[str, str]) -> None:
        self._lacking = lacking
        self._broken = {tally.rule.name for tally in tallies if tally.violations}
        self._ends: dict[str, dict[Reason, None]] = {
            tally.rule.name: dict.fromkeys(
                self._rooted(reason)
                for reasons in tally.not_verifiable
                for reason in reasons
                if reason.cause != "blocked"
            )
            for tally in tallies
        }
        links = [
            (tally.rule.name, reason.subject)
            for tally in tallies
            for reasons in tally.not_verifiable
            for reason in reasons
            if self._waits(reason)
        ]
        self._follow(links)
        self._tainted, self._roots = self._settling(tallies)

    def _settling(self, tallies: Sequence[Tally]) -> tuple[set[str], dict[str, set[str]]]:
        """The rules that something else than a broken rule leaves open, of themselves or through a
        rule that they wait for; and the broken rules at the end of each chain.
        """
        waits = {
            tally.rule.name: {
                reason.subject
                for reasons in tally.not_verifiable
                for reason in reasons
                if reason.cause == "blocked"
            }
            for tally in tallies
        }
        tainted = {name for name, ends in self._own_ends(tallies) if ends}
        roots = {name: {name} & self._broken for name in waits}
        for _ in waits:
            before = len(tainted), sum(map(len, roots.values()))
            for name, others in waits.items():
                tainted |= {name} if others & tainted else set()
                if name not in self._broken:
                    roots[name].update(*(roots.get(other, ()) for other in others))
            if before == (len(tainted), sum(map(len, roots.values()))):
                break
        return tainted, roots

    @staticmethod
    def _own_ends(tallies: Sequence[Tally]) -> Iterator[tuple[str, bool]]:
        for tally in tallies:
            own = (reason for reasons in tally.not_verifiable for reason in reasons)
            yield tally.rule.name, any(reason.cause != "blocked" for reason in own)

    def _follow(self, links: Iterable[tuple[str, str]]) -> None:
        """Gives each rule the ends of those that it waits for, link by link."""
        links = list(dict.fromkeys(links))
        for _ in self._ends:  # no chain is longer than there are rules
            grown = sum(map(len, self._ends.values()))
            for name, other in links:
                self._ends[name].update(self._ends.get(other, {}))
            if sum(map(len, self._ends.values())) == grown:
                return

    def _rooted(self, reason: Reason) -> Reason:
        """A scope or record that is not there for want of a column: that column."""
        if reason.cause == "absent" and reason.subject in self._lacking:
            return Reason("empty", self._lacking[reason.subject])
        return reason

    def _waits(self, reason: Reason) -> bool:
        """Whether a rule waits for one that could not be verified, and that nobody broke."""
        return reason.cause == "blocked" and reason.subject not in self._broken

    def ends(self, rule: str) -> Mapping[Reason, None]:
        """All that keeps a rule from being verified, but for rules that it waits for."""
        return self._ends[rule]

    def settled_by(self, reasons: Iterable[Reason]) -> frozenset[str]:
        """The rules that were broken and for which alone a subject waits; none where anything else
        keeps it from being verified.
        """
        waits = {reason.subject for reason in reasons if reason.cause == "blocked"}
        if any(reason.cause != "blocked" for reason in reasons) or waits & self._tainted:
            return frozenset()
        return frozenset().union(*(self._roots[name] for name in waits))

    def sentence(self, reason: Reason) -> Bilingual:
        """One reason in words, with what stands at the end of its chain."""
        ends = list(self._ends.get(reason.subject, ())) if self._waits(reason) else []
        if not ends:
            return sentence(self._rooted(reason))
        return Bilingual(*(self._waiting(reason, ends, language) for language in ("fr", "en")))

    @staticmethod
    def _waiting(reason: Reason, ends: Sequence[Reason], language: Language) -> str:
        said = [sentence(end) for end in ends[:MOST_ENDS]]
        why = ", ".join(own.fr if language == "fr" else own.en for own in said)
        told = message("text", says=why)
        if more := len(ends) - len(said):
            told = message("reason.and_more", why=why, count=more)
        return say(message("reason.waits", name=reason.subject, why=told), language)

    def together(self, reasons: Iterable[Reason]) -> Bilingual:
        """All the reasons for which one subject could not be verified, in one sentence."""
        said = list(dict.fromkeys(map(self.sentence, reasons)))
        return Bilingual(" ; ".join(own.fr for own in said), "; ".join(own.en for own in said))
