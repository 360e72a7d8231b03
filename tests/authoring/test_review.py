"""Reviews: which rules an audit refuses, and which the compiler alone understands."""

from pathlib import Path

import pytest

from auditor.authoring.codes import CODES, HEAD, Code
from auditor.authoring.kept import load_program
from auditor.authoring.review import INCOMPLETE
from auditor.language.compile import compiled
from auditor.language.resolve.load import load

# The rules mean something, each by itself: only a reader of two of them sees what is wrong.
PAIRS = {"E412"}
OPINIONS = ("E414", "E503", "E504", "E505", "E506", "E507", "E508", "E509")


def page(own: Code, folder: Path) -> Path:
    path = folder / "page.rules"
    path.write_bytes((HEAD + own.wrong).encode(own.encoding))
    return path


@pytest.mark.parametrize("code", [code for code in CODES if code.startswith("E")])
def test_an_audit_refuses_rules_with_errors_but_for_what_is_unshown(
    code: str, tmp_path: Path
) -> None:
    found = load_program(page(CODES[code], tmp_path))
    refused = {error.code for error in found} if isinstance(found, tuple) else set()
    assert refused == (set() if code in INCOMPLETE | PAIRS else {code})


@pytest.mark.parametrize("code", OPINIONS)
def test_the_compiler_makes_a_program_of_what_means_something(code: str, tmp_path: Path) -> None:
    made = compiled(load(page(CODES[code], tmp_path)))
    assert made.program is not None
    assert [d for d in made.diagnostics() if d.level == "error"] == []
