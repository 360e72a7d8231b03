"""A cell of any length, in any format: no reader hands it on, and a mapping looks at none."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from auditor.cli import app
from auditor.log.files.limits import LIMITS
from auditor.log.propose.trial import probe
from tests.log.forms import FORMS
from tests.log.read import table_of, why

SHORT = "x" * LIMITS.cell_length
TEXTS = ("csv", "json", "html", "sql", "db")
DIGITS = "9" * 5000
"""More than Python makes a number of."""


@pytest.mark.sampled(5)
@pytest.mark.parametrize("form", TEXTS)
@pytest.mark.parametrize(("name", "cell"), [("staff", f"{SHORT}x"), (f"{SHORT}x", "CR1")])
def test_a_file_with_a_longer_cell_is_refused(
    form: str, name: str, cell: str, tmp_path: Path
) -> None:
    path = tmp_path / f"log.{form}"
    FORMS[form](path, [["time", "event", name], ["2026-01-09T20:00:00", "open", cell]])
    assert "longer" in why(path)
    assert probe(path, path.name).refusals


@pytest.mark.parametrize("form", TEXTS)
def test_a_cell_of_the_longest_is_read(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"log.{form}"
    FORMS[form](path, [["time", "event", "staff"], ["2026-01-09T20:00:00", "open", SHORT]])
    table = table_of(path)
    assert [cells[table.header.index("staff")] for _, cells in table.rows] == [SHORT]


@pytest.mark.sampled(12)
@pytest.mark.parametrize("form", ["csv", "json", "xlsx", "parquet", "db", "sql", "xml"])
@pytest.mark.parametrize(
    "head",
    [
        ["when", "table", "stake", "paid"],
        ["when", f"table {DIGITS}", "stake", DIGITS],
        ["when", f"card{DIGITS}", "card2", "card3"],
    ],
    ids=["cells", "names", "numbered names"],
)
def test_map_reads_a_cell_of_five_thousand_digits(
    form: str, head: list[str], tmp_path: Path
) -> None:
    path = tmp_path / f"log.{form}"
    FORMS[form](path, [head, *([f"2026-01-09 20:0{at}:00", *[DIGITS] * 3] for at in range(3))])
    if form == "json":  # its cells of digits stand without quotes, as numbers
        path.write_text(path.read_text().replace(f': "{DIGITS}"', f": {DIGITS}"))
    done = CliRunner().invoke(app, ["map", str(path)])
    assert done.exit_code == 0, done.output
    assert "[columns]" in done.stdout or "[[events]]" in done.stdout
