"""PDFs are signed with keys made here, and checked by pyHanko, by poppler and by ourselves."""

import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from asn1crypto import tsp  # type: ignore[import-untyped]
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import fields, signers
from pyhanko.sign.timestamps.dummy_client import DummyTimeStamper
from pypdf import PdfReader, PdfWriter
from pypdf.generic import DecodedStreamObject, NameObject
from typer.testing import CliRunner

from auditor.cli import app
from auditor.report.render.pdf import print_pdf
from auditor.report.render.pdf_process import AttachedFile
from auditor_signatures.pdf import CannotSignError, Signature, _name, is_only_signed, sign
from auditor_signatures.pdf import signatures as signatures_of
from tests.signatures.keys import NOW, Key

PAGE = '<html lang="en"><title>Report</title><h1>Report</h1><p>Two findings.</p></html>'
run = CliRunner().invoke


def signatures(content: bytes, trusted: Sequence[bytes] = ()) -> tuple[Signature, ...]:
    return signatures_of(content, trusted, now=NOW)


@pytest.fixture(scope="session")
def pdf() -> bytes:
    inside = AttachedFile(name="findings.json", content=b"{}", what="Findings")
    return print_pdf(PAGE, (inside,), "0" * 64, datetime(2026, 1, 9, tzinfo=UTC))


@pytest.fixture(scope="session")
def key() -> Key:
    return Key("Inspector")


@pytest.fixture(scope="session")
def signed(pdf: bytes, key: Key) -> bytes:
    return sign(pdf, key.p12)


def test_a_signature_covers_the_whole_report(pdf: bytes, signed: bytes, key: Key) -> None:
    assert signed.startswith(pdf)
    assert list(PdfReader(BytesIO(signed)).attachments) == ["findings.json"]
    [own] = signatures(signed, [key.pem])
    assert "Inspector" in own.signer
    assert (own.intact, own.complete, own.after, own.changed) == (True, True, 0, False)
    assert own.trusted
    assert own.authority == ""
    assert own.holds
    assert is_only_signed(signed, pdf)


def test_whether_a_certificate_is_trusted_is_said_where_asked(signed: bytes, pdf: bytes) -> None:
    [unjudged] = signatures(signed)
    assert unjudged.trusted is None
    assert unjudged.holds
    [other] = signatures(signed, [Key("Somebody").pem])
    assert (other.trusted, other.holds) == (False, False)
    expired = Key("Inspector", days=-1)
    [late] = signatures(sign(pdf, expired.p12), [expired.pem])
    assert (late.trusted, late.holds) == (False, False)


def test_poppler_says_that_it_is_valid(signed: bytes, tmp_path: Path) -> None:
    if shutil.which("pdfsig") is None:
        pytest.skip("poppler is not installed")
    (tmp_path / "report.pdf").write_bytes(signed)
    done = subprocess.run(
        ["pdfsig", "-nocert", tmp_path / "report.pdf"], capture_output=True, text=True, check=False
    )
    assert "Signature is Valid" in done.stdout
    assert "Total document signed" in done.stdout
    assert "ETSI.CAdES.detached" in done.stdout


def test_a_second_signature_leaves_the_first_in_force(signed: bytes, pdf: bytes) -> None:
    twice = sign(signed, Key("Operator").p12)
    first, second = signatures(twice)
    assert (first.holds, second.holds) == (True, True)
    assert (first.after, second.after) == (len(twice) - len(signed), 0)
    assert is_only_signed(twice, pdf)


def test_a_changed_byte_is_seen(signed: bytes, key: Key) -> None:
    at = signed.index(b"/FlateDecode")
    changed = signed[: at + 60] + bytes([signed[at + 60] ^ 1]) + signed[at + 61 :]
    [own] = signatures(changed, [key.pem])
    assert own.trusted is None  # the library asks it of no broken signature: not that it is none
    assert not own.intact
    assert not own.holds


# ---- what is appended besides -------------------------------------------------------------------
def turned(content: bytes) -> bytes:
    """With one more revision, in which the first page is turned."""
    writer = PdfWriter(BytesIO(content), incremental=True)
    writer.pages[0].rotation = 90
    return _written(writer)


def overpainted(content: bytes) -> bytes:
    """With one more revision, in which what the first page shows is replaced."""
    writer = PdfWriter(BytesIO(content), incremental=True)
    blank = DecodedStreamObject()
    blank.set_data(b"")
    writer.pages[0][NameObject("/Contents")] = writer._add_object(blank)
    return _written(writer)


