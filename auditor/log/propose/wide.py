"""The events of a row that stands for a whole coup, as lines of a mapping."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from auditor.log.convert.lexicon import Lexicon, WideWord
from auditor.log.match.bets import OF_NUMBERS, gone
from auditor.log.match.column_relations import numbering
from auditor.log.match.readable import says_yes
from auditor.log.match.roles import NUMBER, OF_THE_EVENT, EventColumn, Roles, part_of
from auditor.log.match.sheet import SeenSheet
from auditor.log.match.sums import is_signed
from auditor.log.propose.draft import (
    COLUMNS,
    HAPPENS,
    SPLIT,
    Draft,
    DraftEvent,
    DraftLine,
    RowEvents,
)
from auditor.log.propose.place import (
    Title,
    ask_for_unrecorded,
    ask_for_words,
    write_codes,
    write_columns,
)
from auditor.log.propose.settle import Settlements, settles_stakes
from auditor.log.propose.turns import (
    Players,
    Repeated,
    by_seat,
    in_rounds,
    in_turn,
    is_seated,
    may_name_players,
    stages,
)
from auditor.log.table import Unreadable
from auditor.messages.message import Message, message
from auditor.types import Enumeration

FACE = "face"  # the field of a card that is shown or hidden


def write_wide(
    draft: Draft,
    sheet: SeenSheet,
    match: Roles,
    above: Mapping[str, Title],
    *,
    sheets: Sequence[SeenSheet],
) -> None:
    """Columns and events of a row that holds a whole coup; `sheets` have no coup in common.
    Raises Unreadable where no event comes.
    """
    write_columns(draft, sheet, match, above)
    _WideEvents(draft, sheet, match, sheets or [sheet]).write()
    if not draft.groups and (match.doubts or match.told):
        draft.ask_for_kind()
        return
    if not draft.groups:
        names = tuple(f"`{own}`" for own in sheet.head.names[:8])
        raise Unreadable(message("propose.no_event", names=names))
    left = _left(sheet, match)
    records = [own for own in _recorded(draft, match) if own not in left]
    draft.set("records", records, message("why.records"))
    write_codes(draft, sheet, match)


def _recorded(draft: Draft, match: Roles) -> list[str]:
    """The kinds of the events of a row, those that its own words say as they are answered."""
    words = match.codes.get("event", {})
    answers = {own: draft.answered("values", "event", own) for own in words}
    told = [said for o, own in answers.items() if (said := words[o].means if own is None else own)]
    every = (kind for own in draft.kinds() for kind in (told if "{" in own else [own]))
    return list(dict.fromkeys(filter(None, every)))


def _left(sheet: SeenSheet, match: Roles) -> set[str]:
    """The kinds of sums of which a column is asked about, and no other tells the same: that one is
    written nowhere does not say that it did not happen.
    """
    found: set[str] = set()
    for part in (part_of(sheet, at) for at in match.doubts):
        if part is not None and part.word.value == "amount":
            alike = ((own.member, own.number) for own in match.of(part.word))
            if (part.member, part.number) not in alike:
                found |= {part.word.event, part.word.loss}
    return found


class _WideEvents:
    """The events that columns make, and what is asked and remarked of them."""

    def __init__(
        self,
        draft: Draft,
        sheet: SeenSheet,
        match: Roles,
        sheets: Sequence[SeenSheet],
    ) -> None:
        self.draft, self.sheet, self.match, self._lexicon = draft, sheet, match, sheet.lexicon
        self._settles = Settlements(sheet, match, draft)
        self._players = Players(sheet, match)
        self._stages = [*stages(sheet, match)]
        asked = None if "coup" in match.fields else numbering(sheet, match)
        self._repeated = Repeated(sheet, sheets, match, asked)

    def write(self) -> None:
        """Writes the groups of events, with what they ask."""
        draft = self.draft
        for place, word, every in self._stages:
            draft.ranks.setdefault(word.event, place)
            if self._repeated.is_out_of_order(word, own := self.match.of(word)):
                told = [at for name, at in self.match.results.items() if name in word.fields]
                names = self.sheet.quoted(*(part.at for part in own), *told)
                self._remark("remark.told_again", names=names, kind=word.event)
                continue
            again = self._repeated.partly(word, every)
            self._write(place, word, [own for own in every if own not in again])
            if again:
                self._write(place + 1, word, again)
        ask_for_unrecorded(draft, self.sheet, self.match, draft.kinds())
        if left_out := [*self._left_out()]:
            draft.groups.append(RowEvents(left_out, 0, is_once=False))

    def _write(self, place: int, word: WideWord, parts: Sequence[EventColumn]) -> None:
        """Writes the events of a kind, which stand together at a place of a coup."""
        draft = self.draft
        if strange := self._players.strangers(word, parts):
            self._remark("remark.strangers", names=self.sheet.quoted(*strange), kind=word.event)
        elif lines := [*(self._results(word) if word.fields else self._lines(word, parts))]:
            again = not self._repeated.is_asked and self._repeated.whole(word, parts)
            draft.groups.append(RowEvents(self._standing(word, lines), place, again))
            for part in (own for own in parts if own.apart is not None):
                draft.lines[*SPLIT, self.sheet.name(part.at)] = DraftLine(part.apart)

    def _remark(self, code: str, **values: str) -> None:
        self.draft.remark(Message(code, tuple(values.items())))

    # ---- results ---------------------------------------------------------------------------------
    def _results(self, word: WideWord) -> Iterator[DraftEvent]:
        """The event of columns that together say a result."""
        sheet, match = self.sheet, self.match
        told = [own for own in word.fields if own in match.results]
        event: dict[str, object] = {own: sheet.source(match.results[own]) for own in told}
        # A result beside a coup that was called off is of none: nobody knows which was first.
        off = [part.at for part in match.parts if part.kind == part.at]
        tests = _in_another_state(sheet, off[0], match.codes["event"]) if off else []
        ticked = [({own.sense: own.member}, [self._when(own)]) for own in match.of(word)]
        for own, when in ticked or ([({}, [])] if told else []):
            for test in [[own] for own in tests] or [[]]:
                yield _tested({"event": word.event, **event, **own}, *when, *test)

    # ---- what a column makes ---------------------------------------------------------------------
    def _standing(self, word: WideWord, lines: list[DraftEvent]) -> list[DraftEvent]:
        """The events of rows that hold still, and whose stake is not void."""
        for at, texts in self.match.void.items():
            if word.value == "amount" or gone(self.sheet, at):
                off = [own for own in texts if not self._stood(at, own)]
                tests = _in_another_state(self.sheet, at, off) if off else []
                lines = [_tested(own, test) for own in lines for test in tests] or lines
        return lines

    def _stood(self, at: int, state: str) -> bool:
        """Asks whether rows or stakes of a state hold all the same; true where a person says so."""
        ask = "ask.gone" if gone(self.sheet, at) else "ask.void"
        self.draft.doubt(state, Message(ask, (("column", self.sheet.name(at)), ("state", state))))
        return self.draft.answered(*HAPPENS, state) == "yes"

    def _left_out(self) -> Iterator[DraftEvent]:
        """Rows that tell nothing: a person says that what is in this state does not hold."""
        for at, texts in self.match.void.items():
            name = self.sheet.name(at)
            if off := [own for own in texts if self.draft.answered(*HAPPENS, own) == ""]:
                yield {"event": "", "when": name if off == [name] else {"column": name, "is": off}}

    def _lines(self, word: WideWord, parts: Sequence[EventColumn]) -> Iterator[DraftEvent]:
        for name, part in in_turn(self.sheet, self.match, parts):
            signed = self._supposed(part)
            fields: dict[str, object] = {"event": word.event}
            fields |= self._named(part) | self._of_row(part)
            if part.kind is not None:
                yield from self._of_told_kind(fields, part)
                continue
            if signed:
                self._usual_bet(fields, part)
                yield fields | _below_zero(self.sheet, part)
                continue
            stakes = self._settles.stakes_of(part)
            if word.loss and part.member is None and len(stakes) > 1:
                yield from self._settles.each_occasion(fields, part, stakes)
                continue
            if word.loss and len(stakes) == 1 and word.names not in {*fields, *self.match.fields}:
                fields |= {word.names: bet} if (bet := stakes[0].member) else {}
            self._usual_bet(fields, part)
            if word.value == "amount":
                yield from self._settles.events(fields, part)
                continue
            if word.value:
                suit = "" if part.suit is None else f" {{{self.sheet.name(part.suit)}}}"
                fields[word.value] = f"{{{name}}}{suit}"
            if (when := self._when(part)) is not None:
                fields["when"] = when
            yield fields

    def _of_told_kind(self, fields: dict[str, object], part: EventColumn) -> Iterator[DraftEvent]:
        """The event whose kind a column of its row says, of those texts that say one."""
        assert part.kind is not None
        name, codes, pays = self.sheet.name(part.kind), self.match.codes["event"], self.sheet.pays
        fields["event"] = f"{{{name}}}"
        if part.at == part.kind:
            yield fields | {"when": {"column": name, "is": [*codes]}}
            return
        amount = self.sheet.source(part.at)
        after = [text for text, own in codes.items() if settles_stakes(own.means, self._lexicon)]
        last = {"rank": next(at for at, own, _ in self._stages if own == pays)}
        laid = {part.word.value: amount}
        apart = part.sense == "whole" and self.draft.takes_off(part.word.event, pays.event)
        paid = laid if apart or part.sense in ("", "winnings") else {}
        if not paid:
            words = ", ".join(f"`{own}`" for own in after)
            self._remark("remark.stake_apart", column=self.sheet.name(part.at), words=words)
        if is_signed(self.sheet, part.at):  # the signs say again what the words say
            test = {"column": name, "is": [*codes]}
            yield fields | _below_zero(self.sheet, part, test)
            yield fields | paid | {"when": [f"{amount} > 0", test]} | last
            return
        before = [own for own in codes if own not in after]
        for texts, own, rank in ((before, laid, {}), (after, paid, last)):
            if texts:
                yield fields | own | {"when": {"column": name, "is": texts}} | rank

    def _named(self, part: EventColumn) -> dict[str, object]:
        """The hand, the bet or the player that an event is of."""
        word, column = part.word, self.sheet.name(part.at)
        said = self._member(part)
        member = said or word.otherwise
        if part.number is not None and by_seat(self.match, word):
            member = member or word.seated
        if not word.names or not member or (word.names in self.match.fields and said is None):
            if word.value == "card" and word.names and word.names not in self.match.fields:
                own = [one.at for one in self.match.of(word) if one.member is None]
                names = self.sheet.quoted(*own)
                self.draft.role(column, "", message("ask.whose_cards", names=names))
            return {}
        if not part.member and word.otherwise:
            self._remark("remark.usual", column=column, field=word.names, taken=member)
        return {word.names: self._players.as_said(word, member)}

    def _member(self, part: EventColumn) -> str | None:
        """The hand or bet that a column's name says; none where another column says it by row."""
        told = part.word.names in self.match.fields and part.word.value == "amount"
        return None if told and len(self.match.of(part.word)) == 1 else part.member

    def _when(self, part: EventColumn) -> object:
        word, column = part.word, self.sheet.name(part.at)
        if nobody := self._players.nobody(word, part):
            shown = ", ".join(f"`{own}`" for own in nobody)
            self._remark("remark.nobody", names=shown, column=column, kind=word.event)
            return {"column": column, "is_not": nobody}
        if word.value:
            return None
        yes = [own for own in self.sheet.texts(part.at) if says_yes(own, self._lexicon)]
        return {"column": column, "is": yes or ["oui"]}

    def _usual_bet(self, fields: dict[str, object], part: EventColumn) -> None:
        word, column = part.word, self.sheet.name(part.at)
        if word.names in fields or not self._lexicon.needs(word.event, word.names):
            return
        at = self.match.fields.get(NUMBER)
        numbers = [] if at is None else self.sheet.rows_of(part.at, at)
        is_numbered = at is not None and all(on for own, on in numbers if own)
        if NUMBER in fields and is_numbered and (bet := _bet_on_number(word, self._lexicon)):
            fields[word.names] = bet
        elif word.usual:
            fields[word.names] = word.usual
            self._remark("remark.usual", column=column, field=word.names, taken=word.usual)
        elif word == self.sheet.stake:
            ask_for_words(self.draft, self.sheet, self.match, word.event)
        elif word.value == "amount":
            self._remark("remark.of_none", column=column, field=word.names)

    def _supposed(self, part: EventColumn) -> bool:
        """Asks about a column whose name does not say its kind; true where its sums below zero
        alone are read.
        """
        word, column = part.word, self.sheet.name(part.at)
        signed = is_signed(self.sheet, part.at) and not word.loss
        code = "remark.sums_below_zero" if signed else "remark.taken_for_amount"
        if part.supposed and not (part.member or part.number is not None):
            says = Message(code, (("column", column), ("kind", word.event)))
            self.draft.role(column, word.event, says)
        elif part.supposed:
            alone = (own.at for own in self.match.parts if own.supposed and own.member)
            names = self.sheet.quoted(*alone)
            self.draft.doubt(word.event, message("ask.called_by_bets", names=names))
        return signed and (part.supposed or part.at in self.match.told)

    # ---- of whom, and where ----------------------------------------------------------------------
    def _of_row(self, part: EventColumn) -> dict[str, str]:
        """The player and the seat, as far as the row says them."""
        word, fields = part.word, self.match.fields
        if word.value != "amount":
            told = _told_by_row(part, self.sheet, self.match)
            if not is_seated(self.sheet, self.match, part):
                return told
            is_seat = part.number is not None and not in_rounds(self.match)
            return told | ({"seat": str(part.number)} if is_seat else self._only_seat())
        known = self._lexicon.fields_of(word.event)
        row = {
            name: self.sheet.source(at)
            for name, at in fields.items()
            if name in OF_THE_EVENT
            and name in known
            and not (name == word.names and self._member(part))
        }
        if part.number is not None and (on_number := _on_number(part, self.match, self._lexicon)):
            return {"player": "all"} | row | on_number | {NUMBER: str(part.number)}
        if part.number is not None:
            bet = self.match.bets.get(part.number)
            on = {} if bet is None else {word.names: self.sheet.source(bet)}
            return {"player": f"seat {part.number}"} | row | {"seat": str(part.number)} | on
        if "seat" not in row and self._lexicon.needs(word.event, "seat"):
            row |= self._only_seat()
        names = may_name_players(self.sheet, self.match.unused)
        nobody = not names or self.draft.answered(*COLUMNS, "player") == ""
        if "player" in row or nobody:
            return {"player": "all"} | row
        if (*COLUMNS, "player") not in self.draft.lines:
            ask = message("ask.whose_stakes", names=self.sheet.quoted(*names))
            self.draft.column("player", self.sheet.source(names[0]), ask, question=True)
        return row

    def _only_seat(self) -> dict[str, str]:
        """The seat of a row that names none: its own column, or one for all rows."""
        if (at := self.match.fields.get("seat")) is not None:
            return {"seat": self.sheet.source(at)}
        self._remark("remark.only_seat")
        return {"seat": "1"}


