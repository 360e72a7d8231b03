"""`auditor map`: propose how a log in another shape is to be read."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import typer

from auditor.cli.named_files import refuse_to_replace, write_file
from auditor.cli.options import option, spoken
from auditor.cli.terminal import pour, tell
from auditor.log.files.discover import found_files
from auditor.messages.message import CannotError, abridged, message, say
from auditor.proposal import propose
from auditor.report.files import refuse_inputs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from auditor.log.table import Table

SHOWN = 12
"""Events and rows set aside that the preview shows."""


def map_log(
    log: str = typer.Argument(..., metavar="LOG"),
    output: str | None = option("output"),
    rules: str | None = option("rules"),
    force: bool = typer.Option(False, "--force"),
) -> None:
    """Propose a mapping for a log in another shape, and show the events that it would make.

    What is not sure is a question in the file, a line that begins with `# ?`.

    Example: auditor map coups.csv -o coups.toml
    """
    path = _file_in(Path(log))
    found = propose(path, rules)
    if not found.is_needed:
        asked = " --rules ".join(map(quote, filter(None, (log, rules))))
        tell(message("map.as_it_is", log=asked), spoken(), err=output is None)
        return
    text = found.text(spoken())
    if output is None:
        pour(text)
    else:
        refuse_inputs([Path(output)], [path])
        refuse_to_replace(output, force=force)
        write_file(Path(output), text.encode())
    mapping = " --rules ".join(map(quote, filter(None, (output or "FILE.toml", rules))))
    for line in _about(found.preview.tables, len(found.questions), mapping, quote(log)):
        tell(line, err=output is None)


def _file_in(path: Path) -> Path:
    """The file, or the only log in a folder.  Raises CannotError where there are several."""
    if not path.is_dir() or not (files := found_files([path]).files):
        return path  # reading it says what is wrong
    if len(files) > 1:
        names = tuple(f"`{own}`" for own in files[:8])
        raise CannotError(message("map.several", path=str(path), names=names))
    return files[0]


def _about(tables: Sequence[Table], questions: int, mapping: str, log: str) -> Iterator[str]:
    """The first events, the rows that would be set aside, and what is left to do."""
    language = spoken()
    [table] = tables
    if not table.rows and not table.set_aside:
        yield say(message("propose.skeleton"), language)
        return
    rows = message("map.rows", count=len({number for number, _ in table.rows}))
    events = message("map.events", count=len(table.rows))
    yield say(message("map.first", events=events, rows=rows), language)
    for number, cells in table.rows[:SHOWN]:
        said = dict(zip(table.header, cells, strict=True))
        kind = said.pop("event") or say(message("map.no_event"), language)
        fields = " ".join(f"{name}={abridged(text)}" for name, text in said.items() if text)
        yield say(message("map.row", row=number, says=f"{kind}  {fields}"), language)
    if table.set_aside:
        yield say(message("map.set_aside", count=len(table.set_aside)), language)
        for own in table.set_aside[:SHOWN]:
            why = message("map.aside", reason=own.reason, value=own.value)
            yield say(message("map.row", row=own.row, says=why), language)
    if questions:
        yield say(message("map.questions", count=questions), language)
    yield say(message("map.then", log=log, mapping=mapping), language)
