"""A chain of acts of which none can be changed, left out, or half-written."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import pytest
from typer.testing import CliRunner

from auditor.cli import app
from auditor.desk.acts import Chain, Kind
from auditor.desk.cabinet import BadPackError, Cabinet, CaseFolder, TakenError
from tests.desk.conftest import NOW
from tests.tables import column, table


@pytest.fixture
def chain(tmp_path: Path) -> Chain:
    own = Chain(tmp_path / "actes.sqlite")
    for number in range(1, 6):
        own.add("declared", {"topic": "t", "n": number}, at=NOW, who="É")
    return own


def test_acts_come_back_as_they_were_written(chain: Chain) -> None:
    acts = chain.all()
    assert [act.says["n"] for act in acts] == [1, 2, 3, 4, 5]
    assert {act.who for act in acts} == {"É"}
    assert acts[0].at == "2026-02-03T10:30:00+00:00"
    assert chain.broken() is None


@pytest.mark.parametrize("what", ["UPDATE act SET who = 'x'", "DELETE FROM act WHERE number = 5"])
def test_the_file_itself_refuses_to_change_an_act(chain: Chain, what: str, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "actes.sqlite") as file, pytest.raises(sqlite3.IntegrityError):
        file.execute(what)
    assert len(chain.all()) == 5


@pytest.mark.parametrize(("what", "first"), table(__file__, "Acts changed behind the triggers"))
def test_who_goes_round_the_file_is_found_out(
    chain: Chain, what: str, first: str, tmp_path: Path
) -> None:
    with sqlite3.connect(tmp_path / "actes.sqlite") as file:
        file.executescript("DROP TRIGGER act_stays; DROP TRIGGER act_remains;" + what)
    assert chain.broken() == int(first)


def test_two_windows_make_one_chain(chain: Chain) -> None:
    with ThreadPoolExecutor(8) as pool:
        done = [
            pool.submit(chain.add, "declared", {"topic": "t", "n": at}, at=NOW) for at in range(40)
        ]
    assert len({own.result().number for own in done}) == 40
    assert len(chain.all()) == 45
    assert chain.broken() is None


def test_the_same_acts_are_packed_as_the_same_bytes(chain: Chain, tmp_path: Path) -> None:
    again = Chain(tmp_path / "again.sqlite")
    for act in chain.all():
        again.add(act.kind, act.says, at=NOW, who=act.who)
    assert again.dumped() == chain.dumped()


KILLED = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from auditor.cli import app
from auditor.desk.acts import Chain, Kind
chain = Chain(Path(sys.argv[1]))
for number in range(100_000):
    act = chain.add("declared", {"topic": "t", "long": "x" * 5000}, at=datetime.now(UTC))
    print(act.number, flush=True)
"""


