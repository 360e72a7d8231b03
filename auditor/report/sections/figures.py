"""The figures of a report: who and what is concerned, the money, what waits and what is wanting;
and what is told beside the findings.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from auditor.report import model
from auditor.report.labels import Words, in_its_house, table_named
from auditor.report.sections.groups import Numbered, numbered
from auditor.report.typography import counted_up, day, number
from auditor.source import Frozen
from auditor.values import exact, show

MOST_WANTING = 40
MOST_ON_PAGE_ONE, LETTERS_ON_PAGE_ONE = 4, 260  # reasons for which something was not verified
MOST_MONEY = 80
"""Sums on paper; the workbook has all."""

Side = Literal["players", "house"]


class Concerned(Frozen):
    """How many of how many, named by findings of a class; and the players to whom money is owed."""

    class_: model.FindingClass
    coups: int
    of_coups: int
    players: int
    of_players: int
    wronged: int


class Difference(Frozen):
    """Sums that were too large, or too small, in payments of one kind or in one balance."""

    events: tuple[str, ...]
    less: tuple[str, ...]
    over: bool
    count: int
    due: str
    done: str
    amount: str


class Short(Frozen):
    """Money that one side has less of than is due to it, by so many findings."""

    side: Side
    count: int
    amount: str
    at_least: bool = False


class Wanting(Frozen):
    """A missing datum, or one `without_result`; the rules that it leaves open, and how often."""

    reason: model.Bilingual
    provisions: tuple[str, ...]
    count: int
    without_result: bool = False


def concerned(report: model.Report) -> Concerned:
    """The coups and players named by departures, or else by findings to be confirmed."""
    met = {own.class_ for own in report.findings}
    class_: model.FindingClass = "departure"
    if "departure" not in met and "to_confirm" in met:
        class_ = "to_confirm"
    findings = [own for own in report.findings if own.class_ == class_]
    found = [own.subject for own in findings]
    coups = {
        (own.casino, own.season, own.session, own.table, own.shoe, own.coup)
        for own in found
        if own.coup is not None
    }
    players = {(own.casino, own.player) for own in found if own.player is not None}
    wronged = {
        (own.subject.casino, own.subject.player)
        for own in findings
        if any(side_short(sums) == "players" for sums in own.money)
    } & players
    own = report.fitness
    return Concerned(class_, len(coups), own.coups, len(players), own.players, len(wronged))


def players_concerned(report: model.Report) -> list[str]:
    """The players that findings are about, each once."""
    return sorted({name for own in report.findings for name in own.concerned}, key=counted_up)


def differences(findings: Iterable[model.Finding]) -> tuple[Difference, ...]:
    """The sums of findings added up, by kind of payment and by whether too much or too little."""
    groups: dict[_Kind, Counter[tuple[str, str]]] = defaultdict(Counter)
    counts: Counter[_Kind] = Counter()
    for finding in findings:
        found = set()
        for own in finding.money:
            if own.difference == "0":
                continue
            key = own.events, own.less, not own.difference.startswith("-")
            groups[key][own.due, own.done] += 1
            found.add(key)
        counts.update(found)
    return tuple(
        _difference(key, counts[key], groups[key])
        for key in sorted(groups, key=lambda own: (len(own[0] + own[1]) == 1, *own[:2], not own[2]))
    )


_Kind = tuple[tuple[str, ...], tuple[str, ...], bool]
"""Kinds of payment added and taken off, and whether too much."""


def _difference(kind: _Kind, count: int, sums: Mapping[tuple[str, str], int]) -> Difference:
    due, done = Counter[str](), Counter[str]()
    for (one, other), many in sums.items():
        due[one] += many
        done[other] += many
    wanted, moved = _added_up(due), _added_up(done)
    gap = show(exact(abs(Fraction(moved) - Fraction(wanted))))
    return Difference(*kind, count, wanted, moved, gap)


SIDES: tuple[Side, ...] = ("players", "house")
_TO_PLAYERS, _FROM_PLAYERS = frozenset({"pay"}), frozenset({"collect", "commission"})


def short(findings: Iterable[model.Finding]) -> tuple[Short, ...]:
    """The sums that either side is short of; none is made good by what another finding gives."""
    lost: dict[Side, Counter[str]] = defaultdict(Counter)
    counts: Counter[Side] = Counter()
    vague: set[Side] = set()
    for finding in findings:
        sides = [(side, own) for own in finding.money if (side := side_short(own))]
        for side, own in sides:
            lost[side][own.difference.removeprefix("-")] += 1
        counts.update({side for side, _ in sides})
        vague.update(side for side, own in sides if own.at_least)
    return tuple(
        Short(side, counts[side], _added_up(lost[side]), side in vague)
        for side in SIDES
        if side in lost
    )


def unpriced(report: model.Report) -> tuple[int, ...]:
    """The numbers of the findings of a wrong sum that are in no sum of the report."""
    return tuple(sorted(own.number for own in numbered(report) if own.finding.unpriced))


def short_by_class(
    report: model.Report,
) -> tuple[tuple[model.FindingClass, tuple[Short, ...]], ...]:
    """The sums of each class of findings, which are never added up, as far as it has any."""
    every = (
        (name, [own for own in report.findings if own.class_ == name]) for name in model.CLASSES
    )
    return tuple((name, sums) for name, own in every if (sums := short(own)))


def side_short(own: model.Money) -> Side | None:
    """The side that has less than is due; None for neither, and where the payee is not known."""
    if own.difference == "0":
        return None
    return side_of(own.events, own.less, over=not own.difference.startswith("-"))


def side_of(events: Iterable[str], less: Iterable[str], *, over: bool) -> Side | None:
    """The side that is short where payments, less others, are over or under what is due."""
    for added, taken, reverse in (
        (_TO_PLAYERS, _FROM_PLAYERS, False),
        (_FROM_PLAYERS, _TO_PLAYERS, True),
    ):
        if added.issuperset(events) and taken.issuperset(less):
            return "house" if over is not reverse else "players"
    return None


def without_side(findings: Iterable[model.Finding]) -> tuple[Difference, ...]:
    """Sums for which it cannot be said whether the house or the player is short."""
    return differences(
        own.model_copy(update={"money": told})
        for own in findings
        if (told := tuple(each for each in own.money if side_short(each) is None))
    )


def money_lines(report: model.Report) -> tuple[tuple[Numbered, model.Money], ...]:
    """Each sum that a finding gives, in the order of their numbers."""
    return tuple((item, own) for item in numbered(report) for own in item.finding.money)


def player_named(finding: model.Finding, establishments: Sequence[str]) -> str:
    """The player of a finding; nothing where it names none."""
    own = finding.subject
    return in_its_house(own.player or "", own.casino if own.player else None, establishments)


def by_player(report: model.Report) -> tuple[tuple[str, tuple[Difference, ...]], ...]:
    """The sums of each player whom findings name; last those of findings that name none."""
    groups: dict[str, list[model.Finding]] = defaultdict(list)
    for item in numbered(report):
        if item.finding.money:
            groups[player_named(item.finding, report.establishments)].append(item.finding)
    return tuple(
        (player, differences(groups[player]))
        for player in sorted(groups, key=lambda own: (not own, counted_up(own)))
    )


def tables_named(report: model.Report) -> tuple[str, ...]:
    """The tables that findings are about, table 2 before table 10."""
    names = {table_named(own, report.establishments) for own in report.findings}
    return tuple(sorted(names - {""}, key=counted_up))


def waiting(report: model.Report) -> Mapping[str, Mapping[str, int]]:
    """For each rule, the checks that wait for its findings, counted by the first provision."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for rule in report.rules:
        for reason in rule.not_verifiable_reasons:
            for name in reason.waits_for:
                found[name][rule.provisions[0]] += reason.count
    return dict(found)


