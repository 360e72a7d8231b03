"""Which rule files rest on a ruleset, in folders that anybody may have filled."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.language.resolve.search_path import texts_beside

OWN = 'ruleset own\n  version "1.0"\n'


@pytest.mark.parametrize(
    ("text", "rests"),
    [
        ("ruleset other extends own\n", True),
        ("ruleset other\n  extends own\n", True),
        ("use own\n", True),
        ("ruleset other\n  extends ownership\n", False),
        ("# extends own\n", False),
        ("message fr extends own\n", False),
    ],
)
def test_rulesets_that_rest_on_another_are_found(text: str, rests: bool, tmp_path: Path) -> None:
    assert bool(_beside(text, tmp_path)) is rests


@pytest.mark.parametrize("text", ["\n" * 300_000, " use" * 100_000, "ruleset use " * 100_000])
def test_a_long_file_of_the_folder_beside_is_looked_through_once(text: str, tmp_path: Path) -> None:
    """Looked through once for each of its places, it would take hours."""
    assert _beside(text, tmp_path) == ()


def _beside(text: str, folder: Path) -> tuple[str, ...]:
    for name, own in (("own", OWN), ("other/other", text)):
        path = folder / f"{name}.rules"
        path.parent.mkdir(exist_ok=True)
        path.write_text(own, "utf-8")
    return texts_beside(folder / "own.rules")
