"""Columns of a row that stands for a whole coup: what each says, by its name and its cells."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from auditor.log.convert.lexicon import Lexicon, WideWord
from auditor.log.convert.words import normalise
from auditor.log.header import Heading, headings
from auditor.log.infer.columns import (
    ENOUGH,
    Body,
    form_of,
    has_suit,
    meanings_of,
    meant_by,
    reads,
    says_something,
)
from auditor.log.infer.suits_apart import cards_apart
from auditor.log.mapping.bind import pieces
from auditor.log.table import Record
from auditor.types import BOOLEAN, CARD, TEXT, Enumeration

Test = Callable[[str], bool]
SEPARATORS = ("-", "/", ",", ";", "+", "|", " ")
_WORDS_OF_ORDINALS = {
    "1": "premier premiere 1er 1re 1ere first 1st",
    "2": "deuxieme seconde second 2e 2eme 2nd",
    "3": "troisieme 3e 3eme third 3rd",
}
_ORDINALS = {word: number for number, own in _WORDS_OF_ORDINALS.items() for word in own.split()}
SEVERAL = 4
"""Numbered columns of results, at least, that make a series of coups."""
CENTS = frozenset(("cent", "centime", "pence"))
"""Words of a column whose amounts are a hundred times what they would be."""
_SAY_NOTHING = frozenset(("numero", "montant", "sur", "on", "for")) | CENTS
_NUMBERED = re.compile(r"(.*?)(\d{1,3})")
_CODE = re.compile(r"([a-z]+)(\d{1,2})")


@dataclass(frozen=True, slots=True)
class EventColumn:
    """A column that makes an event: of the kind that `word` says, for one `member` (a hand, a
    bet), the `number`-th of its like; `apart` is what stands between several values in a cell.
    The kind is `supposed` where the name of the column does not say it; of a card this may be the
    rank, with its `suit` in another column.
    """

    at: int
    word: WideWord
    member: str | None = None
    number: int | None = None
    apart: str | None = None
    most: int = 1
    supposed: bool = False
    suit: int | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """Results of several coups in one row: in the columns of a name and a number, or in one cell
    with something between them.
    """

    field: str
    name: str
    first: int
    last: int
    apart: str | None = None


@dataclass(frozen=True, slots=True)
class WideColumns:
    """The columns of a wide row, recognised; `context` are fields of the row, `fields` those that
    together make an event, `series` the results of coups that stand side by side; `second` are the
    columns of another table beside the first.
    """

    context: dict[str, int]
    stamps: tuple[tuple[int, str], ...]
    parts: tuple[EventColumn, ...]
    fields: dict[str, int]
    unknown: tuple[int, ...]
    series: Series | None = None
    second: frozenset[int] = frozenset()


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
    for at, name in enumerate(head.names):
        cells = body.cells(at)
        meant = meant_by(head, at, lexicon) if at != counting else frozenset(("coup",))
        if at in second:
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
        elif (part := part_of(at, name, cells, lexicon)) is not None:
            parts.append(part)
        elif (field := _of_the_row(meant - together, cells, context, lexicon)) is not None:
            context[field] = at
        else:
            unknown.append(at)
    stake = lexicon.word_for("amount")
    if stake is not None and "amount" in context and all(own.word != stake for own in parts):
        parts.append(EventColumn(context.pop("amount"), stake, supposed=True))
    loose = [at for at in unknown if at not in second]
    parts += (hands := _hands_of_ranks(head, body, loose, lexicon))
    bets = _columns_of_words(body, parts, loose, context, lexicon)
    used = {*bets.values(), *(own.at for own in hands)}
    rest = tuple(at for at in unknown if at not in used)
    return WideColumns(context | bets, tuple(stamps), tuple(parts), fields, rest, series, second)


def _cards_apart(head: Heading, body: Body, lexicon: Lexicon) -> list[EventColumn]:
    """Cards of which rank and suit stand in two columns."""
    both = cards_apart(head, body)
    found = {at: part_of(at, own.name, own.cards, lexicon) for at, own in both.items()}
    return [replace(own, suit=both[at].suit) for at, own in found.items() if own is not None]


_BARE = ["numero"]
"""The words of `N°` and the like, which say that numbers stand below, and no more."""


def _counting(head: Heading, lexicon: Lexicon) -> int | None:
    """The column called `N°` alone that numbers the coups: another column is of the numbers that
    come out, and none says that it is of coups.
    """
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
    """Columns `P1`, `B3` of cards without suits: all of them together, for one alone may hold
    numbers; where no letter stands in any, nobody knows what the numbers are.
    """
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
    """The hand, and the number of its card, that the name of a column says: `P1`, `Banker card 3`;
    no number where all its cards stand in it: `Player hand`.
    """
    cards = lexicon.word_for("card")
    if cards is None:
        return None
    concept = _concept(tokens_of(name), lexicon)
    rest, number = _rest(tokens_of(name), concept[1] if concept else (), lexicon)
    member = _member(cards, rest, lexicon)
    told = number is not None if concept is None else concept[0] == cards
    return (member, number) if told and member is not None else None


def _columns_of_words(
    body: Body,
    parts: Sequence[EventColumn],
    unknown: Sequence[int],
    context: dict[str, int],
    lexicon: Lexicon,
) -> dict[str, int]:
    """Columns whose names say nothing and whose cells are all words for the bet of the row, or for
    the hand: one for each field, where no other column is of it.
    """
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


def _all_words(cells: Sequence[str], kind: Enumeration, lexicon: Lexicon) -> bool:
    filled = [cell for cell in cells if says_something(cell)]
    return bool(filled) and all(lexicon.member(kind, cell) is not None for cell in filled)


def series_of(head: Heading, body: Body, lexicon: Lexicon) -> tuple[Series | None, frozenset[int]]:
    """Columns that are numbered through and hold whole numbers, or one whose cells hold several."""
    field = next((own for word in lexicon.wide for own in word.fields), None)
    if field is None:
        return None, frozenset()
    numbered: dict[str, dict[int, int]] = {}
    for at, name in enumerate(head.names):
        if found := _NUMBERED.fullmatch(name):
            numbered.setdefault(found.group(1), {})[int(found.group(2))] = at
    for name, places in numbered.items():
        through = sorted(places) == list(range(min(places), max(places) + 1))
        cells = [own for at in places.values() for own in body.cells(at)]
        if through and len(places) >= SEVERAL and cells and all(map(_is_whole, cells)):
            return Series(field, name, min(places), max(places)), frozenset(places.values())
    for at, name in enumerate(head.names):
        if field in meanings_of(name, lexicon) and (several := _several(body.cells(at))):
            apart, most = several
            return Series(field, f"{name} ", 1, most, apart), frozenset((at,))
    return None, frozenset()


def _several(cells: Sequence[str]) -> tuple[str, int] | None:
    """The separator of whole numbers in cells that hold several, and the most in one cell."""
    for apart in SEPARATORS:
        split = [pieces(cell, apart) for cell in cells]
        if any(len(own) > 1 for own in split) and all(all(map(_is_whole, own)) for own in split):
            return apart, max(map(len, split))
    return None


def _is_whole(text: str) -> bool:
    return text.isdecimal() and len(text) < 3


def wide_header(records: Sequence[Record], lexicon: Lexicon) -> Heading | None:
    """The row, or two, in which most columns are known by name; None where hardly any is."""
    best, most = None, 0
    for head in headings(records):
        score = sum(known(name, lexicon) for name in head.names)
        few = score == 1 and (head.first != head.last or sum(head.named) > FEW)
        if score > most and not few:
            best, most = head, score
    return best


FEW = 2
"""Columns of which one that is known is enough: a list of numbers has no more."""


def known(name: str, lexicon: Lexicon) -> bool:
    """True for the name of a column that the lexicon knows: of a field, an event, or the card that
    a hand has in its turn (`Player 2` below `Player`).
    """
    if meanings_of(name, lexicon) or _concept(tokens_of(name), lexicon) is not None:
        return True
    rest, number = _rest(tokens_of(name), (), lexicon)
    cards = (own for own in lexicon.wide if own.value == "card")
    return number is not None and any(_member(own, rest, lexicon) for own in cards)


def _field(
    meant: frozenset[str], cells: Sequence[str], taken: dict[str, int], lexicon: Lexicon
) -> str | None:
    """The only field that the cells can be, among those that the name may mean."""
    likely = [
        name
        for name in sorted(meant)
        if name not in taken and _share(cells, partial(_fits, name, lexicon))
    ]
    return likely[0] if len(likely) == 1 else None


OF_THE_EVENT = ("player", "seat", "bet", "number", "form", "standing")
"""Columns of the row that belong to each stake and what becomes of it."""


def _of_the_row(
    meant: frozenset[str], cells: Sequence[str], taken: dict[str, int], lexicon: Lexicon
) -> str | None:
    """The field that a column is for all events of its row; `Place` is rather that of a player than
    the number of places.
    """
    usual = meant & {*lexicon.context(), *OF_THE_EVENT, "amount"}
    return _field((usual or meant) - {"event"}, cells, taken, lexicon)


def _fits(field: str, lexicon: Lexicon, text: str) -> bool:
    return reads(lexicon.type_of("", field), text, lexicon)


def part_of(at: int, name: str, cells: Sequence[str], lexicon: Lexicon) -> EventColumn | None:
    """The event that a column makes: its name says the kind, and for whom; its cells fit."""
    tokens = tokens_of(name)
    found = _concept(tokens, lexicon)
    if found is None:  # cards may be all that a column holds, whatever its name
        cards = lexicon.word_for("card")
        if cards is None or not (cells or any(token.isdecimal() for token in tokens)):
            return None
        found = cards, ()
    word, phrase = found
    form = _form(word, phrase, cells, lexicon)
    rest, number = _rest(tokens, phrase, lexicon)
    if word.value == "amount" and {_stem(own) for own in rest} <= _stems(word):
        rest = []  # `Ante bet` says twice that it is a stake
    if number is not None:
        rest = _without_seat(word, rest, lexicon)
    member = _member(word, rest, lexicon)
    if word.names and lexicon.type_of(word.event, word.names) == TEXT:
        member = " ".join([*rest, *([] if number is None else [str(number)])]) or None
    if form is None or (member is None and rest and word.names):
        return None
    return EventColumn(at, word, member, number, *form)


def _form(
    word: WideWord, phrase: Sequence[str], cells: Sequence[str], lexicon: Lexicon
) -> tuple[str | None, int] | None:
    """The separator of the values of a cell, and the most that one holds; None where the cells
    do not hold what the word says.

    Cards may be written without suits where the `phrase` says that they are cards; where it is but
    a hand's, which may be numbered, not by numbers alone.
    """
    kind = lexicon.type_of(word.event, word.value) if word.value else BOOLEAN
    if kind == CARD and cells:
        told = word.value in meanings_of(" ".join(phrase), lexicon)
        letters = [own for own in cells if not own.isdecimal()]  # `K`, and no `15 hands` below
        bare = told or (bool(phrase) and any(reads(CARD, own, lexicon) for own in letters))
        return _cards(cells, (lambda text: reads(CARD, text, lexicon)) if bare else has_suit)
    return (None, 1) if _share(cells, lambda text: reads(kind, text, lexicon)) else None


def tokens_of(name: str) -> list[str]:
    """The words and numbers of a name; `B3` is the third of B, `1re` the first."""
    tokens: list[str] = []
    for token in normalise(name).split():
        if token in _ORDINALS:
            tokens.append(_ORDINALS[token])
        elif code := _CODE.fullmatch(token):
            tokens += [code.group(1), code.group(2)]
        else:
            tokens.append(token)
    return tokens


def counts_cents(name: str) -> bool:
    """True for a column that is called `Amount (cents)`, `amountCents` or the like."""
    return normalise(name).rpartition(" ")[2] in CENTS


def _concept(tokens: Sequence[str], lexicon: Lexicon) -> tuple[WideWord, tuple[str, ...]] | None:
    """The kind of event of which the longest words stand in the name; of several the last, for a
    gain on a stake is no stake.
    """
    stems = [_stem(token) for token in tokens]
    best: tuple[WideWord, tuple[str, ...]] | None = None
    for word in lexicon.wide:
        for phrase in word.words:
            own = tuple(map(_stem, phrase.split()))
            there = any(tuple(stems[at : at + len(own)]) == own for at in range(len(stems)))
            if there and (best is None or len(own) >= len(best[1])):
                best = word, own
    return best


def _rest(
    tokens: Sequence[str], phrase: Sequence[str], lexicon: Lexicon
) -> tuple[list[str], int | None]:
    """The words beside those of the event, and the number that stands among them."""
    general = {
        _stem(own) for word in lexicon.wide for phrase_ in word.words for own in phrase_.split()
    }
    number: int | None = None
    rest: list[str] = []
    for token in tokens:
        if token.isdecimal() and int(token) < 100:
            number = int(token)
        elif _stem(token) not in phrase and token not in _SAY_NOTHING:
            rest.append(token)
    # `Gain sur la mise banque`: of the words of another event nothing is to be said.
    trimmed = [token for token in rest if _stem(token) not in general]
    return (trimmed or rest), number


def _without_seat(word: WideWord, rest: list[str], lexicon: Lexicon) -> list[str]:
    """The words without those by which a number is that of a seat: `Place 1 mise`, `Seat1Bet`, and
    `Joueur 1 mise`, which is no bet on the player's hand.
    """
    told = [own for own in rest if "seat" not in lexicon.columns.get(own, ())]
    if told == rest and word.value == "amount":
        told = [own for own in rest if "player" not in lexicon.columns.get(own, ()) and own != "p"]
    return told


def _member(word: WideWord, rest: Sequence[str], lexicon: Lexicon) -> str | None:
    """The hand or the bet that the rest of a name means."""
    if not word.names or not rest:
        return None
    kind = lexicon.type_of(word.event, word.names)
    if not isinstance(kind, Enumeration):
        return None
    words = " ".join(rest)
    found = lexicon.member(kind, words)
    if found is not None:
        return found
    # A letter that stands for a hand stands for the bet on it too.
    others = {own[words] for own in lexicon.values.values() if words in own} & set(kind.members)
    return others.pop() if len(others) == 1 and len(words) == 1 else None


def _cards(cells: Sequence[str], is_card: Test) -> tuple[str | None, int] | None:
    """The separator of cards in cells that hold cards, one each or several, and the most
    in one cell.
    """
    if not cells:
        return None
    if _share(cells, is_card):
        return None, 1
    for apart in (*SEPARATORS, ""):
        split = [pieces(cell, apart) for cell in cells]
        good = [bool(own) and all(map(is_card, own)) for own in split]
        if sum(good) >= ENOUGH * len(good):
            return apart, max(map(len, split))
    return None


def _share(cells: Sequence[str], fits: Test) -> bool:
    """True where enough of the cells fit; a column without any fits whatever its name says."""
    filled = [cell for cell in cells if says_something(cell)]
    return not filled or sum(map(fits, filled)) >= ENOUGH * len(filled)


def _stems(word: WideWord) -> set[str]:
    return {_stem(own) for phrase in word.words for own in phrase.split()}


def _stem(word: str) -> str:
    return word.rstrip("e") or word
