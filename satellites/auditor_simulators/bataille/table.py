"""A table of bataille: its limits, its shoe, its company, and the stakes of a coup."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from random import Random
from typing import Final

from auditor_simulators.common.house import Pen
from auditor_simulators.common.notation import text_of
from auditor_simulators.common.places import BET, cells_of, price, set_price
from auditor_simulators.protocol import Plan, Row

COLUMNS: Final = (
    *("time", "casino", "season", "session", "table", "shoe", "coup", "game", "event", "staff"),
    *("minimum", "maximum", "spots", "tie_bet", "tie_minimum", "tie_maximum"),
    *("seat", "player", "standing", "bet", "amount", "form", "agreed", "reason"),
    *("deck", "back", "cards", "condition", "registered"),
    *("pile", "shuffles", "cuts", "by", "behind", "device", "device_id", "approved"),
    *("to", "card", "face", "text", "choice", "part", "position"),
)


class Recorder(Pen):
    """The pen of a table, which puts shoe and coup into every row, and knows the croupier."""

    def __init__(self, context: Row, croupier: str, opening: int, rng: Random) -> None:
        super().__init__(context, opening, rng)
        self.croupier, self.shoe, self.coup, self.count = croupier, "", "", 0

    def note(self, event: str, **fields: str) -> None:
        """An event in which no employee acts, or one named in the fields."""
        self.wait(0, 2)
        self(event, shoe=self.shoe, coup=self.coup, **fields)
        self.count += 1

    def act(self, event: str, **fields: str) -> None:
        """An event that is the croupier's doing."""
        self.note(event, staff=self.croupier, **fields)


DECKS: Final = 6
CARDS: Final = 312


@dataclass(frozen=True, slots=True)
class Limits:
    minimum: Decimal
    maximum: Decimal

    def stake(self, rng: Random) -> Decimal:
        """Mostly small multiples of the minimum, with halves; now and then all that is allowed."""
        if rng.random() < 0.01:
            return self.maximum
        units = rng.choice((2, 2, 2, 4, 4, 6, 8, 10, 20, 3, 5))
        return min(self.minimum * units / 2, self.maximum)


@dataclass(frozen=True, slots=True)
class TableHabits:
    """Choices that the article leaves to each house."""

    device: str  # shoe, shuffler, continuous
    tie_bet: bool
    gives_back: bool  # stakes that are won or void are seen handed back
    late_discards: bool  # hands go to the tray at the end of their round of settlement
    ties_before_war: bool  # tie bets of hands at war are settled in the first round
    behind: tuple[int, int]  # least and most cards left behind the stop card


@dataclass(frozen=True, slots=True)
class Choices:
    """Choices that the caller may fix; those left open are drawn for each table."""

    behind: tuple[int, int] = (52, 90)
    device: str | None = None
    tie_bet: bool | None = None


@dataclass(slots=True)
class Company:
    """Who is at the table: seat to player, players standing behind, chiefs present."""

    spots: int
    seated: dict[int, str] = field(default_factory=dict)
    standing: list[str] = field(default_factory=list)
    chiefs: list[str] = field(default_factory=list)
    arrived: int = 0

    def vacant(self) -> list[int]:
        return [seat for seat in range(1, self.spots + 1) if seat not in self.seated]


@dataclass(slots=True)
class Shoe:
    """The cards in the order in which they leave; `stop` have left when the stop card shows."""

    cards: list[str]
    stop: int  # 0: no stop card
    left: int = 0


@dataclass(slots=True)
class GamingTable:
    recorder: Recorder
    rng: Random
    limits: Limits
    habits: TableHabits
    company: Company
    decks: tuple[tuple[str, str], ...]  # number in the card register, back colour
    number: int
    shoe: Shoe = field(default_factory=lambda: Shoe([], 0))
    stopped: bool = False
    coups: int = 0  # played from this shoe
    changed: int = 0  # decks brought during the session

    def turn(self, event: str, **fields: str) -> str:
        """The next card of the shoe, burned or dealt; the stop card may show behind it."""
        shoe = self.shoe
        card = shoe.cards[shoe.left]
        shoe.left += 1
        if self.habits.device != "continuous":  # the shoe reports the place of every card
            fields["position"] = str(shoe.left)
        else:
            self.recorder.at += 1  # nothing else tells two burned cards of one face apart
        self.recorder.act(event, card=card, **fields)
        if shoe.left == shoe.stop:
            self.recorder.act("stop_card_seen")
            self.stopped = True
        return card


def _stake(
    hand: Hand, player: str, amount: Decimal, bet: str = "main", *, standing: bool = False
) -> Row:
    """The cells that tell of a stake; nobody has to agree to that of a player on his own seat."""
    cells = {"seat": str(hand.seat), "player": player, "bet": bet, "form": "chip"}
    agreed = {"agreed": "true"} if standing or hand.vacant else {}
    stake = {**cells, "standing": str(standing).lower(), **agreed}
    set_price(stake, amount)
    return stake


