"""Boule: lawful play and named faults (article 47)."""

from auditor.simulate.wheel.faults.boule import FAULTS
from auditor.simulate.wheel.play.house import WheelGame
from auditor.simulate.wheel.play.rules import BOULE, boule_device

GAME = WheelGame(BOULE, boule_device, FAULTS)
