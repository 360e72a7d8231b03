"""The objects of a PDF, each made into bytes once.

pydyf makes them twice, for the file and for the fingerprint in its trailer: of some ten thousand
objects, which tagged pages have, that is a twentieth of the time that a report is printed in.
"""

from __future__ import annotations

from typing import Any

from pydyf import PDF, Object  # type: ignore[import-untyped]


class _Written(Object):  # type: ignore[misc,unused-ignore]
    """An object as it stands in the file."""

    def __init__(self, own: Any) -> None:
        super().__init__()
        self.number, self.generation, self.free = own.number, own.generation, own.free
        self._compressible: bool = own.compressible
        self._data: bytes = own.data

    @property
    def data(self) -> bytes:
        return self._data

    @property
    def compressible(self) -> bool:
        return self._compressible


def write_once(_: object, pdf: PDF) -> None:
    """A finisher for WeasyPrint: nothing of the document changes after it."""
    pdf.objects[:] = [own if own.free == "f" else _Written(own) for own in pdf.objects]
