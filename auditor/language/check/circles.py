"""Rules that presume themselves and provisions that refer to themselves, by way of others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter

from auditor.diagnostic import Diagnostic
from auditor.language import core
from auditor.language.syntax import nodes as s
from auditor.messages.message import message


def circular_references(provisions: Mapping[str, core.Provision]) -> Iterator[Diagnostic]:
    """A provision that sends the reader to others, and by way of these to itself."""
    refers = {name: set(own.refers_to) & provisions.keys() for name, own in provisions.items()}
    for circle in _circles(refers):
        what = message("E401.circle", circle=_arrows(circle))
        beside = tuple((message("E405.through"), provisions[name].span) for name in circle[1:])
        yield Diagnostic(what, provisions[circle[0]].span, None, beside)


def circular_presumptions(
    rules: Mapping[str, core.Rule], labels: Mapping[str, s.Rule]
) -> Iterator[Diagnostic]:
    """A rule cannot presume itself, not even by way of others."""
    presumed = {name: set(rule.presumes) for name, rule in rules.items()}
    for circle in _circles(presumed):
        what = message("E405.presumes_itself", rule=circle[0])
        if len(circle) > 1:
            what = message("E405.circle", circle=_arrows(circle))
        beside = tuple((message("E405.through"), labels[name].label.span) for name in circle[1:])
        yield Diagnostic(what, labels[circle[0]].label.span, None, beside)


def _circles(of: Mapping[str, set[str]]) -> Iterator[list[str]]:
    """The names that lead back to themselves, each circle once."""
    left = dict(of)
    while True:
        try:
            TopologicalSorter(left).prepare()
        except CycleError as error:
            circle: list[str] = error.args[1][:0:-1]  # the first of them stands at its end too
            first = min(circle, key=list(of).index)
            at = circle.index(first)
            yield [*circle[at:], *circle[:at]]
            left |= {name: set() for name in circle}
        else:
            return


def _arrows(circle: list[str]) -> str:
    return " → ".join(f"`{name}`" for name in (*circle, circle[0]))
