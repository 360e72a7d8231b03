"""Signatures of a PDF: who, when, over how much of the file, and whether they hold."""

# ruff: noqa: PLC0415 - pyHanko is an extra, and slow to import

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from auditor.messages.message import message
from auditor_signatures.added import only_signatures
from auditor_signatures.library import CannotSignError, failing_as, is_valid_at, needed, pdf_reader


@dataclass(frozen=True, slots=True)
class Signature:
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
        intact=intact and _is_intact(stamp),
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


def _is_intact(stamp: Any) -> bool:
    return stamp is None or bool(stamp.intact and stamp.valid)


def _is_trusted(status: Any, stamp: Any, now: datetime) -> bool:
    is_valid = is_valid_at(status.signing_cert, now)
    return bool(is_valid and status.trusted and (stamp is None or stamp.trusted))
