"""The events of a row that stands for a whole coup, in the order in which a coup goes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from auditor.log.convert.lexicon import Lexicon, WideWord
from auditor.log.infer.recognised import Body, cell_at
from auditor.log.infer.wide_columns import OF_THE_EVENT, EventColumn, WideColumns
from auditor.log.propose.draft import Draft, TomlLine
from auditor.log.propose.place import numbering, write_columns
from auditor.log.propose.question import toml
from auditor.log.propose.titles import Title
from auditor.log.propose.wide_values import (
    DEALER,
    Repeated,
    SettlementColumns,
    Turns,
    by_seat,
    in_rounds,
    stages,
)
from auditor.log.propose.worded_columns import NUMBER, OF_NUMBERS, Players, flag_events, says_yes
from auditor.log.table import Heading, Unreadable
from auditor.messages.message import message
from auditor.types import Enumeration

FACE = "face"  # the field of a card that is shown or hidden


def write_wide(draft: Draft, events: WideEvents, above: Mapping[str, Title]) -> None:
    """Columns and events of a row that holds a whole coup.  Raises Unreadable where none comes."""
    head, found = events.head, events.found
    write_columns(draft, head, events.body, found, above, of_rows=events.lexicon.context())
    events.write(draft)
    if not events.kinds:
        names = tuple(f"`{own}`" for own in head.names[:8])
        raise Unreadable(message("propose.no_event", names=names))
    draft.set("records", list(dict.fromkeys(events.kinds)), message("why.records"))
    draft.unused += [head.names[at] for at in found.unknown if at not in events.flagged]


class WideEvents:
    """The events that columns make; `kinds` are those written, `no_card` signs of none."""

    def __init__(
        self,
        head: Heading,
        body: Body,
        found: WideColumns,
        lexicon: Lexicon,
        no_card: Mapping[int, str] = MappingProxyType({}),
        *,
        sheets: Sequence[Body] = (),
    ) -> None:
        self.head, self.body, self.found, self.lexicon = head, body, found, lexicon
        self._no_card = no_card
        self.kinds: list[str] = []
        self.flagged: set[int] = set()
        self._settles = SettlementColumns(head, body, found, lexicon, self.kinds)
        self._named_players = Players(head, body, found, lexicon)
        asked = None if "coup" in found.context else numbering(body, found)
        self._repeated = Repeated(head, sheets or [body], found, asked)
        self._turns = Turns(head, found, lexicon)

    def write(self, draft: Draft) -> None:
        """The groups of events, one for each kind, and what they ask."""
        for word, own in stages(self.found, self.lexicon):
            every = [part for part in self.found.parts if part.word == word]
            if again := self._repeated.partly(word, every):
                draft.remark(message("remark.told_again", names=again, kind=word.event))
                draft.unused += [self.head.names[part.at] for part in own]
                continue
            if strange := self._named_players.strangers(word, own):
                draft.remark(message("remark.strangers", names=strange, kind=word.event))
                draft.unused += [self.head.names[part.at] for part in own]
                continue
            made = self._results(word) if word.fields else self._lines(word, own, draft)
            lines = [*self._series(word, draft), *made]
            if lines:
                if self._repeated.whole(word, every):
                    draft.once.add(len(draft.events))
                draft.events.append(lines)
                self.kinds.append(word.event)
            elif word.otherwise and any(p.member == word.otherwise for p in self.found.parts):
                draft.unrecorded.append(word.event)
        for part in self.found.parts:
            if part.apart is not None:
                draft.split.append(TomlLine(self.head.names[part.at], part.apart))

    def _series(self, word: WideWord, draft: Draft) -> Iterator[str]:
        series = self.found.series
        if series is None or series.field not in word.fields:
            return
        name = series.name
        if series.apart is not None:
            draft.split.append(TomlLine(series.name.strip(), series.apart))
            name = self._turns.before_numbers(name, range(series.first, series.last + 1))
        yield toml(
            {
                "event": word.event,
                "repeat": f"{series.first}..{series.last}",
                "coup": "{@count}",
                series.field: f"{{{name}<n>}}",
            }
        )

    def _results(self, word: WideWord) -> Iterator[str]:
        """The event of columns that together say a result, and those of flags that do."""
        together = {n: self.head.names[at] for n, at in self.found.fields.items()}
        if own := {name: f"{{{together[name]}}}" for name in word.fields if name in together}:
            yield toml({"event": word.event, **own})
        for at, line in flag_events(word, self.found, self.head, self.body, self.lexicon):
            self.flagged.add(at)
            yield line

    def _lines(self, word: WideWord, parts: Sequence[EventColumn], draft: Draft) -> Iterator[str]:
        for name, column, part in self._turns.in_turn(parts):
            if part.supposed:
                draft.remark(message("remark.taken_for_amount", column=column, kind=word.event))
            fields: dict[str, object] = {"event": word.event}
            fields |= self._named(word, part, column, draft) | self._of_row(word, part, draft)
            stakes = self._settles.stakes_of(part)
            if word.loss and part.member is None and self._settles.are_several(part, stakes):
                yield from self._settles.each_occasion(fields, word, part, stakes, draft)
                continue
            if word.loss and len(stakes) == 1 and word.names not in {*fields, *self.found.context}:
                fields |= {word.names: bet} if (bet := stakes[0].member) else {}
            self._usual_bet(fields, word, part, draft)
            if word.value == "amount":
                yield from self._settles.events(fields, word, part, draft)
                continue
            if word.value:
                suit = "" if part.suit is None else f" {{{self.head.names[part.suit]}}}"
                fields[word.value] = f"{{{name}}}{suit}"
            if (when := self._when_told(word, part, column, draft)) is not None:
                fields["when"] = when
            yield toml(fields)

    def _named(
        self, word: WideWord, part: EventColumn, column: str, draft: Draft
    ) -> dict[str, object]:
        """The hand, the bet or the player that an event is of."""
        said = self._member(part)
        member = said or word.otherwise
        if part.number is not None and by_seat(self.found, word):
            member = member or word.seated
        if not word.names or not member or (word.names in self.found.context and said is None):
            if word.value == "card" and word.names and word.names not in self.found.context:
                draft.remark(message("remark.whose", column=column, field=word.names))
            return {}
        if not part.member and word.otherwise:
            draft.remark(message("remark.usual", column=column, field=word.names, taken=member))
        return {word.names: self._named_players.as_said(word, member)}

    def _when_told(self, word: WideWord, part: EventColumn, column: str, draft: Draft) -> object:
        if part.at in self._no_card and word.value == "card":
            return {"column": column, "is_not": [self._no_card[part.at]]}
        if nobody := self._named_players.nobody(word, part):
            shown = ", ".join(f"`{own}`" for own in nobody)
            draft.remark(message("remark.nobody", names=shown, column=column, kind=word.event))
            return {"column": column, "is_not": nobody}
        return self._when(word, part, column)

    def _usual_bet(
        self, fields: dict[str, object], word: WideWord, part: EventColumn, draft: Draft
    ) -> None:
        column = self.head.names[part.at]
        if word.names in fields or not self.lexicon.needs(word.event, word.names):
            return
        if NUMBER in fields and (bet := self._bet_on_number(word)) and self._numbered(part):
            fields[word.names] = bet
            return
        if word.value == "amount" and not word.usual:
            draft.remark(message("remark.of_none", column=column, field=word.names))
        if word.usual:
            fields[word.names] = word.usual
            draft.remark(message("remark.usual", column=column, field=word.names, taken=word.usual))

    def _member(self, part: EventColumn) -> str | None:
        """The hand or bet that a column's name says; none where another column says it by row."""
        same = [own for own in self.found.parts if own.word == part.word]
        told = part.word.names in self.found.context and part.word.value == "amount"
        return None if told and len(same) == 1 else part.member

    def _of_row(self, word: WideWord, part: EventColumn, draft: Draft) -> dict[str, str]:
        """The player and the seat, as far as the row says them."""
        if word.value != "amount":
            told = self._told_by_row(word, part)
            seated = by_seat(self.found, word) or self.lexicon.needs(word.event, "seat")
            if not seated or part.member == DEALER:
                return told
            is_seat = part.number is not None and not in_rounds(self.found)
            return told | ({"seat": str(part.number)} if is_seat else self._only_seat(draft))
        known = self.lexicon.fields_of(word.event)
        row = {
            name: f"{{{self.head.names[at]}}}"
            for name, at in self.found.context.items()
            if name in OF_THE_EVENT
            and name in known
            and not (name == word.names and self._member(part))
        }
        if part.number is not None and (on_number := self._on_number(word)):
            return {"player": "all"} | row | on_number | {NUMBER: str(part.number)}
        if part.number is not None:
            bet = self.found.bets.get(part.number)
            on = {} if bet is None else {word.names: f"{{{self.head.names[bet]}}}"}
            return {"player": f"seat {part.number}"} | row | {"seat": str(part.number)} | on
        if "seat" not in row and self.lexicon.needs(word.event, "seat"):
            row |= self._only_seat(draft)
        if "player" in row or not (names := self._named_players.unused()):
            return {"player": "all"} | row
        draft.remark(message("remark.whose_stakes", names=names))
        return row

    def _on_number(self, word: WideWord) -> dict[str, str]:
        """The bet of columns called by numbers: `Mise 7` beside `Mise rouge`."""
        chances = (own for own in self.found.parts if own.member and own.number is None)
        bet = self._bet_on_number(word)
        return {word.names: bet} if bet and any(own.word == word for own in chances) else {}

    def _bet_on_number(self, word: WideWord) -> str | None:
        """The bet of a stake that has a number, where stakes are on numbers."""
        kind = self.lexicon.type_of(word.event, word.names)
        if not isinstance(kind, Enumeration) or NUMBER not in self.lexicon.own_fields_of(
            word.event
        ):
            return None
        return self.lexicon.member(kind, OF_NUMBERS)

    def _numbered(self, part: EventColumn) -> bool:
        """True where each row of a sum has a number that it is on."""
        at = self.found.context.get(NUMBER)
        rows = [row for row in self.body.rows if cell_at(row, part.at)]
        return at is not None and all(cell_at(row, at) for row in rows)

    def _told_by_row(self, word: WideWord, part: EventColumn) -> dict[str, str]:
        """The hand or the player of a card, and its face, as columns of their own say them."""
        names = [FACE] if part.member is not None else [word.names, FACE]
        own = {*self.lexicon.own_fields_of(word.event)} - {word.value}
        places = {name: self.found.context.get(name) for name in names if name in own}
        return {n: f"{{{self.head.names[at]}}}" for n, at in places.items() if at is not None}

    def _only_seat(self, draft: Draft) -> dict[str, str]:
        """The seat of a row that names none: its own column, or one for all rows."""
        if (at := self.found.context.get("seat")) is not None:
            return {"seat": f"{{{self.head.names[at]}}}"}
        draft.remark(message("remark.only_seat"))
        return {"seat": "1"}

    def _when(self, word: WideWord, part: EventColumn, column: str) -> object:
        if not word.value:
            words = sorted(set(self.body.cells(part.at)))
            true = [own for own in words if says_yes(own, self.lexicon)] or ["oui"]
            return {"column": column, "is": true}
        return None
