"""Article 47 at vingt-trois, on logs written by hand: what is to be found, and what is not."""

from pathlib import Path

import pytest

from tests.rules.small_log import check

LIMITS = "minimum=1 maximum_straight=25 maximum_even=125 numbers=14 places=27"
OPENED = f"""
    session=1
    authorisation minimum=1
    house_open
    table=A
    table_open {LIMITS}
    coup=1
    bets_open
"""


def coup(number: int, direction: str, expected: str = "") -> str:
    return f"coup={number}\nbets_open\nno_more_bets\n{spin(direction)} ← {expected}"


def spin(direction: str) -> str:
    return f"spin number=8 place=5 colour=red direction={direction}"


SPUN = f"""
    session=1
    authorisation minimum=1
    house_open
    table=A
    table_open {LIMITS}
"""
AGAIN = f"""
    session=2 time=2026-01-10T20:00
    house_open
    table=A
    table_open {LIMITS}
"""


def test_the_wheel_turns_the_other_way_each_time(tmp_path: Path) -> None:
    log = "\n".join([SPUN, coup(1, "cw"), coup(2, "ccw"), coup(3, "cw"), coup(4, "cw", "47.7")])
    check(tmp_path, "vingt-trois", log + "\n" + coup(5, "ccw"))


@pytest.mark.parametrize("backwards", [False, True])
def test_the_direction_is_carried_over_to_the_next_session(tmp_path: Path, backwards: bool) -> None:
    """Over two files, in any order on the command line."""
    first = f"{SPUN}\n{coup(1, 'cw')}\ncoup=\ntable_close\nhouse_close"
    lawful, same = AGAIN + coup(1, "ccw"), AGAIN + coup(1, "cw", "47.7")
    check(tmp_path, "vingt-trois", first, lawful, backwards=backwards)
    check(tmp_path, "vingt-trois", first, same, backwards=backwards)


def test_a_hole_in_the_coups_breaks_the_chain(tmp_path: Path) -> None:
    """What coup 2 did nobody knows; from coup 3 on the chain holds again."""
    log = "\n".join([SPUN, coup(1, "cw"), coup(3, "cw"), coup(4, "cw", "47.7")])
    check(tmp_path, "vingt-trois", log.replace("coup=3\nbets_open", "coup=3\nbets_open ← log.gap"))


def test_thirteen_takes_the_colours_and_pays_who_staked_on_it(tmp_path: Path) -> None:
    check(
        tmp_path,
        "vingt-trois",
        f"""{OPENED}
        stake player=ann bet=red amount=2                          ← 47.13
        stake player=bob bet=black amount=2                        ← 47.13
        stake player=cat bet=red amount=2
        stake player=dan bet=straight number=13 amount=2
        stake player=eve bet=straight number=13 amount=2           ← 47.11
        no_more_bets
        spin number=13 place=20 colour=none direction=cw
        pay player=bob bet=black amount=2
        collect player=cat bet=red amount=2
        pay player=dan bet=straight number=13 amount=14
    """,
    )


def test_numbers_pay_by_how_often_they_stand_on_the_board(tmp_path: Path) -> None:
    log = f"""{OPENED}
        stake player=ann bet=straight number=%d amount=2
        stake player=bob bet=straight number=%d amount=2           ← %s
        no_more_bets
        spin number=%d direction=cw
        pay player=ann bet=straight number=%d amount=%d
        pay player=bob bet=straight number=%d amount=%d
    """
    for number, odds, provision in ((4, 23, "47.9"), (11, 11, "47.10"), (12, 7, "47.11")):
        right, wrong = 2 * odds, 2 * odds + 2
        cells = (number, number, provision, number, number, right, number, wrong)
        check(tmp_path, "vingt-trois", log % cells)
