"""How far a rule looks: which events can matter to a subject.

Selections compare keys with the subject's own fields.  The fields that all the selections behind
a rule have in common bound what it can see: events that differ from the subject in one of them
do not matter to it.  Only context fields count, since an empty one is a value like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from auditor.language import core
from auditor.language.core import ANY_EVENT
from auditor.language.facts import facts_of, once_a_program
from auditor.language.traverse import parts_of

Fields = frozenset[str]
Kinds = dict[str, Fields]
"""For kinds of event, the context fields in which those that matter agree with a subject; under
`ANY_EVENT`, those of every kind.
"""


@dataclass(frozen=True, slots=True)
class Look:
    """Where an expression looks at other events; of a lookup in a condition on elements, the
    selection that they are of.
    """

    at: core.Selection | core.Lookup
    within: core.Selection | None


Looks = tuple[Look, ...]
"""Where expressions look at other events."""


@dataclass(frozen=True, slots=True)
class EventGroup:
    """The events that agree on some fields and fill those that are needed."""

    fields: tuple[str, ...]
    needs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """The context fields in which all that matters agrees with the subject, in their order; the
    kinds of event that are looked at, None for all; and groups of events of every kind, of which
    it matters only that there are some, and where the first stands.  `looked_at` are those of these
    groups that are looked at besides the subject, which may be one of them.

    `near` tells more of each kind, and of `ANY_EVENT`: the fields in which those agree with the
    subject that matter, the evidence of a violation included.

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
        self._looks: dict[str, Looks] = {}  # those of a record are the same for every rule
        self._known: dict[str, Reach] = {}

    def of(self, rule: core.Rule) -> Reach:
        """How far a rule looks from any of its subjects."""
        if rule.name not in self._known:
            self._known[rule.name] = _Reaching(self._program, self._looks).rule(rule)
        return self._known[rule.name]


reaches_of = once_a_program(Reaches)
"""How far the rules of a program look: many logs are judged by the same."""


def bound(rule: core.Rule, reach: Reach) -> frozenset[str]:
    """The fields in which all agrees that matters to a subject, what is reported first included."""
    fields = frozenset(reach.fields)
    return fields & frozenset(rule.report_for) if rule.report_for else fields


def shown_groups(program: core.Program, rule: core.Rule) -> frozenset[EventGroup]:
    """Groups that a rule looks at besides its subject and of which the evidence of a violation
    shows every event.
    """
    reaching = _Reaching(program, {})
    own = program.records.get(rule.subject)
    columns = own.columns if own is not None else ()
    return reaching.groups((*_shown(rule), *columns))


def _shown(rule: core.Rule) -> list[core.Expression]:
    """The expressions behind the evidence of a violation: the requirement, the conditions under
    which the rule applies, and the locals that they name.
    """
    lets, used = dict(rule.lets), list[str]()
    found = [rule.require, *rule.applies]
    for node in found:
        for part in parts_of(node):
            if isinstance(part, core.Local) and part.name in lets and part.name not in used:
                used.append(part.name)
                found.append(lets[part.name])
    return found


