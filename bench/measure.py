"""Whole processes measured in turn: A B C, A B C, … so that a busy machine is busy for all."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter
from typing import ParamSpec

Arguments = ParamSpec("Arguments")
Command = Sequence[str]


@dataclass(frozen=True, slots=True)
class Measurement:
    """One run of a process: seconds that passed, seconds of processor, and the most memory it and
    its children had (MiB).
    """

    wall: float
    processor: float
    memory: float


@dataclass(slots=True)
class Runs:
    """The runs of one command."""

    runs: list[Measurement] = field(default_factory=list)

    @property
    def wall(self) -> float:
        return median(run.wall for run in self.runs)

    @property
    def processor(self) -> float:
        return median(run.processor for run in self.runs)

    @property
    def memory(self) -> float:
        return median(run.memory for run in self.runs)


class FailedError(Exception):
    """A command ended as it should not have."""


def apart(
    make: Callable[Arguments, None], *given: Arguments.args, **named: Arguments.kwargs
) -> None:
    """Makes something in a process of its own: see `once`.  Raises FailedError."""
    maker = multiprocessing.get_context("fork").Process(target=make, args=given, kwargs=named)
    maker.start()
    maker.join()
    if maker.exitcode:
        raise FailedError(f"{make.__name__}: exit status {maker.exitcode}")


def once(command: Command, allowed: Sequence[int] = (0, 1)) -> Measurement:
    """One run, its output thrown away.  Raises FailedError.

    The runner must stay small: what it has in memory when a child starts counts as the child's.
    Bytecode is kept, as it is for whoever audits: else each run compiles what it imports.
    """
    around = {name: own for name, own in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    nothing = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
    ]
    start = perf_counter()
    process = os.posix_spawnp(command[0], list(command), around, file_actions=nothing)
    _, status, used = os.wait4(process, 0)
    wall = perf_counter() - start
    code = os.waitstatus_to_exitcode(status)
    if code not in allowed:
        raise FailedError(f"{' '.join(command)}: exit status {code}")
    return Measurement(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def in_turn(commands: Mapping[str, Command], times: int) -> dict[str, Runs]:
    """Each command once without being counted, then all of them in turn."""
    found = {name: Runs() for name in commands}
    for command in commands.values():
        once(command)
    for at in range(times):
        for name, command in commands.items():
            found[name].runs.append(once(command))
            sys.stderr.write(f"\r\x1b[2K{at + 1}/{times} {name}")
    sys.stderr.write("\r\x1b[2K")
    return found
