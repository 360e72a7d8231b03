"""`auditor diff`: the rehearsal of a change in the law."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from auditor.cli import app

DEMO = Path(__file__).parents[1] / "rules"
LOG = "event,casino,session,table,shoe,coup\n" + "burn,C,S,T,1,\n" * 5 + "deal,C,S,T,1,1\n"


@pytest.fixture(autouse=True)
def _files() -> None:
    Path("log.csv").write_text(LOG, "utf-8")
    text = (DEMO / "demo.rules").read_text("utf-8")
    for name, own in {"old": text, "new": text.replace("integer = 5", "integer = 6")}.items():
        Path(name).mkdir()
        Path(name, "vocabulary").symlink_to(DEMO / "vocabulary")
        Path(name, "demo.rules").write_text(own, "utf-8")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["diff", *arguments])


OLD, NEW = "old/demo.rules", "new/demo.rules"


def test_a_text_of_a_log_is_no_markdown() -> None:
    text = Path(NEW).read_text("utf-8").replace('"Five cards', '"![x](http://y) `a` Five cards')
    Path(NEW).write_text(text, "utf-8")
    [line] = [own for own in run(OLD, NEW).stdout.splitlines() if "![x]" in own]
    assert line.startswith("  - `text`: `fr ")
    assert line.count("```") == 2
    assert line.index("```") < line.index("![x]") < line.rindex("```")


# ---- revisions ----------------------------------------------------------------------------------
def git(*arguments: str) -> None:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *arguments], check=True, capture_output=True)


@pytest.fixture
def repository() -> None:
    """A repository whose first revision has another number, in a vocabulary's folder beside."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    Path("rules").mkdir()
    shutil.copytree(DEMO / "vocabulary", "rules/vocabulary")
    shutil.copy(OLD, "rules/demo.rules")
    git("init", "-q", "-b", "main")
    git("add", "rules")
    git("commit", "-qm", "one")
    words = Path("rules/vocabulary/demo-table.rules")
    words.write_text(words.read_text("utf-8").replace("event burn", "event burnt"), "utf-8")
    shutil.copy(NEW, "rules/demo.rules")


@pytest.mark.usefixtures("repository")
def test_a_revision_is_compared_with_the_working_folder() -> None:
    done = run("HEAD:rules/demo.rules", NEW, "log.csv", "--records", "all")
    assert done.exit_code == 1, done.output
    assert "- **param `burned`** changed\n  - `values`: `5` → `6`\n" in done.stdout
    assert "## 1 finding appears" in done.stdout
    assert run("HEAD:rules/demo.rules", "main:rules/demo.rules").exit_code == 0


@pytest.mark.usefixtures("repository")
def test_a_path_of_a_revision_may_count_from_the_working_folder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir("rules")
    assert run("HEAD:./demo.rules", "HEAD:rules/demo.rules").exit_code == 0


@pytest.mark.usefixtures("repository")
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nowhere:rules/demo.rules", "nowhere"),
        ("HEAD:rules/none.rules", "rules/none.rules"),
        ("--output=x:rules/demo.rules", "revision"),
        ("HEAD", "`HEAD:rules`"),
        (f"HEAD:{DEMO / 'demo.rules'}", "revision `HEAD` has no rule file"),
        ("HEAD:../rules/demo.rules", "revision `HEAD` has no rule file"),
    ],
)
def test_a_revision_that_is_not_there_is_said(name: str, why: str) -> None:
    done = run("--", name, OLD)
    assert (done.exit_code, done.stdout) == (2, "")
    assert why in done.stderr
    assert not Path("x").exists()


@pytest.mark.usefixtures("repository")
def test_rules_of_a_revision_that_have_errors_are_named_as_git_names_them() -> None:
    text = Path("rules/demo.rules").read_text("utf-8")
    Path("rules/demo.rules").write_text(text.replace("require amount", "require amuont"), "utf-8")
    git("commit", "-qam", "two")
    done = run("HEAD:rules/demo.rules", OLD)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "`HEAD:rules/demo.rules` have errors: HEAD:rules/demo.rules:" in done.stderr
    assert "/auditor-" not in done.stderr
