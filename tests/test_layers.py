"""The order in which the package reads: a file imports only what stands before it."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "auditor"

# Lowest first. Files of one folder share a floor and may import each other, but not in a circle.
LAYERS = (
    "auditor.messages*",
    "auditor.source",
    "auditor.diagnostic",
    "auditor.types",
    "auditor.values",
    "auditor.language*",
    "auditor.log*",
    "auditor.judge*",
    "auditor.engine*",
    "auditor.report*",
    "auditor.findings*",
    "auditor.simulate*",
    "auditor.request",
    "auditor.audit",
    "auditor.spark*",
    "auditor",  # what `import auditor` offers a notebook
    "auditor.cli*",
    "auditor.__main__",
)

# A simulator that shared code with what it puts to the test would share its mistakes.
STRANGERS = {
    "auditor.simulate*": ("auditor.language*", "auditor.log*", "auditor.judge*", "auditor.report*")
}

GAMES = re.compile(
    r"(?<![a-z])(bataille|boule|vingt[-_ ]?trois|punto|banco|baccarat)s?(?![a-z])", re.IGNORECASE
)


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def named(node: ast.AST) -> Iterator[str]:
    """The modules that an import statement, wherever it stands, or `import_module("…")` names."""
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


def imports(name: str) -> set[str]:
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    found = {module for node in ast.walk(tree) for module in named(node)}
    return {module for module in found if module.split(".")[0] == "auditor"} - {name}


def floors(name: str) -> list[int]:
    def stands_on(layer: str) -> bool:
        folder = layer.removesuffix("*")
        return name == folder or (layer != folder and fnmatchcase(name, f"{folder}.*"))

    return [floor for floor, layer in enumerate(LAYERS) if stands_on(layer)]


@pytest.mark.parametrize("name", MODULES)
def test_every_module_stands_on_one_floor(name: str) -> None:
    assert len(floors(name)) == 1, f"{name} must be matched by exactly one of LAYERS"


@pytest.mark.parametrize("name", MODULES)
def test_a_module_imports_only_what_stands_before_it(name: str) -> None:
    [own] = floors(name)
    too_high = {module for module in imports(name) if floors(module) > [own]}
    assert not too_high, f"{name} stands below {', '.join(sorted(too_high))}"


@pytest.mark.parametrize("name", MODULES)
def test_a_module_imports_what_exists(name: str) -> None:
    assert imports(name) <= MODULES.keys()


def test_no_modules_import_each_other_in_a_circle() -> None:
    try:
        TopologicalSorter({name: imports(name) for name in MODULES}).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(error.args[1]))


@pytest.mark.parametrize("name", MODULES)
def test_strangers_do_not_meet(name: str) -> None:
    strangers = [
        far for own, all_far in STRANGERS.items() if fnmatchcase(name, own) for far in all_far
    ]
    met = {module for module in imports(name) for far in strangers if fnmatchcase(module, far)}
    assert not met


def help_texts(tree: ast.AST) -> Iterator[ast.expr]:
    """Docstrings, which the command line shows as help, and `help=` and `epilog=`."""
    for node in ast.walk(tree):
        match node:
            case (
                ast.Module(body=[ast.Expr(value=ast.Constant(value=str()) as text), *_])
                | ast.FunctionDef(body=[ast.Expr(value=ast.Constant(value=str()) as text), *_])
            ):
                yield text
            case ast.keyword(arg="help" | "epilog", value=text):
                yield text


def without_help(path: Path) -> list[str]:
    source = path.read_text(encoding="utf-8")
    lines = source.splitlines()
    for text in help_texts(ast.parse(source)):
        for number in range(text.lineno, (text.end_lineno or text.lineno) + 1):
            lines[number - 1] = ""
    return lines


@pytest.mark.parametrize("name", [name for name in MODULES if ".simulate" not in name])
def test_no_module_but_the_simulators_names_a_game(name: str) -> None:
    path = MODULES[name]
    lines = (
        without_help(path)
        if name.startswith("auditor.cli")
        else path.read_text(encoding="utf-8").splitlines()
    )
    naming = [number for number, line in enumerate(lines, start=1) if GAMES.search(line)]
    assert not naming, f"{path.name} names a game on line {naming[0]}: games belong to rulesets/"


SAY_WHAT_HELP_IMPORTS = """
import contextlib, io, sys
sys.argv = ["auditor", "--help"]
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    from auditor.cli import main
    main()
print(*sys.modules)
"""


@pytest.mark.skipif(
    not any(name.startswith("auditor.cli") for name in MODULES), reason="no command line yet"
)
def test_help_imports_nothing_slow() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SAY_WHAT_HELP_IMPORTS],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    slow = {"pandas", "numpy", "weasyprint", "openpyxl", "python_calamine", "jinja2", "lark"}
    assert not slow & set(done.stdout.split())
