"""The objects of a PDF, each made into bytes once.

pydyf makes them twice, for the file and for the fingerprint in its trailer: of some ten thousand
objects, which tagged pages have, that is a twentieth of the time that a report is printed in.  And
it packs them as tightly as can be, which takes three times as long as is usual for a twentieth of
the bytes.
"""

from __future__ import annotations

import zlib
from types import SimpleNamespace
from typing import Any

import pydyf  # type: ignore[import-untyped]
from pydyf import PDF, Object


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
    pydyf.zlib = SimpleNamespace(compressobj=lambda level: zlib.compressobj())  # noqa: ARG005
    pdf.objects[:] = [own if own.free == "f" else _Written(own) for own in pdf.objects]
