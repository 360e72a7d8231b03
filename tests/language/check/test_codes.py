"""Every code of a diagnostic is explained, and nothing else is."""

import re
from pathlib import Path

import auditor
from auditor.language.check.codes import CODES

FOLDER = Path(auditor.__file__).parent


def codes_used() -> set[str]:
    files = (*FOLDER.rglob("language/**/*.py"), *FOLDER.rglob("engine/**/*.py"))
    sources = (path.read_text("utf-8") for path in files if path.name != "codes.py")
    return {code for source in sources for code in re.findall(r'"([EW]\d{3})\.\w', source)}


def test_every_code_used_is_explained() -> None:
    assert codes_used() - CODES.keys() == set()


def test_every_code_explained_is_used() -> None:
    assert CODES.keys() - codes_used() == set()


def test_codes_stand_in_order() -> None:
    assert list(CODES) == sorted(CODES)
