"""Every page of this folder says what the program does."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from auditor.engine.evaluate import selection as of_columns
from auditor.engine.recheck import Recheck
from auditor.judge import selection as of_reference
from tests.engine.random.equality import differences
from tests.markdown import Block, blocks
from tests.pages.page import (
    HERE,
    Asked,
    Foreseen,
    PageCase,
    announced,
    answers,
    asked,
    cases,
    compiled,
    diagnostics,
    edited,
    failures,
    log_of,
    mutations,
    same,
    shown,
    whole,
)

PAGES = sorted(HERE.glob("*.md"))
BLOCKS = [block for page in PAGES for block in blocks(page)]
RULES = [own for own in BLOCKS if own.language == "rules" and "{}" not in own.text]
FORESEEN = [(own, announced(own)) for own in RULES]
FORESEEN += [
    own
    for page in PAGES
    for rules, block in pairwise(own for own in blocks(page) if own.language in ("rules", "edited"))
    if block.language == "edited"
    for own in edited(rules, block)
]
TOLD = {"failures": failures, "changes": mutations}
OF_EXAMPLES = [own for own in pairwise(BLOCKS) if own[1].language in TOLD]
CASES = [case for page in PAGES for case in cases(page)]
ASKED = [line for page in PAGES for line in asked(page)]


def test_no_block_is_passed_over() -> None:
    assert {block.language for block in BLOCKS} == {
        "rules",
        "log",
        "answers",
        "asked",
        "edited",
        *TOLD,
    }
    assert len(CASES) == sum(block.language == "answers" for block in BLOCKS)
    assert len(CASES) == sum(block.language == "log" for block in BLOCKS)
    assert len(RULES) > 40
    assert len(CASES) > 2


@pytest.mark.parametrize(("block", "foreseen"), FORESEEN, ids=str)
def test_what_is_said_of_a_rule_file_stands_on_its_lines(
    block: Block, foreseen: list[Foreseen], tmp_path: Path
) -> None:
    found = list(diagnostics(block, tmp_path))
    unforeseen = [d for d in found if not any(same(d, one) for one in foreseen)]
    missing = [one for one in foreseen if not any(same(d, one) for d in found)]
    told = [(d.span.line, d.code, d.span.text, shown(d)) for d in unforeseen]
    assert (told, missing) == ([], [])
    assert len(found) == len(foreseen)
    assert [d for d in found if d.clue is not None] == []


@pytest.mark.parametrize("case", CASES, ids=str)
def test_rules_answer_as_the_page_says_by_both_engines(case: PageCase, tmp_path: Path) -> None:
    program, found = compiled(whole(case.rules), tmp_path)
    assert program is not None, [(d.span.line, str(d.message)) for d in found]
    log = log_of(case.log, program)
    assert answers(program, log) == case.answers.text
    assert differences(program, log) == []


@pytest.mark.parametrize(("rules", "told"), OF_EXAMPLES, ids=str)
def test_examples_show_what_the_page_says(rules: Block, told: Block, tmp_path: Path) -> None:
    program, found = compiled(whole(rules), tmp_path)
    assert program is not None, [(d.span.line, str(d.message)) for d in found]
    assert TOLD[told.language](program) == told.text


@pytest.mark.parametrize("line", ASKED, ids=str)
def test_what_is_asked_of_a_log_is_answered_as_was_decided_by_both_engines(
    line: Asked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if most := line.option("crowd"):
        for engine in (of_columns, of_reference):
            monkeypatch.setattr(engine, "CROWD", int(most))
    if line.option("columns") is not None:
        monkeypatch.setattr(Recheck, "truths", None)  # which asks the reference
    found = line.answers(tmp_path)
    for question, (answer, because) in line.expected.items():
        own, why = found[question]
        assert own == answer, question
        assert because in ("", why), question
