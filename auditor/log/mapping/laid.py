"""A mapping laid on a grid, and the texts that tell by which conventions its cells are written."""

from __future__ import annotations

from dataclasses import dataclass

from auditor.log.convert.cells import note
from auditor.log.convert.conventions import Place, Texts
from auditor.log.convert.lexicon import Lexicon
from auditor.log.header import Heading
from auditor.log.mapping.bind import Constant, Field, Plan
from auditor.log.mapping.schema import FileMapping
from auditor.log.raw_grid import Grid
from auditor.types import TEXT, Enumeration, Type


@dataclass(frozen=True, slots=True)
class Laid:
    """A mapping on the header of a grid."""

    grid: Grid
    head: Heading
    says: FileMapping
    lexicon: Lexicon
    plan: Plan


def texts_of(laid: Laid) -> Texts:
    """The different texts of the columns whose conventions matter."""
    texts = Texts()
    seen: set[tuple[Type, bool, Field | Constant]] = set()
    for made in laid.plan.events:
        kind = "".join(own.text for own in made.kind.pieces if isinstance(own, Constant))
        for name, taken in {**laid.plan.context, **made.fields}.items():
            of = laid.lexicon.type_of(kind, name)
            if isinstance(of, Enumeration) or (of == TEXT and name != "session"):
                continue  # words are written in one way only
            for own in taken.pieces:
                if isinstance(own, Field | Constant) and (of, name == "session", own) not in seen:
                    seen.add((of, name == "session", own))
                    _enter(texts, laid, of, name, own)
    return texts


def _enter(texts: Texts, laid: Laid, of: Type, name: str, own: Field | Constant) -> None:
    if isinstance(own, Constant):
        if own.stands is not None:
            note(texts, of, name, own.text, Place(0, own.stands[0]))
        return
    rows = laid.grid.records[laid.head.last + 1 :]
    # Backwards, so that of each text its first row remains.
    firsts = {own.text(cells): row for row, cells in reversed(rows)}
    for text, row in firsts.items():
        if text:
            note(texts, of, name, text, Place(row, own.name))
