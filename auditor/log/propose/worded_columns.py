"""Columns of words: the bet of a stake and the number that it is on, results as flags of yes and
no, the kind of event, the players.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from auditor.log.convert.cells import TRUE
from auditor.log.convert.lexicon import Lexicon, WideWord
from auditor.log.convert.written import normalise
from auditor.log.infer.recognised import Body, cell_at, has_suit, reads
from auditor.log.infer.wide_columns import EventColumn, WideColumns, without
from auditor.log.infer.wide_names import tokens_of
from auditor.log.propose.draft import TomlLine
from auditor.log.propose.question import toml
from auditor.log.table import Heading
from auditor.types import BOOLEAN, INTEGER, TEXT, Enumeration

# ---- bets, and the numbers that they are on -----------------------------------------------------
MOST = 60  # different cells of a column of bets, at most: a wheel has 37 numbers, and some chances
_ASIDE = re.compile(r"\s*\([^()]*\)")
_NUMBERED = re.compile(r"(\D*?)[\s:#n°º.-]*(\d{1,2})")


@dataclass(frozen=True, slots=True)
class BetWords:
    """For the cells of a column the bet that each stands for, and its number or nothing."""

    bets: dict[str, str]
    numbers: dict[str, str]

    def lines(self, lexicon: Lexicon, name: str) -> dict[str, list[TomlLine]]:
        """The words that a mapping has to explain; `name` is the field of the bet."""
        kind = lexicon.type_of("", name)
        assert isinstance(kind, Enumeration)
        told = {text: own for text, own in self.bets.items() if lexicon.member(kind, text) != own}
        apart = {text: own for text, own in self.numbers.items() if text != own}
        said = {name: told, NUMBER: apart}
        return {
            field: [TomlLine(text, own) for text, own in words.items()]
            for field, words in said.items()
            if words
        }


NUMBER = "number"  # the field of the number that a bet is on
OF_NUMBERS = "numéro"  # a word for the bet on a number


def bet_words(cells: Iterable[str], name: str, event: str, lexicon: Lexicon) -> BetWords | None:
    """The bets and numbers that cells say; `name` is the field of a bet, `event` its stake."""
    kind = lexicon.type_of(event, name)
    texts = sorted({*cells})
    numbered = NUMBER in lexicon.own_fields_of(event) and lexicon.type_of(event, NUMBER) == INTEGER
    if not isinstance(kind, Enumeration) or not numbered or not 1 < len(texts) <= MOST:
        return None
    of_numbers = lexicon.member(kind, OF_NUMBERS)
    bets: dict[str, str] = {}
    numbers: dict[str, str] = {}
    for text in texts:
        words, number = text, ""
        if lexicon.member(kind, text) is None and (found := _NUMBERED.fullmatch(text.strip())):
            words, number = found.groups()
        words = _ASIDE.sub("", words)
        bet = lexicon.uncut(kind, words) if words.strip() else of_numbers
        if bet is None or (bet == of_numbers) is not bool(number):
            return None
        bets[text], numbers[text] = bet, number and str(int(number))
    both = {bool(own) for own in numbers.values()}
    return BetWords(bets, numbers) if len(both) == 2 else None


def behind_one_word(cells: Iterable[str], kind: Enumeration, lexicon: Lexicon) -> list[TomlLine]:
    """The bets that the cells of a column stand for, if all are behind one word of their own."""
    texts = sorted({*cells})
    parts = [normalise(text).partition(" ") for text in texts]
    bets = [lexicon.member(kind, rest) for _, _, rest in parts]
    if len(texts) < 2 or len({first for first, _, _ in parts}) > 1 or not all(bets):
        return []
    return [TomlLine(text, bet) for text, bet in zip(texts, bets, strict=True)]


# ---- results as flags ---------------------------------------------------------------------------
_SAY_NOTHING = frozenset(("is", "est", "ist", "has", "did", "flag"))


def flag_events(
    word: WideWord, columns: WideColumns, head: Heading, body: Body, lexicon: Lexicon
) -> Iterator[tuple[int, str]]:
    """For each column of yes and no that says a result its place, and the event that it makes."""
    for name in word.fields:
        kind = lexicon.type_of(word.event, name)
        if isinstance(kind, Enumeration) and name not in columns.fields:
            for member, at in _flags(head, body, columns.unknown, kind, lexicon).items():
                yes = sorted({own for own in body.cells(at) if says_yes(own, lexicon)})
                when = {"column": head.names[at], "is": yes}
                yield at, toml({"event": word.event, name: member, "when": when})


def _flags(
    head: Heading, body: Body, places: Iterable[int], kind: Enumeration, lexicon: Lexicon
) -> dict[str, int]:
    """The columns by the word that each says, if they are several and no row says two."""
    found: dict[str, int] = {}
    for at in places:
        words = [own for own in normalise(head.names[at]).split() if own not in _SAY_NOTHING]
        member = lexicon.member(kind, " ".join(words)) if words else None
        cells = {*body.cells(at)}
        if member is None or len(cells) < 2 or not all(reads(BOOLEAN, c, lexicon) for c in cells):
            continue
        if member in found:
            return {}
        found[member] = at
    said = [sum(says_yes(cell_at(row, at), lexicon) for at in found.values()) for row in body.rows]
    return found if len(found) > 1 and max(said, default=0) == 1 else {}


def says_yes(text: str, lexicon: Lexicon) -> bool:
    """True for a word for yes, in any language."""
    return text.casefold() in TRUE or lexicon.truths.get(normalise(text) or text) == "true"


# ---- kinds of event -----------------------------------------------------------------------------
KINDS = range(3, 31)  # different words of such a column
SURE = 0.9  # the share of the rows of one word that fill a cell, or leave it empty


def kind_column(body: Body, found: WideColumns) -> int | None:
    """The only unused column whose words tell which amounts and cards a row has."""
    places = [part.at for part in found.parts]
    told = [at for at in found.unknown if places and _tells(body, at, places)]
    return told[0] if len(told) == 1 else None


def _tells(body: Body, at: int, places: list[int]) -> bool:
    rows: dict[str, list[list[bool]]] = defaultdict(list)
    for row in body.rows:
        rows[cell_at(row, at)].append([bool(cell_at(row, place)) for place in places])
    if len(rows) not in KINDS or "" in rows or len(rows) * 2 > len(body.rows):
        return False
    if any(own.isdecimal() for own in rows):
        return False
    shares = [
        [sum(column) / len(own) for column in zip(*own, strict=True)] for own in rows.values()
    ]
    sure = all(share >= SURE or share <= 1 - SURE for own in shares for share in own)
    filled = ({share >= SURE for share in column} for column in zip(*shares, strict=True))
    return sure and all(own == {True, False} for own in filled)


# ---- players ------------------------------------------------------------------------------------
class Players:
    """Those who have columns of their own, and those whom the cells of a column name."""

    def __init__(self, head: Heading, body: Body, found: WideColumns, lexicon: Lexicon) -> None:
        self._head, self._body, self._found, self._lexicon = head, body, found, lexicon

    def as_said(self, word: WideWord, name: str) -> str:
        """A player as the cells of another column write the words that head his own."""
        if isinstance(self._lexicon.type_of(word.event, word.names), Enumeration):
            return name
        numbers = name.split()[-1:]
        cells = [cell for part in self._found.parts for cell in self._texts(part)]
        said = next((c for c in cells if tokens_of(c) in (name.split(), numbers)), None)
        return said or self._as_headed(name)

    def _as_headed(self, name: str) -> str:
        """A name as the header of its column writes it: a cell of another file may say it so."""
        size = len(name.split())
        for part in self._found.parts:
            words = re.findall(r"[^\W_]+", self._head.names[part.at])
            for at in range(len(words)):
                if normalise(own := " ".join(words[at : at + size])) == name:
                    return own
        return name

    def _players(self, word: WideWord) -> set[str]:
        """Those who have columns of their own, where cells of this kind name players."""
        if self._lexicon.type_of(word.event, word.value) != TEXT:
            return set()
        return {
            self.as_said(own.word, own.member)
            for own in self._found.parts
            if own.member is not None and own.word.names == word.value
        }

    def strangers(self, word: WideWord, parts: Sequence[EventColumn]) -> str:
        """The columns of players none of whom has a column of his own, where players have some."""
        players = self._players(word)
        own = [part for part in parts if (texts := self._texts(part)) and not players & {*texts}]
        return ", ".join(f"`{self._head.names[part.at]}`" for part in own) if players else ""

    def nobody(self, word: WideWord, part: EventColumn) -> list[str]:
        """The words of a column of players that are none of those who have columns of their own."""
        players = self._players(word)
        texts = self._texts(part)
        return [own for own in texts if own not in players] if players & {*texts} else []

    def _texts(self, part: EventColumn) -> list[str]:
        texts = self._lexicon.type_of(part.word.event, part.word.value) == TEXT
        return list(dict.fromkeys(self._body.cells(part.at))) if texts and part.word.value else []

    def unused(self) -> str:
        """The unused columns that hold texts: one may name the players."""
        texts = [self._head.names[at] for at in self._found.unknown if self._may_name(at)]
        return ", ".join(f"`{name}`" for name in texts)

    def _may_name(self, at: int) -> bool:
        """True for a column of texts without a card or a word that is known."""
        cells = set(self._body.cells(at))
        words = [self._lexicon.kinds, self._lexicon.truths, *self._lexicon.values.values()]
        known = (any(normalise(own) in words_ for words_ in words) for own in cells)
        cards = (reads(BOOLEAN, own, self._lexicon) or has_suit(own) for own in cells)
        return any(map(str.isalpha, "".join(cells))) and not any(known) and not any(cards)


# ---- the column of bets of a wide row -----------------------------------------------------------
class BetColumns:
    """Finds the column of bets; `codes` are the words of it that a mapping has to explain."""

    def __init__(self, body: Body, lexicon: Lexicon) -> None:
        self._body, self._lexicon = body, lexicon
        self.codes: dict[str, list[TomlLine]] = {}

    def told(self, found: WideColumns) -> WideColumns:
        """A column that says the bet of a row, or the number that it is on, if there is one."""
        stake = self._lexicon.word_for("amount")
        if stake is None or NUMBER in found.context:
            return found
        stakes = [part.at for part in found.parts if part.word == stake]
        named = found.context.get(stake.names)
        for at in (*found.unknown, *stakes) if named is None else (named,):
            own = bet_words(self._body.cells(at), stake.names, stake.event, self._lexicon)
            amount = found.context.get(stake.value)
            if own is not None and (amount is not None or {*stakes} - {at}):
                self.codes |= own.lines(self._lexicon, stake.names)
                left = without(found, {at})
                if stakes == [at] and amount is not None:
                    parts = (*left.parts, EventColumn(amount, stake, supposed=True))
                    rest_of = {n: place for n, place in left.context.items() if place != amount}
                    left = replace(left, parts=parts, context=rest_of)
                rest = tuple(other for other in left.unknown if other != at)
                both = dict.fromkeys((stake.names, NUMBER), at)
                return replace(left, context=left.context | both, unknown=rest)
        return found

    def behind_one_word(self, found: WideColumns) -> WideColumns:
        """A column of bets whose words all begin with one of their own: `BAC_Player`, `BAC_Tie`."""
        stake = self._lexicon.word_for("amount")
        kind = None if stake is None else self._lexicon.type_of(stake.event, stake.names)
        if stake is None or not isinstance(kind, Enumeration) or stake.names in found.context:
            return found
        for at in found.unknown:
            if lines := behind_one_word(self._body.cells(at), kind, self._lexicon):
                self.codes[stake.names] = lines
                rest = tuple(own for own in found.unknown if own != at)
                return replace(found, context=found.context | {stake.names: at}, unknown=rest)
        return found
