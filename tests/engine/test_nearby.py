"""To judge a subject again the rows suffice that are said to matter to it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import pytest

from auditor.engine.evaluate.catalog import Catalog
from auditor.engine.locality import reaches_of
from auditor.engine.recheck import Nearby, Recheck
from auditor.engine.store.columns import columns_of
from auditor.engine.store.vector import Ints, Reasons
from auditor.judge.evidence import Witness
from auditor.judge.frame import Frame, Truth
from auditor.judge.items import Item
from auditor.judge.reference import Reference
from auditor.language.core import Expression, Program, Rule
from auditor.log.damage.disorder import SortedError
from auditor.log.event import Log
from tests.engine.random.equality import log_of
from tests.engine.random.pairs import pairs

RULESETS = range(300_000, 300_012)

def conditions(rule: Rule) -> Sequence[Expression]:
    where = () if rule.where is None else (rule.where,)
    return (*where, *rule.applies, *(one for one, _ in rule.verifiable), rule.require)


def truths(reference: Reference, rule: Rule, subject: Item) -> list[Truth]:
    frame = Frame(subject, rule.lets, reference.law.day_of(subject))
    return [reference.truth(node, frame) for node in conditions(rule)]


def evidence(reference: Reference, rule: Rule, subject: Item) -> object:
    """The evidence of a violation, as values; None where there is none."""
    witness = Witness(reference, Frame(subject, rule.lets, reference.law.day_of(subject)))
    *before, require = conditions(rule)
    if not all(witness.truth(node) is True for node in before):
        return None
    if witness.truth(require) is not False:
        return None
    found = witness.evidence(rule)
    parts = [
        (part.text, part.value, [own.place for own in part.events], part.missed)
        for part in found.parts or ()
    ]
    rows = [own.place for own in (*found.events, *found.decisive, *found.beside)]
    sums = found.sums, found.unpriced
    return found.expected, found.found, parts, rows, found.names, sums


def subjects(reference: Reference, rule: Rule) -> Mapping[int, list[Item]]:
    scope = rule.subject in reference.program.vocabulary.scopes
    groups = reference.items.groups(rule.subject).values() if scope else ()
    by_place: dict[int, list[Item]] = defaultdict(list)
    for item in groups if scope else reference.items.of(rule.subject):
        by_place[item.place].append(item)
    return by_place


def compared(program: Program, log: Log, recheck: Recheck) -> Iterator[bool]:
    """Every subject of each rule, alone and in the whole log."""
    whole = Reference(program, log)
    for rule in program.rules:
        for place, items in subjects(whole, rule).items():
            for asked, of in ((True, evidence), (False, truths)):
                [near] = recheck._near(rule, [place], evidence=asked)
                again = recheck._again([near])
                for which, item in enumerate(items):
                    own = again.subject(rule, place, which)
                    yield of(again.reference, rule, own) == of(whole, rule, item)


@pytest.mark.nightly
def test_every_subject_is_judged_by_what_matters_to_it_as_by_the_whole_log(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried, few = 0, 0
    rows = Nearby.rows

    def counted(self: Nearby, *asked: object) -> Ints:
        nonlocal few
        found = rows(self, *asked)  # type: ignore[arg-type]  # whatever it is given
        few += len(found) < self._columns.size
        return found

    monkeypatch.setattr(Nearby, "rows", counted)
    for seed in RULESETS:
        for pair, program in pairs(seed):
            try:
                log = log_of(pair.sheet.csv, program, pair.sheet.records, whole=pair.whole)
            except SortedError:
                continue
            if log.events:
                found = list(compared(program, log, recheck_of(program, log)))
                assert all(found), (seed, pair.rules.text, pair.sheet.csv)
                tried += len(found)
    assert few > tried // 4 > 500


def recheck_of(program: Program, log: Log) -> Recheck:
    columns = columns_of(log, program.vocabulary)
    catalog = Catalog(program, columns, Reasons())
    return Recheck(program, columns, {}, reaches_of(program), catalog)
