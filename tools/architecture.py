"""The files of the package and its satellites, room by room, none before one that it imports.

`python -m tools.architecture` writes them as the table of docs/architecture.md; a test compares the
page with it. The floors stand here, and tests/test_layers.py holds every import to them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "auditor"
SATELLITES = ROOT / "satellites"
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- files -->", "<!-- end -->"

LAYERS = (
    "auditor.messages*",
    "auditor.guarded_file",
    "auditor.source",
    "auditor.diagnostic",
    "auditor.types",
    "auditor.values",
    "auditor.toml_file",
    "auditor.case*",
    "auditor.language*",
    "auditor.highlight",
    "auditor.log*",
    "auditor.judge*",
    "auditor.engine*",
    "auditor.report*",
    "auditor.findings*",
    "auditor.authoring*",
    "auditor.request",
    "auditor.accepted",
    "auditor.reading",
    "auditor.judging",
    "auditor.audit",
    "auditor.verify",
    "auditor.case_pages",
    "auditor.why",
    "auditor",  # what `import auditor` offers a notebook
    "auditor_signatures*",
    "auditor_simulators*",
    "auditor_spark*",
    "auditor_lsp*",
    "auditor.cli*",
    "auditor.__main__",
)
"""The floors, lowest first: a file imports from below and, without a circle, from its own floor.

