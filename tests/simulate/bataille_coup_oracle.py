"""One coup judged from the article alone: stakes, cards, outcome, order of settlement."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from auditor.simulate.protocol import Row

ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
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
            yield "log.stakes"
        return
    yield from stakes(coup, opened, place)
    if any(strength(row) < 0 for row in only(coup, "deal")):
        yield "55-19.13"
    if not only(coup, "deal", to="dealer"):
        yield from ("55-19.18", "55-19.19")
        return
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
    if seats != sorted(staked) or len(only(first_cards(coup), "deal", to="dealer")) != 1:
        yield "55-19.18"
    for place, row in enumerate(deals):
        if row["face"] != "up":
            yield "55-19.6"
            if place < round_ - 1:
                yield "55-19.18"


def first_cards(coup: list[Row]) -> list[Row]:
    """What comes before the point is told, a choice made or anything settled."""
    later = {"announce", "choice", "pay", "collect", "give_back", "discard"}
    return coup[: next(n for n, row in enumerate(coup) if row["event"] in later)]


def strength(row: Row) -> int:
    """-1 for a card that has no rank in this game."""
    rank = row["card"][:-1]
    return ORDER.index(rank) if rank in ORDER else -1


def cards(coup: list[Row]) -> tuple[dict[str, list[int]], list[int]]:
    hands: defaultdict[str, list[int]] = defaultdict(list)
    for row in only(coup, "deal", to="player"):
        hands[row["seat"]].append(strength(row))
    return hands, [strength(row) for row in only(coup, "deal", to="dealer")]


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
        if seat not in hands or -1 in hands[seat]:
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
    shape = [
        row.get("seat") or row.get("to", "burn")
        for row in coup[len(first_cards(coup)) :]
        if row["event"] in {"deal", "burn"}
    ]
    if shape != (["burn"] * 3 + sorted(war) + ["burn", "dealer"] if war else []):
        yield "55-19.25"
    if any(
        staked.get((seat, player, "war")) != amount
        for (seat, player, bet), amount in staked.items()
        if seat in war and bet == "main"
    ):
        yield "55-19.25"


def order(coup: list[Row]) -> Found:
    """55-19.22, in the two rounds; what is settled of a hand at war before it is its tie bet."""
    kinds = [row["event"] for row in coup]
    settling = [n for n, kind in enumerate(kinds) if kind in {"pay", "collect", "discard"}]
    if "announce" not in kinds or kinds.index("announce") > settling[0]:
        yield "55-19.22"
    if "choice" in kinds and "announce" in kinds[kinds.index("choice") :]:
        yield "55-19.24"
    last_card = max(n for n, kind in enumerate(kinds) if kind == "deal")
    yield from rounds(coup, last_card)
    for round_ in (coup[:last_card], coup[last_card:]):
        for wanted in ({"pay", "collect"}, {"discard"}):
            seats = [row["seat"] for row in round_ if row["event"] in wanted and row.get("seat")]
            if seats != sorted(seats, reverse=True):
                yield "55-19.22"
    yield from tray(coup)


def rounds(coup: list[Row], last_card: int) -> Found:
    """Hands at war are settled when its cards lie there, all others before."""
    war = {row["seat"] for row in only(coup, "choice", choice="war")}
    for place, row in enumerate(coup):
        settled = row["event"] in {"pay", "collect"} and row["bet"] != "tie"
        if war and settled and (row["seat"] in war) != (place > last_card):
            yield "55-19.22"


def tray(coup: list[Row]) -> Found:
    """Every hand, each when it is settled, and the dealer's last."""
    discards = [row.get("seat", "dealer") for row in only(coup, "discard")]
    hands, _ = cards(coup)
    if discards[-1] != "dealer" or sorted(discards) != sorted({*hands, "dealer"}):
        yield "55-19.22"
    for seat in hands:
        mine = [row["event"] for row in coup if row.get("seat") == seat]
        if "discard" in mine and {"pay", "collect"} & set(mine[mine.index("discard") :]):
            yield "55-19.22"
