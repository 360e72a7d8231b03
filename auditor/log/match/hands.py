"""Columns of cards: a hand is read whole or not at all, for a part of one accuses somebody."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import replace

from auditor.log.convert import card_names as playing_cards
from auditor.log.convert.cells import UNKNOWN
from auditor.log.convert.written import normalise
from auditor.log.match.readable import (
    WITHIN_A_LIST,
    hand_named,
    has_suit,
    is_card_number,
    kinds_meant,
    member_of,
    reads,
    stem_of,
    stems_of,
)
from auditor.log.match.roles import CodedText, EventColumn, Roles, cards_in, part_of
from auditor.log.match.sheet import SeenSheet
from auditor.messages.message import message
from auditor.types import CARD, TEXT

RANKS = frozenset(
    "rank rang valeur value wert rango valore valor waarde figure".split()  # noqa: SIM905 - words
)
SUITS = frozenset(
    "suit couleur enseigne colour color farbe palo seme naipe kleur symbol".split()  # noqa: SIM905 - words
)
"""Names of the two halves of a card, as programs call them."""
_SEVERAL_CARDS = 3
_RANKS = 14
_OFTEN = 0.2  # of the third cards: a card of six decks is as often one of fifty


def card_parts(match: Roles) -> list[EventColumn]:
    return [part for part in match.parts if part.word.value == "card"]


def the_only_card(match: Roles) -> EventColumn | None:
    """The column of the card of a row that has one, of a hand that its name does not say."""
    cards = card_parts(match)
    return cards[0] if len(cards) == 1 and cards[0].member is None else None


# ---- what stands where no card was drawn ---------------------------------------------------------
def without_signs(sheet: SeenSheet) -> tuple[SeenSheet, str]:
    """The rows without the sign of no card (`x`, `0`), and this, if there is one."""
    hands = {at: own for at in sheet.places if (own := hand_named(sheet.name(at), sheet.lexicon))}
    numbers = {at: own[1] for at, own in hands.items() if own[1] is not None}
    cells = [own for at in numbers for own in sheet.said(at)]
    is_card = has_suit if any(map(has_suit, cells)) else is_card_number
    signs = {own for own in cells if not is_card(own)}
    if not signs and is_card is is_card_number and numbers:
        last = max(numbers.values())
        third = Counter(own for at, n in numbers.items() if n == last for own in sheet.said(at))
        others = {own for at, n in numbers.items() if n != last for own in sheet.said(at)}
        signs = {
            own
            for own, times in third.items()
            if own not in others and times >= _OFTEN * third.total()
        }
    if len(signs) != 1 or sum(map(is_card, cells)) < _SEVERAL_CARDS:
        return sheet, ""
    [sign] = signs
    short = len(sign) <= 6 and not any(map(str.isdigit, sign))
    if not short and sign not in ("0", "-1", "00"):
        return sheet, ""  # no short text, and none that may say that there is no card
    rows = [
        [("" if at in numbers and own.strip() == sign else own) for at, own in enumerate(row)]
        for row in sheet.rows
    ]
    return sheet.with_rows(rows), sign


# ---- cards that their names do not say -----------------------------------------------------------
def ranks_and_suits(sheet: SeenSheet, match: Roles) -> Roles:
    """A card in two columns, of which all cells say so; a rank alone beside codes of suits."""
    suits = {_without(sheet.name(at), SUITS): at for at in sheet.places}
    for at in sheet.places:
        common = _without(sheet.name(at), RANKS)
        if common is None or common not in suits:
            continue
        suit = suits[common]
        both = [own for own in sheet.rows_of(at, suit) if any(own)]
        if both and all(
            any(playing_cards.rank_readings(rank)) and any(playing_cards.suit_readings(of))
            for rank, of in both
        ):
            part = part_of(sheet, at, common, [*map(" ".join, both)])
            match = match if part is None else match.taking(replace(part, suit=suit))
        elif all(own.isdecimal() and len(own) == 1 for own in sheet.cells(suit)):
            part = part_of(sheet, at, common, sheet.said(at))
            match = match.without(at) if part is None else match.taking(part)
    return match


def _without(name: str, halves: Collection[str]) -> str | None:
    """The words of a name that has one for this half of a card, without it."""
    around, _, last = name.rpartition(".")
    words = normalise(last).split()
    rest = [own for own in words if own not in halves]
    left = " ".join(rest)
    return ".".join(filter(None, (around, left))) if len(rest) == len(words) - 1 else None


def below_one_name(sheet: SeenSheet, match: Roles) -> Roles:
    """The next cards of a hand, in nameless columns to the right of its first."""
    for at in match.unused:
        hand = next((own for own in card_parts(match) if own.at == at - 1 and not own.apart), None)
        cells = sheet.cells(at)
        if hand is not None and not sheet.head.named[at] and cells and all(map(has_suit, cells)):
            match = match.taking(replace(hand, at=at, number=(hand.number or 1) + 1))
    return match


def numbers_of_cards(sheet: SeenSheet, match: Roles) -> list[int]:
    """Numbers alone, beside cards that have their suits: `card_no`."""
    cells = {own.at: sheet.cells(own.at) for own in card_parts(match) if own.suit is None}
    suits = any(map(has_suit, (own[0] for own in cells.values() if own)))
    return [at for at, own in cells.items() if suits and own and all(map(str.isdecimal, own))]


def hands_by_names(sheet: SeenSheet, match: Roles) -> Roles:
    """Hands of which the names alone say so: cards without suits, some of which are letters, or
    numbers beyond ranks, of which somebody has to say which they are.
    """
    named = {at: own for at in match.unused if (own := hand_named(sheet.name(at), sheet.lexicon))}
    numbered = {at: own for at, own in named.items() if own[1] is not None}
    ranks = [own for at in numbered for own in sheet.said(at)]
    if not all(map(str.isdecimal, ranks)) and all(reads(CARD, own, sheet.lexicon) for own in ranks):
        return match.taking(*(EventColumn(at, sheet.card, *own) for at, own in numbered.items()))
    parts = [
        EventColumn(at, sheet.card, *hand, *form)
        for at, hand in named.items()
        if (form := cards_in(sheet.said(at), is_card_number, enough=1)) is not None
    ]
    cells = (cell for part in parts for cell in sheet.said(part.at))
    signs = {int(own) for cell in cells for own in re.findall(r"\d+", cell)}
    if not signs or max(signs) <= _RANKS:
        return match
    first = 0 if 0 in signs else 1
    codes = {
        str(own): CodedText(UNKNOWN, message("ask.card"))
        for own in range(first, max(first + 52, max(signs) + 1))
    }
    ask = message("remark.numbered_cards", names=sheet.quoted(*(part.at for part in parts)))
    return match.taking(*parts, codes={"card": codes}, ask=ask)


# ---- what is not read in part --------------------------------------------------------------------
def whole_hands(sheet: SeenSheet, match: Roles) -> Roles:
    """No card, where an unused column holds cards, or is called as those of a hand and holds one
    text.
    """
    parts = card_parts(match)
    numbered = {part.member for part in parts if part.number is not None}
    strange = [
        at
        for at in match.unused
        if (hand := hand_named(sheet.name(at), sheet.lexicon)) is not None
        if hand[1] is not None and hand[0] in numbered and _may_be_card(sheet, at)
        if at not in match.told
    ]
    if strange:
        ask = message("remark.other_than_cards", names=sheet.quoted(*strange))
        return match.without(*(part.at for part in parts), ask=ask, about=strange)
    free = [at for at in match.unused if at not in match.told and _is_bare(sheet, at)]
    loose = any(holds_cards(sheet, at, enough=1) for at in free)
    loose |= (_most_ranks(sheet, match.fields["player"]) > 1) if "player" in match.fields else False
    places = {part.at for part in parts}  # whosever a person says that they are
    return replace(match, told=match.told - places).without(*places) if loose else match


def _may_be_card(sheet: SeenSheet, at: int) -> bool:
    """True where a cell is a card, or one text stands in all: `P1 result` has other words."""
    texts = sheet.texts(at)
    return len(texts) == 1 or any(reads(CARD, own, sheet.lexicon) for own in texts)


def _is_bare(sheet: SeenSheet, at: int) -> bool:
    """False for a column that is called by another event than that of a card: `Burn card`."""
    own = [word for word in sheet.tokens(at) if word not in sheet.card.words]
    return not any(kinds_meant(word, sheet.lexicon) for word in own)


def holds_cards(sheet: SeenSheet, at: int, enough: int = _SEVERAL_CARDS) -> bool:
    """True for a column of enough cards with their suits, one or more in a cell."""
    cells = {*sheet.said(at)}
    return len(cells) >= enough and cards_in(cells, has_suit, enough=1) is not None


def players_of_numbers(sheet: SeenSheet, match: Roles) -> list[int]:
    """A player's column of numbers beside that of another hand: both may be cards."""
    at = match.fields.get("player")
    others = [
        own
        for own in match.unused
        if member_of(sheet.card, sheet.tokens(own), sheet.lexicon) and _most_ranks(sheet, own)
    ]
    return [at, *others] if at is not None and others and _most_ranks(sheet, at) else []


