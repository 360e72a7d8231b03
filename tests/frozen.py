"""`make frozen`: what is found in a wide corpus of logs, a hash a log, held against `frozen.txt`.

A change of the program that is to change no answer changes no line of that file.  Whatever changes
one says in its commit which, and why; `make frozen WRITE=1` then writes the file anew.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from auditor.audit import Audit, Engine, audit_log, read_log
from auditor.authoring.examples import failing, run_here
from auditor.authoring.review import review
from auditor.language.resolve.search_path import available, locate
from auditor.request import CannotAuditError
from auditor_simulators.catalogue import game
from auditor_simulators.catalogue import names as games
from auditor_simulators.inject import inject
from auditor_simulators.protocol import NoPlaceError, Plan
from tests.damage import logs
from tests.damage.damaging import Lines, damages
from tests.damage.edits import losses
from tests.damage.properties import text_of

KEPT = Path(__file__).with_name("frozen.txt")
SAMPLES = Path(__file__).parents[1] / "samples"
ENGINES: tuple[Engine, ...] = ("columns", "reference")
DAMAGES = 2
"""Damages of one lawful and of one faulty log of each game."""


@dataclass(frozen=True, slots=True)
class Frozen:
    """One log of the corpus, a file or its lines; `rules` None are those that the log names."""

    name: str
    log: Path | Lines | str
    rules: str | None


def corpus() -> Iterator[Frozen]:
    """All logs, the same ones each time."""
    for path in sorted(SAMPLES.rglob("*")):
        if path.is_file() and path.suffix not in {".json", ".toml", ".md"}:
            root = path.relative_to(SAMPLES)
            named = root.parts[1] if root.parts[0] == "shapes" else root.parts[0]
            yield Frozen(f"samples/{root}", path, named if named in games() else None)
    for name in games():
        yield from _faults(name)
        yield from _damaged(name)


def _faults(name: str) -> Iterator[Frozen]:
    own = game(name)
    alone = name.startswith("bataille-")  # a game without a house is one long session
    plan = Plan(events=60 if alone else 250, seed=7)
    for fault in own.faults:
        try:
            rows, _ = inject(own.lawful(plan), fault, 7)
        except NoPlaceError:
            continue
        lines: Lines = [[*own.columns], *([row.get(at, "") for at in own.columns] for row in rows)]
        yield Frozen(f"faults/{name}/{fault.name}", lines, name)


def _damaged(name: str) -> Iterator[Frozen]:
    for kind, lines in (("lawful", logs.lawful(name, 3)), ("faulty", logs.faulty(name, 3)[1])):
        for number, damage in enumerate(islice(damages(lines, 3), DAMAGES)):
            yield Frozen(
                f"damaged/{name}/{kind}/{number}", "\n".join((*damage.of(lines), "")), name
            )
        for number, loss in enumerate(losses(name, lines, 1, Random(3))):
            yield Frozen(f"lost/{name}/{kind}/{number}", loss.left, name)


def line_of(own: Frozen) -> str:
    """The line of one log: its name, the hash of what both engines find, and how much that is."""
    found = {engine: _answered(own, engine) for engine in ENGINES}
    said, count, checks = found["columns"]
    if said != found["reference"][0]:
        return f"{own.name} the engines differ"
    return f"{own.name} {sha256(said.encode()).hexdigest()[:12]} {count} of {checks}"


def _answered(own: Frozen, engine: Engine) -> tuple[str, int, int]:
    with TemporaryDirectory() as folder:
        path = own.log if isinstance(own.log, Path) else Path(folder, "log.csv")
        if not isinstance(own.log, Path):
            text = own.log if isinstance(own.log, str) else text_of(own.log)
            path.write_text(text, "utf-8")
        try:
            audit = audit_log(read_log(path), rules=own.rules, records="all", engine=engine)
        except CannotAuditError as refused:
            return "refused " + ", ".join(sorted(says.code for says in refused.says)), 0, 0
    return _said(audit), len(audit.findings), audit.report.summary.checked


def _said(audit: Audit) -> str:
    """What is frozen of an audit: each finding with its rows, and the answers of each rule; none of
    the words, which are tried by tests of their own.
    """
    findings = [
        (own.id, own.rule, own.severity, own.class_, [[row.sheet, row.row] for row in own.rows])
        for own in audit.findings
    ]
    rules = [
        (own.rule, own.compliant, own.violations, own.not_verifiable, own.not_applicable)
        for own in audit.report.rules
    ]
    return json.dumps([findings, rules], default=str)


def example_line(name: str) -> str:
    """The line of all examples of a ruleset: which hold."""
    program, _ = review(locate(name))
    assert program is not None
    held = sorted((own.title, failing(program, own) is None) for own in run_here(program))
    told = sha256(json.dumps(held).encode()).hexdigest()[:12]
    return f"examples/{name} {told} {sum(good for _, good in held)} of {len(held)}"


def main() -> int:
    """Compare, or with `--write` write anew; 1 where a line differs."""
    with ProcessPoolExecutor() as pool:
        lines = [*pool.map(line_of, corpus(), chunksize=8), *pool.map(example_line, available())]
    if "--write" in sys.argv[1:]:
        KEPT.write_text("\n".join(lines) + "\n", "utf-8")
        return 0
    kept = KEPT.read_text("utf-8").splitlines()
    for sign, some, others in (("-", kept, lines), ("+", lines, kept)):
        sys.stdout.writelines(f"{sign} {line}\n" for line in some if line not in frozenset(others))
    return int(kept != lines)


if __name__ == "__main__":
    sys.exit(main())
