"""Counterexamples that were found and made small: a rule file each, and a log of the same name.

The rule file begins with what the engines said, and with the options of the audit:
`# --records all` or kinds of event, `# --param cap=20`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from auditor.language.core import Program
from auditor.log.event import Log
from auditor.log.store.columns_of_tables import Everything
from auditor.values import Value, read_value, show
from tests.engine.random.equality import compiled, log_of
from tests.engine.random.pairs import Pair
from tests.engine.random.words import KINDS

FOLDER = Path(__file__).parent / "counterexamples"


def keep(pair: Pair, told: str) -> Path:
    """Writes a counterexample down; gives its rule file."""
    name = hashlib.sha256((pair.rules.text + pair.sheet.csv).encode()).hexdigest()[:8]
    records = pair.sheet.records
    head = [
        f"# {told[:90]}",
        f"# --records {'all' if len(records) == len(KINDS) else ','.join(records)}",
    ]
    head += [f"# --param {name}={show(value)}" for name, value in pair.params]
    head += ["# --whole yes"] if pair.whole else []
    rules = FOLDER / f"{name}.rules"
    rules.write_text("\n".join((*map(str.rstrip, head), pair.rules.text)), "utf-8")
    rules.with_suffix(".csv").write_text(pair.sheet.csv, "utf-8")
    return rules


def kept() -> list[Path]:
    return sorted(FOLDER.glob("*.rules"))


def read(rules: Path) -> tuple[Program, Log, Mapping[str, Value]]:
    """The program, the log and the parameters of a counterexample."""
    text = rules.read_text("utf-8")
    program = compiled(text)
    assert program is not None, f"{rules.name} has errors"
    records: list[str] | Everything = []
    params: dict[str, Value] = {}
    whole = False
    for option, value in _options(text):
        if option == "whole":
            whole = True
        elif option == "records":
            records = (
                Everything() if value == "all" else [kind for kind in value.split(",") if kind]
            )
        else:
            name, _, given = value.partition("=")
            params[name] = read_value(given, program.params[name].type)
    csv = rules.with_suffix(".csv").read_text("utf-8")
    return program, log_of(csv, program, records, whole=whole), params


def _options(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        if line.startswith("# --"):
            option, _, value = line.removeprefix("# --").partition(" ")
            yield option, value.strip()
