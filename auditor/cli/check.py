"""Commands on rule files before any log is read: `auditor check` and `auditor fmt`."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from json import dumps
from pathlib import Path
from typing import Any

import typer

from auditor.authoring.kept import said_of, used_beside
from auditor.cli.exit import FINDINGS
from auditor.cli.named_files import WRITERS, content_of, deliver, difference, write_file, written
from auditor.cli.options import chosen, known_code, listed, nearest, option, spoken, value
from auditor.cli.rules import invalid, rule_paths
from auditor.cli.terminal import painted, pour, said, tell
from auditor.diagnostic import Diagnostic, order, render
from auditor.language.resolve.search_path import SUFFIX, Disk, folders_in, rule_files, shown
from auditor.messages.message import CannotError, Language, message, say
from auditor.source import Frozen, Source

FORMS = ("text", "json", *WRITERS)


@contextmanager
def _no_collection() -> Iterator[None]:
    """No garbage is collected meanwhile: a short run makes millions of small values and throws few
    away.  It is switched on again behind it, for a program that goes on.
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
    paths: list[str] | None = option("paths"),
    form: str = typer.Option("text", "--format", metavar="|".join(FORMS)),
    output: str | None = option("output"),
    select: str | None = value("CODE,…"),
    ignore: str | None = value("CODE,…"),
    fix: bool = typer.Option(False, "--fix"),
    diff: bool = typer.Option(False, "--diff"),
    config: str | None = option("config"),
) -> None:
    """Check rule files: syntax, names, types, provisions, decision tables, dead rules.

    Example: auditor check rulesets/bataille
    """
    chosen("--format", form, FORMS)
    language = spoken()
    project = nearest(config)
    named = paths or project.rules
    places = rule_paths(named)
    selected = project.select if select is None else listed(select)
    ignored = project.ignore if ignore is None else listed(ignore)
    if fix or diff:
        if not named:  # shipped files are mended by no oversight: somebody has to name them
            raise CannotError(message("check.fix_what"))
        wanted = partial(by_code, select=selected, ignore=ignored)
        changed = _mended(places, wanted, language, only_show=diff)
        if diff:
            raise typer.Exit(FINDINGS if changed else 0)
    # What a parent says is said again by each of its children: once is enough.
    everything = _told_once(order(_everything(places)))
    diagnostics = by_code(everything, selected, ignored)
    if form == "text":
        text = _text(diagnostics, list(map(str, places)), language, colour=output is None)
        if left := len(everything) - len(diagnostics):
            text += say(message("check.left_out", count=left), language) + "\n"
    elif form == "json":
        every = [_as_dict(own, language) for own in diagnostics]
        text = dumps(every, ensure_ascii=False, indent=2) + "\n"
    else:
        from auditor.authoring.told_as_issues import of_diagnostics

        text = written(form, of_diagnostics(diagnostics, language))
    deliver(text, output, is_shown=form == "text")
    broken = any(d.level == "error" for d in diagnostics)
    raise typer.Exit(FINDINGS if broken else 0)


ALWAYS = "E1"
"""How codes begin that are always told: of a file that cannot be read nothing else is known."""


def by_code(
    diagnostics: Sequence[Diagnostic], select: Sequence[str], ignore: Sequence[str]
) -> list[Diagnostic]:
    """The diagnostics whose codes are selected, all where none is, but for those to be ignored.

    Raises CannotError for what is no code, nor how one begins.
    """
    for name, codes in (("--select", select), ("--ignore", ignore)):
        for code in codes:
            known_code(name, code)
    chosen = (*select, ALWAYS) if select else ("",)
    return [
        own
        for own in diagnostics
        if own.code.startswith(tuple(chosen))
        and (own.code.startswith(ALWAYS) or not own.code.startswith(tuple(ignore)))
    ]


def _mended(
    places: list[Path],
    wanted: Callable[[Sequence[Diagnostic]], list[Diagnostic]],
    language: Language,
    *,
    only_show: bool,
) -> bool:
    """Mend the files at the places, or show how; whether there is anything to mend."""
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
    """The diagnostics of a place; `unsaved` are texts in place of those of files."""
    from auditor.authoring.review import diagnose

    every = diagnose(path, Disk(unsaved))[1] if unsaved else said_of(path)
    return [own for own in every if not used_beside(own, path)]


def _everything(places: list[Path]) -> Iterator[Diagnostic]:
    """The diagnostics of each place; where there are many places, processes share them."""
    found = _shared(places) if len(places) >= _MANY else map(said_of, places)
    for path, diagnostics in zip(places, found, strict=True):
        yield from (own for own in diagnostics if not used_beside(own, path))


