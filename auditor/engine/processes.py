"""Work shared among processes, each of which begins with all that this one holds.

A process that is ended from outside loses nothing: what it had not done is done here.
"""

from __future__ import annotations

import copyreg
import dataclasses
import gc
import io
import os
import pickle
import signal
import struct
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from auditor.judge.verdict import Evidence, LookedFor, Move, Part, Quoted, Sum, Verdict
from auditor.language import core
from auditor.log.event import Event, Row
from auditor.watch import HEEDED_WITHIN, heed, unwatched

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkProcess


Result = TypeVar("Result")

_NUMBER = struct.Struct("<I")
_STOPS = (signal.SIGINT, signal.SIGTERM)
_MOST = 4096
"""Tasks whose numbers a pipe holds for sure."""


class ForkPool(Generic[Result]):
    """Tasks that are numbered from 0, done by other processes as soon as this is made.

    With one process, one task, or a system that cannot copy a process safely, they are done here,
    when they are asked for.  Of the rules of a `program` results hold the names alone.
    """

    def __init__(
        self,
        program: core.Program | None,
        work: Callable[[int], Result],
        count: int,
        processes: int,
    ) -> None:
        self._program, self._work, self._count = program, work, count
        self._others: list[tuple[ForkProcess, Connection]] = []
        many = min(processes, count)
        if many > 1 and count <= _MOST and sys.platform == "linux":
            try:
                with _heard_later():
                    self._begin(many)
            except BaseException:
                self._end()
                raise

    def _begin(self, many: int) -> None:
        import multiprocessing  # noqa: PLC0415 - a small log has no use for it

        tasks, numbers = os.pipe()
        os.write(numbers, b"".join(map(_NUMBER.pack, range(self._count))))
        os.close(numbers)
        context = multiprocessing.get_context("fork")
        own = os.getpid()
        gc.freeze()  # what there is by now no copy need look through again and again
        for _ in range(many):
            here, there = context.Pipe(duplex=False)
            process = context.Process(target=self._do, args=(tasks, there, own), daemon=True)
            with warnings.catch_warnings():  # of threads: those of Polars, which no copy calls
                warnings.simplefilter("ignore", DeprecationWarning)
                process.start()
            there.close()
            self._others.append((process, here))
        gc.unfreeze()
        os.close(tasks)

    def _do(self, tasks: int, results: Connection, asked_by: int) -> None:
        """The work of each other process: one task after another, until none is left, or
        nobody who asked for them.
        """
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # this process ends the others
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        unwatched()
        while os.getppid() == asked_by and (number := os.read(tasks, _NUMBER.size)):
            [at] = _NUMBER.unpack(number)
            done: object
            try:
                done = at, self._work(at), None
            except Exception as error:  # noqa: BLE001 - whatever it is, it is raised here again
                done = at, None, error
            try:
                results.send_bytes(packed(done))
            except OSError:
                return  # whoever asked has been killed

    def results(
        self, through: Callable[[int, Result], None] = lambda _at, _result: None
    ) -> list[Result]:
        """The results of the tasks, in their order; `through` is told each when it is there.

        Raises what the first of them raised.
        """
        found: dict[int, tuple[Result, Exception | None]] = {}
        try:
            if self._others:
                self._gather(found, through)
        finally:
            self._end()
        for at in sorted(found):
            error = found[at][1]
            if error is not None:
                raise error
        return [
            found[at][0] if at in found else self._done_here(at, through)
            for at in range(self._count)
        ]

    def _done_here(self, at: int, through: Callable[[int, Result], None]) -> Result:
        result = self._work(at)
        through(at, result)
        return result

    def _gather(
        self,
        found: dict[int, tuple[Result, Exception | None]],
        through: Callable[[int, Result], None],
    ) -> None:
        from multiprocessing.connection import Connection, wait  # noqa: PLC0415 - a small log has no use for it

        waiting = {results for _, results in self._others}
        while waiting:
            heed()
            # A signal that comes just before a wait, or to another thread, does not end it.
            for ready in wait(list(waiting), HEEDED_WITHIN):
                assert isinstance(ready, Connection)
                try:
                    at, result, error = unpacked(ready.recv_bytes(), self._program)
                    found[at] = result, error
                    if error is None:
                        through(at, result)
                except EOFError:
                    waiting.discard(ready)

    def _end(self) -> None:
        for process, results in self._others:
            process.kill()
            process.join()
            results.close()
        self._others = []


@contextmanager
def _heard_later() -> Iterator[None]:
    """Puts off the signals that stop the work: raised while a process is being copied, they would
    be lost, or the copy would.
    """
    if threading.current_thread() is not threading.main_thread():  # no other gets signals
        yield
        return
    heard: list[int] = []
    before = {own: signal.signal(own, lambda number, _: heard.append(number)) for own in _STOPS}
    try:
        yield
    finally:
        for own, handler in before.items():
            signal.signal(own, signal.SIG_DFL if handler is None else handler)
        for number in heard:
            _hear(number)


def _hear(number: int) -> None:
    """Does what a signal would have done that was put off.

    Its handler is called here: raised once more, it would wait for ever where this thread blocks
    it, as threads do that leave signals to another.
    """
    handler = signal.getsignal(number)
    if callable(handler):
        handler(number, None)
    elif handler == signal.SIG_DFL:
        os.kill(os.getpid(), number)


# ---- what goes from one process to another ------------------------------------------------------
def packed(thing: object) -> bytes:
    """Bytes of something in which rules are only named."""
    written = io.BytesIO()
    _RulePickler(written, pickle.HIGHEST_PROTOCOL).dump(thing)
    return written.getvalue()


def unpacked(data: bytes, program: core.Program | None) -> Any:
    return _RuleUnpickler(io.BytesIO(data), program.rules if program is not None else ()).load()


def _by_fields(kind: type[Any]) -> Callable[[Any], tuple[type, tuple[object, ...]]]:
    """How a value is made again from its fields, as they stand in its class."""
    fields = attrgetter(*(own.name for own in dataclasses.fields(kind)))
    return lambda thing: (kind, fields(thing))


_PIECES = (Verdict, Evidence, Part, Move, Sum, LookedFor, Quoted, core.Bilingual, Event, Row)
"""A finding is made of these: as dataclasses are written of themselves it takes three times as
long.
"""

_WRITTEN: dict[type, Callable[[Any], Any]] = {
    **copyreg.dispatch_table,
    core.Rule: lambda rule: (_rule_named, (rule.name,)),
    **{kind: _by_fields(kind) for kind in _PIECES},
}


class _RulePickler(pickle.Pickler):
    dispatch_table = _WRITTEN


class _RuleUnpickler(pickle.Unpickler):
    """Reads what a copy of this very process wrote."""

    def __init__(self, data: io.BytesIO, rules: Sequence[core.Rule]) -> None:
        super().__init__(data)
        self._rules = {rule.name: rule for rule in rules}

    def find_class(self, module: str, name: str) -> Any:
        if name == _rule_named.__name__ and module == __name__:
            return self._rules.__getitem__
        return super().find_class(module, name)


def _rule_named(name: str) -> core.Rule:
    """Stands for the rules of whoever reads."""
    raise NotImplementedError(name)
