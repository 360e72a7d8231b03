"""What was due and done where a stake of bataille is settled as though it had not won or lost."""

from pathlib import Path

import pytest

from auditor.audit import audit_log, read_log
from tests.tables import table

HEADER = "time,casino,season,session,table,shoe,coup,event,seat,player,bet,amount,to,card,face"
CARDS = {"won": ("KS", "9H"), "lost": ("9S", "KH"), "tied": ("9S", "9H")}
Sums = list[str]
"""What is added, what is taken off, what was due and what was done."""

# A stake of ten wins ten, or is lost; a tie bet of one wins ten.  What is collected of a stake that
# wins is missing beside what was not paid, and what is paid of one that is lost beside it.
CASES = [
    (CARDS[hand], bet, moves, sums.split())
    for hand, bet, moves, sums in table(__file__, "Moves, and what was due and done")
]
RULES = {"winner-paid", "winner-paid-one-to-one", "loser-collected", "loser-collected-in-full"}
RULES |= {"tie-bet-won"}


def rows(coup: int, cards: tuple[str, str], bet: str, moves: str) -> list[str]:
    at = f"2026-01-10T21:{coup:02}:00,C,S,1,T,1,{coup}"
    own = [f"{at},stake,1,ann,main,10,,,"]
    own += [f"{at},stake,1,ann,tie,1,,,"] if bet == "tie" else []
    own += [f"{at},no_more_bets,,,,,,,"]
    own += [f"{at},deal,1,,,,player,{cards[0]},up", f"{at},deal,,,,,dealer,{cards[1]},up"]
    for move in filter(None, moves.split(", ")):
        kind, amount = move.split()
        own.append(f"{at},{kind},1,ann,{bet},{amount},,,")
    return own


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[list[Sums]]]:
    """The sums of the findings of each coup."""
    lines = [line for place, case in enumerate(CASES, 1) for line in rows(place, *case[:3])]
    path = Path(tmp_path_factory.mktemp("settled")) / "log.csv"
    path.write_text("\n".join([HEADER, *lines, ""]), encoding="utf-8")
    audit = audit_log(read_log(path, rules="bataille"), rules="bataille", records="all")
    found: dict[str, list[list[Sums]]] = {}
    for own in audit.findings:
        if own.rule.partition("/")[2] in RULES:
            sums = [[*m.events, *m.less, m.due, m.done] for m in own.money]
            found.setdefault(str(own.subject.coup), []).append(sums)
    return found


@pytest.mark.parametrize("place", range(len(CASES)))
def test_one_finding_says_what_was_due_and_done(
    place: int, told: dict[str, list[list[Sums]]]
) -> None:
    assert told[str(place + 1)] == [[CASES[place][3]]]
