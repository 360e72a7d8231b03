"""The columns of records on which a rule rests: an account has thirty, and most rules ask for five.

They are told by their names alone: whatever item an expression takes a column from, it names it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from auditor.judge.verdict import BLANK
from auditor.language import core
from auditor.language.core import ANY_EVENT, parts_of
from auditor.language.facts import facts_of, once_for_each
from auditor.source import Frozen


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


Fields = frozenset[str]
Kinds = dict[str, frozenset[Fields]]
"""For kinds of event, the fields in which those that matter agree with a subject: with all of some
of these sets, none of which holds another.  Under `ANY_EVENT`, those of every kind; under a record
of groups of events, the first of each, where it matters only that there is the group.
"""


class Look(Frozen):
    """Where an expression looks at other events; of a lookup in a condition on elements, the
    selection that they are of.
    """

    at: core.Selection | core.Lookup
    within: core.Selection | None


Looks = tuple[Look, ...]
"""Where expressions look at other events."""


class EventGroup(Frozen):
    """The events that agree on some fields and fill those that are needed."""

    fields: tuple[str, ...]
    needs: tuple[str, ...]


class Reach(Frozen):
    """The context fields in which all that matters agrees with the subject, in their order; the
    kinds of event that are looked at, None for all; and groups of events of every kind, of which
    it matters only that there are some, and where the first stands.  `looked_at` are those of these
    groups that are looked at besides the subject, which may be one of them.

    `near` tells more of each kind, and of `ANY_EVENT`: the fields in which those agree with the
    subject that matter, the evidence of a violation included; first those of the context.  A kind
    of which some agree in these and some in those fields is there several times.  A record instead
    of a kind means the first event of each of its rows.

    The event that opens the scope of the law, whose day tells which law applies, is not counted.
    """

    fields: tuple[str, ...]
    kinds: frozenset[str] | None
    groups: frozenset[EventGroup]
    near: tuple[tuple[str, tuple[str, ...]], ...]
    looked_at: frozenset[EventGroup]


class Reaches:
    """How far the rules of a program look; each is worked out when it is first asked for."""

    def __init__(self, program: core.Program) -> None:
        self._program = program
        self._columns = ColumnsUsed(program)
        self._looks: dict[tuple[str, str], Looks] = {}  # of a column the same for every rule
        self._known: dict[str, Reach] = {}

    def of(self, rule: core.Rule) -> Reach:
        """How far a rule looks from any of its subjects."""
        if rule.name not in self._known:
            used = self._columns.by(rule)
            self._known[rule.name] = _Reaching(self._program, self._looks, used).rule(rule)
        return self._known[rule.name]


reaches_of = once_for_each(Reaches)
"""How far the rules of a program look: many logs are judged by the same."""


def bound(rule: core.Rule, reach: Reach) -> frozenset[str]:
    """The fields in which all agrees that matters to a subject, what is reported first included."""
    fields = frozenset(reach.fields)
    return fields & frozenset(rule.report_for) if rule.report_for else fields


class _Reaching:
    """How far a rule looks that rests on some columns, None for all; `looks` are those of columns,
    as they are known.
    """

    def __init__(
        self,
        program: core.Program,
        looks: dict[tuple[str, str], Looks],
        used: frozenset[str] | None = None,
    ) -> None:
        self._program = program
        self._looks, self._used = looks, used
        self._vocabulary = program.vocabulary
        self._context = program.vocabulary.context
        self._facts = facts_of(program)
        self._fields = frozenset(self._context)
        self._records: dict[str, tuple[Fields, Kinds]] = {}
        self._kinds: set[str] = set()
        self._every_kind = False
        self._groups: set[EventGroup] = set()
        self._visiting: dict[str, tuple[Fields, Kinds]] = {}
        self._recursive: set[str] = set()

    def rule(self, rule: core.Rule) -> Reach:
        own, near = self._source(rule.subject)
        near, told = dict(near), frozenset(self._groups)
        self._groups.clear()
        told_of = self._own_fields(rule.subject)
        looks = _looks((rule.where, rule.lets, rule.applies, rule.require))
        common = own & self._all(looks, own, told_of, near)
        common &= self._all(_looks(rule.verifiable), common, told_of, near, shown=False)
        kinds = None if self._every_kind else frozenset(self._kinds)
        each = tuple(
            (kind, fields)
            for kind in sorted(near)
            for fields in sorted(map(self._ordered, near[kind]))
        )
        looked_at = frozenset(self._groups)
        return Reach(self._ordered(common), kinds, told | looked_at, each, looked_at)

    def _ordered(self, fields: Fields) -> tuple[str, ...]:
        return tuple(name for name in self._context if name in fields)

    def _source(self, source: str) -> tuple[Fields, Kinds]:
        """The fields that tell the items of a source: all behind one agrees in them; and by kind
        those in which what is behind one agrees with it.
        """
        kinds = self._facts.kinds_of(source)
        if source == ANY_EVENT:
            self._every_kind = True
        elif not kinds and source in self._vocabulary.scopes:
            scope = self._vocabulary.scopes[source]
            self._groups.add(EventGroup(scope.fields, scope.needs))
        elif source in self._program.records:
            record = self._program.records[source]
            common, near = self._record(record)
            if not record.over:  # all its events are shown
                near = {**near, ANY_EVENT: frozenset((self._own_fields(source),))}
            return common, near
        own = self._own_fields(source)
        self._kinds.update(kinds)
        return own, dict.fromkeys(kinds or (ANY_EVENT,), frozenset((own,)))

    def _own_fields(self, source: str) -> Fields:
        """The fields that an item of a source has of its own events, whatever else it looks at."""
        if source not in self._program.records:
            return self._fields & self._facts.fields_of(source)
        record = self._program.records[source]
        return frozenset(record.keys).intersection(*map(self._own_fields, record.over))

    def _record(self, record: core.Record) -> tuple[Fields, Kinds]:
        """Fields and kinds, as of a source, for a record of which no row is shown; of one that is
        being worked out, as far as they are known.
        """
        name = record.name
        if name in self._visiting:
            self._recursive.add(name)
        elif name not in self._records:
            found: tuple[Fields, Kinds] = self._fields, {}
            self._visiting[name] = found
            while (more := self._rows(record)) != found and name in self._recursive:
                self._visiting[name] = found = more
            del self._visiting[name]
            self._recursive.discard(name)
            if self._recursive:  # known only when that row is
                return more
            self._records[name] = more
        return self._visiting.get(name) or self._records[name]

    def _rows(self, record: core.Record) -> tuple[Fields, Kinds]:
        """Fields and kinds for a record, by what is known of the records that it looks at."""
        told, near = self._own_fields(record.name), Kinds()
        for source in record.over:
            _join(near, self._source(source)[1], told)
        if not record.over:
            self._groups.add(EventGroup(record.keys, record.needs))
            near[record.name] = frozenset((told,))
        looks = tuple(look for own in record.columns for look in self._looks_of(record.name, *own))
        return told & self._all(looks, told, told, near), near

    def _looks_of(self, record: str, name: str, column: core.Expression) -> Looks:
        """Where a column looks that the rule rests on."""
        if self._used is not None and name not in self._used:
            return ()
        if (record, name) not in self._looks:
            self._looks[record, name] = _looks(column)
        return self._looks[record, name]

    def _all(
        self, looks: Looks, own: Fields, told: Fields, near: Kinds, *, shown: bool = True
    ) -> Fields:
        """The fields that all selections and lookups inside some expressions have in common, of
        those in which all behind the subject agrees (`own`).

        For each kind that they look at, the fields in which they agree with the subject's own
        (`told`) are noted in `near`; no evidence needs what is not `shown`.
        """
        common = own
        found: list[tuple[Fields, Kinds]] = []
        for look in looks:
            node = look.at
            if isinstance(node, core.Selection):
                asked = [key for _, key in (*node.keys, *node.same, *node.joins)]
                same = self._same((*node.keys, *node.same), told)
                records = self._program.records if not shown else {}
                behind = [
                    self._record(records[source]) if source in records else self._source(source)
                    for source in node.sources
                ]
            else:
                record = self._program.records[node.record]
                asked = list(node.keys)
                whole = isinstance(asked[0], core.Subject | core.Element)
                same = told if whole else self._same(zip(record.keys, asked, strict=True), told)
                behind = [self._record(record)]
            common &= same.intersection(*(fields for fields, _ in behind))
            if any(isinstance(part, core.Element) for part in parts_of(tuple(asked))):
                same &= self._of_element(look.within, told)
            found += [(same, kinds) for _, kinds in behind]
        for same, kinds in found:
            _join(near, kinds, same | common)
        return common

    def _of_element(self, within: core.Selection | None, told: Fields) -> Fields:
        """The fields in which the elements of a selection agree with the subject; none where it is
        not known which selection they are of.
        """
        if within is None:
            return frozenset()
        told = told.intersection(*map(self._own_fields, within.sources))
        return self._same((*within.keys, *within.same), told, (core.Subject,))

    @staticmethod
    def _same(
        keys: Iterable[tuple[str, core.Expression]],
        own: Fields,
        of: tuple[type, ...] = (core.Subject, core.Element),
    ) -> Fields:
        """The fields that are compared with the same field of the subject, or of an element: what
        an element has in common with the subject is counted where it is selected.
        """
        return own & frozenset(
            name
            for name, node in keys
            if isinstance(node, core.Field) and isinstance(node.of, of) and node.name == name
        )


def _join(near: Kinds, behind: Kinds, same: Fields) -> None:
    """The events behind items that agree with a subject in some fields."""
    for kind, every in behind.items():
        found = {fields & same for fields in every} | near.get(kind, frozenset())
        near[kind] = frozenset(own for own in found if not any(other < own for other in found))


def _looks(nodes: object) -> Looks:
    """Each look; what a condition on elements looks up stands with each selection of such."""
    found = list[Look]()
    in_conditions = set[int]()
    every = [own for own in parts_of(nodes) if isinstance(own, core.Selection | core.Lookup)]
    for node in every:
        if isinstance(node, core.Selection):
            found += [Look(core.place_of(node), None)] if node.windows else []
            tested = parts_of((node.where, node.also))
            looked_up = [part for part in tested if isinstance(part, core.Lookup)]
            found += [Look(part, node) for part in looked_up]
            in_conditions.update(map(id, looked_up))
    others = (Look(node, None) for node in every if id(node) not in in_conditions)
    return (*found, *others)
