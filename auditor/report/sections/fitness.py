"""The statement on the logs' fitness, in lines that every renderer lays out alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from auditor.report.labels import Words, row_name, within_said
from auditor.report.model import (
    Bilingual,
    Duplicate,
    Fitness,
    SequenceBreak,
    TimeBack,
    Unfilled,
    Unverifiable,
)
from auditor.report.typography import day, moment, spaced, span

_MOST_OPEN = 6


@dataclass(frozen=True, slots=True)
class FitnessLine:
    """One thing that is said, what it is about, and cases of it; `open` where it leaves doubt."""

    label: str
    says: str
    cases: tuple[str, ...] = ()
    open: bool = False


def fitness_lines(fitness: Fitness, words: Words, most: int = 20) -> tuple[FitnessLine, ...]:
    """The statement; of each sort at most so many cases.  What stands in backticks is a name.

    What is lacking outright comes before all that is merely odd.
    """
    recorded = _recorded(fitness, words)
    return (
        *_unscoped(fitness, words, most),
        *([recorded] if recorded.open else []),
        FitnessLine(words("period"), _covered(fitness, words), open=not fitness.period.start),
        *_period_lines(fitness, words, most),
        *_gaps(fitness, words, most),
        *_columns(fitness, words, most),
        *([] if recorded.open else [recorded]),
        _left_open(fitness, words, most),
    )


def _covered(fitness: Fitness, words: Words) -> str:
    period, language = fitness.period, words.language
    counts = {"events": fitness.events, "sessions": fitness.sessions, "tables": fitness.tables}
    # A log of something else has neither nights nor tables.
    some = {name: count for name, count in counts.items() if count or name == "events"}
    named = (words(f"fitness.{name}", count=count) for name, count in some.items())
    said = [", ".join(named) + "."]
    if period.start and period.end:
        start, end = moment(period.start, language), moment(period.end, language)
        said.insert(0, words("fitness.covers", start=start, end=end))
    else:
        said.insert(0, words("fitness.no_time"))
    if fitness.untimed and period.start:
        said.append(words("fitness.untimed", count=fitness.untimed))
    return " ".join(said)


def _period_lines(fitness: Fitness, words: Words, most: int) -> Iterator[FitnessLine]:
    asked = fitness.asked
    if asked is None:
        return
    if not (said := asked_and_silent(fitness, words)):
        whole = words("fitness.asked.whole", period=span(asked.period, words.language))
        yield FitnessLine(words("fitness.asked"), whole)
        return
    spans = [span(own, words.language) for own in asked.silent[:most]]
    if left := len(asked.silent) - len(spans):
        spans.append(words("fitness.more", count=left))
    yield FitnessLine(words("fitness.asked"), said, (", ".join(spans),), open=True)


def asked_and_silent(fitness: Fitness, words: Words) -> str:
    """A line where the logs are silent about days that the audit is about."""
    asked = fitness.asked
    if asked is None or not asked.silent_days:
        return ""
    period = span(asked.period, words.language)
    return words("fitness.asked.part", count=asked.silent_days, all=asked.days, period=period)


# ---- holes, order, copies -----------------------------------------------------------------------
def _gaps(fitness: Fitness, words: Words, most: int) -> Iterator[FitnessLine]:
    language = words.language
    timeless = fitness.untimed == fitness.events > 0
    silent = [day(own, language) for own in fitness.silent_days]
    if fitness.silent_days_total:
        yield _line("silent", fitness.silent_days_total, silent, words, most)
    numbers = [_break(own, words) for own in fitness.sequence_breaks]
    unnumbered = any(words.type_of(own.column) == "integer" for own in fitness.unscoped)
    total = fitness.sequence_breaks_total
    yield _line("numbers", total, numbers, words, most, unknown=unnumbered)
    back = [words("fitness.back", **case_told(own, words)) for own in fitness.times_back]
    yield _line("order", fitness.times_back_total, back, words, most, unknown=timeless)
    yield from _one_instant(fitness, words, most)
    copies = [words("fitness.copy", **case_told(own, words)) for own in fitness.duplicates]
    yield _line("copies", fitness.duplicates_total, copies, words, most, unknown=timeless)


def case_told(own: TimeBack | Duplicate, words: Words) -> dict[str, str]:
    """The rows of a case, and what they say."""
    told = {"row": row_name(own.row)}
    if isinstance(own, Duplicate):
        return told | {"event": words.coded_event(own.event), "original": row_name(own.original)}
    time, before = (moment(text, words.language) for text in (own.time, own.before))
    return told | {"time": time, "before": before}


def _one_instant(fitness: Fitness, words: Words, most: int) -> Iterator[FitnessLine]:
    if (found := fitness.one_instant) is None:
        return
    kinds = ((words.coded_event(own.first), words.coded_event(own.second)) for own in found.assumed)
    said = [words("fitness.instant.assumed", first=one, second=other) for one, other in kinds]
    if (left := len(said) - most) > 0:
        said[most:] = [words("fitness.more", count=left)]
    says = words("fitness.instant.some", count=found.rows)
    yield FitnessLine(words("fitness.instant"), says, tuple(said), open=True)


def _line(
    key: str,
    total: int,
    cases: Sequence[str],
    words: Words,
    most: int,
    *,
    told: int | None = None,
    unknown: bool = False,
) -> FitnessLine:
    """A line of a list; where one case tells of several things, all cases together of `told`.
    That there is none is not said where nobody could know.
    """
    label = words(f"fitness.{key}")
    if unknown and not total:
        return FitnessLine(label, words(f"fitness.{key}.unknown"), open=True)
    if not total:
        return FitnessLine(label, words(f"fitness.{key}.none"))
    shown = list(cases[:most])
    left = total - (len(shown) if told is None else told)
    if left:
        shown.append(words("fitness.more", count=left))
    return FitnessLine(label, words(f"fitness.{key}.some", count=total), tuple(shown), open=True)


def _break(own: SequenceBreak, words: Words) -> str:
    hole = "begins" if own.before is None else "hole"
    return words(
        f"fitness.{hole if own.missing else 'restart'}",
        row=row_name(own.row),
        column=words.coded_field(own.column),
        number=str(own.number),
        before=str(own.before),
        count=own.missing,
        where=within_said(own.within, words),
    )


# ---- scopes, columns, kinds of event, provisions ------------------------------------------------
def _unscoped(fitness: Fitness, words: Words, most: int) -> Iterator[FitnessLine]:
    cases = []
    for own in fitness.unscoped:
        scopes = ", ".join(f"`{name}`" for name in own.scopes)
        cases.append(
            words("fitness.unscoped.of", column=words.coded_field(own.column), scopes=scopes)
        )
    if cases:
        yield _line("unscoped", len(cases), cases, words, most)


def _columns(fitness: Fitness, words: Words, most: int) -> Iterator[FitnessLine]:
    everywhere = [words.coded_field(own.column) for own in fitness.unfilled if not own.events]
    unfilled = [", ".join(everywhere)] if everywhere else []
    unfilled += [_unfilled(own, words) for own in fitness.unfilled if own.events]
    told = len(everywhere) + len(unfilled[:most]) - bool(everywhere)
    yield _line("unfilled", len(fitness.unfilled), unfilled, words, most, told=told)
    if unknown := [f"`{name}`" for name in fitness.unknown_columns]:
        yield _line("unknown", len(unknown), [", ".join(unknown)], words, len(unknown))


def _unfilled(own: Unfilled, words: Words) -> str:
    events = ", ".join(map(words.coded_event, own.events))
    return words("fitness.unfilled.of", column=words.coded_field(own.column), events=events)


def _recorded(fitness: Fitness, words: Words) -> FitnessLine:
    """The kinds that no row records, by what follows from their absence."""
    groups: dict[str, list[str]] = {"open": [], "declared": [], "silent": []}
    for own in fitness.unrecorded:
        if not (own.exceptional and own.declared):
            key = "silent" if own.exceptional else "declared" if own.declared else "open"
            groups[key].append(words.coded_event(own.event))
    label = words("fitness.unrecorded")
    said = [
        words(f"fitness.unrecorded.{key}", events=", ".join(names))
        for key, names in groups.items()
        if names
    ]
    if not said:
        return FitnessLine(label, words("fitness.unrecorded.none"))
    return FitnessLine(label, " ".join(said), open=bool(groups["open"]))


def _left_open(fitness: Fitness, words: Words, most: int) -> FitnessLine:
    """Provisions that are left open, those with the same reasons in one case."""
    together: dict[tuple[Bilingual, ...], list[Unverifiable]] = {}
    for own in fitness.unverifiable:
        together.setdefault(own.reasons, []).append(own)
    shown = list(together.items())[: min(most, _MOST_OPEN)]
    cases = [_provisions(reasons, every, words) for reasons, every in shown]
    told = sum(len(every) for _, every in shown)
    return _line("unverifiable", len(fitness.unverifiable), cases, words, most, told=told)


def _provisions(reasons: Sequence[Bilingual], every: Sequence[Unverifiable], words: Words) -> str:
    provisions = ", ".join(
        words(
            "fitness.partly" if own.checked else "fitness.never",
            provision=own.provision,
            count=own.not_verifiable,
            all=own.not_verifiable + own.others + own.checked,
        )
        for own in every
    )
    why = f"{words('semicolon')} ".join(reason.in_language(words.language) for reason in reasons)
    said = words("fitness.open", provisions=provisions, why=why)
    return spaced(said, words.language)
