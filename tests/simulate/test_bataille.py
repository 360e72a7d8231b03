"""Lawful evenings keep the article, and each fault breaks what it names and nothing else.

The judge below is written from the article alone and shares no code with the simulator.
"""

import csv
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from auditor.simulate.bataille import GAME, Bataille
from auditor.simulate.bataille.evening import Ways
from auditor.simulate.catalogue import UnknownGameError, game
from auditor.simulate.inject import inject, inject_all
from auditor.simulate.protocol import Fault, NoPlaceError, Plan, Row

ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
STEPS = ["count", "verify", "turn_over", "pile", "cut", "stop_card_place", "load"]

Found = Iterator[str]


def is_(row: Row, event: str, **cells: str) -> bool:
    return row["event"] == event and all(row.get(key, "") == cells[key] for key in cells)


def only(rows: Sequence[Row], event: str, **cells: str) -> list[Row]:
    return [row for row in rows if is_(row, event, **cells)]


def groups(rows: Sequence[Row], *columns: str) -> dict[tuple[str, ...], list[Row]]:
    found: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        if row.get(columns[-1]):
            found.setdefault(tuple(row.get(column, "") for column in columns), []).append(row)
    return found


def broken(rows: Sequence[Row]) -> set[str]:
    """The provisions that the log shows to be broken."""
    found = set(log(rows)) | set(decks_in_play(rows))
    for table in groups(rows, "casino", "session", "table").values():
        found |= set(opening(table)) | set(play(table))
        for shoe in groups(table, "shoe").values():
            found |= set(prepared(shoe)) | set(shoe_used(shoe))
        for number, shoe in groups(table, "shoe").items():
            stubs = only(shoe, "stub_insert")
            places = {row["position"] for row in stubs}
            if only(shoe, "stop_card_seen") and (len(stubs), len(places)) != (2, 2):
                found.add("55-19.6")
            unprepared = not any(row["event"] in STEPS[:-1] for row in shoe)
            if number != ("1",) and unprepared and only(shoe, "load", device="shoe"):
                found.add("55-19.6")
    return found


def log(rows: Sequence[Row]) -> Found:
    times = [datetime.fromisoformat(row["time"]) for row in rows]
    if any(later < earlier for earlier, later in pairwise(times)):
        yield "log.order"
    if len({tuple(sorted(filter(lambda cell: cell[1], row.items()))) for row in rows}) < len(rows):
        yield "log.duplicate"
    open_: set[tuple[str, ...]] = set()
    for row in rows:
        house = (row["casino"],)
        table = (row["casino"], row.get("table", ""))
        match row["event"]:
            case "house_open":
                open_.add(house)
            case "house_close":
                open_.discard(house)
                continue
            case "table_open":
                open_.add(table)
        if house not in open_ or (row.get("coup") and table not in open_):
            yield "log.orphan"
        if row["event"] == "table_close":
            open_.discard(table)


def decks_in_play(rows: Sequence[Row]) -> Found:
    if any(row["registered"] != "true" for row in only(rows, "deck")):
        yield "39.decks"
    at: dict[tuple[str, str], str] = {}
    for row in rows:
        if row["event"] == "deck":
            if at.setdefault((row["casino"], row["deck"]), row["table"]) != row["table"]:
                yield "39.decks"
        elif row["event"] == "table_close":
            gone = [key for key in at if key[0] == row["casino"] and at[key] == row["table"]]
            for key in gone:
                del at[key]


def opening(table: Sequence[Row]) -> Found:
    decks = only(table, "deck")
    backs = sorted(Counter(row["back"] for row in decks).values())
    whole = all(row["cards"] == "52" and row["condition"] == "perfect" for row in decks)
    if backs != [3, 3] or not whole:
        yield "55-19.2"
    first = [row for row in table if row.get("shoe") == "1"]
    if only(decks, "deck", condition="marked") or not all(
        only(first, step) for step in ("count", "verify")
    ):
        yield "40.opening"
    seated = 0
    for row in table:
        seated += is_(row, "sit") - is_(row, "leave")
        if row["event"] in {"count", "verify"} and row["shoe"] == "1" and not seated:
            yield "55-19.12"
    if any(row["approved"] != "true" for row in only(table, "load")):
        yield "40-1.shuffler"


