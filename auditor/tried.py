"""A proposal tried against its own files: where rules accuse most of what it makes of them, it is
read wrongly, and what they rest on is asked about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from auditor.accusations import Accusation, accused_by, tried
from auditor.findings.finding import Judged
from auditor.findings.profile import coup
from auditor.language.core import Program
from auditor.log.mapping.coups import joined
from auditor.log.mapping.file import MappingError
from auditor.log.propose.draft import HAPPENS, READS
from auditor.log.propose.propose import FileProposal
from auditor.log.propose.question import OF_THE_HOUSE, Place, path_of
from auditor.log.table import Unreadable
from auditor.messages.message import Message, message
from auditor.request import CannotAuditError

MOST = 6
"""Settings that are asked about."""

TRIED = 12
"""Settings that are tried for each of them."""

Parts = tuple[FileProposal, ...]


def doubted(parts: Parts, program: Program) -> Parts:
    """The proposals, with a question for each setting without which fewer rules accuse most."""
    for _ in range(MOST):
        own = _Trial.of(parts, program)
        if own is None or not own.accused:
            return parts
        better = (_Trial.of(other, program) for other in own.without_one())
        tried_ones = [other for other in better if other is not None and other.weight < own.weight]
        if not tried_ones:
            return parts
        parts = min(tried_ones, key=lambda other: (other.weight, -other.compliant)).parts
    return parts


@dataclass(frozen=True, slots=True)
class _Trial:
    """Proposals, the verdicts on what they make of the files, and what is accused."""

    parts: Parts
    judged: Judged
    accused: tuple[Accusation, ...]

    @classmethod
    def of(cls, parts: Parts, program: Program) -> _Trial | None:
        """The trial of some proposals; None where nothing can be judged."""
        records = {kind for part in parts for kind in part.says.records}
        tables = [own for own in joined([part.table for part in parts]) if len(own.rows)]
        told = {name for own in tables for name in own.header}
        if not told.issuperset(coup(program.vocabulary)[-1:]) or not tables:
            return None  # all rows would be of one coup
        try:
            judged = tried(program, tables, records)
        except CannotAuditError:
            return None
        return cls(parts, judged, accused_by(judged))

    @property
    def weight(self) -> int:
        """How much is accused by rules that accuse most."""
        return sum(own.accused for own in self.accused)

    @property
    def compliant(self) -> int:
        """The answers that a reading allows."""
        return sum(tally.compliant for tally in self.judged.tallies)

    def without_one(self) -> Iterator[Parts]:
        """The proposals, each with one setting that the accusations rest on asked about."""
        for number, place in self._settings()[:TRIED]:
            part = self.parts[number]
            try:
                other = part.again(part.draft.doubting({place: self._says(place)}))
            except (MappingError, Unreadable):
                continue
            yield (*self.parts[:number], other, *self.parts[number + 1 :])

    def _settings(self) -> Sequence[tuple[int, Place]]:
        """The settings on which most accusations rest, of each proposal."""
        found: dict[tuple[int, Place], int] = {}
        for own in self.accused:
            for number, part in enumerate(self.parts):
                for place in _places(part, own):
                    found[number, place] = found.get((number, place), 0) + own.accused
        return sorted(found, key=lambda own: -found[own])

    def _says(self, place: Place) -> Message:
        own = next(own for own in self.accused if place[1] in own.fields | own.kinds)
        rule = next(tally.rule for tally in self.judged.tallies if tally.rule.name == own.rule)
        return message(
            "ask.accused",
            accused=own.accused,
            subjects=own.subjects,
            provisions=", ".join(rule.cites),
        )


def _places(part: FileProposal, own: Accusation) -> Iterator[Place]:
    """The settings of a proposal on which an accusation rests, if nobody has confirmed one."""
    draft = part.draft
    columns = (
        line.key
        for line in draft.columns
        if not line.is_question and "{" in str(line.value) and line.key not in OF_THE_HOUSE
    )
    places = [(HAPPENS, kind) for kind in sorted(draft.kinds() & own.kinds)]
    places += [(READS, name) for name in columns if name in own.fields]
    return iter([] if any(path_of(place) in draft.answers for place in places) else places)
