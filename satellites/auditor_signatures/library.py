"""pyHanko, which is an extra (`auditor[sign]`): what it is asked for, and how it fails."""

# ruff: noqa: PLC0415 - pyHanko is an extra, and slow to import

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