def prepared(shoe: Sequence[Row]) -> Found:
    if not only(shoe, "load", device="shoe"):
        return
    steps = [row["event"] for row in shoe if row["event"] in STEPS]
    in_order = sorted(steps, key=STEPS.index) == steps and set(steps) == set(STEPS)
    counted = all(row["cards"] == "312" for row in only(shoe, "count"))
    piles = only(shoe, "pile")
    cuts = [row["by"] for row in only(shoe, "cut")]
    good_piles = all((row["shuffles"], row["cuts"]) == ("2", "2") for row in piles)
    deep = all(int(row["behind"]) >= 42 for row in only(shoe, "stop_card_place"))
    if not (in_order and counted and good_piles and deep and len(piles) > 1):
        yield "55-19.5"
    if cuts[:-1] != ["croupier"] or cuts[-1] != "player":
        yield "55-19.5"


def shoe_used(shoe: Sequence[Row]) -> Found:
    cards = [row for row in shoe if row["event"] in {"deal", "burn"}]
    numbers = [row["coup"] for row in only(shoe, "bets_open") + only(shoe, "no_more_bets")]
    if sorted(set(map(int, numbers))) != list(range(1, len(set(numbers)) + 1)):
        yield "log.gap"
    runs = [
        coup
        for coup, after in pairwise([*(r["coup"] for r in shoe if r.get("coup")), ""])
        if coup != after
    ]
    if len(runs) != len(set(runs)):
        yield "log.gap"
    if not only(shoe, "load", device="continuous"):
        burned = [row for row in shoe if is_(row, "burn") and not row.get("coup")]
        if len(burned) != 5:
            yield "55-19.6"
        if max(Counter(row["card"] for row in cards).values()) > 6:
            yield "log.cards"
        if [row["position"] for row in cards] != [str(n) for n in range(1, len(cards) + 1)]:
            yield "58.shoe"
    seen = False
    for row in shoe:
        if seen and row["event"] == "bets_open":
            yield "55-19.6"
        seen = seen or row["event"] == "stop_card_seen"


@dataclass
class Place:
    """What is known of a table while its rows are followed."""

    seats: dict[str, str] = field(default_factory=dict)
    chiefs: set[str] = field(default_factory=set)


def play(table: Sequence[Row]) -> Found:
    opened = next(row for row in table if row["event"] == "table_open")
    place = Place()
    coup: list[Row] = []
    for row in [*table, {"event": "end"}]:
        if coup and row.get("coup") != coup[0]["coup"]:
            yield from coup_played(coup, opened, place)
            coup = []
        match row["event"]:
            case "sit":
                place.seats[row["seat"]] = row["player"]
            case "leave":
                place.seats.pop(row["seat"])
            case "chief_arrive":
                place.chiefs.add(row["staff"])
            case "chief_leave":
                place.chiefs.remove(row["staff"])
        if row.get("coup"):
            coup.append(row)


def coup_played(coup: list[Row], opened: Row, place: Place) -> Found:
    if only(coup, "cancel"):
        if only(coup, "pay") or only(coup, "collect"):
            yield "cancelled"
        return
    yield from stakes(coup, opened, place)
    yield from run(coup, opened)
    yield from outcome(coup)
    yield from order(coup)


