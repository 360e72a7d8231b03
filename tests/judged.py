"""A log of a few lines judged by rules of a few lines, for a test."""

from pathlib import Path

from auditor.audit import Audit, Engine, audit_log, read_log

ENGINES: tuple[Engine, ...] = ("columns", "reference")


def judged(rules: str, log: str, engine: Engine, folder: Path) -> Audit:
    """The audit of a log that records every kind of event."""
    file, of_rules = folder / "log.csv", folder / "own.rules"
    file.write_text(log, "utf-8")
    of_rules.write_text(rules, "utf-8")
    return audit_log(read_log(file), rules=of_rules, records="all", engine=engine)


def answers(rules: str, log: str, engine: Engine, folder: Path) -> tuple[int, int, int]:
    """On how many subjects the one rule is complied with, violated, and not verifiable."""
    [rule] = judged(rules, log, engine, folder).report.rules
    return rule.compliant, rule.violations, rule.not_verifiable
