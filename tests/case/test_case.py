"""What the inspector says, in a file of his: it goes into the rules, and onto page one."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from auditor.case_file import Question, as_written, draft, questions, read_case
from auditor.cli import app
from auditor.cli.case import _answer

AUDITS = Path(__file__).parents[1] / "findings" / "audits"
RULES = AUDITS.joinpath("order.rules").read_text("utf-8")


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("fair.rules").write_text(RULES, "utf-8")


def test_a_case_that_is_begun_is_read_once_it_is_filled_in() -> None:
    result = CliRunner().invoke(app, ["case", "new", "-r", "fair.rules", "-o", "new.toml"])
    assert result.exit_code == 0, result.output
    begun = Path("new.toml").read_text("utf-8")
    filled = "\n".join(
        line.removeprefix("# ") if " = " in line or "[[" in line else line
        for line in begun.split("\n")
    )
    Path("new.toml").write_text(filled, "utf-8")
    case = read_case(Path("new.toml")).case
    assert case.given == {"authorised": "…"}
    assert case.images.kept_days == 7
    assert [own.table for own in case.images.cameras] == ["B1"]
    assert [own.finding for own in case.answers] == ["0123456789ab"]


def test_answers_are_written_as_toml_has_them() -> None:
    answers = {
        "number": 'A "1"',
        "establishment.name": "Nord",
        "service.inspectors": "12, 14",
        "period.from": "2026-01-09",
    }
    Path("new.toml").write_text(draft(questions({}), answers, "fr"), "utf-8")
    case = read_case(Path("new.toml")).case
    assert case.number == 'A "1"'
    assert case.service.inspectors == ("12", "14")
    assert case.period.start is not None


WRITTEN, REFUSED = (
    [line.split(" | ") for line in part.splitlines()]
    for part in Path(__file__).with_name("answers.txt").read_text("utf-8").split("\n\n")[1:]
)


def question(key: str) -> Question:
    [own] = [own for own in questions({"least": ("minimum", "minimum")}) if own.key == key]
    return own


@pytest.mark.parametrize(("key", "answer", "written"), WRITTEN)
def test_an_answer_is_written_as_the_file_has_it(key: str, answer: str, written: str) -> None:
    assert as_written(question(key), answer) == written


@pytest.mark.parametrize(("key", "answer"), REFUSED)
def test_an_answer_that_no_file_can_hold_is_asked_for_again(
    key: str, answer: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    good = next(written for own, _, written in [*WRITTEN, ("version", "", "2")] if own == key)
    answers = iter([answer, good])
    monkeypatch.setattr("typer.prompt", lambda *_args, **_named: next(answers))
    assert _answer(question(key), "fr") == good
    assert f"«\xa0{answer}\xa0»" in capsys.readouterr().out


def test_no_question_shows_a_key_and_each_takes_its_own_example() -> None:
    """And the words that a question names are answers to it: those behind its colon."""
    for own in questions({}):
        assert "[" not in own.asks["fr"]
        assert isinstance(as_written(own, own.example), str), own.key
    for key in ("status", "supplied.assurance"):
        for word in re.split(r", | ou ", question(key).asks["fr"].rpartition(" : ")[2]):
            assert as_written(question(key), word) == word


def test_a_file_that_was_answered_in_french_is_read() -> None:
    answers = {
        "number": "1",
        "status": "définitif après réponses",
        "establishment.name": "Nord",
        "service.inspectors": "Martin; Petit, Roy",
        "supplied.assurance": "sur déclaration",
    }
    Path("new.toml").write_text(draft(questions({}), answers, "fr"), "utf-8")
    case = read_case(Path("new.toml")).case
    assert case.status == "final-after-answers"
    assert case.service.inspectors == ("Martin", "Petit", "Roy")
    assert case.supplied.assurance == "declaration"
