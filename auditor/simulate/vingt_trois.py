"""Vingt-trois: lawful play and named faults (article 47)."""

from auditor.simulate.vingt_trois_faults import FAULTS
from auditor.simulate.wheel import VINGT_TROIS, vingt_trois_device
from auditor.simulate.wheel_house import WheelGame

GAME = WheelGame(VINGT_TROIS, vingt_trois_device, FAULTS)
