"""Named faults of the game."""

from auditor.simulate.protocol import Fault

FAULTS: tuple[Fault, ...] = ()
