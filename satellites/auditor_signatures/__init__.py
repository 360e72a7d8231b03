"""Signatures of a report: an inspector signs the PDF, and anybody sees what a signature covers."""
