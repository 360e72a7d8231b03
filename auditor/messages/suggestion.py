"""The known name that was probably meant, as a message that others hold."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches

from auditor.messages.message import Message, message

SOLE = "suggestion.sole"
"""The code of a proposal beside which no other known name comes near."""


def suggestion(name: str, known: Iterable[str]) -> Message | None:
    """A question that proposes the known name nearest to this one."""
    known = list(dict.fromkeys(known))
    same = [own for own in known if own.casefold() == name.casefold() and own != name]
    close = same or [
        own for own in get_close_matches(name, known, cutoff=0.6) if _is_near(name, own)
    ]
    if not close:
        return None
    if _is_sole(name, close[0], known):
        return message("suggestion.sole", near=close[0])
    return message("suggestion", near=close[0])


def _is_near(name: str, near: str) -> bool:
    """Whether a person may have meant the one by the other: a part of it, one slip of the hand, or
    most of its letters.

    `settlement` and `placement` share an ending, and `short` and `shoe` a beginning.
    """
    one, other = name.casefold(), near.casefold()
    shorter, longer = sorted((one, other), key=len)
    if (len(shorter) > 2 and shorter in longer) or _slips(one, other, 1) <= 1:
        return True
    return SequenceMatcher(None, other, one).ratio() >= 0.7


def _is_sole(name: str, near: str, known: Iterable[str]) -> bool:
    """Whether a slip of the hand explains the name, and no other known name comes as near.

    Numbers are never slips: `55-19.6` may be any other provision.  In a short word only letters
    that changed places are: `pair` may be a bet, and not `paid`.
    """
    if [sign for sign in name if sign.isdigit()] != [sign for sign in near if sign.isdigit()]:
        return False
    if len(name) < 5 and sorted(name.casefold()) != sorted(near.casefold()):
        return False
    slips = _slips(name, near)
    most = 1 if len(name) < 8 else 2
    return slips <= most and all(
        own == near or _slips(name, own, slips + 1) > slips + 1 for own in known
    )


def _slips(one: str, other: str, most: int = 2) -> int:
    """Letters left out, added, changed, or exchanged with their neighbour; in the case of either
    letter.  Where it is more than `most`, any number above it.
    """
    one, other = one.casefold(), other.casefold()
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, sign in enumerate(one, 1):
        above, before, row = before, row, [i]
        for j, own in enumerate(other, 1):
            best = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (sign != own))
            if i > 1 and j > 1 and sign == other[j - 2] and one[i - 2] == own:
                best = min(best, above[j - 2] + 1)
            row.append(best)
    return row[-1]


def before_more(hint: Message | None) -> Message | str:
    """The hint with a space behind it, or nothing."""
    return "" if hint is None else message("suggestion.and_more", hint=hint)
