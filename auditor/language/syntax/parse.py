"""From text to declarations.

A declaration begins in the first column and what belongs to it is indented, so each
is parsed on its own: one that is broken does not hide the errors of the others.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from io import BytesIO
from typing import Any

from lark import Lark, Token, Tree, UnexpectedCharacters, UnexpectedEOF, UnexpectedToken
from lark.exceptions import VisitError

from auditor.diagnostic import Diagnostic, DiagnosticError
from auditor.language.resolve.cache import cached
from auditor.language.resolve.search_path import Answers
from auditor.language.syntax import nodes as s
from auditor.language.syntax.transform_declarations import DeclarationTransformer
from auditor.messages.message import Message, message
from auditor.messages.suggestion import suggestion
from auditor.source import Source, Span

KEYWORDS = (
    "vocabulary",
    "ruleset",
    "use",
    "source",
    "provision",
    "reading",
    "type",
    "context",
    "field",
    "event",
    "needs",
    "scope",
    "law",
    "interval",
    "stream",
    "order",
    "constant",
    "param",
    "table",
    "record",
    "rule",
    "suspend",
    "state",
    "gap",
    "subject",
    "group",
    "replace",
    "drop",
    "example",
)
"""The words that begin a declaration."""

_ASIDE = re.compile(r'"(?:[^"\\\n]|\\.)*"|#[^\n]*')  # texts and comments
_DEEPEST = 60  # brackets within brackets; deeper text is no rule that a person wrote
_DEEPEST_TREE = 250  # rules of the grammar within rules
_NAME = re.compile(r"\w[\w.-]*")
_LONG_NUMBER = re.compile(r"\d{19}")
_LONGEST = 2_000_000  # characters in one rule file


@cache
def parser() -> Lark:
    """The LALR parser of the grammar beside this file."""
    # Its tables take ten times longer to work out than to read.
    return Lark.load(BytesIO(pickle.dumps(cached("tables of the grammar", _tables))))


def _tables() -> tuple[dict[str, Any], Answers]:
    """The parsing tables that Lark saves: lists, texts and numbers."""
    grammar = resources.files("auditor.language.syntax").joinpath("grammar.lark").read_text("utf-8")
    saved = BytesIO()
    Lark(
        grammar,
        parser="lalr",
        start="declaration",
        propagate_positions=True,
        maybe_placeholders=False,
    ).save(saved)
    tables: dict[str, Any] = pickle.loads(saved.getvalue())  # noqa: S301 - saved the line before
    return tables, {}


def parse(source: Source) -> tuple[tuple[s.Declaration, ...], tuple[Diagnostic, ...]]:
    """The declarations of a rule file in their order, and an error for each that is broken."""
    declarations: list[s.Declaration] = []
    errors: list[Diagnostic] = []
    if len(source.text) > _LONGEST:
        whole = Span(source, 1, 1, 1, 2)
        return (), (Diagnostic(message("E100.file_too_long"), whole),)
    for first_line, text in _chunks(source.text):
        result = _parse_one(source, first_line, text)
        if isinstance(result, Diagnostic):
            errors.append(result)
            declarations.append(_broken(result.span, text))
        else:
            declarations.append(result)
    return tuple(declarations), tuple(errors)


def _broken(span: Span, text: str) -> s.Broken:
    keyword, *names = _NAME.findall(_ASIDE.sub(" ", text)) or [""]
    return s.Broken(span, keyword, tuple(names))


def _chunks(text: str) -> Iterator[tuple[int, str]]:
    """Each declaration's text with the line on which it begins."""
    start, lines = 1, list[str]()
    for number, line in enumerate(text.splitlines(), 1):
        if line and not line[0].isspace() and not line.startswith("#"):
            if any(part.strip() for part in lines):
                yield start, "\n".join(lines)
            start, lines = number, []
        elif not lines and (not line.strip() or line.lstrip().startswith("#")):
            start = number + 1
            continue
        lines.append(line)
    if any(part.strip() for part in lines):
        yield start, "\n".join(lines)


