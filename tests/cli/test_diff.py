"""`auditor diff`: what others wrote in a changed text is shown as it is."""

from __future__ import annotations

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
