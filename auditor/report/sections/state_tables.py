"""Tables of what a report says beside findings: provisions, what is open, files, rows set aside."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.report import labels
from auditor.report.layout import class_sections, numbered
from auditor.report.model import Bilingual, FollowUp, Provision, Report
from auditor.report.sections import cards
from auditor.report.tables import Cell, ReportTable, column, place
from auditor.report.typography import spaced
from auditor.report.words import Words


def provisions_table(report: Report, words: Words) -> ReportTable:
    """Each provision, its state, how often it was judged, and what text it is from."""
    columns = (
        column(words("ruleset"), 16),
        column(words("provision"), 12),
        column(words("asks"), 60, "long"),
        column(words("state"), 16),
        *(column(words(key), 12) for key in ("occasions", "findings", "suspended", "unknown")),
        column(words("reason"), 44, "long"),
        column(words("source"), 36, "long"),
        column(words("source_is"), 36, "long"),
        column(words("rules_of"), 40, "long"),
    )
    rows = (tuple(_provision(own, words)) for own in labels.by_basis(report.provisions))
    return ReportTable(words("provisions"), columns, rows)


def _provision(own: Provision, words: Words) -> Iterator[Cell]:
    language = words.language
    yield from (own.ruleset, own.id, spaced(own.text.in_language(language), language))
    yield words(f"state.{labels.state_shown(own)}")
    yield from (own.checked, own.violations, own.suspended, own.unknown)
    why = [_reason(reason, words) for reason in own.reasons]
    if own.refers_to:
        why.append(words("refers_to", provisions=", ".join(own.refers_to)))
    yield " – ".join(why)
    yield labels.legal_text(own.source, words) if own.source else ""
    yield labels.source_state(own.source, words) if own.source else words("mark.no_source")
    yield ", ".join(own.rules)


def open_table(report: Report, words: Words) -> ReportTable:
    """The rules that could not be verified, and why."""
    columns = (
        column(words("provision"), 16),
        column(words("state"), 18),
        column(words("number_of"), 10),
        column(words("reason"), 80, "long"),
        column(words("open.awaits"), 24, "long"),
        column(words("rule"), 34),
    )
    return ReportTable(words("open"), columns, _open(report, words))


def _open(report: Report, words: Words) -> Iterator[tuple[Cell, ...]]:
    numbers = cards.numbers(class_sections(report))
    for rule in report.rules:
        for own in rule.not_verifiable_reasons:
            state = words("suspended" if own.waits_for else "unknown")
            of = [number for name in own.waits_for for number in numbers.get(name, ())]
            why, waits = _reason(own.reason, words), cards.numbered(sorted(of), most=12)
            yield " ".join(rule.provisions), state, own.count, why, waits, rule.rule


def _reason(text: Bilingual, words: Words) -> str:
    """A sentence of ours in which names stand in backticks, which a cell cannot set apart."""
    return spaced(text.in_language(words.language), words.language).replace("`", "")


def follow_up_tables(report: Report, words: Words) -> Iterator[ReportTable]:
    """The findings of the report that is followed up, and their fate, where there is one."""
    if report.follow_up is None:
        return
    columns = (
        column(words("follow.number"), 10),
        column(words("number"), 8),
        column(words("id"), 14),
        column(words("severity"), 10),
        column(words("follow.state"), 40),
        column(words("finding_says"), 70, "long"),
        column(words("rule"), 34),
    )
    yield ReportTable(words("follow"), columns, _followed_up(report.follow_up, report, words))


def _followed_up(own: FollowUp, report: Report, words: Words) -> Iterator[tuple[Cell, ...]]:
    language = words.language
    for item in numbered(report):
        of, finding = item.finding.earlier, item.finding
        before = "" if of is None or of.number is None else of.number
        state = words("follow.again" if before else "follow.is_new")
        says = spaced(finding.message.in_language(language), language)
        severity = words(f"severity.{finding.severity}")
        yield before, item.number, finding.id, severity, state, says, finding.rule
    for gone in own.gone:
        before, says = gone.number or "", spaced(gone.message.in_language(language), language)
        severity, state = words(f"severity.{gone.severity}"), words(f"follow.{gone.why}")
        yield before, "", gone.id, severity, state, says, gone.rule


# ---- rows ---------------------------------------------------------------------------------------
def ledger_table(report: Report, words: Words) -> ReportTable:
    """Rows read, evaluated and set aside of each file, and what is to be said of it."""
    columns = (
        column(words("file"), 30),
        column(words("sheet"), 14),
        column(words("sha256"), 66),
        *(column(words(key), 12) for key in ("rows_read", "rows_evaluated", "rows_set_aside")),
        column(words("remarks"), 60, "long"),
    )
    return ReportTable(words("ledger"), columns, _ledger(report, words))


def _ledger(report: Report, words: Words) -> Iterator[tuple[Cell, ...]]:
    for own in report.inputs:
        notes = " ".join(note.in_language(words.language) for note in own.notes)
        counts = own.rows_read, own.rows_evaluated, own.rows_set_aside
        yield own.file, own.sheet or "", own.sha256, *counts, notes
    inputs = report.inputs
    read, evaluated = sum(i.rows_read for i in inputs), sum(i.rows_evaluated for i in inputs)
    yield words("total"), "", "", read, evaluated, report.summary.set_aside, ""


def set_aside_table(report: Report, words: Words) -> ReportTable:
    """The rows that were not evaluated, each with its column, its raw value and the reason."""
    columns = (
        column(words("file"), 30),
        column(words("sheet"), 14),
        column(words("row"), 8),
        column(words("line"), 8),
        column(words("column"), 18),
        column(words("value"), 24),
        column(words("reason"), 70, "long"),
    )
    rows = (
        (*place(own), own.line or "", own.column or "", own.value or "", own.reason)
        for own in report.set_aside
    )
    return ReportTable(words("set_aside"), columns, rows)
