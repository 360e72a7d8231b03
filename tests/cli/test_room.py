"""Where the calls of a command are held."""

from __future__ import annotations

import resource

from auditor.cli import _with_room

DEPTHS, CALLS = 300, 300


def test_no_depth_of_calls_is_one_at_which_each_call_asks_the_system_for_memory() -> None:
    counted: list[int] = []
    _with_room(lambda: counted.extend(_faults(depth) for depth in range(DEPTHS)))
    assert max(counted) < CALLS / 2


def _faults(depth: int) -> int:
    """How often memory was asked for by calls at some depth."""
    if depth:
        return _faults(depth - 1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(CALLS):
        _nothing()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def _nothing() -> None:
    pass
