"""The forms of `auditor test --coverage`: the gaps, the files with marks, or lcov."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from auditor.cli.terminal import as_lines
from auditor.messages.message import Language, message, say

if TYPE_CHECKING:
    from auditor.authoring.examples import Exercise, Point
    from auditor.source import Source

FORMS = ("text", "listing", "lcov")
_MARKS = {"true": "T", "false": "F", "unknown": "?", "reached": "+"}

_NOT_SEEN = {
    "true": "coverage.true",
    "false": "coverage.false",
    "reached": "coverage.reached",
}
_COUNTS = {"clause": "coverage.clauses", "arm": "coverage.arms", "row": "coverage.rows"}

Counted = dict["Point", Counter[str]]
"""How often each point was seen to be what, over all rulesets that were tested."""


def written(form: str, done: Sequence[Exercise], language: Language) -> str:
    """The coverage by the examples of some rulesets, in one of the forms."""
    counted: Counted = {}
    for own in done:
        for point in own.points:
            seen = counted.setdefault(point, Counter())
            for what in (*point.wanted, "unknown"):
                seen[what] += own.seen[point, what]
    write = {"text": _text, "listing": _listing, "lcov": _lcov}[form]
    return as_lines(write(counted, language))


def is_whole(done: Sequence[Exercise]) -> bool:
    """True where no point of any ruleset is missing anything."""
    return not any(own.missing(point) for own in done for point in own.points)


def _missing(point: Point, seen: Counter[str]) -> list[str]:
    return [what for what in point.wanted if not seen[what]]


# ---- a list -------------------------------------------------------------------------------------
def _text(counted: Counted, language: Language) -> Iterator[str]:
    for point, seen in sorted(counted.items(), key=lambda own: _place(own[0])):
        if lacking := _missing(point, seen):
            yield f"{point.span}: {_lacking(point, lacking, seen, language)}"
    for kind, code in _COUNTS.items():
        own = [(point, seen) for point, seen in counted.items() if point.kind == kind]
        if own:
            whole = sum(not _missing(point, seen) for point, seen in own)
            yield say(message(code, whole=whole, of=len(own)), language)


def _place(point: Point) -> tuple[str, int, int, int, str]:
    return point.span.source.name, point.span.line, point.span.column, point.row, point.name


def _lacking(point: Point, lacking: list[str], seen: Counter[str], language: Language) -> str:
    if point.kind == "row":
        return say(message("coverage.row", table=point.name, row=point.row), language)
    what = message("coverage.never" if len(lacking) > 1 else _NOT_SEEN[lacking[0]])
    if point.kind == "clause" and len(lacking) > 1 and seen["unknown"]:
        what = message("coverage.only_unknown")
    return say(
        message("coverage.missing", name=point.name, text=point.span.text, what=what), language
    )


# ---- the files, with marks ----------------------------------------------------------------------
def _by_line(counted: Counted) -> dict[Source, dict[int, list[tuple[Point, Counter[str]]]]]:
    files: dict[Source, dict[int, list[tuple[Point, Counter[str]]]]] = {}
    for point, seen in sorted(counted.items(), key=lambda own: _place(own[0])):
        lines = files.setdefault(point.span.source, {})
        lines.setdefault(point.span.line, []).append((point, seen))
    return files


def _listing(counted: Counted, _: Language) -> Iterator[str]:
    """Each line behind the marks of its points: `TF` both ways, `T-` never false, `+` reached; an
    exclamation mark in front where anything is missing.
    """
    for source, lines in _by_line(counted).items():
        yield f"# {source.name}"
        for number, line in enumerate(source.text.splitlines(), start=1):
            own = lines.get(number, [])
            marks = " ".join(dict.fromkeys(_marks(point, seen) for point, seen in own))
            lacks = "!" if any(_missing(point, seen) for point, seen in own) else " "
            yield f"{lacks} {marks:<12} {number:>5}  {line}".rstrip()


def _marks(point: Point, seen: Counter[str]) -> str:
    said = "".join(_MARKS[what] if seen[what] else "-" for what in point.wanted)
    return said + ("?" if seen["unknown"] else "")


# ---- lcov ---------------------------------------------------------------------------------------
def _lcov(counted: Counted, _: Language) -> Iterator[str]:
    """A branch for each thing wanted of a point: genhtml, GitLab and editors show them by line."""
    for source, lines in _by_line(counted).items():
        yield "TN:auditor"
        yield f"SF:{source.name}"
        branches = [
            (number, block, branch, seen[what])
            for number, own in lines.items()
            for block, (point, seen) in enumerate(own)
            for branch, what in enumerate(point.wanted)
        ]
        for number, block, branch, times in branches:
            yield f"BRDA:{number},{block},{branch},{times or '-'}"
        yield f"BRF:{len(branches)}"
        yield f"BRH:{sum(times > 0 for *_, times in branches)}"
        hits = {number: sum(sum(seen.values()) for _, seen in own) for number, own in lines.items()}
        for number, times in hits.items():
            yield f"DA:{number},{times}"
        yield f"LF:{len(hits)}"
        yield f"LH:{sum(times > 0 for times in hits.values())}"
        yield "end_of_record"
