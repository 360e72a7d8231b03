"""From text to declarations.

A declaration begins in the first column and what belongs to it is indented, so each
is parsed on its own: one that is broken does not hide the errors of the others.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import resources
from io import BytesIO
from typing import Any

from lark import Lark, Token, Tree, UnexpectedCharacters, UnexpectedEOF, UnexpectedToken
from lark.exceptions import VisitError

from auditor.diagnostic import Diagnostic, DiagnosticError
from auditor.language.resolve.cache import cached
from auditor.language.resolve.search_path import Answers
from auditor.language.syntax import nodes as s
from auditor.language.syntax.examples import plain_example
from auditor.language.syntax.signs import look_alike, unseen, visible
from auditor.language.syntax.slips import slip_before, unclosed
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


@lru_cache(maxsize=256)  # a parent's files are read again for each ruleset that extends it
def parse(source: Source) -> tuple[tuple[s.Declaration, ...], tuple[Diagnostic, ...]]:
    """The declarations of a rule file in their order, and an error for each that is broken."""
    declarations: list[s.Declaration] = []
    errors: list[Diagnostic] = []
    if len(source.text) > _LONGEST:
        whole = Span(source, 1, 1, 1, 2)
        return (), (Diagnostic(message("E100.file_too_long"), whole),)
    errors += unseen(source)
    errors += look_alike(source)
    for first_line, text in _chunks(visible(source.text)):
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
    for number, line in enumerate(text.split("\n"), 1):
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
    if word.group() == "example" and (example := plain_example(source, first_line, text)):
        return example
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
        if (meant := _meant(place, text, error.line, error.column)) is not None:
            return meant
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

    def of(self, text: str, start: int, end: int) -> Span:
        """The stretch of the declaration's text from one character to another, on one line."""
        before = text[:start].split("\n")
        return self.span(len(before), len(before[-1]) + 1, end - start)

    def start(self) -> Span:
        return self.span(1, 1, max(1, len(self.lines[0].rstrip())))

    def end(self) -> Span:
        last = max(n for n, line in enumerate(self.lines, 1) if line.strip())
        return self.span(last, len(self.lines[last - 1].rstrip()) + 1, 1)


def _meant(place: _Place, text: str, line: int, column: int) -> Diagnostic | None:
    """What was meant, where a text does not end or a sign is one of another language."""
    start = unclosed(text)
    if start is not None:
        span = place.of(text, start, start + 1)
        where = f"{span.line}:{span.column}"
        return Diagnostic(message("E101.unclosed", place=where), span, message("E101.quotes"))
    at = sum(len(own) + 1 for own in text.split("\n")[: line - 1]) + column - 1
    slip = slip_before(text, at)
    if slip is None:
        return None
    return Diagnostic(slip.what, place.of(text, slip.start, slip.end))


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
        meant = _meant(place, "\n".join(place.lines), len(place.lines), 1)
        return meant or Diagnostic(message("E102.declaration"), place.end(), expected)
    text, line, column = "\n".join(place.lines), token.line or 1, token.column or 1
    if (meant := _meant(place, text, line, column)) is not None:
        return meant
    if (known := _known_slip(place, token, set(error.accepts or error.expected))) is not None:
        return known
    span = place.span(token.line or 1, token.column or 1, max(1, len(str(token))))
    hint = likely = suggestion(str(token), [str(word).strip("`") for word in words])
    if likely is not None and expected is not None:
        hint = message("E101.likely", nearest=likely, expected=expected)
    return Diagnostic(message("E101.token", token=str(token)), span, hint or expected)


def _known_slip(place: _Place, token: Token, accepted: set[str]) -> Diagnostic | None:
    """A clause without its word, a declaration that is indented, days that are read as a place."""
    line, column = token.line or 1, token.column or 1
    span = place.span(line, column, max(1, len(str(token))))
    before = place.lines[line - 1][: column - 1] if line <= len(place.lines) else ""
    if not before.strip() and str(token) in KEYWORDS:
        what = message("E101.indented", word=str(token))
        return Diagnostic(what, span, message("E101.first_column"))
    word = before.split()[-1] if before.split() else ""
    if word in ("if", "si"):
        return Diagnostic(message("E101.no_if", word=word), span, message("E101.say_applies"))
    rest = "\n".join((*place.lines[: line - 1], before))
    if word in _CLAUSES and rest[: rest.rindex(word)].rstrip().endswith(_GOES_ON):
        at = before.rindex(word) + 1
        whole = place.span(line, at, len(word))
        return Diagnostic(message("E101.unfinished", word=word), whole)
    if "REQUIRE" in accepted and str(token) == ",":
        return Diagnostic(message("E101.needless", text=","), span)
    if before.endswith("in force "):
        return Diagnostic(message("E101.in_force"), span, message("E101.in_force_before"))
    if "REQUIRE" in accepted and token.type in _BEGINS_EXPRESSION and not before.strip():
        return Diagnostic(message("E101.no_clause", text=str(token)), span, message("E101.clause"))
    return None


_CLAUSES = frozenset(
    ("severity", "cites", "applies", "verifiable", "presumes", "require", "report", "message", "let")
)
_GOES_ON = (" and", " or", " not", " where", " has", " of", " in", "->", "=", "<", ">", "(", ",")
_GOES_ON += (" require", " when", " else", " case", "+", "-", "*", "/", "{")
"""What an expression, or a clause, does not end in."""
_BEGINS_EXPRESSION = frozenset(
    ("NAME", "COUNT", "NUMBER", "LPAR", "ANY", "SOME", "NO", "NOT", "FIRST", "LAST", "SUM")
    + ("LEAST", "GREATEST", "STRING", "THIS", "EVERY", "SEQUENCE", "AT", "CASE", "MINUS")
)


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
