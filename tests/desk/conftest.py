"""A desk without a browser: its clock stands still, and its work is done at once."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from auditor.desk.cabinet import Cabinet
from auditor.desk.guards import Doorkeeper
from auditor.desk.pages import Desk
from auditor.desk.server import guarded
from auditor.desk.tasks import TASKS, Order
from auditor.desk.workshop import Job, Workshop
from auditor.messages.message import CannotError

PORT = 8000
NOW = datetime(2026, 2, 3, 10, 30, tzinfo=UTC)
CASE = "/dossiers/2026-014"
HOUSE = "Casino de Belle-Anse"
ANSWERS = {"number": "2026-014", "establishment.name": "Nord", "establishment.casino": HOUSE}
SAMPLE = Path(__file__).parents[2] / "samples" / "boule" / "faulty.csv"


class AtOnce(Workshop):
    """Does the work where it is asked for, and not in a process of its own; or never ends it."""

    is_endless = False

    def begin(self, order: Order) -> Job:
        job = self._jobs[order.folder.name] = Job(order)
        if self.is_endless:
            return job
        try:
            job.outcome = TASKS[order.task](order, lambda _: None)
        except CannotError as error:
            job.says = error.says
        job.is_over = True
        return job


@dataclass
class Visitor:
    """Somebody at the desk, by the address that was printed."""

    client: TestClient
    guard: Doorkeeper
    desk: Desk

    def post(self, path: str, data: dict[str, str] | None = None, **files: bytes) -> str:
        """Send a form as a browser does; the page that it leads to."""
        sent = [("files", (name, BytesIO(content))) for name, content in files.items()]
        answer = self.client.post(
            path, data=data, files=sent or None, headers={"Sec-Fetch-Site": "same-origin"}
        )
        assert answer.status_code in {200, 422}, answer.text
        return plain(answer.text)

    def get(self, path: str) -> str:
        answer = self.client.get(path)
        assert answer.status_code == 200, answer.text
        return plain(answer.text)


def plain(page: str) -> str:
    """A page with common spaces."""
    return page.replace("\u202f", " ").replace("\xa0", " ")


@contextmanager
def visiting(folder: Path) -> Iterator[Visitor]:
    desk = Desk(Cabinet(folder), AtOnce(), b"k" * 32, lambda: NOW)
    guard = guarded(desk, PORT)
    with TestClient(
        guard, base_url=f"http://127.0.0.1:{PORT}", headers={"Accept-Language": "fr"}
    ) as client:
        client.get(guard.address)
        yield Visitor(client, guard, desk)


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[Visitor]:
    with visiting(tmp_path / "Contrôles") as own:
        yield own


def begin(visitor: Visitor) -> None:
    visitor.post("/nouveau", {"number": "2026-014", "who": "Mme Martin"})


def read_in(visitor: Visitor) -> None:
    visitor.post(f"{CASE}/pieces/receive", {"by": "M. Petit"}, **{"B1.csv": SAMPLE.read_bytes()})


def declare(visitor: Visitor) -> None:
    visitor.post(f"{CASE}/jeux/choose", {"rules": ""})
    visitor.post(f"{CASE}/dossier/declare", ANSWERS)


def judge(visitor: Visitor) -> None:
    visitor.post(f"{CASE}/controle/begin")


def print_it(visitor: Visitor) -> None:
    visitor.post(f"{CASE}/rapport/printed", {"status": "final", "names": "pseudonyms"})


WAY = {"begun": begin, "read": read_in, "declared": declare, "judged": judge, "printed": print_it}
"""The stages of a case, each of which begins with the one before it."""


@pytest.fixture(scope="session")
def stages(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The cabinet as it is at a stage: to come there takes seconds, and a copy none."""

    @cache
    def stage(name: str) -> Path:
        folder = tmp_path_factory.mktemp(name)
        before = [*WAY].index(name)
        if before:
            shutil.copytree(stage([*WAY][before - 1]), folder, dirs_exist_ok=True)
        with visiting(folder) as own:
            WAY[name](own)
        return folder

    return stage


def _arrived(name: str) -> object:
    @pytest.fixture(name=name)
    def arrived(stages: Callable[[str], Path], tmp_path: Path) -> Iterator[Visitor]:
        shutil.copytree(stages(name), tmp_path / "Contrôles")
        with visiting(tmp_path / "Contrôles") as own:
            yield own

    return arrived


begun, read, declared, judged, printed = map(_arrived, WAY)
