"""Boule: lawful play and named faults (article 47)."""

from auditor.simulate.boule_faults import FAULTS
from auditor.simulate.wheel import BOULE, boule_device
from auditor.simulate.wheel_house import WheelGame

GAME = WheelGame(BOULE, boule_device, FAULTS)
