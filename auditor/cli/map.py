"""`auditor map`: ask how logs in another shape are to be read, and write it down."""

from __future__ import annotations

import sys
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import typer

from auditor.cli.conversation import aside_of, converse
from auditor.cli.named_files import refuse_to_replace, write_file
from auditor.cli.options import option, spoken
from auditor.cli.terminal import pour, tell
from auditor.messages.message import abridged, message, say
from auditor.proposal import propose
from auditor.report.files import refuse_inputs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.proposal import Proposal


def map_log(
    logs: list[str] = typer.Argument(..., metavar="LOG..."),
    output: str | None = option("output"),
    rules: str | None = option("rules"),
    force: bool = typer.Option(False, "--force"),
) -> None:
    """Ask how logs in another shape are to be read, and write the mapping that says so.

    Without a terminal nothing is asked: a question is a line that begins with `# ?`.

    Example: auditor map coups.csv -o coups.toml
    """
    paths = [Path(own) for own in logs]
    if output is not None:
        refuse_inputs([Path(output)], paths)
        refuse_to_replace(output, force=force)
    found = propose(paths, rules)
    named = " ".join(map(quote, logs))
    if not found.is_needed:
        asked = " --rules ".join(filter(None, (named, rules and quote(rules))))
        tell(message("map.as_it_is", log=asked), spoken(), err=output is None)
        return
    is_asked = sys.stdin.isatty() and sys.stdout.isatty()
    if is_asked:
        found = converse(found, input, tell, spoken())
        output = output or _offered(paths[0], force=force)
    text = found.text(spoken())
    if output is None:
        pour(text)
    else:
        write_file(Path(output), text.encode())
    mapping = " --rules ".join(
        map(quote, filter(None, (output or "FILE.toml", rules or found.game)))
    )
    for line in [] if is_asked else _about(found):
        tell(line, err=output is None)
    if is_asked:
        tell(message("map.written", path=output or ""), spoken())
    if found.questions:
        tell(message("map.questions", count=len(found.questions)), spoken(), err=output is None)
    tell(message("map.then", log=named, mapping=mapping), spoken(), err=output is None)


def _offered(log: Path, *, force: bool) -> str:
    """The name of the file to write, as a person takes or changes it."""
    path = log.with_suffix(".toml").name
    number = 2
    while Path(path).exists() and not force:
        path, number = f"{log.stem}-{number}.toml", number + 1
    try:
        given = input(say(message("map.to", path=path), spoken())).strip()
    except EOFError:
        given = ""
    if given:
        refuse_inputs([Path(given)], [log])
        refuse_to_replace(given, force=force)
    return given or path


def _about(found: Proposal) -> Iterator[str]:
    """The first events, and the rows that would be set aside."""
    language, look = spoken(), found.preview
    if not look.count and not found.set_aside:
        yield say(message("propose.skeleton"), language)
        return
    rows, events = message("map.rows", count=look.rows), message("map.events", count=look.count)
    yield say(message("map.first", events=events, rows=rows), language)
    for own in look.events:
        kind = own.kind or say(message("map.no_event"), language)
        fields = " ".join(f"{name}={abridged(text)}" for name, text in own.fields.items())
        yield say(message("map.row", row=own.row, says=f"{kind}  {fields}"), language)
    if aside := found.set_aside:
        yield say(message("map.set_aside", count=len(aside)), language)
    yield from aside_of(found, language)
