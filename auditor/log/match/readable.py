"""Texts of cells and names of columns, and what they may be read as: a number, a card, a moment, a
word of a list; a field, a kind of event, the hand or the bet that it is of, and its number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import assert_never

from auditor.log.convert import card_names as playing_cards
from auditor.log.convert import written as amounts
from auditor.log.convert.cells import FALSE, TRUE
from auditor.log.convert.conventions import SERIAL, numbers_alone
from auditor.log.convert.lexicon import Lexicon, WideWord
from auditor.log.convert.written import UNIX, Stamp, normalise, stamp
from auditor.log.table import Heading
from auditor.types import MONEY, TEXT, Enumeration, Type
from auditor.values import convention_of

# ---- texts of cells -----------------------------------------------------------------------------
ENOUGH = 0.5  # the share of a column's filled cells that must read as what its name says


def cell_at(cells: Sequence[str], place: int) -> str:
    """The text of a cell; a row may end before it."""
    return cells[place].strip() if place < len(cells) else ""


def cells_in(rows: Iterable[Sequence[str]], place: int) -> list[str]:
    """The filled cells of a column."""
    return [own for cells in rows if (own := cell_at(cells, place))]


def says_something(cell: str) -> bool:
    """False for an empty cell, and for dashes in its place."""
    return bool(cell.strip("-–— "))


def reads(kind: Type, text: str, lexicon: Lexicon) -> bool:
    """True for a text that can be read as this type, by one convention or another."""
    if isinstance(kind, Enumeration):
        return lexicon.member(kind, text) is not None
    match convention_of(kind):
        case "number":
            return any(amounts.readings(text))
        case "whole":
            return amounts.whole(text) is not None
        case "card":
            bare = any(playing_cards.bare_readings(text)) or playing_cards.numbered(text)
            return bool(bare) or has_suit(text)
        case "truth":
            return text.casefold() in (*TRUE, *FALSE) or (normalise(text) or text) in lexicon.truths
        case "time" | "day":
            return stamp(text) is not None or UNIX.fullmatch(text) is not None
        case "rank" | "suit" | "as_written" | "not_converted":
            return True  # too short to tell a column by, or of any form
        case never:
            assert_never(never)


def says_yes(text: str, lexicon: Lexicon) -> bool:
    """True for a word for yes, in any language."""
    return text.casefold() in TRUE or lexicon.truths.get(normalise(text) or text) == "true"


def has_suit(text: str) -> bool:
    """True for a text that can be read as a card with its suit."""
    first = playing_cards.readings(text, "suit first")
    if any(playing_cards.readings(text)) or any(first):
        return True
    # `C1` is rather a person or a place than the ace of clubs.
    return not re.fullmatch(r"[^\W\d]1", text.strip()) and any(
        playing_cards.readings(text, "numbered")
    )


def is_card_number(text: str) -> bool:
    """True for the number that a program may have for a card of a deck."""
    return text.isdecimal() and int(text) < 60


def are_codes(cells: Iterable[str]) -> bool:
    """True for `P1`, `P2`, `P5`, which name players or tables: suits before ranks are several."""
    own = {cell.strip() for cell in cells}
    letters = {code[:1] for code in own}
    return len(letters) == 1 and letters.pop().isalpha() and all(c[1:].isdecimal() for c in own)


def form_of(cells: Sequence[str]) -> str:
    """`both` where cells tell day and hour, `day`, `clock`, or nothing where they tell neither."""
    if any(numbers_alone(cells, own) for own in (SERIAL, UNIX)):
        return "both"  # which the conventions of the file will ask about
    found: list[Stamp] = [own for cell in cells if (own := stamp(cell)) is not None]
    if not found or len(found) < ENOUGH * len(cells):
        return ""
    days = sum(own.days is not None for own in found)
    # The cell of a day may say midnight in each row.
    hours = sum(own.clock is not None and (own.days is None or bool(own.clock)) for own in found)
    if days >= ENOUGH * len(found):
        return "both" if hours else "day"
    return "clock"


def number(text: str) -> Fraction | None:
    """The number that a cell is, by one decimal mark or the other."""
    read = amounts.readings(text)
    found = read.sure or read.point or read.comma
    return None if found is None else Fraction(found)


def follow(cells: Sequence[str]) -> bool:
    """True for whole numbers that follow one another down the rows, or begin anew; a few may be
    left out, of coups that had nothing to tell.
    """
    if not all(map(str.isdecimal, cells)):
        return False
    own = steps(cells)
    return all(step > 0 for step in own) and not often_jump(own)


def steps(cells: Sequence[str]) -> list[int]:
    """The steps of whole numbers down the rows, where they change and do not begin anew."""
    return [int(own) - int(last) for last, own in pairwise(cells) if own != last and int(own) > 1]


def often_jump(steps: Sequence[int]) -> bool:
    """True for numbers of which more than a third leave some out: `11`, `12`, `21` are of seats."""
    return 3 * sum(step != 1 for step in steps) > len(steps)


def share(good: Sequence[bool]) -> float:
    return sum(good) / len(good) if good else 0.0


# ---- names of columns ---------------------------------------------------------------------------
_WORDS_OF_ORDINALS = {
    "1": "premier premiere 1er 1re 1ere first 1st",
    "2": "deuxieme seconde second 2e 2eme 2nd",
    "3": "troisieme 3e 3eme third 3rd",
}
_ORDINALS = {word: number for number, own in _WORDS_OF_ORDINALS.items() for word in own.split()}
_CENTS = re.compile(r"(?:^| )(?:cent|centime|pence|minor|minor unit)$")
"""The last words of a column whose amounts are a hundred times what they would be."""
_SUMS = frozenset(("montant", "betrag", "bedrag"))
_SAY_NOTHING = frozenset(("numero", "sur", "on", "for")) | _SUMS
_CODE = re.compile(r"([a-z]+)(\d{1,2})")
_POSSESSIVE = re.compile(r"(?<=\w)['’]s\b")
KEYS = frozenset(("id", "uuid", "guid", "key", "ref", "reference", "identifiant", "code"))
"""Last words of the name of a column whose texts tell things apart."""
_IDENTIFIES = KEYS | {"no", "number", "numero", "nummer", "name", "naam", "nom", "bezeichnung"}
_LAST = sorted(_IDENTIFIES | _SUMS)
"""Words that another one may be joined with."""
_CONTAINERS = frozenset(
    ("data", "payload", "details", "detail", "attributes", "fields", "body", "result", "results")
).union(("after", "doc", "item", "node", "record", "source"))
"""Names of objects that only wrap what a row says: `data.amount`, `_source.bet.stake`."""
_OF_THE_START = frozenset(("initial", "starting", "opening", "anfang", "inicial", "iniziali"))
"""Words for the first cards of a hand, which stand in one cell: a third has its own column."""
WITHIN_A_LIST = re.compile(r"(.+?)\.\d+\.\D.*")
"""The name of a column of the objects of a list in an object of JSON, such as `bets.1.amount`."""

Concept = tuple[WideWord, tuple[str, ...]]  # a kind of event, and its words in the name of a column


# ---- the fields that a name may mean -------------------------------------------------------------
def _words_of(name: str, lexicon: Lexicon) -> list[str]:
    """The words of a name, of which some languages and programs join two: `Tischnummer`."""
    plain = _CENTS.sub("", normalise(_POSSESSIVE.sub("", unwrapped(name))))
    return [own for word in plain.split() for own in _apart(word, lexicon)]


def unwrapped(name: str) -> str:
    """A name without those of the objects around what it is of."""
    container, _, inner = name.partition(".")
    is_around = inner and container.strip("_").casefold() in _CONTAINERS
    return unwrapped(inner) if is_around else name


def _apart(word: str, lexicon: Lexicon) -> tuple[str, ...]:
    """A word, or the known word and the last one that it joins."""
    for last in _LAST if word not in lexicon.columns else ():
        first = word.removesuffix(last)
        known = first in lexicon.columns or any(first in own.words for own in lexicon.wide)
        if first != word and known:
            return first, last
    return (word,)


def meanings_of(name: str, lexicon: Lexicon) -> frozenset[str]:
    """The fields that the name of a column may stand for; `PatronID` is whom `Patron` is."""
    found, inner = lexicon.columns.get(normalise(name), frozenset()), name.partition(".")[2]
    if kinds_holding(name, lexicon):
        return found | meanings_of(inner, lexicon)
    if found:
        return found
    if inner and unwrapped(name) != name:
        return meanings_of(inner, lexicon)
    apart = " ".join(_words_of(name, lexicon))
    if counts_cents(name):
        fields = lexicon.fields()
        own = lexicon.columns.get(apart, frozenset())
        return frozenset(name for name in own if fields.get(name) == MONEY)
    who, _, last = apart.rpartition(" ")
    if last not in _IDENTIFIES:
        first, _, who = apart.partition(" ")  # `ID_TOUR`
        if first not in _IDENTIFIES:
            return frozenset()
    return lexicon.columns.get(who, frozenset()) & {*lexicon.context(), "player", "seat"} - {"time"}


def meant_by(head: Heading, at: int, lexicon: Lexicon) -> frozenset[str]:
    """The fields that a column may be, by its lower name where both say nothing."""
    own = meanings_of(head.names[at], lexicon)
    if own or head.first == head.last or not head.short[at]:
        return own
    group = head.names[at].removesuffix(head.short[at]).strip()
    turned = meanings_of(f"{head.short[at]} {group}", lexicon)
    return turned or meanings_of(head.short[at], lexicon)


def kinds_meant(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The kinds of event that a word may name."""
    return tuple(sorted(lexicon.kinds.get(normalise(text), ())))


