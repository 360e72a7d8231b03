"""The same report with markup in every text that comes from a log or a ruleset."""

from __future__ import annotations

from auditor.report import model

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
BOTH = model.Bilingual(fr=WHOLE, en=WHOLE)
ROW = model.RowRef(file=WHOLE, sheet=WHOLE, row=1)
FITNESS = model.Fitness(
    sequence_breaks=(
        model.SequenceBreak(
            column=WHOLE, within={"table": WHOLE}, before=1, number=3, missing=1, row=ROW
        ),
    ),
    sequence_breaks_total=1,
    times_back=(model.TimeBack(before=WHOLE, time=WHOLE, row=ROW),),
    times_back_total=1,
    duplicates=(model.Duplicate(event=WHOLE, row=ROW, original=ROW),),
    duplicates_total=1,
    unfilled=(model.Unfilled(column=WHOLE, events=(WHOLE,)),),
    unknown_columns=(WHOLE,),
    unrecorded=(model.Unrecorded(event=WHOLE, declared=False, exceptional=False),),
    unverifiable=(
        model.Unverifiable(
            ruleset=WHOLE, provision=WHOLE, checked=0, not_verifiable=1, reasons=(BOTH,)
        ),
    ),
)


def hostile(report: model.Report) -> model.Report:
    """Every finding, file, establishment, reason and title says all of it."""
    return report.model_copy(
        update={
            "establishments": (WHOLE,),
            "fitness": FITNESS,
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


def _finding(own: model.Finding) -> model.Finding:
    cells = {"player": WHOLE, WHOLE: "1"}
    return own.model_copy(
        update={
            "message": BOTH,
            "expected": own.expected and WHOLE,
            "found": WHOLE,
            "subject": own.subject.model_copy(update={"player": WHOLE}),
            "derivation": tuple(
                step.model_copy(update={"text": WHOLE, "value": WHOLE})
                for step in own.derivation or ()
            ),
            "rows": tuple(row.model_copy(update={"file": WHOLE}) for row in own.rows),
            "evidence": tuple(
                row.model_copy(update={"file": WHOLE, "cells": {**row.cells, **cells}})
                for row in own.evidence
            ),
        }
    )
