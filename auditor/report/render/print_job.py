"""The printer's order, as it goes to the process that prints.

That process is started for each PDF: plain data classes, since whatever else it imports would be
paid for every time.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import BinaryIO


@dataclass(frozen=True, slots=True)
class AttachedFile:
    """A file that goes with the document, and what it is in the reader's language.

    `relationship` is a word of PDF/A-3: `Data` is what the pages were made from.
    """

    name: str
    content: bytes
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


def written(job: PrintJob) -> Iterator[bytes]:
    """A line of JSON, then the files as they are, one after another: of ten thousand findings these
    are fifty megabytes, and three times that as texts of JSON.
    """
    attached = [
        {"name": own.name, "what": own.what, "relationship": own.relationship}
        for own in job.attached
    ]
    head = {
        "html": job.html,
        "identifier": job.identifier,
        "started": job.started.isoformat(),
        "memory": job.memory,
        "seconds": job.seconds,
        "attached": attached,
        "sizes": [len(own.content) for own in job.attached],
    }
    yield json.dumps(head).encode() + b"\n"
    yield from (own.content for own in job.attached)


def read(line: bytes, stream: BinaryIO) -> PrintJob:
    """The order that begins with a line, and goes on in the stream."""
    head = json.loads(line)
    files = zip(head.pop("attached"), head.pop("sizes"), strict=True)
    return PrintJob(
        attached=tuple(AttachedFile(content=stream.read(size), **own) for own, size in files),
        started=datetime.fromisoformat(head.pop("started")),
        **head,
    )
