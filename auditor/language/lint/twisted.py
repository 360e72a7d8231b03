"""Conditions that say what they mean the other way round, and so are read as what they do not mean.

`not no burn` asks for a burn, and `a <= b <= a` for equality: a reader beside the article takes the
one for a ban and the other for two bounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from auditor.diagnostic import Diagnostic
from auditor.language.syntax import nodes as s
from auditor.language.traverse import names_inside
from auditor.messages.message import message


def twisted(nodes: Iterable[s.Declaration]) -> Iterator[Diagnostic]:
    """Double negations, and chains of comparisons that end where they began."""
    for node in nodes:
        if not isinstance(node, s.Example | s.Broken):
            yield from _in(node)


def _in(node: s.Node) -> Iterator[Diagnostic]:
    if isinstance(node, s.Negation) and _denies(node.part):
        yield Diagnostic(message("W605.twice_denied"), node.span)
    elif isinstance(node, s.Comparison) and _comes_back(node):
        yield Diagnostic(message("W605.one_bound"), node.span)
    for name in names_inside(type(node)):
        value = getattr(node, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, s.Node):
                yield from _in(part)


def _denies(part: s.Node) -> bool:
    match part:
        case s.Negation() | s.Quantifier(quantity="no") | s.Membership(negated=True):
            return True
        case s.Comparison(signs=("!=",)):
            return True
        case _:
            return False


def _comes_back(chain: s.Comparison) -> bool:
    """True for `a <= b <= a`, where both ends are the same text."""
    first, *_, last = (part.span.text for part in chain.parts)
    return len(chain.parts) > 2 and first == last and not {*chain.signs} & {"=", "!="}
