"""The files and names to which the glossary and CONTRIBUTING.md point are there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tools.architecture import ROOT

PAGES = (ROOT / "CONTRIBUTING.md", ROOT / "docs" / "glossary.md")
TOPS = "auditor|docs|rulesets|satellites|tests|tools"
FILE = re.compile(rf"`((?:{TOPS})/[\w./-]*)`(?:: ((?:`[\w.]+`(?:, )?)+))?")


def pointers() -> list[object]:
    """Each place that a page points to: a path, perhaps with names that stand in its file."""
    return [
        pytest.param(found.group(1), re.findall(r"`([\w.]+)`", found.group(2) or ""), id=found[0])
        for page in PAGES
        for found in FILE.finditer(page.read_text("utf-8"))
        if not re.search(r"NAME|GAME", found.group(1))  # names that the reader is to choose
    ]


@pytest.mark.parametrize(("path", "names"), pointers())
def test_what_a_page_points_to_is_there(path: str, names: list[str]) -> None:
    assert (ROOT / path).exists()
    assert [name for name in names if name not in defined(ROOT / path)] == []


@cache
def defined(path: Path) -> frozenset[str]:
    """The functions, classes, methods and constants of a file."""
    return frozenset(_names(ast.parse(path.read_text("utf-8")).body))


def _names(body: list[ast.stmt]) -> Iterator[str]:
    for node in body:
        match node:
            case ast.FunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name, body=inner):
                yield name
                yield from (f"{name}.{own}" for own in _names(inner))
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name


def rows(page: Path, title: str) -> list[list[str]]:
    """The cells of the table below a line that begins with a title, without its head."""
    section = page.read_text("utf-8").partition(f"\n{title}")[2].partition("\n#")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def test_every_question_has_an_answer_with_a_file() -> None:
    answers = rows(PAGES[0], "## Where is the code that decides")
    assert len(answers) >= 20
    assert [question for question, answer in answers if not FILE.search(answer)] == []


def test_every_word_of_the_glossary_has_a_file_and_stands_in_order() -> None:
    words = rows(PAGES[1], "| word")
    assert [word for word, _, where in words if not FILE.search(where)] == []
    assert [word for word, *_ in words] == sorted(word for word, *_ in words)
