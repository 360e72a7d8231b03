"""`auditor schema`: the JSON Schema of findings.json."""

from __future__ import annotations

from auditor.cli.terminal import pour


def schema() -> None:
    """Print the JSON Schema of findings.json.

    Example: auditor schema > findings.schema.json
    """
    from json import dumps

    from auditor.report.model import report_schema

    pour(dumps(report_schema(), ensure_ascii=False, indent=2) + "\n")
