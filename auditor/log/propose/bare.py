"""A table without a header: days, tables, cards and numbers are told by their looks alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from auditor.log.convert import cards as playing_cards
from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.numbers import whole
from auditor.log.header import Heading, no_heading
from auditor.log.infer.columns import Body, form_of
from auditor.log.infer.wide_columns import Part, WideColumns
from auditor.log.propose.toml_draft import Draft
from auditor.log.table import Record

_CODE = re.compile(r"\D{1,20}\d{0,3}")


def bare_heading(records: Sequence[Record]) -> Heading | None:
    """Columns by their letters, if one of them tells days or hours."""
    head = no_heading(records)
    body = Body([cells for _, cells in records], [])
    return head if any(form_of(body.cells(at)) for at in range(len(head.names))) else None


def bare_columns(draft: Draft, head: Heading, body: Body, lexicon: Lexicon) -> WideColumns:
    """What each column may be; all of it is asked."""
    context: dict[str, int] = {}
    stamps: list[tuple[int, str]] = []
    fields: dict[str, int] = {}
    parts: list[Part] = []
    unknown: list[int] = []
    card = next((word for word in lexicon.wide if word.value == "card"), None)
    result = next((field for word in lexicon.wide for field in word.fields), "number")
    for at in range(len(head.names)):
        cells = body.cells(at)
        if form := form_of(cells):
            stamps.append((at, form))
        elif not cells:
            unknown.append(at)
        elif card is not None and all(any(playing_cards.readings(cell)) for cell in cells):
            parts.append(Part(at, card))
        elif "table" not in context and all(map(_CODE.fullmatch, cells)):
            context["table"] = at
        elif all(whole(cell) is not None for cell in cells) and result not in fields:
            fields[result] = at
        else:
            unknown.append(at)
    draft.remarks.append("? There is no header: is each column what it is taken for?")
    return WideColumns(context, tuple(stamps), tuple(parts), fields, tuple(unknown))
