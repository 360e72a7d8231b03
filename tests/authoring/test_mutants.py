"""Broken rule files: whatever is broken, `check` ends, does not fail, and tells a place.

Each mutant is a shipped ruleset with a word dropped, doubled, swapped or changed.  The seed is
fixed, so that a mutant that fails once fails again; `AUDITOR_MUTANTS` asks for more of them.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from auditor.authoring.kept import said_of
from auditor.diagnostic import render
from auditor.language.resolve.search_path import shipped

MUTANTS = int(os.environ.get("AUDITOR_MUTANTS", "6"))
RULESETS = ("boule", "casino", "bataille-payante", "punto-banco")
LONGEST = 20.0  # seconds of processor for one ruleset; a mutant takes a tenth of one
_TOKEN = re.compile(r'"[^"\n]*"|[\w.-]+|[^\w\s]')

Mutation = Callable[[random.Random, str], str]


def _one(at: random.Random, text: str) -> re.Match[str]:
    return at.choice(list(_TOKEN.finditer(text)))


def drop(at: random.Random, text: str) -> str:
    token = _one(at, text)
    return text[: token.start()] + text[token.end() :]


def double(at: random.Random, text: str) -> str:
    token = _one(at, text)
    return f"{text[: token.end()]} {text[token.start() :]}"


def swap(at: random.Random, text: str) -> str:
    one, other = sorted((_one(at, text), _one(at, text)), key=lambda token: token.start())
    if one.start() == other.start():
        return text
    between = text[one.end() : other.start()]
    return text[: one.start()] + other[0] + between + one[0] + text[other.end() :]


def number(at: random.Random, text: str) -> str:
    tokens = [token for token in _TOKEN.finditer(text) if token[0].isdecimal()]
    token = at.choice(tokens)
    other = at.choice(("0", "1", "-1", "2.5", "999999", str(int(token[0]) + 1)))
    return text[: token.start()] + other + text[token.end() :]


def misspell(at: random.Random, text: str) -> str:
    place = at.randrange(len(text))
    return text[:place] + at.choice('x"(){}[]|#.=<\u202e\u00a0é\0') + text[place + 1 :]


def lines(at: random.Random, text: str) -> str:
    rows = text.splitlines(keepends=True)
    place = at.randrange(len(rows))
    return "".join((*rows[:place], *at.choice(([], [rows[place]] * 2)), *rows[place + 1 :]))


MUTATIONS: tuple[Mutation, ...] = (drop, double, swap, number, misspell, lines)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", RULESETS)
def test_a_broken_ruleset_is_told_with_a_place(name: str, tmp_path: Path) -> None:
    shutil.copytree(shipped(), tmp_path, dirs_exist_ok=True)
    folder = tmp_path / name
    file = folder / f"{name}.rules"
    lawful = file.read_text("utf-8")
    for seed in range(MUTANTS):
        at = random.Random(f"{name} {seed}")
        broken = lawful
        for _ in range(at.randint(1, 3)):
            broken = at.choice(MUTATIONS)(at, broken)
        file.write_text(broken, "utf-8", newline="")
        began = time.process_time()
        found = said_of(folder)
        assert time.process_time() - began < LONGEST, f"{name} {seed}"
        for diagnostic in found:
            assert render(diagnostic, "fr") != render(diagnostic, "en")
            assert diagnostic.span.line >= 1, f"{name} {seed}"
            assert diagnostic.span.column >= 1, f"{name} {seed}"
            length = len(diagnostic.span.source.text.split("\n"))
            assert diagnostic.span.line <= max(1, length), f"{name} {seed}"
