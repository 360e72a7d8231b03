"""The names of the columns of a wide row, word by word: of which event one is, of which hand or
bet, with which number; and columns that belong together.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from auditor.log.convert import card_names as playing_cards
from auditor.log.convert import written as amounts
from auditor.log.convert.lexicon import Lexicon, WideWord
from auditor.log.convert.written import normalise
from auditor.log.infer.recognised import Body, cell_at, meanings_of
from auditor.log.mapping.bind import named_value, pieces
from auditor.log.table import Heading, Record, headings
from auditor.types import Enumeration

_WORDS_OF_ORDINALS = {
    "1": "premier premiere 1er 1re 1ere first 1st",
    "2": "deuxieme seconde second 2e 2eme 2nd",
    "3": "troisieme 3e 3eme third 3rd",
}
_ORDINALS = {word: number for number, own in _WORDS_OF_ORDINALS.items() for word in own.split()}
CENTS = frozenset(("cent", "centime", "pence"))
"""Words of a column whose amounts are a hundred times what they would be."""
_SAY_NOTHING = frozenset(("numero", "montant", "sur", "on", "for")) | CENTS
_CODE = re.compile(r"([a-z]+)(\d{1,2})")


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


Concept = tuple[WideWord, tuple[str, ...]]  # a kind of event, and its words in the name of a column


def concepts_of(tokens: Sequence[str], lexicon: Lexicon) -> list[Concept]:
    """The kinds of event in a name, the longest words first, then the last in the name."""
    stems = [stem_of(token) for token in tokens]
    found: list[Concept] = []
    for word in lexicon.wide:
        for phrase in word.words:
            own = tuple(map(stem_of, phrase.split()))
            if any(tuple(stems[at : at + len(own)]) == own for at in range(len(stems))):
                found.append((word, own))
    found.reverse()
    found.sort(key=lambda own: -len(own[1]))
    return found


def concept_of(tokens: Sequence[str], lexicon: Lexicon) -> Concept | None:
    """The kind of event that the name says before any other."""
    return next(iter(concepts_of(tokens, lexicon)), None)


def rest_of(
    tokens: Sequence[str], phrase: Sequence[str], lexicon: Lexicon
) -> tuple[list[str], int | None]:
    """The words beside those of the event, and the number that stands among them."""
    general = {
        stem_of(own) for word in lexicon.wide for phrase_ in word.words for own in phrase_.split()
    }
    number: int | None = None
    rest: list[str] = []
    for token in tokens:
        if token.isdecimal() and len(token) < 5 and int(token) < 100:
            number = int(token)
        elif stem_of(token) not in phrase and token not in _SAY_NOTHING:
            rest.append(token)
    # `Gain sur la mise banque`: of the words of another event nothing is to be said.
    trimmed = [token for token in rest if stem_of(token) not in general]
    return (trimmed or rest), number


def without_seat(word: WideWord, rest: list[str], lexicon: Lexicon) -> list[str]:
    """The words without those that make a number one of a seat: `Place 1 mise`."""
    told = [own for own in rest if "seat" not in lexicon.columns.get(own, ())]
    if told == rest and word.value == "amount":
        told = [own for own in rest if "player" not in lexicon.columns.get(own, ()) and own != "p"]
    return told


def member_of(word: WideWord, rest: Sequence[str], lexicon: Lexicon) -> str | None:
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


def stems_of(word: WideWord) -> set[str]:
    return {stem_of(own) for phrase in word.words for own in phrase.split()}


def stem_of(word: str) -> str:
    return word.rstrip("s").rstrip("e") or word


def known(name: str, lexicon: Lexicon) -> bool:
    """True for the name of a column that the lexicon knows: of a field, an event, or the card that
    a hand has in its turn (`Player 2` below `Player`).
    """
    if meanings_of(name, lexicon) or concept_of(tokens_of(name), lexicon) is not None:
        return True
    rest, number = rest_of(tokens_of(name), (), lexicon)
    cards = (own for own in lexicon.wide if own.value == "card")
    return number is not None and any(member_of(own, rest, lexicon) for own in cards)


# ---- ranks and suits apart ----------------------------------------------------------------------
RANKS = frozenset(
    ["rank", "rang", "valeur", "value", "wert", "rango", "valore", "valor", "waarde", "figure"]
)
SUITS = frozenset(
    [
        "suit",
        "couleur",
        "enseigne",
        "colour",
        "color",
        "farbe",
        "palo",
        "seme",
        "naipe",
        "kleur",
        "symbol",
    ]
)
"""Names of the two halves of a card, as programs call them."""


@dataclass(frozen=True, slots=True)
class CardApart:
    """A card in two columns: the place of its suit, the common name, and both cells."""

    suit: int
    name: str
    cards: list[str]


def cards_apart(head: Heading, body: Body) -> dict[int, CardApart]:
    """The columns of ranks, each with the one of its suits; only such of which all cells say so."""
    suits = {_without(name, SUITS): at for at, name in enumerate(head.names)}
    found: dict[int, CardApart] = {}
    for at, name in enumerate(head.names):
        common = _without(name, RANKS)
        other = suits.get(common) if common is not None else None
        if other is None:
            continue
        halves = [(cell_at(row, at), cell_at(row, other)) for row in body.rows]
        filled = [own for own in halves if any(own)]
        if filled and all(map(_is_card, filled)):
            found[at] = CardApart(other, common or "", [" ".join(own) for own in filled])
    return found


def ranks_of_codes(head: Heading, body: Body) -> set[int]:
    """The columns of ranks beside suits that are numbers: no amount is called so there."""
    suits = {
        common
        for at, name in enumerate(head.names)
        if (common := _without(name, SUITS)) is not None
        and (cells := body.cells(at))
        and all(own.isdecimal() and len(own) == 1 for own in cells)
    }
    return {at for at, name in enumerate(head.names) if _without(name, RANKS) in suits}


def _without(name: str, halves: frozenset[str]) -> str | None:
    """The words of a name that has one for this half of a card, without it."""
    words = normalise(name).split()
    rest = [own for own in words if own not in halves]
    return " ".join(rest) if len(rest) == len(words) - 1 else None


def _is_card(halves: tuple[str, str]) -> bool:
    rank, suit = halves
    return any(playing_cards.rank_readings(rank)) and any(playing_cards.suit_readings(suit))


# ---- results of several coups -------------------------------------------------------------------
SEPARATORS = ("-", "/", ",", ";", "+", "|", " ")
SEVERAL = 4  # numbered columns of results, at least, that make a series of coups
_NUMBERED = re.compile(r"(.*?)(\d{1,3})")


@dataclass(frozen=True, slots=True)
class Series:
    """Results of several coups in one row: in numbered columns, or together in one cell."""

    field: str
    name: str
    first: int
    last: int
    apart: str | None = None


def series_of(head: Heading, body: Body, lexicon: Lexicon) -> tuple[Series | None, frozenset[int]]:
    """Columns that are numbered through and hold whole numbers, or one whose cells hold several."""
    field = next((own for word in lexicon.wide for own in word.fields), None)
    if field is None:
        return None, frozenset()
    numbered: dict[str, dict[int, int]] = {}
    alone = any(_is_result(at, name, field, body, lexicon) for at, name in enumerate(head.names))
    for at, name in enumerate(() if alone else head.names):
        found = _NUMBERED.fullmatch(name)
        if found and not _of_another_event(found.group(1), field, lexicon):
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


def _is_result(at: int, name: str, field: str, body: Body, lexicon: Lexicon) -> bool:
    """True for the column of the only result of a row: `N1` to `N9` beside it are stakes."""
    cells = body.cells(at)
    named = not _NUMBERED.fullmatch(name) and field in meanings_of(name, lexicon)
    return named and bool(cells) and all(map(_is_whole, cells))


def _of_another_event(name: str, field: str, lexicon: Lexicon) -> bool:
    """True for `Mise` of `Mise 1` to `Mise 9`: stakes on numbers, and no numbers that came out."""
    concept = concept_of(tokens_of(name), lexicon)
    return concept is not None and field not in concept[0].fields


def _several(cells: Sequence[str]) -> tuple[str, int] | None:
    """The separator of whole numbers in cells that hold several, and the most in one cell."""
    for apart in SEPARATORS:
        split = [pieces(cell, apart) for cell in cells]
        if any(len(own) > 1 for own in split) and all(all(map(_is_whole, own)) for own in split):
            return apart, max(map(len, split))
    return None


def _is_whole(text: str) -> bool:
    return text.isdecimal() and len(text) < 3


# ---- the header of wide rows --------------------------------------------------------------------
FEW = 2  # columns of which one that is known is enough: a list of numbers has no more


def wide_header(records: Sequence[Record], lexicon: Lexicon) -> Heading | None:
    """The row, or two, in which most columns are known by name; None where hardly any is."""
    best, most = None, 0
    for head in headings(records):
        if head.first != head.last and _numbers_below_names(records, head):
            continue
        both = zip(head.names, _below(head), strict=True)
        score = sum(known(name, lexicon) or known(own, lexicon) for name, own in both)
        few = score == 1 and (head.first != head.last or sum(head.named) > FEW)
        if score > most and not few:
            best, most = head, score
    return best


def _numbers_below_names(records: Sequence[Record], head: Heading) -> bool:
    """Whether the lower row is the table's first: its numbers stand below names."""
    upper, lower = records[head.first][1], records[head.last][1]
    numbers = [at for at, own in enumerate(lower) if amounts.whole(own) is not None]
    alone = [
        at
        for at in numbers
        if at < len(upper) and upper[at].strip() and upper.count(upper[at]) == 1
        if not (at + 1 < len(lower) and lower[at + 1].strip() and not any(upper[at + 1 : at + 2]))
    ]
    return len(alone) * 2 > len(numbers)


