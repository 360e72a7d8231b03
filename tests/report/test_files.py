""""""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import cast

import pytest
from typer.testing import CliRunner, Result

from auditor.cli import app
from auditor.log.files.discover import HEADERS, is_own_report
from auditor.report.files import OverwriteError, own_folder, write, write_whole
from auditor.report.outputs import OUTPUTS, Output
from auditor.report.render.csv import COLUMNS, EVIDENCE, MONEY, ROW_COUNT, SET_ASIDE
from auditor.report.render.json import json_bytes, read_json, report_id
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
        "row-count.csv",
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
FORMATS = "json,csv,xlsx,html,txt"


HOUSE = "Casino d'Aubrac"
FAULTY, LAWFUL = Path("../faulty.csv"), Path("../lawful.csv")


@pytest.fixture
def tmp_path(tmp_path: Path) -> Path:
    """An empty folder, beside the beginnings of two logs."""
    for log in (FAULTY, LAWFUL):
        header, *lines = (SAMPLES / "boule" / log.name).read_text("utf-8").splitlines(keepends=True)
        own = [line for line in lines if HOUSE in line]
        (tmp_path / log.name).write_text("".join([header, *own[:160]]), "utf-8")
    (tmp_path / "here").mkdir()
    return tmp_path / "here"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


def audited(log: Path | str, *options: str, game: str = "boule") -> Result:
    return run("audit", str(log), "-r", game, "--records", "all", "-q", *options)


def files() -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in Path("reports").iterdir()}


def test_the_same_audit_replaces_its_own_report_and_no_other() -> None:
    assert audited(FAULTY, "--format", FORMATS).exit_code == 1
    assert audited(FAULTY, "--format", FORMATS).exit_code == 1
    before = files()
    other = audited(LAWFUL, "--format", FORMATS)
    assert other.exit_code == 2
    assert "--force" in other.stderr
    assert files() == before
    assert audited(LAWFUL, "--format", FORMATS, "--force").exit_code == 0


@pytest.mark.parametrize("name", [own for own in OUTPUTS if own != "pdf"])
def test_a_report_in_any_format_is_replaced_by_its_own_audit_alone(name: str) -> None:
    write(evening(2), Path("reports"), (name,))
    before = files()
    write(evening(2), Path("reports"), (name,))
    inputs = tuple(own.model_copy(update={"sha256": "0" * 64}) for own in evening(1).inputs)
    other = evening(1).model_copy(update={"inputs": inputs})
    with pytest.raises(OverwriteError):
        write(other, Path("reports"), (name,))
    assert files() == before
    write(other, Path("reports"), (name,), force=True)
    assert files() != before


