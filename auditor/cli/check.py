"""`auditor check`: what can be said of rule files before any log is read."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from auditor.cli.exit import FINDINGS
from auditor.cli.outcome import WRITERS
from auditor.cli.settings import CONFIG, nearest
from auditor.cli.shared_options import output_option, paths_argument
from auditor.messages.message import CannotError, Language, message, say

if TYPE_CHECKING:
    from auditor.diagnostic import Diagnostic

FORMS = ("text", "json", *WRITERS)


@contextmanager
def _no_collection() -> Iterator[None]:
    """A short run makes millions of small values and throws few away.  A program that goes on after
    it, such as one that tests rules, would never get its memory back.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@_no_collection()
def check(
    paths: list[str] | None = paths_argument(),
    form: str = typer.Option(
        "text", "--format", metavar="|".join(FORMS), help="How diagnostics are written."
    ),
    output: str | None = output_option("Where they are written; without it, on standard output."),
    select: str | None = typer.Option(
        None,
        metavar="CODE,…",
        show_default=False,
        help="Tell these alone: codes, or how codes begin (`E5`).",
    ),
    ignore: str | None = typer.Option(
        None,
        metavar="CODE,…",
        show_default=False,
        help="Leave these out. What makes a file unreadable (`E1`) is always told.",
    ),
    fix: bool = typer.Option(
        False,
        "--fix",
        help="Put right what can be put right in one way only, and say the rest.",
    ),
    diff: bool = typer.Option(
        False,
        "--diff",
        help="Write nothing; show what --fix would change. Exit status 1 where it would.",
    ),
    config: str | None = typer.Option(
        None, "--config", metavar="FILE.toml", show_default=False, help=CONFIG
    ),
) -> None:
    """Check rule files: syntax, names, types, provisions, decision tables, dead rules.

    Example: auditor check rulesets/bataille
    """
    from auditor.cli.options import chosen, listed
    from auditor.cli.outcome import deliver
    from auditor.cli.resolve import rule_paths
    from auditor.cli.selecting import by_code
    from auditor.cli.settings import spoken
    from auditor.diagnostic import order

    chosen("--format", form, FORMS)
    language = spoken()
    own = nearest(config)
    named = paths or own.rules
    places = rule_paths(named)
    selected = own.select if select is None else listed(select)
    ignored = own.ignore if ignore is None else listed(ignore)
    if fix or diff:
        _refuse_unnamed(named)
        wanted = partial(by_code, select=selected, ignore=ignored)
        changed = _mended(places, wanted, language, only_show=diff)
        if diff:
            raise typer.Exit(FINDINGS if changed else 0)
    # What a parent says is said again by each of its children: once is enough.
    everything = _told_once(order(_everything(places)))
    diagnostics = by_code(everything, selected, ignored)
    if form == "text":
        said = _text(diagnostics, list(map(str, places)), language, colour=output is None)
        said += _left_out(len(everything) - len(diagnostics), language)
    else:
        said = _said_in(form, diagnostics, language)
    deliver(said, output, is_shown=form == "text")
    broken = any(d.level == "error" for d in diagnostics)
    raise typer.Exit(FINDINGS if broken else 0)


def _refuse_unnamed(named: Sequence[str]) -> None:
    """Refuses to mend shipped files by an oversight: somebody has to name them."""
    if not named:
        raise CannotError(message("check.fix_what"))


def _mended(
    places: list[Path],
    wanted: Callable[[Sequence[Diagnostic]], list[Diagnostic]],
    language: Language,
    *,
    only_show: bool,
) -> bool:
    """Mend the files at the places, or show how; whether there is anything to mend."""
    from auditor.cli.files import difference
    from auditor.cli.mending import mended_files, write_back
    from auditor.cli.terminal import pour, tell
    from auditor.messages.message import message

    changed = mended_files(places, lambda place, new: wanted(_own_faults(place, new)))
    for own in changed:
        name = str(own.file)
        if only_show:
            pour(difference(name, own.old, own.new))
        else:
            write_back(own)
        code = "check.would_mend" if only_show else "check.mended"
        tell(message(code, count=own.edits, path=name), language, err=True)
    return bool(changed)


