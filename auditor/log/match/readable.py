"""Texts of cells, and whether they read as something: numbers, cards, moments, words of a list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import assert_never

from auditor.log.convert import card_names as playing_cards
from auditor.log.convert import written as amounts
from auditor.log.convert.cells import FALSE, TRUE
from auditor.log.convert.conventions import SERIAL, numbers_alone
from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.written import UNIX, Stamp, normalise, stamp
from auditor.types import Enumeration, Type
from auditor.values import convention_of

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
    first = playing_cards.readings(text, suit_first=True)
    if any(playing_cards.readings(text)) or any(first):
        return True
    # `C1` is rather a person or a place than the ace of clubs.
    return not re.fullmatch(r"[^\W\d]1", text.strip()) and any(
        playing_cards.numbered_readings(text)
    )


def is_card_number(text: str) -> bool:
    """True for the number that a program may have for a card of a deck."""
    return text.isdecimal() and int(text) < 60


def are_codes(cells: Iterable[str]) -> bool:
    """True for `P1`, `P2`, `P5`, which name players or tables: suits before ranks are several."""
    own = {cell.strip() for cell in cells}
    letters = {code[:1] for code in own}
    return len(letters) == 1 and letters.pop().isalpha() and all(c[1:].isdecimal() for c in own)


_COUNTED = frozenset(("left", "remaining", "count", "restant", "restante", "nombre", "nb"))


def are_counts(tokens: Sequence[str], cells: Sequence[str]) -> bool:
    """Whether numbers count the cards left: one is no rank, or the name says it."""
    if not cells or not all(map(str.isdecimal, cells)):
        return False
    return bool(_COUNTED & {*tokens}) or any(int(own) > 14 for own in cells)


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
    """True for whole numbers that follow one another down the rows, or begin anew."""
    return all(map(str.isdecimal, cells)) and not any(jumps(cells))


def jumps(cells: Sequence[str]) -> list[bool]:
    """For each row but the first of a column of whole numbers whether some are left out before."""
    return [int(own) - int(last) not in (0, 1) and int(own) > 1 for last, own in pairwise(cells)]


def share(good: Sequence[bool]) -> float:
    return sum(good) / len(good) if good else 0.0
