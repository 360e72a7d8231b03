"""The names that rule files declare, and which of them is meant where a word stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from auditor.language.syntax import nodes as s
from auditor.source import Frozen, Source, Span


class Symbol(Frozen):
    """A name where it is declared; `of` is the record, the rule or the type to which it belongs."""

    family: str  # that of `rules.family.…` in the messages
    name: str
    span: Span
    node: s.Node
    of: str = ""


LOCAL = ("name", "column")
"""The families of names that hold in a declaration: arguments, what a rule or a record lets."""


def symbols(declarations: Iterable[s.Declaration]) -> Iterator[Symbol]:
    """Every name that the declarations give to something."""
    for node in declarations:
        declared = node.declaration if isinstance(node, s.Replace) else node
        yield from _of(declared)


def _of(node: s.Declaration) -> Iterator[Symbol]:
    match node:
        case s.Rule(label=label, lets=lets) | s.Statistic(label=label, lets=lets):
            family = "rule" if isinstance(node, s.Rule) else "statistic"
            yield Symbol(family, label.text, label.span, node)
            yield from (Symbol("name", o.name.text, o.name.span, o, label.text) for o in lets)
        case s.Define(name=name, arguments=arguments):
            yield Symbol("define", name.text, name.span, node)
            yield from (Symbol("name", o.name.text, o.name.span, o, name.text) for o in arguments)
        case s.Record(name=name, lets=lets):
            yield Symbol("record", name.text, name.span, node)
            yield from (Symbol("column", o.name.text, o.name.span, o, name.text) for o in lets)
        case s.Enumeration(name=name, members=members, form=form):
            if form != "also":
                yield Symbol("type", name.text, name.span, node)
            yield from (Symbol("word", o.text, o.span, node, name.text) for o in members)
        case s.Context(names=names) | s.Field(names=names):
            yield from (Symbol("field", own.text, own.span, node) for own in names)
        case s.Stream(name=name, parts=parts):
            yield Symbol("stream", name.text, name.span, node)
            new = (own for own, _ in parts[0].renamed)
            yield from (Symbol("field", own.text, own.span, node, name.text) for own in new)
        case s.Event(names=names, also=also):
            yield from (Symbol("event", o.text, o.span, node) for o in names if not also)
        case _:
            plain = _PLAIN.get(type(node))
            declared = getattr(node, "name", None) or getattr(node, "label", None)
            if plain is not None and isinstance(declared, s.Name | s.Label):
                yield Symbol(plain, declared.text, declared.span, node)


_PLAIN: dict[type[s.Node], str] = {
    s.RuleGroup: "group",
    s.Provision: "provision",
    s.Reading: "reading",
    s.SourceOfLaw: "source",
    s.Scope: "scope",
    s.Interval: "name",
    s.Constant: "constant",
    s.Param: "param",
    s.Table: "table",
    s.Gap: "gap",
    s.Subject: "subject",
}


# ---- the word at a place ------------------------------------------------------------------------
class WordAtCursor(Frozen):
    """A word of a file, where it stands, and the word before the point in front of it."""

    text: str
    line: int
    column: int
    of: str = ""

    @property
    def end(self) -> int:
        return self.column + len(self.text)


_ASIDE = re.compile(r'"(?:[^"\\\n]|\\.)*"|#[^\n]*')
_QUOTED = re.compile(r"\{(\w+)")
_LABEL = re.compile(r"\w[\w.-]*")
_NAME = re.compile(r"\w+")


def words_at(source: Source, line: int, column: int) -> list[WordAtCursor]:
    """The words at a place, the longest first: `55-19.6`, which is a label, and `55`, `19` or `6`.

    In texts only what stands in braces is a word; in comments nothing is.
    """
    text = source.line(line)
    found = [
        WordAtCursor(own.group(1), line, own.start(1) + 1)
        for aside in _ASIDE.finditer(text)
        if aside.group()[0] == '"'
        for own in _QUOTED.finditer(text, *aside.span())
    ]
    bare = _ASIDE.sub(lambda aside: " " * len(aside.group()), text)
    for pattern in (_LABEL, _NAME):
        for own in pattern.finditer(bare):
            before = re.search(r"(\w+)\.$", bare[: own.start()])
            of = before[1] if before and pattern is _NAME else ""
            found.append(WordAtCursor(own.group(), line, own.start() + 1, of))
    return [own for own in dict.fromkeys(found) if own.column <= column <= own.end]


def occurrences(source: Source, name: str) -> Iterator[WordAtCursor]:
    """Each place of a file in which a name stands as a word."""
    for number, text in enumerate(source.text.split("\n"), 1):
        if name not in text:
            continue
        seen = {
            (own.column, own.text): own
            for found in re.finditer(re.escape(name), text)
            for own in words_at(source, number, found.start() + 1)
            if own.text == name and own.column == found.start() + 1
        }
        yield from seen.values()


# ---- what it means ------------------------------------------------------------------------------
def meant(
    words: Iterable[WordAtCursor], source: Source, known: Iterable[Symbol]
) -> tuple[Symbol, ...]:
    """The declarations of the word at a place: of several words the first that has one."""
    known = tuple(known)
    for word in words:
        found = [own for own in known if own.name == word.text]
        if word.of:
            of = {word.of, *_elements(word.of, known)}
            if inside := [own for own in found if own.of in of]:
                return tuple(inside)
        here = [own for own in found if own.of and own.family in LOCAL]
        if beside := [own for own in here if _stands_in(word, source, own)]:
            return tuple(beside)
        far = [own for own in found if own.family != "name" or not own.of]
        if far:
            return tuple(far)
    return ()


def _elements(name: str, known: Iterable[Symbol]) -> Iterator[str]:
    """The records of whose rows a rule about them speaks: `for each settlement`, `this.paid`."""
    if name == "this":
        yield from (own.name for own in known if own.family == "record")


def _stands_in(word: WordAtCursor, source: Source, own: Symbol) -> bool:
    """Whether a word stands in the declaration in which this name is let."""
    if own.span.source.name != source.name:
        return False
    first, last = source.declaration(own.span.line)
    return first <= word.line <= last
