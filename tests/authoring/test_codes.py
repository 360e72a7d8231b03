"""Codes of diagnostics: each is explained, its examples are what they say, some refuse an audit."""

import re
from pathlib import Path

import pytest

import auditor
from auditor.authoring.codes import CODES, HEAD, Code
from auditor.authoring.kept import load_program, said_of
from auditor.authoring.review import INCOMPLETE
from auditor.language.compile import compiled
from auditor.language.resolve.load import load

FOLDER = Path(auditor.__file__).parent


def codes_used() -> set[str]:
    rooms = ("language", "authoring")
    files = (path for room in rooms for path in FOLDER.rglob(f"{room}/**/*.py"))
    sources = (path.read_text("utf-8") for path in files)
    return {code for source in sources for code in re.findall(r'"([EW]\d{3})\.\w', source)}


def test_every_code_used_is_explained_and_none_is_superfluous() -> None:
    assert codes_used() == CODES.keys()
    assert list(CODES) == sorted(CODES)


def page(piece: str, own: Code, folder: Path) -> Path:
    path = folder / "page.rules"
    path.write_bytes((HEAD + piece).encode(own.encoding if piece is own.wrong else "utf-8"))
    return path


def codes_of(piece: str, own: Code, folder: Path) -> set[str]:
    """The codes said of a piece; what every piece owes its readers only where it is about that."""
    found = said_of(page(piece, own, folder))
    return {d.code for d in found if d.code not in INCOMPLETE - {own.code}}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("own", CODES.values(), ids=CODES)
def test_the_wrong_example_of_a_code_gives_this_code_alone(own: Code, tmp_path: Path) -> None:
    assert codes_of(own.wrong, own, tmp_path) == {own.code}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("own", CODES.values(), ids=CODES)
def test_the_right_example_of_a_code_gives_none(own: Code, tmp_path: Path) -> None:
    """The head's own provision is cited by none of the pieces that are about provisions."""
    owed = {"E401"} if "cites p" not in own.right else set()
    assert codes_of(own.right, own, tmp_path) - owed == set()


# The rules mean something, each by itself: only a reader of two of them sees what is wrong.
PAIRS = {"E412"}
OPINIONS = ("E414", "E503", "E504", "E505", "E506", "E507", "E508", "E509")


@pytest.mark.parametrize("code", [code for code in CODES if code.startswith("E")])
def test_an_audit_refuses_rules_with_errors_but_for_what_is_unshown(
    code: str, tmp_path: Path
) -> None:
    found = load_program(page(CODES[code].wrong, CODES[code], tmp_path))
    refused = {error.code for error in found} if isinstance(found, tuple) else set()
    assert refused == (set() if code in INCOMPLETE | PAIRS else {code})


@pytest.mark.parametrize("code", OPINIONS)
def test_the_compiler_makes_a_program_of_what_means_something(code: str, tmp_path: Path) -> None:
    made = compiled(load(page(CODES[code].wrong, CODES[code], tmp_path)))
    assert made.program is not None
    assert [d for d in made.diagnostics() if d.level == "error"] == []
