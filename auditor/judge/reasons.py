"""Says in both languages why something could not be verified."""

from __future__ import annotations

from collections.abc import Iterable

from auditor.language.core import Bilingual
from auditor.messages.message import message, say
from auditor.values import Reason

_CODES = {
    "empty": "reason.empty",
    "not_recorded": "reason.not_recorded",
    "absent": "reason.absent",
    "blocked": "reason.blocked",
    "law": "reason.law",
    "given": "reason.given",
    "undefined": "reason.undefined",
}


def sentence(reason: Reason) -> Bilingual:
    """One reason in words; a rule states some reasons in words of its own."""
    if reason.cause == "stated":
        return Bilingual(reason.fr, reason.en)
    why = message(_CODES[reason.cause], name=reason.subject)
    return Bilingual(say(why, "fr"), say(why, "en"))


def together(reasons: Iterable[Reason]) -> Bilingual:
    """All the reasons for which one subject could not be verified, in one sentence."""
    sentences = list(map(sentence, reasons))
    return Bilingual(
        " ; ".join(own.fr for own in sentences), "; ".join(own.en for own in sentences)
    )
