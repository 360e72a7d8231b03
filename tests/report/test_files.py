"""Files of a report: each format, whole or not at all, and over nothing that is another's."""

import os
from pathlib import Path
from typing import cast

import pytest

from auditor.log.files.discover import HEADERS, is_own_report
from auditor.report.files import OverwriteError, own_folder, write, write_whole
from auditor.report.outputs import OUTPUTS, Output
from auditor.report.render.csv import COLUMNS, EVIDENCE, MONEY, ROW_COUNT, SET_ASIDE
from auditor.report.render.json import json_bytes, report_id
from auditor.report.render.pdf import PdfError
from tests.report.evening import changed, evening
from tests.tables import column, table


def test_each_format_asked_for_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "reports"
    written = write(evening(3), folder, ("csv", "json", "txt", "html"))
    assert {path.name for path in written} == {*column(__file__, "Files of four formats")}
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


STARTS = dict(table(__file__, "How files begin"))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", OUTPUTS)
def test_each_row_of_the_table_names_a_renderer_of_its_format(name: str) -> None:
    for output in OUTPUTS[name]:
        assert output.file.endswith((f".{name}", f"{name}.xml"))
        assert output.render(evening(1), "en").startswith(STARTS[name].encode("latin-1"))


@pytest.mark.parametrize("name", [own for own in OUTPUTS if own != "pdf"])
def test_the_same_report_gives_the_same_bytes(name: str) -> None:
    """Those of the PDF are compared where it is printed."""
    for output in OUTPUTS[name]:
        assert output.render(evening(5), "fr") == output.render(evening(5), "fr")


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


SAMPLES = Path(__file__).parents[2] / "samples"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def files() -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in Path("reports").iterdir()}


@pytest.mark.parametrize("name", [own for own in OUTPUTS if own != "pdf"])
def test_a_report_in_any_format_is_replaced_by_its_own_audit_alone(name: str) -> None:
    write(evening(2), Path("reports"), (name,))
    before = files()
    write(evening(2), Path("reports"), (name,))
    inputs = tuple(changed(own, sha256="0" * 64) for own in evening(1).inputs)
    other = changed(evening(1), inputs=inputs)
    with pytest.raises(OverwriteError):
        write(other, Path("reports"), (name,))
    assert files() == before
    write(other, Path("reports"), (name,), force=True)
    assert files() != before


# ---- versions of a case -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("house", "name"),
    [
        ("Café ‘Élite’ / ../x", "cafe-elite-x-2026-01-09"),
        ("王", "2026-01-09"),
        ("a" * 90, "a" * 60),
    ],
)
def test_the_name_of_a_folder_is_plain(house: str, name: str) -> None:
    report = changed(evening(0), establishments=(house,))
    assert own_folder(report) == f"{name}-{report_id(report)[:8]}"


def test_the_marks_of_reports_are_those_that_renderers_write(tmp_path: Path) -> None:
    headers = [" ".join(own).encode() for own in (COLUMNS, EVIDENCE, MONEY, ROW_COUNT, SET_ASIDE)]
    for own, mark in zip(headers, (HEADERS[0], *HEADERS[2:]), strict=True):
        assert own.startswith(mark)
    for language in ("fr", "en"):
        write(evening(2), tmp_path, ("json", "csv", "xlsx"), language, force=True)
        for path in tmp_path.iterdir():
            assert is_own_report(path), path


def test_a_log_is_no_report() -> None:
    assert [
        path
        for path in SAMPLES.rglob("*.*")
        if is_own_report(path) != (path.name == "findings.json")
    ] == []


def test_no_file_is_written_where_one_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(evening(2), tmp_path, ("json", "csv"))
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    synced: list[int] = []

    def full(number: int) -> None:
        synced.append(number)
        if len(synced) == 3:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write(evening(2), tmp_path, ("json", "csv", "html"), "en")
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_files_of_an_earlier_run_that_say_something_else_are_removed(tmp_path: Path) -> None:
    write(evening(3), tmp_path, ("json", "html"))
    write(evening(3), tmp_path, ("json",))
    assert (tmp_path / "report.html").exists()
    write(evening(2), tmp_path, ("json",), force=True)
    assert [path.name for path in tmp_path.iterdir()] == ["findings.json"]


def test_what_a_killed_run_left_is_removed(tmp_path: Path) -> None:
    (tmp_path / ".findings.json.999999999.part").write_bytes(b"{")
    (tmp_path / ".other.999999999.part").write_bytes(b"{")
    write(evening(1), tmp_path, ("json",))
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        ".other.999999999.part",
        "findings.json",
    ]
