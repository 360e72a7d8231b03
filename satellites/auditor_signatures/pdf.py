"""Signs a report (PAdES), and tells of its signatures: who, when, over how much of the file, and
what was appended besides.

A signature is appended to the file: the bytes that were printed stay as they are, so that a signed
report can still be compared with a new print.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from auditor.messages.message import CannotError, message
from auditor.source import Frozen

# ruff: noqa: PLC0415 - pyHanko is an extra, and slow to import

if TYPE_CHECKING:
    from pyhanko.pdf_utils.reader import HistoricalResolver, PdfFileReader
    from pyhanko.sign.signers import SimpleSigner


class CannotSignError(CannotError):
    """A PDF cannot be signed, or its signatures cannot be read; `says` is why."""


def needed() -> None:
    """Raises CannotSignError where pyHanko is not installed."""
    try:
        import pyhanko.sign.signers  # noqa: F401
    except ImportError:
        raise CannotSignError(message("sign.not_installed")) from None


@contextmanager
def failing_as(code: str) -> Iterator[None]:
    """Whatever fails is said once, by a message of ours: a damaged file can make its reader fail in
    any way, and what pyHanko logs of it would be said besides.
    """
    disabled = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    except CannotSignError:
        raise
    except Exception as error:  # noqa: BLE001 - see above
        first = next(iter(str(error).splitlines()), "") or type(error).__name__
        raise CannotSignError(message(code, error=first)) from None
    finally:
        logging.disable(disabled)


def is_valid_at(certificate: Any, time: datetime) -> bool:
    """Whether a certificate says that it is valid at a time; pyHanko asks that of chains alone."""
    return bool(certificate.not_valid_before <= time <= certificate.not_valid_after)


def pdf_reader(content: bytes) -> PdfFileReader:
    from pyhanko.pdf_utils.reader import PdfFileReader

    return PdfFileReader(BytesIO(content))


FIELD = "Signature{number}"


def sign(
    content: bytes,
    certificate: bytes,
    passphrase: bytes | None = None,
    timestamp: str | None = None,
) -> bytes:
    """The PDF with one more signature, by the key of a PKCS #12 file.

    `timestamp` is the address of an authority (RFC 3161) that says when; without it nothing is
    asked of the network.  Raises CannotSignError.
    """
    needed()
    from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
    from pyhanko.sign import signers
    from pyhanko.sign.fields import SigSeedSubFilter
    from pyhanko.sign.timestamps import HTTPTimeStamper, TimestampRequestError

    key = _key(certificate, passphrase)
    if key is None:
        raise CannotSignError(message("sign.no_key"))
    with failing_as("sign.failed"):
        writer = IncrementalPdfFileWriter(BytesIO(content))
        number = len(writer.prev.embedded_signatures) + 1
        about = signers.PdfSignatureMetadata(
            field_name=FIELD.format(number=number), subfilter=SigSeedSubFilter.PADES
        )
        stamper = HTTPTimeStamper(timestamp) if timestamp else None
        try:
            signed = signers.sign_pdf(writer, about, signer=key, timestamper=stamper)
        except TimestampRequestError:
            raise CannotSignError(message("sign.no_stamp", address=str(timestamp))) from None
    found: bytes = signed.getvalue()
    return found


def is_valid(certificate: bytes, passphrase: bytes | None, now: datetime) -> bool:
    """False where the certificate of a PKCS #12 file is of another time."""
    key = _key(certificate, passphrase)
    return key is None or is_valid_at(key.signing_cert, now)


def has_key(certificate: bytes) -> bool:
    """True where a PKCS #12 file gives a key without a passphrase.

    Raises CannotSignError where pyHanko is not installed.
    """
    needed()
    return _key(certificate, None) is not None


def _key(certificate: bytes, passphrase: bytes | None) -> SimpleSigner | None:
    from pyhanko.sign.signers import SimpleSigner

    try:
        with failing_as("sign.failed"):
            found: SimpleSigner | None = SimpleSigner.load_pkcs12_data(certificate, [], passphrase)
            return found
    except CannotSignError:
        return None  # whatever is wrong with it, it gives no key


# ---- what was appended to a print ----------------------------------------------------------------


_CATALOG = ("/AcroForm", "/DSS", "/Extensions", "/Metadata", "/Version")  # none shows on a page
_INFORMATION = ("/Producer", "/ModDate")
_TRAILER = (
    *("/Size", "/Prev", "/ID", "/Type", "/W", "/Index", "/Filter", "/DecodeParms", "/Length"),
    "/XRefStm",
)
_END = re.compile(rb"startxref\r?\n(\d+)\r?\n%%EOF(?:\r\n|\r|\n)?\Z")
_LONGEST_END = 64
_FORM = ("/Fields", "/SigFlags")
_FIELD = {"/Type", "/Subtype", "/FT", "/T", "/F", "/Rect", "/P", "/V", "/Lock", "/SV"}


