"""Completeness of a ruleset: provisions, rules and names shown; examples that a log can be like."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from auditor.diagnostic import Diagnostic
from auditor.language import core
from auditor.language.check.environment import EVENT, FIELD, PARAMETER, Environment
from auditor.language.resolve.load import family_and_name
from auditor.language.syntax import nodes as s
from auditor.messages.message import SOLE, Message, message, suggestion
from auditor.source import Span
from auditor.types import TEXT, Enumeration, Type
from auditor.values import UnreadableError, read_value

Labels = Mapping[str, s.Rule]
"""The rules as they are written, by name."""


def uncited(
    provisions: Mapping[str, core.Provision],
    labels: Labels,
    broken: Iterable[s.Broken],
    left_out: Mapping[str, Span],
) -> Iterator[Diagnostic]:
    """Each provision is cited by a rule, or says why no rule cites it, and never both.

    One whose rule this ruleset drops or replaces (`left_out`) is told where that is said.
    """
    citing = {label.text: label.span for node in labels.values() for label in node.cites}
    meant = {_meant(name, provisions) for name in citing}
    cited = {*citing, *(name for node in broken for name in node.names)}
    for provision in provisions.values():
        reasons = (
            ("E401.cited_all_the_same", provision.not_auditable),
            ("E401.cited_though_not_applicable", provision.not_applicable),
            ("E401.cited_though_it_refers", provision.refers_to),
        )
        code = next((code for code, reason in reasons if reason), None)
        if provision.id in cited and code is not None:
            what = message(code, provision=provision.id)
            yield Diagnostic(what, provision.span, None, _where(provision.id, citing))
        elif provision.id not in {*cited, *meant} and provision.is_audited:
            what, where = message("E401.uncited", provision=provision.id), provision.span
            here = left_out.get(provision.id)
            if here is None:
                yield Diagnostic(what, where, message("E401.declare"))
                continue
            hint = message("E401.not_applicable", provision=provision.id)
            yield Diagnostic(what, here, hint, ((message("E401.provision"), where),))


def _meant(name: str, known: Collection[str]) -> str:
    """The name, or the known one that is proposed in its place."""
    near = None if name in known else suggestion(name, known)
    return name if near is None else str(dict(near.values)["near"])


def left_out(declarations: Iterable[s.Declaration]) -> dict[str, Span]:
    """The provisions cited by rules that are dropped or replaced, and where that is said."""
    found: dict[str, Span] = {}
    cited: dict[str, tuple[s.Label, ...]] = {}
    for node in declarations:
        declared = node.declaration if isinstance(node, s.Replace) else node
        if isinstance(node, s.Drop | s.Replace):
            label = node.label if isinstance(node, s.Drop) else family_and_name(declared)[1]
            found |= {own.text: label.span for own in cited.get(label.text, ())}
        if isinstance(declared, s.Rule):
            cited[declared.label.text] = declared.cites
    return found


def _where(provision: str, citing: Mapping[str, Span]) -> tuple[tuple[Message, Span], ...]:
    return ((message("E401.cited_here"), citing[provision]),) if provision in citing else ()


def without_examples(
    examples: tuple[s.Example, ...], labels: Labels, broken: Iterable[s.Broken]
) -> Iterator[Diagnostic]:
    """Each rule has an example that violates it and one that complies."""
    shown = {
        (name, example.outcome)
        for example in examples
        if not (example.of_former or example.is_edge)
        for name in (example.rule.text, _meant(example.rule.text, labels))
    }
    unread = {name for node in broken for name in node.names if node.keyword == "example"}
    for name, node in labels.items():
        if name in unread:
            continue
        missing = {
            "violates": message("E403.no_violation", rule=name),
            "complies": message("E403.no_compliance", rule=name),
        }
        for outcome, what in missing.items():
            if (name, outcome) not in shown:
                hint = message("E403.add_example", rule=name, outcome=outcome)
                yield Diagnostic(what, node.label.span, hint)


def ruleless(
    head: s.Ruleset | None, labels: Labels, broken: Iterable[s.Broken]
) -> Iterator[Diagnostic]:
    """A ruleset without a rule, of its own or inherited, judges nothing."""
    if head is not None and not labels and not any(node.keyword == "rule" for node in broken):
        what = message("E403.no_rule", ruleset=head.label.text)
        yield Diagnostic(what, head.label.span, message("E403.write_rule"))


def strange_examples(
    examples: Iterable[s.Example], everything: Iterable[s.Example], env: Environment
) -> Iterator[Diagnostic]:
    """The lines of an example that no log can hold."""
    kinds = {name: [*(env.fields_of(name) or ())] for name in env.kinds}
    params = {name: own.type for name, own in env.params.items()}
    checker = LineChecker(kinds, env.fields, params, env.broken, env.lost)
    given = set[Span]()
    for example in examples:
        for line in example.lines:
            if line.span not in given:
                given |= {line.span} if line.span.line < example.span.line else set()
                yield from checker.faults(line)
        twice = (str(row) for row, times in Counter(example.rows).items() if times > 1)
        for text in twice:
            yield Diagnostic(message("E202.listed_twice", text=text), _head(example.span))
        if example.rows and example.outcome != "violates":
            what = message("E411.rows_of_none", outcome=example.outcome)
            yield Diagnostic(what, _head(example.span), message("E411.without_at"))
        events = sum(line.times for line in example.lines if line.kind not in {"", s.GIVEN})
        if events and not example.lines[-1].kind:
            yield Diagnostic(message("E411.sets_nothing"), example.lines[-1].span)
        for row in example.rows:
            if not 1 <= row <= events:
                what = message("E411.row", row=row, count=events)
                yield Diagnostic(what, _head(example.span))
    yield from _titles(examples, everything)
    yield from _same_events(examples)


def _same_events(examples: Iterable[s.Example]) -> Iterator[Diagnostic]:
    """Two examples of one rule that show the same: the second proves nothing, or cannot hold.

    Where an example is to be not verifiable, its log records no other kinds than those it shows.
    """
    seen: dict[object, s.Example] = {}
    for own in examples:
        shown = tuple((line.kind, line.cells, line.times) for line in own.lines)
        first = seen.setdefault((own.rule.text, shown, own.outcome == "unverifiable"), own)
        if first is not own:
            code = "E411.same_events" if first.outcome == own.outcome else "E411.both"
            beside = ((message("E202.first_time"), _head(first.span)),)
            what = message(code, rule=own.rule.text)
            yield Diagnostic(what, _head(own.span), None, beside)


def _titles(examples: Iterable[s.Example], everything: Iterable[s.Example]) -> Iterator[Diagnostic]:
    mine, seen = set(map(id, examples)), dict[tuple[str, str], s.Example]()
    for own in everything:
        if own.of_parent or own.of_former:
            continue
        first = seen.setdefault((own.rule.text, own.title), own)
        if first is not own and id(own) in mine:
            beside = ((message("E202.first"), _head(first.span)),)
            what = message("E202.title", rule=own.rule.text)
            yield Diagnostic(what, _head(own.span), None, beside)


def _head(span: Span) -> Span:
    """The first line of a declaration."""
    width = len(span.source.line(span.line).rstrip())
    return Span(span.source, span.line, span.column, span.line, width + 1)


@dataclass(slots=True)
class LineChecker:
    """Tells what is wrong with the lines of examples, by the columns of each kind of event, and the
    types of columns and parameters; of what is `broken` or `lost` nothing is told.
    """

    kinds: Mapping[str, Sequence[str]]
    fields: Mapping[str, Type]
    params: Mapping[str, Type]
    broken: set[str] = field(default_factory=set)
    lost: Container[str] = ()
    _read: dict[tuple[str, str, Type], Message | None] = field(default_factory=dict)
    _sound: set[tuple[object, ...]] = field(default_factory=set)

    def faults(self, line: s.Line) -> list[Diagnostic]:
        """The faults of one line: of its kind, its columns, and its cells."""
        said = line.kind, line.cells, line.times
        if said in self._sound:  # most lines say what one above them says
            return []
        found = list(self._given(line) if line.kind == s.GIVEN else self._line(line))
        if not found:
            self._sound.add(said)
        return found

    def _line(self, line: s.Line) -> Iterator[Diagnostic]:
        known = self.kinds.get(line.kind)
        if line.kind and known is None and line.kind not in self.broken:
            yield self._unknown_kind(line)
        if line.times < 1:
            yield Diagnostic(message("E411.no_times"), line.span)
        seen: set[str] = set()
        for name, text in line.cells:
            if name in seen:
                first = (message("E202.first_time"), cell_span(line, name))
                again = cell_span(line, name, again=True)
                yield Diagnostic(message("E202.listed_twice", text=name), again, None, (first,))
            seen.add(name)
            if not self.broken.isdisjoint((name, line.kind)) or f"{line.kind}.{name}" in self.lost:
                continue
            kind = self.fields.get(name) if known is None or name in known else None
            if kind is None and (known is not None or not line.kind):
                of_kind = message("rules.family.field_of", kind=line.kind)
                family = FIELD if known is None or name in known else of_kind
                yield _unknown(cell_span(line, name), family, name, known or self.fields)
            elif kind is not None and text:
                yield from self._cell(line, name, text, kind)

    def _unknown_kind(self, line: s.Line) -> Diagnostic:
        """A kind that nothing declares, once; one that is misspelt, each time."""
        found = _unknown(kind_span(line), EVENT, line.kind, self.kinds)
        if found.hint is None:
            self.broken.add(line.kind)
        return found

    def _cell(self, line: s.Line, name: str, text: str, kind: Type) -> Iterator[Diagnostic]:
        """A cell that cannot be read, or a word of an open type that is a slip for a known one."""
        where, given = cell_span(line, name), line.kind == s.GIVEN
        if text.endswith((",", ";")) and kind != TEXT and not given:
            yield Diagnostic(message("E411.set_apart", sign=text[-1]), where)
        elif (why := self._why(name, text, kind)) is not None:
            yield Diagnostic(message("E411.cell", field=name, text=text, says=why), where)
        elif isinstance(kind, Enumeration) and text not in kind.members and not given:
            near = suggestion(text, kind.members)
            if near is not None and near.code == SOLE:
                yield Diagnostic(message("W417.near", field=name, text=text), where, near)

    def _given(self, line: s.Line) -> Iterator[Diagnostic]:
        """The faults of the parameters that an example gives, and of the kinds that it records."""
        for at, (name, text) in enumerate(line.cells):
            where = cell_span(line, name)
            if name in {own for own, _ in line.cells[:at]}:
                yield Diagnostic(message("E202.listed_twice", text=name), where)
            elif name == s.RECORDED:
                strange = (own for own in kinds_said(text, ()) if own not in self.kinds)
                yield from (_unknown(where, EVENT, own, self.kinds) for own in strange)
            elif name in self.params:
                yield from self._cell(line, name, text, self.params[name])
            elif name not in self.broken:
                yield _unknown(where, PARAMETER, name, self.params)

    def _why(self, name: str, text: str, kind: Type) -> Message | None:
        """Why a text is no value of a type; None where it is one."""
        key = (name, text, kind)
        if key not in self._read:
            try:
                read_value(text, kind)
                self._read[key] = None
            except UnreadableError as error:
                self._read[key] = error.says
        return self._read[key]


def _unknown(span: Span, family: Message, name: str, known: Iterable[str]) -> Diagnostic:
    """The line speaks of a kind of event, or has a cell of a name, that there is not."""
    what = message("E411.unknown", family=family, name=name)
    return Diagnostic(what, span, suggestion(name, known))


def kinds_said(text: str, every: Iterable[str]) -> Iterable[str]:
    """The kinds of event that a line of an example calls recorded: some, or every one."""
    return every if text == s.EVERY_KIND else filter(None, text.split(","))


def kind_span(line: s.Line) -> Span:
    """Where the kind of event stands in its line."""
    span = line.span
    text = span.source.line(span.line)
    found = re.compile(rf"\|\s*(?:\d+\s+)?({re.escape(line.kind)})").search(text, span.column - 1)
    if found is None:
        return span
    return Span(span.source, span.line, found.start(1) + 1, span.line, found.end(1) + 1)


def cell_span(line: s.Line, name: str, *, again: bool = False) -> Span:
    """Where a cell stands in its line; where it does a second time."""
    span = line.span
    text = f" {span.source.line(span.line)}"
    at = (text.rfind if again else text.find)(f" {name}=", span.column, span.end_column)
    if at < 0:
        return span
    return Span(span.source, span.line, at + 1, span.line, at + 1 + len(name))