def visibly_signed(content: bytes) -> bytes:
    """With a signature field that covers the page: what it shows stands over what was printed."""
    writer = IncrementalPdfFileWriter(BytesIO(content))
    key = signers.SimpleSigner.load_pkcs12_data(Key("Operator").p12, [], None)
    field = fields.SigFieldSpec("Over", box=(0, 0, 600, 800))
    about = signers.PdfSignatureMetadata(field_name="Over")
    signed: bytes = signers.PdfSigner(about, key, new_field_spec=field).sign_pdf(writer).getvalue()
    return signed


def _written(writer: PdfWriter) -> bytes:
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


@pytest.mark.parametrize("append", [turned, overpainted, visibly_signed])
def test_more_than_a_signature_is_seen(append: object, pdf: bytes, signed: bytes, key: Key) -> None:
    assert callable(append)
    after = append(signed)
    assert after.startswith(signed)
    own = signatures(after)[0]
    assert (own.intact, own.complete, own.changed, own.holds) == (True, True, True, False)
    assert own.after == len(after) - len(signed)
    before = sign(append(pdf), key.p12)
    assert before.startswith(pdf)
    assert signatures(before)[-1].holds
    assert not is_only_signed(before, pdf)
    assert not is_only_signed(before)


def test_bytes_that_belong_to_no_revision_are_seen(pdf: bytes, signed: bytes) -> None:
    """No reader shows them, and no signature covers them: they may be anything."""
    at = pdf.rindex(b"startxref")
    for tail in (b"%", b"\n", b"%%EOF\n", b"PK\3\4\n" + pdf[at:]):
        assert not is_only_signed(pdf + tail, pdf)
        assert not is_only_signed(signed + tail, pdf)
    [own] = signatures(signed + b"\n")
    assert (own.intact, own.after, own.changed, own.holds) == (True, 1, True, False)
    assert is_only_signed(pdf, pdf)


def test_a_file_that_begins_with_a_print_and_shows_another_is_seen(pdf: bytes, key: Key) -> None:
    behind = pdf + another(len(pdf))
    assert "No findings" in PdfReader(BytesIO(behind)).pages[0].extract_text()
    assert is_only_signed(behind)  # as far as it can be told without the print
    assert not is_only_signed(behind, pdf)
    assert not is_only_signed(sign(behind, key.p12), pdf)


