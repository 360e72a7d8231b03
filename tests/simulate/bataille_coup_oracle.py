"""One coup judged from the article alone: stakes, cards, outcome, order of settlement."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from auditor_simulators.protocol import Row
from tests.simulate.log_oracle import handed_back, is_, only

ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
Found = Iterator[str]


def groups(rows: Sequence[Row], *columns: str) -> dict[tuple[str, ...], list[Row]]:
    found: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        if row.get(columns[-1]):
            found.setdefault(tuple(row.get(column, "") for column in columns), []).append(row)
    return found


def with_chiefs(rows: Sequence[Row]) -> list[Row]:
    """Copies that say how many chiefs are in the room at that moment."""
    present: defaultdict[tuple[str, str], int] = defaultdict(int)
    made = []
    for row in rows:
        room = row["casino"], row["session"]
        present[room] += is_(row, "chief_arrive") - is_(row, "chief_leave")
        made.append(row | {"chiefs": str(present[room])})
    return made


@dataclass
class Place:
    """What is known of a table while its rows are followed."""

    opened: Row
    seats: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    duty: set[str] = field(default_factory=set)
    named: bool = False  # croupiers are recorded

    def seated(self, player: str) -> bool:
        return any(player in here for here in self.seats.values())

    def follow(self, row: Row) -> Found:
        match row["event"]:
            case "sit":
                here = self.seats[row["seat"]]
                if here and row["player"] not in here:
                    yield "55-19.8"
                if row["player"] not in here:
                    here.append(row["player"])
                if sum(map(bool, self.seats.values())) > int(self.opened["spots"]):
                    yield "55-19.8"
            case "leave":
                self.seats[row["seat"]].remove(row["player"])
            case "croupier_arrive":
                self.named = True
                self.duty.add(row["staff"])
            case "croupier_leave":
                self.duty.discard(row["staff"])


def play(table: Sequence[Row]) -> Found:
    opened = next(row for row in table if row["event"] == "table_open")
    if int(opened["spots"]) > 7:
        yield "55-19.8"
    if from_the_right(table):
        yield "55-19.18"
        spots = int(opened["spots"])
        table = [
            row | {"seat": str(spots + 1 - int(row["seat"]))} if row.get("seat") else row
            for row in table
        ]
    place = Place(opened)
    coup: list[Row] = []
    for row in [*table, {"event": "end"}]:
        relief = not row.get("coup") and row["event"].startswith("croupier")
        if coup and not relief and row.get("coup", "") != coup[0]["coup"]:
            yield from coup_played(coup, place)
            coup = []
        yield from place.follow(row)
        if row.get("coup"):
            coup.append(row | {"duty": " ".join(place.duty) if place.named else ""})


def from_the_right(table: Sequence[Row]) -> bool:
    """Every coup of several hands is dealt against the order of the seats."""
    several = 0
    for coup in groups(table, "shoe", "coup").values():
        seats = [row["seat"] for row in first_cards(coup) if is_(row, "deal", to="player")]
        if len(seats) > 1:
            several += 1
            if seats != sorted(seats, reverse=True):
                return False
    return several > 1


def coup_played(coup: list[Row], place: Place) -> Found:
    yield from (provision for provision, _ in handed_back(coup))
    if only(coup, "cancel"):
        if only(coup, "pay") or only(coup, "collect"):
            yield "log.stakes"
        hands, dealer = cards(coup)
        if dealer and any(held[0] != dealer[0] for held in hands.values()):
            yield "cancel.void"
        if hands and only(coup, "cancel", reason="stop_card"):
            yield "55-19.6"
        return
    coup = without_pushed_back(coup)
    yield from stakes(coup, place)
    if any(strength(row) < 0 for row in only(coup, "deal")):
        yield "55-19.13"
    if not only(coup, "deal"):
        yield "55-19.18"
        return
    if not only(coup, "deal", to="dealer"):
        yield from ("55-19.18", "55-19.19")
        return
    yield from run(coup)
    yield from outcome(coup)
    yield from order(coup)


def without_pushed_back(coup: list[Row]) -> list[Row]:
    """The rows without stakes that were laid after the close and handed back before a card."""
    kinds = [row["event"] for row in coup]
    closed = kinds.index("no_more_bets") if "no_more_bets" in kinds else len(coup)
    first = kinds.index("deal") if "deal" in kinds else len(coup)
    gone: set[int] = set()
    for back in range(closed, first):
        same = (
            late
            for late in range(closed, back)
            if late not in gone
            and is_(coup[late], "stake", amount=coup[back].get("amount", ""))
            and key_of(coup[late]) == key_of(coup[back])
        )
        if kinds[back] == "give_back" and (late := next(same, None)) is not None:
            gone |= {late, back}
    return [row for place, row in enumerate(coup) if place not in gone]


def in_chips(laid: Row, kept: list[Row]) -> bool:
    """Whether it is laid in chips or plaques, or changed into them before the cards."""
    forms = [row["form"] for row in kept if key_of(row) == key_of(laid) and row.get("form")]
    return bool({laid["form"], forms[-1]} & {"chip", "plaque"})


def accepted(coup: list[Row]) -> list[Row]:
    """Stakes and changes that were neither refused nor withdrawn before the cards."""
    kept: list[Row] = []
    for row in coup:
        if row["event"] in {"stake", "stake_change"}:
            kept.append(row)
        elif row["event"] == "stake_refuse" and row["reason"] != "late":
            names = ("seat", "player", "bet", "amount")
            laid = [k for k in kept if all(k[name] == row[name] for name in names)]
            kept = [k for k in kept if not laid or k is not laid[-1]]
        elif row["event"] == "stake_withdraw":
            kept = [k for k in kept if key_of(k) != key_of(row)]
        elif row["event"] == "deal":
            break
    names_kept = {id(row) for row in kept}
    war = [row for row in coup if row.get("bet") == "war" and row["event"].startswith("stake")]
    return [row for row in coup if id(row) in names_kept or row in war]


def key_of(row: Row) -> tuple[str, str, str]:
    return row.get("seat", ""), row.get("player", ""), row.get("bet", "")


def stakes(coup: list[Row], place: Place) -> Found:
    yield from limits(coup, place.opened)
    kept = accepted(coup)
    for row in kept:
        if row["event"] == "stake_withdraw":
            continue
        if not in_chips(row, kept):
            yield "55-19.15"
        if row["form"] == "credit":
            yield "55-19.16"
        yield from who_stakes(row, coup, place)
        beside = only(coup, "stake", seat=row["seat"], player=row["player"], bet="main")
        if row["bet"] not in {"main", "war", "tie"}:
            yield "55-19.30"
        if row["bet"] == "tie" and (place.opened["tie_bet"] != "true" or not beside):
            yield "55-19.30"
        if int(row["seat"]) > min(7, int(place.opened["spots"])):
            yield "55-19.8"


def limits(coup: list[Row], opened: Row) -> Found:
    low, high = Decimal(opened["minimum"]), Decimal(opened["maximum"])
    tie_low = Decimal(opened.get("tie_minimum") or low)
    tie_high = Decimal(opened.get("tie_maximum") or high)
    for (_, _, bet), amount in standing_stakes(coup).items():
        if bet == "main" and not low <= amount <= high:
            yield "55-19.14"
        if bet == "tie" and not tie_low <= amount <= tie_high:
            yield "55-19.31"
    yield from hand_maximum(coup, high)


def who_stakes(row: Row, coup: list[Row], place: Place) -> Found:
    """55-19.9 to .11."""
    here = place.seats[row["seat"]]
    others = [
        each
        for each in only(coup, "stake", seat=row["seat"], bet="main", standing="false")
        if place.seated(each["player"])
    ]
    if row.get("standing") == "true":
        if row["agreed"] != "true" or not (here or others):
            yield "55-19.10"
        if not (here or others):
            yield "55-19.9"
        if row["chiefs"] == "0":
            yield "55-19.11"
    elif not here:
        if row["agreed"] != "true" or not place.seated(row["player"]):
            yield "55-19.9"
    elif row["player"] not in here:
        yield "55-19.9"


def hand_maximum(coup: list[Row], high: Decimal) -> Found:
    on_hand: defaultdict[str, list[Decimal]] = defaultdict(list)
    for (seat, _, bet), amount in standing_stakes(coup).items():
        if bet == "main":
            on_hand[seat].append(amount)
    if any(sum(on) > high for on in on_hand.values() if len(on) > 1):
        yield "55-19.10"


def standing_stakes(coup: list[Row]) -> dict[tuple[str, str, str], Decimal]:
    """Seat, player, bet: what lies there when the cards come, and what a war adds to it."""
    staked: dict[tuple[str, str, str], Decimal] = {}
    for row in accepted(coup):
        if row["event"] == "stake":
            staked[key_of(row)] = staked.get(key_of(row), Decimal(0)) + Decimal(row["amount"])
        elif row["event"] == "stake_change":
            staked[key_of(row)] = Decimal(row["amount"])
    late = False
    for row in coup:
        late = late or row["event"] == "no_more_bets"
        if late and row["event"] == "stake_refuse" and key_of(row) in late_ones(coup):
            staked[key_of(row)] -= Decimal(row["amount"])
    return staked


def late_ones(coup: list[Row]) -> set[tuple[str, str, str]]:
    """Whose stakes were laid when the bets had been closed."""
    kinds = [row["event"] for row in coup]
    closed = kinds.index("no_more_bets") if "no_more_bets" in kinds else len(coup)
    return {key_of(row) for row in coup[closed:] if row["event"] == "stake"}


def run(coup: list[Row]) -> Found:
    """55-19.4, .15 and .18: who does what, and when."""
    kinds = [row["event"] for row in coup]
    first = kinds.index("deal")
    if kinds[:first].count("bets_open") != 1 or "no_more_bets" not in kinds[:first]:
        yield "55-19.4"
    yield from croupiers(coup)
    if "no_more_bets" in kinds:
        yield from moved_late(coup, kinds.index("no_more_bets"))
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


def croupiers(coup: list[Row]) -> Found:
    """Who closes and who deals holds the table, or goes on to hold it."""
    for place, row in enumerate(coup):
        if row["event"] not in {"no_more_bets", "deal"}:
            continue
        calls = {"bets_open", "no_more_bets"} if row["event"] == "deal" else {"bets_open"}
        acts = {"announce", "pay", "collect", "discard"} if row["event"] == "deal" else {"deal"}
        before = [each["staff"] for each in coup[:place] if each["event"] in calls][-1:]
        after = [each["staff"] for each in coup[place:] if each["event"] in acts][:1]
        holds = row["duty"].split() if row["duty"] else [*before, *after]
        relieved_twice = not row["duty"] and before != after
        if row["staff"] not in holds and not relieved_twice:
            yield "55-19.4"


def moved_late(coup: list[Row], closed: int) -> Found:
    settled: set[tuple[str, str, str]] = set()
    last_card = max(n for n, row in enumerate(coup) if row["event"] == "deal")
    for place, row in enumerate(coup[closed:], closed):
        if row["event"] in {"pay", "collect", "give_back"}:
            settled.add(key_of(row))
        elif row["event"] in {"stake", "stake_change", "stake_withdraw"} and row["bet"] != "war":
            over = only(coup, "choice", choice="war") and place > last_card
            if key_of(row) not in settled and not over:
                yield "55-19.15"


def first_cards(coup: list[Row]) -> list[Row]:
    """All that comes before a choice is made or anything settled, or a point told of all hands."""
    later = {"choice", "pay", "collect", "give_back", "discard"}
    first: list[Row] = []
    for row in coup:
        told = is_(row, "announce") and any(is_(own, "deal", to="dealer") for own in first)
        if told or row["event"] in later:
            break
        first.append(row)
    return first


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
    players = {stake[:2] for stake in staked}
    if any(sum(amounts) and key[:2] not in players for key, amounts in moved.items()):
        yield "log.stakes"
    yield from paid_twice(moved, staked)
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
            alone = only(coup, "stake", seat=seat, player=player, bet="war", standing="true")
            if alone and choices.get(seat) == "surrender":
                yield "55-19.10"
                continue
            withdrawn = only(coup, "stake_withdraw", seat=seat, player=player, bet="war")
            if wrong := main_stake((amount, extra), (got, more), *cards_then):
                yield from [] if withdrawn else [wrong]


def paid_twice(
    moved: dict[tuple[str, ...], list[Decimal]], staked: dict[tuple[str, str, str], Decimal]
) -> Found:
    """Without one of its payments a stake would have been paid enough."""
    for (seat, player, bet, event), paid in moved.items():
        once = staked.get((seat, player, bet), Decimal(0)) * (10 if bet == "tie" else 1)
        least = min((own for own in paid if own > 0), default=0)
        if event == "pay" and sum(paid) - least >= once > 0:
            yield "log.stakes"


def payments(coup: list[Row]) -> defaultdict[tuple[str, ...], list[Decimal]]:
    """Seat, player, bet and event: the amounts paid and not taken back, or collected and not handed
    back.
    """
    moved: defaultdict[tuple[str, ...], list[Decimal]] = defaultdict(list)
    surrendered = given_up(coup)
    for row in coup:
        collected = (*key_of(row), "collect")
        if row["event"] == "give_back" and collected in moved and row["seat"] not in surrendered:
            moved[collected].append(-Decimal(row["amount"]))
        if row["event"] == "collect" and (*key_of(row), "pay") in moved:
            moved[*key_of(row), "pay"].append(-Decimal(row["amount"]))
        elif row["event"] in {"pay", "collect"}:
            moved[*key_of(row), row["event"]].append(Decimal(row["amount"]))
    return moved


def given_up(coup: list[Row]) -> set[str]:
    """Seats whose players give up for half: what is handed back to them is the other half."""
    return {row["seat"] for row in only(coup, "choice", choice="surrender")}


def undone(coup: list[Row]) -> set[int]:
    """Where a stake is collected that is handed back afterwards, as if it had not been touched."""
    return {
        place
        for place, row in enumerate(coup)
        if row["event"] == "collect"
        and any(
            key_of(back) == key_of(row) and back["amount"] == row["amount"]
            for back in only(coup[place:], "give_back")
        )
    }


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
        half_paid_back = first == 0 and moved == ((amount / 2, amount), nothing)
        return "" if moved == (due, nothing) or half_paid_back else provision
    if first:
        return ""  # the choice is wrong already
    second = (hand[1] > dealer[1]) - (hand[1] < dealer[1])
    provision = {1: "55-19.26", 0: "55-19.27", -1: "55-19.28"}[second]
    due = {1: (amount, 0), 0: (0, 0), -1: (0, amount + extra)}[second]
    together = (moved[0][0] + moved[1][0], moved[0][1] + moved[1][1])
    return "" if together == due else provision


def war_dealt(coup: list[Row], war: set[str], staked: dict[tuple[str, str, str], Decimal]) -> Found:
    after = coup[len(first_cards(coup)) :]
    shape = [
        row.get("seat") or row.get("to", "burn")
        for row in after
        if row["event"] in {"deal", "burn"}
    ]
    dealt = shape[3:-2]
    if war and (shape[:3], sorted(dealt), shape[-2:]) != (
        ["burn"] * 3,
        sorted(war),
        ["burn", "dealer"],
    ):
        yield "55-19.25"
    if not war and shape not in ([], ["burn"]):
        yield "55-19.25"
    behind = {(row["seat"], row["player"]) for row in only(coup, "stake", standing="true")}
    for (seat, player, bet), amount in staked.items():
        extra = staked.get((seat, player, "war"), Decimal(0))
        right = {amount, Decimal(0)} if (seat, player) in behind else {amount}
        expected = right if seat in war else {Decimal(0)}
        alone = (seat, player) in behind and seat not in war  # that is 55-19.10
        if bet == "main" and extra not in expected and not alone:
            yield "55-19.25"
    yield from war_stakes(after)


def war_stakes(after: Sequence[Row]) -> Found:
    """Engaged before a card is burned, and unmoved until the cards have decided."""
    kinds = [row["event"] for row in after]
    burned = kinds.index("burn") if "burn" in kinds else len(kinds)
    last = max((n for n, kind in enumerate(kinds) if kind == "deal"), default=len(kinds))
    for place, row in enumerate(after):
        moves = row["event"] in {"stake", "stake_change", "stake_withdraw"}
        if moves and row["bet"] == "war" and burned < place < last:
            yield "55-19.25"


def order(coup: list[Row]) -> Found:
    """55-19.22: hands at war for themselves and all others for themselves, in one pass or two.

    The order is that of stakes that are lost or won: a hand given up is neither, and a stake that
    is taken and handed back is not settled.
    """
    kinds = [row["event"] for row in coup]
    settling = [n for n, kind in enumerate(kinds) if kind in {"pay", "collect", "discard"}]
    told = [n for n, kind in enumerate(kinds) if kind == "announce"]
    shown = [n for n, row in enumerate(coup) if is_(row, "deal", to="dealer")][:1]
    if not any(max(shown, default=0) < n < settling[0] for n in told):
        yield "55-19.22"
    yield from point(coup)
    war = {row["seat"] for row in only(coup, "choice", choice="war")}
    last_card = max(n for n, kind in enumerate(kinds) if kind == "deal")
    free, mistaken = given_up(coup), undone(coup)
    for at_war in (False, True):
        mine = [
            (row["event"], row["seat"], place)
            for place, row in enumerate(coup)
            if row.get("bet") != "tie" and (row.get("seat") in war) == at_war and row.get("seat")
            if row["seat"] not in free and place not in mistaken
        ]
        settled = [each for each in mine if each[0] in {"pay", "collect"}]
        if at_war and any(place < last_card for _, _, place in settled):
            yield "55-19.22"
        passes = sorted(settled, key=lambda each: each[0] == "pay")
        falls = [seat for _, seat, _ in settled]
        two = [[seat for kind, seat, _ in settled if kind == one] for one in ("collect", "pay")]
        in_two = passes == settled and all(each == sorted(each, reverse=True) for each in two)
        if falls != sorted(falls, reverse=True) and not in_two:
            yield "55-19.22"
        away = [seat for kind, seat, _ in mine if kind == "discard"]
        if away != sorted(away, reverse=True):
            yield "55-19.22"
    yield from tray(coup)


def point(coup: list[Row]) -> Found:
    """The point as it was called last before anything is done upon it."""
    shown, said = "", ""
    acts = {"pay", "collect", "deal", "burn"}
    for row in [*coup, {"event": "pay"}]:
        if row["event"] in acts and shown and said and said != shown:
            yield "55-19.22"
        if row["event"] in acts:
            said = ""
        if is_(row, "deal", to="dealer"):
            shown = row["card"][:-1]
        elif row["event"] == "announce":
            said = row["text"]


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
