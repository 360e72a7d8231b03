"""Files that are no files, that never end, or that nobody wrote: each is said, none hangs."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from auditor.cli import app
from auditor.guarded_file import NoFileError, open_file, read_file

ROOT = Path(__file__).parent.parent
RULES = ROOT / "tests" / "rules"
DEMO = RULES / "demo.rules"
LOG = "event,casino,session,table,shoe\nburn,C,S,T,1\n"


def ran(*arguments: str) -> tuple[int, str]:
    """The exit status and the output of a command."""
    result = CliRunner().invoke(app, arguments)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.output


def ran_alone(*arguments: str, stdin: str | None = None) -> tuple[int, str]:
    """What `ran` gives, of a command in a process of its own.

    A command that hangs, or exhausts its stack, harms no test there.
    """
    done = subprocess.run(
        [sys.executable, "-m", "auditor", *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT), "LANG": "C"},
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("log.csv").write_text(LOG, "utf-8")
    Path("zero").symlink_to("/dev/zero")
    os.mkfifo("pipe")
    Path("folder").mkdir()


def test_only_regular_files_of_bounded_size_are_opened() -> None:
    with socket.socket(socket.AF_UNIX) as own:
        own.bind("socket")
        for name, says in {
            "zero": "device",
            "pipe": "pipe",
            "folder": "folder",
            "socket": "socket",
            "nothing": "no such file",
        }.items():
            with pytest.raises(NoFileError, match=says):
                open_file(Path(name), 10)
    with pytest.raises(NoFileError, match="larger"):
        read_file(Path("log.csv"), 10)
    assert read_file(Path("log.csv"), len(LOG)).decode() == LOG


@pytest.mark.sampled(8)
@pytest.mark.parametrize(
    ("option", "name"),
    [
        *(("LOG", name) for name in ("zero", "pipe", "folder")),
        *(("--rules", name) for name in ("zero", "pipe")),
        ("--mapping", "pipe"),
        ("--params", "zero"),
        ("words", "pipe"),
    ],
)
def test_what_is_no_file_is_said(option: str, name: str) -> None:
    arguments = ["audit", "log.csv", option, name]
    if option == "LOG":
        arguments = ["audit", name, "--rules", str(DEMO)]
    elif option == "words":
        Path("own").mkdir()
        Path("own", "demo.rules").write_bytes(DEMO.read_bytes())
        Path("own", "words.toml").symlink_to(Path(name).absolute())
        arguments = ["audit", "log.csv", "--rules", "own/demo.rules"]
    elif option != "--rules":
        arguments += ["--rules", str(DEMO)]
    status, said = ran_alone(*arguments)
    assert status == 2
    assert any(word in said for word in ("device", "pipe", "folder", "rule file")), said


def test_a_pipe_among_rules_does_not_hang_the_check() -> None:
    os.mkfifo("folder/f.rules")
    status, said = ran_alone("check", "folder")
    assert status == 1
    assert "folder/f.rules:1:1: error[E105]: the file cannot be read: It is a pipe" in said


def test_rules_from_a_pipe_are_refused_and_not_passed_unread() -> None:
    status, said = ran_alone("check", "/dev/stdin", stdin="nonsense")
    assert status == 2
    assert "It is a pipe" in said


def test_rule_files_beyond_the_bound_are_an_error() -> None:
    for number in range(202):
        Path("folder", f"r{number:03}.rules").write_text("", "utf-8")
    Path("folder", "folder.rules").write_text(DEMO.read_text("utf-8"), "utf-8")
    status, said = ran("check", "folder")
    assert status == 1
    assert "r199.rules:1:1: error[E105]: this file and those after it are not read" in said
    assert said.count("E105") == 1


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("sign", "many"), [("-", 200), ("+", 5000), (" times ", 950), ("/", 5000)])
def test_a_chain_of_signs_is_too_deep(sign: str, many: int) -> None:
    old = "require amount <= posted"
    text = DEMO.read_text("utf-8").replace(old, f"require amount{f' {sign} 1' * many} <= posted")
    Path("deep.rules").write_text(text, "utf-8")
    status, said = ran_alone("check", "deep.rules")
    assert status == 1
    assert "E100" in said


@pytest.mark.parametrize(("of", "many"), [("a{0} + a{0}", 60), ("a{0} + 1", 400)])
@pytest.mark.parametrize("where", ["  for each stake\n", "record r for each stake\n"])
def test_a_name_that_stands_for_too_much_is_named(of: str, many: int, where: str) -> None:
    """Twice as much with each line: the check would not end, or exhaust its stack."""
    Path("vocabulary").symlink_to(DEMO.parent / "vocabulary")
    lets = "".join(f"  let a{n + 1} = {of.format(n)}\n" for n in range(many))
    text = DEMO.read_text("utf-8") + "\n\nrecord r for each stake\n"
    text = text.replace(where, f"{where}  let a0 = amount\n{lets}", 1)
    Path("deep.rules").write_text(text, "utf-8")
    status, said = ran("check", "deep.rules")
    assert status == 1
    assert said.count("E100") == 1
    assert "stands for too much" in said


def test_a_chain_that_is_not_too_deep_is_followed_to_its_end() -> None:
    Path("vocabulary").symlink_to(DEMO.parent / "vocabulary")
    old = "require amount <= posted"
    text = DEMO.read_text("utf-8").replace(old, f"require amount{' + 0' * 140} <= posted")
    Path("deep.rules").write_text(text, "utf-8")
    for command in (["check"], ["test", "--coverage", "lcov"]):
        status, said = ran(*command, "deep.rules")
        assert status < 2, said
