"""A desk without a browser: its clock stands still, and its work is done at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
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


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[Visitor]:
    desk = Desk(Cabinet(tmp_path / "Contrôles"), AtOnce(), b"k" * 32, lambda: NOW)
    guard = guarded(desk, PORT)
    with TestClient(
        guard, base_url=f"http://127.0.0.1:{PORT}", headers={"Accept-Language": "fr"}
    ) as client:
        client.get(guard.address)
        yield Visitor(client, guard, desk)


@pytest.fixture
def begun(visitor: Visitor) -> Visitor:
    visitor.post("/nouveau", {"number": "2026-014", "who": "Mme Martin"})
    return visitor


@pytest.fixture
def read(begun: Visitor) -> Visitor:
    begun.post(f"{CASE}/pieces/receive", {"by": "M. Petit"}, **{"B1.csv": SAMPLE.read_bytes()})
    return begun


@pytest.fixture
def declared(read: Visitor) -> Visitor:
    read.post(f"{CASE}/jeux/choose", {"rules": ""})
    read.post(f"{CASE}/dossier/declare", ANSWERS)
    return read


@pytest.fixture
def judged(declared: Visitor) -> Visitor:
    declared.post(f"{CASE}/controle/begin")
    return declared