A star stands for all that is in a folder.  The satellites stand above the package, where only the
command line can import them.
"""

KEPT = 20
"""Beginnings of an order that are followed at once."""

OUTSIDE = ("tools", "tests", "bench")
"""They import the package, and nothing of it may import them."""


@dataclass(frozen=True, slots=True)
class RoomRow:
    """One line of the table: a room, the sentence of its docstring, and files that stand in it."""

    room: str
    says: str
    files: tuple[str, ...]


# ---- the modules and their imports --------------------------------------------------------------
def module_name(path: Path) -> str:
    """The dotted name of a file of the package, or of a satellite."""
    top = SATELLITES if path.is_relative_to(SATELLITES) else ROOT
    parts = path.relative_to(top).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {
    module_name(path): path for top in (PACKAGE, SATELLITES) for path in sorted(top.rglob("*.py"))
}
"""Every file of the package and its satellites by its dotted name; a folder is its `__init__`."""

TOPS = frozenset(name.split(".")[0] for name in MODULES)


def statements(name: str) -> Iterator[ast.stmt]:
    """All the statements of a module, those within others too; expressions are not looked into."""
    return _statements(ast.parse(MODULES[name].read_bytes()))


def _statements(module: ast.Module) -> Iterator[ast.stmt]:
    waiting: list[ast.AST] = [module]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.stmt):
            yield node
        waiting.extend(
            inner
            for part in ("body", "orelse", "finalbody", "handlers", "cases")
            for inner in getattr(node, part, ())
        )


@cache
def imports(name: str) -> frozenset[str]:
    """The modules of this repository that one of the package imports, wherever it does so."""
    text = MODULES[name].read_bytes()
    module = ast.parse(text)
    nodes = ast.walk(module) if b"import_module(" in text else _statements(module)
    found = {module for node in nodes for module in _named(node)}
    return frozenset(own for own in found if own.split(".")[0] in {*TOPS, *OUTSIDE}) - {name}


def _named(node: ast.AST) -> Iterator[str]:
    """The modules that an import statement or `import_module("…")` names."""
    match node:
        case ast.Import(names=names):
            yield from (alias.name for alias in names)
        case ast.ImportFrom(module=str(module), names=names):
            for alias in names:
                inner = f"{module}.{alias.name}"
                yield inner if inner in MODULES else module
        case ast.Call(
            func=ast.Name(id="import_module") | ast.Attribute(attr="import_module"),
            args=[ast.Constant(value=str(module)), *_],
        ):
            yield module


def within(name: str, package: str) -> bool:
    """Whether a module is a package or stands in it."""
    return name == package or name.startswith(f"{package}.")


@cache
def floors(name: str) -> tuple[int, ...]:
    """The numbers of the layers that a module is part of: one, if all is well."""
    return tuple(number for number, layer in enumerate(LAYERS) if _stands_on(name, layer))


def _stands_on(name: str, layer: str) -> bool:
    return within(name, layer[:-1]) if layer.endswith("*") else name == layer


def room_of(name: str) -> str:
    """The folder in which a module stands."""
    return name if MODULES[name].name == "__init__.py" else name.rpartition(".")[0]


# ---- their order --------------------------------------------------------------------------------
def in_order() -> list[str]:
    """The modules floor by floor, none before one of its floor that it imports.

    Raises ValueError where modules import each other in a circle.
    """
    return [
        name
        for _, floor in groupby(sorted(MODULES, key=floors), floors)
        for visit in _few_visits(frozenset(floor))
        for name in visit
    ]


def _few_visits(waiting: frozenset[str]) -> list[list[str]]:
    """The modules of a floor, room by room, with few rooms entered twice: of all beginnings as many
    as `KEPT` are followed, those that leave least.

    Each visit takes all that it can, since nothing is gained by leaving a module that is ready, and
    a room that can be finished is finished at once, since it has to be entered in any case. Among
    equals the first by the rooms' names is taken, so that the table stays as it is.
    """
    begun: dict[frozenset[str], list[list[str]]] = {waiting: []}
    while begun:
        if frozenset() in begun:
            return begun[frozenset()]
        longer: dict[frozenset[str], list[list[str]]] = {}
        for left, visits in begun.items():
            for visit in _next_visits(left):
                longer.setdefault(left.difference(visit), [*visits, visit])
        begun = dict(sorted(longer.items(), key=lambda own: len(own[0]))[:KEPT])
    raise ValueError(f"some of these import each other in a circle: {sorted(waiting)}")


def _next_visits(left: frozenset[str]) -> list[list[str]]:
    rooms = sorted({room_of(name) for name in left})
    found = {room: visit for room in rooms if (visit := _visit(room, left))}
    for room, visit in found.items():
        if not any(room_of(name) == room for name in left.difference(visit)):
            return [visit]
    return [*found.values()]


def _visit(room: str, left: frozenset[str]) -> list[str]:
    """The modules of a room that can be read before all others that are left."""
    mine = sorted(name for name in left if room_of(name) == room)
    visit: list[str] = []
    while True:
        missing = left.difference(visit)
        ready = [name for name in mine if name in missing and not imports(name) & missing]
        if not ready:
            return visit
        visit.append(ready[0])


# ---- the table ----------------------------------------------------------------------------------
def rows() -> list[RoomRow]:
    """The lines of the table; an `__init__` gives its sentence and is no file of its own."""
    shown = (name for name in in_order() if MODULES[name].name != "__init__.py")
    return [
        RoomRow(room, _sentence(MODULES[room]), tuple(name.rpartition(".")[2] for name in names))
        for room, names in groupby(shown, room_of)
    ]


def _sentence(path: Path) -> str:
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(text.split("\n\n")[0].split())


def table(lines: Iterable[RoomRow]) -> str:
    """The table as the page holds it."""
    written = ["| room | what it is for | files, in the order of their imports |", "|---|---|---|"]
    seen: set[str] = set()
    for row in lines:
        says = "(more of it)" if row.room in seen else row.says
        seen.add(row.room)
        files = ", ".join(f"`{name}`" for name in row.files)
        folder = MODULES[row.room].parent.relative_to(ROOT).as_posix()
        written.append(f"| `{folder}` | {says} | {files} |")
    return "\n".join(written)


def main() -> None:
    """Write the table into the page, between its two marks."""
    text = PAGE.read_text(encoding="utf-8")
    marked = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    written = f"{BEGIN}\n{table(rows())}\n{END}"
    PAGE.write_text(marked.sub(lambda _: written, text), encoding="utf-8")


if __name__ == "__main__":
    main()
