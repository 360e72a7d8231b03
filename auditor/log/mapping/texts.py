"""The texts of a grid whose conventions matter: dates, numbers, cards as its columns write them."""

from __future__ import annotations

from dataclasses import dataclass

from auditor.log.coded import CodedRows
from auditor.log.convert.cells import note, note_word
from auditor.log.convert.conventions import CellPlace, ColumnTexts
from auditor.log.convert.dates import telling
from auditor.log.convert.lexicon import Lexicon
from auditor.log.header import Heading
from auditor.log.mapping.bind import Binding, FileField, FixedText
from auditor.log.mapping.schema import FileMapping
from auditor.log.raw_grid import Grid
from auditor.types import NUMBER, TEXT, TIME, Enumeration, Type


@dataclass(frozen=True, slots=True)
class BoundGrid:
    """A mapping on the header of a grid."""

    grid: Grid
    head: Heading
    says: FileMapping
    lexicon: Lexicon
    binding: Binding
    below: CodedRows
    """The rows below the header, as columns."""


def texts_of(bound: BoundGrid) -> ColumnTexts:
    """The different texts of the columns whose conventions matter."""
    texts = ColumnTexts()
    seen: set[tuple[Type, bool, FileField | FixedText]] = set()
    for made in bound.binding.events:
        kind = "".join(own.text for own in made.kind.pieces if isinstance(own, FixedText))
        for name, taken in {**bound.binding.context, **made.fields}.items():
            of = bound.lexicon.type_of(kind, name)
            if of == TEXT and name != "session":
                continue  # names are written in one way only
            for own in taken.pieces:
                if not isinstance(own, FileField | FixedText):
                    continue
                text = of, name == "session", own
                if text not in seen:
                    seen.add(text)
                    _enter(texts, bound, of, name, own)
        for test in made.tests:
            compared = (test.field, test.other) if test.says.compared else ()
            for field in compared:
                if field is not None and (NUMBER, False, field) not in seen:
                    seen.add((NUMBER, False, field))
                    _enter(texts, bound, NUMBER, "", field)
    return texts


def _enter(
    texts: ColumnTexts, bound: BoundGrid, of: Type, name: str, own: FileField | FixedText
) -> None:
    if isinstance(own, FixedText):
        if own.stands is not None:
            note(texts, of, name, own.text, CellPlace(0, own.stands[0]))
        return
    column, numbers = bound.below.column(own.place), bound.below.numbers
    firsts: dict[str, int] = {}
    for first in column.firsts():
        if text := own.value(column[first]):
            firsts.setdefault(text, int(numbers[first]))
    firsts = telling(firsts) if of == TIME else firsts
    if isinstance(of, Enumeration):
        told = bound.says.values.get(name, {})
        for text in firsts.keys() - told.keys():
            note_word(texts, of, text, CellPlace(firsts[text], own.name), bound.lexicon)
        return
    for text, row in firsts.items():
        note(texts, of, name, text, CellPlace(row, own.name))
