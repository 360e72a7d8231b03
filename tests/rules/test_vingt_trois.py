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


@pytest.mark.parametrize("direction", ["cw", "ccw"])
def test_the_first_spin_of_a_log_has_none_before_it(tmp_path: Path, direction: str) -> None:
    check(tmp_path, "vingt-trois", SPUN + coup(1, direction))


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


def test_a_spin_told_on_two_cloths_is_one(tmp_path: Path) -> None:
    twice = coup(2, "ccw").removesuffix(" ← ")
    log = "\n".join([SPUN, coup(1, "cw"), twice, spin("ccw"), coup(3, "cw")])
    check(tmp_path, "vingt-trois", log)


def test_a_coup_cancelled_before_the_spin_leaves_the_chain_whole(tmp_path: Path) -> None:
    cancelled = "coup=2\nbets_open\nno_more_bets\ncancel"
    check(tmp_path, "vingt-trois", "\n".join([SPUN, coup(1, "cw"), cancelled, coup(3, "ccw")]))
    same = [SPUN, coup(1, "cw"), cancelled, coup(3, "cw", "47.7")]
    check(tmp_path, "vingt-trois", "\n".join(same))


def test_the_bets_are_closed_before_the_spin(tmp_path: Path) -> None:
    check(
        tmp_path,
        "vingt-trois",
        f"""{OPENED}
        {spin("cw")}                                               ← 47.7
        no_more_bets
    """,
    )


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


def test_the_colour_is_that_of_the_place(tmp_path: Path) -> None:
    """7 stands in both colours: here it came out red."""
    check(
        tmp_path,
        "vingt-trois",
        f"""{OPENED}
        stake player=ann bet=red amount=2
        stake player=bob bet=black amount=2                        ← 47.12
        stake player=cat bet=odd amount=2                          ← 47.12
        no_more_bets
        spin number=7 place=10 colour=red direction=cw
        pay player=ann bet=red amount=2
        pay player=bob bet=black amount=2
        pay player=cat bet=odd amount=2
    """,
    )


def test_where_no_colour_is_recorded_only_four_numbers_tell_it(tmp_path: Path) -> None:
    log = f"""{OPENED}
        stake player=ann bet=red amount=2                          ← %s
        no_more_bets
        spin number=%d direction=cw
        collect player=ann bet=red amount=2
    """
    for number, expected in ((1, "47.12"), (3, "47.12"), (2, ""), (4, ""), (13, ""), (7, "")):
        check(tmp_path, "vingt-trois", log % (expected, number))


def test_a_late_stake_is_pushed_back(tmp_path: Path) -> None:
    check(
        tmp_path,
        "vingt-trois",
        f"""{OPENED}
        stake player=ann bet=straight number=2 amount=2
        no_more_bets
        stake player=bob bet=straight number=2 amount=2            ← 47.7
        stake player=cat bet=straight number=2 amount=2
        stake_refuse player=cat bet=straight number=2 amount=2 reason=late
        stake player=dan bet=straight number=2 amount=2            ← 47.7
        stake_refuse player=dan bet=straight number=2 amount=2 reason=late
        spin number=2 direction=cw
        pay player=ann bet=straight number=2 amount=46
        pay player=dan bet=straight number=2 amount=46
    """,
    )


def test_what_is_taken_back_of_a_late_stake(tmp_path: Path) -> None:
    """Taken off or down before the spin, or handed back unsettled, it was not admitted."""
    check(
        tmp_path,
        "vingt-trois",
        f"""{OPENED}
        stake player=ann bet=straight number=2 amount=2
        stake player=fay bet=straight number=2 amount=2
        no_more_bets
        stake player=bob bet=straight number=2 amount=2
        stake_withdraw player=bob bet=straight number=2
        stake player=cat bet=straight number=2 amount=2
        stake player=dan bet=straight number=2 amount=2            ← 47.7
        stake player=eve bet=straight number=2 amount=2
        stake_refuse player=eve bet=straight number=2 amount=2 reason=late
        stake_change player=ann bet=straight number=2 amount=5
        stake_change player=ann bet=straight number=2 amount=2
        stake_change player=fay bet=straight number=2 amount=5
        stake_change player=fay bet=straight number=2 amount=3     ← 47.7
        spin number=8 direction=cw
        give_back player=cat bet=straight number=2 amount=2
        collect player=dan bet=straight number=2 amount=2
        give_back player=dan bet=straight number=2 amount=2
        collect player=eve bet=straight number=2 amount=2
        give_back player=eve bet=straight number=2 amount=2
        collect player=ann bet=straight number=2 amount=2
        collect player=fay bet=straight number=2 amount=3
    """,
    )


@pytest.mark.parametrize(
    ("straight", "even", "provision"),
    [
        (20, 100, ""),
        (50, 250, ""),
        (19, 125, "47.18"),
        (51, 125, "47.18"),
        (25, 99, "47.19"),
        (25, 251, "47.19"),
    ],
)
def test_maxima_lie_within_their_ratios(
    tmp_path: Path, straight: int, even: int, provision: str
) -> None:
    check(
        tmp_path,
        "vingt-trois",
        f"""
        session=1
        authorisation minimum=1
        house_open
        table=A minimum=1 numbers=14 places=27
        table_open maximum_straight={straight} maximum_even={even} ← {provision}
    """,
    )


def test_the_doubled_minimum_is_for_boule_alone(tmp_path: Path) -> None:
    check(
        tmp_path,
        "vingt-trois",
        """
        session=1
        authorisation minimum=1
        house_open
        numbers=14 places=27 maximum_straight=25 maximum_even=125
        table_open table=A minimum=1
        table_open table=B minimum=2                               ← 47.16
    """,
    )


def test_a_number_keeps_its_places(tmp_path: Path) -> None:
    """4 stands once on the board: it cannot come out on a second place."""
    spins = ("number=4 place=7 direction=cw", "number=4 place=8 direction=ccw ← 47.2.places")
    coups = [
        f"coup={number}\nbets_open\nno_more_bets\nspin {cells}"
        for number, cells in enumerate(spins, 1)
    ]
    check(tmp_path, "vingt-trois", "\n".join([SPUN, *coups]))
