"""Errors and warnings about rule files: where, what, and what to do about it.

A diagnostic is a frozen value; `render` is its only look on a terminal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from typing import Literal
from unicodedata import category

from auditor.messages.message import Language, Message, Said, chained, message, say
from auditor.source import Frozen, Span

Level = Literal["error", "warning"]
_LEVELS: dict[Level, dict[Language, str]] = {
    "error": {"fr": "erreur", "en": "error"},
    "warning": {"fr": "avertissement", "en": "warning"},
}

_WIDEST, _BEFORE = 300, 40
"""Signs of a line that are quoted, and those before the place where the line has more of them: a
file that no person wrote may be one line of a million.
"""


class Repair(Frozen):
    """A stretch of a rule file, and the one text that can have been meant there."""

    span: Span
    text: str


class Diagnostic(Frozen):
    """One error or warning; `related` shows the other places that it concerns.

    A `clue` is what is known where the error is met, and no hint yet: `auditor.authoring.remedies`
    tells what the author could write instead.
    """

    message: Message
    span: Span
    hint: Message | None = None
    related: tuple[tuple[Message, Span], ...] = ()
    repair: Repair | None = None
    clue: object = field(default=None, compare=False, repr=False)

    @property
    def code(self) -> str:
        """The code that `auditor explain` knows, such as E301: its message's begins with it."""
        return self.message.code.partition(".")[0]

    @property
    def level(self) -> Level:
        """Codes that begin with W are warnings."""
        return "warning" if self.code.startswith("W") else "error"


class DiagnosticError(Exception):
    """An error in a rule file that ends the work on a clause; whoever began the clause notes it."""

    def __init__(
        self,
        what: Message,
        span: Span,
        hint: Message | None = None,
        *related: tuple[Message, Span],
        clue: object = None,
    ) -> None:
        super().__init__(what)
        self.diagnostic = Diagnostic(what, span, hint, related, clue=clue)


_Hint = Message | str | None
"""A remedy; the code alone of one that has no values."""


def remark(
    code: str, span: Span, hint: _Hint = None, /, *beside: tuple[Message, Span], **values: Said
) -> Diagnostic:
    """A diagnostic whose message has this code and these values."""
    remedy = message(hint) if isinstance(hint, str) else hint
    return Diagnostic(message(code, **values), span, remedy, beside)


def fault(
    code: str,
    span: Span,
    hint: _Hint = None,
    /,
    *beside: tuple[Message, Span],
    clue: object = None,
    **values: Said,
) -> DiagnosticError:
    """The error to raise for a remark."""
    remedy = message(hint) if isinstance(hint, str) else hint
    return DiagnosticError(message(code, **values), span, remedy, *beside, clue=clue)


def order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """By file, line and column; each once."""
    return sorted(
        dict.fromkeys(diagnostics),
        key=lambda d: (d.span.source.name, d.span.line, d.span.column, d.code, str(d.message)),
    )


def all_of(parts: Iterable[str | Message]) -> str | Message:
    """`a and b and c`, as one value of a message."""
    return chained("rules.and", parts)


def one_of(parts: Iterable[str | Message]) -> str | Message:
    """`a or b or c`, as one value of a message."""
    return chained("rules.or", parts)


def render(diagnostic: Diagnostic, language: Language = "en") -> str:
    """The diagnostic with the line it speaks of, underlined, and its hint."""
    level = _LEVELS[diagnostic.level][language]
    said = say(diagnostic.message, language)
    parts = [f"{diagnostic.span}: {level}[{diagnostic.code}]: {said}"]
    parts += _excerpt(diagnostic.span, "^")
    for words, span in diagnostic.related:
        parts += [f"  {span}: {say(words, language)}", *_excerpt(span, "-")]
    if diagnostic.hint is not None:
        parts += _hint(diagnostic.hint, language)
    return "\n".join(map(_on_one_line, parts))


def _hint(hint: Message, language: Language) -> Sequence[str]:
    """The remedy, and the lines of a log where it shows one."""
    said = f"  = {say(hint, language)}"
    return said.split("\n") if "log" in dict(hint.values) else (said,)


def _on_one_line(text: str) -> str:
    """With another sign in the place of each that nobody sees: names and lines of rule files may
    hold escapes that would rewrite the terminal.
    """
    if text.isprintable():
        return text
    unseen = {own for own in text if category(own) in {"Cc", "Cf", "Cs", "Zl", "Zp"}} - {"\t"}
    return "".join("\N{REPLACEMENT CHARACTER}" if own in unseen else own for own in text)


def _excerpt(span: Span, mark: str) -> Sequence[str]:
    whole = span.source.line(span.line)
    if not whole.strip():
        return ()
    end = span.end_column if span.end_line == span.line else len(whole) + 1
    left_out = 0 if len(whole) <= _WIDEST else max(0, span.column - 1 - _BEFORE)
    line = whole[left_out : left_out + _WIDEST]
    number = str(span.line)
    # A tab is as wide in the line of marks as in the line above it.
    lead = "".join("\t" if c == "\t" else " " for c in line[: span.column - 1 - left_out])
    marks = mark * max(1, min(end - span.column, len(line) - len(lead)))
    return (f"{number:>5} | {line}", f"{'':>5} | {lead}{marks}")
