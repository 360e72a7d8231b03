"""The page on the architecture is in step with the package; the links of all pages are good."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.architecture import BEGIN, END, PACKAGE, PAGE, ROOT, table

PAGES = (ROOT / "README.md", *sorted(ROOT.glob("C*.md")), *sorted(PAGE.parent.glob("*.md")))
TABLE = PAGE.read_text("utf-8").partition(BEGIN)[2].partition(END)[0].strip()
TEXT = PAGE.read_text("utf-8").replace(TABLE, "")


def test_the_table_is_what_the_program_writes() -> None:
    assert table() == TABLE, "run `python -m tools.architecture`"


def test_every_room_says_in_one_sentence_what_it_is_for() -> None:
    silent = [line for line in TABLE.splitlines() if re.search(r"\|\s*\|$", line)]
    assert silent == []
    assert TABLE.count("\n") > 20


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
