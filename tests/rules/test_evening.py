"""An evening of bataille at the casino, and what is found where some of its lines are others."""

from pathlib import Path

import pytest

from tests.rules.small_log import check

EVENING = """
season=S game=bataille session=1 table=T staff=c
house_open
table_open minimum=5 maximum=500 spots=7 tie_bet=true
sit seat=1 player=ann
sit seat=2 player=bob
deck deck=D1 back=red cards=52 condition=perfect registered=true
deck deck=D2 back=red cards=52 condition=perfect registered=true
deck deck=D3 back=red cards=52 condition=perfect registered=true
deck deck=D4 back=blue cards=52 condition=perfect registered=true
deck deck=D5 back=blue cards=52 condition=perfect registered=true
deck deck=D6 back=blue cards=52 condition=perfect registered=true
count cards=312
verify cards=312
turn_over cards=312
pile pile=1 shuffles=2 cuts=2
pile pile=2 shuffles=2 cuts=2
cut by=croupier
cut by=player player=ann
stop_card_place behind=60
shoe=1
load device=shoe device_id=S1
burn card=2S face=down
burn card=3S face=down
burn card=4S face=down
burn card=5S face=down
burn card=6S face=down
coup=1
bets_open
stake seat=1 player=ann standing=false bet=main amount=10 form=chip
no_more_bets
deal to=player seat=1 card=8S face=up
deal to=dealer card=8H face=up
announce text=8
choice seat=1 choice=surrender
collect seat=1 player=ann bet=main amount=5
discard to=player seat=1
discard to=dealer
coup=2
bets_open
stake seat=2 player=bob standing=false bet=main amount=20 form=chip
no_more_bets
deal to=player seat=2 card=9S face=up
deal to=dealer card=9H face=up
announce text=9
choice seat=2 choice=war
stake seat=2 player=bob standing=false bet=war amount=20 form=chip
burn card=2H
burn card=3H
burn card=4H
deal to=player seat=2 card=10S face=up
burn card=5H
deal to=dealer card=JS face=up
collect seat=2 player=bob bet=main amount=20
collect seat=2 player=bob bet=war amount=20
discard to=player seat=2
discard to=dealer
coup= shoe=
table_close
house_close
"""
CHOICE = "choice seat=2 choice=war"
DEALT = "deal to=player seat=2 card=10S face=up"
FIRST = "collect seat=2 player=bob bet=main amount=20"
LAST = "collect seat=2 player=bob bet=war amount=20"


def edited(edits: dict[str, str]) -> str:
    """The evening with other lines, or none, in the place of some."""
    text = EVENING
    for line, other in edits.items():
        assert text.count(f"\n{line}\n") == 1
        text = text.replace(f"\n{line}\n", f"\n{other}\n")
    return text


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "edits",
    [
        pytest.param({CHOICE: ""}, id="the stake of the war tells the choice"),
        pytest.param({CHOICE: "", FIRST: "", LAST: f"{LAST} ← 55-19.28"}, id="and half is left"),
        pytest.param(
            {
                "burn card=3H": "",
                DEALT: f"{DEALT} ← 55-19.25",
                FIRST: f"{FIRST} ← 55-19.28",
                LAST: "",
            },
            id="a card too few is burned, and half is left",
        ),
        pytest.param(
            {LAST: "give_back seat=2 player=bob bet=war amount=20 ← 55-19.28"},
            id="half is given back",
        ),
    ],
)
def test_a_war(tmp_path: Path, edits: dict[str, str]) -> None:
    """Each fault is told once, and a row that is missing is no fault."""
    check(tmp_path, "bataille", edited(edits))


LYING = """
coup=3
bets_open
stake seat=1 player=ann standing=false bet=main amount=10 form=chip
stake seat=2 player=bob standing=false bet=main amount=10 form=chip
no_more_bets
deal to=player seat=1 card=9S face=up
deal to=player seat=2 card=7S face=up
deal to=dealer card=8H face=up
announce text=8
collect seat=2 player=bob bet=main amount=10
pay seat=2 player=bob bet=main amount=10
collect seat=2 player=bob bet=main amount=10
discard to=player seat=2
pay seat=1 player=ann bet=main amount=10
discard to=player seat=1
discard to=dealer
coup=4
bets_open
stake seat=1 player=ann standing=false bet=tie amount=5 form=chip
no_more_bets
deal to=player seat=1 card=2S face=up
deal to=dealer card=KH face=up
announce text=K
collect seat=1 player=ann bet=main amount=10
collect seat=1 player=ann bet=tie amount=5
discard to=player seat=1
discard to=dealer
coup=5
bets_open
stake seat=1 player=ann standing=false bet=tie amount=5 form=chip                     ← 55-19.30
no_more_bets
deal to=player seat=1 card=3S face=up                                                 ← 55-19.18
deal to=dealer card=QH face=up
announce text=Q
collect seat=1 player=ann bet=tie amount=5
discard to=player seat=1
discard to=dealer
coup= shoe=
table_close
"""


def test_what_has_won_may_lie_for_the_next_coup(tmp_path: Path) -> None:
    """In the fourth coup Ann's stake lies where it won; it is lost there, and gone in the fifth."""
    check(tmp_path, "bataille", edited({"coup= shoe=\ntable_close": LYING.strip()}))


RAISED = """
coup=
table_open minimum=15 maximum=500 spots=7 tie_bet=true
coup=3
bets_open
stake seat=1 player=ann standing=false bet=main amount=10 form=chip      ← 55-19.14
no_more_bets
deal to=player seat=1 card=2S face=up
deal to=dealer card=KH face=up
announce text=K
collect seat=1 player=ann bet=main amount=10
discard to=player seat=1
discard to=dealer
coup= shoe=
table_close
"""


def test_a_minimum_that_is_posted_in_mid_shoe_holds_from_then_on(tmp_path: Path) -> None:
    """Its row has the number of the shoe, as all rows around it."""
    check(tmp_path, "bataille", edited({"coup= shoe=\ntable_close": RAISED.strip()}))


FOLLOWED = """
chief_arrive staff=max
coup=3
bets_open
stake seat=1 player=ann standing=false bet=main amount=10 form=chip
stake seat=1 player=zed standing=true agreed=true bet=main amount=10 form=chip
no_more_bets
deal to=player seat=1 card=8S face=up
deal to=dealer card=8H face=up
announce text=8
choice seat=1 choice=surrender
stake seat=1 player=zed standing=true bet=war amount=10 form=chip                    ← 55-19.10
collect seat=1 player=ann bet=main amount=5
burn card=2H
burn card=3H
burn card=4H
deal to=player seat=1 card=10S face=up
burn card=5H
deal to=dealer card=JS face=up
collect seat=1 player=zed bet=main amount=10
collect seat=1 player=zed bet=war amount=10
discard to=player seat=1
discard to=dealer
coup= shoe=
table_close
"""


def test_a_standing_player_who_goes_to_war_by_himself_is_one_finding(tmp_path: Path) -> None:
    """The seated player has given up, and he bears that."""
    check(tmp_path, "bataille", edited({"coup= shoe=\ntable_close": FOLLOWED.strip()}))