@dataclass(slots=True)
class Hand:
    """One hand of the coup; the first main stake is that of the player who decides."""

    seat: int
    vacant: bool = False  # played by somebody who sits elsewhere
    mains: list[Row] = field(default_factory=list)
    ties: list[Row] = field(default_factory=list)
    wars: list[Row] = field(default_factory=list)
    card: str = ""
    war_card: str = ""
    choice: str = ""


def _room(table: GamingTable, stakes: list[Row]) -> Decimal:
    """The amount left under the maximum of the hand, all players together (55-19.10)."""
    return table.limits.maximum - sum(map(price, stakes))


def bet(table: GamingTable) -> dict[int, Hand]:
    """Hands by seat, rising; one at least."""
    table.recorder.act("bets_open")
    hands: dict[int, Hand] = {}
    while not hands:
        table.recorder.wait(2, 8)
        for seat in table.rng.sample(sorted(table.company.seated), len(table.company.seated)):
            if table.rng.random() < 0.9:
                _open_hand(table, hands, Hand(seat), table.company.seated[seat])
    _stake_on_vacant_spots(table, hands)
    if table.company.chiefs:  # 55-19.11
        for player in table.company.standing:
            if table.rng.random() < 0.6:
                _stake_behind(table, hands, player)
    _change_of_mind(table, hands)
    table.recorder.act("no_more_bets")
    if table.rng.random() < 0.02:
        late = table.rng.choice(list(hands.values())).mains[0]
        table.recorder.act("stake_refuse", **late, reason="late")
    return dict(sorted(hands.items()))


def _place(table: GamingTable, stakes: list[Row], stake: Row) -> None:
    stakes.append(stake)
    table.recorder.note("stake", **stake)


def _open_hand(table: GamingTable, hands: dict[int, Hand], hand: Hand, player: str) -> None:
    rng, limits = table.rng, table.limits
    stake = _stake(hand, player, limits.stake(rng))
    if rng.random() < 0.02:
        wrong, reason = rng.choice(
            ((limits.minimum / 2, "under_minimum"), (limits.maximum + 100, "over_maximum"))
        )
        table.recorder.act("stake_refuse", **_stake(hand, player, wrong), reason=reason)
    _place(table, hand.mains, stake)
    hands[hand.seat] = hand
    if table.habits.tie_bet and rng.random() < 0.3:
        _place(table, hand.ties, _stake(hand, player, limits.stake(rng), "tie"))


def _stake_on_vacant_spots(table: GamingTable, hands: dict[int, Hand]) -> None:
    """Seated players only, with the croupier's agreement (55-19.9)."""
    for seat in table.company.vacant():
        if table.rng.random() < 0.1:
            player = table.rng.choice(list(table.company.seated.values()))
            _open_hand(table, hands, Hand(seat, vacant=True), player)


def _stake_behind(table: GamingTable, hands: dict[int, Hand], player: str) -> None:
    """A standing player joins the hand of a seated one, who agrees (55-19.10)."""
    rng, limits = table.rng, table.limits
    hand = hands[rng.choice([seat for seat in hands if seat in table.company.seated])]
    room = _room(table, hand.mains)
    wish = limits.maximum if rng.random() < 0.1 else limits.stake(rng)
    stake = _stake(hand, player, wish, standing=True)
    if wish > room:
        table.recorder.act("stake_refuse", **stake, reason="aggregate")
        set_price(stake, room)
    if price(stake) < limits.minimum:
        return
    _place(table, hand.mains, stake)
    if table.habits.tie_bet and rng.random() < 0.2:
        tie = _stake(hand, player, limits.minimum, "tie", standing=True)
        if _room(table, hand.ties) >= limits.minimum:
            _place(table, hand.ties, tie)


def _change_of_mind(table: GamingTable, hands: dict[int, Hand]) -> None:
    """Stakes changed or withdrawn while they still may be (55-19.15)."""
    chance = table.rng.random()
    hand = hands[table.rng.choice(sorted(hands))]
    if chance < 0.05:
        stake = hand.mains[0]
        if _room(table, hand.mains) >= table.limits.minimum:
            set_price(stake, price(stake) + table.limits.minimum)
            table.recorder.note("stake_change", **stake)
    elif chance < 0.08 and len(hand.mains) > 1:
        _withdraw(table, hand.ties, [tie for tie in hand.ties if tie["standing"] == "true"])
        _withdraw(table, hand.mains, hand.mains[1:])
    elif chance < 0.10 and len(hands) > 1 and len(hand.mains) == 1:
        _withdraw(table, hand.ties, list(hand.ties))
        _withdraw(table, hand.mains, list(hand.mains))
        del hands[hand.seat]


def _withdraw(table: GamingTable, stakes: list[Row], withdrawn: list[Row]) -> None:
    for stake in withdrawn:
        stakes.remove(stake)
        table.recorder.note("stake_withdraw", **cells_of(stake, *BET))


STANDING_AT_MOST = 3


