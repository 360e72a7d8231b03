"""Why a rule could not be verified: what the log lacks, and the rules that were found violated.

A rule waits for another only where that one is violated for the same subject.  So a subject that
waits for nothing else rests on findings, and whatever else keeps it open lies in the log.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from auditor.findings.profile import Profile
from auditor.judge.operators import MIXED, UNREADABLE
from auditor.judge.verdict import Tally, sentence
from auditor.language.core import Bilingual, Program, Record, Scope, Vocabulary
from auditor.language.wording import in_both, joined
from auditor.log.event import Event, Row
from auditor.log.integrity.suspects import Scopes, scope_columns
from auditor.log.store.columns import Columns
from auditor.messages.message import Message, message, say
from auditor.report.model import LANGUAGES
from auditor.values import Reason


class Causes:
    """The reasons of all the rules of one ruleset over one log, and what in the log stands behind
    them.
    """

    def __init__(self, program: Program, profile: Profile, tallies: Sequence[Tally]) -> None:
        filled = {name for counts in profile.filled.values() for name in counts}
        bounded: dict[str, Scope | Record] = {**program.vocabulary.scopes, **program.records}
        # The column without which there is none of a scope, or of a record.
        self._lacking = {
            name: need for name, own in bounded.items() for need in own.needs if need not in filled
        }
        self._labels = program.vocabulary.labels
        texts = {own.id: own.text for own in program.provisions}
        self._titles = {rule.name: texts[rule.cites[0]] for rule in program.rules}
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
        """The violated rules for which alone a subject waits; none where anything else is open."""
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
            fr, en = (
                say(message("reason.blocked_by", title=own, name=reason.subject), language)
                for language, own in zip(LANGUAGES, (title.fr, title.en), strict=True)
            )
            return Bilingual(fr, en)
        return sentence(self._rooted(reason), self._labels)

    def together(self, reasons: Iterable[Reason]) -> Bilingual:
        """All the reasons for which one subject could not be verified, in one sentence."""
        return joined(dict.fromkeys(map(self.sentence, reasons)))


def in_doubt(columns: Columns) -> Sequence[Event]:
    """The events in doubt, in the order of the log."""
    return columns.events(np.flatnonzero(columns.doubtful))


def with_rows(
    tallies: Sequence[Tally],
    in_doubt: Sequence[Event],
    mixed: Collection[Scopes],
    vocabulary: Vocabulary,
) -> tuple[Tally, ...]:
    """The tallies, whose reasons name the first row in doubt, or the columns of `mixed` places."""
    named = {UNREADABLE.reasons[0]: _in_doubt(in_doubt)} if in_doubt else {}
    if lacking := _unnamed(mixed, vocabulary):
        named[MIXED.reasons[0]] = in_both(message("reason.mixed", columns=", ".join(lacking)))
    return tuple(_renamed(tally, named) for tally in tallies) if named else tuple(tallies)


def _in_doubt(events: Sequence[Event]) -> Bilingual:
    """The rows in doubt, in both languages."""
    # What stands for rows that are missing bears the name of the row beside them, and no cells.
    moved = _rows(own for own in events if own.suspicious_place)
    missing = _rows(own for own in events if own.unlogged and not own.suspicious_place)
    aside = _rows(own for own in events if not own.unlogged and not own.suspicious_place)
    said: list[Message] = []
    if aside and missing:
        said.append(message("reason.in_doubt", aside=_first(aside), missing=_first(missing)))
    elif aside:
        said.append(message("reason.aside", rows=_first(aside)))
    elif missing:
        said.append(message("reason.missing", rows=_first(missing)))
    if moved:
        said.append(message("reason.moved", rows=_first(moved)))
    return joined(map(in_both, said))


def _rows(events: Iterable[Event]) -> list[Row]:
    return list(dict.fromkeys(event.row for event in events))


def _first(rows: Sequence[Row]) -> Message:
    first = rows[0]
    name = f"{first.file}:{first.number}"
    if first.sheet is not None:
        name = f"{first.file}[{first.sheet}]:{first.number}"
    if len(rows) == 1:
        return message("text", says=name)
    return message("reason.more_rows", row=name, count=len(rows) - 1)


def _unnamed(mixed: Collection[Scopes], vocabulary: Vocabulary) -> list[str]:
    """The names of places that are empty where several scopes go by one name."""
    names = scope_columns(vocabulary).names
    return [f"`{n}`" for at, n in enumerate(names) if any(own[at] is None for own in mixed)]


def _renamed(tally: Tally, named: Mapping[Reason, Bilingual]) -> Tally:
    said = {reason: replace(reason, fr=own.fr, en=own.en) for reason, own in named.items()}
    counted = Counter[tuple[Reason, ...]]()
    for reasons, count in tally.not_verifiable.items():
        counted[tuple(said.get(own, own) for own in reasons)] += count
    return replace(tally, not_verifiable=dict(counted))