def is_only_signed(content: bytes, printed: bytes | None = None) -> bool:
    """True where a PDF is `printed`, or what was written first, and signatures appended to it.

    Raises CannotSignError where pyHanko is not installed.
    """
    needed()
    try:
        with failing_as("sign.unreadable"):
            reader = pdf_reader(content)
            if printed is None:
                return only_signatures(reader, content, since=0)
            if not _begins(reader, content, printed):
                return False
            return content == printed or only_signatures(reader, content, 0, len(printed))
    except CannotSignError:
        return False  # what cannot be read is no signature


def _begins(reader: PdfFileReader, content: bytes, printed: bytes) -> bool:
    """Whether the first of the revisions is the print: a file may begin with its bytes, and then
    never refer to them.
    """
    if not content.startswith(printed):
        return False
    first = reader.xrefs.get_startxref_for_revision(0)
    return bool(first == pdf_reader(printed).last_startxref)


def only_signatures(reader: PdfFileReader, content: bytes, since: int, covered: int = 0) -> bool:
    """Whether the revisions after one add signatures and nothing else that shows; `covered` are the
    bytes that stood there before.
    """
    if reader.xrefs.hybrid_xrefs_present or not _ends_with_revision(content, covered):
        return False
    revisions = [
        reader.get_historical_resolver(at) for at in range(since, reader.xrefs.total_revisions)
    ]
    return all(_is_signing(reader, old, new) for old, new in pairwise(revisions))


def _ends_with_revision(content: bytes, covered: int) -> bool:
    """Whether the file ends where the last revision does, and that one is behind some bytes: what a
    file has besides is shown by no reader and signed by nobody, and may be anything.
    """
    found = _END.search(content[-_LONGEST_END:])
    return found is not None and int(found[1]) >= covered


def _is_signing(reader: PdfFileReader, old: HistoricalResolver, new: HistoricalResolver) -> bool:
    xrefs, at = reader.xrefs, new.revision
    if xrefs.refs_freed_in_revision(at) or not _same_but(
        old.trailer_view, new.trailer_view, _TRAILER
    ):
        return False
    replaced = (
        own
        for own in xrefs.explicit_refs_in_revision(at)
        if xrefs.get_historical_ref(own, at - 1) is not None
    )
    return all(_is_allowed(old, new, own) for own in replaced) and _form_holds(old, new)


def _is_allowed(old: HistoricalResolver, new: HistoricalResolver, ref: Any) -> bool:
    """Whether an object may be replaced as it was."""
    trailer, before, after = old.trailer_view, old.get_object(ref), new.get_object(ref)
    catalog = _catalog(old)
    if _is(ref, _raw(trailer, "/Root")):
        return _same_but(before, after, _CATALOG)
    if _is(ref, _raw(trailer, "/Info")):
        return _same_but(before, after, _INFORMATION)
    if _is(ref, _raw(catalog, "/AcroForm")):
        return True  # what it became is looked at with the form
    if _is(ref, _raw(catalog, "/Metadata")):
        return bool(_entry(after, "/Type", "") == "/Metadata")  # it shows on no page
    if not hasattr(before, "keys") or _entry(before, "/Type", "") != "/Page":
        return False
    return _same_but(before, after, ("/Annots",)) and _adds_fields(
        _entry(before, "/Annots", ()), _entry(after, "/Annots", ())
    )


def _catalog(revision: HistoricalResolver) -> Any:
    """The catalog as it was: the trailer's own references lead to the newest objects."""
    return revision.get_object(_raw(revision.trailer_view, "/Root").reference)


def _form_holds(old: HistoricalResolver, new: HistoricalResolver) -> bool:
    before = _entry(_catalog(old), "/AcroForm", {})
    after = _entry(_catalog(new), "/AcroForm", {})
    return _same_but(before, after, _FORM) and _adds_fields(
        _entry(before, "/Fields", ()), _entry(after, "/Fields", ())
    )


def _adds_fields(before: Iterable[Any], after: Iterable[Any]) -> bool:
    """Whether the same stands there, and after it signature fields that cannot be seen."""
    old, new = list(_written(before)), list(_written(after))
    return new[: len(old)] == old and all(map(_is_unseen_field, list(after)[len(old) :]))


def _is_unseen_field(field: Any) -> bool:
    own = field.get_object() if hasattr(field, "get_object") else field
    if set(own) - _FIELD or _entry(own, "/FT", "") != "/Sig":
        return False
    left, bottom, right, top = _entry(own, "/Rect", (0, 0, 0, 0))
    return bool(left == right and bottom == top)


# ---- comparing objects --------------------------------------------------------------------------
def _same_but(before: Any, after: Any, names: Iterable[str]) -> bool:
    apart = set(names)
    if not (hasattr(before, "keys") and hasattr(after, "keys")):
        return False
    kept = [
        {key: value for key, value in _items(own) if key not in apart} for own in (before, after)
    ]
    return kept[0] == kept[1]


