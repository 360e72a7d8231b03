"""The architecture's page is in step with the package."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.test_layers import LAYERS, MODULES, PACKAGE

PAGE = PACKAGE.parent / "docs" / "architecture.md"
FLOORS = {
    found.group(1): re.findall(r"`(\w+)`", found.group(2))
    for found in re.finditer(
        r"^\| `(auditor[\w.]*)` \|.*\|([^|]*)\|$", PAGE.read_text("utf-8"), re.MULTILINE
    )
}


def test_the_floors_of_the_page_are_the_layers_of_the_package() -> None:
    assert list(FLOORS) == [layer.removesuffix("*") for layer in LAYERS]


@pytest.mark.parametrize("floor", [floor for floor, files in FLOORS.items() if files])
def test_the_line_of_a_folder_names_its_files(floor: str) -> None:
    folder = PACKAGE / floor.removeprefix("auditor.")
    there = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    assert set(FLOORS[floor]) == there
    assert len(FLOORS[floor]) == len(there)


@pytest.mark.parametrize("name", MODULES)
def test_every_file_is_on_the_page_or_in_a_folder_that_is(name: str) -> None:
    assert any(
        name == floor or name.startswith(f"{floor}.") for floor in FLOORS if floor != "auditor"
    ) or (name == "auditor")


def test_the_files_that_the_text_speaks_of_exist() -> None:
    for folder, name in re.findall(
        r"`(language|log|judge|findings|report)/(\w+)`", PAGE.read_text("utf-8")
    ):
        assert (PACKAGE / folder / f"{name}.py").exists()


def test_links_of_all_pages_lead_somewhere() -> None:
    for page in (PACKAGE.parent / "README.md", *PAGE.parent.glob("*.md")):
        text = page.read_text("utf-8")
        for link in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
            assert (page.parent / link).exists(), f"{page.name}: {link}"


def test_anchors_of_all_pages_are_headings() -> None:
    for page in (PACKAGE.parent / "README.md", *PAGE.parent.glob("*.md")):
        for link, anchor in re.findall(r"\]\(([^)#\s]*)#([^)]*)\)", page.read_text("utf-8")):
            assert anchor in anchors(page.parent / link if link else page), f"{page.name}: {anchor}"


def anchors(page: Path) -> set[str]:
    titles = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}
