"""The events of a row that stands for a coup, in the order in which a coup goes, and those that
several rows of one coup tell again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from auditor.log.convert.lexicon import WideWord
from auditor.log.match.hands import card_parts
from auditor.log.match.roles import EventColumn, Roles
from auditor.log.match.sheet import SeenSheet
from auditor.log.propose.settle import CHOICE, is_after_choice
from auditor.types import Enumeration

DEALER = "dealer"
LAST = 99  # the turn of a column that no number tells
_SCOPE = ("casino", "season", "session", "table", "shoe", "coup")


def stages(sheet: SeenSheet, match: Roles) -> Iterator[tuple[WideWord, list[EventColumn]]]:
    """The columns of each kind of event, as a coup goes; what comes of a choice is after it."""
    lexicon = sheet.lexicon
    own = {word.event: match.of(word) for word in lexicon.wide}
    chosen = bool(own.get(CHOICE))
    late: list[tuple[WideWord, list[EventColumn]]] = []
    for word in lexicon.wide:
        after = [part for part in own[word.event] if chosen and is_after_choice(part, lexicon)]
        late += [(word, after)] if after else []
        yield word, [part for part in own[word.event] if part not in after]
        if word.event == CHOICE:
            yield from late
            chosen = False


def in_rounds(match: Roles) -> bool:
    """True where the dealer has a second card: numbers are then those of cards, not of seats."""
    return any(own.member == DEALER and (own.number or 1) > 1 for own in match.parts)


def by_seat(match: Roles, word: WideWord) -> bool:
    """True where numbers are seats: if a dealer has a hand, each player has one card."""
    return any(own.member == DEALER for own in match.of(word))


class Turns:
    """Puts the values of columns into the order in which their events happened."""

    def __init__(self, sheet: SeenSheet, match: Roles) -> None:
        self._sheet, self._match = sheet, match

    def in_turn(self, parts: Sequence[EventColumn]) -> Iterator[tuple[str, EventColumn]]:
        """The sources of values, one for each event: the first of each hand, then the second …"""
        several = [(number, name, part) for part in parts for number, name in self._pieces(part)]
        if any(by_seat(self._match, part.word) for part in parts) and not in_rounds(self._match):
            several.sort(key=lambda own: own[2].member == DEALER)  # his card comes last
        else:
            several.sort(key=lambda own: (own[0], self._turn(own[2])))
        yield from ((name, part) for _, name, part in several)

    def _turn(self, part: EventColumn) -> int:
        """The place of a hand among those that are dealt in turn, as the vocabulary has them."""
        kind = self._sheet.lexicon.type_of(part.word.event, part.word.names)
        if not isinstance(kind, Enumeration) or part.word.value == "amount":
            return 0
        return kind.members.index(part.member) if part.member in kind.members else 0

    def _pieces(self, part: EventColumn) -> list[tuple[int, str]]:
        name = self._sheet.name(part.at)
        if part.apart is None:
            return [(part.number if part.number is not None else self._alone(part), name)]
        numbers = range(1, part.most + 1)
        apart = self.before_numbers(f"{name} ", numbers)
        return [(number, f"{apart}{number}") for number in numbers]

    def _alone(self, part: EventColumn) -> int:
        """The turn of a column without a number: `Card` stands before `Card 2`, else it is last."""
        like = {own.number for own in self._match.of(part.word) if own.member == part.member}
        return 1 if any(n and n > 1 for n in like) and 1 not in like else LAST

    def before_numbers(self, name: str, numbers: range) -> str:
        """The text before the number of a value of a cell, such that no column is called so."""
        find = self._sheet.head.find
        return f"{name}#" if any(find(f"{name}{n}") is not None for n in numbers) else name


class Repeated:
    """Tells where several rows of one coup say the same; `sheets` have no coup in common."""

    def __init__(self, sheets: Sequence[SeenSheet], match: Roles, asked: int | None = None) -> None:
        self._sheets, self._match = sheets, match
        self._as_asked = None
        if asked is not None:
            guess = replace(match, fields={**match.fields, "coup": asked})
            self._as_asked = Repeated(sheets, guess)

    def partly(self, word: WideWord, parts: Sequence[EventColumn]) -> list[int]:
        """The columns that some rows of a coup repeat; each would be told twice."""
        if self._as_asked is not None and (word.value == "card" or self._ends(word)):
            return self._as_asked.partly(word, parts)
        if self._ends(word) and self._card_by_card() and self.whole(word, parts):
            return [*(part.at for part in parts), *self._results_of(word)]
        again = [part.at for part in parts if self.whole(word, [part])]
        if word.value == "amount" or len(again) == len(parts) or self.whole(word, parts):
            return []
        return again

    def whole(self, word: WideWord, parts: Sequence[EventColumn]) -> bool:
        """True where several rows are of one coup and all of them say the same of this."""
        fields = self._match.fields
        if "coup" not in fields or word.value == "amount":
            return False
        scope = [at for name, at in fields.items() if name in _SCOPE]
        scope += [at for at, form in self._match.stamps if form != "clock"]
        own = [*(part.at for part in parts), *self._results_of(word)]
        again = False
        for sheet in self._sheets:
            told: dict[tuple[str, ...], dict[int, str]] = {}
            keys = zip(*map(sheet.column, scope), strict=True)
            for row, key in enumerate(keys):
                again = again or key in told
                said = told.setdefault(key, {})
                for at in own:
                    text = sheet.column(at)[row]
                    if text and said.setdefault(at, text) != text:
                        return False
        return again

    def _results_of(self, word: WideWord) -> list[int]:
        return [at for name, at in self._match.results.items() if name in word.fields]

    def _ends(self, word: WideWord) -> bool:
        """True for what happens when the cards lie there: a result, or who wins."""
        return bool(word.fields) or (word.value == "player" and not word.names)

    def _card_by_card(self) -> bool:
        """True where the rows of one coup have different cards."""
        cards = card_parts(self._match)
        return bool(cards) and "coup" in self._match.fields and not self.whole(cards[0].word, cards)
