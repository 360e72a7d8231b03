"""The card that an editor shows of a name: its declaration, its type, and the law behind it."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.language import core
from auditor.language.syntax import nodes as s
from auditor.messages.message import Language, message, say
from auditor_lsp.symbols import Symbol

_MOST_LINES = 12


def described(symbol: Symbol, program: core.Program | None, language: Language) -> str:
    """The name in Markdown."""
    family = say(message(f"rules.family.{_family(symbol)}", type=symbol.of), language)
    parts = [f"**{symbol.name}** · {family}"]
    if program is not None and (kind := type_of(symbol, program)):
        parts[0] += f" · `{kind}`"
    parts.append(f"```rules\n{_excerpt(symbol)}\n```")
    if program is not None:
        parts += _law(symbol, program, language)
    return "\n\n".join(parts)


def _family(symbol: Symbol) -> str:
    return {"subject": "name"}.get(symbol.family, symbol.family)


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