def wanting(report: model.Report) -> tuple[Wanting, ...]:
    """The wanting data, those that leave most open first."""
    count: Counter[_Why] = Counter()
    provisions: dict[_Why, dict[str, None]] = defaultdict(dict)
    for rule in report.rules:
        for own in rule.not_verifiable_reasons:
            if not own.waits_for:
                why = own.reason, own.without_result
                count[why] += own.count
                provisions[why].update(dict.fromkeys(rule.provisions))
    ordered = sorted(count, key=lambda why: (-count[why], why[0].en))
    return tuple(Wanting(why[0], tuple(provisions[why]), count[why], why[1]) for why in ordered)


_Why = tuple[model.Bilingual, bool]


def first_wanting(every: Sequence[Wanting], language: model.Language) -> tuple[Wanting, ...]:
    """The first reasons, as many as leave page one a page."""
    shown, letters = 0, 0
    for own in every[:MOST_ON_PAGE_ONE]:
        letters += len(own.reason.in_language(language))
        if shown and letters > LETTERS_ON_PAGE_ONE:
            break
        shown += 1
    return tuple(every[:shown])


MOST_LINES = 60
"""Lines on paper; of more tables and evenings those of one table are put together."""
_ALWAYS = frozenset({"session", "table"})
_ASIDE = frozenset({"season"})  # said by the day of the session


