"""Work in a process of its own: told as it goes, stopped without a trace, and never half-done."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

from auditor.desk.cabinet import Cabinet, CaseFolder
from auditor.desk.tasks import Order
from auditor.desk.workshop import Job, Workshop
from tests.desk.conftest import NOW, SAMPLE

CASE_FILE = '[establishment]\nname = "Nord"\ncasino = "Casino de Belle-Anse"\n'


@pytest.fixture
def workshop() -> Iterator[Workshop]:
    own = Workshop()
    yield own
    own.stop_all()


@pytest.fixture
def case(tmp_path: Path) -> CaseFolder:
    own = Cabinet(tmp_path).begin("1")
    says = own.receive("B1.csv", BytesIO(SAMPLE.read_bytes()))
    own.chain.add("received", {**says, "is_beside": False}, at=NOW, who="M")
    own.case_file.write_text(f'number = "1"\n{CASE_FILE}', "utf-8")
    return own


def order(case: CaseFolder, task: str) -> Order:
    return Order(task, case.path, NOW, "M", "fr", b"k" * 32)


def waited(job: Job, until: str = "") -> Job:
    """The job when it is over, or has told of a stage."""
    end = time.monotonic() + 60
    while not job.is_over and not (until and until in job.stages):
        assert time.monotonic() < end
        time.sleep(0.01)
    return job


def files_of(case: CaseFolder) -> set[str]:
    own = (path.name for path in case.path.rglob("*") if path.is_file())
    return {name for name in own if not name.startswith("actes.sqlite")}


def test_a_task_tells_how_far_it_is_and_notes_what_came_of_it(
    workshop: Workshop, case: CaseFolder
) -> None:
    job = waited(workshop.begin(order(case, "judge")))
    assert (job.says, job.defect) == ((), "")
    assert {"reading-files", "judging-events", "judging-rules"} <= job.stages.keys()
    assert job.stages["reading-files"] == (1, 1)
    received, judged = case.chain.all()
    assert (received.kind, judged.kind) == ("received", "judged")
    assert job.found == judged.says["findings"] > 0
    assert all({"fr", "en"} == own.keys() for own in job.last_found)


def test_a_screen_can_go_through_the_stages_while_more_are_told(
    workshop: Workshop, case: CaseFolder
) -> None:
    job = waited(workshop.begin(order(case, "judge")), until="reading-files")
    seen, names = job.stages, [*job.stages]
    assert len(waited(job).stages) > len(names)
    assert [*seen] == names


def test_a_case_has_one_task_at_a_time(workshop: Workshop, case: CaseFolder) -> None:
    first = workshop.begin(order(case, "judge"))
    assert workshop.begin(order(case, "judge")) is first
    waited(first)
    assert len(case.state.judged) == 1


def test_a_task_that_is_stopped_leaves_nothing(workshop: Workshop, case: CaseFolder) -> None:
    before = files_of(case)
    job = waited(workshop.begin(order(case, "report")), until="judging-rules")
    workshop.stop("1")
    assert waited(job).is_stopped
    assert files_of(case) == before
    assert [act.kind for act in case.chain.all()] == ["received"]
    with pytest.raises(ProcessLookupError):
        os.killpg(job.process.pid, 0)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("moment", range(40))
def test_a_task_that_is_killed_at_any_moment_notes_no_act_without_its_files(
    workshop: Workshop, case: CaseFolder, moment: int
) -> None:
    job = workshop.begin(order(case, "judge"))
    time.sleep(moment * 0.05)
    if not job.is_over:
        os.kill(job.process.pid, signal.SIGKILL)
    waited(job)
    assert case.chain.broken() is None
    for act in case.state.judged:
        for name in act.says["files"]:
            assert (case.control(act.says["number"]) / name).is_file()
    again = waited(workshop.begin(order(case, "judge")))
    assert (again.says, again.defect) == ((), "")


def test_a_task_that_dies_says_so(workshop: Workshop, case: CaseFolder) -> None:
    job = waited(workshop.begin(order(case, "report")), until="judging-rules")
    os.killpg(job.process.pid, signal.SIGKILL)
    assert [own.code for own in waited(job).says] == ["desk.ended"]


def test_what_cannot_be_judged_is_said_and_not_kept(workshop: Workshop, case: CaseFolder) -> None:
    case.case_file.write_text('number = "1"\n[establishment]\nname = "Nord"\n', "utf-8")
    job = waited(workshop.begin(order(case, "judge")))
    assert [own.code for own in job.says] == ["establishment.several"]
    assert [act.kind for act in case.chain.all()] == ["received"]
