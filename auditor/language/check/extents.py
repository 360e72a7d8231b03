"""How much each name of a rule or a record stands for, with the names in it written out.

Twenty names, each the double of the one above it, stand for a million: whoever looks into the last
one would never end.  A person writes neither that nor a chain of a hundred names.
"""

from __future__ import annotations

from auditor.diagnostic import DiagnosticError
from auditor.language import core
from auditor.language.syntax import nodes as s
from auditor.language.traverse import parts_of
from auditor.messages.message import message

_MOST, _DEEPEST = 100_000, 40


class Extents:
    """Of the names let so far: how many parts each has, and how deep names stand in names."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[int, int]] = {}

    def checked(self, name: s.Name, value: core.Expression) -> core.Expression:
        """The value that is let.  Raises DiagnosticError where it stands for too much."""
        parts = list(parts_of(value))
        inner = [self._known.get(p.name, (1, 0)) for p in parts if isinstance(p, core.Local)]
        many = len(parts) + sum(own for own, _ in inner)
        deep = 1 + max((own for _, own in inner), default=0)
        if many > _MOST or deep > _DEEPEST:
            raise DiagnosticError(message("E100.stands_for", name=name.text), name.span)
        self._known[name.text] = many, deep
        return value
