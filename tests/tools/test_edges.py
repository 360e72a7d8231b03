"""Edges: examples that are written because they notice a change to the rules."""

from pathlib import Path

from typer.testing import CliRunner

from auditor.cli import app
from tests.authoring.test_mutation import RULES, THREE, _english, example
from tools.edges import main

english = _english


def test_examples_that_notice_are_written_into_edges() -> None:
    """Three and five stakes do not tell `3` from `4`; five without one of them do."""
    fair = Path("fair")
    fair.mkdir()
    five = example("five", "violates", 20, 20, 20, 20, 20)
    fair.joinpath("fair.rules").write_text(f"{RULES}{THREE}\n{five}", "utf-8")
    run = CliRunner().invoke

    def left() -> tuple[int, int]:
        done = run(app, ["test", "fair", "--mutate"])
        return done.exit_code, sum(
            "no example notices" in line for line in done.output.splitlines()
        )

    before = left()
    main(["fair"])
    edges = fair / "edges" / "edges.rules"
    assert run(app, ["fmt", "--check", str(edges)]).exit_code == 0
    assert run(app, ["test", "fair"]).exit_code == 0
    assert before[0] == 1
    after = left()
    assert after[1] < before[1]
    text = edges.read_text("utf-8")
    [most] = [own for own in text.split("example ") if "3 → 4" in own.partition("\n")[0]]
    assert " violates at 5\n" in most, most
    assert most.count("| stake player=a bet=main amount=11") == 4
    main(["fair"])
    assert edges.read_text("utf-8") == text
