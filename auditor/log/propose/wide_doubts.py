"""Columns of a wide row that are not taken for what they seem: a part that is read for the whole
accuses somebody.

Of a hand of which one card is no card none is read, nor the objects of a list of which something
is not understood.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from operator import ne

from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.words import normalise
from auditor.log.header import Heading
from auditor.log.infer.column_names import member_of, tokens_of
from auditor.log.infer.columns import Body, has_suit, kinds_meant, meant_by, reads, says_something
from auditor.log.infer.series import SEPARATORS
from auditor.log.infer.wide_columns import (
    OF_THE_EVENT,
    EventColumn,
    WideColumns,
    hand_named,
    without,
)
from auditor.log.mapping.bind import pieces
from auditor.log.propose.bet_columns import BetColumns
from auditor.log.propose.money import sums_apart
from auditor.log.propose.nearest import WITHIN_A_LIST
from auditor.log.propose.payments import PaymentColumns
from auditor.log.propose.toml_draft import TomlLine, toml
from auditor.log.propose.wide_numbers import Numbers
from auditor.types import CARD, TEXT, Enumeration

_RANKS = 14
_SEVERAL_CARDS = 3
MOST_CODES = 8
"""Different words of a column that are asked about; one of more names something else."""


class Doubts:
    """The columns of a wide row without those in doubt; `remarks` are what is asked instead, and
    `codes` the words of a column, by its field, of which somebody has to say what they mean.
    """

    def __init__(self, head: Heading, body: Body, lexicon: Lexicon) -> None:
        self._head, self._body, self._lexicon = head, body, lexicon
        self.remarks: list[str] = []
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
        self.remarks.append(
            f"? {names} belongs to the cards of a hand, and holds other things than cards: no card "
            'is read. Where a text says that there is none, write it into [values.card]: "x" = "".'
        )
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
        """True for an unused column of cards that is called as those of a hand are, but for the
        word of the hand: `Card X1` beside `Card B1`; `Burn card` is another kind of event.
        """
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
        """Hands whose cards are numbers beyond those of ranks: which card each is somebody has to
        say; until then they are cards that were dealt and that nobody knows.
        """
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
        self.codes["card"] = [TomlLine(toml(str(n)), toml(""), "which card?") for n in of_all]
        self.remarks.append(
            f"? {self._head.quoted(part.at for part in parts)} holds cards by their numbers: say "
            'in [values.card] which card each is, such as "AS". Until then no card is known.'
        )
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
        self.remarks.append(f"? Do {names} hold cards by their numbers? They are not used.")
        return without(found, {at})

    def _alone(self, found: WideColumns) -> WideColumns:
        """No cards of one player alone, by the names of their columns: `taken.1`, `taken.2` are
        cards that somebody took, and nobody's called so.
        """
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
            self.remarks.append(
                f"? {self._head.quoted(left)}: cards that no event uses. Whose are they? Until "
                "they are added, what rests on all the cards of a coup cannot be told from this "
                "file."
            )

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
                members = ", ".join(kind.members)
                guessed = self._guessed(kind, texts)
                self.codes[name] = [
                    TomlLine(toml(text), toml(guess), f"{members}?")
                    for text, guess in zip(texts, guessed, strict=True)
                ]
                self.remarks.append(
                    f"? {self._head.quoted([at])} holds words of its own: say in [values.{name}] "
                    "what each of them means, and leave empty what is none of these. Until then it "
                    "says nothing."
                )
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
                return ["" for _ in texts]
            found += meant
        return found


def _is_ordinal(text: str) -> bool:
    return text.isdecimal() and int(text) < 60


# ---- what stands where no card was drawn ---------------------------------------------------------
def without_signs(head: Heading, body: Body, lexicon: Lexicon) -> tuple[Body, dict[int, str]]:
    """The rows without the text that says in columns of cards that there is none (`x`), and the
    columns in which it stands.
    """
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
