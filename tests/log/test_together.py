"""Several files put together: the cases of `together.txt`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from auditor.log.files.open import read_tables
from auditor.log.store.columns_of_tables import Everything, assemble
from auditor.request import ruleset

HEADER = "time,casino,session,table,coup,event,player,bet,number,amount"
_, *CASES = re.split(
    r"^# ", Path(__file__).with_name("together.txt").read_text("utf-8"), flags=re.MULTILINE
)


def written(row: str, table: str) -> str:
    time, coup, *said = row.split(" ")
    own = ",".join((f"2026-01-09{time}", "Nord", "1", table, coup, *said))
    return own + "," * (9 - own.count(","))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.partition("\n")[0])
def test_rows_of_one_instant_are_in_the_order_that_others_show(case: str, tmp_path: Path) -> None:
    files, holds, table = dict[str, list[str]](), dict[str, str](), ""
    for line in case.splitlines()[1:]:
        word, _, rest = line.partition(" ")
        if word == "file":
            name, table = rest.split()
            files[name] = [HEADER]
        elif word == ">":
            [*files.values()][-1].append(written(rest, table))
        elif word not in ("", "//"):
            holds[word] = rest
    every = []
    for name, lines in files.items():
        (tmp_path / name).write_text("\n".join([*lines, ""]), "utf-8")
        every += read_tables(tmp_path / name, f"{name}.csv")[0]
    log = assemble(every, ruleset("boule").vocabulary, Everything(), whole=False)
    coups = [str(own.values.get("coup", "")) for own in log.events]
    kinds = (own.kind for own in log.events)
    found: dict[str, object] = {
        "order": ", ".join(" ".join(own).strip() for own in zip(kinds, coups, strict=True)),
        "coups": " ".join(coups),
        "places": log.instants.places.tolist(),
        "bounds": log.instants.bounds.tolist(),
        "many": log.instants.many,
        "assumed": sorted({" ".join(sorted(pair)) for pair in log.instants.assumed}),
    }
    assert holds == {name: str(found[name]) for name in holds}
