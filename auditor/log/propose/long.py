"""The columns of a log of one event a row, for a proposal."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from difflib import get_close_matches

from auditor.log.convert.conventions import Language
from auditor.log.convert.written import normalise
from auditor.log.mapping.schema import template
from auditor.log.match.bets import bet_words, is_of_numbers
from auditor.log.match.column_names import counts_cents, kind_named, meanings_of
from auditor.log.match.coup_column import coups
from auditor.log.match.readable import reads
from auditor.log.match.roles import NUMBER
from auditor.log.propose.draft import Draft, TomlLine
from auditor.log.propose.place import write_columns
from auditor.log.propose.question import OPEN
from auditor.log.propose.settle import CHOICE, in_units
from auditor.log.propose.titles import Title
from auditor.log.shape import InferredMapping
from auditor.log.table import SIDE_BY_SIDE, SideBySideError, column_name
from auditor.messages.message import message
from auditor.types import MONEY, Enumeration

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
        self._lexicon = found.sheet.lexicon
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
        for name, at in self._cents().items():
            draft.column(name, in_units(sheet.name(at)))
        if sheet.told:
            draft.values["event"] = [TomlLine(word, kind) for word, kind in sheet.told.items()]
        _UnknownWords(draft, self._found).write()

    def _source(self, at: int) -> str:
        if at in self._free:
            self._free.remove(at)
        return f"{{{self._sheet.name(at)}}}"

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
        sheet, stake = self._sheet, self._lexicon.word_for("amount")
        used = self._match.fields.get(NUMBER)
        both = "" if used is None else f"{{{sheet.name(used)}}}"
        named = None if stake is None else self._match.fields.get(stake.names)
        on = {own for word in self._lexicon.wide for own in word.on}
        for at in self._free if named is None else (named, *self._free):
            if used is not None and not sheet.never_together(used, at):
                continue
            codes = bet_words(sheet.cells(at), self._lexicon) if named in (None, at) else None
            if codes is not None and stake is not None and stake.event in sheet.kinds:
                source = self._source(at)
                for name in (stake.names, NUMBER):
                    if name not in self._match.fields:
                        self._draft.column(name, source)
                self._draft.values |= {
                    name: [TomlLine(text, own.means) for text, own in words.items()]
                    for name, words in codes.items()
                }
                return {NUMBER: both + source} if both else {}
            if both and normalise(sheet.name(at)) in on and is_of_numbers(sheet, at):
                return {NUMBER: both + self._source(at)}
        return {}

    def _cents(self) -> dict[str, int]:
        """Columns of whole cents, which no field is, by the amounts that they are a hundred
        times.
        """
        fields = self._lexicon.fields()
        own: dict[str, int] = {}
        for at in self._free:
            name = self._sheet.name(at)
            meant = meanings_of(normalise(name).rpartition(" ")[0], self._lexicon)
            names = sorted(one for one in meant if fields.get(one) == MONEY)
            free = len(names) == 1 and not {*names} & {*self._match.fields, *own}
            if free and counts_cents(name):
                own[names[0]] = at
        return own

    # ---- what is asked ---------------------------------------------------------------------------
    def _ask_for_bet(self) -> None:
        """Ask for the bet, where stakes are recorded and no column says what they are on."""
        stake = self._lexicon.word_for("amount")
        said = {line.key for line in self._draft.columns}
        said |= {name for names in self._match.doubtful.values() for name in names}
        if stake is None or stake.names in said or stake.event not in self._sheet.kinds:
            return
        if self._lexicon.needs(stake.event, stake.names):
            usual = stake.usual or OPEN
            self._draft.column(stake.names, usual, message("ask.bet"), question=True)

    def _worded(self) -> None:
        """Unused columns that can be one field of few words alone, by their cells."""
        said = {line.key for line in self._draft.columns}
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
        stake, kinds = self._lexicon.word_for("amount"), self._sheet.kinds
        if stake is None or stake.event not in kinds or "player" in self._match.fields:
            return
        own = [
            at
            for at in self._free
            if all(
                bool(cell) if kind == stake.event else not cell or not kind or self._acts(kind)
                for kind, cell in zip(kinds, self._sheet.column(at), strict=True)
            )
            if all(any(map(str.isalpha, own)) for own in self._sheet.texts(at))
        ]
        if len(own) == 1:
            ask = message("ask.whose")
            self._draft.column("player", self._source(own[0]), ask, question=True)

    def _acts(self, kind: str) -> bool:
        return "player" in self._lexicon.own_fields_of(kind)


# ---- words that nobody knows ---------------------------------------------------------------------
class _UnknownWords:
    """Asks about words that no vocabulary knows, for whoever reads the proposal to say what they
    mean.
    """

    def __init__(self, draft: Draft, found: InferredMapping) -> None:
        self._draft, self._found = draft, found
        self._sheet, self._match = found.sheet, found.match
        self._lexicon = found.sheet.lexicon

    def write(self) -> None:
        """A question for each word, of columns that hold few of them."""
        for name, at in {**self._match.fields, "event": self._place_of_events()}.items():
            kind = self._lexicon.fields().get(name)
            if at is None:
                continue
            if name == "event":
                asks = {
                    own: (guess, message("ask.kind" if guess else "ask.no_event"))
                    for own, guess in self._kinds(at).items()
                }
            elif isinstance(kind, Enumeration):
                strange = [o for o in self._texts(at) if self._lexicon.member(kind, o) is None]
                said = message("ask.member", members=", ".join(kind.members))
                asks = dict.fromkeys(strange, ("", said))
            else:
                continue
            lines = [
                TomlLine(own, guess, ask, is_question=True) for own, (guess, ask) in asks.items()
            ]
            if lines and len(lines) <= MOST:
                self._draft.values[name] = [*self._draft.values.get(name, ()), *lines]

    def _place_of_events(self) -> int | None:
        if "event" in self._match.fields:
            return self._match.fields["event"]
        told = template(self._found.says.columns.get("event", "")).columns
        return self._sheet.head.find(told[0]) if told else None

    def _texts(self, at: int) -> list[str]:
        cells = dict.fromkeys(self._sheet.cells(at))
        return [own for own in cells if own != self._sheet.name(at)]  # a header that stands again

    def _kinds(self, at: int) -> dict[str, str]:
        """The unknown words for an event, each with the kind that it may be; `round_started`, that
        stands alone, may be none.
        """
        texts = self._texts(at)
        known = {kind_named(own, self._lexicon) for own in texts} | {*self._sheet.told.values()}
        strange = [
            own
            for own in texts
            if own not in self._sheet.told and not kind_named(own, self._lexicon)
        ]
        strange = self._without_choices(at, strange)
        near = {own: self._nearest(own) for own in strange}
        bare = {own for own in strange if not near[own] and not self._says_more(at, own)}
        # `BET_SETTLED` beside `BET_PLACED` is no second word for a stake.
        guessed = {own: kind for own, kind in near.items() if kind not in known}
        return {own: "" if own in bare else guessed.get(own) or OPEN for own in strange}

    def _without_choices(self, at: int, strange: list[str]) -> list[str]:
        """The words for an event that are no choices of a player, as `go_to_war` is one."""
        kind, draft = self._lexicon.type_of(CHOICE, CHOICE), self._draft
        if not isinstance(kind, Enumeration) or CHOICE in self._match.fields:
            return strange
        chosen = [own for own in strange if self._lexicon.member(kind, own) is not None]
        if chosen:
            draft.column(CHOICE, f"{{{self._sheet.name(at)}}}", message("why.choices"))
            others = [own for own in self._texts(at) if own not in chosen]
            draft.values[CHOICE] = [TomlLine(own, "") for own in others]
            lines = [TomlLine(own, CHOICE) for own in chosen]
            draft.values["event"] = [*draft.values.get("event", ()), *lines]
        return [own for own in strange if own not in chosen]

    def _says_more(self, at: int, word: str) -> bool:
        """True where something stands beside a word for an event but when and where it was."""
        context: Collection[str] = {*self._lexicon.context(), "event"}
        own = {place for name, place in self._match.fields.items() if name in context}
        own |= {at, *(place for place, _ in self._match.stamps)}
        return any(
            self._sheet.column(place)[row]
            for row, text in enumerate(self._sheet.column(at))
            if text == word
            for place in self._sheet.places
            if place not in own
        )

    def _nearest(self, text: str) -> str:
        """The kind whose longest name stands in the text, or is spelt most alike, if it is one."""
        known = self._lexicon.kinds
        words = set(normalise(text).split())
        within = sorted((own for own in known if set(own.split()) <= words), key=len)
        close = within[-1:] or get_close_matches(normalise(text), list(known), n=1, cutoff=0.75)
        beside = [own for own in within if not set(own.split()) <= set(close[0].split())]
        meant = sorted({kind for own in (*close, *beside) for kind in known[own]})
        return meant[0] if len(meant) == 1 else ""
