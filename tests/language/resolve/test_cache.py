"""The cache gives what compiling gives, and is never in its way."""

import hashlib
import hmac
import os
import pickle
import shutil
import zlib
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from datetime import date
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from auditor.authoring import review as check
from auditor.authoring.kept import load_program
from auditor.authoring.review import review
from auditor.language.core import Program
from auditor.language.resolve import cache as store
from auditor.language.resolve.search_path import Answers, available
from auditor.language.syntax import grammar
from auditor.types import Enumeration
from auditor.values import Card, Range
from tools.grammar import PLACE, packed

RULES = Path(__file__).parents[2] / "rules"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for all that is kept."""
    monkeypatch.setenv("AUDITOR_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """A ruleset of its own, in a folder, with the vocabulary that it uses."""
    shutil.copytree(RULES, tmp_path / "rules")
    own = tmp_path / "rules" / "demo"
    own.mkdir()
    (tmp_path / "rules" / "demo.rules").rename(own / "demo.rules")
    return own


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The paths of which the rules were compiled."""
    compiled: list[Path] = []
    really = check.review_with_answers

    def counted(path: Path) -> object:
        compiled.append(path)
        return really(path)

    monkeypatch.setattr(check, "review_with_answers", counted)
    return compiled


def program_at(path: Path) -> Program:
    found = load_program(path)
    assert isinstance(found, Program)
    return found


def burned(path: Path) -> object:
    return program_at(path).params["burned"].values[0][1]


def parts(value: object) -> Iterator[object]:
    """All that a value is made of, in order, what does not count in comparisons included."""
    yield type(value)
    match value:
        case frozenset():
            yield value
            yield {type(inner) for inner in value}
        case dict():
            for key, inner in value.items():
                yield key
                yield from parts(inner)
        case tuple():
            yield len(value)
            for inner in value:
                yield from parts(inner)
        case _ if is_dataclass(value):
            for part in fields(value):
                yield from parts(getattr(value, part.name))
        case _:
            yield value


# ---- the same -----------------------------------------------------------------------------------
@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", [*[*available()][::3], None])
def test_a_kept_program_is_what_compiling_gives(
    name: str | None, folder: Path, compilations: list[Path]
) -> None:
    path = RULES / "demo.rules" if name is None else available()[name]
    fresh, _ = review(path)
    assert fresh is not None
    compilations.clear()
    first, again = program_at(path), program_at(path)
    assert compilations == [path]
    assert again is not first
    assert list(parts(again)) == list(parts(first)) == list(parts(replace(fresh, examples=())))
    assert len(list(folder.iterdir())) == 1


def test_the_comparison_sees_where_things_stand() -> None:
    program, _ = review(RULES / "demo.rules")
    assert program is not None
    rule = program.rules[0]
    moved = replace(rule, span=replace(rule.span, line=rule.span.line + 1))
    assert moved == rule
    assert list(parts(moved)) != list(parts(rule))


def test_values_of_all_sorts_are_read_back() -> None:
    kind = Enumeration("colour", ("red", "black"), open=True)
    value = (
        (1, True, None, "é", Fraction(1, 3), date(2026, 1, 9)),
        {"cards": (Card("A", "S"), Card("JK", "1")), "set": frozenset({1, Fraction(1, 2)})},
        Range(None, 5),
        kind,
    )
    read = store._loads(store._dumps(value))
    assert list(parts(read)) == list(parts(value))


