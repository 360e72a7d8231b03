"""Values that do not exist or fit no cell: division by zero, the zeroth event, blank words."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from auditor.diagnostic import Diagnostic
from auditor.language import core
from auditor.language.logic.formulas import Formulas
from auditor.messages.message import message
from auditor.types import INTEGER, TEXT, Item


def undefined(node: object, formulas: Formulas) -> Iterator[Diagnostic]:
    """The diagnostics of one node of a rule or of a record."""
    match node:
        case core.Operation(sign="/" | "div" | "mod" as sign, arguments=(_, by)):
            if formulas.constant(by) == 0:
                yield Diagnostic(message("E505.by_zero", sign=sign), node.span)
        case core.Pick(end="nth", index=index) if index is not None:
            place = formulas.constant(index)
            if place is not None and place < 1:
                yield Diagnostic(message("E505.nth"), index.span)
        case core.Compare(left=left, right=right):
            yield from _blank(left, right, formulas)
            yield from _blank(right, left, formulas)
            yield from _no_result(left, right, formulas)
            yield from _no_result(right, left, formulas)
        case core.IsIn(element=element, within=core.Literal_(value=frozenset() as values)):
            if _is_cell(element, formulas) and any(map(_is_blank, values)):
                yield Diagnostic(message("E506.in_set"), node.within.span, message("E506.cells"))
            if element.type == INTEGER and any(_is_part(value) for value in values):
                yield Diagnostic(message("E506.whole"), node.within.span)


def _is_cell(node: core.Expression, formulas: Formulas) -> bool:
    """True of a text that stands in a log, and is not made up by a column."""
    named = formulas.unknowns.named(node)
    if (
        named.type != TEXT
        or not isinstance(named, core.Field)
        or not isinstance(named.of.type, Item)
    ):
        return False
    records = (formulas.known.records.get(source) for source in named.of.type.sources)
    return not any(named.name in dict(own.columns) for own in records if own is not None)


def _blank(
    word: core.Expression, cell: core.Expression, formulas: Formulas
) -> Iterator[Diagnostic]:
    if not isinstance(word, core.Literal_) or not _is_cell(cell, formulas):
        return
    if _is_blank(word.value):
        yield Diagnostic(message("E506.text"), word.span, message("E506.cells"))


def _no_result(
    word: core.Expression, made: core.Expression, formulas: Formulas
) -> Iterator[Diagnostic]:
    """A text that a column is compared with, and that none of its cases gives: a slip of the hand
    that no log would ever show.
    """
    if not isinstance(word, core.Literal_) or word.type != TEXT:
        return
    named = formulas.unknowns.named(made)
    if isinstance(named, core.Lookup) and (own := formulas.known.records.get(named.record)):
        named = dict(own.columns).get(named.column, named)
    if not isinstance(named, core.Choose):
        return
    results = [*(then for _, then in named.cases), named.otherwise]
    texts = [own.value for own in results if isinstance(own, core.Literal_)]
    if len(texts) == len(results) and word.value not in texts:
        given = tuple(f"`{text}`" for text in dict.fromkeys(map(str, texts)))
        what = message("E506.no_result", text=str(word.value))
        yield Diagnostic(what, word.span, message("E506.results", texts=given))


def _is_blank(value: object) -> bool:
    """True of a text that no cell is read as: empty, blank at an end, accents apart."""
    text = str(value)
    return not text or text != text.strip() or text != unicodedata.normalize("NFC", text)


def _is_part(value: object) -> bool:
    return getattr(value, "denominator", 1) != 1
