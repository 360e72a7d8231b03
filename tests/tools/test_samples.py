"""The committed sample logs are what is written, and say what their records say."""

import csv
import json
from pathlib import Path

import pytest

from tests.simulate.log_oracle import Row, key
from tests.simulate.simulated import PLACE, broken, judge_of
from tools.samples import bataille, games
from tools.samples.sample import Sample, write_samples

FOLDER = Path(__file__).parent.parent.parent / "samples"
SAMPLES = (*bataille.SAMPLES, *games.SAMPLES)
FAULTY = [sample for sample in SAMPLES if sample.faults]
PARTS = 6


def title(sample: Sample) -> str:
    return f"{sample.folder}/{sample.name}"


def read(sample: Sample) -> list[Row]:
    path = FOLDER / sample.folder / f"{sample.name}.csv"
    with path.open(encoding="utf-8", newline="") as file:
        lines = csv.DictReader(file)
        return [{name: cell for name, cell in line.items() if cell} for line in lines]


def judged(sample: Sample) -> list[tuple[str, Row]]:
    return judge_of(sample.game.name)(read(sample))


@pytest.mark.sampled(PARTS)
@pytest.mark.parametrize("part", range(PARTS))
def test_the_samples_are_what_is_written(part: int, tmp_path: Path) -> None:
    some = SAMPLES[part::PARTS]
    write_samples(tmp_path, some)
    written = [path for path in tmp_path.rglob("*.*") if path.suffix in {".csv", ".json"}]
    assert len(written) == 2 * len(some) + sum(bool(sample.faults) for sample in some)
    for path in written:
        committed = FOLDER / path.relative_to(tmp_path)
        assert committed.read_bytes() == path.read_bytes(), f"`{committed}` is out of date"
    assert all((FOLDER / path.relative_to(tmp_path)).exists() for path in tmp_path.rglob("*.xlsx"))


@pytest.mark.parametrize("sample", [s for s in SAMPLES if not s.faults], ids=title)
def test_a_lawful_sample_breaks_nothing(sample: Sample) -> None:
    assert len(read(sample)) > 100
    assert judged(sample) == []


@pytest.mark.parametrize("sample", FAULTY, ids=title)
def test_a_faulty_sample_breaks_what_its_record_says_and_nothing_else(sample: Sample) -> None:
    path = FOLDER / sample.folder / f"{sample.name}.injected.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    assert [entry["fault"] for entry in record] == list(sample.faults)
    rows = read(sample)
    found = judged(sample)
    assert broken(found) == {name for entry in record for name in entry["provisions"]}
    shown = {key(rows[row - 2], *PLACE) for entry in record for row in entry["rows"]}
    assert {key(row, *PLACE) for _, row in found if row} <= shown
    for entry in record:
        places = {key(rows[row - 2], *PLACE) for row in entry["rows"]}
        assert any(
            name in entry["provisions"] and (not row or key(row, *PLACE) in places)
            for name, row in found
        )


def test_games_with_many_rules_have_samples_of_many_faults() -> None:
    several = {sample.folder: len(sample.faults) for sample in FAULTY}
    for name in ("bataille", "boule", "vingt-trois", "punto-banco", "bataille-familiale"):
        assert several[name] >= 6
    assert len(several) == 17