def stakes(coup: list[Row], opened: Row, place: Place) -> Found:
    low, high = Decimal(opened["minimum"]), Decimal(opened["maximum"])
    for row in only(coup, "stake") + only(coup, "stake_change"):
        amount = Decimal(row["amount"])
        if row["form"] not in {"chip", "plaque"}:
            yield "55-19.15"
        if row["form"] == "credit":
            yield "55-19.16"
        if row["bet"] != "war" and not low <= amount <= high:
            yield "55-19.14" if row["bet"] == "main" else "55-19.31"
        yield from who_stakes(row, place)
        if row["bet"] == "tie" and (
            opened["tie_bet"] != "true"
            or not only(coup, "stake", seat=row["seat"], player=row["player"], bet="main")
        ):
            yield "55-19.30"
    if any(int(row["seat"]) > min(7, int(opened["spots"])) for row in only(coup, "stake")):
        yield "55-19.8"
    yield from hand_maximum(coup, high)


def who_stakes(row: Row, place: Place) -> Found:
    """55-19.9 to .11."""
    if row["standing"] == "true":
        if row["agreed"] != "true" or row["seat"] not in place.seats:
            yield "55-19.10"
        if not place.chiefs:
            yield "55-19.11"
    if row["seat"] not in place.seats:
        if row["agreed"] != "true" or row["player"] not in place.seats.values():
            yield "55-19.9"
    elif place.seats[row["seat"]] != row["player"] and row["standing"] != "true":
        yield "55-19.10"


def hand_maximum(coup: list[Row], high: Decimal) -> Found:
    on_hand: defaultdict[str, list[Decimal]] = defaultdict(list)
    for (seat, _, bet), amount in standing_stakes(coup).items():
        if bet == "main":
            on_hand[seat].append(amount)
    if any(sum(on) > high for on in on_hand.values() if len(on) > 1):
        yield "55-19.10"


def standing_stakes(coup: list[Row]) -> dict[tuple[str, str, str], Decimal]:
    """Seat, player, bet: what is staked when all is staked."""
    staked: dict[tuple[str, str, str], Decimal] = {}
    for row in coup:
        key = (row.get("seat", ""), row.get("player", ""), row.get("bet", ""))
        if row["event"] in {"stake", "stake_change"}:
            staked[key] = Decimal(row["amount"])
        elif row["event"] == "stake_withdraw":
            del staked[key]
    return staked


def run(coup: list[Row], opened: Row) -> Found:
    """55-19.4, .15 and .18: who does what, and when."""
    kinds = [row["event"] for row in coup]
    first = kinds.index("deal")
    if kinds[:first].count("bets_open") != 1 or kinds[:first].count("no_more_bets") != 1:
        yield "55-19.4"
    if any(row["staff"] != opened["staff"] for row in only(coup, "deal")):
        yield "55-19.4"
    if "no_more_bets" in kinds:
        for row in coup[kinds.index("no_more_bets") :]:
            if row["event"] in {"stake", "stake_change", "stake_withdraw"} and (
                row["bet"] != "war"
            ):
                yield "55-19.15"
    deals = only(coup, "deal")
    round_ = 1 + next(n for n, row in enumerate(deals) if row["to"] == "dealer")
    seats = [row.get("seat", "") for row in deals[: round_ - 1]]
    staked = {seat for seat, _, bet in standing_stakes(coup) if bet == "main"}
    if seats != sorted(staked):
        yield "55-19.18"
    for place, row in enumerate(deals):
        if row["face"] != "up":
            yield "55-19.6"
            if place < round_ - 1:
                yield "55-19.18"


def cards(coup: list[Row]) -> tuple[dict[str, list[int]], list[int]]:
    hands: defaultdict[str, list[int]] = defaultdict(list)
    for row in only(coup, "deal", to="player"):
        hands[row["seat"]].append(ORDER.index(row["card"][:-1]))
    return hands, [ORDER.index(row["card"][:-1]) for row in only(coup, "deal", to="dealer")]


