"""The columns of records on which a rule rests: an account has thirty, and most rules ask for five.

They are told by their names alone: whatever item an expression takes a column from, it names it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from auditor.judge.quoted import BLANK
from auditor.language import core
from auditor.language.traverse import parts_of


class ColumnsUsed:
    """Tells the names that the rules of a program ask for, those behind columns included."""

    def __init__(self, program: core.Program) -> None:
        self._statistics = program.statistics
        self._columns: dict[str, list[core.Expression]] = defaultdict(list)
        for record in program.records.values():
            for name, node in record.columns:
                self._columns[name].append(node)
        self._behind: dict[str, frozenset[str]] = {}  # what stands in the columns of a name

    def by(self, rule: core.Rule) -> frozenset[str]:
        """The names of all columns on which a rule or its evidence rests, and other names."""
        clauses = (rule.where, rule.lets, rule.applies, rule.verifiable, rule.require)
        beside = tuple(
            (own.observed, own.wagered, own.gained, own.foreseen)
            for own in self._statistics
            if own.rule is rule
        )
        quoted = BLANK.finditer(rule.message.fr + rule.message.en)
        found, waiting = set[str](), {*_named((clauses, beside)), *(own[1] for own in quoted)}
        while waiting:
            name = waiting.pop()
            found.add(name)
            if name not in self._behind:
                self._behind[name] = frozenset(_named(tuple(self._columns.get(name, ()))))
            waiting |= self._behind[name] - found
        return frozenset(found)


def _named(nodes: object) -> Iterator[str]:
    """The fields, columns and other names in some expressions."""
    for node in parts_of(nodes):
        match node:
            case core.Field(name=name) | core.Local(name=name) | core.Lookup(column=name):
                yield name
            case core.Aggregate(field=str(name)):
                yield name
            case core.Selection(keys=keys, same=same, joins=joins):
                yield from (name for name, _ in (*keys, *same, *joins))