def _below_zero(sheet: SeenSheet, part: EventColumn, *tests: object) -> dict[str, object]:
    """The amounts of a column that stand below zero, as what was laid."""
    amount = sheet.source(part.at)
    test = f"{amount} < 0"
    return {part.word.value: f"-{amount}", "when": [test, *tests] if tests else test}


def _tested(event: DraftEvent, *tests: object) -> DraftEvent:
    """An event under more tests than its own."""
    own = event.get("when", [])
    every = [*(own if isinstance(own, list) else [own]), *tests]
    return {**event, "when": every[0] if len(every) == 1 else every} if every else event


def _in_another_state(sheet: SeenSheet, at: int, states: Collection[str]) -> list[object]:
    """The tests for the rows of a state that is none of some, an empty one as well; of a column as
    a whole for those that it leaves empty.
    """
    name = sheet.name(at)
    others = [] if [*states] == [name] else [{"column": name, "is_not": [*states]}]
    blank = [] if others and all(sheet.column(at)) else [{"column": name, "filled": False}]
    return [*blank, *others]


def _told_by_row(part: EventColumn, sheet: SeenSheet, match: Roles) -> dict[str, str]:
    """The hand or the player of a card, and its face, as columns of their own say them."""
    word = part.word
    names = [FACE] if part.member is not None else [word.names, FACE]
    own = {*sheet.lexicon.own_fields_of(word.event)} - {word.value}
    places = {name: match.fields.get(name) for name in names if name in own}
    return {n: sheet.source(at) for n, at in places.items() if at is not None}


# ---- numbers -------------------------------------------------------------------------------------
def _on_number(part: EventColumn, match: Roles, lexicon: Lexicon) -> dict[str, str]:
    """The bet of columns called by numbers: `Mise 7` beside `Mise rouge`, or told so."""
    word, bet = part.word, _bet_on_number(part.word, lexicon)
    chances = (own for own in match.of(word) if own.member and own.number is None)
    return {word.names: bet} if bet and (part.member == bet or any(chances)) else {}


def _bet_on_number(word: WideWord, lexicon: Lexicon) -> str | None:
    """The bet of a stake that has a number, where stakes are on numbers."""
    kind = lexicon.type_of(word.event, word.names)
    numbered = NUMBER in lexicon.own_fields_of(word.event)
    if not isinstance(kind, Enumeration) or not numbered:
        return None
    return lexicon.member(kind, OF_NUMBERS)
