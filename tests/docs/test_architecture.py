"""The architecture's page is in step with the package."""

from __future__ import annotations

import re
from pathlib import Path

from tests.test_layers import LAYERS, MODULES, PACKAGE, within

PAGE = PACKAGE.parent / "docs" / "architecture.md"
FLOORS = {
    found.group(1): re.findall(r"`(\w+)`", found.group(2))
    for found in re.finditer(
        r"^\| `(auditor[\w.]*)` \|.*\|([^|]*)\|$", PAGE.read_text("utf-8"), re.MULTILINE
    )
}


def test_the_floors_of_the_page_are_the_layers_of_the_package() -> None:
    assert list(FLOORS) == [layer.removesuffix("*") for layer in LAYERS]


def test_the_lines_of_folders_name_their_files() -> None:
    wrong = {}
    for floor, files in FLOORS.items():
        folder = PACKAGE / floor.removeprefix("auditor.")
        there = sorted({path.stem for path in folder.glob("*.py")} - {"__init__"})
        if files and sorted(files) != there:
            wrong[floor] = sorted(set(files) ^ set(there)) or "a file named twice"
    assert wrong == {}


def test_every_file_is_on_the_page_or_in_a_folder_that_is() -> None:
    known = FLOORS.keys() - {"auditor"}
    lost = [name for name in MODULES if not any(within(name, floor) for floor in known)]
    assert lost == ["auditor"]


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
