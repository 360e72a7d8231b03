"""Markdown pages whose fenced blocks are tests: each block with its heading and its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_FENCE = re.compile(r"^```(\w*)[ ]*(.*?)\s*$")
_TITLE = re.compile(r"^#+ (.*)$")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, the words after it, the heading above, its lines.

    `line` is the number of its first line on the page.
    """

    page: Path
    title: str
    language: str
    info: str
    line: int
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)

    @property
    def name(self) -> str:
        return f"{self.page.name}:{self.line}"

    def __str__(self) -> str:
        return f"{self.page.stem}:{self.line} {self.title}"


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page in their order."""
    title = ""
    begun: tuple[str, str, int] | None = None
    lines: list[str] = []
    for number, line in enumerate(page.read_text("utf-8").splitlines(), start=1):
        if begun is not None:
            if line.rstrip() == "```":
                yield Block(page, title, *begun, tuple(lines))
                begun = None
            else:
                lines.append(line)
        elif found := _FENCE.match(line):
            begun, lines = (found[1], found[2], number + 1), []
        elif heading := _TITLE.match(line):
            title = heading[1]
    assert begun is None, f"{page.name}: a block is not closed"


def between(page: Path, mark: str) -> list[str]:
    """The lines of a page from `<!-- mark -->` to `<!-- end -->`."""
    text = page.read_text("utf-8")
    return text.partition(f"<!-- {mark} -->\n")[2].partition("<!-- end -->")[0].splitlines()
