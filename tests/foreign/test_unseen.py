"""Files of other people's programs, read by answering questions: what is read, and that lawful play
accuses nobody, whatever is left unanswered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path

import pytest

from auditor import CannotAuditError, Proposal, audit_log, propose, read_log
from auditor.log.propose.draft import OF_THE_HOUSE
from tests.log.corpus import Case, cases, check_table

PAGE = Path(__file__).with_name("unseen.txt")
CASES = [*cases(PAGE)]
OURS = ("answer", "misses", "accuses")


def known(what: str) -> Sequence[object]:
    """The cases; one that fails today is expected to, and says why."""
    found = []
    for case in CASES:
        why = [rest for own, rest, _ in case.holds if own == what]
        marks = [pytest.mark.xfail(reason=why[0], strict=True)] if why else []
        found.append(pytest.param(case, marks=marks, id=case.title))
    return found


def written(case: Case, folder: Path) -> Path:
    path = folder / case.file
    path.write_text(case.text, encoding="utf-8")
    return path


def told(case: Case) -> dict[str, str]:
    """The answers of a case, by the ids of their questions."""
    found = {}
    for what, rest, _ in case.holds:
        if what == "answer":
            place, _, answer = map(str.strip, rest.partition(" ="))
            of_all = place.removeprefix("columns.") in OF_THE_HOUSE
            found[place if of_all else f"{case.file}#{place}"] = answer
    return found


@pytest.mark.sampled(16)
@pytest.mark.parametrize("case", known("misses"))
def test_a_file_is_read_once_its_questions_are_answered(case: Case, tmp_path: Path) -> None:
    path, answers = written(case, tmp_path), told(case)
    proposal = propose(path, case.rules)
    asked = (*proposal.questions, *proposal.answered(without_words(answers)).questions)
    assert {own for own in answers if "#values." in own} <= {own.id for own in asked}
    mapping = proposal.answered(answers).mapping
    [table] = read_log(path, mapping=mapping, rules=case.rules).tables
    for what, rest, below in case.holds:
        if what not in OURS:
            check_table(table, what, rest, below)


def without_words(answers: Mapping[str, str]) -> dict[str, str]:
    """The answers before any about words: which columns are which."""
    return {own: answer for own, answer in answers.items() if "#values." not in own}


def some_answers(proposal: Proposal, right: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """No answer, each question answered or said to be nothing, and all of them but one."""
    yield {}
    yield dict(right)
    yield without_words(right)
    for question in proposal.questions:
        yield {question.id: ""}
        if question.id in right:
            yield {question.id: right[question.id]}
            yield {own: answer for own, answer in right.items() if own != question.id}


@pytest.mark.sampled(200)
@pytest.mark.parametrize("case", known("accuses"))
def test_lawful_play_accuses_nobody_whatever_is_left(
    case: Case, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    path = written(case, tmp_path)
    proposal = propose(path, case.rules)
    readings: dict[str, dict[str, str]] = {}
    every = 1 if pytestconfig.getoption("--thorough") else 5  # by day a fifth of the answers
    for answers in islice(some_answers(proposal, told(case)), 0, None, every):
        with suppress(CannotAuditError):  # of answers that leave nothing to be read
            readings.setdefault(proposal.answered(answers).text("en"), answers)
    assert readings
    for answers in readings.values():
        with suppress(CannotAuditError):  # refused, and so nobody is accused
            mapping = proposal.answered(answers).mapping
            reading = read_log(path, mapping=mapping, rules=case.rules)
            audit = audit_log(reading, rules=case.rules)
            assert [own.rule for own in audit.findings] == [], answers
            nobody_is_paid = case.rules.startswith("bataille-")  # at home
            said = audit.report.not_verified or nobody_is_paid
            assert audit.report.payments.checked or said, answers
