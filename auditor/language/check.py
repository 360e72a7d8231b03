"""Everything that is said of a ruleset before any log is read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path

from auditor.diagnostic import Diagnostic, nearest, order
from auditor.language import core
from auditor.language import syntax as s
from auditor.language.declare import VOCABULARY, Declarer, bilingual
from auditor.language.elaborate import Elaborator, View
from auditor.language.environment import AlreadyReported, Environment, Wrong, wrong
from auditor.language.load import Loaded, load
from auditor.language.sense import senseless
from auditor.source import Source, Span
from auditor.types import Item, Type

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


def compile_ruleset(path: Path) -> tuple[core.Program | None, tuple[Diagnostic, ...]]:
    """The checked ruleset at the path, or None where it has errors; and all that is wrong.

    A ruleset that is only incomplete can be applied all the same.
    """
    loaded = load(path)
    checker = _Checker(loaded)
    program = checker.program()
    diagnostics = order([*loaded.errors, *checker.errors])
    broken = any(d.level == "error" and d.code not in INCOMPLETE for d in diagnostics)
    return (None if broken else program), tuple(diagnostics)


INCOMPLETE = frozenset(("E401", "E403"))
"""Errors of a ruleset that says nothing wrong, but leaves out something that it owes its readers."""


class _Checker:
    def __init__(self, loaded: Loaded) -> None:
        self._loaded = loaded
        self._env = Environment(loaded.name)
        self._elaborator = Elaborator(self._env)
        self._rules: dict[str, core.Rule] = {}
        self._labels: dict[str, s.Rule] = {}
        self.errors = self._env.errors

    # ---- the whole --------------------------------------------------------------------------
    def program(self) -> core.Program | None:
        """Check everything; None where there is no ruleset to speak of."""
        declarations = self._merge()
        declarer = Declarer(self._env)
        # Words first: what a parent says of events may be declared by its child.
        for words in (True, False):
            for node in declarations:
                if isinstance(node, VOCABULARY) == words:
                    declarer.declare(node)
        head = self._head(declarations)
        sources = self._sources(declarations)
        provisions = self._provisions(declarations, sources, head)
        for node in declarations:
            if isinstance(node, s.Rule):
                self._labels[node.label.text] = node
        for node in self._labels.values():
            self._rule(node, provisions, head)
        examples = tuple(node for node in declarations if isinstance(node, s.Example))
        self._cross_check(provisions, examples, head)
        if head is None:
            return None
        return core.Program(
            head.label.text, head.version, bilingual(head.title), _in_force(head.in_force),
            self._loaded.sha256, tuple(sources.values()), self._vocabulary(),
            tuple(provisions.values()), self._env.params, self._env.tables,
            {name: r for name, r in self._env.records.items() if r is not None},
            tuple(self._rules.values()), examples,
        )  # fmt: skip

    def _vocabulary(self) -> core.Vocabulary:
        env = self._env
        return core.Vocabulary(
            env.fields, tuple(env.context), env.kinds, env.scopes, env.intervals, env.streams,
            env.law_scope,
        )  # fmt: skip

    def _head(self, declarations: list[s.Declaration]) -> s.Ruleset | None:
        heads = [node for node in declarations if isinstance(node, s.Ruleset)]
        own = [node for node in heads if node.label.text == self._loaded.name]
        if not heads and not any(isinstance(node, s.Vocabulary) for node in declarations):
            for source in self._loaded.files[:1]:
                span = _start_of(declarations, source) or Span(source, 1, 1, 1, 2)
                self.errors.append(Diagnostic("E203", "the file declares no ruleset", span,
                                   'begin with `ruleset NAME version "1" title …`'))  # fmt: skip
        return own[-1] if own else None

    # ---- extension --------------------------------------------------------------------------
    def _merge(self) -> list[s.Declaration]:
        """The declarations in force: those replaced give up their place, those dropped go."""
        merged: list[s.Declaration] = []
        for node in self._loaded.declarations:
            match node:
                case s.Replace():
                    self._replace(merged, node)
                case s.Drop():
                    self._drop(merged, node)
                case _:
                    merged.append(node)
        return merged

    def _replace(self, merged: list[s.Declaration], node: s.Replace) -> None:
        family, name = _called(node.declaration)
        for place, old in enumerate(merged):
            if type(old) is type(node.declaration) and _called(old)[1].text == name.text:
                merged[place] = node.declaration
                return
        self._missing(merged, family, name, "replace")

    def _drop(self, merged: list[s.Declaration], node: s.Drop) -> None:
        name = node.label.text
        kept = [x for x in merged if (_called(x)[0], _called(x)[1].text) != (node.kind, name)]
        if len(kept) == len(merged):
            self._missing(merged, node.kind, node.label, "drop")
        if node.kind == "rule":
            kept = [x for x in kept if not (isinstance(x, s.Example) and x.rule.text == name)]
        merged[:] = kept

    def _missing(
        self, merged: list[s.Declaration], family: str, name: s.Name | s.Label, word: str
    ) -> None:
        known = [_called(old)[1].text for old in merged if _called(old)[0] == family]
        self.errors.append(
            Diagnostic("E204", f"there is no inherited {family} `{name.text}` to {word}", name.span,
                       nearest(name.text, known))
        )  # fmt: skip

    # ---- the law ----------------------------------------------------------------------------
    def _sources(self, declarations: list[s.Declaration]) -> dict[str, core.LawSource]:
        sources = {}
        for node in declarations:
            if isinstance(node, s.SourceOfLaw) and self._env.declare("source", node.label):
                sources[node.label.text] = core.LawSource(
                    node.label.text, bilingual(node.words), node.article, node.edition,
                    node.verified,
                )  # fmt: skip
        return sources

    def _provisions(
        self, declarations: list[s.Declaration], sources: dict[str, core.LawSource],
        head: s.Ruleset | None,
    ) -> dict[str, core.Provision]:  # fmt: skip
        provisions: dict[str, core.Provision] = {}
        for node in declarations:
            if not isinstance(node, s.Provision) or not self._env.declare("provision", node.label):
                continue
            source = None
            if node.source is not None:
                source = sources.get(node.source.text)
                if source is None:
                    error = self._env.unknown("source", node.source, sources)
                    self.errors.append(error.diagnostic)
            reason = bilingual(node.not_auditable) if node.not_auditable else None
            provisions[node.label.text] = core.Provision(
                node.label.text, source, bilingual(node.words),
                _in_force(node.in_force), reason, node.label.span,
            )  # fmt: skip
        return provisions

    # ---- rules ------------------------------------------------------------------------------
    def _rule(
        self, node: s.Rule, provisions: dict[str, core.Provision], head: s.Ruleset | None
    ) -> None:
        if not self._env.declare("rule", node.label):
            return
        for label in node.cites:
            if label.text not in provisions:
                self.errors.append(self._env.unknown("provision", label, provisions).diagnostic)
        for label in node.presumes:
            if label.text not in self._labels:
                self.errors.append(self._env.unknown("rule", label, self._labels).diagnostic)
        try:
            rule = self._elaborate(node, head)
        except Wrong as error:
            self.errors.append(error.diagnostic)
        except AlreadyReported:
            pass
        else:
            self._rules[rule.name] = rule
            self.errors += senseless(rule)

    def _elaborate(self, node: s.Rule, head: s.Ruleset | None) -> core.Rule:
        subject = self._subject(node.for_each.subject)
        lets: dict[str, Type | None] = {}
        values: list[tuple[str, core.Expression]] = []
        failed = False
        for let in node.lets:
            view = View(subject, dict(lets))
            try:
                if let.name.text in lets:
                    raise wrong("E202", f"`{let.name.text}` is named twice", let.name.span)
                value = self._elaborator.value(let.value, view)
                lets[let.name.text] = value.type
                values.append((let.name.text, value))
            except (Wrong, AlreadyReported) as error:
                self._note(error)
                lets[let.name.text], failed = None, True
        view = View(subject, lets)
        where = applies = verifiable = require = None
        try:
            if node.for_each.where is not None:
                where = self._elaborator.condition(node.for_each.where, view)
        except (Wrong, AlreadyReported) as error:
            failed = self._note(error)
        try:
            applies = tuple(self._elaborator.condition(part, view) for part in node.applies)
        except (Wrong, AlreadyReported) as error:
            failed = self._note(error)
        try:
            verifiable = tuple(
                (self._elaborator.condition(part.when, view), bilingual(part.otherwise))
                for part in node.verifiable
            )
        except (Wrong, AlreadyReported) as error:
            failed = self._note(error)
        try:
            require = self._elaborator.condition(node.require, view)
        except (Wrong, AlreadyReported) as error:
            failed = self._note(error)
        self._check_message(node, view)
        if failed or require is None or applies is None or verifiable is None:
            raise AlreadyReported
        message = bilingual(node.message) if node.message else core.Bilingual(
            "{expected} attendu, {found} trouvé", "expected {expected}, found {found}"
        )  # fmt: skip
        return core.Rule(
            node.label.text, head.label.text if head else self._loaded.name, node.severity,
            tuple(label.text for label in node.cites), self._underlies(node),
            node.for_each.subject.text, where,
            tuple(values), applies, verifiable, tuple(x.text for x in node.presumes), require,
            self._report_keys(node, view), message, _in_force(node.in_force), node.label.span,
        )  # fmt: skip

    def _underlies(self, node: s.Rule) -> str | None:
        if node.underlies is None:
            return None
        if node.underlies.text not in self._env.scopes:
            raise self._env.unknown("scope", node.underlies, self._env.scopes)
        self._env.used.add(node.underlies.text)
        return node.underlies.text

    def _note(self, error: Wrong | AlreadyReported) -> bool:
        if isinstance(error, Wrong):
            self.errors.append(error.diagnostic)
        return True

    def _subject(self, name: s.Name) -> Item:
        if self._env.fields_of(name.text) is None:
            if name.text in self._env.records:
                raise AlreadyReported
            known = [*self._env.sources(), *self._env.scopes]
            raise self._env.unknown("scope, kind of event, record or interval", name, known)
        self._env.used.add(name.text)
        return Item((name.text,))

    def _report_keys(self, node: s.Rule, view: View) -> tuple[str, ...]:
        fields = self._env.shared_fields(view.subject)
        keys: list[str] = []
        for name in node.report:
            scope = self._env.scopes.get(name.text)
            keys += scope.fields if scope else (name.text,)
            if scope is None and name.text not in fields:
                raise self._env.unknown("scope or field", name, [*self._env.scopes, *fields])
        return tuple(keys)

    def _check_message(self, node: s.Rule, view: View) -> None:
        if node.message is None:
            self.errors.append(
                Diagnostic("E403", f"rule `{node.label.text}` has no message", node.label.span,
                           'add `message fr "…" en "…"`')
            )  # fmt: skip
            return
        known = {"found", "expected", *view.lets, *self._env.shared_fields(view.subject)}
        for words in (node.message.fr, node.message.en):
            for name in _PLACEHOLDER.findall(words):
                if name not in known:
                    self.errors.append(
                        Diagnostic("E404", f"`{{{name}}}` stands for nothing here",
                                   node.message.span, nearest(name, known))
                    )  # fmt: skip

    # ---- the ruleset as a whole -------------------------------------------------------------
    def _cross_check(
        self, provisions: dict[str, core.Provision], examples: tuple[s.Example, ...],
        head: s.Ruleset | None,
    ) -> None:  # fmt: skip
        cited = {label.text for node in self._labels.values() for label in node.cites}
        for provision in provisions.values():
            enforced = provision.id in cited
            if enforced == (provision.not_auditable is not None):
                message = (
                    f"provision `{provision.id}` is declared not auditable, yet a rule cites it"
                    if enforced else f"no rule cites provision `{provision.id}`"
                )  # fmt: skip
                hint = "" if enforced else "or declare it `not auditable` with the reason"
                self.errors.append(Diagnostic("E401", message, provision.span, hint))
        self._check_examples(examples, head)
        self._check_presumptions()
        self._check_use()

    def _check_examples(self, examples: tuple[s.Example, ...], head: s.Ruleset | None) -> None:
        for example in examples:
            if example.rule.text not in self._labels:
                error = self._env.unknown("rule", example.rule, self._labels)
                self.errors.append(error.diagnostic)
        shown = {(example.rule.text, example.outcome) for example in examples}
        for name, node in self._labels.items():
            for outcome, what in (("violates", "violates"), ("complies", "complies with")):
                if (name, outcome) not in shown and head is not None:
                    self.errors.append(
                        Diagnostic("E403", f"no example {what} rule `{name}`", node.label.span,
                                   f'add `example "…" of {name} {outcome}` and its events')
                    )  # fmt: skip

    def _check_use(self) -> None:
        """What the ruleset itself names, and nothing uses."""
        for node in self._loaded.declarations[self._loaded.inherited :]:
            family, name = _called(node.declaration if isinstance(node, s.Replace) else node)
            if family and family != "rule" and name.text not in self._env.used:
                self._unused(family, name)
            if isinstance(node, s.Rule):
                values = tuple(let.value for let in node.lets)
                used = _names((values, node.for_each, node.applies, node.verifiable, node.require))
                told = node.message.fr + node.message.en if node.message else ""
                for let in node.lets:
                    if let.name.text not in used and f"{{{let.name.text}}}" not in told:
                        self._unused("name", let.name)

    def _unused(self, family: str, name: s.Name | s.Label) -> None:
        self.errors.append(
            Diagnostic("W601", f"{family} `{name.text}` is never used", name.span)
        )

    def _check_presumptions(self) -> None:
        """A rule cannot presume itself, not even by way of others."""
        for name in self._rules:
            seen, waiting = set[str](), list(self._rules[name].presumes)
            while waiting:
                other = waiting.pop()
                if other == name:
                    self.errors.append(
                        Diagnostic("E405", f"rule `{name}` presumes itself",
                                   self._labels[name].label.span)
                    )  # fmt: skip
                    break
                if other not in seen and other in self._rules:
                    seen.add(other)
                    waiting += self._rules[other].presumes


def _called(node: s.Declaration) -> tuple[str, s.Name | s.Label]:
    """The family and the name of a declaration that can be replaced or dropped."""
    match node:
        case s.Rule(label=label):
            return ("rule", label)
        case s.Record(name=name):
            return ("record", name)
        case s.Stream(name=name):
            return ("stream", name)
        case s.Constant(name=name):
            return ("constant", name)
        case s.Param(name=name):
            return ("param", name)
        case s.Table(name=name):
            return ("table", name)
        case _:
            return ("", s.Label(node.span, ""))


def _in_force(node: s.InForce | None) -> core.InForce:
    return core.InForce(node.start, node.end) if node else core.ALWAYS


def _start_of(declarations: Iterable[s.Declaration], source: Source) -> Span | None:
    return next((node.span for node in declarations if node.span.source == source), None)


def _names(node: object) -> set[str]:
    """Every name that stands anywhere in a piece of syntax."""
    if isinstance(node, s.Name):
        return {node.text}
    if isinstance(node, tuple):
        return set[str]().union(*map(_names, node))
    if isinstance(node, s.Node):
        return set[str]().union(*(_names(getattr(node, f.name)) for f in fields(node)))
    return set()
