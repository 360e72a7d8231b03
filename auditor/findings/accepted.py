"""Findings that are known from an earlier report, or accepted by a waiver for a time.

Neither hides anything: a finding stays among the findings and in all counts, and says that it is
known, or who accepts it until when.  A waiver that is forgotten would be a rule switched off:
one that has expired, fits nothing, or fits more than it allows, waives nothing and is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from datetime import date

from auditor.case import AskedWaiver
from auditor.findings.profile import told
from auditor.report import model
from auditor.report.model import Finding, Report, Rule
from auditor.report.render.json import report_id
from auditor.report.sections.groups import numbered
from auditor.source import Frozen

Answers = dict[str, int]


class Moved(Frozen):
    """A rule whose answers are counted otherwise; none where one ruleset lacks the rule."""

    rule: str
    old: Answers | None
    new: Answers | None


class Against(Frozen):
    """The findings of the new rules that the old ones do not give, and the other way round."""

    appear: tuple[Finding, ...]
    vanish: tuple[Finding, ...]
    moved: tuple[Moved, ...]


def against(old: Report, new: Report) -> Against:
    """The findings of a rule are the same where their subjects, rows and values are."""
    before, after = (Counter(map(_known_by, own.findings)) for own in (old, new))
    return Against(
        tuple(_more(new.findings, before)),
        tuple(_more(old.findings, after)),
        tuple(_moved(old, new)),
    )


def since(
    earlier: Report, findings: Iterable[Finding]
) -> tuple[frozenset[str], tuple[Finding, ...]]:
    """The ids of the findings that are found again, and the earlier findings that are not."""
    here, before = ({own.id for own in each} for each in (findings, earlier.findings))
    return frozenset(here & before), tuple(own for own in earlier.findings if own.id not in here)


def name_of(rule: str) -> str:
    """The name of a rule without its ruleset's."""
    return rule.rpartition("/")[2]


def _known_by(own: Finding) -> tuple[object, ...]:
    rows = tuple(row.position for row in own.rows[:1])
    return name_of(own.rule), own.subject.model_dump_json(), rows, own.expected, own.found


def _more(findings: Iterable[Finding], others: Counter[tuple[object, ...]]) -> list[Finding]:
    left = Counter(others)
    told = []
    for own in findings:
        key = _known_by(own)
        if left[key]:
            left[key] -= 1
        else:
            told.append(own)
    return told


def _moved(old: Report, new: Report) -> Iterable[Moved]:
    before, after = ({name_of(own.rule): own for own in r.rules} for r in (old, new))
    for name in dict.fromkeys((*before, *after)):
        one, other = _answers(before.get(name)), _answers(after.get(name))
        if one != other:
            yield Moved(name, one, other)


def _answers(rule: Rule | None) -> Answers | None:
    if rule is None:
        return None
    names = ("compliant", "violations", "not_verifiable", "not_applicable")
    return {name: getattr(rule, name) for name in names}


class EarlierReport(Frozen):
    """The report that is the baseline, the name of its file, and what identifies its bytes."""

    name: str
    sha256: str
    report: model.Report


class Accepted(Frozen):
    """Findings that are accepted before an audit begins: waivers, each with the name of its
    file, the baseline, and the report that it follows up.
    """

    waivers: tuple[tuple[str, AskedWaiver], ...] = ()
    baseline: EarlierReport | None = None
    earlier: EarlierReport | None = None
    files: dict[str, str] = field(default_factory=dict)
    """The files of waivers beside rules, and the reports, as this one writes them down."""


NOTHING = Accepted()
"""No finding is known or accepted."""