@pytest.mark.sampled(16)
@pytest.mark.parametrize("moment", range(40))
def test_a_kill_at_any_moment_loses_no_act_and_halves_none(tmp_path: Path, moment: int) -> None:
    path = tmp_path / "actes.sqlite"
    command = [sys.executable, "-c", KILLED, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(moment / 1000)
        os.kill(process.pid, signal.SIGKILL)
        told = [1, *(int(line) for line in process.stdout.read().split("\n")[:-1])]
    acts = Chain(path).all()
    assert Chain(path).broken() is None
    assert {act.number for act in acts} >= set(told)
    assert {len(act.says["long"]) for act in acts} == {5000}
    assert Chain(path).add("declared", {"topic": "t"}, at=NOW).number == len(acts) + 1


# ---- a case as one file -------------------------------------------------------------------------
@pytest.fixture
def case(tmp_path: Path) -> CaseFolder:
    own = Cabinet(tmp_path / "a").begin("2026-014")
    says = own.receive("soirée.csv", BytesIO(b"a;b\n1;2\n"))
    own.chain.add("received", says, at=NOW, who="M")
    return own


def packed(case: CaseFolder) -> BytesIO:
    target = BytesIO()
    case.pack(target)
    target.seek(0)
    return target


def test_a_packed_case_comes_out_as_it_was(case: CaseFolder, tmp_path: Path) -> None:
    other = Cabinet(tmp_path / "b").unpack(packed(case))
    assert other.name == case.name
    assert other.chain.all() == case.chain.all()
    assert (other.pieces / "soirée.csv").read_bytes() == b"a;b\n1;2\n"
    assert packed(other).read() == packed(case).read()


def test_a_case_is_never_unpacked_over_another(case: CaseFolder, tmp_path: Path) -> None:
    with pytest.raises(TakenError):
        Cabinet(tmp_path / "a").unpack(packed(case))
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["2026-014"]


@pytest.mark.parametrize("name", column(__file__, "Names in a ZIP"))
def test_a_zip_writes_nothing_outside_its_case(name: str, case: CaseFolder, tmp_path: Path) -> None:
    target = BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("x/actes.sqlite", case.chain.dumped())
        archive.writestr(name, b"out")
    target.seek(0)
    with pytest.raises(BadPackError):
        Cabinet(tmp_path / "b").unpack(target)
    assert [*(tmp_path / "b").iterdir()] == []


def test_a_chain_that_was_changed_is_not_taken_in(case: CaseFolder, tmp_path: Path) -> None:
    with sqlite3.connect(case.path / "actes.sqlite") as file:
        file.executescript("DROP TRIGGER act_stays; UPDATE act SET who = 'x'")
    with pytest.raises(BadPackError):
        Cabinet(tmp_path / "b").unpack(packed(case))


@pytest.mark.parametrize("shape", column(__file__, "Other shapes"))
def test_a_file_of_acts_of_another_shape_is_not_taken_in(
    case: CaseFolder, tmp_path: Path, shape: str
) -> None:
    target = BytesIO()
    with sqlite3.connect(":memory:") as file:
        file.deserialize(case.chain.dumped())
        file.executescript(shape)
        with zipfile.ZipFile(target, "w") as archive:
            archive.writestr("x/actes.sqlite", file.serialize())
    with pytest.raises(BadPackError):
        Cabinet(tmp_path / "b").unpack(target)


@pytest.mark.parametrize(("kind", "says"), table(__file__, "Acts of files outside"))
def test_an_act_of_a_file_outside_the_case_is_not_taken_in(
    case: CaseFolder, tmp_path: Path, kind: Kind, says: str
) -> None:
    case.chain.add(kind, json.loads(says), at=NOW)
    assert case.chain.broken() is None
    with pytest.raises(BadPackError):
        Cabinet(tmp_path / "b").unpack(packed(case))


def test_what_is_no_database_is_not_taken_in(tmp_path: Path) -> None:
    target = BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("x/actes.sqlite", b"SQLite format 3\0" + b"x" * 4096)
    with pytest.raises(BadPackError):
        Cabinet(tmp_path / "b").unpack(target)


def test_a_piece_is_kept_beside_one_of_the_same_name(case: CaseFolder) -> None:
    says = case.receive("soirée.csv", BytesIO(b"other"))
    assert (says["file"], says["name"]) == ("soirée (2).csv", "soirée.csv")
    assert (case.pieces / "soirée.csv").read_bytes() == b"a;b\n1;2\n"


def test_nobody_can_write_to_a_piece(case: CaseFolder) -> None:
    assert (case.pieces / "soirée.csv").stat().st_mode & 0o222 == 0


# ---- whether it is what it says -----------------------------------------------------------------
def verified(path: Path) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["verify", str(path), "--lang", "en"])
    return done.exit_code, done.output


@pytest.fixture
def shut(case: CaseFolder, tmp_path: Path) -> Path:
    """The case, packed."""
    path = tmp_path / "case.zip"
    path.write_bytes(packed(case).read())
    return path


def test_a_case_that_nobody_touched_is_intact(case: CaseFolder, shut: Path) -> None:
    last = case.chain.all()[-1].hash
    for path in (case.path, shut):
        assert verified(path) == (0, f"The case is intact: 1 acts, 1 files. Last act: {last}\n")


@pytest.mark.parametrize("is_lost", [True, False])
def test_a_piece_that_was_touched_is_named(case: CaseFolder, is_lost: bool) -> None:
    piece = case.pieces / "soirée.csv"
    piece.unlink()
    if not is_lost:
        piece.write_bytes(b"a;b\n1;3\n")
    status, said = verified(case.path)
    assert status == 1
    assert "`pièces/soirée.csv` is missing, or not the file that act 1 speaks of" in said


def test_an_act_that_was_touched_is_named(case: CaseFolder) -> None:
    with sqlite3.connect(case.path / "actes.sqlite") as file:
        file.executescript("DROP TRIGGER act_stays; UPDATE act SET who = 'x'")
    status, said = verified(case.path)
    assert status == 1
    assert said.startswith("Act 1 of the case is not the one that was written")


def test_what_is_no_case_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "report.pdf").write_bytes(b"%PDF")
    status, said = verified(tmp_path / "report.pdf")
    assert status == 2
    assert "this is no case" in said