def another(offset: int) -> bytes:
    """A whole PDF as it has to be written behind other bytes."""
    shown = b"BT /F1 12 Tf 72 720 Td (No findings) Tj ET"
    parts = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources 5 0 R>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(shown), shown),
        b"<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>",
    ]
    out, places = b"", []
    for number, part in enumerate(parts, start=1):
        places.append(offset + len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    start = offset + len(out)
    out += b"xref\n0 6\n0000000000 65535 f \n" + table
    return out + b"trailer\n<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % start


# ---- keys, authorities, what goes wrong ---------------------------------------------------------
def test_what_is_no_key_and_no_pdf_is_refused(pdf: bytes, key: Key) -> None:
    locked = Key("Inspector", b"secret").p12
    assert signatures(sign(pdf, locked, b"secret"))
    for certificate, passphrase in ((locked, None), (locked, b"other"), (b"no key", None)):
        with pytest.raises(CannotSignError, match="gives no key"):
            sign(pdf, certificate, passphrase)
    for content in (b"", b"%PDF-1.7\n", pdf[:1000]):
        with pytest.raises(CannotSignError, match="was not signed"):
            sign(content, key.p12)
        with pytest.raises(CannotSignError, match="cannot be read"):
            signatures(content)
        assert not is_only_signed(content)
    with pytest.raises(CannotSignError, match="asks for a certificate"):
        signatures(pdf, [b"none"])


@pytest.fixture
def authority() -> Iterator[tuple[str, Key]]:
    """Its address, and its certificate."""
    key = Key("Authority", stamps=True)
    signer = signers.SimpleSigner.load_pkcs12_data(key.p12, [], None)
    stamper = DummyTimeStamper(signer.signing_cert, signer.signing_key)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = self.rfile.read(int(self.headers["Content-Length"]))
            answer = stamper.request_tsa_response(tsp.TimeStampReq.load(asked)).dump()
            self.send_response(200)
            self.send_header("Content-Type", "application/timestamp-reply")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/", key
    server.shutdown()
    thread.join()
    server.server_close()


def test_an_authority_says_when(pdf: bytes, key: Key, authority: tuple[str, Key]) -> None:
    address, own = authority
    stamped = sign(pdf, key.p12, timestamp=address)
    [found] = signatures(stamped, [key.pem, own.pem])
    assert "Authority" in found.authority
    assert found.holds
    [without] = signatures(stamped, [key.pem])
    assert (without.trusted, without.holds) == (False, False)
    assert is_only_signed(stamped, pdf)


def test_an_authority_that_does_not_answer_is_named(pdf: bytes, key: Key) -> None:
    with pytest.raises(
        CannotSignError, match=r"was not signed: the authority `http://127.0.0.1:9/`"
    ):
        sign(pdf, key.p12, timestamp="http://127.0.0.1:9/")


# ---- the command --------------------------------------------------------------------------------
@pytest.fixture
def files(pdf: bytes, key: Key, tmp_path: Path) -> Path:
    (tmp_path / "report.pdf").write_bytes(pdf)
    (tmp_path / "key.p12").write_bytes(key.p12)
    (tmp_path / "key.pem").write_bytes(key.pem)
    return tmp_path


def command(*arguments: object) -> tuple[int, str]:
    done = run(app, ["sign", *map(str, arguments), "--lang", "en"])
    return done.exit_code, done.output


def test_all_that_a_certificate_says_of_a_person_is_told() -> None:
    said = {"common_name": "A. Martin", "organization_name": "Service", "x": ["Nord", "Sud"]}
    certificate = SimpleNamespace(subject=SimpleNamespace(native=said))
    assert _name(certificate) == "A. Martin (Service, Nord, Sud)"


def test_the_command_signs_beside_the_report_and_tells(files: Path, pdf: bytes) -> None:
    report, p12 = files / "report.pdf", files / "key.p12"
    target = files / "report-signed.pdf"
    assert command(report, "--check") == (1, "This PDF is not signed.\n")
    assert command(report, "--certificate", p12) == (0, f"{target}\n")
    assert report.read_bytes() == pdf
    status, said = command(target, "--check", "--trust", files / "key.pem")
    assert status == 0
    assert "Inspector" in said
    assert "as the signer says\n  covers the whole file, intact\n  the certificate comes" in said
    assert re.search(
        r"dated \d+ \w+ \d{4}, \d\d:\d\d:\d\d \(UTC\), as", said.replace("\u00a0", " ")
    )
    target.write_bytes(turned(target.read_bytes()))
    status, said = command(target, "--check")
    assert status == 1
    assert "DOES NOT COVER" in said
    (files / "early.pdf").write_bytes(turned(pdf))
    assert command(files / "early.pdf", "--certificate", p12)[0] == 0
    status, said = command(files / "early-signed.pdf", "--check")
    assert status == 1
    assert "Before it was signed" in said


def test_a_certificate_that_has_expired_is_told(files: Path) -> None:
    (files / "old.p12").write_bytes(Key("Inspector", days=-1).p12)
    status, said = command(files / "report.pdf", "--certificate", files / "old.p12")
    assert status == 0
    assert "the certificate is not valid today" in said
    status, said = command(files / "report-signed.pdf", "--check")
    assert status == 0
    assert "was not checked" in said
    assert "the certificate is not valid today" in said


def test_no_name_in_a_certificate_says_what_we_say(files: Path) -> None:
    forged = "A\n  the certificate comes from those that were given\x1b[8m\u202e"
    (files / "forged.p12").write_bytes(Key(forged).p12)
    assert command(files / "report.pdf", "--certificate", files / "forged.p12")[0] == 0
    said = command(files / "report-signed.pdf", "--check")[1]
    assert "  the certificate comes from those that were given" not in said.split("\n")
    assert "A↵" in said
    assert not {"\x1b", "\u202e"} & {*said}


def test_the_command_never_writes_over_what_it_reads(files: Path, pdf: bytes, key: Key) -> None:
    report, p12 = files / "report.pdf", files / "key.p12"
    asked = (report, "--certificate", p12)
    assert command(report)[0] == 2
    assert command(*asked, "-o", report, "--force")[0] == 2
    assert command(*asked, "-o", p12, "--force")[0] == 2
    (files / "report-signed.pdf").write_bytes(b"other")
    assert command(*asked)[0] == 2
    assert (files / "report-signed.pdf").read_bytes() == b"other"
    assert command(*asked, "--force")[0] == 0
    assert (report.read_bytes(), p12.read_bytes()) == (pdf, key.p12)


def test_a_passphrase_comes_from_a_file_or_the_environment(
    files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (files / "key.p12").write_bytes(Key("Inspector", b"secret").p12)
    (files / "secret").write_bytes(b"secret\n")
    asked = (files / "report.pdf", "--certificate", files / "key.p12", "--force")
    status, said = command(*asked)
    assert status == 2
    assert "AUDITOR_PASSPHRASE" in said
    assert command(*asked, "--passphrase-file", files / "secret")[0] == 0
    monkeypatch.setenv("AUDITOR_PASSPHRASE", "secret")
    assert command(*asked)[0] == 0


def test_without_the_extra_it_says_what_to_install(
    files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyhanko.sign.signers", None)
    status, said = command(files / "report.pdf", "--check")
    assert status == 2
    assert ".[sign]" in said
