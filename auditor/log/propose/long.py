"""The columns of a log of one event a row, for a proposal."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.written import normalise
from auditor.log.mapping.schema import template
from auditor.log.match.bets import bets_and_numbers, is_of_numbers
from auditor.log.match.column_relations import coups
from auditor.log.match.readable import has_suit, kind_named, reads
from auditor.log.match.roles import NUMBER, Roles
from auditor.log.propose.draft import COLUMNS, OPEN, Draft, DraftLine
from auditor.log.propose.place import (
    MOST,
    Title,
    ask_for_bet,
    with_told_columns,
    write_codes,
    write_columns,
)
from auditor.log.shape import InferredMapping
from auditor.log.table import column_name
from auditor.messages.message import message
from auditor.types import CARD, MONEY, Enumeration


def write_long(draft: Draft, found: InferredMapping, above: Mapping[str, Title]) -> Roles:
    """Columns known by their names, and questions on the others; the roles of all."""
    return _LongColumns(draft, found).write(above)


class _LongColumns:
    """Writes the columns of a log of one event a row, each of them once."""

    def __init__(self, draft: Draft, found: InferredMapping) -> None:
        self._draft, self._found, self._sheet = draft, found, found.sheet
        match = coups(found.sheet, bets_and_numbers(found.sheet, found.match))
        self._match = with_told_columns(draft, found.sheet, match)
        self._lexicon, self._stake = found.sheet.lexicon, found.sheet.stake
        self._free = [*self._match.unused]  # columns without a use

    def write(self, above: Mapping[str, Title]) -> Roles:
        draft, sheet, match = self._draft, self._sheet, self._match
        if "event" not in match.fields:  # the words of another column tell it
            draft.column("event", self._found.says.columns["event"])
        write_columns(draft, sheet, match, above, self._numbers())
        write_codes(draft, sheet, match)
        self._worded()
        if self._stake.event in self._sheet.kinds:
            ask_for_bet(self._draft, self._sheet, self._match)
        self._players()
        for at in [*self._free]:  # called as a field is, though few cells read as it
            name = column_name(sheet.name(at))
            if name in self._lexicon.fields() and name not in match.fields:
                draft.column(name, self._source(at))
        self._ask_for_amount()
        for own, kind in sheet.told.items():
            draft.lines["values", "event", own] = DraftLine(kind)
        self._ask_for_unrecorded()
        _ask_for_kinds(draft, self._found)
        return match

    def _source(self, at: int) -> str:
        if at in self._free:
            self._free.remove(at)
        return self._sheet.source(at)

    # ---- what is known by names and cells --------------------------------------------------------
    def _numbers(self) -> dict[str, str]:
        """The source of the number that stands in two columns, which are never filled together:
        the one that came out, and those that stakes are on.
        """
        sheet, fields = self._sheet, self._match.fields
        at, bet = fields.get(NUMBER), fields.get(self._stake.names)
        if at is None:
            return {}
        on = {own for word in self._lexicon.wide for own in word.on}
        others = [
            own
            for own in self._free
            if normalise(sheet.name(own)) in on and is_of_numbers(sheet, own)
            if sheet.never_together(at, own)
        ]
        if bet is not None and bet != at and NUMBER in self._match.codes:
            others = [bet]
        return {NUMBER: sheet.source(at) + self._source(others[0])} if others else {}

    # ---- what is asked ---------------------------------------------------------------------------
    def _ask_for_unrecorded(self) -> None:
        """Ask of kinds that a payment may be net of, of which there is no row."""
        for word in self._lexicon.wide:
            of, kinds = self._lexicon.type_of(word.event, word.names), {*self._sheet.kinds}
            if not isinstance(of, Enumeration) or not word.otherwise or word.event in kinds:
                continue
            texts = {text for at in self._sheet.places for text in self._sheet.texts(at)[:MOST]}
            if word.otherwise in {self._lexicon.member(of, text) for text in texts}:
                self._draft.unrecorded(word.event)

    def _ask_for_amount(self) -> None:
        """Ask for the amount, where none is known and the two sides of an account stand apart."""
        ways = self._lexicon.directions
        sides = [at for at in self._free if ways.get(normalise(self._sheet.name(at)))]
        said = self._draft.of(COLUMNS)
        if len(sides) == 2 and "amount" not in said and self._sheet.never_together(*sides):
            source = "".join(map(self._source, sides))
            self._draft.column("amount", source, message("ask.both_sides"), question=True)

    def _worded(self) -> None:
        """Unused columns that can be one field alone, by their cells: words, cards or sums."""
        said = self._draft.of(COLUMNS)
        fields = self._lexicon.fields()
        told = (CARD, MONEY)  # beside words, what cells tell by themselves
        free = [n for n, o in sorted(fields.items()) if isinstance(o, Enumeration) or o in told]
        free = [own for own in free if own not in said]
        own: dict[str, list[int]] = {}
        for at in self._free:
            fits: dict[str, list[str]] = {}
            for kind, cell in {*zip(self._sheet.kinds, self._sheet.column(at), strict=True)}:
                if cell and kind:
                    known = fits.get(kind, free)
                    fits[kind] = [name for name in known if self._is_of(name, kind, cell)]
            if all(len(names) == 1 for names in fits.values()):
                for name in {name for names in fits.values() for name in names}:
                    own.setdefault(name, []).append(at)
        for name, places in sorted(own.items()):
            if len(places) == 1:
                ask = message("ask.worded")
                self._draft.column(name, self._source(places[0]), ask, question=True)

    def _is_of(self, name: str, kind: str, cell: str) -> bool:
        """True for a cell that may be this field of an event of the kind."""
        if name not in self._lexicon.own_fields_of(kind):
            return False
        of = self._lexicon.type_of(kind, name)
        return has_suit(cell) if of == CARD else reads(of, cell, self._lexicon)

    def _players(self) -> None:
        """The only unused column of names, filled beside every stake and other acts of players."""
        stake, kinds = self._stake.event, self._sheet.kinds
        if stake not in kinds or "player" in self._match.fields:
            return
        acts = {kind for kind in kinds if "player" in self._lexicon.own_fields_of(kind)}
        own = [
            at
            for at in self._free
            if all(
                bool(cell) if kind == stake else not cell or not kind or kind in acts
                for kind, cell in zip(kinds, self._sheet.column(at), strict=True)
            )
            if all(any(map(str.isalpha, own)) for own in self._sheet.texts(at))
        ]
        if len(own) == 1:
            ask = message("ask.whose")
            self._draft.column("player", self._source(own[0]), ask, question=True)


# ---- words that nobody knows ---------------------------------------------------------------------
def _ask_for_kinds(draft: Draft, found: InferredMapping) -> None:
    """Asks for the kind of event of each word that no vocabulary knows."""
    lexicon, sheet = found.sheet.lexicon, found.sheet
    source = template(found.says.columns.get("event", "")).columns
    at = found.match.fields.get("event", sheet.head.find(source[0]) if source else None)
    texts = [] if at is None else [*dict.fromkeys(sheet.cells(at))]
    known = {kind_named(own, lexicon) for own in texts} | {*sheet.told.values()}
    strange = [own for own in texts if own not in sheet.told and not kind_named(own, lexicon)]
    for own in strange if len(strange) <= MOST else ():
        # `BET_SETTLED` beside `BET_PLACED` is no second word for a stake.
        guess = kind if (kind := _nearest(own, lexicon)) not in known else ""
        draft.lines["values", "event", own] = DraftLine(guess or OPEN, message("ask.kind"), True)


def _nearest(text: str, lexicon: Lexicon) -> str:
    """The kind whose longest name stands in the text, or is spelt most alike, if it is one."""
    known, words = lexicon.kinds, {*normalise(text).split()}
    within = sorted((own for own in known if {*own.split()} <= words), key=len)
    close = within[-1:] or get_close_matches(normalise(text), list(known), n=1, cutoff=0.75)
    beside = [own for own in within if not {*own.split()} <= {*close[0].split()}]
    meant = {kind for own in (*close, *beside) for kind in known[own]}
    return meant.pop() if len(meant) == 1 else ""
