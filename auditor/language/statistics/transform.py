"""From a parse tree to the syntax of declarations, those of the extension too."""

from __future__ import annotations

from typing import Any

from lark.tree import Meta

from auditor.diagnostic import DiagnosticError
from auditor.language.syntax import nodes as s
from auditor.language.syntax.transform_declarations import Clause, DeclarationTransformer
from auditor.language.syntax.transform_expressions import CLAUSES, every
from auditor.messages.message import message

_ONCE_MEASURED = ("for each", "observed", "wagered", "gained", "foreseen", "ways", "per")
_MEASURES_RESULTS = frozenset(("for each", "observed", "ways", "per"))
_MEASURES_TAKINGS = frozenset(("for each", "wagered", "gained", "foreseen", "ways", "per"))


class StatisticsTransformer(DeclarationTransformer):
    """Builds the syntax of one declaration that begins on the given line of a source."""

    clauses = CLAUSES | {own: own for own in ("observed", "wagered", "gained", "foreseen", "per")}

    def statistic(self, meta: Meta, c: list[Any]) -> s.Statistic:
        label = c[0]
        clauses = [x for x in c[2:] if isinstance(x, tuple)]
        one = {name: _measure(clauses, name, label) for name in _ONCE_MEASURED}
        return s.Statistic(
            self._span(meta),
            label,
            c[1],
            one["for each"],
            every(s.Let, c),
            tuple(v for n, v, _ in clauses if n == "applies when"),
            one["observed"],
            one["wagered"],
            one["gained"],
            one["foreseen"],
            one["ways"],
            one["per"],
        )

    def ways(self, meta: Meta, c: list[Any]) -> Clause:
        table, *names = every(s.Name, c)
        drawn, span = len(c) > len(names) + 1, self._span(meta)
        return ("ways", s.Ways(span, table, drawn, names[0] if names else None), span)


def _measure(clauses: list[Clause], name: str, label: s.Label) -> Any:
    found = [(value, span) for clause, value, span in clauses if clause == name]
    if len(found) > 1:
        first = (message("E202.first_time"), found[0][1])
        what = message("E104.measured_twice", statistic=label.text, clause=name)
        raise DiagnosticError(what, found[1][1], None, first)
    takings = any(clause == "gained" for clause, _, _ in clauses)
    wanted = _MEASURES_TAKINGS if takings else _MEASURES_RESULTS
    if not found and name in wanted:
        what = message("E104.not_measured", statistic=label.text, clause=name)
        raise DiagnosticError(what, label.span)
    if found and name not in wanted:
        what = message("E104.measured_not", statistic=label.text, clause=name)
        raise DiagnosticError(what, found[0][1])
    return found[0][0] if found else None
