"""Laws that a log keeps: which cells each kind of event fills, and which it leaves empty."""

from __future__ import annotations

from collections.abc import Mapping

from auditor.language.core import Vocabulary
from auditor.log.integrity.outline import stays
from auditor.log.integrity.suspects import required, scope_columns
from auditor.types import TEXT


def holding(name: str, vocabulary: Vocabulary) -> tuple[Mapping[str, bool], Mapping[str, bool]]:
    """The kinds of event that may fill a field, and those that must."""
    kinds = vocabulary.kinds.values()
    if name in vocabulary.context:
        marks = {
            kind: name in own.keys for own in stays(vocabulary) for kind in (own.start, own.end)
        }
        columns, named = scope_columns(vocabulary), vocabulary.fields[name] == TEXT
        may = {kind.name: marks.get(kind.name, True) for kind in kinds}
        must = {kind.name: named and marks.get(kind.name, False) for kind in kinds}
        for kind, column in columns.told:
            if column == name:
                bears = (kind, name) in columns.bears
                may[kind] = (kind, name) not in columns.lacks
                must[kind] = bears and (must[kind] or name == columns.deepest)
        return may, must
    return (
        {kind.name: name in kind.fields for kind in kinds},
        {kind.name: name in required(kind) for kind in kinds},
    )