def outcome(coup: list[Row]) -> Found:
    hands, dealer = cards(coup)
    choices = {row["seat"]: row["choice"] for row in only(coup, "choice")}
    staked = standing_stakes(coup)
    tied = {seat for seat, held in hands.items() if held[0] == dealer[0]}
    if tied != set(choices):
        yield "55-19.24"
    war = {seat for seat, choice in choices.items() if choice == "war"}
    if tied == set(choices):
        yield from war_dealt(coup, war, staked)
    moved = payments(coup)
    if any(key[:2] not in {stake[:2] for stake in staked} for key in moved):
        yield "log.stakes"
    if any(key[3] == "pay" and len(paid) > 1 for key, paid in moved.items()):
        yield "log.stakes"
    for (seat, player, bet), amount in staked.items():
        if seat not in hands:
            continue
        got = tuple(sum(moved[seat, player, bet, event]) for event in ("pay", "collect"))
        if bet == "tie":
            yield from tie_bet(amount, hands[seat][0] == dealer[0], got)
        elif bet == "main":
            extra = staked.get((seat, player, "war"), Decimal(0))
            more = tuple(sum(moved[seat, player, "war", event]) for event in ("pay", "collect"))
            cards_then = (hands[seat], dealer, choices.get(seat, ""))
            if wrong := main_stake((amount, extra), (got, more), *cards_then):
                yield wrong


def payments(coup: list[Row]) -> defaultdict[tuple[str, ...], list[Decimal]]:
    """Seat, player, bet and event: the amounts paid or collected."""
    moved: defaultdict[tuple[str, ...], list[Decimal]] = defaultdict(list)
    for row in coup:
        if row["event"] in {"pay", "collect"}:
            key = (row["seat"], row["player"], row["bet"], row["event"])
            moved[key].append(Decimal(row["amount"]))
    return moved


Sums = tuple[Decimal | int, ...]


def tie_bet(amount: Decimal, won: bool, got: Sums) -> Found:
    if got[0] != (10 * amount if won else 0):
        yield "55-19.32" if won else "55-19.30"
    if got[1] != (0 if won else amount) and not (got[0] and not won):
        yield "55-19.30"


def main_stake(
    staked: Sums, moved: tuple[Sums, Sums], hand: list[int], dealer: list[int], choice: str
) -> str:
    """The provision that the payments on main and war stake break; empty where they are right."""
    amount, extra = staked
    nothing = (0, 0)
    first = (hand[0] > dealer[0]) - (hand[0] < dealer[0])
    if choice != "war":
        provision = {1: "55-19.20", -1: "55-19.21", 0: "55-19.24"}[first]
        due = {1: (amount, 0), -1: (0, amount), 0: (0, amount / 2)}[first]
        return "" if moved == (due, nothing) else provision
    if first:
        return ""  # the choice is wrong already
    second = (hand[1] > dealer[1]) - (hand[1] < dealer[1])
    provision = {1: "55-19.26", 0: "55-19.27", -1: "55-19.28"}[second]
    won_or_void = {1: ((amount, 0), nothing), 0: (nothing, nothing)}
    if moved != won_or_void.get(second, ((0, amount), (0, extra))):
        return provision
    return ""


def war_dealt(coup: list[Row], war: set[str], staked: dict[tuple[str, str, str], Decimal]) -> Found:
    cards_ = [row for row in coup if row["event"] in {"deal", "burn"}]
    dealt = 1 + next(n for n, row in enumerate(cards_) if row.get("to") == "dealer")
    shape = [
        row.get("seat") or row.get("to", "burn")
        for row in cards_[dealt:]
        if row["event"] == "burn" or row["to"] == "dealer" or is_second(coup, row)
    ]
    if shape != (["burn"] * 3 + sorted(war) + ["burn", "dealer"] if war else []):
        yield "55-19.25"
    if any(
        staked.get((seat, player, "war")) != amount
        for (seat, player, bet), amount in staked.items()
        if seat in war and bet == "main"
    ):
        yield "55-19.25"


def is_second(coup: list[Row], card: Row) -> bool:
    return only(coup, "deal", seat=card["seat"])[0] is not card


