"""A log of a few lines judged by rules of a few lines, for a test."""

from pathlib import Path

from auditor.audit import Audit, Engine, audit_log, read_log
from auditor.request import Records

ENGINES: tuple[Engine, ...] = ("columns", "reference")


def judged(rules: str, log: str, engine: Engine, folder: Path, records: Records = "all") -> Audit:
    """The audit of a log, which records every kind of event unless it is said otherwise."""
    file, of_rules = folder / "log.csv", folder / "own.rules"
    file.write_text(log, "utf-8")
    of_rules.write_text(rules, "utf-8")
    return audit_log(read_log(file), rules=of_rules, records=records, engine=engine)


def answers(rules: str, log: str, engine: Engine, folder: Path) -> tuple[int, int, int]:
    """On how many subjects the one rule is complied with, violated, and not verifiable."""
    [rule] = judged(rules, log, engine, folder).report.rules
    return rule.compliant, rule.violations, rule.not_verifiable