def test_a_folder_of_its_own_is_proposed_before_anything_is_judged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its name is that of the log, and the beginning of a hash."""
    audited(FAULTY, "--format", "json")
    with monkeypatch.context() as judging:
        judging.setattr("auditor.audit.audit_log", None)  # whoever called it would fail
        says = " ".join(audited(LAWFUL, "--format", "json").stderr.split())
    [own] = re.findall(r"`-o (reports/lawful-[0-9a-f]{8})`", says)
    assert audited(LAWFUL, "--format", "json", "-o", own).exit_code == 0
    assert Path(own, "findings.json").exists()


# ---- versions of a case -------------------------------------------------------------------------
def stated(number: str, more: str = "") -> str:
    """The path of a case file about the house of these logs."""
    path = Path("../case.toml")
    about = f'[establishment]\nname = "A"\ncasino = "{HOUSE}"\n'
    path.write_text(f'number = "{number}"\n{more}\n{about}', "utf-8")
    return str(path)


def version(path: str) -> int:
    case = read_json(Path(path, "findings.json").read_bytes()).case
    assert case is not None
    return case.version


@pytest.mark.nightly
def test_a_report_of_a_case_is_never_written_over() -> None:
    """Provisional and final stand side by side, and whoever audits again writes neither anew."""
    case = ("--format", FORMATS, "--case")
    audited(FAULTY, *case, stated("7"))
    before = files()
    final = stated("7", 'status = "final"')
    for more in ([], [], ["--force"]):
        assert audited(FAULTY, *case, final, *more).exit_code == 1
    assert {path: path.read_bytes() for path in before} == before
    assert {own.name for own in Path("reports").iterdir()} == {*(p.name for p in before), "v2"}
    assert [version("reports"), version("reports/v2")] == [1, 2]
    audited(FAULTY, *case, stated("7"))
    assert {path.name for path in Path("reports").glob("v*")} == {"v2"}
    audited(LAWFUL, *case, stated("7", "version = 5"))
    assert version("reports/v5") == 5
    audited(LAWFUL, *case, stated("7", 'status = "final"'))
    assert version("reports/v6") == 6


@pytest.mark.parametrize("other", [[], ["--case"]])
def test_the_folder_of_a_case_is_no_other_audit_s(other: list[str]) -> None:
    audited(FAULTY, "--format", "json", "--case", stated("7"))
    before = files()
    for force in ([], ["--force"]):
        more = [*other, stated("8")] if other else []
        done = audited(FAULTY, "--format", "json", *more, *force)
        assert done.exit_code == 2
        assert "a report of case 7 stands there" in " ".join(done.stderr.split())
    assert files() == before


def test_a_report_of_a_case_tells_that_it_is_one_in_whichever_format_it_is_asked_for() -> None:
    audited(FAULTY, "--format", "txt", "--case", stated("7"))
    audited(FAULTY, "--format", "txt", "--case", stated("7", 'status = "final"'))
    assert [version("reports"), version("reports/v2")] == [1, 2]
    assert Path("reports/report.txt").read_bytes() != Path("reports/v2/report.txt").read_bytes()


@pytest.mark.parametrize(
    ("house", "name"),
    [
        ("Café ‘Élite’ / ../x", "cafe-elite-x-2026-01-09"),
        ("王", "2026-01-09"),
        ("a" * 90, "a" * 60),
    ],
)
def test_the_name_of_a_folder_is_plain(house: str, name: str) -> None:
    report = evening(0).model_copy(update={"establishments": (house,)})
    assert own_folder(report) == f"{name}-{report_id(report)[:8]}"


def test_the_same_audit_in_another_language_replaces_its_report() -> None:
    audited(FAULTY, "--format", FORMATS, "--lang", "fr")
    assert audited(FAULTY, "--format", "json,csv,xlsx,html", "--lang", "en").exit_code == 1


def test_each_establishment_of_a_log_has_a_document_of_its_own() -> None:
    lines = FAULTY.read_text("utf-8").splitlines(keepends=True)
    others = [line.replace(HOUSE, "Casino du Sud") for line in lines[1:60]]
    Path("two.csv").write_text("".join([*lines[:100], *others]), "utf-8")
    assert audited("two.csv", "--format", "json,html").exit_code == 1
    assert sorted(path.name for path in Path("reports").glob("*.*")) == ["findings.json"]
    both = read_json(Path("reports", "findings.json").read_bytes())
    assert both.establishments == (HOUSE, "Casino du Sud")
    for house, lines_of, name in ((HOUSE, 99, "aubrac"), ("Casino du Sud", 59, "du-sud")):
        [page] = Path("reports").glob(f"casino-*{name}-*/report.html")
        own = read_json(page.with_name("findings.json").read_bytes())
        assert own.establishments == (house,)
        assert own.inputs[0].rows_read == lines_of
        assert "establishments together" not in page.read_text("utf-8")
    done = audited("two.csv", "--format", "html", "-o", "-")
    assert "2 establishments together" in done.stdout


def test_what_is_no_report_is_not_replaced() -> None:
    Path("reports").mkdir()
    Path("reports", "findings.csv").write_text("mine\n", "utf-8")
    assert audited(FAULTY, "--format", "csv").exit_code == 2
    assert Path("reports", "findings.csv").read_text("utf-8") == "mine\n"


def test_a_report_is_never_written_over_its_log() -> None:
    Path("findings.csv").write_bytes(FAULTY.read_bytes())
    for options in ((), ("--force",)):
        done = audited("findings.csv", "-o", ".", "--format", "csv", *options)
        assert done.exit_code == 2
        assert "does not write over it" in done.stderr
    assert Path("findings.csv").read_bytes() == FAULTY.read_bytes()
    assert len(list(Path().iterdir())) == 1


def test_an_audit_of_a_folder_passes_over_the_reports_in_it() -> None:
    Path("logs").mkdir()
    Path("logs", "log.csv").write_bytes(FAULTY.read_bytes())
    for output in ("logs", "logs/reports"):
        for _ in range(2):
            done = audited("logs", "-o", output, "--format", FORMATS)
            assert done.exit_code == 1, done.output
    assert "report.xlsx" in Path("logs", "reports", "findings.json").read_text("utf-8")


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
