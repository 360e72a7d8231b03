"""`auditor test`: the examples in rule files, each a short log and what its rule says of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from auditor.authoring.examples import exercise, failing, run_here
from auditor.authoring.told_as_issues import case, failed, of_failures
from auditor.cli.exit import FINDINGS
from auditor.cli.forked import forked
from auditor.cli.mutate import equivalents, extends, mutated, mutation_lines, write_edges
from auditor.cli.named_files import WRITERS, deliver, written
from auditor.cli.options import chosen, listed, nearest, option, spoken, value
from auditor.cli.rules import program_at, programs, rule_paths
from auditor.cli.terminal import as_lines
from auditor.guarded_file import NoFileError
from auditor.language.resolve.cache import cached
from auditor.language.resolve.search_path import Answers, available, ruleset_beside
from auditor.messages.message import CannotError, Language, message, say, suggestion

if TYPE_CHECKING:
    from auditor.authoring.examples import Exercise, Failure, Point
    from auditor.language.core import Program
    from auditor.language.syntax.nodes import Example
    from auditor.source import Source


COVERAGE_FORMS = ("text", "listing", "lcov")
_MARKS = {"true": "T", "false": "F", "unknown": "?", "reached": "+"}

_NOT_SEEN = {
    "true": "coverage.true",
    "false": "coverage.false",
    "reached": "coverage.reached",
}
_COUNTS = {"clause": "coverage.clauses", "arm": "coverage.arms", "row": "coverage.rows"}

Counted = dict["Point", Counter[str]]
"""How often each point was seen to be what, over all rulesets that were tested."""


def _coverage(form: str, done: Sequence[Exercise], language: Language) -> str:
    """The coverage by the examples of some rulesets, in one of the forms."""
    counted: Counted = {}
    for own in done:
        for point in own.points:
            seen = counted.setdefault(point, Counter())
            for what in (*point.wanted, "unknown"):
                seen[what] += own.seen[point, what]
    write = {"text": _gaps, "listing": _listing, "lcov": _lcov}[form]
    return as_lines(write(counted, language))


def is_whole(done: Sequence[Exercise]) -> bool:
    """True where no point of any ruleset is missing anything."""
    return not any(own.missing(point) for own in done for point in own.points)


def _missing(point: Point, seen: Counter[str]) -> list[str]:
    return [what for what in point.wanted if not seen[what]]


# ---- a list -------------------------------------------------------------------------------------
def _gaps(counted: Counted, language: Language) -> Iterator[str]:
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


FORMS = ("text", "junit", *WRITERS)


@dataclass(frozen=True, slots=True)
class _TriedExample:
    """An example that was run, and how it failed if it did."""

    ruleset: str
    example: Example
    failure: Failure | None


def run_examples(
    paths: list[str] | None = option("paths"),
    only: str = value("RULE", "--rule", default=""),
    select: str = typer.Option("", metavar="PATTERN,…", show_default=False),
    inherited: bool = typer.Option(False, "--inherited"),
    form: str = typer.Option("text", "--format", metavar="|".join(FORMS)),
    output: str | None = option("output"),
    coverage: str | None = value("|".join(COVERAGE_FORMS)),
    mutate: bool = typer.Option(False, "--mutate"),
    write: bool = typer.Option(False, "--write"),
    config: str | None = option("config"),
) -> None:
    """Run the examples that stand in rule files.

    Example: auditor test rulesets/bataille
    """
    from auditor.case_pages import pages_beside

    chosen("--format", form, FORMS)
    if coverage is not None:
        if mutate:
            raise CannotError(message("test.one_of_two"))
        chosen("--coverage", coverage, COVERAGE_FORMS)
        raise typer.Exit(_covered(paths or nearest(config).rules, coverage, output))
    if mutate:
        raise typer.Exit(_mutated(paths or nearest(config).rules, only, output, write=write))
    if write:
        raise CannotError(message("test.nothing_to_write"))
    runs: list[_TriedExample] = []
    known, left = set[str](), 0
    settings = nearest(config)
    named = paths or settings.rules
    wanted = _Wanted(only, tuple(listed(select)), inherited or settings.inherited)
    rules = [name for name in named if not name.endswith(".md")]
    for path in rule_paths(rules) if rules or not named else ():
        if (tried := _tried(path, wanted)) is not None:
            known |= tried.rules
            pages = _of_pages(pages_beside(path), tried.ruleset, str(path), wanted)
            runs += [*tried.runs, *pages]
            left += tried.left
    runs += _of_pages([Path(name) for name in named if name.endswith(".md")], "", None, wanted)
    if only and only not in known:
        hint = suggestion(only, sorted(known)) or message("explain.rules_listed")
        raise CannotError(message("test.no_rule", rule=only, hint=hint))
    if select and not runs:
        raise CannotError(message("test.none_selected", select=select))
    deliver(_said_in(form, runs, left, spoken()), output)
    raise typer.Exit(FINDINGS if any(own.failure for own in runs) else 0)


def _covered(paths: Sequence[str], form: str, output: str | None) -> int:
    """Writes what the examples exercise; the exit status."""
    done = [exercise(program, run_here(program)) for program in programs(paths)]
    deliver(_coverage(form, done, spoken()), output)
    return 0 if is_whole(done) else FINDINGS


def _mutated(paths: Sequence[str], only: str, output: str | None, *, write: bool) -> int:
    """Writes which changes no example notices, and where it is asked for examples that do; the exit
    status.
    """
    named = [(path, own) for path in rule_paths(paths) for own in programs([str(path)])]
    done = [
        mutated(own, only, equivalents(path), [heir for _, heir in named if extends(heir, own)])
        for path, own in named
    ]
    edges = list[str]()
    for place, (path, program) in enumerate(named if write else ()):
        many, left = write_edges(path, program, done[place].left)
        done[place] = replace(done[place], left=left)
        edges.append(say(message("mutant.written", count=many, path=str(path)), spoken()))
    said = [*mutation_lines(done, spoken(), every=bool(only)), *edges]
    if any(own.left for own in done):
        said += _unnamed_heirs(named)
    deliver(as_lines(said), output)
    return 0 if all(own.is_clean for own in done) else FINDINGS


def _unnamed_heirs(named: Sequence[tuple[Path, Program]]) -> list[str]:
    """A note that shipped rulesets which extend one that is named have examples for it, too."""
    paths = {path.resolve() for path, _ in named}
    others = [path for path in available().values() if path.resolve() not in paths]
    if len(others) == len(available()):
        return []
    heirs = [
        heir.name
        for heir in programs([str(path) for path in others])
        if any(extends(heir, own) for _, own in named)
    ]
    says = message("mutant.heirs", names=", ".join(heirs))
    return [say(says, spoken())] if heirs else []


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Which examples are run."""

    rule: str
    patterns: tuple[str, ...]
    inherited: bool

    def holds(self, ruleset: str, example: Example) -> bool:
        name = example.rule.text
        if self.rule not in {"", name}:
            return False
        known_by = (name, f"{ruleset}/{name}", example.title)
        return not self.patterns or any(
            fnmatchcase(own, pattern) for own in known_by for pattern in self.patterns
        )


