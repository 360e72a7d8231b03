"""From verdicts to findings: what is reported, in which order, and by what it is known again."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from auditor.audit import Audit, audit_log, read_log
from auditor.findings.outcome import in_order, state
from auditor.judge.verdict import sentence, together
from auditor.language.core import ALWAYS, Bilingual, Provision
from auditor.request import ruleset
from auditor.source import Source, Span
from auditor.values import Reason
from tests.tables import column, table

RULES = Path(__file__).parent / "rules" / "demo.rules"
HEADER = "time,casino,session,table,shoe,coup,event,seat,on,amount,card,result,maximum"
EVENING = column(__file__, "Evening")
BURNS, OVER = 3, 9  # rows to look at first in the faults of EVENING


def audited(folder: Path, rows: Sequence[str], name: str = "evening.csv", **asked: object) -> Audit:
    path = folder / name
    path.write_text("\n".join((HEADER, *rows)) + "\n", encoding="utf-8")
    options: dict[str, object] = {"rules": RULES, "records": "all", **asked}
    return audit_log(read_log(path), **options)  # type: ignore[arg-type]


@pytest.fixture
def evening(tmp_path: Path) -> Audit:
    return audited(tmp_path, EVENING)


def test_a_finding_is_known_again_below_other_rows_and_in_a_renamed_file(
    tmp_path: Path, evening: Audit
) -> None:
    early = "2026-01-09T20:00:00,Sud,S1,T1,,,table_open,,,,,,100"
    later = audited(tmp_path, [early, *EVENING], "renamed.csv")
    assert [f.id for f in later.findings] == [f.id for f in evening.findings]
    assert [f.rows[0].row for f in later.findings] == [BURNS + 1, OVER + 1]


def test_the_same_finding_twice_has_two_ids(tmp_path: Path) -> None:
    over = EVENING[7]  # more than once repeated it is how such stakes are written, and no copy
    audit = audited(tmp_path, [*EVENING[:8], over, over, *EVENING[8:]])
    ids = [f.id for f in audit.findings if f.rule == "demo/stake-maximum"]
    assert ids == [ids[0], f"{ids[0]}-2", f"{ids[0]}-3"]


PROVISION = Provision(
    "1.1", None, Bilingual("", ""), ALWAYS, None, (), None, Span(Source("x", ""), 1, 1, 1, 1)
)
COUNTS = {"violations": 0, "not_verifiable": 0, "compliant": 0, "not_applicable": 0}


@pytest.mark.parametrize("answers", table(__file__, "States of a provision"))
def test_a_provision_is_as_good_as_the_worst_of_its_rules(answers: list[str]) -> None:
    expected, *told = answers
    counts = {name: int(number) for name, number in (own.split() for own in told)}
    assert state(PROVISION, COUNTS | counts) == expected


def test_what_is_declared_not_auditable_stays_so() -> None:
    declared = replace(PROVISION, not_auditable=Bilingual("hors du journal", "not in the log"))
    assert state(declared, COUNTS) == "not_auditable"


@pytest.mark.parametrize(("reason", "fr", "en"), table(__file__, "Reasons"))
def test_reasons_are_sentences(reason: str, fr: str, en: str) -> None:
    assert sentence(Reason(*reason.split(", "))) == Bilingual(fr, en)  # type: ignore[arg-type]  # a cause


@pytest.mark.parametrize("cause", ["blocked", "law", "undefined"])
def test_every_cause_is_said_in_both_languages(cause: str) -> None:
    said = sentence(Reason(cause, "name"))  # type: ignore[arg-type]
    assert "`name`" in said.fr
    assert "`name`" in said.en
    assert said.fr != said.en


def test_several_reasons_are_one_sentence() -> None:
    said = together([Reason("empty", "a"), Reason("empty", "b")])
    assert said.en == "the field `a` is empty; the field `b` is empty"


@pytest.mark.parametrize(("game", "order"), table(__file__, "The first provisions"))
def test_provisions_stand_in_the_order_of_their_text(game: str, order: str) -> None:
    ids = [own.id for own in in_order(ruleset(game).provisions)]
    assert ids[: len(order.split())] == order.split()
    assert ids.index("log.order") > max(
        at for at, own in enumerate(ids) if not own.startswith("log.")
    )
