"""Work of WeasyPrint for each page or element that no page of ours has a use for, left out.

Together it is an eighth of the time that a report is printed in: most of it styles of footnotes,
for each element that has none.
"""

from __future__ import annotations

import sys
import zlib
from contextlib import suppress
from ctypes import CDLL
from types import ModuleType, SimpleNamespace
from typing import Any

import pydyf  # type: ignore[import-untyped]
from pydyf import PDF, Object

# ruff: noqa: PLC0415 - WeasyPrint is imported late: it is slow, and its libraries may be missing


_NOTES = {"footnote-call", "footnote-marker", "note-call", "note-marker", "note-callback"}


def import_no_font_tools() -> None:
    """Leaves out what cuts fonts down where HarfBuzz cannot, and what makes them of variable ones,
    which ours are not.  To be called before WeasyPrint is imported.
    """
    with suppress(OSError):
        CDLL("libharfbuzz-subset.so.0")
        if CDLL("libharfbuzz.so.0").hb_version_atleast(4, 1, 0):  # from there on it is used
            for name in ("subset", "varLib", "varLib.instancer"):
                sys.modules[f"fontTools.{name}"] = ModuleType(name)
            sys.modules["fontTools.varLib.instancer"].instantiateVariableFont = None  # type: ignore[attr-defined]


def style_no_notes() -> None:
    """Gives footnotes no style, and list markers to lists alone: it is made for every element."""
    from weasyprint.html import UA_STYLESHEET  # type: ignore[import-untyped]

    matcher = UA_STYLESHEET.matcher
    matcher.lower_local_name_selectors["li"] += [
        own for own in matcher.other_selectors if own[3] == "marker"
    ]
    matcher.other_selectors = [
        own for own in matcher.other_selectors if own[3] not in {"marker", *_NOTES}
    ]


def number_references_at_once() -> None:
    """Puts the numbers of pages into references when all pages are known, before any is laid out
    again: else a page that refers to later ones is laid out a third time, the second in vain.
    """
    from weasyprint import layout  # type: ignore[import-untyped]

    make_all_pages = layout.make_all_pages

    def numbered(context: Any, *others: Any) -> Any:
        for own in context.target_collector.counter_lookup_items.values():
            if own.pending:
                own.pending = False
                [_, counters, *_] = context.page_maker[own.page_maker_index + 1][3]
                own.parse_again(counters)
        return make_all_pages(context, *others)

    layout.make_all_pages = numbered


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