@dataclass(frozen=True, slots=True)
class _TriedRuleset:
    """The examples of a ruleset that were run, and how many inherited ones were not."""

    ruleset: str
    rules: frozenset[str]
    runs: tuple[_TriedExample, ...]
    left: int


def _tried(path: Path, wanted: _Wanted) -> _TriedRuleset | None:
    """The examples at a path, run; where all are wanted, the outcomes of an earlier run serve."""

    def make() -> tuple[_TriedRuleset | None, Answers]:
        program, answers = program_at(path)
        return None if program is None else _run(program, wanted), answers

    if wanted.rule or wanted.patterns:
        return make()[0]
    package = Path(__file__).resolve().parents[1]
    rooms = [package / room for room in ("authoring", "judge", "log", "cli")]
    inherited = "inherited " if wanted.inherited else ""
    return cached(f"test {inherited}{path} {path.absolute()}", make, rooms)


def _run(program: Program, wanted: _Wanted) -> _TriedRuleset:
    chosen = [own for own in program.examples if wanted.holds(program.name, own)]
    here = set(run_here(program))
    examples = [own for own in chosen if wanted.inherited or own in here]
    failures = forked(partial(failing, program), examples, least=MANY)
    runs = (_TriedExample(program.name, *pair) for pair in zip(examples, failures, strict=True))
    rules = frozenset(rule.name for rule in program.rules)
    return _TriedRuleset(program.name, rules, tuple(runs), len(chosen) - len(examples))


def _of_pages(
    pages: Sequence[Path], ruleset: str, rules: str | None, wanted: _Wanted
) -> list[_TriedExample]:
    """The logs of Markdown pages, each audited as a whole."""
    from auditor.case_pages import cases_of

    found = []
    for page in pages:
        own = rules or ruleset_beside(page)
        name = ruleset or page.stem.removesuffix(".cases")
        chosen = partial(wanted.holds, name)
        try:
            for example, failure in cases_of(page, own, chosen):
                found.append(_TriedExample(name, example, failure))
        except NoFileError as error:
            raise CannotError(message("refusal.file", file=str(page), says=error.says)) from None
        except UnicodeDecodeError as error:
            raise CannotError(message("fmt.not_utf8", path=str(page), at=error.start)) from None
    return found


MANY = 64
"""Examples that are worth a second process."""


def _said_in(form: str, runs: list[_TriedExample], left: int, language: Language) -> str:
    """The outcome in one of the forms."""
    if form == "text":
        return as_lines(_text(runs, left, language))
    if form == "junit":
        return _junit(runs)

    failed = ((own.ruleset, own.failure) for own in runs if own.failure is not None)
    return written(form, of_failures(failed, language))


def _text(runs: list[_TriedExample], left: int, language: Language) -> list[str]:
    failures = [(own.ruleset, own.failure) for own in runs if own.failure is not None]
    lines = [f"{own.span}: {failed(ruleset, own, language)}" for ruleset, own in failures]
    rules = {f"{own.ruleset}/{own.example.rule.text}" for own in runs}
    tried = message("count.examples", count=len(runs))
    of_rules = message("count.rules", count=len(rules))
    outcome = message("test.passed", examples=tried, rules=of_rules)
    if failures:
        many = len(failures)
        outcome = message("test.not_passed", examples=tried, rules=of_rules, failures=many)
    lines.append(say(outcome, language))
    if left:
        lines.append(say(message("test.inherited_left_out", count=left), language))
    return lines


def _junit(runs: list[_TriedExample]) -> str:
    """A suite for each ruleset, a test case for each example."""
    from auditor.report.issues.issue_formats import Suite, junit

    return junit(
        Suite(
            name,
            tuple(
                case(name, own.example.rule.text, own.example.title, own.example.span, own.failure)
                for own in examples
            ),
        )
        for name, examples in groupby(runs, lambda own: own.ruleset)
    )
