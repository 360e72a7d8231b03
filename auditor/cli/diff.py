"""`auditor diff`: what changed in meaning between two rulesets, and what that does to logs."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from json import dumps
from typing import TYPE_CHECKING, Any

import typer

from auditor.authoring.compare import compare, reached
from auditor.cli.exit import FINDINGS
from auditor.cli.named_files import deliver
from auditor.cli.options import Asked, chosen, option, ruleset_names, takes
from auditor.cli.rules import one_program
from auditor.cli.terminal import as_lines
from auditor.messages.message import Language, message, say
from auditor.report.labels import first_row
from auditor.report.typography import visible

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from auditor.authoring.compare import MeaningChange
    from auditor.findings.accepted import Against
    from auditor.language.core import Program
    from auditor.report.model import Finding, Report


FORMS = ("markdown", "json")
_HOW = {"added": "diff.added", "removed": "diff.removed", "changed": "diff.changed"}
_HEADS = ("diff.rule", "diff.compliant", "diff.violations", "diff.open", "diff.outside")
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
    deliver(_json(own) if form == "json" else as_lines(_markdown(own, asked.language)), output)
    raise typer.Exit(FINDINGS if own.differs else 0)


@dataclass(frozen=True, slots=True)
class _Compared:
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
def _markdown(own: _Compared, language: Language) -> Iterator[str]:
    def words(code: str, **values: str | int) -> str:
        return say(message(code, **values), language)

    names = [f"{each.name} {each.version}" for each in (own.old, own.new)]
    title = words("diff.title", old=names[0], new=names[1])
    yield f"# {title}"
    yield ""
    rules = Counter(each.how for each in own.changes if each.family == "rule")
    if own.changes:
        counts = {how: rules[how] for how in _HOW}
        yield words("diff.summary", others=len(own.changes) - rules.total(), **counts)
    else:
        yield words("diff.same")
    if own.found is not None:
        yield words("diff.found", appear=len(own.found.appear), vanish=len(own.found.vanish))
    yield ""
    for each in own.changes:
        yield f"- **{each.family} `{each.name}`** {words(_HOW[each.how])}"
        for detail in each.details:
            what = f"{_inert(detail.what)}: " if detail.what else ""
            yield f"  - {what}{_inert(detail.old)} → {_inert(detail.new)}"
    if own.touched:
        yield ""
        yield words("diff.reached", rules=", ".join(f"`{name}`" for name in own.touched))
    if own.found is not None:
        yield ""
        yield from _of_logs(own.found, words, language)


def _of_logs(found: Against, words: Any, language: Language) -> Iterator[str]:
    for code, findings in (("diff.appear", found.appear), ("diff.vanish", found.vanish)):
        yield f"## {words(code, count=len(findings))}"
        yield ""
        yield from (_finding(own, language) for own in findings[:MOST])
        if more := max(0, len(findings) - MOST):
            yield "- " + words("diff.more", count=more)
        if findings:
            yield ""
    if not found.moved:
        return
    heads = [words(code) for code in _HEADS]
    yield f"| {' | '.join(heads)} |"
    yield "|---|---|---|---|---|"
    for own in found.moved:
        keys = ("compliant", "violations", "not_verifiable", "not_applicable")
        yield f"| `{own.rule}` | {' | '.join(_count(own.old, own.new, key) for key in keys)} |"


def _count(old: Mapping[str, int] | None, new: Mapping[str, int] | None, key: str) -> str:
    before, after = ("–" if own is None else str(own[key]) for own in (old, new))
    return before if before == after else f"{before} → {after}"


def _finding(own: Finding, language: Language) -> str:
    said = own.message.in_language(language)
    return f"- {_inert(first_row(own))} **{own.rule}** ({own.severity}): {_inert(said)}"


def _inert(text: str) -> str:
    """A text as code, so that nothing in it is Markdown: a log may hold a link, or an image."""
    shown = visible(text)
    fence = "`" * (shown.count("`") + 1)
    room = " " if "`" in shown else ""
    return f"{fence}{room}{shown or '–'}{room}{fence}"
