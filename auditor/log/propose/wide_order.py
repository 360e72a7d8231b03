"""Values of a wide row as events: which are its own, and in which order they happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from auditor.log.convert.lexicon import Lexicon, WideWord
from auditor.log.header import Heading
from auditor.log.infer.columns import Body
from auditor.log.infer.wide_columns import EventColumn, WideColumns
from auditor.types import Enumeration

DEALER = "dealer"
LAST = 99
"""The turn of a column that no number tells."""
_SCOPE = ("casino", "season", "session", "table", "shoe", "coup")


class Repeated:
    """Tells where several rows of one coup say the same."""

    def __init__(
        self,
        head: Heading,
        sheets: Sequence[Body],
        found: WideColumns,
        asked: int | None = None,
    ) -> None:
        self._head, self._sheets, self._found = head, sheets, found
        guess = None if asked is None else replace(found, context=found.context | {"coup": asked})
        self._as_asked = None if guess is None else Repeated(head, sheets, guess)

    def partly(self, word: WideWord, parts: Sequence[EventColumn]) -> str:
        """The columns that the rows of a coup repeat, where others of their kind do not; or those
        of its result, where each row has a card of its own: it came out after them.  Both are told
        by the column that is asked for the coup as well: one that is told twice accuses somebody.
        """
        if self._as_asked is not None and (word.value == "card" or self._ends(word)):
            return self._as_asked.partly(word, parts)
        if self._ends(word) and self._card_by_card() and self.whole(word, parts):
            return self._head.quoted([*(part.at for part in parts), *self._fields_of(word)])
        again = [part for part in parts if self.whole(word, [part])]
        if word.value == "amount" or len(again) == len(parts) or self.whole(word, parts):
            return ""
        return self._head.quoted(part.at for part in again)

    def whole(self, word: WideWord, parts: Sequence[EventColumn]) -> bool:
        """True where several rows are of one coup and all of them say the same of this."""
        context = self._found.context
        if "coup" not in context or word.value == "amount":
            return False
        scope = [at for name, at in context.items() if name in _SCOPE]
        scope += [at for at, form in self._found.stamps if form != "clock"]
        own = [*(part.at for part in parts), *self._fields_of(word)]
        told: dict[tuple[str, ...], dict[int, str]] = {}
        again = False
        rows = ((sheet, cells) for sheet, body in enumerate(self._sheets) for cells in body.rows)
        for sheet, cells in rows:
            row = [*cells, *[""] * (len(self._head.names) - len(cells))]
            key = (str(sheet), *(row[at] for at in scope))
            again = again or key in told
            said = told.setdefault(key, {})
            for at in own:
                if row[at] and said.setdefault(at, row[at]) != row[at]:
                    return False
        return again

    def _fields_of(self, word: WideWord) -> list[int]:
        return [at for name, at in self._found.fields.items() if name in word.fields]

    def _ends(self, word: WideWord) -> bool:
        """True for what happens when the cards lie there: a result, or who wins."""
        return bool(word.fields) or (word.value == "player" and not word.names)

    def _card_by_card(self) -> bool:
        """True where the rows of one coup have different cards."""
        cards = [part for part in self._found.parts if part.word.value == "card"]
        return (
            bool(cards) and "coup" in self._found.context and not self.whole(cards[0].word, cards)
        )


CHOICE = "choice"
"""The field of what a player chooses, and the event of it."""


def is_after_choice(part: EventColumn, lexicon: Lexicon) -> bool:
    """True for what comes of a player's choice: a stake that is called as it, and a second card."""
    kind = lexicon.type_of(CHOICE, CHOICE)
    called = isinstance(kind, Enumeration) and part.member in kind.members
    return called or (part.word.value == "card" and (part.number or 1) > 1)


def stages(found: WideColumns, lexicon: Lexicon) -> Iterator[tuple[WideWord, list[EventColumn]]]:
    """The columns of each kind of event, as a coup goes; what comes of a choice is after it."""
    own = {word.event: [part for part in found.parts if part.word == word] for word in lexicon.wide}
    chosen = bool(own.get(CHOICE))
    late: list[tuple[WideWord, list[EventColumn]]] = []
    for word in lexicon.wide:
        after = [part for part in own[word.event] if chosen and is_after_choice(part, lexicon)]
        late += [(word, after)] if after else []
        yield word, [part for part in own[word.event] if part not in after]
        if word.event == CHOICE:
            yield from late
            chosen = False


class Turns:
    """Puts the values of columns into the order in which their events happened."""

    def __init__(self, head: Heading, found: WideColumns, lexicon: Lexicon) -> None:
        self._head, self._found, self._lexicon = head, found, lexicon

    def in_turn(self, parts: Sequence[EventColumn]) -> Iterator[tuple[str, str, EventColumn]]:
        """The sources of values, one for each event: the first of each hand, then the second …"""
        several = [(number, name, part) for part in parts for number, name in self._pieces(part)]
        if any(by_seat(self._found, part.word) for part in parts) and not in_rounds(self._found):
            several.sort(key=lambda own: own[2].member == DEALER)  # his card comes last
        else:
            several.sort(key=lambda own: (own[0], self._turn(own[2])))
        for _, name, part in several:
            yield name, self._head.names[part.at], part

    def _turn(self, part: EventColumn) -> int:
        """The place of a hand among those that are dealt in turn, as the vocabulary has them."""
        kind = self._lexicon.type_of(part.word.event, part.word.names)
        if not isinstance(kind, Enumeration) or part.word.value == "amount":
            return 0
        return kind.members.index(part.member) if part.member in kind.members else 0

    def _pieces(self, part: EventColumn) -> list[tuple[int, str]]:
        name = self._head.names[part.at]
        if part.apart is None:
            return [(part.number if part.number is not None else self._alone(part), name)]
        numbers = range(1, part.most + 1)
        apart = self.before_numbers(f"{name} ", numbers)
        return [(number, f"{apart}{number}") for number in numbers]

    def _alone(self, part: EventColumn) -> int:
        """The turn of a column without a number: `Card` stands before `Card 2`, else it is last."""
        hand = (part.word, part.member)
        like = {own.number for own in self._found.parts if (own.word, own.member) == hand}
        return 1 if any(n and n > 1 for n in like) and 1 not in like else LAST

    def before_numbers(self, name: str, numbers: range) -> str:
        """The text before the number of a value of a cell, such that no column is called so."""
        is_column = any(self._head.find(f"{name}{number}") is not None for number in numbers)
        return f"{name}#" if is_column else name


def in_rounds(found: WideColumns) -> bool:
    """True where the dealer has a second card: numbers are then those of cards, not of seats."""
    return any(own.member == DEALER and (own.number or 1) > 1 for own in found.parts)


def by_seat(found: WideColumns, word: WideWord) -> bool:
    """True where numbers are seats: if a dealer has a hand, each player has one card."""
    return any(own.member == DEALER for own in found.parts if own.word == word)
