"""Signs a report (PAdES).

A signature is appended to the file: the bytes that were printed stay as they are, so that a signed
report can still be compared with a new print.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from io import BytesIO
from typing import TYPE_CHECKING, Any

from auditor.messages.message import CannotError, message

if TYPE_CHECKING:
    from pyhanko.pdf_utils.reader import PdfFileReader
if TYPE_CHECKING:
    from pyhanko.sign.signers import SimpleSigner


# ruff: noqa: PLC0415 - pyHanko is an extra, and slow to import


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


# ruff: noqa: PLC0415 - pyHanko is an extra, and slow to import


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
