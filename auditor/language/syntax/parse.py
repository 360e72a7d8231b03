"""From text to declarations.

A declaration begins in the first column and what belongs to it is indented, so each
is parsed on its own: one that is broken does not hide the errors of the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate

from lark import Token, Tree, UnexpectedInput, UnexpectedToken

from auditor.diagnostic import Diagnostic, DiagnosticError, remark
from auditor.language.syntax import nodes as s
from auditor.language.syntax.grammar import KEYWORDS, parser
from auditor.language.syntax.source_text import (
    ASIDE,
    DeclarationPlace,
    are_run_together,
    unseen,
    visible,
)
from auditor.language.syntax.transform import Transformer, text_of
from auditor.messages.message import message
from auditor.source import Source, Span

_DEEPEST = 60  # brackets within brackets; deeper text is no rule that a person wrote
_DEEPEST_TREE = 150  # rules of the grammar within rules; each takes five calls of the reference
_NESTING = "(", "[", "{", "not", "case", "-"
_DECLARATION = re.compile(r"^[^\S\n]*[^\s#].*(?:\n(?![^\s#]).*)*", re.MULTILINE)
"""A line that is no comment, with those below it up to the next that begins in the first column."""
_NAME = re.compile(r"\w[\w.-]*")
_NAME_IN_QUOTES = re.compile(r'"([\w.-]+)"')
_WORD = re.compile(r"\w+|\S")
_LONG_NUMBER = re.compile(r"\d{19,}")
_LONGEST = 2_000_000  # characters in one rule file


@lru_cache(maxsize=256)  # a parent's files are read again for each ruleset that extends it
def parse(source: Source) -> tuple[tuple[s.Declaration, ...], tuple[Diagnostic, ...]]:
    """The declarations of a rule file in their order, and an error for each that is broken."""
    declarations: list[s.Declaration] = []
    errors: list[Diagnostic] = []
    if len(source.text) > _LONGEST:
        whole = Span(source, 1, 1, 1, 2)
        return (), (remark("E100.file_too_long", whole),)
    errors += unseen(source)
    given: tuple[s.Line, ...] = ()
    for first_line, text in _chunks(visible(source.text)):
        result = _parse_one(DeclarationPlace(source, first_line, text))
        if isinstance(result, s.Given):
            given = result.lines
        elif isinstance(result, s.Example) and given:
            result = replace(result, lines=(*given, *result.lines))
        if isinstance(result, Diagnostic):
            errors.append(result)
            declarations.append(_broken(result.span, text))
        else:
            declarations.append(result)
    return tuple(declarations), tuple(errors)


def _broken(span: Span, text: str) -> s.Broken:
    keyword, *names = _NAME.findall(ASIDE.sub(" ", text)) or [""]
    if keyword == "rule":  # one that was named in two words is known by both
        names.insert(0, "-".join(text.partition("\n")[0].split()[1:]))
    names += _NAME_IN_QUOTES.findall(text)  # `cites "7"` was to cite it
    parts = [part for name in names if "." in name for part in name.split(".")]  # `limits.minimum`
    return s.Broken(span, keyword, (*names, *parts))


def _chunks(text: str) -> Iterator[tuple[int, str]]:
    """Each declaration's text with the line on which it begins."""
    line, at = 1, 0
    for found in _DECLARATION.finditer(text):
        line += text.count("\n", at, found.start())
        at = found.start()
        yield line, found[0]


def _parse_one(place: DeclarationPlace) -> s.Declaration | Diagnostic:
    source, first_line, text = place.source, place.first_line, place.text
    keyword = re.split(r"\W", text, maxsplit=1)[0]
    if keyword not in KEYWORDS:
        span = place.span(1, 1, max(1, len(keyword)))
        return Diagnostic(message("E103.keyword", text=span.text), span, clue=place)
    is_example = keyword == "example" and not _LONG_NUMBER.search(text)
    if is_example and (example := plain_example(source, first_line, text)):
        return example
    if (monstrous := _monstrous(place, text)) is not None:
        return monstrous
    try:
        tree = _tree(text)
        if _is_too_deep(tree):
            return remark("E100.too_deep", place.start())
        declaration: s.Declaration = Transformer(source, first_line).transform(tree)
        return declaration
    except UnexpectedInput as error:
        return _unread(place, error)
    except DiagnosticError as error:
        return error.diagnostic


