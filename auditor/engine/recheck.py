"""The second judgement: the reference looks again at what the columns say.

It works on the events of the log that a subject may rest on, made when they are asked for.  It
says the truth where columns cannot, and gives every violation its derivation.
"""

from __future__ import annotations

from dataclasses import dataclass

from auditor.engine.columns import Columns
from auditor.judge.evidence import Witness
from auditor.judge.frame import Frame, Truth
from auditor.judge.items import Item
from auditor.judge.reference import Reference
from auditor.judge.replay import identity_of, key_fields
from auditor.judge.verdict import Verdict
from auditor.language import core
from auditor.log.event import Log
from auditor.values import Value


class DisagreementError(Exception):
    """The two engines do not say the same of one subject: a defect of ours."""

    def __init__(self, rule: core.Rule, row: int) -> None:
        super().__init__(f"{rule.id}: the engines disagree on the subject at place {row}")
        self.rule, self.row = rule, row


@dataclass(slots=True)
class _Again:
    """The reference over a part of the log, and its subjects by their places."""

    reference: Reference
    subjects: dict[str, dict[int, Item]]

    def subject(self, rule: core.Rule, row: int) -> Item:
        if rule.subject not in self.subjects:
            items = self.reference.items
            scopes = self.reference.program.vocabulary.scopes
            found = (
                items.groups(rule.subject).values() if rule.subject in scopes
                else items.of(rule.subject)
            )  # fmt: skip
            self.subjects[rule.subject] = {item.place: item for item in found}
        return self.subjects[rule.subject][row]


class Recheck:
    """Judges single subjects of one log again."""

    def __init__(self, program: core.Program, columns: Columns, params: dict[str, Value]) -> None:
        self._program, self._columns, self._params = program, columns, params
        self._fields = key_fields(program)
        self._whole: _Again | None = None

    def _again(self) -> _Again:
        if self._whole is None:
            columns = self._columns
            events = tuple(columns.event(row) for row in range(columns.size))
            log = Log(events, columns.recorded, (), ())
            self._whole = _Again(Reference(self._program, log, self._params), {})
        return self._whole

    def truth(self, rule: core.Rule, row: int, node: core.Expression) -> Truth:
        """What a condition of a rule is worth for the subject in a row."""
        again = self._again()
        subject = again.subject(rule, row)
        frame = Frame(subject, rule.lets, again.reference.day_of(subject))
        return again.reference.truth(node, frame)

    def verdict(self, rule: core.Rule, row: int) -> Verdict:
        """The violation at a row, with its evidence.  Raises DisagreementError."""
        again = self._again()
        subject = again.subject(rule, row)
        reference = again.reference
        frame = Frame(subject, rule.lets, reference.day_of(subject))
        asked = [*((rule.where,) if rule.where is not None else ()), *rule.applies,
                 *(condition for condition, _ in rule.verifiable)]  # fmt: skip
        for condition in asked:
            if reference.truth(condition, frame) is not True:
                raise DisagreementError(rule, row)
        if reference.truth(rule.require, frame) is not False:
            raise DisagreementError(rule, row)
        evidence = Witness(reference, frame).evidence(rule)
        identity = identity_of(self._program, self._fields, subject)
        filled = {name: value for name, value in identity.items() if value is not None}
        return Verdict(rule, filled, subject.place, evidence)
