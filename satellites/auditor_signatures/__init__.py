"""Signatures of a report: an inspector signs the PDF, and anybody sees what a signature covers."""

from auditor_signatures.pdf import CannotSignError, Signature, is_only_signed, sign, signatures

__all__ = ["CannotSignError", "Signature", "is_only_signed", "sign", "signatures"]
