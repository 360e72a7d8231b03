"""One work on many things, in as many processes as there are processors."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import active_children, get_all_start_methods, get_context
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

HEARD_WITHIN = 1.0
"""Seconds after which a wait looks up: a signal that comes just before it does not end it."""

T = TypeVar("T")
R = TypeVar("R")

_WORK: list[tuple[Callable[[Any], Any], Sequence[Any]]] = []
"""Values that the processes share: each is a copy of this one, so that none is sent to them."""


def forked(work: Callable[[T], R], things: Sequence[T], *, least: int = 2) -> list[R]:
    """The results in the order of the things; in this process where there are fewer than `least`,
    or where the system cannot copy it.
    """
    many = min(os.cpu_count() or 1, len(things))
    if len(things) < least or many < 2 or "fork" not in get_all_start_methods():
        return [work(own) for own in things]

    _WORK.append((work, things))
    try:
        pool = ProcessPoolExecutor(many, mp_context=get_context("fork"), initializer=_obedient)
    except (OSError, NotImplementedError):  # a container without shared memory has no locks
        _WORK.pop()
        return [work(own) for own in things]
    try:
        # Not `pool.map`: it cancels what waits, and a pool whose processes are gone then complains.
        size = _chunk(len(things), many)
        starts = range(0, len(things), size)
        with _uninterrupted():  # the first of them makes the processes
            begun = [pool.submit(_done, slice(start, start + size)) for start in starts]
        return [own for done in begun for own in _result(done)]
    except BaseException:  # whoever interrupts it does not wait for what has begun
        for child in active_children():
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        _WORK.pop()


def _result(done: Future[list[Any]]) -> list[Any]:
    while not done.done():
        wait([done], HEARD_WITHIN)
    return done.result()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Lets an interruption wait: a process that has just been made would complain of it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _obedient() -> None:
    """Whoever is interrupted ends the others: these leave it to that process, and go at once."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT, signal.SIGTERM))


def _chunk(things: int, processes: int) -> int:
    """So many at once that each process asks some eight times."""
    return max(1, things // (processes * 8))


def _done(some: slice) -> list[Any]:
    work, things = _WORK[-1]
    return [work(own) for own in things[some]]
