"""The events of a row that stands for a coup: the order in which a coup goes, what several rows of
one coup tell again, and the players whom columns and cells name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from auditor.log.convert.lexicon import WideWord
from auditor.log.convert.written import normalise
from auditor.log.match.hands import card_parts
from auditor.log.match.readable import has_suit, reads, tokens_of
from auditor.log.match.roles import EventColumn, Roles
from auditor.log.match.sheet import SeenSheet
from auditor.log.propose.settle import CHOICE, is_after_choice
from auditor.types import BOOLEAN, TEXT, Enumeration

DEALER, SEATED = "dealer", "player"
LAST = 99  # the turn of a column that no number tells
OF_ONE_KIND = 2  # what each row of a coup tells of a kind, and what all of them repeat
MOST_LATE = 3  # kinds of event before a choice, of which there may be some after it
_SCOPE = ("casino", "season", "session", "table", "shoe", "coup")


def stages(sheet: SeenSheet, match: Roles) -> Iterator[tuple[int, WideWord, list[EventColumn]]]:
    """The columns of each kind of event, as a coup goes, with their place in it, the same in all
    tables; what comes of a choice is after it.
    """
    lexicon = sheet.lexicon
    own = {word.event: match.of(word) for word in lexicon.wide}
    chosen = bool(own.get(CHOICE))
    late: list[tuple[WideWord, list[EventColumn]]] = []
    place = 1
    for word in lexicon.wide:
        after = [part for part in own[word.event] if chosen and is_after_choice(part, lexicon)]
        late += [(word, after)] if chosen else []
        yield place, word, [part for part in own[word.event] if part not in after]
        place += OF_ONE_KIND
        if word.event == CHOICE:
            for at, (kind, parts) in enumerate(late):
                if parts:
                    yield place + at * OF_ONE_KIND, kind, parts
            chosen = False
            place += OF_ONE_KIND * MOST_LATE


def in_rounds(match: Roles) -> bool:
    """True where the dealer has a second card: numbers are then those of cards, not of seats."""
    return any(own.member == DEALER and (own.number or 1) > 1 for own in match.parts)


def by_seat(match: Roles, word: WideWord) -> bool:
    """True where numbers are seats: if a dealer has a hand, each player has one card."""
    return any(own.member == DEALER for own in match.of(word))


def is_seated(sheet: SeenSheet, match: Roles, part: EventColumn) -> bool:
    """True where what a column makes is of one seat."""
    of_hands = by_seat(match, part.word) or sheet.lexicon.needs(part.word.event, "seat")
    # The dealer may be told of in another table.
    of_hands |= "seat" in match.fields and {o.member for o in match.of(part.word)} == {SEATED}
    return of_hands and part.member != DEALER and part.word.value != "amount"


def in_turn(
    sheet: SeenSheet, match: Roles, parts: Sequence[EventColumn]
) -> Iterator[tuple[str, EventColumn]]:
    """The sources of values, one for each event: the first of each hand, then the second …"""
    several = [(n, name, part) for part in parts for n, name in _pieces(sheet, match, part)]
    if any(by_seat(match, part.word) for part in parts) and not in_rounds(match):
        several.sort(key=lambda own: own[2].member == DEALER)  # his card comes last
    else:
        several.sort(key=lambda own: (own[0], _turn(sheet, own[2])))
    yield from ((name, part) for _, name, part in several)


def _turn(sheet: SeenSheet, part: EventColumn) -> int:
    """The place of a hand among those that are dealt in turn, as the vocabulary has them."""
    kind = sheet.lexicon.type_of(part.word.event, part.word.names)
    if not isinstance(kind, Enumeration) or part.word.value == "amount":
        return 0
    return kind.members.index(part.member) if part.member in kind.members else 0


def _pieces(sheet: SeenSheet, match: Roles, part: EventColumn) -> list[tuple[int, str]]:
    """The values of a cell, each with its number and the name by which a mapping takes it."""
    name = sheet.name(part.at)
    if part.apart is not None:
        numbers, apart = range(1, part.most + 1), f"{name} "
        if any(sheet.head.find(f"{apart}{n}") is not None for n in numbers):
            apart += "#"  # no column is called so
        return [(number, f"{apart}{number}") for number in numbers]
    every = match.of(part.word)
    like = {own.number for own in every if own.member == part.member}
    # `Card` stands before `Card 2` of any hand, and without such a one it is last.
    dealt = {own.number for own in every} if part.word.value == "card" else like
    alone = 1 if any(n and n > 1 for n in dealt) and 1 not in like else LAST
    return [(alone if part.number is None else part.number, name)]


class Repeated:
    """Tells where rows of one coup say the same: of a sheet each, or of `every` player."""

    def __init__(
        self, every: SeenSheet, sheets: Sequence[SeenSheet], match: Roles, asked: int | None
    ) -> None:
        self._every, self._sheets, self.is_asked = every, sheets, asked is not None
        self._match = match if asked is None else match.taking(fields={"coup": asked})

    def partly(self, word: WideWord, parts: Sequence[EventColumn]) -> list[EventColumn]:
        """The columns that all rows of a coup repeat, beside others of the kind."""
        if word.value == "amount" or self.whole(word, parts):
            return []
        return [part for part in parts if self.whole(word, [part])]

    def is_out_of_order(self, word: WideWord, parts: Sequence[EventColumn]) -> bool:
        """Whether rows of a coup repeat a part, though it is asked what numbers these; or are of
        seats that no column tells; or repeat a result beside cards of one row each, whose order
        ranks would take away; or those of several sheets say it again.
        """
        cards = card_parts(self._match)
        told = bool(parts or self._results_of(word))
        if told and self.whole(word, parts, [self._every]) and not self.whole(word, parts):
            return True
        if self.is_asked:
            return bool(self.partly(word, parts))
        if self._of_seats(parts) and "seat" not in self._match.fields and self.whole(word, []):
            return True
        if not cards or not self._ends(word) or not self.whole(word, parts):
            return False
        return not (self.whole(cards[0].word, cards) or self.partly(cards[0].word, cards))

    def whole(
        self, word: WideWord, parts: Sequence[EventColumn], sheets: Sequence[SeenSheet] = ()
    ) -> bool:
        """True where several rows are of one coup and all of them say the same of this."""
        fields = self._match.fields
        if "coup" not in fields or word.value == "amount":
            return False
        if "seat" in fields and self._of_seats(parts):
            return False
        scope = [at for name, at in fields.items() if name in _SCOPE]
        scope += [at for at, form in self._match.stamps if form != "clock"]
        scope += [at for at in self._match.unused if "shoe" in self._sheets[0].meant(at)]
        own = [*(part.at for part in parts), *self._results_of(word)]
        again, told = 0, dict[tuple[str, ...], dict[int, str]]()
        for sheet in sheets or self._sheets:
            told = {}
            for key, texts in zip(sheet.rows_of(*scope), sheet.rows_of(*own), strict=True):
                again += key in told and (any(texts) or not own)
                said = told.setdefault(key, {})
                for at, text in zip(own, texts, strict=True):
                    if text and said.setdefault(at, text) != text:
                        return False
        return 2 * again >= len(told) if sheets else again > 0

    def _of_seats(self, parts: Sequence[EventColumn]) -> bool:
        return any(is_seated(self._sheets[0], self._match, own) for own in parts)

    def _results_of(self, word: WideWord) -> list[int]:
        return [at for name, at in self._match.results.items() if name in word.fields]

    def _ends(self, word: WideWord) -> bool:
        """True for what happens when the cards lie there: a result, or who wins."""
        return bool(word.fields) or (word.value == "player" and not word.names)


# ---- players -------------------------------------------------------------------------------------
class Players:
    """Those who have columns of their own, and those whom the cells of a column name."""

    def __init__(self, sheet: SeenSheet, match: Roles) -> None:
        self._sheet, self._match, self._lexicon = sheet, match, sheet.lexicon

    def as_said(self, word: WideWord, name: str) -> str:
        """A player as the cells of another column write the words that head his own."""
        if isinstance(self._lexicon.type_of(word.event, word.names), Enumeration):
            return name
        cells = [cell for part in self._match.parts for cell in self._texts(part)]
        ways = (name.split(), name.split()[-1:])
        said = next((own for own in cells if tokens_of(own, self._lexicon) in ways), None)
        return said or self._as_headed(name)

    def _as_headed(self, name: str) -> str:
        """A name as the header of its column writes it: a cell of another file may say it so."""
        size = len(name.split())
        for part in self._match.parts:
            words = re.findall(r"[^\W_]+", self._sheet.name(part.at))
            for at in range(len(words)):
                if normalise(own := " ".join(words[at : at + size])) == name:
                    return own
        return name

    def _players(self, word: WideWord) -> set[str]:
        """Those who have columns of their own, where cells of this kind name players."""
        return {
            self.as_said(own.word, own.member)
            for own in self._match.parts
            if own.member is not None and own.word.names == word.value
        }

    def strangers(self, word: WideWord, parts: Sequence[EventColumn]) -> list[int]:
        """The columns of players none of whom has a column of his own, where players have some."""
        players = self._players(word)
        own = [part.at for part in parts if (told := self._texts(part)) and not players & {*told}]
        return own if players else []

    def nobody(self, word: WideWord, part: EventColumn) -> list[str]:
        """The words of a column of players that are none of those who have columns of their own."""
        players, texts = self._players(word), self._texts(part)
        return [own for own in texts if own not in players] if players & {*texts} else []

    def _texts(self, part: EventColumn) -> list[str]:
        texts = self._lexicon.type_of(part.word.event, part.word.value) == TEXT
        return list(dict.fromkeys(self._sheet.cells(part.at))) if texts and part.word.value else []


def may_name_players(sheet: SeenSheet, places: Iterable[int]) -> list[int]:
    """The columns of several texts without a card or a known word: one may name the players."""
    lexicon = sheet.lexicon
    known = {*lexicon.kinds, *lexicon.truths}.union(*lexicon.values.values())
    return [
        at
        for at in places
        if len(cells := sheet.texts(at)) > 1 and any(map(str.isalpha, "".join(cells)))
        if not any(normalise(own) in known or has_suit(own) for own in cells)
        if not any(reads(BOOLEAN, own, lexicon) for own in cells)
    ]