def _most_ranks(sheet: SeenSheet, at: int) -> int:
    """The most ranks of cards in a cell of a column in which nothing else stands."""

    def is_rank(own: str) -> bool:
        return 0 < int(own) <= _RANKS if own.isdecimal() else reads(CARD, own, sheet.lexicon)

    return (cards_in(sheet.texts(at), is_rank, enough=1) or (None, 0))[1]


def several_players(sheet: SeenSheet, match: Roles) -> list[int]:
    """Cards of one player alone: `taken.1`, `taken.2` are cards that he took."""
    named = [
        part
        for part in card_parts(match)
        if part.member is not None
        if sheet.lexicon.type_of(part.word.event, part.word.names) == TEXT
    ]
    return [own.at for own in named] if len({own.member for own in named}) == 1 else []


def whole_lists(sheet: SeenSheet, match: Roles) -> set[int]:
    """The objects of a list of which something is not understood."""
    lists: dict[str, set[int]] = defaultdict(set)
    for at in sheet.places:
        if own := WITHIN_A_LIST.fullmatch(sheet.name(at)):
            lists[own.group(1)].add(at)
    return set[int]().union(*(own for own in lists.values() if own & {*match.unused}))


def cards_left(sheet: SeenSheet, match: Roles) -> list[int]:
    """Columns of cards that nothing uses, also those of few cards beside others of many."""
    free = [at for at in match.unused if not sheet.meant(at) & {*sheet.lexicon.context()}]
    left = [at for at in free if holds_cards(sheet, at, enough=1)]
    some = {at for at in free if holds_cards(sheet, at)}
    return sorted({*left, *some}) if some else []


def unread_cards(sheet: SeenSheet, match: Roles) -> Roles:
    """Columns that are called by cards and hold none, of a table of which no card is read, with a
    remark.
    """
    called = list[int]()
    for at in () if card_parts(match) else match.unused:
        words = [stem_of(own) for own in sheet.tokens(at) if not own.isdecimal()]
        is_called = not {*words[-1:]}.isdisjoint(stems_of(sheet.card)) and not sheet.meant(at)
        if is_called and sheet.said(at) and not holds_cards(sheet, at, enough=1):
            called.append(at)
    remark = message("remark.unread_cards", names=sheet.quoted(*called))
    return match.remarked(remark) if called else match
