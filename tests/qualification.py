"""The proof table: lawful play gives no finding, and every fault is found where it was put in.

The simulators know nothing of the rule language and the rules nothing of the simulators, so
that a line of the table is two readings of the same obligation that agree.

    python -m tests.qualification            the whole table, as Markdown
    python -m tests.qualification --quick    shorter lawful logs
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from auditor.judge.replay import replay
from auditor.judge.verdict import Tally
from auditor.language.check import compile_ruleset
from auditor.language.core import Program
from auditor.language.load import locate
from auditor.log.assemble import Everything, assemble
from auditor.log.sheet import Table
from auditor.simulate.catalogue import game, names
from auditor.simulate.inject import inject
from auditor.simulate.protocol import Fault, Game, NoPlaceError, Plan, Row

LAWFUL_EVENTS = 100_000
CHUNK = 20_000
SEEDS = 12
PLANS = (
    Plan(events=1_500, tables=2, sessions=2),
    Plan(events=6_000, tables=1, sessions=3),
    Plan(events=6_000, tables=3, sessions=4, casinos=2),
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one fault: the rules that found it, and findings that should not be."""

    fault: str
    provisions: tuple[str, ...]
    rules: tuple[str, ...] = ()
    on_row: bool = False
    extra: tuple[str, ...] = ()
    placed: bool = True

    @property
    def good(self) -> bool:
        return self.placed and bool(self.rules) and self.on_row and not self.extra


@dataclass(slots=True)
class Qualification:
    """All that was tried with one game."""

    game: str
    lawful_events: int = 0
    lawful_findings: int = 0
    unverified: int = 0
    outcomes: list[Outcome] = field(default_factory=list)
    silent_rules: tuple[str, ...] = ()


@cache
def program(name: str) -> Program:
    """The ruleset of a game, which must be without error."""
    found, diagnostics = compile_ruleset(locate(name))
    assert found is not None, diagnostics
    return found


def judged(own: Game, rows: Sequence[Row]) -> tuple[Tally, ...]:
    """The answers over some rows, every kind of event declared recorded."""
    cells = [(n, tuple(row.get(c, "") for c in own.columns)) for n, row in enumerate(rows, 2)]
    table = Table("log.csv", None, "", None, tuple(own.columns), 1, cells, (), ())
    rules = program(own.name)
    log = assemble([table], rules.vocabulary, Everything(), own.name)
    assert not log.set_aside, log.set_aside[0]
    return replay(rules, log)


def lawful(own: Game, events: int) -> tuple[int, int, int]:
    """Events judged, findings, and subjects that could not be verified, over several seeds."""
    seen = findings = unverified = 0
    seed = 0
    while seen < events:
        seed += 1
        plan = Plan(min(CHUNK, events), seed, casinos=1 + seed % 2, sessions=1 + seed % 3,
                    tables=1 + seed % 4)  # fmt: skip
        rows = list(own.lawful(plan))
        tallies = judged(own, rows)
        seen += len(rows)
        findings += sum(len(tally.violations) for tally in tallies)
        unverified += sum(tally.unverified for tally in tallies)
    return seen, findings, unverified


def tried(own: Game, fault: Fault) -> Outcome:
    """One fault, put in at the first plan and seed that offer it a place."""
    for rows, seed in _evenings(own):
        try:
            faulty, injection = inject(rows, fault, seed)
        except NoPlaceError:
            continue
        return _outcome(judged(own, faulty), fault, injection.rows)
    return Outcome(fault.name, fault.provisions, placed=False)


def _evenings(own: Game) -> Iterator[tuple[list[Row], int]]:
    for plan in PLANS:
        for seed in range(1, SEEDS + 1):
            yield _rows(own.name, replace(plan, seed=seed)), seed


@cache
def _rows(name: str, plan: Plan) -> list[Row]:
    return list(game(name).lawful(plan))


def _outcome(tallies: Sequence[Tally], fault: Fault, rows: tuple[int, ...]) -> Outcome:
    found = [verdict for tally in tallies for verdict in tally.violations]
    right = [v for v in found if set(v.rule.cites) & set(fault.provisions)]
    seen = {event.row.number for v in right for event in v.evidence.events}
    return Outcome(
        fault.name,
        fault.provisions,
        tuple(dict.fromkeys(v.rule.name for v in right)),
        bool(seen & set(rows)),
        tuple(dict.fromkeys(v.rule.name for v in found if v not in right)),
    )


def qualify(own: Game, events: int, faults: Sequence[Fault] | None = None) -> Qualification:
    """Everything tried with one game."""
    made = Qualification(own.name, *lawful(own, events))
    made.outcomes = [tried(own, fault) for fault in (own.faults if faults is None else faults)]
    exercised = {rule for outcome in made.outcomes for rule in outcome.rules}
    every = (rule.name for rule in program(own.name).rules)
    made.silent_rules = tuple(name for name in every if name not in exercised)
    _rows.cache_clear()
    return made


def as_markdown(made: Qualification) -> Iterator[str]:
    """The table of one game."""
    found = sum(outcome.good for outcome in made.outcomes)
    yield f"## `{made.game}`\n"
    yield (
        f"Lawful play: {made.lawful_events:,} events, {made.lawful_findings} findings, "
        f"{made.unverified} not verifiable. Faults: {found} of {len(made.outcomes)} found on "
        "their rows and nothing else.\n"
    )
    yield "| fault | provisions | found by | result |"
    yield "|---|---|---|---|"
    for outcome in made.outcomes:
        rules = ", ".join(f"`{rule}`" for rule in outcome.rules) or "—"
        provisions = ", ".join(outcome.provisions)
        yield f"| {outcome.fault} | {provisions} | {rules} | {_result(outcome)} |"
    if made.silent_rules:
        silent = ", ".join(f"`{rule}`" for rule in made.silent_rules)
        yield f"\nRules that no fault of the table exercises: {silent}."
    yield ""


def _result(outcome: Outcome) -> str:
    if not outcome.placed:
        return "no place"
    if not outcome.rules:
        return "missed"
    if outcome.extra:
        return "found, extra " + ", ".join(f"`{rule}`" for rule in outcome.extra)
    return "found" if outcome.on_row else "found on other rows"


def main(arguments: Sequence[str]) -> int:
    """Print the table; 1 where anything in it is not as it should be."""
    events = 10_000 if "--quick" in arguments else LAWFUL_EVENTS
    wanted = [name for name in arguments if not name.startswith("-")] or list(names())
    wrong = 0
    for name in wanted:
        made = qualify(game(name), events)
        wrong += made.lawful_findings + sum(not outcome.good for outcome in made.outcomes)
        for line in as_markdown(made):
            sys.stdout.write(line + "\n")
        sys.stdout.flush()
    return 1 if wrong else 0


def some(faults: Sequence[Fault], share: int) -> tuple[Fault, ...]:
    """One fault in every `share`: enough for a test, all of them for the table."""
    return tuple(faults[::share])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
