"""`auditor test` on Markdown pages: logs with what an audit finds beside their rows."""

from __future__ import annotations

from pathlib import Path

import pytest
from defusedxml.ElementTree import fromstring
from typer.testing import CliRunner, Result

from auditor.cli import app

DEMO = Path(__file__).parents[1] / "rules"
PAGE = """\
# What five cards are

## Four cards

```log
# --records all
event, casino, session, table, shoe, coup
burn,  C,      S,       T,     1            ← five-burned: 4 cards burned, 5 required
burn,  C,      S,       T,     1
burn,  C,      S,       T,     1
burn,  C,      S,       T,     1
deal,  C,      S,       T,     1,    1
```

## Five cards

```log
# --records all
event, casino, session, table, shoe, coup
burn,  C,      S,       T,     1
burn,  C,      S,       T,     1
burn,  C,      S,       T,     1
burn,  C,      S,       T,     1
burn,  C,      S,       T,     1
deal,  C,      S,       T,     1,    1
```
"""


@pytest.fixture(autouse=True)
def _files() -> None:
    Path("vocabulary").symlink_to(DEMO / "vocabulary")
    Path("demo.rules").write_text((DEMO / "demo.rules").read_text("utf-8"), "utf-8")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["test", *arguments])


def put(text: str, name: str = "demo.cases.md") -> None:
    Path(name).write_text(text, "utf-8")


def examples() -> int:
    return int(run("demo.rules").stdout.split()[0])


def test_a_page_beside_the_rules_is_run_with_them() -> None:
    before = examples()
    put(PAGE)
    done = run("demo.rules")
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith(f"{before + 2} examples of ")


def test_a_page_that_is_named_is_run_alone() -> None:
    put(PAGE)
    assert run("demo.cases.md").stdout == "2 examples of 1 rule: all as they say\n"
    assert run("demo.cases.md", "--select", "*Five*").stdout.startswith("1 example of")


def test_a_folder_has_its_pages() -> None:
    Path("five").mkdir()
    for name in ("demo.rules", "vocabulary"):
        Path(name).rename(Path("five", name))
    put(PAGE, "five/of-cards.cases.md")
    for other in ("README.md", "showcases.md"):
        put("```log\nnothing\n```\n", f"five/{other}")
    done = run("five", "--select", "demo/of-cards")
    assert (done.exit_code, done.stdout) == (0, "2 examples of 1 rule: all as they say\n")


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("   ← five-burned: 4 cards burned, 5 required", "", 8, "expected no finding, but five-"),
        ("burn,  C,      S,       T,     1\nd", "d", 20, "expected no finding, but five-burned: 4"),
        ("T,     1\nburn", "T,     1   ← paid-once\nburn", 9, "expected paid-once, but no finding"),
        ("4 cards burned", "3 cards burned", 8, "expected five-burned: 3 cards burned"),
        ("← five-burned", "← demo/five-burned", 0, ""),
        ("← five-burned: 4 cards burned, 5 required", "← five-burned", 0, ""),
    ],
)
def test_what_stands_beside_a_row_is_what_is_found(
    old: str, new: str, line: int, says: str
) -> None:
    head, _, tail = PAGE.rpartition(old) if line == 20 else PAGE.partition(old)
    put(head + new + tail)
    done = run("demo.cases.md")
    assert done.exit_code == (1 if line else 0)
    assert not line or done.stdout.startswith(f"demo.cases.md:{line}:1: ")
    assert says in done.stdout


def test_a_page_may_hold_its_own_rules() -> None:
    rules = Path("demo.rules").read_text("utf-8").replace("integer = 5", "integer = 4")
    words = (DEMO / "vocabulary" / "demo-table.rules").read_text("utf-8")
    for name in ("demo.rules", "vocabulary"):
        Path(name).unlink()
    files = {"demo-table.rules": words, "four.rules": rules}
    blocks = "".join(f"```rules\n# file: {name}\n{own}```\n\n" for name, own in files.items())
    log = PAGE[PAGE.index("```log") : PAGE.index("## Five cards")]
    put(blocks + log.replace("   ← five-burned: 4 cards burned, 5 required", ""), "page.md")
    assert run("page.md").stdout == "1 example of 1 rule: all as they say\n"


def test_a_log_that_cannot_be_audited_fails() -> None:
    put("# Nothing\n\n```log\nnothing\n```\n")
    done = run("demo.cases.md")
    assert done.exit_code == 1
    assert done.stdout.startswith("demo.cases.md:4:1: example “Nothing” of ")
    assert run("none.md").exit_code == 2


def test_build_servers_are_told_of_pages_too() -> None:
    put(PAGE.replace("5 required", "6 required"))
    [suite] = fromstring(run("demo.cases.md", "--format", "junit").stdout)
    assert [(own.get("name"), len(own)) for own in suite] == [("Four cards", 1), ("Five cards", 0)]


@pytest.mark.parametrize(
    ("begins", "ends"),
    [("```log title=x", "```"), ("~~~log", "~~~"), ("  ````log", "  ````"), ("```log", "")],
)
def test_a_log_is_found_however_its_block_is_fenced(begins: str, ends: str) -> None:
    rows = "# --records all\nevent,casino,session,table,shoe,coup\nburn,C,S,T,1\ndeal,C,S,T,1,1\n"
    put(f"# One card\n\n```csv title=y\na,b\n```\n\n{begins}\n{rows}{ends}\n")
    done = run("demo.cases.md")
    assert done.exit_code == 1
    assert "but five-burned: 1 cards burned, 5 required" in done.stdout


def test_an_option_that_is_none_fails() -> None:
    put(PAGE.replace("# --records all", "# --recods all", 1))
    done = run("demo.cases.md")
    assert done.exit_code == 1
    assert "expected --param, --records, --rules, but --recods" in done.stdout
