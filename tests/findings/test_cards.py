"""What a finding shows so that it can be checked by hand: the coup, and the money."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from auditor.audit import Audit, audit_log, read_log
from auditor.report.model import Finding
from auditor.report.render.text import text

RULES = """
ruleset cards-shown version "1" title fr "Payer" en "To pay"
use table
provision 1.1 fr "Payé au double" en "Paid twice the stake"
provision 1.2 fr "Rien de plus" en "Nothing more"
provision 1.3 fr "Inscrit une fois" en "Recorded once"
rule paid-double
  severity critical
  cites 1.1
  for each stake
  let paid = sum of pay.amount in coup where same player
  let due = 2 times this.amount
  require paid = due
  message fr "{paid}, {due} dus" en "{paid}, {due} due"
rule no-collect
  severity major
  cites 1.2
  for each stake
  only if paid-double holds
  require no collect in coup
  message fr "ramassé" en "collected"
"""
HEADER = "casino,season,session,table,shoe,coup,event,player,bet,amount"


def row(coup: int, event: str, player: str, amount: str) -> str:
    return f"C,S,2026-01-09,T1,1,{coup},{event},{player},main,{amount}"


ROWS = (
    row(1, "stake", "A", "2.50"),
    row(1, "pay", "A", "4"),
    row(2, "stake", "B", "3"),
    row(2, "stake", "A", "1"),
    row(2, "pay", "A", "2"),
    row(3, "stake", "A", "1"),
    row(3, "pay", "A", "2"),
)


@pytest.fixture(scope="module")
def audit(tmp_path_factory: pytest.TempPathFactory) -> Audit:
    return audited(tmp_path_factory.mktemp("cards"), ROWS)


def audited(folder: Path, rows: Sequence[str]) -> Audit:
    (folder / "cards-shown.rules").write_text(RULES, encoding="utf-8")
    (folder / "log.csv").write_text("\n".join([HEADER, *rows, ""]), encoding="utf-8")
    reading = read_log(folder / "log.csv")
    return audit_log(reading, rules=folder / "cards-shown.rules", records="all")


def of_row(audit: Audit, row: int) -> Finding:
    [own] = [own for own in audit.findings if own.rows[0].row == row]
    return own


def test_a_finding_says_what_was_due_and_what_was_done(audit: Audit) -> None:
    [own] = of_row(audit, 2).money
    assert (own.events, own.due, own.done) == (("pay",), "5", "4")
    assert Fraction(own.difference) == -1
    [nothing] = of_row(audit, 4).money
    assert (nothing.due, nothing.done, nothing.difference) == ("6", "0", "-6")


def test_a_finding_shows_its_coup_whole_and_no_other(audit: Audit) -> None:
    coup = of_row(audit, 4).coup
    assert [(own.row, own.event) for own in coup] == [(4, "stake"), (5, "stake"), (6, "pay")]
    assert coup[0].values["player"] == "B"
    assert "coup" not in coup[0].values


def test_only_the_first_findings_of_a_rule_show_their_coup(tmp_path: Path) -> None:
    rows = [row(number, "stake", "A", "1") for number in range(1, 10)]
    shown = [len(own.coup) for own in audited(tmp_path, rows).findings]
    assert shown == [1, 1, 1, 0, 0, 0, 0, 0, 0]


def test_what_waits_for_a_finding_is_told_from_what_could_not_be_verified(audit: Audit) -> None:
    own = {rule.rule.partition("/")[2]: rule for rule in audit.report.rules}["no-collect"]
    assert (own.not_verifiable, own.suspended, own.unknown) == (2, 2, 0)
    assert own.not_verifiable_reasons[0].waits_for == ("cards-shown/paid-double",)
    assert audit.report.summary.suspended == 2


def test_a_rule_waits_for_findings_alone_whatever_else_the_log_leaves_open(tmp_path: Path) -> None:
    before = audited(tmp_path, ROWS)
    audit = audited(tmp_path, [*ROWS, row(4, "stake", "A", ""), row(4, "pay", "A", "2")])
    old, own, other = (
        {rule.rule.partition("/")[2]: rule for rule in one.report.rules}[name]
        for one, name in ((before, "no-collect"), (audit, "no-collect"), (audit, "paid-double"))
    )
    assert other.unknown == 1
    assert (own.not_verifiable, own.suspended) == (2, 2)
    assert own.checked == old.checked + 1


def test_coups_and_players_are_counted(audit: Audit) -> None:
    assert (audit.report.fitness.coups, audit.report.fitness.players) == (3, 2)


COLLECTED = "(sum of collect.amount in coup where same player)"
PAY, COLLECT = row(1, "pay", "A", "5"), row(1, "collect", "A", "1")


@pytest.mark.parametrize(
    ("require", "moved", "sums"),
    [
        ("paid = 0 or paid = due", [PAY], [("2", "5")]),
        ("paid = 8 or paid = due", [PAY], []),
        ("paid = due or paid = 2 times this.amount", [PAY], [("2", "5")]),
        ("(paid = due and paid > 0) or this.amount = 7", [PAY], [("2", "5")]),
        (f"paid = due or paid - {COLLECTED} = due", [PAY], [("2", "5")]),
        (f"paid = due or paid - {COLLECTED} = due", [PAY, COLLECT], [("2", "4")]),
        (f"{COLLECTED} = due or paid - {COLLECTED} = -due", [COLLECT], [("2", "1")]),
        (
            f"({COLLECTED} = due and paid = 0) or paid - {COLLECTED} = -due",
            [PAY, COLLECT],
            [("2", "1"), ("0", "5")],
        ),
    ],
)
def test_of_several_sums_that_would_do_the_nearest_is_due_where_all_are_exceeded(
    require: str, moved: Sequence[str], sums: Sequence[tuple[str, str]], tmp_path: Path
) -> None:
    """Each told apart would count one payment several times over on page one; the balance of a
    payment is no sum of its own.  5 is between 8 and 2: what is off nobody can tell.
    """
    (tmp_path / "own.rules").write_text(
        RULES.replace("require paid = due", f"require {require}"), encoding="utf-8"
    )
    rows = [row(1, "stake", "A", "1"), *moved]
    (tmp_path / "log.csv").write_text("\n".join([HEADER, *rows, ""]), encoding="utf-8")
    audit = audit_log(read_log(tmp_path / "log.csv"), rules=tmp_path / "own.rules", records="all")
    [own] = [own for own in audit.findings if own.rule.endswith("paid-double")]
    assert [(one.due, one.done) for one in own.money] == sums


PAID, TAKEN = "sum of pay.amount", "sum of collect.amount"
BALANCES = f"""
record account for each coup, player from stake
  let paid = {PAID}
  let net = case paid > 9 -> paid else -> paid - ({TAKEN}) + (sum of give_back.amount)
