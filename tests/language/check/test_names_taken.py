"""A name that is taken: what the remedy tells to write is accepted."""

from pathlib import Path

import pytest

from auditor.language.compile import INCOMPLETE, compile_ruleset

HEAD = 'ruleset x version "1" title fr "x" en "x"\nuse wheel\n'


def said(text: str, folder: Path) -> list[tuple[str, str]]:
    path = folder / "x.rules"
    path.write_text(HEAD + text, "utf-8")
    found = [d for d in compile_ruleset(path)[1] if d.code not in INCOMPLETE | {"W601"}]
    return [(d.code, str(d.hint)) for d in found]


@pytest.mark.parametrize(
    ("wrong", "code", "hint", "right"),
    [
        (
            "event spin (amount)",
            "E202",
            "say `event spin also (…)` to add to what is declared already, or choose another name",
            "event spin also (amount)",
        ),
        (
            "type bet = split | corner",
            "E202",
            "say `type bet also …` to add to what is declared already, or choose another name",
            "type bet also split | corner",
        ),
        ("field number : text", "E202", "choose another name", "field pocket : text"),
        ("scope coup = session", "E202", "choose another name", "scope evening = session"),
    ],
)
def test_the_remedy_is_accepted(
    wrong: str, code: str, hint: str, right: str, tmp_path: Path
) -> None:
    assert said(wrong, tmp_path) == [(code, hint)]
    assert said(right, tmp_path) == []
