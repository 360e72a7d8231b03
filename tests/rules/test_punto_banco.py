"""Punto banco, on logs written by hand: what is to be found, and what is not."""

from pathlib import Path

import pytest

from auditor import audit_log, read_log
from tests.rules.small_log import check, written

DECKS = [f"deck deck={n} back=blue cards=52 condition=perfect registered=true" for n in range(8)]
OPENED = "\n".join(
    [
        "session=1 table=A",
        "house_open",
        "table_open minimum=5 maximum=1000",
        "shoe=1",
        *DECKS,
        "load device=shoe",
    ]
)
WORTH = {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0} | {str(n): n for n in range(2, 10)}


def coup(player: str, banker: str, *stakes: str, settled: str = "", expected: str = "") -> str:
    """Hands as `9K`, a third card included; announced as the cards fall."""
    lines = [OPENED, "coup=1", "bets_open", *stakes, "no_more_bets"]
    order = [("player", player[0]), ("banker", banker[0]), ("player", player[1])]
    order.append(("banker", banker[1]))
    order += [("player", card) for card in player[2:]] + [("banker", card) for card in banker[2:]]
    for number, (to, card) in enumerate(order):
        rank = card.replace("T", "10")
        lines.append(f"deal to={to} card={rank}{'SHDC'[number % 4]} face=up")
    if expected:
        lines[-1] += f" ← {expected}"
    mine, other = (sum(WORTH[card] for card in hand) % 10 for hand in (player, banker))
    winner = "player" if mine > other else "banker" if other > mine else "tie"
    lines.append(f"announce winner={winner} player_score={mine} banker_score={other}")
    return "\n".join([*lines, settled])


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("player", "banker", "provision"),
    [
        ("9K", "23", ""),  # the player's natural ends it, though the banker has five
        ("9K", "234", "baccarat.natural"),
        ("23", "9K", ""),  # and so does the banker's
        ("234", "9K", "baccarat.natural"),
        ("8K", "35", ""),
        ("K5", "K7", "baccarat.player-draw"),
        ("K52", "K7", ""),
        ("K62", "K7", "baccarat.player-draw"),
        ("K6", "K5", "baccarat.banker-draw"),  # the player stood: the banker draws on five
        ("K6", "K52", ""),
        ("K7", "K6", ""),
        ("K7", "K62", "baccarat.banker-draw"),
        # The player drew: by his third card, not by his total.
        ("K58", "K3", ""),
        ("K58", "K3A", "baccarat.banker-draw"),
        ("K59", "K3A", ""),
        ("K5A", "K3A", ""),
        ("K5A", "K4", ""),  # a third card of one, a total of six: four stands
        ("K5A", "K4A", "baccarat.banker-draw"),
        ("K52", "K4", "baccarat.banker-draw"),
        ("K55", "K6", ""),
        ("K56", "K6", "baccarat.banker-draw"),
        ("K57", "K6A", ""),
        ("K58", "K6", ""),
        ("KK8", "K2A", ""),
    ],
)
def test_drawing(tmp_path: Path, player: str, banker: str, provision: str) -> None:
    check(tmp_path, "punto-banco", coup(player, banker, expected=provision))


def test_the_banker_bet_pays_less_a_twentieth(tmp_path: Path) -> None:
    """Taken apart, or paid net of it: 95 of 100 either way."""
    log = coup(
        "K7",
        "K8",
        "stake seat=1 player=ann bet=banker amount=100",
        "stake seat=2 player=bob bet=banker amount=100",
        "stake seat=3 player=cat bet=banker amount=100              ← baccarat.pay-banker",
        "stake seat=4 player=dan bet=banker amount=50               ← baccarat.pay-banker",
        "stake seat=5 player=eve bet=player amount=50",
        settled="""
            pay seat=1 player=ann bet=banker amount=100
            commission seat=1 player=ann bet=banker amount=5
            pay seat=2 player=bob bet=banker amount=95
            pay seat=3 player=cat bet=banker amount=100
            pay seat=4 player=dan bet=banker amount=50
            commission seat=4 player=dan bet=banker amount=2
            collect seat=5 player=eve bet=player amount=50
        """,
    )
    check(tmp_path, "punto-banco", log)


def test_a_tie_pays_eight_and_hands_the_others_back(tmp_path: Path) -> None:
    log = coup(
        "K7",
        "K7",
        "stake seat=1 player=ann bet=tie amount=10",
        "stake seat=2 player=bob bet=tie amount=10                  ← baccarat.pay-tie",
        "stake seat=3 player=cat bet=player amount=10",
        "stake seat=4 player=dan bet=banker amount=10               ← baccarat.push",
        "stake seat=5 player=eve bet=player amount=10               ← baccarat.push",
        settled="""
            pay seat=1 player=ann bet=tie amount=80
            pay seat=2 player=bob bet=tie amount=90
            give_back seat=3 player=cat bet=player amount=10
            collect seat=4 player=dan bet=banker amount=10
            pay seat=5 player=eve bet=player amount=10
        """,
    )
    check(tmp_path, "punto-banco", log)


def test_no_ninth_copy_of_a_card_leaves_the_shoe(tmp_path: Path) -> None:
    """The king of clubs comes out in every coup; the other cards of the ninth are others."""
    coups = [OPENED]
    for number in range(1, 10):
        nine, king, two = ("9S", "KH", "2D") if number < 9 else ("9H", "QH", "2S")
        expected = "← baccarat.decks" if number == 9 else ""
        coups.append(f"""
            coup={number}
            bets_open
            no_more_bets
            deal to=player card={nine} face=up
            deal to=banker card={king} face=up
            deal to=player card=KC face=up                          {expected}
            deal to=banker card={two} face=up
            announce winner=player player_score=9 banker_score=2
        """)
    check(tmp_path, "punto-banco", "\n".join(coups))


def test_a_result_that_rests_on_cards_which_nobody_recorded_is_left_open(tmp_path: Path) -> None:
    """A player who wins and is paid, and a tie of nought: neither is right nor wrong."""
    log = f"""{OPENED}
        coup=1
        bets_open
        stake player=ann bet=player amount=10
        no_more_bets
        announce winner=player player_score=7 banker_score=3
        pay player=ann bet=player amount=10
        coup=2
        bets_open
        stake player=ann bet=banker amount=10
        no_more_bets
        announce winner=tie player_score=0 banker_score=0
    """
    path = tmp_path / "log.csv"
    written(log, path)
    audit = audit_log(read_log(path), rules="punto-banco", records="all")
    assert not audit.findings
    rules = {own.rule.partition("/")[2]: own for own in audit.report.rules}
    for name in ("score-announced", "winner-announced", "player-bet-paid", "bet-pushed"):
        assert (rules[name].checked, rules[name].not_verifiable > 0) == (0, True), name


@pytest.mark.parametrize("cards", [1, 2, 3, 4, 5])
def test_a_log_that_ends_while_cards_are_dealt_accuses_nobody(cards: int, tmp_path: Path) -> None:
    """The player, on 4, draws and has 7; the banker, on 3, draws against a three as well."""
    dealt = ["player card=2S", "banker card=AH", "player card=2D", "banker card=2C"]
    dealt.append("player card=3H")
    log = f"{OPENED}\ncoup=1\nbets_open\nno_more_bets\n"
    log += "\n".join(f"deal to={card} face=up" for card in dealt[:cards])
    check(tmp_path, "punto-banco", log)
