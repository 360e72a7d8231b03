"""Punto banco as the sources tell it: values, drawing, winner, odds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from random import Random
from typing import Final

from auditor_simulators.common.house import Pen
from auditor_simulators.common.notation import shuffled, text_of
from auditor_simulators.common.places import price
from auditor_simulators.protocol import Row

DECKS: Final = 8  # baccarat.decks
COMMISSION: Final = Decimal("0.05")  # baccarat.pay-banker
TIE_ODDS: Final = 8  # baccarat.pay-tie
SIDES: Final = ("player", "banker")
BETS: Final = (*SIDES, "tie")

# baccarat.banker-draw: the values of the player's third card on which the banker draws, by score.
_BANKER_DRAWS: Final = (
    frozenset(range(10)),
    frozenset(range(10)),
    frozenset(range(10)),
    frozenset(range(10)) - {8},
    frozenset(range(2, 8)),
    frozenset(range(4, 8)),
    frozenset({6, 7}),
    frozenset[int](),
)


@cache
def value(card: str) -> int:
    """baccarat.values: pictures and tens nothing, an ace one, others their pips."""
    rank = card[:-1]
    if rank in {"10", "J", "Q", "K"}:
        return 0
    return 1 if rank == "A" else int(rank)


def score(hand: Sequence[str]) -> int:
    return sum(value(card) for card in hand) % 10


def player_draws(player: int, banker: int) -> bool:
    """baccarat.natural and baccarat.player-draw, by the scores of two cards."""
    return max(player, banker) < 8 and player <= 5


def banker_draws(player: int, banker: int, third: int | None) -> bool:
    """baccarat.natural, baccarat.banker-draw; `third`: value of the player's third card."""
    if max(player, banker) >= 8:
        return False
    if third is None:
        return banker <= 5
    return third in _BANKER_DRAWS[banker]


def winner(player: int, banker: int) -> str:
    """baccarat.winner: whoever is nearer to nine, or `tie`."""
    if player == banker:
        return "tie"
    return "player" if player > banker else "banker"


def winnings(bet: str, amount: Decimal) -> Decimal:
    """The winnings of a bet before commission."""
    return amount * TIE_ODDS if bet == "tie" else amount


TIMES = (1, 1, 1, 2, 2, 3, 5, 10, 20)  # stakes, in minima
PILES = 4  # in which the cards are shuffled
CALLS = {"player": "Punto gagne", "banker": "Banco gagne", "tie": "Égalité"}


