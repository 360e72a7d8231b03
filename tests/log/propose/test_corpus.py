"""Files as others write them, and what `auditor map` proposes for each: `corpus.txt`, case by case.

A case is a title (`# …`), the name of a file with the rules that it is mapped for (`file hands.csv
boule`, `-` for none), its lines (`> …`), remarks (`// …`), and what holds of the proposal:

    events               the events of all rows, below it, a line each: the row, the event
    events pay collect   the same of some kinds; `events of row 2 deal` in one row
    + 2 pay amount=5     an event among others
    - player=            a text that no event holds
    kinds stake pay      the kinds of all events
    says …, never …      a text that the mapping holds, or does not
    aside 5              the rows that are set aside
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from auditor.cli.map import words_for
from auditor.log.convert.lexicon import lexicon
from auditor.log.propose.probe import probe
from auditor.log.propose.propose import Proposal, proposal
from tests.log.mapping.reading import events

CORPUS = Path(__file__).with_name("corpus.txt")

words = cache(words_for)


@dataclass(frozen=True, slots=True)
class Case:
    """A file, the rules that it is mapped for, and what holds of the proposal."""

    title: str
    file: str
    rules: str
    text: str
    holds: tuple[tuple[str, str, tuple[str, ...]], ...]


def cases() -> Iterator[Case]:
    for part in re.split(r"^# ", CORPUS.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        title, head, *lines = [
            line for line in part.splitlines() if line and not line.startswith("//")
        ]
        _, file, rules = head.split(" ")
        text = "".join(f"{line[2:]}\n" for line in lines if line.startswith(">"))
        holds: list[tuple[str, str, tuple[str, ...]]] = []
        for line in lines:
            if line.startswith("  "):
                what, rest, below = holds.pop()
                holds.append((what, rest, (*below, line.strip())))
            elif not line.startswith(">"):
                what, _, rest = line.partition(" ")
                holds.append((what, rest, ()))
        yield Case(title, file, rules, text, tuple(holds))


def check(found: Proposal, what: str, rest: str, below: Sequence[str]) -> None:
    every = [f"{row} {said}" for row, said in events(found.preview)]
    match what:
        case "events":
            asked = re.fullmatch(r"(?:of row (\d+))? ?(.*)", rest)
            assert asked is not None
            row, kinds = asked[1], asked[2].split()
            said = [own.split(" ")[:2] for own in every]
            assert [
                own
                for own, (number, kind) in zip(every, said, strict=True)
                if row in {None, number} and (not kinds or kind in kinds)
            ] == [*below]
        case "+":
            assert rest in every
        case "-":
            assert [own for own in every if rest in own] == []
        case "kinds":
            assert {own.split(" ")[1] for own in every} == {*rest.split()}
        case "says":
            assert rest in found.text
        case "never":
            assert rest not in found.text
        case "aside":
            assert [str(own.row) for own in found.preview.set_aside] == rest.split()
        case _:
            raise ValueError(what)


@pytest.mark.parametrize("case", [*cases()], ids=lambda case: case.title)
def test_the_proposal_is_what_the_corpus_says(case: Case, tmp_path: Path) -> None:
    path = tmp_path / case.file
    path.write_text(case.text, encoding="utf-8")
    known = lexicon() if case.rules == "-" else words(case.rules)
    found = proposal(probe(path, path.name), known, path.name)
    for holds in case.holds:
        check(found, *holds)
