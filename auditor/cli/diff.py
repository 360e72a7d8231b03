"""`auditor diff`: what changed in meaning between two rulesets, and what that does to logs."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import asdict
from json import dumps
from typing import TYPE_CHECKING, Any

import typer

from auditor.authoring.compare import compare, reached
from auditor.cli.exit import FINDINGS
from auditor.cli.named_files import deliver
from auditor.cli.options import Asked, chosen, option, ruleset_names, takes
from auditor.cli.rules import one_program
from auditor.cli.terminal import page
from auditor.messages.message import Language
from auditor.report.labels import first_row
from auditor.report.typography import visible
from auditor.source import Frozen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from auditor.authoring.compare import MeaningChange
    from auditor.findings.accepted import Against, Moved
    from auditor.language.core import Program
    from auditor.report.model import Report


FORMS = ("markdown", "json")
MOST = 50
"""Findings that Markdown lists of those that appear, and of those that vanish."""


@takes("form", "output", "mapping", "records")
def diff(
    asked: Asked,
    old: str = typer.Argument(..., metavar="OLD", autocompletion=ruleset_names),
    new: str = typer.Argument(..., metavar="NEW", autocompletion=ruleset_names),
    logs: list[str] | None = typer.Argument(None, metavar="LOG", show_default=False),
    form: str = typer.Option("markdown", "--format", metavar="|".join(FORMS)),
    output: str | None = option("output"),
) -> None:
    """Say what changed in meaning between two rulesets, and which findings appear or vanish.

    The exit status is 1 where anything did.

    Example: auditor diff bataille-pat bataille-pat-recharge evening.csv
    """
    chosen("--format", form, FORMS)
    own = _compared((old, new), logs or (), asked)
    deliver(_json(own) if form == "json" else _markdown(own, asked.language), output)
    raise typer.Exit(FINDINGS if own.differs else 0)


class _Compared(Frozen):
    """Two rulesets, what changed, the rules that it reaches; of logs, what findings became."""

    old: Program
    new: Program
    changes: Sequence[MeaningChange]
    touched: Sequence[str]
    found: Against | None

    @property
    def differs(self) -> bool:
        found = self.found
        moved = found is not None and (found.appear or found.vanish or found.moved)
        return bool(self.changes or moved)


def _compared(rules: tuple[str, str], logs: Sequence[str], asked: Asked) -> _Compared:
    one, other = map(one_program, rules)
    changes, found = compare(one, other), None
    if logs:
        from auditor.findings.accepted import against

        found = against(*(_audited(name, logs, asked) for name in rules))
    return _Compared(one, other, changes, reached(one, other, changes), found)


def _audited(rules: str, logs: Sequence[str], asked: Asked) -> Report:
    from auditor.audit import audit_log, read_log

    # The log of a game shows what other rules would make of it.
    settings = asked.settings(rules=rules, rules_anyway=True)
    reading = read_log(logs, mapping=settings.mapping, rules=rules)
    return audit_log(reading, settings, processes=os.cpu_count() or 1).report


# ---- JSON ---------------------------------------------------------------------------------------
def _json(own: _Compared) -> str:
    told: dict[str, Any] = {
        "old": _ruleset(own.old),
        "new": _ruleset(own.new),
        "changes": [asdict(each) for each in own.changes],
        "reached": list(own.touched),
        "findings": None,
    }
    if own.found is not None:
        told["findings"] = {
            "appear": [each.model_dump(mode="json") for each in own.found.appear],
            "vanish": [each.model_dump(mode="json") for each in own.found.vanish],
            "answers": [asdict(each) for each in own.found.moved],
        }
    return dumps(told, ensure_ascii=False, indent=2) + "\n"


def _ruleset(program: Program) -> dict[str, str]:
    return {"name": program.name, "version": program.version, "sha256": program.sha256}


# ---- Markdown -----------------------------------------------------------------------------------
def _markdown(own: _Compared, language: Language) -> str:
    rules = Counter(each.how for each in own.changes if each.family == "rule")
    return page(
        "diff.md",
        language,
        old=own.old,
        new=own.new,
        changes=own.changes,
        rules={how: rules[how] for how in ("added", "removed", "changed")},
        others=len(own.changes) - rules.total(),
        touched=own.touched,
        found=own.found,
        most=MOST,
        count=_count,
        first_row=first_row,
        inert=_inert,
    )


def _count(own: Moved, key: str) -> str:
    """An answer of a rule by the old ruleset, and by the new one where that is another."""
    before, after = ("–" if each is None else str(each[key]) for each in (own.old, own.new))
    return before if before == after else f"{before} → {after}"


def _inert(text: str) -> str:
    """A text as code, so that nothing in it is Markdown: a log may hold a link, or an image."""
    shown = visible(text)
    fence = "`" * (shown.count("`") + 1)
    room = " " if "`" in shown else ""
    return f"{fence}{room}{shown or '–'}{room}{fence}"