def test_the_tables_that_are_shipped_are_those_of_the_grammar(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where this fails, `python -m tools.grammar` writes them anew."""
    assert grammar.shipped_tables() is not None
    monkeypatch.setattr(grammar, "lark_version", "0.1")
    assert grammar.shipped_tables() is None


def test_the_tables_that_are_shipped_are_made_anew_byte_for_byte() -> None:
    # Another process made the file, with its sets in another order.
    stamp, _, tables = PLACE.read_bytes().partition(b"\n")
    again, _, anew = packed().partition(b"\n")
    assert stamp == again
    assert zlib.decompress(tables) == zlib.decompress(anew)


# ---- what changes -------------------------------------------------------------------------------
BELL = (RULES / "vocabulary" / "demo-table.rules").read_text("utf-8") + "\nevent bell (seat)\n"
CHANGES = [
    ("demo.rules", "burned : integer = 5", "burned : integer = 6"),
    ("more.rules", "", 'param more : integer = 1\n  fr "x" en "x"\n'),
    ("vocabulary/demo-table.rules", "", BELL),  # nearer than the one that was used
]


@pytest.mark.parametrize(("name", "was", "becomes"), CHANGES, ids=[own for own, *_ in CHANGES])
def test_what_is_changed_is_read_again(
    name: str, was: str, becomes: str, folder: Path, rules: Path
) -> None:
    assert folder is not None
    file, before = rules / name, program_at(rules)
    text = file.read_text("utf-8") if file.exists() else ""
    file.parent.mkdir(exist_ok=True)
    file.write_text(text.replace(was, becomes), "utf-8")
    changed = program_at(rules)
    assert (changed.params, changed.vocabulary) != (before.params, before.vocabulary)
    if text:
        file.write_text(text, "utf-8")
    else:
        file.unlink()
    assert program_at(rules) == before


def test_broken_rules_are_not_kept(folder: Path, rules: Path, compilations: list[Path]) -> None:
    file = rules / "demo.rules"
    text = file.read_text("utf-8")
    file.write_text(text.replace("for each shoe", "for each boot"), "utf-8")
    for _ in range(2):
        errors = load_program(rules)
        assert isinstance(errors, tuple)
        assert any("boot" in str(error.message) for error in errors)
    assert compilations == [rules, rules]
    assert not any(folder.iterdir())


def test_the_same_name_elsewhere_is_another_ruleset(
    folder: Path, rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert folder is not None
    other = tmp_path / "other"
    shutil.copytree(rules.parent, other)
    file = other / "demo" / "demo.rules"
    text = file.read_text("utf-8").replace("burned : integer = 5", "burned : integer = 7")
    file.write_text(text, "utf-8")
    found = []
    for place in (rules.parent, other, rules.parent):
        monkeypatch.chdir(place)
        found.append(burned(Path("demo")))
    assert found == [5, 7, 5]


def test_another_program_compiles_anew(
    folder: Path, rules: Path, compilations: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert folder is not None
    program_at(rules)
    monkeypatch.setattr(store, "program_digest", lambda: "of tomorrow")
    program_at(rules)
    program_at(rules)
    assert compilations == [rules, rules]


def test_a_changed_source_makes_another_program(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("1", "utf-8")
    before = store._digest(tmp_path)
    (tmp_path / "one.py").write_text("2", "utf-8")
    changed = store._digest(tmp_path)
    (tmp_path / "two.py").write_text("", "utf-8")
    assert len({before, changed, store._digest(tmp_path)}) == 3


# ---- what is not to be trusted ------------------------------------------------------------------
def entry(folder: Path) -> Path:
    [file] = folder.iterdir()
    return file


@pytest.mark.parametrize("damage", ["empty", "cut", "changed", "unreadable"])
def test_a_damaged_file_is_ignored(
    damage: str, folder: Path, rules: Path, compilations: list[Path]
) -> None:
    program_at(rules)
    file = entry(folder)
    content = file.read_bytes()
    half, other, rest = content[: len(content) // 2], content[len(content) // 2], b""
    if damage == "unreadable":
        file.unlink()
        file.mkdir()
    else:
        rest = bytes([other ^ 1]) + content[len(half) + 1 :]
        file.write_bytes({"empty": b"", "cut": half, "changed": half + rest}[damage])
    for _ in range(1 if damage == "unreadable" else 2):  # it is kept anew
        assert burned(rules) == 5
        assert compilations == [rules, rules]


@pytest.mark.parametrize("by", ["nobody", "somebody else"])
def test_an_entry_that_is_planted_drops_no_rule(
    folder: Path, rules: Path, compilations: list[Path], by: str
) -> None:
    program = program_at(rules)
    file = entry(folder)
    stamp, answers, _ = store._loads(file.read_bytes()[32:])
    without = store._dumps((stamp, answers, store._dumps(replace(program, rules=()))))
    digest = hashlib.sha256(without).digest()
    if by == "somebody else":
        digest = hmac.digest(b"?" * 32, without, "sha256")
    file.write_bytes(digest + without)
    assert program_at(rules).rules == program.rules != ()
    assert compilations == [rules, rules]


@pytest.mark.skipif(os.name != "posix", reason="permissions are those of POSIX")
def test_nothing_is_kept_with_a_key_that_others_know(
    folder: Path, rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    program_at(rules)
    key = tmp_path / "data" / "auditor" / "cache.key"
    assert (key.stat().st_mode & 0o777, len(key.read_bytes())) == (0o600, 32)
    entry(folder).unlink()
    key.chmod(0o644)
    program_at(rules)
    assert not list(folder.iterdir())


class _Harm:
    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> tuple[object, ...]:
        return os.mkdir, (str(self.file),)


def test_a_file_runs_no_foreign_code(folder: Path, rules: Path, tmp_path: Path) -> None:
    program_at(rules)
    file, harm = entry(folder), tmp_path / "harm"
    body = pickle.dumps(_Harm(harm))
    seal = store._seal()
    assert seal is not None
    file.write_bytes(hmac.digest(seal, body, "sha256") + body)
    assert burned(rules) == 5
    assert not harm.exists()
    pickle.loads(body)  # it would have
    assert harm.exists()


@pytest.mark.parametrize(
    "harmful", [os.system, os.mkdir, eval, pickle.loads, shutil.rmtree, review, Path]
)
def test_only_classes_of_values_are_looked_up(harmful: object) -> None:
    with pytest.raises(pickle.UnpicklingError):
        store._loads(pickle.dumps(harmful))


# ---- where ------------------------------------------------------------------------------------
def test_it_is_switched_off(
    rules: Path, tmp_path: Path, compilations: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("AUDITOR_CACHE", "off")
    program_at(rules)
    program_at(rules)
    assert compilations == [rules, rules]
    assert not (tmp_path / "home").exists()


@pytest.mark.skipif(os.name != "posix", reason="the user's folder is elsewhere")
def test_it_stands_in_the_users_cache_folder(
    rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("AUDITOR_CACHE")
    program_at(rules)
    assert entry(tmp_path / "home" / "auditor").is_file()


@pytest.mark.skipif(os.name != "posix", reason="permissions are those of POSIX")
def test_a_folder_that_others_can_write_is_not_used(
    folder: Path, rules: Path, compilations: list[Path]
) -> None:
    program_at(rules)
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o777)
    program_at(rules)
    assert compilations == [rules, rules]


def test_a_folder_that_cannot_be_made_is_done_without(
    folder: Path, rules: Path, compilations: list[Path]
) -> None:
    folder.write_text("a file", "utf-8")
    assert burned(rules) == 5
    assert compilations == [rules]


def test_the_folder_keeps_the_few_files_that_were_used_last(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "_MOST", 3)
    made: list[int] = []

    def make(number: int) -> tuple[int, Answers]:
        made.append(number)
        return number, {}

    for number in (1, 2, 3, 1, 4, 1, 5, 1):
        assert store.cached(f"number {number}", partial(make, number)) == number
        for file in folder.iterdir():  # time goes by
            os.utime(file, ns=(0, file.stat().st_mtime_ns - 10**9))
    assert made == [1, 2, 3, 4, 5]
    assert len(list(folder.iterdir())) == 3


def test_one_object_serves_all_audits_of_a_process(folder: Path, rules: Path) -> None:
    assert folder is not None
    program_at(rules)
    assert program_at(rules) is program_at(rules)
