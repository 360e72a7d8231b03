"""Statistics in rule files: what is refused, and the chances that the shipped games declare."""

from fractions import Fraction
from pathlib import Path

import pytest

from auditor import audit_log, read_log
from auditor.authoring.codes import HEAD
from auditor.authoring.kept import load_program
from auditor.authoring.review import INCOMPLETE, review
from auditor.language.core import Statistic
from auditor.language.resolve.search_path import locate
from tools import house_edge

ROOT = Path(__file__).parent.parent.parent.parent
CHANCES = """
table ways_of_a_side (shown : boolean) gives integer
  true  -> 3
  false -> 1
"""
COUNTED = """
statistic faces
  fr "Cartes visibles" en "Cards face up"
  for each deal
  observed face = up
  ways ways_of_a_side
  per house
"""
TAKEN = """
statistic take
  fr "Recette" en "Take"
  for each stake where bet = main
  wagered amount
  gained amount
  foreseen case shown -> -amount else -> amount
  ways ways_of_a_side in coup
  per house
"""


def said_of(text: str, folder: Path) -> list[str]:
    path = folder / "page.rules"
    path.write_text(HEAD + text, encoding="utf-8")
    return [
        f"{d.code} {d.message} at {d.span.text}"
        for d in review(path)[1]
        if d.code not in INCOMPLETE
    ]


def test_statistics_are_read(tmp_path: Path) -> None:
    assert said_of(CHANCES + COUNTED + TAKEN, tmp_path) == []


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("observed face = up", "observed face", "E301 `observed` takes a boolean, and not a side"),
        ("  observed face = up\n", "", "E104 statistic `faces` has no `observed`"),
        ("observed face = up", "wagered seat", "E104 statistic `faces` has no `observed`"),
        ("per house", "per house\n  per device", "E104 statistic `faces` has `per` more than once"),
        ("per house", "per houses", "E201 no scope is called `houses`"),
        ("ways ways_of_a_side", "ways ways_of", "E201 no name is called `ways_of`"),
        ("  true  -> 3", "  true  -> -3", "E511 table `ways_of_a_side` does not say"),
        ("  true  -> 3", "  true  -> 0", "E511 table `ways_of_a_side` does not say"),
        ("gives integer", "gives number", "E511 table `ways_of_a_side` does not say"),
        ("for each deal", "for each house", "E302 `face` is a field"),
        ("wagered amount", "wagered seat", "E301 `wagered` takes money, and not an integer"),
        ("(shown :", "(seat :", "W205 `seat` hides a field of this name"),
        ("in coup", "in wager", "E201 no scope is called `wager`"),
    ],
)
def test_what_means_nothing_is_told(old: str, new: str, says: str, tmp_path: Path) -> None:
    text = CHANCES + COUNTED + TAKEN
    assert old in text
    assert any(own.startswith(says) for own in said_of(text.replace(old, new, 1), tmp_path))


# ---- the chances of the games, beside those worked out in tools/house_edge ----------------------
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