def _tree(text: str) -> Tree[Token]:
    """The tree of a declaration.

    Where no name may stand the lexer ends a word of the language with its last letter, and would
    read `foreach` as `for each`.
    """
    reading = parser().parse_interactive(text)
    last: Token | None = None
    for token in reading.lexer_thread.lex(reading.parser_state):  # type: ignore[no-untyped-call]
        if last is not None and are_run_together(text, last.end_pos or 0, token.start_pos or 0):
            raise UnexpectedToken(token, set())  # type: ignore[no-untyped-call]
        reading.parser_state.feed_token(token)
        last = token
    tree: Tree[Token] = reading.feed_eof(last)  # type: ignore[no-untyped-call]
    return tree


def _unread(place: DeclarationPlace, error: UnexpectedInput) -> Diagnostic:
    """The word at which the reading of a declaration stops."""
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        return Diagnostic(message("E102.declaration"), place.end(), clue=place)
    word = _WORD.match(place.lines[error.line - 1], error.column - 1)
    span = place.span(error.line, error.column, len(word[0]) if word is not None else 1)
    return Diagnostic(message("E101.token", token=span.text), span, clue=place)


def _monstrous(place: DeclarationPlace, text: str) -> Diagnostic | None:
    """Text that no person wrote: brackets within brackets without end, a very long number."""
    if not _LONG_NUMBER.search(text) and sum(map(text.count, _NESTING)) < _DEEPEST:
        return None
    bare = ASIDE.sub(lambda aside: " " * len(aside.group()), text)
    if _depth(bare) > _DEEPEST:
        return remark("E100.too_deep", place.start())
    if long := _LONG_NUMBER.search(bare):
        return remark("E100.too_many_digits", place.of(*long.span()))
    return None


def _depth(text: str) -> int:
    steps = ((sign in "([{") - (sign in ")]}") for sign in text)
    # `not not not …`, `- - - …` and chains of `case` nest without brackets.
    runs = re.findall(r"(?:\b(?:not|case)\b\s*|-\s*){60,}", text)
    return _DEEPEST + 1 if runs else max(accumulate(steps), default=0)


def _is_too_deep(tree: Tree[Token]) -> bool:
    """True where parts stand in parts beyond what Python can follow: `1 - 1 - 1 …` nests so."""
    row = [tree]
    for _ in range(_DEEPEST_TREE):
        row = [part for own in row for part in own.children if isinstance(part, Tree)]
        if not row:
            return False
    return True


# ---- examples -----------------------------------------------------------------------------------
# Most of a rule file is examples, and the grammar is slow to read them: whatever is not written in
# the plainest way is left to it, and it tells what is wrong.
_EXAMPLE = re.compile(
    r'example +("(?:[^"\\\n]|\\["\\])*") +of +(\w[\w.-]*)'
    r" +(violates|complies|unverifiable|inapplicable)(?: +at +(\d+(?:, *\d+)*))? *"
    r"(?:\n *(?:[|#].*)?)*"
)
_EVENT = re.compile(r'\|(?:"[^"\n]*"?|(?<![^\s|])#[^\n]*|[^|"\n])*')
"""`LINE` of the grammar."""


def plain_example(source: Source, first_line: int, text: str) -> s.Example | None:
    """The example that begins on the given line; None where the grammar must read it."""
    head = _EXAMPLE.fullmatch(text)
    tokens = [
        Token("LINE", event[0], 0, number, event.start() + 1, number, event.end() + 1)
        for number, line in enumerate(text.split("\n"), 1)
        if line.lstrip(" ").startswith("|")
        for event in _EVENT.finditer(line)
    ]
    if head is None or not tokens:
        return None
    last_line, end = first_line - 1 + (tokens[-1].end_line or 1), tokens[-1].end_column or 1
    at = Span(source, first_line, head.start(2) + 1, first_line, head.end(2) + 1)
    said = text_of(head[1]), s.Label(at, head[2]), Token("OUTCOME", head[3])
    rows = tuple(map(int, re.findall(r"\d+", head[4] or "")))
    span = Span(source, first_line, 1, last_line, end)
    try:
        return Transformer(source, first_line).example(span, *said, rows, *tokens)
    except DiagnosticError:
        return None
