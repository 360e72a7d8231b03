"""The games of `played.txt`, and how other people's programs write what they hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from pathlib import Path

PAGE = Path(__file__).with_name("played.txt")
SIGNS = dict(zip("SHDC", "♠♥♦♣", strict=True))
SUITS = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}
RANKS = {"T": "10", "J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}
ORDER = ("player banker tie", "even odd low high", "won lost")
PLACES = {word: at for words in ORDER for at, word in enumerate(words.split())}
"""Where a word stands among those that are told in its place: `{winner:P/B/T}`."""


class Word(str):
    """A word, as it stands, as another one (`P/B/T`), or with a capital; `Straight *` is of a
    number.
    """

    __slots__ = ()

    def __format__(self, how: str) -> str:
        if "/" in how and self in PLACES:
            return how.split("/")[PLACES[self]]
        if "*" in how and self.isdecimal():
            return how.replace("*", self)
        return str(self).title() if how and "/" not in how else str(self)


class Card(str):
    """A card, its `rank`, its name in `words`, or what stands there for none (`or None`)."""

    __slots__ = ()

    def __format__(self, how: str) -> str:
        if not self:
            return how.removeprefix("or ") if how.startswith("or ") else ""
        if how == "words":
            return f"{RANKS.get(self[0], self[0])} of {SUITS[self[1]]}"
        return self[0] if how == "rank" else str(self)


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards of a hand: with a text between them, or in one of the ways of programs."""

    cards: tuple[str, ...]

    def __getitem__(self, at: int) -> Card:
        return Card(self.cards[at] if at < len(self.cards) else "")

    def __format__(self, how: str) -> str:
        tens = [card.replace("T", "10") for card in self.cards]
        match how:
            case "points":
                return str(sum("A23456789".find(card[0]) + 1 for card in self.cards) % 10)
            case "ordinals":
                return str(["A23456789TJQK".index(card[0]) + 1 for card in self.cards])
            case "script":
                return str(tens)
            case "tens":
                return "".join(tens)
            case "signs":
                return " ".join(card[:-1] + SIGNS[card[-1]] for card in tens)
            case _:
                return how.join(self.cards)


class Amount(Decimal):
    """A sum, or one in `euros`."""

    def __format__(self, how: str) -> str:  # type: ignore[override]  # its own ways alone
        return f"{float(self):.2f}".replace(".", ",") + " €" if how else str(self)


class Moment(datetime):
    """A moment, or what a spreadsheet has for it (`excel`)."""

    def __format__(self, how: str) -> str:
        if how != "excel":
            return super().__format__(how)
        return str((self - Moment(1899, 12, 30)).total_seconds() / 86400)[:12]


@dataclass(frozen=True, slots=True)
class Bet:
    """What one player had on one bet, and what became of it."""

    who: str
    on: Word
    number: str
    stake: Amount
    paid: Amount
    lost: Amount

    def cells(self) -> Mapping[str, object]:
        """What a row may say of it: `back` is all that the player has again in his hands."""
        net = Amount(self.paid - self.lost)
        told = {"who": self.who, "on": self.on, "number": self.number, "stake": self.stake}
        place = Word(self.number or self.on)
        became = Word("won" if self.paid else "lost")
        sums = {"paid": self.paid, "lost": self.lost, "net": net, "back": Amount(self.stake + net)}
        return {**told, **sums, "place": place, "became": became}


@dataclass(frozen=True, slots=True)
class Coup:
    """One coup: the cards of both hands, or the number that came out."""

    shoe: int
    number: int
    player: Hand
    banker: Hand
    result: Word
    bets: tuple[Bet, ...]
    wrong: bool

    @property
    def time(self) -> Moment:
        """Of a night that begins at ten to midnight."""
        return minute(self.number)

    @property
    def dealt(self) -> list[tuple[Word, str]]:
        """The cards in their order, each with the hand that it goes to."""
        hands = ((Word("player"), self.player.cards), (Word("banker"), self.banker.cards))
        return [(to, cards[at]) for at in range(3) for to, cards in hands if at < len(cards)]

    def cells(self, bet: Bet | None = None) -> dict[str, object]:
        """What a row may say of it, and of one of its bets, or of all of them by their number."""
        own = {"shoe": self.shoe, "coup": self.number, "time": self.time, "result": self.result}
        every = {
            f"{name}{at}": cell
            for at, b in enumerate(self.bets)
            for name, cell in b.cells().items()
        }
        return (
            own
            | {"player": self.player, "banker": self.banker}
            | every
            | dict(bet.cells() if bet else {})
        )


def minute(at: int) -> Moment:
    return Moment(2026, 1, 9 + (at > 9), (23, 0)[at > 9], (50 + at) % 60)


def _bets(text: str) -> Iterator[Bet]:
    for own in re.finditer(r"(\w+) (\w+) (?:(\d) )?(\d+)(?: \+([\d.]+)| -([\d.]+))?(?:; |$)", text):
        who, on, number, *sums = own.groups("")
        yield Bet(who, Word(on), number, *(Amount(own or 0) for own in sums))


def _coups(lines: Iterable[str]) -> Iterator[Coup]:
    for line in lines:
        mark, rest = line[:2], line[2:]
        if mark in ("  ", "! "):
            place, player, banker, result, bets = [*map(str.strip, rest.split("|")), ""][:5]
            shoe, number = map(int, place.split("."))
            one, other = (Hand(tuple(own.split())) for own in (player, banker))
            yield Coup(shoe, number, one, other, Word(result), (*_bets(bets),), mark == "! ")


def games() -> dict[str, list[Coup]]:
    _, *parts = re.split(r"^# ", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    return {title: [*_coups(lines)] for title, *lines in map(str.splitlines, parts)}


GAMES = games()
