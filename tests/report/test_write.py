import os
from pathlib import Path
from typing import cast

import pytest

from auditor.report.files import write, write_whole
from auditor.report.outputs import OUTPUTS, Output
from auditor.report.render.json import json_bytes
from auditor.report.render.pdf import PdfError
from tests.report.evening import evening


def test_each_format_asked_for_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "reports"
    written = write(evening(3), folder, ("csv", "json", "txt", "html"))
    assert {path.name for path in written} == {
        "findings.json",
        "findings.csv",
        "evidence.csv",
        "money.csv",
        "ledger.csv",
        "set-aside.csv",
        "report.txt",
        "report.html",
    }
    assert sorted(folder.iterdir()) == sorted(written)
    assert (folder / "findings.json").read_bytes() == json_bytes(evening(3))


def test_an_unknown_format_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(KeyError, match="docx"):
        write(evening(0), tmp_path / "reports", ("json", "docx"))
    assert not (tmp_path / "reports").exists()


def no_pdf(*_: object) -> bytes:
    raise PdfError("no PDF")


def test_where_the_pdf_fails_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = (Output("report.pdf", f"{__name__}:no_pdf"),)
    monkeypatch.setitem(cast("dict[str, tuple[Output, ...]]", OUTPUTS), "pdf", failing)
    (tmp_path / "report.pdf").write_bytes(b"the old one")
    with pytest.raises(PdfError):
        write(evening(0), tmp_path, force=True)
    assert (tmp_path / "report.pdf").read_bytes() == b"the old one"
    assert [path.name for path in tmp_path.iterdir()] == ["report.pdf"]


def test_a_run_stopped_half_way_leaves_the_old_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    target = tmp_path / "report.pdf"
    write_whole(target, b"old")
    monkeypatch.setattr(Path, "replace", stopped)
    with pytest.raises(KeyboardInterrupt):
        write_whole(target, b"new")
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


STARTS = {
    "json": b"{",
    "csv": b"\xef\xbb\xbf",
    "xlsx": b"PK",
    "txt": b"Table log audit report",
    "html": b"<!DOCTYPE html>",
    "sarif": b"{",
    "junit": b"<?xml",
    "pdf": b"%PDF-",
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", OUTPUTS)
def test_each_row_of_the_table_names_a_renderer_of_its_format(name: str) -> None:
    for output in OUTPUTS[name]:
        assert output.file.endswith((f".{name}", f"{name}.xml"))
        assert output.render(evening(1), "en").startswith(STARTS[name])


def test_no_two_outputs_write_the_same_file() -> None:
    files = [output.file for outputs in OUTPUTS.values() for output in outputs]
    assert len(set(files)) == len(files)


def test_the_pdf_comes_last() -> None:
    assert list(OUTPUTS)[-1] == "pdf"


# ---- where the file is none, or another's --------------------------------------------------------
def test_a_pipe_takes_what_is_written_to_it(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, b"told")
    assert os.read(reader, 10) == b"told"
    os.close(reader)
    assert pipe.is_fifo()


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"old")
    link = tmp_path / "link"
    link.symlink_to("file")
    write_whole(link, b"new")
    assert link.is_symlink()
    assert (tmp_path / "file").read_bytes() == b"new"


def test_who_may_read_a_file_stays(tmp_path: Path) -> None:
    own = tmp_path / "own.rules"
    own.write_bytes(b"old")
    own.chmod(0o600)
    write_whole(own, b"new")
    assert own.stat().st_mode & 0o777 == 0o600
