"""Columns of yes and no that together say a result: `IsPlayerWin`, `IsBankerWin`, `IsTie`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from auditor.log.convert.cells import TRUE
from auditor.log.convert.lexicon import Lexicon, WideWord
from auditor.log.convert.words import normalise
from auditor.log.header import Heading
from auditor.log.infer.columns import Body, cell_at, reads
from auditor.log.infer.wide_columns import WideColumns
from auditor.log.propose.toml_draft import toml
from auditor.types import BOOLEAN, Enumeration

_SAY_NOTHING = frozenset(("is", "est", "ist", "has", "did", "flag"))


def flag_events(
    word: WideWord, columns: WideColumns, head: Heading, body: Body, lexicon: Lexicon
) -> Iterator[tuple[int, str]]:
    """For each column of yes and no that says a result its place, and the event that it makes."""
    for name in word.fields:
        kind = lexicon.type_of(word.event, name)
        if isinstance(kind, Enumeration) and name not in columns.fields:
            for member, at in _flags(head, body, columns.unknown, kind, lexicon).items():
                yes = sorted({own for own in body.cells(at) if says_yes(own, lexicon)})
                when = {"column": head.names[at], "is": yes}
                yield at, toml({"event": word.event, name: member, "when": when})


def _flags(
    head: Heading, body: Body, places: Iterable[int], kind: Enumeration, lexicon: Lexicon
) -> dict[str, int]:
    """The columns by the word that each says, if they are several and no row says two."""
    found: dict[str, int] = {}
    for at in places:
        words = [own for own in normalise(head.names[at]).split() if own not in _SAY_NOTHING]
        member = lexicon.member(kind, " ".join(words)) if words else None
        cells = {*body.cells(at)}
        if member is None or len(cells) < 2 or not all(reads(BOOLEAN, c, lexicon) for c in cells):
            continue
        if member in found:
            return {}
        found[member] = at
    said = [sum(says_yes(cell_at(row, at), lexicon) for at in found.values()) for row in body.rows]
    return found if len(found) > 1 and max(said, default=0) == 1 else {}


def says_yes(text: str, lexicon: Lexicon) -> bool:
    """True for a word for yes, in any language."""
    return text.casefold() in TRUE or lexicon.truths.get(normalise(text) or text) == "true"
