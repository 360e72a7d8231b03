"""The columns of a log of one event a row, for a proposal."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from itertools import starmap

from auditor.log.convert.conventions import Language
from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.written import normalise
from auditor.log.mapping.schema import template
from auditor.log.match.bets import bet_words, is_of_numbers
from auditor.log.match.column_relations import coups
from auditor.log.match.readable import kind_named, reads
from auditor.log.match.roles import NUMBER
from auditor.log.propose.draft import COLUMNS, OPEN, Draft, TomlLine
from auditor.log.propose.place import Title, write_columns
from auditor.log.propose.settle import CHOICE
from auditor.log.shape import InferredMapping
from auditor.log.table import SIDE_BY_SIDE, SideBySideError, column_name
from auditor.messages.message import Message, message
from auditor.types import Enumeration

MOST = 30  # words of a column that are asked about; a column of more is no list of words


def write_long(draft: Draft, found: InferredMapping, above: Mapping[str, Title]) -> Language:
    """Columns known by their names, and questions on the others; the language of the file."""
    _LongColumns(draft, found, above).write()
    return found.language


class _LongColumns:
    """Writes the columns of a log of one event a row, each of them once."""

    def __init__(self, draft: Draft, found: InferredMapping, above: Mapping[str, Title]) -> None:
        self._draft, self._found, self._above = draft, found, above
        self._sheet, self._match = found.sheet, coups(found.sheet, found.match)
        self._lexicon, self._stake = found.sheet.lexicon, found.sheet.stake
        self._free = [*self._match.unused]  # columns without a use

    def write(self) -> None:
        draft, sheet = self._draft, self._sheet
        self._refuse_side_by_side()
        sources = self._bets()
        if "event" not in self._match.fields:  # the words of another column tell it
            draft.column("event", self._found.says.columns["event"])
        write_columns(draft, sheet, self._match, self._above, sources)
        self._worded()
        self._ask_for_bet()
        self._players()
        for at in [*self._free]:  # called as a field is, though few cells read as it
            name = column_name(sheet.name(at))
            if name in self._lexicon.fields() and name not in self._match.fields:
                draft.column(name, self._source(at))
        self._ask_for_amount()
        draft.words("event", starmap(TomlLine, sheet.told.items()))
        _ask_for_words(draft, self._found)

    def _source(self, at: int) -> str:
        if at in self._free:
            self._free.remove(at)
        return self._sheet.source(at)

    def _refuse_side_by_side(self) -> None:
        head = self._sheet.head
        again = [at for at in self._match.unused if head.names[at].endswith(" (2)")]
        event = template(self._found.says.columns.get("event", "")).columns
        if len(again) >= SIDE_BY_SIDE and any(head.find(f"{name} (2)") in again for name in event):
            raise SideBySideError(message("header.side_by_side", name=head.names[again[0]]))

    # ---- what is known by names and cells --------------------------------------------------------
    def _bets(self) -> dict[str, str]:
        """Write the column of bets and of numbers that stakes are on; the source of the number that
        stands in two columns, which are never filled together.
        """
        sheet, fields = self._sheet, self._match.fields
        used, named = fields.get(NUMBER), fields.get(self._stake.names)
        both = "" if used is None else sheet.source(used)
        on = {own for word in self._lexicon.wide for own in word.on}
        for at in self._free if named is None else (named, *self._free):
            if used is not None and not sheet.never_together(used, at):
                continue
            codes = bet_words(sheet.cells(at), self._lexicon) if named in (None, at) else None
            if codes is not None and self._stake.event in sheet.kinds:
                source = self._source(at)
                for name in (self._stake.names, NUMBER):
                    if name not in fields:
                        self._draft.column(name, source)
                for name, words in codes.items():
                    self._draft.words(name, (TomlLine(o, own.means) for o, own in words.items()))
                return {NUMBER: both + source} if both else {}
            if both and normalise(sheet.name(at)) in on and is_of_numbers(sheet, at):
                return {NUMBER: both + self._source(at)}
        return {}

    # ---- what is asked ---------------------------------------------------------------------------
    def _ask_for_bet(self) -> None:
        """Ask for the bet, where stakes are recorded and no column says what they are on."""
        stake = self._stake
        said = {line.key for line in self._draft.lines_of(COLUMNS)}
        said |= {name for names in self._match.doubtful.values() for name in names}
        if stake.names in said or stake.event not in self._sheet.kinds:
            return
        if self._lexicon.needs(stake.event, stake.names):
            usual = stake.usual or OPEN
            self._draft.column(stake.names, usual, message("ask.bet"), question=True)

    def _ask_for_amount(self) -> None:
        """Ask for the amount, where none is known and the two sides of an account stand apart."""
        ways = self._lexicon.directions
        sides = [at for at in self._free if ways.get(normalise(self._sheet.name(at)))]
        said = {line.key for line in self._draft.lines_of(COLUMNS)}
        if len(sides) == 2 and "amount" not in said and self._sheet.never_together(*sides):
            source = "".join(map(self._source, sides))
            self._draft.column("amount", source, message("ask.both_sides"), question=True)

    def _worded(self) -> None:
        """Unused columns that can be one field of few words alone, by their cells."""
        said = {line.key for line in self._draft.lines_of(COLUMNS)}
        fields = self._lexicon.fields()
        free = sorted(n for n, o in fields.items() if isinstance(o, Enumeration) and n not in said)
        own: dict[str, list[int]] = {}
        for at in self._free:
            filled: dict[str, set[str]] = {}
            for kind, cell in zip(self._sheet.kinds, self._sheet.column(at), strict=True):
                if cell and kind:
                    filled.setdefault(kind, set()).add(cell)
            fits = [
                [name for name in free if all(self._is_of(name, kind, cell) for cell in cells)]
                for kind, cells in filled.items()
            ]
            alone = all(len(names) == 1 for names in fits)
            for name in dict.fromkeys(names[0] for names in fits) if alone else ():
                own.setdefault(name, []).append(at)
        for name, places in own.items():
            if len(places) == 1:
                ask = message("ask.worded")
                self._draft.column(name, self._source(places[0]), ask, question=True)

    def _is_of(self, name: str, kind: str, cell: str) -> bool:
        """True for a cell that may be this field of an event of the kind."""
        of_kind = name in self._lexicon.own_fields_of(kind)
        return of_kind and reads(self._lexicon.type_of(kind, name), cell, self._lexicon)

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
def _ask_for_words(draft: Draft, found: InferredMapping) -> None:
    """Asks for the meaning of each word that no vocabulary knows, of columns of few words."""
    fields, lexicon = found.match.fields, found.sheet.lexicon
    told = template(found.says.columns.get("event", "")).columns
    event = fields.get("event", found.sheet.head.find(told[0]) if told else None)
    for name, at in {**fields, "event": event}.items():
        kind = lexicon.fields().get(name)
        asks: dict[str, tuple[str, Message]] = {}
        if name == "event" and at is not None:
            for own, guess in _kinds(draft, found, at).items():
                asks[own] = guess, message("ask.kind" if guess else "ask.no_event")
        elif isinstance(kind, Enumeration) and at is not None:
            says = message("ask.member", members=", ".join(kind.members))
            strange = (own for own in _texts(found, at) if lexicon.member(kind, own) is None)
            asks = dict.fromkeys(strange, ("", says))
        if len(asks) <= MOST:
            lines = (TomlLine(own, *ask, is_question=True) for own, ask in asks.items())
            draft.words(name, lines)


def _texts(found: InferredMapping, at: int) -> list[str]:
    """The texts of a column, without its name: a header may stand again below."""
    cells = dict.fromkeys(found.sheet.cells(at))
    return [own for own in cells if own != found.sheet.name(at)]


def _kinds(draft: Draft, found: InferredMapping, at: int) -> dict[str, str]:
    """The unknown words for an event, each with the kind that it may be; `round_started`, that
    stands alone, may be none.
    """
    lexicon, told = found.sheet.lexicon, found.sheet.told
    texts = _texts(found, at)
    known = {kind_named(own, lexicon) for own in texts} | {*told.values()}
    strange = [own for own in texts if own not in told and not kind_named(own, lexicon)]
    strange = _without_choices(draft, found, at, strange)
    near = {own: _nearest(own, lexicon) for own in strange}
    bare = {own for own in strange if not near[own] and not _says_more(found, at, own)}
    # `BET_SETTLED` beside `BET_PLACED` is no second word for a stake.
    guessed = {own: kind for own, kind in near.items() if kind not in known}
    return {own: "" if own in bare else guessed.get(own) or OPEN for own in strange}


def _without_choices(
    draft: Draft, found: InferredMapping, at: int, strange: list[str]
) -> list[str]:
    """The words for an event that are no choices of a player, as `go_to_war` is one."""
    lexicon = found.sheet.lexicon
    kind = lexicon.type_of(CHOICE, CHOICE)
    if not isinstance(kind, Enumeration) or CHOICE in found.match.fields:
        return strange
    chosen = [own for own in strange if lexicon.member(kind, own) is not None]
    if chosen:
        draft.column(CHOICE, found.sheet.source(at), message("why.choices"))
        draft.words(CHOICE, (TomlLine(own, "") for own in _texts(found, at) if own not in chosen))
        draft.words("event", (TomlLine(own, CHOICE) for own in chosen))
    return [own for own in strange if own not in chosen]


def _says_more(found: InferredMapping, at: int, word: str) -> bool:
    """True where something stands beside a word for an event but when and where it was."""
    sheet, match = found.sheet, found.match
    context = {*sheet.lexicon.context(), "event"}
    own = {place for name, place in match.fields.items() if name in context}
    own |= {at, *(place for place, _ in match.stamps)}
    others = [place for place in sheet.places if place not in own]
    return any(any(row) for text, *row in sheet.rows_of(at, *others) if text == word)


def _nearest(text: str, lexicon: Lexicon) -> str:
    """The kind whose longest name stands in the text, or is spelt most alike, if it is one."""
    known, words = lexicon.kinds, {*normalise(text).split()}
    within = sorted((own for own in known if {*own.split()} <= words), key=len)
    close = within[-1:] or get_close_matches(normalise(text), list(known), n=1, cutoff=0.75)
    beside = [own for own in within if not {*own.split()} <= {*close[0].split()}]
    meant = {kind for own in (*close, *beside) for kind in known[own]}
    return meant.pop() if len(meant) == 1 else ""
