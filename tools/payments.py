"""The kinds and columns that a log must record so that the payments of each game can be checked.

`python -m tools.payments` writes it as the tables of docs/logs.md; a test compares the page with
it.  It is worked out from the rules that ask for the sums of payments: all that they look at.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from auditor.language import core
from auditor.language.core import parts_of
from auditor.language.facts import facts_of
from auditor.request import ruleset
from auditor.types import Item

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "logs.md"
BEGIN, END = "<!-- payments -->", "<!-- end -->"


@dataclass(slots=True)
class Needs:
    """Kinds of event that some rules look at, each with its columns, and columns of any event."""

    program: core.Program
    kinds: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    context: set[str] = field(default_factory=set)
    _seen: set[object] = field(default_factory=set)

    def rule(self, rule: core.Rule) -> None:
        """All that one rule looks at."""
        self._source(rule.subject)
        self._inside((rule.where, rule.applies, rule.verifiable, rule.require), rule.lets)
        if not facts_of(self.program).always_in_force(rule):
            self.context.add("time")

    def _inside(self, clauses: object, lets: tuple[tuple[str, core.Expression], ...]) -> None:
        for node in parts_of(clauses):
            match node:
                case core.Local(name=name) if self._is_new("let", id(lets), name):
                    self._inside(dict(lets)[name], lets)
                case core.Field(of=of, name=name) if isinstance(of.type, Item):
                    self._fields(of.type.sources, name)
                case core.Lookup(record=record, column=column):
                    self._fields((record,), column)
                case core.Selection(sources=sources, scope=scope, keys=keys, joins=joins):
                    for source in (*sources, *([scope] if scope else [])):
                        self._source(source)
                    for name, _ in (*keys, *joins):
                        self._fields(sources, name)
                case core.Aggregate(selection=selection, field=str(name)):
                    self._fields(selection.sources, name)
                case _:
                    pass

    def _is_new(self, *what: object) -> bool:
        new = what not in self._seen
        self._seen.add(what)
        return new

    def _source(self, source: str) -> None:
        """The kinds of event of which a source is made, with what tells its items apart."""
        vocabulary = self.program.vocabulary
        if not self._is_new("source", source):
            return
        if source in vocabulary.scopes:
            self.context.update(vocabulary.scopes[source].fields)
        elif source in vocabulary.intervals:
            interval = vocabulary.intervals[source]
            for name in interval.keys:
                self._fields(tuple(filter(None, (interval.start, interval.end))), name)
        elif (record := self.program.records.get(source)) is not None:
            for part in record.over:
                self._source(part)
            for name in () if record.of_events else record.keys:
                self._fields(record.over, name)
            self.context.update(() if record.over else record.keys)
        for kind in facts_of(self.program).kinds_of(source):
            self.kinds[kind].update()

    def _fields(self, sources: tuple[str, ...], name: str) -> None:
        """The columns of events behind a field of the items of some sources."""
        for source in sources:
            if self._is_new("field", source, name):
                self._field(source, name)

    def _field(self, source: str, name: str) -> None:
        vocabulary, record = self.program.vocabulary, self.program.records.get(source)
        self._source(source)
        if name in vocabulary.context:
            self.context.add(name)
        elif source in vocabulary.kinds:
            self.kinds[source].add(name)
        elif source in vocabulary.streams:
            for kind, names in vocabulary.streams[source].parts:
                self._fields((kind,), dict(names).get(name, name))
        elif source in vocabulary.intervals:
            self._fields((vocabulary.intervals[source].start,), name)
        elif record is not None and name in dict(record.columns):
            self._inside(dict(record.columns)[name], record.columns)
        elif record is not None:
            self._fields(record.over, name)


def games() -> Iterator[core.Program]:
    """The rulesets shipped that say something of the sums of payments, but for those that others
    extend: they are no games.
    """
    folders = [own for own in sorted((ROOT / "rulesets").iterdir()) if own.name != "vocabulary"]
    texts = [own.read_text(encoding="utf-8") for own in (ROOT / "rulesets").rglob("*.rules")]
    parents = {name for text in texts for name in re.findall(r"\bextends ([\w-]+)", text)}
    for folder in folders:
        program = ruleset(folder) if folder.name not in parents else None
        if program is not None and facts_of(program).looks:
            yield program


def needs_of(program: core.Program) -> Needs:
    """The needs of the rules about payments of a game."""
    needs = Needs(program)
    for rule in program.rules:
        if rule.name in facts_of(program).looks:
            needs.rule(rule)
    return needs


def section(program: core.Program) -> str:
    """The part of the page on one game's payments."""
    needs, vocabulary = needs_of(program), program.vocabulary
    context = [name for name in vocabulary.context if name in needs.context]
    rows: dict[str, list[str]] = {}
    for kind, own in vocabulary.kinds.items():
        if kind in needs.kinds:
            names = (_column(own, name) for name in own.fields if name in needs.kinds[kind])
            event = f"`{kind}`?" if own.exceptional else f"`{kind}`"
            rows.setdefault(", ".join(names) or "–", []).append(event)
    lines = [
        f"**`{program.name}`** – {program.title.en}. Of every event: "
        + ", ".join(f"`{name}`" for name in context)
        + ".",
        "",
        "| event | columns |",
        "|---|---|",
        *(f"| {', '.join(kinds)} | {columns} |" for columns, kinds in rows.items()),
    ]
    return "\n".join(lines)


def _column(kind: core.Kind, name: str) -> str:
    return f"(`{name}`)" if name in kind.may_be_empty else f"`{name}`"


def written() -> str:
    """All the tables."""
    return "\n\n".join(section(program) for program in games())


def main() -> None:
    """Write the tables into the page, between the two marks."""
    text = PAGE.read_text(encoding="utf-8")
    marked = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    new = f"{BEGIN}\n{written()}\n{END}"
    PAGE.write_text(marked.sub(lambda _: new, text), encoding="utf-8")


if __name__ == "__main__":
    main()
