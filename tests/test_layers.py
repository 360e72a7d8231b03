"""The order in which the package reads: a file imports only what stands before it.

Each test lists all offenders at once. The floors stand in tools/architecture.py, which prints them
for docs/architecture.md.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tools.architecture import LAYERS, MODULES, ROOT, TOPS, floors, imports, statements, within

# A simulator that shared code with the program that it puts to the test would share its mistakes:
# it knows nothing of the rule language, of the readers, of the engines, and not even of values.
STRANGERS = {"auditor_simulators": ("auditor_simulators",)}

LONGEST = 250  # lines of a class that one reader can keep in mind

# A docstring that begins with one of these names no thing: its reader has to look for the noun.
NAMELESS = re.compile(r"(What|The same|As above|Of what)\b")

# Every folder of rulesets/ names a game, but these: a law, a record and the words of all games.
NO_GAMES = {"article-47", "casino", "vocabulary"}
OTHER_NAMES = ("punto", "banco", "baccarat")


def test_every_module_stands_on_one_floor() -> None:
    assert {name: floors(name) for name in MODULES if len(floors(name)) != 1} == {}


def test_every_layer_has_a_module() -> None:
    met = {floor for name in MODULES for floor in floors(name)}
    assert [layer for number, layer in enumerate(LAYERS) if number not in met] == []


@pytest.fixture(scope="module")
def every_statement() -> list[tuple[Path, ast.stmt]]:
    """The statements of the package; only these tests hold them, a hundred megabytes."""
    return [(path, node) for name, path in MODULES.items() for node in statements(name)]


def test_no_class_is_too_long_to_be_read_at_once(
    every_statement: list[tuple[Path, ast.stmt]],
) -> None:
    long = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path, node in every_statement
        if isinstance(node, ast.ClassDef) and (node.end_lineno or 0) - node.lineno >= LONGEST
    ]
    assert long == []


def test_every_docstring_begins_with_the_name_of_a_thing_or_an_act(
    every_statement: list[tuple[Path, ast.stmt]],
) -> None:
    nameless = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {node.value.value!r}"
        for path, node in every_statement
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and NAMELESS.match(str(node.value.value))
    ]
    assert nameless == []


# Rooms that say the same thing twice on purpose: the two engines, and a part of the report with
# what it lays out.  A file of the command line is called as its command is, and a class of the
# syntax or of `findings.json` as the grammar or the format calls it.
MIRRORS = (
    ("auditor.judge", "auditor.engine"),
    ("auditor.judge", "auditor.language"),
    ("auditor.report.sections", "auditor.findings"),
)
CALLED_AS_THEIR_FORMAT = ("auditor.cli", "auditor.language.syntax", "auditor.report.model")
SAME_NAME = {"Reading", "Column", "Question"}
"""A reading of a log and of the law; a column of a file and of an engine; a question about a file
and about a case.
"""


def doubled(places: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Names with the modules that have them, where these are several and no mirrors."""
    found: dict[str, list[str]] = {}
    for name, module in places:
        if not any(within(module, room) for room in CALLED_AS_THEIR_FORMAT):
            found.setdefault(name, []).append(module)
    return {
        name: modules
        for name, modules in found.items()
        if len(modules) > 1
        and name not in SAME_NAME
        and not any(all(any(within(m, r) for r in pair) for m in modules) for pair in MIRRORS)
    }


def test_no_two_files_have_one_name() -> None:
    names = (name for name in MODULES if within(name, "auditor"))
    files = [name for name in names if MODULES[name].name != "__init__.py"]
    assert doubled((name.rpartition(".")[2], name) for name in files) == {}


def test_no_two_classes_have_one_name() -> None:
    classes = [
        (node.name, name)
        for name in MODULES
        if within(name, "auditor")
        for node in statements(name)
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]
    assert len(classes) > 500
    assert doubled(classes) == {}


def test_no_module_imports_upward() -> None:
    upward = [
        f"{name} imports {other}"
        for name in MODULES
        for other in imports(name)
        if other.split(".")[0] in TOPS and floors(other) > floors(name)
    ]
    assert upward == []


def test_no_module_imports_what_stands_outside_or_does_not_exist() -> None:
    lost = [f"{name} imports {other}" for name in MODULES for other in imports(name) - set(MODULES)]
    assert lost == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    try:
        TopologicalSorter({name: imports(name) for name in MODULES}).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(error.args[1]))


def test_strangers_do_not_meet() -> None:
    met = [
        f"{name} imports {other}"
        for stranger, known in STRANGERS.items()
        for name in MODULES
        if within(name, stranger)
        for other in imports(name)
        if not any(within(other, package) for package in known)
    ]
    assert met == []


# ---- games belong to rulesets/ ------------------------------------------------------------------
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


def games(folders: Iterable[str]) -> re.Pattern[str]:
    """The names of games: the folders of rulesets/, of which `boule-x` is found by `boule`."""
    own = sorted(set(folders) - NO_GAMES)
    basic = [name for name in own if not any(name.startswith(f"{other}-") for other in own)]
    names = [re.escape(name).replace(r"\-", "[-_ ]?") for name in (*basic, *OTHER_NAMES)]
    return re.compile(rf"(?<![a-z])({'|'.join(names)})s?(?![a-z])", re.IGNORECASE)


def lines_of(name: str) -> list[str]:
    """The lines of a module in which no game may be named; help texts may show one."""
    if within(name, "auditor.cli"):
        return without_help(MODULES[name])
    return MODULES[name].read_text(encoding="utf-8").splitlines()


def test_no_module_but_the_simulators_names_a_game() -> None:
    pattern = games(path.name for path in (ROOT / "rulesets").iterdir() if path.is_dir())
    naming = [
        f"{name}:{number}: {line.strip()}"
        for name in MODULES
        if not within(name, "auditor_simulators")
        for number, line in enumerate(lines_of(name), start=1)
        if pattern.search(line)
    ]
    assert naming == []


@pytest.mark.parametrize("line", ["ROULETTES = 37", "x.chemin_de_fer()", "Boule", "bataille_pat"])
def test_a_game_is_known_by_its_folder(line: str) -> None:
    folders = ("roulette", "chemin-de-fer", "boule", "bataille", "bataille-pat", *NO_GAMES)
    assert games(folders).search(line)


@pytest.mark.parametrize("line", ["casino", "article 47", "boulevard", "le chemin", "vocabulary"])
def test_other_words_name_no_game(line: str) -> None:
    folders = ("roulette", "chemin-de-fer", "boule", "bataille", *NO_GAMES)
    assert not games(folders).search(line)


def test_folders_that_name_no_game_exist() -> None:
    assert {name for name in NO_GAMES if not (ROOT / "rulesets" / name).is_dir()} == set()
