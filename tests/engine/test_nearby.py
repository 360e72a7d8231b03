"""To judge a subject again the rows suffice that are said to matter to it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

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
from tests.engine.random.equality import compiled, log_of
from tests.engine.random.pairs import pairs

RULESETS = range(300_000, 300_012)

RULES = """
ruleset little version "1" title fr "Petit" en "Little"
context evening : text
context round : integer
field player : text
field amount : integer
event stake (player?, amount)
event pay (player, amount)
event spin ()
scope evening = evening
scope round = evening, round
record turn for each round
  let spun = any spin
record account for each round, player from stake, pay
  let staked = sum of stake.amount
  let paid   = sum of pay.amount
  let before = sum of stake.amount in evening where same player
provision 1 fr "Un" en "One"
rule paid-at-once
  severity minor
  cites 1
  for each account
  require paid = staked
  message fr "m" en "m"
rule paid-in-the-evening
  severity minor
  cites 1
  for each account
  require paid = before
  message fr "m" en "m"
rule spun
  severity minor
  cites 1
  for each pay
  require turn.spun
  message fr "m" en "m"
"""
LOG = """event,evening,round,player,amount
stake,1,1,Ana,1
stake,1,1,Bob,2
spin,1,1,,
pay,1,1,Ana,1
stake,1,2,Ana,3
pay,1,2,Ana,9
stake,2,1,Ana,5
"""


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


@pytest.fixture(scope="module")
def program() -> Program:
    found = compiled(RULES)
    assert found is not None
    return found


def matters(program: Program, log: Log, name: str, place: int) -> list[int]:
    """The rows of the log that matter to a rule about the subject at one of them."""
    recheck = recheck_of(program, log)
    [rule] = [own for own in program.rules if own.name == name]
    again = recheck._again(recheck._near(rule, [place], evidence=True))
    return [event.place for event in again.events]


def test_of_an_evening_the_rows_of_its_kinds_matter(program: Program) -> None:
    log = log_of(LOG, program, ("stake", "pay", "spin"))
    assert matters(program, log, "paid-in-the-evening", 4) == [0, 1, 4, 5]


def test_only_the_columns_that_a_rule_asks_for_look_at_rows(program: Program) -> None:
    log = log_of(LOG, program, ("stake", "pay", "spin"))
    assert matters(program, log, "paid-at-once", 4) == [4, 5]


def test_a_row_that_may_be_of_any_evening_matters_to_all(program: Program) -> None:
    log = log_of(LOG, program, ("stake", "pay", "spin"))
    stray = log.events[6]
    values = {name: value for name, value in stray.values.items() if name != "evening"}
    lost = replace(stray, doubtful=True, lost=frozenset({"evening"}), values=values)
    doubtful = replace(log, events=(*log.events[:6], lost))
    assert matters(program, doubtful, "paid-in-the-evening", 4) == [0, 1, 4, 5, 6]


def test_of_a_round_that_is_looked_up_the_first_event_matters(program: Program) -> None:
    log = log_of(LOG, program, ("stake", "pay", "spin"))
    assert matters(program, log, "spun", 3) == [0, 2, 3]