def kinds_holding(name: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The kinds of event that a name says its column is of: `spin.number`."""
    container, _, inner = name.partition(".")
    return kinds_meant(container, lexicon) if inner else ()


def kind_named(text: str, lexicon: Lexicon) -> str:
    """The kind of event that a word names; nothing where it names none, or several."""
    meant = kinds_meant(text, lexicon)
    return meant[0] if len(meant) == 1 else ""


# ---- the event that a name says ------------------------------------------------------------------
def tokens_of(name: str, lexicon: Lexicon) -> list[str]:
    """The words and numbers of a name; `B3` is the third of B, `1re` the first."""
    tokens: list[str] = []
    for token in _words_of(name, lexicon):
        code = _CODE.fullmatch(token)
        if token in _ORDINALS or code is None:
            tokens.append(_ORDINALS.get(token, token))
        else:
            tokens += code.groups()
    return tokens


def counts_cents(name: str) -> bool:
    """True for a column that is called `Amount (cents)`, `amountCents` or the like."""
    return _CENTS.search(normalise(name)) is not None


def stem_of(word: str) -> str:
    return word.rstrip("s").rstrip("e") or word


@cache
def _phrases(word: WideWord) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(map(stem_of, own.split())) for own in word.words)


def stems_of(word: WideWord) -> set[str]:
    return {own for phrase in _phrases(word) for own in phrase}


def concepts_of(tokens: Sequence[str], lexicon: Lexicon) -> list[Concept]:
    """The kinds of event in a name, the longest words first, then the last in the name."""
    stems = [stem_of(token) for token in tokens]
    found = [
        (word, own)
        for word in lexicon.wide
        for own in _phrases(word)
        if any(tuple(stems[at : at + len(own)]) == own for at in range(len(stems)))
    ]
    found.reverse()
    found.sort(key=lambda own: -len(own[1]))
    return found


def rest_of(
    tokens: Sequence[str], phrase: Sequence[str], lexicon: Lexicon
) -> tuple[list[str], int | None]:
    """The words beside those of the event, and the number among them.

    Of two numbers the one beside the event's words is its own: `J2 carte 1` is the first of J2.
    """
    numbers = [at for at, own in enumerate(tokens) if own.isdecimal() and len(own) < 3]
    if len(numbers) > 1:
        after = [at for at in numbers if at and stem_of(tokens[at - 1]) in phrase]
        before = [at for at in numbers[:-1] if stem_of(tokens[at + 1]) in phrase]
        numbers = (after or before)[:1]
    general = {stem for word in lexicon.wide for stem in stems_of(word)}
    rest = [
        own
        for at, own in enumerate(tokens)
        if at not in numbers and stem_of(own) not in phrase and own not in _SAY_NOTHING
    ]
    # `Gain sur la mise banque`: of the words of another event nothing is to be said.
    trimmed = [own for own in rest if stem_of(own) not in general]
    return (trimmed or rest), int(tokens[numbers[0]]) if numbers else None


def member_of(word: WideWord, rest: Sequence[str], lexicon: Lexicon) -> str | None:
    """The hand or the bet that the rest of a name means."""
    kind = lexicon.type_of(word.event, word.names)
    if not rest or not isinstance(kind, Enumeration):
        return None
    words = " ".join(rest)
    found = lexicon.member(kind, words)
    if found is not None:
        return found
    # A letter that stands for a hand stands for the bet on it too.
    others = {own[words] for own in lexicon.values.values() if words in own} & set(kind.members)
    return others.pop() if len(others) == 1 and len(words) == 1 else None


def without_seat(word: WideWord, rest: list[str], lexicon: Lexicon) -> list[str]:
    """The words without those that make a number one of a seat: `Place 1 mise`."""
    told = [own for own in rest if "seat" not in lexicon.columns.get(own, ())]
    if told == rest and word.value == "amount":
        told = [own for own in rest if "player" not in lexicon.columns.get(own, ())]
        # `P1 bet`, `S1 bet`: a letter alone is the word for a seat, but for that of a hand.
        told = [o for o in told if o != "p" and (len(o) > 1 or member_of(word, [o], lexicon))]
    return told


def whose(concept: Concept, name: str, lexicon: Lexicon) -> tuple[str | None, int | None, bool]:
    """The hand, the bet or the player of a column and its number, and whether its name is
    understood as a whole.
    """
    word, phrase = concept
    rest, number = rest_of(tokens_of(name, lexicon), phrase, lexicon)
    if word.value == "card":
        rest = [own for own in rest if stem_of(own) not in _OF_THE_START]
    said = stems_of(word) | stems_of(lexicon.wide[0])
    if word.value == "amount" and {stem_of(own) for own in rest} <= said:
        rest = []  # `Ante bet` says twice that it is a stake, `Bets paid` what was paid for one
    if number is not None:
        rest = without_seat(word, rest, lexicon)
    if word.names and lexicon.type_of(word.event, word.names) == TEXT:
        others = (lexicon.type_of(word.event, own) for own in lexicon.own_fields_of(word.event))
        listed = (own for own in others if isinstance(own, Enumeration))
        if any(lexicon.member(own, " ".join(rest)) is not None for own in listed):
            return None, number, False  # `Face down` is nobody
        told = number is not None and not name.endswith(f".{number}")  # no place in a list
        if any(map(str.isdecimal, rest)):
            return " ".join(rest), number, True  # a player's number, and that of a card
        return " ".join([*rest, *([str(number)] if told else [])]) or None, number, True
    member = member_of(word, rest, lexicon)
    if member is None and number is None and word.value == "card":
        return _of_a_later_stake(word, rest, lexicon) or (None, None, not rest)
    return member, number, member is not None or not rest or not word.names


def _of_a_later_stake(
    word: WideWord, rest: Sequence[str], lexicon: Lexicon
) -> tuple[str | None, int, bool] | None:
    """The hand of a card that is called by a bet as well, as its second: `player_war_card`; of
    `war_card` none.
    """
    for at in range(len(rest)):
        others = [*rest[:at], *rest[at + 1 :]]
        member = member_of(word, others, lexicon)
        of_bet = member_of(lexicon.wide[0], rest[at : at + 1], lexicon)
        if of_bet is not None and (not others or (member is not None and len(rest) == 2)):
            return member, 2, True
    return None


def hand_named(name: str, lexicon: Lexicon) -> tuple[str, int | None] | None:
    """The hand and the number of its card that a name says: `P1`, `Banker card 3`."""
    cards = lexicon.word_for("card")
    concept = next(iter(concepts_of(tokens_of(name, lexicon), lexicon)), None)
    rest, number = rest_of(tokens_of(name, lexicon), concept[1] if concept else (), lexicon)
    member = member_of(cards, rest, lexicon)
    told = number is not None if concept is None else concept[0] == cards
    return (member, number) if told and member is not None else None


def is_known(name: str, lexicon: Lexicon) -> bool:
    """True for the name of a column that the lexicon knows: of a field, an event, or the card that
    a hand has in its turn (`Player 2` below `Player`).
    """
    if meanings_of(name, lexicon) or concepts_of(tokens_of(name, lexicon), lexicon):
        return True
    rest, number = rest_of(tokens_of(name, lexicon), (), lexicon)
    cards = (own for own in lexicon.wide if own.value == "card")
    return number is not None and any(member_of(own, rest, lexicon) for own in cards)
