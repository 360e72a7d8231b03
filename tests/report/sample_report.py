"""Makes the report in reports/sample: `make sample-report`."""

from pathlib import Path

from auditor.audit import Audit, audit_log, read_log, write_report

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "reports" / "sample"


def sample_audit() -> Audit:
    """The audit that the report shows; without a clock, so that it stays the same."""
    log = ROOT / "samples" / "bataille" / "faulty.csv"
    return audit_log(read_log(log), rules="bataille", records="all", language="fr")


if __name__ == "__main__":
    write_report(sample_audit(), SAMPLE, ("pdf", "json"), force=True)
