"""Article 47 at boule, on logs written by hand: what is to be found, and what is not."""

from pathlib import Path

import pytest

from auditor import audit_log, read_log
from tests.rules.small_log import check, written

OPENED = """
    session=1
    authorisation minimum=1
    house_open
    table=A
    table_open minimum=1 maximum_straight=50 maximum_even=300 numbers=9
    coup=1
    bets_open
"""


def evening(*tables: str, straight: int = 50, even: int = 300) -> str:
    """Tables at a minimum, given as `A=1`, that open in this order and close in the other."""
    limits = f"maximum_straight={straight} maximum_even={even} numbers=9"
    pairs = [table.split("=") for table in tables]
    opens = [f"table_open table={name} minimum={minimum} {limits}" for name, minimum in pairs]
    closes = [f"table_close table={name}" for name, _ in pairs[::-1]]
    return "\n".join(["house_open", *opens, *closes, "house_close"])


def test_five_is_no_odd_number(tmp_path: Path) -> None:
    check(
        tmp_path,
        "boule",
        f"""{OPENED}
        stake player=ann bet=odd amount=2                          ← 47.6
        stake player=bob bet=odd amount=2
        stake player=cat bet=low amount=3                          ← 47.6
        stake player=dan bet=red amount=3
        stake player=eve bet=straight number=5 amount=4
        no_more_bets
        spin number=5
        pay player=ann bet=odd amount=2
        collect player=bob bet=odd amount=2
        collect player=dan bet=red amount=3
        pay player=eve bet=straight number=5 amount=28
    """,
    )


def test_a_winner_is_paid_and_a_loser_collected(tmp_path: Path) -> None:
    check(
        tmp_path,
        "boule",
        f"""{OPENED}
        stake player=ann bet=odd amount=2
        stake player=bob bet=straight number=7 amount=2            ← 47.3-5
        stake player=cat bet=high amount=3                         ← 47.3-5
        stake player=dan bet=black amount=3
        stake player=eve bet=dozen amount=3                        ← 47.3-5
        stake player=fay bet=straight number=0 amount=3            ← 47.3-5
        stake player=gus bet=red amount=5
        no_more_bets
        spin number=7
        pay player=zoe bet=odd amount=2
        collect player=zoe bet=odd amount=2
        pay player=yan bet=odd amount=2                            ← log.stakes
        collect player=yan bet=odd amount=1
        pay player=ann bet=odd amount=2
        pay player=bob bet=straight number=7 amount=16
        collect player=cat bet=high amount=3
        collect player=dan bet=black amount=3
        collect player=eve bet=dozen amount=3
        collect player=fay bet=straight number=0 amount=3
        pay player=gus bet=red amount=5
        collect player=gus bet=red amount=5                        ← 47.14
    """,
    )


def test_late_stakes_at_boule_are_counted_as_information(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    written(
        f"""{OPENED}
        stake player=ann bet=red amount=10
        no_more_bets
        stake player=bob bet=red amount=2
        spin number=2
        stake player=cat bet=straight number=2 amount=5
        pay player=ann bet=red amount=10
        pay player=bob bet=red amount=2
        pay player=cat bet=straight number=2 amount=35
        coup=2
        bets_open
        stake player=ann bet=red amount=10
        no_more_bets
        spin number=5
        collect player=ann bet=red amount=10
        """,
        path,
    )
    report = audit_log(read_log(path), rules="boule", records="all").report
    assert report.information is not None
    [late] = (m for m in report.information.measures if m.statistic == "take-on-late-stakes")
    assert late.take is not None
    assert (late.count, late.take.wagered, late.take.gained) == (2, "7", "-37")
    # Of each stake the house keeps a ninth by chance: 7/9.
    assert late.take.expected == "0.7778"


BASE = "minimum=1 maximum_straight=50 maximum_even=300 numbers=9"
FIRST_TWO = (
    "session=1\nauthorisation minimum=1\n" + evening("A=1", "B=2"),
    "session=2 time=2026-01-10T20:00\n" + evening("A=1", "B=2"),
)


@pytest.mark.parametrize("backwards", [False, True])
def test_a_doubled_minimum_does_not_come_down_in_the_third_session(
    tmp_path: Path, backwards: bool
) -> None:
    """One file a session, in any order on the command line."""
    third = f"""
        session=3 time=2026-01-11T20:00
        house_open
        table_open table=A {BASE}
        table_open table=B {BASE}                                  ← 47.16
        table_close table=A
        table_close table=B
        house_close
    """
    check(tmp_path, "boule", *FIRST_TWO, third, backwards=backwards)


def test_another_season_begins_anew(tmp_path: Path) -> None:
    third = "season=2026-2027 session=3 time=2026-11-11T20:00\nauthorisation minimum=1\n"
    check(tmp_path, "boule", *FIRST_TWO, third + evening("A=1", "B=1"))


# ---- 47.17 to 47.20: the maximum ----------------------------------------------------------------
@pytest.mark.parametrize("backwards", [False, True])
def test_a_maximum_does_not_move_between_sessions(tmp_path: Path, backwards: bool) -> None:
    first = "authorisation minimum=1\nsession=1\n" + evening("A=1", straight=50)
    second = "session=2 time=2026-01-10T20:00\n" + evening("A=1", straight=60)
    third = "session=3 time=2026-01-11T20:00\n" + evening("A=1", straight=50)
    second = second.replace("numbers=9", "numbers=9 ← 47.17")
    check(tmp_path, "boule", first, second, third, backwards=backwards)


def test_the_maximum_is_one_player_s(tmp_path: Path) -> None:
    """Ann passes hers with a second stake; three players together may pass it."""
    check(
        tmp_path,
        "boule",
        f"""{OPENED}
        stake player=ann bet=straight number=3 amount=30
        stake player=ann bet=straight number=3 amount=21           ← 47.20
        stake player=bob bet=straight number=4 amount=50
        stake player=cat bet=straight number=4 amount=50
        stake player=dan bet=straight number=4 amount=50
        stake player=eve bet=straight number=1 amount=50
        stake player=eve bet=straight number=2 amount=50
        no_more_bets
        spin number=9
        collect player=ann bet=straight number=3 amount=51
        collect player=bob bet=straight number=4 amount=50
        collect player=cat bet=straight number=4 amount=50
        collect player=dan bet=straight number=4 amount=50
        collect player=eve bet=straight number=1 amount=50
        collect player=eve bet=straight number=2 amount=50
    """,
    )
