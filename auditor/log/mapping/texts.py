"""The texts of a grid whose conventions matter: dates, numbers, cards as its columns write them."""

from __future__ import annotations

from dataclasses import dataclass

from auditor.log.convert.cells import note
from auditor.log.convert.conventions import CellPlace, ColumnTexts
from auditor.log.convert.lexicon import Lexicon
from auditor.log.header import Heading
from auditor.log.mapping.bind import Binding, FileField, FixedText, texts_at
from auditor.log.mapping.schema import FileMapping
from auditor.log.raw_grid import Grid
from auditor.types import NUMBER, TEXT, Enumeration, Type


@dataclass(frozen=True, slots=True)
class BoundGrid:
    """A mapping on the header of a grid."""

    grid: Grid
    head: Heading
    says: FileMapping
    lexicon: Lexicon
    binding: Binding


def texts_of(bound: BoundGrid) -> ColumnTexts:
    """The different texts of the columns whose conventions matter."""
    texts = ColumnTexts()
    seen: set[tuple[Type, bool, FileField | FixedText]] = set()
    for made in bound.binding.events:
        kind = "".join(own.text for own in made.kind.pieces if isinstance(own, FixedText))
        for name, taken in {**bound.binding.context, **made.fields}.items():
            of = bound.lexicon.type_of(kind, name)
            if isinstance(of, Enumeration) or (of == TEXT and name != "session"):
                continue  # words are written in one way only
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
    rows = bound.grid.records[bound.head.last + 1 :]
    # Backwards, so that of each text its first row remains.
    cells = texts_at(own.place, [cells for _, cells in reversed(rows)])
    numbers = (row for row, _ in reversed(rows))
    firsts: dict[str, int] = {}
    for cell, row in dict(zip(cells, numbers, strict=True)).items():
        text = own.text((*[""] * own.place, cell))
        firsts[text] = min(row, firsts.get(text, row))
    for text, row in firsts.items():
        if text:
            note(texts, of, name, text, CellPlace(row, own.name))
