"""What is saved where the engines disagree, so that the defect can be found."""

from __future__ import annotations

import json

from auditor.engine.recheck import DisagreementError


def reproduction(error: DisagreementError) -> bytes:
    """The rule, and the rows that can matter to the subject on which the engines disagree."""
    rows = [
        {
            "file": event.row.file,
            "sheet": event.row.sheet,
            "row": event.row.number,
            "place": event.place,
            "cells": event.row.filled(),
        }
        for event in error.events
    ]
    told = {
        "rule": error.rule.id,
        "text": error.rule.span.text,
        "subject_at": error.place,
        "rows": rows,
    }
    return json.dumps(told, ensure_ascii=False, indent=1).encode() + b"\n"
