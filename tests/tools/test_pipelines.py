"""What other repositories run of this one: hooks, the action and the template."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from auditor.cli import COMMANDS

ROOT = Path(__file__).parents[2]
FILES = (".pre-commit-hooks.yaml", "action.yml", "tools/gitlab-rules.yml", "tools/guard-rules.sh")


@pytest.mark.parametrize("name", FILES)
def test_every_command_that_they_run_exists(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    commands = re.findall(r"\bauditor ([a-z]+)(?= [-\"$.{]|$)", text, re.MULTILINE)
    assert set(commands) <= set(COMMANDS)
    assert commands or name == "action.yml"


def test_each_hook_is_named_like_its_command() -> None:
    text = (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")
    hooks = re.findall(r"- id: auditor-(\w+)\n.*\n.*\n  entry: auditor (\w+)\n", text)
    assert hooks == [("fmt", "fmt"), ("check", "check"), ("test", "test")]


def test_logs_on_a_page_are_tried_when_the_page_alone_is_committed() -> None:
    text = (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")
    pattern = re.search(r"- id: auditor-test\n(?:  .*\n)*?  files: (.*)\n", text)
    assert pattern is not None
    names = ("five.rules", "rules/five/cases.md", "cases.md", "rules/five.cases.md")
    assert all(re.search(pattern[1], name) for name in names)
    assert not any(re.search(pattern[1], name) for name in ("docs/showcases.md", "five.rules.bak"))


@pytest.mark.parametrize(
    ("ends", "status"),
    [((0, 0, 0), 0), ((1, 0, 0), 1), ((0, 2, 1), 2), ((0, 0, 1), 1), ((3, 1, 0), 3)],
)
def test_all_is_run_and_the_gravest_end_is_told(
    ends: tuple[int, int, int], status: int, tmp_path: Path
) -> None:
    stub = tmp_path / "auditor"
    cases = "".join(
        f"{command}) exit {end} ;;\n"
        for command, end in zip(("fmt", "check", "test"), ends, strict=True)
    )
    stub.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/said\ncase $1 in\n{cases}esac\n', "utf-8")
    stub.chmod(0o755)
    done = subprocess.run(
        [ROOT / "tools" / "guard-rules.sh", "a b", "c"],
        env={"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "AUDITOR_SARIF": "x.sarif"},
        check=False,
    )
    assert done.returncode == status
    assert (tmp_path / "said").read_text("utf-8").splitlines() == [
        "fmt --check a b c",
        "check --format github a b c",
        "test --format github a b c",
        "check --format sarif --output x.sarif a b c",
    ]


@pytest.mark.parametrize("paths", ["a b", "a\nb\n", " a\n  b"])
def test_the_action_guards_all_paths_on_whatever_lines(paths: str, tmp_path: Path) -> None:
    """A path that is not read is guarded by nobody, and the step succeeds."""
    step = (ROOT / "action.yml").read_text("utf-8").split("      run: |\n")[-1]
    script = tmp_path / "tools" / "guard-rules.sh"
    script.parent.mkdir()
    script.write_text('#!/bin/sh\necho "$# $*"\nexit 1\n', "utf-8")
    script.chmod(0o755)
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step],
        env={"PATH": os.environ["PATH"], "ACTION": str(tmp_path), "PATHS": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "2 a b\n")