class ControlLine(Frozen):
    """The totals of a table and evening; `moved` by kind of event."""

    place: tuple[str, ...]
    rows: int
    coups: int
    moved: Mapping[str, model.MovedBy]


class ControlSheet(Frozen):
    """The totals on paper; `put_together` counts the tables and evenings that share lines."""

    names: tuple[str, ...]
    kinds: tuple[str, ...]
    lines: tuple[ControlLine, ...]
    whole: ControlLine
    put_together: int


def control_sheet(report: model.Report, words: Words) -> ControlSheet | None:
    """The totals; None where the log names no table."""
    if not report.totals:
        return None
    every = report.totals
    names = _names(every)
    if many := len(every) if len(every) > MOST_LINES else 0:
        names = tuple(name for name in names if name != "session")
    groups: dict[tuple[str, ...], list[model.ControlTotals]] = {}
    for own in every:
        groups.setdefault(tuple(own.within.get(name, "") for name in names), []).append(own)
    places = sorted(groups, key=lambda place: tuple(map(counted_up, place)))
    lines = tuple(control_line(_place(names, place, words), groups[place]) for place in places)
    return ControlSheet(names, kinds_moved(every), lines, control_line((), every), many)


def _names(every: Iterable[model.ControlTotals]) -> tuple[str, ...]:
    """The columns that tell tables and evenings apart, and those that name them anyhow."""
    found: dict[str, set[str]] = {}
    for own in every:
        for name, value in own.within.items():
            found.setdefault(name, set()).add(value)
    told = (name for name, values in found.items() if len(values) > 1 or name in _ALWAYS)
    return tuple(name for name in told if name not in _ASIDE)


def _place(names: Sequence[str], place: Sequence[str], words: Words) -> tuple[str, ...]:
    return tuple(
        day(own, words.language) if name == "session" else own
        for name, own in zip(names, place, strict=True)
    )


def kinds_moved(every: Iterable[model.ControlTotals]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(by.event for own in every for by in own.events if by.count))


def control_line(place: tuple[str, ...], own: Sequence[model.ControlTotals]) -> ControlLine:
    moved: dict[str, list[model.MovedBy]] = {}
    for by in (by for totals in own for by in totals.events):
        moved.setdefault(by.event, []).append(by)
    rows, coups = sum(totals.rows for totals in own), sum(totals.coups for totals in own)
    return ControlLine(place, rows, coups, {kind: _together(by) for kind, by in moved.items()})


def _together(own: Sequence[model.MovedBy]) -> model.MovedBy:
    return model.MovedBy(
        event=own[0].event,
        count=sum(by.count for by in own),
        amount=_added_up(Counter(by.amount for by in own)),
        without_amount=sum(by.without_amount for by in own),
    )


