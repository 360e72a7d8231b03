"""Columns of a row that stands for a whole coup: what each says, by its name and its cells."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from auditor.log.convert.lexicon import Lexicon, WideWord
from auditor.log.convert.written import normalise
from auditor.log.infer.recognised import (
    ENOUGH,
    Body,
    are_codes,
    are_counts,
    form_of,
    has_suit,
    may_be_games,
    meanings_of,
    meant_by,
    reads,
    says_something,
)
from auditor.log.infer.wide_names import (
    SEPARATORS,
    Concept,
    Series,
    cards_apart,
    concept_of,
    concepts_of,
    member_of,
    ranks_of_codes,
    rest_of,
    series_of,
    stem_of,
    stems_of,
    tokens_of,
    without_seat,
)
from auditor.log.mapping.bind import pieces
from auditor.log.table import Heading
from auditor.types import BOOLEAN, CARD, TEXT, Enumeration

Test = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class EventColumn:
    """A column that makes an event."""

    at: int
    word: WideWord  # says the kind of event
    member: str | None = None  # the hand or the bet
    number: int | None = None  # among its like
    apart: str | None = None  # what stands between several values in a cell
    most: int = 1  # values in a cell
    supposed: bool = False  # the name of the column does not say the kind
    suit: int | None = None  # the column of the suit, where this is the rank of a card


@dataclass(frozen=True, slots=True)
class WideColumns:
    """The columns of a wide row, recognised."""

    context: dict[str, int]  # fields of the row
    stamps: tuple[tuple[int, str], ...]
    parts: tuple[EventColumn, ...]
    fields: dict[str, int]  # those that together make an event
    unknown: tuple[int, ...]
    series: Series | None = None  # results of coups side by side
    second: frozenset[int] = frozenset()  # columns of another table beside the first
    bets: Mapping[int, int] = field(default_factory=dict)  # by seats, what their stakes are on
    balances: Mapping[int, int] = field(default_factory=dict)  # money before, by that after


def without(found: WideColumns, places: Collection[int]) -> WideColumns:
    """The columns without some, which are unknown then."""
    if not places:
        return found

    def kept(own: dict[str, int]) -> dict[str, int]:
        return {name: at for name, at in own.items() if at not in places}

    return replace(
        found,
        context=kept(found.context),
        fields=kept(found.fields),
        parts=tuple(part for part in found.parts if part.at not in places),
        stamps=tuple(own for own in found.stamps if own[0] not in places),
        unknown=tuple(sorted({*found.unknown, *places})),
    )


def wide_columns(head: Heading, body: Body, lexicon: Lexicon) -> WideColumns:
    """The use of each column, as far as its name and its cells tell."""
    context: dict[str, int] = {}
    fields: dict[str, int] = {}
    stamps: list[tuple[int, str]] = []
    parts: list[EventColumn] = []
    unknown: list[int] = []
    together = {name for word in lexicon.wide for name in word.fields}
    series, side_by_side = series_of(head, body, lexicon)
    second = _second_table(head, lexicon)
    counting = _counting(head, lexicon)
    parts += (apart := _cards_apart(head, body, lexicon))
    halves = {at for own in apart for at in (own.at, own.suit)}
    bets, staked = _seated_bets(head, body, lexicon)
    parts += staked
    halves |= {*bets.values(), *(own.at for own in staked)}
    ranks = ranks_of_codes(head, body)
    for at, name in enumerate(head.names):
        cells = body.cells(at)
        meant = _meant(head, at, together, lexicon) if at != counting else frozenset(("coup",))
        if at in second | ranks:
            unknown.append(at)
            continue
        if at in side_by_side | halves or (not head.named[at] and not cells):
            continue
        if "time" in meant and (form := form_of(cells)):
            stamps.append((at, form))
        elif _is_staked_number(name, cells, lexicon):
            context["number"] = at
        elif (field := _field(meant & together, cells, fields, lexicon)) is not None:
            fields[field] = at
        elif (
            not _says_which_bet(name, meant, lexicon)
            and (part := part_of(at, name, cells, lexicon)) is not None
        ):
            parts.append(part)
        elif (field := _of_the_row(meant - together, cells, context, lexicon)) is not None:
            context[field] = at
        else:
            unknown.append(at)
    parts += _below_one_name(head, body, parts, unknown)
    ordinals = _ordinals_of_cards(body, parts)
    parts = [own for own in parts if own.at not in ordinals]
    unknown = sorted({*unknown, *ordinals} - {own.at for own in parts})
    stake = lexicon.word_for("amount")
    supposed = "amount" in context and the_only_card(parts) is None
    if stake is not None and supposed and all(own.word != stake for own in parts):
        parts.append(EventColumn(context.pop("amount"), stake, supposed=True))
    loose = [at for at in unknown if at not in second]
    parts += (hands := _hands_of_ranks(head, body, loose, lexicon))
    silent = [at for at in loose if not _is_of_results(head.names[at], lexicon)]
    words = _columns_of_words(body, parts, silent, context, lexicon)
    used = {*words.values(), *(own.at for own in hands)}
    rest = tuple(at for at in unknown if at not in used)
    context |= words
    return WideColumns(context, tuple(stamps), tuple(parts), fields, rest, series, second, bets)


def _meant(head: Heading, at: int, together: set[str], lexicon: Lexicon) -> frozenset[str]:
    """The fields that a column may be: `Result` is the winner of a game that draws no number."""
    meant = meant_by(head, at, lexicon)
    return meant - {"number"} if meant & together and "number" not in together else meant


def _says_which_bet(name: str, meant: frozenset[str], lexicon: Lexicon) -> bool:
    """True for a column that is called by what a stake is on: `bet_on`, whose `0` is no amount."""
    stake = lexicon.word_for("amount")
    return (
        stake is not None
        and stake.names in meant
        and stake.value not in meant
        and normalise(name) not in stake.words
    )


def _below_one_name(
    head: Heading, body: Body, parts: Sequence[EventColumn], unknown: Sequence[int]
) -> list[EventColumn]:
    """The next cards of a hand, in nameless columns to the right of its first."""
    hands = {own.at: own for own in parts if own.word.value == "card" and own.apart is None}
    found: list[EventColumn] = []
    for at in sorted(unknown):
        hand = hands.get(at - 1)
        cells = body.cells(at)
        if hand is not None and not head.named[at] and cells and all(map(has_suit, cells)):
            found.append(replace(hand, at=at, number=(hand.number or 1) + 1))
            hands[at] = found[-1]
    return found


def _ordinals_of_cards(body: Body, parts: Sequence[EventColumn]) -> set[int]:
    """Columns of numbers alone, taken for cards beside others that have their suits: `card_no`."""
    cards = [own for own in parts if own.word.value == "card" and own.suit is None]
    held = {own.at: body.cells(own.at) for own in cards}
    suits = any(map(has_suit, (own[0] for own in held.values() if own)))
    return {at for at, own in held.items() if suits and own and all(map(str.isdecimal, own))}


def the_only_card(parts: Sequence[EventColumn]) -> EventColumn | None:
    """The column of the card of a row that has one, of a hand that its name does not say."""
    cards = [own for own in parts if own.word.value == "card"]
    return cards[0] if len(cards) == 1 and cards[0].member is None else None


def _cards_apart(head: Heading, body: Body, lexicon: Lexicon) -> list[EventColumn]:
    both = cards_apart(head, body)
    found = {at: part_of(at, own.name, own.cards, lexicon) for at, own in both.items()}
    return [replace(own, suit=both[at].suit) for at, own in found.items() if own is not None]


def _seated_bets(
    head: Heading, body: Body, lexicon: Lexicon
) -> tuple[dict[int, int], list[EventColumn]]:
    """The columns of bets (`P1_bet`) by their seats, and those of their stakes (`P1_amount`)."""
    stake = lexicon.word_for("amount")
    kind = None if stake is None else lexicon.type_of(stake.event, stake.names)
    if stake is None or not isinstance(kind, Enumeration):
        return {}, []
    families: dict[str, dict[int, int]] = {}
    for at, name in enumerate(head.names):
        tokens = tokens_of(name)
        numbers = [int(own) for own in tokens if own.isdecimal()]
        if len(numbers) == 1:
            words = [own for own in tokens if not own.isdecimal()]
            own = " ".join(without_seat(stake, words, lexicon))
            families.setdefault(own, {})[numbers[0]] = at
    bets: dict[int, int] = {}
    staked: list[EventColumn] = []
    for called, places in families.items():
        cells = [own for at in places.values() for own in body.cells(at)]
        meant = meanings_of(called, lexicon)
        if stake.names in meant and _all_words(cells, kind, lexicon):
            bets |= places
        elif stake.value in meant and called not in stake.words and cells:
            staked += [EventColumn(at, stake, None, number) for number, at in places.items()]
    return (bets, [own for own in staked if own.number in bets]) if len(bets) > 1 else ({}, [])


_BARE = ["numero"]
"""The words of `N°` and the like, which say that numbers stand below, and no more."""


def _counting(head: Heading, lexicon: Lexicon) -> int | None:
    """The column called `N°` alone that numbers the coups, beside one of numbers drawn."""
    bare = [at for at, name in enumerate(head.names) if tokens_of(name) == _BARE]
    others = [meanings_of(name, lexicon) for at, name in enumerate(head.names) if at not in bare]
    named = any("number" in own for own in others) and not any("coup" in own for own in others)
    return bare[0] if len(bare) == 1 and named else None


_AGAIN = re.compile(r"(.+) \(\d+\)")


def _second_table(head: Heading, lexicon: Lexicon) -> frozenset[int]:
    """The columns that bear the names of others again, where the one that numbers coups is among
    them: `Carte`, `Carte (2)` are two cards, a second number of the coup begins another table.
    """
    again = {
        at: found.group(1)
        for at, name in enumerate(head.names)
        if (found := _AGAIN.fullmatch(name)) and found.group(1) in head.names
    }
    numbers = any("coup" in meanings_of(name, lexicon) for name in again.values())
    return frozenset(again) if numbers else frozenset()


def _is_staked_number(name: str, cells: Sequence[str], lexicon: Lexicon) -> bool:
    named = any(normalise(name) in word.on for word in lexicon.wide)
    return named and _share(cells, partial(_fits, "number", lexicon))


def _hands_of_ranks(
    head: Heading, body: Body, unknown: Sequence[int], lexicon: Lexicon
) -> list[EventColumn]:
    """Columns `P1`, `B3` of cards without suits, if all are ranks and some are letters."""
    cards = lexicon.word_for("card")
    found: list[EventColumn] = []
    for at in unknown:
        own = hand_named(head.names[at], lexicon)
        if cards and own and own[1] is not None:
            found.append(EventColumn(at, cards, *own))
    cells = [own for part in found for own in body.cells(part.at) if says_something(own)]
    letters = not all(map(str.isdecimal, cells))
    return found if letters and all(reads(CARD, own, lexicon) for own in cells) else []


def hand_named(name: str, lexicon: Lexicon) -> tuple[str, int | None] | None:
    """The hand and the number of its card that a name says: `P1`, `Banker card 3`."""
    cards = lexicon.word_for("card")
    if cards is None:
        return None
    concept = concept_of(tokens_of(name), lexicon)
    rest, number = rest_of(tokens_of(name), concept[1] if concept else (), lexicon)
    member = member_of(cards, rest, lexicon)
    told = number is not None if concept is None else concept[0] == cards
    return (member, number) if told and member is not None else None


def _columns_of_words(
    body: Body,
    parts: Sequence[EventColumn],
    unknown: Sequence[int],
    context: dict[str, int],
    lexicon: Lexicon,
) -> dict[str, int]:
    """Unnamed columns whose cells are all words for the bet, or the hand, of the row."""
    found: dict[str, int] = {}
    for part in parts:
        name, kind = part.word.names, lexicon.type_of(part.word.event, part.word.names)
        told = part.word.value != "amount" and part.member is not None
        if told or name in {*context, *found} or not isinstance(kind, Enumeration):
            continue
        own = [at for at in unknown if _all_words(body.cells(at), kind, lexicon)]
        if len(own) == 1:
            found[name] = own[0]
    return found


def _is_of_results(name: str, lexicon: Lexicon) -> bool:
    """True for a column whose last word is that of a result, which has the words of bets, too."""
    results = {own for word in lexicon.wide for own in word.fields}
    return bool(meanings_of(normalise(name).rpartition(" ")[2], lexicon) & results)


def _all_words(cells: Sequence[str], kind: Enumeration, lexicon: Lexicon) -> bool:
    filled = [cell for cell in cells if says_something(cell)]
    return bool(filled) and all(lexicon.member(kind, cell) is not None for cell in filled)


def _field(
    meant: frozenset[str], cells: Sequence[str], taken: dict[str, int], lexicon: Lexicon
) -> str | None:
    """The only field that the cells can be, among those that the name may mean."""
    likely = [
        name
        for name in sorted(meant if may_be_games(cells, lexicon) else meant - {"game"})
        if name not in taken and _share(cells, partial(_fits, name, lexicon))
    ]
    return likely[0] if len(likely) == 1 else None


OF_THE_EVENT = ("player", "seat", "bet", "number", "form", "standing")
"""Columns of the row that belong to each stake and what becomes of it."""


def _of_the_row(
    meant: frozenset[str], cells: Sequence[str], taken: dict[str, int], lexicon: Lexicon
) -> str | None:
    """The field that a column is for all events of its row, the usual ones first."""
    usual = meant & {*lexicon.context(), *OF_THE_EVENT, "amount"}
    return _field((usual or meant) - {"event"}, cells, taken, lexicon)


def _fits(field: str, lexicon: Lexicon, text: str) -> bool:
    return reads(lexicon.type_of("", field), text, lexicon)


_OF_THE_START = frozenset(("initial", "starting", "opening", "anfang", "inicial", "iniziali"))
"""Words for the first cards of a hand, which stand in one cell: a third has its own column."""


def part_of(at: int, name: str, cells: Sequence[str], lexicon: Lexicon) -> EventColumn | None:
    """The event that a column makes: its name says the kind, and for whom; its cells fit."""
    tokens = tokens_of(name)
    concepts = concepts_of(tokens, lexicon)
    if not concepts:  # cards may be all that a column holds, whatever its name
        cards = lexicon.word_for("card")
        if cards is None or not (cells or any(token.isdecimal() for token in tokens)):
            return None
        concepts = [(cards, ())]
    if (first := _part_by(concepts[0], at, name, cells, lexicon)) is not None:
        return first
    # `bets.main`: what is a hand elsewhere may be the bet of another kind.
    others = (_part_by(own, at, name, cells, lexicon) for own in concepts[1:])
    return next((own for own in others if own is not None and own.member is not None), None)


def _part_by(
    found: Concept, at: int, name: str, cells: Sequence[str], lexicon: Lexicon
) -> EventColumn | None:
    """The event of this kind that a column makes."""
    tokens = tokens_of(name)
    word, phrase = found
    if phrase and word.value == "card" and are_counts(tokens, cells):
        return None
    form = _form(word, phrase, cells, lexicon)
    rest, number = rest_of(tokens, phrase, lexicon)
    if word.value == "card":
        rest = [own for own in rest if stem_of(own) not in _OF_THE_START]
    said = stems_of(word) | stems_of(lexicon.wide[0])
    if word.value == "amount" and {stem_of(own) for own in rest} <= said:
        rest = []  # `Ante bet` says twice that it is a stake, `Bets paid` what was paid for one
    if number is not None:
        rest = without_seat(word, rest, lexicon)
    member = member_of(word, rest, lexicon)
    if member is None and number is None and word.value == "card":
        member, number = _of_a_later_stake(word, rest, lexicon)
    if word.names and lexicon.type_of(word.event, word.names) == TEXT:
        own = number is not None and not name.endswith(f".{number}")  # no place in a list
        member = " ".join([*rest, *([str(number)] if own else [])]) or None
    if form is None or (member is None and rest and word.names):
        return None
    return EventColumn(at, word, member, number, *form)


def _of_a_later_stake(
    word: WideWord, rest: Sequence[str], lexicon: Lexicon
) -> tuple[str | None, int | None]:
    """The hand of a card that is called by a bet as well, as its second: `player_war_card`."""
    for at in range(len(rest)):
        member = member_of(word, [*rest[:at], *rest[at + 1 :]], lexicon)
        of_bet = member_of(lexicon.wide[0], rest[at : at + 1], lexicon)
        if member is not None and of_bet is not None and len(rest) == 2:
            return member, 2
    return None, None


def _form(
    word: WideWord, phrase: Sequence[str], cells: Sequence[str], lexicon: Lexicon
) -> tuple[str | None, int] | None:
    """The separator of the values of a cell, and the most that one holds; None where the cells
    do not hold what the word says.

    Cards may be written without suits where the `phrase` says that they are cards; where it is but
    a hand's, which may be numbered, not by numbers alone.
    """
    kind = lexicon.type_of(word.event, word.value) if word.value else BOOLEAN
    if kind == CARD and cells and are_codes(cells):
        return None
    if kind == CARD and cells:
        told = word.value in meanings_of(" ".join(phrase), lexicon)
        letters = [own for own in cells if not own.isdecimal()]  # `K`, and no `15 hands` below
        bare = told or (bool(phrase) and any(reads(CARD, own, lexicon) for own in letters))
        return _cards(cells, (lambda text: reads(CARD, text, lexicon)) if bare else has_suit)
    return (None, 1) if _share(cells, lambda text: reads(kind, text, lexicon)) else None


def _cards(cells: Sequence[str], is_card: Test) -> tuple[str | None, int] | None:
    """The separator in cells of several cards, and the most cards in one cell."""
    if not cells:
        return None
    filled = [cell for cell in cells if says_something(cell)]
    best, most, held = None, sum(map(is_card, filled)), 1
    for apart in (*SEPARATORS, ""):
        split = [pieces(cell, apart) for cell in filled]
        good = sum(bool(own) and all(map(is_card, own)) for own in split)
        if good > most:
            best, most, held = apart, good, max(map(len, split))
    return (best, held) if most >= ENOUGH * len(filled) else None


def _share(cells: Sequence[str], fits: Test) -> bool:
    """True where enough of the cells fit; a column without any fits whatever its name says."""
    filled = [cell for cell in cells if says_something(cell)]
    return not filled or sum(map(fits, filled)) >= ENOUGH * len(filled)