def _below(head: Heading) -> Sequence[str]:
    """The names of the lower of two rows, where the upper one names other columns."""
    alone = (
        not own and not name.startswith("column ")
        for name, own in zip(head.names, head.short, strict=True)
    )
    return head.short if head.first != head.last and any(alone) else ("",) * len(head.names)


# ---- values with their names --------------------------------------------------------------------
MOST = 60  # different names in a column, at most: a wheel has 37 numbers, and some chances


def with_named_values(head: Heading, body: Body) -> tuple[Heading, Body, dict[str, str]]:
    """The columns with one for each name in cells, and what divides these cells."""
    apart: dict[str, str] = {}
    names, named, short = [*head.names], [*head.named], [*head.short]
    rows = [[cell_at(row, at) for at in range(len(names))] for row in body.rows]
    for at, name in enumerate(head.names):
        own = next((one for one in SEPARATORS if (keys := _names_in(body.cells(at), one))), None)
        if own is None:
            continue
        apart[name] = own
        told = [dict(map(named_value, pieces(row[at], own))) for row in rows]
        places = [at, *range(len(names), len(names) + len(keys) - 1)]
        names += [""] * (len(keys) - 1)
        named += [True] * (len(keys) - 1)
        short += [""] * (len(keys) - 1)
        for place, key in zip(places, keys, strict=True):
            names[place] = f"{name}:{key}"
            for row, values in zip(rows, told, strict=True):
                row[place:] = [values.get(key, ""), *row[place + 1 :]]
    if not apart:
        return head, body, {}
    wider = replace(head, names=tuple(names), named=tuple(named), short=tuple(short))
    return wider, replace(body, rows=rows), apart


def _names_in(cells: Sequence[str], apart: str) -> list[str]:
    """The names of the amounts in cells, if nothing else stands there; `21:05` is none."""
    found: set[str] = set()
    for cell in cells:
        told = [named_value(own) for own in pieces(cell, apart)]
        names = {name for name, value in told if name and any(amounts.readings(value))}
        if len(names) < len(told):
            return []
        found |= names
    letters = any(map(str.isalpha, "".join(found)))
    return sorted(found) if letters and 1 < len(found) <= MOST else []
