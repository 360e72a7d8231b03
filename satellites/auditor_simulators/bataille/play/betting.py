"""From "faites vos jeux" to "rien ne va plus": stakes placed, changed, withdrawn, refused."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal

from auditor_simulators.bataille.play.table import GamingTable
from auditor_simulators.common.money import text_of

PLAQUE_FROM = 100


@dataclass(slots=True)
class Stake:
    seat: int
    player: str
    standing: bool
    bet: str
    amount: Decimal
    agreed: str = ""  # empty where nobody has to agree: a player on his own seat

    def fields(self) -> dict[str, str]:
        """The cells of the stake in the log, without its event."""
        fields = {
            "seat": str(self.seat),
            "player": self.player,
            "standing": "true" if self.standing else "false",
            "bet": self.bet,
            "amount": text_of(self.amount),
            "form": "plaque" if self.amount >= PLAQUE_FROM else "chip",
        }
        if self.agreed:
            fields["agreed"] = self.agreed
        return fields


@dataclass(slots=True)
class Hand:
    """One hand of the coup; the first main stake is that of the player who decides."""

    seat: int
    mains: list[Stake] = field(default_factory=list)
    ties: list[Stake] = field(default_factory=list)
    wars: list[Stake] = field(default_factory=list)
    card: str = ""
    war_card: str = ""
    choice: str = ""

    def room(self, bets: list[Stake], maximum: Decimal) -> Decimal:
        """The amount left under the maximum of the hand, all players together (55-19.10)."""
        return maximum - sum(stake.amount for stake in bets)


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
        table.recorder.act("stake_refuse", **late.fields(), reason="late")
    return dict(sorted(hands.items()))


def _place(table: GamingTable, stakes: list[Stake], stake: Stake) -> None:
    stakes.append(stake)
    table.recorder.note("stake", **stake.fields())


def _open_hand(
    table: GamingTable, hands: dict[int, Hand], hand: Hand, player: str, agreed: str = ""
) -> None:
    rng, limits = table.rng, table.limits
    stake = Stake(hand.seat, player, False, "main", limits.stake(rng), agreed)
    if rng.random() < 0.02:
        wrong, reason = rng.choice(
            ((limits.minimum / 2, "under_minimum"), (limits.maximum + 100, "over_maximum"))
        )
        refused = Stake(hand.seat, player, False, "main", wrong, agreed)
        table.recorder.act("stake_refuse", **refused.fields(), reason=reason)
    _place(table, hand.mains, stake)
    hands[hand.seat] = hand
    if table.habits.tie_bet and rng.random() < 0.3:
        tie = Stake(hand.seat, player, False, "tie", limits.stake(rng), agreed)
        _place(table, hand.ties, tie)


def _stake_on_vacant_spots(table: GamingTable, hands: dict[int, Hand]) -> None:
    """Seated players only, with the croupier's agreement (55-19.9)."""
    for seat in table.company.vacant():
        if table.rng.random() < 0.1:
            player = table.rng.choice(list(table.company.seated.values()))
            _open_hand(table, hands, Hand(seat), player, agreed="true")


def _stake_behind(table: GamingTable, hands: dict[int, Hand], player: str) -> None:
    """A standing player joins the hand of a seated one, who agrees (55-19.10)."""
    rng, limits = table.rng, table.limits
    hand = hands[rng.choice([seat for seat in hands if seat in table.company.seated])]
    room = hand.room(hand.mains, limits.maximum)
    wish = limits.maximum if rng.random() < 0.1 else limits.stake(rng)
    stake = Stake(hand.seat, player, True, "main", wish, "true")
    if stake.amount > room:
        table.recorder.act("stake_refuse", **stake.fields(), reason="aggregate")
        stake.amount = room
    if stake.amount < limits.minimum:
        return
    _place(table, hand.mains, stake)
    if table.habits.tie_bet and rng.random() < 0.2:
        tie = Stake(hand.seat, player, True, "tie", limits.minimum, "true")
        if hand.room(hand.ties, limits.maximum) >= tie.amount:
            _place(table, hand.ties, tie)


def _change_of_mind(table: GamingTable, hands: dict[int, Hand]) -> None:
    """Stakes changed or withdrawn while they still may be (55-19.15)."""
    chance = table.rng.random()
    hand = hands[table.rng.choice(sorted(hands))]
    if chance < 0.05:
        stake = hand.mains[0]
        raised = stake.amount + table.limits.minimum
        if hand.room(hand.mains, table.limits.maximum) >= table.limits.minimum:
            stake.amount = raised
            table.recorder.note("stake_change", **stake.fields())
    elif chance < 0.08 and len(hand.mains) > 1:
        _withdraw(table, hand.ties, [tie for tie in hand.ties if tie.standing])
        _withdraw(table, hand.mains, hand.mains[1:])
    elif chance < 0.10 and len(hands) > 1 and len(hand.mains) == 1:
        _withdraw(table, hand.ties, list(hand.ties))
        _withdraw(table, hand.mains, list(hand.mains))
        del hands[hand.seat]


def _withdraw(table: GamingTable, stakes: list[Stake], withdrawn: list[Stake]) -> None:
    for stake in withdrawn:
        stakes.remove(stake)
        fields = {"seat": str(stake.seat), "player": stake.player, "bet": stake.bet}
        table.recorder.note("stake_withdraw", **fields)