@dataclass(slots=True)
class BaccaratTable:
    """One table in one session; `shoe` holds the cards still to come."""

    pen: Pen
    rng: Random
    croupiers: tuple[str, ...]
    players: dict[str, str]  # seat → player
    minimum: Decimal
    spots: int
    gives_back: bool  # whether stakes handed back are written down
    shoe: list[str] = field(default_factory=list)
    behind: int = 0  # cards behind the stop card
    shoes: int = 0
    number: int = 0  # of the coup in its shoe

    def opens(self) -> None:
        self.pen.context["staff"] = self.croupiers[0]
        self.pen(
            "table_open",
            minimum=text_of(self.minimum),
            maximum=text_of(self.minimum * 200),
            spots=str(self.spots),
            tie_bet="true",
        )
        for seat, player in self.players.items():
            self.pen.wait(1, 20)
            self.pen("sit", seat=seat, player=player)
        self.pen.context["shoe"] = "1"
        for deck in range(1, DECKS + 1):
            self.pen.wait(1, 5)
            self.pen(
                "deck",
                deck=f"{self.pen.context['table']}-{deck}",
                back="red" if deck % 2 else "blue",
                cards="52",
                condition="perfect",
                registered="true",
            )

    def closes(self) -> None:
        self.pen.context.pop("shoe", None)
        for seat, player in self.players.items():
            self.pen.wait(1, 10)
            self.pen("leave", seat=seat, player=player)
        self.pen("table_close")

    def coup(self) -> None:
        if len(self.shoe) <= self.behind:
            self._load()
        self.number += 1
        self.pen.context["coup"] = str(self.number)
        self.pen("bets_open")
        stakes = self._stakes()
        self.pen("no_more_bets")
        self.pen.wait(1, 3)
        if self.rng.random() < 0.006:
            self._cancelled(stakes)
        else:
            hands = self._deal()
            self._settle(stakes, self._announce(*hands))
            self._clear()
        del self.pen.context["coup"]
        self.pen.wait(3, 12)

    def _load(self) -> None:
        """Eight shuffled decks in a shoe: baccarat.decks."""
        self.shoes += 1
        self.number = 0
        self.shoe = shuffled(DECKS, self.rng)
        self.behind = self.rng.randint(14, 60)
        self.pen.context["shoe"] = str(self.shoes)
        self.pen.context["staff"] = self.rng.choice(self.croupiers)
        self.pen.wait(60, 200)
        for pile in range(1, PILES + 1):
            self.pen("pile", pile=str(pile), shuffles="2", cuts="1")
            self.pen.wait(20, 60)
        self.pen("stop_card_place", behind=str(self.behind))
        self.pen("load", device="shoe", device_id=f"S-{self.pen.context['table']}", approved="true")
        self.pen.wait(10, 40)

    def _stakes(self) -> list[Row]:
        """Each by the cells that tell of it."""
        laid: list[tuple[str, str, Decimal]] = []
        for seat in self.players:
            side = self.rng.choice(("player", "banker", "banker", ""))
            bets = [side] if side else []
            if self.rng.random() < 0.15:
                bets.append("tie")
            if side and self.rng.random() < 0.05:
                bets.append(side)  # a second stake on the same hand
            laid += [(seat, bet, self.minimum * self.rng.choice(TIMES)) for bet in bets]
        if not laid:
            laid.append((next(iter(self.players)), self.rng.choice(BETS), self.minimum))
        stakes = [
            {"seat": seat, "player": self.players[seat], "bet": bet, "amount": text_of(amount)}
            for seat, bet, amount in laid
        ]
        self.pen.one_by_one("stake", stakes, form="chip")
        return stakes

    def _card(self, to: str) -> str:
        card = self.shoe.pop()
        self.pen("deal", to=to, card=card, face="up")
        if len(self.shoe) == self.behind:
            self.pen("stop_card_seen")
        self.pen.wait(1, 3)
        return card

    def _deal(self) -> tuple[list[str], list[str]]:
        """Player, banker, player, banker, then the third cards (baccarat.deal)."""
        player, banker = [self._card("player")], [self._card("banker")]
        player.append(self._card("player"))
        banker.append(self._card("banker"))
        scores = score(player), score(banker)
        third: int | None = None
        if player_draws(*scores):
            player.append(self._card("player"))
            third = value(player[-1])
        if banker_draws(*scores, third):
            banker.append(self._card("banker"))
        return player, banker

    def _announce(self, player: list[str], banker: list[str]) -> str:
        points = score(player), score(banker)
        won = winner(*points)
        self.pen(
            "announce",
            text=f"{CALLS[won]}, {points[0]} à {points[1]}",
            winner=won,
            player_score=str(points[0]),
            banker_score=str(points[1]),
        )
        self.pen.wait(1, 3)
        return won

    def _settle(self, stakes: list[Row], won: str) -> None:
        pushed = [own for own in stakes if won == "tie" != own["bet"]]
        lost = [own for own in stakes if own["bet"] != won and own not in pushed]
        self.pen.one_by_one("collect", lost)
        for stake in stakes:
            if stake["bet"] == won:
                self.pen.wait(1, 3)
                due = winnings(won, price(stake))
                self.pen("pay", **stake | {"amount": text_of(due)})
                if won == "banker":
                    self.pen("commission", **stake | {"amount": text_of(due * COMMISSION)})
        if self.gives_back:
            self.pen.one_by_one("give_back", pushed)

    def _clear(self) -> None:
        self.pen("discard", to="player")
        self.pen("discard", to="banker")

    def _cancelled(self, stakes: list[Row]) -> None:
        """A card came out face down, say: what was dealt counts for nothing."""
        for to in ("player", "banker", "player")[: self.rng.randint(1, 3)]:
            self._card(to)
        self.pen("cancel", reason="donne fautive")
        self.pen.one_by_one("give_back", stakes)
        self._clear()
