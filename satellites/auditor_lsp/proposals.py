"""The words that may stand where an author is writing, and the card of a name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from auditor.authoring.word_places import BEGINS_CLAUSE, words_of_expressions
from auditor.language import core
from auditor.language.operators import FUNCTIONS
from auditor.language.resolve.search_path import callable_from, shipped
from auditor.language.syntax import nodes as s
from auditor.language.syntax.grammar import KEYWORDS, words
from auditor.messages.message import Language, message, say
from auditor.source import Frozen, Source
from auditor.types import Enumeration
from auditor_lsp.symbols import Symbol, WordAtCursor
from auditor_lsp.workspace import OpenRuleset


class Completion(Frozen):
    """A word, the family of what it names (`keyword` for one of the language), and how it ends."""

    text: str
    family: str
    symbol: Symbol | None = None


def proposals(ruleset: OpenRuleset, source: Source, line: int, column: int) -> list[Completion]:
    """The words that may stand at a place, each once."""
    before = source.line(line)[: column - 1]
    if _is_aside(before):
        return []
    found = _proposals(ruleset, source, line, before)
    return list({own.text: own for own in found}.values())


def _is_aside(before: str) -> bool:
    """Whether a place lies in a text or in a comment."""
    bare = re.sub(r'"(?:[^"\\\n]|\\.)*"', "", before)
    return '"' in bare or "#" in bare


def _proposals(
    ruleset: OpenRuleset, source: Source, line: int, before: str
) -> Iterable[Completion]:
    known = ruleset.symbols
    if re.fullmatch(r"\w*", before):
        return _keywords(KEYWORDS)
    if before.lstrip().startswith("|"):
        return _in_example(ruleset, before)
    for pattern, families in _AFTER:
        if re.search(pattern, before):
            return _named(known, families)
    if re.search(r"\b(use|extends)\s+([\w-]+\s*,\s*)*[\w-]*$", before):
        family = "vocabulary" if re.search(r"\buse\b", before) else "ruleset"
        return _keywords(callable_from(ruleset.path, family))
    if re.search(r"\bseverity\s+\w*$", before):
        return _keywords(("critical", "major", "minor"))
    if found := re.search(r"(\w+)\.\w*$", before):
        return _members(ruleset, found[1], _let_above(source, line, found[1]))
    begins = _keywords(BEGINS_CLAUSE) if re.fullmatch(r"\s+\w*", before) else ()
    return [*begins, *_in_expression(known, source, line)]


_LIST = r"\s+([\w.-]+\s*,\s*)*[\w.-]*$"
_AFTER = (
    (rf"\bcites{_LIST}", ("provision",)),
    (rf"\brefers to{_LIST}", ("provision",)),
    (rf"\brests on{_LIST}", ("reading",)),
    (rf"\bonly if{_LIST}", ("rule", "group")),
    (rf"^(drop rule|replace rule|define rule [\w.-]+ =|example \"[^\"]*\" of){_LIST}", ("rule",)),
    (r"\bfor each\s+\w*$", ("scope", "event", "record", "stream", "name", "subject")),
    (rf"\bunless{_LIST}", ("gap",)),
    (r":\s*(set of\s+)?\w*$", ("type",)),
    (r"\bin\s+\w*$", ("scope", "name", "constant")),
)
"""The kinds of name that may stand behind words of the language."""


def _keywords(words: Iterable[str]) -> list[Completion]:
    return [Completion(own, "keyword") for own in words]


def _named(known: Iterable[Symbol], families: tuple[str, ...]) -> list[Completion]:
    """The names of these families; what a rule lets is not among them."""
    return [
        Completion(own.name, own.family, own)
        for own in known
        if own.family in families and not (own.family == "name" and own.of)
    ]


def _in_expression(known: Iterable[Symbol], source: Source, line: int) -> Iterator[Completion]:
    """Names let in the same declaration, then all other names, then words of the language."""
    first, last = source.declaration(line)
    shared = (
        *("event", "field", "record", "stream", "scope"),
        *("constant", "param", "table", "define", "word"),
    )
    for own in known:
        here = own.span.source.name == source.name and first <= own.span.line <= last
        if here or own.family in shared or (own.family == "name" and not own.of):
            yield Completion(own.name, own.family, own)
    yield from _keywords((*words_of_expressions(), *sorted(FUNCTIONS)))


def _let_above(source: Source, line: int, name: str) -> list[str]:
    """The kinds of what is let above in a declaration that is being written, and not yet read."""
    first, _ = source.declaration(line)
    above = "\n".join(source.text.split("\n")[first - 1 : line])
    kinds: list[str] = re.findall(rf"\blet\s+{name}\s*=\s*(?:{_PICK})\s+(\w+)", above)
    return kinds


_PICK = r"first|last|previous|next|nth \S+ of"


def _members(ruleset: OpenRuleset, name: str, kinds: Iterable[str]) -> Iterator[Completion]:
    """The words that may stand behind a name and a point: columns, fields, words of a type."""
    for own in ruleset.symbols:
        if own.of == name and own.family in ("column", "word", "field"):
            yield Completion(own.name, own.family, own)
    program = ruleset.program
    for stands_for in (name, *kinds, *_kinds_behind(ruleset.symbols, name)):
        kind = program.vocabulary.kinds.get(stands_for) if program is not None else None
        if program is not None and kind is not None:
            fields = (*program.vocabulary.context, *kind.fields)
            yield from (Completion(own, "field") for own in fields)


def _kinds_behind(known: Iterable[Symbol], name: str) -> Iterator[str]:
    """The kinds of event that a name stands for: an interval, `let spun = last spin`."""
    for own in known:
        match own.node if own.name == name else None:
            case s.Interval(start=kind):
                yield kind.text
            case (
                s.Let(value=s.Pick(selection=selection))
                | s.Define(value=s.Pick(selection=selection))
            ):
                yield from (kind.text for kind in selection.kinds)


def _in_example(ruleset: OpenRuleset, before: str) -> list[Completion]:
    """Kinds of event, then columns of the kind, then the words that a column may hold."""
    program = ruleset.program
    if program is None:
        return []
    words = program.vocabulary
    if cell := re.search(r"(\w+)=\w*$", before):
        kind = words.fields.get(cell[1])
        return _keywords(kind.members) if isinstance(kind, Enumeration) else []
    before = before[before.rfind("|") :]
    found = re.match(r"\|\s*(?:\d+\s+)?(\w+)\s", before)
    if found and found[1] in words.kinds:
        fields = (*words.kinds[found[1]].fields, *words.context)
        return [Completion(f"{own}=", "field") for own in fields if f" {own}=" not in before]
    context = [Completion(f"{own}=", "field") for own in words.context]
    return [*(Completion(own, "event") for own in words.kinds), *context]


_MOST_LINES = 12


def described(symbol: Symbol, program: core.Program | None, language: Language) -> str:
    """The name in Markdown."""
    called = "name" if symbol.family == "subject" else symbol.family
    family = say(message(f"rules.family.{called}", type=symbol.of), language)
    parts = [f"**{symbol.name}** · {family}"]
    if program is not None and (kind := type_of(symbol, program)):
        parts[0] += f" · `{kind}`"
    parts.append(f"```rules\n{_excerpt(symbol)}\n```")
    if program is not None:
        parts += _law(symbol, program, language)
    return "\n\n".join(parts)


def type_of(symbol: Symbol, program: core.Program) -> str:
    """The type of its values; empty for what has none."""
    name, of = symbol.name, symbol.of
    match symbol.family:
        case "field" if not of:
            kind = program.vocabulary.fields.get(name)
            return "" if kind is None else str(kind)
        case "column" if of in program.records:
            found = dict(program.records[of].columns).get(name)
        case "name":
            rule = next((own for own in program.rules if own.name == of), None)
            found = dict(rule.lets).get(name) if rule is not None else None
        case "param" if name in program.params:
            return str(program.params[name].type)
        case "table" if name in program.tables:
            return str(program.tables[name].gives)
        case "word":
            return of
        case _:
            return ""
    return "" if found is None else str(found.type)


def _excerpt(symbol: Symbol) -> str:
    """The declaration as it is written, or its first lines."""
    span = symbol.node.span
    lines = span.source.text.split("\n")[span.line - 1 : span.end_line]
    lines[0] = lines[0].strip()
    if len(lines) > _MOST_LINES:
        lines = [*lines[:_MOST_LINES], "  …"]
    return "\n".join(lines)


def _law(symbol: Symbol, program: core.Program, language: Language) -> Iterator[str]:
    """The provisions that a rule cites, with their words; the source of a provision."""
    by_id = {own.id: own for own in program.provisions}
    match symbol.node:
        case s.Rule(cites=cites):
            for label in cites:
                if label.text in by_id:
                    yield _provision(by_id[label.text], language)
        case s.Provision(label=label) if label.text in by_id:
            yield _provision(by_id[label.text], language)
            rules = [f"`{own.name}`" for own in program.rules if label.text in own.cites]
            if rules:
                yield say(message("lsp.cited_by", rules=", ".join(rules)), language)


def _provision(own: core.Provision, language: Language) -> str:
    source = own.source
    where = ""
    if source is not None:
        where = f" — {source.text.in_language(language)}"
        if source.article:
            where += f", {source.article}"
    return f"> **{own.id}**{where}\n>\n> {own.text.in_language(language)}"


# ---- words of the language ----------------------------------------------------------------------
_MOST_ROWS = 3
_CELL = re.compile(r"(?<!\\)\|")
_LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")


def explained(found: Iterable[WordAtCursor]) -> Iterator[str]:
    """The words of the reference on a word of the language, the forms that begin with it first."""
    word = next((own.text for own in found if own.text in words()), None)
    if word is None:
        return
    spoken = re.compile(rf"(?<![\w-]){word}(?![\w-])")
    rows = [(form, says) for form, says in _forms() if spoken.search(form)]
    rows.sort(key=lambda own: not own[0].startswith(f"`{word}"))
    yield from (f"{form}\n\n{says}" for form, says in rows[:_MOST_ROWS])


@cache
def _forms() -> tuple[tuple[str, str], ...]:
    """The rows of the reference's tables: each form as it is written, and what it means."""
    page = shipped().with_name("docs") / "reference.md"
    lines = page.read_text("utf-8").splitlines() if page.is_file() else []
    cells = [_CELL.split(line)[1:-1] for line in lines if line.startswith("| `")]
    return tuple((own[0].strip(), _LINK.sub(r"\1", own[-1].strip())) for own in cells)
