"""The accounts of the law leave out no sentence, no rule and no reading."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from auditor.language.compile import compile_ruleset
from auditor.language.core import Program
from auditor.language.resolve.search_path import locate

FOLDER = Path(__file__).parent.parent.parent / "docs" / "law"

# How many sentences each paragraph has, counted in the text itself.
SENTENCES = {
    "article-55-19": {
        **dict.fromkeys(range(1, 33), 1),
        **dict.fromkeys((2, 4, 8, 12, 18, 25, 26), 2),
        **dict.fromkeys((6, 22), 3),
        5: 4,
    }
}
NUMBER = re.compile(r"(\d+)\.(\d+)([a-z]?)")


@dataclass(frozen=True)
class Row:
    """One row of an account; `rules` and `readings` are names, `left` what no log shows."""

    number: str
    says: str
    rules: tuple[str, ...]
    readings: tuple[str, ...]
    left: str

    @property
    def paragraph(self) -> int:
        found = NUMBER.fullmatch(self.number)
        assert found, self.number
        return int(found[1])


@dataclass(frozen=True)
class Account:
    """One page: the sentences of a text, and what it calls in."""

    program: Program
    prefix: str
    source: str
    sentences: tuple[Row, ...]
    called_in: tuple[Row, ...]


PAGES = sorted(page.stem for page in FOLDER.glob("*.md"))


@cache
def account(name: str) -> Account:
    text = (FOLDER / f"{name}.md").read_text("utf-8")
    head = re.search(r"Ruleset `(.+)`, provisions `(.+)\.\*` of source `(.+)`\.", text)
    assert head, name
    program, diagnostics = compile_ruleset(locate(head[1]))
    assert program is not None, diagnostics
    rows = [*_rows(text)]
    sentences = tuple(row for row in rows if NUMBER.fullmatch(row.number))
    others = tuple(row for row in rows if not NUMBER.fullmatch(row.number))
    return Account(program, head[2], head[3], sentences, others)


def _rows(text: str) -> Iterator[Row]:
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("| ") or cells[0] in {"no.", "provision"}:
            continue
        readings = _names(cells[3]) if len(cells) == 5 else ()
        yield Row(cells[0], cells[1], _names(cells[2]), readings, cells[-1])


def _names(cell: str) -> tuple[str, ...]:
    return tuple(re.findall(r"`([\w-]+)`", cell))


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
    paragraphs = {row.paragraph for row in own.sentences}
    numbers = {
        int(provision.id.rpartition(".")[2])
        for provision in own.program.provisions
        if provision.source is not None and provision.source.name == own.source
    }
    assert numbers <= paragraphs
    headings = {row.paragraph for row in own.sentences if not row.rules}
    assert paragraphs - numbers <= headings


@pytest.mark.parametrize("name", PAGES)
def test_a_rule_stands_on_the_paragraphs_that_it_cites_and_no_others(name: str) -> None:
    own = account(name)
    written: defaultdict[str, set[str]] = defaultdict(set)
    for row in own.sentences:
        written[f"{own.prefix}.{row.paragraph}"].update(row.rules)
    for row in own.called_in:
        written[row.number].update(row.rules)
    cited: defaultdict[str, set[str]] = defaultdict(set)
    record = {
        provision.id
        for provision in own.program.provisions
        if provision.source is not None and provision.source.nature == "record"
    }
    for rule in own.program.rules:
        for provision in rule.cites:
            if provision not in record:
                cited[provision].add(rule.name)
    assert {key: names for key, names in written.items() if names} == dict(cited)


@pytest.mark.parametrize("name", PAGES)
def test_a_reading_stands_on_its_provisions_and_no_others(name: str) -> None:
    own = account(name)
    written = {
        (reading, f"{own.prefix}.{row.paragraph}")
        for row in own.sentences
        for reading in row.readings
    }
    declared = {
        (each.id, provision) for each in own.program.readings for provision in each.provisions
    }
    assert written >= declared
    assert {reading for reading, _ in written} == {each.id for each in own.program.readings}


@pytest.mark.parametrize("name", PAGES)
def test_a_sentence_without_a_rule_says_why(name: str) -> None:
    own = account(name)
    bare = [row.number for row in (*own.sentences, *own.called_in) if not (row.rules or row.left)]
    assert bare == []
    assert all(row.says for row in own.sentences)
