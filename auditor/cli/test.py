"""`auditor test`: the examples in rule files, each a short log and what its rule says of it."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from auditor.authoring import coverage as coverages
from auditor.authoring.examples import failing, run_here
from auditor.authoring.told_as_issues import case, failed, of_failures
from auditor.cli.exit import FINDINGS
from auditor.cli.forked import forked
from auditor.cli.mutate import Mutated, extends, mutated, mutation_lines
from auditor.cli.named_files import WRITERS, deliver, written
from auditor.cli.options import chosen, listed, nearest, option, spoken, value
from auditor.cli.rules import program_at, programs, rule_paths
from auditor.cli.terminal import as_lines
from auditor.guarded_file import NoFileError
from auditor.language.resolve.cache import cached
from auditor.language.resolve.search_path import Answers, available, ruleset_beside
from auditor.messages.message import CannotError, Language, message, say, suggestion
from auditor.source import Frozen

if TYPE_CHECKING:
    from auditor.authoring.examples import Failure
    from auditor.language.core import Program
    from auditor.language.syntax.nodes import Example


FORMS = ("text", "junit", *WRITERS)


class _TriedExample(Frozen):
    """An example that was run, and where it failed if it did: a log on a page in several rows."""

    ruleset: str
    example: Example
    failures: tuple[Failure, ...]


def run_examples(
    paths: list[str] | None = option("paths"),
    only: str = value("RULE", "--rule", default=""),
    select: str = typer.Option("", metavar="PATTERN,…", show_default=False),
    inherited: bool = typer.Option(False, "--inherited"),
    form: str = typer.Option("text", "--format", metavar="|".join(FORMS)),
    output: str | None = option("output"),
    coverage: str | None = value("|".join(coverages.FORMS)),
    mutate: bool = typer.Option(False, "--mutate"),
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
        chosen("--coverage", coverage, coverages.FORMS)
        raise typer.Exit(_covered(paths or nearest(config).rules, coverage, output))
    if mutate:
        raise typer.Exit(_mutated(paths or nearest(config).rules, only, output))
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
    raise typer.Exit(FINDINGS if any(own.failures for own in runs) else 0)


def _covered(paths: Sequence[str], form: str, output: str | None) -> int:
    """Writes what the examples exercise; the exit status."""
    done = (coverages.exercise(program, run_here(program)) for program in programs(paths))
    whole = coverages.together(done)
    said = coverages.in_lcov(whole) if form == "lcov" else coverages.in_text(whole, spoken())
    deliver(as_lines(said), output)
    return FINDINGS if any(point.lacking(seen) for point, seen in whole.items()) else 0


def _mutated(paths: Sequence[str], only: str, output: str | None) -> int:
    """Writes which changes no example notices; the exit status."""
    done, named = mutations(paths, only)
    said = [*mutation_lines(done, spoken(), every=bool(only))]
    if any(own.left for own in done):
        said += _unnamed_heirs(named)
    deliver(as_lines(said), output)
    return 0 if all(own.is_clean for own in done) else FINDINGS


def mutations(
    paths: Sequence[str], only: str = ""
) -> tuple[list[Mutated], list[tuple[Path, Program]]]:
    """The changes to the rulesets at some paths, and the rulesets.  Raises CannotError."""
    named = [(path, *program_at(path)) for path in rule_paths(paths)]
    every = [(path, own, answers) for path, own, answers in named if own is not None]
    done = []
    for path, own, answers in every:
        heirs = [(heir, beside) for _, heir, beside in every if extends(heir, own)]
        resting = {
            key: told for one in (answers, *(o for _, o in heirs)) for key, told in one.items()
        }
        done.append(mutated(own, path, only, [heir for heir, _ in heirs], resting))
    return done, [(path, own) for path, own, _ in every]


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


class _Wanted(Frozen):
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


class _TriedRuleset(Frozen):
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
    runs = (
        _TriedExample(program.name, example, () if failure is None else (failure,))
        for example, failure in zip(examples, failures, strict=True)
    )
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
            for example, failures in cases_of(page, own, chosen):
                found.append(_TriedExample(name, example, failures))
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

    failed = ((own.ruleset, failure) for own in runs for failure in own.failures)
    return written(form, of_failures(failed, language))


def _text(runs: list[_TriedExample], left: int, language: Language) -> list[str]:
    failures = [(own.ruleset, failure) for own in runs for failure in own.failures]
    lines = [f"{own.span}: {failed(ruleset, own, language)}" for ruleset, own in failures]
    rules = {f"{own.ruleset}/{own.example.rule.text}" for own in runs}
    tried = message("count.examples", count=len(runs))
    of_rules = message("count.rules", count=len(rules))
    outcome = message("test.passed", examples=tried, rules=of_rules)
    if failures:
        many = sum(bool(own.failures) for own in runs)
        outcome = message("test.not_passed", examples=tried, rules=of_rules, failures=many)
    lines.append(say(outcome, language))
    if left:
        lines.append(say(message("test.inherited_left_out", count=left), language))
    return lines


def _junit(runs: list[_TriedExample]) -> str:
    """A suite for each ruleset, a test case for each example."""
    from auditor.report.issues.issue_formats import Suite, junit

    return junit(
        Suite(name, tuple(case(name, own.example, own.failures) for own in examples))
        for name, examples in groupby(runs, lambda own: own.ruleset)
    )
