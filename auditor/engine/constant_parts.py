"""The parts of an expression that stay the same while one name stands for one value after another.

They are worked out once: a bet is no other bet because another number was drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from auditor.language import core
from auditor.language.traverse import names_inside, parts_of

_LOOKING = (
    core.Aggregate,
    core.Quantify,
    core.Every,
    core.Pick,
    core.Match,
    core.Continuous,
)
"""Forms that look at many events: what stands inside them is not said of a subject."""
_PLAIN = (core.Literal_, core.Local, core.Subject)


class ConstantParts:
    """Takes the parts out of what is let, and of what is asked, in which one name does not stand.

    `lets` and `node` are what is left; `parts` are those taken out, under names that none has.
    """

    def __init__(self, node: core.Expression, lets: Mapping[str, core.Expression], name: str):
        self.parts: dict[str, core.Expression] = {}
        self._varying = {name}
        for own, value in lets.items():
            if self._varies(value):
                self._varying.add(own)
        self.lets = {
            own: self._left(value) if own in self._varying and own != name else value
            for own, value in lets.items()
        }
        self.node: core.Expression = self._left(node)

    def _varies(self, node: object) -> bool:
        return any(
            isinstance(part, core.Local) and part.name in self._varying for part in parts_of(node)
        )

    def _left(self, node: Any) -> Any:
        if isinstance(node, tuple):
            return tuple(self._left(part) for part in node)
        if not isinstance(node, core.Node) or isinstance(node, _PLAIN):
            return node
        if not self._varies(node):
            name = f"{len(self.parts)} constant"
            self.parts[name] = cast("core.Expression", node)
            return core.Local(node.span, node.type, name)
        if isinstance(node, _LOOKING):
            return node
        inside = {own: self._left(getattr(node, own)) for own in names_inside(type(node))}
        return replace(node, **inside)
