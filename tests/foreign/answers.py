"""A new user's way: ask for a mapping, answer its questions, audit by it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from auditor import Audit, audit_log, read_log
from auditor.log.propose.propose import proposal
from auditor.log.propose.trial import probe
from auditor.proposal import words_for

KNOWN = {
    "casino": "Nord",
    "season": "2025-2026",
    "session": "2026-01-09",
    "table": "T1",
    "time": "2026-01-09",
}
_QUESTION = re.compile(r'# \? (\w+)( *= )"(.*?)"(.*)')
_LIST = re.compile(r"# \? (\w+ *= \[.*\].*)")


def proposed(log: Path, game: str) -> str:
    return proposal(probe(log, log.name), words_for(game), log.name).text()


def answered(text: str, game: str, answers: Mapping[str, str]) -> str:
    """The proposal with its questions answered, by what is known of the log or else with yes."""
    told = KNOWN | {"game": game} | dict(answers)
    lines = []
    for line in text.splitlines():
        if found := _QUESTION.fullmatch(line):
            key, equals, guess, rest = found.groups()
            guess = guess.replace("…", told.get(key, "…")) if "…" in guess else guess
            lines.append(f'{key}{equals}"{answers.get(key, guess)}"{rest}')
        else:
            listed = _LIST.fullmatch(line)
            lines.append(line if listed is None else listed.group(1))
    text = "\n".join(lines) + "\n"
    if "commission" in answers:  # what is paid is net of it
        text = re.sub(r"^(records *= \[)", r'\1"commission", ', text, flags=re.MULTILINE)
    return text


def audited(log: Path, game: str, answers: Mapping[str, str] | None = None) -> Audit:
    """By the mapping that is proposed for the log; without answers as it stands, and with a
    constant for each column that the report asks for.
    """
    if answers is not None:
        return _mapped(log, game, answered(proposed(log, game), game, answers))
    audit = audit_log(read_log(log, rules=game), rules=game)
    asked = [own.column for own in audit.report.fitness.unscoped]
    if not asked:
        return audit
    assert not audit.findings
    lines = [f'{name} = "{KNOWN.get(name, "1")}"' for name in asked]
    return _mapped(log, game, "\n".join(["[columns]", *lines, ""]))


def _mapped(log: Path, game: str, text: str) -> Audit:
    mapping = log.with_name("told.toml")
    mapping.write_text(text, encoding="utf-8")
    return audit_log(read_log(log, mapping=mapping, rules=game), rules=game)
