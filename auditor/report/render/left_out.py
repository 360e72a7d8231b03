"""Work of WeasyPrint for each page or element that no page of ours has a use for, left out.

Together it is an eighth of the time that a report is printed in: most of it styles of footnotes,
for each element that has none.
"""

# ruff: noqa: PLC0415 - WeasyPrint is imported late: it is slow, and its libraries may be missing

from __future__ import annotations

import sys
from contextlib import suppress
from ctypes import CDLL
from types import ModuleType

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
