"""The chances that the shipped games declare, beside those worked out in tools/house_edge."""

from fractions import Fraction
from pathlib import Path

import pytest

from auditor import audit_log, read_log
from auditor.authoring.kept import load_program
from auditor.language.core import Statistic
from auditor.language.resolve.search_path import locate
from tools import house_edge

ROOT = Path(__file__).parent.parent.parent


def statistic(game: str, name: str) -> Statistic:
    program = load_program(locate(game))
    assert not isinstance(program, tuple)
    [own] = [own for own in program.statistics if own.name == name]
    return own


def shares(own: Statistic) -> dict[object, Fraction]:
    total = sum(ways for _, ways in own.ways.results)
    return {value: Fraction(ways, total) for value, ways in own.ways.results}


def test_the_chances_are_those_that_were_worked_out() -> None:
    player, banker, tie = house_edge.punto_banco_outcomes()
    assert shares(statistic("punto-banco", "winners")) == {
        "player": player,
        "banker": banker,
        "tie": tie,
    }
    assert shares(statistic("bataille", "first-ties"))[True] == house_edge.bataille_first_tie()
    war = shares(statistic("bataille", "take-at-war"))
    assert war["level"] == house_edge.bataille_second_tie()
    assert war["above"] == war["below"]
    places = dict(statistic("vingt-trois", "numbers-drawn").ways.results)
    assert places == house_edge.PLACES_23
    assert set(shares(statistic("boule", "numbers-drawn")).values()) == {Fraction(1, 9)}
    cards = [statistic(game, "cards-dealt").ways for game in ("bataille", "punto-banco")]
    assert [sum(ways for _, ways in own.results) for own in cards] == [6 * 52, 8 * 52]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("game", "name", "edge"),
    [
        ("boule", "take-on-numbers", -house_edge.boule_straight()),
        ("boule", "take-on-even-chances", -house_edge.boule_even_chance()),
        ("vingt-trois", "take-on-numbers", -house_edge.vingt_trois_straight(1)),
        ("vingt-trois", "take-on-colours", -house_edge.vingt_trois_colour()),
        ("bataille", "take-on-ties", -house_edge.bataille_tie_bet()),
        ("bataille", "take-at-the-first-card", Fraction(0)),
        # A war is of tied stakes: as much as is expected of all stakes, over the share that ties.
        (
            "bataille",
            "take-at-war",
            -house_edge.bataille_always_war() / house_edge.bataille_first_tie(),
        ),
    ],
)
def test_the_expected_take_is_the_edge_that_was_worked_out(
    game: str, name: str, edge: Fraction
) -> None:
    log = read_log(ROOT / "samples" / game / "lawful.csv", rules=game)
    report = audit_log(log, rules=game, records="all").report
    assert report.information is not None
    own = next(one for one in report.information.measures if one.statistic == name)
    assert own.take is not None
    assert abs(Fraction(own.take.expected) - edge * Fraction(own.take.wagered)) <= Fraction(
        1, 10**4
    )


def test_the_expected_take_of_punto_banco_is_that_of_its_bets() -> None:
    path = ROOT / "samples" / "punto-banco" / "lawful.csv"
    report = audit_log(read_log(path), rules="punto-banco", records="all").report
    edges = {
        "player": house_edge.punto_banco_player(),
        "banker": house_edge.punto_banco_banker(),
        "tie": house_edge.punto_banco_tie(),
    }
    staked = dict.fromkeys(edges, Fraction(0))
    head, *rows = path.read_text("utf-8").splitlines()
    cells = [dict(zip(head.split(","), row.split(","), strict=False)) for row in rows]
    void = {own["coup"] for own in cells if own["event"] == "cancel"}
    for own in cells:
        if own["event"] == "stake" and own["coup"] not in void:
            staked[own["bet"]] += Fraction(own["amount"])
    assert report.information is not None
    [take] = [one.take for one in report.information.measures if one.take is not None]
    assert Fraction(take.wagered) == sum(staked.values())
    expected = -sum(edges[bet] * own for bet, own in staked.items())
    assert abs(Fraction(take.expected) - expected) <= Fraction(1, 10**4)
