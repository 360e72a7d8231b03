"""Names that are words of the language: by themselves they have the meaning of that word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from auditor.diagnostic import Diagnostic
from auditor.language.syntax import nodes as s
from auditor.language.syntax.word_list import words_that_begin_values
from auditor.messages.message import message


def words_as_names(own: Sequence[s.Declaration]) -> Iterator[Diagnostic]:
    """Names of what stands in conditions by itself that cannot be asked for so."""
    taken = words_that_begin_values()
    for node in own:
        for name in _names(node):
            if name.text in taken:
                is_field = isinstance(node, s.Field | s.Context)
                hint = "W205.say_this" if is_field else "W205.rename"
                what = message("W205.word", name=name.text)
                yield Diagnostic(what, name.span, message(hint, name=name.text))


def _names(node: s.Declaration) -> tuple[s.Name, ...]:
    match node:
        case s.Field(names=names) | s.Context(names=names):
            return names
        case s.Constant(name=name) | s.Param(name=name) | s.State(name=name):
            return (name,)
        case s.Rule(lets=lets):
            return tuple(let.name for let in lets)
        case _:
            return ()
