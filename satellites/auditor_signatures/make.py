"""Signs a report (PAdES).

A signature is appended to the file: the bytes that were printed stay as they are, so that a signed
report can still be compared with a new print.
"""

# ruff: noqa: PLC0415 - pyHanko is an extra, and slow to import

from __future__ import annotations

from datetime import datetime
from io import BytesIO
from typing import TYPE_CHECKING

from auditor.messages.message import message
from auditor_signatures.library import CannotSignError, failing_as, is_valid_at, needed

if TYPE_CHECKING:
    from pyhanko.sign.signers import SimpleSigner

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
