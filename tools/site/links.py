"""The pages of the repository as pages of the site, and the links between them."""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[2]
APART = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
}
"""Pages that stand outside docs/, and what the site calls them."""

FOLDERS = {"docs/law": "law/index.md"}
"""Folders to which pages link, and the page that lists each."""

_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\]\([^)]*\))*)\]\(([^)\s]+)\)")
_FENCE = re.compile(r"^(?:```|~~~).*?^(?:```|~~~)[ \t]*$", re.MULTILINE | re.DOTALL)


def place_on_site(path: str) -> str | None:
    """Where a file of the repository stands on the site; None where it is not part of it."""
    if path in APART:
        return APART[path]
    if path in FOLDERS:
        return FOLDERS[path]
    inside = path.removeprefix("docs/")
    return inside if inside != path and (ROOT / path).is_file() else None


def for_site(path: str) -> str:
    """The text of a page with its links as those of the site.

    What is no part of the site is named and not linked to.  Raises LookupError for a link to
    nothing.
    """
    text = (ROOT / path).read_text("utf-8")
    parts, at = list[str](), 0
    for fence in _FENCE.finditer(text):
        parts += (_linked(text[at : fence.start()], path), fence.group())
        at = fence.end()
    return "".join((*parts, _linked(text[at:], path)))


def _linked(text: str, path: str) -> str:
    return _LINK.sub(lambda found: _link(found, path), text)


def _link(found: re.Match[str], path: str) -> str:
    sign, label, target = found.groups()
    label = _linked(label, path)
    if re.match(r"[a-z]+:", target) or target.startswith("#"):
        return f"{sign}[{label}]({target})"
    file, _, anchor = target.partition("#")
    own = os.path.normpath((PurePosixPath(path).parent / file).as_posix())
    if not (ROOT / own).exists():
        raise LookupError(f"{path}: {target}")
    there, here = place_on_site(own), place_on_site(path)
    if there is None or here is None:
        return f"{label} (`{own}`)"
    way = os.path.relpath(there, PurePosixPath(here).parent)
    return f"{sign}[{label}]({way}{'#' + anchor if anchor else ''})"
