"""Says in both languages why something could not be verified."""

from __future__ import annotations

from collections.abc import Iterable

from auditor.language.core import Bilingual, Labels
from auditor.language.wording import Wording
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


# What stands behind the signs that name a calculation; a table has its own name.
_UNDEFINED = {
    "order": "reason.undefined.order",
    "time": "reason.undefined.time",
    "/": "reason.undefined.zero",
}
_FAMILIES = {"empty": "field", "not_recorded": "event", "absent": "event"}


def sentence(reason: Reason, labels: Labels | None = None) -> Bilingual:
    """One reason in words; a rule states some reasons in words of its own.

    With labels, the name of a column or of a kind of event is followed by its own.
    """
    if reason.cause == "stated":
        return Bilingual(reason.fr, reason.en)
    if reason.cause == "undefined" and reason.subject in _UNDEFINED:
        why = message(_UNDEFINED[reason.subject])
        return Bilingual(say(why, "fr"), say(why, "en"))
    why = message(_CODES[reason.cause], name=reason.subject)
    french, english = say(why, "fr"), say(why, "en")
    family = _FAMILIES.get(reason.cause, "")
    own = Wording(labels or {}).beside(family, reason.subject)
    name = f"`{reason.subject}`"
    return Bilingual(french.replace(name, own.fr), english.replace(name, own.en))


def together(reasons: Iterable[Reason]) -> Bilingual:
    """All the reasons for which one subject could not be verified, in one sentence."""
    sentences = list(map(sentence, reasons))
    return Bilingual(
        " ; ".join(own.fr for own in sentences), "; ".join(own.en for own in sentences)
    )
