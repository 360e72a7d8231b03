"""Appended to a PDF: signatures alone, or something that could change its pages.

Whoever appends to a PDF can put any object of it anew.  Compared are therefore the objects that
stood there before: the catalog may get a form of signature fields, a page a field without extent,
and the file's own date and maker may change.  Anything else counts as a change, though some of it
would be harmless.  pyHanko's own analysis also follows every path through the file, which takes
minutes for a tagged report; new objects that nothing old leads to show nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from auditor_signatures.library import CannotSignError, failing_as, needed, pdf_reader

if TYPE_CHECKING:
    from pyhanko.pdf_utils.reader import HistoricalResolver, PdfFileReader

_CATALOG = ("/AcroForm", "/DSS", "/Extensions", "/Metadata", "/Version")  # none shows on a page
_INFORMATION = ("/Producer", "/ModDate")
_TRAILER = (
    *("/Size", "/Prev", "/ID", "/Type", "/W", "/Index", "/Filter", "/DecodeParms", "/Length"),
    "/XRefStm",
)
_END = re.compile(rb"startxref\r?\n(\d+)\r?\n%%EOF(?:\r\n|\r|\n)?\Z")
_LONGEST_END = 64
_FORM = ("/Fields", "/SigFlags")
_FIELD = {"/Type", "/Subtype", "/FT", "/T", "/F", "/Rect", "/P", "/V", "/Lock", "/SV"}


def is_only_signed(content: bytes, printed: bytes | None = None) -> bool:
    """True where a PDF is `printed`, or what was written first, and signatures appended to it.

    Raises CannotSignError where pyHanko is not installed.
    """
    needed()
    try:
        with failing_as("sign.unreadable"):
            reader = pdf_reader(content)
            if printed is None:
                return only_signatures(reader, content, since=0)
            if not _begins(reader, content, printed):
                return False
            return content == printed or only_signatures(reader, content, 0, len(printed))
    except CannotSignError:
        return False  # what cannot be read is no signature


def _begins(reader: PdfFileReader, content: bytes, printed: bytes) -> bool:
    """Whether the first of the revisions is the print: a file may begin with its bytes, and then
    never refer to them.
    """
    if not content.startswith(printed):
        return False
    first = reader.xrefs.get_startxref_for_revision(0)
    return bool(first == pdf_reader(printed).last_startxref)


def only_signatures(reader: PdfFileReader, content: bytes, since: int, covered: int = 0) -> bool:
    """Whether the revisions after one add signatures and nothing else that shows; `covered` are the
    bytes that stood there before.
    """
    if reader.xrefs.hybrid_xrefs_present or not _ends_with_revision(content, covered):
        return False
    revisions = [
        reader.get_historical_resolver(at) for at in range(since, reader.xrefs.total_revisions)
    ]
    return all(_is_signing(reader, old, new) for old, new in pairwise(revisions))


def _ends_with_revision(content: bytes, covered: int) -> bool:
    """Whether the file ends where the last revision does, and that one is behind some bytes: what a
    file has besides is shown by no reader and signed by nobody, and may be anything.
    """
    found = _END.search(content[-_LONGEST_END:])
    return found is not None and int(found[1]) >= covered


def _is_signing(reader: PdfFileReader, old: HistoricalResolver, new: HistoricalResolver) -> bool:
    xrefs, at = reader.xrefs, new.revision
    if xrefs.refs_freed_in_revision(at) or not _same_but(
        old.trailer_view, new.trailer_view, _TRAILER
    ):
        return False
    replaced = (
        own
        for own in xrefs.explicit_refs_in_revision(at)
        if xrefs.get_historical_ref(own, at - 1) is not None
    )
    return all(_is_allowed(old, new, own) for own in replaced) and _form_holds(old, new)


def _is_allowed(old: HistoricalResolver, new: HistoricalResolver, ref: Any) -> bool:
    """Whether an object may be replaced as it was."""
    trailer, before, after = old.trailer_view, old.get_object(ref), new.get_object(ref)
    catalog = _catalog(old)
    if _is(ref, _raw(trailer, "/Root")):
        return _same_but(before, after, _CATALOG)
    if _is(ref, _raw(trailer, "/Info")):
        return _same_but(before, after, _INFORMATION)
    if _is(ref, _raw(catalog, "/AcroForm")):
        return True  # what it became is looked at with the form
    if _is(ref, _raw(catalog, "/Metadata")):
        return bool(_entry(after, "/Type", "") == "/Metadata")  # it shows on no page
    if not hasattr(before, "keys") or _entry(before, "/Type", "") != "/Page":
        return False
    return _same_but(before, after, ("/Annots",)) and _adds_fields(
        _entry(before, "/Annots", ()), _entry(after, "/Annots", ())
    )


def _catalog(revision: HistoricalResolver) -> Any:
    """The catalog as it was: the trailer's own references lead to the newest objects."""
    return revision.get_object(_raw(revision.trailer_view, "/Root").reference)


def _form_holds(old: HistoricalResolver, new: HistoricalResolver) -> bool:
    before = _entry(_catalog(old), "/AcroForm", {})
    after = _entry(_catalog(new), "/AcroForm", {})
    return _same_but(before, after, _FORM) and _adds_fields(
        _entry(before, "/Fields", ()), _entry(after, "/Fields", ())
    )


def _adds_fields(before: Iterable[Any], after: Iterable[Any]) -> bool:
    """Whether the same stands there, and after it signature fields that cannot be seen."""
    old, new = list(_written(before)), list(_written(after))
    return new[: len(old)] == old and all(map(_is_unseen_field, list(after)[len(old) :]))


def _is_unseen_field(field: Any) -> bool:
    own = field.get_object() if hasattr(field, "get_object") else field
    if set(own) - _FIELD or _entry(own, "/FT", "") != "/Sig":
        return False
    left, bottom, right, top = _entry(own, "/Rect", (0, 0, 0, 0))
    return bool(left == right and bottom == top)


# ---- comparing objects --------------------------------------------------------------------------
def _same_but(before: Any, after: Any, names: Iterable[str]) -> bool:
    apart = set(names)
    if not (hasattr(before, "keys") and hasattr(after, "keys")):
        return False
    kept = [
        {key: value for key, value in _items(own) if key not in apart} for own in (before, after)
    ]
    return kept[0] == kept[1]


def _items(own: Any) -> Iterator[tuple[str, bytes]]:
    for key in own:
        yield str(key), _bytes(_raw(own, key))


def _entry(own: Any, key: str, otherwise: Any) -> Any:
    """The entry itself, where a reference leads."""
    return own[key] if key in own else otherwise  # noqa: SIM401 - `get` stops at a reference


def _raw(own: Any, key: str) -> Any:
    """The entry as it is written: a reference stays one."""
    return own.raw_get(key) if key in own else None


def _written(many: Iterable[Any]) -> Iterator[bytes]:
    array: Any = many
    for at in range(len(array)):
        yield _bytes(array.raw_get(at) if hasattr(array, "raw_get") else array[at])


def _bytes(value: Any) -> bytes:
    out = BytesIO()
    value.write_to_stream(out)
    return out.getvalue()


def _is(ref: Any, raw: Any) -> bool:
    return raw is not None and (ref.idnum, ref.generation) == (
        getattr(raw, "idnum", None),
        getattr(raw, "generation", None),
    )
