"""`auditor simulate`: lawful logs of any length, and logs with named faults in them."""

from __future__ import annotations

from dataclasses import asdict
from filecmp import cmp
from json import dumps
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

import typer

from auditor.cli.named_files import write_file, writing
from auditor.cli.options import option, spoken, value
from auditor.cli.terminal import progress, tell
from auditor.messages.message import CannotError, before_more, message, say, suggestion
from auditor_simulators.catalogue import UnknownGameError, game, names
from auditor_simulators.inject import inject_all
from auditor_simulators.protocol import NoPlaceError, Plan
from auditor_simulators.write import WriteError, write

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from auditor_simulators.inject import Injection
    from auditor_simulators.protocol import Fault, Game, Row


STEP = 500
"""Rows after which the bar moves."""

DAY = 20_000
"""More rows than a table gives on the longest of nights."""


def simulate(
    name: str = typer.Argument("", metavar="GAME", show_default=False),
    output: str | None = option("output"),
    events: int = typer.Option(1000, min=1),
    seed: int = typer.Option(1),
    tables: int = typer.Option(1, min=1),
    sessions: int | None = typer.Option(
        None,
        min=1,
        show_default=False,
        help=f"Gaming days.  [default: one for each {DAY:,} rows of a table]",
    ),
    casinos: int = typer.Option(1, min=1),
    fault: list[str] | None = value("NAME"),
    record: str | None = value("FILE", "--fault-record"),
    force: bool = typer.Option(False, "--force"),
    faults_listed: bool = typer.Option(False, "--list-faults"),
) -> None:
    """Write a lawful log of a game, or one with named faults in it.

    Example: auditor simulate bataille -o evening.csv --events 5000 --seed 7
    """
    if not name:
        for known in names():
            tell(known)
        return
    game = _game(name)
    if faults_listed:
        for known_fault in game.faults:
            cited = " ".join(known_fault.provisions)
            tell(f"{known_fault.name}  [{cited}]  {known_fault.says}")
        return
    if output is None:
        raise CannotError(message("simulate.no_output"))
    faults = [_fault(game, asked) for asked in fault or []]
    if record is not None and not faults:
        raise CannotError(message("simulate.no_fault_to_record"))
    days = sessions or -(-events // (casinos * tables * DAY))
    plan = Plan(events=events, seed=seed, casinos=casinos, sessions=days, tables=tables)
    rows, injected = _played(game, plan.events, game.lawful(plan), faults, seed)
    if record is not None and Path(record).absolute() == Path(output).absolute():
        raise CannotError(message("simulate.same_file", path=record))
    written = _written(rows, game.columns, output, force=force)
    if record is not None:
        _recorded(injected, record, force=force)
    said = message("simulate.written", path=output, count=written, name=name)
    tell(say(said, spoken()), err=True)


def _game(name: str) -> Game:
    try:
        return game(name)
    except UnknownGameError:
        hint = before_more(suggestion(name, names()))
        says = message("simulate.no_game", name=name, hint=hint, games=names())
        raise CannotError(says) from None


def _fault(game: Game, name: str) -> Fault:
    found = {fault.name: fault for fault in game.faults}
    if name not in found:
        hint = suggestion(name, found) or message("simulate.faults_listed")
        raise CannotError(message("simulate.no_fault", name=name, game=game.name, hint=hint))
    return found[name]


def _played(
    game: Game, events: int, lawful: Iterable[Row], faults: Sequence[Fault], seed: int
) -> tuple[Iterable[Row], tuple[Injection, ...]]:
    rows = _counted(lawful, events)
    if not faults:
        return rows, ()
    try:
        return inject_all(rows, faults, seed)
    except NoPlaceError as error:
        why = message("simulate.apart" if error.apart else "simulate.nowhere", fault=error.fault)
        says = message("simulate.no_place", why=why, game=game.name)
        raise CannotError(says) from None


def _counted(rows: Iterable[Row], events: int) -> Iterator[Row]:
    """The rows, with a bar on a terminal."""
    with progress(spoken(None)) as line:
        for number, row in enumerate(rows):
            yield row
            if number % STEP == 0:
                line.tell("playing", number, max(number, events), "rows")


def _written(rows: Iterable[Row], columns: Sequence[str], output: str, *, force: bool) -> int:
    """Write the file whole or not at all: it takes its name when it is complete."""
    path = Path(output)
    beside = path.with_name(f".part.{token_hex(8)}.{path.name}")  # no link leads elsewhere
    try:
        with writing(output):
            written = write(rows, columns, beside)
            # The same command writes the same bytes: that may be done twice.
            same = path.is_file() and cmp(beside, path, shallow=False)
            if path.exists() and not force and not same:
                raise CannotError(message("output.is_there", path=output))
            beside.replace(path)
    except WriteError as error:
        raise CannotError(message(_WHY_NOT[error.why], path=output)) from None
    finally:
        beside.unlink(missing_ok=True)
    return written


_WHY_NOT = {
    "ending": "simulate.bad_ending",
    "rows": "simulate.bad_rows",
}


def _recorded(injected: Sequence[Injection], record: str, *, force: bool) -> None:
    text = dumps([asdict(own) for own in injected], ensure_ascii=False, indent=2) + "\n"
    path = Path(record)
    same = path.is_file() and path.read_bytes() == text.encode()
    if path.exists() and not force and not same:
        raise CannotError(message("output.is_there", path=record))
    write_file(path, text.encode())
