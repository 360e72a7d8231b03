"""More in a case file: what stands in it stays to the sign, and what would break it is refused."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from auditor import (
    AskedAnswer,
    AskedDecision,
    AskedWaiver,
    CaseError,
    amended,
    audit_log,
    case_in,
    read_log,
)
from auditor.case import StatedCase
from auditor.messages.message import message, refused

PLAIN = 'number = "7"\n[establishment]\nname = "C"\n'
CASES = {
    "plain": PLAIN,
    "with comments": f"# one\n{PLAIN}# the last, without an end",
    "answers": f'{PLAIN}[[answers]]\nfinding = "aa"\ntext = "no"  # he says\n',
    "inline": f'answers = [{{finding = "aa", text = "no"}}]  # short\n{PLAIN}',
    "of windows": PLAIN.replace("\n", "\r\n"),
    "a version": f"version = 3  # of three\n{PLAIN}",
}
ANSWER = AskedAnswer(finding="bb", text='she said "no"\nand left', day=date(2026, 3, 1))
DECISION = AskedDecision(
    finding="bb", decision="contested", reason="lui", checked=("clock",), author="M. P."
)
WAIVER = AskedWaiver(
    rule="r/a",
    subject={"table": "B1"},
    reason="broken",
    author="M. P.",
    expires=date(2026, 4, 1),
    at_most=2,
)


@pytest.mark.parametrize("text", CASES.values(), ids=CASES)
def test_what_is_added_stands_behind_what_stood(text: str) -> None:
    before = case_in(text).case
    written = amended(text, answers=[ANSWER, ANSWER], decisions=[DECISION], waivers=[WAIVER])
    after = case_in(written).case
    assert after.answers == (*before.answers, ANSWER, ANSWER)
    assert (after.decisions, after.waivers) == ((DECISION,), (WAIVER,))
    added = {"answers": before.answers, "decisions": (), "waivers": ()}
    assert after.model_copy(update=added) == before
    kept = [line for line in text.splitlines() if not line.startswith("answers")]
    lines = iter(written.splitlines())
    assert all(line in lines for line in kept)  # in their order


@pytest.mark.parametrize("text", CASES.values(), ids=CASES)
def test_a_version_is_put_where_the_last_stood(text: str) -> None:
    written = amended(text, version=4, status="final")
    after = case_in(written).case
    assert (after.version, after.status) == (4, "final")
    assert after.model_copy(update={"version": 1, "status": "provisional"}) == case_in(
        text
    ).case.model_copy(update={"version": 1})
    assert ("# of three" in written) == ("# of three" in text)


def test_nothing_more_is_the_same_text() -> None:
    for text in CASES.values():
        assert amended(text) == text


@pytest.mark.parametrize(
    ("text", "status"), [(PLAIN, "draft"), ("number = ", "final"), (PLAIN + "x = 1", "final")]
)
def test_what_would_be_no_case_file_is_refused(text: str, status: str) -> None:
    with pytest.raises(CaseError):
        amended(text, status=status)


def test_a_case_in_memory_is_that_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "case.toml"
    path.write_text(PLAIN, encoding="utf-8")
    log = read_log("samples/bataille-pat-recharge/lawful.csv")
    cases = (path, case_in(PLAIN), case_in(PLAIN).case)
    reports = [audit_log(log, rules="bataille-pat-recharge", case=own).report for own in cases]
    assert all(isinstance(own.case, StatedCase) for own in reports)
    assert reports[0] == reports[1]
    named = {own.run.parameters.pop("case") for own in reports}
    assert len(named) == 2  # one stands in a file
    assert reports[1] == reports[2]


def test_a_reason_is_taken_apart() -> None:
    cell = message("refusal.cell", file="a.csv", row=3, column="card", says=message("toml.day"))
    one = refused(cell)
    assert (one.code, one.file, one.row, one.column) == ("toml.day", "a.csv", 3, "card")
    assert one.in_language("fr").startswith("a.csv : ligne 3 : colonne `card` : ")
    near = message("suggestion.and_more", hint=message("suggestion", near="player"))
    two = refused(message("establishment.none", name="x", hint=near, known=("`a`", "`player`")))
    assert two.offers == ("player", "a")
    three = refused(message("request.no_parameter", name="x", hint="", known=("`a` (money)",)))
    assert three.offers == ("a",)
    four = refused(message("output.other_report", path="reports", own="c1-2026"))
    assert (four.file, four.offers) == ("reports", ("c1-2026",))
