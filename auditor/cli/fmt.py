"""`auditor fmt`: rule files in their canonical layout."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from auditor.cli.exit import FINDINGS
from auditor.cli.settings import CONFIG, nearest, spoken
from auditor.cli.terminal import pour, tell
from auditor.messages.message import CannotError, message

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def fmt(
    paths: list[str] | None = typer.Argument(
        None,
        metavar="PATH",
        show_default=False,
        help="Rule files, and folders with rule files in them; without any, those of the settings.",
    ),
    check: bool = typer.Option(
        False, "--check", help="Write nothing; the exit status is 1 where a file would change."
    ),
    diff: bool = typer.Option(
        False, "--diff", help="Write nothing; show what would change. Exit status as of --check."
    ),
    config: str | None = typer.Option(
        None, "--config", metavar="FILE.toml", show_default=False, help=CONFIG
    ),
) -> None:
    """Write rule files in their canonical layout: blanks, indents and line breaks, no word.

    Example: auditor fmt --check rulesets
    """
    from auditor.cli.files import difference, writing
    from auditor.report.write import write_whole

    named = paths or nearest(config).rules
    if not named:
        raise CannotError(message("fmt.no_path"))
    files = list(dict.fromkeys(file for name in named for file in _rule_files(name)))
    changes = [(file, *_laid_out(file)) for file in files]
    changed = [(file, old, new) for file, old, new in changes if old != new]
    language = spoken()
    for file, old, new in changed:
        if diff:
            pour(difference(str(file), old, new))
        if not (check or diff):
            with writing(str(file)):
                write_whole(file.resolve(), new.encode())
        code = "fmt.would_change" if check or diff else "fmt.changed"
        tell(message(code, path=str(file)), language, err=diff)
    counted = message("count.files", count=len(changed))
    code = "fmt.would_count" if check or diff else "fmt.counted"
    says = message(code, changed=counted, many=len(files))
    if not changed:
        says = message("fmt.nothing", files=message("count.files", count=len(files)))
    tell(says, language, err=diff)
    raise typer.Exit(FINDINGS if changed and (check or diff) else 0)


def _rule_files(name: str) -> Iterator[Path]:
    """The rule files of that name.  Raises CannotError where there are none."""
    from pathlib import Path

    from auditor.guarded_file import NoFileError
    from auditor.language.resolve.search_path import SUFFIX

    path = Path(name)
    if not path.is_dir():
        yield path
        return
    try:
        found = list(_below(path))
    except NoFileError as error:
        raise CannotError(error.says) from None
    if not found:
        raise CannotError(message("ruleset.no_rule_file", name=name, suffix=SUFFIX))
    yield from found


def _below(folder: Path) -> Iterator[Path]:
    from auditor.language.resolve.search_path import folders_in, rule_files

    yield from rule_files(folder)
    for inner in folders_in(folder):
        yield from _below(inner)


def _laid_out(file: Path) -> tuple[str, str]:
    """The text of a rule file, its mark included, and what it becomes.  Raises CannotError."""
    from auditor.authoring.fmt import formatted
    from auditor.cli.files import content_of
    from auditor.cli.resolve import invalid
    from auditor.language.resolve.load import unread
    from auditor.source import Source

    try:
        content = content_of(file)
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CannotError(invalid(str(file), [unread(Source(str(file), ""), error)])) from None
    result = formatted(Source(str(file), text))
    if not isinstance(result, str):
        raise CannotError(invalid(str(file), result))
    return content.decode(), result
