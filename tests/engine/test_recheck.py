"""The second judgement looks at what can matter to a subject, and at no more."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

import auditor.engine.recheck
from auditor.cli import app
from auditor.engine.evaluate import logic
from auditor.engine.evaluate.catalog import Catalog
from auditor.engine.evaluate.logic import all_of
from auditor.engine.locality import reaches_of
from auditor.engine.recheck import Nearby, Recheck
from auditor.judge.evidence import Witness
from auditor.judge.frame import Frame, Truth
from auditor.judge.items import Item
from auditor.judge.reference import Reference
from auditor.language.core import Expression, Program, Rule
from auditor.log.event import Event, Log
from auditor.log.integrity.sorted_rows import SortedError
from auditor.log.store.typed_rows import columns_of
from auditor.log.store.vector import Ints, Reasons, Vector
from auditor.request import ruleset
from auditor.values import Value
from tests.columns import log_at, replay_columns
from tests.engine.random.equality import differing, log_of
from tests.engine.random.pairs import pairs
from tests.engine.test_processes import wrong_payments

BOULE = ruleset("boule")
LOG = Path(__file__).parents[2] / "samples" / "boule" / "faulty.csv"
SESSION = ("casino", "season", "session")
TABLE = (*SESSION, "table")
COUP = (*TABLE, "shoe", "coup")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "name", ["number-pays-seven-times", "stake-at-least-the-minimum", "player-within-maximum"]
)
def test_of_a_stake_its_coup_and_the_opening_of_its_table_are_judged_again(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = log_at(LOG, BOULE)
    looked_at: list[set[int]] = []
    make = Recheck._make

    def noting(self: Recheck, rows: Ints) -> object:
        looked_at.append(set(rows.tolist()))
        return make(self, rows)

    monkeypatch.setattr(Recheck, "_make", noting)
    tallies = replay_columns(BOULE, columns_of(log, BOULE.vocabulary))
    [wrong] = [tally for tally in tallies if tally.rule.name == name]
    assert wrong.violations
    for verdict in wrong.violations:
        own = verdict.evidence.events[0]
        matters = {
            event.place
            for event in log.events
            if said(event, COUP) == said(own, COUP)
            or (event.kind == "table_open" and said(event, TABLE) == said(own, TABLE))
        }
        # Its day tells which law applies.
        first = next(event for event in log.events if said(event, SESSION) == said(own, SESSION))
        assert any(own.place in rows <= matters | {first.place} for rows in looked_at)


def test_what_matters_to_several_subjects_is_looked_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = log_at(wrong_payments(tmp_path, 1200), BOULE)
    made = list[int]()
    make = Recheck._make

    def noting(self: Recheck, rows: Ints) -> object:
        made.append(len(rows))
        return make(self, rows)

    monkeypatch.setattr(Recheck, "_make", noting)
    # Fewer than matter to all: rows that matter to several are counted once.
    monkeypatch.setattr(auditor.engine.recheck, "_MANY_ROWS", 350)
    found = []
    for at_once in (1000, 1):
        monkeypatch.setattr(auditor.engine.recheck, "_MOST_AT_ONCE", at_once)
        made.clear()
        found.append((replay_columns(BOULE, columns_of(log, BOULE.vocabulary)), len(made)))
    (together, few), (alone, many) = found
    assert not [said for both in zip(together, alone, strict=True) for said in differing(*both)]
    assert sum(len(tally.violations) for tally in alone) > 40
    assert few < many / 4


def said(event: Event, fields: tuple[str, ...]) -> list[Value | None]:
    return [event.values.get(name) for name in fields]


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


SAMPLE = Path(__file__).parents[2] / "samples" / "boule" / "lawful.csv"


def test_a_disagreement_is_a_defect_of_ours_and_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lying(parts: list[Vector]) -> Vector:
        found = all_of(parts)
        return Vector(~found.data, found.unknown)

    monkeypatch.setattr(logic, "all_of", lying)
    arguments = ["audit", str(SAMPLE), "--format", "json", "-o", str(tmp_path)]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 3
    assert "defect of auditor" in " ".join(result.stderr.split())
    saved = json.loads((tmp_path / "disagreement.json").read_text("utf-8"))
    assert saved["rule"].startswith("boule/")
    assert saved["rows"]
    assert not (tmp_path / "findings.json").exists()
