"""The table of docs/architecture.md: every file, in an order in which none imports a later one.

`python -m tools.architecture` writes it into the page; a test compares the page with it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "auditor"
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- files -->", "<!-- end -->"

LAYERS = (
    "auditor.messages",
    "auditor.source",
    "auditor.diagnostic",
    "auditor.types",
    "auditor.values",
    "auditor.language",
    "auditor.log",
    "auditor.judge",
    "auditor.engine",
    "auditor.report",
    "auditor.findings",
    "auditor.simulate",
    "auditor.request",
    "auditor.audit",
    "auditor.spark",
    "auditor",
    "auditor.cli",
    "auditor.__main__",
)
"""The floors of the house, lowest first: a file imports only from its own floor and from below."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: a room, the sentence of its docstring, and files that stand in it."""

    room: str
    says: str
    files: tuple[str, ...]


def module_name(path: Path) -> str:
    """The dotted name of a file of the package."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def modules() -> dict[str, Path]:
    """Every file of the package by its dotted name; a folder stands for its `__init__`."""
    return {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def imported(name: str) -> frozenset[str]:
    """The modules of the package that one of them imports, wherever the statement stands."""
    every = modules()
    tree = ast.parse(every[name].read_text(encoding="utf-8"))
    found = {module for node in ast.walk(tree) for module in _named(node, every)}
    return frozenset(module for module in found if module.split(".")[0] == "auditor") - {name}


def _named(node: ast.AST, every: Mapping[str, Path]) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            yield from (alias.name for alias in names)
        case ast.ImportFrom(module=str(module), names=names):
            for alias in names:
                inner = f"{module}.{alias.name}"
                yield inner if inner in every else module
        case ast.Call(
            func=ast.Name(id="import_module") | ast.Attribute(attr="import_module"),
            args=[ast.Constant(value=str(module)), *_],
        ):
            yield module


def floor_of(name: str) -> int:
    """The floor on which a module stands: that of the longest layer that its name begins with."""
    fitting = [layer for layer in LAYERS if name == layer or name.startswith(f"{layer}.")]
    return LAYERS.index(max(fitting, key=len))


def in_order() -> list[str]:
    """The modules so that none imports a later one; those of one room together where they can be.

    Raises graphlib.CycleError where modules import each other in a circle.
    """
    sorter = TopologicalSorter({name: imported(name) & modules().keys() for name in modules()})
    sorter.prepare()
    ready = set[str](sorter.get_ready())
    ordered: list[str] = []
    while ready:
        lowest = min(map(floor_of, ready))
        here = sorted(name for name in ready if floor_of(name) == lowest)
        mine = [name for name in here if ordered and room_of(name) == room_of(ordered[-1])]
        name = (mine or _entered(here))[0]
        ordered.append(name)
        ready.discard(name)
        sorter.done(name)
        ready |= set(sorter.get_ready())
    return ordered


def _entered(ready: Sequence[str]) -> list[str]:
    """The modules of the room to enter next: the one that waits for the fewest of the others."""
    rooms = {room_of(name) for name in ready}

    def waits(room: str) -> tuple[int, str]:
        inside = [name for name in modules() if room_of(name) == room]
        behind = {far for name in inside for far in _behind(name)}
        return sum(room_of(far) in rooms - {room} for far in behind), room

    room = min(rooms, key=waits)
    return [name for name in ready if room_of(name) == room]


@cache
def _behind(name: str) -> frozenset[str]:
    """All that a module rests on, directly or not."""
    near = imported(name) & modules().keys()
    return near.union(*map(_behind, near))


def room_of(name: str) -> str:
    """The folder in which a module stands."""
    return name if modules()[name].name == "__init__.py" else name.rpartition(".")[0]


def rows() -> list[Row]:
    """The lines of the table."""
    every = modules()
    found: list[Row] = []
    for name in in_order():
        if every[name].name == "__init__.py":
            continue
        room = room_of(name)
        short = name.rpartition(".")[2]
        if found and found[-1].room == room:
            found[-1] = Row(room, found[-1].says, (*found[-1].files, short))
        else:
            found.append(Row(room, _sentence(every[room]), (short,)))
    return found


def _sentence(path: Path) -> str:
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(text.split("\n\n")[0].split())


def table() -> str:
    """The table as the page holds it."""
    lines = ["| room | what it is for | files, in the order of their imports |", "|---|---|---|"]
    seen: set[str] = set()
    for row in rows():
        says = "(further up)" if row.room in seen else row.says
        seen.add(row.room)
        files = ", ".join(f"`{name}`" for name in row.files)
        lines.append(f"| `{row.room.replace('.', '/')}` | {says} | {files} |")
    return "\n".join(lines)


def main() -> None:
    """Write the table into the page, between its two marks."""
    text = PAGE.read_text(encoding="utf-8")
    pattern = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    PAGE.write_text(pattern.sub(lambda _: f"{BEGIN}\n{table()}\n{END}", text), encoding="utf-8")


if __name__ == "__main__":
    main()
