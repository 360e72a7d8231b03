"""What stays unread is named for what it is."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from auditor.log.files.formats import FOREIGN
from auditor.messages.message import say, told_in
from tests.log.read import refusal_of, why
from tests.tables import table


def tar() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("log.csv"))
    return buffer.getvalue()


@pytest.mark.parametrize(("data", "kind"), table(__file__, "What stays unread"))
def test_it_is_named(tmp_path: Path, data: str, kind: str) -> None:
    own = tar() if data == "TAR" else data.encode("latin-1")
    refusal = refusal_of(tmp_path / "log.csv", own)
    assert str(refusal.says) == f"It is {kind}: export the log as CSV or XLSX."
    assert "NUL" not in say(refusal.says, "fr")


def test_text_of_two_bytes_without_a_mark(tmp_path: Path) -> None:
    says = why(tmp_path / "log.csv", "event,a\npay,1\n".encode("utf-16-le"))
    assert 'encoding = "utf-16-le"' in says


def test_every_kind_has_a_name() -> None:
    assert {kind for _, kind in FOREIGN} <= told_in("messages").keys()