def order(coup: list[Row]) -> Found:
    """55-19.22, in the two rounds; what is settled of a hand at war before it is its tie bet."""
    kinds = [row["event"] for row in coup]
    settling = [n for n, kind in enumerate(kinds) if kind in {"pay", "collect", "discard"}]
    if "announce" not in kinds or kinds.index("announce") > settling[0]:
        yield "55-19.22"
    last_card = max(n for n, kind in enumerate(kinds) if kind == "deal")
    for round_ in (coup[:last_card], coup[last_card:]):
        for wanted in ({"pay", "collect"}, {"discard"}):
            seats = [row["seat"] for row in round_ if row["event"] in wanted and row.get("seat")]
            if seats != sorted(seats, reverse=True):
                yield "55-19.22"
    discards = [row.get("seat", "dealer") for row in only(coup, "discard")]
    hands, _ = cards(coup)
    if discards[-1] != "dealer" or sorted(discards) != sorted({*hands, "dealer"}):
        yield "55-19.22"
    for seat in hands:
        mine = [row["event"] for row in coup if row.get("seat") == seat]
        if "discard" in mine and {"pay", "collect"} & set(mine[mine.index("discard") :]):
            yield "55-19.22"


# What the judge above cannot see for itself: provisions that describe a reason, not a trace.
REASONS = {"55-19.13", "55-19.19"}

SHORT = Bataille(Ways(behind=(170, 200)))
LONG = Plan(events=9000, seed=5, casinos=1, sessions=2, tables=2)


@cache
def evenings() -> tuple[tuple[Row, ...], ...]:
    """Logs with every kind of situation among them: several houses, tables without tie bet…"""
    return (
        tuple(SHORT.lawful(LONG)),
        tuple(SHORT.lawful(Plan(events=6000, seed=11, casinos=2, tables=2))),
        tuple(Bataille(Ways(device="shuffler", tie_bet=False)).lawful(Plan(3000, seed=3))),
        tuple(Bataille(Ways(device="continuous")).lawful(Plan(3000, seed=4))),
        tuple(GAME.lawful(Plan(events=6000, seed=2))),
    )


@pytest.mark.parametrize("log_number", range(5))
def test_lawful_evenings_break_nothing(log_number: int) -> None:
    assert broken(evenings()[log_number]) == set()


@pytest.mark.parametrize("fault", GAME.faults, ids=lambda fault: fault.name)
def test_a_fault_breaks_what_it_names_and_nothing_else(fault: Fault) -> None:
    placed = 0
    for rows in evenings():
        for seed in range(2):
            try:
                faulty, record = inject(rows, fault, seed)
            except NoPlaceError:
                break
            placed += 1
            assert broken(faulty) == set(fault.provisions) - REASONS
            assert list(rows) != faulty
            assert record.rows
            assert min(record.rows) >= 2
            assert max(record.rows) <= len(faulty) + 1
    assert placed, "no evening has a place for it"


def test_a_fault_without_a_place_says_so() -> None:
    [fault] = [fault for fault in GAME.faults if fault.name == "worn-deck-in-a-later-session"]
    with pytest.raises(NoPlaceError):
        inject(evenings()[4], fault, 1)


def test_injecting_leaves_the_lawful_rows_alone() -> None:
    rows = evenings()[0]
    before = [dict(row) for row in rows]
    for fault in GAME.faults[::10]:
        try:
            inject(rows, fault, 3)
        except NoPlaceError:
            continue
    assert list(rows) == before


def test_names_of_faults_are_told_apart() -> None:
    names = [fault.name for fault in GAME.faults]
    assert len(names) == len(set(names)) >= 100


def test_every_provision_that_a_log_can_show_has_its_fault() -> None:
    article = {2, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 19, 20, 21, 22, *range(24, 33)}
    shown = {f"55-19.{number}" for number in article - {29}}
    shown |= {"39.decks", "40.opening", "40-1.shuffler", "58.shoe"}
    shown |= {f"log.{name}" for name in ["order", "gap", "duplicate", "orphan", "cards", "stakes"]}
    assert {provision for fault in GAME.faults for provision in fault.provisions} == shown


