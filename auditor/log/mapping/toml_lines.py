"""On which line of a TOML file each key stands; the parser of the library keeps no lines."""

from __future__ import annotations

import re

KeyPath = tuple[str | int, ...]

_HEADER = re.compile(r"^\s*(\[\[?)\s*(.+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(
    r"""(?:^|[{,\[]\s*)\s*((?:[\w-]+|"(?:[^"\\]|\\.)*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*="""
)
_BARE = re.compile(r"""[\w-]+|"((?:[^"\\]|\\.)*)"|'([^']*)'""")


def lines_of(text: str) -> dict[KeyPath, int]:
    """The line of each table and key, by its path; numbers count the tables of an array.

    A key of an inline table is found where it stands in the line of its own; where an array of
    inline tables takes several lines, each line that begins one counts.
    """
    found: dict[KeyPath, int] = {}
    counts: dict[KeyPath, int] = {}
    table: KeyPath = ()
    key: KeyPath | None = None
    inside = -1  # which inline table of the array at `key`
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            table, key, inside = _names(header.group(2)), None, -1
            if header.group(1) == "[[":
                counts[table] = counts.get(table, -1) + 1
                table = (*table, counts[table])
            else:
                table = _within(table, counts)
            found.setdefault(table, number)
            continue
        if line.lstrip().startswith("#"):
            continue
        begins_inline = line.lstrip().startswith("{")
        for place, match in enumerate(_KEY.finditer(line)):
            names = _names(match.group(1))
            if place == 0 and not begins_inline:
                key, inside = (*table, *names), -1
                found.setdefault(key, number)
            elif key is not None:
                before = line[: match.start(1)].rstrip()
                if before.endswith("{"):
                    inside += 1
                own = (*key, inside, *names) if _is_array(text, found[key]) else (*key, *names)
                found.setdefault(own, number)
                if own[:-1] not in found:
                    found[own[:-1]] = number
    return found


def line_of(path: KeyPath, lines: dict[KeyPath, int]) -> int:
    """The line of a path, or of the nearest table or key that it stands in."""
    for end in range(len(path), 0, -1):
        if path[:end] in lines:
            return lines[path[:end]]
    return 1


def _is_array(text: str, line: int) -> bool:
    value = text.splitlines()[line - 1].partition("=")[2].lstrip()
    return value.startswith("[")


def _names(text: str) -> KeyPath:
    return tuple(
        match.group(1) or match.group(2) or match.group() for match in _BARE.finditer(text)
    )


def _within(table: KeyPath, counts: dict[KeyPath, int]) -> KeyPath:
    """A table below the last table of an array belongs to that one."""
    for end in range(len(table), 0, -1):
        if table[:end] in counts:
            return (*table[:end], counts[table[:end]], *table[end:])
    return table