def _parse_one(source: Source, first_line: int, text: str) -> s.Declaration | Diagnostic:
    place = _Place(source, first_line, text)
    word = re.match(r"\w*", text)
    if word is None or word.group() not in KEYWORDS:
        return _no_keyword(place, word.group() if word else "")
    if _depth(_ASIDE.sub("", text)) > _DEEPEST:
        return Diagnostic(message("E100.too_deep"), place.start())
    if _LONG_NUMBER.search(_ASIDE.sub("", text)):
        return Diagnostic(message("E100.too_many_digits"), place.start())
    try:
        tree = parser().parse(text)
        if _is_too_deep(tree):
            return Diagnostic(message("E100.too_deep"), place.start())
        declaration: s.Declaration = DeclarationTransformer(source, first_line).transform(tree)
        return declaration
    except UnexpectedToken as error:
        return _unexpected(place, error)
    except UnexpectedCharacters as error:
        span = place.span(error.line, error.column, 1)
        hint = message("E101.quotes") if span.text in _QUOTES else None
        return Diagnostic(message("E101.sign", text=span.text), span, hint)
    except UnexpectedEOF:
        return Diagnostic(message("E102.keyword", word=word.group()), place.end())
    except VisitError as error:
        if isinstance(error.orig_exc, DiagnosticError):
            return error.orig_exc.diagnostic
        raise


class _Place:
    """Where a declaration stands."""

    def __init__(self, source: Source, first_line: int, text: str) -> None:
        self.source, self.first_line, self.lines = source, first_line, text.splitlines()

    def span(self, line: int, column: int, width: int) -> Span:
        at = self.first_line + line - 1
        return Span(self.source, at, column, at, column + width)

    def start(self) -> Span:
        return self.span(1, 1, max(1, len(self.lines[0].rstrip())))

    def end(self) -> Span:
        last = max(n for n, line in enumerate(self.lines, 1) if line.strip())
        return self.span(last, len(self.lines[last - 1].rstrip()) + 1, 1)


def _no_keyword(place: _Place, word: str) -> Diagnostic:
    span = place.span(1, 1, max(1, len(word)))
    hint = suggestion(word, KEYWORDS) or message("E103.keywords", words=KEYWORDS)
    return Diagnostic(message("E103.keyword", text=span.text), span, hint)


def _depth(text: str) -> int:
    depth = deepest = 0
    for sign in text:
        if sign in "([{":
            depth += 1
            deepest = max(deepest, depth)
        elif sign in ")]}":
            depth -= 1
    # `not not not …`, `- - - …` and chains of `case` nest without brackets.
    runs = re.findall(r"(?:\b(?:not|case)\b\s*|-\s*){60,}", text)
    return _DEEPEST + 1 if runs else deepest


def _is_too_deep(tree: Tree[Token]) -> bool:
    """True where parts stand in parts beyond what Python can follow: `1 - 1 - 1 …` nests so."""
    row = [tree]
    for _ in range(_DEEPEST_TREE):
        row = [part for own in row for part in own.children if isinstance(part, Tree)]
        if not row:
            return False
    return True


def _unexpected(place: _Place, error: UnexpectedToken) -> Diagnostic:
    token: Token = error.token
    words = sorted({_spoken(name) for name in error.accepts or error.expected} - {""}, key=str)
    expected = message("E101.expected", words=_listed(words)) if words else None
    if token.type == "$END":
        return Diagnostic(message("E102.declaration"), place.end(), expected)
    span = place.span(token.line or 1, token.column or 1, max(1, len(str(token))))
    hint = likely = suggestion(str(token), [str(word).strip("`") for word in words])
    if likely is not None and expected is not None:
        hint = message("E101.likely", nearest=likely, expected=expected)
    if (now := _NOW.get(str(token))) is not None:
        hint = message("E101.now", now=now)
    return Diagnostic(message("E101.token", token=str(token)), span, hint or expected)


def _listed(words: list[str | Message]) -> str | Message:
    """The words that may stand somewhere, or the first twelve of them."""
    *rest, last = words if len(words) <= 12 else [*words[:12], "…"]
    return message("rules.or", first=tuple(rest), last=last) if rest else last


def _spoken(terminal: str) -> str | Message:
    """How a message names a terminal of the grammar; empty where it does not."""
    if terminal in _TERMINALS:
        return _TERMINALS[terminal]
    for definition in parser().terminals:
        if definition.name == terminal:
            return f"`{definition.pattern.value}`" if definition.pattern.type == "str" else ""
    return ""


_NOW = {
    "presumes": "only if",
    "underlies": "invalidates",
    "over": "from",
    "exceptional": "silent when absent",
    "verified": "class",
}
"""Words of the first edition of the language, and those that say the same."""
_QUOTES = "\"'«“"
_TERMINALS: dict[str, str | Message] = {
    "NAME": message("E101.name"),
    "LABEL": message("E101.name"),
    "NUMBER": message("E101.number"),
    "STRING": message("E101.text"),
    "DATE": message("E101.day"),
    "LINE": message("E101.line"),
    "$END": "",
}
