"""The pages of the site: every link leads to a page of it, each code and ruleset has one."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from auditor.authoring.codes import CODES
from auditor.authoring.review import review
from auditor.language.resolve.search_path import available
from tools.site.__main__ import write
from tools.site.links import _linked, place_on_site

LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCE = re.compile(r"```.*?```", re.DOTALL)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    write(folder, ["boule"])
    return folder


def test_every_link_leads_to_a_page(site: Path) -> None:
    pages = site / "pages"
    lost = [
        f"{page.relative_to(pages)}: {target}"
        for page in pages.rglob("*.md")
        for target in LINK.findall(FENCE.sub("", page.read_text("utf-8")))
        if not re.match(r"[a-z]+:|#", target)
        if not Path(os.path.normpath(page.parent / target.partition("#")[0])).is_file()
    ]
    assert lost == []


def test_each_code_has_a_page_that_shows_it_wrong_and_right(site: Path) -> None:
    for code in CODES.values():
        text = (site / "pages" / "codes" / f"{code.code}.md").read_text("utf-8")
        assert text.count("```rules\n") == 2
        assert not re.search("[\u200b\u202e]", text)
    page = (site / "pages" / "codes" / "E301.md").read_text("utf-8")
    assert CODES["E301"].right.strip() in page


def test_a_ruleset_has_a_page_with_all_its_law(site: Path) -> None:
    program, _ = review(available()["boule"])
    assert program is not None
    text = (site / "pages" / "rulesets" / "boule.md").read_text("utf-8")
    bare = text.replace("\\", "")
    assert [own.id for own in program.provisions if f"### {own.id}\n" not in bare] == []
    assert [own.name for own in program.rules if f"#### `{own.name}`" not in text] == []
    assert [own.id for own in program.readings if f"`{own.id}`" not in text] == []
    shown = [own for own in program.examples if not (own.of_former or own.is_edge)]
    assert text.count("??? example") == len(shown)


def test_every_page_stands_in_the_contents(site: Path) -> None:
    settings = json.loads((site / "mkdocs.yml").read_text("utf-8"))
    pages = site / "pages"
    written = {own.relative_to(pages).as_posix() for own in pages.rglob("*.md")}
    assert set(_named(settings["nav"])) == written


def _named(nav: Any) -> list[str]:
    match nav:
        case str():
            return [nav]
        case list():
            return [own for each in nav for own in _named(each)]
        case _:
            return [own for each in nav.values() for own in _named(each)]


def test_a_link_is_followed_from_where_the_page_stands() -> None:
    assert _linked("[t](docs/tour.md#a)", "README.md") == "[t](tour.md#a)"
    assert _linked("[t](../tour.md)", "docs/law/baccarat.md") == "[t](../tour.md)"
    assert _linked("[law](docs/law)", "README.md") == "[law](law/index.md)"
    assert _linked("[t](../samples/shapes)", "docs/logs.md") == "t (`samples/shapes`)"
    assert _linked("[![P](docs/report-page.png)](docs/tour.md)", "README.md") == (
        "[![P](report-page.png)](tour.md)"
    )
    with pytest.raises(LookupError, match="gone"):
        _linked("[t](gone.md)", "README.md")
    assert place_on_site("auditor/audit.py") is None
