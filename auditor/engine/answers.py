"""The answers of a rule: one for each subject while it is judged, and counted afterwards."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from auditor.engine.evaluate.frame import Frame
from auditor.engine.evaluate.relations import Relation
from auditor.engine.store.vector import Bools, Codes, Reasons, Vector, whole
from auditor.judge.verdict import Verdict
from auditor.values import Reason

NO_SUBJECT, COMPLIANT, NOT_APPLICABLE, VIOLATION = map(np.int8, range(4))
"""The answers of one subject: none where it is not verifiable, or no subject at all."""


@dataclass(slots=True)
class RuleAnswers:
    """The answers of one rule for its subjects, in their order.

    `not_verifiable` counts, by the reasons why subjects could not be verified, how many there are
    and the place in the log of the first.
    """

    compliant: int
    not_applicable: int
    violations: list[Verdict]
    not_verifiable: dict[tuple[Reason, ...], tuple[int, int]]


class SubjectAnswers:
    """The answers so far, one for each subject of a rule."""

    def __init__(self, size: int) -> None:
        self.answers = np.zeros(size, np.int8)
        self.codes: Codes = np.zeros(size, np.int64)

    def unknown(self, frame: Frame, truth: Vector) -> None:
        """Notes for which subjects of a frame a condition is not known."""
        if truth.unknown is not None:
            self.codes[frame.where] = truth.unknown

    def narrow(self, frame: Frame, chosen: Bools) -> Frame:
        """Only the subjects that are chosen for certain."""
        return frame.only(np.flatnonzero(chosen & (self.codes == 0)))

    def leave_out(self, subjects: Bools) -> None:
        """Forgets what was said of items that are no subjects: the log lacks their rows."""
        self.codes[subjects] = 0
        self.answers[subjects] = NO_SUBJECT

    def lost(self, frame: Frame, codes: Codes | None) -> Frame:
        """Leaves out the subjects of a source for which there are reasons."""
        return frame if codes is None else self.lost_now(frame, codes[frame.where])

    def lost_now(self, frame: Frame, codes: Codes | None) -> Frame:
        """Leaves out the subjects of a frame for which there are reasons."""
        if codes is None:
            return frame
        codes = whole(codes, frame.size)
        if not codes.any():
            return frame
        self.codes[frame.where] = codes
        return frame.only(np.flatnonzero(codes == 0))

    def not_verifiable(
        self, reasons: Reasons, source: Relation
    ) -> dict[tuple[Reason, ...], tuple[int, int]]:
        """For each set of reasons how many subjects have it, and the place of the first."""
        found: dict[tuple[Reason, ...], tuple[int, int]] = {}
        unknown = np.flatnonzero(self.codes)
        if not len(unknown):
            return found
        kinds, first, counts = np.unique(self.codes[unknown], return_index=True, return_counts=True)
        places = source.log.columns.places[source.rows[unknown[first]]]
        for at in np.argsort(first):
            why = reasons.reasons(int(kinds[at]))
            count, place = found.get(why, (0, int(places[at])))
            found[why] = count + int(counts[at]), place
        return found