def _added_up(sums: Mapping[str, int]) -> str:
    """Equal sums are counted, and made into numbers once: of thousands, few differ."""
    return show(exact(sum((Fraction(own) * many for own, many in sums.items()), Fraction())))


# ---- information beside the findings ------------------------------------------------------------


MOST_MEASURES = 32
"""Lines on paper."""
LEAST = 0.001


def measures_told(own: model.Information) -> list[model.Measure]:
    """The measures that anything can be said of."""
    return [one for one in own.measures if one.results or one.p is not None]


def first_measures(every: Sequence[model.Measure]) -> Sequence[model.Measure]:
    """The measures on paper: of very many those of each statistic over its widest places."""
    if len(every) <= MOST_MEASURES:
        return every
    widest: dict[tuple[str, str], str] = {}
    return [
        own
        for own in every
        if widest.setdefault((own.ruleset, own.statistic), own.scope) == own.scope
    ][:MOST_MEASURES]


def unlooked_lines(every: Sequence[model.Unlooked], words: Words) -> Iterator[str]:
    """All that no rule looks at, each ruleset in a line where there are several."""
    rulesets = list(dict.fromkeys(own.ruleset for own in every))
    for ruleset in rulesets:
        told = ", ".join(
            words("information.unlooked.of", what=unlooked_said(own, words), count=own.count)
            for own in every
            if own.ruleset == ruleset
        )
        yield f"{ruleset}{words('colon')} {told}" if len(rulesets) > 1 else told


def unlooked_said(own: model.Unlooked, words: Words) -> str:
    """The kind of event, or the column."""
    if own.event is not None:
        return words.coded_event(own.event)
    return words("information.unlooked.column", column=words.coded_field(own.column or ""))


def where(report: model.Report, own: model.Measure, words: Words) -> str:
    """The place of a measure, as short as its report lets it be."""
    aside = _ASIDE if len(report.establishments) > 1 else _ASIDE | {"casino"}
    named = [value for name, value in own.within.items() if name not in aside]
    return ", ".join(named) or words("information.whole")


def between(own: model.Measure, words: Words) -> str:
    """Between which sums the take is in 19 cases of 20, as far as chance decides; nothing of too
    few stakes: their law is not known.
    """
    if own.take is None or own.p is None:
        return ""
    middle, beside = Fraction(own.take.expected), Fraction(196, 100) * Fraction(own.take.deviation)
    low, high = (
        number(str(round(at)), words.language) for at in (middle - beside, middle + beside)
    )
    return words("information.range", low=low, high=high)


def to_the_cent(amount: str, words: Words) -> str:
    """A sum of money."""
    cents = round(Fraction(amount) * 100)
    sign, (units, rest) = "-" if cents < 0 else "", divmod(abs(cents), 100)
    return number(f"{sign}{units}.{rest:02}" if rest else f"{sign}{units}", words.language)


def chance_said(p: str | None, words: Words) -> str:
    """Two digits, and nothing below a thousandth: the laws are not that exact."""
    if p is None:
        return words("information.none")
    if float(p) < LEAST:
        return words("information.below", value=number(str(LEAST), words.language))
    return number(f"{float(p):.2g}", words.language)


def expected_of(own: model.Measure, result: model.Result) -> Fraction:
    return Fraction(own.count * result.ways, sum(one.ways for one in own.results))


def to_a_tenth(own: Fraction) -> str:
    """A number that is not negative, to the tenth."""
    units, rest = divmod(round(own * 10), 10)
    return f"{units}.{rest}" if rest else f"{units}"


def widest(own: model.Measure, words: Words) -> str:
    """The result that is furthest from what was expected, by its own spread."""
    if not own.results or not own.count:
        return ""
    far = max(own.results, key=lambda one: (one.count - expected_of(own, one)) ** 2 / one.ways)
    return words(
        "information.of",
        result=far.said.in_language(words.language),
        count=number(far.count, words.language),
        expected=number(to_a_tenth(expected_of(own, far)), words.language),
    )
