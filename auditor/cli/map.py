"""`auditor map`: propose how a log in another shape is to be read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import typer

from auditor.cli.named_files import refuse_to_replace, write_file
from auditor.cli.options import option, spoken
from auditor.cli.terminal import pour, tell
from auditor.findings.dependencies import fields_read, kinds_read, words_read
from auditor.language.facts import facts_of
from auditor.log.files.discover import found_files
from auditor.log.files.open import read_tables
from auditor.log.propose.propose import proposal
from auditor.log.propose.trial import probe_by_words
from auditor.log.shape import read_options
from auditor.log.table import Unreadable
from auditor.messages.message import CannotError, abridged, message, say
from auditor.reading import words_of
from auditor.report.files import refuse_inputs
from auditor.request import refusal, ruleset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.log.convert.lexicon import Lexicon
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
    words = words_for(rules)
    if _is_read_as_it_is(path, rules):
        asked = " --rules ".join(map(quote, filter(None, (log, rules))))
        tell(message("map.as_it_is", log=asked), spoken(), err=output is None)
        return
    seen = probe_by_words(path, path.name, words)
    if seen.refusals or not seen.grids:
        if not seen.refusals:
            raise CannotError(message("file.is_empty", path=path.name))
        raise CannotError(*map(refusal, seen.refusals))
    try:
        found = proposal(seen, words, path.name, asks_for_game=rules is None)
    except Unreadable as why:
        raise CannotError(refusal(why.refusal(path.name))) from None
    if output is None:
        pour(found.text)
    else:
        refuse_inputs([Path(output)], [path])
        refuse_to_replace(output, force=force)
        write_file(Path(output), found.text.encode())
    mapping = " --rules ".join(map(quote, filter(None, (output or "FILE.toml", rules))))
    for line in _about(found.preview, found.questions, mapping, quote(log)):
        tell(line, err=output is None)


def _file_in(path: Path) -> Path:
    """The file, or the only log in a folder.  Raises CannotError where there are several."""
    if not path.is_dir() or not (files := found_files([path]).files):
        return path  # reading it says what is wrong
    if len(files) > 1:
        names = tuple(f"`{own}`" for own in files[:8])
        raise CannotError(message("map.several", path=str(path), names=names))
    return files[0]


def _is_read_as_it_is(path: Path, rules: str | None) -> bool:
    """Whether an audit needs no mapping: all columns are known, and each row is an event."""
    words = words_of(rules)
    tables, refusals = read_tables(path, path.name, read_options(words))
    known = {*words.fields(), "event"}

    def is_known(table: Table) -> bool:
        kinds = {cells[table.header.index("event")] for _, cells in table.rows}
        doubtful = any(note.code == "note.ambiguous" for note in table.notes)
        whole = bool(kinds) and not table.set_aside and not doubtful
        return whole and known >= {*table.header} and all(map(words.has_kind, kinds))

    return bool(tables) and not refusals and all(map(is_known, tables))


def words_for(rules: str | None) -> Lexicon:
    """The words by which a log is understood; with rules, no events but those of their games."""
    words = words_of(rules)
    if rules is None:
        return words
    own = ruleset(rules)
    said = words_read(own) | fields_read(own)
    proposing = words.proposing(kinds_read(own), own.vocabulary, said)
    bounds = facts_of(own).unscoped(own.vocabulary.context)
    return replace(proposing, bounds=tuple(bounds))


def _about(table: Table, questions: int, mapping: str, log: str) -> Iterator[str]:
    """The first events, the rows that would be set aside, and what is left to do."""
    language = spoken()
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