def _own_faults(path: Path, unsaved: dict[Path, str]) -> list[Diagnostic]:
    """All that is said of a place, where these texts stand in for those of files."""
    from auditor.authoring.kept import said_of, used_beside
    from auditor.authoring.review import diagnose
    from auditor.language.resolve.search_path import Disk

    said = diagnose(path, Disk(unsaved))[1] if unsaved else said_of(path)
    return [own for own in said if not used_beside(own, path)]


def _left_out(number: int, language: Language) -> str:

    return say(message("check.left_out", count=number), language) + "\n" if number else ""


def _said_in(form: str, diagnostics: list[Diagnostic], language: Language) -> str:
    """The diagnostics in one of the forms for programs."""
    if form == "json":
        return _json(diagnostics, language) + "\n"
    from auditor.authoring.issues import of_diagnostics
    from auditor.cli.outcome import written

    return written(form, of_diagnostics(diagnostics, language))


def _everything(places: list[Path]) -> Iterator[Diagnostic]:
    """The diagnostics of each place; where there are many places, processes share them."""
    from auditor.authoring.kept import said_of, used_beside

    found = _shared(places) if len(places) >= _MANY else map(said_of, places)
    for path, said in zip(places, found, strict=True):
        yield from (d for d in said if not used_beside(d, path))


def _told_once(said: list[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics, those of a file without the lines of a ruleset that rests on it where they
    are told without these as well.
    """
    plain: dict[object, Diagnostic] = {}
    for own in said:
        known = plain.setdefault((own.span, own.message), own)
        if set(own.related) < set(known.related):
            plain[own.span, own.message] = own
    return [own for own in said if not set(plain[own.span, own.message].related) < {*own.related}]


_MANY = 6


def _shared(places: list[Path]) -> list[tuple[Diagnostic, ...]]:
    import sys

    from auditor.authoring.kept import said_of
    from auditor.cli.forked import forked

    *rest, smallest = sorted(places, key=_size, reverse=True)
    found = {smallest: said_of(smallest)}
    was_kept = "lark" not in sys.modules  # the others are kept as well, and quick to read
    said = map(said_of, rest) if was_kept else forked(said_of, rest)
    found |= zip(rest, said, strict=True)
    return [found[path] for path in places]


def _size(path: Path) -> int:
    """How much is to be checked: the largest come first, so that both processes end together."""
    files = path.glob("*.rules") if path.is_dir() else (path,)
    return sum(file.stat().st_size for file in files)


def _text(
    diagnostics: list[Diagnostic], checked: list[str], language: Language, *, colour: bool
) -> str:
    from auditor.cli.terminal import painted, said
    from auditor.diagnostic import render
    from auditor.messages.message import message

    if not diagnostics:
        return said(message("check.nothing", names=", ".join(checked)), language) + "\n"
    paint = painted if colour else str
    shown = [paint(render(diagnostic, language)) + "\n\n" for diagnostic in diagnostics]
    errors = sum(d.level == "error" for d in diagnostics)
    warnings = len(diagnostics) - errors
    counted = [
        *([message("count.errors", count=errors)] if errors else []),
        *([message("count.warnings", count=warnings)] if warnings else []),
    ]
    files = message("count.files", count=len({d.span.source.name for d in diagnostics}))
    total = message("check.counted", said=tuple(counted), files=files)
    return "".join((*shown, said(total, language), "\n"))


def _json(diagnostics: list[Diagnostic], language: Language) -> str:
    from json import dumps

    listed = [_as_dict(diagnostic, language) for diagnostic in diagnostics]
    return dumps(listed, ensure_ascii=False, indent=2)


def _as_dict(diagnostic: Diagnostic, language: Language) -> dict[str, Any]:

    what, hint = _words(diagnostic, language)
    span = diagnostic.span
    return {
        "code": diagnostic.code,
        "level": diagnostic.level,
        "message": what,
        "hint": hint,
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
        "related": [
            {"message": say(what, language), "file": other.source.name, "line": other.line}
            | {"column": other.column}
            for what, other in diagnostic.related
        ],
    }


def _words(diagnostic: Diagnostic, language: Language) -> tuple[str, str]:
    """The message and the hint, which is empty where there is none."""
    hint = say(diagnostic.hint, language) if diagnostic.hint else ""
    return say(diagnostic.message, language), hint
