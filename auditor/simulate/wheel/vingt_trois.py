"""Vingt-trois: lawful play and named faults (article 47)."""

from auditor.simulate.wheel.faults.vingt_trois import FAULTS
from auditor.simulate.wheel.play.house import WheelGame
from auditor.simulate.wheel.play.rules import VINGT_TROIS, vingt_trois_device

GAME = WheelGame(VINGT_TROIS, vingt_trois_device, FAULTS)