def gather(table: GamingTable) -> None:
    """Those present at the opening: one player at least, seated, sees the count (55-19.12)."""
    rng = table.rng
    if rng.random() < 0.6:
        _chief_arrives(table)
    for _ in range(rng.randint(1, table.company.spots)):
        _sits(table)
    while rng.random() < 0.5:
        _stands_behind(table)


def circulate(table: GamingTable) -> None:
    """Players come and go between two coups; the last one seated never leaves."""
    rng, company = table.rng, table.company
    chance = rng.random()
    if chance < 0.05 and len(company.seated) > 1:
        _leaves(table, rng.choice(sorted(company.seated)))
    elif chance < 0.14 and company.vacant():
        _sits(table)
    elif chance < 0.20 and len(company.standing) < STANDING_AT_MOST:
        _stands_behind(table)
    elif chance < 0.23 and company.standing:
        company.standing.remove(rng.choice(company.standing))
    elif chance < 0.33 and len(company.chiefs) < rng.choice((1, 1, 1, 2)):
        _chief_arrives(table)
    elif chance < 0.36 and company.chiefs:
        table.recorder.note("chief_leave", staff=company.chiefs.pop(0))


def disperse(table: GamingTable) -> None:
    for seat in sorted(table.company.seated):
        _leaves(table, seat)
    for chief in table.company.chiefs:
        table.recorder.note("chief_leave", staff=chief)
    table.company.chiefs.clear()


def _chief_arrives(table: GamingTable) -> None:
    here = table.company.chiefs
    here.append(next(c for c in (f"CH{table.number}a", f"CH{table.number}b") if c not in here))
    table.recorder.note("chief_arrive", staff=here[-1])


def _sits(table: GamingTable) -> None:
    company = table.company
    seat = table.rng.choice(company.vacant())
    standing = company.standing and table.rng.random() < 0.4
    player = company.standing.pop() if standing else _newcomer(table)
    company.seated[seat] = player
    table.recorder.note("sit", seat=str(seat), player=player)


def _stands_behind(table: GamingTable) -> None:
    table.company.standing.append(_newcomer(table))


def _leaves(table: GamingTable, seat: int) -> None:
    player = table.company.seated.pop(seat)
    table.recorder.note("leave", seat=str(seat), player=player)


def _newcomer(table: GamingTable) -> str:
    table.company.arrived += 1
    return f"J{table.number * 1000 + table.company.arrived}"


def sixains(casino: int, number: int, rotation: int, tables: int) -> Iterator[tuple[str, str]]:
    """Register numbers and back colours of the six decks of one table.

    The sixains go round the tables of the house from session to session, so that
    a deck may be seen at two tables of one log, never at both at once (39.decks).
    Every house keeps its own register: the same numbers occur in each.
    """
    sixain = (number + rotation) % tables
    backs = (("red", "blue"), ("green", "brown"), ("blue", "black"))[(sixain + casino) % 3]
    for place in range(DECKS):
        yield f"R{sixain * DECKS + place + 1:04d}", backs[place % 2]


def opened(
    plan: Plan, choices: Choices, house: Row, place: tuple[int, int, int], opening: int
) -> GamingTable:
    casino, session, number = place
    rng = Random(f"{plan.seed}/{casino}/{session}/{number}")
    context = {**house, "table": f"BA{number}", "game": "bataille"}
    opening += rng.randint(5, 40) * 60
    recorder = Recorder(context, f"CR{number}{session % 3 + 1}", opening, rng)
    minimum = Decimal(rng.choice(("2", "2.50", "5", "5", "10", "20")))
    limits = Limits(minimum, minimum * rng.choice((20, 50, 100)))
    table = GamingTable(
        recorder=recorder,
        rng=rng,
        limits=limits,
        habits=_habits(choices, rng),
        company=Company(spots=rng.choice((5, 6, 6, 7, 7))),
        decks=tuple(sixains(casino, number, session, plan.tables)),
        number=number,
    )
    least, most = text_of(limits.minimum), text_of(limits.maximum)
    tie_bet = table.habits.tie_bet
    # Every other table posts limits of its own for the tie bet: here those of the table.
    of_tie = {"tie_minimum": least, "tie_maximum": most} if tie_bet and number % 2 else {}
    recorder.act(
        "table_open",
        minimum=least,
        maximum=most,
        spots=str(table.company.spots),
        tie_bet=str(tie_bet).lower(),
        **of_tie,
    )
    gather(table)
    return table


def _habits(choices: Choices, rng: Random) -> TableHabits:
    device = rng.choice(("shoe",) * 14 + ("shuffler",) * 4 + ("continuous",) * 2)
    tie_bet = rng.random() < 0.7
    return TableHabits(
        device=choices.device or device,
        tie_bet=tie_bet if choices.tie_bet is None else choices.tie_bet,
        gives_back=rng.random() < 0.4,
        late_discards=rng.random() < 0.4,
        ties_before_war=rng.random() < 0.5,
        behind=choices.behind,
    )
