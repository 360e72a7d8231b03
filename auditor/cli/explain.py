"""`auditor explain`: what a rule asks and why, what a code means, how a finding comes about."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from auditor.cli.named_files import people_key
from auditor.cli.options import Asked, takes, value
from auditor.cli.rules import one_program
from auditor.cli.terminal import page, tell
from auditor.language.resolve.search_path import available
from auditor.messages.message import CannotError, message, suggestion
from auditor.report import labels
from auditor.values import show

if TYPE_CHECKING:
    from auditor.language.core import Program, Rule
    from auditor.report.model import Language
    from auditor.request import Settings


_CODE = re.compile(r"[EW]\d{3}")
_NAME = re.compile(r"\w[\w-]*")
_FINDING = re.compile(r"[0-9a-f]{12}(-\d+)?")


@takes(
    *("rules", "rules_anyway", "mapping", "records", "param", "params"),
    *("row", "case", "language"),
)
def explain(
    asked: Asked,
    what: str = typer.Argument(..., metavar="RULE|CODE|FINDING"),
    logs: list[str] | None = typer.Argument(None, metavar="LOG", show_default=False),
    row: str | None = value("LOG:17"),
) -> None:
    """Say what a rule asks and why, what a code means, how a finding comes about, or why a row was
    not flagged.

    Example: auditor explain bataille/five-burned
    """
    if _CODE.fullmatch(what.upper()) and not logs:
        lines = _code(what.upper(), asked.language)
    elif row is not None or logs or _FINDING.fullmatch(what):
        settings = asked.settings(key=None if asked["case"] is None else people_key(None))
        lines = (
            _finding(what, logs or [], settings)
            if row is None
            else of_row(what, row, logs or [], settings)
        )
    else:
        lines = _rule(*_found(what, asked["rules"]), asked.language)
    for line in lines:
        tell(line)


_IN_CODES: dict[Language, tuple[str, ...]] = {
    "fr": (" :", "remède :", "à corriger :", "corrigé :"),
    "en": (":", "remedy:", "wrong:", "right:"),
}


# ---- a code -------------------------------------------------------------------------------------
def _code(code: str, language: Language) -> Iterator[str]:
    from auditor.authoring.codes import CODES

    if code not in CODES:
        raise CannotError(message("explain.no_code", code=code, codes=tuple(CODES)))
    own = CODES[code]
    meaning, remedy = own.in_language(language)
    yield f"{own.code}{_IN_CODES[language][0]} {meaning}"
    yield f"  {_IN_CODES[language][1]}  {remedy}"
    for title, piece in zip(_IN_CODES[language][2:], (own.wrong, own.right), strict=True):
        yield ""
        yield f"  {title}"
        yield from (f"    {line}" for line in piece.splitlines())


# ---- a rule -------------------------------------------------------------------------------------
def _found(what: str, rules: str | None) -> tuple[Program, Rule]:
    """The rule of this name: in the ruleset named, else in the only shipped one that has it."""
    game, slash, name = what.rpartition("/")
    asked = rules or (game if slash else None)
    programs = _programs(asked)
    found = [(own, rule) for own in programs for rule in own.rules if rule.name == name]
    if not found:
        hint = suggestion(name, {rule.name for own in programs for rule in own.rules})
        hint = hint or message("explain.rules_listed")
        games = tuple(own.name for own in programs) or message("explain.no_ruleset")
        raise CannotError(message("explain.no_rule", name=name, games=games, hint=hint))
    # A ruleset that extends another has the other's rules too: the text is the same.
    if len({rule.span.source.name for _, rule in found}) > 1:
        names = tuple(f"`{rule.id}`" for _, rule in found)
        raise CannotError(message("explain.several_rules", name=name, names=names))
    return found[0]


def _programs(asked: str | None) -> list[Program]:
    from auditor.authoring.review import review

    if asked is not None:
        return [one_program(asked)]
    compiled = (review(path)[0] for path in available().values())
    return [program for program in compiled if program is not None]


def _rule(program: Program, rule: Rule, language: Language) -> Iterator[str]:
    from auditor.authoring.examples import in_full
    from auditor.findings.finding import law_source
    from auditor.language import core
    from auditor.language.core import parts_of

    provisions = {own.id: own for own in program.provisions}
    declared = rule.span.declaration
    said = {*_NAME.findall(declared)}
    said |= {own.record for own in parts_of(rule.applies) if isinstance(own, core.Lookup)}
    whole = page(
        "explain.txt",
        language,
        program=program,
        rule=rule,
        cited=[provisions[name] for name in rule.cites],
        readings=[own for own in program.readings if own.id in rule.rests_on],
        texts=[declared, *(s.declaration for name, s in program.shorthand if name in said)],
        examples=[
            in_full(own)
            for own in program.examples
            if own.rule.text == rule.name and not (own.of_former or own.is_edge)
        ],
        colon=_IN_CODES[language][0],
        labels=labels,
        law_source=law_source,
        show=show,
        words=labels.Words(language),
    )
    yield from whole.splitlines()


# ---- a finding ----------------------------------------------------------------------------------
def _finding(what: str, logs: Sequence[str], settings: Settings) -> Iterator[str]:
    from auditor.audit import audit_log, read_log
    from auditor.explanation import explain as explained

    if not logs:
        raise CannotError(message("explain.which_log", what=what))
    reading = read_log(logs, mapping=settings.mapping, rules=settings.rules)
    settings = replace(settings, finding=what)
    done = audit_log(reading, settings, processes=os.cpu_count() or 1)
    return explained(done, what).lines(settings.language)


_ROW = re.compile(r"(?P<file>.+?)(?:\[(?P<sheet>[^\]]*)\])?:(?P<number>\d+)", re.DOTALL)


def of_row(rule: str, row: str, logs: Sequence[str], settings: Settings) -> Iterator[str]:
    """The lines that say what the rule says of the row.  Raises CannotError."""
    from auditor.audit import read_log
    from auditor.explanation import RowName, explain_row

    found = _ROW.fullmatch(row)
    if found is None:
        raise CannotError(message("explain.no_row_name", row=row))
    game, _, name = rule.rpartition("/")
    meant = RowName(Path(found["file"]).name, found["sheet"], int(found["number"]))
    beside = {Path(own).name for own in logs}
    is_beside = meant.file in beside or (logs and not Path(found["file"]).exists())
    named = [] if is_beside else [found["file"]]
    files = list(dict.fromkeys((*named, *logs)))
    reading = read_log(files, mapping=settings.mapping, rules=settings.rules)
    settings = replace(settings, rules=settings.rules or game or None)
    for own in explain_row(reading, name, meant, settings):
        yield from own.lines(settings.language)
