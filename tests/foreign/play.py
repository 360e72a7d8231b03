"""Small games played by the rules, with at most one fault whose coup is known.

They know nothing of auditor, so as not to share its mistakes: a test compares what is found with
the coup that they name.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from decimal import Decimal

RANKS = "23456789TJQKA"
SUITS = "SHDC"
DRAWS = (
    "DDDDDDDDDD",
    "DDDDDDDDDD",
    "DDDDDDDDDD",
    "DDDDDDDDSD",
    "SSDDDDDDSS",
    "SSSSDDDDSS",
    "SSSSSSDDSS",
    "SSSSSSSSSS",
)
"""Whether the banker draws, by his two cards and the value of the player's third."""


@dataclass(frozen=True, slots=True)
class Bet:
    """What one player had on one bet, and what became of it."""

    player: str
    on: str
    stake: Decimal
    paid: Decimal = Decimal(0)
    lost: Decimal = Decimal(0)
    number: int | None = None

    @property
    def net(self) -> Decimal:
        return self.paid - self.lost

    @property
    def back(self) -> Decimal:
        """All that the player has again in his hands."""
        return self.stake + self.net


@dataclass(frozen=True, slots=True)
class Coup:
    """One coup: the cards of both hands, or the number that came out."""

    number: int
    shoe: int = 1
    player: tuple[str, ...] = ()
    banker: tuple[str, ...] = ()
    winner: str = ""
    bets: tuple[Bet, ...] = ()
    result: int = 0


@dataclass(frozen=True, slots=True)
class Game:
    """Coups, and the shoe and coup of those at fault."""

    coups: tuple[Coup, ...]
    faults: tuple[tuple[int, int], ...] = field(default=())

    @property
    def rows(self) -> list[tuple[Coup, Bet]]:
        return [(coup, bet) for coup in self.coups for bet in coup.bets]


def points(hand: tuple[str, ...]) -> int:
    return sum(map(_value, hand)) % 10


def _value(card: str) -> int:
    return {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0}.get(card[0]) or int(
        card[0] if card[0].isdigit() else 0
    )


def _shoe(decks: int, rng: random.Random) -> list[str]:
    cards = [rank + suit for rank in RANKS for suit in SUITS] * decks
    rng.shuffle(cards)
    return cards


