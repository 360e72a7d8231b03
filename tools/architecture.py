"""The rooms of the package and its satellites, and the floors on which their files stand.

`python -m tools.architecture` writes the rooms as the table of docs/architecture.md, and a test
compares the page with it.  tests/test_layers.py holds every import of every file to the floors.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "auditor"
SATELLITES = ROOT / "satellites"
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- rooms -->", "<!-- end -->"

LAYERS = (
    "auditor.lazily",
    "auditor.watch",
    "auditor.messages*",
    "auditor.guarded_file",
    "auditor.source",
    "auditor.diagnostic",
    "auditor.types",
    "auditor.values",
    "auditor.toml_file",
    "auditor.case",
    "auditor.language*",
    "auditor.highlight",
    "auditor.log*",
    "auditor.judge*",
    "auditor.engine*",
    "auditor.report*",
    "auditor.findings*",
    "auditor.authoring*",
    "auditor.case_file",
    "auditor.request",
    "auditor.catalogue",
    "auditor.reading",
    "auditor.audit",
    "auditor.accusations",
    "auditor.preview",
    "auditor.proposal",
    "auditor.reproduction",
    "auditor.case_pages",
    "auditor.explanation",
    "auditor",  # what `import auditor` offers a notebook
    "auditor_signatures*",
    "auditor_simulators*",
    "auditor_spark*",
    "auditor_lsp*",
    "auditor.desk*",
    "auditor.cli*",
    "auditor.__main__",
)
"""The floors, lowest first: a file imports from below and, without a circle, from its own floor.

A star stands for all that is in a folder.  The satellites stand above the package, where only the
desk and the command line can import them.
"""

OUTSIDE = ("tools", "tests", "bench")
"""They import the package, and nothing of it may import them."""


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


# ---- the table ----------------------------------------------------------------------------------
def rooms() -> dict[str, Path]:
    """Every folder of modules by its dotted name, those of the lowest floor first."""
    lowest: dict[str, tuple[int, ...]] = {}
    for name in sorted(MODULES, key=floors):
        lowest.setdefault(room_of(name), floors(name))
    return {room: MODULES[room] for room in sorted(lowest, key=lambda room: (lowest[room], room))}


def table() -> str:
    """The table as the page holds it: each room with the first paragraph of its docstring."""
    lines = ["| room | what it is for |", "|---|---|"]
    for path in rooms().values():
        folder = path.parent.relative_to(ROOT).as_posix()
        text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        says = " ".join(text.partition("\n\n")[0].split())
        lines.append(f"| `{folder}` | {says} |")
    return "\n".join(lines)


def main() -> None:
    """Write the table into the page, between its two marks."""
    text = PAGE.read_text(encoding="utf-8")
    marked = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    written = f"{BEGIN}\n{table()}\n{END}"
    PAGE.write_text(marked.sub(lambda _: written, text), encoding="utf-8")


if __name__ == "__main__":
    main()
