"""The printer's order, as it goes to the process that prints.

That process is started for each PDF: plain data classes, since whatever else it imports would be
paid for every time.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class AttachedFile:
    """A file that goes with the document, and what it is in the reader's language.

    `relationship` is a word of PDF/A-3: `Data` is what the pages were made from.
    """

    name: str
    content: str
    what: str
    relationship: str = "Data"


@dataclass(frozen=True, slots=True)
class PrintJob:
    """The page to print, the files to attach, the date that all bear, and what may be used up:
    bytes of memory, and seconds of the processor.
    """

    html: str
    attached: tuple[AttachedFile, ...]
    identifier: str
    started: datetime
    memory: int
    seconds: int


def written(job: PrintJob) -> bytes:
    content = asdict(job) | {"started": job.started.isoformat()}
    return json.dumps(content).encode()


def read(content: bytes) -> PrintJob:
    job = json.loads(content)
    job["attached"] = tuple(AttachedFile(**own) for own in job["attached"])
    job["started"] = datetime.fromisoformat(job["started"])
    return PrintJob(**job)
