"""Processes that work for the desk: one for each task, told to end by whoever asked for it.

The server forks none itself: it has threads.  A process of its own stands ready with the library
loaded, and each task begins as a copy of it, in a group that ends as one.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any

from auditor.desk.tasks import TASKS, Order
from auditor.messages.message import CannotError, Message, message
from auditor.watch import CancelledError, Progress, watching

_SHOWN = 5
"""Findings that are shown while others are looked for."""
_PATIENCE = 3.0  # seconds that a task has to put away what it began
_CONTEXT = multiprocessing.get_context("forkserver")


@dataclass
class Job:
    """A task under way, or the last of a case: its stages, and how it ended.

    A screen may go through what it holds while more is told: each value is put in place whole.
    """

    order: Order
    stages: Mapping[str, tuple[int, int | None]] = field(default_factory=dict)
    says: tuple[Message, ...] = ()
    is_over: bool = False
    is_stopped: bool = False
    defect: str = ""
    found: int = 0
    last_found: tuple[Mapping[str, str], ...] = ()
    """The last first."""
    outcome: Mapping[str, Any] | None = None
    process: Any = None


class Workshop:
    """The tasks of all cases; a case has one at a time."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._lock = threading.Lock()

    def stand_by(self) -> None:
        """Load the library where tasks begin, before the first is asked for."""
        _CONTEXT.set_forkserver_preload(["auditor.desk.tasks"])
        _CONTEXT.Process(target=_nothing).start()

    def job(self, case: str) -> Job | None:
        """The task of a case that runs, or ran last."""
        return self._jobs.get(case)

    def begin(self, order: Order) -> Job:
        """Begin a task, unless the case has one that runs: that one is told."""
        name = order.folder.name
        with self._lock:
            running = self._jobs.get(name)
            if running is not None and not running.is_over:
                return running
            mine, its = _CONTEXT.Pipe(duplex=False)
            job = self._jobs[name] = Job(order)
            job.process = _CONTEXT.Process(target=_work, args=(order, its), name=f"auditor {name}")
            job.process.start()
            its.close()
        threading.Thread(target=self._listen, args=(job, mine), daemon=True).start()
        return job

    def stop(self, case: str) -> None:
        """End the task of a case, and all that it began."""
        job = self._jobs.get(case)
        if job is None or job.is_over:
            return
        job.is_stopped = True
        job.process.terminate()
        job.process.join(_PATIENCE)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(job.process.pid, signal.SIGKILL)
        job.process.join()

    def stop_all(self) -> None:
        for name in [*self._jobs]:
            self.stop(name)

    @staticmethod
    def _listen(job: Job, pipe: Connection) -> None:
        """Note what the task tells until it ends, however it does."""
        # A process that the task began may hold the pipe open when the task is long gone.
        with suppress(EOFError, OSError):
            while pipe in wait([pipe, job.process.sentinel]):
                match pipe.recv():
                    case Progress() as step:
                        told = {f"{step.stage}-{step.unit}": (step.done, step.total)}
                        job.stages = {**job.stages, **told}
                    case "found", sentence:
                        job.found += 1
                        job.last_found = (sentence, *job.last_found)[:_SHOWN]
                    case "outcome", outcome:
                        job.outcome = outcome
                    case "cannot", tuple(says):
                        job.says = says
                    case "defect", str(said):
                        job.defect = said
        job.process.join()
        if job.process.exitcode and not (job.says or job.is_stopped or job.defect):
            job.says = (message("desk.ended", code=job.process.exitcode),)
        job.is_over = True


def _nothing() -> None:
    """A task that only has the process that stands ready begin."""


def _work(order: Order, pipe: Connection) -> None:
    """Do a task; what cannot be done is told, and a defect of ours with where it arose."""
    os.setpgid(0, 0)  # its own group: whoever ends it ends all that it began
    stopped = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stopped.set())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server tells it, and not the terminal
    try:
        with watching(pipe.send, stopped.is_set):
            told = TASKS[order.task](order, lambda sentence: pipe.send(("found", sentence)))
            pipe.send(("outcome", told))
    except CannotError as error:
        pipe.send(("cannot", error.says))
    except (CancelledError, BrokenPipeError):
        sys.exit(1)  # whoever asked for it wants it no more, or is gone
    except Exception as error:
        pipe.send(("defect", f"{type(error).__name__}: {error}"))
        raise
