"""Writes the pages of the site and its settings: `python -m tools.site FOLDER`, by `make docs`.

Pages of docs/ are copied with their links, and a page is made of each diagnostic code and of each
ruleset.  MkDocs makes the site of them and checks every link once more.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from auditor.authoring.codes import CODES, Code
from auditor.authoring.review import review
from auditor.language.core import Program
from auditor.language.resolve.search_path import available
from auditor.language.syntax.source_text import UNSEEN
from tools.site.links import APART, ROOT, for_site
from tools.site.rule_pages import listing, plain, ruleset_page


def write(folder: Path, rulesets: Sequence[str] | None = None) -> None:
    """Write pages and settings into the folder; of all rulesets that are shipped, or of these."""
    pages = folder / "pages"
    shutil.rmtree(pages, ignore_errors=True)
    for path in (*APART, *_own_pages()):
        _put(pages / _named(path), for_site(path))
    for image in (ROOT / "docs").rglob("*.png"):
        target = pages / image.relative_to(ROOT / "docs")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(image, target)
    law = sorted((ROOT / "docs" / "law").glob("*.md"))
    _put(pages / "law" / "index.md", _list("The law, sentence by sentence", law))
    _put(pages / "codes" / "index.md", _codes())
    for code in CODES.values():
        _put(pages / "codes" / f"{code.code}.md", _code(code))
    programs = _programs(rulesets)
    _put(pages / "rulesets" / "index.md", listing(programs))
    for program in programs:
        _put(pages / "rulesets" / f"{program.name}.md", ruleset_page(program))
    settings = json.dumps(_settings(programs), indent=2, ensure_ascii=False)
    _put(folder / "mkdocs.yml", settings + "\n")  # what is JSON is YAML


def _own_pages() -> list[str]:
    found = sorted((ROOT / "docs").rglob("*.md"))
    return [own.relative_to(ROOT).as_posix() for own in found]


def _named(path: str) -> str:
    return APART.get(path) or path.removeprefix("docs/")


def _programs(names: Sequence[str] | None) -> list[Program]:
    found = available()
    checked = [review(found[name])[0] for name in names or sorted(found)]
    return [own for own in checked if own is not None]


def _put(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def _title(file: Path) -> str:
    return file.read_text("utf-8").split("\n", 1)[0].removeprefix("# ")


def _list(title: str, files: Sequence[Path]) -> str:
    links = (f"- [{_title(own)}]({own.name})" for own in files)
    return "\n".join((f"# {title}", "", *links, ""))


# ---- codes --------------------------------------------------------------------------------------
def _codes() -> str:
    rows = (f"| [{own.code}]({own.code}.md) | {plain(own.meaning)} |" for own in CODES.values())
    head = "# Codes of diagnostics\n\n| code | what is wrong |\n|---|---|\n"
    return head + "\n".join(rows) + "\n"


def _code(own: Code) -> str:
    parts = (
        f"# {own.code}",
        plain(own.meaning),
        plain(own.remedy),
        f"*{plain(own.meaning_fr)}*",
        f"*{plain(own.remedy_fr)}*",
        "## Wrong",
        _shown(own.wrong),
        "## Right",
        _shown(own.right),
    )
    return "\n\n".join(parts) + "\n"


def _shown(text: str) -> str:
    """A piece of a rule file; a sign that nobody sees is named by its number."""
    seen = UNSEEN.sub(lambda found: f"⟨U+{ord(found[0]):04X}⟩", text.strip("\n"))
    return f"```rules\n{seen}\n```"


# ---- settings -----------------------------------------------------------------------------------
_LINKS = ("not_found", "anchors", "absolute_links", "unrecognized_links")
"""How links are checked: with `--strict` a warning ends the work."""


def _settings(programs: Sequence[Program]) -> dict[str, Any]:
    rules = ("tour", "tour-no-game", "reference", "statistics", "vocabularies", "new-game")
    tools = ("pipelines", "editors")
    logs = ("logs", "reading", "library", "spark")
    inside = ("architecture", "glossary", "qualification", "performance")
    law = sorted((ROOT / "docs" / "law").glob("*.md"))
    return {
        "site_name": "auditor",
        "docs_dir": "pages",
        "site_dir": "site",
        "theme": {"name": "material", "font": False, "features": ["navigation.indexes"]},
        "plugins": ["search"],
        "validation": {
            "omitted_files": "warn",
            "links": dict.fromkeys(
                ("not_found", "anchors", "absolute_links", "unrecognized_links"), "warn"
            ),
        },
        "markdown_extensions": [
            "admonition",
            "attr_list",
            "tables",
            "pymdownx.details",
            "pymdownx.superfences",
            {"pymdownx.highlight": {"use_pygments": True, "guess_lang": False}},
            {"toc": {"permalink": True, "toc_depth": 3}},
        ],
        "nav": [
            {"auditor": "index.md"},
            {"Inspectors": ["inspectors.fr.md", "inspectors.en.md"]},
            {"The rule language": [f"{own}.md" for own in (*rules, *tools)]},
            {"Logs": [f"{own}.md" for own in logs]},
            {"Rulesets": ["rulesets/index.md", *(f"rulesets/{p.name}.md" for p in programs)]},
            {"Diagnostics": ["codes/index.md", *(f"codes/{own}.md" for own in CODES)]},
            {"The law": ["law/index.md", *(f"law/{own.name}" for own in law)]},
            {"Inside": [*(f"{own}.md" for own in inside), "contributing.md", "changelog.md"]},
        ],
    }


if __name__ == "__main__":
    write(Path(sys.argv[1]))