class About(Frozen):
    """The range of an audit: rulesets, gaming days, and one establishment of several."""

    rulesets: Collection[str]
    days: Collection[date]
    casino: str | None = None

    def holds(self, rule: str | None, session: str | None, casino: str | None) -> bool:
        """Whether a finding of this rule, session and establishment could be reported at all.

        A session that is not named by its day may be any.
        """
        ruleset, slash, _ = (rule or "").partition("/")
        if (slash and ruleset not in self.rulesets) or not self._is_within(session):
            return False
        return casino is None or self.casino in (None, casino)

    def _is_within(self, session: str | None) -> bool:
        try:
            return session is None or date.fromisoformat(session) in self.days
        except ValueError:
            return True


# ---- waivers ------------------------------------------------------------------------------------
def waived(
    findings: Sequence[model.Finding],
    waivers: Iterable[tuple[str, AskedWaiver]],
    about: About,
    today: date,
) -> tuple[dict[str, model.Waiver], tuple[model.AskedFor, ...]]:
    """The waiver of each finding that has one, by its id, and what each waiver came to."""
    by_id: dict[str, model.Waiver] = {}
    stated = []
    for file, own in waivers:
        fitting = tuple(found.id for found in findings if _fits(own, found))
        state = _state(own, fitting, about, today)
        stated.append(told(model.AskedFor, own, file=file, state=state, findings=fitting))
        if state == "in_use":
            by_id = dict.fromkeys(fitting, told(model.Waiver, own)) | by_id
    return by_id, tuple(stated)


def _state(own: AskedWaiver, fitting: Sequence[str], about: About, today: date) -> str:
    if own.expires < today:
        return "expired"
    if len(fitting) > own.at_most:
        return "too_broad"
    if fitting:
        return "in_use"
    subject = own.subject
    held = about.holds(own.rule, subject.get("session"), subject.get("casino"))
    return "unused" if held else "elsewhere"


def _fits(own: AskedWaiver, finding: model.Finding) -> bool:
    if own.rule is not None and own.rule not in (finding.rule, name_of(finding.rule)):
        return False
    if own.provision is not None and own.provision not in finding.provisions:
        return False
    keys: Mapping[str, object] = {**dict(finding.subject), **finding.subject.others}
    return all(str(keys.get(name, "")) == value for name, value in own.subject.items())


# ---- the baseline -------------------------------------------------------------------------------
def against_baseline(
    earlier: EarlierReport, report: Report, about: About
) -> tuple[dict[str, bool], model.Baseline]:
    """The known findings by their ids, and the fate of those of the earlier report."""
    known, gone = since(earlier.report, report.findings)
    here = [own for own in gone if about.holds(own.rule, own.subject.session, own.subject.casino)]
    complete = not report.set_aside
    judged = {own.rule: complete and not own.not_verifiable for own in report.rules}
    return dict.fromkeys(known, True), model.Baseline(
        file=earlier.name,
        sha256=earlier.sha256,
        known=len(known),
        new=len(report.findings) - len(known),
        gone=tuple(_gone(here, judged.get)),
        elsewhere=len(gone) - len(here),
    )


# ---- the report that is followed up -------------------------------------------------------------
def followed_up(
    earlier: EarlierReport, report: Report, about: About
) -> tuple[dict[str, model.Earlier], model.FollowUp]:
    """By id, the number of each finding in the earlier report; and the fate of its findings."""
    numbers = {own.finding.id: own.number for own in numbered(earlier.report)}
    _, told = against_baseline(earlier, report, about)
    gone = tuple(own.model_copy(update={"number": numbers.get(own.id)}) for own in told.gone)
    marks = {own.id: model.Earlier(number=numbers.get(own.id)) for own in report.findings}
    before, now = ({own.sha256 for own in of.inputs} for of in (earlier.report, report))
    return marks, model.FollowUp(
        **{**dict(told), "gone": gone},
        report=report_id(earlier.report),
        started=earlier.report.run.started,
        same_logs=before == now,
    )


def _gone(
    findings: Iterable[model.Finding], answered: Callable[[str], bool | None]
) -> Iterator[model.Gone]:
    why = {None: "not_judged", True: "answered", False: "open"}
    for own in findings:
        yield told(model.Gone, own, why=why[answered(own.rule)])
