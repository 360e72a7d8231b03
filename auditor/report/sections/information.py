"""Information beside the findings: the lines of a page, and a sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from auditor.report.labels import Words
from auditor.report.model import Measure, Report, Result, Unlooked
from auditor.report.typography import number

MOST_LINES = 32
"""Lines on paper; of more, those of the widest places alone."""
LEAST = 0.001
_ASIDE = frozenset({"season"})


@dataclass(frozen=True, slots=True)
class InformationLine:
    """One statistic at one place, as a reader is told of it."""

    title: str
    where: str
    count: int
    left_out: int
    widest: str
    wagered: str
    gained: str
    expected: str
    between: str
    p: str


@dataclass(frozen=True, slots=True)
class InformationPage:
    """All that the page tells; `tests` is how many comparisons were made."""

    measured: bool
    tests: int
    results: tuple[InformationLine, ...]
    takes: tuple[InformationLine, ...]
    more: int
    unlooked: tuple[str, ...]


def information_page(report: Report, words: Words) -> InformationPage | None:
    """The page; None where no ruleset has a statistic."""
    own = report.information
    if own is None:
        return None
    every = [one for one in own.measures if one.results or one.p is not None]
    shown = every if len(every) <= MOST_LINES else list(_widest_places(every))[:MOST_LINES]
    return InformationPage(
        own.measured,
        sum(one.p is not None for one in own.measures),
        tuple(_line(report, one, words) for one in shown if one.results),
        tuple(_line(report, one, words) for one in shown if one.take is not None),
        len(every) - len(shown),
        tuple(_unlooked(own.unlooked, words)),
    )


def _unlooked(every: Sequence[Unlooked], words: Words) -> Iterator[str]:
    """All that no rule looks at, each ruleset in a line where there are several."""
    rulesets = list(dict.fromkeys(own.ruleset for own in every))
    for ruleset in rulesets:
        told = ", ".join(
            words("information.unlooked.of", what=unlooked_said(own, words), count=own.count)
            for own in every
            if own.ruleset == ruleset
        )
        yield f"{ruleset}{words('colon')} {told}" if len(rulesets) > 1 else told


def unlooked_said(own: Unlooked, words: Words) -> str:
    """The kind of event, or the column."""
    if own.event is not None:
        return words.coded_event(own.event)
    return words("information.unlooked.column", column=words.coded_field(own.column or ""))


def _widest_places(every: Sequence[Measure]) -> Iterator[Measure]:
    """The measures that are told first: those of each statistic over its widest places."""
    widest: dict[tuple[str, str], str] = {}
    for own in every:
        if widest.setdefault((own.ruleset, own.statistic), own.scope) == own.scope:
            yield own


def _line(report: Report, own: Measure, words: Words) -> InformationLine:
    language = words.language
    wagered = gained = expected = between = ""
    if own.take is not None:
        sums = (own.take.wagered, own.take.gained, own.take.expected)
        wagered, gained, expected = (_money(Fraction(text), words) for text in sums)
        low, high = (number(str(round(bound)), language) for bound in _between(own))
        # Of too few stakes the law is not known, nor between which sums they are.
        between = words("information.range", low=low, high=high) if own.p is not None else ""
    return InformationLine(
        own.title.in_language(language),
        where(report, own, words),
        own.count,
        own.left_out,
        _widest(own, words) if own.count else "",
        wagered,
        gained,
        expected,
        between,
        chance_said(own.p.corrected if own.p else None, words),
    )


def where(report: Report, own: Measure, words: Words) -> str:
    """The place of a measure, as short as its report lets it be."""
    aside = _ASIDE if len(report.establishments) > 1 else _ASIDE | {"casino"}
    named = [value for name, value in own.within.items() if name not in aside]
    return ", ".join(named) or words("information.whole")


def _between(own: Measure) -> tuple[Fraction, Fraction]:
    """Between which sums the take is in 19 cases of 20, as far as chance decides."""
    assert own.take is not None
    middle, beside = Fraction(own.take.expected), Fraction(196, 100) * Fraction(own.take.deviation)
    return middle - beside, middle + beside


def _money(own: Fraction, words: Words) -> str:
    """A sum to the cent."""
    cents = round(own * 100)
    sign, (units, rest) = "-" if cents < 0 else "", divmod(abs(cents), 100)
    return number(f"{sign}{units}.{rest:02}" if rest else f"{sign}{units}", words.language)


def chance_said(p: str | None, words: Words) -> str:
    """Two digits, and nothing below a thousandth: the laws are not that exact."""
    if p is None:
        return words("information.none")
    if float(p) < LEAST:
        return words("information.below", value=number(str(LEAST), words.language))
    return number(f"{float(p):.2g}", words.language)


def expected_of(own: Measure, result: Result) -> Fraction:
    return Fraction(own.count * result.ways, sum(one.ways for one in own.results))


def to_a_tenth(own: Fraction) -> str:
    """A number that is not negative, to the tenth."""
    units, rest = divmod(round(own * 10), 10)
    return f"{units}.{rest}" if rest else f"{units}"


def _widest(own: Measure, words: Words) -> str:
    """The result that is furthest from what was expected, by its own spread."""
    if not own.results:
        return ""
    far = max(own.results, key=lambda one: (one.count - expected_of(own, one)) ** 2 / one.ways)
    return _result(own, far, words)


def _result(own: Measure, one: Result, words: Words) -> str:
    return words(
        "information.of",
        result=one.said.in_language(words.language),
        count=number(one.count, words.language),
        expected=number(to_a_tenth(expected_of(own, one)), words.language),
    )
