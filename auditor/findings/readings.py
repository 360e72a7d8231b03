"""Assumptions of an audit: how provisions are read, and the values of parameters."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.findings.finding import Judged, both
from auditor.language import core
from auditor.report import model
from auditor.values import show


def readings(program: core.Program) -> Iterator[model.Reading]:
    """The readings of a ruleset, each with the rules that rest on it."""
    for own in program.readings:
        yield model.Reading(
            ruleset=program.name,
            id=own.id,
            provisions=own.provisions,
            text=both(own.text),
            because=both(own.because),
            other=both(own.other),
            parameter=own.param,
            rules=tuple(rule.id for rule in program.rules if own.id in rule.rests_on),
        )


def parameters(part: Judged) -> Iterator[model.Parameter]:
    """The parameters of a ruleset, with their defaults and what the audit was given instead."""
    for own in part.program.params.values():
        values = tuple(
            model.DatedValue(value=show(value), start=start.isoformat() if start else None)
            for start, value in own.values
        )
        yield model.Parameter(
            ruleset=part.program.name,
            name=own.name,
            text=both(own.text) if own.text else None,
            values=values,
            given=show(part.given[own.name]) if own.name in part.given else None,
        )
