"""Signs that programs put into cells: for nothing, around a text, for who gains."""

from pathlib import Path

import pytest

from auditor.log.csv import plain_csv
from tests.log.mapping.reading import events, table

HEADER = "event,coup,player,seat,bet,amount\n"


def said(rows: list[tuple[int, str]]) -> list[str]:
    return [text for _, text in rows]


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("loss", ["-10", "(10)", "−10", "10-"])
def test_signs_of_a_ledger_are_no_part_of_the_sum(
    tmp_path: Path, loss: str, large: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if large:
        monkeypatch.setattr(plain_csv, "WORTHWHILE", 0)
    rows = f"stake,1,J1,2,main,10\npay,1,J1,2,main,{loss}\npay,2,J1,2,main,{loss}\n"
    own = table(tmp_path, HEADER + rows)
    assert said(events(own))[1] == "pay amount=10 bet=main coup=1 player=J1 seat=2"
    assert "`pay`" in str(own.notes[-1])
