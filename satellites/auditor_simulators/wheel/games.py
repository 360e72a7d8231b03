"""Boule and vingt-trois (article 47), ready to be simulated: lawful play and named faults."""

from __future__ import annotations

from auditor_simulators.wheel import lawful
from auditor_simulators.wheel.faults import boule, vingt_trois
from auditor_simulators.wheel.play import rules
from auditor_simulators.wheel.play.house import WheelGame

BOULE = WheelGame(rules.BOULE, rules.boule_device, boule.FAULTS, lawful.AT_BOULE)
VINGT_TROIS = WheelGame(
    rules.VINGT_TROIS, rules.vingt_trois_device, vingt_trois.FAULTS, lawful.AT_VINGT_TROIS
)
