"""The accounts of the law leave out no sentence, no rule and no reading."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

from auditor.language.core import Program
from auditor.request import ruleset

FOLDER = Path(__file__).parent.parent.parent / "docs" / "law"

SENTENCES = {
    name: dict.fromkeys(range(1, int(last.removeprefix("1..")) + 1), 1)
    | {int(own.partition(":")[0]): int(own.partition(":")[2]) for own in more}
    for name, last, *more in (
        line.split()
        for line in Path(__file__).with_name("sentences.txt").read_text("utf-8").splitlines()[2:]
    )
}
NUMBER = re.compile(r"(\d+)\.(\d+)([a-z]?)")
HEAD = re.compile(r"Rulesets? (.+), provisions `(.+)\.\*` of source `(.+)`\.")


@dataclass(frozen=True)
class LawRow:
    """One row of an account; `rules` and `readings` are names, `left` what no log shows.

    `provisions` are what the sentence makes, where their names do not follow from its number.
    """

    number: str
    says: str
    provisions: tuple[str, ...]
    rules: tuple[str, ...]
    readings: tuple[str, ...]
    left: str


@dataclass(frozen=True)
class Account:
    """One page: the sentences of a text, what it calls in, and the games that it is about."""

    programs: tuple[Program, ...]
    source: str
    sentences: tuple[LawRow, ...]
    called_in: tuple[LawRow, ...]

    @property
    def own(self) -> set[str]:
        """The provisions of the text itself."""
        return {
            provision.id
            for program in self.programs
            for provision in program.provisions
            if provision.source is not None and provision.source.name == self.source
        }


PAGES = sorted(page.stem for page in FOLDER.glob("*.md"))


@cache
def account(name: str) -> Account:
    text = (FOLDER / f"{name}.md").read_text("utf-8")
    head = HEAD.search(text)
    assert head, name
    programs = tuple(map(ruleset, _names(head[1])))
    rows = [*_rows(text)]
    others = tuple(
        replace(row, provisions=(row.number,)) for row in rows if not NUMBER.fullmatch(row.number)
    )
    found = Account(programs, head[3], (), others)
    sentences = tuple(
        row if row.provisions else replace(row, provisions=_numbered(row, head[2], found.own))
        for row in rows
        if NUMBER.fullmatch(row.number)
    )
    return replace(found, sentences=sentences)


def _numbered(row: LawRow, prefix: str, own: set[str]) -> tuple[str, ...]:
    """The provision of a paragraph: `47.6`, or `47.3-5` for several."""
    paragraph = _paragraph(row)
    for provision in own:
        found = re.fullmatch(re.escape(prefix) + r"\.(\d+)(?:-(\d+))?", provision)
        if found and int(found[1]) <= paragraph <= int(found[2] or found[1]):
            return (provision,)
    return ()


def _paragraph(row: LawRow) -> int:
    found = NUMBER.fullmatch(row.number)
    assert found, row.number
    return int(found[1])


def _rows(text: str) -> Iterator[LawRow]:
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("| ") or cells[0] in {"no.", "provision"}:
            continue
        provisions = _names(cells[2]) if len(cells) == 6 else ()
        rules, *readings = cells[3:-1] if len(cells) == 6 else cells[2:-1]
        named = _names(readings[0]) if readings else ()
        yield LawRow(cells[0], cells[1], provisions, _names(rules), named, cells[-1])


def _names(cell: str) -> tuple[str, ...]:
    return tuple(re.findall(r"`([\w.-]+)`", cell))


@pytest.mark.parametrize("name", PAGES)
def test_every_sentence_is_accounted_for_once_and_in_order(name: str) -> None:
    seen: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
    for row in account(name).sentences:
        number = NUMBER.fullmatch(row.number)
        assert number
        seen[int(number[1])].append((int(number[2]), number[3]))
    assert {paragraph: own[-1][0] for paragraph, own in seen.items()} == SENTENCES[name]
    assert [*seen] == sorted(seen)
    for own in seen.values():
        expected = [pair for number in range(1, own[-1][0] + 1) for pair in _parts(own, number)]
        assert own == expected


def _parts(own: list[tuple[int, str]], number: int) -> list[tuple[int, str]]:
    """One row without a letter, or several lettered a, b, c."""
    letters = sum(each[0] == number for each in own)
    if letters == 1:
        return [(number, "")]
    return [(number, chr(ord("a") + place)) for place in range(letters)]


@pytest.mark.parametrize("name", PAGES)
def test_every_provision_of_the_text_has_its_rows(name: str) -> None:
    own = account(name)
    written = {provision for row in own.sentences for provision in row.provisions}
    known = {each.id for program in own.programs for each in program.provisions}
    assert own.own <= written <= known
    assert all(row.provisions for row in own.sentences if row.rules or row.readings)


@pytest.mark.parametrize("name", PAGES)
def test_a_rule_stands_on_the_provisions_that_it_cites_and_no_others(name: str) -> None:
    own = account(name)
    cited: defaultdict[str, set[str]] = defaultdict(set)
    for program in own.programs:
        for rule in program.rules:
            for provision in rule.cites:
                cited[provision].add(rule.name)
    written: defaultdict[str, set[str]] = defaultdict(set)
    for row in (*own.sentences, *own.called_in):
        for named in row.rules:
            of = {provision for provision in row.provisions if named in cited[provision]}
            assert of, (row.number, named)
            for provision in of:
                written[provision].add(named)
    ours = own.own | {row.number for row in own.called_in}
    assert {key: written[key] for key in ours} == {key: cited[key] for key in ours}


@pytest.mark.parametrize("name", PAGES)
def test_a_reading_stands_on_its_provisions_and_no_others(name: str) -> None:
    own = account(name)
    declared = {
        (each.id, provision)
        for program in own.programs
        for each in program.readings
        for provision in each.provisions
    }
    written = {
        (reading, provision)
        for row in own.sentences
        for reading in row.readings
        for provision in row.provisions
    }
    assert {reading for reading, _ in written} <= {reading for reading, _ in declared}
    assert {pair for pair in declared if pair[1] in own.own} <= written


def test_no_rule_and_no_reading_stands_outside() -> None:
    """But for those of the record itself, which no text asks for."""
    every = [account(name) for name in PAGES]
    rows = [row for own in every for row in (*own.sentences, *own.called_in)]
    named = {rule for row in rows for rule in row.rules}
    read = {reading for row in rows for reading in row.readings}
    for program in {program.name: program for own in every for program in own.programs}.values():
        record = {
            each.id
            for each in program.provisions
            if each.source is not None and each.source.nature == "record"
        }
        assert {rule.name for rule in program.rules if not set(rule.cites) <= record} <= named
        assert {each.id for each in program.readings} <= read


@pytest.mark.parametrize("name", PAGES)
def test_a_sentence_without_a_rule_says_why(name: str) -> None:
    own = account(name)
    bare = [row.number for row in (*own.sentences, *own.called_in) if not (row.rules or row.left)]
    assert bare == []
    assert all(row.says for row in own.sentences)
