"""Signatures of a report: an inspector signs the PDF, and anybody sees what a signature covers."""

from auditor_signatures.make import CannotSignError, sign
from auditor_signatures.read import Signature, is_only_signed, signatures

__all__ = ["CannotSignError", "Signature", "is_only_signed", "sign", "signatures"]
