"""`auditor verify`: repeat what a report says it did, and compare."""

from __future__ import annotations

import typer

from auditor.cli.exit import FINDINGS
from auditor.cli.settings import spoken
from auditor.cli.shared_options import (
    case_option,
    language_option,
    mapping_option,
    report_option,
    rules_option,
)
from auditor.cli.terminal import tell
from auditor.messages.message import message


def verify(
    report: str = typer.Argument(..., metavar="REPORT", help="A report.pdf or a findings.json."),
    logs: list[str] = typer.Argument(..., metavar="LOG", help="The logs that it is about."),
    rules: str | None = rules_option(
        "The path of the rules, where the audit had rules that are not shipped."
    ),
    mapping: str | None = mapping_option("The mapping it had."),
    case: str | None = case_option(
        "The case file it had; without it, what the report says of the case."
    ),
    baseline: str | None = report_option("baseline", "The report whose findings it knew."),
    earlier: str | None = report_option("earlier", "The report that it followed up."),
    key: str | None = typer.Option(
        None,
        metavar="FILE",
        show_default=False,
        help="The key of its pseudonyms; without it your own, and without that who is who is not "
        "compared.",
    ),
    language: str | None = language_option(),
) -> None:
    """Audit again what a report says was audited, and say whether it says the same.

    The exit status is 0 where it was reproduced, 1 where something differs.

    Example: auditor verify reports/report.pdf evening.csv
    """
    import os

    from auditor.cli.people_key import known_key
    from auditor.cli.progress import progress
    from auditor.verify import verify as verified
    from auditor_signatures.added import is_only_signed

    speaks = spoken(language)
    with progress() as line:
        line.tell("judging")
        found = verified(
            report,
            logs,
            rules=rules,
            mapping=mapping,
            case=case,
            baseline=baseline,
            earlier=earlier,
            key=known_key(key),
            processes=os.cpu_count() or 1,
            signed_only=is_only_signed,
        )
    verdict = "verify.reproduced" if found.is_exact else "verify.not_reproduced"
    tell(message(verdict), speaks)
    same = (message("verify.same", what=own) for own in found.same)
    for own in (*found.differs, *same, *found.notes):
        tell(own, speaks)
    if not found.is_exact:
        raise typer.Exit(FINDINGS)
