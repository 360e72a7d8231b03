"""The report on a terminal: one finding a line, ready for a click on file:row; and as a text file,
which leaves nothing out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from io import StringIO

from auditor.case import StatedCase
from auditor.messages.message import abridged
from auditor.report.labels import (
    Words,
    file_name,
    in_force,
    legal_text,
    parameter_values,
    row_count,
    row_name,
    source_state,
    subject_line,
)
from auditor.report.model import CLASSES, SEVERITIES, Bilingual, Finding, Language, Report
from auditor.report.sections import statement
from auditor.report.sections.fitness import fitness_lines
from auditor.report.sections.groups import Numbered, numbered
from auditor.report.typography import number, quantity, spaced, span, value_said, visible

STYLES = {
    "critical": "bold red",
    "major": "bold yellow",
    "minor": "bold cyan",
    "violations": "bold red",
    "to_confirm": "bold yellow",
    "record": "bold yellow",
    "incomplete": "bold yellow",
    "nothing_checked": "bold yellow",
    "compliant": "bold green",
}

StyledLine = tuple[tuple[str, str], ...]
"""The pieces of a line, each with its style; none where it is plain."""


def text(
    report: Report,
    language: Language | None = None,
    *,
    colour: bool = False,
    findings: int | None = 50,
    set_aside: int | None = 20,
) -> str:
    """The report for a terminal; at most so many findings and rows set aside (None: the report as a
    file, with all of them, their values, and every reading).

    What the log lacks stands before the findings where that is much, and else in a line.  Lines are
    not wrapped: a terminal does it, and a pipe wants them whole.
    """
    words = Words(language or report.run.language, report.names)
    whole = findings is None
    lines = (
        *_head(report, words, whole=whole),
        *_fitness(report, words, whole=whole),
        *_findings(report, words, findings),
        *_not_verifiable(report, words, whole=whole),
        *_set_aside(report, words, set_aside),
        *(_readings(report, words) if whole else ()),
        *_close(report, words, whole=whole),
    )
    if colour:
        return _painted(lines)
    return "".join("".join(piece for piece, _ in line) + "\n" for line in lines)


def text_bytes(report: Report, language: Language | None = None) -> bytes:
    """The whole report as a UTF-8 file, without colours."""
    content = text(report, language, findings=None, set_aside=None)
    return content.encode("utf-8", errors="backslashreplace")


def _painted(lines: tuple[StyledLine, ...]) -> str:
    # Rich is slow to import, and a pipe has no colours.
    from rich.console import Console  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    out = StringIO()
    console = Console(
        file=out, force_terminal=True, color_system="standard", highlight=False, soft_wrap=True
    )
    for line in lines:
        console.print(Text.assemble(*line))
    return out.getvalue()


def _line(said: str = "", style: str = "") -> StyledLine:
    return ((said, style),)


def _said(own: Bilingual | str, words: Words) -> str:
    return visible(spaced(own, words.language) if isinstance(own, str) else words.says(own))


def _head(report: Report, words: Words, *, whole: bool) -> Iterator[StyledLine]:
    place = visible(", ".join(report.establishments)) or words("no_establishment")
    period = report.period
    days = f", {span(period, words.language)}" if period.start or period.end else ""
    yield _line(f"{words('title')} – {place}{days}", style="bold")
    for label, said in statement.case_lines(report, words):
        yield _line(_said(f"{label}{words('colon')} {said}", words))
    for ruleset in report.rulesets:
        title = f"{ruleset.title.in_language(words.language)} {ruleset.version}"
        yield _line(_said(f"{title}{in_force(ruleset.in_force, words)}", words))
        for source in ruleset.sources if whole else ():
            yield _line(f"  {legal_text(source, words)} – {source_state(source, words)}")
        if ruleset.not_shipped:
            yield _line(f"  {visible(words('not_shipped', files=', '.join(ruleset.not_shipped)))}")
    for read in report.inputs:
        yield _line(f"{file_name(read.file, read.sheet)}  {row_count(read, words)}")
        for note in read.notes:
            yield _line(f"  {_said(note, words)}")


def _fitness(report: Report, words: Words, *, whole: bool) -> Iterator[StyledLine]:
    """The logs' fitness: all of it, or in a line what leaves doubt, where that is little."""
    lines = fitness_lines(report.fitness, words, most=5)
    if not whole and not report.fitness.lacks_much:
        if doubts := " ".join(line.says for line in lines if line.open):
            yield (f"{words('fitness')}{words('colon')} ", "yellow"), (_said(doubts, words), "")
        return
    yield from _heading(words("fitness"))
    for line in lines:
        yield (f"{line.label}  ", "yellow" if line.open else "dim"), (_said(line.says, words), "")
        for case in line.cases:
            yield _line(f"  {_said(case, words)}")


def _findings(report: Report, words: Words, most: int | None) -> Iterator[StyledLine]:
    """A line each, the gravest of a class first, with its number in the document."""
    by_class = sorted(numbered(report), key=lambda own: SEVERITIES.index(own.finding.severity))
    ordered = sorted(by_class, key=lambda own: CLASSES.index(own.finding.class_))[:most]
    wide = len(str(len(report.findings)))
    class_ = None
    for own in ordered:
        if own.finding.class_ != class_:
            class_ = own.finding.class_
            count = report.summary.by_class.of(class_).violations
            said = f"{words(f'class.{class_}')} ({number(count, words.language)})"
            yield from [*_heading(said)][own is not ordered[0] :]
        yield from _finding(own, words, report.case, wide=wide, whole=most is None)
    if left := len(report.findings) - len(ordered):
        yield _line(words("more_findings", count=left), style="dim")