# ---- baccarat -----------------------------------------------------------------------------------
def baccarat(coups: int = 12, shoes: int = 1, fault: str = "winner") -> Game:
    """Baccarat; the fault is a wrong `winner`, or what is `paid` to one that won."""
    rng = random.Random(7)
    played = []
    for shoe in range(1, shoes + 1):
        cards = _shoe(8, rng)
        played += [_baccarat(number, shoe, cards, rng) for number in range(1, coups + 1)]
    at = next(at for at in range(len(played) // 2, len(played)) if _is_won(played[at]))
    wrong = played[at]
    if fault == "winner":
        other = "banker" if wrong.winner == "player" else "player"
        played[at] = replace(wrong, winner=other, bets=())
    elif fault == "paid":
        played[at] = replace(wrong, bets=tuple(map(_twice, wrong.bets)))
    return Game(tuple(played), ((wrong.shoe, wrong.number),) if fault else ())


def _is_won(coup: Coup) -> bool:
    return coup.winner != "tie" and any(own.paid for own in coup.bets)


def _twice(bet: Bet) -> Bet:
    return replace(bet, paid=2 * bet.paid)


def _baccarat(number: int, shoe: int, cards: list[str], rng: random.Random) -> Coup:
    drawn = [cards.pop() for _ in range(4)]
    player: tuple[str, ...] = (drawn[0], drawn[2])
    banker: tuple[str, ...] = (drawn[1], drawn[3])
    if max(points(player), points(banker)) < 8:
        own = points(banker)
        if points(player) <= 5:
            player = (*player, cards.pop())
            draws = DRAWS[own][_value(player[2])] == "D"
        else:
            draws = own <= 5
        banker = (*banker, cards.pop()) if draws else banker
    winner = _higher(points(player), points(banker))
    bets = tuple(_bet(name, winner, rng) for name in ("Durand", "Martin"))
    return Coup(number, shoe, player, banker, winner, bets)


def _higher(player: int, banker: int) -> str:
    return "tie" if player == banker else "player" if player > banker else "banker"


def _bet(player: str, winner: str, rng: random.Random) -> Bet:
    """A bet and its settlement, net of the commission."""
    on, stake = rng.choice(("player", "banker", "banker")), Decimal(rng.choice((10, 20, 50, 100)))
    if winner == "tie":
        return Bet(player, on, stake)
    if on != winner:
        return Bet(player, on, stake, lost=stake)
    return Bet(player, on, stake, stake * Decimal("0.95") if on == "banker" else stake)


# ---- casino war ---------------------------------------------------------------------------------
def casino_war(coups: int = 16, fault: str = "paid") -> Game:
    """One player against the dealer; each fifth coup is a tie, at which he gives up half."""
    rng = random.Random(4)
    cards = _shoe(6, rng)
    played = []
    for number in range(1, coups + 1):
        own, dealer = cards.pop(), cards.pop()
        if number % 5 == 0:
            dealer = own[0] + ("S" if own[1] != "S" else "H")
        played.append(_duel(number, own, dealer, Decimal(rng.choice((5, 10, 25)))))
    wrong = [own for own in played if own.winner == "player"][3]
    if fault:
        at = played.index(wrong)
        played[at] = replace(wrong, bets=tuple(map(_twice, wrong.bets)))
    return Game(tuple(played), ((1, wrong.number),) if fault else ())


def _duel(number: int, own: str, dealer: str, stake: Decimal) -> Coup:
    winner = _higher(RANKS.index(own[0]), RANKS.index(dealer[0]))
    paid = stake if winner == "player" else Decimal(0)
    lost = {"player": Decimal(0), "banker": stake, "tie": stake / 2}[winner]
    bet = Bet("Durand", "main", stake, paid, lost)
    return Coup(number, 1, (own,), (dealer,), winner, (bet,))


# ---- the parlour game ---------------------------------------------------------------------------
def war(tricks: int = 14, *, fault: bool = True) -> Game:
    """Two players turn up cards; a tie is won by nobody in its own row."""
    rng = random.Random(3)
    cards = _shoe(1, rng)
    played = []
    for number in range(1, tricks + 1):
        one, two = cards.pop(), cards.pop()
        winner = _higher(RANKS.index(one[0]), RANKS.index(two[0]))
        played.append(Coup(number, 1, (one,), (two,), winner))
    if number := next(own.number for own in played[7:] if own.winner != "tie") * fault:
        wrong = played[number - 1]
        other = "banker" if wrong.winner == "player" else "player"
        played[number - 1] = replace(wrong, winner=other)
    return Game(tuple(played), ((1, number),) if number else ())


# ---- the wheel ----------------------------------------------------------------------------------
CHANCES = {"even": (2, 4, 6, 8), "odd": (1, 3, 7, 9), "low": (1, 2, 3, 4), "high": (6, 7, 8, 9)}


def wheel(spins: int = 15) -> Game:
    """Boule, with one bet a spin; one is paid twice over."""
    rng = random.Random(5)
    played = []
    for number in range(1, spins + 1):
        result = rng.randint(1, 9)
        on = ("straight", *CHANCES)[number % 5]
        played.append(_spin(number, result, on, rng))
    won = [own for own in played if own.bets[0].paid]
    wrong = won[len(won) // 2]
    played[wrong.number - 1] = replace(wrong, bets=tuple(map(_twice, wrong.bets)))
    return Game(tuple(played), ((1, wrong.number),))


def _spin(number: int, result: int, on: str, rng: random.Random) -> Coup:
    chosen = rng.choice((result, rng.randint(1, 9))) if on == "straight" else None
    wins = result == chosen if on == "straight" else result in CHANCES[on]
    stake = Decimal(10)
    bet = Bet(
        "U17",
        on,
        stake,
        stake * (7 if on == "straight" else 1) * wins,
        Decimal(0) if wins else stake,
        chosen,
    )
    return Coup(number, result=result, bets=(bet,))