"""


@pytest.mark.parametrize(
    ("sum_", "moved", "terms"),
    [
        ("paid", [], ("pay", "")),
        (f"paid - {COLLECTED}", [], ("pay", "collect")),
        (f"{COLLECTED} - (paid - 1.00)", [], ("collect", "pay")),
        # A stake given back is no payment: it is told where there is one, and where it counts.
        ("account.net", [], ("pay", "collect")),
        ("account.net", [row(1, "give_back", "A", "1")], ("pay give_back", "collect")),
        (f"2 times paid - {COLLECTED}", [], ("collect pay", "")),  # not taken apart
    ],
)
def test_a_balance_says_what_it_adds_and_what_it_takes_off(
    sum_: str, moved: Sequence[str], terms: tuple[str, str], tmp_path: Path
) -> None:
    """Paid less collected is the player's gain, and collected less paid the house's: added up as
    one they would be nobody's.
    """
    rules = RULES.replace("require paid = due", f"require {sum_} = due")
    rules = rules.replace("rule paid-double", f"{BALANCES}rule paid-double")
    (tmp_path / "own.rules").write_text(rules, encoding="utf-8")
    rows = [row(1, "stake", "A", "1"), PAY, COLLECT, *moved]
    (tmp_path / "log.csv").write_text("\n".join([HEADER, *rows, ""]), encoding="utf-8")
    audit = audit_log(read_log(tmp_path / "log.csv"), rules=tmp_path / "own.rules", records="all")
    [own] = [own for own in audit.findings if own.rule.endswith("paid-double")]
    [money] = own.money
    assert (" ".join(money.events), " ".join(money.less)) == terms


def test_all_that_would_have_done_is_expected(tmp_path: Path) -> None:
    either = "require paid = 0 or paid = due"
    (tmp_path / "own.rules").write_text(RULES.replace("require paid = due", either), "utf-8")
    rows = [row(1, "stake", "A", "1"), PAY]
    (tmp_path / "log.csv").write_text("\n".join([HEADER, *rows, ""]), encoding="utf-8")
    audit = audit_log(read_log(tmp_path / "log.csv"), rules=tmp_path / "own.rules", records="all")
    [own] = audit.findings
    assert (own.expected, own.found) == ("0 or 2", "5")
    assert own.expected_said is not None
    assert own.expected_said.fr.replace("\u00a0", " ") == "0 € ou 2 €"


@pytest.mark.parametrize(
    ("require", "expected", "said"),
    [
        ("require paid = due", "2", ("2\u00a0€", "€2")),
        ("let is_due = paid = due require is_due", "true", ("", "")),
        ("require not is_odd", "not is_odd", ("", "")),
        ("require every pay in coup has (amount = due or amount = 1)", None, ("", "")),
    ],
)
def test_a_condition_is_not_said_as_if_it_were_a_value(
    require: str, expected: str | None, said: tuple[str, str], tmp_path: Path
) -> None:
    """`Attendu vrai · Relevé faux` tells nobody anything, and a line of rule code no lawyer."""
    named = "let is_odd = paid > due\n  "
    rules = RULES.replace("require paid = due", named + require)
    (tmp_path / "own.rules").write_text(rules, encoding="utf-8")
    rows = [row(1, "stake", "A", "1"), PAY]
    (tmp_path / "log.csv").write_text("\n".join([HEADER, *rows, ""]), encoding="utf-8")
    audit = audit_log(read_log(tmp_path / "log.csv"), rules=tmp_path / "own.rules", records="all")
    [own] = audit.findings
    assert expected in (None, own.expected)
    assert own.expected_said is not None
    assert (own.expected_said.fr, own.expected_said.en) == said
    line = text(audit.report, findings=None)
    assert ("Attendu" in line, "Relevé" in line) == (bool(said[0]), bool(said[0]))
