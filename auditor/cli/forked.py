"""One work on many things, in as many processes as there are processors."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

_TURNS = 8
"""How often each process asks for more, about: they end together, and ask seldom."""


def forked(work: Callable[[T], R], things: Sequence[T], *, least: int = 2) -> list[R]:
    """The results in the order of the things; in this process where there are fewer than `least`,
    or where the system cannot copy it.
    """
    many = min(os.cpu_count() or 1, len(things))
    if len(things) < least or many < 2:
        return [work(own) for own in things]
    from auditor.engine.processes import ForkPool

    size = max(1, len(things) // (many * _TURNS))
    some = [things[start : start + size] for start in range(0, len(things), size)]
    pool = ForkPool(None, lambda at: [work(own) for own in some[at]], len(some), many)
    return [own for done in pool.results() for own in done]
