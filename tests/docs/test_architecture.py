"""The page on the architecture is in step with the package; the links of all pages are good."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.architecture import (
    BEGIN,
    END,
    MODULES,
    PACKAGE,
    PAGE,
    ROOT,
    floors,
    imports,
    rows,
    table,
)

PAGES = (ROOT / "README.md", *sorted(ROOT.glob("C*.md")), *sorted(PAGE.parent.glob("*.md")))
TABLE = PAGE.read_text("utf-8").partition(BEGIN)[2].partition(END)[0].strip()
TEXT = PAGE.read_text("utf-8").replace(TABLE, "")


def modules_of_the_page() -> list[str]:
    """The dotted names of the files that the table names, in its order."""
    lines = re.findall(
        r"^\| `(?:satellites/)?(auditor[\w/]*)` \|.*\|([^|]*)\|$", TABLE, re.MULTILINE
    )
    return [
        f"{room.replace('/', '.')}.{name}"
        for room, files in lines
        for name in re.findall(r"`(\w+)`", files)
    ]


def test_the_table_is_what_the_program_writes() -> None:
    assert table(rows()) == TABLE, "run `python -m tools.architecture`"


def test_the_table_names_every_file_once() -> None:
    files = {name for name, path in MODULES.items() if path.name != "__init__.py"}
    assert sorted(modules_of_the_page()) == sorted(files)


def test_every_file_imports_only_what_stands_above_it() -> None:
    order = modules_of_the_page()
    later = [
        f"{name} imports {other}"
        for place, name in enumerate(order)
        for other in imports(name)
        if other in order[place:]
    ]
    assert later == []


def test_the_floors_of_the_table_rise() -> None:
    order = [floors(name) for name in modules_of_the_page()]
    assert order == sorted(order)


def test_the_files_that_the_text_names_exist() -> None:
    rooms = "|".join(sorted(path.name for path in PACKAGE.iterdir() if path.is_dir()))
    named = re.findall(rf"`(?:auditor/)?((?:{rooms})(?:/\w+)*/?)(?:\.py)?`", TEXT)
    assert len(named) > 20
    lost = [
        name
        for name in named
        if not (PACKAGE / name).is_dir() and not (PACKAGE / f"{name}.py").is_file()
    ]
    assert lost == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_anchors_are_headings(page: Path) -> None:
    found = re.findall(r"\]\(([^)#\s]*)#([^)]*)\)", page.read_text("utf-8"))
    lost = [
        f"{link}#{anchor}"
        for link, anchor in found
        if anchor not in anchors(page.parent / link if link else page)
    ]
    assert lost == []


def anchors(page: Path) -> set[str]:
    titles = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}