def _told_once(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics, those of a file without the lines of a ruleset that rests on it where they
    are told without these as well.
    """
    plain: dict[object, Diagnostic] = {}
    for own in diagnostics:
        known = plain.setdefault((own.span, own.message), own)
        if set(own.related) < set(known.related):
            plain[own.span, own.message] = own
    return [
        own for own in diagnostics if not set(plain[own.span, own.message].related) < {*own.related}
    ]


_MANY = 6


def _shared(places: list[Path]) -> list[tuple[Diagnostic, ...]]:
    from auditor.cli.forked import forked

    *rest, smallest = sorted(places, key=_size, reverse=True)
    found = {smallest: said_of(smallest)}
    was_kept = "lark" not in sys.modules  # the others are kept as well, and quick to read
    found |= zip(rest, map(said_of, rest) if was_kept else forked(said_of, rest), strict=True)
    return [found[path] for path in places]


def _size(path: Path) -> int:
    """How much is to be checked: the largest come first, so that both processes end together."""
    files = path.glob("*.rules") if path.is_dir() else (path,)
    return sum(file.stat().st_size for file in files)


def _text(
    diagnostics: list[Diagnostic], checked: list[str], language: Language, *, colour: bool
) -> str:
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


def _as_dict(diagnostic: Diagnostic, language: Language) -> dict[str, Any]:
    span = diagnostic.span
    return {
        "code": diagnostic.code,
        "level": diagnostic.level,
        "message": say(diagnostic.message, language),
        "hint": say(diagnostic.hint, language) if diagnostic.hint else "",
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


_MOST = 20  # times that the same files are mended: what one error hid comes to light by the next

Diagnosis = Callable[[Path, dict[Path, str]], Sequence[Diagnostic]]
"""The diagnostics of a place, where these texts stand in for those of files."""


class Mended(Frozen):
    """A rule file: what it was, what it is to be, and how many edits that took."""

    file: Path
    old: str
    new: str
    edits: int


def mended_files(places: Sequence[Path], diagnosis: Diagnosis) -> list[Mended]:
    """The rule files at the places as mended: of no others, and none is written."""
    from auditor.authoring.mend import edits, mended

    own = {shown(file): file for place in places for file in Disk().files(place)}
    old: dict[Path, str] = {}
    new: dict[Path, str] = {}
    count: dict[Path, int] = {}
    waiting = list(places)
    for _ in range(_MOST):
        again = []
        for place in waiting:
            for source, made in edits(_that_compile(place, new, own, diagnosis)).items():
                file = own.get(source.name)
                if file is None or new.get(file.resolve(), source.text) != source.text:
                    continue  # another's, or mended for another place already
                old.setdefault(file, source.text)
                new[file.resolve()] = mended(source.text, made)
                count[file] = count.get(file, 0) + len(made)
                again.append(place)
        if not again and len(waiting) == len(places):
            break
        waiting = list(dict.fromkeys(again)) or list(places)
    return [Mended(file, text, new[file.resolve()], count[file]) for file, text in old.items()]


def _that_compile(
    place: Path, new: dict[Path, str], files: dict[str, Path], diagnosis: Diagnosis
) -> list[Diagnostic]:
    """The diagnostics of a place, but for those whose repair can be read and yet means nothing."""
    from auditor.authoring.mend import edits, mended, remedy

    found = list(diagnosis(place, new))
    repairs = edits(own for own in found if own.repair is not None)
    tried = {
        files[source.name].resolve(): mended(source.text, made)
        for source, made in repairs.items()
        if source.name in files
    }
    if not tried:
        return found
    refused = {
        _declaration(own)
        for own in diagnosis(place, new | tried)
        if own.code < "E4" and own.level == "error" and remedy(own) is None
    }
    return [own for own in found if own.repair is None or _declaration(own) not in refused]


def _declaration(own: Diagnostic) -> tuple[str, int]:
    """The file and the line on which the declaration begins of which something is said."""
    return own.span.source.name, own.span.source.declaration(own.span.line)[0]


def write_back(mended: Mended) -> None:
    """Write the file, with the line ends and the mark at its beginning that it has.

    Raises CannotError.
    """
    before = mended.file.read_bytes()
    text = mended.new.replace("\n", "\r\n") if b"\r\n" in before else mended.new
    mark = b"\xef\xbb\xbf" if before.startswith(b"\xef\xbb\xbf") else b""
    write_file(mended.file.resolve(), mark + text.encode(), called=str(mended.file))


def fmt(
    paths: list[str] | None = typer.Argument(None, metavar="PATH", show_default=False),
    check: bool = typer.Option(False, "--check"),
    diff: bool = typer.Option(False, "--diff"),
    config: str | None = option("config"),
) -> None:
    """Write rule files in their canonical layout: blanks, indents and line breaks, no word.

    Example: auditor fmt --check rulesets
    """
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
            write_file(file.resolve(), new.encode(), called=str(file))
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
    """The rule files of that name.  Raises CannotError where there are none, NoFileError."""
    path = Path(name)
    if not path.is_dir():
        yield path
        return
    found = list(_below(path))
    if not found:
        raise CannotError(message("ruleset.no_rule_file", name=name, suffix=SUFFIX))
    yield from found


def _below(folder: Path) -> Iterator[Path]:
    yield from rule_files(folder)
    for inner in folders_in(folder):
        yield from _below(inner)


def _laid_out(file: Path) -> tuple[str, str]:
    """The text of a rule file, its mark included, and what it becomes.  Raises CannotError."""
    from auditor.authoring.fmt import formatted
    from auditor.language.resolve.load import unread

    try:
        content = content_of(file)
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CannotError(invalid(str(file), [unread(Source(str(file), ""), error)])) from None
    result = formatted(Source(str(file), text))
    if not isinstance(result, str):
        raise CannotError(invalid(str(file), result))
    return content.decode(), result
