"""Every code of a diagnostic is explained, and its examples are what they say."""

import re
from pathlib import Path

import pytest

import auditor
from auditor.authoring.codes import CODES, HEAD, Code
from auditor.authoring.kept import said_of
from auditor.authoring.review import INCOMPLETE

FOLDER = Path(auditor.__file__).parent


def codes_used() -> set[str]:
    rooms = ("language", "authoring")
    files = (path for room in rooms for path in FOLDER.rglob(f"{room}/**/*.py"))
    sources = (path.read_text("utf-8") for path in files)
    return {code for source in sources for code in re.findall(r'"([EW]\d{3})\.\w', source)}


def test_every_code_used_is_explained() -> None:
    assert codes_used() - CODES.keys() == set()


def test_every_code_explained_is_used() -> None:
    assert CODES.keys() - codes_used() == set()


def test_codes_stand_in_order() -> None:
    assert list(CODES) == sorted(CODES)


def codes_of(piece: str, own: Code, folder: Path, encoding: str = "utf-8") -> set[str]:
    """The codes said of a piece; what every piece owes its readers only where it is about that."""
    path = folder / "page.rules"
    path.write_bytes((HEAD + piece).encode(encoding))
    return {d.code for d in said_of(path) if d.code not in INCOMPLETE - {own.code}}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("own", CODES.values(), ids=CODES)
def test_the_wrong_example_of_a_code_gives_this_code_alone(own: Code, tmp_path: Path) -> None:
    assert codes_of(own.wrong, own, tmp_path, own.encoding) == {own.code}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("own", CODES.values(), ids=CODES)
def test_the_right_example_of_a_code_gives_none(own: Code, tmp_path: Path) -> None:
    """The head's own provision is cited by none of the pieces that are about provisions."""
    owed = {"E401"} if "cites p" not in own.right else set()
    assert codes_of(own.right, own, tmp_path) - owed == set()