def test_several_faults_keep_apart() -> None:
    rows = evenings()[0]
    names = ("winner-not-paid", "loser-paid", "late-stake", "no-bets-open", "count-311")
    faults = [fault for fault in GAME.faults if fault.name in names]
    faulty, records = inject_all(rows, faults, 1)
    assert broken(faulty) == {"55-19.20", "55-19.21", "55-19.15", "55-19.4", "55-19.5"}
    coups = [
        {
            tuple(faulty[number - 2].get(key, "") for key in ("table", "session", "shoe", "coup"))
            for number in record.rows
            if faulty[number - 2].get("coup")
        }
        for record in records
    ]
    assert sum(map(len, coups)) == len(set().union(*coups)) == 4


def test_the_same_plan_gives_the_same_rows_and_another_seed_others() -> None:
    plan = Plan(events=500, seed=8)
    assert list(GAME.lawful(plan)) == list(GAME.lawful(plan))
    assert list(GAME.lawful(plan)) != list(GAME.lawful(Plan(events=500, seed=9)))


def test_a_plan_is_spread_over_houses_sessions_and_tables() -> None:
    rows = list(GAME.lawful(Plan(events=2400, casinos=2, sessions=3, tables=2)))
    assert 2400 <= len(rows) < 2400 + 12 * 100
    places = {(row["casino"], row["session"], row["table"]) for row in rows if "table" in row}
    assert len(places) == 12
    opened = [row["event"] for row in rows if row["event"].startswith("house")]
    assert Counter(opened) == {"house_open": 6, "house_close": 6}


def test_every_column_is_filled_somewhere_and_no_other_is() -> None:
    filled = {column for rows in evenings() for row in rows for column in row if row[column]}
    assert filled == set(GAME.columns)


def test_lawful_play_shows_what_the_article_allows() -> None:
    """Otherwise a rule that forbids it would go unnoticed."""
    rows = [row for log_ in evenings() for row in log_]
    events = Counter(row["event"] for row in rows)
    for event in ("cancel", "stake_change", "stake_withdraw", "stake_refuse", "give_back"):
        assert events[event] > 5, event
    assert {row["reason"] for row in only(rows, "stake_refuse")} == {
        *("late", "under_minimum", "over_maximum", "aggregate")
    }
    stakes_ = only(rows, "stake")
    assert only(stakes_, "stake", standing="true", bet="war")
    assert only(stakes_, "stake", standing="false", agreed="true")
    assert any("." in row["amount"] for row in stakes_)
    halves = [
        row["amount"] for row in only(rows, "collect") if row["amount"].endswith((".25", ".75"))
    ]
    assert halves
    assert {row["device"] for row in only(rows, "load")} == {"shoe", "shuffler", "continuous"}


def test_an_evening_runs_through_the_hour_that_occurs_twice() -> None:
    night = Plan(events=4000, opening=datetime(2026, 10, 25, 1, 0))
    times = [row["time"] for row in GAME.lawful(night)]
    assert times != sorted(times)
    moments = [datetime.fromisoformat(time) for time in times]
    assert moments == sorted(moments)


def test_tables_play_side_by_side() -> None:
    tables = [row["table"] for row in evenings()[0] if "table" in row]
    assert sum(one != other for one, other in pairwise(tables)) > len(tables) / 5


def test_the_catalogue_knows_the_game() -> None:
    assert game("bataille") is GAME
    with pytest.raises(UnknownGameError, match="bataille"):
        game("whist")


@pytest.mark.parametrize("name", ["lawful", "faulty"])
def test_the_samples_break_what_their_record_says(name: str) -> None:
    folder = Path(__file__).parents[2] / "samples" / "bataille"
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        rows = [{key: cell for key, cell in row.items() if cell} for row in csv.DictReader(file)]
    record = folder / f"{name}.injected.json"
    said = json.loads(record.read_text(encoding="utf-8")) if record.exists() else []
    wanted = {provision for entry in said for provision in entry["provisions"]}
    assert broken(rows) == wanted
    assert bool(wanted) == (name == "faulty")
    assert len(only(rows, "load")) >= 2