def _finding(
    own: Numbered, words: Words, case: StatedCase | None, *, wide: int, whole: bool
) -> Iterator[StyledLine]:
    finding = own.finding
    longest = max(len(words(f"severity.{severity}")) for severity in SEVERITIES)
    severity = words(f"severity.{finding.severity}").ljust(longest)
    where = row_name(finding.rows[0]) if finding.rows else subject_line(finding.subject, words)
    yield (
        (f"  {own.number:>{wide}}  ", ""),
        (f"{severity}  {visible(' '.join(finding.provisions))}", STYLES[finding.severity]),
        (f"  {_said(finding.message, words)}  ", ""),
        (where, "bold"),
        (f"  {finding.id}", "dim"),
    )
    if whole:
        yield _line(f"    {subject_line(finding.subject, words)}", style="dim")
        yield _line("    " + " · ".join([*_values(finding, words), visible(finding.rule)]))
        for move in finding.moves:
            yield _line(f"    {visible(row_name(move))}  {_said(move.said, words)}")
    for label, said in statement.acceptance(finding, words, case):
        yield _line(visible(f"    {label}{words('colon') if said else ''} {said}".rstrip()))


def _values(finding: Finding, words: Words) -> Iterator[str]:
    for key, value, said in (
        ("expected", finding.expected, finding.expected_said),
        ("found", finding.found, finding.found_said),
    ):
        if value is not None and (own := value_said(value, said, words.language)):
            yield f"{words(key)} {visible(own)}"


def _not_verifiable(report: Report, words: Words, *, whole: bool) -> Iterator[StyledLine]:
    """A line for each reason and its rules; what waits for a finding stands in the file alone."""
    counts = Counter[str]()
    behind: dict[str, dict[str, None]] = {}
    for rule in report.rules:
        for reason in rule.not_verifiable_reasons:
            if whole or not reason.waits_for:
                why = _said(reason.reason, words)
                counts[why] += reason.count
                named = [rule.rule] if whole else rule.provisions
                behind.setdefault(why, {}).update(dict.fromkeys(named))
    if counts:
        yield from _heading(words("why_not_verifiable"))
    for why, count in counts.most_common():
        names = visible(", ".join(behind[why]))
        yield _line(f"{number(count, words.language)} × {why}{words('colon')} {names}")


def _set_aside(report: Report, words: Words, most: int | None) -> Iterator[StyledLine]:
    if not report.set_aside:
        return
    yield from _heading(f"{words('set_aside')} ({len(report.set_aside)})")
    shown = report.set_aside[:most]
    for row in shown:
        cell = f"{row.column}=`{abridged(row.value or '')}`  " if row.column is not None else ""
        yield _line(visible(f"{row_name(row)}  {cell}{row.reason}"))
    if left := len(report.set_aside) - len(shown):
        yield _line(words("more_set_aside", count=left), style="dim")


def _readings(report: Report, words: Words) -> Iterator[StyledLine]:
    """The annex: every reading that was used, and the value of every parameter."""

    def said(own: Bilingual) -> str:
        return _said(own, words)

    def labelled(key: str, value: str) -> StyledLine:
        return _line(f"  {words(key)}{words('colon')} {value}")

    if report.readings:
        yield from _heading(words("readings"))
    for own in report.readings:
        where = visible(" ".join(own.provisions))
        yield _line(f"{where}  {said(own.text)}  ({visible(f'{own.ruleset}/{own.id}')})")
        yield labelled("reading.because", said(own.because))
        yield labelled("reading.other", said(own.other))
        if own.parameter is not None:
            yield labelled("reading.parameter", visible(own.parameter))
        yield labelled("reading.rules", visible(", ".join(own.rules)) or words("reading.no_rule"))
    if report.parameters:
        yield from _heading(words("parameters_used"))
    for parameter in report.parameters:
        name = visible(f"{parameter.ruleset}/{parameter.name}")
        yield _line(f"{name}  {said(parameter.text) if parameter.text else ''}".rstrip())
        yield labelled("parameter.default", parameter_values(parameter, words))
        if parameter.given is not None:
            yield labelled("parameter.given", visible(quantity(parameter.given, words.language)))


def _close(report: Report, words: Words, *, whole: bool) -> Iterator[StyledLine]:
    summary = report.summary
    answers = ("compliant", "violations", "not_verifiable", "not_applicable")
    yield _line()
    yield _line(statement.conclusion(report, words), style=STYLES[report.opinion])
    for said in (*statement.reservations(report, words), *statement.acceptances(report, words)):
        yield _line(visible(said))
    for name in CLASSES if whole else ():
        own = summary.by_class.of(name)
        counts = {answer: getattr(own, answer) for answer in answers}
        if any(counts.values()):
            said = " · ".join(
                f"{words(f'answer.{answer}')} {number(count, words.language)}"
                for answer, count in counts.items()
            )
            yield _line(f"{words(f'class.{name}')}{words('colon')} {said}")


def _heading(said: str) -> Iterator[StyledLine]:
    yield _line()
    yield _line(said, style="bold underline")
