"""The name of a column of a row that stands for a whole coup, word by word: of which event it is,
of which hand or bet, and with which number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from auditor.log.convert.lexicon import Lexicon, WideWord
from auditor.log.convert.words import normalise
from auditor.log.infer.columns import meanings_of
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


Concept = tuple[WideWord, tuple[str, ...]]
"""A kind of event, and its words in the name of a column."""


def concepts_of(tokens: Sequence[str], lexicon: Lexicon) -> list[Concept]:
    """The kinds of event of which words stand in the name, that of the longest first; of several
    the last, for a gain on a stake is no stake.
    """
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
    """The words without those by which a number is that of a seat: `Place 1 mise`, `Seat1Bet`, and
    `Joueur 1 mise`, which is no bet on the player's hand.
    """
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
