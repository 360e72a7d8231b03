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

RULES = Path(__file__).parent / "rules" / "demo.rules"
HEADER = "time,casino,session,table,shoe,coup,event,seat,on,amount,card,result,maximum"
EVENING = (
    "2026-01-09T21:00:00,Nord,S1,T1,,,table_open,,,,,,100",
    "2026-01-09T21:00:01,Nord,S1,T1,1,,burn,,,,AS,,",
    "2026-01-09T21:00:02,Nord,S1,T1,1,,burn,,,,KD,,",
    "2026-01-09T21:00:03,Nord,S1,T1,1,,burn,,,,2C,,",
    "2026-01-09T21:00:04,Nord,S1,T1,1,,burn,,,,3C,,",
    "2026-01-09T21:00:05,Nord,S1,T1,1,1,deal,1,,,10H,,",
    "2026-01-09T21:00:06,Nord,S1,T1,1,1,stake,1,red,40,,,",
    "2026-01-09T21:00:07,Nord,S1,T1,1,1,stake,2,red,120.50,,,",
    "2026-01-09T21:00:08,Nord,S1,T1,1,1,spin,,,,,red,",
    "2026-01-09T21:00:09,Nord,S1,T1,1,1,pay,1,,40,,,",
)
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


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ({"violations": 1, "not_verifiable": 1, "compliant": 9}, "violated"),
        ({"not_verifiable": 1, "compliant": 9}, "not_verifiable"),
        ({"compliant": 1, "not_applicable": 9}, "compliant"),
        ({"not_applicable": 9}, "not_applicable"),
        ({}, "not_applicable"),
    ],
)
def test_a_provision_is_as_good_as_the_worst_of_its_rules(
    counts: dict[str, int], expected: str
) -> None:
    assert state(PROVISION, COUNTS | counts) == expected


def test_what_is_declared_not_auditable_stays_so() -> None:
    declared = replace(PROVISION, not_auditable=Bilingual("hors du journal", "not in the log"))
    assert state(declared, COUNTS) == "not_auditable"


@pytest.mark.parametrize(
    ("reason", "fr", "en"),
    [
        (Reason("empty", "x"), "le champ `x` est vide", "the field `x` is empty"),
        (
            Reason("not_recorded", "burn"),
            "le journal n’enregistre aucun événement `burn`",
            "the log records no `burn`",
        ),
        (
            Reason("absent", "x"),
            "rien n’est inscrit sous `x` là où la règle l’attend",
            "nothing is recorded as `x` where the rule expects it",
        ),
        (Reason("stated", "r", "des trous", "holes"), "des trous", "holes"),
    ],
)
def test_reasons_are_sentences(reason: Reason, fr: str, en: str) -> None:
    assert sentence(reason) == Bilingual(fr, en)


@pytest.mark.parametrize("cause", ["blocked", "law", "undefined"])
def test_every_cause_is_said_in_both_languages(cause: str) -> None:
    said = sentence(Reason(cause, "name"))  # type: ignore[arg-type]
    assert "`name`" in said.fr
    assert "`name`" in said.en
    assert said.fr != said.en


def test_several_reasons_are_one_sentence() -> None:
    said = together([Reason("empty", "a"), Reason("empty", "b")])
    assert said.en == "the field `a` is empty; the field `b` is empty"


@pytest.mark.parametrize(
    ("game", "order"),
    [
        # Articles that all games on a wheel share are declared apart, and before those of boule;
        # usage that all tables share is declared before any law, and stands after it.
        ("boule", ["47.2", "47.3-5", "47.6", "47.14", "47.15", "47.16", "47.17", "47.18"]),
        # These have no numbers; and article 55-19 comes before those of the cards.
        ("punto-banco", ["baccarat.decks", "baccarat.bets", "baccarat.deal", "baccarat.values"]),
        ("bataille", ["55-19.2", "55-19.3", "55-19.4", "55-19.5", "55-19.6", "55-19.7"]),
    ],
)
def test_provisions_stand_in_the_order_of_their_text(game: str, order: list[str]) -> None:
    ids = [own.id for own in in_order(ruleset(game).provisions)]
    assert ids[: len(order)] == order
    assert ids.index("log.order") > max(
        at for at, own in enumerate(ids) if not own.startswith("log.")
    )
