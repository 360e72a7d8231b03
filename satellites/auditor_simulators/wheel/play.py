"""Boule and vingt-trois: the device, what each bet is paid, and play at a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from random import Random

from auditor_simulators.common.house import Pen
from auditor_simulators.common.notation import text_of
from auditor_simulators.common.places import BET, cells_of, price
from auditor_simulators.protocol import Row

STRAIGHT = "straight"
COLOURS = ("red", "black")
Board = tuple[Row, ...]
"""The number and the colour of each hole or compartment of a device."""


@dataclass(frozen=True, slots=True)
class Wheel:
    """The numbers by which the two games of article 47 differ."""

    name: str
    numbers: int  # 47.2
    odds: tuple[int, ...]  # net odds of a straight stake, by number from 1: 47.3-5, 47.9 to 47.11
    chances: Mapping[str, str]  # even chances decided by the number; colours by the place
    neutral: str  # the number on which every even chance loses: 47.6, 47.13
    straight_ratios: tuple[int, int]  # 47.18
    even_ratios: tuple[int, int]  # 47.19
    alternates: bool  # 47.7: opposite directions, and no late stakes
    doubles: bool  # 47.16
    device: Callable[[Random], Board]  # as some house has it: 47.2

    def wins(self, stake: Row, landed: Row) -> bool:
        if stake["bet"] == STRAIGHT:
            return stake["number"] == landed["number"]
        if landed["number"] == self.neutral:
            return False
        if stake["bet"] in COLOURS:
            return stake["bet"] == landed["colour"]
        return landed["number"] in self.chances[stake["bet"]]

    def payout(self, stake: Row, amount: Decimal) -> Decimal:
        """Winnings of so much on that bet, the stake itself not included."""
        odds = self.odds[int(stake["number"]) - 1] if stake["bet"] == STRAIGHT else 1
        return amount * odds


def _hole(number: int, colour: str) -> Row:
    return {"number": str(number), "colour": colour}


def boule_device(rng: Random) -> Board:
    """Nine holes, or every number twice or four times; the colours are usage, not law."""
    red = {2, 4, 7, 9}
    return tuple(
        _hole(number, "none" if number == 5 else "red" if number in red else "black")
        for _ in range(rng.choice((1, 1, 2, 4)))
        for number in (1, 6, 3, 8, 5, 2, 7, 4, 9)
    )


def vingt_trois_device(rng: Random) -> Board:
    """27 places (47.2): 1-4 once, 5-11 twice, in both colours, 12-14 three times.

    1 and 3 are red, 2 and 4 black, 13 neither; of the places of 12 and 14 three
    are red and three black, but which ones differs from device to device.
    """
    reds_of_twelve = rng.randint(0, 3)
    places = [
        *(_hole(number, COLOURS[1 - number % 2]) for number in (1, 2, 3, 4)),
        *(_hole(number, colour) for number in range(5, 12) for colour in COLOURS),
        *(_hole(12, COLOURS[at >= reds_of_twelve]) for at in range(3)),
        *(_hole(13, "none") for _ in range(3)),
        *(_hole(14, COLOURS[at < reds_of_twelve]) for at in range(3)),
    ]
    rng.shuffle(places)
    return tuple(places)


BOULE = Wheel(
    name="boule",
    numbers=9,
    odds=(7,) * 9,
    chances={"even": "2468", "odd": "1379", "high": "6789", "low": "1234"},
    neutral="5",
    straight_ratios=(40, 100),
    even_ratios=(200, 500),
    alternates=False,
    doubles=True,
    device=boule_device,
)

VINGT_TROIS = Wheel(
    name="vingt-trois",
    numbers=14,
    odds=(23,) * 4 + (11,) * 7 + (7,) * 3,
    chances={},
    neutral="13",
    straight_ratios=(20, 50),
    even_ratios=(100, 250),
    alternates=True,
    doubles=False,
    device=vingt_trois_device,
)


TIMES = (2, 2, 2, 2, 3, 4, 4, 5, 6, 10, 10, 20, 30)  # stakes, in halves of the table's minimum


@dataclass(frozen=True, slots=True)
class SeasonLimits:
    """The stakes that one establishment may take for a whole season."""

    minimum: Decimal  # authorised: 47.15
    straight: Decimal  # most on a number: 47.17, 47.18
    even: Decimal  # most on an even chance: 47.17, 47.19

    def most(self, stake: Row) -> Decimal:
        return self.straight if stake["bet"] == STRAIGHT else self.even


@dataclass(slots=True)
class Device:
    """A device, which keeps its board and its direction from one session to the next."""

    table: str
    board: Board
    cloths: int
    direction: str = "cw"

    def turn(self) -> str:
        self.direction = "ccw" if self.direction == "cw" else "cw"
        return self.direction


@dataclass(slots=True)
class WheelTable:
    """One device in one session."""

    wheel: Wheel
    device: Device
    limits: SeasonLimits
    minimum: Decimal
    pen: Pen
    rng: Random
    players: list[str]
    croupiers: tuple[str, ...]
    number: int = 0  # of the coup
    stakes: list[Row] = field(default_factory=list)  # on the cloth, by the cells that tell of them

    def opens(self) -> None:
        self.pen.context["staff"] = self.croupiers[0]
        self.pen(
            "table_open",
            minimum=text_of(self.minimum),
            maximum_straight=text_of(self.limits.straight),
            maximum_even=text_of(self.limits.even),
            numbers=str(self.wheel.numbers),
            places=str(len(self.device.board)),
        )
        self.pen.wait(30, 120)

    def closes(self) -> None:
        self.pen.context.pop("coup", None)
        self.pen("table_close")

    def coup(self) -> None:
        self.number += 1
        if self.number % 25 == 0:
            self.pen.context["staff"] = self.rng.choice(self.croupiers)
        self.pen.context["coup"] = str(self.number)
        self.stakes.clear()
        self.pen("bets_open")
        self._bets_placed()
        fate = self.rng.random()
        if fate < 0.006:
            self._cancelled(spun=fate < 0.003)
        else:
            self._played()
        del self.pen.context["coup"]
        self.pen.wait(5, 20)

    def _played(self) -> None:
        late = self.rng.random() < 0.04
        # Article 47 wants the announcement before the spin at vingt-trois alone.
        if self.wheel.alternates or self.rng.random() > 0.02:
            self.pen("no_more_bets")
        before_spin = not self.wheel.alternates or self.rng.random() < 0.5
        if late and before_spin:
            self._late()
        self.pen.wait(1, 4)
        landed = self._spin()
        if late and not before_spin:
            self._late()
        self.pen.wait(2, 6)
        self._settle(landed)

    def _bets_placed(self) -> None:
        mood = self.rng.random()
        if mood < 0.02:
            self._crowd()
        elif mood < 0.05:
            self._high_roller()
        for _ in range(1 + int(self.rng.random() * 9)):
            self._offer(self._anybodys(), self.minimum * self.rng.choice(TIMES) / 2)
        if self.rng.random() < 0.03:
            self._second_thoughts()
        if self.rng.random() < 0.01:
            small = self._anybodys() | {"amount": text_of(self.minimum / 2)}
            self.pen("stake_refuse", **small, form="chip", reason="under_minimum")

    def _anybodys(self) -> Row:
        """A player and a bet."""
        return {"player": self.rng.choice(self.players), **self._bet()}

    def _bet(self) -> Row:
        if self.rng.random() < 0.6:
            number = 1 + int(self.rng.random() * self.wheel.numbers)
            return {"bet": STRAIGHT, "number": str(number)}
        return {"bet": self.rng.choice((*COLOURS, *self.wheel.chances))}

    def _offer(self, bet: Row, amount: Decimal) -> None:
        """A stake, or its refusal where the player would be over his own maximum (47.20)."""
        lies, stake = self._lies(bet), bet | {"amount": text_of(amount)}
        self.pen.wait(int(lies > 0), 3)  # no two events alike in one second
        if lies + amount > self.limits.most(bet):
            self.pen("stake_refuse", **stake, form="chip", reason="over_maximum")
            return
        self.stakes.append(stake)
        self.pen("stake", **stake, form="plaque" if amount >= self.minimum * 20 else "chip")

    def _lies(self, bet: Row) -> Decimal | int:
        """The stakes of a player on a number or chance."""
        return sum(price(own) for own in self.stakes if bet.items() <= own.items())

    def _crowd(self) -> None:
        """Many players on one chance, together far above what one of them may stake (47.20)."""
        bet = self._bet()
        for player in self.players[:5]:
            share = self.rng.choice((Decimal("0.5"), Decimal("0.75"), Decimal(1)))
            self._offer({"player": player, **bet}, self.limits.most(bet) * share)

    def _high_roller(self) -> None:
        """One player up to his maximum in two stakes; what goes beyond is refused."""
        bet = self._anybodys()
        most = self.limits.most(bet)
        self._offer(bet, most * 3 / 5)
        self._offer(bet, most * 2 / 5)
        if self.rng.random() < 0.5:
            self._offer(bet, self.minimum * self.rng.choice((2, 4, 10)))

    def _second_thoughts(self) -> None:
        """A player changes or withdraws the only stake he has on a number or chance."""
        stake = self.rng.choice(self.stakes)
        bet = cells_of(stake, *BET)
        if self._lies(bet) != price(stake):
            return
        self.stakes.remove(stake)
        self.pen.wait(1, 3)
        if self.rng.random() < 0.5:
            self.pen("stake_withdraw", **bet)
            return
        self.stakes.append(bet | {"amount": text_of(self.minimum * self.rng.choice(TIMES) / 2)})
        self.pen("stake_change", **self.stakes[-1], form="chip")

    def _late(self) -> None:
        """After "rien ne va plus": pushed back at vingt-trois (47.7), free at boule."""
        bet = self._anybodys()
        if self._lies(bet):
            return
        self.pen.wait(0, 1)
        if not self.wheel.alternates:
            self._offer(bet, self.minimum)
            return
        stake = {**bet, "amount": text_of(self.minimum), "form": "chip"}
        if self.rng.random() < 0.6:
            self.pen("stake", **stake)
        self.pen("stake_refuse", **stake, reason="late")

    def _spin(self) -> Row:
        """One spin; the croupier of a device's second cloth writes it down too."""
        place = int(self.rng.random() * len(self.device.board))
        landed = self.device.board[place]
        result = {"direction": self._direction(), "place": str(place + 1), **landed}
        self.pen("spin", **result)
        if self.device.cloths == 2:
            self.pen("spin", **result, staff=self.croupiers[0] + "b")
        return landed

    def _direction(self) -> str:
        return self.device.turn() if self.wheel.alternates else self.rng.choice(("cw", "ccw"))

    def _settle(self, landed: Row) -> None:
        """Losing stakes first, then the winners, who keep their stakes (47.14)."""
        won = [own for own in self.stakes if self.wheel.wins(own, landed)]
        self.pen.one_by_one("collect", [own for own in self.stakes if own not in won])
        self.pen.wait(1, 4)
        due = [own | {"amount": text_of(self.wheel.payout(own, price(own)))} for own in won]
        self.pen.one_by_one("pay", due)

    def _cancelled(self, *, spun: bool) -> None:
        self.pen("no_more_bets")
        self.pen.wait(1, 4)
        if spun:
            self.pen("spin", direction=self._direction())
        self.pen("cancel", reason="bille sortie de l'appareil" if spun else "lancer interrompu")
        self.pen.one_by_one("give_back", self.stakes)
