"""The evenings of a house with boule or vingt-trois, and both games ready to be simulated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from random import Random
from typing import Final

from auditor_simulators.common.house import Evening, Pen, Shift, houses
from auditor_simulators.common.notation import text_of
from auditor_simulators.common.places import LISTS, Apply, named
from auditor_simulators.protocol import Game, Plan, Row
from auditor_simulators.wheel import boule, play, vingt_trois
from auditor_simulators.wheel.play import Device, SeasonLimits, Wheel, WheelTable

COLUMNS = (
    *("time", "casino", "season", "session", "table", "cloth", "coup", "game", "event", "staff"),
    *("minimum", "maximum_straight", "maximum_even", "numbers", "places"),
    *("player", "bet", "number", "amount", "form", "reason", "direction", "place", "colour"),
)


def _game(wheel: Wheel, faults: Mapping[str, Apply]) -> Game:
    name = wheel.name

    def house(plan: Plan, casino: str) -> House:
        rng = Random(f"{plan.seed}/{name}/{casino}/house")
        devices = [
            Device(
                table=f"{name[0].upper()}{number + 1}",
                board=wheel.device(rng),
                cloths=rng.choice((1, 1, 2)),
                direction=rng.choice(("cw", "ccw")),
            )
            for number in range(plan.tables)
        ]
        return House(wheel, devices, rng)

    def lawful(plan: Plan) -> Iterator[Row]:
        return houses(plan, name, lambda casino: house(plan, casino).evening)

    return Game(name, COLUMNS, lawful, named(LISTS / f"{name}.faults", faults))


@dataclass(slots=True)
class House:
    """The facts that an establishment carries over from one evening to the next."""

    wheel: Wheel
    devices: list[Device]
    rng: Random
    season: str = ""
    limits: SeasonLimits = field(
        default_factory=lambda: SeasonLimits(Decimal(1), Decimal(1), Decimal(1))
    )
    doubled: dict[str, int] = field(default_factory=dict)  # table → session since which it is so

    def evening(self, tonight: Evening) -> tuple[Sequence[Shift], Sequence[Row]]:
        before: list[Row] = []
        if tonight.season != self.season:
            self._new_season(tonight)
            before.append({"event": "authorisation", "minimum": text_of(self.limits.minimum)})
        double = [device for device in self.devices if self._doubles(device, tonight)]
        base = [device for device in self.devices if device not in double]
        shifts = self._base_shifts(base, tonight)
        return [*shifts, *(self._shift(device, tonight, 2) for device in double)], before

    def _new_season(self, tonight: Evening) -> None:
        """Limits for the season: 47.15, 47.17 to 47.19; tables that will double: 47.16."""
        rng, wheel = self.rng, self.wheel
        minimum = Decimal(rng.choice(("0.50", "1", "1", "2", "2", "5")))
        low, high = wheel.straight_ratios
        straight = minimum * rng.choice((low, low + 10, (low + high) // 2, high))
        low, high = wheel.even_ratios
        even = minimum * rng.choice((low, low + 50, (low + high) // 2, high))
        self.season, self.limits = tonight.season, SeasonLimits(minimum, straight, even)
        doubling = self.devices[-max(1, len(self.devices) // 3) :]
        if not wheel.doubles or len(self.devices) == 1:
            doubling = []
        self.doubled = {device.table: tonight.number + rng.choice((0, 0, 1)) for device in doubling}

    def _doubles(self, device: Device, tonight: Evening) -> bool:
        return self.doubled.get(device.table, tonight.number + 1) <= tonight.number

    def _base_shifts(self, base: list[Device], tonight: Evening) -> list[Shift]:
        """Tables at the authorised minimum: one of them is always in service (47.16)."""
        order = self.rng.sample(base, len(base))
        if len(order) == 1 or self.rng.random() < 0.3:
            hand_over = [Shift(self._table(order[0], tonight), last=True)]
        else:
            hand_over = [
                Shift(self._table(order[0], tonight), closing=self.rng.uniform(0.5, 0.7)),
                Shift(self._table(order[1], tonight), self.rng.uniform(0.1, 0.4), last=True),
            ]
        return hand_over + [self._shift(device, tonight) for device in order[len(hand_over) :]]

    def _shift(self, device: Device, tonight: Evening, times: int = 1) -> Shift:
        opening, closing = self.rng.uniform(0.05, 0.3), self.rng.uniform(0.6, 0.9)
        return Shift(self._table(device, tonight, times), opening, closing)

    def _table(self, device: Device, tonight: Evening, times: int = 1) -> WheelTable:
        rng = Random(self.rng.random())
        context = {**tonight.context(self.wheel.name), "table": device.table}
        number = self.devices.index(device)
        return WheelTable(
            wheel=self.wheel,
            device=device,
            limits=self.limits,
            minimum=self.limits.minimum * times,
            pen=Pen(context, tonight.at, rng),
            rng=rng,
            # Players go from device to device: the maximum is counted at each (47.20).
            players=[f"J{player:03d}" for player in rng.sample(range(1, 15), 7)],
            croupiers=tuple(f"C{number}{croupier}" for croupier in range(1, 4)),
        )


GAMES: Final = {
    "boule": _game(play.BOULE, boule.FAULTS),
    "vingt-trois": _game(play.VINGT_TROIS, vingt_trois.FAULTS),
}
