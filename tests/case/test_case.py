"""What the inspector says, in a file of his: it goes into the rules, and onto page one."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from auditor import CannotAuditError, audit_log, read_log
from auditor.case_file import CaseError, Question, as_written, draft, questions, read_case
from auditor.cli import app
from auditor.cli.case import _answer
from auditor.report.render.html import html_text
from auditor.report.render.text import text

RULES = Path(__file__).with_name("fair.rules").read_text("utf-8")
CASE = Path(__file__).with_name("fair.toml").read_text("utf-8")
LOG = """\
time,casino,event,minimum
2026-01-09T21:00,Nord,table_open,2
2026-01-10T21:00,Nord,table_open,5
"""


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("fair.rules").write_text(RULES, "utf-8")
    Path("case.toml").write_text(CASE, "utf-8")
    Path("log.csv").write_text(LOG, "utf-8")


def rows(**asked: object) -> list[int]:
    audit = audit_log(read_log("log.csv"), rules="fair.rules", **asked)  # type: ignore[arg-type]
    return [finding.rows[0].row for finding in audit.findings]


def test_what_the_inspector_gives_is_the_yardstick() -> None:
    assert rows() == []
    assert rows(case="case.toml") == [2]
    assert rows(case="case.toml", engine="reference") == [2]


def test_an_option_goes_before_the_case() -> None:
    assert rows(case="case.toml", params={"authorised": "6"}) == [2, 3]


def test_a_table_of_its_own_goes_before_what_is_for_all() -> None:
    own = CASE.replace("[clock]", "[given.fair]\nauthorised = 6\n[clock]")
    Path("case.toml").write_text(own, "utf-8")
    assert rows(case="case.toml") == [2, 3]


def test_the_period_of_the_case_bounds_the_findings() -> None:
    Path("case.toml").write_text(CASE + "[period]\nfrom = 2026-01-10\n", "utf-8")
    assert rows(case="case.toml") == []
    assert rows(case="case.toml", period=(None, None)) == []


def test_the_report_says_whose_word_was_used() -> None:
    reading = read_log("log.csv")
    with_case = audit_log(reading, rules="fair.rules", case="case.toml").report
    said = text(with_case, "fr")
    assert "Casino du Nord" in said
    assert "minimum autorisé : 5" in said.replace("\u202f", " ").replace("\u00a0", " ")
    assert "arrêté 2025-7 du" in said.replace("\u00a0", " ")
    assert "30 s behind legal time" in text(with_case, "en")
    assert "does not name" in text(with_case, "en")  # the order names boule, and this is fair
    assert "Casino du Nord" in html_text(with_case)
    assert "not given, the word of the logs" in text(
        audit_log(reading, rules="fair.rules").report, "en"
    )


def test_an_apostrophe_curved_by_an_editor_tells_no_establishments_apart() -> None:
    Path("log.csv").write_text(LOG + "2026-01-09T21:00,Casino d'Aubrac,table_open,5\n", "utf-8")
    report = audit_log(read_log("log.csv"), rules="fair.rules", casino="Casino d’Aubrac").report
    assert report.establishments == ("Casino d'Aubrac",)


def test_rows_of_another_establishment_are_left_out_and_counted() -> None:
    Path("log.csv").write_text(LOG + "2026-01-10T21:00,Sud,table_open,5\n", "utf-8")
    for asked in ({"case": "case.toml"}, {"casino": "Nord"}):
        report = audit_log(read_log("log.csv"), rules="fair.rules", **asked).report  # type: ignore[arg-type]
        assert report.establishments == ("Nord",)
        assert report.inputs[0].rows_read == 2
        assert "1 row of another establishment" in report.inputs[0].notes[0].en
    with pytest.raises(CannotAuditError, match="did you mean `Sud`"):
        rows(casino="Sued")
    Path("case.toml").write_text(CASE.replace('casino = "Nord"', ""), "utf-8")
    with pytest.raises(CannotAuditError, match="logs name `Nord`, `Sud`"):
        rows(case="case.toml")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nmber = 3\n" + CASE, "`nmber`: there is no such key; did you mean `number`?"),
        (CASE.replace("name =", "nom ="), "`establishment.name`: is missing"),
        (CASE.replace("2025-11-03", '"third"'), "`authorisation.date`"),
        (CASE.replace("-0:00:30", "soon"), "`clock.ahead`: `soon`"),
        ("number = ", "It is not TOML"),
        ("version = -1\n" + CASE, "`version`: should be 0 or more"),
        ('establishment = "C"\nnumber = "1"\n', "`establishment`: should be a TOML table"),
        (
            'status = "draft"\n' + CASE,
            "`status`: is none of provisional, final, final after answers",
        ),
    ],
)
def test_a_case_that_cannot_be_is_refused_key_by_key(line: str, said: str) -> None:
    Path("case.toml").write_text(line, "utf-8")
    with pytest.raises(CaseError) as refused:
        read_case(Path("case.toml"))
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("written", "said"),
    [("authorized = 5", "authorised"), ("[given.fear]\nauthorised = 1", "[given.fear]")],
)
def test_a_value_for_a_parameter_that_no_rule_has_is_refused(written: str, said: str) -> None:
    Path("case.toml").write_text(CASE.replace("authorised = 5", written), "utf-8")
    with pytest.raises(CannotAuditError) as refused:
        rows(case="case.toml")
    assert said in str(refused.value)


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
