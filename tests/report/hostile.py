"""The same report with markup in every text that comes from a log or a ruleset."""

from typing import Any

from pydantic import BaseModel

from auditor.report.model import Bilingual, Report
from tests.report.evening import WANTING, changed

NASTY = (
    "<script>alert(1)</script>",
    "<link rel=attachment href=file:///etc/passwd>",
    '"><img src=http://127.0.0.1:9/x.png onerror=alert(1)>',
    "</style><style>@import url(http://127.0.0.1:9/x.css);</style>",
    "<a rel='attachment' href='file:///etc/passwd'>",
    "{{ 7 * 7 }}{% include '/etc/passwd' %}",
    "</pre></td></table><h1>",
)
WHOLE = " ".join(NASTY) + " \u202eend"
BOTH = Bilingual(fr=WHOLE, en=WHOLE)
TOLD = {"establishments", "file", "source", "title", "text", "message", "expected", "found"}
TOLD |= {"value", "reason", "column", "player"}
"""Fields of a report that a log or a ruleset fills with text."""
OF_FITNESS = TOLD | {"sheet", "within", "event", "events", "before", "time", "unknown_columns"}
OF_FITNESS |= {"ruleset", "provision", "reasons"}


def hostile(report: Report) -> Report:
    """Every finding, file, establishment, reason and title says all of it."""
    own: Report = _filled(report, TOLD)
    return changed(own, fitness=_filled(WANTING, OF_FITNESS))


def _filled(value: Any, told: set[str], name: str = "") -> Any:
    match value:
        case Bilingual():
            return BOTH if name in told else value
        case BaseModel():
            parts = {own: _filled(part, told, own) for own, part in value}
            return value.model_copy(update=parts)
        case tuple():
            return tuple(_filled(own, told, name) for own in value)
        case dict() if name == "cells":
            return {**value, "player": WHOLE, WHOLE: "1"}
        case dict() if name in told:
            return dict.fromkeys(value, WHOLE)
        case str():
            return WHOLE if name in told else value
        case _:
            return WHOLE if (name, value) == ("player", None) else value