class _Reaching:
    def __init__(self, program: core.Program, looks: dict[str, Looks]) -> None:
        self._program = program
        self._looks = looks
        self._vocabulary = program.vocabulary
        self._context = program.vocabulary.context
        self._facts = facts_of(program)
        self._records: dict[str, tuple[Fields, Kinds]] = {}
        self._kinds: set[str] = set()
        self._every_kind = False
        self._groups: set[EventGroup] = set()
        self._visiting: set[str] = set()
        self._recursive: set[str] = set()

    def rule(self, rule: core.Rule) -> Reach:
        own, near = self._source(rule.subject)
        near, told = dict(near), frozenset(self._groups)
        self._groups.clear()
        conditions = (rule.where, rule.lets, rule.applies, rule.verifiable, rule.require)
        looks = _looks(tuple(conditions))
        common = own & self._all(looks, own, self._own_fields(rule.subject), near)
        kinds = None if self._every_kind else frozenset(self._kinds)
        each = tuple((kind, self._ordered(near[kind])) for kind in sorted(near))
        looked_at = frozenset(self._groups)
        return Reach(self._ordered(common), kinds, told | looked_at, each, looked_at)

    def _ordered(self, fields: Fields) -> tuple[str, ...]:
        return tuple(name for name in self._context if name in fields)

    def groups(self, nodes: Sequence[object]) -> frozenset[EventGroup]:
        """The groups that some expressions look at."""
        context = frozenset(self._context)
        self._all(_looks(tuple(nodes)), context, context, {})
        return frozenset(self._groups)

    def _source(self, source: str) -> tuple[Fields, Kinds]:
        """The context fields that tell the items of a source: all behind one agrees in them; and
        by kind those in which what is behind one agrees with it.
        """
        kinds = self._facts.kinds_of(source)
        if source == ANY_EVENT:
            self._every_kind = True
        elif not kinds and source in self._vocabulary.scopes:
            scope = self._vocabulary.scopes[source]
            self._groups.add(EventGroup(scope.fields, scope.needs))
        elif source in self._program.records:
            return self._record(self._program.records[source])
        own = self._facts.context_of(source)
        self._kinds.update(kinds)
        return own, dict.fromkeys(kinds or (ANY_EVENT,), own)

    def _own_fields(self, source: str) -> Fields:
        """The context fields that an item of a source has of its own events, whatever else it
        looks at.
        """
        if source not in self._program.records:
            return self._facts.context_of(source)
        record = self._program.records[source]
        told = frozenset(self._context)
        if not record.of_events:
            told &= frozenset(record.keys)
        return told.intersection(*map(self._own_fields, record.over))

    def _record(self, record: core.Record) -> tuple[Fields, Kinds]:
        if record.name in self._visiting:
            self._recursive.add(record.name)
            return frozenset(self._context), {}
        if record.name not in self._records:
            self._visiting.add(record.name)
            common = frozenset(self._context)
            near: Kinds = {}
            if not record.of_events:
                common &= frozenset(record.keys)
            for source in record.over:
                own, kinds = self._source(source)
                common &= own
                _join(near, kinds, common)
            if not record.over:
                self._groups.add(EventGroup(record.keys, record.needs))
                _join(near, {ANY_EVENT: common}, common)
            if record.name not in self._looks:
                self._looks[record.name] = _looks(record.columns)
            common &= self._all(
                self._looks[record.name], common, self._own_fields(record.name), near
            )
            self._visiting.discard(record.name)
            if self._recursive:  # what is behind another row of it is behind this one
                near = dict.fromkeys(near, common)
            self._recursive.discard(record.name)
            if self._recursive:  # known only when that row is
                return common, near
            self._records[record.name] = common, near
        return self._records[record.name]

    def _all(self, looks: Looks, own: Fields, told: Fields, near: Kinds) -> Fields:
        """The fields that all selections and lookups inside some expressions have in common, of
        those in which all behind the subject agrees (`own`).

        For each kind that they look at, the fields in which they agree with the subject's own
        (`told`) are noted in `near`.
        """
        common = own
        found: list[tuple[Fields, Kinds]] = []
        for look in looks:
            node = look.at
            if isinstance(node, core.Selection):
                asked = [key for _, key in (*node.keys, *node.same, *node.joins)]
                same = self._same((*node.keys, *node.same), told)
                behind = [self._source(source) for source in node.sources]
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
        keys = (*within.keys, *within.same) if within is not None else ()
        return self._same(keys, told, (core.Subject,))

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
    for kind, fields in behind.items():
        near[kind] = near.get(kind, same) & fields & same


def _looks(nodes: object) -> Looks:
    """Each look; what a condition on elements looks up stands with each selection of such."""
    found = list[Look]()
    in_conditions = set[int]()
    for node in parts_of(nodes):
        match node:
            case core.Selection():
                within, tested = node, [node.where, node.also]
            case core.Every():
                within, tested = node.selection, [node.has]
            case _:
                continue
        looked_up = [part for part in parts_of(tuple(tested)) if isinstance(part, core.Lookup)]
        found += [Look(part, within) for part in looked_up]
        in_conditions.update(map(id, looked_up))
    for node in parts_of(nodes):
        if isinstance(node, core.Selection | core.Lookup) and id(node) not in in_conditions:
            found.append(Look(node, None))
    return tuple(found)
