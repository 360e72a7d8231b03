"""Columns of a wide row that are not taken for what they seem: a part that is read for the whole
accuses somebody.

A hand is read whole or not at all; so is a list of objects.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from operator import ne

from auditor.log.convert.cells import UNKNOWN
from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.written import normalise, whole
from auditor.log.infer.recognised import (
    Body,
    cell_at,
    has_suit,
    kinds_meant,
    meant_by,
    reads,
    says_something,
)
from auditor.log.infer.wide_columns import (
    OF_THE_EVENT,
    EventColumn,
    WideColumns,
    hand_named,
    the_only_card,
    without,
)
from auditor.log.infer.wide_names import SEPARATORS, member_of, tokens_of
from auditor.log.mapping.bind import pieces
from auditor.log.propose.draft import TomlLine
from auditor.log.propose.sums import PaymentColumns, sums_apart
from auditor.log.propose.trial import WITHIN_A_LIST
from auditor.log.propose.worded_columns import BetColumns
from auditor.log.table import Heading
from auditor.messages.message import Message, message
from auditor.types import CARD, INTEGER, TEXT, Enumeration

_SEVERAL = 3
_CARDS = 20  # cards of a coup, at most, between them and the cards of a whole game at home
_KEYS = frozenset(("id", "uuid", "guid", "key", "ref", "reference", "identifiant", "code"))
FULL = 0.9  # the least share of the rows of stakes in which a number that came out stands


class Numbers:
    """Tells columns of numbers apart by what stands beside them; `remarks` are what it asks."""

    def __init__(self, head: Heading, body: Body, lexicon: Lexicon) -> None:
        self._head, self._body, self._lexicon = head, body, lexicon
        self.remarks: list[Message] = []

    def coups(self, found: WideColumns) -> WideColumns:
        """The column that numbers the coups, whatever it is called."""
        found = self._of_one_number(found)
        if "coup" in found.context or found.series is not None:
            return found
        results = [part.at for part in found.parts if part.word.value == "card"]
        results += found.fields.values()
        session = found.context.get("session")
        if session is not None and self._is_of_coups(session, results, found):
            rest_of = {name: at for name, at in found.context.items() if name != "session"}
            return replace(found, context=rest_of | {"coup": session})
        once = {word.event for word in self._lexicon.wide if word.fields}
        numbers = found.context.get("number")
        if numbers is not None and not any("number" in word.fields for word in self._lexicon.wide):
            cells = [cell_at(row, numbers) for row in self._body.rows]
            # The game draws no number: one that counts the rows is that of the coup.
            once_each = len({*cells}) == len(cells) > 1
            if (once_each or (results and self._agree(numbers, results))) and _counts(cells):
                rest_of = {name: at for name, at in found.context.items() if name != "number"}
                return replace(found, context=rest_of | {"coup": numbers})
        for at in found.unknown:
            cells = [cell_at(row, at) for row in self._body.rows]
            several = len({*cells}) > 2  # fewer may be shoes, or halves of a night
            named = self._lexicon.kinds.get(self._head.names[at].strip().casefold(), frozenset())
            texts = self._tells_apart(at)
            if not several or not (texts or _counts(cells)):
                continue
            again = len({*cells}) < len(cells)
            agreed = again and bool(results) and self._agree(at, results)
            game = "game" in meant_by(self._head, at, self._lexicon)
            if agreed or (not texts and (named & once or (game and not again))):
                rest = tuple(own for own in found.unknown if own != at)
                kept = replace(found, context=found.context | {"coup": at}, unknown=rest)
                if texts and session is not None and not self._agree(at, [session]):
                    return without(kept, {session})  # those of the players of a coup
                return kept
        return found

    def _of_one_number(self, found: WideColumns) -> WideColumns:
        """The columns, with a counting column of coups in the place of one that is constant."""
        at = found.context.get("coup")
        if at is None or len({*self._body.cells(at)}) != 1:
            return found
        other = [
            own
            for own in found.unknown
            if "coup" in meant_by(self._head, own, self._lexicon)
            if len({*self._body.cells(own)}) > 1 and _counts(self._body.cells(own))
        ]
        if len(other) != 1:
            return found
        rest = tuple(own for own in found.unknown if own not in other)
        return replace(found, context=found.context | {"coup": other[0]}, unknown=(*rest, at))

    def _tells_apart(self, at: int) -> bool:
        """True for texts that tell things apart, as the name of their column says."""
        called = normalise(self._head.names[at]).rpartition(" ")[2]
        return called in _KEYS and all(whole(own) is None for own in self._body.cells(at))

    def _is_of_coups(self, at: int, results: Sequence[int], found: WideColumns) -> bool:
        """Whether the parts of a night are coups: one result each, or cards counted anew."""
        cells = [cell_at(row, at) for row in self._body.rows]
        runs = [own for own, last in pairwise([*cells, ""]) if own != last]
        if len(runs) < _SEVERAL or len({*runs}) < len(runs) or len(runs) * 2 > len(cells):
            return False
        if the_only_card(found.parts) is not None and len(cells) <= _CARDS * len(runs):
            return any(self._counts_anew(own, cells) for own in found.unknown)
        return bool(results) and self._agree(at, results)

    def _counts_anew(self, at: int, by: Sequence[str]) -> bool:
        numbers = [cell_at(row, at) for row in self._body.rows]
        follows = (
            own == ("1" if place == 0 or by[place] != by[place - 1] else str(int(last) + 1))
            for place, (last, own) in enumerate(pairwise(["0", *numbers]))
            if last.isdecimal()
        )
        return all(map(str.isdecimal, numbers)) and all(follows)

    def _agree(self, by: int, places: Iterable[int]) -> bool:
        """True where all rows of one number say the same in these columns."""
        return all(len(own) == 1 for at in places for own in self._by_number(by, at).values())

    def _by_number(self, by: int, at: int) -> dict[str, set[str]]:
        told: dict[str, set[str]] = defaultdict(set)
        for row in self._body.rows:
            told[cell_at(row, by)].add(cell_at(row, at))
        return told

    def staked(self, found: WideColumns) -> WideColumns:
        """The number that a stake is on, and the one drawn, which stands in every row."""
        stake = self._lexicon.word_for("amount")
        stakes = [part.at for part in found.parts if part.word == stake]
        field = next((own for word in self._lexicon.wide for own in word.fields), "")
        drawn = found.fields.get(field)
        both = stake is not None and field in self._lexicon.own_fields_of(stake.event)
        if drawn is None or not stakes or not both or field in found.context:
            return found
        places = [drawn, *(at for at in found.unknown if self._may_be(field, at))]
        rows = [row for row in self._body.rows if any(cell_at(row, at) for at in stakes)]
        full = [at for at in places if sum(bool(cell_at(r, at)) for r in rows) >= FULL * len(rows)]
        if len(full) > 1 and (by := found.context.get("coup")) is not None:
            full = [at for at in full if self._agree(by, [at])]
        fields = {name: at for name, at in found.fields.items() if name != field}
        rest = tuple(own for own in found.unknown if own not in places)
        staked = [at for at in places if at not in full]
        if len(places) <= 2 and len(full) <= 1 and len(staked) <= 1:
            context = found.context | dict(zip([field], staked, strict=False))
            fields |= dict(zip([field], full, strict=False))
            return replace(found, fields=fields, context=context, unknown=rest)
        named = self._head.quoted(places)
        self.remarks.append(message("remark.which_number", names=named))
        return replace(found, fields=fields, unknown=(*rest, *places))

    def _may_be(self, field: str, at: int) -> bool:
        cells = self._body.cells(at)
        named = field in meant_by(self._head, at, self._lexicon)
        return named and bool(cells) and all(reads(INTEGER, own, self._lexicon) for own in cells)


def _counts(cells: Sequence[str]) -> bool:
    """True for whole numbers that follow one another down the rows, or begin anew."""
    if not all(map(str.isdecimal, cells)):
        return False
    return all(int(own) - int(last) in (0, 1) or int(own) <= 1 for last, own in pairwise(cells))


# ---- columns in doubt ---------------------------------------------------------------------------
_RANKS = 14
_SEVERAL_CARDS = 3
MOST_CODES = 8  # different words of a column that are asked about; one of more names something else


class Doubts:
    """The columns of a wide row without those in doubt; `remarks` are what is asked instead, and
    `codes` the words of a column, by its field, of which somebody has to say what they mean.
    """

    def __init__(self, head: Heading, body: Body, lexicon: Lexicon) -> None:
        self._head, self._body, self._lexicon = head, body, lexicon
        self.remarks: list[Message] = []
        self.codes: dict[str, list[TomlLine]] = {}

    def cleared(self, found: WideColumns) -> WideColumns:
        """The columns without those that are in doubt, which are unknown then."""
        bets = BetColumns(self._body, self._lexicon)
        found = bets.behind_one_word(bets.told(found))
        payments = PaymentColumns(self._head, self._body, self._lexicon)
        found = self._hands(self._numbered(payments.returns(bets.told(found))))
        found = self._alone(self._players(self._lists(found)))
        numbers = Numbers(self._head, self._body, self._lexicon)
        self.codes |= bets.codes
        found = self._coded(numbers.staked(numbers.coups(found)))
        found, asked = sums_apart(payments, found, self._head, self._body, self._lexicon)
        self.remarks += numbers.remarks + asked
        self._cards_left(found)
        return found

    # ---- what is not read in part ----------------------------------------------------------------
    def _hands(self, found: WideColumns) -> WideColumns:
        """No card of hands of which a column, by its name, holds another card, and none is read."""
        parts = [part for part in found.parts if part.word.value == "card"]
        loose = [
            at
            for at in found.unknown
            if self._may_be_cards(at) and (own := hand_named(self._head.names[at], self._lexicon))
            if own[1] is not None
            if any(part.member == own[0] and part.number is not None for part in parts)
        ]
        if not loose:
            left = {*found.unknown} - found.second
            partly = any(self._of_a_hand(parts, at) or self._beside(parts, at) for at in left)
            return without(found, {part.at for part in parts}) if partly else found
        names = self._head.quoted(loose)
        self.remarks.append(message("remark.other_than_cards", names=names))
        return without(found, {part.at for part in parts})

    def _may_be_cards(self, at: int) -> bool:
        """True where a cell is a card, or one text stands in all: `P1 result` has other words."""
        cells = {*self._body.cells(at)}
        return len(cells) == 1 or any(reads(CARD, own, self._lexicon) for own in cells)

    def _of_a_hand(self, parts: Sequence[EventColumn], at: int) -> bool:
        """True for an unused column of cards whose name has the word of a hand that others have."""
        hands = {(part.word, part.member) for part in parts if part.member is not None}
        words = [[own] for own in tokens_of(self._head.names[at])]
        return self._holds_cards(at) and any(
            member_of(word, own, self._lexicon) == hand for own in words for word, hand in hands
        )

    def _beside(self, parts: Sequence[EventColumn], at: int) -> bool:
        """Whether cards are called as those of a hand, but for its word: `Card X1`, `Card B1`."""
        own = tokens_of(self._head.names[at])
        cards = self._lexicon.word_for("card")
        of_cards = () if cards is None else cards.words
        if any(kinds_meant(word, self._lexicon) for word in own if word not in of_cards):
            return False
        others = (tokens_of(self._head.names[part.at]) for part in parts if part.member is not None)
        return self._holds_cards(at) and any(
            len(own) == len(other) and sum(map(ne, own, other)) == 1 for other in others
        )

    def _numbered(self, found: WideColumns) -> WideColumns:
        """Hands whose cards are numbers beyond ranks; somebody has to say which they are."""
        word = self._lexicon.word_for("card")
        parts: list[EventColumn] = []
        numbers: set[int] = set()
        for at in found.unknown if word is not None else ():
            hand = hand_named(self._head.names[at], self._lexicon)
            cells = [own for own in self._body.cells(at) if says_something(own)]
            for apart in (None, *SEPARATORS) if hand is not None else ():
                listed = [[own] if apart is None else pieces(own, apart) for own in cells]
                several = apart is None or any(len(own) > 1 for own in listed)
                if several and listed and all(o and all(map(_is_ordinal, o)) for o in listed):
                    assert word is not None
                    assert hand is not None
                    parts.append(EventColumn(at, word, *hand, apart, max(map(len, listed))))
                    numbers |= {int(own) for cell in listed for own in cell}
                    break
        if not parts or max(numbers) <= _RANKS:
            return found
        first = 0 if 0 in numbers else 1
        of_all = range(first, max(first + 52, max(numbers) + 1))
        self.codes["card"] = [TomlLine(str(n), UNKNOWN, message("ask.card")) for n in of_all]
        names = self._head.quoted(part.at for part in parts)
        self.remarks.append(message("remark.numbered_cards", names=names))
        taken = {part.at for part in parts}
        rest = tuple(at for at in found.unknown if at not in taken)
        return replace(found, parts=(*found.parts, *parts), unknown=rest)

    def _lists(self, found: WideColumns) -> WideColumns:
        """Nothing of the objects of a list of which something is not understood."""
        lists: dict[str, set[int]] = defaultdict(set)
        for at, name in enumerate(self._head.names):
            if own := WITHIN_A_LIST.fullmatch(name):
                lists[own.group(1)].add(at)
        partly = [places for places in lists.values() if places & {*found.unknown}]
        return without(found, set().union(*partly))

    def _players(self, found: WideColumns) -> WideColumns:
        """No player by a column of numbers beside that of another hand: both may be cards."""
        at = found.context.get("player")
        hands = self._hand_columns(found)
        if at is None or not hands or not self._ranks(at):
            return found
        names = self._head.quoted([at, *hands])
        self.remarks.append(message("remark.are_they_cards", names=names))
        return without(found, {at})

    def _alone(self, found: WideColumns) -> WideColumns:
        """No cards of one player alone: `taken.1`, `taken.2` are cards that he took."""
        named = [
            part
            for part in found.parts
            if part.word.value == "card" and part.member is not None
            if self._lexicon.type_of(part.word.event, part.word.names) == TEXT
        ]
        alone = len({own.member for own in named}) == 1
        return without(found, {own.at for own in named} if alone else ())

    def _hand_columns(self, found: WideColumns) -> list[int]:
        """Unused columns that are called by a hand, and whose cells may be ranks."""
        kinds = {self._lexicon.type_of(word.event, word.names) for word in self._lexicon.wide}
        hands = [
            kind for kind in kinds if isinstance(kind, Enumeration) and "dealer" in kind.members
        ]
        return [
            at
            for at in found.unknown
            if any(self._lexicon.member(kind, self._head.names[at]) for kind in hands)
            and self._ranks(at)
        ]

    def _ranks(self, at: int) -> bool:
        cells = self._body.cells(at)
        return bool(cells) and all(
            0 < int(own) < 15 if own.isdecimal() else reads(CARD, own, self._lexicon)
            for own in cells
        )

    def _cards_left(self, found: WideColumns) -> None:
        """A question about columns of cards that nothing uses."""
        left = [at for at in found.unknown if self._holds_cards(at)]
        if left:
            self.remarks.append(message("remark.cards_left", names=self._head.quoted(left)))

    def _holds_cards(self, at: int) -> bool:
        cells = {own for own in self._body.cells(at) if says_something(own)}
        listed = [pieces(own, apart) for own in cells for apart in (" ", ",", "") if apart in own]
        whole = bool(cells) and all(map(has_suit, cells))
        return len(cells) >= _SEVERAL_CARDS and (
            whole or sum(bool(own) and all(map(has_suit, own)) for own in listed) >= len(cells)
        )

    # ---- codes -----------------------------------------------------------------------------------
    def _coded(self, found: WideColumns) -> WideColumns:
        """Columns that are called by a field of few words, and hold others: `0`, `1`, `2`."""
        fields, context = dict(found.fields), dict(found.context)
        for at in found.unknown:
            texts = sorted({*self._body.cells(at)})
            meant = meant_by(self._head, at, self._lexicon)
            for name in sorted(meant - {*fields, *context}):
                kind = self._lexicon.type_of("", name)
                if not isinstance(kind, Enumeration) or not 1 < len(texts) <= MOST_CODES:
                    continue
                own = self._lexicon.fields()
                if any(name in word.fields for word in self._lexicon.wide):
                    fields[name] = at
                elif name in OF_THE_EVENT and name in own:
                    context[name] = at
                else:
                    continue
                ask = message("ask.member_or", members=", ".join(kind.members))
                guessed = self._guessed(kind, texts)
                self.codes[name] = [
                    TomlLine(text, guess, ask) for text, guess in zip(texts, guessed, strict=True)
                ]
                names = self._head.quoted([at])
                self.remarks.append(message("remark.own_words", names=names, field=name))
                break
        used = {*fields.values(), *context.values()}
        rest = tuple(at for at in found.unknown if at not in used)
        return replace(found, fields=fields, context=context, unknown=rest)

    def _guessed(self, kind: Enumeration, texts: Sequence[str]) -> list[str]:
        """Letters that stand for a hand elsewhere, if all do: `P` and `B` for bets on it."""
        found: list[str] = []
        for text in map(normalise, texts):
            others = {own[text] for own in self._lexicon.values.values() if text in own}
            meant = others & {*kind.members}
            if len(meant) != 1:
                return [UNKNOWN for _ in texts]
            found += meant
        return found


def _is_ordinal(text: str) -> bool:
    return text.isdecimal() and int(text) < 60


# ---- what stands where no card was drawn ---------------------------------------------------------
def without_signs(head: Heading, body: Body, lexicon: Lexicon) -> tuple[Body, dict[int, str]]:
    """The rows without the sign of no card (`x`), and the columns in which it stands."""
    hands = {at: hand_named(name, lexicon) for at, name in enumerate(head.names)}
    places = [at for at, own in hands.items() if own is not None and own[1] is not None]
    cells = {at: {own for own in body.cells(at) if says_something(own)} for at in places}
    every = [own for cell in cells.values() for own in cell]
    is_card = has_suit if any(map(has_suit, every)) else _is_ordinal
    signs = {own for own in every if not is_card(own)}
    cards = sum(map(is_card, every))
    if len(signs) != 1 or cards < _SEVERAL_CARDS or not _says_none(*signs):
        return body, {}
    rows = [
        [("" if at in cells and own.strip() in signs else own) for at, own in enumerate(row)]
        for row in body.rows
    ]
    [sign] = signs
    return replace(body, rows=rows), {at: sign for at, own in cells.items() if sign in own}


def _says_none(text: str) -> bool:
    """True for a short text that may say that there is no card."""
    return text in ("0", "-1", "00") or (len(text) <= 6 and not any(map(str.isdigit, text)))
