"""The columns of a log of one event a row, for a proposal."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches
from itertools import chain, compress

from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.written import normalise
from auditor.log.match.bets import bets_and_numbers, came_back, is_of_numbers
from auditor.log.match.column_relations import coups
from auditor.log.match.readable import has_suit, kind_named, reads
from auditor.log.match.roles import NUMBER, Roles, part_of
from auditor.log.propose.draft import COLUMNS, OPEN, Draft, DraftEvent, DraftLine, RowEvents
from auditor.log.propose.place import (
    MOST,
    Title,
    ask_for_unrecorded,
    ask_for_words,
    roles_of_coups,
    with_told_columns,
    write_codes,
    write_columns,
)
from auditor.log.propose.settle import FilledStakes, Settlements
from auditor.log.shape import InferredMapping
from auditor.log.table import column_name
from auditor.messages.message import message
from auditor.types import CARD, MONEY, Enumeration, Type


class LongColumns:
    """Writes the columns of a log of one event a row, each of them once."""

    def __init__(self, draft: Draft, found: InferredMapping) -> None:
        self._draft, self._found, self._sheet = draft, found, found.sheet
        match = with_told_columns(draft, found.sheet, found.match)
        match = coups(found.sheet, bets_and_numbers(found.sheet, match))
        self._match = with_told_columns(draft, found.sheet, match)
        self._lexicon, self._stake = found.sheet.lexicon, found.sheet.stake

    def write(self, above: Mapping[str, Title]) -> Roles:
        """Columns known by their names, and questions on the others; the roles of all."""
        draft, sheet, match = self._draft, self._sheet, self._match
        if "event" not in match.fields:  # the words of another column tell it
            draft.column("event", self._found.says.columns["event"])
        write_columns(draft, sheet, match, above, self._numbers())
        write_codes(draft, sheet, match)
        self._take_off_stakes()
        self._settle_beside_stakes()
        self._worded()
        # The bet is that of the stakes first, which may have a usual one.
        for kind in sorted(
            {*filter(None, sheet.kinds)}, key=lambda own: (own != self._stake.event, own)
        ):
            ask_for_words(draft, sheet, match, kind)
        for at in match.unused:  # called as a field is, though few cells read as it
            name = column_name(sheet.name(at))
            needed = any(self._lexicon.needs(kind, name) for kind in {*sheet.kinds})
            known = name in self._lexicon.fields() and name not in match.fields
            if known and (needed or sheet.share(at, name)):
                draft.column(name, sheet.source(at))
        for own, kind in self._found.says.values.get("event", {}).items():
            draft.lines["values", "event", own] = DraftLine(kind)
        ask_for_unrecorded(draft, sheet, match, sheet.kinds)
        _ask_for_kinds(draft, self._found)
        return match

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
            for own in self._match.unused
            if sheet.called(own) in on and is_of_numbers(sheet, own)
            if sheet.never_together(at, own)
        ]
        if bet is not None and bet != at and NUMBER in self._match.codes:
            others = [bet]
        return {NUMBER: sheet.source(at) + sheet.source(others[0])} if others else {}

    def _take_off_stakes(self) -> None:
        """Take the stake off what came back, where the amounts show that it is within."""
        sheet, fields, pays = self._sheet, self._match.fields, self._sheet.pays.event
        if "amount" in fields and {self._stake.event, pays} <= {*sheet.kinds}:
            bets = sheet.rows_of(*(fields[own] for own in fields if own not in ("event", "amount")))
            rows = zip(sheet.kinds, sheet.column(fields["amount"]), bets, strict=True)
            sense = came_back(rows, (self._stake.event,), (pays,))
            if sense == "whole":
                self._draft.takes_off(self._stake.event, pays)

    def _settle_beside_stakes(self) -> None:
        """Read payments as a ledger has them, where what was won stands beside the stake."""
        sheet, pays, event = self._sheet, self._sheet.pays, self._sheet.event
        paid = sheet.with_rows([*compress(sheet.rows, map(pays.event.__eq__, sheet.kinds))])
        beside = (part_of(paid, at) for at in self._match.unused if paid.said(at))
        if event is None or all(own is None or own.word != pays for own in beside):
            return
        match, name, words = roles_of_coups(self._draft, paid), sheet.name(event), paid.texts(event)
        parts = [own for own in match.of(pays) if own.at != self._match.fields.get("amount")]
        test = {"column": name, "is": words}
        kind: DraftEvent = {"event": f"{{{name}}}", "when": {"column": name, "is_not": words}}
        told, none = FilledStakes((test,)), {"event": "", "when": test}
        settles = Settlements(paid, match, self._draft)
        settled = (settles.events({"event": pays.event, "amount": ""}, own, told) for own in parts)
        del self._draft.lines[*COLUMNS, "event"]
        self._draft.groups.append(RowEvents([kind, *chain(*settled), none], None, is_once=False))

    # ---- what is asked ---------------------------------------------------------------------------
    def _worded(self) -> None:
        """Unused columns that can be one field alone, by their cells: words, cards, sums, or the
        names of players; two of them, where a row fills one alone.
        """
        sheet, said = self._sheet, self._draft.of(COLUMNS)
        free = [name for name in sorted(self._lexicon.fields()) if name not in said]
        own: dict[str, list[int]] = {}
        for at in self._match.unused:
            rows = {*zip(sheet.kinds, sheet.column(at), strict=True)}
            fits = [
                self._fitting(free, kind, rows) for kind in {o for o, cell in rows if o and cell}
            ]
            if all(len(names) == 1 for names in fits):
                for name in {name for names in fits for name in names}:
                    own.setdefault(name, []).append(at)
        for name, places in sorted(own.items()):
            if len(places) == 1 or (len(places) == 2 and sheet.never_together(*places)):
                ask = message("ask.whose" if name == "player" else "ask.worded")
                source = "".join(map(sheet.source, places))
                self._draft.column(name, source, ask, question=True)
        seat = self._match.fields.get("seat")
        nobody = "player" not in {*self._draft.of(COLUMNS), *self._match.fields}
        if seat is not None and nobody and self._stake.event in sheet.kinds:
            self._draft.column("player", sheet.source(seat), message("ask.whose"), question=True)

    def _fitting(
        self, names: Sequence[str], kind: str, rows: Collection[tuple[str, str]]
    ) -> Sequence[str]:
        """The fields of a kind of event of which all of its cells are; else whose act it is."""
        known = [name for name in names if name in self._lexicon.own_fields_of(kind)]
        types = {name: self._lexicon.type_of(kind, name) for name in known}
        cells = [cell for own, cell in rows if own == kind and cell]
        told = [name for name, of in types.items() if all(self._tells(of, cell) for cell in cells)]
        staked = [cell for own, cell in rows if own == self._stake.event]
        if told or "player" not in known or not (staked and all(staked)):
            return told
        return ["player"] if all(any(map(str.isalpha, cell)) for cell in cells) else []

    def _tells(self, of: Type, cell: str) -> bool:
        """True for a cell that tells by itself that it is of a type: a word, a card or a sum."""
        if of == CARD:
            return has_suit(cell)
        return (isinstance(of, Enumeration) or of == MONEY) and reads(of, cell, self._lexicon)


# ---- words that nobody knows ---------------------------------------------------------------------
def _ask_for_kinds(draft: Draft, found: InferredMapping) -> None:
    """Asks for the kind of event of each word that no vocabulary knows."""
    lexicon, sheet = found.sheet.lexicon, found.sheet
    texts = [] if sheet.event is None else [*dict.fromkeys(sheet.cells(sheet.event))]
    strange = [own for own in texts if own not in sheet.told and not kind_named(own, lexicon)]
    for own in strange if len(strange) <= MOST else ():
        # `BET_SETTLED` beside `BET_PLACED` is no second word for a stake.
        guess = kind if (kind := _nearest(own, lexicon)) not in sheet.kinds else ""
        draft.lines["values", "event", own] = DraftLine(guess or OPEN, message("ask.kind"), True)


def _nearest(text: str, lexicon: Lexicon) -> str:
    """The kind whose longest name stands in the text, or is spelt most alike, if it is one."""
    known, words = lexicon.kinds, {*normalise(text).split()}
    within = sorted((own for own in known if {*own.split()} <= words), key=len)
    close = within[-1:] or get_close_matches(normalise(text), list(known), n=1, cutoff=0.75)
    beside = [own for own in within if not {*own.split()} <= {*close[0].split()}]
    meant = {kind for own in (*close, *beside) for kind in known[own]}
    return meant.pop() if len(meant) == 1 else ""
