"""Whole processes measured in turn: A B C, A B C, … so that a busy machine is busy for all."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

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


LAUNCHER = """
import os, sys, time
nothing = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
           (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
start = time.perf_counter()
process = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=nothing)
_, status, used = os.wait4(process, 0)
wall = time.perf_counter() - start
print(os.waitstatus_to_exitcode(status), wall, used.ru_utime + used.ru_stime, used.ru_maxrss)
"""
"""A process that starts another and says what it used.

What a process has in memory when it starts another counts as the other's, so the bench, which
writes logs of a million rows, cannot start what it measures itself.
"""


def once(command: Command, allowed: Sequence[int] = (0, 1)) -> Measurement:
    """One run, its output thrown away.  Raises FailedError."""
    launch = (sys.executable, "-I", "-S", "-c", LAUNCHER, *command)
    said = subprocess.run(launch, stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    if int(said[0]) not in allowed:
        raise FailedError(f"{' '.join(command)}: exit status {said[0]}")
    wall, processor, memory = (float(one) for one in said[1:])
    return Measurement(wall, processor, memory / 1024)


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
