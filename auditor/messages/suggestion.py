"""The known name that was probably meant, as a message that others hold."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from auditor.messages.message import Message, message


def suggestion(name: str, known: Iterable[str]) -> Message | None:
    """A question that proposes the known name nearest to this one."""
    known = list(known)
    if same := [own for own in known if own.casefold() == name.casefold() and own != name]:
        return message("suggestion", near=same[0])
    close = get_close_matches(name, known, n=1, cutoff=0.6)
    return message("suggestion", near=close[0]) if close else None


def before_more(hint: Message | None) -> Message | str:
    """The hint with a space behind it, or nothing."""
    return "" if hint is None else message("suggestion.and_more", hint=hint)
