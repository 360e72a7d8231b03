"""Edits that need no person, over random rulesets: what is mended says what it said when whole."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from auditor.authoring.compare import compare
from auditor.authoring.review import reviewed as diagnosed
from auditor.cli.check import mended_files
from auditor.diagnostic import Diagnostic
from auditor.language.resolve.load import load
from auditor.language.resolve.search_path import Disk
from tests.engine.random.equality import LEFT, compiled
from tests.engine.random.pairs import checked
from tests.engine.random.rulesets import ruleset
from tests.tables import table

STILL_SLIPPED = pytest.mark.xfail(
    strict=True, reason="`et` stays where another slip stands beside it in its condition"
)
SEEDS = [
    pytest.param(seed, marks=STILL_SLIPPED if seed == 400_007 else ())
    for seed in range(400_000, 400_012)
]
SLIPS = {right: slips for right, *slips in table(__file__, "Slips that mean nothing")}


def slipped(text: str, random: Random) -> str:
    """The text with slips of the hand in some places outside its texts."""
    rate = random.choice((0.0, 0.1, 0.5))
    words = re.compile('"[^"\n]*"|' + "|".join(map(re.escape, SLIPS)))

    def slip(found: re.Match[str]) -> str:
        own = SLIPS.get(found[0])
        return random.choice(own) if own and random.random() < rate else found[0]

    return words.sub(slip, text)


def diagnosis(file: Path, unsaved: dict[Path, str]) -> list[Diagnostic]:
    """What is said of the file, but that a rule says something for nothing: random rules do."""
    _, found = diagnosed(load(file, Disk(unsaved)))
    return [own for own in found if own.code not in LEFT]


def mended(file: Path, text: str) -> str:
    """The text as `auditor check --fix` would write it."""
    file.write_text(text, "utf-8")
    changed = mended_files([file], diagnosis)
    return changed[0].new if changed else text


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_mended_says_what_it_said_and_is_mended_once(seed: int, tmp_path: Path) -> None:
    if (found := checked(ruleset(Random(seed)))) is None:
        pytest.skip("these rules do not compile")
    rules, whole = found
    once = mended(tmp_path / "eq.rules", slipped(rules.text, Random(seed)))
    again = compiled(once)
    assert again is not None
    assert compare(whole, again) == ()
    assert mended(tmp_path / "eq.rules", once) == once
