"""Compiling a ruleset: from its text to a program, or the errors for which it means nothing.

Nothing here has an opinion of rules that mean something: `auditor.authoring.review` has them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

from auditor.diagnostic import Diagnostic, order, remark
from auditor.language import core
from auditor.language.check import structure
from auditor.language.check.declarations import VOCABULARY, Declarer, declare_all_labels, turn
from auditor.language.check.environment import PROVISION, RULE, STATISTIC, Environment
from auditor.language.check.law import out_of_force, provisions_of, readings_of, sources_of
from auditor.language.check.records import SUSPENDED, suspended
from auditor.language.check.rules import Rules
from auditor.language.core import Vocabulary
from auditor.language.facts import telling
from auditor.language.resolve.load import Loaded, family_and_name, load, merge
from auditor.language.resolve.search_path import Disk, shipped
from auditor.language.statistics.check import Statistics
from auditor.language.syntax import nodes as s
from auditor.messages.message import message
from auditor.source import Frozen, Span

T = TypeVar("T")


def beside_the_own(errors: Iterable[Diagnostic], loaded: Loaded) -> Iterator[Diagnostic]:
    """The diagnostics; one of an inherited file stands beside the ruleset's own lines.

    A name that such a file uses for a field is told where it is declared, and an error beside what
    the ruleset puts in the place of words that stand there.
    """
    own = {node.span.source for node in loaded.own}
    instead = tuple((message("E204.instead"), span) for span in _put_in_place(loaded))
    said, lost, lacking = set[Span](), _lost_columns(loaded), dict[str, list[Span]]()
    for error in errors:
        inherited = error.span.source not in own
        if inherited and error.code == "E201" and error.span.text in lost:
            for span in _asked_of(lost, error.span, loaded):
                lacking.setdefault(span.text, []).append(span)
            continue
        hides = error.code == "W205" and inherited
        named = next((at for _, at in error.related if hides and at.source in own), None)
        if named is None:
            amiss = inherited and error.level == "error"
            yield replace(error, related=(*error.related, *instead)) if amiss else error
        elif named not in said:
            said.add(named)
            what = message("W205.inherited", name=named.text)
            yield Diagnostic(what, named, error.hint, ((message("W205.here"), error.span),))
    for column, spans in lacking.items():
        what = message("E204.lacks", record=lost[column].text, name=column)
        used = tuple((message("E204.used_here"), span) for span in dict.fromkeys(spans))
        yield Diagnostic(what, lost[column], message("E204.say_column", name=column), used)


def _lost_columns(loaded: Loaded) -> dict[str, Span]:
    """The columns that records had before the ruleset declared them anew, each with the name that
    stands there now.
    """
    before, anew = loaded.declarations[: loaded.inherited], map(_own, loaded.own)
    records = {
        node.name.text: node
        for node in anew
        if isinstance(node, s.Record) and not (isinstance(node, s.Ledger) and node.also)
    }
    return {
        let.name.text: records[node.name.text].name.span
        for node in before
        if isinstance(node, s.Record) and node.name.text in records
        for let in node.lets
        if let.name.text not in {own.name.text for own in records[node.name.text].lets}
    }


def _asked_of(lost: Collection[str], first: Span, loaded: Loaded) -> Iterator[Span]:
    """Where the declaration of a place asks for columns that a record has no more: an error about
    one of them ends the check of its expression, and hides those behind it.
    """
    for node in loaded.declarations[: loaded.inherited]:
        within = node.span.line <= first.line <= node.span.end_line
        if within and node.span.source == first.source:
            names = (part for part in core.parts_of(node) if isinstance(part, s.Name))
            yield from (name.span for name in names if name.text in lost)


def _put_in_place(loaded: Loaded) -> Iterator[Span]:
    """Where the ruleset replaces or drops records, figures and tables of those that it extends."""
    for node in loaded.own:
        if isinstance(node, s.Drop) and node.kind == "record":
            yield node.label.span
        elif isinstance(node, s.Replace) and not isinstance(node.declaration, s.Rule):
            yield family_and_name(node.declaration)[1].span


def missed_records(env: Environment) -> Iterator[Diagnostic]:
    """Records that the ruleset drops, and that it or its parent needs all the same."""
    for name, spans in env.missed.items():
        used = tuple((message("E204.used_here"), span) for span in dict.fromkeys(spans))
        what, remedy = message("E204.used", name=name), message("E204.say_anew")
        yield Diagnostic(what, env.dropped[name], remedy, used)


def shipped_vocabularies(disk: Disk) -> tuple[Vocabulary, ...]:
    """Each vocabulary that comes with the program, with those that it uses."""
    return tuple(vocabulary_at(path, disk) for path in disk.files(shipped() / "vocabulary"))


def vocabulary_at(path: Path, disk: Disk) -> Vocabulary:
    """The columns and kinds of event that the rule files at the path declare and use.

    Declarations with errors are left out: `auditor check` names them.
    """
    environment = Environment()
    declarer = Declarer(environment)
    declarations = load(path, disk).declarations
    for declaration in sorted(declarations, key=turn):
        if isinstance(declaration, (*VOCABULARY, s.Interval, s.Stream)):
            declarer.declare(declaration)
    declare_all_labels(declarations, environment)
    return environment.vocabulary


class CheckedParts(Frozen):
    """The declarations of a ruleset with what the check made of them."""

    env: Environment
    everything: list[s.Declaration]
    own: list[s.Declaration]
    """Neither a vocabulary nor a parent makes them."""
    head: s.Ruleset | None
    broken: list[s.Broken]
    labels: dict[str, s.Rule]
    provisions: dict[str, core.Provision]
    rules: dict[str, core.Rule]
    examples: tuple[s.Example, ...]


class Compiled(Frozen):
    """A ruleset as far as it can be understood; `parts` are None where it has no words at all."""

    loaded: Loaded
    program: core.Program | None
    parts: CheckedParts | None
    errors: list[Diagnostic]

    def diagnostics(self, more: Iterable[Diagnostic] = ()) -> list[Diagnostic]:
        """All errors in their order, and more that others found, each beside the own lines."""
        found = beside_the_own([*self.errors, *more], self.loaded)
        return order([*self.loaded.errors, *found])


def compiled(loaded: Loaded) -> Compiled:
    """The program that the declarations make, as far as it goes."""
    checker = _Checker(loaded)
    program = checker.program()
    return Compiled(loaded, program, checker.parts, checker.errors)


class _Checker:
    def __init__(self, loaded: Loaded) -> None:
        self._loaded = loaded
        self._env = Environment()
        self.parts: CheckedParts | None = None
        self.errors = self._env.errors
        self._own = list(map(_own, loaded.own))
        self._nodes: list[s.Declaration] = []
        self._places = {id(_own(node)): at for at, node in enumerate(loaded.declarations)}

    def _of(self, kind: type[T]) -> list[T]:
        """The declarations of a kind."""
        return [node for node in self._nodes if isinstance(node, kind)]

    def program(self) -> core.Program | None:
        """Check everything; None where there is no ruleset to speak of."""
        loaded, env = self._loaded, self._env
        if loaded.partial:
            return None
        self._nodes, errors = merge(loaded.declarations)
        self.errors += errors
        for node in self._of(s.Broken):
            env.broken.update(_lost(node))
            env.used.update(node.names)
        self._declare()
        head = self._head()
        if head is not None and _has_no_words(self._nodes, env):
            self.errors[:] = [remark("E203.no_words", head.label.span, "E203.say_use")]
            return None
        ruleset = head.label.text if head else loaded.name
        sources = sources_of(self._nodes, env)
        provisions = provisions_of(self._nodes, sources, env)
        suspends = self._of(s.Suspend)
        labels = {
            node.label.text: structure.in_full(node, self._above(node, suspends), env)
            for node in self._of(s.Rule)
            if env.declare(RULE, node.label)
        }
        readings = readings_of(self._nodes, provisions, labels, loaded.own, env)
        rules = suspended(self._rules(labels, provisions, ruleset), labels, env)
        statistics = self._statistics(suspends, ruleset)
        examples = tuple(self._of(s.Example))
        env.note_unknown(RULE, (example.rule for example in examples), labels)
        self.errors += missed_records(env)
        self._declared(head)
        known = {name: own for name, own in env.records.items() if own is not None}
        self.errors += structure.private_elsewhere(known, (*rules.values(), *statistics))
        self.errors += structure.circular_presumptions(rules, labels)
        self.errors += structure.circular_references(provisions)
        broken = self._of(s.Broken)
        self.parts = CheckedParts(
            env, self._nodes, self._own, head, broken, labels, provisions, rules, examples
        )
        if head is None:
            return None
        return core.Program(
            head.label.text,
            head.version,
            head.title,
            head.in_force or core.ALWAYS,
            loaded.sha256,
            tuple(sources.values()),
            replace(env.vocabulary, keyed=_keyed(known.values(), env.vocabulary)),
            tuple(provisions.values()),
            tuple(readings.values()),
            env.params,
            env.tables,
            known,
            tuple(rules.values()),
            examples,
            self._shorthand(),
            tuple(loaded.files),
            telling(env.vocabulary, known, rules.values()),
            statistics,
            tuple(dict.fromkeys(loaded.not_shipped)),
            loaded.lineage,
        )

    def _shorthand(self) -> tuple[tuple[str, Span], ...]:
        """The names that rules use in short, and where each is declared."""
        env = self._env
        labels: list[s.Name | s.Label] = []
        for named in (env.defines, env.gaps, env.subjects):
            labels += (own.name for own in named.values())
        labels += (own.label for own in env.groups.values())
        suspended = (own for own in env.records.values() if own and own.name.startswith(SUSPENDED))
        found = ((own.name, own.span) for own in suspended)
        return (*((label.text, label.span) for label in labels), *found)

    def _declare(self) -> None:
        """Words first, then figures: what a parent says of events may be declared by its child."""
        declarer, env = Declarer(self._env), self._env
        drops = [node for node in self._loaded.declarations if isinstance(node, s.Drop)]
        env.dropped = {own.label.text: own.label.span for own in drops if own.kind == "record"}
        figures = (node for node in self._nodes if isinstance(node, s.Record | s.Constant))
        env.written = {node.name.text: node for node in figures}
        for node in sorted(self._nodes, key=turn):
            declarer.declare(node)
        for node in env.defines.values():  # also those that nothing asks for
            declarer.check_define(node)
        declare_all_labels(self._nodes, env)

    def _statistics(
        self, suspends: Sequence[s.Suspend], ruleset: str
    ) -> tuple[core.Statistic, ...]:
        env, made = self._env, Statistics(self._env, ruleset)
        nodes = {
            node.label.text: structure.measured_in_full(node, self._above(node, suspends), env)
            for node in self._of(s.Statistic)
            if env.declare(STATISTIC, node.label)
        }
        found = {name: own for name, node in nodes.items() if (own := made.statistic(node))}
        rules = suspended({name: own.rule for name, own in found.items()}, nodes, env)
        return tuple(replace(own, rule=rules[name]) for name, own in found.items())

    def _above(self, node: s.Rule | s.Statistic, suspends: Sequence[s.Suspend]) -> list[s.Suspend]:
        """The suspensions that stand above a rule."""
        at = self._places[id(node)]
        return [own for own in suspends if self._places[id(own)] < at]

    def _rules(
        self, labels: dict[str, s.Rule], provisions: dict[str, core.Provision], ruleset: str
    ) -> dict[str, core.Rule]:
        env, made = self._env, Rules(self._env, ruleset)
        for group in self._own:
            if isinstance(group, s.RuleGroup):
                env.note_unknown(RULE, group.rules, (*labels, *env.groups))
        rules: dict[str, core.Rule] = {}
        for name, node in labels.items():
            env.note_unknown(PROVISION, node.cites, provisions)
            for label in node.presumes:
                if label.text not in labels:
                    self._no_rule(label, node, labels)
            if (rule := made.rule(node)) is not None:
                rules[name] = rule
        return rules

    def _no_rule(self, label: s.Label, node: s.Rule, labels: dict[str, s.Rule]) -> None:
        """A rule waits for one that is not there: of an inherited one, where that is dropped."""
        drops = (own for own in self._loaded.declarations if isinstance(own, s.Drop))
        drop = next((own for own in drops if own.label.text == label.text), None)
        if drop is None or node.span.source == drop.span.source:
            self._env.report(self._env.unknown(RULE, label, (*labels, *self._env.groups)))
            return
        what = message("E204.waited", rule=label.text, other=node.label.text)
        hint = message("E204.say_replace", rule=label.text, other=node.label.text)
        beside = ((message("E405.through"), label.span),)
        self.errors.append(Diagnostic(what, drop.label.span, hint, beside))

    def _declared(self, head: s.Ruleset | None) -> None:
        """The faults of declarations beside one another."""
        own, env, mine = self._own, self._env, set(map(id, self._own))
        words = [node for node in self._nodes if isinstance(node, VOCABULARY)]
        others = (node for node in words if id(node) not in mine)
        self.errors += structure.listed_twice([*own, *others])
        self.errors += structure.two_heads(self._nodes)
        self.errors += structure.clashing_words(words, env)
        self.errors += structure.two_laws(self._nodes, env)
        self.errors += out_of_force(own, self._nodes, head)

    def _head(self) -> s.Ruleset | None:
        heads = [node for node in self._of(s.Ruleset) if node.label.text == self._loaded.name]
        if not any(map(_begins, self._loaded.own)):
            for source in self._loaded.files[:1]:
                here = (node.span for node in self._nodes if node.span.source == source)
                span = next(here, Span(source, 1, 1, 1, 2))
                self.errors.append(remark("E203.declares_none", span, "E203.begin"))
        return heads[-1] if heads else None


def _has_no_words(declarations: list[s.Declaration], env: Environment) -> bool:
    """True of rules without any kind of event: no name in them would be known."""
    judges = any(isinstance(node, s.Rule) for node in declarations)
    unread = any(isinstance(own, s.Broken) and own.keyword == "event" for own in declarations)
    return judges and not unread and not env.kinds


def _own(node: s.Declaration) -> s.Declaration:
    return node.declaration if isinstance(node, s.Replace) else node


def _begins(node: s.Declaration) -> bool:
    """True of a declaration that says what the file is, and of a broken one that was to say it."""
    if isinstance(node, s.Broken):
        return node.keyword in ("ruleset", "vocabulary")
    return isinstance(node, s.Ruleset | s.Vocabulary)


def _lost(node: s.Broken) -> tuple[str, ...]:
    """The names that are unknown because their declaration cannot be read.

    A list of columns or of words of a type may declare any name that stands in it.
    """
    if node.keyword in ("type", "context", "field", "event", "stream", "source", "order"):
        return node.names
    after = (name for word, name in pairwise(node.names) if word in ("let", "rule"))
    return (*node.names[:2], *after)


def _keyed(records: Iterable[core.Record], vocabulary: core.Vocabulary) -> frozenset[str]:
    """The keys of records that an event may leave empty, beside those of its place."""
    keys = {name for own in records if not own.of_events for name in own.keys}
    loose = {name for kind in vocabulary.kinds.values() for name in kind.may_be_empty}
    return frozenset((keys & loose).difference(vocabulary.context))
