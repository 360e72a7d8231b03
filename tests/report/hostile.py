"""The same report with markup in every text that comes from a log or a ruleset."""

from __future__ import annotations

from auditor.report.model import Bilingual, Finding, Report

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


def hostile(report: Report) -> Report:
    """Every finding, file, establishment, reason and title says all of it."""
    return report.model_copy(
        update={
            "establishments": (WHOLE,),
            "inputs": tuple(own.model_copy(update={"file": WHOLE}) for own in report.inputs),
            "rulesets": tuple(
                own.model_copy(update={"title": BOTH, "source": WHOLE}) for own in report.rulesets
            ),
            "provisions": tuple(own.model_copy(update={"text": BOTH}) for own in report.provisions),
            "rules": tuple(own.model_copy(update={"title": BOTH}) for own in report.rules),
            "findings": tuple(map(_finding, report.findings)),
            "set_aside": tuple(
                own.model_copy(update={"value": WHOLE, "reason": WHOLE, "column": WHOLE})
                for own in report.set_aside
            ),
        }
    )


def _finding(own: Finding) -> Finding:
    cells = {"player": WHOLE, WHOLE: "1"}
    return own.model_copy(
        update={
            "message": BOTH,
            "expected": own.expected and WHOLE,
            "found": WHOLE,
            "subject": own.subject.model_copy(update={"player": WHOLE}),
            "derivation": tuple(
                step.model_copy(update={"text": WHOLE, "value": WHOLE}) for step in own.derivation
            ),
            "rows": tuple(row.model_copy(update={"file": WHOLE}) for row in own.rows),
            "evidence": tuple(
                row.model_copy(update={"file": WHOLE, "cells": {**row.cells, **cells}})
                for row in own.evidence
            ),
        }
    )