def _items(own: Any) -> Iterator[tuple[str, bytes]]:
    for key in own:
        yield str(key), _bytes(_raw(own, key))


def _entry(own: Any, key: str, otherwise: Any) -> Any:
    """The entry itself, where a reference leads."""
    return own[key] if key in own else otherwise  # noqa: SIM401 - `get` stops at a reference


def _raw(own: Any, key: str) -> Any:
    """The entry as it is written: a reference stays one."""
    return own.raw_get(key) if key in own else None


def _written(many: Iterable[Any]) -> Iterator[bytes]:
    array: Any = many
    for at in range(len(array)):
        yield _bytes(array.raw_get(at) if hasattr(array, "raw_get") else array[at])


def _bytes(value: Any) -> bytes:
    out = BytesIO()
    value.write_to_stream(out)
    return out.getvalue()


def _is(ref: Any, raw: Any) -> bool:
    return raw is not None and (ref.idnum, ref.generation) == (
        getattr(raw, "idnum", None),
        getattr(raw, "generation", None),
    )


class Signature(Frozen):
    """One signature: by whom and when, and what of the file it covers.

    `time` is the signer's own statement unless an `authority` stamped it.  `intact` is false where
    the bytes that it covers are others than were signed, `complete` where it leaves out bytes of
    the file as it was then.  `after` is how many bytes were appended since, and `changed` says
    whether these are more than further signatures.  `trusted` says whether the certificates come
    from those that were given, and is none where none was, or the bytes are others: then nobody
    asked.  `valid` is false where the signer's certificate is of another time than now.
    """

    signer: str
    time: str
    authority: str
    intact: bool
    complete: bool
    after: int
    changed: bool
    trusted: bool | None
    valid: bool

    @property
    def holds(self) -> bool:
        return self.intact and self.complete and not self.changed and self.trusted is not False


def signatures(
    content: bytes, trusted: Sequence[bytes] = (), *, now: datetime
) -> tuple[Signature, ...]:
    """The signatures of a PDF, the first one first; `trusted` are certificates (PEM or DER) from
    which those of the signers have to come, and which have to be valid `now`.  Nothing is fetched.
    Raises CannotSignError.
    """
    needed()
    with failing_as("sign.unreadable"):
        context = _context(trusted, now)
        found = pdf_reader(content).embedded_signatures
        return tuple(_signature(own, context, content, bool(trusted)) for own in found)


def _context(trusted: Sequence[bytes], now: datetime) -> Any:
    from pyhanko.keys import load_certs_from_pemder_data
    from pyhanko_certvalidator import ValidationContext

    roots = []
    for data in trusted:
        try:
            found = list(load_certs_from_pemder_data(data))
        except ValueError:
            found = []
        if not found:
            raise CannotSignError(message("sign.no_certificate"))
        roots += found
    return ValidationContext(trust_roots=roots, allow_fetching=False, moment=now)


def _signature(own: Any, context: Any, content: bytes, is_judged: bool) -> Signature:
    from pyhanko.sign.validation import validate_pdf_signature
    from pyhanko.sign.validation.status import SignatureCoverageLevel

    # What was appended is looked at by ourselves: see `added`.
    status = validate_pdf_signature(own, context, context, skip_diff=True)
    stamp = status.timestamp_validity
    moment = stamp.timestamp if stamp is not None else status.signer_reported_dt
    covered = own.byte_range[2] + own.byte_range[3]
    after = max(0, len(content) - covered)
    intact = status.intact and status.valid
    return Signature(
        signer=_name(status.signing_cert),
        time=moment.isoformat(timespec="seconds") if moment is not None else "–",
        authority=_name(stamp.signing_cert) if stamp is not None else "",
        intact=intact and (stamp is None or bool(stamp.intact and stamp.valid)),
        complete=status.coverage >= SignatureCoverageLevel.ENTIRE_REVISION,
        after=after,
        changed=bool(after)
        and not only_signatures(own.reader, content, own.signed_revision, covered),
        trusted=_is_trusted(status, stamp, context.moment) if is_judged and intact else None,
        valid=is_valid_at(status.signing_cert, context.moment),
    )


def _name(certificate: Any) -> str:
    """Whom a certificate names: the common name, and in brackets all else that it says of them."""
    said = {name: _words(own) for name, own in certificate.subject.native.items()}
    first = said.pop("common_name", "")
    others = ", ".join(said.values())
    return f"{first} ({others})" if first and others else first or others


def _words(own: Any) -> str:
    return own if isinstance(own, str) else ", ".join(map(str, own))


def _is_trusted(status: Any, stamp: Any, now: datetime) -> bool:
    is_valid = is_valid_at(status.signing_cert, now)
    return bool(is_valid and status.trusted and (stamp is None or stamp.trusted))
